"""Names of openings: the file of the package, and how games find them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import games
from bitgames.formats import transcript
from bitgames.play.report import to_html
from tests.commands import run

NAMED = games.openings("othello")
FILE = files("bitgames.games") / "openings" / "othello.txt"
LINES = [each for each in FILE.read_text("utf-8").splitlines() if not each.startswith("%")]


def slow(record: bg.Record) -> str | None:
    """The last position on the way that is, turned or mirrored, one of the named ones."""
    found = None
    for position in record.positions:
        whole: Any = position
        images = {whole.transform(number) for number in range(whole.num_symmetries)}
        for each in NAMED:
            if each.position("othello") in images:
                found = each.moves
    return found


def line(rng: random.Random) -> bg.Record:
    """A named opening and some moves after it, turned by a symmetry of the start."""
    moves = bg.formats.read_moves(bg.Othello(), rng.choice(NAMED).moves)
    record: Any = bg.Record("othello", moves)
    for _ in range(rng.randrange(4)):
        record.play(rng.choice(record.position.legal_moves))
    start = bg.Othello()
    turn = rng.choice([s for s in range(8) if start.transform(s) == start])
    return bg.Record("othello", [start.transform_move(move, turn) for move in record.moves])


def test_every_line_is_an_opening_of_its_own() -> None:
    assert len(LINES) == len(NAMED) > 100
    for text, each in zip(LINES, NAMED, strict=True):
        assert text == f"{each.moves}|{each.english}|{each.japanese}"
        assert each.english or each.japanese
        assert each.english.isascii() and all(map(str.isprintable, each.japanese))
        assert each.plies == len(bg.formats.read_moves(bg.Othello(), each.moves))
    assert sorted(LINES, key=lambda text: text.split("|")[0]) == LINES
    for names in ([each.english for each in NAMED], [each.japanese for each in NAMED]):
        assert max(Counter(filter(None, names)).values()) == 1
    keys = {bg.Othello.canonical(each.position("othello")) for each in NAMED}
    assert len(keys) == len(NAMED)


def test_a_variation_goes_on_from_its_opening() -> None:
    """``Rotating Flat (Kling Continuation)`` goes through Rotating Flat, and so on."""
    by_name = {each.english: each for each in NAMED}
    by_name["Bat"] = by_name["Cow Bat"]
    variations = [each for each in NAMED if each.english.endswith(")")]
    assert len(variations) > 5
    for each in variations:
        base = by_name[each.english.partition(" (")[0]]
        assert each.moves.startswith(base.moves), each
    for name in ("Tiger", "Rose-Bill", "Comp'Oth", "Mainline Tiger", "F.A.T. Draw"):
        assert by_name[name].moves.startswith(by_name["Tiger"].moves)
    for name in ("Cow", "Heath", "Snake", "Buffalo", "Chimney"):
        assert by_name[name].moves.startswith(by_name["Diagonal Opening"].moves)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_is_named_by_its_last_named_position(seed: int) -> None:
    record = line(random.Random(seed))
    found = record.opening
    assert found is not None and found.moves == slow(record)


def test_transpositions_and_other_games() -> None:
    tiger, late = bg.Record("othello", "f5 d6 c3 d3 c4"), bg.Record("othello", "f5 d6 c4 d3 c3")
    assert tiger.position == late.position
    assert str(tiger.opening) == str(late.opening) == "Tiger (虎定石)"
    assert bg.Record("othello").opening is None
    assert bg.Record("othello:6", "c2").opening is None
    assert bg.Record("connect4", "4").opening is None and games.openings("honeymoon") == ()
    inner = bg.Record(tiger.position, "f4 f6")
    assert inner.opening is not None and inner.opening.english == "Stephenson"


def _lines(count: int) -> Iterator[bg.Record]:
    rng = random.Random(5)
    for _ in range(count):
        yield line(rng)
    yield bg.Record("othello", "f5")


def test_an_archive_counts_by_opening(tmp_path: Path) -> None:
    """Also of openings that are frequent enough for the index to have counted them."""
    records = list(_lines(600))
    (tmp_path / "games.txt").write_text(transcript.dumps(records))
    wanted = Counter(record.opening for record in records)
    with bg.Archive(tmp_path / "games.txt") as archive:
        assert archive.stats().openings is None
        found = archive.stats(by="opening").openings
        assert found is not None
        assert {row.opening: row.games for row in found} == wanted
        assert [row.games for row in found] == sorted(wanted.values(), reverse=True)
        assert [game.opening for game in archive][:50] == [each.opening for each in records[:50]]
        some = archive.stats(by="opening", position="f5d6c3d3c4").openings
        assert some is not None
        tiger = bg.Record("othello", "f5 d6 c3 d3 c4").position.canonical()
        assert sum(row.games for row in some) == sum(
            any(each.canonical() == tiger for each in record.positions) for record in records
        )
        with pytest.raises(bg.ParameterError, match="by must be 'opening'"):
            archive.stats(by="move")  # type: ignore[arg-type]


def test_an_archive_finds_by_name(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3d3c4\nd3c5f6f5e6f3\nf5f6e6f4\n")
    archive = bg.Archive(games)
    for name in ("Tiger", "tiger", "虎定石"):
        # By whatever moves, and turned or mirrored.
        assert [each.number for each in archive.find(opening=name)] == [1, 2]
    with pytest.raises(bg.ParseError, match=r"did you mean Tiger\?"):
        archive.find(opening="Tigre")
    assert "2 of 3 games" in run("games", "find", str(games), "--opening", "Tiger").stdout


def test_commands_name_the_opening(tmp_path: Path) -> None:
    shown = run("show", "f5d6c3d3c4")
    assert shown.stdout.splitlines()[-1] == "opening: Tiger (虎定石)"
    assert json.loads(run("show", "f5d6c3d3c4", "--json").stdout)["opening"]["japanese"] == "虎定石"
    found = run("analyze", "f5d6c3d3c4", "--level", "quick", "--quiet")
    assert "opening" in found.stdout and "Tiger (虎定石)" in found.stdout
    data = run("analyze", "f5d6c3d3c4", "--level", "quick", "--quiet", "--json").stdout
    assert json.loads(data)["opening"]["english"] == "Tiger"
    page = to_html(bg.Record("othello", "f5 d6 c3 d3 c4"))
    assert "<p>Opening: Tiger (虎定石)</p>" in page
    assert "Opening:" not in to_html(bg.Record("tictactoe", "b2"))
    (tmp_path / "games.txt").write_text("f5d6c3d3c4\nf5\n")
    table = run("games", "stats", str(tmp_path / "games.txt"), "--by", "opening").stdout
    assert [row.split()[:2] for row in table.splitlines()[2:]] == [
        ["opening", "games"],
        ["-", "1"],
        ["Tiger", "(虎定石)"],
    ]
    rows = run("games", "stats", str(tmp_path / "games.txt"), "--by", "opening", "--csv").stdout
    assert rows.splitlines()[2].startswith("f5d6c3d3c4,Tiger,虎定石,1,")
