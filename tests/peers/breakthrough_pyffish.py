#!/usr/bin/env python3
"""Plays random games of Breakthrough through Plyglot beside Fairy-Stockfish's rules.

    tests/peers/breakthrough_pyffish.py [PLYGLOT [GAMES [SEED]]]

At each position of each game, the legal moves, the FEN and the result must
agree. In some games captures are frequent, and the last ranks are reached only
where there is no other move: so some games end without stones. The exit status
is 1 at the first difference. Not run by `cargo test`: it needs the package
pyffish (PyPI).

Fairy-Stockfish ends a game at 50 moves without a capture, if a player claims
it. The rules of Breakthrough have no such draw, and Plyglot has none.
"""

import random
import subprocess
import sys

import pyffish

VARIANT = "breakthrough"
GAMES_AT_ONCE = 50


class Game:
    """A random game as pyffish sees it: moves, and for each position what must agree."""

    def __init__(self, start, generator):
        self.moves = []
        self.positions = []
        fen = start
        pace, shuns_goal = generator.random(), generator.random() < 0.25
        while True:
            # Empty once the game is over. A call takes milliseconds, so there are few.
            legal = pyffish.legal_moves(VARIANT, fen, [])
            winner = None if legal else winner_of(fen)
            self.positions.append((fen, sorted(legal), winner))
            if not legal:
                return
            self.moves.append(chosen(legal, fen, pace, shuns_goal, generator))
            fen = pyffish.get_fen(VARIANT, fen, self.moves[-1:])


def winner_of(fen):
    """The winner of a finished game: 0 for the first player, 1 for the second."""
    is_over, value = pyffish.is_immediate_game_end(VARIANT, fen, [])
    if not is_over:
        value = pyffish.game_result(VARIANT, fen, [])
    assert value != 0, f"a draw in {fen}"
    mover = 0 if fen.split()[1] == "w" else 1
    return mover if value > 0 else 1 - mover


def occupied(fen):
    """The names of the occupied squares."""
    names = set()
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        cells = "".join("." * int(c) if c.isdigit() else c for c in row)
        names.update(file + rank for file, c in zip("abcdefgh", cells) if c != ".")
    return names


def chosen(legal, fen, pace, shuns_goal, generator):
    """A random move; with the probability `pace` a capture, if there is one."""
    if shuns_goal:
        legal = [m for m in legal if m[3] not in "18"] or legal
    if generator.random() < pace:
        stones = occupied(fen)
        return generator.choice([m for m in legal if m[2:] in stones] or legal)
    return generator.choice(legal)


def commands(game):
    """What Plyglot is asked at each position of a game."""
    for ply in range(len(game.positions)):
        moves = " ".join(game.moves[:ply])
        yield f"position startpos moves {moves}" if moves else "position startpos"
        yield "d"
        yield "query result"
        yield "go perft 1"


def ask(plyglot, text):
    """For each position: its FEN, its moves and the winner, as Plyglot prints them."""
    command = [plyglot, "--game", VARIANT]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    # Perft answers when it is done, with the lines of later positions in between.
    fens, winners, moves = [], [], [[]]
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(": ")
        if word == "Fen":
            fens.append(rest)
        elif line.startswith("response "):
            winners.append({"p1win": 0, "p2win": 1, "none": None}[line.split()[1]])
        elif word == "Nodes searched":
            moves.append([])
        elif rest == "1" and len(word) == 4:
            moves[-1].append(word)
        elif "error" in line:
            sys.exit(line)
    assert len(fens) == len(winners) == len(moves) - 1, "an answer is missing"
    return list(zip(fens, map(sorted, moves), winners))


def main():
    plyglot = sys.argv[1] if len(sys.argv) > 1 else "target/release/plyglot"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    start = pyffish.get_fen(VARIANT, pyffish.start_fen(VARIANT), [])
    plies = by_capture = 0
    for begin in range(0, count, GAMES_AT_ONCE):
        games = [Game(start, generator) for _ in range(min(GAMES_AT_ONCE, count - begin))]
        text = "".join(f"{line}\n" for game in games for line in commands(game))
        found = iter(ask(plyglot, text))
        for game in games:
            for expected in game.positions:
                got = next(found, None)
                if got != expected:
                    print(f"moves {' '.join(game.moves)}", file=sys.stderr)
                    print(f"expected {expected}\nfound    {got}", file=sys.stderr)
                    return 1
            plies += len(game.moves)
            board = game.positions[-1][0].split()[0]
            by_capture += "p" not in board or "P" not in board
    print(f"{count} games, {plies + count} positions agree, {by_capture} games without a goal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
