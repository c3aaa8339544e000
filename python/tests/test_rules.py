"""Positions, moves and their errors."""

import copy
import pickle
import random

import pytest

import plyglot

OWN = ["chess", "cfour", "tictactoe", "surakarta", "flipello", "breakthrough", "ataxx"]


def random_position(game, plies, seed):
    """A position after at most this many random moves."""
    position, chooser = plyglot.Position(game), random.Random(seed)
    for _ in range(plies):
        if position.is_game_over():
            break
        position.push(chooser.randrange(len(position.legal_moves)))
    return position


def test_all_games_are_there():
    names = [game.name for game in plyglot.games()]
    assert names[: len(OWN)] == OWN
    assert len(names) > 250 and len(set(names)) == len(names)
    shogi = next(game for game in plyglot.games() if game.name == "shogi")
    assert shogi.board == "9x9"


def test_games_begin_at_starts_with_names():
    starts = {game.name: game.starts for game in plyglot.games()}
    assert starts["shogi"][5] == "Two pieces" and "Lucena" in starts["chess"]
    for game, names in starts.items():
        for name in names:
            position = plyglot.Position(game, name)
            assert position == plyglot.Position(game, position.fen()) == plyglot.Position(game, name.upper())
    fen = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1"
    assert plyglot.Position("shogi", "二枚落ち").fen() == fen


@pytest.mark.parametrize("game", [game.name for game in plyglot.games()])
def test_a_game_is_played_and_taken_back(game):
    position = random_position(game, 60, game)
    assert position == plyglot.Position(game, position.root_fen(), position.move_stack)
    played = position.move_stack
    seen = [(position.fen(), position.key)]
    while position.move_stack:
        assert position.pop() == played[len(position.move_stack)]
        seen.append((position.fen(), position.key))
    assert position.fen() == position.root_fen() == plyglot.Position(game).fen()
    with pytest.raises(IndexError):
        position.pop()
    for move in played:
        assert (position.fen(), position.key) == seen.pop()
        san = position.san(move)
        assert position.parse_san(san) == move, san
        position.push(move)


# chessprogramming.org "Perft Results", "Chess960 Perft Results" and those of the variants.
@pytest.mark.parametrize(
    "game, fen, depth, count",
    [
        ("chess", None, 4, 197_281),
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
        ("tictactoe", None, 9, 127_872),
        ("cfour", None, 7, 823_536),
        ("flipello", None, 6, 8_200),
        ("breakthrough", None, 3, 11_132),
        ("xiangqi", None, 3, 79_666),
        ("shogi", None, 3, 25_470),
    ],
)
def test_perft(game, fen, depth, count):
    assert plyglot.Position(game, fen).perft(depth) == count


def test_moves_are_a_live_sequence():
    position = plyglot.Position("chess")
    moves = position.legal_moves
    assert len(moves) == moves.count() == 20 and bool(moves)
    assert moves[0] in moves and moves[-1] == list(moves)[19]
    assert "e2e4" in moves and "e4" in moves and "e2e5" not in moves
    for index in (20, -21):
        with pytest.raises(IndexError):
            moves[index]
    position.push("e2e4")
    assert "e7e5" in moves and "e2e4" not in moves


def test_moves_are_texts_or_indices():
    by_text, by_index = plyglot.Position(), plyglot.Position()
    for text in ["e4", "e7e5", "Nf3"]:
        name = by_text.parse_san(text)
        by_index.push(list(by_index.legal_moves).index(name))
        by_text.push(text)
    assert by_text == by_index
    assert by_text.move_stack == ["e2e4", "e7e5", "g1f3"]
    assert plyglot.Position().sans(by_text.move_stack + ["a1a8"]) == ["e4", "e5", "Nf3"]
    with pytest.raises(TypeError):
        by_text.push(1.5)
    for index in (len(by_text.legal_moves), -1):
        with pytest.raises(IndexError):
            by_text.push(index)


def test_a_copy_goes_its_own_way():
    position = plyglot.Position(moves=["e2e4"])
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position)):
        assert other == position and hash(other) == hash(position)
        other.push("e5")
        assert other != position and position.move_stack == ["e2e4"]
        assert other.pop() == "e7e5" and other.pop() == "e2e4"
        assert other == plyglot.Position()


def test_positions_are_equal_by_their_texts():
    one = plyglot.Position(moves=["g1f3", "g8f6", "f3g1", "f6g8"])
    assert one != plyglot.Position(), "the counters differ"
    assert one.key == plyglot.Position().key
    assert plyglot.Position("chess") != plyglot.Position("cfour")
    assert plyglot.Position() != "startpos"
    options = {"NoCapturePlies": 40}
    assert plyglot.Position("surakarta", options=options) != plyglot.Position("surakarta")


@pytest.mark.parametrize("game", OWN + ["chess960", "crazyhouse", "shogi", "xiangqi"])
def test_pickling(game):
    position = random_position(game, 30, 1)
    loaded = pickle.loads(pickle.dumps(position))
    assert loaded == position and loaded.move_stack == position.move_stack
    assert loaded.game == game


def test_pickling_keeps_options():
    options = {"NoCapturePlies": 40, "LoopMoves": True}
    position = plyglot.Position("surakarta", options=options)
    assert pickle.loads(pickle.dumps(position)) == position


