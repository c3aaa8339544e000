#!/usr/bin/env python3
"""Whether the parts of a book are true: threats, reviews, puzzles, scores of openings, values.

    tests/peers/book_truths.py PROGRAM [--games N] [--puzzles N] [--nodes N] [--seed N]
        [--threads N] [--family GAME]... [PART ...]

The parts are threats, reviews, puzzles, openings, worth and pages; without a PART, all. The games are those
of PROGRAM at levels that make mistakes, by fixed seeds; PROGRAM is also the referee, through its
protocol. What is said is found by searches of `--nodes` / 100 nodes, or / 500 in reviews, and is
held against searches of 100 times as many that know nothing of the first:

- threats: one position of each game. False: another move and value than that of a search as long of
  the same FEN with the other side to move; a win at once that is none; a reason why there is no pass
  that does not hold. That a pass might be better than any move is shown by values, where it is so.
- reviews: each sentence. False: moves that are not legal or that are written otherwise, an end that
  does not come or not then, pieces that do not change hands, a degree that is not that of the cost,
  an only move beside which another one keeps the result by more than 5 %. explain_games.py reads what
  is won and lost.
- puzzles: `--puzzles` in all. False: another best move, or a second one as good as a solution must be.
- openings: the scores of the first moves. False: a family whose scores are off by 10 % in the mean.
- worth: values of pieces by two seeds, beside those that are usually told. False: bounds of the two
  that have nothing in common, or no values.
- pages: a whole book, as its reader has it. False: lines that are not legal, or do not end as told;
  a game or a puzzle that has another winner; other best first moves; shares that do not add up. What
  rules say is checked by rules_text tests, and what happens in play by survey_truths.py.

Prints a table for each part, and below it what is false, with its position. Ends with status 1 if
something is. Not run by `cargo test`.
"""

import argparse
import bisect
import collections
import functools
import json
import random
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

from explain_games import DEED, NAMES, Checker, Ledger, Reader
from uci import Engine

# One game of each family.
FAMILIES = ["chess", "shogi", "xiangqi", "draughts", "hex", "flipello", "crazyhouse", "breakthrough",
            "janggi", "makruk"]
# The games to learn from: two levels that make mistakes, with so many nodes a move.
LEVELS = (14, 10)
LEVEL_NODES = 300
MAX_MOVES = 150
# By how many points values may differ and still be the same, and by how many a bar may be missed.
SAME = 0.10
SLACK = 0.05
# For a puzzle that wins, and for one that saves: the least points of a solution; from docs/analyse.md.
WINNING, SAVING = 0.9, 0.4
# What a side expects at least that leads, and that has not lost the balance.
BARS = {"lead": 0.65, "balance": 0.35}
MARKS = [(0.15, "??"), (0.10, "?"), (0.05, "?!")]
PUZZLE_GAMES, PUZZLE_ROUNDS, FAIR_ROUNDS = 4, 200, 40
OPENING_PLIES, OPENING_MOVES = 6, 30
# The best first moves of a book, which are the first rows of its openings.
BEST_FIRST = 5
# Chess: the values of beginners' books. Shogi: first those of shogi.pl, "Level 1 Shogi Course",
# lesson five; then those of Larry Kaufman, Shogi-L, 14 November 2002, a compromise of top
# professionals' opinions.
WORTH = {
    "chess": [{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}],
    "shogi": [{"pawn": 1, "lance": 3, "knight": 4, "silver": 5, "gold": 6, "bishop": 8, "rook": 10},
              {"pawn": 1, "lance": 4, "knight": 5, "silver": 7, "gold": 8, "bishop": 11, "rook": 13}],
}
NO_PASS = {"in check": "check", "a pass is a move": "move", "the game is decided": "decided",
           "might be better": "rules"}


def tell(text):
    print(text, file=sys.stderr, flush=True)


def points(wdl):
    return (wdl[0] + wdl[1] / 2) / 1000


def percent(share):
    return "-" if share is None else f"{100 * share:.1f} %"


