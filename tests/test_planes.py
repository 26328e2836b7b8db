"""Planes for learning agents: each one shows what its name says, and the pages list them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import bitgames as bg
from tests import plane_tables
from tests.specs import every_board


def positions(spec: str, seed: int) -> Iterator[bg.Position]:
    """Every position of a random game."""
    chance = random.Random(seed)
    position = bg.games.get(spec)
    while True:
        yield position
        if position.is_over:
            return
        position = position.play(chance.choice(position.legal_moves))


def named(position: bg.Position, seat: int) -> dict[str, np.ndarray]:
    """The planes of a seat by their names, flat."""
    planes = position.planes(seat)
    names = position.plane_names
    assert len(set(names)) == len(names) == len(planes)
    return dict(zip(names, planes.reshape(len(names), -1), strict=True))


def cells(plane: np.ndarray) -> set[int]:
    return set(np.flatnonzero(plane).tolist())


@every_board
def test_every_plane_has_one_name_in_one_line(spec: str) -> None:
    position = bg.games.get(spec)
    named(position, 0)
    assert all(name.isprintable() and name for name in position.plane_names)
    last = list(positions(spec, 1))[-1]
    assert last.plane_names == position.plane_names


@pytest.mark.parametrize("spec", ["tictactoe:4", "mnk:6,5,4", "othello:6"])
def test_planes_of_flat_boards_are_the_pieces(spec: str) -> None:
    for position in positions(spec, 2):
        for seat in (0, 1):
            planes = named(position, seat)
            assert cells(planes.pop("own pieces")) == set(position.pieces(seat))
            assert cells(planes.pop("pieces of the other player")) == set(position.pieces(1 - seat))
            assert not planes


@pytest.mark.parametrize("spec", ["mosaic:3", "mosaic:4", "quo:3", "quo:4,lowest"])
def test_planes_of_pyramids_are_layers_and_seats(spec: str) -> None:
    whose = {
        2: ["own pieces", "pieces of the other player"],
        4: [
            "own pieces",
            "pieces of the next player",
            "pieces of the player 2 seats after",
            "pieces of the player 3 seats after",
        ],
    }
    for position in positions(spec, 3):
        assert isinstance(position, bg.Mosaic | bg.Quo)
        size, names = position.size, position.facts.player_names
        players = len(names)
        for seat in range(players):
            planes = named(position, seat)
            legal = {position.cell_of(move) for move in position.legal_moves}
            kinds = {
                kind: set(position.pieces((seat + after) % players))
                for after, kind in enumerate(whose[players])
            }
            kinds["cells where the player may place a piece now"] = (
                {cell for cell in legal if cell is not None} if seat == position.turn else set()
            )
            start = sum(width * width for width in range(1, size + 1))
            for layer in range(1, size + 1):
                width = size + 1 - layer
                start -= width * width
                for kind, wanted in kinds.items():
                    board = planes.pop(f"{kind}, layer {layer}").reshape(size, size)
                    shown = {start + y * width + x for y, x in np.argwhere(board).tolist()}
                    assert shown == {c for c in wanted if start <= c < start + width * width}
            assert planes.pop("the neutral piece").sum() == (size % 2)
            for number, name in enumerate(names):
                plane = planes.pop(f"all ones if the player is {name}")
                assert plane.all() if number == seat else not plane.any()
            turns = [planes.pop(name) for name in list(planes) if name.startswith("all ones if")]
            assert sum(bool(plane.all()) for plane in turns) == (1 if turns else 0)
            assert not planes


@pytest.mark.parametrize("spec", ["honeymoon", "honeymoon:face_up"])
def test_planes_of_honeymoon_are_what_the_seat_knows(spec: str) -> None:
    for position in positions(spec, 4):
        assert isinstance(position, bg.Honeymoon)
        for seat in (0, 1):
            planes = named(position, seat)
            card = [
                None if card is None else int(card) for card in (position.led, position.face_up)
            ]
            bids = [
                {
                    int(call) - 55
                    for caller, call in position.calls
                    if caller == who and int(call) > 54
                }
                for who in (seat, 1 - seat)
            ]
            expected = [
                set(position.pieces(seat)),
                set(position.known_theirs(seat)),
                set(position.unseen(seat)),
                {card[0]} - {None},
                {card[1]} - {None},
                set(position.played(seat)),
                set(position.played(1 - seat)),
                *bids,
            ]
            assert list(map(cells, planes.values())) == expected


@pytest.mark.parametrize("game", [game for game in bg.games.names() if game != "mnk"])
def test_the_page_of_a_game_lists_its_planes(game: str) -> None:
    page = (plane_tables.FOLDER / f"{game}.md").read_text(encoding="utf-8")
    specs = [found[1] for found in plane_tables.TABLE.finditer(page)]
    assert specs and all(spec.partition(":")[0] == game for spec in specs)
    assert page == plane_tables.remade(page), "run python -m tests.plane_tables"
