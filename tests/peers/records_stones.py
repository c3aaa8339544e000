#!/usr/bin/env python3
"""Random games of gomoku, hex and Othello, exchanged with sgfmill.

    tests/peers/records_stones.py CONVERT GAMES

CONVERT is the example `convert`. Each game is a tree with comments,
clocks and marks. Trees that sgfmill writes must come back with the same nodes; their moves, and
those of PGN that is made here, must be the same in PGN and in SGF. Games of Othello, which are
played by rules of this script, go as strings of moves with and without passes. The exit status is 1
if anything differs. Not run by `cargo test`: it needs the package sgfmill.
"""

import random
import re
import subprocess
import sys

from sgfmill import sgf, sgf_grammar

LETTERS = "abcdefghijklmnopqrs"
TEXTS = ["a word", "two\nlines", "[a] \\ b:c", "白 ist weiß", "100 %", "[%eval 0.3]", "$7 !?"]
NAGS = {("TE", "1"): 1, ("BM", "1"): 2, ("TE", "2"): 3, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6}


class Board:
    """The cells of a game as (column, row), from 0 and from the top left."""

    def __init__(self, name, number, size, point):
        self.name, self.number, self.size, self.point = name, number, size, point

    def shown(self, cell):
        """As players name it."""
        return f"{LETTERS[cell[0]]}{cell[1] + 1 if self.name == 'hex' else self.size - cell[1]}"


BOARDS = [
    Board("gomoku", "4", 15, lambda cell: LETTERS[cell[0]] + LETTERS[cell[1]]),
    Board("hex", "11", 11, lambda cell: f"{LETTERS[cell[0]]}{cell[1] + 1}"),
]


def properties(pick, board, colour):
    """What else a node says."""
    cells = [(x, y) for x in range(board.size) for y in range(board.size)]
    points = iter(board.point(cell) for cell in pick.sample(cells, 12))
    found = {}
    if pick.random() < 0.3:
        found["C"] = [pick.choice(TEXTS)]
    if pick.random() < 0.3:
        found[colour + "L"] = [f"{pick.randrange(9999)}{pick.choice(['', '.25'])}"]
        found["O" + colour] = [str(pick.randrange(9))]
    for name in ["CR", "TR", "SQ", "MA"]:
        if pick.random() < 0.1:
            found[name] = [next(points) for _ in range(pick.randint(1, 2))]
    for name in ["AR", "LN"]:
        if pick.random() < 0.1:
            found[name] = [f"{next(points)}:{next(points)}"]
    if pick.random() < 0.1:
        found["LB"] = [f"{next(points)}:{pick.choice(['1', ']', 'x=y', '%5D'])}"]
    if pick.random() < 0.1:
        name, value = pick.choice(list(NAGS))
        found[name] = [value]
    return found


def grow(pick, board, free, colour, plies, depth):
    """Nodes after a node, each as (cell, properties, further nodes)."""
    if plies == 0 or not free:
        return []
    count = 1 if depth == 0 or pick.random() < 0.8 else pick.randint(2, 3)
    nodes = []
    for i, cell in enumerate(pick.sample(sorted(free), min(count, len(free)))):
        found = properties(pick, board, colour)
        length, left = (plies - 1, depth) if i == 0 else (pick.randint(0, 4), depth - 1)
        after = grow(pick, board, free - {cell}, "W" if colour == "B" else "B", length, left)
        nodes.append((cell, {colour: [board.point(cell)], **found}, after))
    return nodes


def random_tree(seed, board):
    pick = random.Random(f"{board.name} {seed}")
    free = {(x, y) for x in range(board.size) for y in range(board.size)}
    root = {
        "FF": ["4"], "CA": ["UTF-8"], "GM": [board.number], "SZ": [str(board.size)],
        "PB": [pick.choice(TEXTS).replace("\n", " ")], "PW": ["B"], "DT": ["2026-11-28"],
        "RE": [pick.choice(["B+", "W+Resign", "0", "?"])], "KM": ["0"], "TM": ["600"],
        "C": [f"Game {seed}"],
    }
    # No side can have won: five stones in a row, or eleven from edge to edge.
    return root, grow(pick, board, free, "B", 20 if board.name == "hex" else 9, 3)


def to_sgf(root, nodes):
    game = sgf.Sgf_game(int(root["SZ"][0]), encoding="UTF-8")

    def fill(node, found):
        for name, values in found.items():
            raw = [re.sub(r"([\\\]])", r"\\\1", value).encode() for value in values]
            node.set_raw_list(name, raw)

    def add(parent, nodes):
        for _, found, after in nodes:
            node = parent.new_child()
            fill(node, found)
            add(node, after)

    fill(game.get_root(), root)
    add(game.get_root(), nodes)
    return game.serialise()


def as_tree(node):
    """The properties of a node of sgfmill, and its children."""
    def plain(value):
        return re.sub(r"\\(.)", r"\1", value.decode(), flags=re.S)

    found = {name: [plain(value) for value in node.get_raw_list(name)] for name in node.properties()}
    return found, [as_tree(child) for child in node]


def expected_tree(found, nodes):
    return found, [expected_tree(found, after) for _, found, after in nodes]


def ordered(tree):
    found, children = tree
    return {name: sorted(values) for name, values in found.items()}, [ordered(c) for c in children]


def of_sgf(text):
    games = sgf_grammar.parse_sgf_collection(text)
    return [as_tree(sgf.Sgf_game.from_coarse_game_tree(game).get_root()) for game in games]


