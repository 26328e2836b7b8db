"""What a room tells of hidden cards: the same in all worlds that look alike."""

from __future__ import annotations

from typing import Any

import pytest

import bitgames as bg
from tests.rooms import Failing, Wire, middle, two_people


def heard_by(start: bg.Position, viewer: str, seat: int) -> list[Any]:
    """All that a viewer hears in a room whose game starts there, whatever they say."""
    wire = Wire(start, seed=4)
    wire.room.seat([("human", "open")[number == seat] for number in (0, 1)], "me")
    wire.room.admit("you", seat=seat)
    wire.room.admit("guest")
    wire.room.begin()
    for do, fields in (
        ("hello", {}),
        ("play", {"i": 60}),
        ("play", {"i": 3}),
        ("play", {"text": "SA"}),
        ("play", {"text": "99"}),
        ("play", {"text": "zz"}),
        ("preview", {"i": 1}),
        ("undo", {}),
        ("tree", {"node": 0}),
        ("export", {"format": "tree"}),
        ("sit", {"seat": 1 - seat, "player": "human"}),
        ("sit", {"seat": seat, "player": "open"}),
        ("sit", {"seat": 1 - seat, "player": "human"}),
        ("sit", {"seat": seat, "player": "human"}),
        ("hint", {}),
        ("resign", {}),
        ("goto", {"node": 0}),
    ):
        wire.say(do, viewer, **fields)
    return [answer for name, answer in wire.heard if name == viewer and answer["is"] != "progress"]


@pytest.mark.usefixtures("one_round")
@pytest.mark.parametrize("spec", ["honeymoon", "honeymoon:bicycle", "honeymoon:face_up"])
@pytest.mark.parametrize("plies", [0, 3, 9, 30])
def test_a_seat_hears_the_same_in_all_worlds_that_look_alike_to_it(spec: str, plies: int) -> None:
    position = middle(spec, plies, plies)
    for seat in (0, 1):
        heard = heard_by(position, "you", seat)
        for world in range(4):
            assert heard_by(position.determinize(seat, world), "you", seat) == heard
        # A viewer without a seat knows even less: all worlds of either seat are the same.
        guest = heard_by(position, "guest", seat)
        bg.scene.validate(guest[0]["scene"] if guest[0]["is"] == "state" else guest[1]["scene"])
        for other in (0, 1):
            assert heard_by(position.determinize(other, 9), "guest", seat) == guest


def test_a_failing_player_tells_no_cards() -> None:
    start = bg.Honeymoon(3)
    theirs = start.pieces(1)
    for answer in (99, "zz", ValueError(start.to_string()), bg.IllegalMoveError(str(theirs))):
        wire = Wire(start, known={"rival": Failing(answer)})
        wire.room.seat(["human", "rival"], "me")
        wire.room.begin()
        wire.say("play", text="1C")
        ended = wire.state()["ended"]
        assert ended["how"] == "forfeit"
        assert ended["text"] == "north forfeits the game: the player gave no legal move"


def test_moves_are_not_taken_back_where_cards_are_hidden_from_the_other() -> None:
    wire = two_people("honeymoon")
    wire.say("play", text="1C")
    assert wire.note("undo") == "denied"
    assert wire.note("export", format="tree") == "denied"


def test_a_seat_is_not_changed_to_see_the_other_cards() -> None:
    wire = Wire("honeymoon")
    wire.say("new", seats=["human", "rule"])
    wire.say("sit", seat=0, player="open")
    assert wire.note("sit", seat=1, player="human") == "denied"
    wire.say("sit", seat=0, player="human")
    wire.say("new", seats=["rule", "human"])
    assert wire.state()["seats"][1]["yours"]


def test_the_viewer_sees_what_the_seat_may_see() -> None:
    wire = two_people("honeymoon")
    wire.say("hello", "guest")
    south, north, guest = (wire.state(name)["scene"] for name in ("me", "other", "guest"))
    assert (south["viewer"], north["viewer"], guest["viewer"]) == (0, 1, None)
    assert [len(hand["cards"]) for hand in south["hands"]] == [13, 0]
    assert [len(hand["cards"]) for hand in north["hands"]] == [0, 13]
    assert [len(hand["cards"]) for hand in guest["hands"]] == [0, 0]
    assert south["moves"]["index"] and not north["moves"]["index"] and not guest["moves"]["index"]
