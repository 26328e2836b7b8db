"""Sentences travel by their codes: captions, ends, hints, accounts, faults, refusals."""

from __future__ import annotations

import pickle
import random
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import _core, games, sentences
from bitgames._core import effort
from bitgames.analysis.levels import long_solve
from bitgames.play import announcements
from bitgames.play.editing import edited
from bitgames.play.room.studies import hint_data
from bitgames.play.seating import dealt
from bitgames.play.shown import ended
from bitgames.sentences import SENTENCES, Said
from tests.rooms import Wire, two_people
from tests.specs import every_board

PACKAGE = Path(sentences.__file__).parent
CORE = Path(__file__).parents[1] / "rust" / "core" / "src"


def english(data: dict[str, Any]) -> str:
    """A sentence as a page would say it."""
    values = [english(each) if isinstance(each, dict) else each for each in data["values"]]
    return SENTENCES[data["code"]].format(*values)


def test_a_sentence_is_its_english_text() -> None:
    inner = Said("a-card")
    said = Said("wins-draws", "north", inner)
    assert said == "north wins the trick and draws a card" == english(said.data)
    again = pickle.loads(pickle.dumps(said))
    assert (again, again.data) == (said, said.data)
    # Text of a person is a value, never a form.
    assert Said("not-now", "{0}{9}") == "{0}{9} cannot be played now"


def test_every_sentence_is_said_somewhere_and_known() -> None:
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "sentences.py"
    )
    for path in sorted(CORE.rglob("*.rs")):
        said = path.read_text(encoding="utf-8").split("mod tests {")[0]
        text += said.partition("\n];\n")[2] if path.name == "sentences.rs" else said
    named = set(re.findall(r'\bSaid(?:::new|::plain)?\(\s*"([^"]+)"', text))
    assert named <= SENTENCES.keys()
    own = {code for code in SENTENCES if code.removeprefix("you-") in SENTENCES}
    leads = {"leads-exchange", "leads-play"}
    for code in own - leads:
        assert f'"{code.removeprefix("you-")}"' in text or code.removeprefix("you-") in leads, code
    for code in SENTENCES.keys() - own:
        assert f'"{code}"' in text, code


@every_board
def test_captions_ends_and_announcements_have_codes(spec: str) -> None:
    chance = random.Random(spec)
    for _ in range(3):
        record = bg.Record(dealt(games.get(spec), chance.randrange(99), 0))
        while True:
            position = record.position
            assert english(_core.caption(position)) == position.scene("all")["caption"]
            if position.is_over:
                break
            is_auction = getattr(position, "phase", "") == "auction"
            moves = position.legal_moves[: 4 if is_auction else None]
            for move in moves[:4]:
                for why in _core.reasons(position, [move]):
                    assert isinstance(why, Said) and english(why.data) == why
            record.play(chance.choice(moves))
            for viewer in (None, announcements.PUBLIC, 0, 1):
                for line in announcements.announce(position, record.moves[-1], viewer):
                    assert isinstance(line, Said) and english(line.data) == line
        game = bg.play.Game(record.start, seed=1)
        game.load(record)
        end = ended(game)
        assert end is not None and english(end["said"]) == end["text"]
        assert list(map(english, end["summary_said"])) == end["summary"]
        rows = zip(end["tricks"], end["tricks_said"], strict=True)
        cells = [pair for texts, codes in rows for pair in zip(texts, codes, strict=True)]
        assert all(code is None or english(code) == text for text, code in cells)
        plain = {text for text, code in cells if code is None}
        assert all(re.fullmatch(r"south|north|\d+|[SHDC] \w+", text) for text in plain)


@every_board
def test_hints_have_codes(spec: str) -> None:
    start = games.get(spec)
    for advice in bg.analysis.refine(start, level="quick", seconds=0.3, seed=1):
        data = hint_data(advice)
        assert english(data["said"]) == data["words"]


LINES = {"counts-alternate", "two-lines", "ended-before", "no-last-move"}
PILES = {"piece-floats", "too-many", "chain-gives"}


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("mnk:3,2,2", LINES),
        ("connect4:4,4", LINES - {"ended-before"}),
        ("mosaic:4", PILES),
        ("quo:4", PILES | {"none-left"}),
    ],
)
def test_what_is_wrong_with_a_board_has_a_code(name: str, codes: set[str]) -> None:
    start = games.get(name)
    cells, seats = len(edited(name)["scene"]["owners"]), start.facts.players
    chance = random.Random(name)
    found = set()
    for number in range(60):
        text = name
        # In some order, or from the ground up; of one player, of all in turn, or of any.
        order = chance.sample(range(cells), cells) if number % 2 else range(cells)[::-1]
        for turn, cell in enumerate(order):
            owner = (0, turn % seats, chance.randrange(seats))[number % 3]
            with suppress(bg.UnsupportedError):
                drawn = edited(text, cell=cell, owner=owner)
                text = drawn["text"]
                if drawn["reason"] is not None:
                    assert english(drawn["said"]) == drawn["reason"]
                    found.add(drawn["said"]["code"])
    assert found == codes


def test_a_text_with_floating_discs_has_a_code() -> None:
    assert edited("connect4:4,4 o.../..../..../x...")["said"] == {
        "code": "disc-floats",
        "values": [],
    }


def test_the_time_of_a_solve_is_that_of_the_rules() -> None:
    for name in ("othello", "othello:6", "connect4", "connect4:9,7", "mnk:6,6,5", "quo", "mosaic"):
        position = games.get(name)
        for _ in range(40):
            found, rules = long_solve(position, 1e-9), effort(position)
            if found is None or rules is None:
                break
            assert isinstance(found.text, Said) and found.text.endswith(rules[3])
            position = position.play(position.legal_moves[0])


def test_the_room_says_them_by_code() -> None:
    wire = Wire("othello:4")
    wire.say("new", seats=["human", "human"])
    state = wire.state()
    assert english(state["said"]) == state["scene"]["caption"]
    refused = [
        ("play", {"text": "zz"}),
        ("play", {"text": "a1"}),
        ("play", {"i": 0}),
        ("undo", {}),
        ("redo", {}),
        ("go", {}),
        ("forced", {}),
        ("match", {"a": "first", "b": "first", "games": 0}),
    ]
    for do, fields in refused:
        (note,) = wire.say(do, **fields)
        assert english(note["said"]) == note["text"], note
    wire.say("play", i=wire.state()["scene"]["moves"]["index"][0])
    (note,) = wire.say("rematch")
    assert note["said"] == {"code": "confirm", "values": []}
    wire.say("resign")
    assert wire.state()["ended"]["said"] == {"code": "resigned", "values": ["white"]}
    # Between two people, with hidden cards: what a refusal says depends on none of them.
    wire = two_people("honeymoon:bicycle")
    viewer = wire.room.game.seats[1 - wire.room.game.position.turn].holder
    assert viewer is not None
    (note,) = wire.say("play", viewer, i=0)
    assert note["said"] == {"code": "not-your-turn", "values": []}
    (note,) = wire.say("tree")
    assert note["said"] == {"code": "hidden-tree", "values": []}
    for seat in (0, 1):
        holder = wire.room.game.seats[wire.room.game.position.turn].holder
        assert holder is not None
        played = wire.say("play", holder, i=int(wire.room.game.position.legal_moves[0]))[0]
        assert [english(each) for each in played["said"]] == played["words"]
        assert bool(played["words"]) == (seat == 1)
