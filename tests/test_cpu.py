"""Levels of processor features: the variable that lowers them, and the same results on each."""

from __future__ import annotations

import pytest

from bitgames import _core
from tests.processes import BITGAMES, python, run
from tests.test_ffo import PROBLEMS, QUICK

NAME = "BITGAMES_CPU"
LEVELS = _core.cpu_levels()
ANSWERS = """
import sys, bitgames as bg
from bitgames import _core
print(_core.cpu_levels()[-1])
print(bg.perft(bg.Othello(), 7), bg.search(bg.Othello(), depth=7, lines=4).lines)
for text in sys.argv[1:]:
    found = bg.solve(bg.Othello.from_obf(text), threads=1)
    print(found.value, found.pv, found.nodes)
"""
# The last two take seconds.
ENDINGS = [problem.position for problem in PROBLEMS if problem.number <= QUICK - 2]


def test_results_are_those_of_every_level() -> None:
    answers = {}
    for level in LEVELS:
        found = python(ANSWERS, *ENDINGS, env={NAME: level})
        assert found.returncode == 0, found.stderr
        used, *answers[level] = found.stdout.splitlines()
        assert used == level
    for level in LEVELS:
        assert answers[level] == answers["portable"], level


@pytest.mark.parametrize("arguments", [["--help"], ["judge", "-"], ["players", "othello"]])
def test_a_level_that_is_missing_is_refused_by_name(arguments: list[str]) -> None:
    found = run([*BITGAMES, *arguments], env={NAME: "mmx"})
    allowed = ", ".join(level for level in ("portable", "avx2", "avx512") if level in LEVELS)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr == (
        f'bitgames: error: {NAME} must be one of this processor\'s levels ({allowed}), not "mmx"\n'
    )


def test_an_import_names_the_levels() -> None:
    found = python("from bitgames import ParameterError", env={NAME: "sse9"})
    assert found.returncode == 1
    assert f"ParameterError: {NAME} must be one of" in found.stderr
