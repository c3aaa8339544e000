#!/usr/bin/env python3
"""Fits the weights by which the solver of Othello orders moves, in order.rs.

    docs/log/othello_order.py PLYGLOT [--positions N] [--seed N]

Plyglot plays games of 300 nodes a move, with one random move in six. The positions with
8, 10, 12 and 14 empty squares are solved by `plyglot solve`, and their scores are fitted
by differences of counts between the sides (least squares). The weights are printed in
parts of a disc, 16 to a disc.
"""

import argparse
import random
import subprocess

FULL = (1 << 64) - 1
FILE_A = 0x0101010101010101
FILE_H = FILE_A << 7
RANK_1 = 0xFF
CORNERS = 0x8100000000000081
C_SQUARES = 0x4281000000008142
SIDES, ENDS = FILE_A | FILE_H, RANK_1 | RANK_1 << 56
# A step to a higher square, and the squares from which it leaves the board sideways: a step
# back arrives there when it does.
STEPS = [(1, FILE_H), (7, FILE_A), (8, 0), (9, FILE_H)]
BORDERS = [SIDES, SIDES | ENDS, ENDS, SIDES | ENDS]
STAGES = (8, 10, 12, 14)
NAMES = ["moves", "moves to corners", "potential moves", "frontier", "stable stones",
         "corners", "stones beside empty corners"]


def shifts(squares):
    """The set moved one step in each of the eight directions."""
    for step, edge in STEPS:
        yield (squares & ~edge) << step & FULL
        yield squares >> step & ~edge


def shift(squares, direction):
    return list(shifts(squares))[direction]


def spread(squares):
    return squares | sum_of(shifts(squares))


def sum_of(sets):
    union = 0
    for one in sets:
        union |= one
    return union


def flips(own, other, square):
    """What a stone on this square flips."""
    flipped = 0
    for direction in range(8):
        line, at = 0, shift(1 << square, direction)
        while at & other:
            line |= at
            at = shift(at, direction)
        if at & own:
            flipped |= line
    return flipped


def moves(own, other):
    empty = ~(own | other) & FULL
    near = spread(other) & empty
    found = [square for square in range(64) if near >> square & 1]
    return [square for square in found if flips(own, other, square)]


def full_lines(occupied):
    """For each kind of line, the squares of those without an empty square."""
    empty = ~occupied & FULL
    for kind in range(4):
        reached = empty
        for _ in range(7):
            reached |= shift(reached, 2 * kind) | shift(reached, 2 * kind + 1)
        yield ~reached & FULL


def stable(own, full):
    found = 0
    while True:
        more = own
        for kind, line in enumerate(full):
            beside = shift(found, 2 * kind) | shift(found, 2 * kind + 1)
            more &= line | BORDERS[kind] | beside
        if more == found:
            return found
        found = more


def counts(own, other):
    """The counts of a side."""
    empty = ~(own | other) & FULL
    targets = sum(1 << square for square in moves(own, other))
    weak = C_SQUARES & spread(CORNERS & empty)
    sets = [targets, targets & CORNERS, spread(other) & empty, own & spread(empty),
            stable(own, list(full_lines(own | other))), own & CORNERS, own & weak]
    return [one.bit_count() for one in sets]


def name(square):
    return f"P@{'abcdefgh'[square % 8]}{square // 8 + 1}"


class Game:
    """The position of a game, with the stones of the side to move."""

    def __init__(self):
        self.own, self.other = 1 << 27 | 1 << 36, 1 << 28 | 1 << 35
        self.is_black, self.played = True, []

    def play(self, square):
        if square is None:
            self.played.append("pass")
        else:
            flipped = flips(self.own, self.other, square)
            self.own |= flipped | 1 << square
            self.other &= ~flipped
            self.played.append(name(square))
        self.own, self.other, self.is_black = self.other, self.own, not self.is_black

    def text(self):
        """64 letters and the side to move."""
        black, white = (self.own, self.other) if self.is_black else (self.other, self.own)
        squares = [8 * rank + file for rank in range(7, -1, -1) for file in range(8)]
        letters = ["X" if black >> at & 1 else "O" if white >> at & 1 else "-" for at in squares]
        return f"{''.join(letters)} {'X' if self.is_black else 'O'}"


def play_games(plyglot, count, choose):
    """Distinct positions of games: text, stones of the side to move, of the other."""
    engine = subprocess.Popen([plyglot, "--game", "flipello"], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    found = {}
    while len(found) < count:
        game = Game()
        while True:
            empties = 64 - (game.own | game.other).bit_count()
            legal = moves(game.own, game.other)
            if legal and empties in STAGES:
                found[game.text()] = (game.own, game.other)
            if empties <= min(STAGES):
                break
            if not legal:
                if not moves(game.other, game.own):
                    break
                game.play(None)
            elif choose.randrange(6) == 0 or len(game.played) < 6:
                game.play(choose.choice(legal))
            else:
                print(f"position startpos moves {' '.join(game.played)}\ngo nodes 300",
                      file=engine.stdin, flush=True)
                line = next(line for line in engine.stdout if line.startswith("bestmove"))
                game.play(next(at for at in legal if name(at) == line.split()[1]))
    engine.stdin.close()
    engine.wait()
    return found


def solved(plyglot, texts):
    """The score of each position for its side to move."""
    run = subprocess.run([plyglot, "solve", "--game", "flipello"], text=True, check=True,
                         input="".join(f"{text}\n" for text in texts), capture_output=True)
    return [int(line.split("\t")[1]) for line in run.stdout.splitlines()]


def fitted(rows, values):
    """Least squares, by the normal equations and Gauss's elimination."""
    size = len(rows[0])
    table = [[sum(row[i] * row[j] for row in rows) for j in range(size)]
             + [sum(row[i] * value for row, value in zip(rows, values))] for i in range(size)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(table[j][i]))
        table[i], table[pivot] = table[pivot], table[i]
        for j in range(size):
            if j != i:
                factor = table[j][i] / table[i][i]
                table[j] = [a - factor * b for a, b in zip(table[j], table[i])]
    return [table[i][size] / table[i][i] for i in range(size)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plyglot")
    parser.add_argument("--positions", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    positions = play_games(arguments.plyglot, arguments.positions, random.Random(arguments.seed))
    scores = solved(arguments.plyglot, positions)
    rows = [[a - b for a, b in zip(counts(own, other), counts(other, own))]
            for own, other in positions.values()]
    weights = fitted(rows, scores)
    errors = [score - sum(w * x for w, x in zip(weights, row)) for row, score in zip(rows, scores)]
    for label, weight in zip(NAMES, weights):
        print(f"{16 * weight:+7.1f}  {label}")
    print(f"{(sum(e * e for e in errors) / len(errors)) ** 0.5:7.2f}  discs, root mean square error "
          f"of {len(rows)} positions")


main()
