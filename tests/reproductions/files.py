"""Files that are written, gone on with, or named by mistake."""

import os
import stat

from tools import SILENT, Program, expect, finish, kill, last, wait_for


def saving(program, file, *more):
    """A dialogue that searches and saves the table in a file."""
    return ["setoption name Hash value 8", f"setoption name Hash File value {file}", "go depth 8",
            *more, "setoption name Save Hash"]


def start_saving(program, file, depth=8):
    """An engine that will save its table at the next line."""
    engine = program.start()
    lines = [*saving(program, file)[:2], f"go depth {depth}"]
    engine.stdin.write("".join(f"{line}\n" for line in lines).encode())
    engine.stdin.flush()
    for line in engine.stdout:
        if line.startswith(b"bestmove"):
            break
    return engine


def part_through_a_link(program):
    """A save does not write through a link that waits for it"""
    program.file("victim", "precious")
    engine = start_saving(program, "a.hash")
    os.symlink("victim", program.file(f"a.hash.{engine.pid}.part"))
    finish(engine, "setoption name Save Hash\n").ended()
    expect(program.read("victim") == b"precious", "the file behind the link was overwritten")


def equal_process_numbers(program):
    """Two engines of one process number do not save into one file"""
    # As in two containers. Without the right to make such, nothing is tried.
    script = program.file("one.sh", f"#!/bin/sh\nexec unshare --pid --fork {program.path}\n", 0o755)
    if Program("/bin/sh", program.folder).run("-c", "unshare --pid --fork true").status != 0:
        return "not tried: no right to unshare"
    contained, damaged = Program(script, program.folder), 0
    for _ in range(10):
        engines = [start_saving(contained, "a.hash", depth) for depth in (13, 12)]
        for engine in engines:
            engine.stdin.write(b"setoption name Save Hash\n")
            engine.stdin.flush()
        for engine in engines:
            finish(engine).ended()
        done = program.ask(*saving(program, "a.hash")[:2], "setoption name Load Hash")
        damaged += "hash loaded" not in done.ended().out
    expect(not damaged, f"{damaged} of 10 files cannot be loaded")


def foreign_hash_file(program):
    """`Save Hash` leaves an ordinary file alone that is no table"""
    program.file("a.hash", "alias ll='ls -l'\n")
    program.ask(*saving(program, "a.hash")).ended()
    expect(program.read("a.hash") == b"alias ll='ls -l'\n", "it was overwritten")


def permissions(program):
    """A file that is saved again keeps its permissions"""
    program.ask(*saving(program, "a.hash")).succeeded()
    os.chmod(program.file("a.hash"), 0o600)
    program.ask(*saving(program, "a.hash")).succeeded()
    mode = stat.S_IMODE(os.stat(program.file("a.hash")).st_mode)
    expect(mode == 0o600, f"600 has become {mode:o}")


def leftovers(program):
    """What killed saves leave is gone after the next save"""
    for milliseconds in range(10):
        engine = start_saving(program, "a.hash")
        engine.stdin.write(b"setoption name Save Hash\n")
        engine.stdin.flush()
        wait_for(lambda: False, milliseconds / 1000)
        kill(engine)
    program.ask(*saving(program, "a.hash")).succeeded()
    left = [name for name in os.listdir(program.folder) if name != "a.hash"]
    expect(not left, f"{len(left)} files are left")


def games(program, count=200):
    program.run("datagen", "--game", "cfour", "--games", str(count), "--nodes", "100", "--threads",
                "1", "--out", "games").succeeded()


FIT = ["tune", "--game", "cfour", "--data", "games", "--epochs", "2"]


