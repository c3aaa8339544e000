"""Searches, answers and output: what a client or a shell sees."""

import fcntl
import os
import subprocess
import time

from tools import PATIENCE, Fault, expect, finish, kill, last, wait_for

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
]


def depths(out):
    """The depth that was reached before each `bestmove`."""
    reached, depth = [], 0
    for line in out.splitlines():
        words = line.split()
        if words[:2] == ["info", "depth"]:
            depth = int(words[2])
        elif words[:1] == ["bestmove"]:
            reached.append(depth)
            depth = 0
    return reached


def second_go_in_a_pipe(program):
    """A second `go` in a pipe waits for a search that has a limit"""
    lines = [line for fen in FENS for line in (f"position fen {fen}", "go depth 8")]
    for done in (program.ask(*lines), program.run(*lines)):
        reached = depths(done.succeeded().out)
        expect(reached == [8] * len(FENS), f"depths reached: {reached}")


def endless_commands(program):
    """`yes ucinewgame | plyglot` takes no more memory from second to second"""
    yes = subprocess.Popen(["yes", "ucinewgame"], stdout=subprocess.PIPE)
    engine = program.start(stdin=yes.stdout, stdout=subprocess.DEVNULL)
    yes.stdout.close()
    try:
        time.sleep(5)
        with open(f"/proc/{engine.pid}/status") as file:
            line = next(line for line in file if line.startswith("VmHWM"))
        mib = int(line.split()[1]) // 1024
        expect(mib < 300, f"{mib} MiB after 5 s")
        yes.kill()
        finish(engine).succeeded()
    finally:
        yes.kill()
        yes.wait()
        kill(engine)


def every_go_has_its_answer(program):
    """Every `go` has one `bestmove`, whatever stands in it"""
    silent = []
    for go in ("wtime 1000 btime 1000 x", "movetime -100", "depth -5", "nodes -1", "foo depth 2",
               "searchmoves zzzz depth 2", "depth", "searchmoves"):
        done = program.ask("position startpos", f"go {go}").succeeded()
        if done.out.count("bestmove ") != 1:
            silent.append(f"'go {go}' ({done.out.count('bestmove ')})")
    expect(not silent, f"no single bestmove: {', '.join(silent)}")


def exact_depth_in_a_solved_game(program):
    """`go depth 42` in Connect Four is answered exactly and at once"""
    # Beyond the book, where openings are looked up.
    done = program.run("--game", "cfour", "position 35212513544", "go depth 42", patience=20)
    expect(done.status == 0 and "bestmove" in done.out, "no answer within 20 s")
    expect("score cp 0 " in done.out.splitlines()[-2], "the draw is not seen")


def misspelt_words(program):
    """`plyglot mtach` and `plyglot banana` end with an error"""
    for word in ("mtach", "banana"):
        done = program.run(word)
        expect(done.status not in (0, None), f"'{word}': status {done.status}")


def first_error_ends_arguments(program):
    """With commands as arguments the first error ends it, with 2"""
    done = program.run("position fen garbage", "go depth 2").refused(2)
    expect("bestmove" not in done.out, "it searches another position")


def full_disk_under_stdout(program):
    """A full disk under stdout is an error"""
    silent = []
    for arguments in (["go depth 5"], ["uci"], ["--help"], ["genfens 3 seed 1 book None"]):
        with open("/dev/full", "wb") as full:
            done = program.run(*arguments, stdout=full)
        if done.status == 0:
            silent.append(arguments[0])
    expect(not silent, f"status 0: {', '.join(silent)}")


def closed_pipe(program):
    """`plyglot --help | head -1` ends without a word"""
    for arguments in (["--help"], ["match", "--help"]):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as closed:
            done = program.run(*arguments, stdout=closed, env={"RUST_BACKTRACE": "1"})
        expect(not done.err, f"{' '.join(arguments)}: {last(done.err)}")


