"""The index of a file of games: made, kept, made again, and never in the way."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.archive import place
from bitgames.files import user_folder
from bitgames.formats import save, wthor
from tests import processes
from tests.archives import slow_games, write_results
from tests.commands import run

OPEN = "import sys, bitgames as bg; a = bg.Archive(sys.argv[1]); print(len(a.find(position='f5')))"


def base(folder: Path, count: int = 3) -> Path:
    """A small base with names beside it."""
    games = [
        wthor.WthorGame(squares=each, black_name="ann", white_name="ben", score=40)
        for each in ("f5d6c3", "d3c5", "c4e3f4")[:count]
    ]
    path = folder / "games.wtb"
    wthor.save(path, games, names=True)
    return path


def index(path: Path) -> Path:
    return place._places(str(path))[1]


def beside(path: Path) -> Path:
    return path.with_name(path.name + place.SUFFIX)


def was_built(path: Path) -> bool:
    with bg.Archive(path) as archive:
        return archive.was_built


def left_over(folder: Path) -> list[str]:
    return [each.name for each in folder.rglob("*") if each.name.endswith(".tmp")]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for each test."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    return user_folder("cache") / "archives"


def test_an_index_is_made_once_and_again_after_a_change(tmp_path: Path) -> None:
    path = base(tmp_path)
    with bg.Archive(path) as archive:
        assert (archive.was_built, archive.index, archive.note) == (True, str(index(path)), None)
    assert not was_built(path)
    base(tmp_path, 2)
    with bg.Archive(path) as archive:
        assert archive.was_built and len(archive) == 2
    assert not left_over(tmp_path)


def test_a_touched_file_keeps_its_index(tmp_path: Path) -> None:
    path = base(tmp_path)
    assert was_built(path)
    os.utime(path, (10**9, 10**9))
    assert not was_built(path)
    assert not was_built(path)


def test_a_change_within_one_tick_of_the_clock_is_seen(tmp_path: Path) -> None:
    """Same size, same time: the content tells."""
    path = base(tmp_path)
    assert was_built(path)
    stat, data = path.stat(), bytearray(path.read_bytes())
    data[16 + 6] = 20  # the discs of black in the first game
    path.write_bytes(data)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    with bg.Archive(path) as archive:
        assert archive.was_built and archive.game(1).margin == -24


def test_names_are_read_again_when_their_table_changes(tmp_path: Path) -> None:
    path = base(tmp_path)
    assert was_built(path)
    wthor.wthor_names.save(tmp_path / "games.jou", ["cyd", "dan"])
    with bg.Archive(path) as archive:
        assert archive.was_built and archive.players == ["cyd", "dan"]
    (tmp_path / "games.jou").unlink()
    with bg.Archive(path) as archive:
        assert archive.was_built and archive.players == ["#0", "#1"]


def test_an_index_of_another_version_or_program_is_made_again(tmp_path: Path) -> None:
    path = base(tmp_path)
    assert was_built(path)
    with sqlite3.connect(index(path)) as connection:
        connection.execute("update facts set value = '2' where name = 'version'")
    connection.close()
    assert was_built(path)
    for wrong in (b"", b"once upon a time", b"SQLite format 3\0" + bytes(5000)):
        index(path).write_bytes(wrong)
        assert was_built(path)
    assert not was_built(path)


def test_a_damaged_index_never_gives_another_answer(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", slow_games("othello:4", 40))
    at = bg.position("othello:4").play("b1")

    def answers() -> tuple[object, ...]:
        with bg.Archive(path) as archive:
            stats = archive.stats(position=at)
            return stats, archive.find(player="ann").numbers, archive.game(17), archive.players

    wanted = answers()
    whole = index(path).read_bytes()
    for at_byte in range(0, len(whole), max(1, len(whole) // 24)):
        data = bytearray(whole)
        data[at_byte] ^= 0x41
        index(path).write_bytes(data)
        assert answers() == wanted, at_byte
    for size in (0, 100, len(whole) // 2, len(whole) - 1):
        index(path).write_bytes(whole[:size])
        assert answers() == wanted, size


def test_damage_while_it_is_open_is_mended(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", slow_games("tictactoe", 30))
    with bg.Archive(path) as archive:
        found = archive.find(player="ann")
        with sqlite3.connect(index(path)) as connection:
            connection.execute("update blobs set data = zeroblob(8) where kind = 'moves'")
        connection.close()
        assert found[0].moves
        assert archive.was_built


def test_a_damaged_source_is_refused_by_name(tmp_path: Path) -> None:
    path = base(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(bg.ParseError, match=r"games\.wtb: byte 4: 3 games are announced"):
        bg.Archive(path)
    path.write_bytes(data[:16] + bytes([0, 0, 9, 0]) + data[20:])
    with pytest.raises(bg.ParseError, match="player 9 is not among the 2"):
        bg.Archive(path)
    path.write_bytes(data[:24] + b"\x63" + data[25:])
    with pytest.raises(bg.ParseError, match="byte 24: game 1: 99 is not a valid square"):
        bg.Archive(path)
    results = write_results(tmp_path / "r.jsonl", slow_games("tictactoe", 4))
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join([*lines[:2], lines[2][:30] + b"\n", *lines[3:]]))
    with pytest.raises(bg.DamagedFileError, match=r"r\.jsonl: line 3"):
        bg.Archive(results)
    for wrong in (b"", b"once upon a time", b"\xff" * 20):
        (tmp_path / "x").write_bytes(wrong)
        with pytest.raises(bg.ParseError, match="x is not a valid file of games"):
            bg.Archive(tmp_path / "x")
    with pytest.raises(FileNotFoundError):
        bg.Archive(tmp_path / "nothing.wtb")
    assert not index(path).exists() and not left_over(tmp_path)


def test_a_line_that_is_not_finished_is_left_out(tmp_path: Path) -> None:
    """A tournament may be writing it."""
    path = write_results(tmp_path / "r.jsonl", slow_games("tictactoe", 4))
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with bg.Archive(path) as archive:
        assert len(archive) == 3
    path.write_bytes(whole)
    with bg.Archive(path) as archive:
        assert len(archive) == 4


def test_a_game_with_an_illegal_move_is_refused_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    wthor.save(path, [wthor.WthorGame(squares=each) for each in ("f5d6", "f5f5", "c4c3")])
    for _ in range(2):  # with a new index, and with the one that is there
        with pytest.raises(bg.ParseError, match=r"games\.wtb: game 2: move 2: illegal move f5"):
            bg.Archive(path)
    with bg.Archive(path, skip_bad=True) as archive:
        assert not archive.was_built
        assert [str(each)[-20:] for each in archive.complaints] and len(archive.complaints) == 1
        assert (len(archive), archive.find().numbers) == (3, [1, 3])
        assert archive.find(position="othello").numbers == [1, 3]
    (tmp_path / "games.ggf").write_text("(;GM[Othello];)")
    with pytest.raises(bg.ParseError, match=r"games\.ggf:1: game 1: it must have one tag BO"):
        bg.Archive(tmp_path / "games.ggf")


def test_an_index_lies_beside_its_file_on_request_and_travels_with_it(
    tmp_path: Path, cache: Path
) -> None:
    path = base(tmp_path)
    with bg.Archive(path, beside=True) as archive:
        assert (archive.index, archive.note) == (str(beside(path)), None)
    assert not cache.exists() and not was_built(path)
    base(tmp_path, 2)
    with bg.Archive(path) as archive:
        assert archive.was_built and archive.index == str(index(path))
    assert run("games", "stats", str(path), "--beside", "--quiet").exit_code == 0
    with bg.Archive(path) as archive:
        assert not archive.was_built and archive.index == str(beside(path))


def test_where_the_folder_cannot_be_written_the_index_is_in_the_cache(
    tmp_path: Path, cache: Path
) -> None:
    path = base(tmp_path)
    beside(path).mkdir()  # works for a superuser, too
    for is_new in (True, False):
        with bg.Archive(path, beside=True) as archive:
            assert archive.was_built == is_new and archive.index == str(index(path))
            assert archive.note is not None and "cannot write to" in archive.note
            assert len(archive.find(position="f5")) == 3
    shutil.rmtree(cache)
    cache.write_text("no folder")
    with bg.Archive(path) as archive:
        assert (archive.was_built, archive.index) == (True, None)
        assert archive.note is not None and "memory" in archive.note
        assert len(archive.find(position="f5")) == 3


@processes.posix
def test_a_folder_that_is_read_only(tmp_path: Path, cache: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("a superuser may write everywhere")
    folder = tmp_path / "there"
    folder.mkdir()
    path = base(folder)
    folder.chmod(0o500)
    try:
        with bg.Archive(path, beside=True) as archive:
            assert archive.index is not None and Path(archive.index).parent == cache
    finally:
        folder.chmod(0o700)


def test_several_processes_at_once_do_no_harm(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", slow_games("othello:4", 60))
    command = [sys.executable, "-c", OPEN.replace("f5", "a2"), str(path)]
    with ExitStack() as stack:
        started = [stack.enter_context(processes.running(command)) for _ in range(3)]
        answers = [each.communicate(timeout=processes.HANGS) for each in started]
    assert len(set(answers)) == 1 and answers[0][0].strip().isdecimal(), answers
    assert not was_built(path) and not left_over(tmp_path)


@processes.posix
def test_a_process_that_is_killed_leaves_no_index(tmp_path: Path) -> None:
    path = base(tmp_path)
    code = (
        "import os, signal, sys, bitgames as bg; "
        "bg.Archive(sys.argv[1], progress=lambda *_: os.kill(os.getpid(), signal.SIGKILL))"
    )
    done = processes.run([sys.executable, "-c", code, str(path)])
    assert done.returncode == -signal.SIGKILL
    assert not index(path).exists()
    (old,) = left_over(tmp_path)
    # One that a process still writes stays.
    other = old.replace(old.split(".")[-2], f"{os.getppid()}-00c0ffee")
    (tmp_path / other).touch()
    assert was_built(path) and left_over(tmp_path) == [other]


def test_an_error_of_progress_leaves_nothing(tmp_path: Path) -> None:
    path = base(tmp_path)

    def interrupt(done: int, total: int) -> None:
        assert (done, total) == (3, 3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bg.Archive(path, progress=interrupt)
    assert not index(path).exists() and not left_over(tmp_path)


def test_a_full_disk_leaves_nothing_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = base(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with bg.Archive(path) as archive:
        assert archive.index is None and len(archive) == 3
    assert not index(path).exists() and not left_over(tmp_path)


@processes.posix
def test_an_index_is_as_private_as_its_file(tmp_path: Path) -> None:
    path = base(tmp_path)
    path.chmod(0o600)
    assert was_built(path)
    assert index(path).stat().st_mode & 0o777 == 0o600


def test_an_index_in_a_folder_with_a_strange_name(tmp_path: Path) -> None:
    folder = tmp_path / "a ? b # c % d 'e' é"
    folder.mkdir()
    path = base(folder)
    assert was_built(path) and not was_built(path)


def test_saved_records_are_games_too(tmp_path: Path) -> None:
    save(tmp_path / "game.json", [bg.Record("othello", "f5 d6", players=["ann", None])])
    with bg.Archive(tmp_path / "game.json") as archive:
        assert archive.players == ["ann"] and archive.kind == "record"


def test_threads_may_share_an_archive(tmp_path: Path) -> None:
    with bg.Archive(base(tmp_path)) as archive, ThreadPoolExecutor(2) as pool:
        counts = pool.map(lambda text: len(archive.find(position=text)), ["f5", "f5d6"] * 10)
        assert list(counts) == [3, 3] * 10
