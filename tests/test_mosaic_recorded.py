"""Games of Mosaic and Mosaic Quo recorded from an independent implementation, move by move.

The first line of the file tells its format. Whatever plays these games must offer the same moves,
fill the same cells and name the same winner.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from tests.reference import mosaic

FORMAT, *RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "mosaic_sample.jsonl").read_text().splitlines()
]
WINNERS = {"first": 0, "second": 1, "first_and_third": 0, "second_and_fourth": 1, "both": None}
"""The team that has won; with ``none`` the recording leaves it open."""

every_game = pytest.mark.parametrize(
    "recorded", RECORDED, ids=lambda each: f"{each['game']}{each['size']}-{each['seed']}"
)


def spec_of(recorded: dict[str, Any]) -> str:
    """The recordings always take the lowest cells with the last pieces."""
    lowest = ",lowest" if recorded["game"] == "quo" else ""
    return f"{recorded['game']}:{recorded['size']}{lowest}"


def as_bits(cells: list[int]) -> int:
    return sum(1 << cell for cell in cells)


def test_the_recordings_cover_every_size_of_both_games() -> None:
    found = {(each["game"], each["size"]) for each in RECORDED}
    expected = {("mosaic", size) for size in mosaic.Mosaic.sizes}
    assert found == expected | {("quo", size) for size in mosaic.Quo.sizes}
    assert "format" in FORMAT


@every_game
def test_the_reference_plays_a_recorded_game(recorded: dict[str, Any]) -> None:
    game = mosaic.start(spec_of(recorded))
    assert game.pieces_each == recorded["pieces"]
    assert as_bits([i for i, each in enumerate(game.cells.values()) if each == "*"]) == int(
        recorded["neutral"], 16
    )
    steps = zip(
        recorded["moves"], recorded["turn"], recorded["legal"], recorded["states"], strict=True
    )
    for move, turn, legal, state in steps:
        assert not game.is_over
        assert game.turn == turn
        assert as_bits(game.legal_moves) == int(legal, 16)
        game = game.play(move)
        assert [as_bits(game.pieces(seat)) for seat in game.seats] == [
            int(each, 16) for each in state
        ]
        assert mosaic.parse(game.text).text == game.text
        assert game.is_possible()
    assert game.is_over
    if recorded["winner"] == "none":
        assert not game.placed_out
        assert not game.open_cells
    else:
        assert game.winner == WINNERS[recorded["winner"]]


@every_game
def test_the_package_plays_a_recorded_game(recorded: dict[str, Any]) -> None:
    position = bg.position(spec_of(recorded))
    assert isinstance(position, bg.mosaic.PyramidPosition)
    seats = range(position.facts.players)
    assert set(position.pieces_left) == {recorded["pieces"]}
    assert int(position.neutral) == int(recorded["neutral"], 16)
    steps = zip(
        recorded["moves"], recorded["turn"], recorded["legal"], recorded["states"], strict=True
    )
    for move, turn, legal, state in steps:
        assert position.outcome is None
        assert position.turn == turn
        assert int(position.legal) == int(legal, 16)
        position = position.play(move)
        pieces = [int(position.pieces(seat)) for seat in seats]
        assert pieces == [int(each, 16) for each in state]
        assert int(position.occupied) == sum(pieces) + int(recorded["neutral"], 16)
        assert bg.position(position.to_string()) == position
    outcome = position.outcome
    assert outcome is not None
    if recorded["winner"] == "none":
        assert (outcome.winners, outcome.reason) == ((), "no legal cell left")
        return
    team = WINNERS[recorded["winner"]]
    assert outcome.winners == tuple(s for s in seats if position.facts.teams[s] == team)
    assert outcome.reason == ("all pieces placed" if outcome.winners else "both sides out at once")
