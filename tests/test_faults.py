"""Injected faults: every step of a write fails once, threads and memory cannot be had.

What was there stays as it was, what failed says so by an exception, and nothing is left behind.
"""

from __future__ import annotations

import ast
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.files import write_atomic
from tests import processes

OLD = b"what was there before"
NEW = b"x" * 100_000  # more than one buffer

# The calls by which files are written. Path methods end in these as well.
STEPS = ["open", "fsync", "chmod", "stat", "replace", "rename", "close", "fchmod"]


class Saboteur:
    """Counts the system calls of a write, and lets one of them fail."""

    def __init__(self, patch: pytest.MonkeyPatch, fails: int, error: BaseException) -> None:
        self.fails, self.error = fails, error
        self.seen: list[str] = []
        for name in STEPS:
            if hasattr(os, name):
                patch.setattr(os, name, self.wrapped(name, getattr(os, name)))
        patch.setattr("builtins.open", self.wrapped("open file", open))

    def step(self, name: str) -> None:
        self.seen.append(name)
        if len(self.seen) - 1 == self.fails:
            raise self.error

    def wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **options: Any) -> Any:
            if name == "close":  # closes first: an error of the disk may come with it
                call(*arguments, **options)
                return self.step(name)
            self.step(name)
            made = call(*arguments, **options)
            return Sabotaged(made, self) if name == "open file" else made

        return wrapper


class Sabotaged:
    """An open file whose methods are steps, too."""

    def __init__(self, file: Any, saboteur: Saboteur) -> None:
        self.file, self.saboteur = file, saboteur

    def __enter__(self) -> Sabotaged:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.saboteur.step("closed")

    def __getattr__(self, name: str) -> Any:
        if name in ("write", "flush"):
            self.saboteur.step(name)
        return getattr(self.file, name)


ERRORS = {
    "full": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    "broken": OSError(errno.EIO, os.strerror(errno.EIO)),
    "memory": MemoryError(),
    "Ctrl-C": KeyboardInterrupt(),
}


def open_files() -> int:
    """How many files this process has open; 0 where the system does not tell."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def steps_of(write: Callable[[], None]) -> list[str]:
    """The steps of a write that succeeds."""
    with pytest.MonkeyPatch.context() as patch:
        saboteur = Saboteur(patch, -1, OSError())
        write()
    return saboteur.seen


@pytest.mark.parametrize("before", [None, OLD], ids=["new", "old"])
@pytest.mark.parametrize("fault", ERRORS)
def test_every_step_of_a_write_fails_once(tmp_path: Path, fault: str, before: bytes | None) -> None:
    path = tmp_path / "file"

    def prepare() -> None:
        path.unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before)
            path.chmod(0o640)

    def write() -> None:
        write_atomic(path, NEW)

    prepare()
    steps = steps_of(write)
    assert {"open", "write", "fsync", "replace"} <= set(steps)
    assert steps.count("fsync") == 2 or os.name == "nt"  # the file, and then its folder
    for fails, name in enumerate(steps):
        prepare()
        files = open_files()
        raised = None
        with pytest.MonkeyPatch.context() as patch:
            Saboteur(patch, fails, ERRORS[fault])
            try:
                write()
            except (OSError, MemoryError, KeyboardInterrupt) as error:
                raised = error
        where = f"step {fails}, {name}, of {steps}"
        found = path.read_bytes() if path.exists() else None
        is_named = "replace" in steps[:fails]
        assert found == (NEW if is_named or raised is None else before), where
        assert [each.name for each in tmp_path.iterdir()] == ([] if found is None else ["file"])
        assert open_files() == files, where
        if not is_named and name != "stat":
            assert type(raised) is type(ERRORS[fault]), where
        if isinstance(raised, OSError):
            assert raised.filename == str(path), where
        if found is not None and before is not None and os.name != "nt":
            assert stat.S_IMODE(path.stat().st_mode) == 0o640, where


def test_all_files_are_written_in_one_place() -> None:
    """What holds for `write_atomic` holds for everything that this package writes."""
    package = Path(bg.__file__).parent
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or path.name == "files.py":
                continue
            called = ast.unparse(node.func)
            modes = [
                argument.value
                for argument in [*node.args, *(each.value for each in node.keywords)]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
            writes = called.endswith((".write_text", ".write_bytes", "os.replace", "os.rename"))
            opens = called.split(".")[-1] == "open" and set("".join(modes)) & set("wax+")
            is_nowhere = "os.devnull" in ast.unparse(node)
            assert not (writes or opens) or is_nowhere, f"{path}:{node.lineno}: {called}"


# Saves every kind of file where no file may be longer than some bytes, as on a disk that is full.
SAVING = """
import os, resource, signal, sys
from pathlib import Path
import bitgames as bg
from bitgames.cli import app, main, show
from bitgames.formats import (
    edax_book,
    egbk3,
    ggf,
    obf,
    pbn,
    transcript,
    wthor,
    wthor_names,
)

