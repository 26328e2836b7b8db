"""Programs of others that learn and search in the environments."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import bitgames as bg
from bitgames.envs import GameEnv


@pytest.mark.peers("sb3_contrib", "torch")
@pytest.mark.parametrize("spec", ["tictactoe", "honeymoon"])
def test_maskable_ppo_learns(spec: str) -> None:
    """2,000 steps in which an illegal action would be an error."""
    import torch
    from sb3_contrib import MaskablePPO

    torch.set_num_threads(1)
    env = GameEnv(spec, seat="alternate", on_illegal="raise")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=250, batch_size=50, n_epochs=2, seed=1)
    model.learn(2000)
    observation, _ = env.reset(seed=1)
    over = False
    while not over:
        action, _ = model.predict(observation, action_masks=env.action_masks())
        observation, reward, over, _, _ = env.step(int(action))
    assert reward in (-1, 0, 1)


def opened(spec: str) -> Any:
    """A game of OpenSpiel."""
    import pyspiel

    import bitgames.envs.openspiel  # noqa: F401 - registers the game

    return pyspiel.load_game(f"python_bitgames(spec={spec.replace(',', ';')})")


OPEN_SPECS = ["tictactoe", "mnk:4,3,3", "othello:4", "othello", "mosaic:3", "quo:3"]


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("spec", OPEN_SPECS)
def test_openspiel_simulates(spec: str) -> None:
    import pyspiel

    game = opened(spec)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("spec", OPEN_SPECS)
def test_states_of_openspiel_are_positions(spec: str) -> None:
    from open_spiel.python.observation import make_observation

    game = opened(spec)
    state, position = game.new_initial_state(), bg.position(spec)
    observer = make_observation(game)
    chance = random.Random(1)
    while not position.is_over:
        assert state.current_player() == position.turn
        assert state.legal_actions() == [int(move) for move in position.legal_moves]
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            assert np.array_equal(observer.dict["observation"], position.planes(seat))
            assert observer.string_from(state, seat) == position.view(seat)
        move = chance.choice(position.legal_moves)
        assert state.action_to_string(int(move)) == str(move)
        state.apply_action(int(move))
        position = position.play(move)
    assert state.is_terminal()
    assert state.returns() == list(position.returns)
    assert str(state) == position.to_string()


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("spec", ["mnk:3,3,2", "tictactoe", "mosaic:2"])
def test_minimax_of_openspiel_finds_the_value(spec: str) -> None:
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(opened(spec))
    assert value == bg.solve(bg.position(spec), wld=True).value


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("spec", ["tictactoe", "quo:3"])
def test_the_rl_environment_of_openspiel_plays(spec: str) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent

    env = rl_environment.Environment(opened(spec))
    actions = env.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(seat, actions) for seat in range(env.num_players)]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        assert sum(step.rewards) == 0


@pytest.mark.peers("pyspiel")
def test_openspiel_gets_no_game_of_chance() -> None:
    with pytest.raises(bg.UnsupportedError, match="does not support honeymoon"):
        opened("honeymoon")
