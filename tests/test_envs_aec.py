"""Environments of PettingZoo: its own tests, games of positions, and what an agent sees."""

from __future__ import annotations

import contextlib
import io
import itertools
import random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import bitgames as bg
from bitgames.envs import aec
from bitgames.seeding import child_seed
from tests.test_envs import SPECS, worlds

# What the test of PettingZoo says of any game that is not in its list: an observation with a mask
# is a dictionary, and an empty board is all zeros.
USUAL = [
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
]
usual = [pytest.mark.filterwarnings(each) for each in USUAL]


def test_every_game_is_here() -> None:
    assert {bg.position(spec).facts.name for spec in SPECS} == {
        bg.position(bg.games.examples(name)[0]).facts.name for name in bg.games.names()
    }


@usual[0]
@usual[1]
@usual[2]
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("make", [aec.env, aec.raw_env])
def test_the_tests_of_pettingzoo_pass(spec: str, make: Any) -> None:
    api_test(make(spec), num_cycles=30)
    seed_test(lambda: make(spec), num_cycles=30)
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(lambda **options: make(spec, **options))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("make", [aec.env, aec.raw_env])
def test_an_episode_is_a_game_of_positions(spec: str, make: Any) -> None:
    """Turns, rewards, planes and masks of all agents; the deals are children of the seed."""
    env = make(spec)
    chance = random.Random(2)
    for game in range(2):
        env.reset(seed=11 if game == 0 else None)
        position = bg.position(spec).deal(child_seed(11, game))
        while not position.is_over:
            assert env.agent_selection == f"player_{position.turn}"
            for seat, agent in enumerate(env.possible_agents):
                observation = env.observe(agent)
                mask = position.legal_mask() & (seat == position.turn)
                assert np.array_equal(observation["observation"], position.planes(seat))
                assert np.array_equal(observation["action_mask"], mask)
                assert observation["action_mask"].dtype == np.int8
            assert not any(env.rewards.values())
            move = int(chance.choice(position.legal_moves))
            env.step(move)
            position = position.play(move)
        assert env.rewards == dict(zip(env.agents, position.returns, strict=True))
        left = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            assert (terminated, truncated) == (True, False)
            assert reward == position.returns[int(agent[-1])]
            assert not observation["action_mask"].any()
            env.step(None)
            left.append(agent)
        assert left == env.possible_agents
        assert env.agents == []


def test_an_agent_may_move_twice_in_a_row() -> None:
    """The winner of a trick leads to the next one."""
    env = aec.env("honeymoon")
    env.reset(seed=3)
    chance = random.Random(3)
    chosen = []
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        chosen.append(agent)
        env.step(None if over else chance.choice(observation["action_mask"].nonzero()[0]))
    assert any(a == b for a, b in itertools.pairwise(chosen))


def test_only_agents_observe() -> None:
    env = aec.raw_env("tictactoe")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="agent must be 'player_0' or 'player_1', not 'ann'"):
        env.observe("ann")
    with pytest.raises(TypeError, match="agent must be text, not int"):
        env.observe(0)  # type: ignore[arg-type]


@pytest.mark.parametrize("agent", ["player_0", "player_1"])
def test_an_agent_sees_its_own_view(agent: str) -> None:
    """In a hundred worlds that look the same to an agent, all that it observes is equal."""
    env = aec.raw_env("honeymoon")
    chance = random.Random(4)
    env.reset(seed=5)
    for move in range(20):
        position = env._position
        assert position is not None
        if position.is_over:
            break
        if move % 5 == 0:
            told = env.observe(agent)
            for world in worlds(position, int(agent[-1])):
                env._position = world
                assert data_equivalence(env.observe(agent), told)
            env._position = position
        legal = position.legal_moves
        # Low calls, so that the auction leaves cards to play.
        env.step(int(legal[0] if move < 3 else chance.choice(legal)))


def test_frames_show_the_view_of_the_agent_to_move() -> None:
    env = aec.raw_env("honeymoon", render_mode="rgb_array")
    env.reset(seed=5)
    position = env._position
    assert position is not None
    frame = env.render()
    for world in worlds(position, position.turn):
        env._position = world
        assert np.array_equal(env.render(), frame)  # type: ignore[arg-type]


def test_seeds() -> None:
    """Zero is a seed as any other; without one, environments differ."""

    def games(seed: int | None) -> Any:
        env = aec.env("honeymoon")
        env.reset(seed=seed)
        first = env.observe("player_0")
        env.reset()
        return first, env.observe("player_0")

    for seed in (0, 1):
        assert data_equivalence(games(seed), games(seed))
    different = [games(0), games(1), games(None), games(None)]
    pairs = [(a, b) for a in range(4) for b in range(a)]
    assert not any(data_equivalence(different[a], different[b]) for a, b in pairs)
    assert not data_equivalence(*games(0))


@pytest.mark.filterwarnings("ignore:.*Illegal move made:UserWarning")
def test_an_illegal_move_loses_in_the_wrappers() -> None:
    env = aec.env()
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    env.reset()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(9)


def test_an_illegal_move_is_an_error_without_wrappers() -> None:
    env = aec.raw_env()
    env.reset()
    env.step(4)
    for wrong in (4, 9, -1):
        with pytest.raises(bg.IllegalMoveError):
            env.step(wrong)
    assert env.agent_selection == "player_1"
    with pytest.raises(TypeError):
        env.step("a1")  # type: ignore[arg-type]


def test_nothing_before_reset() -> None:
    env = aec.env()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    assert str(env) == "bitgames_tictactoe_v0"


def test_wrong_options() -> None:
    for options in ({"spec": "chess"}, {"layout": "WHC"}, {"render_mode": "svg"}):
        with pytest.raises(bg.GameError):
            aec.env(**options)  # type: ignore[arg-type]
    assert aec.raw_env("mnk:4,3,3").metadata == {
        "name": "bitgames_mnk_4_3_3_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 1,
        "is_parallelizable": False,
    }
