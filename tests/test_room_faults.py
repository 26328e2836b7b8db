"""What fails stays where it failed: a job, a room, a viewer, a client that is being let in."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import bitgames as bg
from bitgames.play import MessageError, QueuedJobs, Room, ThreadJobs
from bitgames.play.jobs import MOVE, Job, PooledJobs
from bitgames.web import limits
from bitgames.web.lobby import Lobby, Person
from tests.processes import wait_for
from tests.rooms import Wire
from tests.test_web_secrecy import Window

SECONDS = 20.0


class Quitter:
    """A player that ends the program."""

    name = "quitter"

    def choose(self, position: bg.Position) -> Any:
        raise SystemExit(3)


class Index:
    """A move whose number cannot be told."""

    def __index__(self) -> int:
        raise RuntimeError("no index")


def known(player: object) -> dict[str, Any]:
    return {"friend": bg.players.as_player(player)}


@pytest.mark.parametrize("end", [SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_no_job_keeps_its_place_by_a_fault(end: BaseException) -> None:
    jobs, ended, told = PooledJobs(1), threading.Event(), []

    def work(job: Job) -> None:
        raise end

    def done(job: Job, result: Any, error: BaseException | None) -> None:
        told.append(error)
        raise RuntimeError("a fault of the one who is told")

    # More of them than there are places.
    for number in range(3):
        jobs.start(Job(number, work, done, print))
    jobs.start(Job(9, lambda job: None, lambda *_: ended.set(), print, rank=MOVE))
    assert ended.wait(SECONDS)
    wait_for(lambda: told == [end] * 3)
    assert jobs.close(SECONDS)


def test_ctrl_c_in_the_owners_thread_is_no_fault_of_a_job() -> None:
    def work(job: Job) -> None:
        raise KeyboardInterrupt

    jobs = QueuedJobs()
    jobs.start(Job(1, work, print, print))
    with pytest.raises(KeyboardInterrupt):
        jobs.run_one()


@pytest.mark.parametrize("player", [Quitter(), lambda position: Index()])
def test_a_player_that_ends_the_program_forfeits(player: object) -> None:
    jobs = PooledJobs(1)
    wire = Wire(jobs=jobs, known=known(player))
    for _ in range(3):
        wire.say("new", seats=["human", "friend"])
        wire.say("play", text="b2")
        wait_for(lambda: wire.state()["ended"] is not None)
        assert wire.state()["ended"]["how"] == "forfeit"
    wire.say("new", seats=["human", "first"])
    wire.say("play", text="b2")
    wait_for(lambda: len(wire.moves()) == 2)
    assert jobs.close(SECONDS)


def test_the_board_of_a_notebook_waits_for_no_dead_player(monkeypatch: pytest.MonkeyPatch) -> None:
    board = bg.Board("tictactoe", players=["human", Quitter()])
    board.play("b2")
    assert board.wait(SECONDS)
    assert "SystemExit" in " ".join(board.widget.words)

    def fail(room: Room, job: Job, *_: Any) -> None:
        room.work.thinking = None
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Room, "_thought", fail)
    board = bg.Board("tictactoe", players=["human", "first"])
    board.play("b2")
    assert board.wait(SECONDS)


def test_a_viewer_who_cannot_be_told_costs_nobody_the_game(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[Any] = []

    def emit(viewer: str, answer: Any) -> None:
        if viewer == "deaf" and answer["is"] in ("played", "state"):
            raise ValueError("SA SK")
        heard.append(answer)

    jobs = QueuedJobs()
    room = Room(emit, seed=1, jobs=jobs)
    room.admit("deaf")
    room.admit("me", owner=True)
    room.handle("me", {"do": "new", "seats": ["human", "first"]})
    for move in ("b2", "c3"):
        room.handle("me", {"do": "play", "text": move})
        jobs.run_all()
    assert [each["text"] for each in heard if each["is"] == "played"] == ["b2", "a1", "c3", "b1"]
    assert room.game.end is None and "could not be told" in caplog.text


# Rooms of a server.


def test_a_room_that_fails_stops_no_other_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lobby = Lobby()
    owner = Window(lobby, lobby.token)
    ticked: list[Room] = []

    def fail() -> None:
        raise RuntimeError("a fault of ours")

    names = [owner.say("new", game="tictactoe")["room"] for _ in range(2)]
    broken, healthy = (lobby._rooms[name].room for name in names)
    monkeypatch.setattr(broken, "tick", fail)
    monkeypatch.setattr(healthy, "tick", lambda: ticked.append(healthy))
    for _ in range(3):
        lobby.tick(0.0)
    assert ticked == [healthy] * 3 and caplog.text.count("a room failed") == 1
    lobby.close()


def test_the_ticker_has_a_thread_of_its_own() -> None:
    """The loop that serves the clients does not wait for a room that takes long."""
    lobby = Lobby()
    threads: set[threading.Thread] = set()
    lobby.tick = lambda now: threads.add(threading.current_thread())  # type: ignore[method-assign]
    ticker = threading.Thread(target=lobby.run_ticker)
    ticker.start()
    wait_for(lambda: bool(threads))
    lobby.close()
    ticker.join(SECONDS)
    assert threads == {ticker} and not ticker.is_alive()


def invited(lobby: Lobby, game: str = "tictactoe") -> tuple[Window, str, Any]:
    owner = Window(lobby, lobby.token)
    state = owner.say("new", game=game, seats=["human", "open"])
    return owner, state["links"]["1"], lobby._rooms[state["room"]]


def test_a_hello_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = Lobby()
    owner, link, entry = invited(lobby)

    def fail(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(entry.room, "handle", fail)
        for _ in range(3):
            with pytest.raises(RuntimeError):
                Window(lobby, link)
    assert lobby._clients == 1
    assert set(filter(entry.clients.get, entry.clients)) == {"owner"}
    assert not entry.guests and not entry.fresh
    assert entry.room.game.seats[1].holder is None and entry.room.game.seats[1].spec == "open"
    # The invitation holds still, and the seat is free.
    guest = Window(lobby, link)
    assert [each["seats"] for each in guest.heard if each["is"] == "welcome"] == [[1]]
    assert owner.heard[-1]["seats"][1]["online"]
    lobby.close()


def test_an_invitation_lost_to_a_faster_client_books_no_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby = Lobby()
    _, link, entry = invited(lobby)
    find = lobby._tickets.find

    def slow(token: object) -> Any:
        ticket = find(token)
        monkeypatch.undo()
        Window(lobby, link)
        return ticket

    monkeypatch.setattr(lobby._tickets, "find", slow)
    with pytest.raises(MessageError, match="this link was used"):
        Window(lobby, link)
    assert list(entry.guests.values()) == [1]
    lobby.close()


def test_no_link_to_a_closed_room_stays() -> None:
    lobby = Lobby()
    owner, link, entry = invited(lobby)
    Window(lobby, link)
    lobby.tick(entry.used + limits.IDLE_SECONDS + 1)
    assert len(lobby._tickets._known) == 1
    # The last words of the room, and a client that was on its way into it, bring none back.
    lobby._emit(entry, "owner", {"is": "state", "seats": [{"player": "open"}]})
    assert len(lobby._tickets._known) == 1
    for person in (Person("owner", "owner"), Person("guest 1", "seat", 1)):
        with pytest.raises(MessageError, match="this game has ended"):
            lobby._join(person, owner, entry)
    lobby.close()


def test_jobs_in_threads_of_their_own_end_quietly(caplog: pytest.LogCaptureFixture) -> None:
    jobs = ThreadJobs()

    def done(job: Job, result: Any, error: BaseException | None) -> None:
        raise RuntimeError("a fault of the one who is told")

    jobs.start(Job(7, lambda job: None, done, print))
    assert jobs.join(SECONDS)
    assert "job 7 failed" in caplog.text
