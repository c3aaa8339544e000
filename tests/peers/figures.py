#!/usr/bin/env python3
"""Measures the figures of the documents again: the rows of docs/log/figures.csv.

    tests/peers/figures.py PROGRAM [--stale] [--write] [--times N] [NAME...]

Runs the command of each row, or with `--stale` only of those that a change has made old, or
only of the rows that begin with a NAME. A command that several rows share runs once. Speeds are
medians of `--times` runs, in turns. PROGRAM is the `plyglot` of the commands.

Prints each figure before and after. `--write` writes the new ones to the file, with today's
commit and date, and to the documents. Read what these say of them, such as a day, and run
`cargo test --test house figures`. A command whose other engine or set of positions is not there
fails, and its rows stay as they are; give them words in the column `of`, such as `29 November`,
which the documents must then say nearby.

The sets of positions are expected in target/sets: `Test_L3_R1` and the others for Connect Four,
and `ffo40-44` for Othello. Chances need `cargo build --release --example wdl`, and are written into
the networks. The machine should have nothing else to do. Not run by `cargo test`: it
needs other engines.
"""

import argparse
import csv
import datetime
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "docs/log/figures.csv"
DOCUMENTS = [ROOT / "README.md", ROOT / "protocol.md", ROOT / "CONTRIBUTING.md"]
SCALES = {"million": 1e6, "M": 1e6, "k": 1e3}
# A number of a text with its scale, and the comment behind one.
NUMBER = re.compile(r"(?<![\w.,])[+-]?\d[\d,]*(?:\.\d+)?(?: (?:million|M|k)\b)?")
COMMENT = re.compile(r"<!--figure:([^>]*)-->")
# Units of speeds that are not means of many positions.
TIMED = ("nodes/s", "games/s")


def content(lines, comment):
    """The lines without blank ones, and without comments that fill a line."""
    lines = (line.strip() for line in lines)
    return "\n".join(line for line in lines if line and not line.startswith(comment))


def network(game):
    """The parameters of a network: its file behind the head, without the checksum."""
    for folder in ("library/games", f"games/src/{game}", f"chess/src/{game}"):
        path = ROOT / "crates/engine" / folder / f"{game}.network"
        if path.exists():
            return path.read_bytes().split(b"\n\n", 1)[1][:-4]
    sys.exit(f"{game} has no network")


def bench(game):
    for line in (ROOT / "tests/data/bench.txt").read_text().splitlines():
        name, nodes = line.split(" ", 1)
        if name == game:
            return nodes
    sys.exit(f"{game} is not in bench.txt")


def rules(game):
    for path in (ROOT / "crates/engine/library/games").glob("*.ini"):
        sections = re.split(r"(?m)^(?=\[)", path.read_text())
        for section in sections:
            if section.startswith((f"[{game}]", f"[{game}:")):
                # Further starts change no game.
                lines = [line for line in section.splitlines() if not line.startswith("start =")]
                return content(lines, "#").encode()
    sys.exit(f"{game} is not in the library")


def code(folder):
    files = sorted((ROOT / folder).glob("*.rs"))
    return "\n".join(content(path.read_text().splitlines(), "//") for path in files).encode()


def fingerprint(dependency):
    """What changes with a dependency. tests/house/figures.rs computes the same."""
    kind, name = dependency.split(":", 1)
    if kind == "bench":
        return bench(name)
    kinds = {"network": network, "rules": rules, "code": code}
    return f"{zlib.crc32(kinds[kind](name)):08x}"


def fingerprints(row):
    return " ".join(fingerprint(dependency) for dependency in row["depends_on"].split())


def is_stale(row):
    return bool(row["of"]) or row["fingerprints"] != fingerprints(row)


def output(command, environment):
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


def number(text):
    """A number as tools print it: 6,053,117 or 2.8 M."""
    word, _, unit = text.strip().partition(" ")
    return float(word.replace(",", "").replace("inf", "nan")) * SCALES.get(unit.strip(), 1)


def found(row, text):
    """The value and its bounds in what a command printed; nothing if they are not there."""
    match = re.search(row["read"], text, re.MULTILINE)
    return match and [number(group) for group in match.groups()]


