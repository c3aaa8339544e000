"""Rules, search and analysis of chess, shogi, Connect Four and 270 more games."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import IO, Any, Final, Literal, NamedTuple, final

from typing_extensions import disjoint_base

__version__: Final[str]
"""The version of the package, which is that of the program."""

FIRST: Final = True
"""The first player, as in `Position.turn` and `Outcome.winner`: white in chess."""
SECOND: Final = False
"""The second player."""

class UnknownGameError(ValueError):
    """There is no game of this name."""

class InvalidPositionError(ValueError):
    """A text is no position of the game."""

    column: int
    """The place, in characters from 1."""

class IllegalMoveError(ValueError):
    """A text is no legal move."""

    column: int
    """The place, in characters from 1."""

class GameFileError(ValueError):
    """A file of rules has errors."""

    complaints: list[str]
    """Each of them in a line, with its place."""

@final
class GameInfo:
    """A game, as `games` lists it."""

    def __new__(
        cls,
        name: str,
        title: str,
        family: str,
        board: str,
        about: str,
        has_network: bool,
        starts: list[str],
    ) -> GameInfo: ...
    @property
    def name(self) -> str:
        """The name that selects it."""
    @property
    def title(self) -> str:
        """Its name as people write it, such as `King of the Hill`."""
    @property
    def family(self) -> str:
        """The family of games that it belongs to."""
    @property
    def board(self) -> str:
        """The size of its board, such as `8x8`; empty without files and ranks."""
    @property
    def about(self) -> str:
        """A description; empty if none was written."""
    @property
    def has_network(self) -> bool:
        """Whether it has a learned evaluation."""
    @property
    def starts(self) -> list[str]:
        """The names of its further start positions, which are read as positions."""
    def __reduce__(self) -> tuple[Any, ...]: ...

def games() -> list[GameInfo]:
    """All games, those of files that were loaded among them."""

def load(file: str | PathLike[str]) -> list[str]:
    """Loads the games of a file of rules, and returns their names.

    Raises `GameFileError`, after which no game is loaded, or `OSError`.
    """

def rules(game: str) -> dict[str, Any]:
    """The rules of a game in words, as `plyglot games NAME --json` prints them: `title`, `about`,
    `start`, and `sections` with `title`, `paragraphs` and `items` (pieces with a `diagram`).

    Raises `UnknownGameError`.
    """

@final
class LegalMoves:
    """The legal moves of a position: a sequence of texts that follows the position."""

    def __len__(self) -> int: ...
    def count(self) -> int:
        """The number of legal moves."""
    def __getitem__(self, index: int, /) -> str: ...
    def __contains__(self, m: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    """How a game ended."""

    def __new__(cls, winner: bool | None, termination: str) -> Outcome: ...
    @property
    def winner(self) -> bool | None:
        """`True` if the first player has won, `False` if the second has, `None` for a draw."""
    @property
    def termination(self) -> str:
        """The way it ended, in the words of game records: `checkmate`, `repetition`."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """`1-0` if the first player has won, `0-1`, or `1/2-1/2`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Piece:
    """A piece on the board."""

    def __new__(cls, color: bool, name: str | None, symbol: str) -> Piece: ...
    @property
    def color(self) -> bool:
        """Whether it is the first player's."""
    @property
    def name(self) -> str | None:
        """Its name in the words of players, such as `knight`; `None` if it has none."""
    def symbol(self) -> str:
        """Its letter on the board in text, behind a `+` if it is promoted: `N`, `+p`, `X`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Position:
    """A position of a game, with the moves that led to it.

    A move is a text, in the notation of the protocol (`e2e4`) or of game records (`e4`), or
    its index in `legal_moves`, which is faster.
    """

    def __new__(
        cls,
        game: str = "chess",
        fen: str | None = None,
        moves: Sequence[str] | None = None,
        *,
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Position:
        """`fen`: the start position if it is left out. `moves` are played on it.

        Raises `UnknownGameError`, `InvalidPositionError` or `IllegalMoveError`.
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def turn(self) -> bool:
        """Whether the first player is to move."""
    @property
    def side(self) -> str:
        """The name of the side to move, such as `white`."""
    def fen(self) -> str:
        """The position as text, with its counters."""
    def root_fen(self) -> str:
        """The position that was set up, before the moves in `move_stack`."""
    @property
    def move_stack(self) -> list[str]:
        """The moves since the position was set up."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves. There may be some even if the game is drawn."""
    def set_fen(self, fen: str, /) -> None:
        """Goes to another position of the game, without the moves that led to it.

        Raises `InvalidPositionError`.
        """
    def epd(self) -> str:
        """The position as text, without its counters."""
    @property
    def halfmove_clock(self) -> int:
        """The plies without progress, by which a game may end: in chess, those since a capture
        or a pawn's move. 0 in games that do not count them."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1: it grows after the second player's moves."""
    def ply(self) -> int:
        """The plies since the start of the game, by `fullmove_number` and `turn`."""
    def peek(self) -> str:
        """The last move since the position was set up.

        Raises `IndexError` if there is none.
        """
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has come up at least so often, this time included."""
    def piece_at(self, square: str, /) -> Piece | None:
        """The piece on a square, such as `e4`.

        Raises `ValueError` if the text is no square of the board.
        """
    def piece_map(self) -> dict[str, Piece]:
        """The pieces on the board by their squares, row by row from the top left."""
    @property
    def hands(self) -> dict[bool, dict[str, int]]:
        """The pieces in each player's hand, by `FIRST` and `SECOND`: numbers by capital letters.
        Empty in games without hands."""
    @property
    def remaining_checks(self) -> dict[bool, int] | None:
        """The checks that each player has yet to give, by `FIRST` and `SECOND`; `None` in games
        that do not count them."""
    @property
    def walls(self) -> list[str]:
        """The squares that are walls: no piece can go there."""
    def is_check(self) -> bool:
        """Whether the side to move is in check. Never in games without check."""
    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
    def gives_check(self, m: str | int, /) -> bool:
        """Whether a legal move gives check."""
    def is_capture(self, m: str | int, /) -> bool:
        """Whether pieces leave the board, or change sides, by a legal move."""
    def attackers(self, color: bool, square: str, /) -> list[str]:
        """The squares of a player's pieces that attack a square, pinned ones among them.

        Raises `ValueError` if the text is no square, or no piece of the game captures by moving
        to a square.
        """
    def push(self, m: str | int, /) -> None:
        """Plays a move.

        Raises `IllegalMoveError`, or `IndexError` for an index.
        """
    def pop(self) -> str:
        """Takes back the last move, and returns it.

        Raises `IndexError` if there is none since the position was set up.
        """
    def copy(self) -> Position:
        """A copy with the moves that led to it."""
    def is_legal(self, m: str | int, /) -> bool:
        """Whether this is a legal move."""
    def san(self, m: str | int, /, *, notation: str | None = None) -> str:
        """A legal move as players of the game write it, or in another notation of the game."""
    def sans(self, line: Sequence[str], /, *, notation: str | None = None) -> list[str]:
        """The moves of a line from here, as `san` has them."""
    def parse_san(self, text: str, /) -> str:
        """A legal move that is written in any notation, in that of the protocol."""
    def is_game_over(self) -> bool:
        """Whether the game is over. A third repetition ends it, without a claim."""
    def outcome(self) -> Outcome | None:
        """The outcome; `None` while the game is not over."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result; `*` while the game is not over."""
    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal moves, at most 240."""
    @property
    def key(self) -> int:
        """A hash of the position without its counters, of 64 bits."""
    def svg(self, analysis: Analysis | None = None) -> str:
        """The board as an SVG document, with the moves of an analysis of this position.

        Raises `ValueError` if the game has no board of files and ranks.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any, /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str | None: ...

