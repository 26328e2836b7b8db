"""Saved games: undo and redo, files that come back, and files that are refused."""

from __future__ import annotations

import copy
import json
import os
import pickle
import stat
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.files import write_atomic
from bitgames.record import Record

GAME = ["b2", "a1", "c3"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A file with a saved game."""
    path = tmp_path / "game.json"
    Record("tictactoe", GAME).save(path)
    return path


def random_record(data: st.DataObject, spec: str) -> Record:
    """A record of some random moves."""
    record = Record(spec)
    for _ in range(data.draw(st.integers(0, 12))):
        if record.position.is_over:
            break
        record.play(data.draw(st.sampled_from(record.position.legal_moves)))
    return record


def test_play_undo_redo() -> None:
    record = Record("tictactoe")
    assert record.start == record.position == bg.TicTacToe()
    assert record.last_move is None
    record.play("b2").play(0).play(record.position.legal_moves[-1])
    assert [str(move) for move in record.moves] == GAME
    assert all(type(move) is bg.Move for move in record.moves)
    assert len(record) == 3
    after = record.position
    assert record.undo().undo().position == bg.TicTacToe().play("b2")
    assert record.redo().redo().position == after
    record.undo().play("c1")
    with pytest.raises(bg.GameError, match="nothing to redo"):
        record.redo()


def test_the_ends_of_undo_and_redo() -> None:
    record = Record("tictactoe")
    with pytest.raises(bg.GameError, match="nothing to undo"):
        record.undo()
    with pytest.raises(bg.GameError, match="nothing to redo"):
        record.redo()


@pytest.mark.parametrize("move", ["b2", "z1", "", 4, 9, -1, None, 1.0])
def test_a_bad_move_changes_nothing(move: object) -> None:
    record = Record("tictactoe", ["b2", "a1"]).undo()
    with pytest.raises((bg.GameError, TypeError)):
        record.play(move)  # type: ignore[arg-type]
    assert record.moves == [4]
    assert record.redo().moves == [4, 0]


def test_the_list_of_moves_is_the_callers_own() -> None:
    record = Record("tictactoe", GAME)
    record.moves.clear()
    assert len(record.moves) == 3


def test_result() -> None:
    record = Record("tictactoe", ["a1", "a2", "b1", "b2"])
    assert record.result is None
    record.play("c1")
    assert record.result is not None
    assert record.result.winner == 0


def test_a_record_starts_anywhere() -> None:
    middle = bg.TicTacToe().play("b2")
    record = Record(middle, ["a1"])
    assert record.start == middle
    with pytest.raises(TypeError):
        Record(3)  # type: ignore[arg-type]
    with pytest.raises(bg.UnknownGameError):
        Record("chess")


@given(st.data(), st.sampled_from(["tictactoe", "tictactoe:5", "mnk:6,5,4"]))
def test_records_are_compared_copied_and_printed(data: st.DataObject, spec: str) -> None:
    record = random_record(data, spec)
    assert eval(repr(record), {"Record": Record, "bitgames": bg}) == record
    assert pickle.loads(pickle.dumps(record)) == record
    twin = copy.deepcopy(record)
    assert twin == record
    if record.moves:
        assert twin.undo() != record
        assert Record(record.position) != record
    assert record != "a record"
    with pytest.raises(TypeError):
        hash(record)


def test_pictures_mark_the_last_move() -> None:
    record = Record("tictactoe", GAME)
    assert str(record) == record.position.to_text(last_move="c3")
    assert "[o]" in str(record)
    assert record._repr_svg_() == record.position.to_svg(last_move="c3")


@given(data=st.data(), spec=st.sampled_from(["tictactoe", "tictactoe:8", "mnk:11,11,5"]))
def test_files_come_back(
    data: st.DataObject, spec: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("records") / "game.json"
    record = random_record(data, spec)
    record.save(path)
    assert Record.load(path) == record
    assert Record.load(str(path)).position == record.position


def test_what_a_file_says(saved: Path) -> None:
    document = json.loads(saved.read_text(encoding="utf-8"))
    assert document["format"] == "bitgames record"
    assert document["version"] == 2
    assert document["moves"] == GAME
    assert document["generator"] == f"bitgames {bg.__version__}"
    assert document["end"] == "tictactoe x../.o./..o"
    assert document["winners"] is None


def test_undone_moves_are_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Record("tictactoe", GAME).undo().save(path)
    assert Record.load(path).moves == [4, 0]


def test_layout_of_the_json_does_not_matter(saved: Path) -> None:
    document = json.loads(saved.read_text(encoding="utf-8"))
    saved.write_text(json.dumps(dict(reversed(document.items()))), encoding="utf-8")
    assert [str(move) for move in Record.load(saved).moves] == GAME


def test_a_record_is_iterated_and_always_true() -> None:
    record = Record("tictactoe")
    assert record and not list(record) and record.positions == [bg.TicTacToe()]
    record.play("b2").play("a1")
    assert list(record) == record.moves == [4, 0] and len(record) == len(list(record))
    assert record.positions[0] == record.start and record.positions[-1] == record.position
    for move in record:  # what is iterated is what was there at the beginning
        assert record.undo() and move is not None
    assert not record.moves


def test_a_resignation_ends_the_game() -> None:
    record = Record("othello", ["f5"])
    assert not record.is_over and record.resigned is None
    assert record.resign() is record
    assert record.is_over and record.resigned == 1 and not record.position.is_over
    assert record.result == bg.Outcome((0,), (0, 0), "white resigned")
    for call in (lambda: record.play("d6"), record.resign, record.redo):
        with pytest.raises(bg.GameError):
            call()
    assert record != Record("othello", ["f5"])
    assert record.undo().resigned is None and record.moves == Record("othello", ["f5"]).moves
    assert record.play("d6").resign(0).result == bg.Outcome((1,), (0, 0), "black resigned")
    quo = Record("quo:4").resign(2)
    assert quo.result is not None and quo.result.winners == (1, 3)
    with pytest.raises(bg.GameError, match="the game is over"):
        Record(bg.position("tictactoe ooo/xx./...")).resign()
    for seat in (2, -1):
        with pytest.raises(bg.ParameterError, match="player must be from 0 to 1"):
            Record("othello").resign(seat)
    with pytest.raises(TypeError):
        Record("othello").resign(True)


def described() -> Record:
    """A record with all that one may say of a game."""
    names = ["Ada", None]
    record = Record("tictactoe", GAME, players=names, date=date(2026, 11, 21), event="Open")
    return record.resign(0)


def test_what_is_said_of_a_game_is_kept(tmp_path: Path) -> None:
    record = described()
    assert record.players == ("Ada", None) and record.date == "2026-11-21"
    assert record.event == "Open"
    record.save(tmp_path / "game.json")
    again = [
        Record.load(tmp_path / "game.json"),
        Record.loads(record.dumps()),
        Record.loads(record.dumps().encode()),
        Record.from_json(record.to_json()),
        pickle.loads(pickle.dumps(record)),
        copy.deepcopy(record),
        eval(repr(record), {"Record": Record, "bitgames": bg}),
    ]
    for other in again:
        assert other == record and other.resigned == 0
        assert (other.players, other.date, other.event) == (("Ada", None), "2026-11-21", "Open")
    assert "\n" not in record.to_json()
    assert (tmp_path / "game.json").read_text() == record.dumps()
    assert json.loads(record.to_json())["winners"] == ["x"]


@pytest.mark.parametrize(
    ("keywords", "error"),
    [
        ({"players": ["Ada"]}, bg.ParameterError),
        ({"players": "AB"}, TypeError),
        ({"players": [1, 2]}, TypeError),
        ({"players": ["Ada", "\x1b[2J"]}, bg.ParameterError),
        ({"date": 20261121}, TypeError),
        ({"date": "x" * 201}, bg.ParameterError),
        ({"event": "a\nb"}, bg.ParameterError),
        ({"event": b"Open"}, TypeError),
    ],
)
def test_bad_names_dates_and_events(keywords: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Record("tictactoe", **keywords)
    record = described()
    for name, value in keywords.items():
        before = getattr(record, name)
        with pytest.raises(error):
            setattr(record, name, value)
        assert getattr(record, name) == before


@pytest.mark.parametrize("field", ["players", "date", "event", "resigned"])
@pytest.mark.parametrize("value", [3, ["z9"], {"a": 1}, "\n", -1, True])
def test_honest_checksums_over_new_nonsense_are_refused(field: str, value: object) -> None:
    from bitgames.record import _checksum

    document = json.loads(described().to_json())
    document[field] = value
    body = {k: v for k, v in document.items() if k not in ("format", "version", "checksum")}
    document["checksum"] = _checksum(body)
    with pytest.raises(bg.ParseError, match="damaged"):
        Record.loads(json.dumps(document))


@pytest.mark.parametrize("text", [None, 3, [], bytearray(b"{}"), Path("x")])
def test_a_record_is_read_from_text_or_bytes(text: object) -> None:
    with pytest.raises(TypeError, match="must be text or bytes"):
        Record.loads(text)  # type: ignore[arg-type]


def test_nesting_of_any_depth_is_refused_in_words(tmp_path: Path) -> None:
    """Near the limit of the interpreter reading succeeds, and what comes after it may not."""
    path = tmp_path / "deep.json"
    limit = sys.getrecursionlimit()
    for depth in (*range(limit - 120, limit + 30, 7), 10 * limit):
        deep = "[" * depth + "]" * depth
        path.write_text(f'{{"format": "bitgames record", "version": 2, "moves": {deep}}}')
        with pytest.raises(bg.ParseError, match=r"deep\.json"):
            Record.load(path)


def test_a_record_is_drawn_with_options() -> None:
    record = Record("tictactoe", GAME)
    assert record.to_text() == str(record)
    assert record.to_svg(size=99) == record.position.to_svg(last_move="c3", size=99)
    assert record.to_text(legal=True) == record.position.to_text(last_move="c3", legal=True)


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "not valid JSON"),
    "cut short": (lambda data: data[: len(data) // 2], "not valid JSON"),
    "binary": (lambda data: b"\x89PNG\r\n\xff\x00", "not valid JSON"),
    "deep": (lambda data: b"[" * 100_000, "not valid JSON"),
    "other json": (lambda data: b'{"a": 1}', "not a bitgames record"),
    "a list": (lambda data: b"[]", "not a bitgames record"),
    "other format": (lambda data: data.replace(b"bitgames record", b"x"), "not a bitgames record"),
    "another version": (
        lambda data: data.replace(b'"version": 2', b'"version": 1'),
        "1 is not a valid version of a record: allowed is 2",
    ),
    "move": (lambda data: data.replace(b'"c3"', b'"c2"'), "checksum"),
    "start": (lambda data: data.replace(b".../.../...", b"o../.../..."), "checksum"),
    "checksum": (lambda data: data.replace(b"sha256:", b"sha256:0"), "checksum"),
    "huge": (lambda data: data + b" " * (17 << 20), "too large"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_files_are_refused_by_name_and_reason(saved: Path, name: str) -> None:
    damage, reason = DAMAGES[name]
    saved.write_bytes(damage(saved.read_bytes()))
    with pytest.raises(bg.ParseError) as caught:
        Record.load(saved)
    assert str(saved) in str(caught.value)
    assert reason in str(caught.value)


@given(data=st.data())
def test_no_flipped_byte_is_taken(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("records") / "game.json"
    record = Record("tictactoe", GAME)
    record.save(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    # White space may change into other white space; nothing else may pass.
    try:
        assert Record.load(path) == record
    except bg.ParseError as error:
        assert str(path) in str(error)


@pytest.mark.parametrize("field", ["start", "moves", "end"])
@pytest.mark.parametrize("value", [None, 3, "x", ["z9"], {"a": 1}, "mnk:99,99,99"])
def test_honest_checksums_over_nonsense_are_refused(saved: Path, field: str, value: object) -> None:
    from bitgames.record import _checksum

    document = json.loads(saved.read_text(encoding="utf-8"))
    document[field] = value
    body = {k: v for k, v in document.items() if k not in ("format", "version", "checksum")}
    document["checksum"] = _checksum(body)
    saved.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(bg.ParseError, match="damaged"):
        Record.load(saved)


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.json")


def test_writing_replaces_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_atomic(path, b"one")
    path.chmod(0o640)
    write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomic(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomic(path, b"new")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_writing_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_atomic(tmp_path / "no" / "file", b"")
    assert caught.value.filename == str(tmp_path / "no" / "file")
    with pytest.raises(OSError):
        write_atomic(tmp_path, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_goes_on_pointing(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
