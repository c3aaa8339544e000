#!/usr/bin/env python3
"""Plyglot from Python: the best lines of a position, and a game with pondering.

    examples/from_python.py [PLYGLOT]

Needs python-chess (on PyPI: chess).
"""

import sys

import chess
import chess.engine


def best_lines(engine, board, count):
    """The best lines, best first, each with its score for the side to move."""
    for line in engine.analyse(board, chess.engine.Limit(depth=10), multipv=count):
        yield line["score"].relative, board.variation_san(line["pv"])


def play(white, black):
    """The board at the end of a game; each thinks in the other's time as well."""
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    while not board.is_game_over(claim_draw=True):
        engine = white if board.turn == chess.WHITE else black
        board.push(engine.play(board, limit, ponder=True).move)
    return board


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "target/release/plyglot"
    open_engine = chess.engine.SimpleEngine.popen_uci
    with open_engine(command) as white, open_engine(command) as black:
        for engine in (white, black):
            engine.configure({"Hash": 64, "Threads": 1})
        for score, line in best_lines(white, chess.Board(), 3):
            print(f"{score}: {line}")
        board = play(white, black)
        print(f"{board.result(claim_draw=True)} after {board.ply()} plies")


if __name__ == "__main__":
    main()
