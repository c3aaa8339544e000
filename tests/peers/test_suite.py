#!/usr/bin/env python3
"""How many positions of an EPD test suite an engine solves.

    tests/peers/test_suite.py SUITE NODES ENGINE [NAME=VALUE...]

Each position is searched by NODES nodes from an empty table, and is solved if
the best move is one of its `bm` and none of its `am`. If a position gives
its moves points (`c8` for those of `c9`, as the Strategic Test Suite does),
the points are summed up as well. Not run by `cargo test`: it needs the
package python3-chess (PyPI: chess) and the suite.
"""

import sys

import chess
import chess.engine


def solve(engine, suite, nodes):
    """Positions solved, points won, points to be won, positions."""
    solved, points, most, count = 0, 0, 0, 0
    for line in open(suite):
        if not line.strip():
            continue
        board, operations = chess.Board.from_epd(line)
        # A new game for each position, so that none helps another.
        best = engine.play(board, chess.engine.Limit(nodes=nodes), game=count).move
        count += 1
        good = best in operations.get("bm", [best])
        solved += good and best not in operations.get("am", [])
        if "c9" in operations:
            scores = [int(score) for score in str(operations["c8"]).split()]
            worth = dict(zip(str(operations["c9"]).split(), scores))
            points, most = points + worth.get(best.uci(), 0), most + max(scores)
    return solved, points, most, count


def main():
    suite, nodes, command, *options = sys.argv[1:]
    # The engine ends with the block, also where the suite cannot be read.
    with chess.engine.SimpleEngine.popen_uci(command, timeout=60) as engine:
        engine.configure(dict(option.split("=", 1) for option in options))
        solved, points, most, count = solve(engine, suite, int(nodes))
    print(f"{solved} of {count} solved" + (f", {points} of {most} points" if most else ""))


main()
