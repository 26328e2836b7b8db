"""Games with conditions on the deal, in a room: found by a job, and known to all."""

from __future__ import annotations

import pytest

import bitgames as bg
from bitgames import deals
from tests.rooms import Wire

WANTED = "south points:15-17 shape:balanced, north spades:5+"


def new(wire: Wire, deal: str = WANTED, **fields: object) -> list[dict[str, object]]:
    return wire.say("new", game="honeymoon", deal=deal, id="n", **fields)


def test_the_deal_meets_the_conditions_and_all_are_told() -> None:
    wire = Wire(seed=1)
    wire.room.admit("guest")
    assert new(wire, "south HCP:15-17 shape:balanced, north ♠:5+")[-1]["re"] == "n"
    assert deals.read(WANTED).hold(wire.room.game.start)
    for viewer in ("me", "guest"):
        assert wire.state(viewer)["conditions"] == WANTED
    # The next deal meets them, too, and is another one.
    first = wire.room.game.start
    wire.say("rematch", confirm=True)
    assert wire.state()["number"] == 1 and wire.room.game.start != first
    assert deals.read(WANTED).hold(wire.room.game.start)
    # A game without them forgets them.
    wire.say("new", game="honeymoon", confirm=True)
    assert "conditions" not in wire.state()


def test_a_seed_repeats_the_deal_of_the_command_line() -> None:
    starts = []
    for _ in range(2):
        wire = Wire(seed=1)
        new(wire, seed=7)
        starts.append(wire.room.game.start)
    assert starts[0] == starts[1]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"deal": "south 15-17"}, "damaged"),
        ({"deal": ""}, "damaged"),
        ({"game": "othello", "deal": "points:15+"}, "unsupported"),
        ({"deal": "points:15+", "start": "honeymoon"}, "damaged"),
    ],
)
def test_what_is_refused(fields: dict[str, str], code: str) -> None:
    wire = Wire(seed=1)
    before = wire.room.game
    more = {} if "start" in fields else {"game": "honeymoon"}
    assert wire.note("new", **{**more, **fields}) == code
    assert wire.room.game is before


def test_deals_that_are_not_found_leave_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "PATIENCE", 50)
    wire = Wire("tictactoe", seed=1)
    wire.say("play", text="b2")
    heard = wire.say("new", game="honeymoon", deal="south points:37", confirm=True, id="n")
    assert [(each["is"], each["code"], each["re"]) for each in heard] == [("note", "limit", "n")]
    assert wire.room.game.start.game == "tictactoe"


def test_a_later_game_is_not_replaced() -> None:
    jobs = bg.play.QueuedJobs()
    wire = Wire("tictactoe", seed=1, jobs=jobs)
    wire.room.handle("me", {"do": "new", "game": "honeymoon", "deal": WANTED})
    wire.room.handle("me", {"do": "new", "game": "othello"})
    jobs.run_all()
    assert wire.state()["game"] == "othello"


def test_cards_in_the_place_of_others_need_no_search() -> None:
    wire = Wire(seed=1)
    new(wire)
    before = wire.room.game.start
    wire.room.game.redeal()
    wire.say("hello")
    assert wire.room.game.start != before
    assert "conditions" not in wire.state()
