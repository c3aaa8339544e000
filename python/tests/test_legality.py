"""Random games beside python-chess and pyffish, ply by ply.

`PLYGLOT_GAMES` is the number of games of chess, a tenth of which is played in each variant.
"""

import os
import random

import pytest

import plyglot
from peers import VARIANTS

GAMES = int(os.environ.get("PLYGLOT_GAMES", "1000"))


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("is_960", [False, True])
def test_chess_beside_python_chess(is_960, part):
    chess = pytest.importorskip("chess")
    for seed in range(part, GAMES // 2, 10):
        chooser = random.Random(seed)
        if is_960:
            start = chooser.randrange(960)
            board = chess.Board.from_chess960_pos(start)
            position = plyglot.Position("chess960", board.fen(en_passant="legal"))
        else:
            board, position = chess.Board(), plyglot.Position("chess")
        while True:
            place = f"seed {seed}, {board.fen()}"
            legal = list(position.legal_moves)
            assert sorted(legal) == sorted(board.uci(move) for move in board.legal_moves), place
            # Repetition and fifty moves end the game without a claim.
            claim = board.is_fifty_moves() or board.is_repetition(3)
            outcome = board.outcome()
            if outcome is None and claim:
                assert position.result() == "1/2-1/2", place
                break
            assert position.result() == (outcome.result() if outcome else "*"), place
            assert position.turn == board.turn
            if not is_960:
                assert position.fen() == board.fen(en_passant="legal"), place
            if outcome:
                break
            move = chooser.choice(legal)
            assert position.san(move) == board.san(board.parse_uci(move)), place
            position.push(move)
            board.push_uci(move)


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_beside_pyffish(variant):
    pyffish = pytest.importorskip("pyffish")
    for seed in range(max(GAMES // 10, 1)):
        chooser = random.Random(seed)
        position = plyglot.Position(variant)
        start = position.root_fen()
        assert start.split()[:2] == pyffish.start_fen(variant).replace("[-]", "[]").split()[:2]
        for _ in range(60):
            moves = position.move_stack
            place = f"{variant}, seed {seed}: {' '.join(moves)}"
            over, _ = pyffish.is_immediate_game_end(variant, start, moves)
            theirs = [] if over else pyffish.legal_moves(variant, start, moves)
            claimed, _ = pyffish.is_optional_game_end(variant, start, moves)
            assert position.is_game_over() == (not theirs or claimed), place
            if position.is_game_over():
                break
            legal = list(position.legal_moves)
            assert sorted(legal) == sorted(theirs), place
            position.push(chooser.choice(legal))
        assert position.fen() == pyffish.get_fen(variant, start, position.move_stack), place
