"""Programs that speak UCI or another protocol."""

import sys
import threading

import pytest

import plyglot
from peers import PROGRAM
from test_study import needs_program, program


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def peer(log):
    with plyglot.Program([sys.executable, "-c", PROGRAM, str(log)], options={"Own": True}) as peer:
        yield peer


def test_a_program_searches(peer, log):
    position = plyglot.Position(moves=["a3", "a6"])
    found = peer.go(position, nodes=70, clocks=(3, 4), increments=(0.5, 0), multipv=2, moves=["e4"])
    assert (peer.name, peer.game, found.best) == ("Peer 1", "chess", "e2e4")
    first, second = found.lines
    assert (first.cp, first.bound, first.pv) == (15, "exact", ["e2e4", "e7e5"])
    assert (first.depth, first.nodes, first.time, first.wdl) == (3, 70, 0.02, (300, 500, 200))
    assert (second.mate, second.plies, second.multipv, second.wdl) == (-2, -4, 2, (0, 0, 0))
    told = log.read_text().splitlines()
    assert "setoption name Own value true" in told and "setoption name MultiPV value 2" in told
    assert told[-2:] == [
        "position startpos moves a2a3 a7a6",
        "go nodes 70 wtime 3000 btime 4000 winc 500 searchmoves e2e4",
    ]
    # Programs may know no null move.
    peer.go(plyglot.Position(moves=["h3", "0000"]), nodes=1)
    after = "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 1 2"
    assert log.read_text().splitlines()[-2] == f"position fen {after}"
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    peer.go(plyglot.Position(fen=fen), time=0.25)
    assert log.read_text().splitlines()[-1] == "go movetime 250"
    assert f"position fen {fen}" in log.read_text().splitlines()


def test_a_search_is_stopped(peer):
    threading.Timer(0.5, peer.stop).start()
    assert peer.go(plyglot.Position(), infinite=True).best == "e2e4"


def test_what_a_program_does_wrong(peer):
    position = plyglot.Position()
    with pytest.raises(RuntimeError, match="^Peer 1: expected a legal move, found 'e2e5'"):
        peer.go(position, depth=2)
    with pytest.raises(RuntimeError, match="^Peer 1: no move: it closed its output"):
        peer.go(position, depth=9)
    # It is started again.
    assert peer.go(position, depth=1).best == "e2e4"
    peer.close()
    with pytest.raises(RuntimeError, match="^Peer 1: the program was closed"):
        peer.go(position, depth=1)


def test_wrong_arguments_of_programs(peer):
    with pytest.raises(RuntimeError, match="^none: .* cannot be started"):
        plyglot.Program(["/none"])
    with pytest.raises(ValueError, match="^command: expected a program, found none"):
        plyglot.Program([])
    with pytest.raises(ValueError, match="^protocol: expected one of uci, .*, found 'xboard'"):
        plyglot.Program(["x"], protocol="xboard")
    with pytest.raises(plyglot.UnknownGameError):
        plyglot.Program(["x"], "bridge")
    with pytest.raises(ValueError, match="expected a position of chess, found one of cfour"):
        peer.go(plyglot.Position("cfour"), depth=1)
    with pytest.raises(ValueError, match="expected a limit"):
        peer.go(plyglot.Position())
    mate = plyglot.Position(moves=["f3", "e5", "g4", "Qh4"])
    found = peer.go(mate, depth=1)
    assert (found.best, found.lines, found.finished) == (None, [], "loss")


@needs_program
def test_plyglot_is_such_a_program_for_each_game():
    for game, protocol in [
        ("tictactoe", "ugi"),
        ("shogi", "uci"),
        ("shogi", "usi"),
        ("xiangqi", "ucci"),
        ("cfour", "uci"),
    ]:
        position = plyglot.Position(game)
        with plyglot.Program([program()], game, protocol=protocol) as other:
            assert other.go(position, nodes=500).best in position.legal_moves
    forced = plyglot.Position("tictactoe", "X.OX.XOO.")
    for protocol in ("uci", "ugi"):
        with plyglot.Program([program()], "tictactoe", protocol=protocol) as other:
            found = other.go(forced, depth=9, multipv=3)
            assert found.best == "P@b2"
            assert [line.plies for line in found.lines] == [1, -2, -2]


@needs_program
@pytest.mark.parametrize(
    "game, protocol, fen, best",
    [
        ("shogi", "usi", "4k4/9/4P4/9/9/9/9/9/9[Grbb] w - - 0 1", "G@e8"),
        ("xiangqi", "ucci", "3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1", "b1b10"),
    ],
)
def test_moves_and_scores_of_other_protocols_are_those_of_uci(game, protocol, fen, best):
    position = plyglot.Position(game, fen)
    with plyglot.Program([program()], game, protocol=protocol, options={"Hash": 2}) as other:
        found = other.go(position, depth=2)
        assert (found.best, found.lines[0].pv, found.lines[0].plies) == (best, [best], 1)
        if protocol == "ucci":
            with pytest.raises(RuntimeError, match="UCCI cannot name the only moves to search"):
                other.go(position, depth=2, moves=[best])
            assert other.go(position, time=0.05).best in position.legal_moves
