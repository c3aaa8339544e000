#!/usr/bin/env python3
"""Draws boards.svg: a position of each game, with what Plyglot says of it.

    docs/pictures/boards.py > docs/pictures/boards.svg

The answers are those of the commands in POSITIONS; they are copied, not asked.
"""

SIDE = 200  # of a board, in units of the picture
GAP = 36
TOP = 44
ROW = 306
COLUMNS = 4

# Game, command, answer.
POSITIONS = {
    "Chess": ("go depth 12", "bestmove g5f7"),
    "Connect Four": ("solve --all 177512676171764", "the exact score of each column"),
    "Tic-tac-toe": ("go depth 2", "a score for every move"),
    "Surakarta": ("path b3d4", "captures go round the loops"),
    "Othello": ("go depth 12", "bestmove P@c7"),
    "Breakthrough": ("go depth 12", "wins in three moves: e5f6"),
    "Ataxx": ("go depth 10", "bestmove d3b2, a jump"),
}
CHESS = "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R"
CONNECT4_GAME = "177512676171764"
CONNECT4_SCORES = [2, -2, -2, 2, 1, -2, -3]
TICTACTOE = "X.OX.XOO."
OTHELLO = "8/8/2ppp3/1PPpp3/2ppp3/8/8/8"
BREAKTHROUGH = "1p1p2p1/2p4p/5p2/1P2P3/3p2P1/P3P3/1P4P1/2P2P2"
ATAXX = "P5p/PP4p/7/2*p*2/3PP2/p4P1/pp4P"
SURAKARTA_WAY = "b3 a3 c1 c2 c3 c4 c5 c6 a4 b4 c4 d4".split()

LIGHT, DARK, BOARD, INK = "#f0e4cf", "#b58f6a", "#f0e4cf", "#33302c"
FIRST, SECOND, MARK = "#fdfdfb", "#2f2c2a", "#1f7a4d"
PALE = "#8a857d"


def tag(name, text=None, **attributes):
    pairs = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f"<{name}{pairs}/>" if text is None else f"<{name}{pairs}>{text}</{name}>"


def circle(x, y, r, fill, **more):
    return tag("circle", cx=round(x, 1), cy=round(y, 1), r=r, fill=fill, **more)


def words(x, y, text, size=13, fill=INK, **more):
    return tag("text", text, x=round(x, 1), y=round(y, 1), font_size=size, fill=fill, text_anchor="middle", **more)


# Outlines of the pieces in a square of 45.
PIECES = {
    "p": '<path d="M13 38H32L29 33C26 28 25 24 25 20H20C20 24 19 28 16 33Z"/><circle cx="22.5" cy="15" r="5.5"/>',
    "r": '<path d="M11 38H34V34H31L30 20H33V10H28.5V14H25V10H20V14H16.5V10H12V20H15L14 34H11Z"/>',
    "n": '<path d="M13 38H34C35 24 31 13 22 10L19 6L17 11C12 14 11 20 8 25L12 30C16 29 18 25 21 25C21 30 14 32 13 38Z"/>',
    "b": '<path d="M11 38H34L33 34L27 32C34 26 29 17 22.5 11C16 17 11 26 18 32L12 34Z"/><circle cx="22.5" cy="8.5" r="2.5"/>',
    "q": '<path d="M12 38H33L32 33L37 15L28.5 24L22.5 10L16.5 24L8 15L13 33Z"/><circle cx="22.5" cy="9" r="2.5"/>'
         '<circle cx="8" cy="14" r="2.5"/><circle cx="37" cy="14" r="2.5"/>',
    "k": '<path d="M12 38H33L32 33C38 26 34 17 27 18Q24 18.5 22.5 21Q21 18.5 18 18C11 17 7 26 13 33Z"/>'
         '<path d="M21 5H24V8.5H27.5V11.5H24V17H21V11.5H17.5V8.5H21Z"/>',
}


