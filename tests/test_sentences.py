"""Sentences travel by their codes: captions, ends, what moves brought, refusals."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import games, sentences
from bitgames.play import announcements
from bitgames.play.seating import dealt
from bitgames.play.shown import ended
from bitgames.sentences import SENTENCES, Said
from tests.test_room import Wire, two_people

PACKAGE = Path(sentences.__file__).parent
SPECS = [spec for name in games.names() for spec in games.examples(name)]


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
    named = set(re.findall(r'\bSaid\(\s*"([^"]+)"', text))
    assert named <= SENTENCES.keys()
    own = {code for code in SENTENCES if code.removeprefix("you-") in SENTENCES}
    leads = {"leads-exchange", "leads-play"}
    for code in own - leads:
        assert f'"{code.removeprefix("you-")}"' in text or code.removeprefix("you-") in leads, code
    for code in SENTENCES.keys() - own:
        assert f'"{code}"' in text, code


@pytest.mark.parametrize("spec", SPECS)
def test_captions_ends_and_announcements_have_codes(spec: str) -> None:
    chance = random.Random(spec)
    for _ in range(3):
        record = bg.Record(dealt(games.get(spec), chance.randrange(99), 0))
        while True:
            position = record.position
            caption = games.presenter(position).caption(position)
            assert isinstance(caption, Said) and english(caption.data) == caption
            assert position.scene("all")["caption"] == caption
            if position.is_over:
                break
            is_auction = getattr(position, "phase", "") == "auction"
            moves = position.legal_moves[: 4 if is_auction else None]
            record.play(chance.choice(moves))
            for viewer in (None, announcements.PUBLIC, 0, 1):
                for line in announcements.announce(
                    position, record.moves[-1], record.position, viewer
                ):
                    assert isinstance(line, Said) and english(line.data) == line
        game = bg.play.Game(record.start, seed=1)
        game.load(record)
        end = ended(game)
        assert end is not None and english(end["said"]) == end["text"]


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
