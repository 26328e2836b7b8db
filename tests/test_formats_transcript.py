"""Transcripts: either case, passes told or not, and what is refused where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import transcript
from bitgames.formats.parsing import is_pass
from tests.test_formats_parsing import TAKIZAWA, WITH_PASSES, records


def test_a_drawn_line_from_outside() -> None:
    record = transcript.parse(TAKIZAWA)
    assert len(record) == 60
    assert record.result is not None
    assert record.result.is_draw
    assert transcript.to_text(record) == TAKIZAWA.lower()
    assert transcript.to_text(record, passes=True) == TAKIZAWA.lower()


def test_passes_need_not_be_told() -> None:
    record = transcript.parse(WITH_PASSES)
    passes = [ply for ply, move in enumerate(record.moves) if is_pass(move)]
    assert passes == [58, 60]
    assert record.result is not None
    assert record.result.scores == (-40, 40)
    assert transcript.to_text(record) == WITH_PASSES
    told = transcript.to_text(record, passes=True)
    assert told == WITH_PASSES[:-4] + "--g7--g8"
    for word in ("--", "pass", "PA", "ps", "Pass", " -- "):
        assert transcript.parse(told.replace("--", word)) == record


@given(records())
def test_games_come_back(record: bg.Record) -> None:
    for passes in (False, True):
        assert transcript.parse(transcript.to_text(record, passes=passes)) == record
    assert transcript.parse(transcript.to_text(record).upper()) == record


@pytest.mark.parametrize("spec", ["othello:4", "othello:6"])
@given(st.data())
def test_other_boards_come_back(spec: str, data: st.DataObject) -> None:
    record = data.draw(records(spec))
    text = transcript.to_text(record, start=spec)
    assert transcript.parse(text, spec) == record
    with pytest.raises(bg.UnsupportedError, match="cannot hold the start 'othello"):
        transcript.to_text(record)


def test_other_starts() -> None:
    start = bg.Othello().play("f5")
    record = bg.Record(start, ["d6"])
    assert transcript.to_text(record, start=start) == "d6"
    assert transcript.parse("d6", start) == record
    with pytest.raises(bg.UnsupportedError, match="cannot hold the start"):
        transcript.to_text(record)
    with pytest.raises(bg.UnsupportedError, match="tictactoe"):
        transcript.to_text(bg.Record("tictactoe"))
    with pytest.raises(bg.UnsupportedError, match="tictactoe"):
        transcript.parse("a1", "tictactoe")


def test_a_last_pass_is_told() -> None:
    played = transcript.parse(WITH_PASSES)
    record = bg.Record("othello", played.moves[:59])
    assert is_pass(record.moves[-1])
    assert transcript.to_text(record).endswith("h8--")
    assert transcript.parse(transcript.to_text(record)) == record


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f5d6x1y", r"column 5: move 3: .*x1"),
        ("f5d6 c", r"column 6: 'c' is not a valid move: allowed are squares"),
        ("f5d", r"column 3: 'd' is not a valid move: allowed are squares"),
        ("f5?d6", r"column 3: '\?d' is not a valid move: allowed are squares"),
        ("f5d9", r"column 3: move 2: .*d9"),
        ("f5f5", r"column 3: move 2: illegal move f5 .*: legal moves are f4 d6 f6"),
        ("f5c4d6", r"column 3: move 2: illegal move c4"),
        ("pass", r"column 1: move 1: illegal move pass"),
        ("f5--", r"column 3: move 2: illegal move pass"),
        (TAKIZAWA + "a1", r"column 121: move 61: .*over"),
        (TAKIZAWA + "--", r"column 121: move 61: .*over"),
        ("f5d\u0666", r"column 3: "),
        ("\0f5", r"column 1: "),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(bg.ParseError, match=rf"^{reason}"):
        transcript.parse(text)


@given(st.text() | st.text(alphabet="abcdefghABCDEFGH12345678 -ps"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        record = transcript.parse(text)
    except bg.ParseError:
        return
    assert transcript.parse(transcript.to_text(record)) == record


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = [transcript.parse(TAKIZAWA), transcript.parse(WITH_PASSES)]
    transcript.save(path, games)
    assert path.read_bytes() == f"{TAKIZAWA.lower()}\n{WITH_PASSES}\n".encode()
    assert transcript.load(path) == games
    path.write_bytes(b"\xef\xbb\xbf" + f"\r\n{TAKIZAWA}\r\n\r\n{WITH_PASSES}".encode())
    assert transcript.load(str(path)) == games


def test_bad_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"f5d6\n\nf5f5\nc4c3\n\xff\xfe\n")
    with pytest.raises(bg.ParseError) as caught:
        transcript.load(path)
    assert str(caught.value).startswith(f"{path}:3: column 3: move 2: illegal move f5")
    games = transcript.load(path, strict=False)
    assert [transcript.to_text(game) for game in games] == ["f5d6", "c4c3"]
    assert [str(each).partition(": ")[0] for each in games.complaints] == [
        f"{path}:3",
        f"{path}:5",
    ]
    with pytest.raises(bg.ParseError, match=r"^line 3: "):
        transcript.loads(path.read_bytes())
    with pytest.raises(FileNotFoundError):
        transcript.load(tmp_path / "none.txt")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"old")
    with pytest.raises(bg.UnsupportedError, match="game 2 has no moves"):
        transcript.save(path, [bg.Record("othello", ["f5"]), bg.Record("othello")])
    assert path.read_bytes() == b"old"