class Eval(NamedTuple):
    """The score that a comment tells, for the first player, as PGN has it."""

    cp: int | None
    """Hundredths; `None` if the end is forced."""
    mate: int | None
    """The moves up to a forced end: negative if the second player wins."""
    depth: int | None
    """In plies; `None` if it is not told."""

class GameNode:
    """A move of a game, and what may follow it."""

    parent: GameNode | None
    """The node before; `None` of a game."""
    move: str
    """The move that leads here, in the notation of the protocol."""
    variations: list[GameNode]
    """What may follow, the main line first."""
    comment: str
    """After the move; of a game, before all moves."""
    starting_comment: str
    """Before the move, where it begins a variation."""
    nags: set[int]
    """The glyphs after the move, as PGN numbers them: 1 for `!`, 2 for `?`."""

    def __init__(
        self,
        parent: GameNode | None,
        move: str | None,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        """Makes a node without adding it to its parent: see `add_variation`."""
    def root(self) -> Game:
        """The game, as the node before all moves."""
    def game(self) -> Game:
        """The game, as the node before all moves."""
    def position(self) -> Position:
        """The position after the move, with the moves that led to it.

        It is made anew, in a time that grows with the number of moves before it.
        """
    def ply(self) -> int:
        """The plies to here since the start of the game, as `Position.ply` counts them."""
    def turn(self) -> bool:
        """Whether the first player is to move."""
    def san(self, *, notation: str | None = None) -> str:
        """The move as players write it, or in another notation of the game."""
    def uci(self) -> str:
        """The move in the notation of the protocol."""
    def next(self) -> GameNode | None:
        """The first node of the main line after this one; `None` at the end."""
    def end(self) -> GameNode:
        """The last node of the main line from here."""
    def is_end(self) -> bool:
        """Whether nothing follows."""
    def is_main_variation(self) -> bool:
        """Whether this is the first of the moves in its place."""
    def starts_variation(self) -> bool:
        """Whether this begins a variation."""
    def is_mainline(self) -> bool:
        """Whether this is in the main line of the game."""
    def mainline(self) -> list[GameNode]:
        """The nodes of the main line after this one, as a list."""
    def mainline_moves(self) -> list[str]:
        """The moves of the main line after this one, as a list."""
    def variation(self, move: int | str | GameNode) -> GameNode:
        """The node of a move that follows: by its index, its text in the protocol, or itself.

        Raises `KeyError` or `IndexError` if there is none.
        """
    def __getitem__(self, move: int | str | GameNode) -> GameNode: ...
    def has_variation(self, move: int | str | GameNode) -> bool:
        """Whether there is such a node."""
    def __contains__(self, move: int | str | GameNode) -> bool: ...
    def add_variation(
        self,
        move: str,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds a move, in any notation of the game, and returns its node.

        Raises `IllegalMoveError`.
        """
    def add_main_variation(
        self, move: str, *, comment: str = "", nags: Iterable[int] = ()
    ) -> GameNode:
        """Adds a move as the first of those in its place, and returns its node."""
    def add_line(
        self,
        moves: Iterable[str],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Adds moves one after the other, and returns the last node, which gets the comment."""
    def promote_to_main(self, move: int | str | GameNode) -> None:
        """Makes a move the first of those in its place."""
    def promote(self, move: int | str | GameNode) -> None:
        """Puts a move one place forward."""
    def demote(self, move: int | str | GameNode) -> None:
        """Puts a move one place back."""
    def remove_variation(self, move: int | str | GameNode) -> None:
        """Removes a move with all that follows it."""
    def clock(self) -> float | None:
        """The seconds that the player has left after the move, by `[%clk ...]` in the comment."""
    def set_clock(self, seconds: float | None) -> None:
        """Writes the seconds left into the comment; `None` removes them."""
    def emt(self) -> float | None:
        """The seconds that the move took, by `[%emt ...]` in the comment."""
    def set_emt(self, seconds: float | None) -> None:
        """Writes the seconds that the move took into the comment; `None` removes them."""
    def eval(self) -> Eval | None:
        """The score of the position, by `[%eval ...]` in the comment."""
    def set_eval(self, score: Eval | None) -> None:
        """Writes a score into the comment; `None` removes it."""
    def __copy__(self) -> GameNode:
        """A copy of the whole game: this node in it."""
    def __reduce__(self) -> tuple[Any, ...]: ...

class Game(GameNode):
    """A game as a tree: the node before all moves, with the tags of its record."""

    rules: str
    """The name of the game that is played."""
    options: dict[str, str]
    """Its options that are not the usual ones."""
    headers: dict[str, str]
    """The tags, as PGN has them: `FEN` is the first position, `Result` the result."""
    errors: list[str]
    """What was wrong in the text, each with its line. Illegal moves are no nodes."""
    unplayed: list[str]
    """The moves of the main line from the first illegal one on, as they were written. A record that
    is written ends with them."""

    def __init__(
        self,
        game: str = "chess",
        fen: str | None = None,
        *,
        options: Mapping[str, str | int | bool] | None = None,
    ) -> None:
        """`fen` is the first position, the usual one if it is left out.

        Raises `UnknownGameError` or `InvalidPositionError`.
        """
    @classmethod
    def from_position(cls, position: Position) -> Game:
        """The game of a position, with the moves that led to it."""
    def to_string(self, format: str = "pgn") -> str:
        """The game as a record: `pgn`, or a format of its family, such as `kif`.

        Raises `ValueError` if games of these rules are not written so.
        """
    def termination(self) -> str | None:
        """Why the game ended, in the words of `Outcome.termination`, such as `resignation`; `None`
        if its headers do not say."""

def read_games(
    source: str | bytes | bytearray | memoryview | PathLike[str] | IO[Any],
    game: str | None = None,
) -> Iterator[Game]:
    """An iterator over the games of a record in any format.

    `source` is a path as an object (`pathlib.Path`), an open file of text or bytes, or the record
    itself as text or bytes. A text is never taken for a path. A file is read a megabyte at a time, so
    that it may be larger than the memory.

    The tags of a game say which it is; `game` asks for one. What is wrong in a game is in its
    `errors`, with the line.

    Raises `UnknownGameError`, `OSError` if there is no such file, or `TypeError`.
    """

def record_formats(*, written: bool = False) -> list[str]:
    """The names of all formats of records, or of those that are also written."""

@final
class Info:
    """A line that was searched."""

    def __new__(
        cls,
        depth: int,
        seldepth: int,
        multipv: int,
        cp: int | None,
        plies: int | None,
        bound: Literal["exact", "lower", "upper"],
        wdl: tuple[int, int, int],
        nodes: int,
        time: float,
        hashfull: int,
        tbhits: int,
        pv: Sequence[str],
    ) -> Info:
        """One of `cp` and `plies` is `None`. Raises `ValueError`."""
    @property
    def depth(self) -> int:
        """Nominal depth, in plies."""
    @property
    def seldepth(self) -> int:
        """The deepest ply reached."""
    @property
    def multipv(self) -> int:
        """The rank of the line, from 1."""
    @property
    def cp(self) -> int | None:
        """The score for the side to move, in hundredths; `None` if the end is forced."""
    @property
    def mate(self) -> int | None:
        """The moves up to a forced end: negative if the side to move loses."""
    @property
    def plies(self) -> int | None:
        """The plies up to a forced end: 0 or negative if the side to move loses."""
    @property
    def bound(self) -> Literal["exact", "lower", "upper"]:
        """`exact`, or `lower` or `upper` if the score is a bound."""
    @property
    def wdl(self) -> tuple[int, int, int]:
        """The chances of win, draw and loss for the side to move, per mille."""
    @property
    def nodes(self) -> int:
        """Nodes so far."""
    @property
    def time(self) -> float:
        """Seconds so far."""
    @property
    def nps(self) -> int:
        """Nodes a second."""
    @property
    def hashfull(self) -> int:
        """How full the table is, per mille."""
    @property
    def tbhits(self) -> int:
        """Positions found in endgame tables."""
    @property
    def pv(self) -> list[str]:
        """The moves, in the notation of the protocol."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Analysis:
    """The result of a search."""

    def __new__(
        cls,
        best: str | None,
        ponder: str | None,
        lines: Sequence[Info],
        finished: Literal["win", "draw", "loss"] | None,
    ) -> Analysis: ...
    @property
    def best(self) -> str | None:
        """The best move; `None` if the game is over."""
    @property
    def ponder(self) -> str | None:
        """The expected reply; `None` if there is none."""
    @property
    def lines(self) -> list[Info]:
        """The lines of the last whole iteration, the best first."""
    @property
    def finished(self) -> Literal["win", "draw", "loss"] | None:
        """The result for the side to move, if the game is over."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Search:
    """A search under way: an iterator over its lines, which can be awaited for its result.

    It is stopped when nothing refers to it any more.
    """

    def result(self) -> Analysis:
        """Waits for the result. Ctrl-C stops the search and raises `KeyboardInterrupt`."""
    def stop(self) -> None:
        """Stops the search, which ends with what it has."""
    def ponderhit(self) -> None:
        """The opponent has played the expected move: the clock runs from now on."""
    def __iter__(self) -> Search: ...
    def __next__(self) -> Info: ...
    def __await__(self) -> Generator[Any, None, Analysis]: ...
    def __aiter__(self) -> Search: ...
    async def __anext__(self) -> Info: ...

@disjoint_base
class Searcher:
    """What searches positions of a game: an `Engine`, or a `Program`."""

    @property
    def game(self) -> str:
        """The name of the game."""
    def go(
        self,
        position: Position,
        /,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        time: float | None = None,
        clocks: Sequence[float | None] | None = None,
        increments: Sequence[float | None] | None = None,
        moves_to_go: int | None = None,
        moves: Iterable[str | int] | None = None,
        multipv: int | None = None,
        infinite: bool | None = None,
    ) -> Analysis:
        """Searches a position to the end, and returns what was found.

        Limits, of which at least one is needed: `depth` in plies, `nodes`, `mate` in moves,
        `time` in seconds, `clocks`, the seconds left to the first and to the second player,
        or `infinite=True`. With `clocks`: `increments` in seconds for each, and
        `moves_to_go`. Further: `moves` are the only ones to search; `multipv` is the number of
        lines.

        The lines of a `Program` are in its own notation, and what it does not report is 0.

        Raises `ValueError` for a wrong value or a position of another game; `IllegalMoveError`
        for one of `moves`; `RuntimeError` if a program ends, does not answer or makes no legal
        move; and `KeyboardInterrupt` on Ctrl-C, which stops the search.
        """
    def stop(self) -> None:
        """Stops all searches, which end with what they have."""
    def new_game(self) -> None:
        """The next search is of another game: what earlier ones found is forgotten."""

@final
class Engine(Searcher):
    """The search of a game, on a thread of its own, which it keeps from search to search.

    After a fork, its methods raise `RuntimeError` in the child.
    """

    def __new__(
        cls,
        game: str = "chess",
        *,
        threads: int = 1,
        hash: int = 16,
        network: str | PathLike[str] | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        elo: int | None = None,
        seed: int = 0,
    ) -> Engine:
        """`threads` search together; `hash` is the size of the table in MiB; `network` the
        file of a network; `elo`, 500 to 2500, limits the strength, and `seed` chooses the
        errors.

        Raises `UnknownGameError`, `ValueError`, or `MemoryError` for too large a table.
        """
    def start(
        self,
        position: Position,
        /,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        time: float | None = None,
        clocks: Sequence[float | None] | None = None,
        increments: Sequence[float | None] | None = None,
        moves_to_go: int | None = None,
        moves: Iterable[str | int] | None = None,
        multipv: int | None = None,
        ponder: bool | None = None,
        infinite: bool | None = None,
    ) -> Search:
        """Begins a search, and returns it. Without a limit it goes on until it is stopped.

        As `go`; and `ponder=True` searches the position after the expected move in the
        opponent's time, until `ponderhit` or `stop`.
        """

@final
class Program(Searcher):
    """Another engine: a program that speaks UCI, UGI, USI (shogi) or UCCI (xiangqi), for one game.

    It is started at once, and again after it has failed. It ends with this object, by `close`, or
    behind a `with` block.
    """

    def __new__(
        cls,
        command: Sequence[str],
        game: str = "chess",
        *,
        protocol: Literal["uci", "ugi", "usi", "ucci"] = "uci",
        options: Mapping[str, str | int | bool] | None = None,
    ) -> Program:
        """`command` is the program with its arguments; `options` are options of the program.

        Raises `UnknownGameError`, `ValueError` if the program does not know the game, or
        `RuntimeError` if it cannot be started.
        """
    @property
    def name(self) -> str:
        """The name of the program, as it says."""
    def close(self) -> None:
        """Ends the program, after its search."""
    def __enter__(self) -> Program: ...
    def __exit__(self, _kind: Any, _value: Any, _traceback: Any, /) -> None: ...

def analyse(
    position: Position,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    lines: int | None = 3,
    hash: int = 16,
) -> dict[str, Any]:
    """The best moves with their scores, as `plyglot analyse --json` prints them.

    `depth` in plies, `nodes` and `time` in seconds limit the search, to a second if none is
    given. `lines` is the number of moves, `None` for all; `hash` the memory in MiB.
    """

def analyse_pgn(
    pgn: str,
    game: str | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    hash: int = 16,
) -> list[dict[str, Any]]:
    """Each move of the games of a text of PGN compared with the best one, as
    `plyglot analyse --pgn FILE --json` prints them.

    The tags of a game say which it is; `game` asks for one. A game that cannot be played has an
    `error`, and one of which a part could be played has `faults`, with their lines. Raises
    `ValueError` if no game can be played.
    """

def explain(
    position: Position, wanted: str | int | None = None, *, time: float = 1.5
) -> dict[str, Any]:
    """Why the best move is the best, and why `wanted` is not, as `plyglot explain --json`
    prints it. It takes about `time` seconds.
    """

def solve(
    position: Position,
    *,
    threads: int = 1,
    hash: int = 64,
    moves: bool = True,
    table: bool = False,
) -> dict[str, Any]:
    """The exact value of a position and of its moves, as `plyglot solve --json` prints it.

    `hash` is the memory in MiB; `moves=False` leaves out the moves; `table=True` works out all
    positions that can come, even if the game has a solver.

    Raises `ValueError` if the position is none of those that are solved.
    """

def survey(
    game: str,
    *,
    games: int = 100,
    nodes: int = 250,
    doublings: int = 4,
    plies: int = 2,
    max_plies: int = 400,
    hash: int = 4,
    seed: int = 1,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> dict[str, Any]:
    """How a game plays, as `plyglot survey --json` prints it.

    Equal players play `games` games of each strength, from openings of `plies` random plies: those
    with `nodes` a move, with twice as many, and so on, `doublings` times; and each strength plays the
    one below. A game of `max_plies` is given up. `hash` is the memory of each player in MiB. Equal
    arguments give equal results.

    Each second and in the end, `progress` is called with a dictionary: the games `played`, of how
    many in `all`, and the `report` so far, or `None`. An exception of it ends the survey.

    Raises `UnknownGameError`, `ValueError` or `MemoryError`.
    """

def match(
    engines: Sequence[Mapping[str, Any]],
    game: str = "chess",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    clock: tuple[float, float] | None = None,
    rounds: int | None = None,
    plies: int = 8,
    sprt: tuple[float, float] | None = None,
    concurrency: int = 1,
    seed: int = 1,
    pgn: str | PathLike[str] | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> dict[str, Any]:
    """Engines play each other, with the rules as referee. The result has the score of each of the
    `players`, the `elo` of the first against the second with its bounds, the chance `los` that it
    is stronger, the state of the `test`, and `warnings`.

    `engines` are two or more dictionaries: `command` is the program with its arguments; `name`,
    `protocol` (`uci`, `ugi`, `usi` or `ucci`) and `options` can be left out. `depth`, `nodes`,
    `time` (seconds a move) and `clock` (seconds of a game, and those added for each move) are
    limits of all engines, or of those that have them as keys.

    Each pair of engines meets in each of the `rounds` (2 if none are given, or 50,000 with `sprt`)
    for two games with sides exchanged, from an opening of `plies` random plies; 0 is the start
    position. `sprt` are two values of normalized Elo; the match ends when the test between the
    first two engines is decided. `concurrency` is the number of games at the same time. The games
    are appended to the file `pgn`.

    After each game, `progress` is called with a dictionary: the same with the number of games
    `played`, of how many in `all`, and the `game`. An exception of it ends the match.

    Raises `UnknownGameError`, `ValueError`, or `RuntimeError` if an engine does not start or fails
    in many games in a row, or a file cannot be written.
    """

def env(
    game: str = "chess",
    *,
    options: Mapping[str, str | int | bool] | None = None,
    max_plies: int | None = 1000,
    render_mode: Literal["ansi"] | None = None,
) -> Any:
    """The game as an environment for learners, by PettingZoo's AEC interface.

    It needs `pip install plyglot[env]`. A game of `max_plies` is truncated, unless that is
    `None`.

    An observation has planes of rows (from the top) by files. The observer's pieces have a plane
    for each kind, then the opponent's; then come walls, and pieces that lose their promotion when
    they are captured; then, in games with hands, the numbers of each kind in the observer's hand
    and in the opponent's, and in games with walls, the cells of the move whose wall is to be chosen;
    the last plane is 1 for `player_0`, who moves first. `action_mask` has the legal actions, which
    are places in `env.unwrapped.actions`. `env.unwrapped` also has `kinds`, `position`, and
    `action(move)` and `move(action)`, which translate.

    Raises `ImportError` without PettingZoo, or `UnknownGameError`.
    """

def _restore(
    game: str, fen: str, moves: Sequence[str], options: Mapping[str, str] | None
) -> Position: ...
