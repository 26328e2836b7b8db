"""ConnectX: agents of Kaggle as players, and players as agents, against its own interface."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.players import AgentPlayer, connectx_agent
from bitgames.players.connectx import is_agent
from tests import commands

OURS = 'import bitgames\n\nagent = bitgames.players.connectx_agent("alphabeta:depth=2")\n'
THEIRS = """
import random

def helper(x):
    return x

def my_agent(obs, config):
    return random.choice([c for c in range(config.columns) if obs.board[c] == 0])
"""
CONFIGURATION = {"columns": 7, "rows": 6, "inarow": 4}


class Struct(dict[str, Any]):
    """What Kaggle hands to an agent."""

    __getattr__ = dict.__getitem__


def last_callable(code: str) -> Callable[[Any, Any], int]:
    """The agent of a file, as Kaggle finds it."""
    names: dict[str, Any] = {}
    exec(compile(code, "<string>", "exec"), names)
    return [value for value in names.values() if callable(value)][-1]  # type: ignore[no-any-return]


def episode(agents: list[Callable[[Any, Any], int]], columns: int, rows: int) -> list[int]:
    """Play a game by the rules of the reference, as Kaggle shows it to its agents."""
    from tests.reference.connect4 import Game

    game = Game(columns, rows)
    moves: list[int] = []
    while not game.is_over:
        cells = [0] * (columns * rows)
        for player in (0, 1):
            for cell in game.pieces(player):
                cells[cell] = player + 1
        observation = Struct(
            board=cells, mark=game.turn + 1, step=len(moves), remainingOverageTime=60
        )
        configuration = Struct(columns=columns, rows=rows, inarow=4, actTimeout=2, timeout=2)
        column = agents[game.turn](observation, configuration)
        assert type(column) is int
        game = game.play(column)
        moves.append(column)
    return moves


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (9, 5), (12, 9)])
def test_an_exported_player_plays_whole_games(columns: int, rows: int) -> None:
    ours, theirs = last_callable(OURS), last_callable(THEIRS)
    random.seed(3)
    for agents in ([ours, theirs], [theirs, ours]):
        moves = episode(agents, columns, rows)
        record = bg.Record(bg.ConnectFour(columns, rows), moves)
        assert record.result is not None
        assert record.result.winner == agents.index(ours)


def test_an_agent_sees_what_kaggle_shows() -> None:
    seen = []

    def agent(observation: Any, configuration: Any) -> int:
        assert observation["board"] is observation.board
        seen.append((observation.mark, observation.step, observation.board[-7:]))
        assert (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4)
        assert (configuration.actTimeout, configuration["timeout"]) == (2, 2)
        with pytest.raises(AttributeError, match="absent"):
            _ = configuration.absent
        return 3

    player = AgentPlayer(agent)
    position = bg.ConnectFour()
    for _ in range(3):
        position = position.play(player.choose(position))
    row = [0] * 7
    assert seen[0] == (1, 0, row)
    row = [0, 0, 0, 1, 0, 0, 0]
    assert seen[1:] == [(2, 1, row), (1, 2, row)]


def test_a_clock_is_told() -> None:
    seen = set()

    def agent(observation: Any, configuration: Any) -> int:
        seen.add(configuration.actTimeout)
        return next(x for x in range(7) if observation.board[x] == 0)

    bg.match(AgentPlayer(agent), "random", "connect4", games=2, seed=1, clock=bg.Clock(move=5))
    assert seen == {5.0}


@pytest.mark.parametrize(
    ("function", "found"),
    [
        (lambda observation, configuration: 0, True),
        (lambda obs, config=None: 0, True),
        (lambda o, c: 0, True),
        (lambda position: 0, False),
        (lambda position, limits: 0, False),
        (lambda position, depth=2: 0, False),
        (bg.ConnectFour, False),
        (3, False),
    ],
)
def test_agents_are_told_from_other_functions(function: object, found: bool) -> None:
    assert is_agent(function) is found


def test_files_of_agents(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs.py", tmp_path / "ours.py"
    theirs.write_text(THEIRS, encoding="utf-8")
    ours.write_text(OURS, encoding="utf-8")
    assert bg.players.get(f"python:{theirs}").name == "my_agent"
    match = bg.match(f"python:{theirs}:my_agent", f"python:{ours}", "connect4", games=6, seed=1)
    assert (match.a, match.b) == ("my_agent", "agent")
    assert match.losses == (3, 3)
    result = commands.run("match", "othello", f"python:{theirs}", "random", "-n", "2")
    assert result.exit_code == 2
    assert "an agent of ConnectX plays connect4, not othello" in result.stderr
    theirs.write_text("def my_agent(obs):\n    return 1 / 0\n", encoding="utf-8")
    with pytest.raises(bg.PlayerError, match=r"ZeroDivisionError.*in theirs\.py, line 2"):
        bg.players.get(f"python:{theirs}").choose(bg.ConnectFour())
    theirs.write_text("x = 3\n", encoding="utf-8")
    with pytest.raises(bg.ParameterError, match="has no function, which its player must be"):
        bg.players.get(f"python:{theirs}")
    theirs.write_text("def last(position):\n    return 6\n", encoding="utf-8")
    assert bg.players.get(f"python:{theirs}").choose(bg.ConnectFour()) == 6


def shown(**changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    board = [0] * 41 + [1]
    return {"board": board, "mark": 2, **changes}, {**CONFIGURATION, **changes}


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"inarow": 5}, bg.UnsupportedError, r"configuration\.inarow must be 4, not 5"),
        ({"columns": 3}, bg.ParameterError, "width must be from 4 to 12, not 3"),
        ({"rows": None}, bg.ParameterError, r"configuration\.rows is missing"),
        ({"rows": "6"}, bg.ParameterError, r"configuration\.rows must be a whole number, not '6'"),
        ({"rows": 5}, bg.ParameterError, r"observation\.board must be a list of 35 numbers"),
        ({"board": [3] * 42}, bg.ParameterError, r"observation\.board must be a list of 42 num"),
        ({"board": "0" * 42}, bg.ParameterError, r"observation\.board must be a list of 42 num"),
        ({"board": [1] + [0] * 41}, bg.InvalidPositionError, "a disc floats"),
        ({"board": [0] * 38 + [1] * 4}, bg.InvalidPositionError, "o moves first"),
        ({"mark": 1}, bg.ParameterError, r"observation\.mark must be 2, the side to move, not 1"),
        (
            {"board": [0] * 35 + [2, 2, 2, 1, 1, 1, 1]},
            bg.ParameterError,
            "one on which the game goes on",
        ),
    ],
)
def test_what_an_agent_refuses(changes: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        connectx_agent("first")(*shown(**changes))


def test_the_same_seed_plays_the_same() -> None:
    def game(seed: int) -> list[int]:
        return episode([connectx_agent("random", seed), connectx_agent("random", seed + 1)], 7, 6)

    assert game(1) == game(1) != game(3)
    with pytest.raises(bg.UnknownPlayerError):
        connectx_agent("ai14")


@pytest.mark.peers
def test_kaggle_plays_both(tmp_path: Path) -> None:
    kaggle = pytest.importorskip("kaggle_environments", reason="needs kaggle-environments")
    path = tmp_path / "ours.py"
    path.write_text(OURS, encoding="utf-8")
    environment = kaggle.make("connectx", debug=True)
    environment.run([str(path), "random"])
    assert [state.reward for state in environment.steps[-1]] == [1, -1]
