#!/usr/bin/env python3
"""Random games a second beside python-chess and pyffish, and the cost of a search call.

    python/tests/speed.py [--seconds 3]

Each program is asked for the legal moves and the result at every ply, and plays one of the
moves. `all texts`: as a list of all moves in text; `one text`: one of `legal_moves`;
`index`: by its number. Games end after 200 plies at the latest.
"""

import argparse
import random
import time

import plyglot
from peers import VARIANTS

PLIES = 200


def all_texts(game):
    position = plyglot.Position(game)
    for _ in range(PLIES):
        if position.is_game_over():
            break
        position.push(random.choice(list(position.legal_moves)))


def one_text(game):
    position = plyglot.Position(game)
    for _ in range(PLIES):
        if position.is_game_over():
            break
        position.push(random.choice(position.legal_moves))


def index(game):
    position = plyglot.Position(game)
    moves = position.legal_moves
    for _ in range(PLIES):
        if position.is_game_over():
            break
        position.push(random.randrange(len(moves)))


def python_chess(_):
    import chess

    board = chess.Board()
    for _ in range(PLIES):
        moves = list(board.legal_moves)
        if board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves():
            break
        board.push(random.choice(moves))


def by_pyffish(game):
    import pyffish

    start, moves = pyffish.start_fen(game), []
    for _ in range(PLIES):
        over, _ = pyffish.is_immediate_game_end(game, start, moves)
        claimed, _ = pyffish.is_optional_game_end(game, start, moves)
        legal = pyffish.legal_moves(game, start, moves)
        if over or claimed or not legal:
            break
        moves.append(random.choice(legal))


def rate(play, game, seconds):
    """Games a second of the processor's time, with the same seeds for each program."""
    random.seed(1)
    play(game)
    start, games = time.process_time(), 0
    while time.process_time() - start < seconds:
        play(game)
        games += 1
    return games / (time.process_time() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each figure")
    seconds = parser.parse_args().seconds
    ours = [all_texts, one_text, index]
    print("| game | all texts | one text | index | peer |\n|---|---|---|---|---|")
    games = ["chess", "cfour", "flipello", "surakarta", "breakthrough", "ataxx"] + VARIANTS
    for game in games:
        peer = python_chess if game == "chess" else by_pyffish if game in VARIANTS else None
        rates = [rate(play, game, seconds) for play in ours + ([peer] if peer else [])]
        print(f"| {game} | " + " | ".join(f"{value:,.4g}" for value in rates) + " |", flush=True)
    engine, position = plyglot.Engine("chess", hash=1), plyglot.Position("chess")
    for limits in ({"nodes": 1}, {"depth": 1}, {"depth": 4}):
        times, searches = [], []
        for _ in range(5000):
            start = time.perf_counter()
            found = engine.go(position, **limits)
            times.append(time.perf_counter() - start)
            searches.append(found.lines[0].time)
        times.sort(), searches.sort()
        print(
            f"{limits}: a call takes {1e6 * times[2500]:.1f} us (median), "
            f"of which the last line had come after {1e6 * searches[2500]:.1f} us"
        )


if __name__ == "__main__":
    main()
