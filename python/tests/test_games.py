"""Games as trees, beside those of python-chess."""

import io
import json
import random
import tracemalloc
from pathlib import Path

import pytest

import plyglot
from peers import LICHESS

WORDS = ["good", "[%clk 0:04:59]", "[%eval -0.35]", "[%eval #3,17]", "best: \"quoted\"", "1. e4", "é"]


def some_words(chooser):
    return " ".join(chooser.sample(WORDS, chooser.randrange(3)))


def grow(node, board, chooser, depth, plies):
    """Adds random moves with variations, comments and glyphs to a node of python-chess."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        count = 1 + (depth > 0 and chooser.random() < 0.2) + (depth > 0 and chooser.random() < 0.1)
        chosen = chooser.sample(moves, min(count, len(moves)))
        for move in chosen:
            nags = chooser.sample(range(1, 140), chooser.choice([0, 0, 0, 1, 2]))
            child = node.add_variation(move, comment=some_words(chooser), nags=nags)
            if move != chosen[0]:
                child.starting_comment = some_words(chooser)
                after = board.copy()
                after.push(move)
                grow(child, after, chooser, depth - 1, chooser.randrange(5))
        board.push(chosen[0])
        node = node.variations[0]


def tree(node):
    """A node of either library with all that follows."""
    return [
        (child.uci(), child.comment, child.starting_comment, sorted(child.nags), tree(child))
        for child in node.variations
    ]


@pytest.mark.parametrize("variant", ["chess", *LICHESS])
def test_trees_are_those_of_python_chess(variant):
    pgn = pytest.importorskip("chess.pgn")
    import chess
    from chess.variant import find_variant

    for seed in range(12):
        chooser = random.Random(seed)
        game = pgn.Game()
        game.headers.update(White="Ä", Result=chooser.choice(["1-0", "*"]), Annotator="B")
        board = find_variant(variant)() if variant != "chess960" else chess.Board(chess960=True)
        if variant == "chess960":
            board.set_chess960_pos(chooser.randrange(960))
        game.setup(board)
        game.comment = some_words(chooser)
        grow(game, board, chooser, 3, 30)
        text = str(game)
        [ours] = plyglot.read_games(text)
        assert (ours.errors, ours.rules) == ([], variant), text
        assert ours.headers == dict(game.headers)
        assert (ours.comment, tree(ours)) == (game.comment, tree(game)), text
        # Of crazyhouse, it does not read all that it has written.
        expected, theirs = (pgn.read_game(io.StringIO(written)) for written in (text, str(ours)))
        assert dict(theirs.headers) == ours.headers
        assert (theirs.comment, tree(theirs)) == (game.comment, tree(expected)), str(ours)
        end, last = ours.end(), game.end()
        assert end.position().ply() == end.ply() == last.ply()
        for node, other in zip(ours.mainline(), game.mainline()):
            assert (node.clock(), node.emt()) == (other.clock(), other.emt())
            score, depth = other.eval(), other.eval_depth()
            score = score and plyglot.Eval(score.white().score(), score.white().mate(), depth)
            assert node.eval() == score


PGN = """[Event "x"]

{start} 1. e4! {good} (1. d4 d5 (1... Nf6 2. c4)) ({open} 1. c4 $13) 1... e5 2. Nf3Nc6
(2... Qe4 {bad}) 3. Bb5 1-0

[Variant "bridge"]

1. c4 *

[FEN "8/8"]