def test_outcomes():
    mated = plyglot.Position(moves=["f3", "e5", "g4", "Qh4"])
    outcome = mated.outcome()
    assert (outcome.winner, outcome.termination) == (plyglot.SECOND, "checkmate")
    assert mated.result() == outcome.result() == "0-1" and mated.is_game_over()
    assert len(mated.legal_moves) == 0 and not mated.legal_moves
    repeated = plyglot.Position(moves=["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    outcome = repeated.outcome()
    assert (outcome.winner, outcome.termination) == (None, "repetition")
    assert repeated.result() == "1/2-1/2"
    repeated.pop()
    assert repeated.outcome() is None and repeated.result() == "*"
    assert plyglot.Position("tictactoe", "XXXOO....").result() == "1-0"


def test_taking_back_restores_what_may_repeat():
    """A pawn's move forgets the positions before it, until it is taken back."""
    there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
    position = plyglot.Position(moves=there_and_back)
    position.push("e2e4")
    position.push("e7e5")
    assert (position.pop(), position.pop()) == ("e7e5", "e2e4")
    for move in there_and_back:
        assert not position.is_game_over()
        position.push(move)
    assert position.outcome().termination == "repetition"


def test_sides_have_names():
    position = plyglot.Position("flipello")
    assert position.turn is plyglot.FIRST and position.side == "black"
    position.push(0)
    assert position.turn is plyglot.SECOND and position.side == "white"


def test_sfen_is_read_with_its_own_sides():
    """In it `b` moves first, in FEN `w`."""
    board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
    assert plyglot.Position("shogi", f"{board} b - 1") == plyglot.Position("shogi")
    second = plyglot.Position("shogi", "4k4/9/9/9/9/9/9/9/4K4 w R2Pb 3")
    assert (second.side, second.turn) == ("gote", plyglot.SECOND)
    assert second.fen() == "4k4/9/9/9/9/9/9/9/4K4[PPRb] b - - 0 1"
    assert second.is_legal("B@e5") and not second.is_legal("R@e5")
    assert plyglot.Position("shogi", f"{board} b - - 0 1").side == "gote"
    with pytest.raises(plyglot.InvalidPositionError, match="^column 25: expected a piece in hand"):
        plyglot.Position("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2X 1")


def test_errors_have_their_place():
    with pytest.raises(plyglot.UnknownGameError, match="'bridge'"):
        plyglot.Position("bridge")
    with pytest.raises(plyglot.InvalidPositionError, match="^column 3: ") as caught:
        plyglot.Position("tictactoe", "XX?......")
    assert caught.value.column == 3 and isinstance(caught.value, ValueError)
    with pytest.raises(plyglot.IllegalMoveError, match="^move 2, column 1: ") as caught:
        plyglot.Position(moves=["e4", "e4"])
    with pytest.raises(plyglot.IllegalMoveError, match="^column 1: expected a legal move") as caught:
        plyglot.Position().push("e2e5")
    assert caught.value.column == 1
    assert not plyglot.Position().is_legal("e2e5") and plyglot.Position().is_legal(19)
    with pytest.raises(ValueError, match="NoCapturePlies: expected one of"):
        plyglot.Position("surakarta", options={"NoCapturePlies": 7})
    with pytest.raises(ValueError, match="found 'Moves'"):
        plyglot.Position("surakarta", options={"Moves": 7})


def test_texts():
    position = plyglot.Position("tictactoe", "X.OX.XOO.")
    assert repr(position) == f'plyglot.Position("tictactoe", "{position.fen()}")'
    assert eval(repr(position)) == position
    assert "X" in str(position) and len(str(position).splitlines()) > 3
    assert position.svg() == position._repr_svg_()
    assert position.svg().startswith("<svg ") and position.svg().count("<circle") == 6


def test_games_of_files(tmp_path):
    file = tmp_path / "my.ini"
    file.write_text("[pytestgame:chess]\nstalemateValue = loss\n")
    assert plyglot.load(file) == ["pytestgame"]
    stalemate = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
    assert plyglot.Position("pytestgame", stalemate).result() == "1-0"
    assert plyglot.Position("chess", stalemate).result() == "1/2-1/2"
    assert "pytestgame" in [game.name for game in plyglot.games()]
    file.write_text("[good:chess]\n[bad:chess]\nstalemateValue = perhaps\n")
    with pytest.raises(plyglot.GameFileError, match=r"my\.ini: line 3, column ") as caught:
        plyglot.load(str(file))
    assert len(caught.value.complaints) == 1
    with pytest.raises(plyglot.UnknownGameError):
        plyglot.Position("good")
    file.write_text("[chess:chess]\n")
    with pytest.warns(UserWarning, match="chess: ignored, built-in games keep their rules"):
        assert plyglot.load(file) == []
    file.write_text("[pydead]\npawn = p\nmaxRank = 5\nstartFen = 8/p7/8/P7/8 w - - 0 1\n")
    with pytest.warns(UserWarning, match=r"my\.ini: line 1, column 2: .*nobody can win"):
        assert plyglot.load(file) == ["pydead"]
    with pytest.raises(OSError):
        plyglot.load(tmp_path / "none.ini")


def test_processors_that_are_too_old_are_named():
    from plyglot import _processor

    assert _processor.missing("flags\t\t: sse4_2 popcnt avx\n")[:3] == ["abm", "avx2", "bmi1"]
    assert _processor.missing("Features\t: fp asimd\n") == []
    every = " ".join(_processor._NEEDED)
    assert _processor.missing(f"processor: 0\nflags : fpu {every} vme\n") == []
