"""The rooms of a server, and who may come in: tokens, invitations, spectators."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from logging import getLogger
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Protocol, TypeVar

import segno

from bitgames.play import PROTOCOL, MessageError, Room, welcome
from bitgames.play.jobs import PooledJobs
from bitgames.play.practising import Practising
from bitgames.play.room.bounds import UNLIMITED, Bounds
from bitgames.play.room.messages import note
from bitgames.play.room.watching import Watching
from bitgames.play.seating import OPEN, Known
from bitgames.sentences import Said
from bitgames.web import limits
from bitgames.web.places import Places
from bitgames.web.tickets import Role, Ticket, Tickets

_logger = getLogger(__name__)

OWNER = "owner"
"""The viewer who has the owner's token."""
_WATCH = "watch"

_ENDED = Said("ended")
_KEPT_ROUTES = 64
_MAX_LINK = 300
_PACE_SECONDS = 0.6
_WORKERS = 8
_LOOK_SECONDS = 0.5
_TICK_SECONDS = 0.1

_FOR_SPECTATORS = frozenset({"hello", "geometry", "export", "games"})
_OPENS = frozenset({"new", "match", "import"})
"""Messages that open a room if they name none."""

_WITHOUT_GAME = {"edit": "text", "geometry": "game"}
"""Messages that need no game if they have this field."""

_FOR_ALL = frozenset({"state", "played", "ask", "match"})
"""Answers for every client of a viewer; others are for the one that asked."""

_LIMITS = {"message": limits.MAX_MESSAGE, "import": limits.MAX_IMPORT, "rooms": limits.MAX_ROOMS}

T = TypeVar("T")


class Client(Protocol):
    """A connected client."""

    def post(self, answer: dict[str, Any]) -> None:
        """Send an answer; returns at once."""
        ...


@dataclass(slots=True)
class Person:
    """What the secret of a client says of it."""

    viewer: str
    """The name under which rooms know it; the clients of one token share it."""
    role: Role
    seat: int | None = None
    """The seat of an invitation."""
    room: "Entry | None" = None
    """The room where it is."""


@dataclass(slots=True)
class Entry:
    """A room with its clients and links."""

    name: str
    room: Room
    clients: dict[str, set[Client]] = field(default_factory=dict)
    """The clients of each viewer."""
    links: dict[str, str] = field(default_factory=dict)
    """The invitations by seat, and the secret of spectators, ``watch``."""
    guests: dict[str, int] = field(default_factory=dict)
    """The seats of those who came by an invitation, by viewer."""
    guest_count: int = 0
    fresh: dict[str, str] = field(default_factory=dict)
    """Their secrets, until they are told."""
    routes: "OrderedDict[tuple[str, str | int], Client]" = field(default_factory=OrderedDict)
    """The client that sent a message, by viewer and id, so that its answer goes there alone."""
    used: float = field(default_factory=monotonic)
    is_closed: bool = False
    has_failed: bool = False


