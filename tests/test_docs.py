"""Every example runs: in README and docs, in the docstrings, and on the command line.

A page is read from top to bottom with one set of Python names and one empty folder, so a later
example may use what an earlier one made. A file that it makes and that stands beside the page, such
as a picture, has to be the same. The fenced blocks:

- ``python``: doctest where it has ``>>>``, plain code elsewhere;
- ``{picture}``: code that draws, as when the page is built;
- ``console``: each ``$ bitgames ...`` line is run and its output compared;
- ``text``, ``sh`` and the other directives of the docs are for reading only.

Expected output may leave parts out with ``...`` and is compared without regard to white space
(doctest's ELLIPSIS and NORMALIZE_WHITESPACE).
"""

from __future__ import annotations

import contextlib
import doctest
import functools
import importlib
import importlib.util
import inspect
import io
import os
import pkgutil
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

import bitgames
from bitgames import _core
from bitgames.cli import main
from tests import processes, scripts

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts),
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
READ_ONLY = {"text", "sh"}
# What an `sh` block may call: steps of building and testing, which other checks run.
TOOLS = {
    "cargo",
    "git",
    "maturin",
    "mypy",
    "pip",
    "python",
    "ruff",
    "rustup",
    "sphinx-build",
    ".ci/run",
}
# Commands that write to the streams of the process without Python's help.
NATIVE = {"judge"}
PARSER = doctest.DocTestParser()


class Runner(doctest.DocTestRunner):
    """A doctest runner that fails the test with the report as its text."""

    def check(self, test: doctest.DocTest) -> None:
        report: list[str] = []
        if self.run(test, out=report.append, clear_globs=False).failed:
            pytest.fail("".join(report), pytrace=False)


def run_python(code: str, names: dict[str, Any], page: Path, line: int) -> None:
    """Run one block: as doctest where it shows a prompt, else as it stands."""
    if ">>>" in code:
        test = PARSER.get_doctest(code, names, page.name, str(page), line)
        Runner(optionflags=FLAGS).check(test)
        names |= test.globs  # the test ran on a copy
    else:
        padded = "\n" * line + code  # so that a traceback names the line of the page
        exec(compile(padded, str(page), "exec"), names)


def page_pictures() -> Any:
    """What draws the pictures of a page, as the documentation does it."""
    return scripts.load(DOCS / "pictures.py", "docs_pictures").Pictures()


def run_picture(pictures: Any, block: str, page: Path, line: int) -> None:
    """Draw the picture of a block, whose options stand above its code."""
    code = re.sub(r"\A(:.*\n)+", "", block)
    for theme, svg in pictures.draw(code, f"{page}, block at line {line}").items():
        assert ElementTree.fromstring(svg).tag.endswith("svg"), f"{page}:{line}: {theme}"


def run_command(line: str, folder: Path) -> str:
    """The output and then the errors of ``bitgames ...``, fed by ``echo`` or ``printf`` or not."""
    feed, pipe, command = line.rpartition(" | ")
    words = shlex.split(command)
    assert words[0] == "bitgames", f"console blocks run bitgames only, not: {line}"
    text = ""
    if pipe:
        feeder, *shown = shlex.split(feed)
        assert feeder in ("echo", "printf"), f"only echo and printf feed a command: {line}"
        text = " ".join(shown) + "\n" if feeder == "echo" else shown[0].replace("\\n", "\n")
    environment = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    if words[1] in NATIVE:
        command = [*processes.BITGAMES, *words[1:]]
        done = processes.run(command, input=text, cwd=folder, encoding="utf-8", env=environment)
        assert "Traceback" not in done.stderr, done.stderr
        return str(done.stdout + done.stderr)
    # In this process, which has all of the package loaded.
    given, *streams = [
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (text.encode(), b"", b"")
    ]
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(folder):
        for name, stream in zip(("stdin", "stdout", "stderr"), (given, *streams), strict=True):
            patch.setattr(sys, name, stream)
        for name, value in environment.items():
            patch.setenv(name, value)
        main(words[1:])
    said = ""
    for stream in streams:
        stream.seek(0)
        said += stream.read()
    return said


