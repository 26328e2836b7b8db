"""Recorded games of Mosaic and Mosaic Quo by an independent implementation, move by move.

The first line of the file says what is in it. That implementation takes the lowest cells when the
chain offers more than a seat has pieces left.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg

SAMPLES = Path(__file__).parent / "data" / "mosaic_sample.jsonl"
GAMES = [json.loads(line) for line in SAMPLES.read_text(encoding="ascii").splitlines()[1:]]

WINNERS = {
    "first": (0,),
    "second": (1,),
    "both": (),
    "first_and_third": (0, 2),
    "second_and_fourth": (1, 3),
}


def name_of(game: dict[str, Any]) -> str:
    return f"{game['game']}-{game['size']}-{game['seed']}"


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_recorded_games(game: dict[str, Any]) -> None:
    option = ",lowest" if game["game"] == "quo" else ""
    position = bg.position(f"{game['game']}:{game['size']}{option}")
    seats = position.facts.players
    neutral = int(game["neutral"], 16)
    for move, states, legal, turn in zip(
        game["moves"], game["states"], game["legal"], game["turn"], strict=True
    ):
        assert position.turn == turn
        assert sum(1 << int(m) for m in position.legal_moves) == int(legal, 16)
        position = position.play(move)
        pieces = [int(position.pieces(seat)) for seat in range(seats)]
        assert pieces == [int(state, 16) for state in states]
        assert int(position.occupied) == sum(pieces) + neutral
        assert bg.position(position.to_string()) == position
    outcome = position.outcome
    assert outcome is not None
    if game["winner"] == "none":
        # No legal cell left: that implementation leaves it at that, here fewer pieces left win.
        left = [game["pieces"] - len(position.pieces(seat)) for seat in range(seats)]
        first, second = left[0] + left[2], left[1] + left[3]
        winners = (0, 2) if first < second else (1, 3) if second < first else ()
        assert (outcome.winners, outcome.reason) == (winners, "no legal cell left")
    else:
        assert outcome.winners == WINNERS[game["winner"]]
    if outcome.is_draw and game["winner"] == "both":
        assert outcome.reason == "both sides out at once"
