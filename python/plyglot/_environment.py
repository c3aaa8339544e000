"""A game as an environment for learners, by PettingZoo's AEC interface."""

# PettingZoo has no types; `__init__.pyi` has those of this package.
# mypy: ignore-errors

import re
import string

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyglot._plyglot import Position, move_space

_DROP = re.compile(r"(\+?[A-Z]@[a-z])\d+")
_WALK = re.compile(r"([a-z]\d+)(?:[a-z]\d+)*([a-z]\d+)(.*)")
_CELL = re.compile(r"\d+|\+?[A-Za-z]~?|\*")
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

    `action_mask` is 1 for each legal action of the player to move. An action is a place in
    `actions`, which has what the rules can ever produce from the start position, and is the same
    in each process: moves from cell to cell by origin, target and ending, with cells counted from
    `a1` rank by rank; drops by piece and cell, or only by file if pieces fall; `pass`; and
    walls. Moves that differ only in the cells on their way are one action. A move that puts a
    wall is two actions of the same player: `d1a1`, then `,b1` for the wall. `action` and `move`
    translate.
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
        self.actions = move_space(self.position)
        self._numbers = {name: number for number, name in enumerate(self.actions)}
        self._has_walls = self.actions[-1].startswith(",")
        # The move whose wall is not chosen yet.
        self._half = None
        board, hands, _ = _parts(self.position.fen())
        self.rows, self.files = len(board), len(board[0])
        self.kinds = _kinds(game, options)
        size = len(self.actions)
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

    def action(self, move):
        """The action of a move in the notation of the protocol, or of a wall: `,b1`.

        Raises `ValueError` for a text that is neither.
        """
        if move in self._numbers:
            return self._numbers[move]
        names = []
        if drop := _DROP.fullmatch(move):
            # A piece that falls.
            names = [drop[1]]
        elif walk := _WALK.fullmatch(move):
            source, target, ending = walk.groups()
            # A pass is written by a cell.
            is_pass = source == target and not ending
            names = [source + target + ending, *(["pass"] if is_pass else [])]
        for name in names:
            if name in self._numbers:
                return self._numbers[name]
        raise ValueError(f"expected a move of {self._game}, found {move!r}")

    def move(self, action):
        """The legal move of an action in the notation of the protocol, or its part: the move
        without its wall, or the wall. For an illegal action, its name in `actions`."""
        return self._legal().get(int(action), (self.actions[action],))[0]

    def _legal(self):
        """The legal actions: for each, the move or its part, and a whole move that begins so."""
        legal = {}
        for move in self.position.legal_moves:
            part, comma, wall = move.partition(",")
            if self._half is not None:
                if not comma or part != self._half:
                    continue
                # The wall is told with the cell that the move enters.
                part = "," + _CELLS.findall(wall)[-1]
            legal.setdefault(self.action(part), (part, move))
        return legal

    def observe(self, agent):
        is_first = agent == self.possible_agents[0]
        mask = np.zeros(self.action_space(agent).n, np.int8)
        is_over = any(self.terminations.values()) or any(self.truncations.values())
        if agent == self.agent_selection and not is_over:
            mask[list(self._legal())] = 1
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
        legal = self._legal()
        if int(action) not in legal:
            raise ValueError(f"expected a legal action, found {action}: {self.move(action)}")
        part, move = legal[int(action)]
        if self._half is None and "," in move:
            # The player goes on with the wall.
            self._half = part
            return
        self.position.push(move)
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

    def render(self):
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self):
        pass


def env(game, **arguments):
    """The environment, which ends a game at an illegal action."""
    checked = wrappers.TerminateIllegalWrapper(GameEnv(game, **arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))
