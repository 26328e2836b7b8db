"""Who sits where: nobody plays against a person who has seen the hidden cards of their deal."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import bitgames as bg
from bitgames.play.jobs import PooledJobs, QueuedJobs
from bitgames.play.room.bounds import Bounds
from bitgames.play.shown import scene_of
from bitgames.scene.cards import CARDS
from bitgames.web.lobby import Lobby
from tests.rooms import Wire, two_people

ACTIONS = 120


class Table:
    """A lobby whose clients' answers are kept apart: which cards of which hand was who sent."""

    def __init__(self) -> None:
        self.lobby = Lobby()
        self.lobby._jobs.close()
        self.jobs = QueuedJobs()
        self.lobby._jobs = self.jobs  # type: ignore[assignment]
        self.known: dict[str, dict[str, list[set[str]]]] = defaultdict(
            lambda: defaultdict(lambda: [set(), set()])
        )
        """By deal and person, the cards of each seat that the person was sent, or chose."""
        self.seeds: set[int] = set()
        """The seeds that the owner chose."""
        self.seen: Counter[str] = Counter()
        self.owner = Client(self, "owner", self.lobby.token)
        self.guests: list[Client] = []

    @property
    def room(self) -> Any:
        """The only room."""
        (entry,) = self.lobby._rooms.values()
        return entry.room

    def close(self) -> None:
        self.lobby._jobs = PooledJobs(1)
        self.lobby.close()

    def learn(self, person: str, seat: int, cards: Any) -> None:
        self.known[self.room.game.start.to_string()][person][seat] |= {*cards} & {*CARDS}

    def choose(self) -> None:
        """Note that the owner knows all cards of the deal."""
        start = self.room.game.start
        for seat in (0, 1):
            self.learn("owner", seat, (CARDS[cell] for cell in start.pieces(seat)))

    def check(self) -> None:
        """Nobody with a seat plays against somebody who has seen their hand."""
        game = self.room.game
        if not game.start.facts.hidden or game.position.is_over:
            return
        if game.seed in self.seeds:
            self.choose()
        names = [seat.holder for seat in game.seats]
        if None in names or names[0] == names[1]:
            return
        self.seen["two people"] += 1
        public = scene_of(game, "nobody")["hands"]
        for seat, holder in enumerate(names):
            hand = {CARDS[cell] for cell in game.position.pieces(seat)} - {*public[seat]["cards"]}
            for person, cards in self.known[game.start.to_string()].items():
                if person != holder:
                    assert not cards[seat] & hand, (person, "has seen the hand of", holder)


