"""Help texts: every option and argument is explained, in two lines, without names of Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from bitgames.cli.app import application
from tests.commands import run

# What a line of help holds in a terminal of 80 columns, beside the name of the option.
LINE = 50
MAX_LINES = 4


def commands(command: Any = None, name: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command with its name, groups among them."""
    command = typer.main.get_command(application()) if command is None else command
    yield " ".join(name), command
    for each, child in getattr(command, "commands", {}).items():
        yield from commands(child, (*name, each))


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_is_explained(name: str) -> None:
    """By a sentence that begins with a capital letter and ends with a full stop."""
    for param in COMMANDS[name].params:
        assert param.help, f"{param.name} has no help"
        assert re.match(r"[A-Z]", param.help), param.help
        assert param.help.endswith("."), param.help
        assert len(param.help) <= LINE * MAX_LINES, f"{len(param.help)}: {param.help}"
        is_flag = getattr(param, "is_flag", False)
        assert is_flag or param.metavar, f"{param.name}: what is its value called?"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_speaks_no_python(name: str) -> None:
    command = COMMANDS[name]
    assert name == "" or (command.help or "").rstrip().endswith("."), name
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert not re.search(r"<(str|int|bool|float|Path|list)", result.stdout), result.stdout
    assert "see the docs" not in result.stdout


def test_the_value_of_an_option_is_said_where_it_needs_one() -> None:
    text = run("solve", "--help").stdout
    assert re.search(r"--table\W+MIB\W", text)
    assert re.search(r"--json\W+Print", text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve"], ["Memory in MiB for positions that were searched", "of --checkpoint every S"]),
        (["search"], ["all hands and the stock open"]),
        (["match"], ["engine:COMMAND for another program"]),
        (["players"], ["COMMAND starts it"]),
    ],
)
def test_words_that_newcomers_asked_for(arguments: list[str], words: list[str]) -> None:
    text = " ".join(re.sub(r"[^\w.:,;()&'-]+", " ", run(*arguments, "--help").stdout).split())
    for word in words:
        assert word in text
