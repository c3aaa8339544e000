"""`match`: programs play each other."""

import sys

import pytest

import plyglot
from test_study import needs_program, program

# It plays the first legal move, and at depth 2 an illegal one.
FIRST_MOVE = r"""
import sys
import plyglot
position = plyglot.Position("tictactoe")
for line in sys.stdin:
    word, *words = line.split()
    if word == "uci":
        print("id name First\noption name UCI_Variant type combo default tictactoe var tictactoe\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        position = plyglot.Position("tictactoe", moves=moves)
    elif word == "go":
        print("bestmove " + ("x9" if words[:2] == ["depth", "2"] else position.legal_moves[0]))
    elif word == "quit":
        break
    sys.stdout.flush()
"""
PEER = {"command": [sys.executable, "-c", FIRST_MOVE]}


def test_a_match_counts_its_games(tmp_path):
    reports = []
    pgn = tmp_path / "games.pgn"
    engines = [{**PEER, "name": "a"}, {**PEER, "name": "b"}]
    found = plyglot.match(
        engines, "tictactoe", depth=1, rounds=1, plies=0, pgn=pgn, progress=reports.append
    )
    assert [report["played"] for report in reports] == [1, 2] and reports[-1]["all"] == 2
    assert [report["game"]["number"] for report in reports] == [0, 1]
    assert {report["game"]["termination"] for report in reports} == {"rules"}
    for player, name in zip(found["players"], "ab"):
        counts = (player["wins"], player["draws"], player["losses"])
        assert player["name"] == name and sum(counts) == 2
        # The same game with sides exchanged.
        assert player["wins"] == player["losses"]
    assert (found["played"], found["all"], found["elo"]["estimate"]) == (2, 2, 0)
    assert found["players"] == reports[-1]["players"] and "game" not in found
    games = list(plyglot.read_games(pgn))
    assert [game.headers["White"] for game in games] == ["a", "b"]
    assert games[0].mainline_moves() == games[1].mainline_moves()


def test_an_engine_with_illegal_moves_loses():
    weak = {**PEER, "depth": 2}
    found = plyglot.match([PEER, weak], "tictactoe", depth=1, rounds=1, plies=0)
    assert [player["wins"] for player in found["players"]] == [2, 0]
    first, second = (player["name"] for player in found["players"])
    assert second == f"{first}-2"
    with pytest.raises(RuntimeError, match="failed in 10 games in a row"):
        plyglot.match([PEER, weak], "tictactoe", depth=1, rounds=20, plies=0)


def test_a_callback_ends_a_match():
    def refuse(report):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        plyglot.match([PEER, PEER], "tictactoe", depth=1, rounds=1000, plies=0, progress=refuse)


def test_wrong_arguments_of_matches():
    limited = {**PEER, "depth": 1}
    for engines, options, error, message in [
        ([limited], {}, ValueError, "^engines: expected two or more, found 1$"),
        ([limited, PEER], {}, ValueError, "^expected a limit for each engine"),
        ([limited, {"depth": 1}], {}, ValueError, "^command: expected a program, found none"),
        ([limited, {"depht": 1}], {}, TypeError, "^engines: expected one of .*, found 'depht'"),
        ([{**limited, "name": "a"}] * 2, {}, ValueError, "^name: expected another one .*'a' twice"),
        ([limited, limited], {"rounds": 0}, ValueError, "^rounds: expected 1 to 1000000, found 0"),
        ([limited, limited], {"sprt": (5, 0)}, ValueError, "^sprt: expected Elo"),
        ([limited, {**limited, "clock": 5}], {}, TypeError, "^clock: expected .*, found 5$"),
        ([limited, limited], {"clock": (0, 1)}, ValueError, "^clock: expected seconds, found 0"),
        ([limited, {**limited, "command": ["/none"]}], {}, RuntimeError, "^none: "),
        ([limited, limited], {"game": "bridge"}, plyglot.UnknownGameError, "bridge"),
    ]:
        arguments = {"game": "tictactoe", "plies": 0, **options}
        with pytest.raises(error, match=message):
            plyglot.match(engines, **arguments)


@needs_program
def test_more_nodes_win():
    own = {"command": [program()], "options": {"Hash": 1, "Exact Knowledge": False}}
    engines = [{**own, "name": "more", "nodes": 2000}, {**own, "name": "less", "nodes": 20}]
    found = plyglot.match(engines, "cfour", rounds=4, concurrency=2, sprt=(0, 500))
    assert found["test"]["unit"] == "nElo" and found["all"] == 8
    assert found["players"][0]["wins"] > found["players"][1]["wins"]
