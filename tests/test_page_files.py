"""The files of the page: small, of one purpose, complete in themselves, safe by their form."""

import gzip
import re
from importlib.resources import files
from pathlib import Path

import pytest

from bitgames.web import bundle
from bitgames.web.app import ASSETS

STATIC = Path(str(files("bitgames.web") / "static"))
MODULES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js"))
SENT = [name for name, _ in ASSETS.values()]
MAX_BYTES = 70 << 10
MAX_LINES = 400


def text_of(name: str) -> str:
    return bundle.asset(name).decode()


def test_what_is_sent_is_small() -> None:
    sizes = {name: len(gzip.compress(bundle.asset(name))) for name in SENT}
    assert sum(sizes.values()) <= MAX_BYTES, sizes


@pytest.mark.parametrize("name", MODULES)
def test_modules_have_one_purpose(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert text.startswith("/**") and len(text.splitlines()) <= MAX_LINES


def test_modules_share_one_scope() -> None:
    """Joined, a name of one module would hide that of another."""
    names: dict[str, str] = {}
    for module in MODULES:
        found = re.findall(
            r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)",
            (STATIC / module).read_text("utf-8"),
            re.MULTILINE,
        )
        for name in found:
            assert name not in names, f"{name} of {module} is one of {names[name]}"
            names[name] = module


@pytest.mark.parametrize(
    "text", [text_of("app.js"), bundle.script("web/static/board/board.js")], ids=["app", "board"]
)
def test_scripts_import_nothing(text: str) -> None:
    """A notebook loads the board from a blob, from which nothing can be imported."""
    assert not re.search(r"^\s*import\b|\bimport\(|/\*\*|^//", text, re.MULTILINE)


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
