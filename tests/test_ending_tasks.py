"""Databases of endings by tasks, in this process: equal to those built as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames.cli import main
from bitgames.cluster import build_endings, endings
from bitgames.cluster.result_log import encoded
from bitgames.spread import Failed
from bitgames.spread import spread as run_tasks

CARDS = 5


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files that one call writes."""
    folder = tmp_path_factory.mktemp("whole")
    bg.honeymoon.EndingDatabase.build(folder, CARDS)
    return files(folder)


@pytest.mark.parametrize("size", [1, 500, endings.TASK_POSITIONS])
def test_tasks_of_any_size_write_the_same_bytes(
    tmp_path: Path, whole: dict[str, bytes], size: int
) -> None:
    told: list[tuple[int, int]] = []
    built = build_endings(
        tmp_path, CARDS, task_positions=size, progress=lambda *each: told.append(each)
    )
    assert files(tmp_path) == whole
    assert (built.failed, built.tasks) == (0, len(told))
    assert built.tasks >= 2 * CARDS
    assert told == sorted(told) and told[-1][0] == told[-1][1]
    assert built.database is not None
    assert built.database.paths == [str(tmp_path / name) for name in whole]
    assert build_endings(tmp_path, CARDS).tasks == 0


def test_a_build_that_was_interrupted_goes_on_by_tasks_or_as_a_whole(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    def some(folder: Path, number: int) -> None:
        def stop(done: int, total: int) -> None:
            nonlocal number
            number -= 1
            if not number:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            build_endings(folder, CARDS, task_positions=1, progress=stop)
        assert files(folder).keys() == {f"{name}.partial" for name in whole}

    (by_tasks := tmp_path / "tasks").mkdir()
    (here := tmp_path / "here").mkdir()
    some(by_tasks, 30)
    some(by_tasks, 25)
    left = build_endings(by_tasks, CARDS, task_positions=1).tasks
    everything = build_endings(tmp_path / "all", CARDS, task_positions=1).tasks
    assert left == everything - 55
    assert files(by_tasks) == whole
    some(here, 40)
    bg.honeymoon.EndingDatabase.build(here, CARDS)
    assert files(here) == whole


def test_a_task_of_another_folder_says_so_in_one_line(tmp_path: Path) -> None:
    spec = {"strain": "trump", "cards": 3, "layer": 1, "below": "0" * 16, "slices": [0]}
    with pytest.raises(bg.ClusterError) as raised:
        endings.make(encoded({**spec, "folder": str(tmp_path)}))
    message = str(raised.value)
    assert "\n" not in message
    assert f"does not have the build in {tmp_path}: share the folder" in message
    assert "honeymoon-trump-3.endings.partial" in message
    # A build whose layer below is another one.
    build = bg._core.EndingBuild(tmp_path, "trump", 3)
    with pytest.raises(bg.ClusterError, match="its layer 0 is not that of this build"):
        endings.make(encoded({**spec, "folder": str(tmp_path)}))
    build.close()
    with pytest.raises(bg.ClosedError):
        build.missing(1)


def test_a_task_whose_workers_die_leaves_the_rest_of_its_layer(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def spread(task: Any, specs: Iterable[bytes], **options: Any) -> Iterator[Any]:
        for spec, result in run_tasks(task, specs):
            lost = json.loads(spec)["layer"] == 4 and json.loads(spec)["slices"] == [1]
            yield spec, Failed("its workers died") if lost else result

    with monkeypatch.context() as patched:
        patched.setattr(endings, "spread", spread)
        built = build_endings(tmp_path, CARDS, task_positions=1)
    assert (built.database, built.failed) == (None, 2)
    layers = [len(bg._core.EndingBuild(tmp_path, "trump", CARDS).missing(n)) for n in (3, 4)]
    assert layers == [0, 1]
    build_endings(tmp_path, CARDS)
    assert files(tmp_path) == whole


def test_two_builds_of_one_database_at_once_are_refused(tmp_path: Path) -> None:
    first = bg._core.EndingBuild(tmp_path, "notrump", 3)
    with pytest.raises(OSError, match=r"another process \(PID [0-9]+\) uses this file"):
        build_endings(tmp_path, 3)
    first.close()
    assert build_endings(tmp_path, 3, strain="notrump").database is not None


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"cards": 14}, "cards must be from 1 to 13, not 14"),
        ({"strain": "hearts"}, "strain must be notrump, trump or both, not 'hearts'"),
        ({"task_positions": 0}, "task_positions must be from 1"),
    ],
)
def test_what_is_out_of_range_is_refused(
    tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(bg.ParameterError, match=message):
        build_endings(tmp_path, **{"cards": 3, **wrong})
    assert files(tmp_path) == {}


def test_the_command_builds_by_tasks(
    tmp_path: Path, whole: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["db", "build", "honeymoon", "--cards", str(CARDS), "--out", str(tmp_path)]
    assert main([*command, "--workers", "1", "--json"]) == 0
    assert [each["cards"] for each in json.loads(capsys.readouterr().out)] == [CARDS, CARDS]
    assert files(tmp_path) == whole
    assert main([*command, "--workers", "1", "--threads", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
