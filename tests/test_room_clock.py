"""Clocks of a game, on a time that the test moves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rooms import Wire


class Timed(Wire):
    """A room at a time that stands still between the steps of the test."""

    def __init__(self, control: dict[str, Any], *seats: str, game: str = "tictactoe") -> None:
        self.time = 100.0
        super().__init__(game, now=lambda: self.time)
        self.say("new", seats=[*seats], clock=control)

    def after(self, seconds: float) -> dict[str, Any]:
        """Let time go by in small steps, and return the clocks."""
        for _ in range(round(seconds * 2)):
            self.time += 0.5
            self.room.tick()
        self.say("hello")
        clock: dict[str, Any] = self.state()["clock"]
        return clock


def test_time_runs_for_the_seat_to_move() -> None:
    wire = Timed({"main": 60, "increment": 2}, "human", "human")
    clock = wire.after(5)
    assert (clock["left"], clock["running"]) == ([55, 60], 0)
    wire.say("play", text="b2")
    clock = wire.after(7)
    assert (clock["left"], clock["running"]) == ([57, 53], 1)
    wire.say("play", text="a1")
    assert [step["ms"] for step in wire.state()["path"]] == [5000, 7000]
    assert wire.state()["clock"]["left"] == [57, 55]


def test_who_runs_out_of_time_loses_and_undo_gives_time_back() -> None:
    wire = Timed({"main": 10}, "human", "human")
    wire.say("play", text="b2")
    wire.after(4)
    assert wire.state()["ended"] is None
    wire.after(8)
    ended = wire.state()["ended"]
    assert (ended["how"], ended["seat"], ended["text"]) == ("time", 1, "x has no time left")
    assert wire.state()["clock"]["running"] is None
    assert wire.note("play", text="a1") == "illegal"
    wire.say("undo")
    clock = wire.after(1)
    assert (clock["left"], clock["running"]) == ([10, 9], 1)
    wire.say("undo")
    assert wire.state()["clock"]["left"] == [10, 10]


def test_a_move_that_comes_too_late_does_not_count() -> None:
    """Also if no tick came between."""
    wire = Timed({"main": 1.5}, "human", "human")
    wire.time += 1.6
    assert wire.note("play", text="b2") == "illegal"
    assert wire.state()["ended"]["how"] == "time"


def test_seconds_for_each_move() -> None:
    wire = Timed({"move": 10}, "human", "human")
    wire.after(9)
    wire.say("play", text="b2")
    assert wire.state()["clock"]["left"] == [10, 10]
    wire.after(11)
    assert wire.state()["ended"]["seat"] == 1


def test_a_pause_of_the_server_costs_nobody_time() -> None:
    wire = Timed({"main": 60}, "human", "human")
    wire.after(5)
    wire.time += 3600
    wire.room.tick()
    assert wire.after(1)["left"] == [54, 60]


def test_the_clock_waits_for_a_person_and_where_a_move_was_tried() -> None:
    wire = Timed({"main": 60}, "human", "open")
    assert wire.after(5)["running"] is None
    wire.room.admit("other", seat=1)
    assert wire.after(5)["left"] == [55, 60]
    wire.say("play", text="b2")
    wire.say("rematch", confirm=True)
    alone = Timed({"main": 60}, "human", "first")
    alone.say("play", text="b2")
    alone.say("goto", node=1)
    assert alone.after(5)["running"] is None
    alone.say("rematch", confirm=True)
    assert alone.after(1)["left"] == [59, 60]


@pytest.mark.parametrize(
    "control",
    [{"main": 0}, {"main": -1}, {"main": "5"}, {"main": True}, {"move": 1e9}, {"increment": 5},
     {"main": 5, "move": 5}, {"hours": 1}, {"main": 1e400}],
    ids=str,
)  # fmt: skip
def test_other_clocks_are_refused(control: dict[str, Any]) -> None:
    wire = Wire()
    if control != {"main": 1e400}:
        assert wire.note("new", clock=control) == "damaged"
    assert wire.room.game.clock is None


def test_an_empty_clock_is_none() -> None:
    wire = Timed({}, "human", "human")
    assert wire.state()["clock"] is None


def test_a_game_without_people_goes_on_at_a_pace_that_can_be_watched() -> None:
    now = [0.0]
    wire = Wire(now=lambda: now[0], pace=0.5)
    wire.say("new", seats=["first", "first"])
    for moves in range(1, 7):
        assert len(wire.moves()) == moves
        now[0] += 0.4
        wire.room.tick()
        wire.jobs.run_all()
        assert len(wire.moves()) == moves
        now[0] += 0.2
        wire.room.tick()
        wire.jobs.run_all()
    assert wire.state()["ended"] is not None
    # Who plays waits for nothing.
    wire.say("new", seats=["human", "first"])
    wire.say("play", text="b2")
    assert len(wire.moves()) == 2
