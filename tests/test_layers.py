"""Who may import whom: the rules of CONTRIBUTING, read from the sources.

Imports point downwards only. An import inside a function is one too: it delays the cost, not the
dependence.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import processes

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "bitgames"
CORE = ROOT / "rust" / "core" / "src"

# Lowest first; a module imports from its own layer and from those below. `arguments`, `files` and
# `seeding` know no game, `cli` sees all and is seen by nobody.
LAYERS = [
    {"_core"},
    {"arguments", "files"},
    {"seeding"},
    {"games"},
    {"scene"},
    {"record", "render"},
    {"formats"},
    {"protocols"},
    {"players"},
    {"results"},
    {"matches"},
    {"play"},
    {"__init__"},
    {"cli", "__main__"},
]
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}


def module_of(path: Path) -> str:
    """The dotted name of a file under the package."""
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> str:
    """The room of a module: the name right under `bitgames`, `__init__` for the package itself."""
    return [*module.split("."), "__init__"][1]


def imports(path: Path, package: str) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, with its line, relative ones resolved."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            if base == "bitgames":
                # `from bitgames import match`: a room or a name, the room's level decides.
                yield from ((f"bitgames.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield base, node.lineno


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_python_imports_point_downwards(path: Path) -> None:
    module = module_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    own = room(module)
    assert own in LEVEL, f"give {own} its place in LAYERS"
    for target, line in imports(path, package):
        if target.split(".")[0] != "bitgames":
            continue
        other = room(target)
        # A name that is no room comes from the package's front door.
        level = LEVEL.get(other, LEVEL["__init__"])
        assert other == own or level <= LEVEL[own], f"{path}:{line}: {own} imports {target}"


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "play").glob("*.py")), ids=lambda path: path.name
)
def test_the_room_knows_no_terminal_and_no_web(path: Path) -> None:
    """It needs the standard library and the package only, and neither prints nor reads."""
    for target, line in imports(path, "bitgames.play"):
        top = target.split(".")[0]
        assert top in {*sys.stdlib_module_names, "bitgames"}, f"{path}:{line}: imports {target}"
        assert top not in {"asyncio", "curses", "http", "socket", "sys"}, f"{path}:{line}: {target}"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "input", "open"}, f"{path}:{node.lineno}"


def test_importing_the_package_is_light() -> None:
    """No NumPy and nothing of the terminal until it is asked for."""
    heavy = ("numpy", "typer", "rich")
    code = f"import sys, bitgames; print([m for m in {heavy} if m in sys.modules])"
    done = processes.python(code)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "reference").glob("*.py")), ids=lambda path: path.name
)
def test_the_reference_sees_nothing_of_ours(path: Path) -> None:
    for target, line in imports(path, "tests.reference"):
        is_standard = target.split(".")[0] in sys.stdlib_module_names
        is_reference = target.split(".")[:2] == ["tests", "reference"]
        assert is_standard or is_reference, f"{path}:{line}: imports {target}"


def rust_paths(path: Path) -> Iterator[tuple[str, int]]:
    """Every `crate::` path of a Rust file, comments and its own tests apart, groups opened."""
    code = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
    code = re.sub(r"//[^\n]*", "", code)
    for found in re.finditer(r"\bcrate::(\w+(?:::\w+)*)(?:::\{([^;]*?)\})?", code):
        line = code.count("\n", 0, found.start()) + 1
        inner = re.findall(r"[\w:]+", found[2] or "")
        yield from ((f"{found[1]}::{name}", line) for name in inner or [""])


@pytest.mark.parametrize(
    "path", sorted(CORE.rglob("*.rs")), ids=lambda path: path.relative_to(CORE).as_posix()
)
def test_rust_rooms_keep_apart(path: Path) -> None:
    parts = path.relative_to(CORE).parts
    for target, line in rust_paths(path):
        rooms = target.split("::")
        where = f"{path}:{line}: crate::{target}"
        if parts[0] == "games" and len(parts) > 2:
            if rooms[0] == "games":
                assert rooms[1] == parts[1], f"{where}: a game imports another game"
            is_eval = path.name == "eval.rs" and rooms[:2] == ["search", "eval"]
            assert rooms[0] != "search" or is_eval, f"{where}: a game imports the search"
        elif parts[0] not in ("games", "any.rs", "lib.rs"):
            assert rooms[0] != "games", f"{where}: only any and lib see the games"
        if parts[0] == "bits":
            assert rooms[0] in {"bits", "cpu"}, f"{where}: bits know the processor at most"
        if parts[0] == "pyramid":
            assert rooms[0] in {"bits", "error", "grid", "pyramid"}, f"{where}: cells know no game"


def test_the_core_has_never_heard_of_python() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    core = re.split(r"^\[workspace", manifest, flags=re.MULTILINE)
    assert not any("pyo3" in part for part in core if "[dependencies]" in part)
    for path in CORE.rglob("*.rs"):
        assert "pyo3" not in path.read_text(encoding="utf-8"), path