class Lobby:
    """The rooms of a server.

    ``known`` are players that the owner named at the start, and ``watch`` is the results file of a
    tournament that a room of its own shows, in which the owner begins. ``decks`` is the folder of
    the decks that the owner practises, ``None`` for none. The token of the owner is ``token``.
    """

    def __init__(
        self,
        *,
        known: Known | None = None,
        threads: int = 1,
        bounds: Bounds = UNLIMITED,
        watch: str | None = None,
        decks: Path | None = None,
    ) -> None:
        """Open the lobby, without other rooms; ``threads`` do the work of all of them."""
        self._tickets: Tickets[Entry] = Tickets()
        self.token = self._tickets.issue(Ticket("owner", OWNER))
        self._known = dict(known or {})
        self._jobs = PooledJobs(threads)
        self._bounds = bounds
        self._practising = None if decks is None else Practising(decks)
        self.places = Places(limits.MAX_UNAUTHENTICATED)
        """Of the connections that have not shown a token; for the loop of the server alone."""
        self._workers = ThreadPoolExecutor(_WORKERS, "bitgames-room")
        # The innermost lock: no room is called while it is held, because rooms call `_emit` while
        # they hold their own.
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, Entry] = OrderedDict()
        self._clients = 0
        self._is_closed = threading.Event()
        self._watched: Entry | None = None
        if watch is not None:
            self._watched = self._open(watch)
            looks = threading.Thread(target=self._look, args=(self._watched.room,), daemon=True)
            looks.start()

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do the work of a message in another thread, so that the server goes on meanwhile.

        Raises ``MessageError`` once the lobby is closed.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._workers, work, *arguments)
        except RuntimeError:
            if self._is_closed.is_set():
                raise MessageError("stale", Said("server-ends")) from None
            raise

    def close(self) -> None:
        """Close all rooms."""
        self._is_closed.set()
        with self._lock:
            entries = list(self._rooms.values())
            self._rooms.clear()
        for entry in entries:
            entry.room.close()
        if self._practising is not None:
            self._practising.close()
        self._jobs.close()
        self._workers.shutdown(wait=False, cancel_futures=True)

    # Clients come and go.

    def exit(self, person: Person, client: Client) -> None:
        """Forget a client that has gone."""
        with self._lock:
            self._clients -= 1
        # A room may be busy for a while; after the end no room is left.
        with suppress(RuntimeError):
            self._workers.submit(self._leave, person, client)

    def _enter(self, role: Role) -> None:
        """Count a client; raises ``MessageError`` if there are too many, of those like it."""
        most = {"owner": limits.MAX_SOCKETS, "spectator": limits.MAX_SPECTATORS}
        with self._lock:
            if self._clients >= most.get(role, limits.MAX_SOCKETS - 1):
                raise MessageError("busy", Said("busy-clients"))
            self._clients += 1

    def hello(self, client: Client, message: dict[str, Any]) -> Person:
        """Let a client in by its first message; raises ``MessageError``."""
        known = {"do", "id", "token", "v", "room"}
        if message.get("do") != "hello" or not message.keys() <= known:
            raise MessageError("denied", "the first message must be hello with a token")
        if message.get("v", PROTOCOL) != PROTOCOL:
            raise MessageError(
                "unsupported", f"this server speaks version {PROTOCOL}: load the page again"
            )
        ticket = self._tickets.find(message.get("token"))
        self._enter(ticket.role)
        try:
            return self._welcome(client, message, ticket)
        except BaseException:
            with self._lock:
                self._clients -= 1
            raise

    def _welcome(self, client: Client, message: dict[str, Any], ticket: Ticket["Entry"]) -> Person:
        entry = ticket.room
        if ticket.is_invitation and entry is not None:
            ticket = self._take_seat(message["token"], entry, ticket)
        if ticket.role == "owner":
            with self._lock:
                entry = self._rooms.get(str(message.get("room")))
            if "room" not in message:
                entry = self._watched
        person = Person(ticket.viewer, ticket.role, ticket.seat)
        try:
            if entry is None:
                answer = {"v": PROTOCOL, "is": "welcome", **welcome("owner", [], self._known)}
                answer["limits"] |= _LIMITS
                client.post({**answer, **reply(message), **self._owned()})
            else:
                self._join(person, client, entry)
                number = {"id": message["id"]} if "id" in message else {}
                self._pass_on(person, client, entry, {"do": "hello", **number})
        except BaseException:
            self._leave(person, client)
            if entry is not None:
                self._give_seat_back(message["token"], entry, person.viewer)
            raise
        return person

    def _take_seat(self, token: str, entry: "Entry", ticket: Ticket["Entry"]) -> Ticket["Entry"]:
        """Use up an invitation: its holder gets a secret of their own, by the next ``welcome``."""
        assert ticket.seat is not None
        with self._lock:
            entry.guest_count += 1
            own = replace(ticket, viewer=f"guest {entry.guest_count}", is_invitation=False)
            # Fails where another client was faster or the room has closed: then nothing is booked.
            entry.fresh[own.viewer] = self._tickets.redeem(token, own)
            entry.guests[own.viewer] = ticket.seat
            entry.links = {key: each for key, each in entry.links.items() if each != token}
        return own

    def _give_seat_back(self, token: str, entry: "Entry", viewer: str) -> None:
        """Make an invitation valid again if its holder has not been told a secret of their own."""
        with self._lock:
            secret = entry.fresh.pop(viewer, None)
            if secret is None:
                return
            seat = entry.guests.pop(viewer)
            self._tickets.redeem(secret, Ticket("seat", "", entry, seat, is_invitation=True), token)
            entry.links.setdefault(str(seat), token)
        entry.room.dismiss(viewer)

    def _owned(self) -> dict[str, Any]:
        """Return what a welcome has for the owner alone."""
        practice = {} if self._practising is None else {"practice": True}
        return {"rooms": self._listed(), **practice}

    def _listed(self) -> list[dict[str, str]]:
        """Return the rooms for the owner, that of the tournament at the end."""
        with self._lock:
            begun = [each for each in self._rooms.values() if not each.room.is_new]
            entries = sorted(begun, key=lambda each: each is self._watched)
        return [{"room": each.name, "game": _words(each.room)} for each in entries]

    def _join(self, person: Person, client: Client, entry: Entry) -> None:
        """Bring a client into a room, out of the one where it was."""
        if person.room is entry:
            return
        self._leave(person, client)
        with self._lock:
            if entry.is_closed:
                raise MessageError("stale", _ENDED)
            person.room = entry
            entry.clients.setdefault(person.viewer, set()).add(client)
        room, seat = entry.room, person.seat
        room.admit(person.viewer, owner=person.role == "owner")
        if seat is not None:
            # If the seat is taken, the client only watches.
            with suppress(MessageError):
                room.admit(person.viewer, seat=seat)

    def _leave(self, person: Person, client: Client) -> None:
        entry, person.room = person.room, None
        if entry is None:
            return
        with self._lock:
            clients = entry.clients.get(person.viewer, set())
            clients.discard(client)
            is_last = not clients
        if is_last:
            entry.room.leave(person.viewer)
            with self._lock:
                is_back = bool(entry.clients.get(person.viewer))
            if is_back:
                entry.room.admit(person.viewer)

    # Messages.

    def handle(self, person: Person, client: Client, message: dict[str, Any]) -> None:
        """Pass a message to the room of its sender, or open a room; raises ``MessageError``."""
        name = message.pop("room", None)
        do = message.get("do")
        if do == "qr" and person.role == "owner":
            return client.post(_qr_code(message))
        if do == "practise":
            return self._practise(person, client, message)
        if person.role == "owner" and _WITHOUT_GAME.get(str(do)) in message:
            # The number and the node of a game do not count, as no game is meant.
            for key in ("token", "v", "serial", "at"):
                message.pop(key, None)
            aside = Room(lambda _, answer: client.post(answer))
            aside.admit(OWNER, owner=True)
            return aside.handle(OWNER, message)
        entry = person.room
        if person.role == "owner" and (entry is None or name != entry.name):
            if name is not None:
                entry = self._named(name)
            elif do in _OPENS:
                entry = self._open()
        elif name is not None and (entry is None or name != entry.name):
            raise MessageError("denied", "this is another room")
        if person.role == "spectator" and do not in _FOR_SPECTATORS:
            raise MessageError("denied", Said("watch-only"))
        if person.role == "seat" and do == "sit" and message.get("seat") != person.seat:
            raise MessageError("denied", Said("another-seat"))
        if entry is None:
            raise MessageError("denied", Said("no-game"))
        if entry.is_closed:
            raise MessageError("stale", _ENDED)
        message.pop("token", None)
        message.pop("v", None)
        before = person.room
        self._join(person, client, entry)
        self._pass_on(person, client, entry, message)
        if do == "new":
            self._seat_again(entry)
        if entry.room.is_new and not entry.room.work.of("new"):
            # The game that the room was opened for has not come about.
            if before is None:
                self._leave(person, client)
            else:
                self._join(person, client, before)
            self._close(entry)

    def _practise(self, person: Person, client: Client, message: dict[str, Any]) -> None:
        """Answer a message that is about no game; decks are the owner's alone."""
        if person.role != "owner":
            raise MessageError("denied", Said("owner-only"))
        if self._practising is None:
            raise MessageError("denied", "this server has no decks")
        message.pop("token", None)
        message.pop("v", None)
        found = self._practising.handle(message)
        client.post({"v": PROTOCOL, "is": "practice", **found, **reply(message)})

    def _seat_again(self, entry: Entry) -> None:
        """Give those who came by the link of a seat their open seats in the next game."""
        with self._lock:
            guests = [each for each in entry.guests.items() if entry.clients.get(each[0])]
        for viewer, seat in guests:
            if seat < len(entry.room.game.seats):
                with suppress(MessageError):
                    entry.room.admit(viewer, seat=seat)
                    entry.room.handle(viewer, {"do": "hello"})

    def _pass_on(
        self, person: Person, client: Client, entry: Entry, message: dict[str, Any]
    ) -> None:
        entry.used = monotonic()
        number = message.get("id")
        if isinstance(number, str | int):
            with self._lock:
                entry.routes[person.viewer, number] = client
                if len(entry.routes) > _KEPT_ROUTES:
                    entry.routes.popitem(last=False)
        entry.room.handle(person.viewer, message)

    def _named(self, name: Any) -> Entry:
        with self._lock:
            entry = self._rooms.get(name) if isinstance(name, str) else None
        if entry is None:
            raise MessageError("stale", _ENDED)
        return entry

    def _open(self, watch: str | None = None) -> Entry:
        name = token_urlsafe(6)

        def emit(viewer: str, answer: dict[str, Any]) -> None:
            self._emit(entry, viewer, answer)

        options: dict[str, Any] = {"jobs": self._jobs, "bounds": self._bounds}
        options |= {"known": self._known, "pace": _PACE_SECONDS}
        room = Room(emit, **options) if watch is None else Watching(emit, watch, **options)
        entry = Entry(name, room)
        with self._lock:
            spare = [
                each
                for each in self._rooms.values()
                if each is not self._watched and not any(each.clients.values())
            ]
            full = len(self._rooms) >= limits.MAX_ROOMS
            if full and not spare:
                raise MessageError("limit", Said("too-many-games", limits.MAX_ROOMS))
            self._rooms[name] = entry
        if full:
            self._close(min(spare, key=lambda each: each.used))
        return entry

    def _close(self, entry: Entry) -> None:
        with self._lock:
            self._rooms.pop(entry.name, None)
            entry.is_closed = True
            clients = [client for each in entry.clients.values() for client in each]
        self._tickets.revoke(entry)
        entry.room.close()
        for client in clients:
            client.post({"v": PROTOCOL, "is": "note", **note("stale", _ENDED)})

    def tick(self, now: float) -> None:
        """Look at the clocks, and close the rooms that nobody has used for long."""
        if self._practising is not None:
            self._practising.tick(now)
        with self._lock:
            entries = list(self._rooms.values())
        for entry in entries:
            try:
                if now - entry.used > limits.IDLE_SECONDS and entry is not self._watched:
                    self._close(entry)
                else:
                    entry.room.tick()
            except Exception:
                # A fault of ours: the other rooms go on. It is told once, not ten times a second.
                if not entry.has_failed:
                    _logger.exception("a room failed")
                entry.has_failed = True

    def run_ticker(self) -> None:
        """Call ``tick`` ten times a second until the end, in a thread of its own."""
        while not self._is_closed.wait(_TICK_SECONDS):
            self.tick(monotonic())

    def _look(self, room: Watching) -> None:
        while not self._is_closed.is_set():
            try:
                room.look()
            except Exception:
                # A fault of ours: the others are served on.
                _logger.exception("the tournament cannot be followed")
                return
            self._is_closed.wait(0.0 if room.follower.is_behind else _LOOK_SECONDS)

    # Answers.

    def _emit(self, entry: Entry, viewer: str, answer: dict[str, Any]) -> None:
        answer = {**answer, "room": entry.name}
        if answer["is"] == "welcome":
            answer["limits"] = answer["limits"] | _LIMITS
            if (token := entry.fresh.pop(viewer, None)) is not None:
                answer["token"] = token
            if viewer == OWNER:
                answer |= self._owned()
        if viewer == OWNER and answer["is"] == "state":
            answer["links"] = self._links(entry, answer["seats"])
        elif answer["is"] == "state":
            answer |= _allowed(answer, entry.guests.get(viewer))
        with self._lock:
            clients = list(entry.clients.get(viewer, ()))
            asker = entry.routes.get((viewer, answer.get("re", "")))
        if asker in clients and answer["is"] not in _FOR_ALL:
            clients = [asker]
        for client in clients:
            client.post(answer)

    def _links(self, entry: Entry, seats: list[dict[str, Any]]) -> dict[str, str]:
        """Return the invitations to the open seats, by seat, and the secret to watch."""
        found = {_WATCH: self._link(entry, _WATCH, Ticket("spectator", _WATCH, entry))}
        for number, seat in enumerate(seats):
            if seat["player"] == OPEN:
                invitation = Ticket("seat", "", entry, number, is_invitation=True)
                found[str(number)] = self._link(entry, str(number), invitation)
        return found

    def _link(self, entry: Entry, key: str, ticket: Ticket["Entry"]) -> str:
        with self._lock:
            if key not in entry.links:
                if entry.is_closed:
                    return ""
                entry.links[key] = self._tickets.issue(ticket)
            return entry.links[key]


