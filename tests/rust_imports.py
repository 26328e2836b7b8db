"""Which file of the Rust core imports which, read from the sources.

A path that begins with `crate`, `super` or `self` names a module; the file of that module, or of
the closest one around it, is what is imported. Comments, texts and a file's own tests are left out.
What `mod.rs` only hands on, by `pub use self::...`, it does not import.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

CORE = Path(__file__).parents[1] / "rust" / "core" / "src"

# The place of a module: its names from the root of the crate, which is ().
Module = tuple[str, ...]


def module_of(path: Path) -> Module:
    """The module of a file of the core."""
    parts = path.relative_to(CORE).with_suffix("").parts
    return parts[:-1] if parts[-1] in ("mod", "lib") else parts


def without_tests(code: str) -> str:
    """The code without comments, texts, and modules for tests."""
    code = re.sub(r"//[^\n]*", "", code)
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', code)
    while found := re.search(r"#\[cfg\(test\)\][^{;]*(\{|;)", code):
        end = closing(code, found.end()) if found[1] == "{" else found.end()
        code = code[: found.start()] + code[end:]
    return code


def closing(code: str, at: int) -> int:
    """The place after the brace that closes the one before `at`."""
    depth = 1
    while depth:
        depth += (code[at] == "{") - (code[at] == "}")
        at += 1
    return at


def scopes(code: str, module: Module) -> Iterator[tuple[str, Module]]:
    """The code of a module, and of those written inside it, each with its place."""
    while found := re.search(r"\bmod\s+(\w+)\s*\{", code):
        end = closing(code, found.end())
        yield from scopes(code[found.end() : end - 1], (*module, found[1]))
        code = code[: found.start()] + code[end:]
    yield code, module


def opened(tree: str) -> Iterator[Module]:
    """The paths of a `use`, groups opened."""
    prefix, brace, group = tree.partition("{")
    if not brace:
        yield tuple(re.sub(r"\s+as\s+\w+$", "", tree.strip()).replace(" ", "").split("::"))
        return
    start = tuple(prefix.replace(" ", "").split("::"))[:-1]
    depth, item = 0, ""
    for letter in group[: group.rindex("}")] + ",":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            if item.strip():
                yield from ((*start, *path) for path in opened(item.strip()))
            item = ""
        else:
            item += letter


def absolute(path: Module, module: Module) -> Module:
    """A path from the root of the crate."""
    if path[0] == "crate":
        return path[1:]
    ups = next((n for n, name in enumerate(path) if name not in ("self", "super")), len(path))
    above = len(module) - path[:ups].count("super")
    return (*module[:above], *path[ups:])


def imports(path: Path) -> Iterator[Module]:
    """Every path of this crate in a file, from the root."""
    for code, module in scopes(without_tests(path.read_text(encoding="utf-8")), module_of(path)):
        rest = re.sub(r"\buse\s+[^;]+;", "", code)
        for use in re.finditer(r"(\bpub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);", code):
            for found in opened(" ".join(use[2].split())):
                handed_on = use[1] and found[0] == "self"
                if found[0] in ("crate", "self", "super") and not (
                    handed_on and not re.search(rf"\b{found[-1]}\b", rest)
                ):
                    yield absolute(found, module)
        for use in re.finditer(r"\b(?:crate|self|super)(?:::\w+)+", rest):
            yield absolute(tuple(use[0].split("::")), module)


def graph() -> dict[Module, set[Module]]:
    """For each module with a file those whose files it imports."""
    files = {module_of(path): path for path in sorted(CORE.rglob("*.rs"))}

    def file_of(path: Module) -> Module:
        return next(path[:n] for n in range(len(path), -1, -1) if path[:n] in files)

    return {
        module: {file_of(found) for found in imports(path)} - {module}
        for module, path in files.items()
    }


def circles(edges: Mapping[Module, set[Module]]) -> list[Sequence[Module]]:
    """A way from each module that can be left and entered again back to itself."""
    found: list[Sequence[Module]] = []
    done: set[Module] = set()
    for start in edges:
        path: list[Module] = []
        # Depth first, without recursion: a module, and what of its imports is still to be seen.
        stack = [(start, iter(sorted(edges[start])))] if start not in done else []
        path += [start] if stack else []
        while stack:
            module, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                done.add(module)
                stack.pop()
                path.pop()
            elif step in path:
                found.append([*path[path.index(step) :], step])
            elif step not in done:
                stack.append((step, iter(sorted(edges[step]))))
                path.append(step)
    return found
