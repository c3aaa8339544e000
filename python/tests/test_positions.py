"""What positions say of themselves: in each game beside its own text, in some beside python-chess and
pyffish.

`PLYGLOT_GAMES` is 50 times the number of games that are played beside python-chess in each variant, and
500 times that beside pyffish.
"""

import os
import random
import re

import pytest

import plyglot
from peers import LICHESS, VARIANTS

GAMES = int(os.environ.get("PLYGLOT_GAMES", "1000"))
CELL = re.compile(r"\d+|\+?[A-Za-z]~?|\*")
# Their diagrams have other letters than the texts of their positions.
STONES = ["cfour", "tictactoe", "surakarta", "flipello", "breakthrough", "ataxx"]
# Pieces change sides here, which the peer does not call a capture.
FLIPPED = ["flipello", "flipersi", "ataxx"]
MORE = [
    *["asean", "capablanca", "cambodian", "duck", "extinction", "grand", "janggi", "kyotoshogi"],
    *["losalamos", "minishogi", "minixiangqi", "nocheckatomic", "placement", "seirawan"],
    *["shatranj", "sittuyin", "torishogi", "yarishogi"],
]


def of_text(fen):
    """The pieces, walls and hands of a position by its text."""
    board, _, hand = fen.split()[0].partition("[")
    rows, pieces, walls, hands = board.split("/"), {}, [], {True: {}, False: {}}
    for rank, row in zip(range(len(rows), 0, -1), rows):
        file = 0
        for word in CELL.findall(row):
            square = f"{chr(ord('a') + file)}{rank}"
            if word == "*":
                walls.append(square)
            elif not word.isdigit():
                pieces[square] = word.rstrip("~")
            file += int(word) if word.isdigit() else 1
    for letter in filter(str.isalpha, hand):
        of = hands[letter.isupper()]
        of[letter.upper()] = of.get(letter.upper(), 0) + 1
    return pieces, walls, hands


def check_texts(position):
    pieces, walls, hands = of_text(position.fen())
    found = position.piece_map()
    assert {square: piece.color for square, piece in found.items()} == {
        square: symbol.lstrip("+").isupper() for square, symbol in pieces.items()
    }
    if position.game not in STONES:
        assert {square: piece.symbol() for square, piece in found.items()} == pieces
    assert (position.walls, position.hands) == (walls, hands)
    for square in [*pieces, *walls]:
        assert position.piece_at(square) == found.get(square)
    *_, clock, number = position.fen().split()
    assert (position.halfmove_clock, position.fullmove_number) == (int(clock), int(number))
    assert position.ply() == 2 * (int(number) - 1) + (not position.turn)
    assert position.is_check() == bool(position.checkers())
    assert position.is_repetition(1)


def count(position, color):
    return sum(piece.color == color for piece in position.piece_map().values())


def check_game(game, seed):
    position, chooser = plyglot.Position(game), random.Random(seed)
    for _ in range(60):
        check_texts(position)
        other = position.copy()
        other.set_fen(position.epd())
        assert (other.epd(), other.move_stack) == (position.epd(), [])
        if position.is_game_over():
            break
        move = position.legal_moves[chooser.randrange(len(position.legal_moves))]
        checks, captures = position.gives_check(move), position.is_capture(move)
        before = [count(position, color) for color in (True, False)]
        position.push(move)
        assert (position.peek(), position.is_check()) == (move, checks)
        after = [count(position, color) for color in (True, False)]
        assert captures == any(now < then for now, then in zip(after, before)), move


@pytest.mark.parametrize("game", [game.name for game in plyglot.games()])
def test_a_position_says_what_its_text_says(game):
    check_game(game, game)


def test_so_does_a_position_of_a_game_of_a_file(tmp_path):
    file = tmp_path / "my.ini"
    file.write_text("[inspected:crazyhouse]\nstartFen = rnbqkbnr/pppppppp/8/8/3**3/8/PPPPPPPP/RNBQKBNR[Nn] w KQkq - 0 1\n")
    plyglot.load(file)
    assert plyglot.Position("inspected").walls == ["d4", "e4"]
    for seed in range(20):
        check_game("inspected", seed)


