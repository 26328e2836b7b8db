"""Rooms of the tests: what is said to them and heard from them."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

import bitgames as bg
from bitgames.play import FIELDS, QueuedJobs, Room
from bitgames.play.room import answers


class Wire:
    """A room at the end of a wire that carries nothing but text of JSON."""

    def __init__(self, start: bg.Position | str = "tictactoe", **options: Any) -> None:
        self.jobs = options.pop("jobs", None) or QueuedJobs()
        self.heard: list[tuple[str, dict[str, Any]]] = []
        # The room logs what fails when it tells a viewer, and goes on.
        self.faults: list[Exception] = []
        self.room = Room(self._hear, start, jobs=self.jobs, **{"seed": 1, **options})
        self.room.admit("me", owner=True)

    def _hear(self, viewer: str, answer: dict[str, Any]) -> None:
        try:
            text = json.dumps(answer, allow_nan=False)
            kind = answers.KINDS[answer["is"]]
            assert kind.__required_keys__ <= set(answer) <= kind.__annotations__.keys(), answer
        except Exception as fault:
            self.faults.append(fault)
            raise
        self.heard.append((viewer, json.loads(text)))

    def say(self, do: str, viewer: str = "me", **fields: Any) -> list[dict[str, Any]]:
        """Send a message, let the jobs run, and return what the viewer heard since."""
        before = len(self.heard)
        self.room.handle(viewer, json.loads(json.dumps({"do": do, **fields})))
        if isinstance(self.jobs, QueuedJobs):
            self.jobs.run_all()
        assert not self.faults
        return [answer for name, answer in self.heard[before:] if name == viewer]

    def note(self, do: str, viewer: str = "me", **fields: Any) -> str:
        """Send a message that is refused, and return the code of the note."""
        (note,) = (each for each in self.say(do, viewer, **fields) if each["is"] == "note")
        assert note["text"] and "\n" not in note["text"]
        return str(note["code"])

    def state(self, viewer: str = "me") -> dict[str, Any]:
        """The last state that a viewer heard."""
        return next(
            answer
            for name, answer in reversed(self.heard)
            if name == viewer and answer["is"] == "state"
        )

    def moves(self, viewer: str = "me") -> list[str]:
        """The moves on the way to where the game stands."""
        return [step["text"] for step in self.state(viewer)["path"]]


def two_people(game: str = "tictactoe", **options: Any) -> Wire:
    """A room in which two people play and a guest watches."""
    wire = Wire(game, **options)
    wire.say("new", seats=["human", "open"])
    wire.room.admit("other", seat=1)
    wire.room.admit("guest")
    return wire


def walk(position: bg.Position, plies: int, seed: int) -> bg.Position:
    """What random moves lead to; fewer where one would end the game."""
    chance = random.Random(seed)
    for _ in range(plies):
        after = position.play(chance.choice(position.legal_moves))
        if after.is_over:
            break
        position = after
    return position


def middle(spec: str, seed: int, plies: int) -> bg.Position:
    """What random moves lead to from a deal."""
    return walk(bg.games.get(spec).deal(seed), plies, seed)


class Failing(bg.players.Player):
    """Fails in the way it was made for."""

    name = "failing"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, at: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
FIELD_NAMES = sorted({name.removesuffix("?") for each in FIELDS.values() for name in each})
MESSAGES = st.one_of(
    JSON,
    st.builds(
        lambda do, fields: {"do": do, **fields},
        st.sampled_from([*FIELDS, "smoke", ""]),
        st.dictionaries(st.sampled_from([*FIELD_NAMES, "id", "at", "x"]), JSON, max_size=3),
    ),
    st.builds(
        lambda do, i, node, text: {
            "do": do,
            **{"play": {"i": i}, "preview": {"i": i}}.get(
                do, {"node": node} if do != "play" else {"text": text}
            ),
        },
        st.sampled_from(["play", "preview", "goto", "promote", "delete", "tree"]),
        st.integers(-(2**70), 2**70),
        st.integers(-5, 2**70),
        st.text(max_size=10),
    ),
)
