"""Speeds and strengths in README and docs: each is a figure of `docs/figures.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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

NUMBER = r"\d[\d,]*(?:\.\d+)?"
RANGE = rf"{NUMBER}(?:(?: to |-){NUMBER})?"
# What is counted, as in "random games a second".
WORDS = r"(?:(?!(?:in|less|than|within|at|of)\b)[\w-]+ ){0,3}?"
TIMES = {
    "ns": 1e-9, "nanoseconds?": 1e-9, "[uµ]s": 1e-6, "microseconds?": 1e-6, "ms": 1e-3,
    "milliseconds?": 1e-3, "s": 1.0, "seconds?": 1.0, "min": 60.0, "minutes?": 60.0, "h": 3600.0,
    "hours?": 3600.0,
}  # fmt: skip
MULTIPLES = {"thousand ": 1e3, "million ": 1e6, "billion ": 1e9, "": 1.0}
# What a speed or a strength looks like in a sentence: its kind, and how it is written.
PATTERNS = {
    "rate": rf"({RANGE}) (thousand |million |billion )?{WORDS}(?:a|per) second\b|"
    rf"({RANGE}) (thousand |million |billion )?\w+/s\b",
    "time": rf"({RANGE})[ -]({'|'.join(TIMES)})\b(?!/)",
    "ratio": rf"({RANGE})(?: times\b| ?x(?= (?:as|faster|slower))| of the time\b)",
    "games": r"(\d[\d,]*) of (?:the )?(\d[\d,]* (?:games|pairs|deals))\b",
    "share": rf"({RANGE}) ?%",
    "margin": rf"({NUMBER}) ± ({NUMBER})",
}
# A number beside one of these is a limit or a condition of the program, not what was measured.
BOUND = re.compile(
    r"(?:at most|at least|within|after|every|below|up to|(?:longer|more|less) than|under|for|in)"
    r"(?: about| some| the)?\s$"
)
CONDITION = re.compile(r"\s?(?:an? |each |for an? |by default|limit)\s?(?:move|side|player|game)?")
# Sentences with other numbers of that look, and why they are no figures of ours.
EXCEPTIONS = {
    r"95 ?% (?:confidence )?intervals?|Of the 95 % intervals, 95": "the level of intervals",
    r"10 times the row": "arithmetic of a format",
    r"1\.8 times|three times|ten times": "arithmetic of the rating scale",
    r"1,000 times, each pair": "how the bootstrap works",
    r"score is 55 %|50 % is no evidence": "an invented example of ratings",
    r"30 times as many simulations": "a setting of the other player",
    r"70 to 90 of 100 pairs": "what the levels promise; a deep test holds it",
    r"tenth of a second": "words",
    r"fitted to [\d,]+ of [\d,]+ games": "what weights learn from",
    r"(?:search|end) (?:of|a search of) 76 %|76 %|100 % is a search": "the certainty of a level",
    r"0\.2 s by default": "the default of a setting",
    r"20 messages a second": "a limit of the server",
    r"60 seconds for a move|60 seconds a side|reserve": "settings of a clock",
    r"3, 8 or 600 seconds": "limits of the analysis",
    r"1 to 30 seconds": "how large tasks are made",
    r"less than 1 %, one of|1 % \(30|1 % of what it can": "rounded from the table above it",
    r"1 Gbit|28 MB/s|30,000 evaluations|4 tasks a second": "an assumption of a model",
    r"core seconds|about 11 minutes|40 s on 1,024|150 s by": "results of a model",
}
# Columns of tables that hold measured numbers, by their heads, and rows by their first cells.
COLUMNS = re.compile(
    r"times faster|gain|on the clock|of the processor|processor time|^time$|workers?$|"
    r"score of|interval|pairs won|points won|percentile|, median|wrong if|intervals that|"
    r"^at [0-9a-f]{7}$"
)
ROWS = re.compile(r"\ba second\b|, seconds$")


@cache
def figures() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))["figures"]
    return found


def ends(row: dict[str, Any]) -> list[float]:
    """The value and its interval."""
    return [row["value"], *row.get("interval", [])]


@cache
def known() -> dict[str, list[float]]:
    """The values of each kind: seconds, one a second, ratios, shares, and any."""
    kinds: dict[str, list[float]] = {kind: [] for kind in ("time", "rate", "ratio", "share", "any")}
    for row in figures().values():
        unit = row["unit"]
        values = ends(row)
        kinds["any"] += values
        if unit.endswith("/s"):
            factor = next(by for word, by in MULTIPLES.items() if unit.startswith(word.strip()))
            kinds["rate"] += [value * factor for value in values]
        elif unit in ("times", "of the time"):
            kinds["ratio"] += values
        elif unit == "%":
            kinds["share"] += values
        else:
            for word, by in TIMES.items():
                if re.fullmatch(word, unit):
                    kinds["time"] += [value * by for value in values]
    return kinds


def is_rounded(text: str, value: float) -> bool:
    """Whether a number is this value, rounded as it is written.

    An integer may end in zeros that stand for lost digits, as long as two digits are left.
    """
    whole, _, decimals = text.replace(",", "").partition(".")
    places = -len(decimals)
    if not decimals:
        places = min(len(whole) - len(whole.rstrip("0")), max(0, len(whole) - 2))
    return abs(float(text.replace(",", "")) - value) <= 0.5 * 10.0**places * (1 + 1e-9)


def stands(text: str, kind: str, factor: float = 1.0) -> bool:
    """Whether each number of a range is a value of the table."""
    return all(
        any(is_rounded(number, value / factor) for value in known()[kind])
        for number in re.findall(NUMBER, text)
    )


def prose_and_tables(text: str) -> tuple[str, list[list[list[str]]]]:
    """The text of a page without code, and its tables as rows of cells."""
    text = re.sub(r"^(`{3,}|:{3,}).*?^\1\s*$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\{measured\}`[^`]*`", "measured", text)
    text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"``[^`]+``|`[^`]*`", "", text))
    tables: list[list[list[str]]] = []
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("|"):
            if not inside:
                tables.append([])
            if not re.fullmatch(r"[|:\s-]+", line):
                tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        else:
            lines.append(line)
        inside = line.startswith("|")
    return re.sub(r"\s+", " ", "\n".join(lines)), tables


def matched(kind: str, match: re.Match[str]) -> bool:
    """Whether what a sentence says is in the table."""
    if kind == "games":
        return any(
            row["unit"] == f"of {match[2]}" and is_rounded(match[1], row["value"])
            for row in figures().values()
        )
    if kind == "margin":
        return any(
            is_rounded(match[1], row["value"])
            and is_rounded(match[2], (row["interval"][1] - row["interval"][0]) / 2)
            for row in figures().values()
            if "interval" in row
        )
    if kind == "rate":
        return stands(match[1] or match[3], "rate", MULTIPLES[match[2] or match[4] or ""])
    if kind == "time":
        factor = next(by for word, by in TIMES.items() if re.fullmatch(word, match[2]))
        return stands(match[1], "time", factor)
    return stands(match[1], kind)


def strangers(text: str) -> Iterator[str]:
    """What looks like a speed in a page and is not in the table."""
    prose, tables = prose_and_tables(text)
    excepted = [place.span() for pattern in EXCEPTIONS for place in re.finditer(pattern, prose)]
    for kind, pattern in PATTERNS.items():
        for match in re.finditer(pattern, prose):
            if any(begin < match.end() and match.start() < end for begin, end in excepted):
                continue
            is_time = kind == "time"
            if is_time and (
                BOUND.search(prose[: match.start()]) or CONDITION.match(prose[match.end() :])
            ):
                continue
            if not matched(kind, match):
                yield prose[max(0, match.start() - 40) : match.end() + 40]
    for head, *rows in tables:
        for row in rows:
            for place, cell in enumerate(row):
                column = head[place] if place < len(head) else ""
                is_measured = (
                    COLUMNS.search(column)
                    or (column == "score" and "%" in cell)
                    or (place and ROWS.search(row[0]))
                )
                if is_measured and not is_cell_known(cell):
                    yield " | ".join(row)


def is_cell_known(cell: str) -> bool:
    """Whether a measured cell has nothing but values of the table, in whatever unit."""
    for kind, pattern in PATTERNS.items():
        for match in re.finditer(pattern, cell):
            if not matched(kind, match):
                return False
        cell = re.sub(pattern, "", cell)
    return stands(cell, "any")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_speed_of_a_page_is_in_the_table(page: Path) -> None:
    unknown = list(strangers(page.read_text(encoding="utf-8")))
    assert not unknown, (
        "not in docs/figures.json (measure by `python benches/figures.py`, or add an exception "
        "with its reason to tests/test_figures.py): " + "; ".join(unknown)
    )


def test_the_pattern_finds_speeds() -> None:
    """What a page must not say without a figure, and what it may."""
    for text in (
        "It is 123.4 times faster.",
        "It takes 123 ms.",
        "Some 987 million leaves a second.",
        "A batch makes 31 to 37 million a second.",
        "It makes 31,234 games/s here.",
        "It won 187 of\n200 games.",
        "It won by 12.3 ± 4.5 discs.",
        "A score of 12.3 %.",
        "| what | times faster |\n|---|---:|\n| a leaf | 123.4 |",
        "| what | 1 worker |\n|---|---:|\n| a leaf | 12.34 s |",
        "| Othello | AVX2 |\n|---|---:|\n| games a second | 123,456 |",
    ):
        assert len(list(strangers(text))) == 1, text
    for text in (
        "It stops within 50 ms, thinks at most 20 seconds, at 0.3 s a move.",
        "A board of 6 x 6 cells, `123.4 times faster`.",
        "```text\n123.4 times faster\n```",
        "It is {measured}`peers.perft` times faster.",
    ):
        assert not list(strangers(text)), text


def test_numbers_are_rounded_as_written() -> None:
    assert is_rounded("4.5", 4.5449) and not is_rounded("4.5", 4.56)
    assert is_rounded("7,200", 7177.6) and not is_rounded("7,200", 7251)
    assert is_rounded("20", 20.03) and not is_rounded("200", 215)


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
