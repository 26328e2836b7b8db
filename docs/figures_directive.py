"""Measured figures in pages, from `docs/figures.json`, which `python benches/figures.py` writes.

The role ``{measured}`peers.perft` `` is a value, rounded to three digits, or as a format says that
stands after the name: ``{measured}`peers.perft ,.0f` ``. The directive ``{measured}`` is a table of
the figures that its lines name (``levels.othello.*`` names all that begin so, as far as there are
any), and a line with where they come from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

FILE = Path(__file__).resolve().with_name("figures.json")
Figures = dict[str, dict[str, Any]]


def load() -> Figures:
    """The figures by name."""
    figures: Figures = json.loads(FILE.read_text(encoding="utf-8"))["figures"]
    return figures


def shown(value: float) -> str:
    """A value for readers: three digits of large ones, two of small ones."""
    if abs(value) >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{float(f'{value:.3g}' if abs(value) >= 10 else f'{value:.2g}'):g}"


def value_of(figures: Figures, text: str) -> str:
    """The value that a role names, as its format says."""
    name, _, form = text.strip().partition(" ")
    value = figures[name]["value"]
    return format(value, form) if form else shown(value)


def named(figures: Figures, patterns: Sequence[str]) -> list[str]:
    """The names that patterns mean, in their order; an unknown name is an error."""
    found = []
    for pattern in patterns:
        names = [name for name in figures if fnmatchcase(name, pattern)]
        if not names and "*" not in pattern:
            raise KeyError(pattern)
        found += names
    return found


def origins(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where figures come from, each place once: script, date, commit, processor, Python."""
    found = []
    for row in rows:
        script = row["command"].split()[0]
        parts = [script, row["date"], f"commit {row['commit']}", row["processor"], row["python"]]
        found.append(", ".join(part for part in parts if part != "not stated"))
    return list(dict.fromkeys(found))


class Value(SphinxRole):
    """A figure in a sentence or a cell."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.env.note_dependency(str(FILE))
        try:
            return [nodes.Text(value_of(load(), self.text))], []
        except KeyError:
            message = self.inliner.reporter.error(f"no figure {self.text}", line=self.lineno)
            return [nodes.problematic(self.rawtext, self.rawtext)], [message]


class Table(SphinxDirective):
    """Figures as a table."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(FILE))
        figures = load()
        try:
            names = named(figures, [line.strip() for line in self.content if line.strip()])
        except KeyError as error:
            raise self.error(f"no figure {error.args[0]}") from None
        if not names:
            return [nodes.paragraph("", "Not measured yet.")]
        rows = [figures[name] for name in names]
        lines = [["what", "against", "figure", "95 % interval"]]
        for row in rows:
            ends = [shown(end) for end in row.get("interval", [])]
            value = f"{shown(row['value'])} {row['unit']}"
            lines.append([row["what"], row.get("against", ""), value, " to ".join(ends)])
        # A column that says nothing is left out.
        used = [place for place in range(4) if any(line[place] for line in lines[1:])]
        table = nodes.table()
        group = nodes.tgroup(cols=len(used))
        table += group
        for _ in used:
            group += nodes.colspec(colwidth=1)
        for part, some in ((nodes.thead(), lines[:1]), (nodes.tbody(), lines[1:])):
            group += part
            for line in some:
                row_node = nodes.row()
                part += row_node
                for place in used:
                    row_node += nodes.entry("", nodes.paragraph("", line[place]))
        places = "; ".join(origins(rows))
        return [table, nodes.paragraph("", f"Measured: {places}.", classes=["figures-origin"])]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the role and the directive."""
    app.add_role("measured", Value())
    app.add_directive("measured", Table)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
