#!/usr/bin/env python3
"""Nodes and seconds that engines take to a depth, side by side.

    tests/peers/time_to_depth.py DEPTH RUNS [--fen FEN] -- 'ENGINE [NAME=VALUE...]'...

Every engine is started anew for each run, in turns, with an empty table of
64 MiB and one thread, and searches the start position (or FEN) to DEPTH. The
seconds are those from `go` to `bestmove`, by this program's clock; the nodes
are those of the engine's last line. They are the medians of several runs. Depth means
something else to each engine, so this says what a ply of it costs, not how
much it sees. Not run by `cargo test`: it needs the engines.
"""

import re
import statistics
import sys
import time

from uci import Engine


def search(command, options, fen, depth):
    """The nodes and seconds of one search."""
    engine = Engine(command, ["Hash=64", "Threads=1", *options])
    engine.send(f"position fen {fen}" if fen else "position startpos")
    start = time.perf_counter()
    engine.send(f"go depth {depth}")
    said = engine.lines_until("bestmove")
    seconds = time.perf_counter() - start
    engine.quit()
    nodes = [re.search(r"\bnodes (\d+)", line) for line in said]
    return int([found for found in nodes if found][-1][1]), seconds


def main():
    split = sys.argv.index("--")
    depth, runs, *rest = sys.argv[1:split]
    fen = rest[rest.index("--fen") + 1] if "--fen" in rest else None
    engines = [words.split(" ") for words in sys.argv[split + 1 :]]
    taken = {i: [] for i in range(len(engines))}
    for _ in range(int(runs)):
        for i, (command, *options) in enumerate(engines):
            # Blanks in names of options are written as underscores.
            options = [option.replace("_", " ") for option in options]
            taken[i].append(search(command, options, fen, int(depth)))
    for i, engine in enumerate(engines):
        nodes = statistics.median(n for n, _ in taken[i])
        seconds = statistics.median(s for _, s in taken[i])
        print(f"{' '.join(engine)}: {nodes:.0f} nodes, {seconds:.3f} s, {nodes / seconds / 1e6:.2f} M nodes/s")


main()
