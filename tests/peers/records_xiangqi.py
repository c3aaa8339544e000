#!/usr/bin/env python3
"""Random games of xiangqi as cchess writes them, read by Plyglot, and the other way round.

    tests/peers/records_xiangqi.py CONVERT GAMES [PLIES]

CONVERT is the example `convert`. It must find the same moves in each
game as cchess writes it, in Chinese, and write them as cchess does. Of what it writes in ICCS, cchess
must read the same moves; its reader of Chinese does not know its own moves of two advisors on a file.
The exit status is 1 if anything differs. Not run by `cargo test`: it needs the
package cchess.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from cchess import FULL_INIT_FEN, ChessBoard, Game


def play(seed, plies):
    """A random game."""
    pick = random.Random(seed)
    board = ChessBoard(FULL_INIT_FEN)
    game = Game(board)
    for _ in range(plies):
        legal = [ends for ends in board.create_moves() if not board.is_checked_move(*ends)]
        if not legal:
            break
        game.append_next_move(board.move(*pick.choice(sorted(legal))))
        board.next_turn()
    return game


def one_based(move):
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def convert(program, path, *words):
    with path.open("rb") as file:
        run = subprocess.run([program, *words], stdin=file, capture_output=True, check=True)
    return run.stdout.decode()


def moves_of(text):
    return [word for word in text.split("\n\n", 1)[1].split() if not word.endswith(".")][:-1]


def main():
    program, count, *plies = sys.argv[1:]
    equal = {"read": 0, "chinese": 0, "iccs": 0}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pgn"
        for seed in range(int(count)):
            game = play(seed, int(plies[0]) if plies else 120)
            expected = game.dump_iccs_moves()[0]
            game.save_to(str(path))
            other = Path(folder) / "iccs.pgn"
            other.write_text(convert(program, path, "pgn", "xiangqi", "iccs"))
            found = {
                "read": moves_of(convert(program, path, "pgn", "xiangqi", "uci")),
                "chinese": moves_of(convert(program, path, "pgn", "xiangqi", "chinese")),
                "iccs": Game.read_from(str(other)).dump_iccs_moves()[0],
            }
            wanted = {"read": list(map(one_based, expected)), "chinese": game.dump_text_moves()[0]}
            for way, moves in found.items():
                equal[way] += moves == wanted.get(way, expected)
                for ply, pair in enumerate(zip(moves, wanted.get(way, expected)), 1):
                    if pair[0] != pair[1]:
                        print(f"{way} {seed}: ply {ply}, {pair[0]} for {pair[1]}")
                        break
    print(equal)
    sys.exit(any(number != int(count) for number in equal.values()))


if __name__ == "__main__":
    main()
