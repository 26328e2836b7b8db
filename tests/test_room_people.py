"""Who may do what in a room, and what players are told."""

from __future__ import annotations

from typing import Any

import pytest

import bitgames as bg
from bitgames._core import child_seed
from tests.rooms import Failing, Wire, two_people


def test_seats_belong_to_people() -> None:
    wire = two_people()
    assert wire.note("play", "other", i=0) == "denied"
    assert wire.note("play", "guest", i=0) == "denied"
    assert wire.note("new", "other", game="othello") == "denied"
    assert wire.note("sit", "guest", seat=0, player="human") == "denied"
    assert wire.note("sit", "other", seat=0, player="random") == "denied"
    assert wire.note("undo", "guest") == "denied"
    assert wire.note("resign", "guest") == "denied"
    assert wire.note("hint", "guest") == "denied"
    wire.say("play", i=0)
    assert wire.moves("other") == wire.moves("guest") == ["a1"]
    wire.say("play", "other", i=1)
    assert wire.moves() == ["a1", "b1"]
    wire.say("sit", "other", seat=1, player="open")
    wire.say("sit", "guest", seat=1, player="human")
    assert wire.state("guest")["seats"][1]["yours"]
    assert wire.say("play", "nobody", i=2) == []
    wire.say("resign", "guest")
    assert wire.state()["ended"] == {
        "how": "resigned",
        "seat": 1,
        "text": "x resigned",
        "said": {"code": "resigned", "values": ["x"]},
        "summary": [],
        "summary_said": [],
        "tricks": [],
        "tricks_said": [],
    }


def test_a_move_between_people_is_taken_back_by_consent() -> None:
    wire = two_people()
    wire.say("play", i=0)
    wire.say("undo")
    ask = [answer for name, answer in wire.heard if name == "other" and answer["is"] == "ask"]
    assert len(ask) == 1 and wire.moves() == ["a1"]
    assert wire.note("answer", "guest", ask=ask[0]["ask"], yes=True) == "stale"
    wire.say("answer", "other", ask=ask[0]["ask"], yes=False)
    assert wire.moves() == ["a1"]
    assert wire.note("answer", "other", ask=ask[0]["ask"], yes=True) == "stale"
    wire.say("undo")
    number = next(a["ask"] for n, a in reversed(wire.heard) if a["is"] == "ask")
    wire.say("answer", "other", ask=number, yes=True)
    assert wire.moves() == wire.moves("other") == []
    assert wire.note("goto", node=1) == "denied"
    assert wire.note("redo") == "denied"


def test_a_viewer_who_leaves_keeps_the_seat() -> None:
    wire = two_people()
    wire.room.leave("other")
    assert [seat["online"] for seat in wire.state()["seats"]] == [True, False]
    wire.say("play", i=4)
    wire.room.admit("other")
    wire.say("hello", "other")
    assert wire.moves("other") == ["b2"]
    wire.say("play", "other", i=0)
    assert wire.moves() == ["b2", "a1"]


def test_clients_start_no_programs() -> None:
    wire = Wire("othello")
    assert wire.note("new", seats=["human", "engine:rm -rf /"]) == "unsupported"
    assert wire.note("sit", seat=1, player="engine:true") == "unsupported"
    assert wire.note("new", seats=["human", "nobody"]) == "unsupported"
    assert wire.note("new", seats=["human"]) == "damaged"
    assert wire.note("new", seats=["human", "ai14"]) == "unsupported"
    named = Wire("othello", known={"friend": "first"})
    named.say("new", seats=["human", "friend"])
    named.say("play", text="d3")
    assert len(named.moves()) == 2


class Recorder(bg.players.Player):
    """The first move; remembers what it was told and asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.told: list[int] = []

    def start_game(self, seed: int) -> None:
        self.told.append(seed)

    def choose(self, at: bg.Position) -> bg.Move:
        return at.legal_moves[0]


def test_a_player_on_several_seats_is_told_of_a_game_once() -> None:
    """The three rivals of Quo were one object, seeded three times: the last seed won."""
    rival = Recorder()
    wire = Wire("quo:5", known={"rival": rival}, seed=5)
    wire.say("new", seats=["human", "rival", "rival", "rival"], seed=5)
    for _ in range(3):
        wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    assert rival.told == [child_seed(5, 1)]
    wire.say("rematch", confirm=True)
    wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    assert rival.told == [child_seed(5, 1), child_seed(5, 4 + 1)]


def test_players_by_spec_have_a_seed_each(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Recorder] = []

    def make() -> Recorder:
        made.append(Recorder())
        return made[-1]

    bg.players.register("recorder", make, replace=True)
    wire = Wire("quo:5")
    wire.say("new", seats=["human", "recorder", "recorder", "recorder"], seed=5)
    while len(wire.moves()) < 4:
        wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    # What a player hears when it is made comes before.
    assert [player.told[-1] for player in made] == [child_seed(5, seat) for seat in (1, 2, 3)]


@pytest.mark.parametrize(
    "answer",
    ["b2", 4, 99, 2**80, -1, 1.5, None, ValueError("a\nb"), bg.ForfeitError("it ended")],
    ids=repr,
)
def test_a_player_that_fails_forfeits(answer: Any) -> None:
    wire = Wire(known={"rival": Failing(answer)})
    wire.say("new", seats=["human", "rival"])
    wire.say("play", i=4)
    ended = wire.state()["ended"]
    assert (ended["how"], ended["seat"]) == ("forfeit", 1)
    assert ended["text"].startswith("x forfeits the game: ") and "\n" not in ended["text"]
    assert wire.moves() == ["b2"]
    wire.say("rematch")
    assert wire.state()["ended"] is None


def test_the_owner_acts_for_computers_that_play_alone() -> None:
    wire = Wire()
    wire.say("new", seats=["first", "first"])
    assert wire.state()["ended"]["how"] == "rules" and len(wire.moves()) == 7
    wire.say("goto", node=2)
    assert wire.state()["waits"]
    wire.say("go")
    assert len(wire.moves()) == 7
    assert wire.note("resign") == "denied"
    wire.room.admit("guest")
    assert wire.note("goto", "guest", node=1) == "denied"
    wire.say("rematch")
    assert wire.state()["number"] == 1 and len(wire.moves()) == 7


def test_a_computer_waits_when_the_tree_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    from bitgames.play import tree as module

    monkeypatch.setattr(module, "MAX_NODES", 2)
    wire = Wire()
    wire.say("new", seats=["human", "first"])
    assert wire.note("play", i=4) == "limit"
    assert wire.state()["waits"] and wire.moves() == ["b2"]
