#!/usr/bin/env python3
"""Invents games, and asks whether `plyglot check` warns of those that `plyglot survey` finds dead.

    tests/peers/dead_games.py PROGRAM FIRST LAST FILE

Game N is made from the seed N: every other one of sections.py, the others a game of the library
with one to four keys of docs/rules_keys.md and values of their types. A game is dead if no game of
the survey is won, if all end at once, if one side wins them all, or if a side can force a win within
two moves. A key is dead without which the survey is the same.

A line for each game: what the survey says, and what `check` says. FILE gets more, and what it has
is not surveyed again. The last lines are sums.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

import sections

SURVEY = ["--games", "8", "--nodes", "20", "--doublings", "1", "--max-plies", "200", "--threads", "1", "--json"]
SECONDS = 60
# With so many nodes, the search sees a win within two moves.
NODES = 20_000
# A survey's games begin with two or three random plies.
AT_ONCE = 4
# Warnings about a key or a piece, not about the game.
IS_OF_PART = re.compile(
    r": no effect |never promotes|can never move|no \w+ in startFen|nothing can be dropped|nothing to promote"
)
# Sections of fewer lines are surveyed without each of their keys.
FEW_LINES = 4


def ask(program, *words, text=None):
    return subprocess.run([program, *words], capture_output=True, text=True, input=text, timeout=SECONDS, check=False)


def documented_keys():
    """By key that is a rule: its type as docs/rules_keys.md has it, and the sides with which it ends."""
    with open(f"{sections.ROOT}/docs/rules_keys.md", encoding="utf-8") as file:
        page = re.sub(r"^## Appearance\n.*?^## ", "## ", file.read(), flags=re.M | re.S)
    rows = re.findall(r"^\|`(\w+)`([¹²]?)³?\|([^|]+)\|", page, re.M)
    return {key: (kind, ends) for key, ends, kind in rows if not key.startswith("pieceValue")}


def starts_of_library(program):
    names = [json.loads(line)["name"] for line in ask(program, "games", "--json").stdout.splitlines()]
    asked = "".join(f"setoption name UCI_Variant value {name}\nposition startpos\nd\n" for name in names)
    fens = re.findall(r"^Fen: (.*)", ask(program, text=asked).stdout, re.M)
    return {name: fen for name, fen in zip(names, fens, strict=True) if "/" in fen}


class Careless(sections.Section):
    """A game of the library, with keys that were not chosen to go together."""

    def __init__(self, number, starts, keys):
        super().__init__(number, starts)
        self.keys, self.documented = {}, keys
        self.parent = self.pick.choice(sorted(starts))
        self.from_fen(starts[self.parent])
        # A board may be empty at the start.
        self.letters = self.letters or ["p"]

    def value(self, kind):
        pick = self.pick
        values = {
            "flag": self.flag, "squares": self.region, "piece": self.piece, "pieces": self.pieces,
            "result": self.result, "number": lambda: pick.randint(0, 6), "file": lambda: pick.choice("abcdefgh"),
            "rank": lambda: pick.randint(1, self.ranks), "rights": lambda: pick.choice(["KQkq", "Kk", "Q"]),
            "Betza": lambda: f"{self.piece()}:{pick.choice('FWKBRQ')}",
        }
        if kind in values:
            return values[kind]()
        return pick.choice(re.findall(r"`([^`]+)`", kind) or [None])

    def rule_board(self):
        """Pieces that are away or others, or a rank less."""
        board, rest = self.fen.split(" ", 1)
        empty = f"/{self.files}/"
        kind = self.pick.random()
        if kind < 0.4 and empty in board:
            self.fen = f"{board.replace(empty, '/', 1)} {rest}"
            return {"maxRank": self.ranks - 1, "startFen": self.fen}
        letter = self.others()
        new = self.others() if kind < 0.7 else "1"
        for a, b in ((letter, new), (letter.upper(), new.upper())):
            board = board.replace(a, b) if self.pick.random() < 0.8 else board
        self.fen = f"{board} {rest}"
        return {"startFen": self.fen}

    def rule_piece(self):
        name = self.pick.choice(sections.NAMED + ["king"])
        return {name: self.pick.choice([self.piece(), "-", "z"])}

    def rule_key(self):
        key, (kind, ends) = self.pick.choice(sorted(self.documented.items()))
        if kind in ("piece", "number") and key in ("promotedPieceType", "promotionLimit"):
            return {key: f"{self.piece()}:{self.piece() if kind == 'piece' else 2}"}
        if ends == "²" and self.pick.random() < 0.7:
            return self.both(key, lambda: self.value(kind))
        value = self.value(kind)
        end = self.pick.choice(["White", "Black"] if ends == "²" else ["", "White", "Black"] if ends else [""])
        return {key + end: value} if value is not None else {}

    def text(self):
        rules = [self.rule_board, self.rule_piece, self.rule_custom, self.rule_mobility] + 8 * [self.rule_key]
        wanted = self.pick.randint(1, 4)
        for _ in range(20):
            if len(self.keys) < wanted:
                self.keys.update(self.pick.choice(rules)())
        if "startFen" in self.keys or "customPiece" in " ".join(self.keys):
            self.keys["startFen"] = self.fen
        return section(self.name, self.parent, self.keys)


def section(name, parent, keys):
    return "\n".join([f"[{name}:{parent}]"] + [f"{key} = {value}" for key, value in keys.items()]) + "\n"


class Program:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def path(self, text):
        path = f"{self.folder}/a.ini"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def warnings(self, text):
        """What `check` warns of, or `None` for a game that it refuses."""
        said = ask(self.program, "check", self.path(text))
        return None if said.returncode else re.findall(r"warning: \[\w+\] (.*)", said.stdout + said.stderr)

    def has_forced_win(self, text):
        """Whether a side wins within two moves, which the survey's openings avoid."""
        name = re.match(r"\[(\w+)", text)[1]
        said = ask(self.program, "--variants", self.path(text), "--game", name, "position startpos", f"go nodes {NODES}")
        scores = re.findall(r"score (mate -?[12]\b)?", said.stdout)
        return bool(scores and scores[-1])

    def survey(self, text):
        """What the survey says of a game, or why it says nothing."""
        name = re.match(r"\[(\w+)", text)[1]
        try:
            said = ask(self.program, "--variants", self.path(text), "survey", *SURVEY, "--game", name)
        except subprocess.TimeoutExpired:
            return {"failed": f"no survey in {SECONDS} s"}
        return {"failed": said.stderr.strip()} if said.returncode else json.loads(said.stdout)


