"""Studies share the time: slices, rooms in turn, and a queue that says how long it is."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from bitgames.play.jobs import STUDY, Job, PooledJobs
from tests.rooms import Wire

SECONDS = 60.0
"""How long a test waits for another thread: a busy machine is slow."""


def until(is_so: Callable[[], object]) -> None:
    ends = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < ends
        time.sleep(0.01)


class Studies:
    """Studies that write their names down, step by step, once the gate is open."""

    def __init__(self, jobs: PooledJobs) -> None:
        self.jobs = jobs
        self.gate, self.ended = threading.Event(), threading.Semaphore(0)
        self.begun: list[str] = []
        self.steps: list[str] = []
        self.queued: list[tuple[str, int]] = []
        self.count = 0

    def start(self, name: str, room: object) -> Job:
        def work(job: Job) -> None:
            self.begun.append(name)
            assert self.gate.wait(SECONDS)
            for _ in range(12):
                self.steps.append(name)
                if job.is_cancelled():
                    return

        job = Job(
            0, work, lambda *_: self.ended.release(), print, rank=STUDY, room=room,
            queued=lambda _, before: self.queued.append((name, before)),
        )  # fmt: skip
        self.jobs.start(job)
        self.count += 1
        return job

    def finish(self) -> list[str]:
        """Let all of them go on to their ends, and return the names of their slices."""
        self.gate.set()
        for _ in range(self.count):
            assert self.ended.acquire(timeout=SECONDS)
        assert self.jobs.close(SECONDS)
        return [name for name, _ in itertools.groupby(self.steps)]


class Room:
    """Something that a study belongs to."""


def ticking() -> Callable[[], float]:
    """A clock that goes on a tenth of a second whenever it is read."""
    ticks = itertools.count()
    return lambda: 0.1 * next(ticks)


def test_studies_of_rooms_take_turns() -> None:
    studies = Studies(PooledJobs(1, ticking()))
    one, other = Room(), Room()
    studies.start("a", one)
    until(lambda: studies.begun)
    studies.start("b", one)
    studies.start("c", other)
    # A room that had no slice yet comes before the next study of a room that had one.
    until(lambda: dict(studies.queued) == {"b": 2, "c": 1})
    slices = studies.finish()
    assert slices[:4] == ["a", "c", "b", "c"], "the room with one study has every other slice"
    assert all(studies.steps.count(name) == 12 for name in "abc")
    assert len(slices) >= 9, "none was kept waiting for the end of another"


def test_a_study_alone_is_not_interrupted() -> None:
    studies = Studies(PooledJobs(1, ticking()))
    job = studies.start("a", Room())
    assert studies.finish() == ["a"] and job.rested == 0.0 and studies.queued == []


def test_a_study_that_waits_can_be_cancelled() -> None:
    studies = Studies(PooledJobs(1))
    studies.start("a", Room())
    until(lambda: studies.begun)
    job = studies.start("b", Room())
    until(lambda: studies.queued)
    studies.count -= 1
    job.cancel()
    assert studies.finish() == ["a"] and studies.begun == ["a"]


def test_waiting_does_not_count_as_time() -> None:
    studies = Studies(PooledJobs(1, ticking()))
    job = studies.start("a", Room())
    until(lambda: studies.begun)
    studies.start("b", Room())
    studies.finish()
    assert job.rested > 0.0
    before = time.monotonic()
    assert before - job.rested <= job.clock() <= time.monotonic() - job.rested


@pytest.mark.parametrize("do", ["analyze", "solve", "graph"])
def test_no_study_waits_for_the_end_of_another(do: str) -> None:
    """Five rooms with one thread: each has its first values while all go on without end."""
    jobs = PooledJobs(1)
    wires = [Wire("othello", jobs=jobs, seed=number) for number in range(5)]
    for wire in wires:
        wire.say("new", game="othello", seats=["human", "human"], moves=["f5", "d6", "c3"])

    def heard(wire: Wire, kind: str) -> list[Any]:
        return [answer for _, answer in list(wire.heard) if answer["is"] == kind]

    for wire in wires[:-1]:
        wire.say("analyze", seconds=10_000)
    wires[-1].say(do)
    assert wires[-1].room.work.studies
    until(lambda: all(heard(wire, "values") for wire in wires[:-1]))
    if do != "solve":
        until(lambda: heard(wires[-1], "values" if do == "analyze" else "graph"))
        assert all(wire.room.work.studies for wire in wires[:-1])
    # Who has waited was told for how many others.
    told = [answer for wire in wires for answer in heard(wire, "queue")]
    assert told and {answer["before"] for answer in told} <= set(range(1, 5))
    for wire in wires:
        assert not wire.faults
        wire.room.close()
    assert jobs.close(SECONDS)
