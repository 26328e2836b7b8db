"""The Gymnasium environment of many games: against the slow batch, one game, and the wrappers."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import bitgames as bg
from bitgames.envs import IDS, GameEnv, GameVectorEnv, vector
from tests.slow_batch import SlowBatch
from tests.test_envs import SPECS, WORLDS

MODES = list(AutoresetMode)
ROWS = 3


def chosen(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action of each row."""
    return np.array([chance.choice(row.nonzero()[0]) for row in mask])


def played(env: Any, steps: int, *, wrong: int | None = None) -> list[Any]:
    """All that an environment returns in some steps; row 0 once plays the action ``wrong``."""
    chance = np.random.default_rng(7)
    told: list[Any] = [env.reset(seed=9)]
    for step in range(steps):
        actions = chosen(told[-1][0]["action_mask"], chance)
        if step == 3 and wrong is not None:
            actions[0] = wrong
        told.append(env.step(actions))
        assert env.observation_space.contains(told[-1][0])
        assert np.array_equal(env.unwrapped.action_masks(), told[-1][0]["action_mask"])
        ended = told[-1][2]
        if env.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            told.append(env.reset(options={"reset_mask": ended}))
    return told


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("spec", SPECS)
def test_equal_to_the_slow_batch(
    spec: str, mode: AutoresetMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    opponent = "random" if mode is AutoresetMode.NEXT_STEP else "greedy"
    options: dict[str, Any] = {
        "opponent": opponent,
        "seat": "alternate",
        "autoreset_mode": mode,
        "layout": "HWC",
        "threads": 2,
        "openings": "random:2",
    }
    fast = played(GameVectorEnv(ROWS, spec, **options), 25, wrong=10_000)
    monkeypatch.setattr(vector, "Batch", SlowBatch)
    assert data_equivalence(fast, played(GameVectorEnv(ROWS, spec, **options), 25, wrong=10_000))


def episodes(env: Any, count: int) -> list[tuple[float, int]]:
    """Return and length of the first episodes of a single environment; the policy is fixed."""
    found = []
    observation, _ = env.reset(seed=2)
    total, length = 0.0, 0
    while len(found) < count:
        observation, reward, over, _, _ = env.step(int(observation["action_mask"].argmax()))
        total, length = total + reward, length + 1
        if over:
            found.append((total, length))
            total, length = 0.0, 0
            observation, _ = env.reset()
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seat", [1, "alternate"])
def test_statistics_are_those_of_one_game_after_the_other(mode: AutoresetMode, seat: Any) -> None:
    """Each mode counts the same episodes, whose number, returns and lengths a single game tells."""
    expected = episodes(GameEnv("mosaic:3", seat=seat), 30)
    vectors = gymnasium.make_vec(
        "bitgames/Mosaic-v0", num_envs=1, spec="mosaic:3", seat=seat, autoreset_mode=mode
    )
    env = RecordEpisodeStatistics(vectors)
    observation, _ = env.reset(seed=2)
    told: list[tuple[float, int]] = []
    while len(told) < 30:
        actions = observation["action_mask"].argmax(axis=1)
        observation, _, ended, _, infos = env.step(actions)
        if ended[0]:
            told.append((infos["episode"]["r"][0], infos["episode"]["l"][0]))
            if mode is AutoresetMode.DISABLED:
                observation, _ = env.reset(options={"reset_mask": ended})
    assert told == expected
    assert list(zip(env.return_queue, env.length_queue, strict=True)) == expected
    assert env.episode_count == 30


@pytest.mark.parametrize("mode", MODES)
def test_one_row_is_one_game(mode: AutoresetMode) -> None:
    """Observations, rewards, masks and infos of every step, and of the last of each game."""
    single = GameEnv("quo:3", opponent="greedy", seat="alternate")
    many = GameVectorEnv(1, "quo:3", opponent="greedy", seat="alternate", autoreset_mode=mode)
    chance = np.random.default_rng(0)
    (observation, info), (observations, infos) = single.reset(seed=6), many.reset(seed=6)
    for _ in range(40):
        assert data_equivalence({key: each[0] for key, each in observations.items()}, observation)
        assert np.array_equal(infos["action_mask"][0], info["action_mask"])
        assert infos["seat"][0] == info["seat"]
        action = chosen(observations["action_mask"], chance)
        observation, reward, over, _, info = single.step(int(action[0]))
        observations, rewards, ended, truncated, infos = many.step(action)
        assert (rewards.tolist(), ended.tolist(), truncated.tolist()) == ([reward], [over], [False])
        assert ("final_obs" in infos) == (over and mode is AutoresetMode.SAME_STEP)
        if not over:
            continue
        if mode is AutoresetMode.SAME_STEP:
            assert data_equivalence(infos["final_obs"][0], observation)
            final = infos["final_info"]
            assert np.array_equal(final["action_mask"][0], info["action_mask"])
            assert final["seat"][0] == info["seat"]
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [True]
        else:
            last = {key: each[0] for key, each in observations.items()}
            assert data_equivalence(last, observation)
        if mode is AutoresetMode.NEXT_STEP:
            observations, rewards, ended, _, infos = many.step(np.array([10_000]))
            assert (rewards.tolist(), ended.tolist()) == ([0], [False])
        elif mode is AutoresetMode.DISABLED:
            with pytest.raises(ResetNeeded, match="row 0 is over"):
                many.step(action)
            observations, infos = many.reset(options={"reset_mask": ended})
        observation, info = single.reset()


def test_some_rows_begin_again() -> None:
    env = GameVectorEnv(ROWS, autoreset_mode="Disabled")
    env.reset(seed=1)
    env.step(np.array([4, 4, 4]))
    rows = np.array([True, False, True])
    observation, infos = env.reset(options={"reset_mask": rows})
    assert rows.all() == 0
    assert observation["observation"][:, 0].sum(axis=(1, 2)).tolist() == [0, 1, 0]
    assert infos["action_mask"].sum(axis=1).tolist() == [9, 7, 9]


def test_seats_alternate_between_rows_and_episodes() -> None:
    env = GameVectorEnv(4, "quo:3", seat="alternate")
    assert env.reset(seed=0)[1]["seat"].tolist() == [0, 1, 2, 3]
    assert env.reset()[1]["seat"].tolist() == [1, 2, 3, 0]
    assert env.reset(seed=0)[1]["seat"].tolist() == [0, 1, 2, 3]


def test_seeds() -> None:
    """Zero is a seed as any other; without one, environments differ."""

    def games(seed: int | None) -> Any:
        return GameVectorEnv(ROWS, "honeymoon").reset(seed=seed)

    for seed in (0, 1):
        assert data_equivalence(games(seed), games(seed))
    different = [games(0), games(1), games(None), games(None)]
    pairs = [(a, b) for a in range(4) for b in range(a)]
    assert not any(data_equivalence(different[a], different[b]) for a, b in pairs)
    rows = games(0)[0]["observation"]
    assert not np.array_equal(rows[0], rows[1])


def test_the_learner_sees_its_own_view() -> None:
    """In a hundred worlds that look the same to the learner, all rows are told the same."""
    for seat in (0, 1):
        position = bg.Honeymoon(seat).play("1NT").play("pass")
        while position.turn != seat:
            position = position.play(position.legal_moves[0])
        worlds = [position.determinize(seat, seed) for seed in range(WORLDS)]
        assert any(world != position for world in worlds)
        env = GameVectorEnv(WORLDS, "honeymoon", seat=seat)
        env.reset(seed=1)
        assert env._batch is not None
        env._batch.reset(positions=worlds)
        _, observation = env._reply(env._batch, np.zeros(WORLDS, bool))
        infos = env._infos(observation)
        for array in (*observation.values(), infos["action_mask"], env.action_masks()):
            assert (array == array[0]).all()
        assert np.array_equal(observation["observation"][0], position.planes(seat))


def test_returned_arrays_are_new() -> None:
    env = GameVectorEnv(ROWS, render_mode="ansi")
    observation, infos = env.reset(seed=1)
    kept = {key: each.copy() for key, each in observation.items()}
    for _ in range(8):
        told = env.step(observation["action_mask"].argmax(axis=1))
        observation["observation"][:] = 7
        infos["action_mask"][:] = 0
        assert data_equivalence({**kept, "observation": observation["observation"]}, observation)
        observation, infos = told[0], told[-1]
        kept = {key: each.copy() for key, each in observation.items()}
        assert observation["observation"].max() <= 1
        assert not np.shares_memory(observation["action_mask"], infos["action_mask"])
    assert [str(frame) for frame in env.render()] == [
        env._batch[row].to_text(viewer=0)  # type: ignore[index]
        for row in range(ROWS)
    ]


def test_an_illegal_action_may_be_an_error() -> None:
    env = GameVectorEnv(ROWS, on_illegal="raise")
    first, _ = env.reset(seed=1)
    with pytest.raises(bg.IllegalMoveError, match="row 1"):
        env.step(np.array([0, 9, 9]))
    _, again = env._reply(env._batch, np.zeros(ROWS, bool))  # type: ignore[arg-type]
    assert data_equivalence(first, again)
    env.step(np.array([0, 1, 2]))


@pytest.mark.parametrize("env_id", IDS)
def test_every_id_has_a_vector_environment(env_id: str) -> None:
    env = gymnasium.make_vec(env_id, num_envs=2, autoreset_mode="same_step")
    assert isinstance(env, GameVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space.contains(env.reset(seed=1)[0])
    env.close()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"num_envs": 0}, "num_envs must be from 1 to"),
    ({"autoreset_mode": "never"}, r"autoreset_mode must be AutoresetMode.NEXT_STEP or .* 'never'"),
    ({"opponent": max}, "max> is not a native player, .* vectorization_mode='sync'"),
    ({"opponent": "human"}, "'human' is not a native player"),
    ({"threads": 0}, "threads must be from 1 to 1024, not 0"),
    ({"openings": "random"}, "openings must be none, or random:PLIES"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(bg.GameError, match=message):
        GameVectorEnv(**options)


def test_wrong_calls() -> None:
    env = GameVectorEnv(ROWS)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(ROWS, int))
    with pytest.raises(ResetNeeded):
        env.action_masks()
    assert env.render() == ()
    env.reset(seed=1)
    for mask in (np.ones(ROWS), np.ones(ROWS + 1, bool), [True] * ROWS):
        with pytest.raises(bg.ParameterError, match=r"'reset_mask'\] must be bool\[3\], not "):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(bg.ParameterError, match="seed must be None"):
        env.reset(seed=1, options={"reset_mask": np.ones(ROWS, bool)})
    with pytest.raises(bg.UnsupportedError, match="seat 1 of mnk:3,3,1 cannot learn"):
        GameVectorEnv(2, "mnk:3,3,1", seat=1).reset()