def no_backtrace(program):
    """Errors of usage print no backtrace"""
    for arguments in (["match", "--nonsense"], ["--nonsense"], ["datagen"]):
        done = program.run(*arguments, env={"RUST_BACKTRACE": "1"}).refused()
        is_short = "backtrace" not in done.err and " 0: " not in done.err
        expect(is_short, f"{' '.join(arguments)}: {len(done.err.splitlines())} lines")


def stdout_that_does_not_block(program):
    """An output that is full and does not block is waited for"""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    os.set_blocking(write, False)
    engine = program.start(stdout=write)
    os.close(write)
    engine.stdin.write(b"uci\n" * 100)
    engine.stdin.flush()
    time.sleep(2)  # the pipe is full by now
    try:
        engine.stdin.close()
    except BrokenPipeError:
        pass
    with os.fdopen(read, "rb") as output:
        answers = output.read().count(b"uciok")
    status = engine.wait(PATIENCE)
    expect((status, answers) == (0, 100), f"status {status}, {answers} of 100 answers")


def stdin_that_does_not_block(program):
    """An input that is empty and does not block is waited for"""
    read, write = os.pipe()
    os.set_blocking(read, False)
    engine = program.start(stdin=read)
    os.close(read)
    time.sleep(0.5)
    try:
        os.write(write, b"isready\n")
    except BrokenPipeError:
        pass
    os.close(write)
    out, _ = engine.communicate(timeout=PATIENCE)
    expect(b"readyok" in out, f"status {engine.returncode} without an answer")


def deep_perft(program):
    """`go perft 100000` does not exhaust the stack"""
    engine = program.start()
    engine.stdin.write(b"go perft 100000\n")
    engine.stdin.flush()
    wait_for(lambda: engine.poll() is not None, 5)
    # What was closed by then cannot be written to.
    finish(engine, "stop\nquit\n" if engine.poll() is None else "").succeeded()


def perft_without_a_client(program):
    """`go perft 12` ends with its client"""
    engine = program.start()
    engine.stdin.write(b"go perft 12\n")
    engine.stdin.flush()
    time.sleep(0.5)
    for pipe in (engine.stdin, engine.stdout, engine.stderr):
        pipe.close()
    has_ended = wait_for(lambda: engine.poll() is not None, 15)
    engine.kill()
    engine.wait()
    expect(has_ended, "15 s later it is still there")


def words_of_the_system(program):
    """No words of the system such as "No such file" come over stdout"""
    lines = ["setoption name SyzygyPath value /EGT/Syzygy",
             "setoption name Hash File value /EGT/x.hash", "setoption name Load Hash",
             "setoption name Save Hash", "setoption name Debug Log File value /EGT/x.log"]
    out = program.ask(*lines).ended().out
    found = [word for word in ("No such file", "not found", "Permission denied") if word in out]
    expect(not found, f"on stdout: {', '.join(found)}")


def short_notation(program):
    """`position startpos moves e4 e5 Nf3` is understood"""
    out = program.ask("position startpos moves e4 e5 Nf3", "d").ended().out
    expect("/5N2/" in out, "it is not: " + last(out))


def refused_threads(program):
    """Threads that the system refuses are said over stdout"""
    done = program.ask("setoption name Threads value 64", "isready", "go depth 6",
                       limits={"AS": 500_000 << 10}).succeeded()
    is_said = any("hread" in line for line in done.out.splitlines() if "info string" in line)
    expect(is_said, "only on stderr: " + last(done.err))


def refused_memory(program):
    """No memory at the start ends it, whatever RUST_BACKTRACE says"""
    done = program.run(limits={"AS": 40_000 << 10}, env={"RUST_BACKTRACE": "1"}, patience=20)
    if done.status is None:
        raise Fault("it hangs")


ALL = [second_go_in_a_pipe, endless_commands, every_go_has_its_answer,
       exact_depth_in_a_solved_game, misspelt_words, first_error_ends_arguments,
       full_disk_under_stdout, closed_pipe, no_backtrace, stdout_that_does_not_block,
       stdin_that_does_not_block, deep_perft, perft_without_a_client, words_of_the_system,
       short_notation, refused_threads, refused_memory]
