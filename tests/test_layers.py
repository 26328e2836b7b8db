"""Who may import whom: the rules of CONTRIBUTING, read from the sources.

Imports point downwards only. An import inside a function is one too: it delays the cost, not the
dependence.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests import processes, rust_imports

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "bitgames"
CORE = ROOT / "rust" / "core" / "src"

# Lowest first; a module imports from its own layer and from those below. `arguments`, `files` and
# `seeding` know no game, `cli` sees all and is seen by nobody.
LAYERS = [
    {"_core"},
    {
        "arguments",
        "bundle",
        "clock",
        "engine_files",
        "errors",
        "files",
        "intervals",
        "journal",
        "lazy",
        "seeding",
        "sentences",
        "tables",
    },
    {"deals", "honeymoon", "mosaic", "tictactoe"},
    {"scene"},
    {"games"},
    {"record", "render"},
    {"formats"},
    {"protocols"},
    {"book", "book_files", "openings", "played", "players", "problems"},
    {"results"},
    {"matches"},
    {"spread"},
    {"tournaments"},
    {"cluster"},
    {"envs"},
    {"analysis", "archive", "certificates", "exams"},
    {"practice"},
    {"handouts", "play"},
    {"notebook", "web"},
    {"__init__"},
    {"cli", "__main__"},
]
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}


def module_of(path: Path) -> str:
    """The dotted name of a file under the package."""
    parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part(module: str) -> str:
    """The part of a module: the name right under `bitgames`, `__init__` for the package itself."""
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
                # `from bitgames import match`: a part or a name, the part's level decides.
                yield from ((f"bitgames.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield base, node.lineno


SOURCES = sorted(PACKAGE.rglob("*.py"))


def test_python_imports_point_downwards() -> None:
    for path in SOURCES:
        module = module_of(path)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        own = part(module)
        assert own in LEVEL, f"give {own} its place in LAYERS"
        for target, line in imports(path, package):
            if target.split(".")[0] != "bitgames":
                continue
            other = part(target)
            # A name that is no part comes from the package itself.
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
    """No NumPy and nothing of the terminal or of notebooks until it is asked for."""
    heavy = ("numpy", "typer", "rich", "anywidget", "IPython")
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


# The layers of the core, lowest first: a module imports from layers below its own. Two modules of
# one layer do not see each other.
CORE_LAYERS = [
    {"clock", "error", "faults", "sentences", "sync"},
    {"cpu"},
    {
        "bits",
        "control",
        "data",
        "files",
        "grid",
        "job_slot",
        "levels",
        "memory",
        "once",
        "order",
        "pages",
    },
    {"budget", "cards", "checkpoint", "pyramid", "rng", "threads"},
    {"workers"},
    {"game"},
    {"board", "notation", "perft", "playout", "table"},
    {"agent", "capability", "marks", "slips"},
    {"census", "engine", "exact", "scene"},
    {"remarks"},
    {"specialists"},
    {"book", "search"},
    {"network", "solve"},
    {"ending", "openings", "players"},
    {"batch", "matches", "replay"},
    {"any"},
    {"claims", "games", "phrases", "typed"},
    {"archive", "editing", "expansion", "solve_many"},
]
CORE_LEVEL = {name: level for level, layer in enumerate(CORE_LAYERS) for name in layer}
GRAPH = rust_imports.graph()


def spelled(module: rust_imports.Module) -> str:
    return "::".join(("crate", *module))


def test_no_layer_has_a_module_that_does_not_exist() -> None:
    assert set(CORE_LEVEL) == {module[0] for module in GRAPH if module}
    files = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith("__pycache__")}
    assert set(LEVEL) <= files | {"_core"}


def test_rust_imports_point_downwards() -> None:
    for module, target in ((own, other) for own in GRAPH if own for other in GRAPH[own]):
        where = f"{spelled(module)} imports {spelled(target)}"
        # The root of the crate hands on names of all layers.
        assert target, f"{where}: name the module"
        assert module[0] == target[0] or CORE_LEVEL[target[0]] < CORE_LEVEL[module[0]], where
        if module[0] == target[0] == "games" and len(module) > 1:
            assert module[1] == target[1], f"{where}: a game imports another game"
        in_a_game = module[0] == "games" and len(module) > 1
        assert not (in_a_game and target[0] == "search"), f"{where}: a game searches"


def test_no_file_of_the_core_imports_itself_by_way_of_others() -> None:
    """A type and its own text, `rules.rs` and `text.rs` of a game, may know each other."""

    def is_a_type_with_its_text(circle: Sequence[rust_imports.Module]) -> bool:
        folders = {module[:-1] for module in circle}
        return len(folders) == 1 and {module[-1] for module in circle} == {"rules", "text"}

    found = [
        circle for circle in rust_imports.circles(GRAPH) if not is_a_type_with_its_text(circle)
    ]
    assert not found, [" -> ".join(map(spelled, circle)) for circle in found]


def test_circles_are_found() -> None:
    """The search for circles finds them: a test of the test."""
    a, b, c = ("a",), ("b",), ("c",)
    assert rust_imports.circles({a: {b}, b: {c}, c: set()}) == []
    assert rust_imports.circles({a: {b}, b: {c}, c: {b}}) == [[b, c, b]]
    tree = "crate::{a::{B, C as D}, e}"
    assert list(rust_imports.opened(tree)) == [
        ("crate", "a", "B"),
        ("crate", "a", "C"),
        ("crate", "e"),
    ]


@pytest.mark.parametrize("game", ["honeymoon", "mosaic", "othello", "tictactoe"])
def test_the_same_face_of_a_game_has_the_same_file(game: str) -> None:
    """A face that is not in a file of its own is the empty impl in `mod.rs`."""
    folder = CORE / "games" / game
    trait_of = {
        "rules": "Game",
        "text": "Notation",
        "board": "BoardView",
        "planes": "Planes",
        "eval": "Evaluate",
    }
    whole = (folder / "mod.rs").read_text(encoding="utf-8")
    for face, trait in trait_of.items():
        path = folder / f"{face}.rs"
        implements = re.compile(rf"^impl\b.*\b{trait} for \w", re.MULTILINE)
        if path.exists():
            assert implements.search(path.read_text(encoding="utf-8")), f"{path} lacks {trait}"
        else:
            empty = re.compile(rf"^impl\b.*\b{trait} for \w.*\{{\}}$", re.MULTILINE)
            assert empty.search(whole), f"{game}: neither {path.name} nor an empty impl of {trait}"


def test_the_core_has_never_heard_of_python() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    # A profile may name any package of the workspace; what the core depends on is what counts.
    tables = re.split(r"^(?=\[)", manifest, flags=re.MULTILINE)
    own = [table for table in tables if re.match(r"\[.*dependencies\b", table)]
    core = [table for table in own if not table.startswith("[workspace")]
    assert core and not any("pyo3" in table for table in core)
    for path in CORE.rglob("*.rs"):
        assert "pyo3" not in path.read_text(encoding="utf-8"), path
