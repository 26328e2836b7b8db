"""Remake `python/bitgames/_core.pyi`, or with `--check` say whether it is up to date.

The compiled module describes itself (`maturin generate-stubs`). Exceptions are not in that
description, because they are not Rust classes; they and `__all__` come from the installed module.
"""

from __future__ import annotations

import argparse
import difflib
import inspect
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from bitgames import _core

STUB = Path(__file__).parents[2] / "python" / "bitgames" / "_core.pyi"
# Names that the description leaves open become unknown to type checkers; ours are all known.
OPEN_END = "def __getattr__(name: str) -> Incomplete: ...\n"
# What a class is by registration, and what one method has several signatures for.
BASES = {
    "class Moves:": "class Moves(Sequence[Move]):",
    "class CellSet:": "class CellSet(Set[int]):",
    "    def __getitem__(self, key: Any, /) -> Any: ...\n": """\
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
""",
}


def described() -> str:
    """The stub as the build tool writes it."""
    # Nothing of it runs, so that a third of the time to build it is saved.
    plain = os.environ | {"CARGO_PROFILE_DEV_OPT_LEVEL": "0"}
    with tempfile.TemporaryDirectory() as folder:
        command = ["maturin", "generate-stubs", "--features", "stub", "--out", folder]
        subprocess.run(command, check=True, env=plain)
        return next(Path(folder).rglob("_core.pyi")).read_text(encoding="utf-8")


def exceptions() -> str:
    """The exception classes, each after its base."""
    found = [
        thing
        for thing in vars(_core).values()
        if isinstance(thing, type) and issubclass(thing, Exception)
    ]
    found.sort(key=lambda kind: (len(kind.__mro__), kind.__name__))
    return "\n".join(map(exception, found))


def exception(kind: type[Exception]) -> str:
    """The class of an exception with its attributes."""
    words = "\n".join(f"    {line}".rstrip() for line in (kind.__doc__ or "").splitlines())
    attributes = vars(kind).get("__annotations__", {})
    return (
        f'class {kind.__name__}({kind.__bases__[0].__name__}):\n    """\n{words}\n    """\n'
        + "".join(f"    {name}: {given}\n" for name, given in attributes.items())
    )


def based(text: str) -> str:
    """Give the classes that are registered as sequences and sets these bases."""
    for plain, full in BASES.items():
        assert plain in text, plain
        text = text.replace(plain, full)
    return text


def with_defaults(text: str) -> str:
    """Say the defaults that the description leaves open, as the text signatures have them."""
    lines, kind = [], None
    for line in text.splitlines(keepends=True):
        if begun := re.match(r"class (\w+)", line):
            kind = getattr(_core, begun[1])
        elif begun := re.match(r"( *)def (\w+)\(.* = \.\.\.", line):
            owner = kind if begun[1] else _core
            function = owner if begun[2] == "__new__" else getattr(owner, begun[2])
            for name, parameter in inspect.signature(function).parameters.items():
                open_end = rf"\b({name}: [^:=]* = )\.\.\."
                line = re.sub(open_end, rf"\g<1>{parameter.default!r}", line)
        lines.append(line)
    return "".join(lines)


def stub() -> str:
    """The whole stub."""
    text = described()
    assert OPEN_END in text, "the description is complete now: this script has less to do"
    names = "".join(f'    "{name}",\n' for name in sorted(_core.__all__))
    text = text.replace(OPEN_END, exceptions())
    text = based(text).replace(
        "from _typeshed import Incomplete, ",
        "from collections.abc import Iterable, Set\n"
        "from typing import overload\n"
        "from _typeshed import ",
    )
    # A type named by its full path is imported under a second name, from this very module.
    own = re.compile(r"^from bitgames\._core import .*\n", re.MULTILINE)
    for name, second in re.findall(r"(\w+) as (\w+)", "".join(own.findall(text))):
        text = re.sub(rf"\b{second}\b", name, text)
    text = own.sub("", text)
    return with_defaults(text) + f"\n__all__ = [\n{names}]\n"


def main() -> int:
    """Write the stub, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare only; 1 if they differ")
    made = stub()
    if not parser.parse_args().check:
        STUB.write_text(made, encoding="utf-8")
        return 0
    kept = STUB.read_text(encoding="utf-8")
    difference = difflib.unified_diff(
        kept.splitlines(True), made.splitlines(True), "kept", "made", n=1
    )
    sys.stdout.writelines(difference)
    return int(kept != made)


if __name__ == "__main__":
    sys.exit(main())
