"""Searches: limits, results, interrupts, threads and memory."""

import asyncio
import gc
import inspect
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import plyglot

FORCED = "X.OX.XOO."


@pytest.fixture
def engine():
    return plyglot.Engine("chess")


def test_a_win_is_found():
    engine, position = plyglot.Engine("tictactoe"), plyglot.Position("tictactoe", FORCED)
    found = engine.go(position, depth=9, multipv=9)
    assert found.best == "P@b2" and found.finished is None
    assert [line.mate for line in found.lines] == [1, -1, -1]
    assert [line.plies for line in found.lines] == [1, -2, -2]
    assert [line.multipv for line in found.lines] == [1, 2, 3]
    assert found.lines[0].cp is None and found.lines[0].wdl == (1000, 0, 0)
    assert "best" not in repr(found) and "mate 1" in repr(found.lines[0])


def test_limits(engine):
    position = plyglot.Position()
    found = engine.go(position, depth=6)
    line = found.lines[0]
    assert line.depth == 6 and line.seldepth >= 6 and line.bound == "exact"
    assert line.pv[0] == found.best and line.pv[1] == found.ponder
    assert line.cp is not None and line.mate is None and sum(line.wdl) == 1000
    engine.new_game()
    assert 4000 < engine.go(position, nodes=5000).lines[0].nodes < 5100
    for limits in ({"time": 0.2}, {"clocks": (4, 4), "increments": (0.1, 0)}):
        start = time.monotonic()
        engine.go(position, **limits)
        assert time.monotonic() - start < 5
    found = engine.go(position, depth=4, moves=["a2a3", "Nh3", 0], multipv=5)
    assert {line.pv[0] for line in found.lines} == {"a2a3", "g1h3", position.legal_moves[0]}
    mate = plyglot.Position("chess", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert engine.go(mate, mate=1).lines[0].mate == 1


def test_equal_searches_are_equal():
    """With one thread, and the same as the program's: see its test of `bench`."""
    lines = []
    for _ in range(2):
        found = plyglot.Engine().go(plyglot.Position(), depth=8)
        lines.append([(line.cp, line.nodes, line.pv) for line in found.lines])
    assert lines[0] == lines[1]


def test_the_end_of_a_game(engine):
    found = engine.go(plyglot.Position(moves=["f3", "e5", "g4", "Qh4"]), depth=3)
    assert (found.best, found.ponder, found.lines, found.finished) == (None, None, [], "loss")


def test_the_history_counts(engine):
    """The third time is a draw, also for a side that is far ahead."""
    fen = "k7/8/8/8/8/qq6/6K1/7R w - - 0 1"
    there = ["h1h2", "a8b8", "h2h1", "b8a8", "h1h2", "a8b8", "h2h1"]
    position = plyglot.Position("chess", fen, there)
    assert engine.go(position, depth=1, moves=["b8a8"]).lines[0].cp == 0
    fresh = plyglot.Position("chess", position.fen())
    engine.new_game()
    assert engine.go(fresh, depth=1, moves=["b8a8"]).lines[0].cp > 100


def test_wrong_arguments(engine):
    position = plyglot.Position()
    for limits, error in [
        ({}, ValueError),
        ({"depth": 0}, ValueError),
        ({"depth": -1}, ValueError),
        ({"depth": 1 << 16}, ValueError),
        ({"nodes": 1 << 64}, ValueError),
        ({"multipv": -1}, ValueError),
        ({"time": -1}, ValueError),
        ({"time": float("nan")}, ValueError),
        ({"clocks": (1,)}, ValueError),
        ({"depth": "3"}, TypeError),
        ({"dept": 3}, TypeError),
        ({"depth": True}, TypeError),
        ({"depth": 3, "moves": []}, ValueError),
        ({"depth": 3, "moves": ["e2e5"]}, plyglot.IllegalMoveError),
    ]:
        with pytest.raises(error):
            engine.go(position, **limits)
    with pytest.raises(ValueError, match="expected a position of chess, found one of cfour"):
        engine.go(plyglot.Position("cfour"), depth=1)
    for arguments in ({"threads": 0}, {"hash": 0}, {"threads": 1025}, {"elo": 100},
                      {"threads": -1}, {"hash": -1}, {"elo": -1}, {"seed": -1}):
        with pytest.raises(ValueError):
            plyglot.Engine(**arguments)
    for call in (
        lambda: position.perft(-1),
        lambda: plyglot.analyse(position, depth=-1),
        lambda: plyglot.analyse(position, lines=-1),
        lambda: plyglot.analyse_pgn("1. e4 *", nodes=-1),
        lambda: plyglot.solve(position, threads=-1),
        lambda: plyglot.solve(position, hash=1 << 80),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(IndexError):
        position.push(1 << 80)
    for move in (True, False, 1.0, None):
        with pytest.raises(TypeError, match=f"found {move}$"):
            position.push(move)
    assert position.move_stack == []
    with pytest.raises(TypeError):
        plyglot.analyse(position, dept=3)
    with pytest.raises(MemoryError):
        plyglot.Engine(hash=1 << 40)
    with pytest.raises(ValueError, match="none.network cannot be used"):
        plyglot.Engine(network="none.network")
    with pytest.raises(TypeError):
        pickle.dumps(engine)


def test_errors_name_the_argument_and_its_range(engine):
    position = plyglot.Position()
    for call, text in [
        (lambda: engine.go(position, depth=-1), "depth: expected 1 to 65535, found -1"),
        (lambda: engine.go(position, mate=0), "mate: expected 1 to 65535, found 0"),
        (lambda: plyglot.Engine(threads=0), "threads: expected 1 to 1024, found 0"),
        (lambda: plyglot.Engine(elo=1 << 80), f"elo: expected 500 to 2500, found {1 << 80}"),
        (lambda: position.perft(241), "depth: expected 0 to 240, found 241"),
        (lambda: engine.go(position, depth=3, moves=[]), "moves: expected at least one legal"),
        (lambda: plyglot.solve(position), "expected the game fairy, which"),
    ]:
        with pytest.raises(ValueError) as caught:
            call()
        assert text in str(caught.value)
    with pytest.raises(TypeError, match="^depth: expected a whole number, found '3'"):
        engine.go(position, depth="3")


def public(owner):
    return [value for name, value in vars(owner).items() if not name.startswith("_")]


def test_signatures_tell_all_arguments():
    """As `help` shows them."""
    classes = [value for value in public(plyglot) if isinstance(value, type)]
    for function in [*public(plyglot), *(value for owner in classes for value in public(owner))]:
        if callable(function) and not isinstance(function, type):
            parameters = inspect.signature(function).parameters.values()
            assert all(p.default is not ... for p in parameters), function
            assert all(p.kind is not p.VAR_KEYWORD for p in parameters), function
    limits = inspect.signature(plyglot.Engine.go).parameters
    assert list(limits)[:4] == ["self", "position", "depth", "nodes"]
    # Only `start` returns something that could be told of a ponderhit.
    assert inspect.signature(plyglot.Engine.start).parameters.keys() == limits.keys() | {"ponder"}
    with pytest.raises(ValueError, match="^ponder: expected a search by start, found one by go"):
        plyglot.Engine("tictactoe").go(plyglot.Position("tictactoe"), depth=1, ponder=True)


def test_engines_and_programs_search_alike():
    assert plyglot.Engine.go is plyglot.Program.go
    assert isinstance(plyglot.Engine("tictactoe"), plyglot.Searcher)
    with pytest.raises(TypeError):
        plyglot.Searcher()


def test_lines_as_they_are_found(engine):
    infos = list(engine.start(plyglot.Position(), depth=7))
    depths = [info.depth for info in infos if info.bound == "exact"]
    assert depths == sorted(depths) and depths[-1] == 7
    search = engine.start(plyglot.Position())
    for info in search:
        if info.depth >= 5:
            search.stop()
    assert search.result().best is not None
    assert search.result().lines[0].depth >= 5


def test_stop_from_another_thread(engine):
    for limits in ({"infinite": True}, {"nodes": 10**15}, {"depth": 200}, {"time": 3600}):
        threading.Timer(0.1, engine.stop).start()
        start = time.monotonic()
        assert engine.go(plyglot.Position(), **limits).best
        assert time.monotonic() - start < 20, limits


def test_pondering(engine):
    position = plyglot.Position(moves=["e4", "e5"])
    search = engine.start(position, time=0.05, ponder=True)
    waiting = threading.Thread(target=search.result)
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive(), "no time counts yet"
    search.ponderhit()
    waiting.join(20)
    assert not waiting.is_alive() and search.result().best
    search = engine.start(position, time=0.05, ponder=True)
    search.stop()
    assert search.result().best


def test_searches_follow_each_other(engine):
    """Threads that share an engine, and a search that is dropped before its end."""
    endless = engine.start(plyglot.Position())
    search = engine.start(plyglot.Position(moves=["e4"]), depth=3)
    del endless
    gc.collect()
    assert search.result().lines[0].depth == 3
    found = [None] * 8
    positions = [plyglot.Position(moves=[move]) for move in ("e4", "d4", "c4", "a3")] * 2

    def go(i):
        found[i] = engine.go(positions[i], depth=5)

    threads = [threading.Thread(target=go, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for position, analysis in zip(positions, found):
        assert position.is_legal(analysis.best) and analysis.lines[0].depth == 5


def test_the_lock_is_free_during_a_search(engine):
    count = 0
    search = threading.Thread(target=engine.go, args=(plyglot.Position(),), kwargs={"time": 0.5})
    search.start()
    while search.is_alive():
        count += 1
    assert count > 1000


def test_several_threads():
    engine = plyglot.Engine("chess", threads=2, hash=8)
    assert engine.go(plyglot.Position(), depth=8).best


def test_a_weaker_player():
    engine = plyglot.Engine("chess", elo=500, seed=3)
    assert plyglot.Position().is_legal(engine.go(plyglot.Position(), depth=6).best)


@pytest.mark.parametrize("game", ["xiangqi", "shogi", "crazyhouse", "surakarta", "ataxx", "chess960"])
def test_other_games(game):
    position = plyglot.Position(game)
    assert position.is_legal(plyglot.Engine(game).go(position, nodes=2000).best)


INTERRUPTED = """
import os, random, signal, sys, threading, time, plyglot
engine = plyglot.Engine("chess")
position = plyglot.Position("chess")
random.seed(1)
othello = plyglot.Position("flipello")
while sum(c.isalpha() for c in othello.fen().split("[")[0].split()[0]) < 40:
    othello.push(random.randrange(len(othello.legal_moves)))
for work in (
    lambda: engine.go(position, infinite=True),
    lambda: engine.go(position, nodes=10**15),
    lambda: list(engine.start(position)),
    lambda: position.perft(12),
    lambda: plyglot.analyse(position, time=3600),
    lambda: plyglot.explain(position, time=3600),
    lambda: plyglot.solve(othello, hash=1),
    lambda: plyglot.survey("chess", games=100_000),
):
    sent = []
    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.3, interrupt).start()
    try:
        work()
        print("no interrupt")
    except KeyboardInterrupt:
        print(f"interrupted after {time.monotonic() - sent[0]:.3f} s")
    assert engine.go(position, depth=3).best
"""


FORKED = """
import gc, os, sys, plyglot
engine, position = plyglot.Engine("chess"), plyglot.Position("chess")
search = engine.start(position)
child = os.fork()
if child == 0:
    refused = []
    for use in (
        lambda: engine.go(position, depth=1),
        lambda: engine.start(position),
        engine.stop,
        engine.new_game,
        search.result,
        lambda: next(search),
        search.stop,
        search.ponderhit,
    ):
        try:
            use()
        except RuntimeError as error:
            refused.append("fork" in str(error))
    del engine, search
    gc.collect()
    own = plyglot.Engine("chess").go(position, depth=3).best
    os._exit(0 if refused == [True] * 8 and own else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
search.stop()
assert search.result().best and engine.go(position, depth=3).best
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_an_engine_after_a_fork_says_so():
    """It hung for ever: its thread is that of the parent."""
    run = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupts():
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    print(ran.stdout)
    assert len(lines) == 8 and all(line.startswith("interrupted") for line in lines), ran.stdout


def test_asyncio(engine):
    async def play():
        search = engine.start(plyglot.Position(), depth=6)
        depths = [info.depth async for info in search if info.bound == "exact"]
        assert depths[-1] == 6
        assert (await search).best
        other = plyglot.Engine("cfour")
        both = await asyncio.gather(
            engine.start(plyglot.Position(), depth=5),
            other.start(plyglot.Position("cfour"), nodes=1000),
        )
        assert all(found.best for found in both)
        endless = engine.start(plyglot.Position())
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(endless, 0.2)
        assert endless.result().best

    asyncio.run(play())


def resident():
    """The memory in use, in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux")
def test_memory_stays_flat():
    engine, position = plyglot.Engine("chess", hash=1), plyglot.Position()

    def search(count):
        for i in range(count):
            if len(position.move_stack) > 40 or position.is_game_over():
                while position.move_stack:
                    position.pop()
            found = engine.go(position, nodes=20, multipv=2)
            position.push(found.best)
            next(engine.start(position, depth=1), None)
            pickle.loads(pickle.dumps(position))
            position.copy().svg(found)
        gc.collect()

    search(1000)
    before = resident()
    search(10_000)
    assert resident() - before < 2048, "KiB more after 10,000 searches"


def test_engines_end():
    """Each has a thread, which ends with it."""
    before = threading_count()
    for _ in range(50):
        plyglot.Engine("cfour", hash=1).start(plyglot.Position("cfour"))
    gc.collect()
    assert threading_count() == before


def threading_count():
    with open("/proc/self/status") as file:
        return next(line for line in file if line.startswith("Threads:"))


def test_games_of_files_are_searched(tmp_path):
    file = tmp_path / "my.ini"
    file.write_text(
        "[pyleapers]\nmaxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = m:FD\ncustomPiece2 = s:W\n"
        "startFen = kmsms/5/5/5/SMSMK w 0 1\n"
        "[pysteppers:pyleapers]\nstartFen = ksmms/5/5/5/SMMSK w 0 1\n"
    )
    assert plyglot.load(file) == ["pyleapers", "pysteppers"]
    for game, moves in [("gardner", 7), ("pyleapers", 10), ("pysteppers", 10)]:
        position = plyglot.Position(game)
        assert len(position.legal_moves) == moves
        assert plyglot.Engine(game).go(position, depth=2).best in position.legal_moves
