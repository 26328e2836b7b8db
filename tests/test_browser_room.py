"""The room of the engine for browsers, run by Node, against that of the Python package.

Both hear the same messages, valid ones and others, and say the same, but for what needs other
people, other programs or a picture.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

import bitgames as bg
from bitgames.play.room import answers
from tests import processes, test_browser_engine
from tests.rooms import Wire
from tests.test_browser_engine import NODE, PACKAGE, ROOT, called

if TYPE_CHECKING:
    import subprocess

_engine = test_browser_engine._engine
"""Skips all tests where there is no engine."""

MESSAGES = (
    "new", "sit", "play", "undo", "redo", "goto", "branch", "promote", "delete", "comment", "go",
    "resign", "rematch", "stop", "analyze", "solve", "graph", "tree", "hint", "geometry", "preview",
    "claim", "forced", "edit",
)  # fmt: skip
OFTEN = ["play"] * 14 + ["undo", "redo", "goto"]
SMALL = ("tictactoe", "mnk:4,3,3", "othello:4", "mosaic:3", "quo:3")
"""Games whose positions are solved at once, so that values do not depend on time."""
GAMES = (
    *SMALL, "othello", "connect4:5,4", "honeymoon", "honeymoon:bicycle",
    "honeymoon:taiwan,scoring=rubber",
)  # fmt: skip
PLAYERS = ("human", "human", "first", "random", "level:easy", "greedy")
NO_NODE = 99_999


class Engine:
    """The room in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def say(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        found: list[dict[str, Any]] = json.loads(self._process.stdout.readline())
        for each in found:
            kind = answers.KINDS[each["is"]]
            assert kind.__required_keys__ <= set(each) <= kind.__annotations__.keys(), each
        return found


@contextmanager
def room() -> Iterator[Engine]:
    assert NODE
    command = [NODE, "tests/room_engine.mjs", str(PACKAGE / "index.js"), "1"]
    with processes.running(command, cwd=ROOT) as process:
        yield Engine(process)


def shared(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What both rooms say alike."""
    return [found for each in heard if (found := _shared(json.loads(json.dumps(each))))]


def _shared(answer: dict[str, Any]) -> dict[str, Any] | None:
    kind = answer["is"]
    if kind in ("welcome", "progress", "queue") or (
        not answer.get("final", True) and kind != "tree"
    ):
        return None
    if kind == "state":
        for name in ("formats", "notice", "serial"):
            answer.pop(name, None)
        # Conditions and reasons of par are in Python alone.
        (answer["ended"] or {}).pop("why", None)
        answer["can"] = sorted({*answer["can"]} & {*MESSAGES})
        for seat in answer["seats"]:
            seat["sits"] = [each for each in seat["sits"] if each != "open"]
    elif kind == "note" and "said" not in answer:
        # What no page sends is refused in other words.
        del answer["text"]
    elif kind == "hint":
        for each in answer["moves"]:
            del each["line"]
    elif kind in ("values", "graph", "tree"):
        for name in ("nodes", "seconds", "pv"):
            answer.pop(name, None)
        for each in answer.get("moves", ()):
            del each["line"]
    if "job" in answer:
        answer["job"] = answer["job"] is not None
    return answer


def message(
    draw: random.Random, state: dict[str, Any], position: bg.Position, board: str
) -> dict[str, Any]:
    """Draw a message that may make sense in a state, and with a board that is set up."""
    kind = draw.choice([*MESSAGES, *OFTEN])
    line = [*state["path"], *state["ahead"], *state["branches"]]
    others = [other for step in line for other in step.get("others", ())]
    nodes = [0, state["node"], *(step["n"] for step in (*line, *others))]
    game, seats = state["game"], len(state["seats"])
    found: dict[str, Any] = {"do": kind}

    def is_rare(share: float = 0.5) -> bool:
        return draw.random() < share

    if kind in ("analyze", "solve", "graph", "hint") and game not in SMALL:
        return {"do": "hello"}
    if kind == "new":
        found |= {"seed": draw.randrange(1000)}
        if is_rare():
            found["game"] = game = draw.choice(GAMES)
        elif is_rare():
            found["start"] = game = draw.choice(SMALL)
        seats = len(bg.games.get(game).facts.player_names)
        if is_rare(0.05):
            found["game"] = "nonsense"
    if kind in ("new", "rematch"):
        found |= {"confirm": True} if is_rare(0.7) else {}
        if is_rare(0.7):
            found["seats"] = [draw.choice(PLAYERS) for _ in range(seats)]
    elif kind == "sit":
        found |= {"seat": draw.randrange(seats + is_rare(0.05)), "player": draw.choice(PLAYERS)}
    elif kind == "play":
        moves = position.legal_moves
        if not moves or is_rare(0.05):
            found["i"] = draw.randrange(300)
        else:
            move = draw.choice(moves)
            found |= {"i": int(move)} if is_rare() else {"text": str(move)}
    elif kind in ("goto", "promote", "delete", "comment", "branch"):
        found["node"] = NO_NODE if is_rare(0.03) else draw.choice(nodes)
    if kind == "comment":
        found["text"] = draw.choice(["", "a fork", "\u00e9"])
    elif kind == "branch":
        found["moves"] = [draw.randrange(9) for _ in range(draw.randrange(3))]
    elif kind == "preview":
        found["i"] = draw.randrange(30)
    elif kind == "claim":
        found |= {"tricks": draw.randrange(-1, 14)} if is_rare() else {}
    elif kind == "edit":
        found |= {"text": draw.choice([board, board, *SMALL, "nonsense"])} if is_rare(0.9) else {}
        if is_rare(0.8):
            found["cell"] = draw.randrange(40)
            found |= {"owner": draw.randrange(3)} if is_rare(0.8) else {}
        found |= {"turn": draw.randrange(3)} if is_rare(0.2) else {}
        found |= {"clear": True} if is_rare(0.05) else {}
    elif kind == "hint":
        found["count"] = draw.choice([0, 1, 2])
    elif kind == "stop":
        found["job"] = NO_NODE
    elif kind == "geometry":
        found |= {"game": draw.choice(GAMES), "flip": is_rare()}
        found |= {"view": draw.choice(["plan", "isometric", "table"])} if is_rare() else {}
    elif kind == "tree":
        found |= {"merge": is_rare(), "offset": draw.choice([0, 3, -1]), "warn": True}
        found |= {} if game in SMALL else {"solve": False}
    elif kind == "solve":
        found |= {"wld": is_rare(0.3), "warn": True}
    if kind in ("analyze", "solve", "tree") and is_rare():
        found["node"] = draw.choice(nodes)
    if is_rare(0.05):
        found["at"] = draw.choice(nodes)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_both_rooms_say_the_same(seed: int, request: pytest.FixtureRequest) -> None:
    draw = random.Random(seed)
    first = {"do": "new", "game": "tictactoe", "seed": 1, "seats": ["human", "human"]}
    told: list[dict[str, Any]] = []
    said, board = first, "tictactoe"
    wire = Wire()
    with room() as engine:
        for number in range(200 if request.config.getoption("--deep") else 50):
            said["id"] = f"m{number}" if draw.random() < 0.97 else "m1"
            told.append(said)
            theirs = shared(engine.say(said))
            ours = shared(wire.say(**said))
            assert theirs == ours, told[-3:]
            board = next((each["text"] for each in ours if each["is"] == "edited"), board)
            said = message(draw, wire.state(), wire.room.game.position, board)


@pytest.mark.parametrize("seed", range(100, 104))
def test_a_room_goes_on_after_its_page_was_loaded_anew(
    seed: int, request: pytest.FixtureRequest
) -> None:
    """Moves, branches, seats, ends, series, and what has been seen of hidden cards."""
    draw = random.Random(seed)
    wire, said, board = Wire(), {"do": "new", "game": "honeymoon", "seed": seed}, "tictactoe"
    told: list[dict[str, Any]] = []
    with room() as engine:
        for number in range(200 if request.config.getoption("--deep") else 60):
            # Which positions the explorer has opened is forgotten.
            if said["do"] != "tree":
                said["id"] = f"m{number}"
                told.append(said)
                theirs, ours = shared(engine.say(said)), shared(wire.say(**said))
                assert theirs == ours, told[-4:]
                if draw.random() < 0.3:
                    theirs, ours = engine.say({"do": "reload"}), wire.say("hello")
                    assert shared(theirs) == shared(ours), told[-4:]
            said = message(draw, wire.state(), wire.room.game.position, board)


def test_what_was_not_kept_opens_nothing() -> None:
    """Damaged data is refused in a sentence, and the room is one that nobody has used."""

    def asked(**ask: Any) -> list[Any]:
        return ["ask", {"do": "room", "now": 1, "ask": ask}]

    def opened(kept: Any) -> list[Any]:
        return asked(room="open", seed=1, pace=0, kept=kept)

    messages = [
        {"do": "new", "game": "honeymoon:taiwan,scoring=rubber", "seed": 3, "clock": {"main": 60}},
        {"do": "play", "text": "1NT"},
        {"do": "undo"},
        {"do": "play", "text": "2C"},
        {"do": "resign"},
    ]
    begin = [opened(None), *(asked(room="message", message=each) for each in messages)]
    kept = called([*begin, asked(room="keep")])[-1]
    draw, harmed = random.Random(0), []
    for name, value in kept.items():
        harmed.append({key: kept[key] for key in kept if key != name})
        harmed += [{**kept, name: each} for each in (None, -1, "x", [], {}, [value], 1 << 40)]
    for _ in range(200):
        text = json.dumps(kept)
        at = draw.randrange(len(text))
        with contextlib.suppress(ValueError):
            harmed.append(json.loads(text[:at] + draw.choice('0129-"[]{},xA') + text[at + 1 :]))
    found = called([opened(kept), *map(opened, harmed)])
    assert [each["is"] for each in found[0]["answers"]] == ["state"]
    for data, answer in zip(harmed, found[1:], strict=True):
        kinds = [each["is"] for each in answer["answers"]]
        assert kinds in (["state"], ["note"]), data
        if kinds == ["note"]:
            assert answer["answers"][0]["text"], data
    assert sum(each["answers"][0]["is"] == "note" for each in found) > 100


@pytest.mark.parametrize(
    "spec", ["honeymoon", "honeymoon:taiwan", "honeymoon:face_up,scoring=rubber,vulnerable=both"]
)
def test_deals_are_told_alike_to_their_ends(spec: str) -> None:
    draw = random.Random(spec)
    wire = Wire()
    endings = []
    with room() as engine:

        def say(**said: Any) -> list[dict[str, Any]]:
            theirs, ours = shared(engine.say(said)), shared(wire.say(**said))
            assert theirs == ours, said
            return ours

        for seed in range(6):
            seats = draw.choice([["human", "human"], ["human", "first"]])
            say(do="new", game=spec, seed=seed, seats=seats, confirm=True)
            while not wire.room.game.is_over:
                position = wire.room.game.position
                assert isinstance(position, bg.Honeymoon)
                moves = position.legal_moves
                if position.phase == "play" and draw.random() < 0.3:
                    say(do="forced")
                    say(do="claim", tricks=draw.randrange(14))
                else:
                    few = moves[:4] if position.phase == "auction" else moves
                    say(do="play", i=int(draw.choice(few)))
            endings.append(say(do="hello")[-1]["ended"])
    assert any(end["summary"] and end["tricks"] for end in endings)


def test_records_and_trees_go_in_and_out() -> None:
    def file(heard: list[dict[str, Any]]) -> str:
        return next(str(each["data"]) for each in heard if each["is"] == "file")

    with room() as engine:
        engine.say({"do": "new", "game": "othello"})
        for move in ("f5", "d6", "c3"):
            engine.say({"do": "play", "text": move})
        record = bg.Record.loads(file(engine.say({"do": "export", "format": "record"})))
        assert record == bg.Record("othello", "f5 d6 c3")
        record.players, record.event = ["\u00dcnal \U0001f3b2", None], "a cup"
        record.resign(0)
        state = engine.say({"do": "import", "data": record.dumps(), "confirm": True})[-1]
        assert state["ended"]["how"] == "resigned"
        assert state["about"]["players"] == ["\u00dcnal \U0001f3b2", None]
        assert bg.Record.loads(file(engine.say({"do": "export", "format": "record"}))) == record
        engine.say({"do": "goto", "node": 1})
        engine.say({"do": "play", "text": "f6"})
        engine.say({"do": "comment", "node": 1, "text": "h\u00e9"})
        data = file(engine.say({"do": "export", "format": "tree"}))
        tree = bg.play.Tree.from_dict(json.loads(data))
        assert (len(tree), str(tree.current.move), tree.node(1).comment) == (5, "f6", "h\u00e9")
        again = {"do": "import", "data": json.dumps(tree.to_dict()), "confirm": True}
        assert [step["text"] for step in engine.say(again)[-1]["path"]] == ["f5", "f6"]
        for moves, game in (("f5 d6 c3", "othello"), ("4 4 5", "connect4")):
            text = moves.replace(" ", "")
            state = engine.say({"do": "import", "data": text, "confirm": True})[-1]
            assert [step["text"] for step in state["path"]] == moves.split()
            assert state["game"] == game
            assert file(engine.say({"do": "export", "format": "transcript"})) == f"{text}\n"
        for data in (record.dumps().replace("f5", "f6"), "{", "{}", "nonsense", "f5f5", "48", ""):
            answer = engine.say({"do": "import", "data": data, "confirm": True})[-1]
            assert (answer["is"], answer["code"]) == ("note", "damaged"), data
