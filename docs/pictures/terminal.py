#!/usr/bin/env python3
"""Draws a session in a terminal as SVG, with its colours.

    docs/pictures/terminal.py PLYGLOT OUT.svg [--input LINES] [--last N] ARGUMENT...

Runs Plyglot with these arguments and lines, and draws what it prints, or the last N lines
of that. `\\n` separates the lines. The pictures in this folder were drawn so:

    terminal.py plyglot play_GAME.svg --input LINES --last N play GAME --colour always --movetime 200

    chess         --input 'e4\\nNf3\\nhint\\nscores' --last 33
    surakarta     --input 'd2c3\\nc2d3\\nhint' --last 24
    othello       --input 'f5\\nc6\\nhint' --last 25
    breakthrough  --input 'b2b3\\ng2g3\\nscores' --last 30
    ataxx         --input 'f1\\nf2\\nhint' --last 23
    cfour         --input 'd\\nd\\nwhy' --last 25
    tictactoe     --input 'b2\\na1\\nc2' --last 17
"""

import argparse
import re
import subprocess
from html import escape

CELL, LINE, MARGIN = 8.4, 18, 14
GROUND, TEXT = "#1e2430", "#d8dee9"
COLOURS = {31: "#ff7b72", 33: "#e3b341"}


def runs(text):
    """The parts of a line with their codes: pairs of a text and a set of numbers."""
    codes, parts = set(), []
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        found = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if not found:
            parts.append((part, frozenset(codes)))
            continue
        for code in found[1].split(";"):
            number = int(code or 0)
            codes = codes | {number} if number else set()
    return [(part, codes) for part, codes in parts if part]


def drawn(lines):
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = 2 * MARGIN + CELL * max(map(len, plain))
    height = 2 * MARGIN + LINE * len(lines)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
           f'viewBox="0 0 {width:.0f} {height}">')
    yield f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>'
    yield (f'<g font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14" '
           f'fill="{TEXT}">')
    for row, line in enumerate(lines):
        column, base = 0, MARGIN + LINE * row + 13
        for text, codes in runs(line):
            x, wide = MARGIN + CELL * column, CELL * len(text)
            colour = next((COLOURS[code] for code in codes if code in COLOURS), TEXT)
            if 7 in codes:
                yield (f'<rect x="{x:.1f}" y="{base - 13}" width="{wide:.1f}" '
                       f'height="{LINE}" fill="{colour}"/>')
                colour = GROUND
            if text.strip():
                bold = ' font-weight="bold"' if 1 in codes else ""
                line_under = ' text-decoration="underline"' if 4 in codes else ""
                yield (f'<text x="{x:.1f}" y="{base}" fill="{colour}" textLength="{wide:.1f}"'
                       f'{bold}{line_under} xml:space="preserve">{escape(text)}</text>')
            column += len(text)
    yield "</g>\n</svg>"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyglot")
    parser.add_argument("out")
    parser.add_argument("--input", default="")
    parser.add_argument("--last", type=int, default=10_000)
    known, arguments = parser.parse_known_args()
    lines = known.input.replace("\\n", "\n")
    run = subprocess.run([known.plyglot, *arguments], input=lines, text=True,
                         stdout=subprocess.PIPE, check=True)
    shown = run.stdout.rstrip().splitlines()[-known.last:]
    with open(known.out, "w") as file:
        file.write("\n".join(drawn(shown)) + "\n")


main()
