#!/usr/bin/env python3
"""Plays whole games in Gomocup's protocol through a match runner that nobody here wrote.

    gomocup.py PLYGLOT C_GOMOKU_CLI [GAMES]

c-gomoku-cli (commit d27c163) judges moves, ends and time. Under each rule Plyglot plays itself
twice this many games: told of each move by TURN, then of each position by BOARD. Prints a line for
each game: the rule and its end. A game that ends by more than the moves is a fault.
"""

import os
import re
import subprocess
import sys
import tempfile

RULES = {0: "gomoku", 1: "gomoku_exact", 4: "renju"}
# Seconds for a game and for each of its moves.
TIME = "60/0.2"
GAME_END = re.compile(r"Finished game .*\{(.*)\}")
FAULTS = ("illegal", "time forfeit", "crash", "output error", "output unknown")


def play(program, runner, rule, games, by_board):
    """The ends of this many games."""
    player = f"cmd={os.path.abspath(program)}"
    command = [os.path.abspath(runner), "-each", f"tc={TIME}", "-boardsize", "15"]
    command += ["-engine", player, "name=first", "-engine", player, "name=second"]
    command += ["-rule", str(rule), "-games", str(games), "-fatalerror"]
    command += ["-sendbyboard"] if by_board else []
    with tempfile.TemporaryDirectory() as folder:
        # The time of both players, and as much again.
        ended = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=240 * games, check=False
        )
    printed = ended.stdout + ended.stderr
    ends = GAME_END.findall(printed)
    if ended.returncode or len(ends) != games or any(word in printed for word in FAULTS):
        raise SystemExit(f"{' '.join(command)}\n{printed}")
    return ends


def main():
    program, runner = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    for rule, name in RULES.items():
        for by_board in (False, True):
            for end in play(program, runner, rule, games, by_board):
                print(f"{name}, {'BOARD' if by_board else 'TURN'}: {end}", flush=True)


if __name__ == "__main__":
    main()
