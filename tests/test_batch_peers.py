"""Batches against the same games of Pgx and OpenSpiel: 20,000 steps of each, side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bitgames as bg

ROWS, STEPS = 100, 200

PGX = {"connect4": "connect_four", "tictactoe": "tic_tac_toe"}
"""Without Othello, which ends there only once both players have passed."""

OPENSPIEL = {
    "connect4": ("connect_four", [(0, 1), (1, 0)], -1),
    "othello": ("othello", [(1, 2), (1, 2)], 1),
    "tictactoe": ("tic_tac_toe", [(2, 1), (1, 2)], 1),
}
"""The name, the planes of both players as each seat sees them, and the order of the rows."""


def stepped(spec: str) -> tuple[bg.Batch, Any]:
    """A batch, and its steps of random moves."""
    batch = bg.Batch(spec, ROWS, seed=1, autoreset="same_step")

    def steps() -> Any:
        for _ in range(STEPS):
            moves = batch.sample()
            before = batch.turn
            yield moves, before, batch.step(moves)
        assert batch.episode.min() > 1

    return batch, steps()


@pytest.mark.peers("pgx")
@pytest.mark.parametrize("spec", PGX)
def test_batches_are_those_of_pgx(spec: str) -> None:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(PGX[spec])
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.key(1), ROWS)
    state = jax.jit(jax.vmap(env.init))(keys)
    batch, steps = stepped(spec)
    rows = np.arange(ROWS)
    for moves, turn, ours in steps:
        mover = np.asarray(state.current_player)  # Pgx draws who sits in the first seat
        state = step(state, moves, keys)
        assert np.array_equal(ours.terminated, state.terminated)
        rewards = np.asarray(state.rewards)
        assert np.array_equal(ours.rewards[rows, turn], rewards[rows, mover])
        assert np.array_equal(ours.rewards[rows, 1 - turn], rewards[rows, 1 - mover])
        assert np.array_equal(batch.legal_mask(), state.legal_action_mask)
        assert np.array_equal(batch.planes(), np.moveaxis(state.observation, -1, 1))


@pytest.mark.peers("pyspiel")
@pytest.mark.parametrize("spec", OPENSPIEL)
def test_batches_are_those_of_openspiel(spec: str) -> None:
    import pyspiel

    name, seats, order = OPENSPIEL[spec]
    game = pyspiel.load_game(name)
    states = [game.new_initial_state() for _ in range(ROWS)]
    batch, steps = stepped(spec)
    for moves, turn, ours in steps:
        planes, mask = batch.planes(), batch.legal_mask()
        for row, state in enumerate(states):
            assert state.current_player() == turn[row]
            state.apply_action(int(moves[row]))
            assert state.is_terminal() == ours.terminated[row]
            assert state.rewards() == ours.rewards[row].tolist()
            if state.is_terminal():
                states[row] = state = game.new_initial_state()
            assert state.legal_actions_mask() == mask[row].tolist()
            seen = np.reshape(state.observation_tensor(), game.observation_tensor_shape())
            seen = seen[list(seats[state.current_player()]), ::order]
            assert np.array_equal(planes[row], seen)
