"""A game as an environment for learners, by PettingZoo's AEC interface."""

# PettingZoo has no types; `__init__.pyi` has those of this package.
# mypy: ignore-errors

import re
import string

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyglot._plyglot import Position

_MOVE = re.compile(r"(?:(\+?[A-Z])@|([a-z]\d+)(?:[a-z]\d+)*)([a-z]\d+)(.*)")
_CELL = re.compile(r"\d+|\+?[A-Za-z]~?|\*")
_PASSES = ("pass", "0000")
_WALL = re.compile(r",[a-z]\d+")
_CELLS = re.compile(r"[a-z]\d+")
# The number of empty cells on which a kind of piece is tried: the rules may forbid some.
_TRIES = 4


def _parts(fen):
    """The cells row by row from the top, the hands (`None` without any), and the other fields."""
    board, *fields = fen.split()
    board, bracket, hands = board.partition("[")
    rows = []
    for row in board.split("/"):
        words = _CELL.findall(row)
        cells = [[""] * int(word) if word.isdigit() else [word] for word in words]
        rows.append([cell for some in cells for cell in some])
    return rows, "".join(filter(str.isalpha, hands)) if bracket else None, fields


def _written(rows, hands, fields):
    board = "/".join("".join(cell or "1" for cell in row) for row in rows)
    board = re.sub("1+", lambda ones: str(len(ones[0])), board)
    return " ".join([board if hands is None else f"{board}[{hands}]", *fields])


