"""The catalogues of docs/locales: each belongs to a page; translations keep code and links."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
CATALOGUES = sorted((DOCS / "locales").rglob("*.po"))


def messages(catalogue: Path) -> dict[str, str]:
    """The texts of a catalogue with their translations, those without one left out."""
    found: dict[str, list[str]] = {"msgid": [], "msgstr": []}
    pairs: list[tuple[str, str]] = []
    part = "msgid"
    for line in [*catalogue.read_text(encoding="utf-8").splitlines(), 'msgid ""']:
        head, _, rest = line.partition(" ")
        if head in found:
            if head == "msgid":
                pairs.append(("".join(found["msgid"]), "".join(found["msgstr"])))
                found = {"msgid": [], "msgstr": []}
            part = head
            found[part].append(ast.literal_eval(rest))
        elif line.startswith('"'):
            found[part].append(ast.literal_eval(line))
    return {text: translated for text, translated in pairs if text and translated}


@pytest.mark.parametrize(
    "catalogue", CATALOGUES, ids=lambda path: path.relative_to(DOCS).as_posix()
)
def test_a_translation_keeps_code_and_links(catalogue: Path) -> None:
    _, _, *page = catalogue.relative_to(DOCS / "locales").parts
    assert (DOCS / Path(*page).with_suffix(".md")).is_file()
    translated = messages(catalogue)
    assert len(translated) > 20
    for text, translation in translated.items():
        for kept in (r"`[^`]+`", r"\]\([^)]*\)"):
            expected, given = (sorted(set(re.findall(kept, each))) for each in (text, translation))
            assert expected == given, text


def test_there_are_translations() -> None:
    assert {path.relative_to(DOCS / "locales").parts[0] for path in CATALOGUES} == {"ja", "zh_TW"}
