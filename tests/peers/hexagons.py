#!/usr/bin/env python3
"""Compares games on hexagons with a plain model of them, in random games and by leaves.

    tests/peers/hexagons.py [--games 100] [--leaves 3] PLYGLOT

The model shares nothing with the program: a cell is its column and its height in half cells, and
the board is a dictionary. Gliński's, McCooey's and, without castling, Shafran's chess are compared
(Wikipedia, "Hexagonal chess"). The exit status is 1 if a count or the moves of a position differ.
"""

import argparse
import random
import subprocess
import sys
import tempfile

FEW = 4  # pieces that may be too few for a mate
STRAIGHT = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]
DIAGONAL = [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)]
KNIGHT = [tuple(2 * a + b for a, b in zip(STRAIGHT[i], STRAIGHT[(i + by) % 6])) for i in range(6) for by in (1, 5)]
LINES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}
STEPS = {"N": KNIGHT, "K": STRAIGHT + DIAGONAL}
SHAFRAN = """[shafran:mccooey]
maxFile = 9
maxRank = 10
promotionRegionWhite = a6 b7 c8 d9 e10 f10 g10 h10 i10
promotionRegionBlack = a1 b1 c1 d1 e1 f2 g3 h4 i5
doubleStepRegionWhite = b2 c2 d2 e2 f3 g4 h5
doubleStepRegionBlack = b6 c7 d8 e9 f9 g9 h9
tripleStepRegionWhite = d2 e2 f3
tripleStepRegionBlack = d8 e9 f9
startFen = ****kqbnr/***bppppp/**np5/*bp6/rp6P/p6PR/6PB*/5PN**/PPPPPB***/RNBQK**** w
"""


class Game:
    """Rules, with cells by their names in the protocol: `files` has the first and last rank of each."""

    def __init__(self, files, pieces, captures, still, far):
        self.cells = {(file, 2 * rank - file) for file, (low, high) in enumerate(files) for rank in range(low, high + 1)}
        last = [max if side == 0 else min for side in (0, 1)]
        columns = [[cell for cell in self.cells if cell[0] == file] for file in range(len(files))]
        self.ends = [{choose(column, key=lambda cell: cell[1]) for column in columns} for choose in last]
        self.captures, self.start = captures, {}
        for side, text in enumerate(pieces):
            for word in text.split():
                self.start[cell(word[1:])] = (side, word[0])
        pawns = [{at for at, piece in self.start.items() if piece == (side, "P")} for side in (0, 1)]
        # By side and cell: how many steps a pawn may take.
        steps = lambda at: 3 if at in map(cell, far) else 1 if at in map(cell, still) else 2
        self.steps = [{at: steps(at) for at in all_of} for all_of in pawns]

    def line(self, board, at, step):
        while (at := (at[0] + step[0], at[1] + step[1])) in self.cells:
            yield at
            if at in board:
                return

    def moves(self, board, side, passed):
        """From, to, what arrives, whose cell is emptied, and the passed cells with their pawn."""
        up = 1 if side == 0 else -1
        for at, (owner, kind) in list(board.items()):
            if owner != side:
                continue
            if kind != "P":
                lines = [list(self.line(board, at, step)) for step in LINES.get(kind, [])]
                lines += [list(self.line(board, at, step))[:1] for step in STEPS.get(kind, [])]
                for to in (to for line in lines for to in line if board.get(to, (None,))[0] != side):
                    yield at, to, kind, None, None
                continue
            ahead = [to for to in self.line(board, at, (0, 2 * up)) if to not in board]
            ahead = ahead[: self.steps[side].get(at, 1)]
            found = [(to, None, (ahead[:i], to) if i else None) for i, to in enumerate(ahead)]
            for step in self.captures:
                to = (at[0] + up * step[0], at[1] + up * step[1])
                if board.get(to, (side,))[0] != side:
                    found.append((to, None, None))
                elif passed and to in passed[0]:
                    found.append((to, passed[1], None))
            for to, taken, new in found:
                for becomes in "NBRQ" if to in self.ends[side] else "P":
                    yield at, to, becomes, taken, new

    def legal(self, board, side, passed):
        for at, to, becomes, taken, new in self.moves(board, side, passed):
            after = {cell: piece for cell, piece in board.items() if cell not in (at, taken)}
            after[to] = (side, becomes)
            king = next(cell for cell, piece in after.items() if piece == (side, "K"))
            if all(move[1] != king for move in self.moves(after, 1 - side, None)):
                name = names(at) + names(to) + (becomes.lower() if becomes != board[at][1] else "")
                yield name, after, new

    def leaves(self, plies, board, side=0, passed=None):
        if plies == 0:
            return 1
        return sum(self.leaves(plies - 1, after, 1 - side, new) for _, after, new in self.legal(board, side, passed))