class Client:
    """A window of the owner, a guest or a spectator."""

    def __init__(self, table: Table, name: str, token: str) -> None:
        self.table, self.name, self.token = table, name, token
        self.heard: list[dict[str, Any]] = []
        self.waits: list[dict[str, Any]] = []
        self.is_there = False
        self.come()

    def come(self) -> None:
        if self.is_there:
            return
        self.person = self.table.lobby.hello(self, {"do": "hello", "token": self.token})
        self.is_there = True
        for answer in self.waits:
            self.note(answer)
        self.waits = []
        for answer in self.heard:
            if self.name != "owner" and answer["is"] == "welcome" and "token" in answer:
                self.token = answer["token"]
                self.name = self.person.viewer

    def go(self) -> None:
        if self.is_there:
            self.table.lobby._leave(self.person, self)
            self.is_there = False

    def post(self, answer: dict[str, Any]) -> None:
        self.heard.append(json.loads(json.dumps(answer)))
        if answer["is"] == "state":
            self.note(answer) if hasattr(self, "person") else self.waits.append(answer)

    def note(self, state: dict[str, Any]) -> None:
        # A guest's name is known only after the welcome; before it, that of the room.
        name = self.name if self.name == "owner" else self.person.viewer
        if state["scene"]["kind"] != "table":
            return
        for seat, hand in enumerate(state["scene"]["hands"]):
            self.table.learn(name, seat, hand["cards"])
        for step in (*state["path"], *state["ahead"], *state["branches"]):
            for each in (step, *step.get("others", ())):
                self.table.learn(name, each["seat"], [each["text"]])
        self.table.seen["dealt again"] += "notice" in state

    def say(self, do: str, **fields: Any) -> dict[str, Any] | None:
        """Send a message; return the last answer, or None if the lobby refused it."""
        before = len(self.heard)
        if self.name == "owner" and self.table.lobby._rooms:
            fields["room"] = next(iter(self.table.lobby._rooms))
        with suppress(bg.play.MessageError):
            self.table.lobby.handle(self.person, self, {"do": do, **fields})
            self.table.jobs.run_all()
        return self.heard[-1] if len(self.heard) > before else None

    def play(self, chance: random.Random) -> None:
        game = self.table.room.game
        if game.position.turn in game.seats_of(self.person.viewer) and not game.is_over:
            self.say("play", i=int(chance.choice(game.position.legal_moves)))


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def act(table: Table, chance: random.Random) -> None:
    """Do something that owner or guests can do, allowed or not."""
    owner, room = table.owner, table.room
    guest = chance.choice(table.guests) if table.guests else None
    people = [owner, *([guest] if guest is not None and guest.is_there else [])]
    who = chance.choice(people)
    seat = chance.randrange(2)
    name = chance.choice(["human", "open", "open", "first"])
    node = chance.choice([each.number for each in room.game.tree])
    kind = chance.randrange(26)
    if kind < 8:
        for _ in range(chance.choice([1, 1, 3, 60])):
            chance.choice(people).play(chance)
    elif kind < 12:
        owner.say("sit", seat=seat, player=name)
    elif kind < 14:
        state = next(each for each in reversed(owner.heard) if each["is"] == "state")
        links = {key: link for key, link in state["links"].items() if key != "watch"}
        if links:
            link = chance.choice([*links.values()])
            with suppress(bg.play.MessageError):
                table.guests.append(Client(table, "guest", link))
    elif kind < 16 and guest is not None:
        guest.go()
    elif kind < 18 and guest is not None:
        with suppress(bg.play.MessageError):
            guest.come()
    elif kind < 19 and guest is not None and guest.is_there:
        guest.say("sit", seat=seat, player=chance.choice(["human", "open"]))
    elif kind == 19:
        who.say(chance.choice(["undo", "redo", "resign", "go"]))
    elif kind == 20:
        who.say("goto", node=node)
        who.say("delete", node=node)
    elif kind == 21:
        moves = chance.choice(
            [[chance.randrange(52)], [chance.randrange(88), chance.randrange(88)]]
        )
        who.say("branch", node=node, moves=moves)
    elif kind == 22:
        seats = {"seats": [chance.choice(["human", "open", "first"]) for _ in range(2)]}
        who.say("rematch", **chance.choice([{}, seats]))
    elif kind == 23:
        before = room.game.tree
        owner.say("import", data=bg.Record(bg.Honeymoon(chance.randrange(1000))).dumps())
        if table.room.game.tree is not before:
            table.choose()
    elif kind == 24:
        fields: dict[str, Any] = {"seats": [chance.choice(["human", "open", "first"]), "open"]}
        if chance.random() < 0.5:
            fields = {"seed": chance.randrange(1000), "seats": ["human", "first"]}
            table.seeds.add(fields["seed"])
        owner.say("new", game="honeymoon", **fields)
    elif guest is not None and guest.is_there:
        answer = next((a for a in reversed(guest.heard) if a["is"] == "ask"), None)
        if answer is not None:
            guest.say("answer", ask=answer["ask"], yes=True)


