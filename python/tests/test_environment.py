"""`plyglot.env`: PettingZoo's own test, and what observations and actions mean."""

import random
import re
import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test

import plyglot


@pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("game", ["chess", "cfour", "flipello", "crazyhouse", "shogi", "ataxx", "amazons"])
def test_pettingzoo_accepts_it(game):
    api_test(plyglot.env(game, max_plies=200), num_cycles=300)


def play(env, moves):
    env.reset()
    for move in moves:
        env.step(env.unwrapped.action(move))


@pytest.mark.parametrize("game", [game.name for game in plyglot.games()])
def test_each_legal_move_of_each_game_has_an_action(game):
    env = plyglot.env(game, max_plies=60)
    env.reset()
    chooser = random.Random(game)
    for agent in env.agent_iter():
        observation, _, is_over, is_cut, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        if is_over or is_cut:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        position = env.unwrapped.position
        moves = sorted(map(env.unwrapped.move, legal))
        if any("," in move for move in position.legal_moves):
            halves = {move.partition(",")[0] for move in position.legal_moves}
            assert set(moves) == halves or all(move[0] == "," for move in moves)
        else:
            # Captures of draughts with the same ends share an action.
            ways = {move: re.findall(r"[a-z]\d+", move) for move in position.legal_moves}
            assert set(moves) == {m if len(way) < 3 else way[0] + way[-1] for m, way in ways.items()}
        env.step(chooser.choice(legal))


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
