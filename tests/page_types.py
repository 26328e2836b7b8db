"""Write the types of the page, `python/bitgames/web/types.d.ts`, from those of scenes and answers.

`python -m tests.page_types` remakes the file; with `--check` it only says whether it is up to date.
"""

from __future__ import annotations

import sys
import types
from importlib import import_module
from pathlib import Path
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import bitgames
from bitgames.play.room import answers, messages

FILE = Path(bitgames.__file__).parent / "web" / "types.d.ts"
MODULES = ("scene.types", "scene.geometry", "play.room.offers", "play.room.answers")
HEAD = """\
// Made from the types of Python by `python -m tests.page_types`: change those, and make it again.
// No browser loads this file. What the page has besides is in page.d.ts.

export * from "./page";
"""
PLAIN: dict[Any, str] = {
    str: "string", int: "number", float: "number", bool: "boolean", type(None): "null",
    dict: "object", Any: "unknown",
}  # fmt: skip


def written(kind: Any) -> str:
    """Return a type of Python as one of TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(map(written, inner))
    if origin is list:
        item = written(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{written(inner[0])}, {written(inner[1])}>"
    raise TypeError(f"{kind} has no place in a message")


def interface(kind: Any) -> str:
    """Return a dictionary with its fields, those that it inherits included."""
    (summary, *_) = (kind.__doc__ or "").split("\n")
    lines = [f"/** {summary} */", f"export interface {kind.__name__} {{"]
    names = {answer: name for name, answer in answers.KINDS.items()}
    for field, hint in get_type_hints(kind, include_extras=True).items():
        mark = ""
        if get_origin(hint) is NotRequired:
            mark, (hint,) = "?", get_args(hint)
        text = f'"{names[kind]}"' if field == "is" else written(hint)
        lines.append(f"  {field}{mark}: {text};")
    return "\n".join([*lines, "}\n"])


def message(name: str, fields: dict[str, Any]) -> str:
    """Return a message to a room with its fields."""
    found = [f'do: "{name}"']
    for field, kind in fields.items():
        optional = "?" if field.endswith("?") else ""
        found.append(f"{field.removesuffix('?')}{optional}: {written(kind)}")
    return f"  | {{ {'; '.join(found)} }}"


def page() -> str:
    """Return the whole file."""
    parts = [HEAD]
    for name in MODULES:
        module = import_module(f"bitgames.{name}")
        own = (kind for kind in vars(module).values() if is_typeddict(kind))
        parts += [
            interface(kind)
            for kind in own
            if kind.__module__ == module.__name__ and not kind.__name__.startswith("_")
        ]
    kinds = "".join(f"  {name}: {kind.__name__};\n" for name, kind in answers.KINDS.items())
    parts.append(f"/** The answers by what they are. */\nexport interface Answers {{\n{kinds}}}\n")
    kinds_of_messages = messages.FIELDS | messages.PRACTICE_FIELDS
    said = "\n".join(message(name, fields) for name, fields in kinds_of_messages.items())
    about = "/** A message to a room, or to a server that has decks. */"
    parts.append(f"{about}\nexport type Message =\n{said};\n")
    return "\n".join(parts)


def main() -> int:
    """Write the file, or compare it."""
    if sys.argv[1:] == ["--check"]:
        return int(FILE.read_text(encoding="utf-8") != page())
    FILE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