def run_console(block: str, folder: Path, page: Path, line: int) -> None:
    """Run a block of ``$ command`` lines, each followed by what it prints."""
    checker = doctest.OutputChecker()
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, want = part.partition("\n")
        # Pages show paths as POSIX spells them.
        got = run_command(command, folder).replace(os.sep, "/")
        if not checker.check_output(want, got, FLAGS):
            pytest.fail(
                f"{page}, block at line {line}\n$ {command}\nexpected:\n{want}\ngot:\n{got}",
                pytrace=False,
            )


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.letters if page.stem == "print-a-handout" else ())
        for page in PAGES
    ],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_page(page: Path, tmp_path: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    pictures = page_pictures()
    with contextlib.chdir(tmp_path):
        for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
            if token.type != "fence":
                continue
            kind = token.info.strip()
            line = token.map[0] + 1 if token.map else 0
            if kind == "python":
                run_python(token.content, names, page, line)
            elif kind == "console":
                run_console(token.content, tmp_path, page, line)
            elif kind.startswith("{picture}"):
                run_picture(pictures, token.content, page, line)
            elif kind == "sh":
                for command in re.split(r"&&|\n", token.content.strip()):
                    tool = command.split()[0]
                    assert tool in TOOLS or command.strip() == "bitgames demo", command
            else:
                assert kind in READ_ONLY or kind.startswith("{"), f"{page}:{line}: block {kind!r}"
    for made in tmp_path.iterdir():
        kept = page.parent / made.name
        if kept.is_file():
            same = kept.read_text(encoding="utf-8") == made.read_text(encoding="utf-8")
            assert same, f"{kept} is not what {page.name} makes"


# Modules that need a large program of others, which may be missing.
NEEDS = {"bitgames.envs.openspiel": "pyspiel"}


def modules() -> Iterator[ModuleType]:
    yield bitgames
    for found in pkgutil.walk_packages(bitgames.__path__, "bitgames."):
        needed = NEEDS.get(found.name)
        if not found.name.endswith("__main__") and (
            needed is None or importlib.util.find_spec(needed)
        ):
            yield importlib.import_module(found.name)


def is_own(module: ModuleType, name: str, thing: Any) -> bool:
    """Whether a name of a module is at home there, not imported."""
    return module is _core or (name not in vars(_core) and thing.__module__ == module.__name__)


def documented(owner: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """The public functions, classes, methods and properties that ``owner`` itself defines."""
    for name, thing in vars(owner).items():
        thing = getattr(thing, "__func__", thing)  # the function inside a class or static method
        is_code = (
            callable(thing)
            or isinstance(thing, property | functools.cached_property)
            or inspect.isgetsetdescriptor(thing)
        )
        if name.startswith("_") or not is_code:
            continue
        if isinstance(owner, ModuleType) and not is_own(owner, name, thing):
            continue
        yield f"{prefix}.{name}", thing
        if inspect.isclass(thing):
            yield from documented(thing, f"{prefix}.{name}")


DOCUMENTED = {
    name: (thing, module)
    for module in modules()
    for name, thing in [(module.__name__, module), *documented(module, module.__name__)]
}


def test_everything_is_documented() -> None:
    assert [name for name, (thing, _) in DOCUMENTED.items() if not thing.__doc__] == []


@pytest.mark.parametrize(
    "name",
    sorted(name for name, (thing, _) in DOCUMENTED.items() if ">>>" in (thing.__doc__ or "")),
)
def test_examples_of_a_docstring(name: str, tmp_path: Path) -> None:
    thing, module = DOCUMENTED[name]
    doc = inspect.cleandoc(thing.__doc__)
    with contextlib.chdir(tmp_path):
        Runner(optionflags=FLAGS).check(
            PARSER.get_doctest(doc, vars(module) | {"bg": bitgames}, name, name, 0)
        )


def test_native_module_is_covered() -> None:
    """The walk above really reaches into the compiled module."""
    assert {"bitgames._core.Position.play", "bitgames._core.solve"} <= DOCUMENTED.keys()


def test_readme_begins_with_the_two_commands() -> None:
    """One installs and shows the main job, the other installs and passes all tests."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    fences = [t for t in MarkdownIt().parse(readme) if t.type == "fence" and t.info == "sh"]
    commands = "".join(t.content for t in fences).splitlines()
    assert commands[0] == "pip install . && bitgames demo"
    assert commands[1].startswith("pip install '.[test]' && ")


# Modules whose public names the package itself has, and those of the command line and its page.
AT_HOME = {"clock", "errors", "matches", "notebook", "record", "results"}
INTERNAL = {
    "__main__", "_core", "arguments", "bundle", "cli", "engine_files", "files", "lazy", "tables",
    "web",
}  # fmt: skip
INTERNAL |= AT_HOME


def test_the_reference_lists_every_public_name() -> None:
    reference = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md"))
    listed = set(re.findall(r"auto(?:class|exception|function):: (\w+)", reference))
    public = {name for name in dir(bitgames) if callable(getattr(bitgames, name))}
    assert public - listed == set()
    modules = {found.name for found in pkgutil.iter_modules(bitgames.__path__)}
    named = set(re.findall(r"auto\w+:: bitgames\.(\w+)", reference))
    assert modules - named - INTERNAL == set()
