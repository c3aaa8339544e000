#!/usr/bin/env python3
"""Random games of draughts as pydraughts writes them, read by Plyglot, and the other way round.

    tests/peers/records_draughts.py CONVERT GAMES [PLIES]

CONVERT is the example `convert`. It must find the same moves in each
game as pydraughts writes it, and pydraughts the same moves and result in what CONVERT makes of it.
Every second game begins in the middle, but for checkers, where pydraughts takes the second move for
one of the other side. The exit status is 1 if anything differs. Not run by `cargo test`: it needs
the package pydraughts.
"""

import random
import re
import subprocess
import sys

from draughts import Board
from draughts.PDN import PDNReader, PDNWriter

GAMES = {"draughts": "standard", "russian": "russian", "brazilian": "brazilian", "checkers": "english"}
RESULTS = {"draughts": ["2-0", "0-2", "1-1"]}


def play(board, plies, pick):
    """Plays random moves."""
    for _ in range(plies):
        moves = board.legal_moves()
        if not moves:
            break
        board.push(pick.choice(moves))


def squares(text):
    return re.findall(r"[a-j]\d+|\d+", text)


def name(square, game):
    """The name of a square in the protocol."""
    if not square.isdigit():
        return square
    size = 10 if game == "draughts" else 8
    place = int(square) - 1
    row, column = divmod(place, size // 2)
    if game == "checkers":
        row, column = size - 1 - row, size // 2 - 1 - column
    return f"{'abcdefghij'[2 * column + (row + 1) % 2]}{size - row}"


def convert(program, text, *words):
    run = subprocess.run([program, *words], input=text.encode(), capture_output=True, check=True)
    return run.stdout.decode()


def moves_of(text):
    """The moves of a game in PGN, and its result."""
    words = [word for word in text.split("\n\n", 1)[1].split() if not word.endswith(".")]
    return words[:-1], words[-1]


def written(board, result):
    tags = {"Event": "random", "White": "A", "Black": "B", "Result": result}
    return PDNWriter("", board, tags=tags, game_ending=result).pdn_text


def means_one(board, variant, ply):
    """Whether all moves with the ends of one that was played capture the same men, on any way."""
    again = Board(variant, board.initial_fen)
    for move in board.move_stack[:ply]:
        again.push(move)
    ends = [squares(board.move_stack[ply].pdn_move)[at] for at in (0, -1)]
    alike = [m for m in again.legal_moves() if [squares(m.pdn_move)[at] for at in (0, -1)] == ends]
    return len({tuple(sorted(move.captures)) for move in alike}) == 1


def check(program, game, variant, seed, plies):
    """What differs in a game, if anything."""
    pick = random.Random(seed)
    board = Board(variant)
    if seed % 2 and game != "checkers":
        play(board, 20, pick)
        board = Board(variant, board.fen)
    play(board, plies, pick)
    result = pick.choice(RESULTS.get(game, ["1-0", "0-1", "1/2-1/2"]))
    text = written(board, result)
    expected = [squares(word) for word in moves_of(text)[0]]
    found, read = moves_of(convert(program, text, "pgn", game, "uci"))
    ends = [[name(part, game) for part in (way[0], way[-1])] for way in expected]
    if [[squares(word)[0], squares(word)[-1]] for word in found] != ends:
        return f"read {len(found)} of {len(ends)} moves", text
    same = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
    if read != same.get(result, result):
        return f"read {read} for {result}", text
    back = convert(program, text, "pdn", game)
    reader = PDNReader(back).games[0]
    again = [squares(word) for word in reader.moves]
    for ply, (way, other) in enumerate(zip(again, expected)):
        is_short = len(way) == 2 and way == [other[0], other[-1]] and means_one(board, variant, ply)
        # Where pydraughts thinks that the ends would do, the whole way is right as well.
        if way != other and not is_short and [way[0], way[-1]] != other:
            return f"written {way} for {other}", back
    if len(again) != len(expected) or reader.game_ending != result or reader.variant != variant:
        return f"written {len(again)} of {len(expected)} moves, {reader.game_ending}", back
    if reader.tags["Result"] != result or reader.tags["White"] != "A":
        return f"written {reader.tags}", back
    return None, text


def main():
    program, count, *plies = sys.argv[1:]
    different = 0
    for game, variant in GAMES.items():
        equal, moves = 0, 0
        for seed in range(int(count)):
            why, text = check(program, game, variant, seed, int(plies[0]) if plies else 100)
            equal += why is None
            if why is not None:
                different += 1
                print(f"{game} {seed}: {why}\n{text}")
        print(f"{game}: {equal} of {count} games")
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
