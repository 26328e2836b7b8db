"""A game as one HTML file: small, whole, safe, and silent about hidden cards."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.play import Room
from bitgames.play.jobs import QueuedJobs
from bitgames.play.report import to_html
from bitgames.play.report.shrink import difference
from tests.commands import fails, run
from tests.rooms import middle

MAX_BYTES = 120_000
NAMED = {"players": ["Ada", "</script><b>Bo"], "event": "Club & co", "date": "2026-11-21"}


def game(spec: str, plies: int, **about: Any) -> bg.Record:
    chance = random.Random(plies)
    start = bg.games.get(spec)
    record: bg.Record = bg.Record(start.deal(1) if start.facts.chance else start, **about)
    while len(record) < plies and not record.is_over:
        record.play(chance.choice(record.position.legal_moves))
    return record


class Reader(HTMLParser):
    """What a browser without scripts shows: texts, and the data for those with."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.items: list[str] = []
        self.text = ""
        self.data = ""
        self.pictures = 0
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)
        if tag == "li":
            self.items.append("")
        self.pictures += tag == "svg"

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "script" in self.open:
            self.data = self.data or data
        elif "style" not in self.open:
            self.text += data
            if "li" in self.open:
                self.items[-1] += data


@pytest.mark.parametrize("spec", ["othello", "mosaic", "quo", "connect4", "honeymoon", "tictactoe"])
def test_a_report_is_small_and_needs_nothing_else(spec: str) -> None:
    record = game(spec, 60)
    found = bg.analyze(record, seconds=0.1) if spec != "honeymoon" else None
    page = to_html(record, found)
    assert len(page.encode()) <= MAX_BYTES
    assert set(re.findall(r"https?://[^\s\"'`)>]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?:link|img|iframe)|src=|url\(|@import|fetch\(|XMLHttp", page)
    read = Reader(page)
    assert [item.split()[0] for item in read.items] == [str(move) for move in record.moves]
    assert read.pictures == (1 if found is None else 2)
    assert read.text.count(str(record.position.scene("all")["caption"])) >= 1


def test_names_and_comments_are_text() -> None:
    jobs, told = QueuedJobs(), []
    room = Room(lambda viewer, answer: told.append(answer), jobs=jobs)
    room.admit("me", owner=True)
    data = bg.Record("tictactoe", "b2 a1 a2 c3", **NAMED).dumps()  # type: ignore[arg-type]
    room.handle("me", {"do": "import", "data": data})
    room.handle("me", {"do": "comment", "node": 0, "text": "A <i>quiet</i> game"})
    room.handle("me", {"do": "comment", "node": 2, "text": "</li><script>alert(1)</script>"})
    room.handle("me", {"do": "graph"})
    jobs.run_all()
    room.handle("me", {"do": "goto", "node": 1})
    room.handle("me", {"do": "export", "format": "html"})
    assert told[-1]["name"] == "tictactoe.html" and not told[-1]["base64"]
    read = Reader(told[-1]["data"])
    assert "Ada - </script><b>Bo" in read.text and "Club & co, 2026-11-21" in read.text
    assert "A <i>quiet</i> game" in read.text
    assert read.items[1] == "a1 x draw</li><script>alert(1)</script>"
    # The whole line is there, with the values of its graph.
    assert (
        read.items[3].split() == ["c3", "x", "loss", "best", "c2"] and "turning point" in read.text
    )
    json.loads(read.data)
    # An analysis of another line is not that of this one.
    room.handle("me", {"do": "goto", "node": 0})
    room.handle("me", {"do": "play", "text": "c3"})
    room.handle("me", {"do": "export", "format": "html"})
    assert "turning point" not in told[-1]["data"]


def applied(old: Any, change: Any) -> Any:
    """What `changed` of `replay.js` does."""
    if "=" in change:
        return change["="]
    if isinstance(old, str):
        return "".join(change.get(str(at), letter) for at, letter in enumerate(old))
    if isinstance(old, list):
        return [applied(each, change.get(str(at), {})) for at, each in enumerate(old)]
    if not isinstance(old, dict):
        return old
    return {key: applied(value, change.get(key, {})) for key, value in old.items()}


@pytest.mark.parametrize("spec", ["othello", "mosaic:3", "quo:3", "connect4", "honeymoon:bicycle"])
def test_the_changes_of_the_data_lead_to_every_position(spec: str) -> None:
    record = game(spec, 400)
    data = json.loads(Reader(to_html(record)).data)
    scenes = [data["first"]]
    for step in data["steps"]:
        scenes.append(applied(scenes[-1], step))
    before = [None, *record.positions]
    moves = [None, *record.moves]
    for scene, position, earlier, move in zip(
        scenes, record.positions, before, moves, strict=False
    ):
        wanted = dict(position.scene("all", last_move=move, previous=earlier))
        wanted["moves"] = {name: [] for name in wanted["moves"]}
        assert scene == json.loads(json.dumps(wanted))
    assert len(scenes) == len(record) + 1
    assert difference(scenes[0], scenes[0]) is None


@pytest.mark.usefixtures("one_round")
@pytest.mark.parametrize(
    ("spec", "plies"),
    [("honeymoon", 3), ("honeymoon:bicycle", 9), ("honeymoon:face_up", 30), ("honeymoon", 40)],
)
def test_a_deal_that_has_not_ended_hides_the_same_in_all_worlds(spec: str, plies: int) -> None:
    position = middle(spec, plies, plies)
    page = to_html(bg.Record(position))
    for seat in (0, 1):
        own = to_html(bg.Record(position), viewer=seat)
        for world in range(5):
            other = bg.Record(position.determinize(seat, world))
            assert to_html(other) == page
            assert to_html(other, viewer=position.facts.player_names[seat]) == own
    # A test of the test: all cards are another page, unless both players know them all.
    everything = to_html(bg.Record(position), viewer="all")
    assert own not in (page, everything)
    assert (page == everything) == position.is_open


def test_a_deal_with_moves_hides_what_was_drawn() -> None:
    start = bg.Honeymoon(3, rules="bicycle")
    record = bg.Record(start)
    for _ in range(6):
        record.play(record.position.legal_moves[0])
    page = to_html(record)
    for seat in (0, 1):
        cards = {f'"{bg.scene.cards.CARDS[cell]}"' for cell in record.position.pieces(seat)}
        assert not [card for card in cards if card in Reader(page).data]
    with pytest.raises(bg.UnsupportedError, match="hidden cards"):
        to_html(record, bg.analyze(record, seconds=0.1))
    with pytest.raises(bg.ParameterError, match="one of south, north, all, not 'west'"):
        to_html(record, viewer="west")
    record.resign()
    assert to_html(record).count("south resigned") == 1


def test_the_command_line_writes_it(tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    assert run("analyze", "f5d6c3d3c4", "--seconds", "1", "--html", str(target)).stdout
    read = Reader(target.read_text())
    assert [item.split()[0] for item in read.items] == ["f5", "d6", "c3", "d3", "c4"]
    assert "turning point" in read.text
    assert run("show", "othello", "--moves", "f5", "--html", str(target)).stdout == ""
    assert Reader(target.read_text()).items == ["f5 black"]
    before = target.read_bytes()
    deal = ["honeymoon", "--seed", "3", "--moves", "1C", "--html", str(target)]
    assert run("show", *deal).stdout == ""
    assert target.read_bytes() != before
    saved = tmp_path / "deal.json"
    bg.Record(bg.Honeymoon(3), ["1C"]).save(saved)
    assert "hidden cards" in fails(run("analyze", str(saved), "--html", str(target)), 2)
    assert "allowed is .html" in fails(run("show", "othello", "--html", "game.txt"), 2)
    missing = tmp_path / "no" / "game.html"
    assert "No such" in fails(run("show", "othello", "--html", str(missing)), 1)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["deal.json", "game.html"]
