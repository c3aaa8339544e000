"""Each class of the package is pickled and copied, but for those that have a thread."""

import copy
import pickle
import sys

import pytest

import plyglot
from peers import PROGRAM

WITH_THREADS = {"Engine", "Program", "Search"}

PGN = '[Event "x"]\n\n{start} 1. e4! {good} (1. d4 d5 (1... Nf6)) 1... e5 2. Ke4 *\n'


def raised(error, work):
    with pytest.raises(error) as caught:
        work()
    return caught.value


def examples(tmp_path):
    """A value of each class."""
    file = tmp_path / "wrong.ini"
    file.write_text("[wrong:chess]\nstalemateValue = perhaps\n")
    position = plyglot.Position(moves=["e4", "e5"])
    analysis = plyglot.Engine("tictactoe").go(plyglot.Position("tictactoe", "X.OX.XOO."), depth=9)
    [game] = plyglot.read_games(PGN)
    mate = plyglot.Position(moves=["f3", "e5", "g4", "Qh4"])
    return {
        "Analysis": analysis,
        "Eval": plyglot.Eval(None, -3, 12),
        "Game": game,
        "GameFileError": raised(plyglot.GameFileError, lambda: plyglot.load(file)),
        "GameInfo": plyglot.games()[0],
        "GameNode": game[1].next(),
        "IllegalMoveError": raised(plyglot.IllegalMoveError, lambda: position.push("e4")),
        "Info": plyglot.Engine().go(position, depth=3).lines[0],
        "InvalidPositionError": raised(
            plyglot.InvalidPositionError, lambda: plyglot.Position(fen="8/8")
        ),
        "LegalMoves": position.legal_moves,
        "Outcome": mate.outcome(),
        "Piece": position.piece_at("e1"),
        "Position": position,
        "UnknownGameError": raised(plyglot.UnknownGameError, lambda: plyglot.Position("bridge")),
    }


def tree(node):
    notes = (node.move, node.comment, node.starting_comment, sorted(node.nags))
    return notes, [tree(child) for child in node.variations]


def state(value):
    """What can be seen of a value."""
    if isinstance(value, plyglot.GameNode):
        game = value.root()
        own = (game.rules, game.options, game.headers, game.errors, game.unplayed)
        return type(value), repr(value), tree(value), own, tree(game)
    if isinstance(value, plyglot.LegalMoves):
        return list(value)
    if isinstance(value, (list, tuple)):
        return type(value), [state(item) for item in value]
    if not type(value).__module__.startswith("plyglot"):
        return value
    names = (name for name in dir(value) if not name.startswith("_"))
    seen = {name: getattr(value, name) for name in names}
    return type(value), repr(value), {
        name: state(attribute) for name, attribute in seen.items() if not callable(attribute)
    }


def test_each_class_is_pickled_and_copied(tmp_path):
    values = examples(tmp_path)
    classes = {name for name, value in vars(plyglot).items() if isinstance(value, type)}
    # No value is only a `Searcher`.
    assert classes == values.keys() | WITH_THREADS | {"Searcher"}
    for name, value in values.items():
        assert type(value) is getattr(plyglot, name)
        copies = [copy.copy(value), copy.deepcopy(value)]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            copies.append(pickle.loads(pickle.dumps(value, protocol)))
        for again in copies:
            assert state(again) == state(value), name
            assert again is not value, name


def test_values_with_threads_are_not():
    engine = plyglot.Engine("tictactoe", hash=1)
    search = engine.start(plyglot.Position("tictactoe"), depth=1)
    values = [engine, search, plyglot.Program([sys.executable, "-c", PROGRAM])]
    assert {type(value).__name__ for value in values} == WITH_THREADS
    for value in values:
        for make in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError):
                make(value)


def test_nodes_stay_in_their_game():
    [game] = plyglot.read_games(PGN)
    nodes = [game.next(), game.end(), game[1]]
    again, first, end, other = pickle.loads(pickle.dumps([game, *nodes]))
    assert first is again.next() and end is again.end() and other is again[1]
    assert again is not game and first.root() is again


def test_games_may_be_longer_than_the_stack():
    game = node = plyglot.Game()
    for number in range(5000):
        node = node._add(f"move {number}")
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(node).root()):
        assert again.mainline_moves() == game.mainline_moves()


def test_values_are_made_by_hand():
    """As those of other engines may be."""
    line = plyglot.Info(5, 9, 1, None, -4, "exact", (0, 0, 1000), 200, 0.5, 1, 0, ["e2e4"])
    assert (line.cp, line.plies, line.mate, line.nps) == (None, -4, -2, 400)
    assert plyglot.Analysis("e2e4", None, [line], None).lines[0].pv == ["e2e4"]
    for cp, plies, bound, time in [(1, 1, "exact", 1), (None, None, "exact", 1), (1, None, "x", 1),
                                   (1, None, "exact", -1)]:
        with pytest.raises(ValueError):
            plyglot.Info(5, 9, 1, cp, plies, bound, (0, 0, 0), 200, time, 1, 0, [])
    with pytest.raises(ValueError, match="^finished: expected one of win, draw, loss, found 'x'"):
        plyglot.Analysis(None, None, [], "x")
