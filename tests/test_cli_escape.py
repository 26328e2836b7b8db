"""Names and texts of others reach the terminal without their control characters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.arguments import printable
from bitgames.cli.session import Session
from tests.commands import run

NASTY = "evil\x1b[2J\x07\r\n\x9b31mname"


class Evil(bg.players.Player):
    """Its name and its last words want to rule the terminal."""

    name = NASTY

    def choose(self, at: Any) -> str:
        raise bg.ForfeitError(NASTY)


def is_harmless(text: str) -> bool:
    return all(each.isprintable() or each == "\n" for each in text)


def test_plain_text_stays() -> None:
    for text in ("ai14", "", "Müller 先手", "a b"):
        assert printable(text) == text
    assert printable(NASTY) == r"evil\u{1b}[2J\u{7}\r\n\u{9b}31mname"


def test_an_opponent_does_not_rule_the_terminal() -> None:
    session = Session(bg.TicTacToe(), Evil(), "o", seed=0)
    said = [*session.open(), *session.handle("b2"), *session.handle(NASTY)]
    assert is_harmless("".join(said))
    assert r"evil\u{1b}[2J" in said[0]
    assert r"x forfeits the game: evil\u{1b}[2J\u{7}" in "".join(said)


def test_a_match_shows_names_harmlessly() -> None:
    bg.players.register("evil", Evil)
    result = run("match", "tictactoe", "evil", "first", "-n", "2", "-q")
    assert result.exit_code == 0
    assert is_harmless(result.output)
    assert r"evil\u{1b}[2J" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", NASTY],
        ["play", "tictactoe", "--opponent", NASTY],
        ["play", "--load", NASTY],
        ["players", NASTY],
        ["match", "tictactoe", NASTY, "first"],
        ["solve", "--obf", NASTY],
        ["--" + NASTY],
        [NASTY],
    ],
    ids=lambda arguments: arguments[0],
)
def test_errors_are_one_harmless_line(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert is_harmless(result.output)
    assert result.stderr.count("\n") == 1


def test_files_are_shown_harmlessly(tmp_path: Path) -> None:
    path = tmp_path / "one\x1b[2J.json"
    session = Session(bg.TicTacToe(), None, seed=0)
    said = [*session.open(), *session.handle(f"save {path}"), *session.handle(f"load {path}x")]
    assert path.exists() and is_harmless("".join(said))
    problems = tmp_path / "problems.obf"
    squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
    problems.write_text(f"{squares} X; G8:+18; % \x1b[2Jone\n", encoding="ascii")
    result = run("solve", "--obf", str(problems))
    assert is_harmless(result.output)
