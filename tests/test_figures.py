"""Speeds and strengths in README and docs: each is a figure of `docs/figures.json`."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import scripts
from tests.benches import bench

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "figures.json"
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]


@cache
def figures() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))["figures"]
    return found


def test_the_table_says_where_its_figures_come_from() -> None:
    rows = figures()
    assert list(rows) == sorted(rows) and len(rows) > 100
    for name, row in rows.items():
        assert re.fullmatch(r"[a-z0-9][\w.,:-]*", name), name
        assert {"value", "unit", "what", "date", "commit", "processor", "command"} <= row.keys()
        assert isinstance(row["value"], int | float), name
        # Dates are those of UTC, and today that of the place.
        assert date.fromisoformat(row["date"]) <= date.today() + timedelta(days=1), name
        if "interval" in row:
            low, high = row["interval"]
            assert low <= row["value"] <= high, name


@pytest.fixture
def directive() -> ModuleType:
    """What pages include figures by."""
    pytest.importorskip("sphinx", reason="pip install 'bitgames[docs]'")
    return scripts.load(ROOT / "docs" / "figures_directive.py")


def test_pages_include_figures_that_exist(directive: ModuleType) -> None:
    rows = directive.load()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"\{measured\}`([^`]*)`", text):
            assert directive.value_of(rows, name)
        for lines in re.findall(r"^```\{measured\}\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            directive.named(rows, lines.split())
    assert directive.value_of({"a": {"value": 7177.6}}, "a") == "7,180"
    assert directive.value_of({"a": {"value": 7177.6}}, "a .1f") == "7177.6"
    assert [directive.shown(each) for each in (0.6712, 4.549, 21.44, 103.6)] == [
        "0.67", "4.5", "21.4", "104",
    ]  # fmt: skip
    assert directive.named(rows, ["no.such.*"]) == []
    with pytest.raises(KeyError):
        directive.named(rows, ["no.such"])


def test_the_ratios_of_the_first_page_are_in_the_table(directive: ModuleType) -> None:
    """GitHub shows no role, so the numbers stand there as text, in one table."""
    known = {directive.shown(row["value"]) for row in figures().values() if row["unit"] == "times"}
    _, _, table = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n| times faster |")
    ratios = re.findall(r"^\| ([\d.,]+) \|", table, re.MULTILINE)
    assert len(ratios) >= 10
    assert [ratio for ratio in ratios if ratio not in known] == []


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The command with two entries that need no time, one of which fails at will."""
    module = bench("figures")
    script = tmp_path / "script.py"
    script.write_text(
        "import json, sys\n"
        "name, value, file = sys.argv[1], sys.argv[2], sys.argv[-1]\n"
        "if value == 'bad':\n    sys.exit(3)\n"
        "row = {'value': float(value), 'unit': 's', 'what': '', 'date': '2026-01-01'}\n"
        "text = {'format': 'bitgames figures', 'version': 1, 'figures': {name: row}}\n"
        "open(file, 'w').write(json.dumps(text))\n"
    )
    entries = (
        module.Entry("one", (f"{script} one.a 1",), f"{script} one.a 10", "no time"),
        module.Entry("two", (f"{script} two.a bad",), None, "no time"),
        module.Entry("three", (f"{script} three.a 3",), None, "no time", ("no_such_module",)),
        module.Entry("four", (f"{script} one.b 4",), f"{script} four.a 4", "no time"),
        module.Entry("slow", (f"{script} slow.a 5",), None, "hours", is_slow=True),
    )
    monkeypatch.setattr(module, "ENTRIES", entries)
    return module


def test_an_entry_that_fails_loses_nothing(
    command: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "figures.json"
    old = {name: {"value": 0.0, "date": "2025-01-01"} for name in ("one.a", "two.a", "three.a")}
    command.measured.write(out, old)
    assert command.main(["--out", str(out)]) == 1
    found = command.measured.read(out)
    assert {name: row["value"] for name, row in found.items()} == {
        "one.a": 1.0, "two.a": 0.0, "three.a": 0.0,
    }  # fmt: skip
    assert found["one.a"]["command"].endswith("one.a 1")
    said = capfd.readouterr().err
    assert "ended with exit code 3" in said and "no no_such_module" in said
    assert "one.b, which does not begin with four." in said
    assert said.endswith("failed: two, four; their figures are as before\n")


def test_only_named_and_quick_entries(command: ModuleType, tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    assert command.main(["--out", str(out), "--only", "slow"]) == 0
    assert list(command.measured.read(out)) == ["slow.a"]
    assert command.main(["--out", str(out), "--quick"]) == 0
    values = {name: row["value"] for name, row in command.measured.read(out).items()}
    assert values == {"four.a": 4.0, "one.a": 10.0, "slow.a": 5.0}
    with pytest.raises(SystemExit):
        command.main(["--quick"])
    other = tmp_path / "other.json"
    command.measured.write(other, {"one.a": {"value": 7.0}})
    assert command.main(["--out", str(out), "--merge", str(other)]) == 0
    assert command.measured.read(out)["one.a"] == {"value": 7.0}


def test_ctrl_c_keeps_what_is_finished(
    command: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, measure = tmp_path / "figures.json", command.measure

    def stopped(name: str, *rest: object) -> object:
        if name == "two":
            raise KeyboardInterrupt
        return measure(name, *rest)

    monkeypatch.setattr(command, "measure", stopped)
    assert command.main(["--out", str(out)]) == 130
    assert list(command.measured.read(out)) == ["one.a"]


def test_every_entry_is_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    module = bench("figures")
    for entry in module.ENTRIES:
        for words in (*entry.runs, entry.quick or entry.runs[0]):
            assert (ROOT / "benches" / words.split()[0]).is_file(), entry.name
    assert module.main(["--list"]) == 0
    assert "By hand" in capsys.readouterr().out


def test_what_the_bench_of_endings_prints_is_read() -> None:
    printed = (
        "6 cards, both strains, one thread: ours 0.0031 s\n"
        "  naive minimax 40.3 s, 13000 times ours\n"
        "  naive loops over a table 0.300 s, 96.8 times ours\n"
        "notrump, tables none: 0.081 ms, 95th percentile 0.237 ms\n"
        "trump, tables 8 cards: 0.023 ms, 95th percentile 0.048 ms\n"
    )
    found = {each.name: each.value for each in bench("criterion").endings(printed)}
    assert found == {
        "criterion.endings.build": 3.1,
        "criterion.endings.minimax": 13000.0,
        "criterion.solve.notrump.none.median": 0.081,
        "criterion.solve.notrump.none.percentile-95": 0.237,
        "criterion.solve.trump.8-cards.median": 0.023,
        "criterion.solve.trump.8-cards.percentile-95": 0.048,
    }
    assert found.keys() <= figures().keys()
