"""Results as tables of HTML, which notebooks show."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import bitgames as bg
from bitgames.tables import to_html


def test_results_are_tables() -> None:
    position = bg.position("tictactoe oo./xx./...")
    found = [
        bg.hint(position),
        bg.search(position, all_moves=True),
        bg.solve(position, all_moves=True),
        bg.analyze(bg.Record(position, ["c2", "c1"])),
        bg.match("first", "random", "tictactoe", 4, seed=1),
        bg.tournament(["first", "random"], pairs=2, seed=0),
    ]
    for result in found:
        table = ET.fromstring(f"<div>{result._repr_html_()}</div>")  # type: ignore[attr-defined]
        heads, *rows = table.iter("tr")
        assert rows and all(len(row) == len(heads) for row in rows)
    for value in (bg.search(position), bg.solve(position)):
        assert "<td>c1</td>" in value._repr_html_()  # type: ignore[attr-defined]
    rows = found[0]._repr_html_().count("<tr>")  # type: ignore[attr-defined]
    assert rows == 1 + len(position.legal_moves)


def test_names_are_no_html() -> None:
    table = to_html([["<b>\x1b"]], "a & b")
    assert table.endswith(r"<th>&lt;b&gt;\u{1b}</th></tr></table><div>a &amp; b</div>")