def flipped_bits(program):
    """A state of `tune` in which a bit is wrong is refused"""
    games(program)
    program.run(*FIT, "--out", "w").succeeded()
    state = program.read("w.state")
    bits = range(0, 8 * len(state), max(1, 8 * len(state) // 60))
    accepted = 0
    for bit in bits:
        damaged = bytearray(state)
        damaged[bit // 8] ^= 1 << bit % 8
        program.file("w.state", bytes(damaged))
        accepted += program.run(*FIT, "--out", "w", "--resume").ended().status == 0
    expect(not accepted, f"{accepted} of {len(bits)} were accepted")


def output_over_input(program):
    """Outputs that are inputs are refused"""
    games(program)
    before = program.read("games")
    program.run(*FIT, "--out", "games")
    expect(program.read("games") == before, "tune has replaced the games")
    book = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
    program.file("b.epd", book)
    program.match(*program.two(nodes=10), "--rounds", "1", "--maxmoves", "2", "--openings",
                  "file=b.epd", "format=epd", "--log", "b.epd").ended()
    expect(program.read("b.epd") == book.encode(), "match has replaced the book")


def pipes_as_files(program):
    """Pipes and devices in place of files are refused"""
    os.mkfifo(program.file("pipe"))
    two = program.two(nodes=10)
    hang = []
    for arguments in (
            ["datagen", "--game", "tictactoe", "--games", "1", "--out", "pipe"],
            ["match", *two, "--rounds", "1", "--resume", "pipe"],
            ["match", *two, "--rounds", "1", "--openings", "file=pipe", "format=epd"],
            ["tune", "--game", "cfour", "--data", "pipe", "--out", "w"],
            [*SPSA, "--out", "pipe"],
            [*SPSA, "--out", "/dev/zero"]):
        # Not to be filled by what has no end.
        done = program.run(*arguments, patience=5, limits={"AS": 2 << 30})
        if done.status is None or done.status in (0, 134) or done.status < 0:
            words = [word for word in arguments if "pipe" in word or word == "/dev/zero"]
            hang.append(f"{arguments[0]} {words[0]} ({done.status})")
    expect(not hang, f"hang (None), crash or end well: {', '.join(hang)}")


SPSA = ["spsa", "--game", "cfour", "--numbers", "aspiration", "reduction_base", "--nodes", "100"]


def two_runs_on_one_file(program):
    """Two runs of `spsa` do not share a file"""
    arguments = [*SPSA, "--pairs", "2", "--steps", "1000000", "--out", "found"]
    first = program.start(*arguments, **SILENT)
    try:
        wait_for(lambda: os.path.exists(program.file("found")))
        second = program.start(*arguments)
        is_kept_out = wait_for(lambda: second.poll() is not None, 10)
        second.terminate()
        done = finish(second)
        expect(is_kept_out, "the second one runs as well")
        done.refused()
        expect("No such file" not in done.err, "the second one stumbles over the first")
        expect(first.poll() is None, "the second one has ended the first")
    finally:
        kill(first)


def one_name_twice(program):
    """`spsa` refuses a name that is there twice"""
    program.run("spsa", "--numbers", "malus", "malus", "--steps", "1", "--pairs", "1", "--nodes",
                "50", "--out", "found").refused()


def refused_threads(program):
    """Threads that the system refuses end in status 1 and a sentence"""
    games(program, 20)
    faults = []
    # A limit of memory refuses threads, but it may refuse memory first: that is an abort
    # everywhere, and is not what is looked at.
    for mib, arguments in (
            (150, ["datagen", "--game", "cfour", "--games", "50", "--threads", "32", "--hash", "1",
                   "--out", "more"]),
            (100, [*SPSA, "--pairs", "32", "--threads", "32", "--hash", "1", "--steps", "2",
                   "--out", "found"]),
            (200, ["match", *program.two(nodes=10), "--concurrency", "32", "--game", "cfour",
                   "--rounds", "40"])):
        done = program.run(*arguments, limits={"AS": mib * 1000 << 10})
        is_for_memory = "panicked" not in done.err and "memory allocation" in done.err
        if not is_for_memory and (done.status not in (0, 1) or "panicked" in done.err):
            faults.append(f"{arguments[0]}: status {done.status}")
    expect(not faults, ", ".join(faults))


ALL = [part_through_a_link, equal_process_numbers, foreign_hash_file, permissions, leftovers,
       flipped_bits, output_over_input, pipes_as_files, two_runs_on_one_file, one_name_twice,
       refused_threads]
