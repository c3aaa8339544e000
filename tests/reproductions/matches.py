"""The match runner: engines that misbehave, machines that have too little, records."""

import json
import os
import re
import signal
import threading
import time

from tools import SILENT, Fault, expect, finish, kill, last, wait_for, with_word

# It never reads its input.
DEAF = "#!/bin/sh\necho uciok\nwhile :; do echo readyok; echo bestmove 0000; sleep 0.003; done\n"


def deaf_engine(program):
    """An engine that never reads does not hang the match"""
    deaf = program.file("deaf.sh", DEAF, 0o755)
    runner = program.start(
        "match", "--engine", f"cmd={deaf}", "--engine", f"cmd={program.path}", "--each", "nodes=10",
        "--rounds", "3000")
    seen = {"games": 0, "when": time.monotonic()}

    def watch():
        for line in runner.stdout:
            if line.startswith(b"game "):
                seen.update(games=seen["games"] + 1, when=time.monotonic())

    threading.Thread(target=watch, daemon=True).start()
    # Until it ends, is past where the pipe is full, or nothing has come for long.
    wait_for(lambda: runner.poll() is not None or seen["games"] > 2000
             or time.monotonic() - seen["when"] > 15, 300)
    has_ended = runner.poll() is not None
    if not has_ended:
        runner.send_signal(signal.SIGTERM)
        has_ended = wait_for(lambda: runner.poll() is not None, 20)
    runner.kill()
    runner.wait()
    expect(has_ended, f"after {seen['games']} games nothing more; SIGTERM does not end it")


def engine_that_cannot_be_started(program):
    """An engine that cannot be started wins no test for the other"""
    done = program.match(
        "--engine", f"cmd={program.path}", "name=new", "--engine", "cmd=./typo", "name=old",
        "--each", "nodes=10", "--openings", "random", "--sprt", "elo0=0", "elo1=5")
    expect("accepted" not in done.out, last(done.out) + f" (status {done.status})")
    done.refused(1)


def too_few_descriptors(program):
    """A runner without descriptors blames no engine"""
    done = program.match(
        *program.two(nodes=10), "--game", "tictactoe", "--concurrency", "64", "--rounds", "100",
        limits={"NOFILE": 60}).ended()
    blames = "cannot be started" in done.out + done.err
    expect(done.status != 0 or not blames, "status 0, and games lost for want of descriptors")
    expect("panicked" not in done.err, f"a panic: {last(done.err)}")


def foreign_file(program):
    """`--resume` leaves a foreign file alone"""
    for content in (b"precious\n", b"precious", bytes(100)):
        program.file("f", content)
        done = program.match(*program.two(nodes=10), "--game", "tictactoe", "--rounds", "1",
                             "--resume", "f")
        expect(program.read("f") == content, f"{content[:8]} was overwritten")
        done.refused()


def small_match(program, rounds=20):
    return [*program.two(nodes=200), "--game", "cfour", "--openings", "random", "plies=4",
            "--rounds", str(rounds)]


def two_runners(program):
    """Two runners do not write to one record"""
    arguments = [*small_match(program, 20_000), "--resume", "f.json"]
    first = program.start("match", *arguments, **SILENT)
    try:
        wait_for(lambda: os.path.exists(program.file("f.json")) and len(program.read("f.json")) > 99)
        second = program.start("match", *arguments)
        is_kept_out = wait_for(lambda: second.poll() is not None, 15)
        second.terminate()
        done = finish(second)
        expect(is_kept_out, "the second one plays as well")
        done.refused()
    finally:
        kill(first)


