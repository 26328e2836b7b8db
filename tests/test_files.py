"""Files: other things are refused by name, and a full disk leaves nothing behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import bitgames as bg
from bitgames import _core, files
from tests import processes

# Everything that takes a path to read from.
READERS: dict[str, Callable[[object], object]] = {
    "Record.load": bg.Record.load,
    "EndingDatabase": bg.honeymoon.EndingDatabase,
    "judge": _core.judge_file,
    "checkpoint": lambda path: bg.solve(bg.Mosaic(3), checkpoint=path),
    "read_regular": lambda path: files.read_regular(path, 9),  # type: ignore[arg-type]
}
WRITERS: dict[str, Callable[[object], object]] = {
    "Record.save": bg.Record("tictactoe").save,
    "write_atomic": lambda path: files.write_atomic(path, b"x"),  # type: ignore[arg-type]
}
BUILDERS: dict[str, Callable[[object], object]] = {
    "EndingDatabase.build": lambda path: bg.honeymoon.EndingDatabase.build(path, 1),
}
ALL = READERS | WRITERS | BUILDERS


@processes.posix
@pytest.mark.parametrize("name", READERS | WRITERS)
def test_a_pipe_is_refused_by_name(name: str, tmp_path: Path) -> None:
    """No one is at its other end: to open it would wait forever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file") as caught:
        ALL[name](pipe)
    assert str(pipe) in str(caught.value)
    assert pipe.is_fifo()


@processes.posix
@pytest.mark.parametrize("name", WRITERS)
def test_a_device_is_not_replaced(name: str) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        ALL[name]("/dev/null")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", [*WRITERS, "Record.load", "read_regular"])
def test_a_folder_is_refused_by_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught:
        ALL[name](tmp_path)
    assert caught.value.filename == str(tmp_path)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("path", ["a\0b", "\ud800", ""], ids=["NUL", "surrogate", "empty"])
def test_text_that_is_no_name(name: str, path: str) -> None:
    with pytest.raises(bg.ParameterError, match="the name of a file or folder"):
        ALL[name](path)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("path", [3, True, 1.5, b"x", np.array(["x"]), ["x"], object()])
def test_things_that_are_no_path(name: str, path: object) -> None:
    """A number would be an open file of the process to Python."""
    with pytest.raises(TypeError):
        ALL[name](path)


FULL = """
import resource, signal, sys
import bitgames as bg
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    bg.Record("othello", ["f5"]).save(sys.argv[1])
except OSError as error:
    print(error.filename, error.strerror)
"""


@processes.linux
@pytest.mark.parametrize("before", [None, "old"])
def test_no_room_leaves_nothing_behind_and_says_so(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "game.json"
    if before is not None:
        path.write_text(before)
    done = processes.python(FULL, str(path))
    assert done.stdout == f"{path} File too large\n"
    assert [each.name for each in tmp_path.iterdir()] == ([] if before is None else ["game.json"])
    assert before is None or path.read_text() == before


def test_an_array_without_room_is_a_memory_error(tmp_path: Path) -> None:
    """An array of one number seen as many takes no room; the answers would."""
    database = bg.honeymoon.EndingDatabase.build(tmp_path, 1)
    count = 2**45
    owners = np.broadcast_to(np.uint32(0), (count,))
    lengths = np.broadcast_to(np.uint8(0), (count, 4))
    for ask in (database.values, database.best_card_sets):
        with pytest.raises(MemoryError, match="do not fit into memory"):
            ask(owners, lengths)


def test_what_a_killed_process_left_beside_a_file_goes(tmp_path: Path) -> None:
    gone = processes.python("import os; print(os.getpid())").stdout.strip()
    for number in (gone, os.getppid()):
        (tmp_path / f".note.txt.{number}-00c0ffee.tmp").touch()
    files.write_atomic(tmp_path / "note.txt", b"o x o")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"note.txt", f".note.txt.{os.getppid()}-00c0ffee.tmp"}
