"""The files that browsers get, joined from the modules of the page.

The sources are ES modules, which a browser could load one by one. Joined they come at once, and as
one script, which a notebook needs: it loads its front end from a blob, which can import nothing.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from types import MappingProxyType

_IMPORT = re.compile(r'^import [^;]*? from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async|class|const|function|let)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default .*$", re.MULTILINE)
_DOCUMENTATION = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# A line goes on behind one of these; no text of the page runs over several lines.
_JOINED = re.compile(r"(?<=[;,{([])\n")
_TIGHT = re.compile(r"\s*([{};,])\s*|(?<=:) ")
_BLANK = re.compile(r"^[ \t]+|\n(?=\s*\n)", re.MULTILINE)


def script(entry: str, instead: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a module of the package and all that it imports as one module, without comments.

    Names of all modules share one scope. Only the default export of the entry is left. ``instead``
    has modules that take the place of others.

    >>> text = script("web/static/board/board.js")
    >>> "import" in text, text.splitlines()[-1]
    (False, 'export default { render };')
    """
    parts: list[str] = []
    seen: set[str] = set()

    def add(path: str) -> None:
        if path in seen:
            return
        seen.add(path)
        text = _file(path).read_text(encoding="utf-8")
        for name in _IMPORT.findall(text):
            found = normpath(join(dirname(path), name))
            add(instead.get(found, found))
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        parts.append(text if path == entry else _DEFAULT.sub("", text))

    add(entry)
    text = _COMMENT.sub("", _DOCUMENTATION.sub("", "\n".join(parts)))
    return _JOINED.sub("", _BLANK.sub("", text).lstrip("\n"))


def style(*names: str) -> str:
    """Return styles of the page, joined, without comments."""
    text = "".join(_file(f"web/static/{name}.css").read_text(encoding="utf-8") for name in names)
    return _TIGHT.sub(r"\1", _STYLE_COMMENT.sub("", text)).replace(";}", "}")


def _file(path: str) -> Traversable:
    return files("bitgames") / path
