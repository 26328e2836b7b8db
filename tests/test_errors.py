"""Errors say in attributes what they are about, are pickled with them, and show nothing hidden."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.arguments import parameter_error

START = bg.TicTacToe().play("b2")

CASES: list[tuple[Callable[[], object], type[bg.GameError], dict[str, Any]]] = [
    (
        lambda: START.play("b2"),
        bg.IllegalMoveError,
        {"move": "b2", "position": START, "legal_moves": START.legal_moves},
    ),
    (
        lambda: START.play(9),
        bg.IllegalMoveError,
        {"move": "9", "position": START, "legal_moves": START.legal_moves},
    ),
    (
        lambda: START.play(bg.Othello().legal_moves[0]),
        bg.IllegalMoveError,
        {"move": "d3", "position": START},
    ),
    (
        lambda: bg.honeymoon.Ending(["10"]).play(1),
        bg.IllegalMoveError,
        {"move": "1", "position": None, "legal_moves": None},
    ),
    (lambda: START.play("z9"), bg.ParseError, {"what": "move", "text": "z9"}),
    (
        lambda: bg.position("tictactoe ooo/.../..."),
        bg.InvalidPositionError,
        {"text": "ooo/.../..."},
    ),
    (lambda: bg.position("chess"), bg.UnknownGameError, {"name": "chess"}),
    (lambda: bg.Agent("nobody"), bg.UnknownPlayerError, {"name": "nobody", "game": "all games"}),
    (
        lambda: bg.TicTacToe(9),
        bg.ParameterError,
        {"name": "size", "allowed": "from 1 to 8", "value": "9"},
    ),
    (
        lambda: bg.playout(START, seed=-1),
        bg.ParameterError,
        {"name": "seed", "allowed": "from 0 to 2**128 - 1", "value": "-1"},
    ),
    (
        lambda: bg.match("first", "first", "tictactoe", games=0),
        bg.ParameterError,
        {"name": "games", "value": "0"},
    ),
    (
        lambda: bg.search(bg.Honeymoon(1)),
        bg.UnsupportedError,
        {"what": "a search", "game": "honeymoon"},
    ),
    (lambda: bg.solve(bg.mnk(11, 11, 5), nodes=5000), bg.LimitError, {}),
]


@pytest.mark.parametrize(("call", "kind", "attributes"), CASES)
def test_errors_carry_what_they_are_about(
    call: Callable[[], object], kind: type[bg.GameError], attributes: dict[str, Any]
) -> None:
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    for copied in (
        error,
        pickle.loads(pickle.dumps(error)),
        copy.copy(error),
        copy.deepcopy(error),
    ):
        assert type(copied) is type(error) and str(copied) == str(error)
        for name, value in attributes.items():
            assert getattr(copied, name) == value, name
        assert vars(copied).keys() == vars(error).keys()
    assert set(vars(error)) - {"__notes__"} <= set(type(error).__annotations__)


def test_names_that_there_are() -> None:
    with pytest.raises(bg.UnknownGameError) as game:
        bg.position("chess")
    assert game.value.known == bg.games.names()
    with pytest.raises(bg.UnknownPlayerError) as player:
        bg.Agent("nobody")
    assert player.value.known is not None and "ai14" in player.value.known


def test_a_limit_tells_what_was_spent() -> None:
    with pytest.raises(bg.LimitError) as caught:
        bg.solve(bg.mnk(11, 11, 5), nodes=5000)
    assert caught.value.nodes is not None and caught.value.nodes >= 5000
    assert caught.value.seconds is not None and caught.value.seconds > 0


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.endings"
    file.write_bytes(b"nothing")
    with pytest.raises(bg.DamagedFileError) as caught:
        bg.honeymoon.EndingDatabase(file)
    assert caught.value.path == str(file)
    assert caught.value.reason and caught.value.what


def test_attributes_are_there_without_a_value() -> None:
    error = bg.ParameterError("made by hand")
    assert error.name is error.allowed is error.value is None
    assert bg.IllegalMoveError().legal_moves is None
    assert parameter_error("x", "1", "2" * 5000).value == "2" * 200 + "…"


@pytest.mark.parametrize("rules", ["taiwan", "bicycle", "face_up"])
def test_no_error_shows_what_is_hidden(rules: str) -> None:
    """The error is the same in every world that looks the same to the player to move."""
    position = bg.Honeymoon(7, rules=rules)
    wrong = [move for move in range(position.num_moves) if not position.is_legal(move)]
    worlds = [position.determinize(position.turn, seed) for seed in range(5)]
    assert len(set(worlds)) == 5
    for move in (*wrong, 10**6, -1):
        found = []
        for world in worlds:
            with pytest.raises(bg.IllegalMoveError) as caught:
                world.play(move)
            found.append((str(caught.value), vars(caught.value)))
        assert all(each == found[0] for each in found)
        assert set(found[0][1]) == {"move"}
