"""The comparison with plain Python, a script of the checkout: what it prints and writes."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

BENCHES = Path(__file__).parents[1] / "benches"


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with figures of its own."""
    monkeypatch.syspath_prepend(str(BENCHES))
    spec = importlib.util.spec_from_file_location("benches_compare", BENCHES / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Known by name before it runs: its dataclasses look their module up.
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)

    def first(quick: bool) -> list[object]:
        return [
            module.Comparison("legal moves", "a list of them", 2e-6, 4e-7, 5.0, 4.0),
            module.Comparison("perft", "alone", None, 3e-8 if quick else 2e-8, None, None, 3e7),
        ]

    monkeypatch.setattr(module, "GROUPS", (first,))
    return module


def test_the_comparison_prints_and_keeps_its_figures(
    compare: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "bench.json"
    compare.main(["--quick", "--json", str(figures)])
    out, err = capsys.readouterr()
    assert err == "measuring first\n"
    lines = [line.split() for line in out.splitlines()]
    assert lines[0][:7] == ["legal", "moves", "2,000.0", "ns", "400.0", "ns", "5.00"]
    assert lines[1][:4] == ["perft", "30.0", "ns", "kept"]
    document = json.loads(figures.read_text())
    assert [row["ratio"] for row in document["rows"]] == [5.0, None]
    assert all(row["met"] for row in document["rows"])


def test_the_comparison_as_a_chart(compare: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'bitgames[plot]'")
    picture = tmp_path / "bench.svg"
    compare.main(["--quiet", "--svg", str(picture)])
    assert ET.fromstring(picture.read_text()).tag.endswith("}svg")
