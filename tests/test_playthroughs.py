"""The transcripts in `data/playthroughs`, replayed line by line."""

from __future__ import annotations

import pytest

import bitgames as bg
from tests import playthrough


@pytest.mark.parametrize("name", bg.games.names())
def test_transcript_is_what_the_game_says(name: str) -> None:
    kept = playthrough.path_of(name).read_text(encoding="utf-8")
    (game,) = playthrough.said(kept, "game: ")
    moves = playthrough.said(kept, "move: ")
    assert game.partition(":")[0] == name
    # Lists of lines, so that a failure shows the first that differs.
    assert playthrough.transcript(game, moves).splitlines() == kept.splitlines()
    assert bg.Record(game, moves).position.is_over