os.chdir(sys.argv[1])
game = bg.Record("othello", ["f5", "d6", "c3", "d3", "c4"])
deal = bg.Record(bg.Honeymoon(7))
writes = {
    "record.json": lambda path: game.save(path),
    "games.txt": lambda path: transcript.save(path, [game] * 10),
    "games.ggf": lambda path: ggf.save(path, [ggf.GgfGame.from_record(game)]),
    "games.obf": lambda path: obf.save(path, [obf.ObfProblem(bg.Othello())]),
    "deals.pbn": lambda path: pbn.save(path, [deal]),
    "games.wtb": lambda path: wthor.save(path, [wthor.WthorGame(squares="f5d6")]),
    "book.dat": lambda path: edax_book.save(path, edax_book.EdaxBook()),
    "book.egbk3": lambda path: egbk3.save(path, [egbk3.EgaroucidPosition(bg.Othello(), 0)] * 2),
    "wthor.jou": lambda path: wthor_names.save(path, ["ann", "ben", "eve"]),
}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for limit in (-1, 40):  # without a limit everything is written; this also loads all modules
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, -1))
    for name, write in writes.items():
        Path(name).unlink(missing_ok=True)
        Path(name).write_text("what was there before")
        try:
            write(name)
        except OSError as error:
            print(limit, name, error.filename, os.strerror(error.errno))
            assert Path(name).read_text() == "what was there before"
        else:
            print(limit, name, "written")
            assert Path(name).read_bytes() != b"what was there before"
assert sorted(os.listdir()) == sorted(writes), os.listdir()
"""


@processes.linux
def test_a_full_disk_keeps_what_was_there(tmp_path: Path) -> None:
    done = processes.python(SAVING, str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    names = [line.split()[1] for line in lines[: len(lines) // 2]]
    assert lines == [
        *(f"-1 {name} written" for name in names),
        *(f"40 {name} {name} {os.strerror(errno.EFBIG)}" for name in names),
    ]
    assert len(names) == 9


# Calls on several threads, with what each gives: once before the limit, so that all is loaded, and
# once after it, as a user who may perhaps not read the files of the program.
ON_THREADS = """
import json, os, resource, sys
import bitgames as bg
os.chdir(sys.argv[1])
endgame = bg.position(
    "othello -WWWWWW-/--WWWWBB/WBWWWBBB/WBWWBBBB/WBWBBBB-/WBBBWB--/--BBBB--/--BBB--- B"
    .replace("W", "O").replace("B", "X")
)
calls = {
    "endgame": lambda: bg.solve(endgame, threads=8).value,
    "mosaic": lambda: bg.solve(bg.Mosaic(size=3), threads=4).value,
    "match": lambda: bg.match("ai7", "ai2", "tictactoe", games=300, seed=9, threads=4).wins,
    "endings": lambda: bg.honeymoon.EndingDatabase.build(folder, 7, threads=4).cards,
    "deal": lambda: bg.match("rule", "rule", "honeymoon", games=4, seed=1, threads=3).plies,
}
for folder in ("before", "after"):
    for name, call in calls.items():
        try:
            print(name, call(), flush=True)
        except (bg.GameError, OSError, MemoryError) as error:
            print(name, type(error).__name__, flush=True)
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
    if os.geteuid() == 0:
        os.setuid(65534)  # no limit binds the superuser
"""


@processes.linux
def test_threads_that_cannot_be_started_change_no_answer(tmp_path: Path) -> None:
    """The work goes on with the threads that there are."""
    tmp_path.chmod(0o777)
    done = processes.python(ON_THREADS, str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    assert lines[:5] == lines[5:]


# Large allocations where little memory is left: a few MiB more than what is in use.
WITHOUT_MEMORY = """
import resource
import numpy as np
import bitgames as bg

position = bg.Othello().play("f5")
batch = bg.Batch("othello", 1 << 18, seed=1)
seats = np.zeros(len(batch), np.int8)
calls = {
    "solve": lambda: bg.solve(position, table_mib=1024, seconds=0.01),
    "search": lambda: bg.search(position, depth=2, table_mib=1024),
    "agent": lambda: bg.Agent("alphabeta:depth=2,table=1024").choose(position),
    "mosaic": lambda: bg.solve(bg.Mosaic(size=4), table_mib=1024),
    "copy": batch.copy,
    "reply": lambda: batch.reply(seats, "alphabeta:depth=1"),
}
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (16 << 20), -1))
for name, call in calls.items():
    try:
        call()
    except (bg.GameError, MemoryError) as error:
        print(name, type(error).__name__, flush=True)
    else:
        print(name, "has enough", flush=True)
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print(bg.search(position, depth=2).depth, bg.solve(bg.TicTacToe()).value)
"""


@processes.linux
def test_memory_that_cannot_be_had_is_an_error() -> None:
    done = processes.python(WITHOUT_MEMORY)
    assert (done.returncode, done.stderr) == (0, "")
    *calls, after = done.stdout.splitlines()
    names = ("solve", "search", "agent", "mosaic", "copy", "reply")
    assert calls == [f"{name} MemoryError" for name in names]
    assert after == "2 0"
