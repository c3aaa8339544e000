#!/usr/bin/env python3
"""Plays whole games in USI and UCCI through clients that nobody here wrote.

    usi_ucci.py PLYGLOT [GAMES]

cshogi (PyPI) speaks USI to Plyglot and judges shogi; cchess (PyPI) speaks UCCI and judges
xiangqi. Each move must be legal there. Prints a line for each game: its plies and its end.
"""

import sys
import time

import cchess
import cshogi
from cshogi.usi import Engine

MOST_PLIES = 320
# The time between the program and its client: more on a busy machine.
MARGIN_MS = 200


def shogi(program, number):
    """A game of Plyglot against itself on a clock with byoyomi; its plies and its end."""
    engine = Engine(program)
    engine.setoption("USI_Hash", "8")
    engine.usinewgame()
    engine.isready()
    board = cshogi.Board()
    moves = []
    if number % 2 == 1:
        moves = ["2g2f", "8c8d"]
        for move in moves:
            board.push_usi(move)
    left = [1500, 1500]
    end = "stopped"
    while len(moves) < MOST_PLIES:
        engine.position(moves=moves)
        start = time.monotonic()
        # An engine's own clock runs out first, then it has its byoyomi.
        answer = engine.go(btime=left[0], wtime=left[1], byoyomi=100)
        used = 1000 * (time.monotonic() - start)
        side = len(moves) % 2
        if used > left[side] + 100 + MARGIN_MS:
            raise SystemExit(f"shogi {number}: {used:.0f} ms, with {left[side]} left")
        left[side] = max(0, left[side] - int(used))
        best = answer[0] if isinstance(answer, tuple) else answer
        if best == "resign":
            end = "resigns, mated" if board.is_game_over() else "resigns, NOT mated"
            break
        move = board.move_from_usi(best)
        if not board.is_legal(move):
            raise SystemExit(f"shogi {number}: {best} is illegal in {board.sfen()}")
        board.push(move)
        moves.append(best)
        if board.is_draw() == cshogi.REPETITION_DRAW:
            end = "repetition"
            break
    engine.gameover()
    engine.quit()
    return len(moves), end


def xiangqi(program, number):
    """A game of Plyglot against itself; its plies and its end."""
    engine = cchess.UcciEngine()
    engine.load(program)
    if not engine.wait_for_ready():
        raise SystemExit("xiangqi: no ucciok")
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    plies, end = 0, "stopped"
    while plies < MOST_PLIES:
        engine.go_from(board.to_fen(), {"depth": 4 + number % 2})
        action = None
        start = time.monotonic()
        while action is None or action["action"] not in ("bestmove", "dead"):
            action = engine.get_action()
            if time.monotonic() - start > 60:
                raise SystemExit(f"xiangqi {number}: no answer in {board.to_fen()}")
        if action["action"] == "dead":
            end = "no legal move" if board.no_moves() else "gives up, with moves"
            break
        best = action["move"]
        if not board.is_valid_iccs_move(best):
            raise SystemExit(f"xiangqi {number}: {best} is illegal in {board.to_fen()}")
        board.move_iccs(best)
        board.next_turn()
        plies += 1
    engine.quit()
    return plies, end


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    for name, play in (("shogi", shogi), ("xiangqi", xiangqi)):
        for number in range(games):
            plies, end = play(program, number)
            print(f"{name} {number + 1}: {plies} plies, {end}", flush=True)


if __name__ == "__main__":
    main()
