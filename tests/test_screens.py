"""The screens of whole games; `test_terminal.py` plays the same games in real terminals."""

from __future__ import annotations

import pytest

from tests import screens


@pytest.mark.parametrize("size", screens.SIZES, ids=["small", "large"])
@pytest.mark.parametrize("game", screens.GAMES)
def test_the_screens_are_those_that_were_looked_at(game: str, size: tuple[int, int]) -> None:
    """After a change that is meant: `python -m tests.screens`."""
    seen = screens.inside(game, size)
    assert screens.kept(seen, size) == screens.path(game, size).read_text(encoding="utf-8")
    assert all(len(line) <= size[0] for screen in seen for line in screen.split("\n"))
    assert all(screen.count("\n") < size[1] for screen in seen)
