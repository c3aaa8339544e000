#!/usr/bin/env python3
"""Plays random games of Othello in Plyglot and in pyffish, and compares them.

    tests/peers/othello_pyffish.py [--games N] [--fens N] [--seed N] [PLYGLOT]

Legal moves at every ply, and the result of each game. FENs are compared at the
end of each game, and in one of `--fens` games at every ply. One game in twenty
begins with an empty board, as Reversi once did. The exit
status is 1 after the first difference. Not run by `cargo test`: it needs the
package pyffish (PyPI), in which each call takes some milliseconds.
"""

import argparse
import random
import subprocess
import sys

import pyffish

VARIANT = "flipello"
# Games whose questions are sent together.
BATCH = 50
EMPTY = f"8/8/8/8/8/8/8/8[{'P' * 62}{'p' * 62}] w - - 0 1"
RESULTS = {0: "draw", 1: "p1win", -1: "p2win"}


def play(number, seed, with_fens):
    """A random game by pyffish's rules: the start, and for each ply the moves
    so far, the FEN or None, and the legal moves; and the result."""
    choose = random.Random(f"{seed} {number}")
    start = EMPTY if number % 20 == 19 else pyffish.start_fen(VARIANT)
    moves, plies = [], []
    while True:
        legal = pyffish.legal_moves(VARIANT, start, moves)
        is_shown = with_fens or not legal
        fen = pyffish.get_fen(VARIANT, start, moves) if is_shown else None
        plies.append((list(moves), fen, sorted(legal)))
        if not legal:
            break
        moves.append(choose.choice(legal))
    value = pyffish.game_result(VARIANT, start, moves)
    sign = (value > 0) - (value < 0)
    is_first = plies[-1][1].split()[1] == "w"
    return start, plies, RESULTS[sign if is_first else -sign]


def questions(games):
    """The commands that ask for all that is to be compared."""
    for start, plies, _ in games:
        for moves, fen, legal in plies:
            played = f" moves {' '.join(moves)}" if moves else ""
            yield f"position fen {start}{played}"
            if legal:
                yield "go perft 1"
            if fen:
                yield "d"
            yield "query result"


def read(lines):
    """The answers to `go perft 1`, to `d` and to `query result`. Counts come from
    a thread of their own, so only answers of one kind are in order."""
    moves, fens, results, listed = [], [], [], []
    for line in lines:
        if line.startswith("Nodes searched: "):
            moves.append(sorted(listed))
            listed = []
        elif line.endswith(": 1"):
            listed.append(line.split(":")[0])
        elif line.startswith("Fen: "):
            fens.append(line.removeprefix("Fen: "))
        elif line.startswith("response "):
            results.append(line.removeprefix("response "))
    return iter(moves), iter(fens), iter(results)


def check(what, moves, expected, found):
    """Ends the program if the two differ."""
    if expected != found:
        sys.exit(f"{what} after `{' '.join(moves)}`:\npyffish {expected}\nplyglot {found}")


def compare(games, plyglot):
    """Puts the questions to Plyglot and compares its answers."""
    text = "\n".join(["setoption name UCI_Variant value flipello", *questions(games), ""])
    done = subprocess.run([plyglot], input=text, capture_output=True, text=True, check=True)
    found_moves, found_fens, found_results = read(done.stdout.splitlines())
    for _, plies, result in games:
        for moves, fen, legal in plies:
            if legal:
                check("legal moves", moves, legal, next(found_moves))
            if fen:
                check("FEN", moves, fen, next(found_fens))
            check("result", moves, "none" if legal else result, next(found_results))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--fens", type=int, default=10, help="games for each with all FENs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("plyglot", nargs="?", default="target/release/plyglot")
    arguments = parser.parse_args()
    counts = {"games": 0, "positions": 0, "FENs": 0, "passes": 0}
    results = dict.fromkeys(RESULTS.values(), 0)
    for first in range(0, arguments.games, BATCH):
        numbers = range(first, min(first + BATCH, arguments.games))
        games = [play(n, arguments.seed, n % arguments.fens == 0) for n in numbers]
        compare(games, arguments.plyglot)
        for _, plies, result in games:
            counts["games"] += 1
            counts["positions"] += len(plies)
            counts["FENs"] += sum(fen is not None for _, fen, _ in plies)
            counts["passes"] += sum(legal != [] and legal[0][1] != "@" for _, _, legal in plies)
            results[result] += 1
        print(", ".join(f"{n} {what}" for what, n in counts.items()), flush=True)
    print("no difference;", ", ".join(f"{result} {n}" for result, n in results.items()))


if __name__ == "__main__":
    main()
