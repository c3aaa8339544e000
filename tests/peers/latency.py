#!/usr/bin/env python3
"""How soon an engine answers, beside another one in the same minutes.

    tests/peers/latency.py [--engine CMD] [--peer CMD] [--games GAME,...] [--times N]

What is timed, from just before the write to just after the read that brought
the answer:

  isready     during a search: `isready` to `readyok`
  stop        during a search: `stop` to `bestmove`
  depth 1     `go depth 1` to `bestmove`
  quit, end   during a search: `quit`, or the end of input, to the end of the process
  start       the start of the process to `uciok`

The engines take turns; who waits has no search running. A search is `go
infinite` in a position where it does not come to its end (tic-tac-toe has
none: there it waits for `stop`, done). A peer that does not list a game in its
UCI_Variant plays chess instead. Processes are started for every tenth of N.
Pipes are read without buffers in between. The machine should have nothing else
to do, and two cores. Python's own share is what `cat` takes to give a line
back, in the last row. Not run by `cargo test`.
"""

import argparse
import gc
import itertools
import os
import random
import select
import shlex
import subprocess
import sys
import time

# The options and the position of each search that runs on.
SEARCHES = {
    "chess": [("chess", {}, "startpos")],
    "cfour": [
        ("cfour, search", {"Exact Knowledge": "false"}, "startpos"),
        ("cfour, solver", {"Book": "false"}, "startpos"),
    ],
    "tictactoe": [("tictactoe", {}, "startpos")],
    "surakarta": [("surakarta", {}, "startpos")],
}
PINGS = 20  # in one search, before it is the other engine's turn
WARM_UP = 20  # of each kind, not counted


class Engine:
    """A process at the ends of two pipes."""

    def __init__(self, command):
        self.rest = b""
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, bufsize=0)
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()

    def send(self, line):
        os.write(self.input, line.encode() + b"\n")

    def wait_for(self, word):
        """Reads up to the line that begins with this word; gives the lines and when the last came."""
        start, text = b"\n" + word.encode(), b"\n" + self.rest
        searched, now = 0, 0
        while True:
            at = text.find(start, searched)
            end = text.find(b"\n", at + 1) if at >= 0 else -1
            if end >= 0:
                self.rest = text[end + 1:]
                return text[1:end].decode().split("\n"), now
            searched = max(0, len(text) - len(start))
            read = os.read(self.output, 1 << 16)
            now = time.perf_counter_ns()
            if not read:
                sys.exit(f"{self.process.args}: no {word}: it closed its output")
            text += read

    def ask(self, line, word):
        """The nanoseconds from this line to one that begins with this word."""
        self.drain()
        start = time.perf_counter_ns()
        self.send(line)
        return self.wait_for(word)[1] - start

    def drain(self):
        """Throws away what lies in the pipe."""
        self.rest = b""
        while select.select([self.output], [], [], 0)[0]:
            os.read(self.output, 1 << 16)

    def end(self, line):
        """The nanoseconds from `quit`, or from the end of input, to the end of the process."""
        start = time.perf_counter_ns()
        if line:
            self.send(line)
        else:
            self.process.stdin.close()
        # It may have more to say than the pipe can hold.
        while os.read(self.output, 1 << 16):
            pass
        self.process.wait()
        took = time.perf_counter_ns() - start
        self.process.stdin.close()
        self.process.stdout.close()
        return took


def start(command):
    """An engine that has said `uciok`, what it listed, and the nanoseconds that took."""
    begin = time.perf_counter_ns()
    engine = Engine(command)
    engine.send("uci")
    lines, now = engine.wait_for("uciok")
    return engine, lines, now - begin


def prepare(command, game, options, position):
    """An engine in the position of a search; chess if it does not have the game."""
    engine, lines, _ = start(command)
    listed = [line for line in lines if line.startswith("option name ")]
    variants = next((line.split() for line in listed if " UCI_Variant " in line), [])
    if game in variants:
        engine.send(f"setoption name UCI_Variant value {game}")
    for name, value in options.items():
        if any(line.startswith(f"option name {name} type") for line in listed):
            engine.send(f"setoption name {name} value {value}")
    engine.send(f"position {position}")
    engine.ask("isready", "readyok")
    return engine


def search(engine, pauses):
    """Begins a search and lets it run for some milliseconds."""
    engine.send("go infinite")
    time.sleep(next(pauses))


