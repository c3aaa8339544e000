#!/usr/bin/env python3
"""Solvers of Connect Four side by side: right answers, time and nodes.

    tests/peers/connect4_solvers.py [OPTION...] SET...

A SET is a file of lines `DIGITS SCORE`; lines with `#` are comments. Every
solver gets the same positions in blocks, one solver after the other on one
core and each in turn first, without a book, with an empty table before each
position. Times are of the search alone, taken by the solver itself or, for
bitbully, around the call, which itself costs 0.2 us.

  bitbully     the package of that name (PyPI), with each of its two ways to
               search; its table has 96 MiB (0.0.79), and cannot be set
  --ai         the program of tests/peers/connect4_ai, around the crate
               connect-four-ai; its table has 64 MiB:
                   RUSTFLAGS="-C target-cpu=native" cargo build --release \\
                       --manifest-path tests/peers/connect4_ai/Cargo.toml
  --plyglot    ours, with a table of 64 MiB

The last column is a solver's mean time divided by Plyglot's. The exit status
is 1 if an answer was wrong. A solver that is not there is left out. Not run by
`cargo test`.
"""

import argparse
import gc
import itertools
import json
import os
import random
import shlex
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

try:
    from bitbully import bitbully_core
except ImportError:
    bitbully_core = None

SOLVE = "solve --game cfour --no-book --cold --threads 1 --hash 64 --json"
# Solved first and not counted, by each new process and by bitbully each time it has cleared its
# table: a first search pays for memory and for code that is not in the cache.
WARM_UP = "7546532524233777346271432473"


def board_of(digits):
    """A position as bitbully has it."""
    board = bitbully_core.BoardCore()
    moves = [] if digits == "startpos" else [int(digit) - 1 for digit in digits]
    if moves and not board.play(moves):
        sys.exit(f"bitbully refuses {digits}")
    return board


class Bitbully:
    """The solver of the package; a table made once serves all positions."""

    def __init__(self, method):
        self.core = bitbully_core.BitBullyCore()
        self.search = {
            "mtdf": lambda board: self.core.mtdf(board, 0),
            "null window": self.core.nullWindow,
        }[method]

    def solve(self, positions):
        """Gives score, seconds and nodes of each."""
        warm_up = board_of(WARM_UP)
        for board in map(board_of, positions):
            self.core.resetTranspositionTable()
            self.search(warm_up)
            self.core.resetNodeCounter()
            start = time.perf_counter()
            score = self.search(board)
            yield score, time.perf_counter() - start, self.core.getNodeCounter()


class Program:
    """A program that answers lines on stdin, one by one and in order."""

    def __init__(self, command, read):
        self.command = command
        self.read = read

    def solve(self, positions):
        """Gives score, seconds and nodes of each."""
        text = "".join(f"{digits}\n" for digits in [WARM_UP, *positions])
        done = subprocess.run(self.command, input=text, capture_output=True, text=True)
        answers = done.stdout.splitlines()[1:]
        if done.returncode or len(answers) != len(positions):
            sys.exit(f"{shlex.join(self.command)}: {len(answers)} answers to {len(positions)} "
                     f"positions, status {done.returncode}\n{done.stderr}")
        return map(self.read, answers)


def read_columns(line):
    """Of `DIGITS TAB SCORE TAB NODES TAB SECONDS`."""
    _, score, nodes, seconds = line.split("\t")
    return int(score), float(seconds), int(nodes)


def read_json(line):
    """Of an object with `score`, `nodes` and `time` in seconds."""
    answer = json.loads(line)
    if "score" not in answer:
        sys.exit(f"no score in {line}")
    return answer["score"], answer["time"], answer["nodes"]


def read_set(path, options):
    """The positions and their scores, as many as are wanted."""
    lines = [line.split() for line in Path(path).read_text().splitlines()]
    positions = [(line[0], int(line[1])) for line in lines if line and line[0][0] != "#"]
    positions = [p for p in positions if options.plies <= len(p[0].removeprefix("startpos"))]
    if options.limit < len(positions):
        positions = random.Random(options.seed).sample(positions, options.limit)
    return positions


def solvers(options):
    """The solvers that are there, ours first."""
    found = {}
    if options.plyglot:
        found["plyglot"] = Program([options.plyglot, *shlex.split(options.arguments)], read_json)
    if options.ai:
        found["connect-four-ai"] = Program([options.ai], read_columns)
    if bitbully_core:
        found["bitbully mtdf"] = Bitbully("mtdf")
        found["bitbully null window"] = Bitbully("null window")
    else:
        print("there is no bitbully here", file=sys.stderr)
    return found


class Sums:
    """What a solver has done in a set."""

    def __init__(self):
        self.count, self.wrong, self.seconds, self.nodes = 0, 0, 0.0, 0

    def add(self, name, position, answer):
        (digits, expected), (score, seconds, nodes) = position, answer
        self.count += 1
        self.seconds += seconds
        self.nodes += nodes
        if score != expected:
            self.wrong += 1
            print(f"{name}: {digits} is {expected}, found {score}", file=sys.stderr)

    def mean(self):
        """Seconds a position."""
        return self.seconds / self.count


def compare(positions, found, size):
    """Lets all solvers solve the positions, in blocks; gives the sums of each."""
    sums = defaultdict(Sums)
    names = itertools.cycle(found)
    for begin in range(0, len(positions), size):
        block = positions[begin:begin + size]
        for name in itertools.islice(names, len(found)):
            answers = found[name].solve([digits for digits, _ in block])
            for position, answer in zip(block, answers):
                sums[name].add(name, position, answer)
        next(names)
    return sums


def duration(seconds):
    """With three digits and a unit that suits."""
    for unit, factor in (("us", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * factor:
            return f"{seconds / factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", metavar="SET", nargs="+")
    parser.add_argument("--plyglot", metavar="PROGRAM")
    parser.add_argument("--arguments", default=SOLVE, help="of plyglot; default: %(default)s")
    parser.add_argument("--ai", metavar="PROGRAM")
    parser.add_argument("--limit", type=int, default=sys.maxsize, help="positions of each set")
    parser.add_argument("--seed", type=int, default=1, help="of the choice where a limit makes one")
    parser.add_argument("--plies", type=int, default=0, help="leave out positions with fewer")
    parser.add_argument("--block", type=int, default=25, help="positions in one go (default: 25)")
    parser.add_argument("--core", type=int, help="the core to run on; default: one of those given")
    return parser.parse_args()


def main():
    options = arguments()
    if hasattr(os, "sched_setaffinity"):
        core = options.core if options.core is not None else max(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {core})
    gc.disable()
    found = solvers(options)
    print(f"{'set':16} {'solver':22} {'positions':>9} {'wrong':>6} {'mean time':>10} "
          f"{'mean nodes':>12} {'ratio':>7}")
    wrong = 0
    for path in options.sets:
        sums = compare(read_set(path, options), found, options.block)
        for name, each in sums.items():
            wrong += each.wrong
            ratio = f"{each.mean() / sums['plyglot'].mean():.2f}" if "plyglot" in sums else "-"
            print(f"{Path(path).name:16} {name:22} {each.count:9} {each.wrong:6} "
                  f"{duration(each.mean()):>10} {each.nodes / each.count:12,.1f} {ratio:>7}",
                  flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
