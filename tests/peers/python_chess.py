#!/usr/bin/env python3
"""Plays Plyglot against a weakened Stockfish through python-chess.

    tests/peers/python_chess.py [PLYGLOT [STOCKFISH]]

A whole game with each colour, then analysis, pondering and every option.
python-chess logs a warning for whatever it does not understand; the exit
status is 1 if it logged any, or if anything failed. Not run by `cargo test`:
it needs the packages python3-chess (PyPI: chess) and stockfish.
"""

import logging
import sys

import chess
import chess.engine

ELO = 1400
LONGEST = 400  # plies


class Counter(logging.Handler):
    """Counts what is logged at WARNING and above, and shows it."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record):
        self.count += 1
        print("warning:", self.format(record), file=sys.stderr)


def play(white, black, ponder):
    """One game on short clocks; gives the final board."""
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        engine = white if board.turn == chess.WHITE else black
        answer = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=ponder)
        assert answer.move in board.legal_moves, f"{answer.move} in {board.fen()}"
        board.push(answer.move)
    return board


def games(plyglot, stockfish):
    """A game with each colour, the second one with pondering."""
    for colour, ponder in ((chess.WHITE, False), (chess.BLACK, True)):
        players = (plyglot, stockfish) if colour == chess.WHITE else (stockfish, plyglot)
        board = play(*players, ponder)
        assert board.is_game_over(claim_draw=True), f"no end after {LONGEST} plies"
        name = "White" if colour == chess.WHITE else "Black"
        print(f"game: plyglot is {name}, {board.result(claim_draw=True)} after {board.ply()} plies")


def analyse(plyglot):
    """Three lines, each legal, best first; then a mate, then endless analysis that is stopped."""
    board = chess.Board()
    lines = plyglot.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3], lines
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    mate = chess.Board("7k/R7/8/8/8/8/8/1R5K w - - 0 1")
    score = plyglot.analyse(mate, chess.engine.Limit(depth=4))["score"].relative
    assert score == chess.engine.Mate(1), score
    with plyglot.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 8:
                break
    print("analyse: three lines", ", ".join(str(score) for score in scores))


def configure(plyglot):
    """Sets every option that python-chess does not keep for itself."""
    options = [option for option in plyglot.options.values() if not option.is_managed()]
    for option in options:
        value = {"spin": option.min, "combo": option.var[-1] if option.var else None}
        plyglot.configure({option.name: value.get(option.type, option.default)})
        plyglot.configure({option.name: option.default})
    plyglot.ping()
    shuffled = chess.Board.from_chess960_pos(300)
    move = plyglot.play(shuffled, chess.engine.Limit(depth=5)).move
    assert move in shuffled.legal_moves, move
    print("configure:", ", ".join(option.name for option in options))


def main():
    plyglot_path = sys.argv[1] if len(sys.argv) > 1 else "target/release/plyglot"
    stockfish_path = sys.argv[2] if len(sys.argv) > 2 else "/usr/games/stockfish"
    counter = Counter()
    logging.getLogger().addHandler(counter)
    failed = False
    open_engine = chess.engine.SimpleEngine.popen_uci
    with open_engine(plyglot_path) as plyglot, open_engine(stockfish_path) as stockfish:
        stockfish.configure({"UCI_LimitStrength": True, "UCI_Elo": ELO})
        for task in (lambda: games(plyglot, stockfish), lambda: analyse(plyglot),
                     lambda: configure(plyglot)):
            try:
                task()
            except (AssertionError, chess.engine.EngineError) as error:
                failed = True
                print(f"error: {error!r}", file=sys.stderr)
    print(f"warnings: {counter.count}")
    return 1 if failed or counter.count else 0


if __name__ == "__main__":
    sys.exit(main())
