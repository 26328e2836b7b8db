"""Work beside a room: computers that think, hints, stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import bitgames as bg
from bitgames.play import ThreadJobs
from tests.processes import wait_for
from tests.rooms import Wire


@pytest.fixture
def threaded() -> Iterator[Wire]:
    jobs = ThreadJobs()
    wire = Wire("othello", jobs=jobs)
    yield wire
    wire.room.close()
    assert jobs.join(30)


def test_a_computer_thinks_beside_the_room(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:depth=2"])
    for _ in range(3):
        threaded.say("play", i=threaded.state()["scene"]["moves"]["index"][0])
        wait_for(lambda: threaded.state()["job"] is None)
    assert len(threaded.moves()) == 6


@pytest.mark.timed
def test_thinking_reports_progress_and_is_stopped_at_once(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:seconds=1000"])
    threaded.say("play", text="d3")
    job = threaded.state()["job"]
    assert job is not None and threaded.state()["seats"][1]["thinking"]
    wait_for(lambda: any(a["is"] == "progress" and a["job"] == job for _, a in threaded.heard))
    assert threaded.note("stop", job=job + 1) == "stale"
    began = time.monotonic()
    threaded.say("stop", job=job)
    # The room answers before the thread has ended.
    assert threaded.state()["waits"] and threaded.state()["job"] is None
    assert threaded.jobs.join(30)
    # The promise is 0.1 s; a machine that runs something else beside may need longer.
    assert time.monotonic() - began < 5.0
    assert threaded.moves() == ["d3"]
    threaded.say("undo")
    assert threaded.moves() == []


def test_a_move_taken_back_ends_the_thinking_about_it(threaded: Wire) -> None:
    threaded.say("new", seats=["human", "alphabeta:seconds=1000"])
    threaded.say("play", text="d3")
    threaded.say("undo")
    assert threaded.jobs.join(30)
    assert threaded.moves() == [] and threaded.state()["job"] is None
    threaded.say("sit", seat=1, player="first")
    threaded.say("play", text="c4")
    wait_for(lambda: len(threaded.moves()) == 2)


def test_a_python_player_that_cannot_be_stopped_is_asked_by_one_thread_at_a_time() -> None:
    class Slow(bg.players.Player):
        name = "slow"
        inside = most = 0
        gate = threading.Event()

        def choose(self, at: Any) -> Any:
            Slow.inside += 1
            Slow.most = max(Slow.most, Slow.inside)
            self.gate.wait(30)
            Slow.inside -= 1
            return at.legal_moves[0]

    jobs = ThreadJobs()
    wire = Wire(known={"slow": Slow()}, jobs=jobs)
    wire.say("new", seats=["human", "slow"])
    wire.say("play", text="b2")
    wait_for(lambda: Slow.inside == 1)
    wire.say("undo")
    wire.say("play", text="c3")
    Slow.gate.set()
    wait_for(lambda: len(wire.moves()) == 2)
    assert wire.moves() == ["c3", "a1"] and Slow.most == 1
    assert jobs.join(30)


def test_no_thread_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    jobs = ThreadJobs()
    wire = Wire(jobs=jobs)
    wire.say("new", seats=["human", "first"])
    monkeypatch.setattr(threading.Thread, "start", fail)
    assert wire.note("play", text="b2") == "busy"
    assert wire.room.game.record.moves == [4]
    monkeypatch.undo()
    wire.say("go")
    wait_for(lambda: len(wire.moves()) == 2)
    assert jobs.join(30)


def test_a_hint() -> None:
    wire = Wire()
    wire.say("new", seats=["human", "human"])
    found = [answer for answer in wire.say("hint") if answer["is"] == "hint"]
    assert [answer["final"] for answer in found] == [False] * (len(found) - 1) + [True]
    assert found[-1]["moves"][0]["value"] == 0 and found[-1]["node"] == 0


def test_a_move_ends_the_hint(threaded: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def late(record: Any, *, lines: Any, stop: Any, on_advice: Any, **options: Any) -> Any:
        wait_for(stop)
        ended.set()
        return bg.hint(record, lines=lines, level="quick", on_advice=on_advice)

    monkeypatch.setattr("bitgames.play.room.studies.hint", late)
    threaded.say("new", seats=["human", "human"])
    threaded.say("hint")
    assert threaded.note("hint") == "busy"
    threaded.say("play", text="d3")
    assert threaded.jobs.join(30) and ended.is_set()
    assert not any(answer["is"] == "hint" for _, answer in threaded.heard)
