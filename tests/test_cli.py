"""The command line as a whole: help, and how mistakes and failures end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bitgames as bg
from tests.commands import fails, run

COMMANDS = [
    "play", "serve", "match", "tournament", "ratings", "selfplay", "solve", "search", "analyze",
    "perft", "census", "judge", "show", "convert", "engine", "demo", "rules", "players", "games",
    "db", "certificate",
]  # fmt: skip


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0
    listed = re.findall(r"^\W*(\w+)  ", result.stdout, flags=re.MULTILINE)
    assert [name for name in listed if name in COMMANDS] == COMMANDS


def test_a_group_without_its_subcommand_shows_help_and_is_a_mistake() -> None:
    result = run("db")
    assert fails(result, 2) == "bitgames: error: Missing command."
    assert "build" in result.stdout and "verify" in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--help" in result.stdout


def test_version() -> None:
    assert run("--version").stdout == f"bitgames {bg.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["match", "tictactoe"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "many"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "0"],
        ["match", "tictactoe", "ai2", "ai2", "--games", "9" * 60],
        ["match", "tictactoe", "ai2", "ai2", "--seed", "-1"],
        ["match", "tictactoe", "ai2", "ai2", "--threads", "0"],
        ["match", "tictactoe", "ai2", "nobody"],
        ["match", "tictactoe", "ai2", "alphabeta:depth=x"],
        ["match", "chess", "ai2", "ai2"],
        ["match", "tictactoe:5", "ai14", "ai2"],
        ["solve", "chess"],
        ["solve", "tictactoe:99"],
        ["solve", "tictactoe o"],
        ["solve", "tictactoe ooo/.../..."],
        ["solve", "\N{SNOWMAN}"],
        ["solve", ""],
        ["solve", "tictactoe", "--seconds", "-1"],
        ["solve", "tictactoe", "--table", "-1"],
        ["search", "tictactoe", "--depth", "-3"],
        ["search", "tictactoe", "--depth", "9" * 30],
        ["perft", "tictactoe", "-1"],
        ["perft", "tictactoe", "9" * 30],
        ["perft", "tictactoe"],
        ["show"],
        ["show", "tictactoe", "--json", "--svg", "-"],
        ["show", "tictactoe", "--load", "game.json"],
        ["show", "tictactoe", "--moves", "b2 b2"],
        ["show", "tictactoe", "--moves", "z9"],
        ["play", "tictactoe", "--side", "north"],
        ["play", "tictactoe", "--opponent", "nobody"],
        ["play", "tictactoe:5", "--opponent", "ai14"],
        ["play", "tictactoe:5", "--size", "4"],
        ["play", "tictactoe", "--size", "99"],
        ["play", "chess"],
        ["play", "othello", "--seed", "x"],
        ["play", "othello", "--opponent", "ai14"],
        ["play", "othello", "--opponent", "human:x=1"],
        ["play", "othello", "tictactoe"],
        ["play", "othello", "--load"],
        ["demo", "--seed", "-1"],
        ["demo", "--seed", "x"],
        ["demo", "extra"],
        ["match"],
        ["search"],
        ["search", "chess"],
        ["search", "othello", "--seconds", "nan"],
        ["solve"],
        ["solve", "othello", "--check", "ffo.obf"],
        ["solve", "othello XX"],
        ["players", "chess"],
        ["judge", "--nonsense"],
        ["judge", "one", "two"],
    ],
    ids=" ".join,
)
def test_mistakes_in_the_arguments(arguments: list[str]) -> None:
    result = run(*arguments)
    fails(result, 2)
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "tictactoe", "--table", "0"], "--table must be from 1 to 65536 MiB, not 0"),
        (["solve", "tictactoe", "--threads", "-1"], "--threads must be from 1 to 1024, not -1"),
        (["solve", "tictactoe", "--threads", "0"], "--threads must be from 1 to 1024, not 0"),
        (["match", "tictactoe", "ai1", "ai1", "--threads", "0"], "--threads must be from 1"),
        (["match", "tictactoe", "a", "b", "--threads", "x"], "Invalid value for '--threads': 'x'"),
        (["solve", "tictactoe", "--seconds", "0"], "--seconds must be above 0"),
        (["solve", "tictactoe", "--nodes", "0"], "--nodes must be from 1 to"),
        (["solve", "mosaic:3", "--checkpoint", "x", "--every", "-1"], "--every must be from 0"),
        (["search", "othello", "--table", "0"], "--table must be"),
        (["search", "othello", "--depth", "0"], "--depth must be from 1 to 250, not 0"),
        (["perft", "othello", "251"], "DEPTH must be from 0 to 250, not 251"),
        (["match", "tictactoe", "ai1", "ai1", "-n", "0"], "--games must be from 1"),
        (["match", "tictactoe", "ai1", "ai1", "--seed", "-1"], "--seed must be from 0"),
        (["play", "mosaic", "--size", "1", "--opponent", "human"], "--size must be from 2 to 7"),
        # What belongs to the text of a game or a player is not blamed on an option.
        (["play", "mosaic:1", "--opponent", "human"], "size must be from 2 to 7"),
        (
            ["engine", "--player", "alphabeta:depth=0", "--depth", "3"],
            "the option depth of alphabeta must be a whole number from 1 to 255, not 0",
        ),
        (["engine", "--protocol", "smoke"], "--protocol must be one of gtp, nboard, not"),
        (["db", "build", "honeymoon", "--cards", "0"], "--cards must be from 1 to 13, not 0"),
        (["db", "build", "honeymoon", "--cards", "1", "--strain", "x"], "--strain must be"),
    ],
)
def test_mistakes_are_blamed_on_what_was_typed(arguments: list[str], words: str) -> None:
    assert fails(run(*arguments), 2).startswith(f"bitgames: error: {words}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "tictactoe", "--svg", ""],
        ["show", "--load", ""],
        ["solve", "--obf", ""],
        ["solve", "mosaic:2", "--checkpoint", ""],
        ["play", "tictactoe", "--load", ""],
        ["db", "build", "honeymoon", "--cards", "1", "--out", ""],
        ["db", "verify", ""],
        ["db", "info", ""],
        ["judge", ""],
        ["convert", "", "games.ggf"],
        ["convert", "games.txt", ""],
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_an_empty_name_of_a_file_is_a_mistake(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "an empty name is not a valid file name" in fails(run(*arguments), 2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["board.png", "board.pdf", "board", "svg"])
def test_a_picture_is_svg(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (
        ["show", "tictactoe", "--svg"],
        ["analyze", "f5d6", "--svg"],
        ["tournament", "tictactoe", "first", "ai14", "--plot"],
        ["ratings", "r.jsonl", "--plot"],
    ):
        assert f"'{name}' is not a valid name of a picture: allowed is .svg" in (
            fails(run(*command, name), 2)
        )
    assert not list(tmp_path.iterdir())


def test_failures(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.json")
    assert "none.json: No such file" in fails(run("show", "--load", missing), 1)
    assert "none.json: No such file" in fails(run("play", "--load", missing), 1)
    (tmp_path / "bad.json").write_text("{}")
    for bad in (["show", "--load"], ["show"], ["play", "--load"]):
        assert "not a bitgames record" in fails(run(*bad, str(tmp_path / "bad.json")), 1)
    (tmp_path / "bad.obf").write_text("XO\n")
    assert "bad.obf:1: a board must have 64" in fails(
        run("solve", "--obf", str(tmp_path / "bad.obf")), 1
    )
    for text in ("", "\n", "% a comment\n\n"):
        (tmp_path / "no.obf").write_text(text)
        assert "no.obf: the file has no problems" in fails(
            run("solve", "--obf", str(tmp_path / "no.obf")), 1
        )
    assert "none.obf: No such" in fails(run("solve", "--obf", str(tmp_path / "none.obf")), 1)
    fails(run("play", "--load", str(tmp_path)), 1)
    target = str(tmp_path / "no" / "picture.svg")
    assert "picture.svg: No such file" in fails(run("show", "tictactoe", "--svg", target), 1)


def test_an_error_is_one_line_even_when_the_argument_has_several() -> None:
    fails(run("solve", "tictactoe\n\no"), 2)
