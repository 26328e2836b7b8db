"""The comparison with plain Python, a script of the checkout: what it prints and writes."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

from tests.benches import bench


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with figures of its own."""
    module = bench("compare")

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
    assert list(document["figures"]) == ["python.legal moves"]
    figure = document["figures"]["python.legal moves"]
    assert (figure["value"], figure["unit"], figure["what"]) == (5.0, "times", "a list of them")
    assert figure["against"].startswith("plain Python 3.")
    assert figure.keys() == {
        "value", "unit", "what", "against", "conditions",
        "date", "commit", "bitgames", "python", "processor", "command",
    }  # fmt: skip


def test_the_comparison_as_a_chart(compare: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pip install 'bitgames[plot]'")
    picture = tmp_path / "bench.svg"
    compare.main(["--quiet", "--svg", str(picture)])
    assert ET.fromstring(picture.read_text()).tag.endswith("}svg")
