"""The seam for tasks: in this process, in threads, in processes. Dask is in test_cluster*.py."""

from __future__ import annotations

import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator

import pytest

import bitgames as bg
from bitgames.spread import Failed, spread
from tests import processes


def doubled(spec: bytes) -> bytes:
    return spec * 2


def unhurried(spec: bytes) -> bytes:
    """A task that others still wait for when the first one is done."""
    time.sleep(0.05)
    return spec


def with_thread(spec: bytes) -> bytes:
    return b"%s %d" % (spec, threading.get_ident())


def with_process(spec: bytes) -> bytes:
    return b"%s %d" % (spec, os.getpid())


def nested(spec: bytes) -> bytes:
    """Spread tasks from a task: they stay in its thread."""
    here = threading.get_ident()
    inner = {int(result.split()[1]) for _, result in spread(with_thread, [b"a", b"b"], workers=2)}  # type: ignore[union-attr]
    return b"inside" if inner == {here} else b"outside"


def broken(spec: bytes) -> bytes:
    if spec == b"3":
        raise bg.ParameterError("three is not valid")
    return spec


def deadly(spec: bytes) -> bytes:
    if spec == b"2":
        os._exit(9)
    return spec


def test_without_workers_tasks_run_here_when_they_are_asked_for() -> None:
    asked: list[int] = []

    def specs() -> Iterator[bytes]:
        for number in range(4):
            asked.append(number)
            yield b"%d" % number

    results = spread(doubled, specs())
    assert not asked
    assert next(results) == (b"0", b"00")
    assert asked == [0]
    assert list(results) == [(b"1", b"11"), (b"2", b"22"), (b"3", b"33")]
    assert list(spread(doubled, [])) == []
    here = threading.get_ident()
    assert dict(spread(with_thread, [b"a"], workers=1)) == {b"a": b"a %d" % here}
    with pytest.raises(bg.ParameterError, match="three"):
        list(spread(broken, [b"1", b"3"]))


@pytest.mark.parametrize("workers", [0, -1, 10**9])
def test_a_number_of_workers_is_at_least_one(workers: int) -> None:
    with pytest.raises(bg.ParameterError, match="workers must be from 1 to"):
        spread(doubled, [], workers=workers)
    with pytest.raises(TypeError, match="workers"):
        spread(doubled, [], workers=True)


def test_joblib_is_loaded_only_where_it_is_asked_for() -> None:
    code = (
        "import sys; from bitgames.spread import spread\n"
        "print(list(spread(bytes.upper, [b'a']))); print('joblib' in sys.modules)"
    )
    assert processes.python(code).stdout.splitlines() == ["[(b'a', b'A')]", "False"]


def test_without_joblib_workers_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "joblib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "joblib", None)
    monkeypatch.setitem(sys.modules, "joblib.parallel", None)
    with pytest.raises(bg.ClusterError, match=r"pip install 'bitgames\[cluster\]'"):
        spread(doubled, [b"a"], workers=2)


@pytest.mark.cluster
def test_threads_of_the_user_give_the_same_results_and_an_error_as_it_is() -> None:
    import joblib

    specs = [b"%d" % number for number in range(20)]
    with joblib.parallel_config("threading", n_jobs=2):
        assert sorted(spread(doubled, iter(specs))) == sorted(spread(doubled, specs, workers=1))
        threads = {bytes(result).split()[1] for _, result in spread(with_thread, specs)}
        assert b"%d" % threading.get_ident() not in threads
        assert dict(spread(nested, [b"a"])) == {b"a": b"inside"}
        with pytest.raises(bg.ParameterError, match="three"):
            list(spread(broken, specs))
        # Who stops early leaves nothing behind, not even a warning.
        for task in (doubled, unhurried):
            results, filters = spread(task, specs), [*warnings.filters]
            next(results)
            assert warnings.filters == filters
            results.close()  # type: ignore[attr-defined]
    assert dict(spread(nested, [b"a"])) == {b"a": b"inside"}


@pytest.mark.cluster
def test_processes_give_the_same_results_and_a_dead_one_ends_the_run_with_advice() -> None:
    specs = [b"%d" % number for number in range(8)]
    assert sorted(spread(doubled, specs, workers=2)) == [(each, each * 2) for each in specs]
    found = {bytes(result).split()[1] for _, result in spread(with_process, specs, workers=2)}
    assert b"%d" % os.getpid() not in found
    with pytest.raises(bg.ClusterError, match="run the same command again"):
        list(spread(deadly, specs, workers=2))
    # The next run begins with new processes.
    assert sorted(spread(doubled, specs, workers=2)) == [(each, each * 2) for each in specs]


def test_a_failure_says_why() -> None:
    assert Failed("4 workers died while it ran").reason.startswith("4 workers")
