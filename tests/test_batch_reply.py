"""The answers of a player in all rows of a batch, against the slow batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bitgames as bg
from tests.slow_batch import SlowBatch
from tests.test_envs import SPECS

OPPONENTS = [
    "random",
    "greedy",
    "level:casual",
    "alphabeta:depth=1,table=1",
    "montecarlo:samples=2",
]


def played(
    batch: Any, opponent: str, seats: np.ndarray[Any, Any], turns: int
) -> list[np.ndarray[Any, Any]]:
    """All that a batch tells while the answers to random moves are the player's."""
    rows, told = len(batch), []
    planes = np.empty_like(batch.planes())
    mask = np.empty((rows, batch.legal_mask().shape[1]), np.int8)
    for turn in range(turns):
        moves = batch.sample()
        if turn % 2:
            step = batch.reply(seats, opponent, moves, planes, mask)
        else:
            step = batch.step(moves)
            told += [step.rewards, step.terminated, step.truncated]
            step = batch.reply(seats, opponent, planes=planes, mask=mask)
        told += [step.rewards, step.terminated, step.truncated]
        assert ((batch.turn == seats) | step.terminated).all()
        told += [planes.copy(), mask.copy(), batch.planes(seats), batch.legal_mask(np.int8)]
        told += [batch.turn, batch.ply, batch.episode]
        if turn % 3 == 2:
            batch.reset(step.terminated)
    return told


@pytest.mark.parametrize("mode", ["next_step", "disabled"])
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_equal_to_the_slow_batch(spec: str, opponent: str, mode: str) -> None:
    position = bg.position(spec)
    try:
        bg.Agent(opponent).check(position)
    except bg.GameError:
        with pytest.raises((bg.UnsupportedError, bg.UnknownPlayerError)):
            bg.Batch(spec, 1, autoreset=mode).reply([0], opponent)
        return
    rows = 3 if spec == "honeymoon" else 5
    seats = np.arange(rows) % position.facts.players
    turns = 6 if spec == "honeymoon" else 12
    expected = played(SlowBatch(spec, rows, 3, first=4, autoreset=mode), opponent, seats, turns)
    told = played(bg.Batch(spec, rows, 3, first=4, autoreset=mode), opponent, seats, turns)
    for one, other in zip(told, expected, strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


@pytest.mark.parametrize("opponent", ["random", "alphabeta:depth=1,table=1"])
def test_threads_and_halves_change_nothing(opponent: str) -> None:
    rows = 200
    seats = np.arange(rows) % 2

    def told(threads: int) -> list[np.ndarray[Any, Any]]:
        batch = bg.Batch("othello:6", rows, 5, autoreset="disabled", threads=threads)
        return played(batch, opponent, seats, 4)

    whole = told(1)
    for threads in (2, 3):
        for one, other in zip(told(threads), whole, strict=True):
            assert np.array_equal(one, other)
    halves = [
        played(
            bg.Batch("othello:6", rows // 2, 5, first=first, autoreset="disabled"),
            opponent,
            seats[first : first + rows // 2],
            4,
        )
        for first in (0, rows // 2)
    ]
    for first, second, other in zip(*halves, whole, strict=True):
        assert np.array_equal(np.concatenate([first, second]), other)


def test_a_row_lost_by_an_illegal_move_is_not_answered() -> None:
    batch = bg.Batch("tictactoe", 2, autoreset="disabled", on_illegal="lose")
    batch.step([4, 99])
    step = batch.reply([0, 0])
    assert step.terminated.tolist() == [False, True]
    assert step.rewards.tolist() == [[0, 0], [-1, 1]]
    assert batch.ply.tolist() == [2, 0]


def test_nothing_changes_if_a_player_fails() -> None:
    """`perfect` refuses a solve that it guesses to be too long, here that of the second row."""
    late = bg.Othello(6)
    while late.empties > 6 or late.turn == 0:
        late = late.play(late.legal_moves[0])
    early = bg.Othello(6).play("c2")
    assert late.turn == early.turn == 1
    batch = bg.Batch(late, 2, 1, autoreset="disabled")
    batch.reset(positions=[late, early])
    before = batch.to_bytes()
    with pytest.raises(bg.UnsupportedError, match="a solve with 31 empty squares"):
        batch.reply([0, 0], "perfect:patience=1")
    with pytest.raises(bg.UnsupportedError, match="a solve with"):
        batch.reply([1, 1], "perfect:patience=1", moves=batch.copy().sample())
    assert batch.to_bytes() == before
    batch.reset(positions=late)
    assert batch.reply([0, 0], "perfect:patience=1").rewards.shape == (2, 2)


WRONG: list[tuple[Any, str, str]] = [
    ([0], "random", r"seats must be an array of integers and shape \(2,\)"),
    ([0.0, 1.0], "random", "seats must be an array of integers"),
    ([0, 2], "random", "seats must be from 0 to 1 in each row, not 2 in row 1"),
    ([-1, 0], "random", "seats must be from 0 to 1 in each row, not -1 in row 0"),
    ([0, 1], "nobody", 'unknown player "nobody"'),
    ([0, 1], "alphabeta:depth=0", "depth"),
    ([0, 1], "human", "human"),
]


@pytest.mark.parametrize(("seats", "opponent", "message"), WRONG)
def test_wrong_arguments(seats: Any, opponent: str, message: str) -> None:
    batch = bg.Batch("tictactoe", 2, 1, autoreset="disabled")
    before = batch.to_bytes()
    with pytest.raises(bg.GameError, match=message):
        batch.reply(seats, opponent)
    assert batch.to_bytes() == before


def test_an_illegal_move_is_refused_before_any_answer() -> None:
    batch = bg.Batch("tictactoe", 2, 1, autoreset="disabled")
    before = batch.to_bytes()
    with pytest.raises(bg.IllegalMoveError, match="row 1"):
        batch.reply([0, 0], moves=[0, 9])
    with pytest.raises(bg.ParameterError, match="moves must be"):
        batch.reply([0, 0], moves=[0])
    assert batch.to_bytes() == before


def test_not_in_the_same_step() -> None:
    batch = bg.Batch("tictactoe", 2, autoreset="same_step")
    with pytest.raises(bg.ParameterError, match="autoreset must be next_step or disabled"):
        batch.reply([0, 1])
