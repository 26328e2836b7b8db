"""Mutated input for every parser and session: read, or refused by one short typed error.

``--fuzz-seconds`` is the time for all targets together, ``--fuzz-seed`` begins another sequence of
inputs. Case ``i`` of a seed is always the same, so a failure repeats; keep its input as a file of
``tests/data/corpus`` under a name that says what it broke.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.fuzz.targets import Target, corpus, targets

NAMES = [
    "position", "pbn", "ggf", "obf", "transcript", "wthor", "names", "record", "any", "words",
    "gtp", "nboard",
]  # fmt: skip
# Enough to judge the share of inputs that are read; a slow machine goes beyond its time for them.
MIN_CASES = 100


def target(name: str, folder: Path) -> Target:
    return next(each for each in targets(folder) if each.name == name)


def test_all_targets_are_named(tmp_path: Path) -> None:
    assert [each.name for each in targets(tmp_path)] == NAMES


@pytest.mark.parametrize(
    "path",
    [path for name in NAMES for path in corpus(name)],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_the_corpus(tmp_path: Path, path: Path) -> None:
    """Every file of the corpus by itself, those that once broke something among them."""
    target(path.parent.name, tmp_path).feed(path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_mutations(
    name: str, tmp_path: Path, pytestconfig: pytest.Config, record_property: pytest.Config
) -> None:
    seed = pytestconfig.getoption("--fuzz-seed")
    subject = target(name, tmp_path)
    end = time.monotonic() + pytestconfig.getoption("--fuzz-seconds") / len(NAMES)
    share, cases = 0.0, 0
    while cases < MIN_CASES or time.monotonic() < end:
        data = subject.make(random.Random(f"{name} {seed} {cases}"))
        try:
            share += subject.feed(data)
        except Exception as error:
            error.add_note(f"case {cases} of {name} with seed {seed}: {data[:2000]!r}")
            raise
        cases += 1
    share /= cases
    record_property("cases", cases)  # type: ignore[operator]
    record_property("share", round(share, 3))  # type: ignore[operator]
    print(f"{name}: {cases} cases, {share:.0%} of the input read")
    assert share >= subject.least_share
