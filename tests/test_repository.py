"""The files that run the project: workflows, checks, and what they promise."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMMAND = "pip install '.[test]' && cargo test --workspace && python -m pytest -n auto"


def test_every_action_is_pinned_by_its_commit() -> None:
    """A tag can be moved to other code; the version stands beside the hash for people."""
    used = [
        line.partition("uses:")[2].strip()
        for path in WORKFLOWS
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert len(used) > 10
    pins = {}
    for each in used:
        pinned = re.fullmatch(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)", each)
        assert pinned, f"pin {each} by commit and version"
        assert pins.setdefault(pinned[1], pinned[2]) == pinned[2], f"{pinned[1]}: two commits"


def test_one_command_runs_all_tests() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        assert COMMAND in (ROOT / name).read_text(encoding="utf-8").splitlines(), name


@pytest.mark.skipif(os.name == "nt", reason="permissions differ there")
def test_the_checks_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_package_says_what_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["authors"] == [{"name": "The bitgames developers"}]
    assert {"Documentation", "Source", "Issues", "Changelog"} <= project["urls"].keys()
    assert not [each for each in project["classifiers"] if "Free Threading" in each]


def test_publishing_waits_for_the_tests() -> None:
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    publish = text[text.index("\n  publish:") :]
    needs = re.search(r"needs: \[(.+)\]", publish)
    assert needs is not None
    assert {"sdist", "test"} <= set(needs[1].split(", "))
    names = re.findall(r"name: ((?:linux|macos|windows)[\w-]+)", text)
    built, tested = names[: len(names) // 2], names[len(names) // 2 :]
    assert built == tested
    assert {name.split("-")[0] for name in tested} == {"linux", "macos", "windows"}
