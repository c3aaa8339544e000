#!/usr/bin/env python3
"""Plyglot from Python, in two ways.

    examples/from_python.py [PLYGLOT]

As an engine of UCI, by python-chess: the best lines of a position, and a game with
pondering. As a command that prints JSON, without any package: what each move of a
position is worth, in any game.

Without python-chess (on PyPI: chess), only the second is shown.
"""

import json
import subprocess
import sys

try:
    import chess
    import chess.engine
except ImportError:
    chess = None


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


def play_chess(command):
    """Three lines and a game, printed."""
    open_engine = chess.engine.SimpleEngine.popen_uci
    with open_engine(command) as white, open_engine(command) as black:
        for engine in (white, black):
            engine.configure({"Hash": 64, "Threads": 1})
        for score, line in best_lines(white, chess.Board(), 3):
            print(f"{score}: {line}")
        board = play(white, black)
        print(f"{board.result(claim_draw=True)} after {board.ply()} plies")


def analyse(command, game, positions, depth):
    """The analyses of positions, as objects of docs/analyse.schema.json."""
    arguments = [command, "analyse", "--game", game, "--all", "--depth", str(depth), "--json"]
    found = subprocess.run(
        arguments, input="\n".join(positions), stdout=subprocess.PIPE, text=True, check=True
    )
    return [json.loads(line) for line in found.stdout.splitlines()]


def value(move):
    """The score of a move for people."""
    if "mate" in move:
        return f"ends in {move['mate']}"
    return f"{move['cp'] / 100:+.2f}"


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "target/release/plyglot"
    if chess is None:
        print("python-chess is not there: no game of chess", file=sys.stderr)
    else:
        play_chess(command)
    for answer in analyse(command, "connect4", ["startpos", "startpos moves d d d"], depth=12):
        scores = (f"{move['record']} {value(move)}" for move in answer["moves"])
        print(f"{answer['position']}: {', '.join(scores)}")


if __name__ == "__main__":
    main()
