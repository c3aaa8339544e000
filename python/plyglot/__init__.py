"""Rules, search and analysis of chess, shogi, Connect Four and 270 more games.

>>> import plyglot
>>> position = plyglot.Position("chess")
>>> position.push("e4")
>>> position.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
>>> engine = plyglot.Engine("tictactoe")
>>> engine.go(plyglot.Position("tictactoe", "X.OX.XOO."), depth=9).best
'P@b2'
"""

from plyglot import _processor

_processor.check()

from plyglot._games import Eval, Game, GameNode, read_games  # noqa: E402
from plyglot._plyglot import (  # noqa: E402
    Analysis,
    Engine,
    GameFileError,
    GameInfo,
    IllegalMoveError,
    Info,
    InvalidPositionError,
    LegalMoves,
    Outcome,
    Piece,
    Position,
    Program,
    Search,
    Searcher,
    UnknownGameError,
    __version__,
    analyse,
    analyse_pgn,
    explain,
    games,
    load,
    match,
    record_formats,
    rules,
    solve,
    survey,
)

FIRST = True
"""The first player, as in `Position.turn` and `Outcome.winner`: white in chess."""
SECOND = False
"""The second player."""

__all__ = [
    "FIRST",
    "SECOND",
    "Analysis",
    "Engine",
    "Eval",
    "Game",
    "GameFileError",
    "GameInfo",
    "GameNode",
    "IllegalMoveError",
    "Info",
    "InvalidPositionError",
    "LegalMoves",
    "Outcome",
    "Piece",
    "Position",
    "Program",
    "Search",
    "Searcher",
    "UnknownGameError",
    "__version__",
    "analyse",
    "analyse_pgn",
    "env",
    "explain",
    "games",
    "load",
    "match",
    "read_games",
    "record_formats",
    "rules",
    "solve",
    "survey",
]


def _restore(game, fen, moves, options):
    """A position that was pickled."""
    return Position(game, fen, moves, options=options)


def env(game="chess", *, options=None, max_plies=1000, render_mode=None):
    """The game as an environment for learners, by PettingZoo's AEC interface.

    It needs `pip install plyglot[env]`. A game of `max_plies` is truncated, unless that is `None`.
    `plyglot._environment.GameEnv` describes observations and actions.

    Raises `UnknownGameError`.
    """
    try:
        from plyglot import _environment
    except ImportError as error:
        raise ImportError("plyglot.env needs PettingZoo: pip install 'plyglot[env]'") from error
    return _environment.env(game, options=options, max_plies=max_plies, render_mode=render_mode)