def main_line(nodes):
    cells = []
    while nodes:
        cells.append(nodes[0][0])
        nodes = nodes[0][2]
    return cells


def to_pgn(board, root, nodes):
    """Moves, variations and glyphs alone."""
    def line(nodes):
        words = []
        while nodes:
            (cell, found, after), *others = nodes
            words.append(board.shown(cell))
            words += [f"${NAGS[name, values[0]]}" for name, values in found.items() if (name, values[0]) in NAGS]
            words += [f"({line([other])})" for other in others]
            nodes = after
        return " ".join(words)

    return f'[Variant "{board.name}"]\n[White "A"]\n\n{line(nodes)} *\n\n'


def stripped(tree):
    """A tree with nothing but moves and glyphs."""
    found, children = tree
    kept = {name: values for name, values in found.items() if name in "BW" or (name, values[0]) in NAGS}
    return kept, [stripped(child) for child in children]


def moves_of_pgn(text):
    """The moves of the main line of each game."""
    games = []
    for game in re.split(r"\n(?=\[Variant)", text):
        body = re.sub(r"\[\w+ \"(?:[^\"\\]|\\.)*\"\]\n", "", game)
        body = re.sub(r"\{[^}]*\}|\$\d+", " ", body)
        while "(" in body:
            body = re.sub(r"\([^()]*\)", " ", body)
        games.append([word for word in body.split() if not re.match(r"\d+\.|\*|[01]-|1/2", word)])
    return games


def flips(stones, cell, own):
    found = []
    for dx, dy in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
        x, y, line = cell[0] + dx, cell[1] + dy, []
        while stones.get((x, y), own) != own:
            line.append((x, y))
            x, y = x + dx, y + dy
        found += line if (x, y) in stones else []
    return found


def random_othello(seed):
    """The moves of a whole game, `--` for a pass that another move follows."""
    pick = random.Random(seed)
    stones = {(3, 3): 1, (4, 4): 1, (4, 3): 0, (3, 4): 0}
    own, moves, passed = 0, [], False
    while True:
        free = [(x, y) for x in range(8) for y in range(8) if (x, y) not in stones]
        legal = [cell for cell in free if flips(stones, cell, own)]
        if not legal and passed:
            return moves[:-1]
        passed = not legal
        moves.append("--")
        if legal:
            cell = pick.choice(legal)
            stones.update(dict.fromkeys([cell, *flips(stones, cell, own)], own))
            moves[-1] = f"{LETTERS[cell[0]]}{cell[1] + 1}"
        own = 1 - own


def convert(program, form, game, data):
    run = subprocess.run([program, form, game], input=data, capture_output=True, check=True)
    if run.stderr:
        print(form, game, run.stderr.decode()[:400])
    return run.stdout


def check(name, expected, found):
    differing = [i for i, (a, b) in enumerate(zip(expected, found)) if a != b]
    for i in differing[:2]:
        print(f"{name} {i}: expected\n{expected[i]}\nfound\n{found[i]}")
    equal = len(expected) - len(differing) if len(expected) == len(found) else 0
    print(f"{name}: {equal} of {len(expected)} equal")
    return equal == len(expected)


def check_trees(program, board, count):
    trees = [random_tree(seed, board) for seed in range(count)]
    data = b"\n".join(to_sgf(*tree) for tree in trees)
    whole = [ordered(expected_tree(*tree)) for tree in trees]
    again = [ordered(tree) for tree in of_sgf(convert(program, "sgf", board.name, data))]
    moves = [[board.shown(cell) for cell in main_line(nodes)] for _, nodes in trees]
    pgn = convert(program, "pgn", board.name, data)
    yield check(f"{board.name}: sgfmill's trees", whole, again)
    yield check(f"{board.name}: sgfmill's moves in PGN", moves, moves_of_pgn(pgn.decode()))
    ours = "".join(to_pgn(board, *tree) for tree in trees).encode()
    written = of_sgf(convert(program, "sgf", board.name, ours))
    bare = [stripped(({}, expected_tree(*tree)[1])) for tree in trees]
    yield check(f"{board.name}: PGN in sgfmill", bare, [stripped(tree) for tree in written])


def check_othello(program, count):
    games = [random_othello(seed) for seed in range(count)]
    bare = [[move for move in game if move != "--"] for game in games]
    lines = {
        "strings with passes": ["".join(game) for game in games],
        "strings without passes": ["".join(game) for game in bare],
        "capitals and blanks": [" ".join(game).upper() for game in bare],
    }
    passes = [[move.replace("--", "pass") for move in game] for game in games]
    for name, texts in lines.items():
        data = "\n".join(texts).encode()
        yield check(name, passes, moves_of_pgn(convert(program, "pgn", "othello", data).decode()))
        again = convert(program, "moves", "othello", data).decode().split()
        yield check(f"{name} again", ["".join(game) for game in bare], again)
    data = convert(program, "sgf", "othello", "\n".join(lines["strings without passes"]).encode())
    found = []
    for _, nodes in of_sgf(data):
        found.append([])
        while nodes:
            name = "BW"[len(found[-1]) % 2]
            found[-1].append(nodes[0][0][name][0].replace("PA", "pass"))
            nodes = nodes[0][1]
    yield check("othello in sgfmill", passes, found)
    yield check("othello from SGF", passes, moves_of_pgn(convert(program, "pgn", "othello", data).decode()))


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    results = [result for board in BOARDS for result in check_trees(program, board, count)]
    results += check_othello(program, count)
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
