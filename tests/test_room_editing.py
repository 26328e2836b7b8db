"""Positions that are set up piece by piece, by the message ``edit`` of a room."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.play.editing import edited
from bitgames.scene import validate
from tests.rooms import Wire

BOARDS = (
    "tictactoe", "tictactoe:5", "mnk:6,5,4", "mnk:5,1,3", "othello", "othello:4", "connect4",
    "connect4:5,4", "mosaic", "mosaic:4", "quo", "quo:3", "quo:5,lowest",
)  # fmt: skip


def edit(wire: Wire, **fields: Any) -> dict[str, Any]:
    """Send ``edit`` and return its answer, the only one."""
    (answer,) = wire.say("edit", **fields)
    assert answer["is"] == "edited", answer
    return answer


def walk(spec: str, plies: int, seed: int) -> bg.Position:
    """Return a position after so many random moves, or the last one of the game."""
    chance, position = random.Random(seed), bg.games.get(spec)
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(chance.choice(list(position.legal_moves)))
    return position


def is_choice(position: bg.Position) -> bool:
    """Whether an owner of Quo chooses cells, which only a text tells."""
    return isinstance(position, bg.Quo) and position.choosing is not None


def test_a_position_is_set_up_piece_by_piece() -> None:
    wire = Wire("honeymoon")
    found = edit(wire, text="othello:4", clear=True)
    assert found["text"] == "othello:4 ----/----/----/---- X"
    for cell, owner in ((0, 0), (1, 1), (2, 1)):
        found = edit(wire, text=found["text"], cell=cell, owner=owner)
    found = edit(wire, text=found["text"], turn=1)
    assert found["text"] == "othello:4 XOO-/----/----/---- O" and found["turn"] == 1
    found = edit(wire, text=found["text"], turn=0, cell=1)
    assert found["text"] == "othello:4 X-O-/----/----/---- X" and found["reason"] is None
    wire.say("new", start=found["text"], seats=["human", "first"])
    assert wire.state()["scene"]["owners"] == found["scene"]["owners"]


def test_without_a_text_it_begins_with_the_position_shown() -> None:
    wire = Wire()
    wire.say("new", game="connect4", moves=["4", "4", "3"], seats=["human", "human"])
    found = edit(wire)
    assert found["scene"]["owners"] == wire.state()["scene"]["owners"]
    assert found["text"] == wire.room.game.position.to_string() and found["turn"] is None
    wire.say("goto", node=1)
    assert edit(wire)["text"] == wire.room.game.position.to_string()
    assert wire.moves() == ["4"], "no game changes"


@pytest.mark.parametrize(
    ("text", "cell", "owner", "reason"),
    [
        ("tictactoe", 4, 1, "o moves first"),
        ("tictactoe ooo/xx./...", 5, 1, "both sides have a line"),
        ("mosaic:3", 2, 0, "the piece on cell 2b1 floats: 1b1 is empty"),
        ("quo:3 ./..../4...*.... 1", 0, 2, "the piece on cell 3a1 floats: 2a1 is empty"),
        ("connect4 ......./......./......./......./......./...o...", 36, 0, "o moves first"),
    ],
)
def test_an_impossible_board_is_held_and_the_reason_said(
    text: str, cell: int, owner: int, reason: str
) -> None:
    wire = Wire()
    found = edit(wire, text=text, cell=cell, owner=owner)
    assert reason in found["reason"]
    assert found["scene"]["owners"][cell] == str(owner)
    assert found["scene"]["moves"]["index"] == []
    with pytest.raises(bg.InvalidPositionError):
        bg.position(found["text"])
    validate(found["scene"])
    # The text is enough to go on from, and what was wrong can be mended.
    assert edit(wire, text=found["text"])["scene"] == found["scene"]
    back = edit(wire, text=found["text"], cell=cell)
    assert back["scene"]["owners"][cell] == "."


@pytest.mark.parametrize(
    ("text", "reason", "owners"),
    [
        ("tictactoe oo./.../...", "o moves first", "00......."),
        ("connect4:4,4 o.../..../..../x...", "floats", "0...........1..."),
        ("Mosaic Quo:3 ./..../41..*...? 3@1", "not offer", ".....30..*...."),
        ("mosaic:3 ./..../......... 2", "the neutral piece * of cell 1b2 is missing", "." * 14),
        ("mnk:5,1,3 ooo..", "o moves first", "000.."),
    ],
)
def test_a_text_of_an_impossible_board_is_drawn(text: str, reason: str, owners: str) -> None:
    found = edit(Wire(), text=text)
    assert reason in found["reason"] and found["scene"]["owners"] == owners


@pytest.mark.parametrize("spec", ["tictactoe", "othello:6", "mosaic:4", "quo:3"])
def test_any_text_form_of_a_position_is_read(spec: str) -> None:
    position = walk(spec, 5, 1)
    for text in (spec, position.to_string(), position.to_text(), repr(position)):
        start = bg.games.get(spec) if text == spec else position
        assert edit(Wire(), text=text)["text"] == start.to_string()


def test_discs_of_connect_four_come_to_rest() -> None:
    wire = Wire()
    found = edit(wire, text="connect4", cell=3, owner=0)
    assert found["text"].endswith("/...o...")
    found = edit(wire, text=found["text"], cell=3, owner=1)
    assert found["text"].endswith("/...x.../...o...") and found["reason"] is None
    # One that lies is changed in its place, and taken away from below those above it.
    assert edit(wire, text=found["text"], cell=38, owner=1)["text"].endswith("/...x.../...x...")
    assert edit(wire, text=found["text"], cell=38)["text"].endswith("/......./...x...")
    assert edit(wire, text=found["text"], cell=10)["text"] == found["text"]


def test_the_neutral_piece_stays() -> None:
    wire = Wire()
    start = bg.Mosaic(5)
    (cell,) = start.neutral
    assert wire.note("edit", text="mosaic:5", cell=cell) == "unsupported"
    assert edit(wire, text="mosaic:5", clear=True)["text"] == start.to_string()
    without = start.to_string().replace("*", ".")
    assert edit(wire, text=without, cell=cell, owner=1)["text"] == start.to_string()


def test_a_choice_of_quo_is_read_from_its_text() -> None:
    positions = (walk("quo:4", plies, seed) for seed in range(50) for plies in range(30))
    position = next(each for each in positions if is_choice(each))
    found = edited(position.to_string())
    assert found["text"] == position.to_string()
    assert found["scene"] == {**position.scene("all"), "ply": found["scene"]["ply"]}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "nope ..."}, "unsupported"),
        ({"text": ""}, "damaged"),
        ({"text": "tictactoe .../..."}, "damaged"),
        ({"text": "othello:5"}, "damaged"),
        ({"text": "othello " + "-" * 2000}, "limit"),
        ({"text": '{"position": "tictactoe ooo/.../..."}'}, "damaged"),
        ({"text": "honeymoon"}, "unsupported"),
        ({"text": bg.Honeymoon(1).to_string()}, "unsupported"),
        ({"text": "tictactoe", "cell": 9}, "damaged"),
        ({"text": "tictactoe", "cell": -1}, "damaged"),
        ({"text": "tictactoe", "cell": 0, "owner": 2}, "damaged"),
        ({"text": "tictactoe", "cell": 0, "owner": -1}, "damaged"),
        ({"text": "tictactoe", "owner": 1}, "damaged"),
        ({"text": "tictactoe", "turn": 1}, "unsupported"),
        ({"text": "othello", "turn": 2}, "damaged"),
        ({"text": "othello", "cell": True}, "damaged"),
        ({"text": "othello", "cell": 1.5}, "damaged"),
        ({"text": ["othello"]}, "damaged"),
        ({"text": "othello", "cell": 2**200}, "limit"),
        ({"text": "othello", "clear": 1}, "damaged"),
        ({"game": "othello"}, "damaged"),
    ],
)
def test_what_is_no_edit_is_refused(fields: dict[str, Any], code: str) -> None:
    assert Wire().note("edit", **fields) == code


def test_a_room_of_cards_has_no_board_to_set_up() -> None:
    wire = Wire("honeymoon")
    wire.say("new", seats=["human", "rule"], seed=2)
    (note,) = wire.say("edit")
    assert note["code"] == "unsupported" and "honeymoon has no board" in note["text"]


@given(
    st.sampled_from(BOARDS),
    st.lists(st.integers(0, 80), min_size=2, max_size=2),
    st.lists(st.integers(0, 10**6), min_size=2, max_size=2),
)
def test_a_position_becomes_any_other_one_cell_by_cell(
    spec: str, plies: list[int], seeds: list[int]
) -> None:
    """The text is that of the other position, and whatever lies between can be held."""
    one, other = (walk(spec, *each) for each in zip(plies, seeds, strict=True))
    assume(not is_choice(other))
    goal = other.scene("all")["owners"]  # type: ignore[typeddict-item]
    found = edited(one.to_string())
    assert found["text"] == one.to_string() and found["reason"] is None
    cells = range(len(goal))
    falls = found["scene"].get("falls")
    # A column is taken down from above and built from below.
    taken = [cell for cell in cells if falls or found["scene"]["owners"][cell] != goal[cell]]
    changes: list[tuple[int, int | None]] = [(cell, None) for cell in taken]
    changes += [(cell, int(goal[cell])) for cell in reversed(taken) if goal[cell].isdigit()]
    for cell, owner in changes:
        if found["scene"]["owners"][cell] != "*":
            found = edited(found["text"], cell=cell, owner=owner)
    if found["turn"] is not None:
        found = edited(found["text"], turn=other.turn)
    assert found["text"] == other.to_string()
    assert found["reason"] is None and found["scene"]["owners"] == goal


@given(
    st.sampled_from(BOARDS),
    st.lists(st.tuples(st.integers(0, 200), st.none() | st.integers(0, 3)), max_size=12),
    st.none() | st.integers(0, 3),
)
def test_whatever_is_drawn_can_be_held(
    spec: str, changes: list[tuple[int, int | None]], turn: int | None
) -> None:
    found = edited(spec)
    for cell, owner in changes:
        try:
            found = edited(found["text"], cell=cell, owner=owner, turn=turn)
        except bg.GameError:
            continue
        validate(found["scene"])
        assert edited(found["text"]) == found
        assert (found["reason"] is None) == _is_position(found["text"])


def _is_position(text: str) -> bool:
    try:
        bg.position(text)
    except bg.InvalidPositionError:
        return False
    return True