def pings(engine, times, pauses):
    """Answers to `isready` in the course of one search."""
    search(engine, pauses)
    for _ in range(times):
        time.sleep(0.001)
        yield engine.ask("isready", "readyok")
    engine.ask("stop", "bestmove")


def stops(engine, times, pauses):
    """Answers to `stop`."""
    for _ in range(times):
        search(engine, pauses)
        yield engine.ask("stop", "bestmove")


def first_plies(engine, times, _):
    """Answers to `go depth 1`."""
    for _ in range(times):
        yield engine.ask("go depth 1", "bestmove")


def in_turns(engines, measure, times, seed):
    """The times of each engine, taken by turns of `PINGS`."""
    taken = [[] for _ in engines]
    pauses = [pauses_of(seed) for _ in engines]
    while len(taken[0]) < times + WARM_UP:
        count = min(PINGS, times + WARM_UP - len(taken[0]))
        for engine, own, pause in zip(engines, taken, pauses):
            own.extend(measure(engine, count, pause))
    return [own[WARM_UP:] for own in taken]


def ends(commands, case, line, times, seed):
    """How long each engine takes to leave a search."""
    taken = [[] for _ in commands]
    pauses = pauses_of(seed)
    for _ in range(times):
        for command, own in zip(commands, taken):
            engine = prepare(command, *case)
            search(engine, pauses)
            own.append(engine.end(line))
    return taken


def starts(commands, times):
    """How long each engine takes to say `uciok`."""
    taken = [[] for _ in commands]
    for _ in range(times):
        for command, own in zip(commands, taken):
            engine, _, took = start(command)
            own.append(took)
            engine.end("quit")
    return taken


def pauses_of(seed):
    """The same pauses for everyone: 2 to 20 ms."""
    generator = random.Random(seed)
    return (generator.uniform(0.002, 0.02) for _ in itertools.count())


def percentile(taken, percent):
    """The least time within which this many percent of the answers came."""
    ordered = sorted(taken)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def row(game, what, taken):
    """A line of the table, in milliseconds."""
    cells = [f"{percentile(own, percent) / 1e6:.3f}" for own in taken for percent in (50, 99, 100)]
    print(f"| {game} | {what} | {len(taken[0])} | {' | '.join(cells)} |", flush=True)


def head(names):
    """The head of the table."""
    cells = [f"{name}, {what}" for name in names for what in ("p50", "p99", "most")]
    print(f"| game | ms from | times | {' | '.join(cells)} |")
    print("|---" * 3 + "|---:" * len(cells) + "|")


def time_game(commands, game, options):
    """The rows of a game."""
    for label, settings, position in SEARCHES[game]:
        case = (game, settings, position)
        engines = [prepare(command, *case) for command in commands]
        for what, measure in (("isready", pings), ("stop", stops), ("depth 1", first_plies)):
            row(label, what, in_turns(engines, measure, options.times, options.seed))
        for engine in engines:
            engine.end("quit")
        for what, line in (("quit", "quit"), ("end", None)):
            row(label, what, ends(commands, case, line, options.starts, options.seed))


def own_share(times):
    """What a line takes there and back when nobody thinks about it."""
    echo = Engine("cat")
    taken = [echo.ask("readyok", "readyok") for _ in range(times + WARM_UP)]
    echo.end(None)
    return taken[WARM_UP:]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/plyglot", help="default: %(default)s")
    parser.add_argument("--peer", help="the other engine, such as stockfish")
    parser.add_argument("--games", default=",".join(SEARCHES), help="default: %(default)s")
    parser.add_argument("--times", type=int, default=1000, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="of the pauses before `stop`")
    options = parser.parse_args()
    options.starts = max(1, options.times // 10)
    unknown = set(options.games.split(",")) - set(SEARCHES)
    if unknown or options.times < 1:
        parser.error(f"unknown games: {', '.join(unknown)}" if unknown else "--times is at least 1")
    return options


def main():
    options = arguments()
    commands = [command for command in (options.engine, options.peer) if command]
    names = [os.path.basename(shlex.split(command)[0]) for command in commands]
    gc.disable()
    head(names)
    for game in options.games.split(","):
        time_game(commands, game, options)
    row("any", "start", starts(commands, options.starts))
    echo = own_share(options.times)
    row("none", "`cat`", [echo for _ in commands])


if __name__ == "__main__":
    main()
