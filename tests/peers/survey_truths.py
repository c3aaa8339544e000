"""What `plyglot survey` says of games about which the truth is known.

    survey_truths.py PROGRAM [GAMES]

Prints for each game what the first side scores with best play, from the start and, in games solved
here, after two and three random plies, with which a survey begins; what it scores in the survey
between the weakest and between the strongest players; the share of drawn games and the mean length
at the strongest, with what is published. Openings in which the weakest players see the end are not
surveyed, and all players are far from perfect in all but the smallest games: only the direction can
be compared. Fails if the first side of the strongest players clearly scores on the other side of a
half than all that is known.
"""

import json
import subprocess
import sys
import tempfile
from functools import cache
from itertools import product

ALLIS = "Allis 1994"
# Games, what the first side scores with best play, the mean length of games, and from where.
KNOWN = [
    ("tictactoe", 0.5, 9, "solved here; length: " + ALLIS),
    ("cfour", 1, 36, f"Allis 1988, Allen 1988; length: {ALLIS}; openings: plyglot solve"),
    ("gomoku", 1, 30, ALLIS),
    ("hex", 1, None, "Nash 1952"),
    ("hexswap", 0, None, "follows from Nash 1952"),
    ("checkers", 0.5, 70, f"Schaeffer et al. 2007; length: {ALLIS}; drawn: Tinsley and Chinook, 1992"),
]
PUBLISHED_DRAWS = {"checkers": 33 / 39}
# What the first side gets after each first move, from the best to the worst.
FIRST_MOVES = {"cfour": "d > ce > abfg (Allis 1988)"}
# Breakthrough, on boards of so many files and ranks.
SIZES = [
    (3, 5, 0, "solved here"),
    (4, 5, 0, "solved here"),
    (5, 5, 0, "user Tasmanian Devil, forum of Little Golem, 2006"),
    (5, 6, 0, "Saffidine, Jouandeau, Cazenave 2011"),
    (8, 8, None, "unknown"),
]
# With the swap, the second side must choose its first move.
PLIES = {"hexswap": "1"}


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def after_openings(start, moves, value):
    """The mean of what the first side gets after two and three random plies."""

    def after(position, plies):
        return mean(after(to, plies - 1) for to in moves(*position)) if plies else value(*position)

    return (after(start, 2) + 1 - after(start, 3)) / 2


class TicTacToe:
    lines = [7, 56, 448, 73, 146, 292, 273, 84]

    def __init__(self):
        self.start = (0, 0)
        self.value = cache(self.value)

    def moves(self, own, other):
        return [(other, own | bit) for bit in (1 << cell for cell in range(9)) if not (own | other) & bit]

    def value(self, own, other):
        """What the side to move gets."""
        if any(other & line == line for line in self.lines):
            return 0
        return max((1 - self.value(*to) for to in self.moves(own, other)), default=0.5)


class Breakthrough:
    """Cells are bits, from the left of the nearest rank of the side to move."""

    def __init__(self, files, ranks):
        self.cells, self.last = files * ranks, files * (ranks - 1)
        self.steps = [
            (cell, cell + files + step, step == 0)
            for cell in reversed(range(self.last))
            for step in (-1, 0, 1)
            if 0 <= cell % files + step < files
        ]
        rows = (1 << 2 * files) - 1
        self.start = (rows, self.turned(rows))
        self.value = cache(self.value)

    def turned(self, side):
        """The other side sees the board from there."""
        return int(f"{side:0{self.cells}b}"[::-1], 2)

    def moves(self, own, other):
        for cell, to, is_ahead in self.steps:
            if own >> cell & 1 and not (own >> to & 1 or is_ahead and other >> to & 1):
                yield self.turned(other & ~(1 << to)), self.turned(own ^ 1 << cell | 1 << to)

    def value(self, own, other):
        """What the side to move gets."""
        if not own or self.turned(other) >> self.last:
            return 0
        return int(any(self.value(*to) == 0 for to in self.moves(own, other)))


def after_openings_of_connect4(program):
    texts = ["".join(columns) for plies in (2, 3) for columns in product("1234567", repeat=plies)]
    said = subprocess.run([program, "solve", "--wld"], input="\n".join(texts), capture_output=True, text=True)
    points = {"win": 1, "draw": 0.5, "loss": 0}
    points = {text: points[value] for text, value in map(str.split, said.stdout.splitlines())}
    two, three = (mean(points[text] for text in texts if len(text) == plies) for plies in (2, 3))
    return (two + 1 - three) / 2


def breakthrough(files, ranks):
    rows = ["p" * files] * 2 + [str(files)] * (ranks - 4) + ["P" * files] * 2
    size = f"maxFile = {files}\nmaxRank = {ranks}\nstartFen = {'/'.join(rows)} w\n"
    return f"[breakthrough{files}x{ranks}:breakthrough]\n{size}"


def survey(program, games, *arguments):
    command = [program, "survey", "--json", "--games", str(games), "--nodes", "100", "--doublings", "6"]
    said = subprocess.run([*command, "--threads", "1", *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(said.stdout)


def percent(share):
    return "-" if share is None else f"{100 * share:.0f} %"


def bounded(score):
    return f"{percent(score['estimate'])} [{100 * score['low']:.0f}, {100 * score['high']:.0f}]"


def row(name, value, opened, length, source, found):
    weakest, *_, strongest = [strength["first"]["score"] for strength in found["strengths"]]
    drawn, plies = (found["measures"][key]["estimate"] for key in ("drawn", "plies"))
    draws = percent(drawn) + (f" ({percent(PUBLISHED_DRAWS[name])})" if name in PUBLISHED_DRAWS else "")
    expected = [known for known in (value, opened) if known is not None]
    wrong = expected and (strongest["high"] < 0.5 < min(expected) or max(expected) < 0.5 < strongest["low"])
    cells = [percent(value), percent(opened), bounded(weakest), bounded(strongest), draws]
    print(name, *cells, f"{plies:.0f} ({length or '-'})", source, "WRONG" if wrong else "", sep="\t", flush=True)
    if name in FIRST_MOVES:
        said = [f"{move['move']} {percent(move['score']['estimate'])}" for move in found["first_moves"]]
        print(f"  first moves: {', '.join(said)}; published: {FIRST_MOVES[name]}", flush=True)
    return bool(wrong)


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    sys.setrecursionlimit(10_000)
    print("game\tbest play\tafter openings\tat 100 nodes\tat 6400 nodes\tdrawn\tplies\tsource")
    wrong = False
    for name, value, length, source in KNOWN:
        opened = None
        if name == "tictactoe":
            game = TicTacToe()
            assert game.value(*game.start) == value
            opened = after_openings(game.start, game.moves, game.value)
        elif name == "cfour":
            opened = after_openings_of_connect4(program)
        found = survey(program, games, "--game", name, "--plies", PLIES.get(name, "2"))
        wrong |= row(name, value, opened, length, source, found)
    for files, ranks, value, source in SIZES:
        opened = None
        if source == "solved here":
            game = Breakthrough(files, ranks)
            assert game.value(*game.start) == value
            opened = after_openings(game.start, game.moves, game.value)
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(breakthrough(files, ranks))
            file.flush()
            found = survey(program, games, "--variants", file.name)
        wrong |= row(f"breakthrough {files}x{ranks}", value, opened, None, source, found)
    sys.exit(wrong)


main()