def test_nobody_plays_against_a_person_who_has_seen_their_hand(
    caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    seen: Counter[str] = Counter()
    tables = 20 if request.config.getoption("--deep") else 8
    for seed in range(tables):
        chance = random.Random(seed)
        table = Table()
        try:
            spec = chance.choice(["honeymoon", "honeymoon:bicycle", "honeymoon:face_up"])
            table.owner.say("new", game=spec, seats=["human", "open"])
            for _ in range(ACTIONS):
                act(table, chance)
                table.check()
            seen += table.seen
        finally:
            table.close()
    assert not caplog.records
    # A test of the test: it came to what it is about.
    assert seen["two people"] > 10 * tables and seen["dealt again"] > 2.5 * tables


def hand(state: dict[str, Any], seat: int) -> list[str]:
    cards: list[str] = state["scene"]["hands"][seat]["cards"]
    return cards


def last_state(client: Client) -> dict[str, Any]:
    return next(each for each in reversed(client.heard) if each["is"] == "state")


def test_a_hand_that_was_looked_at_is_dealt_again(table: Table) -> None:
    """The owner opens the invitation, reads the cards and closes it: the guest gets others."""
    table.owner.say("new", game="honeymoon", seats=["human", "open"])
    peep = Client(table, "guest", last_state(table.owner)["links"]["1"])
    read = hand(last_state(peep), 1)
    assert len(read) == 13
    peep.go()
    table.owner.say("sit", seat=1, player="open")
    assert "notice" not in last_state(table.owner)
    guest = Client(table, "guest", last_state(table.owner)["links"]["1"])
    for person in (table.owner, guest):
        assert last_state(person)["notice"]["code"] == "dealt"
        assert last_state(person)["number"] == 1 and last_state(person)["path"] == []
    assert hand(last_state(guest), 1) != read
    # The next deal of the series says nothing of that.
    table.owner.say("resign")
    table.owner.say("rematch")
    assert "notice" not in last_state(guest)


def test_who_comes_back_to_the_seat_keeps_the_cards(table: Table) -> None:
    table.owner.say("new", game="honeymoon", seats=["human", "open"])
    guest = Client(table, "guest", last_state(table.owner)["links"]["1"])
    cards = hand(last_state(guest), 1)
    guest.go()
    guest.come()
    assert hand(last_state(guest), 1) == cards
    # Also if the owner has opened the seat meanwhile, and nobody took it.
    guest.go()
    table.owner.say("sit", seat=1, player="open")
    guest.come()
    assert hand(last_state(guest), 1) == cards and last_state(guest)["seats"][1]["yours"]
    assert "notice" not in last_state(guest)


def test_open_cards_are_not_hidden_again_between_people() -> None:
    wire = two_people("honeymoon")
    chance = random.Random(1)
    while not (game := wire.room.game).is_over:
        who = game.seats[game.position.turn].holder
        assert who is not None
        wire.say("play", who, i=int(chance.choice(game.position.legal_moves)))
    assert wire.state()["ended"]["how"] == "rules" and "undo" not in wire.state()["can"]
    assert wire.note("undo") == "denied"


def test_a_branch_does_not_ask_for_the_cards_of_others() -> None:
    wire = Wire()
    wire.say("new", game="honeymoon", seats=["human", "open"], id=1)
    bids = [int(move) for move in wire.room.game.position.legal_moves]
    assert wire.note("branch", node=0, moves=[bids[0], bids[3]]) == "denied"
    assert not any(each["is"] == "note" for each in wire.say("branch", node=0, moves=bids[:1]))
    # Where nothing is hidden anybody may look ahead.
    wire.say("new", game="tictactoe", seats=["human", "first"], confirm=True)
    assert not any(each["is"] == "note" for each in wire.say("branch", node=0, moves=[4, 0]))


# What a viewer may do.

ACTIONS_TRIED: list[dict[str, Any]] = [
    {"do": "new", "game": "honeymoon", "seats": ["human", "open"]},
    {"do": "sit", "seat": 0, "player": "human"},
    {"do": "sit", "seat": 1, "player": "human"},
    {"do": "sit", "seat": 0, "player": "open"},
    {"do": "sit", "seat": 1, "player": "open"},
    {"do": "sit", "seat": 1, "player": "first"},
    {"do": "preview"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "goto", "node": 0},
    {"do": "go"},
    {"do": "branch", "node": 0},
    {"do": "promote"},
    {"do": "delete"},
    {"do": "comment", "text": "hm"},
    {"do": "claim"},
    {"do": "forced"},
    {"do": "hint"},
    {"do": "analyze", "depth": 1},
    {"do": "solve"},
    {"do": "graph"},
    {"do": "tree", "solve": False},
    {"do": "import", "data": "f5"},
    {"do": "rematch"},
    {"do": "resign"},
    {"do": "match", "a": "first", "b": "first", "games": 1},
    {"do": "show", "job": 999, "game": 0},
]
DEFINITE = {
    "promote",
    "delete",
    "comment",
    "graph",
    "match",
    "undo",
    "redo",
    "resign",
    "go",
    "hint",
}
"""Messages of the list that are carried out where `can` has them."""


@pytest.mark.usefixtures("one_round")
@pytest.mark.parametrize("seed", range(6))
def test_what_a_viewer_may_not_do_is_not_in_the_state(seed: int) -> None:
    """What `can` and `sits` have is not denied, and what they do not have is refused."""
    chance = random.Random(seed)
    wire = Wire(known={"rival": "first"}, bounds=Bounds(seconds=0.05, table_mib=1))
    wire.room.admit("other")
    wire.room.admit("guest")
    wire.say("new", game=chance.choice(["tictactoe", "honeymoon"]), seats=["human", "open"])
    tried: Counter[str] = Counter()
    for _ in range(100):
        viewer = chance.choice(["me", "me", "other", "guest"])
        wire.say("hello", viewer)
        state, game = wire.state(viewer), wire.room.game
        if chance.random() < 0.4:
            moves = state["scene"]["moves"]["index"]
            if "play" in state["can"]:
                wire.say("play", viewer, i=chance.choice(moves))
            else:
                assert wire.note("play", viewer, i=0) in ("denied", "illegal")
            continue
        message = dict(chance.choice(ACTIONS_TRIED))
        do = message.pop("do")
        if do in ("promote", "delete", "comment"):
            message["node"] = game.node.number
        if do == "branch":
            message["moves"] = [int(game.start.legal_moves[0])]
        if do == "preview":
            message["i"] = int(game.position.legal_moves[0]) if not game.position.is_over else 0
        allowed = (do if do != "preview" else "play") in state["can"]
        if do == "sit":
            kind = message["player"] if message["player"] in ("human", "open") else "computer"
            allowed = kind in state["seats"][message["seat"]]["sits"]
        codes = [each["code"] for each in wire.say(do, viewer, **message) if each["is"] == "note"]
        if not allowed:
            assert codes, (do, message, viewer)
        elif do in DEFINITE:
            # Beside other work a hint may not come in its time.
            assert set(codes) <= {"limit"}, (do, message, viewer)
        elif do != "branch":
            assert "denied" not in codes, (do, message, viewer)
        tried[do] += allowed
    assert len(tried) > 12


def test_seats_are_named_from_the_eyes_of_the_viewer(table: Table) -> None:
    table.owner.say("new", game="tictactoe", seats=["human", "open"])
    assert [seat["who"] for seat in last_state(table.owner)["seats"]] == ["you", "open"]
    guest = Client(table, "guest", last_state(table.owner)["links"]["1"])
    watcher = Client(table, "watch", last_state(table.owner)["links"]["watch"])
    seen = {
        client.name: [seat["who"] for seat in last_state(client)["seats"]]
        for client in (table.owner, guest, watcher)
    }
    assert list(seen.values()) == [["you", "guest"], ["owner", "you"], ["owner", "guest"]]
    # A guest changes the own seat alone, and a spectator none.
    assert [seat["sits"] for seat in last_state(guest)["seats"]] == [[], ["human", "open"]]
    assert {"new", "match", "import", "show"}.isdisjoint(last_state(guest)["can"])
    assert [seat["sits"] for seat in last_state(watcher)["seats"]] == [[], []]
    assert last_state(watcher)["can"] == ["export"]
    table.owner.say("sit", seat=0, player="first")
    assert [seat["who"] for seat in last_state(guest)["seats"]] == ["computer", "you"]
