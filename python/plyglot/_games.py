"""Games as trees of moves, by the names of python-chess."""

# `__init__.pyi` has their types.
# mypy: ignore-errors

import copy
import json
import os
import re
from typing import NamedTuple, Optional

from plyglot._plyglot import Position, RecordReader, eval_units, print_record, record_termination

_ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}


# What the reader of JSON takes.
_MAX_DEPTH = 40

# The bytes, or characters, that are read of a file at a time.
_PART = 1 << 20


def _command(name, value):
    return re.compile(rf"\s?\[%{name}\s+{value}\s*\]")


_TIME = r"(?:(\d+):)?(\d+):(\d+(?:\.\d*)?)"
_CLK, _EMT = _command("clk", _TIME), _command("emt", _TIME)
_EVAL = _command("eval", r"(?:#([+-]?\d+)|([+-]?(?:\d+\.?\d*|\.\d+)))(?:,(\d+))?")


class Eval(NamedTuple):
    """The score that a comment tells, for the first player, as PGN has it."""

    cp: Optional[int]
    """Hundredths; `None` if the end is forced."""
    mate: Optional[int]
    """The moves up to a forced end: negative if the second player wins."""
    depth: Optional[int]
    """In plies; `None` if it is not told."""


class GameNode:
    """A move of a game, and what may follow it."""

    def __init__(self, parent, move, *, comment="", starting_comment="", nags=()):
        self.parent = parent
        self.move = move
        self.variations = []
        self.comment = comment
        self.starting_comment = starting_comment
        self.nags = set(nags)

    def root(self):
        """The game, as the node before all moves."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    game = root

    def _moves(self):
        """The moves that lead here."""
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def position(self):
        """The position after the move, with the moves that led to it.

        It is made anew, in a time that grows with the number of moves before it.
        """
        game = self.root()
        options = game.options or None
        return Position(game.rules, game.headers.get("FEN"), self._moves(), options=options)

    def ply(self):
        """The plies to here since the start of the game, as `Position.ply` counts them."""
        return self.root().position().ply() + len(self._moves())

    def turn(self):
        """Whether the first player is to move."""
        return self.position().turn

    def san(self, *, notation=None):
        """The move as players write it, or in another notation of the game; `--` if it is null."""
        before = self.parent.position()
        if self.move == "0000" and not before.is_legal(self.move):
            return "--"
        return before.san(self.move, notation=notation)

    def uci(self):
        """The move in the notation of the protocol."""
        return self.move

    def next(self):
        """The first node of the main line after this one; `None` at the end."""
        return self.variations[0] if self.variations else None

    def end(self):
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self):
        """Whether nothing follows."""
        return not self.variations

    def is_main_variation(self):
        """Whether this is the first of the moves in its place."""
        return self.parent is None or self.parent.variations[0] is self

    def starts_variation(self):
        """Whether this begins a variation."""
        return not self.is_main_variation()

    def is_mainline(self):
        """Whether this is in the main line of the game."""
        node = self
        while node.parent is not None and node.is_main_variation():
            node = node.parent
        return node.parent is None

    def mainline(self):
        """The nodes of the main line after this one, as a list."""
        nodes, node = [], self
        while node.variations:
            node = node.variations[0]
            nodes.append(node)
        return nodes

    def mainline_moves(self):
        """The moves of the main line after this one, as a list."""
        return [node.move for node in self.mainline()]

    def variation(self, move):
        """The node of a move that follows: by its index, its text in the protocol, or itself.

        Raises `KeyError` or `IndexError` if there is none.
        """
        if isinstance(move, int) and not isinstance(move, bool):
            return self.variations[move]
        for node in self.variations:
            if node is move or node.move == move:
                return node
        raise KeyError(move)

    __getitem__ = variation

    def has_variation(self, move):
        """Whether there is such a node."""
        try:
            self.variation(move)
        except (KeyError, IndexError):
            return False
        return True

    __contains__ = has_variation

    def add_variation(self, move, *, comment="", starting_comment="", nags=()):
        """Adds a move, in any notation of the game, and returns its node.

        Raises `IllegalMoveError`.
        """
        move = self.position().parse_san(move)
        return self._add(move, comment=comment, starting_comment=starting_comment, nags=nags)

    def _add(self, move, **notes):
        node = GameNode(self, move, **notes)
        self.variations.append(node)
        return node

    def add_main_variation(self, move, *, comment="", nags=()):
        """Adds a move as the first of those in its place, and returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(self, moves, *, comment="", starting_comment="", nags=()):
        """Adds moves one after the other, and returns the last node, which gets the comment."""
        node, position = self, self.position()
        for move in moves:
            move = position.parse_san(move)
            position.push(move)
            node = node._add(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    def _move_to(self, move, place):
        node = self.variation(move)
        at = self.variations.index(node)
        self.variations.insert(max(place(at), 0), self.variations.pop(at))

    def promote_to_main(self, move):
        """Makes a move the first of those in its place."""
        self._move_to(move, lambda at: 0)

    def promote(self, move):
        """Puts a move one place forward."""
        self._move_to(move, lambda at: at - 1)

    def demote(self, move):
        """Puts a move one place back."""
        self._move_to(move, lambda at: at + 1)

    def remove_variation(self, move):
        """Removes a move with all that follows it."""
        self.variations.remove(self.variation(move))

    def _time(self, pattern):
        found = pattern.search(self.comment)
        if found is None:
            return None
        hours, minutes, seconds = found.groups()
        return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)

    def _set(self, pattern, text):
        """Puts a command in place of the one in the comment."""
        rest = pattern.sub("", self.comment).strip()
        self.comment = f"{rest} {text}".strip()

    def _set_time(self, pattern, name, seconds):
        text = ""
        if seconds is not None:
            minutes, seconds = divmod(round(max(seconds, 0), 3), 60)
            hours, minutes = divmod(int(minutes), 60)
            seconds = f"{seconds:06.3f}".rstrip("0").rstrip(".")
            text = f"[%{name} {hours}:{minutes:02}:{seconds}]"
        self._set(pattern, text)

    def clock(self):
        """The seconds that the player has left after the move, by `[%clk ...]` in the comment."""
        return self._time(_CLK)

    def set_clock(self, seconds):
        """Writes the seconds left into the comment; `None` removes them."""
        self._set_time(_CLK, "clk", seconds)

    def emt(self):
        """The seconds that the move took, by `[%emt ...]` in the comment."""
        return self._time(_EMT)

    def set_emt(self, seconds):
        """Writes the seconds that the move took into the comment; `None` removes them."""
        self._set_time(_EMT, "emt", seconds)

    def eval(self):
        """The score of the position, by `[%eval ...]` in the comment."""
        found = _EVAL.search(self.comment)
        if found is None:
            return None
        mate, pawns, depth = found.groups()
        cp = None if pawns is None else round(float(pawns) * 100)
        return Eval(cp, mate and int(mate), depth and int(depth))

    def set_eval(self, score):
        """Writes a score into the comment; `None` removes it."""
        text = ""
        if score is not None:
            value = f"{eval_units(score.cp):.2f}" if score.mate is None else f"#{score.mate}"
            depth = "" if score.depth is None else f",{score.depth}"
            text = f"[%eval {value}{depth}]"
        self._set(_EVAL, text)

    def _data(self):
        notes = {"before": self.starting_comment, "comment": self.comment}
        return {"move": self.move, "nags": sorted(self.nags), **notes}

    def _line(self, depth=0):
        """What follows, as plain data."""
        if depth > _MAX_DEPTH:
            raise ValueError(f"expected at most {_MAX_DEPTH} variations in variations")
        line, node = [], self
        while node.variations:
            first, *others = node.variations
            variations = [[other._data(), *other._line(depth + 1)] for other in others]
            line.append({**first._data(), "variations": variations})
            node = first
        return line

    def _add_line(self, line):
        """Adds what follows from plain data."""
        node = self
        for m in line:
            notes = {"comment": m["comment"], "starting_comment": m["before"], "nags": m["nags"]}
            after = node._add(m["move"], **notes)
            for variation in m["variations"]:
                node._add_line(variation)
            node = after

    def _nodes(self):
        """This node and all that follow, each after its parent and siblings in their order."""
        nodes = [self]
        for node in nodes:
            nodes.extend(node.variations)
        return nodes

    def _tree_data(self):
        """What makes the tree again, without recursion: a game may be longer than Python's stack
        allows. For each node: the place of its parent, its move and its notes."""
        nodes = self._nodes()
        places = {id(node): place for place, node in enumerate(nodes)}
        notes = [(node.comment, node.starting_comment, node.nags) for node in nodes]
        moves = [(places[id(node.parent)], node.move) for node in nodes[1:]]
        return self._own_data(), moves, notes

    def _own_data(self):
        """What the root of a tree has beside its moves; `None` if it is no game."""
        return None

    def __reduce__(self):
        root = self.root()
        if root is self:
            return _restored_tree, self._tree_data()
        place = next(place for place, node in enumerate(root._nodes()) if node is self)
        return _node_of, (root, place)

    def __copy__(self):
        return copy.deepcopy(self)

    def __repr__(self):
        return f"<plyglot.GameNode {' '.join(self._moves())}>"


