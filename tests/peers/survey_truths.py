"""What `plyglot survey` says of games about which the truth is known.

    survey_truths.py PROGRAM [GAMES]

Prints, for each game, what the first side scores with best play, what it scores in the survey
between the weakest and the strongest players, how many of the games of the strongest are drawn, and
how long they are beside the length that is published. The survey begins with random moves after
which its weakest players see no win, and its players are far from perfect in all but the smallest
games: only the direction can be compared. Fails if the strongest players of a solved game clearly
score on the wrong side of a half.
"""

import json
import subprocess
import sys
import tempfile
from functools import cache

ALLIS = "Allis 1994"
# Games, what the first side scores with best play, the mean length of games, and from where.
KNOWN = [
    ("tictactoe", 0.5, 9, ALLIS),
    ("cfour", 1, 36, "Allis 1988, Allen 1988; length: " + ALLIS),
    ("gomoku", 1, 30, ALLIS),
    ("hex", 1, None, "Nash 1952"),
    ("hexswap", 0, None, "follows from Nash 1952"),
    ("checkers", 0.5, 70, "Schaeffer et al. 2007; length: " + ALLIS),
]
# In the match of Tinsley and Chinook, 33 of 39 games of checkers were drawn (Schaeffer 1992).
PUBLISHED_DRAWS = {"checkers": 33 / 39}
# What the first side gets after each first move, from the best to the worst (Allis 1988).
FIRST_MOVES = {"cfour": ["d", "ce", "abfg"]}
# Breakthrough, on boards of so many files and ranks.
SIZES = [
    (3, 5, None, "solved here"),
    (4, 5, None, "solved here"),
    (5, 5, 0, "user Tasmanian Devil, forum of Little Golem, 2006"),
    (5, 6, 0, "Saffidine, Jouandeau, Cazenave 2011"),
    (8, 8, None, "unknown"),
]
# With the swap, the second side must choose its first move.
PLIES = {"hexswap": "1"}


def wins(files, ranks):
    """Whether the first side wins breakthrough, by a plain search. Cells are bits, from the left of
    the nearest rank of the side to move; a half turn shows the other side the board."""
    cells = files * ranks
    steps = [(cell, cell + files + step, step == 0) for cell in reversed(range(cells - files))
             for step in (-1, 0, 1) if 0 <= cell % files + step < files]

    def turned(side):
        return int(f"{side:0{cells}b}"[::-1], 2)

    @cache
    def win(own, other):
        if own >> cells - 2 * files:
            return True  # A step to the last rank is always open to a side.
        for cell, to, is_ahead in steps:
            if not own >> cell & 1 or own >> to & 1 or is_ahead and other >> to & 1:
                continue
            left = other & ~(1 << to)
            if not left or not win(turned(left), turned(own ^ 1 << cell | 1 << to)):
                return True
        return False

    sys.setrecursionlimit(10_000)
    rows = (1 << 2 * files) - 1
    return win(rows, turned(rows))


def breakthrough(files, ranks):
    rows = ["p" * files] * 2 + [str(files)] * (ranks - 4) + ["P" * files] * 2
    size = f"maxFile = {files}\nmaxRank = {ranks}\nstartFen = {'/'.join(rows)} w\n"
    return f"[breakthrough{files}x{ranks}:breakthrough]\n{size}"


def survey(program, games, *arguments):
    command = [program, "survey", "--json", "--games", str(games), "--nodes", "100", "--doublings", "6"]
    command += ["--threads", "1", *arguments]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(said.stdout)


def percent(share):
    return "-" if share is None else f"{100 * share:.0f} %"


def bounded(score):
    return f"{percent(score['estimate'])} [{100 * score['low']:.0f}, {100 * score['high']:.0f}]"


def row(name, value, length, source, found):
    first = [strength["first"]["score"] for strength in found["strengths"]]
    drawn, plies = (found["measures"][key]["estimate"] for key in ("drawn", "plies"))
    wrong = value in (0, 1) and abs(first[-1]["estimate"] - value) > 0.5 and not first[-1]["low"] < 0.5 < first[-1]["high"]
    draws = percent(drawn) + (f" ({percent(PUBLISHED_DRAWS[name])})" if name in PUBLISHED_DRAWS else "")
    lengths = f"{plies:.0f} ({length or '-'})"
    cells = [name, percent(value), *map(bounded, (first[0], first[-1])), draws, lengths, source]
    print(*cells, "WRONG" if wrong else "", sep="\t", flush=True)
    if name in FIRST_MOVES:
        said = [f"{move['move']} {percent(move['score']['estimate'])}" for move in found["first_moves"]]
        print(f"  first moves: {', '.join(said)}; published: {' > '.join(FIRST_MOVES[name])}", flush=True)
    return wrong


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 120
    print("game\tbest play\tat 100 nodes\tat 6400 nodes\tdrawn (published)\tplies (published)\tsource")
    wrong = False
    for name, *known in KNOWN:
        found = survey(program, games, "--game", name, "--plies", PLIES.get(name, "2"))
        wrong |= row(name, *known, found)
    for files, ranks, value, source in SIZES:
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(breakthrough(files, ranks))
            file.flush()
            found = survey(program, games, "--variants", file.name)
        if source == "solved here":
            value = int(wins(files, ranks))
        wrong |= row(f"breakthrough {files}x{ranks}", value, None, source, found)
    sys.exit(wrong)


main()