1. e4 *
"""


def test_what_is_wrong_is_among_the_errors():
    whole, unknown, misplaced = plyglot.read_games(PGN)
    assert whole.mainline_moves() == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    [error] = whole.errors
    assert error.startswith("line 4: expected a legal move in ") and error.endswith("found 'Qe4'")
    assert whole.headers == {"Event": "x", "Result": "1-0"}
    assert (unknown.rules, unknown.variations) == ("bridge", [])
    assert unknown.errors[0].startswith("line 6: expected a game that is known here")
    with pytest.raises(plyglot.UnknownGameError):
        unknown.position()
    assert misplaced.errors[0].startswith("line 10: ") and misplaced.is_end()
    with pytest.raises(plyglot.UnknownGameError):
        plyglot.read_games("", "bridge")
    assert list(plyglot.read_games("")) == []


def test_trees_are_changed():
    game, *_ = plyglot.read_games(PGN)
    first = game.next()
    assert (first.san(), first.nags, first.uci()) == ("e4", {1}, "e2e4")
    assert [node.move for node in game.variations] == ["e2e4", "d2d4", "c2c4"]
    assert game["c2c4"] is game[2] and "d2d4" in game and "a2a3" not in game
    assert game[2].starts_variation() and not game[2].is_mainline() and game.end().is_mainline()
    game.promote("c2c4")
    game.promote_to_main("d2d4")
    game.demote(1)
    assert [node.move for node in game.variations] == ["d2d4", "c2c4", "e2e4"]
    game.remove_variation(2)
    game.add_main_variation("Nf3", comment="new", nags=[3]).add_line(["d5", "g2g3"], comment="end")
    assert str(game).endswith(
        '\n\n{start} 1. Nf3 $3 {new} (1. d4 d5 (1... Nf6 2. c4)) ({open} 1. c4 $13) 1... d5\n'
        "2. g3 {end} 1-0"
    )
    assert game.root() is game.end().game() is game
    with pytest.raises(plyglot.IllegalMoveError):
        game.add_variation("e5")
    with pytest.raises(KeyError):
        game.variation("a2a4")


def test_comments_have_clocks_times_and_scores():
    node = plyglot.Game().add_variation("e4", comment="first [%clk 1:02:03.5] last")
    assert (node.clock(), node.emt(), node.eval()) == (3723.5, None, None)
    node.set_clock(59.25)
    node.set_emt(3600)
    node.set_eval(plyglot.Eval(-120, None, 9))
    assert node.comment == "first last [%clk 0:00:59.25] [%emt 1:00:00] [%eval -1.20,9]"
    assert (node.clock(), node.emt(), node.eval()) == (59.25, 3600.0, (-120, None, 9))
    # A certain win by points, as in Othello, is written as `analyse --pgnout` does.
    node.set_eval(plyglot.Eval(30018, None, 24))
    assert node.comment.endswith(" [%eval 18.00,24]")
    assert node.eval() == (1800, None, 24)
    node.set_eval(plyglot.Eval(-30500, None, None))
    assert node.comment.endswith(" [%eval -500.00]")
    node.set_eval(plyglot.Eval(30501, None, None))
    assert node.comment.endswith(" [%eval 305.01]")
    node.set_eval(plyglot.Eval(None, -2, None))
    assert node.eval() == (None, -2, None)
    for remove in (node.set_clock, node.set_emt, node.set_eval):
        remove(None)
    assert node.comment == "first last"


def random_game(name, seed):
    position, chooser = plyglot.Position(name), random.Random(seed)
    for _ in range(40):
        if not position.is_game_over():
            position.push(chooser.randrange(len(position.legal_moves)))
    return position


@pytest.mark.parametrize("name", [game.name for game in plyglot.games()])
def test_games_are_written_and_read(name):
    position = random_game(name, name)
    game = plyglot.Game.from_position(position)
    assert game.headers["Result"] == position.result()
    other = game.position().legal_moves[-1]
    game.add_variation(other, comment="a comment", starting_comment="before", nags=[6])
    [read] = plyglot.read_games(str(game), name)
    assert (read.errors, read.rules) == ([], name)
    # Records of xiangqi have tags of their own.
    assert game.headers.items() <= read.headers.items()
    assert tree(read) == tree(game)
    assert read.end().position() == position
    assert read.end().position().move_stack == position.move_stack


def test_games_are_read_in_other_formats():
    position = random_game("shogi", 5)
    game = plyglot.Game.from_position(position)
    [read] = plyglot.read_games(game.to_string("usi"))
    assert (read.rules, read.mainline_moves()) == ("shogi", position.move_stack)
    kif = "手合割：平手\n先手：Aoi\n後手：Ren\n   1 ７六歩(77)   ( 0:02/00:00:02)\n   2 投了\n"
    for text in (kif, kif.encode("shift-jis"), kif.encode("utf-16")):
        [read] = plyglot.read_games(text)
        assert (read.headers["White"], read.next().san(notation="kif")) == ("Aoi", "７六歩(77)")
        assert read.headers["Result"] == "1-0"
    with pytest.raises(ValueError, match="^expected pgn, .*, found 'doc'"):
        game.to_string("doc")
    with pytest.raises(ValueError, match="^a game of chess cannot be written as csa"):
        plyglot.Game().to_string("csa")
    assert {"pgn", "psq"} <= set(plyglot.record_formats())
    assert "psq" not in plyglot.record_formats(written=True)


FAMILIES = json.loads((Path(__file__).parents[2] / "tests/data/families.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def loaded(tmp_path_factory):
    for family in FAMILIES:
        if "rules" in family:
            file = tmp_path_factory.mktemp("rules") / "unseen.ini"
            file.write_text(family["rules"])
            plyglot.load(file)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family["game"])
def test_games_of_all_families_are_in_their_players_texts(loaded, family):
    name, format = family["game"], family["format"]
    for record in [family["record"], *family.get("others", {}).values()]:
        [game] = plyglot.read_games(record, name)
        assert (game.errors, game.rules, game.mainline_moves()) == ([], name, family["names"])
    [game] = plyglot.read_games(family["record"], name)
    assert [node.san() for node in game.mainline()] == family["shown"]
    assert family["written"] in game.to_string(format)
    position = plyglot.Position(name)
    assert position.san(position.parse_san(family["typed"])) == family["typed_shown"]


@pytest.mark.parametrize("format", plyglot.record_formats())
def test_each_format_is_that_of_a_family(format):
    families = [f for f in FAMILIES if format == f["format"] or format in f.get("others", {})]
    assert families, f"no record in {format} in families.json"
    for family in families:
        if format in plyglot.record_formats(written=True) and "rules" not in family:
            text = next(plyglot.read_games(family["record"], family["game"])).to_string(format)
            [read] = plyglot.read_games(text, family["game"])
            assert (read.errors, read.mainline_moves()) == ([], family["names"]), text


def test_options_stay_with_a_game():
    options = {"UCI_Chess960": True}
    position = plyglot.Position("crazyhouse", options=options)
    game = plyglot.Game.from_position(position)
    assert game.position() == position and game.options == {"UCI_Chess960": "true"}
    fen = "bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR[] w HFhf - 0 1"
    [read] = plyglot.read_games(f'[Variant "Crazyhouse960"]\n[FEN "{fen}"]\n\n1. a4 *')
    assert (read.errors, read.options, read.mainline_moves()) == ([], game.options, ["a2a4"])
    assert read.position().fen() == fen


def test_variations_in_variations_are_bounded():
    game = node = plyglot.Game()
    for _ in range(41):
        first, second, *_ = node.position().legal_moves
        node.add_variation(first)
        node = node.add_variation(second)
    with pytest.raises(ValueError, match="^expected at most 40 variations in variations"):
        str(game)
    node.parent.remove_variation(1)
    [read] = plyglot.read_games(str(game))
    assert tree(read) == tree(game)


SHORT = '[Event "é"]\n\n1. e4 {%s} e5 *\n\n'


def test_games_come_from_paths_files_texts_and_bytes(tmp_path):
    text = "".join(SHORT % number for number in range(3))
    data = text.encode()
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    with open(path, encoding="utf-8") as of_text, open(path, "rb") as of_bytes:
        for source in (path, of_text, of_bytes, io.StringIO(text), io.BytesIO(data), text, data,
                       bytearray(data), memoryview(data)):
            games = list(plyglot.read_games(source))
            assert [game.next().comment for game in games] == ["0", "1", "2"], source
            assert [game.headers["Event"] for game in games] == ["é"] * 3, source
    with pytest.raises(FileNotFoundError):
        plyglot.read_games(tmp_path / "none.pgn")
    # A text is no path.
    assert all(game.is_end() for game in plyglot.read_games("games.pgn"))
    with pytest.raises(TypeError, match="^expected a path, an open file, a text or bytes, found 3"):
        plyglot.read_games(3)


class Endless:
    """A file with the same game again and again."""

    GAME = SHORT % ("word " * 200)

    def __init__(self):
        self.parts = 0

    def read(self, size):
        self.parts += 1
        return self.GAME * (size // len(self.GAME))


def test_files_may_be_larger_than_the_memory():
    file = Endless()
    games = plyglot.read_games(file)
    assert next(games).next().move == "e2e4" and file.parts == 1
    tracemalloc.start()
    try:
        while file.parts < 4:
            assert not next(games).errors
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # A part of a megabyte, and its games as JSON.
    assert peak < 16 << 20


def test_parts_of_a_file_give_all_its_games():
    """Of some megabytes, so that games are divided."""
    count = 3000
    text = "".join(SHORT % f"{number} {'word ' * 200}" for number in range(count))
    for source in (text, text.encode(), text.encode("utf-16")):
        comments = [game.next().comment for game in plyglot.read_games(source)]
        assert [int(comment.split()[0]) for comment in comments] == list(range(count))


def test_illegal_moves_are_kept_as_they_were_written():
    [game] = plyglot.read_games("1. e4 e5 2. Ke4 Nf6 *")
    assert (game.mainline_moves(), game.unplayed) == (["e2e4", "e7e5"], ["Ke4", "Nf6"])
    assert str(game).endswith("1. e4 e5 2. Ke4 Nf6 *")
    [again] = plyglot.read_games(str(game))
    assert (again.unplayed, len(again.errors)) == (game.unplayed, 1)
    assert plyglot.Game().unplayed == []


def test_null_moves_are_nodes():
    text = "1. e4 -- 2. d4 (2. -- d5) *"
    [game] = plyglot.read_games(text)
    assert (game.errors, game.unplayed) == ([], [])
    assert game.mainline_moves() == ["e2e4", "0000", "d2d4"]
    null = game[0][0]
    assert (null.san(), null.turn(), null.ply()) == ("--", True, 2)
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert null.position().fen() == fen
    assert null[1][0].san() == "d5"
    assert str(game).endswith(text)
    again = plyglot.Game.from_position(game.end().position())
    assert again.mainline_moves() == game.mainline_moves()
    assert not null.parent.position().is_legal("0000")


def test_terminations_are_told_in_one_language():
    for text, termination in [
        ("V2.2\nPI\n+\n+7776FU\n%TORYO\n", "resignation"),
        ("手合割：平手\n   1 ７六歩(77)\n   2 投了\n", "resignation"),
        ("手合割：平手\n   1 ７六歩(77)\n   2 切れ負け\n", "time forfeit"),
        ('[Termination "Time forfeit"]\n\n1. e4 1-0', "time forfeit"),
        ("1. e4 1-0", None),
    ]:
        [game] = plyglot.read_games(text)
        assert game.termination() == termination, text
