"""Databases of endings on a real dask scheduler with two workers in different folders."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.cluster import build_endings, connected
from tests import processes
from tests.clusters import Cluster, cluster, wait_for

pytestmark = [pytest.mark.cluster, processes.posix]

CARDS = 7


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers that come back when they die."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that one process writes."""
    folder = tmp_path_factory.mktemp("alone")
    bg.honeymoon.EndingDatabase.build(folder, CARDS)
    return files(folder)


def test_two_workers_write_the_bytes_of_one_process(
    two: Cluster, alone: dict[str, bytes], tmp_path: Path
) -> None:
    command = ["db", "build", "honeymoon", "--cards", str(CARDS), "--out", str(tmp_path / "a")]
    done = processes.run([*processes.BITGAMES, *command, "--cluster", two.address])
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "a") == alone
    with connected(two.address):
        assert build_endings(tmp_path / "b", CARDS, task_positions=10_000).tasks > 100
    assert files(tmp_path / "b") == alone


@processes.posix
def test_a_worker_that_is_killed_in_between_changes_nothing(
    two: Cluster, alone: dict[str, bytes], tmp_path: Path
) -> None:
    from distributed import Client

    with Client(two.address, timeout=30, set_as_default=False) as client:
        workers = list(client.run(os.getpid).values())
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if 2 * done > total and workers and not killed:
            killed.append(workers.pop())
            os.kill(killed[0], signal.SIGKILL)

    with connected(two.address):
        built = build_endings(tmp_path, CARDS, task_positions=10_000, progress=kill)
    assert built.failed == 0 and killed
    assert files(tmp_path) == alone


def test_a_driver_that_is_killed_goes_on_where_it_was(
    two: Cluster, alone: dict[str, bytes], tmp_path: Path
) -> None:
    folder, half = tmp_path / "endings", tmp_path / "half"
    # The driver stops to be killed; what its workers make meanwhile is lost.
    code = f"""
import pathlib, time
from bitgames.cluster import build_endings, connected
def wait(done, total):
    if 2 * done > total:
        pathlib.Path({str(half)!r}).touch()
        time.sleep(600)
with connected({two.address!r}):
    build_endings({str(folder)!r}, {CARDS}, task_positions=10_000, progress=wait)
"""
    with processes.running([sys.executable, "-c", code]) as driver:
        wait_for(half.exists)
        driver.kill()
        driver.wait()
    # A lock stays as long as what it is for: until the run that takes it over ends.
    assert files(folder).keys() == {
        each for name in alone for each in (f"{name}.partial", f".{name}.lock")
    }
    begun = []
    with connected(two.address):
        build_endings(
            folder, CARDS, task_positions=10_000, progress=lambda done, _: begun.append(done)
        )
    whole = sum(layer.positions for layer in bg.honeymoon.EndingDatabase(folder).layers)
    assert 2 * begun[-1] < whole, "only what is missing was made"
    assert files(folder) == alone


@processes.linux
def test_a_folder_that_workers_do_not_share_is_one_line(two: Cluster, tmp_path: Path) -> None:
    # Each process has a folder of its own there.
    folder = "/proc/self/cwd/endings"
    command = ["db", "build", "honeymoon", "--cards", "4", "--out", folder]
    done = processes.run([*processes.BITGAMES, *command, "--cluster", two.address], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"does not have the build in {folder}: share the folder at this path" in done.stderr
    # What the driver began can be finished where it is.
    built = bg.honeymoon.EndingDatabase.build(tmp_path / "endings", 4)
    assert built.cards == [4, 4]
    assert all(name.endswith(".endings") for name in files(tmp_path / "endings"))
