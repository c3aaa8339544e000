"""`plyglot.env`: PettingZoo's own test, and what observations and actions mean."""

import random
import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test

import plyglot


@pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("game", [
    "chess", "cfour", "tictactoe", "flipello", "crazyhouse", "shogi", "ataxx", "amazons", "breakthrough",
    "surakarta", "gomoku", "hex", "xiangqi", "makruk", "seirawan", "draughts", "duck",
])
def test_pettingzoo_accepts_it(game):
    api_test(plyglot.env(game, max_plies=200), num_cycles=300)


def play(env, moves):
    env.reset()
    for move in moves:
        env.step(env.unwrapped.action(move))


@pytest.mark.parametrize("game", [game.name for game in plyglot.games()])
def test_each_legal_move_of_each_game_has_an_action(game):
    env = plyglot.env(game, max_plies=120)
    env.reset()
    chooser = random.Random(game)
    for agent in env.agent_iter():
        observation, _, is_over, is_cut, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        if is_over or is_cut:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env_of_game, parts = env.unwrapped, {}
        for move in env_of_game.position.legal_moves:
            parts.setdefault(move.partition(",")[0], []).append(move)
        moves = {env_of_game.move(action) for action in legal}
        if all(move.startswith(",") for move in moves):
            assert legal
        else:
            # Captures of draughts with the same ends share an action.
            assert {env_of_game.action(part) for part in parts} == set(legal)
            assert moves <= parts.keys() and len(moves) == len(legal)
        env.step(chooser.choice(legal))


@pytest.mark.parametrize("game, count", [
    # One for each file, each cell or each empty one and a pass.
    ("cfour", 7), ("tictactoe", 9), ("hex", 11 * 11), ("gomoku", 15 * 15), ("flipello", 60 + 1),
    # Steps to the next rank, ahead and diagonally, of both sides.
    ("breakthrough", 2 * 7 * (3 * 8 - 2)),
    # A queen's moves on an empty board, a knight's, and 44 steps to the last ranks by 4 pieces.
    ("chess", 1456 + 336 + 44 * 4),
    # Clones, a pass, and jumps two points away: 49 x 48 pairs without those that are next to each
    # other or further away.
    ("ataxx", 49 + 1 + 480),
])
def test_actions_are_those_that_the_rules_can_produce(game, count):
    env = plyglot.env(game)
    assert env.action_space("player_0").n == count
    assert len(set(env.unwrapped.actions)) == count


def test_actions_have_a_fixed_order():
    actions = plyglot.env("chess").unwrapped.actions
    assert actions[:4] == ["a1b1", "a1c1", "a1d1", "a1e1"]
    assert plyglot.env("tictactoe").unwrapped.actions == [
        f"P@{file}{rank}" for rank in "123" for file in "abc"
    ]
    env = plyglot.env("cfour").unwrapped
    env.reset()
    assert env.actions == [f"P@{file}" for file in "abcdefg"]
    for height in "123456":
        assert (env.action(f"P@d{height}"), env.move(3)) == (3, f"P@d{height}")
        env.step(3)
    assert env.move(3) == "P@d" and env.observe(env.agent_selection)["action_mask"].tolist() == [1, 1, 1, 0, 1, 1, 1]
    with pytest.raises(ValueError):
        env.step(3)


def test_planes_are_the_board():
    env = plyglot.env("chess")
    play(env, ["e2e4"])
    kinds = env.unwrapped.kinds
    assert sorted(kinds) == sorted("BKNPQR")
    white, black = (env.observe(agent)["observation"] for agent in env.possible_agents)
    own, other = kinds.index("P"), len(kinds) + kinds.index("P")
    # Rows from the top; the pawn has left e2 for e4.
    assert white[:, :, own].sum() == 8
    assert (white[6, 4, own], white[4, 4, own]) == (0, 1)
    assert black[1, :, own].tolist() == [1] * 8
    assert np.array_equal(white[:, :, own], black[:, :, other])
    assert (white[:, :, -1].min(), black[:, :, -1].max()) == (1, 0)
    masks = [env.observe(agent)["action_mask"].sum() for agent in env.possible_agents]
    assert masks == [0, 20]


def test_hands_are_planes():
    env = plyglot.env("crazyhouse")
    play(env, ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"])
    count = len(env.unwrapped.kinds)
    pawn = env.unwrapped.kinds.index("P")
    held = env.observe("player_0")["observation"][0, 0, 2 * count + 2 :]
    assert (held[pawn], held[count + pawn], held[: 2 * count].sum()) == (1, 1, 2)


def test_a_wall_is_an_action_of_its_own():
    env = plyglot.env("amazons")
    env.reset()
    move, wall = map(env.unwrapped.action, ["d1d7", ",g7"])
    assert env.observe("player_0")["action_mask"].sum() == 80
    env.step(move)
    assert env.agent_selection == "player_0" and not env.unwrapped.position.move_stack
    mask, planes = env.observe("player_0")["action_mask"], env.observe("player_0")["observation"]
    # From d7 an arrow reaches 28 cells; d1 is free again.
    assert (mask[wall], mask[move], mask.sum()) == (1, 0, 28)
    assert (planes[9, 3, -3], planes[3, 3, -2], planes[:, :, -3:-1].sum()) == (1, 1, 2)
    env.step(wall)
    assert env.agent_selection == "player_1"
    assert env.unwrapped.position.move_stack == ["d1d7,d7g7"]
    assert env.observe("player_1")["observation"][:, :, -3:-1].sum() == 0


def test_a_win_has_its_reward():
    env = plyglot.env("tictactoe")
    play(env, ["P@a1", "P@b1", "P@a2", "P@b2", "P@a3"])
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.render() is None


def test_an_illegal_action_loses():
    env = plyglot.env("chess", render_mode="ansi")
    env.reset()
    env.step(env.unwrapped.action("e2e5"))
    assert env.rewards["player_0"] == -1 and all(env.terminations.values())
    assert "|" in env.render()


def test_long_games_are_cut():
    env = plyglot.env("chess", max_plies=2)
    play(env, ["e2e4", "e7e5"])
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_the_package_does_not_need_pettingzoo():
    code = "import sys; sys.modules['pettingzoo'] = None\nimport plyglot\nplyglot.env('chess')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr.rstrip().endswith("ImportError: plyglot.env needs PettingZoo: pip install 'plyglot[env]'")
