"""Settings that every test shares."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

# Before anything imports NumPy: tests run side by side, and the threads of its matrix products spin
# while they wait for each other, twenty times as long as the products take.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

from bitgames import UnsupportedError
from bitgames.analysis import LEVELS, refine
from bitgames.handouts import Figure, Sheet
from bitgames.players import registry
from tests import processes

# A test that is red says that the change is wrong, never that chance drew another example: the
# examples are fixed. A loaded machine must not fail a test for its slowness, hence no deadline.
# With few examples, how many are filtered out is a matter of chance.
settings.register_profile(
    "fixed",
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    derandomize=True,
    database=None,
)
# Others every night, and what failed once again in the next.
settings.register_profile(
    "random",
    settings.get_profile("fixed"),
    max_examples=100,
    derandomize=False,
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    print_blob=True,
)
settings.register_profile("long", settings.get_profile("random"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


MARKERS = {
    "deep": "takes minutes to hours, runs only with --deep",
    "peers(*modules)": "needs these modules of other programs, is left out without",
    "browser": "needs Playwright and Chromium, is left out without",
    "letters": "needs a font with Chinese and Japanese letters, is left out without",
    "cluster": "needs joblib and dask (extra cluster), is left out without them",
    "timed": "measures time, runs alone: python -m pytest -m timed",
}


@cache
def has_letters() -> bool:
    """Whether sheets can be set in all languages."""
    picture = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    try:
        for language, caption in {"ja": "先番、図", "zh-Hant": "輪到、圖"}.items():
            Sheet("t", language=language).pdf([Figure(picture, caption)])
    except UnsupportedError:
        return False
    return True


HAS_CLUSTER = all(find_spec(name) for name in ("distributed", "joblib"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deep", action="store_true", help="run the tests that take minutes to hours, too"
    )
    parser.addoption(
        "--fuzz-seconds", type=float, default=5.0, help="time for all mutated input together"
    )
    parser.addoption("--fuzz-seed", type=int, default=1, help="begin of the mutated input")


def pytest_configure(config: pytest.Config) -> None:
    for marker, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{marker}: {meaning}")
    processes.heed_ctrl_c()
    # What a test leaves is little beside what stays, which a search for garbage goes through.
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One process more than there are cores: tests of other programs often wait for them."""
    return (yield) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let each process begin with a run of neighbours, and take from the others when it is done.

    Neighbours share what a file prepares, which the default, one by one in turn, makes in each
    process; and no process waits at the end for another with several tests left.
    """
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Read a share of the files in each process, which keeps for all what pytest makes of them.

    Without it each would make it of every file, for a third of the time to collect the tests. Where
    only some are asked for, they alone are read.
    """
    worker, config = getattr(session.config, "workerinput", None), session.config
    is_whole = config.args == config.getini("testpaths")
    if worker is None or not is_whole or config.getoption("markexpr") in MARKERS:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in sorted((config.rootpath / "tests").glob("test_*.py"))[number::count]:
        with suppress(Exception, pytest.skip.Exception):  # collecting says what is wrong
            import_module(f"tests.{path.stem}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files that do not name the one marker asked for unread: reading all takes longer."""
    marker = config.getoption("markexpr")
    if marker not in MARKERS or collection_path.suffix != ".py":
        return None
    return f"mark.{marker}" not in collection_path.read_text("utf-8") or None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Ask for fonts, which takes a second, where a test needs them."""
    if item.get_closest_marker("letters") and not has_letters():
        pytest.skip("needs a font with Chinese and Japanese letters, such as Noto Serif CJK")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # The longest test is begun first: nobody waits for it at the end.
    items.sort(key=lambda item: item.path.parent.name != "typing")
    for item in items:
        for marker in item.iter_markers("peers"):
            if missing := [name for name in marker.args if find_spec(name) is None]:
                reason = f"needs {' and '.join(missing)}: pip install 'bitgames[peers]'"
                item.add_marker(pytest.mark.skip(reason=reason))
        if item.get_closest_marker("cluster") and not HAS_CLUSTER:
            reason = "needs joblib and dask: pip install 'bitgames[cluster]'"
            item.add_marker(pytest.mark.skip(reason=reason))
        if item.get_closest_marker("timed") and hasattr(config, "workerinput"):
            item.add_marker(pytest.mark.skip(reason="measures time, alone: -m timed runs it"))
    if not config.getoption("--deep"):
        deep = [item for item in items if item.get_closest_marker("deep")]
        config.hook.pytest_deselected(items=deep)
        items[:] = [item for item in items if not item.get_closest_marker("deep")]


def pytest_collection_finish() -> None:
    """Look for garbage in what tests make, not in the thousands of tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of the tests' own."""
    folder = str(tmp_path_factory.mktemp("cache"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, folder)
        yield


@pytest.fixture(autouse=True)
def registered_players_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test, or one example of the docs, registers is not there for the next."""
    monkeypatch.setattr(registry, "_factories", dict(registry._factories))


@pytest.fixture
def one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let means over worlds depend on no clock: the first round is the last one."""
    for name, level in LEVELS.items():
        monkeypatch.setitem(LEVELS, name, replace(level, worlds=2))

    def untimed(record: Any, *, seconds: Any, **options: Any) -> Any:
        return refine(record, level="normal", **options)

    monkeypatch.setattr("bitgames.play.values.refine_advice", untimed)
