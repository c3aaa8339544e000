#!/usr/bin/env python3
"""How long every game takes to hear `stop`, Ctrl-C and `quit`.

    tests/peers/stop.py PLYGLOT [FILE.ini ...] [--games GAME,...] [--over MS]

For each game of the library and of the files, in its start position: the milliseconds from `stop`
(1, 30 and 300 ms after `go infinite`), `quit` and SIGINT to the answer, or to the end of the
process. Prints games in which one takes longer than --over (100), the longest of all, and ends with
status 1 if there is one. The machine should have nothing else to do. Not run by `cargo test`.
"""

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import time

PATIENCE_S = 20
CASES = [("stop", 0.001), ("stop", 0.03), ("stop", 0.3), ("quit", 0.1), ("SIGINT", 0.1)]


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.rest = b""

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def wait_for(self, word):
        """Reads up to a line that begins with this word. Returns whether it came in time."""
        end = time.monotonic() + PATIENCE_S
        while True:
            *lines, self.rest = self.rest.split(b"\n")
            if any(line.startswith(word) for line in lines):
                return True
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return False
            read = os.read(self.process.stdout.fileno(), 1 << 16)
            if not read:
                return False
            self.rest += read


def latency(command, game, how, delay):
    """The milliseconds to the answer; infinite if there is none."""
    engine = Engine(command)
    try:
        engine.send(f"setoption name UCI_Variant value {game}")
        engine.send("position startpos")
        engine.send("isready")
        if not engine.wait_for(b"readyok"):
            return float("inf")
        engine.send("go infinite")
        time.sleep(delay)
        start = time.monotonic()
        if how == "stop":
            engine.send("stop")
            is_answered = engine.wait_for(b"bestmove")
        else:
            if how == "quit":
                engine.send("quit")
            else:
                engine.process.send_signal(signal.SIGINT)
            try:
                engine.process.wait(PATIENCE_S)
                is_answered = True
            except subprocess.TimeoutExpired:
                is_answered = False
        return 1000 * (time.monotonic() - start) if is_answered else float("inf")
    finally:
        engine.process.kill()
        engine.process.wait()


def games_of(command):
    output = subprocess.run([*command, "games", "--json"], capture_output=True, check=True, text=True)
    return [json.loads(line) for line in output.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--games")
    parser.add_argument("--over", type=float, default=100)
    options = parser.parse_args()
    command = [options.program, *(word for file in options.files for word in ("--variants", file))]
    names = [game["name"] for game in games_of(command)]
    if options.games:
        names = options.games.split(",")
    elif options.files:
        library = {game["name"] for game in games_of([options.program])}
        names = [name for name in names if name not in library] or names
    longest, slow = {case: (0, "") for case in CASES}, 0
    for name in names:
        times = {case: latency(command, name, *case) for case in CASES}
        if max(times.values()) > options.over:
            slow += 1
            print(name, *(f"{how}@{1000 * delay:.0f}: {times[how, delay]:.1f}" for how, delay in CASES), flush=True)
        longest = {case: max(longest[case], (times[case], name)) for case in CASES}
    print(f"{len(names)} games, {slow} over {options.over:.0f} ms; longest:")
    for (how, delay), (ms, name) in longest.items():
        print(f"  {how} after {1000 * delay:.0f} ms: {ms:.1f} ms ({name})")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
