#!/usr/bin/env python3
"""Compares Ataxx with Fairy-Stockfish's rules in random games, by pyffish.

    tests/peers/ataxx_pyffish.py [--games 10000] [--whole 300] [--plies 4] [--seed 1] [PLYGLOT]

Plyglot plays random games, every third one on a board with random walls. pyffish replays
each of them, so every move is legal for it too. The result and the final position are
compared. So are the legal moves and the FEN: at every ply of the first --whole games, at
all passes and --plies other plies of the rest. pyffish takes 2 ms for each answer, which
is why there are not more.

Two differences are known. Fairy-Stockfish does not count plies without a clone, so
NoClonePlies is 0 here. If neither side can move, which takes walls, both pass there
before the game is over; here it is over at once. Repetition is not compared.
The exit status is 1 if anything else differs. Not run by `cargo test`: it needs the
package pyffish.
"""

import argparse
import random
import re
import subprocess
import sys
import threading

import pyffish

START = "P5p/7/7/7/7/7/p5P w - - 0 1"
LONGEST = 400  # plies
TOGETHER = 100  # games that are played at the same time


class Plyglot:
    """The program, which answers batches of questions."""

    def __init__(self, path):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True)
        self.send(["setoption name UCI_Variant value ataxx",
                   "setoption name NoClonePlies value 0"])

    def send(self, lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def ask(self, positions):
        """The legal moves, the FEN and the result of each position."""
        lines = []
        for position in positions:
            lines += [f"position fen {position}", "go perft 1", "d", "query result"]
        writer = threading.Thread(target=self.send, args=(lines,))
        writer.start()
        moves, fens, results = [set()], [], []
        while min(len(moves) - 1, len(fens), len(results)) < len(positions):
            line = self.process.stdout.readline()
            first, _, rest = line.rstrip("\n").partition(" ")
            if first == "Fen:":
                fens.append(rest)
            elif first == "response":
                results.append(rest)
            elif first == "Nodes":
                assert int(rest.split()[-1]) == len(moves[-1]), line
                moves.append(set())
            elif first.endswith(":") and rest == "1":
                moves[-1].add(first[:-1])
            elif not line or first == "info" and "error" in line:
                sys.exit(f"error: {line!r}")
        writer.join()
        return list(zip(moves, fens, results))


def walled(rng):
    """A start position with random walls, which leave the corners free."""
    points = [7 * row + column for row in range(7) for column in range(7)]
    walls = set(rng.sample([point for point in points if point not in (0, 6, 42, 48)],
                           rng.randint(1, 24)))
    corners = {0: "P", 6: "p", 42: "p", 48: "P"}
    rows = ["".join("*" if point in walls else corners.get(point, "1")
                    for point in range(7 * row, 7 * row + 7)) for row in range(7)]
    return re.sub("1+", lambda run: str(len(run[0])), "/".join(rows)) + " w - - 0 1"


class Match:
    """A game, as Plyglot plays it."""

    def __init__(self, rng, start):
        self.rng, self.start, self.moves = rng, start, []
        self.seen = []  # legal moves, FEN and result at each ply

    def is_over(self):
        return len(self.moves) < len(self.seen)

    def position(self):
        """The position before the last move, with that move."""
        if not self.moves:
            return self.start
        return f"{self.seen[-1][1]} moves {self.moves[-1]}"

    def go_on(self, answer):
        self.seen.append(answer)
        legal, _, result = answer
        if result == "none" and len(self.moves) < LONGEST:
            self.moves.append(self.rng.choice(sorted(legal)))


def is_pass(legal):
    """Whether the only legal move is a pass: a square twice."""
    return len(legal) == 1 and all(move[:2] == move[2:] for move in legal)


def result_by_pyffish(game):
    """The result of a finished game: `p1win`, `p2win` or `draw`, or what is wrong."""
    moves = list(game.moves)
    for _ in range(3):
        ended, value = pyffish.is_immediate_game_end("ataxx", game.start, moves)
        legal = pyffish.legal_moves("ataxx", game.start, moves)
        if not ended and not legal:
            ended, value = True, pyffish.game_result("ataxx", game.start, moves)
        if ended:
            first_moves = game.start.split()[1] == ("w" if len(moves) % 2 == 0 else "b")
            value = value if first_moves else -value
            return "draw" if value == 0 else "p1win" if value > 0 else "p2win"
        if not is_pass(legal):
            return f"none: {legal}"
        moves += legal
    return "none"


def compare(game, plies, counts):
    """What differs in a game, as text; empty if nothing does."""
    if game.seen[-1][2] == "none":
        counts["unfinished"] += 1
    else:
        result = result_by_pyffish(game)
        counts[result] = counts.get(result, 0) + 1
        if result != game.seen[-1][2]:
            return f"result {game.seen[-1][2]}, pyffish has {result}"
    passes = {ply for ply, (legal, _, _) in enumerate(game.seen) if is_pass(legal)}
    for ply in sorted(plies | passes | {len(game.moves)}):
        legal, fen, result = game.seen[ply]
        expected = pyffish.get_fen("ataxx", game.start, game.moves[:ply])
        if fen != expected:
            return f"FEN {fen}, pyffish has {expected}"
        expected = set(pyffish.legal_moves("ataxx", game.start, game.moves[:ply]))
        if result == "none" and legal != expected:
            return f"moves at {fen}: differing {legal ^ expected}"
        counts["positions"] += 1
        counts["passes"] += ply in passes
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyglot", nargs="?", default="target/release/plyglot")
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--whole", type=int, default=300)
    parser.add_argument("--plies", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    plyglot = Plyglot(options.plyglot)
    counts = {"positions": 0, "passes": 0, "unfinished": 0}
    played = plies = differing = 0
    while played < options.games:
        number = min(TOGETHER, options.games - played)
        games = [Match(rng, walled(rng) if (played + i) % 3 == 2 else START)
                 for i in range(number)]
        while open_games := [game for game in games if not game.is_over()]:
            answers = plyglot.ask([game.position() for game in open_games])
            for game, answer in zip(open_games, answers):
                game.go_on(answer)
        for i, game in enumerate(games):
            every = range(len(game.seen))
            is_whole = played + i < options.whole
            chosen = every if is_whole else rng.sample(every, min(options.plies, len(every)))
            problem = compare(game, set(chosen), counts)
            plies += len(game.moves)
            if problem:
                differing += 1
                print(f"differs: {problem}\n  {game.start} moves {' '.join(game.moves)}")
        played += number
        print(f"{played} games, {plies} plies, {differing} differing", file=sys.stderr)
    print(f"{played} games, {plies} plies, {differing} games differ; {counts}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
