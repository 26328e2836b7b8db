"""The files of the page: small, of one purpose, complete in themselves, safe by their form."""

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from bitgames import bundle, deals, games
from bitgames.play.room.offers import catalogue
from bitgames.sentences import SENTENCES
from bitgames.web.app import ASSETS
from bitgames.web.assets import asset
from tests import page_types

STATIC = Path(str(files("bitgames.web") / "static"))
MODULES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js"))
SENT = [name for name, _ in ASSETS.values()]
MAX_BYTES = 70 << 10
MAX_LINES = 400
LATER = {"practise.js"}
"""Scripts of views that come when they are wanted."""

# Texts of the board that are the texts of moves, too.
SPOKEN = {"pass", "double", "redouble"}


PAR = Path(deals.__file__).with_name("par.py").read_text(encoding="utf-8")


def text_of(name: str) -> str:
    return asset(name).decode()


def test_what_is_sent_is_small() -> None:
    """A browser gets the catalogue of one language, and views of few visits when they come."""
    sizes = {name: len(gzip.compress(asset(name))) for name in SENT if name not in LATER}
    catalogues = [size for name, size in sizes.items() if name.endswith(".json")]
    assert sum(sizes.values()) - sum(catalogues) + max(catalogues) <= MAX_BYTES, sizes


@pytest.mark.parametrize("name", MODULES)
def test_modules_have_one_purpose(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert text.startswith("/**") and len(text.splitlines()) <= MAX_LINES


def test_types_are_those_of_python() -> None:
    """`python -m tests.page_types` remakes the file."""
    assert page_types.FILE.read_text(encoding="utf-8") == page_types.page()


@pytest.mark.parametrize("name", [*MODULES, "../page.d.ts"])
def test_no_type_is_left_open(name: str) -> None:
    assert not re.search(r"[{<:,(|] *any *[>}\[|;),]", (STATIC / name).read_text("utf-8"))


@pytest.mark.parametrize("other", ["page/local.js", "page/link.js"])
def test_modules_share_one_scope(other: str) -> None:
    """Joined, a name of one module would hide that of another; a page has one of the links."""
    names: dict[str, str] = {}
    for module in {*MODULES} - {other, "site/sw.js"}:
        found = re.findall(
            r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)",
            (STATIC / module).read_text("utf-8"),
            re.MULTILINE,
        )
        for name in found:
            assert name not in names, f"{name} of {module} is one of {names[name]}"
            names[name] = module


@pytest.mark.parametrize(
    ("text", "later"),
    [
        (text_of("app.js"), LATER),
        (bundle.script("web/static/board/board.js"), set()),
        *((text_of(name), set()) for name in LATER),
    ],
    ids=["app", "board", *LATER],
)
def test_scripts_import_nothing(text: str, later: set[str]) -> None:
    """A notebook loads the board from a blob, from which nothing can be imported.

    The page alone may import what comes later: files that the server sends.
    """
    assert {name for name in re.findall(r'\bimport\("\./([^"]+)"\)', text)} == later <= {*SENT}
    assert len(re.findall(r"\bimport\(", text)) == len(later)
    assert not re.search(r"(?:^|;)\s*import\b(?!\()|/\*\*|^//", text, re.MULTILINE)


def test_no_text_of_a_script_runs_over_lines() -> None:
    """``bundle`` joins lines: in a text that would be another text, after a remark other code."""
    for name in MODULES:
        source = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.DOTALL)
        for line in source.splitlines():
            assert line.count("`") % 2 == 0, (name, line)
            assert not re.search(r"[;,{(\[]\s+//", line), (name, line)


def texts() -> set[str]:
    """Return the English texts of the page: those in calls of `t`, and those of its tables."""
    found: set[str] = set()
    for module in MODULES:
        source = (STATIC / module).read_text("utf-8")
        for call in re.finditer(r"\bt\(", source):
            at, depth = call.end(), 0
            # The first argument: both branches where it is a choice, not what a condition compares.
            while depth >= 0 and not (depth == 0 and source[at] in ",)"):
                if source[at] == '"':
                    end = re.compile(r'"(?:[^"\\]|\\.)*"').match(source, at)
                    assert end is not None
                    if not re.search(r"[=!]== $", source[:at]):
                        found.add(json.loads(end[0]))
                    at = end.end()
                    continue
                depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(source[at], 0)
                at += 1
        found |= set(re.findall(r"^  (?:first|second)\(\"([^\"]+)\"", source, re.MULTILINE))
        found |= set(re.findall(r"\bact\(\"([^\"]+)\"", source))
    setup, start, scene, play, bridge = (
        (STATIC / name).read_text("utf-8")
        for name in (
            "page/setup.js",
            "page/start.js",
            "board/scene.js",
            "page/play.js",
            "page/bridge.js",
        )
    )
    for source, table in ((setup, "LEVELS"), (start, "LINES"), (bridge, "POINTS")):
        body = source.partition(f"const {table} =")[2].partition("});")[0]
        found |= set(re.findall(r": \"([^\"]+)\"", body))
    clocks = setup.partition("const CLOCKS =")[2].partition("];")[0]
    found |= {words for _, words in re.findall(r"\[\"([^\"]*)\", \"([^\"]+)\"\]", clocks)}
    found |= set(re.findall(r"name: \"(\w+)\"", scene.partition("export const SUITS")[2][:300]))
    found |= set(re.findall(r"\"(\w+)\"", play.partition("const TABS =")[2].partition("]")[0]))
    for game in catalogue():
        levels = [spec[6:] for spec in game["players"] if spec.startswith("level:")]
        found |= {game["title"], game["rules"], *game["seats"]}
        found |= {*levels, *map(str.capitalize, levels)}
        unit = games.unit(game["name"] if game["name"] != "mnk" else "mnk:3,3,3")
        found |= {unit.name, unit.plural}
    return found | {f"@{code}" for code in SENTENCES}


@pytest.mark.parametrize("language", ["ja", "zh-Hant"])
def test_catalogues_are_complete(language: str) -> None:
    """Each text of the page has its translation with the same places for values; none is left."""
    entries = dict(zip(*json.loads(asset(f"{language}.json")), strict=True))
    # The reasons of par come from the server by their parts.
    reasons = {text for text in entries.keys() - texts() if f'"{text}"' in PAR}
    assert entries.keys() - SPOKEN - reasons == texts() - SPOKEN
    for text, words in entries.items():
        english = SENTENCES[text[1:]] if text.startswith("@") else text
        assert words and places(english) == places(words), text


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\d)", text))


@pytest.mark.parametrize("name", SENT)
def test_nothing_comes_from_another_host(name: str) -> None:
    found = set(re.findall(r"https?://[^\s\"'`)>]+", text_of(name)))
    assert found <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", [*MODULES, "index.html"])
def test_no_text_becomes_markup_or_code(name: str) -> None:
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\sstyle="
    )
    assert not re.search(forbidden, (STATIC / name).read_text("utf-8"))