class Failing:
    """A batch that fails at one of its replies, as a player may, or Ctrl-C."""

    def __init__(self, batch: Any, at: int) -> None:
        self.batch, self.at, self.calls = batch, at, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.batch, name)

    def reply(self, *arguments: Any) -> Any:
        self.calls += 1
        if self.calls > self.at:
            raise KeyboardInterrupt
        return self.batch.reply(*arguments)


@pytest.mark.parametrize("mode", MODES)
def test_a_failing_opponent_leaves_no_half_played_step(mode: AutoresetMode) -> None:
    """Where no move was played the step can be repeated; elsewhere only a reset goes on."""
    env = GameVectorEnv(ROWS, seat="alternate", autoreset_mode=mode)
    observation, _ = env.reset(seed=1)
    for at in range(2):
        other = GameVectorEnv(ROWS, seat="alternate", autoreset_mode=mode)
        other.reset(seed=1)
        batch = other._batch
        other._batch = Failing(batch, at)  # type: ignore[assignment]
        actions = observation["action_mask"].argmax(axis=1)
        if at == 1 and mode is not AutoresetMode.SAME_STEP:
            continue
        with pytest.raises(KeyboardInterrupt):
            other.step(actions)
        if at == 0:
            other._batch = batch
            assert data_equivalence(other.step(actions), env.step(actions))
        else:
            with pytest.raises(ResetNeeded, match="an error has ended them"):
                other.step(actions)
            other.reset()
            other.step(other._infos({"action_mask": other.action_masks()})["action_mask"].argmax(1))
