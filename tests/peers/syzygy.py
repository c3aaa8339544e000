"""Plyglot with Syzygy tables against python-chess, which reads them by itself.

    pip install chess
    python tests/peers/syzygy.py data FOLDER 60 > tests/data/syzygy.txt
    python tests/peers/syzygy.py play FOLDER target/release/plyglot 240

`data` writes random positions of every table in a folder with their results and
distances (WDL and DTZ), a line each, and half as many with a capture in passing.
`play` has Plyglot play won positions against a defence that always makes the move
with the longest distance, and wants every one to be won under the rule of fifty moves.
"""

import glob
import os
import random
import sys

import chess
import chess.engine
import chess.syzygy

WON = ["KQvK", "KRvK", "KBNvK", "KPvK", "KBBvK", "KQvKR", "KQvKB", "KQvKN", "KRvKB", "KRvKN",
       "KQvKP", "KRvKP", "KBPvK", "KNPvK", "KPPvK", "KPvKP", "KRPvK", "KQPvK"]


def place(name):
    """A random legal position of a material, either side having either part."""
    while True:
        parts = name.split("v")
        if random.random() < 0.5:
            parts.reverse()
        board = chess.Board(None)
        men = [chess.Piece.from_symbol(letter if white else letter.lower())
               for part, white in zip(parts, (True, False)) for letter in part]
        for square, piece in zip(random.sample(range(64), len(men)), men):
            board.set_piece_at(square, piece)
        board.turn = random.random() < 0.5
        if board.is_valid():
            return board


def in_passing(name):
    """A random position in which a pawn may be taken in passing."""
    while True:
        board = place(name)
        for move in board.legal_moves:
            is_pawn = board.piece_type_at(move.from_square) == chess.PAWN
            if is_pawn and abs(move.from_square - move.to_square) == 16:
                after = board.copy(stack=False)
                after.push(move)
                if after.has_legal_en_passant():
                    after.clear_stack()
                    after.halfmove_clock, after.fullmove_number = 0, 1
                    return after


def data(folder, count):
    tables = chess.syzygy.open_tablebase(folder)
    names = sorted(os.path.basename(file)[:-5] for file in glob.glob(f"{folder}/*.rtbw"))
    boards = [place(name) for name in names for _ in range(count)]
    boards += [in_passing("KPvKP") for _ in range(count // 2)]
    for board in boards:
        print(f"{board.fen()};{tables.probe_wdl(board)};{tables.probe_dtz(board)}")


def defend(board, tables):
    """The move with the longest distance for the side that loses."""
    def worth(move):
        board.push(move)
        if board.is_checkmate():
            distance = -1000
        else:
            result = tables.probe_wdl(board)
            zeroing = board.halfmove_clock == 0
            distance = tables.probe_dtz(board)
            distance = (0 if zeroing else distance) if result > 0 else 1000 - result
        board.pop()
        return distance, random.random()
    return max(board.legal_moves, key=worth)


def play(folder, program, count):
    tables = chess.syzygy.open_tablebase(folder)
    engine = chess.engine.SimpleEngine.popen_uci(program)
    engine.configure({"SyzygyPath": folder})
    lost, games, longest = [], 0, {}
    while games < count:
        name = WON[games % len(WON)]
        board = place(name)
        board.halfmove_clock = random.choice([0, 0, 10, 30, 60])
        distance = tables.probe_dtz(board)
        if tables.probe_wdl(board) != 2 or distance + board.halfmove_clock > 99:
            continue
        start, winner = board.fen(), board.turn
        while not board.is_game_over() and not board.is_repetition(3):
            if board.turn == winner:
                board.push(engine.play(board, chess.engine.Limit(nodes=2000)).move)
            else:
                board.push(defend(board, tables))
            if board.halfmove_clock >= 100 and not board.is_checkmate():
                break
        games += 1
        longest[name] = max(longest.get(name, 0), len(board.move_stack))
        if not board.is_checkmate() or board.turn == winner:
            lost.append((start, board.fen()))
    engine.quit()
    print(f"{games} games, {len(lost)} not won; plies of the longest: {longest}")
    for start, end in lost:
        print(f"  {start} -> {end}")


random.seed(20)
if sys.argv[1] == "data":
    data(sys.argv[2], int(sys.argv[3]))
else:
    play(sys.argv[2], sys.argv[3], int(sys.argv[4]))