def _kinds(game, options):
    """The kinds of pieces by their letters, with a `+` if they are promoted: those of the start,
    and those that the rules accept on an empty cell."""
    rows, hands, fields = _parts(Position(game, options=options).fen())
    known = {cell.upper() for row in rows for cell in row} | set((hands or "").upper())
    empty = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if not cell]
    tried = empty[:: max(1, len(empty) // _TRIES)][:_TRIES]

    def is_kind(word):
        for i, j in tried:
            for side in "wb":
                changed = [list(row) for row in rows]
                changed[i][j] = word
                fen = _written(changed, hands, [side, *fields[1:]])
                try:
                    position = Position(game, fen, options=options)
                except ValueError:
                    continue
                if _parts(position.fen())[0][i][j] == word:
                    return True
        return False

    words = [sign + letter for sign in ("", "+") for letter in string.ascii_uppercase]
    return [word for word in words if word in known or is_kind(word)]


class GameEnv(AECEnv):
    """Two players, `player_0` (who moves first in the start position) and `player_1`.

    An observation has planes of `rows` by `files`, rows from the top. The observer's pieces have a
    plane for each of `kinds`, then the opponent's; then come walls, and pieces that lose their
    promotion when they are captured; then, in games with hands, the number of each kind in the
    observer's hand, and in the opponent's, all over a plane; in games with walls, the cells that
    the chosen move leaves and enters. The last plane is 1 for `player_0`. The board is not turned.

    `action_mask` is 1 for each legal action of the player to move. `action` and `move` translate.
    A move that puts a wall is two actions of the same player: `d1a1`, then `,b1` for the wall.
    """

    def __init__(self, game="chess", *, options=None, max_plies=1000, render_mode=None):
        super().__init__()
        self._game = game
        self._options = options
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.position = Position(game, options=options)
        self.metadata = {
            "name": f"plyglot_{self.position.game}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._has_walls = any("," in m for m in self.position.legal_moves)
        # The move whose wall is not chosen yet.
        self._half = None
        board, hands, _ = _parts(self.position.fen())
        self.rows, self.files = len(board), len(board[0])
        self.kinds = _kinds(game, options)
        is_promoting = any(kind.startswith("+") for kind in self.kinds)
        letters = [kind.lower() for kind in self.kinds if len(kind) == 1]
        self._endings = ["", *letters, *(["+", "-"] if is_promoting else [])]
        # Drops come after moves from cell to cell, then a pass, then walls.
        cells = self.rows * self.files
        self._drops_from = cells * cells * len(self._endings)
        self._pass = self._drops_from + len(self.kinds) * cells
        size = self._pass + 1 + (cells if self._has_walls else 0)
        self._actions = {}
        planes = (2 if hands is None else 4) * len(self.kinds) + (5 if self._has_walls else 3)
        self._shape = (self.rows, self.files, planes)
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict({
                "observation": spaces.Box(0, 255, self._shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            })
            for agent in self.agents
        }

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _cell(self, square):
        return (int(square[1:]) - 1) * self.files + ord(square[0]) - ord("a")

    def _square(self, cell):
        return f"{chr(ord('a') + cell % self.files)}{cell // self.files + 1}"

    def action(self, move):
        """The action of a move in the notation of the protocol, or of a wall: `,b1`.

        Raises `ValueError` for a text that is neither.
        """
        if move in self._actions:
            return self._actions[move]
        parts = _MOVE.fullmatch(move)
        cells = self.rows * self.files
        if move in _PASSES:
            action = self._pass
        elif self._has_walls and _WALL.fullmatch(move):
            action = self._pass + 1 + self._cell(move[1:])
        elif not parts:
            raise ValueError(f"expected a move of {self._game}, found {move!r}")
        elif parts[1]:
            action = self._drops_from + self.kinds.index(parts[1]) * cells + self._cell(parts[3])
        else:
            walk = self._cell(parts[2]) * cells + self._cell(parts[3])
            action = walk * len(self._endings) + self._endings.index(parts[4])
        self._actions[move] = action
        return action

    def move(self, action):
        """The move of an action, which need not be legal, in the notation of the protocol; or
        its wall."""
        cells = self.rows * self.files
        if action > self._pass:
            return f",{self._square(action - self._pass - 1)}"
        if action == self._pass:
            passes = [m for m in self.position.legal_moves if m in _PASSES]
            return passes[0] if passes else _PASSES[0]
        if action >= self._drops_from:
            kind, cell = divmod(action - self._drops_from, cells)
            return f"{self.kinds[kind]}@{self._square(cell)}"
        walk, ending = divmod(action, len(self._endings))
        source, target = divmod(walk, cells)
        return f"{self._square(source)}{self._square(target)}{self._endings[ending]}"

    def _choices(self):
        """The legal moves, or their parts: the moves without their walls, or the walls."""
        moves = self.position.legal_moves
        if not self._has_walls:
            return moves
        parts = (m.partition(",") for m in moves)
        if self._half is None:
            return list(dict.fromkeys(move for move, _, _ in parts))
        # The wall is told with the cell that the move enters.
        return ["," + _CELLS.findall(wall)[-1] for move, _, wall in parts if move == self._half]

    def observe(self, agent):
        is_first = agent == self.possible_agents[0]
        mask = np.zeros(self.action_space(agent).n, np.int8)
        is_over = any(self.terminations.values()) or any(self.truncations.values())
        if agent == self.agent_selection and not is_over:
            mask[[self.action(m) for m in self._choices()]] = 1
        return {"observation": self._planes(is_first), "action_mask": mask}

    def _planes(self, is_first):
        planes = np.zeros(self._shape, np.uint8)
        count = len(self.kinds)
        # Capital letters are the first player's.
        plane_of = {}
        for i, kind in enumerate(self.kinds):
            plane_of[kind if is_first else kind.lower()] = i
            plane_of[kind.lower() if is_first else kind] = count + i
        rows, hands, _ = _parts(self.position.fen())
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                if cell == "*":
                    planes[i, j, 2 * count] = 1
                elif cell:
                    planes[i, j, plane_of[cell.rstrip("~")]] = 1
                    planes[i, j, 2 * count + 1] = cell.endswith("~")
        for letter in hands or "":
            planes[:, :, 2 * count + 2 + plane_of[letter]] += 1
        for plane, square in zip((-2, -3), reversed(_CELLS.findall(self._half or ""))):
            rank, file = divmod(self._cell(square), self.files)
            planes[self.rows - 1 - rank, file, plane] = 1
        planes[:, :, -1] = is_first
        return planes

    def reset(self, seed=None, options=None):
        self.position = Position(self._game, options=self._options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._half = None
        self.agent_selection = self._to_move()

    def _to_move(self):
        return self.possible_agents[0 if self.position.turn else 1]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        text = (self._half or "") + self.move(int(action))
        if self._has_walls and self._half is None and text in self._choices():
            # The player goes on with the wall, unless the rules know none here.
            if text not in self.position.legal_moves:
                self._half = text
                return
        # Captures of draughts with the same ends share an action.
        moves = (m for m in self.position.legal_moves if self._is_played_by(m, action))
        self.position.push(next(moves, None) or text)
        self._half = None
        outcome = self.position.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                points = 1 if outcome.winner else -1
                self.rewards = dict(zip(self.possible_agents, [points, -points]))
        elif self._max_plies is not None and len(self.position.move_stack) >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def _is_played_by(self, move, action):
        """Whether this action makes the legal move, or completes it by its wall."""
        move, comma, wall = move.partition(",")
        if not comma:
            return self._half is None and self.action(move) == action
        return move == self._half and self.action("," + _CELLS.findall(wall)[-1]) == action

    def render(self):
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self):
        pass


def env(game, **arguments):
    """The environment, which ends a game at an illegal action."""
    checked = wrappers.TerminateIllegalWrapper(GameEnv(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))