class Game(GameNode):
    """A game as a tree: the node before all moves, with the tags of its record.

    `fen` is the first position, the usual one if it is left out; `options` are options of the game.

    Raises `UnknownGameError` or `InvalidPositionError`.
    """

    def __init__(self, game="chess", fen=None, *, options=None):
        super().__init__(None, None)
        name, start, _, options = Position(game, fen, options=options).__reduce__()[1]
        self.rules = name
        self.options = options or {}
        self.headers = dict(_ROSTER)
        self.errors = []
        self.unplayed = []
        if name != "chess":
            self.headers["Variant"] = name
        if start != Position("chess" if name == "chess960" else name).fen():
            self.headers.update(SetUp="1", FEN=start)

    @classmethod
    def from_position(cls, position):
        """The game of a position, with the moves that led to it."""
        name, start, moves, options = position.__reduce__()[1]
        game = cls(name, start, options=options)
        game.headers["Result"] = position.result()
        node = game
        for move in moves:
            node = node._add(move)
        return game

    def to_string(self, format="pgn"):
        """The game as a record: `pgn`, or a format of its family, such as `kif`.

        Raises `ValueError` if games of these rules are not written so.
        """
        data = {
            "game": self.rules,
            "options": list(self.options.items()),
            "headers": list(self.headers.items()),
            "comment": self.comment,
            "moves": self._line(),
            "unplayed": self.unplayed,
        }
        return print_record(json.dumps(data), format)

    def termination(self):
        """Why the game ended, in the words of `Outcome.termination`, such as `resignation`; `None`
        if its headers do not say."""
        return record_termination(list(self.headers.items()))

    def _own_data(self):
        return {name: getattr(self, name) for name in _OWN}

    def __str__(self):
        return self.to_string().rstrip("\n")

    def __repr__(self):
        players = " - ".join(self.headers.get(tag, "?") for tag in ("White", "Black"))
        return f"<plyglot.Game {self.rules}: {players}>"