def dead(found):
    """In which ways a surveyed game is dead."""
    tallies = [strength["first"] for strength in found["strengths"]]
    others = [strength["against_half"] for strength in found["strengths"]]
    wins, losses = (sum(tally[what] for tally in tallies) for what in ("wins", "losses"))
    drawn = sum(tally["draws"] for tally in tallies) + sum(strength["unfinished"] for strength in found["strengths"])
    ways = []
    if wins + losses == 0 and not any(tally["wins"] + tally["losses"] for tally in others):
        ways.append("no win")
    elif drawn == 0 and 0 in (wins, losses):
        ways.append("first side wins" if wins else "second side wins")
    if found["plies"]["max"] <= AT_ONCE:
        ways.append("at once")
    return ways


def dead_keys(program, text, found):
    """By key of a section, if it is on and no start position: whether the survey is the same without."""
    head, *rows = text.splitlines()
    keys = {}
    for row in rows:
        left = "\n".join([head] + [other for other in rows if other != row]) + "\n"
        is_on = not re.search("^startFen|= (false|0|none|-)$", row)
        if is_on and program.warnings(left) is not None:
            keys[row.split(" ")[0]] = program.survey(left) == found
    return keys


def play(program, made, kept, parents):
    """A line on a game, of FILE if it is there."""
    text = made.text()
    warnings = program.warnings(text)
    if warnings is None:
        return None
    if made.name in kept:
        return {**kept[made.name], "warnings": warnings}
    row = {"game": made.name, "text": text, "warnings": warnings}
    found = program.survey(text)
    if "failed" in found:
        return {**row, **found}
    parent = re.match(r"\[\w+:?(.*)\]", text)[1]
    if parent and parent not in parents:
        parents[parent] = program.survey(f"[parent:{parent}]\n")
    of_parent = dead(parents[parent]) if parent and "failed" not in parents[parent] else []
    has_few_keys = isinstance(made, Careless) and text.count("\n") < FEW_LINES
    keys = dead_keys(program, text, found) if has_few_keys else {}
    ways = [way for way in dead(found) if way not in of_parent]
    more = {key: found[key] for key in ("unmoved", "ends")}
    return {**row, "dead": ways, "plies": found["plies"]["max"], **more, "keys": keys}


def sums(rows):
    """How often `check` warns: of dead games and lively ones, of keys with and without effect."""
    counts = {}

    def count(what, is_suspected):
        both = counts.setdefault(what, [0, 0])
        both[0] += is_suspected
        both[1] += 1

    for row in rows:
        if "failed" in row:
            count("not surveyed", False)
            continue
        of_game = [warning for warning in row["warnings"] if not IS_OF_PART.search(warning)]
        for way in row["dead"] or ["lively"]:
            count(way, bool(of_game))
        if row["dead"]:
            count("dead in any way", bool(of_game))
        for key, is_dead in row["keys"].items():
            warned = any(warning.startswith(f"{key}: ") for warning in row["warnings"])
            count("key without effect" if is_dead else "key with effect", warned)
    for what, (suspected, all_of_it) in sorted(counts.items()):
        print(f"{what}: {suspected} of {all_of_it} suspected")


def main():
    program, first, last, path = sys.argv[1:5]
    starts, keys = starts_of_library(program), documented_keys()
    known = {name: starts[name] for name in sections.PARENTS if name in starts}
    kept = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            kept = {row["game"]: row for row in map(json.loads, file)}
    rows, parents = [], {}
    with tempfile.TemporaryDirectory() as folder, open(path, "a", encoding="utf-8") as file:
        program = Program(program, folder)
        for number in range(int(first), int(last) + 1):
            made = sections.Section(number, known) if number % 2 else Careless(number, starts, keys)
            row = play(program, made, kept, parents)
            if row is None:
                continue
            rows.append(row)
            if row["game"] not in kept:
                print(json.dumps(row), file=file, flush=True)
            if "failed" not in row and program.has_forced_win(row["text"]):
                row["dead"] = row["dead"] + ["forced win"]
            words = row.get("failed") or ", ".join(row["dead"]) or "lively"
            print("\t".join([row["game"], words, "; ".join(row["warnings"]) or "-"]), flush=True)
    sums(rows)


if __name__ == "__main__":
    main()
