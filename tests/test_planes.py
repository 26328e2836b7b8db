"""Planes for learning agents: each one shows what its name says, and the pages list them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

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
            numbers, facts = list(planes.values())[-2:]
            assert list(map(cells, planes.values()))[:-2] == expected
            tricks = [position.tricks[seat], position.tricks[1 - seat], 0, 0]
            assert numbers.reshape(4, 13).sum(axis=1).tolist() == tricks
            names = [str(call) for _, call in position.calls if str(call) != "pass"]
            assert (0 in cells(facts)) == (names[-1:] == ["double"])
            assert (1 in cells(facts)) == (names[-1:] == ["redouble"])


def observed(position: bg.Position) -> tuple[bytes, bytes, int]:
    """What the seat to move is shown."""
    mask = position.legal_mask()
    return position.planes(position.turn).tobytes(), mask.tobytes(), position.turn


def same_returns(one: bg.Position, other: bg.Position) -> bool:
    """Whether all continuations that both allow end with equal scores."""
    if one.is_over and other.is_over:
        return one.outcome == other.outcome
    both = {int(move) for move in one.legal_moves} & {int(move) for move in other.legal_moves}
    return all(same_returns(one.play(move), other.play(move)) for move in both)


def same_lines(one: bg.Position, other: bg.Position, chance: random.Random) -> bool:
    """The same for random continuations."""
    for _ in range(2):
        a, b = one, other
        while not a.is_over and not b.is_over:
            both = {int(move) for move in a.legal_moves} & {int(move) for move in b.legal_moves}
            if not both:
                break
            move = chance.choice(sorted(both))
            a, b = a.play(move), b.play(move)
        if a.is_over and b.is_over and a.outcome != b.outcome:
            return False
    return True


def ends(position: bg.Position, plies: int) -> list[bg.Position]:
    """Every position after so many moves."""
    found = [position]
    for _ in range(plies):
        found = [after.play(move) for after in found for move in after.legal_moves]
    return found


def check_equals(found: list[bg.Position], same: Callable[[bg.Position, bg.Position], bool]) -> int:
    """Compare positions of equal observations; how many there are."""
    groups: dict[object, list[bg.Position]] = {}
    for position in found:
        if not position.is_over:
            groups.setdefault(observed(position), []).append(position)
    pairs = [(first, at) for first, *others in groups.values() for at in others]
    for first, at in pairs:
        assert same(first, at), f"{first.to_string()}\n{at.to_string()}"
    return len(pairs)


OPTIONS = [
    "",
    ",vulnerable=south",
    ",vulnerable=north",
    ",dealer=north",
    ",notrump=no",
    ",play_lead=declarer",
    ",play_lead=last_winner",
    ",scoring=rubber",
    ",scoring=rubber,part_scores=60/0",
    ",scoring=rubber,part_scores=0/60,vulnerable=both",
]
AUCTIONS = [
    "1C pass",
    "1C double pass",
    "1C double redouble pass",
    "1C 1H pass",
    "1C 1H double pass",
]
PRESETS = ["taiwan", "bicycle", "face_up"]


def test_a_doubled_contract_is_seen() -> None:
    start = bg.Honeymoon(7)
    plain, doubled = start, start
    for call in ("1C", "1H", "pass"):
        plain = plain.play(call)
    for call in ("1C", "1H", "double", "pass"):
        doubled = doubled.play(call)
    assert plain.turn == doubled.turn
    assert (plain.planes(0) != doubled.planes(0)).any()
    assert (plain.planes(1) != doubled.planes(1)).any()


@pytest.mark.parametrize("preset", PRESETS)
def test_equal_observations_of_honeymoon_have_equal_scores(preset: str) -> None:
    """All rules, auctions and doubles over one deal, with the same cards played."""
    chance = random.Random(3)
    for deal in range(2):
        found = []
        for options in OPTIONS:
            start = bg.games.get(f"honeymoon:{preset}{options}").deal(deal)
            for auction in AUCTIONS:
                position, calls = start, auction.split()
                cards = random.Random(deal)
                while not position.is_over:
                    found.append(position)
                    if position.phase == "auction":
                        call = calls.pop(0) if calls else "pass"
                        position = position.play(call)
                    else:
                        position = position.play(cards.choice(position.legal_moves))
        assert check_equals(found, lambda a, b: same_lines(a, b, chance))


@pytest.mark.parametrize("rules", ["taiwan", "bicycle,scoring=rubber", "face_up,vulnerable=both"])
def test_equal_endings_of_honeymoon_have_equal_scores(rules: str) -> None:
    """Every order of the cards of the last tricks: who won them is seen."""
    chance, pairs = random.Random(4), 0
    for deal in range(6):
        position = bg.games.get(f"honeymoon:{rules}").deal(deal)
        for call in [] if position.phase == "draw" else ["1C", "1H", "double", "pass"]:
            position = position.play(call)
        while position.phase != "play" or len(position.pieces(0)) > 4 or position.led is not None:
            calls = position.phase == "auction"
            legal = position.legal_moves
            position = position.play(
                legal[0 if calls and position.calls else -1] if calls else chance.choice(legal)
            )
        pairs += check_equals(ends(position, 4), same_returns)
    assert pairs


@pytest.mark.parametrize("game", [game for game in bg.games.names() if game != "mnk"])
def test_the_page_of_a_game_lists_its_planes(game: str) -> None:
    page = (plane_tables.FOLDER / f"{game}.md").read_text(encoding="utf-8")
    specs = [found[1] for found in plane_tables.TABLE.finditer(page)]
    assert specs and all(spec.partition(":")[0] == game for spec in specs)
    assert page == plane_tables.remade(page), "run python -m tests.plane_tables"
