"""The boards on which tests of every game run: one of each game, and with ``--deep`` all sizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import bitgames as bg

SPECS = [spec for name in bg.games.names() for spec in bg.games.examples(name)]
"""Examples of all games in all sizes."""

# Another rule is another game; so is a board that takes another word: of 128 bits at tic-tac-toe,
# of 64 at Mosaic.
USUAL = {
    *(bg.games.examples(name)[0] for name in bg.games.names()),
    *bg.games.examples("honeymoon"),
    "mnk:11,11,5",
    "mosaic:4",
    "quo:4,lowest",
}


def boards(specs: Iterable[str] = SPECS) -> list[Any]:
    """The boards as parameters of a test; those that are not usual run with ``--deep``."""
    return [spec if spec in USUAL else pytest.param(spec, marks=pytest.mark.deep) for spec in specs]


every_board = pytest.mark.parametrize("spec", boards())