def _allowed(state: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """Return what a state says of actions, for the holder of a link to ``seat`` or to watch."""
    seats = [
        {**each, "sits": each["sits"] if number == seat else []}
        for number, each in enumerate(state["seats"])
    ]
    sits = any(each["sits"] for each in seats)
    allowed = _FOR_SPECTATORS if seat is None else {*state["can"]} - (set() if sits else {"sit"})
    return {"seats": seats, "can": [each for each in state["can"] if each in allowed]}


def _qr_code(message: dict[str, Any]) -> dict[str, Any]:
    """Return the answer ``qr``: a link as a picture for the camera of a phone."""
    link = message.get("link")
    if not isinstance(link, str) or not 0 < len(link) <= _MAX_LINK:
        raise MessageError("damaged", f"link must be a text of 1 to {_MAX_LINK} characters")
    image = segno.make_qr(link, error="m").svg_data_uri(light="#fff")
    return {"v": PROTOCOL, "is": "qr", "image": image, **reply(message)}


def _words(room: Room) -> str:
    if isinstance(room, Watching):
        return f"the tournament {room.follower.name}"
    return room.game.start.game


def reply(message: dict[str, Any]) -> dict[str, Any]:
    """Return the field that says to which message an answer belongs.

    >>> reply({"do": "undo", "id": 7}), reply({"do": "undo"})
    ({'re': 7}, {})
    """
    return {"re": message["id"]} if isinstance(message.get("id"), str | int) else {}
