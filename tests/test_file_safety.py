"""Links, pipes and a full disk in the way of a file; lists too long for the memory."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import bitgames as bg
from tests import processes

NAME = "honeymoon-trump-4.endings"
VICTIM = b"precious"


def build(folder: Path) -> bg.honeymoon.EndingDatabase:
    return bg.honeymoon.EndingDatabase.build(folder, 4, strain="trump", threads=1)


@processes.posix
@pytest.mark.parametrize("suffix", [".partial", ".tmp"])
def test_a_build_follows_no_link(tmp_path: Path, suffix: str) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(VICTIM)
    folder = tmp_path / "databases"
    folder.mkdir()
    link = folder / (NAME + suffix)
    link.symlink_to(victim)
    with pytest.raises(OSError, match="it is a symbolic link"):
        build(folder)
    assert victim.read_bytes() == VICTIM
    assert link.is_symlink()
    link.unlink()
    assert build(folder).verify() > 0
    assert [path.name for path in folder.iterdir()] == [NAME]


@processes.posix
def test_a_checkpoint_follows_no_link(tmp_path: Path) -> None:
    victim, checkpoint = tmp_path / "victim", tmp_path / "ck"
    victim.write_bytes(VICTIM)
    link = tmp_path / "ck.tmp"
    link.symlink_to(victim)
    with pytest.raises(OSError, match="it is a symbolic link"):
        bg.solve(bg.Mosaic(size=3), checkpoint=checkpoint)
    assert victim.read_bytes() == VICTIM
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ck.tmp", "victim"]


@processes.posix
@pytest.mark.parametrize(
    "call",
    [
        "bg.honeymoon.EndingDatabase(path)",
        "bg.solve(bg.Mosaic(size=3), checkpoint=path)",
        "bg._core.judge_file(path)",
    ],
)
def test_a_pipe_without_a_writer_is_refused(tmp_path: Path, call: str) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    code = f"import bitgames as bg, bitgames._core, sys; path = sys.argv[1]; {call}"
    done = processes.run([sys.executable, "-c", code, str(path)], timeout=60)
    assert f"OSError: {path}: it is not a regular file" in done.stderr


@processes.linux
def test_a_full_disk_says_what_stays(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: writing beyond it fails."""
    code = (
        "import bitgames as bg, resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "bg.honeymoon.EndingDatabase.build(sys.argv[1], 6, strain='trump')\n"
    )
    done = processes.run([sys.executable, "-c", code, str(tmp_path)])
    (left,) = tmp_path.iterdir()
    assert left.name == "honeymoon-trump-6.endings.partial"
    assert f"OSError: [Errno {errno.EFBIG}] File too large; the slices" in done.stderr
    assert f"stay in {left}, to build on" in done.stderr
    assert left.stat().st_size < 20_000
    bg.honeymoon.EndingDatabase.build(tmp_path, 6, strain="trump")
    assert [path.name for path in tmp_path.iterdir()] == ["honeymoon-trump-6.endings"]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bg.honeymoon.EndingDatabase:
    return build(tmp_path_factory.mktemp("databases"))


def test_endless_arrays_are_a_memory_error(database: bg.honeymoon.EndingDatabase) -> None:
    """Arrays that repeat one number need no memory, what is made of them does."""
    count = 1 << 44
    owners = np.broadcast_to(np.uint32(0), (count,))
    lengths = np.broadcast_to(np.uint8(0), (count, 4))
    one = np.broadcast_to(np.int8(-1), (count,))
    for options in ({}, {"trumps": one}, {"led": one}):
        with pytest.raises(MemoryError, match="MiB do not fit into memory"):
            database.values(owners, lengths, **options)