@pytest.mark.parametrize("variant", ["chess", *LICHESS])
def test_beside_python_chess(variant):
    chess = pytest.importorskip("chess")
    from chess.variant import find_variant

    for seed in range(max(GAMES // 50, 1)):
        chooser = random.Random(seed)
        board = find_variant(variant)() if variant != "chess960" else chess.Board(chess960=True)
        position = plyglot.Position(variant)
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            place = f"{variant}, seed {seed}: {board.fen()}"
            assert position.piece_map().keys() == {
                chess.square_name(square) for square in board.piece_map()
            }
            assert position.ply() == board.ply()
            # Any drop is progress to pyffish, and a pawn's alone to python-chess.
            if variant != "crazyhouse":
                assert position.halfmove_clock == board.halfmove_clock, place
            for times in (2, 3):
                assert position.is_repetition(times) == board.is_repetition(times), place
            # In atomic chess, kings that touch protect each other there, and so on.
            if variant in ("chess", "chess960", "crazyhouse", "3check", "kingofthehill"):
                checkers = {chess.square_name(square) for square in board.checkers()}
                assert set(position.checkers()) == checkers, place
                for square in chooser.sample(chess.SQUARES, 8):
                    for color in (True, False):
                        theirs = {chess.square_name(at) for at in board.attackers(color, square)}
                        ours = position.attackers(color, chess.square_name(square))
                        assert set(ours) == theirs, f"{place} {chess.square_name(square)}"
                for move in board.legal_moves:
                    assert position.gives_check(board.uci(move)) == board.gives_check(move), place
            for move in board.legal_moves:
                assert position.is_capture(board.uci(move)) == board.is_capture(move), place
            move = chooser.choice(list(board.legal_moves))
            position.push(board.uci(move))
            board.push(move)


@pytest.mark.parametrize("variant", sorted({*VARIANTS, *MORE, *FLIPPED}))
def test_beside_pyffish(variant):
    pyffish = pytest.importorskip("pyffish")
    for seed in range(max(GAMES // 500, 1)):
        position, chooser = plyglot.Position(variant), random.Random(seed)
        for _ in range(60):
            fen = position.fen()
            assert position.is_check() == pyffish.gives_check(variant, fen, []), fen
            if position.is_game_over():
                break
            legal = list(position.legal_moves)
            for move in chooser.sample(legal, min(len(legal), 3)):
                theirs = pyffish.is_capture(variant, fen, [], move)
                assert position.is_capture(move) == theirs or variant in FLIPPED, f"{fen} {move}"
            position.push(chooser.choice(legal))


def test_positions_are_inspected():
    position = plyglot.Position("crazyhouse", moves=["e4", "d5", "exd5", "Qxd5"])
    assert position.hands == {plyglot.FIRST: {"P": 1}, plyglot.SECOND: {"P": 1}}
    queen = position.piece_at("d5")
    assert (queen.symbol(), queen.color, queen.name) == ("q", plyglot.SECOND, "queen")
    assert queen == position.piece_map()["d5"] and hash(queen) == hash(position.piece_at("d5"))
    assert position.piece_at("e4") is None and repr(queen) == "<plyglot.Piece q>"
    assert position.attackers(plyglot.SECOND, "d8") == ["d5", "e8"]
    assert position.remaining_checks is None
    checked = plyglot.Position("3check", moves=["e4", "f5", "Qh5"])
    assert checked.remaining_checks == {plyglot.FIRST: 2, plyglot.SECOND: 3}
    assert checked.checkers() == ["h5"]
    for square in ["i1", "a9", "", "e10", "E4", "a0"]:
        with pytest.raises(ValueError, match="^expected a square from a1 to h8, found"):
            position.piece_at(square)
    with pytest.raises(ValueError, match="^attackers: expected a game whose pieces capture"):
        plyglot.Position("cfour").attackers(plyglot.FIRST, "a1")
    with pytest.raises(plyglot.IllegalMoveError):
        position.gives_check("e2e5")
    with pytest.raises(plyglot.InvalidPositionError):
        position.set_fen("8/8 w")
    assert position.peek() == "d8d5", "nothing has changed"
    with pytest.raises(IndexError):
        plyglot.Position().peek()


def test_a_pass_is_a_move_where_the_rules_have_it():
    for game in ("janggi", "flipello"):
        position, chooser = plyglot.Position(game), random.Random(3)
        while not position.is_legal("pass"):
            if position.is_game_over():
                position = plyglot.Position(game)
            position.push(chooser.randrange(len(position.legal_moves)))
        before = position.piece_map(), position.turn
        position.push("pass")
        assert position.piece_map() == before[0] and position.turn != before[1]
    assert not plyglot.Position("chess").is_legal("pass")
