"""What `plyglot survey` says of games about which the truth is known.

    survey_truths.py PROGRAM [GAMES]

Prints, for each game, what is known and from where, what the first side scores and how many games
are drawn at the weakest and the strongest players, and the length of the games. What is known is of
perfect play; the survey's players are far from it in all but the smallest games, so that only the
direction can be compared, and best in small games.
"""

import json
import subprocess
import sys
import tempfile

BREAKTHROUGH = "[bt{files}x{ranks}:breakthrough]\nmaxFile = {files}\nmaxRank = {ranks}\nstartFen = {start} w\n"

KNOWN = [
    ("tictactoe", "drawn"),
    ("cfour", "the first side wins, in 41 plies, by d only (Allis 1988; Allen 1988)"),
    ("gomoku", "the first side wins on 15x15 (Allis 1994)"),
    ("hex", "the first side wins (Nash 1952), without a swap"),
    ("checkers", "drawn (Schaeffer et al. 2007)"),
]
# Solved by `plyglot solve` where it can, and by Saffidine, Jouandeau and Cazenave (2011) on 6x5.
SIZES = [(3, 5), (4, 5), (5, 5), (5, 6), (6, 6)]


def start(files, ranks):
    rows = [("p" * files)] * 2 + [str(files)] * (ranks - 4) + [("P" * files)] * 2
    return "/".join(rows)


def survey(program, games, *arguments):
    command = [program, "survey", "--json", "--games", str(games), "--nodes", "100", "--doublings", "4"]
    said = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def solved(program, *arguments):
    said = subprocess.run([program, "solve", *arguments], capture_output=True, text=True, timeout=600)
    return said.stdout.split("\n")[0].strip() if said.returncode == 0 else "not solved"


def row(name, known, found):
    first, last = found["strengths"][0], found["strengths"][-1]

    def score(strength):
        tally = strength["first"]
        games = max(1, tally["wins"] + tally["draws"] + tally["losses"])
        value = tally["score"] or {"estimate": 0.5, "low": 0, "high": 1}
        low, high = (round(100 * value[bound]) for bound in ("low", "high"))
        return f"{100 * value['estimate']:.0f} % [{low}, {high}], {100 * tally['draws'] / games:.0f} % drawn"

    print(f"{name}\t{known}\t{score(first)}\t{score(last)}\t{found['plies']['median']} plies", flush=True)


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    print("game\tknown\tfirst side at 100 nodes\tat 1600 nodes\tlength")
    for name, known in KNOWN:
        row(name, known, survey(program, games, "--game", name))
    for files, ranks in SIZES:
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(BREAKTHROUGH.format(files=files, ranks=ranks, start=start(files, ranks)))
            file.flush()
            rules = ("--variants", file.name)
            known = solved(program, *rules) if files * ranks <= 20 else "-"
            row(f"breakthrough {files}x{ranks}", known, survey(program, games, *rules))


main()