def chess():
    cell = SIDE / 8
    parts = []
    for i in range(64):
        fill = LIGHT if (i % 8 + i // 8) % 2 == 0 else DARK
        parts.append(tag("rect", x=i % 8 * cell, y=i // 8 * cell, width=cell, height=cell, fill=fill))
    for file, rank, letter in pieces(CHESS):
        fill, line = (FIRST, INK) if letter.isupper() else (SECOND, FIRST)
        place = f"translate({file * cell:g} {rank * cell:g}) scale({cell / 45:.3f})"
        parts.append(tag("g", PIECES[letter.lower()], transform=place, fill=fill, stroke=line, stroke_width=1.6))
    return [*parts, arrow("g5", "f7", 8)]


def pieces(rows):
    """File, rank from the top and letter of each piece of a FEN."""
    for rank, row in enumerate(rows.split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                yield file, rank, letter
                file += 1


def arrow(origin, target, ranks):
    """From square to square; its head ends inside the target."""
    cell = SIDE / ranks
    at = lambda square: ((ord(square[0]) - 97 + 0.5) * cell, (ranks + 0.5 - int(square[1])) * cell)
    (x1, y1), (x2, y2) = at(origin), at(target)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    x, y = (x2 - x1) / length, (y2 - y1) / length
    return tag("path", d=f"M{x1 + 7 * x:.1f} {y1 + 7 * y:.1f}L{x2 - 11 * x:.1f} {y2 - 11 * y:.1f}", stroke=MARK, stroke_width=4,
               fill="none", stroke_opacity=0.85, marker_end="url(#head)")


def stones(rows, size, ground, first, second):
    """A board of squares with a stone for each letter, and walls for stars."""
    cell = SIDE / size
    parts = [tag("rect", x=0, y=0, width=SIDE, height=SIDE, fill=ground)]
    lines = "".join(f"M0 {i * cell:.1f}H{SIDE}M{i * cell:.1f} 0V{SIDE}" for i in range(size + 1))
    parts.append(tag("path", d=lines, stroke=INK, stroke_width=1, stroke_opacity=0.5, fill="none"))
    for file, rank, letter in pieces(rows):
        x, y = (file + 0.5) * cell, (rank + 0.5) * cell
        if letter == "*":
            parts.append(tag("rect", x=round(x - cell / 2, 1), y=round(y - cell / 2, 1), width=round(cell, 1), height=round(cell, 1), fill=INK))
        else:
            parts.append(circle(x, y, round(cell * 0.39, 1), first if letter.isupper() else second, stroke=INK, stroke_width=1.2))
    return parts


def othello():
    cell = SIDE / 8
    best = circle(2.5 * cell, 1.5 * cell, round(cell * 0.39, 1), "none", stroke=MARK, stroke_width=4)
    # Black moves first.
    return [*stones(OTHELLO, 8, "#9ab69c", SECOND, FIRST), best]


def breakthrough():
    return [*stones(BREAKTHROUGH, 8, LIGHT, FIRST, SECOND), arrow("e5", "f6", 8)]


def ataxx():
    return [*stones(ATAXX, 7, LIGHT, "#e8b93c", "#3f6ea8"), arrow("d3", "b2", 7)]


def connect4():
    cell = SIDE / 7
    top = SIDE - 6 * cell - 14
    parts = [tag("rect", x=0, y=round(top, 1), width=SIDE, height=round(6 * cell, 1), rx=6, fill="#3f6ea8")]
    heights, stones = [0] * 7, {}
    for ply, digit in enumerate(CONNECT4_GAME):
        file = int(digit) - 1
        stones[file, heights[file]] = ply % 2
        heights[file] += 1
    for file in range(7):
        for rank in range(6):
            fill = {None: "#ffffff", 0: "#e8b93c", 1: "#c8442f"}[stones.get((file, rank))]
            parts.append(circle((file + 0.5) * cell, top + (5.5 - rank) * cell, 11, fill))
        score = CONNECT4_SCORES[file]
        best = score == max(CONNECT4_SCORES)
        parts.append(words((file + 0.5) * cell, SIDE + 2, f"{score:+d}".replace("-", "\u2212"), 13,
                           MARK if best else PALE, font_weight="bold" if best else "normal"))
    return parts


def tictactoe():
    cell = SIDE / 3
    parts = [tag("rect", x=0, y=0, width=SIDE, height=SIDE, rx=6, fill=BOARD)]
    for i in (1, 2):
        a = round(i * cell, 1)
        parts.append(tag("path", d=f"M{a} 10V{SIDE - 10}M10 {a}H{SIDE - 10}", stroke=DARK, stroke_width=4))
    for i, letter in enumerate(TICTACTOE):
        x, y = (i % 3 + 0.5) * cell, (i // 3 + 0.5) * cell
        if letter == "X":
            parts.append(tag("path", d=f"M{x - 18:.1f} {y - 18:.1f}l36 36m0 -36l-36 36", stroke="#b5382a", stroke_width=7,
                             stroke_linecap="round"))
        elif letter == "O":
            parts.append(circle(x, y, 19, "none", stroke="#2d5f9e", stroke_width=7))
        else:
            wins = i == 4
            parts.append(words(x, y + 5, "wins" if wins else "loses", 15, MARK if wins else PALE,
                               font_weight="bold" if wins else "normal"))
    return parts


def surakarta():
    step = 20.5
    low = (SIDE - 5 * step) / 2
    at = lambda point: (low + (ord(point[0]) - 97) * step, low + (6 - int(point[1])) * step)
    parts = [tag("rect", x=0, y=0, width=SIDE, height=SIDE, rx=6, fill=BOARD)]
    lines = "".join(f"M{low} {low + i * step}h{5 * step}M{low + i * step} {low}v{5 * step}" for i in range(6))
    high = low + 5 * step
    arcs = ""
    for r in (step, 2 * step):
        # Three quarters of a circle round each corner.
        arcs += f"M{low + r} {low}A{r} {r} 0 1 0 {low} {low + r}"
        arcs += f"M{high} {low + r}A{r} {r} 0 1 0 {high - r} {low}"
        arcs += f"M{high - r} {high}A{r} {r} 0 1 0 {high} {high - r}"
        arcs += f"M{low} {high - r}A{r} {r} 0 1 0 {low + r} {high}"
    parts.append(tag("path", d=lines + arcs, stroke=DARK, stroke_width=2, fill="none"))
    way = "M%g %g" % at(SURAKARTA_WAY[0])
    for before, after in zip(SURAKARTA_WAY, SURAKARTA_WAY[1:]):
        x, y = at(after)
        is_arc = before[0] != after[0] and before[1] != after[1]
        way += f"A{2 * step} {2 * step} 0 1 0 {x:g} {y:g}" if is_arc else f"L{x:g} {y:g}"
    parts.append(tag("path", d=way, stroke=MARK, stroke_width=4, fill="none", stroke_opacity=0.85, stroke_linejoin="round"))
    for point, fill, line in (("b3", FIRST, INK), ("d4", SECOND, SECOND)):
        x, y = at(point)
        parts.append(circle(x, y, 8, fill, stroke=line, stroke_width=1.6))
    return parts


def main():
    boards = [chess, connect4, tictactoe, surakarta, othello, breakthrough, ataxx]
    width = COLUMNS * SIDE + (COLUMNS + 1) * GAP
    height = ROW * -(-len(boards) // COLUMNS)
    head = tag("marker", tag("path", d="M0 0L4 2L0 4Z", fill=MARK), id="head", markerWidth=4, markerHeight=4, refX=2,
               refY=2, orient="auto")
    parts = [tag("title", "A position of each game, with what Plyglot says of it"), tag("defs", head)]
    parts.append(tag("rect", width=width, height=height, rx=10, fill="#ffffff"))
    for i, ((game, (command, answer)), board) in enumerate(zip(POSITIONS.items(), boards)):
        row, column = divmod(i, COLUMNS)
        # A row that is not full stands in the middle.
        empty = COLUMNS * (row + 1) - min(len(boards), COLUMNS * (row + 1))
        x, y = GAP + (column + empty / 2) * (SIDE + GAP), row * ROW
        parts.append(words(x + SIDE / 2, y + 28, game, 17, font_weight="bold"))
        parts.append(tag("g", "\n".join(board()), transform=f"translate({x:g} {y + TOP})"))
        parts.append(words(x + SIDE / 2, y + TOP + SIDE + 28, command, 12.5, PALE, font_family="DejaVu Sans Mono, Menlo, Consolas, monospace"))
        parts.append(words(x + SIDE / 2, y + TOP + SIDE + 48, answer, 13.5))
    print(tag("svg", "\n" + "\n".join(parts) + "\n", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}",
              font_family="Helvetica, Arial, DejaVu Sans, sans-serif"))


if __name__ == "__main__":
    main()
