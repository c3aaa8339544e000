#!/usr/bin/env python3
"""What hostile files of rules take: peak memory and time of a processor in `PLYGLOT check`.

    tests/peers/rules_memory.py PLYGLOT ...

Prints a table with a column for each program; SECURITY.md has the bounds. Needs Linux.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile

# Enough for all programs so far; an endless one ends here.
PATIENCE_S = 120


def pieces(name, seed):
    """25 pieces with long lines on the largest board, each on squares of its own."""
    pick = random.Random(seed)
    lines = [f"[{name}]", "maxFile = 12", "maxRank = 10", "king = k", f"startFen = k10a{'/12' * 8}/KA10 w"]
    squares = [f"{file}{rank}" for file in "abcdefghijkl" for rank in range(1, 11)]
    for number, letter in enumerate("abcdefghijlmnopqrstuvwxyz", 1):
        lines.append(f"customPiece{number} = {letter}:QNNpQR4")
        for side in ["White", "Black"]:
            own = " ".join(square for square in squares if pick.random() < 0.9)
            lines.append(f"mobilityRegion{side}CustomPiece{number} = {own}")
    return "\n".join(lines) + "\n"


def children(parent, count, rules=""):
    return "".join(f"[child{number}:{parent}]\n" + rules.format(number) for number in range(count))


def long_words():
    lines = ["[long]", "king = k"]
    lines += [f"customPiece{number} = {letter}:" + "nN" * 4_800
              for number, letter in enumerate("abcdefghijlmnopqrstuvwxyz", 1)]
    return "\n".join(lines) + "\n" + children("long", 200)


FILES = {
    "25 pieces with squares of their own, 9 children": pieces("base", 0) + children("base", 9),
    "the same with 999 children": pieces("base", 0) + children("base", 999),
    "40 games of 25 such pieces, all different": "".join(pieces(f"game{n}", n) for n in range(40)),
    "1,000 games on 64 squares, a value each": children("chess", 1_000, "nMoveRule = {}\n"),
    "1,000 games on 80 squares, a value each": children("capablanca", 1_000, "nMoveRule = {}\n"),
    "25 pieces with 9,600 letters of moves each, 200 children": long_words(),
    "100,000 unknown keys": "[a:chess]\n" + "unknown=1\n" * 100_000,
    "`[` 524,288 times": "[\n" * 524_288,
}


def check(program, file):
    """Megabytes and seconds of a processor."""
    pid = os.fork()
    if pid == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE_S, PATIENCE_S))
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            os.execv(program, [program, "check", file])
        finally:
            os._exit(127)
    _, _, usage = os.wait4(pid, 0)
    return usage.ru_maxrss / 1_024, usage.ru_utime + usage.ru_stime


def main():
    programs = [os.path.abspath(program) for program in sys.argv[1:]]
    if not programs:
        sys.exit(__doc__)
    names = [subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
             for program in programs]
    print("|file|bytes|" + "|".join(names) + "|")
    print("|---|---" + "|---" * len(programs) + "|")
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "hostile.ini")
        for name, rules in FILES.items():
            with open(file, "w", encoding="ascii") as out:
                out.write(rules)
            cells = ["{:,.0f} MB, {:.1f} s".format(*check(program, file)) for program in programs]
            print(f"|{name}|{len(rules):,}|" + "|".join(cells) + "|", flush=True)


main()
