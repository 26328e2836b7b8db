"""Hidden hands at the server: no message, error or file tells a seat what it may not know.

Everything that a viewer hears is the same in all worlds that look alike to it (`determinize`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.play import FIELDS, Room, file_content
from bitgames.play.jobs import PooledJobs, QueuedJobs
from bitgames.play.room.bounds import Bounds
from bitgames.scene.cards import CARDS
from bitgames.web import limits
from bitgames.web.lobby import Lobby
from bitgames.web.socket import read_frame
from tests.rooms import MESSAGES as MESSAGES_OF_ANY_KIND
from tests.rooms import middle

MESSAGES: list[dict[str, Any]] = [
    {"do": "hello"},
    {"do": "preview", "i": 3},
    {"do": "play", "text": "SA"},
    {"do": "play", "i": 51},
    {"do": "play", "i": 70000},
    {"do": "play", "text": "zz"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "go"},
    {"do": "goto", "node": 0},
    {"do": "goto", "node": 1 << 32},
    {"do": "branch", "node": 0, "moves": [1, 2]},
    {"do": "branch", "node": 0, "moves": [60]},
    {"do": "promote", "node": 0},
    {"do": "delete", "node": 1},
    {"do": "comment", "node": 0, "text": "hm"},
    {"do": "claim"},
    {"do": "claim", "tricks": 3},
    {"do": "forced"},
    {"do": "hint", "count": 0},
    {"do": "answer", "ask": 1, "yes": True},
    {"do": "analyze", "depth": 2},
    {"do": "analyze", "node": 0},
    {"do": "solve"},
    {"do": "solve", "wld": True},
    {"do": "graph"},
    {"do": "graph", "seconds": 0.1},
    {"do": "tree"},
    {"do": "tree", "node": 0, "solve": True},
    {"do": "stop", "job": 1},
    {"do": "geometry"},
    {"do": "edit"},
    {"do": "edit", "text": "tictactoe", "cell": 4, "owner": 0},
    {"do": "import", "data": "f5d6"},
    {"do": "import", "data": '{"format": "bitgames tree"}'},
    {"do": "match", "a": "first", "b": "first", "games": 1},
    {"do": "show", "job": 1, "game": 0},
    {"do": "games", "job": 1},
    {"do": "sit", "seat": 0, "player": "human"},
    {"do": "sit", "seat": 1, "player": "human"},
    {"do": "sit", "seat": 1, "player": "rule"},
    {"do": "new", "moves": ["1C", "2C", "SA"]},
    *(
        {"do": "export", "format": form}
        for form in (*file_content.FORMATS, *file_content.PICTURES, "zobrist")
    ),
    {"do": "resign"},
    {"do": "tree"},
    {"do": "graph"},
    {"do": "analyze", "depth": 1},
    {"do": "export", "format": "record"},
    {"do": "undo"},
]


def test_every_message_is_asked() -> None:
    named = {message["do"] for message in MESSAGES}
    assert named | {"rematch"} == set(FIELDS)


def heard(start: bg.Position, viewer: str, seat: int, seconds: float) -> list[str]:
    """All that a viewer hears in a room that begins there, whatever it says, as text."""
    jobs, told = QueuedJobs(), []
    room = Room(
        lambda name, answer: told.append((name, json.dumps(answer, sort_keys=True))),
        start,
        seed=7,
        jobs=jobs,
        bounds=Bounds(seconds=seconds, table_mib=1),
    )
    room.admit("owner", owner=True)
    room.seat([("human", "open")[number == seat] for number in (0, 1)], "owner")
    room.admit("seat", seat=seat)
    room.admit("watch")
    room.begin()
    for number, message in enumerate(MESSAGES):
        if message["do"] == "claim" and isinstance(start, bg.Honeymoon) and start.phase == "play":
            continue  # It may end the game, and then everything is open.
        room.handle(viewer, {**message, "id": f"{viewer} {number}"})
        jobs.run_all()
    return [
        untimed(text) for name, text in told if name == viewer and '"is": "progress"' not in text
    ]


def untimed(text: str) -> str:
    """An answer without the time that it took."""
    return re.sub(r'"seconds": [0-9.]+', "", text)


@pytest.mark.usefixtures("one_round")
@pytest.mark.parametrize(
    ("spec", "plies"),
    [("honeymoon", 3), ("honeymoon:bicycle", 9), ("honeymoon:face_up", 30), ("honeymoon", 40)],
)
def test_a_viewer_hears_the_same_in_all_worlds_that_look_alike(spec: str, plies: int) -> None:
    position = middle(spec, plies, plies)
    for seat in (0, 1):
        told = heard(position, "seat", seat, 60.0)
        assert len(told) >= len(MESSAGES) - 2
        assert heard(position.determinize(seat, plies), "seat", seat, 60.0) == told
    # Who only watches knows less than either seat.
    told = heard(position, "watch", 0, 60.0)
    for seat in (0, 1):
        assert heard(position.determinize(seat, 5), "watch", 0, 60.0) == told


@pytest.mark.usefixtures("one_round")
def test_no_answer_has_a_card_of_another_hand() -> None:
    """A test of the test: the cards are there to be found."""
    start = bg.Honeymoon(3)
    theirs = {CARDS[cell] for cell in start.pieces(1)}
    told = " ".join(heard(start, "seat", 0, 60.0))
    assert not any(f'"{card}"' in told for card in theirs)
    told = " ".join(heard(start, "seat", 1, 60.0))
    assert all(f'"{card}"' in told for card in theirs)


class Window:
    """A client of a lobby without a socket."""

    def __init__(self, lobby: Lobby, token: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self._lobby = lobby
        self.person = lobby.hello(self, {"do": "hello", "token": token})

    def post(self, answer: dict[str, Any]) -> None:
        self.heard.append(answer)

    def say(self, do: str, **fields: Any) -> dict[str, Any]:
        number = f"{id(self)} {len(self.heard)}"
        self._lobby.handle(self.person, self, {"do": do, "id": number, **fields})
        return next(each for each in self.heard if each.get("re") == number)


@pytest.fixture
def lobby() -> Any:
    lobby = Lobby()
    yield lobby
    lobby.close()


def refused(act: Callable[[], Any], code: str) -> bool:
    try:
        answer = act()
    except bg.play.MessageError as error:
        return error.code == code
    return bool(answer["is"] == "note" and answer["code"] == code)


def test_the_links_go_to_the_owner_alone(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    state = owner.say("new", game="honeymoon", seats=["human", "open"])
    links = state["links"]
    guest, watcher = Window(lobby, links["1"]), Window(lobby, links["watch"])
    owner.say("play", text="1C")
    texts = [json.dumps([*each.heard]) for each in (guest, watcher)]
    own = next(a["token"] for a in guest.heard if a["is"] == "welcome")
    assert own in texts[0] and own not in json.dumps(owner.heard) + texts[1]
    for token in (lobby.token, *links.values()):
        assert not any(token in text for text in texts)
    for each in (guest, watcher):
        scene = next(a["scene"] for a in reversed(each.heard) if a["is"] == "state")
        assert scene["hands"][0]["cards"] == []
    assert refused(lambda: watcher.say("hint"), "denied")
    # The seed tells the deal, so it is nowhere.
    number = next(iter(lobby._rooms.values())).room.game.seed
    assert str(number) not in json.dumps(owner.heard) + texts[0] + texts[1]


def test_an_invitation_counts_once(lobby: Lobby) -> None:
    """The owner sees the link, but not the hand of the one who used it."""
    owner = Window(lobby, lobby.token)
    state = owner.say("new", game="honeymoon", seats=["human", "open"])
    link = state["links"]["1"]
    guest = Window(lobby, link)
    assert refused(lambda: Window(lobby, link), "denied")
    last = [each for each in owner.heard if each["is"] == "state"][-1]
    assert set(last["links"]) == {"watch"} and link not in json.dumps(last)
    with pytest.raises(bg.play.MessageError, match="was used"):
        Window(lobby, link)
    # The guest comes back by a secret of their own, also in a second window.
    own = next(a["token"] for a in guest.heard if a["is"] == "welcome")
    again = Window(lobby, own)
    assert [a["seats"] for a in again.heard if a["is"] == "welcome"] == [[1]]
    # Who has left makes place for another link, which the old secret does not open.
    guest.say("sit", seat=1, player="open")
    last = [each for each in owner.heard if each["is"] == "state"][-1]
    other = Window(lobby, last["links"]["1"])
    assert [a["seats"] for a in other.heard if a["is"] == "welcome"] == [[1]]
    assert refused(lambda: guest.say("sit", seat=1, player="human"), "denied")
    assert refused(lambda: again.say("play", text="1C"), "denied")


def test_a_link_is_drawn_for_the_owner_alone(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    # Also before there is a game.
    owner.say("qr", link="http://127.0.0.1:8437/#abc")
    assert owner.heard[-1]["image"].startswith("data:image/svg+xml")
    for link in ("", "x" * 301, 7, None, ["x"]):
        assert refused(lambda link=link: owner.say("qr", link=link), "damaged")
    state = owner.say("new", game="honeymoon", seats=["human", "open"])
    guest = Window(lobby, state["links"]["1"])
    assert refused(lambda: guest.say("qr", link="x"), "unsupported")


def test_after_a_restart_the_owner_is_told_what_to_open(lobby: Lobby) -> None:
    with pytest.raises(bg.play.MessageError, match="owner opens the address that the server"):
        Window(lobby, "x" * len(lobby.token))


def test_the_owner_of_chosen_cards_plays_alone(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    seats = ["human", "open"]
    chosen = {"game": "honeymoon", "seed": 5}
    assert refused(lambda: owner.say("new", **chosen, seats=seats), "denied")
    start = bg.Honeymoon(5).to_string()
    assert refused(lambda: owner.say("new", start=start, seats=seats), "denied")
    room = owner.say("new", **chosen, seats=["human", "rule"])["room"]
    assert refused(lambda: owner.say("sit", room=room, seat=1, player="open"), "denied")
    # Where nothing is hidden, anybody may come.
    assert owner.say("new", game="othello", seed=5, seats=seats)["is"] == "state"


def test_what_was_seen_of_a_file_is_known(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    data = bg.Record(bg.Honeymoon(5)).dumps()
    state = owner.say("import", data=data)
    assert [seat["player"] for seat in state["seats"]] == ["human", "human"]
    answer = lambda: owner.say("sit", room=state["room"], seat=1, player="open")  # noqa: E731
    assert refused(answer, "denied")


def test_a_guest_has_the_same_seat_in_the_next_game(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    state = owner.say("new", game="tictactoe", seats=["human", "open"])
    guest = Window(lobby, state["links"]["1"])
    owner.say("new", room=state["room"], game="othello", seats=["human", "open"])
    last = [each for each in guest.heard if each["is"] == "state"][-1]
    assert last["game"] == "othello" and last["seats"][1]["yours"]
    owner.say("new", room=state["room"], game="othello", seats=["human", "first"])
    last = [each for each in guest.heard if each["is"] == "state"][-1]
    assert [seat["yours"] for seat in last["seats"]] == [False, False]
    assert refused(lambda: guest.say("play", text="d3"), "denied")


def test_a_game_that_does_not_begin_leaves_no_room(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    for fields in ({"start": "chess"}, {"game": "othello", "moves": ["a1"]}, {"seats": ["nobody"]}):
        assert owner.say("new", **fields)["is"] == "note"
    assert len(lobby._rooms) == 0 and owner.person.room is None
    room = owner.say("new", game="othello")["room"]
    assert owner.say("import", data="f5\nc4")["is"] == "games"
    assert owner.say("new", start="chess")["is"] == "note"
    assert owner.say("play", text="d3")["room"] == room
    assert owner.say("import", data="f5\nc4", index=1)["path"][0]["text"] == "c4"
    assert len(lobby._rooms) == 2


def test_a_game_without_messages_ends(lobby: Lobby) -> None:
    owner = Window(lobby, lobby.token)
    room = owner.say("new", game="othello")["room"]
    entry = lobby._rooms[room]
    lobby.tick(entry.used + limits.IDLE_SECONDS - 1)
    assert owner.say("play", text="d3")["is"] == "played"
    lobby.tick(entry.used + limits.IDLE_SECONDS + 1)
    assert owner.heard[-1]["code"] == "stale"
    assert refused(lambda: owner.say("play", text="c3"), "stale")
    assert refused(lambda: owner.say("play", text="c3", room=room), "stale")
    assert refused(lambda: Window(lobby, state_links(owner)["watch"]), "denied")
    assert owner.say("new", game="othello")["is"] == "state"


def state_links(owner: Window) -> dict[str, str]:
    links: dict[str, str] = next(a["links"] for a in owner.heard if a["is"] == "state")
    return links


@given(st.lists(MESSAGES_OF_ANY_KIND, max_size=6))
def test_whatever_is_said_the_lobby_answers(said: list[Any]) -> None:
    lobby = Lobby()
    # Hints and analyzes answer when their jobs are done: here, at the call below.
    lobby._jobs.close()
    jobs = QueuedJobs()
    lobby._jobs = jobs  # type: ignore[assignment]
    owner = Window(lobby, lobby.token)
    owner.say("new", game="tictactoe", seats=["human", "human"])
    for message in said:
        before = len(owner.heard)
        with suppress(bg.play.MessageError):
            lobby.handle(owner.person, owner, read_frame(json.dumps(message), may_import=True))
            jobs.run_all()
            assert len(owner.heard) > before
    lobby._jobs = PooledJobs(1)
    lobby.close()


def test_a_match_tells_nothing_of_the_cards_in_play() -> None:
    """It is played with other deals; else its score and its games would reveal them."""
    jobs, told = QueuedJobs(), []
    for start in (bg.Honeymoon(3), bg.Honeymoon(4)):
        heard: list[Any] = []
        room = Room(
            lambda viewer, answer, heard=heard: heard.append(answer), start, seed=1, jobs=jobs
        )
        room.admit("me", owner=True)
        room.seat(["human", "rule"], "me")
        room.begin()
        room.handle("me", {"do": "match", "a": "first", "b": "rule", "games": 4, "seed": 2})
        jobs.run_all()
        told.append([each["table"] for each in heard if each["is"] == "match"])
    assert told[0] == told[1] != []