def cell(name):
    file = ord(name[0]) - ord("a")
    return file, 2 * int(name[1:]) - file


def names(at):
    return chr(ord("a") + at[0]) + str((at[0] + at[1]) // 2)


HEXAGON = [(max(1, file - 4), min(11, file + 6)) for file in range(11)]
GAMES = {
    "glinski": Game(HEXAGON, [
        "Kg2 Qe1 Rc1 Ri4 Nd1 Nh3 Bf1 Bf2 Bf3 Pb1 Pc2 Pd3 Pe4 Pf5 Pg5 Ph5 Pi5 Pj5",
        "Kg11 Qe10 Rc8 Ri11 Nd9 Nh11 Bf9 Bf10 Bf11 Pb7 Pc7 Pd7 Pe7 Pf7 Pg8 Ph9 Pi10 Pj11",
    ], [(1, 1), (-1, 1)], [], []),
    "mccooey": Game(HEXAGON, [
        "Kg2 Qe1 Rd1 Rh3 Ne2 Ng3 Bf1 Bf2 Bf3 Pc1 Pd2 Pe3 Pf4 Pg4 Ph4 Pi4",
        "Kg11 Qe10 Rd9 Rh11 Ne9 Ng10 Bf9 Bf10 Bf11 Pc8 Pd8 Pe8 Pf8 Pg9 Ph10 Pi11",
    ], [(1, 3), (-1, 3)], ["f4", "f8"], []),
    "shafran": Game([(max(1, file - 3), min(10, file + 6)) for file in range(9)], [
        "Ra1 Nb1 Bc1 Qd1 Ke1 Bf2 Ng3 Bh4 Ri5 Pa2 Pb2 Pc2 Pd2 Pe2 Pf3 Pg4 Ph5 Pi6",
        "Ri10 Nh10 Bg10 Qf10 Ke10 Bd9 Nc8 Bb7 Ra6 Pi9 Ph9 Pg9 Pf9 Pe9 Pd8 Pc7 Pb6 Pa5",
    ], [(1, 3), (-1, 3)], ["a2", "i6", "a5", "i9"], ["d2", "e2", "f3", "d8", "e9", "f9"]),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--leaves", type=int, default=3)
    parser.add_argument("plyglot")
    options = parser.parse_args()
    file = tempfile.NamedTemporaryFile("w", suffix=".ini")
    file.write(SHAFRAN)
    file.flush()
    differences = 0
    for name, game in GAMES.items():
        lines = [f"setoption name VariantPath value {file.name}", f"setoption name UCI_Variant value {name}"]
        lines += [f"go perft {options.leaves}"]
        expected = [{"": game.leaves(options.leaves, game.start)}]
        for seed in range(options.games):
            chance, played = random.Random(seed), []
            board, side, passed = game.start, 0, None
            while len(played) < 200 and (legal := list(game.legal(board, side, passed))) and len(board) > FEW:
                lines += [" ".join(["position startpos"] + ["moves"] * bool(played) + played), "go perft 1"]
                expected.append(dict.fromkeys((move for move, _, _ in legal), 1))
                # Captures come more often, so that few pieces are left.
                takes = [one for one in legal if len(one[1]) < len(board)]
                move, board, passed = chance.choice(takes if takes and chance.random() < 0.2 else legal)
                played.append(move)
                side = 1 - side
        text = subprocess.run([options.plyglot], input="\n".join(lines + ["quit"]), capture_output=True, text=True, check=True).stdout
        answers, found = [], {}
        for line in text.splitlines():
            head, _, count = line.partition(": ")
            if head == "Nodes searched":
                answers.append(found or {"": int(count)})
                found = {}
            elif count.isdigit() and len(answers) > 0:
                found[head] = int(count)
        wrong = [at for at, (own, other) in enumerate(zip(answers, expected)) if own != other]
        differences += len(wrong) + abs(len(answers) - len(expected))
        print(f"{name}: {expected[0]['']} leaves, {len(expected) - 1} positions, {len(wrong)} differ")
        for at in wrong[:3]:
            print(lines[2 * at + 1], sorted(answers[at].items() ^ expected[at].items()))
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