# What a game has beside the moves.
_OWN = ("rules", "options", "headers", "errors", "unplayed")


def _restored_tree(own, moves, notes):
    """A tree that was pickled or copied."""
    root = GameNode(None, None) if own is None else Game.__new__(Game)
    GameNode.__init__(root, None, None)
    root.__dict__.update(own or {})
    nodes = [root]
    for place, move in moves:
        nodes.append(nodes[place]._add(move))
    for node, (comment, starting_comment, nags) in zip(nodes, notes):
        node.comment = comment
        node.starting_comment = starting_comment
        node.nags = set(nags)
    return root


def _node_of(root, place):
    """A node of a tree that was pickled or copied."""
    return root._nodes()[place]


def read_games(source, game=None):
    """An iterator over the games of a record in any format.

    `source` is a path as an object (`pathlib.Path`), an open file of text or bytes, or the record
    itself as text or bytes. A text is never taken for a path. A file is read a megabyte at a time, so
    that it may be larger than the memory.

    The tags of a game say which it is; `game` asks for one. What is wrong in a game is in its
    `errors`, with the line.

    Raises `UnknownGameError`, `OSError` if there is no such file, or `TypeError`.
    """
    reader = RecordReader(game)
    if isinstance(source, os.PathLike):
        return _games_of_path(reader, open(source, "rb"))
    if isinstance(source, (bytearray, memoryview)):
        source = bytes(source)
    if not isinstance(source, (str, bytes)) and not hasattr(source, "read"):
        expected = "expected a path, an open file, a text or bytes"
        raise TypeError(f"{expected}, found {source!r}")
    return _games_of(reader, source)


def _games_of_path(reader, file):
    with file:
        yield from _games_of(reader, file)


def _games_of(reader, source):
    for part in _parts(source):
        yield from map(_read_game, reader.take(part))
    yield from map(_read_game, reader.finish())


def _parts(source):
    if isinstance(source, (str, bytes)):
        for at in range(0, len(source), _PART):
            yield source[at : at + _PART]
    else:
        while part := source.read(_PART):
            yield part


def _read_game(text):
    """A game of a reader, from its JSON."""
    data = json.loads(text)
    read = Game.__new__(Game)
    GameNode.__init__(read, None, None, comment=data["comment"])
    read.rules, read.options = data["game"], dict(data["options"])
    read.headers, read.errors = dict(data["headers"]), data["errors"]
    read.unplayed = data["unplayed"]
    if read.headers.get("Result", "*") == "*" and data["result"]:
        read.headers["Result"] = data["result"]
    read._add_line(data["moves"])
    return read