def brief(options):
    """The nodes of what is checked."""
    return max(options.nodes // 100, 1)


def mean(values):
    return sum(values) / len(values) if values else None


class Program(Engine):
    """The program in a game, as a referee and as a searcher."""

    def __init__(self, path, game):
        super().__init__(path, [f"UCI_Variant={game}", "UCI_ShowWDL=true"])
        # The points of each score that a search has told.
        self.curve = {}

    def at(self, position):
        """Sets a position up; whether the program allows it."""
        self.send(f"position {'' if position.startswith('startpos') else 'fen '}{position}")
        self.send("isready")
        return not any(line.startswith("info string error") for line in self.lines_until("readyok"))

    def fen(self, position):
        """The FEN of a position; None if it is not allowed."""
        if not self.at(position):
            return None
        self.send("d")
        return self.lines_until("Fen:")[-1][4:].strip()

    def legal(self, position):
        """The legal moves; none if the position is not allowed."""
        if not self.at(position):
            return []
        self.send("go perft 1")
        found = [re.match(r"(\S+): 1$", line) for line in self.lines_until("Nodes searched")]
        return [match[1] for match in found if match]

    def result(self, position, is_first):
        """The result for a side: win, draw, loss; None while the game goes on."""
        if not self.at(position):
            return None
        self.send("query result")
        said = self.lines_until("response")[-1].split()[1]
        names = {"p1win": "win", "p2win": "loss"} if is_first else {"p1win": "loss", "p2win": "win"}
        return {**names, "draw": "draw"}.get(said)

    def search(self, position, nodes, lines=1):
        """The best moves, each with its points; none if the game is over or the position is wrong."""
        self.send("ucinewgame")
        self.send(f"setoption name MultiPV value {lines}")
        if not self.at(position):
            return []
        self.send(f"go nodes {nodes}")
        found = {}
        for line in self.lines_until("bestmove"):
            score = re.search(r" score (cp|mate) (-?\d+)( \w+bound)?.* wdl (\d+) (\d+) (\d+)", line)
            pv = re.search(r" pv (\S+)", line)
            if not score or score[3] or not pv:
                continue
            value = points([int(score[i]) for i in (4, 5, 6)])
            if score[1] == "cp":
                self.curve[int(score[2])] = value
            rank = re.search(r" multipv (\d+)", line)
            found[int(rank[1]) if rank else 1] = (pv[1], value)
        return [found[rank] for rank in sorted(found)]

    def points_of(self, answer):
        """The points of a score that came without chances, by the scores of searches."""
        if "mate" in answer:
            return float(answer["mate"] > 0)
        known = sorted({**self.curve, **{-cp: 1 - value for cp, value in self.curve.items()}}.items())
        place = bisect.bisect_left(known, (answer["cp"], -1.0))
        if place in (0, len(known)):
            return known[min(place, len(known) - 1)][1] if known else 0.5
        (low, least), (high, most) = known[place - 1:place + 1]
        return least + (most - least) * (answer["cp"] - low) / (high - low)


class Rules:
    """The rules of the program as explain_games.py asks for them."""

    def __init__(self, program):
        self.program = program
        self.push = functools.lru_cache(100_000)(self.push)

    def push(self, fen, move):
        return self.program.fen(f"{fen} moves {move}")

    def legal(self, fen):
        return self.program.legal(fen)

    def passed(self, fen):
        return passed(fen)

    def is_check(self, fen):
        return not self.program.at(passed(fen))


def passed(fen):
    """The FEN with the other side to move."""
    words = fen.split(" ")
    words[1] = "b" if words[1] == "w" else "w"
    if len(words) > 3 and re.match(r"[a-z]\d", words[3]):
        words[3] = "-"
    return " ".join(words)


def games(options, game, count, seed):
    """Games at two levels: the start, and the moves."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        command = [options.program, "match", "--game", game, "--rounds", str((count + 1) // 2),
                   "--maxmoves", str(MAX_MOVES), "--seed", str(seed), "--json", str(path),
                   "--each", f"cmd={options.program}", f"nodes={LEVEL_NODES}"]
        for number, level in enumerate(LEVELS):
            # The seeds are whole numbers from 1.
            errors = 1 + (2 * seed + number) % 2_000_000_000
            command += ["--engine", f"name=level{level}", f"option.Skill Level={level}",
                        f"option.Strength Seed={errors}"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        found = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    found.sort(key=lambda played: played["number"])
    return [(played["position"] or "startpos", played["opening"] + [move["move"] for move in played["moves"]])
            for played in found[:count]]


def moved(start, moves):
    return f"{start} moves {' '.join(moves)}" if moves else start


def commands(played):
    """The games as commands of the protocol, one on each line."""
    return "".join(f"position {'' if start == 'startpos' else 'fen '}{moved(start, moves)}\n"
                   for start, moves in played)


def analyse(options, game, text, nodes, *arguments):
    """The answers of `plyglot analyse`, to positions, or with `--pgn -` to games."""
    command = [options.program, "analyse", "--game", game, "--json", "--nodes", str(nodes),
               "--threads", str(options.threads), *arguments]
    said = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    answers = [json.loads(line) for line in said.stdout.splitlines()]
    if said.returncode and not answers:
        sys.exit(f"{' '.join(command)}: {said.stderr.strip()}")
    return answers


class Table:
    """The rows of a part, and what is false in it."""

    def __init__(self, title, head):
        self.title, self.head, self.rows, self.faults = title, head, [], []

    def fault(self, text):
        self.faults.append(text)

    def print(self):
        print(f"## {self.title}\n")
        for row in (self.head, ["---"] * len(self.head), *self.rows):
            print(f"| {' | '.join(map(str, row))} |")
        print("\n" + "".join(f"- {fault}\n" for fault in self.faults), flush=True)


# Threats.


def threats(options):
    table = Table("Threats", ["game", "positions", "same move", "same value", "other", "100 times the nodes: same move",
                              "same value", "mean difference", "wins at once", "no pass: check", "a move", "decided",
                              "rules", "of these a pass is better", "no FEN", "false"])
    for game in options.family:
        counts, differences, before = collections.Counter(), [], len(table.faults)
        program = Program(options.program, game)
        texts = []
        for number, (start, moves) in enumerate(games(options, game, options.games, options.seed)):
            chance = random.Random(f"{options.seed} {game} {number}")
            texts.append(moved(start, moves[:chance.randrange(max(len(moves), 1))]))
        tell(f"threats: {game}, {len(texts)} positions")
        for answer in analyse(options, game, "\n".join(texts) + "\n", brief(options), "--threat"):
            if "error" in answer:
                table.fault(f"{game}: {answer['error']}: {answer.get('position')}")
            elif not answer["result"]:
                counts["positions"] += 1
                threat(options, program, answer, counts, differences, table)
        program.quit()
        columns = ("positions", "move", "value", "other", "deep move", "deep value")
        reasons = ("check", "pass", "decided", "rules", "better", "no FEN")
        table.rows.append([game, *(counts[column] for column in columns), percent(mean(differences)),
                           counts["at once"], *(counts[reason] for reason in reasons), len(table.faults) - before])
    return table


def threat(options, program, answer, counts, differences, table):
    """Checks what is said of a threat in a position."""
    said, fen = answer["threat"], answer["position"]
    text, best = said["text"], said["best"]
    other = passed(fen)
    if text.startswith("No pass can show"):
        no_pass(options, program, answer, counts, table)
        return
    if "threatens to win at once" in text:
        counts["at once"] += 1
        if not wins_at_once(program, fen, best["move"]):
            table.fault(f"{answer['game']}: {text} {fen}")
        return
    if not program.at(other):
        # There was a pass, though nobody can say so in a FEN.
        counts["no FEN"] += 1
        return
    if best is None:
        if program.legal(other) and program.result(other, True) is None:
            table.fault(f"{answer['game']}: {text} {fen}")
        return
    value = points(best["wdl"])
    found = program.search(other, brief(options))
    how = compared(best["move"], value, found)
    counts[how] += 1
    if how == "other":
        table.fault(f"{answer['game']}: {text} {found[:1]}, not {best['move']} {value:.3f}: {fen}")
    deep = program.search(other, options.nodes)
    counts[f"deep {compared(best['move'], value, deep)}"] += 1
    if deep:
        differences.append(abs(deep[0][1] - value))


def compared(move, value, found):
    if not found:
        return "other"
    return "move" if found[0][0] == move else "value" if abs(found[0][1] - value) <= SAME else "other"


def wins_at_once(program, fen, move):
    """Whether a move of the other side wins after a pass, or after several moves of this side."""
    is_first = fen.split(" ")[1] != "w"
    if program.result(f"{passed(fen)} moves {move}", is_first) == "win":
        return True
    own = [name for name in program.legal(fen) if program.result(f"{fen} moves {name} {move}", is_first) == "win"]
    return len(own) > 1


def no_pass(options, program, answer, counts, table):
    """Checks why there is no pass."""
    fen, text = answer["position"], answer["threat"]["text"]
    reason = next((name for words, name in NO_PASS.items() if words in text), None)
    counts["pass" if reason == "move" else reason] += 1
    holds = False
    if reason == "check":
        # The other side could take the king.
        holds = not program.at(passed(fen))
    elif reason == "move":
        holds = any(re.fullmatch(r"([a-z]\d+)\1|0000|pass", move) for move in program.legal(fen))
    elif reason == "decided":
        found = program.search(fen, brief(options))
        holds = bool(found) and found[0][1] in (0, 1)
    elif reason == "rules":
        holds = True
        own = program.search(fen, brief(options))
        other = program.search(passed(fen), brief(options))
        counts["better"] += bool(own and other and 1 - other[0][1] > own[0][1])
    if not holds:
        table.fault(f"{answer['game']}: {text} {fen}")


# Reviews.


class Claims(Checker):
    """Reads the sentences of reviews in a game."""

    def __init__(self, program, path, game):
        rules = subprocess.run([path, "games", game], stdout=subprocess.PIPE, text=True, check=True).stdout
        # As in `**Bishop (B).**` and `**Dragon king (X, +R).**`.
        pieces = re.findall(r"(?m)^\*\*([^(*]+) \((?:[^)]*, )?(\+?[A-Z])\)", rules)
        NAMES[game] = {letter.lower(): name.lower() for name, letter in pieces}
        self.game, self.program, self.fairy = game, program, None
        self.counts, self.claims, self.untrue = collections.Counter(), collections.Counter(), []
        self.rules, self.reader = Rules(program), Reader(game)
        if len(NAMES[game]) == 1:
            [letter] = NAMES[game]
            self.reader.kinds.update({"piece": letter, "pieces": letter})

    def wrong(self, what, text):
        self.untrue.append(f"{what}: {text}")

    def line(self, base, moves):
        """A line of a sentence as explain_games.py has them."""
        start = self.program.fen(base)
        line = {"line": moves, "start": start, "gain": None, "ledger": None, "result": None}
        if self.program.at(moved_on(base, moves)):
            line["result"] = self.program.result(moved_on(base, moves), start.split(" ")[1] == "w")
            # Jumps that are written with all their squares are not counted, nor moves that are legal
            # only after those before the line.
            fen = start
            for move in moves:
                is_plain = len(re.findall(r"[a-z]\d+", move)) <= 2
                fen = fen and is_plain and self.rules.push(fen, move)
            line["ledger"] = Ledger(self.rules, start, moves) if fen else None
        else:
            self.wrong("lines", f"{' '.join(moves)} is not legal")
        return line

    def claim(self, kind, said, line, plies):
        """A deed, which is done at one of these numbers of plies."""
        self.claims[kind] += 1
        match = DEED.search(said)
        if match["end"] and not line["result"]:
            self.wrong("sentences", f"the line does not end: {said}")
            return
        if line["ledger"] is None:
            self.claims["not counted"] += 1
            return
        before, tries = self.untrue, []
        for number in plies:
            self.untrue, line["gain"] = [], {"plies": number}
            self.deed(f"x {said}", line, f"x {said}: ")
            tries.append(self.untrue)
        self.untrue = before + min(tries, key=len)

    def check(self, base, move):
        """What is wrong with the sentence on a move."""
        self.untrue = []
        text, lines = move["sentence"]["text"], move["sentence"]["lines"]
        merit = re.match(r"(\S+) is (hard to find|the only move that keeps the (?:lead|balance)); ", text)
        rest = re.sub(r" It ends worse than .*", "", text[merit.end():] if merit else text)
        head, _, shown = rest.rstrip(". ").partition(": ")
        other, best = (self.line(base, line) for line in lines)
        if self.untrue:
            return self.untrue
        if lines[1][0] != move["best"]["move"] or not merit and lines[0][0] != move["played"]["move"]:
            self.wrong("lines", f"of other moves: {lines}")
        if merit and merit[1] != move["best"]["record"]:
            self.wrong("sentences", f"of another move than {move['best']['record']}")
        count = self.records(base, head, shown, other)
        self.against(head, other, best, count, None if merit else move["lost_points"])
        if merit:
            self.claims["hard to find" if merit[2] == "hard to find" else "only moves"] += 1
        return self.untrue

    def records(self, base, head, shown, line):
        """Checks the moves as they are written, and the name of the end; returns their number."""
        if len(line["line"]) == 1:
            # It has been named, and only the end may follow.
            records, end = [], shown
        else:
            shown, _, end = shown.partition(", ")
            records = shown.split()
        records = records or [head.split(" ")[0]]
        written = self.program.fen(moved_on(base, records))
        if written != self.program.fen(moved_on(base, line["line"][:len(records)])):
            self.wrong("records", f"{' '.join(records)} is not {' '.join(line['line'][:len(records)])}")
        if records[0] != head.split(" ")[0]:
            self.wrong("records", f"{records[0]} and {head}")
        if end and (len(records) != len(line["line"]) or not line["result"]):
            self.wrong("ends", end)
        return len(records)

    def against(self, head, other, best, count, cost):
        """Checks what is wrong with the first move of a line, by what it cost if that is known."""
        said = head.split(" ", 1)[1].removeprefix("looks good at first, but ")
        own = re.sub(r"does not (?:win|promote) [^:]*|misses [^:]*", "", said)
        own = own.strip(" ,").removesuffix(", but").removesuffix(" and")
        is_known = "only draws" in own
        if DEED.search(own) and not is_known:
            is_known = True
            match = DEED.search(own)
            kind = "ends" if match["end"] or match["draw"] else "pieces"
            self.claim(kind, own, other, {count, 1} if count == 2 else {count})
        missed = re.search(r"does not ((?:win|promote) .*)$", said)
        if missed:
            self.claim("missed pieces", missed[1], best, range(1, len(best["line"]) + 1))
        win = re.search(r"misses the (?:win (at once)|(forced) win|win in (\d+) moves)", said)
        if win:
            self.claims["missed wins"] += 1
            plies = len(best["line"])
            right = plies == 1 if win[1] else plies == 2 if win[2] else (plies + 1) // 2 == int(win[3])
            if best["result"] != "win" or not right:
                self.wrong("sentences", f"{best['result']} after {plies} plies")
        degree = re.search(r"is (a little |much )?weaker", said)
        if degree:
            self.claims["weaker"] += 1
            low, high = {"a little ": (0, 0.05), "much ": (0.15, 2)}.get(degree[1], (0.05, 0.15))
            if cost is not None and not low <= cost < high:
                self.wrong("sentences", f"it costs {cost}")
        if not (is_known or missed or win or degree):
            self.wrong("sentences", "of an unknown kind")


def moved_on(base, moves):
    return f"{base}{'' if ' moves ' in base else ' moves'} {' '.join(moves)}" if moves else base


def reviews(options):
    kinds = ["ends", "pieces", "missed wins", "missed pieces", "weaker", "hard to find", "only moves"]
    table = Table("Reviews", ["game", "games", "moves", "sentences", *kinds, "of these refuted", "near the bar",
                              "pieces not counted", "false"])
    nodes = max(options.nodes // 500, 1)
    for game in options.family:
        program = Program(options.program, game)
        claims, counts, before = Claims(program, options.program, game), collections.Counter(), len(table.faults)
        played = games(options, game, options.games, options.seed)
        tell(f"reviews: {game}, {len(played)} games")
        for report in analyse(options, game, commands(played), nodes, "--pgn", "-"):
            if "error" in report:
                table.fault(f"{game}: {report['error']}")
                continue
            counts["games"] += 1
            start, moves = played[report["number"] - 1]
            review(program, claims, report, start, moves, nodes, counts, table)
        program.quit()
        table.rows.append([game, counts["games"], counts["moves"], counts["sentences"],
                           *(claims.claims[kind] for kind in kinds), counts["refuted"], counts["near"],
                           claims.claims["not counted"], len(table.faults) - before])
    return table


def review(program, claims, report, start, moves, nodes, counts, table):
    """Checks the review of a game, whose moves the report has, but for some after a draw was due."""
    ply = 0
    for move in report["moves"]:
        while ply < len(moves) and (moves[ply] != move["played"]["move"] or (ply % 2 == 0) != is_even(report, move)):
            ply += 1
        if ply == len(moves):
            table.fault(f"{report['game']} {report['number']}: {move['played']['move']} was not played")
            return
        base = moved(start, moves[:ply])
        ply += 1
        counts["moves"] += 1
        mark = next((mark for least, mark in MARKS if move["lost_points"] >= least - 1e-9), "")
        is_praised = move["mark"] in ("!", "□") and not mark
        untrue = [] if move["mark"] == mark or is_praised else [f"{move['mark']!r} costs {move['lost_points']}"]
        if move["sentence"]:
            counts["sentences"] += 1
            untrue += claims.check(base, move)
            keeps = re.search(r" the only move that keeps the (lead|balance);", move["sentence"]["text"])
            if keeps:
                untrue += only_move(program, base, move["best"]["move"], BARS[keeps[1]], 100 * nodes, counts)
        text = move["sentence"] and move["sentence"]["text"]
        for why in untrue:
            table.fault(f"{report['game']} {report['number']}: {why}: {text} {base}")


def is_even(report, move):
    """Whether a move is of the side that makes the first of those that are reported."""
    return move["side"] == report["moves"][0]["side"]


def only_move(program, base, name, bar, nodes, counts):
    """Whether a longer search says that a move alone keeps the result."""
    found = program.search(base, nodes, 2)
    own = next((value for move, value in found if move == name), 0)
    other = max((value for move, value in found if move != name), default=0)
    if other >= bar + SLACK or own < bar - SLACK:
        counts["refuted"] += 1
        return [f"not the only move by {nodes} nodes: {found}"]
    counts["near"] += other >= bar or own < bar
    return []


# Puzzles.


def puzzles(options):
    table = Table("Puzzles", ["game", "games", "puzzles", "that win", "that save", "mean level", "second solutions",
                              "between the bounds", "other solutions", "false"])
    counts = {game: collections.Counter() for game in options.family}
    programs = {game: Program(options.program, game) for game in options.family}
    share, seen = -(-options.puzzles // len(options.family)), set()
    for number in range(PUZZLE_ROUNDS):
        for game, count in counts.items():
            left = options.puzzles - len(seen)
            # Each family has its share first.
            left = min(left, share - count["puzzles"]) if number < FAIR_ROUNDS else left
            if left <= 0:
                continue
            played = games(options, game, PUZZLE_GAMES, 1000 * options.seed + number)
            count["games"] += len(played)
            found = analyse(options, game, commands(played), brief(options), "--puzzles", "--pgn", "-")
            for puzzle in (puzzle for puzzle in found if "error" not in puzzle):
                if left > 0 and (game, puzzle["position"]) not in seen:
                    seen.add((game, puzzle["position"]))
                    left -= 1
                    solve(options, programs[game], puzzle, count, table)
            tell(f"puzzles: round {number + 1}, {game}: {count['puzzles']}; {len(seen)} in all")
        if len(seen) >= options.puzzles:
            break
    for game, count in counts.items():
        programs[game].quit()
        level = count["levels"] / count["puzzles"] if count["puzzles"] else 0
        columns = ("second", "between", "other", "false")
        table.rows.append([game, count["games"], count["puzzles"], count["win"], count["save"], f"{level:.1f}",
                           *(count[column] for column in columns)])
    return table


def solve(options, program, puzzle, count, table):
    """Checks a puzzle by a search that knows nothing of it."""
    solution, other = puzzle["solution"], puzzle["other"]
    is_win = points(solution["wdl"]) >= WINNING
    least, most = (WINNING, 0.6) if is_win else (SAVING, 0.1)
    count["puzzles"] += 1
    count["levels"] += puzzle["level"]
    count["win" if is_win else "save"] += 1
    found = program.search(puzzle["position"], options.nodes, 2)
    is_other = not found or found[0][0] != solution["move"]
    second = max((value for move, value in found if move != solution["move"]), default=0)
    count["other"] += is_other
    count["second"] += second >= least
    count["between"] += most < second < least
    if is_other or second >= least:
        count["false"] += 1
        table.fault(f"{puzzle['game']}: {solution['move']} and {other['move']} are {found}: {puzzle['position']}")


# Openings.


def openings(options):
    table = Table("Openings", ["game", "games", "positions", "moves", "mean difference", "largest", "within 10 %",
                               "false"])
    for game in options.family:
        program = Program(options.program, game)
        played = games(options, game, options.games, options.seed)
        found = analyse(options, game, commands(played), brief(options), "--openings", str(OPENING_PLIES), "--pgn", "-")
        listed = [(opening, move) for opening in found if "error" not in opening
                  for move in opening["moves"] if "cp" in move or "mate" in move]
        tell(f"openings: {game}, {len(listed)} moves of {len(found)} positions")
        longer = []
        for opening, move in listed[:OPENING_MOVES]:
            replies = program.search(f"{opening['position']} moves {move['move']}", options.nodes)
            if replies:
                longer.append((1 - replies[0][1], move, opening))
        # All searches have told the curve of the scores.
        differences = [abs(value - program.points_of(move)) for value, move, _ in longer]
        program.quit()
        is_false = bool(differences) and mean(differences) > SAME
        if is_false:
            worst, (value, move, opening) = max(zip(differences, longer), key=lambda pair: pair[0])
            table.fault(f"{game}: {move['move']} is {value:.3f}, off by {worst:.3f}: {opening['position']}")
        within = mean([difference <= SAME for difference in differences])
        largest = max(differences, default=None)
        table.rows.append([game, len(played), len(found), len(differences), percent(mean(differences)),
                           percent(largest), percent(within), int(is_false)])
    return table


# Values.


def values(options, game, seed):
    """What pieces are worth, with bounds, by a seed; a sentence if they are not known."""
    command = [options.program, "survey", "--worth", "--game", game, "--games", str(10 * options.games),
               "--nodes", str(max(options.nodes // 4000, 1)), "--seed", str(seed), "--threads", str(options.threads)]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    number = r"(-?\d+\.\d+)"
    rows = re.findall(rf"(?m)^(.+?) +{number} +\[{number}, {number}\]$", said.stdout)
    if said.returncode or not rows:
        return (said.stderr.strip().splitlines() or ["nothing was printed"])[-1]
    return {name: tuple(map(float, bounds)) for name, *bounds in rows}


def worth(options):
    table = Table("Worth", ["game", "piece", "seed 1", "seed 2", "accepted", "within the bounds", "seeds agree",
                            "false"])
    for game, accepted in WORTH.items():
        if game not in options.family:
            continue
        found = []
        for seed in (options.seed, options.seed + 1):
            tell(f"worth: {game}, seed {seed}")
            found.append(values(options, game, seed))
        for why in found:
            if isinstance(why, str):
                table.fault(f"{game}: {why}")
        if any(isinstance(why, str) for why in found):
            continue
        for name in found[0]:
            both = [of_seed[name] for of_seed in found]
            agree = max(low for _, low, _ in both) <= min(high for _, _, high in both)
            if not agree:
                table.fault(f"{game}: {name}: {both}")
            told = [of[name] for of in accepted if name in of]
            low, high = min(low for _, low, _ in both), max(high for _, _, high in both)
            is_within = bool(told) and low <= max(told) and min(told) <= high
            cells = [f"{value:.2f} [{low:.2f}, {high:.2f}]" for value, low, high in both]
            table.rows.append([game, name, *cells, " or ".join(map(str, told)) or "-", "yes" if is_within else "no",
                               "yes" if agree else "no", int(not agree)])
    return table


# Pages.


class Page(HTMLParser):
    """What is on a page, in its order: headings, paragraphs, positions with their captions, and rows."""

    KINDS = {"h2": "heading", "p": "paragraph", "title": "title", "tr": "row"}

    def __init__(self, path):
        super().__init__()
        self.parts, self.text, self.cells = [], None, []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        if tag in self.KINDS or tag in ("td", "th"):
            self.text = ""
        if tag == "tr":
            self.cells = []

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cells.append(self.text)
        elif tag == "tr":
            self.parts.append(("row", self.cells))
        elif tag in self.KINDS:
            self.parts.append((self.KINDS[tag], self.text))
        if tag in self.KINDS or tag in ("td", "th"):
            self.text = None

    def boards(self):
        """The captions and positions of the boards, each with the paragraphs up to the next one."""
        found = []
        for kind, content in self.parts:
            if kind == "title" and ": " in content:
                caption, _, position = content.rpartition(": ")
                found.append((caption, position, []))
            elif kind == "paragraph" and found:
                found[-1][2].append(content)
        return found

    def rows(self):
        return [content for kind, content in self.parts if kind == "row"]


def shown(text):
    """The moves of a line as it is printed."""
    return [word for word in text.split() if word != "..."]


def is_side_first(position):
    """Whether the first side moves in a position; None where its text does not say so."""
    words = position.split(" ")
    return words[1] == "w" if len(words) > 1 and words[1] in ("w", "b") else None


def check_wins(program, page, counts, kind, fault):
    """Checks the lines of puzzles and of endings."""
    for caption, position, paragraphs in page.boards():
        is_first = is_side_first(position)
        told = re.search(r"to move and (win|save)(?: in (\d+) move| the game| at once)?", caption)
        if not told or not paragraphs or is_first is None:
            continue
        counts[kind] += 1
        moves = shown(paragraphs[0])
        if not moves or program.fen(moved_on(position, moves)) is None:
            fault(f"{' '.join(moves)} is not legal: {position}")
            continue
        count = 1 if "at once" in caption else int(told[2] or 0)
        missing = 2 * count - 1 - len(moves)
        is_won = program.result(moved_on(position, moves), is_first) == "win"
        # The line of a search may end before the game does, that of a table may not.
        if count and (missing < 0 or is_won != (missing == 0) or missing and kind == "endings"):
            fault(f"{caption}: {paragraphs[0]}: {position}")


def check_sample(program, page, start, counts, fault):
    """Checks the moves, the winner and the better lines of a game with a review."""
    moves = []
    for row in page.rows():
        if row and re.fullmatch(r"\d+(, \d+)?", row[0]):
            # A side may have moved several times.
            moves += [re.sub(r"[?!\u25a1]+$", "", move) for cell in (row[1], row[3]) for move in cell.split()]
    counts["moves"] += len(moves)
    if program.fen(moved(start, moves)) is None:
        fault(f"the game is not legal: {' '.join(moves)}")
        return
    text = next(content for kind, content in page.parts if kind == "paragraph")
    winner = re.match(r"(\S+) wins after", text)
    results = [program.result(moved(start, moves), is_first) for is_first in (True, False)]
    if bool(winner) != ("win" in results):
        fault(f"{text} {results}")
    for caption, position, paragraphs in page.boards():
        better = next((re.match(r"Better was \S+ \([^)]*\): (.*)", text) for text in paragraphs
                       if text.startswith("Better was ")), None)
        if not better:
            continue
        counts["better"] += 1
        before = next((moved(start, moves[:ply]) for ply in range(len(moves))
                       if program.fen(moved(start, moves[:ply + 1])) == program.fen(position)), None)
        line = shown(better[1])
        if before is None or not line or program.fen(moved_on(before, line)) is None:
            fault(f"{caption}: {better[0]} is not legal")


def check_first(options, program, page, counts, fault):
    """Checks the best first moves by a longer search."""
    rows = page.rows()
    best = [row for row in rows[1:BEST_FIRST + 1] if len(row) == 3]
    if not best:
        fault("there are no first moves")
        return
    counts["first"] += len(best)
    for _, _, line in best:
        if program.fen(moved("startpos", shown(line))) is None:
            fault(f"{line} is not legal")
    replies = program.search(moved("startpos", [best[0][0]]), options.nodes)
    deep = program.search("startpos", options.nodes)
    if replies and deep and deep[0][1] - (1 - replies[0][1]) > SAME:
        fault(f"{best[0][0]} begins best, but {deep} and {replies}")


def check_shares(page, counts, fault):
    """Whether the shares of each ending add up."""
    for row in page.rows():
        shares = [float(cell.removesuffix(" %")) for cell in row if cell.endswith(" %")]
        if shares:
            counts["shares"] += 1
            if abs(sum(shares) - 100) > 0.2:
                fault(f"{row} is not 100 %")


def pages(options):
    table = Table("Pages", ["game", "chapters", "puzzles", "moves", "better lines", "first moves", "endings",
                            "shares", "false"])
    for game in options.family:
        before = len(table.faults)
        program, counts = Program(options.program, game), collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            book = Path(folder) / "book"
            command = [options.program, "book", "--game", game, "--games", str(max(options.games // 10, 2)),
                       "--nodes", str(max(brief(options) // 16, 1)), "--seed", str(options.seed), "--threads",
                       str(options.threads), "--chapters", "openings,sample,puzzles,endings", "--out", str(book)]
            tell(f"pages: {game}")
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            found = {path.stem: Page(path) for path in sorted(book.glob("*.html"))}
        for name, page in found.items():
            def fault(text, name=name):
                table.fault(f"{game}, {name}: {text}")

            counts["chapters"] += name != "index"
            if name in ("puzzles", "endings"):
                check_wins(program, page, counts, name, fault)
            if name == "endings":
                check_shares(page, counts, fault)
            if name == "sample":
                check_sample(program, page, "startpos", counts, fault)
            if name == "openings":
                check_first(options, program, page, counts, fault)
        program.quit()
        columns = ("chapters", "puzzles", "moves", "better", "first", "endings", "shares")
        table.rows.append([game, *(counts[column] for column in columns), len(table.faults) - before])
    return table


PARTS = {"threats": threats, "reviews": reviews, "puzzles": puzzles, "openings": openings, "worth": worth,
         "pages": pages}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--games", type=int, default=100, help="of each family; a tenth of those of an exchange")
    parser.add_argument("--puzzles", type=int, default=1000, help="in all")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of the searches that check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of the tools; the searches that check have one")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="only this game; may be repeated")
    options = parser.parse_intermixed_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"expected parts of {', '.join(PARTS)}, found {', '.join(sorted(unknown))}")
    options.program = str(Path(options.program).resolve())
    options.family = options.family or FAMILIES
    is_false = False
    for name, part in PARTS.items():
        if not options.parts or name in options.parts:
            table = part(options)
            table.print()
            is_false |= bool(table.faults)
    sys.exit(is_false)


if __name__ == "__main__":
    main()