def measure(rows, program, times):
    """Runs the commands of rows in turns; gives the numbers of each row by its name."""
    commands = {row["command"]: 1 for row in rows}
    for row in rows:
        if row["unit"] in TIMED:
            commands[row["command"]] = times
    results = {row["name"]: [] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(program, pathlib.Path(folder) / "plyglot")
        path = os.pathsep.join([folder, os.environ["PATH"]])
        for turn in range(times):
            for command in (command for command, runs in commands.items() if turn < runs):
                text = output(command, {**os.environ, "PATH": path})
                asked = [row for row in rows if row["command"] == command]
                for row in asked:
                    numbers = found(row, text)
                    if numbers:
                        results[row["name"]].append(numbers)
                if not any(results[row["name"]] for row in asked):
                    last = (text.strip().splitlines() or ["nothing"])[-1]
                    print(f"not measured: {command}\n    {last}", file=sys.stderr)
    return results


def plain(value):
    return f"{value:.10g}"


def update(row, runs, commit):
    """Puts medians into a row."""
    medians = [plain(statistics.median(values)) for values in zip(*runs)]
    row["value"] = medians[0]
    if len(medians) == 3:
        row["low"], row["high"] = medians[1:]
    row["commit"] = commit
    row["date"] = datetime.date.today().isoformat()
    row["of"] = ""
    row["fingerprints"] = fingerprints(row)


def slug(text):
    """A text as a part of a name, without what stands in parentheses."""
    return "-".join(re.findall(r"[^\W_]+", text.split(" (")[0].lower()))


def in_line(line):
    """The figures that comments of a line name, with the start and the end of their text."""
    start = 0
    for comment in COMMENT.finditer(line):
        yield comment[1], start, comment.start()
        start = comment.end()


def in_table(comment, heads, line):
    """The figures of a row below a comment, as `in_line`."""
    prefix, _, columns = comment.removesuffix("-->").partition(":")
    wanted = [column.strip() for column in columns.split(",") if column.strip()]
    chosen = [i for i, head in enumerate(heads) if i and (not wanted or head in wanted)]
    cells = list(re.finditer(r"(?<=\|)[^|]*(?=\|)", line))
    for column in chosen:
        name = f"{prefix}/{slug(cells[0][0])}"
        yield name + (f"/{heads[column]}" if len(chosen) > 1 else ""), *cells[column].span()


def quotations(lines):
    """The number of a line, the name of a figure, and where its text is."""
    comment, heads = None, None
    for i, line in enumerate(lines):
        if line.startswith("<!--figures:"):
            comment, heads = line.strip()[len("<!--figures:"):], None
        elif comment and line.startswith("|") and heads is None:
            heads = [slug(cell) for cell in line.strip().strip("|").split("|")]
        elif comment and line.startswith("|---"):
            continue
        elif comment and line.startswith("|"):
            yield from ((i, *quotation) for quotation in in_table(comment, heads, line))
        else:
            comment = None
            yield from ((i, *quotation) for quotation in in_line(line))


def rewritten(old, value):
    """A value in the form of the number that it replaces."""
    digits, _, scale = old.partition(" ")
    decimals = len(digits.partition(".")[2])
    sign = "+" if old[0] in "+-" else ""
    text = f"{value / SCALES.get(scale, 1):{sign},.{decimals}f}"
    return f"{text} {scale}" if scale else text


def renew(path, changed):
    """Puts changed figures, rows by their names, into a document."""
    lines = path.read_text().split("\n")
    for i, name, start, end in reversed(list(quotations(lines))):
        if name not in changed:
            continue
        row, text = changed[name], lines[i][start:end]
        values = [row["value"]]
        if text.rstrip().endswith(")") and row["low"]:
            values += [row["low"], row["high"]]
        numbers = list(NUMBER.finditer(text))[-len(values):]
        for found_number, value in reversed(list(zip(numbers, values))):
            new = rewritten(found_number[0], float(value))
            text = text[:found_number.start()] + new + text[found_number.end():]
        lines[i] = lines[i][:start] + text + lines[i][end:]
    path.write_text("\n".join(lines))


def write(head, rows, changed):
    """Writes the file, and what changed to the documents."""
    with FILE.open("w", newline="") as file:
        writer = csv.DictWriter(file, head, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for path in [*DOCUMENTS, *ROOT.glob("docs/*.md"), *ROOT.glob("docs/internals/*.md")]:
        renew(path, changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--stale", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    with FILE.open(newline="") as file:
        reader = csv.DictReader(file)
        head, rows = reader.fieldnames, list(reader)
    chosen = [
        row for row in rows
        if (not args.names or row["name"].startswith(tuple(args.names)))
        and (not args.stale or is_stale(row))
    ]
    results = measure(chosen, pathlib.Path(args.program).resolve(), args.times)
    describe = ["git", "rev-parse", "--short=8", "HEAD"]
    commit = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    changed = {}
    for row in chosen:
        runs = results[row["name"]]
        if not runs:
            continue
        before = {**row}
        update(row, runs, commit)
        if any(row[column] != before[column] for column in ("value", "low", "high")):
            changed[row["name"]] = row
        mark = "  changed" if row["name"] in changed else ""
        print(f"{row['name']}: {before['value']} to {row['value']} {row['unit']}{mark}")
    if args.write:
        write(head, rows, changed)


if __name__ == "__main__":
    main()
