"""Commands run as a user runs them, in this process or in one of their own."""

from __future__ import annotations

import os
import subprocess

from typer.testing import CliRunner, Result

from bitgames.cli.app import application
from tests import processes


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(application(*arguments[:1]), list(arguments), input=stdin)


def process(
    *arguments: str, stdin: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own; its lines end in a line feed on every system."""
    done = processes.run(
        [*processes.BITGAMES, *arguments], input=stdin, text=False, env=environment
    )
    done.stdout, done.stderr = (
        said.replace(os.linesep.encode(), b"\n") for said in (done.stdout, done.stderr)
    )
    return done


def fails(result: Result, code: int) -> str:
    """Check that a command failed with one line, and return it."""
    assert result.exit_code == code, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("bitgames: error: ")
    return lines[0]