def full_disk_under_a_record(program):
    """After a full disk and `--resume` no game is there twice"""
    arguments = [*small_match(program), "--resume", "f.json", "--pgnout", "f.pgn"]
    for kib in (5, 9, 14, 20):
        program.match(*arguments, limits={"FSIZE": kib << 10}).ended()
    program.match(*arguments).succeeded()
    pgn = program.read("f.pgn").decode()
    # A game that was cut off has no result behind its moves.
    rounds = re.findall(r'^\[Round "(\d+)"\]\n\[White "(\w)"\]', pgn, re.M)
    twice = len(rounds) - len(set(rounds))
    expect(not twice, f"{twice} games are in the PGN twice")
    expect(not re.search(r"[^\n]\[Event ", pgn), "a game goes on in the middle of another")
    numbers = [json.loads(line)["number"] for line in program.read("f.json").splitlines()[1:]]
    expect(sorted(numbers) == list(range(40)), f"numbers in the JSON: {sorted(numbers)}")


def escapes(program):
    """Escapes of a terminal in what engines say are not printed"""
    engine = program.file(
        "escape.sh", "#!/bin/sh\necho uciok\nwhile read -r line; do case $line in isready) echo "
        "readyok;; go*) printf 'bestmove \\033[31mred\\033[0m\\n';; quit) exit;; esac; done\n", 0o755)
    done = program.match("--engine", f"cmd={engine}", "--engine", f"cmd={program.path}", "--each",
                         "nodes=10", "--rounds", "1", "--maxmoves", "4").ended()
    expect("\x1b" not in done.out + done.err, "they are")


def wrong_report(program):
    """A wrong path for `--report` costs no table"""
    done = program.match(*program.two(nodes=10), "--game", "tictactoe", "--rounds", "1",
                         "--report", "/nonexistent/x.html").refused()
    has_table = "a against b: 2 games" in done.out
    expect(has_table or "game 1" not in done.out, "games were played and no table was printed")


def full_disk_under_a_log(program):
    """A full disk under `--log` is said"""
    done = program.match(*program.two(nodes=50), "--game", "cfour", "--rounds", "4", "--log", "log",
                         limits={"FSIZE": 4096}).ended()
    expect(done.status != 0 or done.err, "status 0 and not a word")


LEAVER = """#!/bin/sh
setsid sh -c 'sleep 100 {mark}; :' {mark} &
echo uciok
while read -r line; do case $line in isready) echo readyok;; go*) echo bestmove 0000;;
quit) exit;; esac; done
"""
STAYER = """#!/bin/sh
trap '' TERM
echo uciok
while read -r line; do case $line in isready) echo readyok;; quit) exit;; esac; done
for i in 1 2 3 4 5 6 7 8 9; do sleep 10; done
"""


def ended_with_the_runner(mark):
    """Fails where a process with this word is left, and ends it."""
    is_clean = wait_for(lambda: not with_word(mark), 10)
    for process in with_word(mark):
        os.kill(process, signal.SIGKILL)
    expect(is_clean, "a process is left")


def children_of_engines(program):
    """What an engine starts in a session of its own ends with the match"""
    mark = f"mark-{os.getpid()}-leaver"
    # The last word of the shell's arguments is its name, which the search for it finds.
    engine = program.file("leaver.sh", LEAVER.replace("sleep 100 {mark}", "sleep 100")
                          .format(mark=mark), 0o755)
    program.match("--engine", f"cmd={engine}", "--engine", f"cmd={program.path}", "--each",
                  "nodes=10", "--rounds", "1").ended()
    ended_with_the_runner(mark)


def engines_of_a_killed_runner(program):
    """An engine that ignores the end of its input ends with a runner that is killed"""
    mark = f"mark-{os.getpid()}-stayer"
    engine = program.file("stayer.sh", STAYER, 0o755)
    runner = program.start("match", "--engine", f"cmd={engine}", f"args={mark}", "--engine",
                           f"cmd={program.path}", "--each", "tc=100", "--rounds", "1")
    is_there = wait_for(lambda: with_word(mark), 10)
    time.sleep(0.5)
    kill(runner)
    if not is_there:
        raise Fault("the engine was never started")
    ended_with_the_runner(mark)


ALL = [deaf_engine, engine_that_cannot_be_started, too_few_descriptors, foreign_file, two_runners,
       full_disk_under_a_record, escapes, wrong_report, full_disk_under_a_log, children_of_engines,
       engines_of_a_killed_runner]
