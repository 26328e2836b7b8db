"""Gymnasium environments of one game: their checker, what a seat sees, opponents and seeds."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

import bitgames as bg
from bitgames.envs import IDS, GameEnv, GameVectorEnv
from bitgames.seeding import child_seed, root

SPECS = ["tictactoe", "mnk:4,3,3", "othello:4", "connect4:4,4", "mosaic:3", "quo:3", "honeymoon"]
WORLDS = 100


def chosen(observation: dict[str, Any], chance: np.random.Generator) -> int:
    """A random legal action."""
    return int(chance.choice(observation["action_mask"].nonzero()[0]))


def played(env: Any, seed: int | None, steps: int = 40) -> list[Any]:
    """Everything that an environment returns in some steps, with random legal actions."""
    chance = np.random.default_rng(5)
    told: list[Any] = [env.reset(seed=seed)]
    for _ in range(steps):
        step = env.step(chosen(told[-1][0], chance))
        told += [step] if not step[2] else [step, env.reset()]
    return told


def test_every_game_has_an_id() -> None:
    assert list(IDS)[:4] == [
        f"bitgames/{title}-v0" for title in ["Game", "TicTacToe", "Mnk", "Othello"]
    ]
    assert {bg.position(spec).facts.name for spec in IDS.values()} == {
        bg.position(bg.games.examples(name)[0]).facts.name for name in bg.games.names()
    }


@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("seat", [0, "alternate"])
def test_the_checker_of_gymnasium_passes(env_id: str, seat: Any) -> None:
    """A warning of the checker is an error here, as any other."""
    check_env(gymnasium.make(env_id, seat=seat).unwrapped)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_an_episode_is_a_game_of_positions(spec: str, opponent: str) -> None:
    """The same games, played on positions with the seeds that the environments promise."""
    players = bg.position(spec).facts.players
    env = gymnasium.make("bitgames/Game-v0", spec=spec, opponent=opponent, seat="alternate")
    agent = bg.Agent(opponent)
    chance = np.random.default_rng(1)
    run = root(np.random.Generator(np.random.PCG64(3)))
    for episode in range(players + 1):
        observation, info = env.reset(seed=3 if episode == 0 else None)
        seat, seed = episode % players, child_seed(run, episode << 32)
        position = bg.position(spec).deal(seed)
        reward, over = 0.0, False
        while True:
            while position.turn != seat and not position.is_over:
                agent.start_game(child_seed(seed, 2 + position.ply))
                position = position.play(agent.choose(position))
            assert over == position.is_over
            assert reward == (position.returns[seat] if over else 0)
            mask = np.ones(position.num_moves) if over else position.legal_mask()
            assert np.array_equal(observation["observation"], position.planes(seat))
            assert np.array_equal(observation["action_mask"], mask)
            assert np.array_equal(info["action_mask"], mask)
            assert np.array_equal(env.unwrapped.action_masks(), mask)  # type: ignore[attr-defined]
            assert info["seat"] == seat
            if over:
                break
            position = position.play(action := chosen(observation, chance))
            observation, reward, over, truncated, info = env.step(action)  # type: ignore[assignment]
            assert not truncated


def test_any_player_may_be_the_opponent() -> None:
    class Last(bg.players.Player):
        def choose(self, at: Any) -> Any:
            return at.legal_moves[-1]

    views: list[bg.View] = []

    def last(view: bg.View) -> Any:
        views.append(view)
        return view.legal_moves[-1]

    players: list[Any] = [Last(), bg.Agent("first"), bg.players.get("perfect"), "alphabeta:depth=2"]
    for opponent in players:
        told = played(GameEnv(opponent=opponent, seat="alternate"), 1)
        assert data_equivalence(told, played(GameEnv(opponent=opponent, seat="alternate"), 1))
    played(GameEnv("honeymoon", opponent=last, seat="alternate"), 1)
    assert views
    assert all(isinstance(view, bg.View) for view in views)


@pytest.mark.parametrize("spec", ["honeymoon", "othello:4"])
def test_seeds(spec: str) -> None:
    """Zero is a seed as any other; without one, environments differ."""

    def games(seed: int | None) -> list[Any]:
        return played(GameEnv(spec), seed)

    for seed in (0, 1):
        assert data_equivalence(games(seed), games(seed))
    different = [games(0), games(1), games(None), games(None)]
    pairs = [(a, b) for a in range(4) for b in range(a)]
    assert not any(data_equivalence(different[a], different[b]) for a, b in pairs)


def test_without_a_seed_the_run_goes_on() -> None:
    env = GameEnv("honeymoon")
    first, _ = env.reset(seed=4)
    second, _ = env.reset()
    assert not data_equivalence(first, second)
    env.reset(seed=4)
    again, _ = env.reset()
    assert data_equivalence(second, again)


def test_an_illegal_action_loses() -> None:
    for action in (0, 8, 9, -1):
        env = GameEnv()
        env.reset(seed=0)
        env.step(0)
        with pytest.raises(bg.IllegalMoveError):
            env._position.play(0)  # type: ignore[union-attr]
        before = env._position
        if action == 8 and before.is_legal(8):  # type: ignore[union-attr]
            continue
        observation, reward, terminated, truncated, _ = env.step(action)
        assert (reward, terminated, truncated) == (-1, True, False)
        assert env._position is before
        assert observation["action_mask"].all()
        assert env.action_masks().all()
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_an_illegal_action_may_be_an_error() -> None:
    env = GameEnv(on_illegal="raise")
    env.reset(seed=0)
    env.step(0)
    before = env._position
    with pytest.raises(bg.IllegalMoveError, match="illegal move a1"):
        env.step(0)
    assert env._position is before
    assert not env._is_over


def test_nothing_before_reset() -> None:
    env = GameEnv(render_mode="ansi")
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        env.action_masks()
    with pytest.warns(UserWarning, match="before reset"):
        assert env.render() is None


def worlds(position: bg.Position, seat: int) -> list[bg.Position]:
    """Positions that look the same to a seat, some of which differ from the given one."""
    drawn = [position.determinize(seat, seed) for seed in range(WORLDS)]
    assert any(world != position for world in drawn)
    return drawn


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_learner_sees_its_own_view(seat: int, mode: str) -> None:
    """In a hundred worlds that look the same to the learner, all that it is told is equal."""
    env = GameEnv("honeymoon", seat=seat, render_mode=mode)
    chance = np.random.default_rng(seat)
    observation, _ = env.reset(seed=seat)
    over = False
    moves = 0
    while not over and moves < 20:
        if moves % 6 == 0:
            position, told, frame = env._position, env._told(), env.render()
            assert position is not None
            for world in worlds(position, seat):
                env._position = world
                assert data_equivalence(env._told(), told)
                assert np.array_equal(env.render(), frame)  # type: ignore[arg-type]
                assert np.array_equal(env.action_masks(), told[0]["action_mask"])
            env._position = position
        # Low calls, so that the auction leaves cards to play.
        action = int(observation["action_mask"].nonzero()[0][0])
        observation, _, over, _, _ = env.step(action if moves < 3 else chosen(observation, chance))
        moves += 1


@pytest.mark.parametrize("spec", SPECS)
def test_rendering(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = set()
    for mode in ("ansi", "human", "rgb_array", None):
        env = GameEnv(spec, render_mode=mode, seat=1)
        env.reset(seed=1)
        if mode is None:
            with pytest.warns(UserWarning, match="without a render mode"):
                assert env.render() is None
            continue
        for _ in range(4):
            frame = env.render()
            told = env._told()
            shapes.add(np.shape(frame))  # type: ignore[arg-type]
            if mode == "ansi":
                assert isinstance(frame, str)
            if env.step(int(told[0]["action_mask"].argmax()))[2]:
                break
    assert len(shapes) == 2
    assert "to move" in capsys.readouterr().out or spec == "honeymoon"


def test_a_picture_shows_the_pieces() -> None:
    env = GameEnv("othello:4", render_mode="rgb_array", opponent="first")
    env.reset(seed=1)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    assert (frame.shape, frame.dtype) == ((160, 160, 3), np.dtype(np.uint8))
    middles = frame[32:160:32, 32:160:32].sum(axis=2)
    dark, light = np.zeros((4, 4), bool), np.zeros((4, 4), bool)
    dark.flat[list(env._position.pieces(0))] = True  # type: ignore[union-attr]
    light.flat[list(env._position.pieces(1))] = True  # type: ignore[union-attr]
    assert ((middles < 200) == dark).all()
    rims = frame[32:160:32, 18:146:32].sum(axis=2)
    assert ((rims < 300) == (dark | light)).all()


def test_games_that_end_too_early_are_begun_again() -> None:
    """With one in a row the first move wins: the second seat never moves."""
    with pytest.raises(bg.UnsupportedError, match="seat 1 of mnk:3,3,1 cannot learn"):
        GameEnv("mnk:3,3,1", seat=1).reset()
    env = GameEnv("mnk:3,3,1", seat="alternate")
    for _ in range(3):
        _, info = env.reset()
        assert info["seat"] == 0


def test_a_position_may_be_the_start() -> None:
    middle = bg.Othello().play("d3").play("c5")
    env = GameEnv(middle, seat=0)
    observation, _ = env.reset(seed=1)
    assert np.array_equal(observation["observation"], middle.planes(0))
    with pytest.raises(bg.ParameterError, match="not over"):
        GameEnv(bg.TicTacToe.from_string("tictactoe ooo/xx./..."))


def test_the_layout_of_planes() -> None:
    first, last = GameEnv("honeymoon"), GameEnv("honeymoon", layout="HWC")
    a, b = first.reset(seed=1)[0], last.reset(seed=1)[0]
    assert last.observation_space.contains(b)
    assert np.array_equal(a["observation"], b["observation"].transpose(2, 0, 1))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alone(copied: Callable[[Any], Any]) -> None:
    env = GameEnv("quo:3", opponent="greedy", seat="alternate")
    played(env, 1, 7)
    other = copied(env)
    assert data_equivalence(played(env, None), played(other, None))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"spec": "chess"}, "'chess' is not a valid game|chess"),
    ({"seat": 2}, "seat must be from 0 to 1 or 'alternate', not 2"),
    ({"seat": -1}, "seat must be from 0 to 1 or 'alternate', not -1"),
    ({"seat": "both"}, "seat must be 'alternate', not 'both'"),
    ({"layout": "WHC"}, "layout must be 'CHW' or 'HWC', not 'WHC'"),
    ({"on_illegal": "pass"}, "on_illegal must be 'lose' or 'raise', not 'pass'"),
    ({"render_mode": "svg"}, "render_mode must be 'ansi' or 'human' or 'rgb_array', not 'svg'"),
    ({"opponent": "nobody"}, "'nobody' is not a valid player"),
    ({"opponent": "alphabeta:depth=0"}, "depth"),
    ({"opponent": "ai14", "spec": "othello"}, "ai14"),
    ({"opponent": "alphabeta", "spec": "honeymoon"}, "hidden"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
@pytest.mark.parametrize("make", [GameEnv, GameVectorEnv])
def test_wrong_options(make: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(bg.GameError, match=message):
        make(**options)


@pytest.mark.parametrize(
    "options", [{"spec": 3}, {"seat": 0.5}, {"seat": True}, {"layout": 1}, {"opponent": 7}]
)
def test_options_of_wrong_types(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        GameEnv(**options)
