"""The grammar of SGF: trees of nodes with properties, whatever the game; FF[4] and before.

Reading and writing keep a stack of their own, so that depth is limited by the length of a file and
not by the recursion of Python.
"""

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bitgames._core import ParseError
from bitgames.formats.parsing import FormatError, as_bytes, decode, shown

MAX_NODES = 1_000_000
"""Most nodes of a file."""

_WIDTH = 72
_HEAD = 1 << 12
# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z]++)|(\[(?:[^\]\\]++|\\.)*+\])|(\Z))", re.DOTALL)
_NEXT = re.compile(r"\s*+(.?)", re.DOTALL)
_ENCODING = re.compile(rb"CA\s*+\[([^\]]{1,40})\]")
_NEWLINE = re.compile(r"\r\n|\n\r|\r|\n")
_ESCAPE = re.compile(r"\\(\n|.)", re.DOTALL)
_BLANK = re.compile(r"[\t\v\f]")
_ASCII = bytes(range(32, 127))


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node: its properties in order, and the nodes that may follow it, the main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    """The values of each property, as they are between the brackets, with escapes."""
    children: list["SgfNode"] = field(default_factory=list, repr=False)
    place: int = 0
    """Where the node begins in the text, in characters from 0."""


def text_of(data: str | bytes) -> str:
    """Return the text of a file by its property ``CA``; without one UTF-8, or else Latin-1.

    Raises ``ParseError`` for an encoding that is not known or that the bytes do not have.

    >>> text_of("(;CA[Shift_JIS]C[表])".encode("shift_jis"))
    '(;CA[Shift_JIS]C[表])'
    """
    if isinstance(data, str):
        return decode(data)
    data = as_bytes(data, "text or bytes")
    found = _ENCODING.search(data, 0, _HEAD)
    if found is None or data.startswith(codecs.BOM_UTF8):
        return decode(data)
    name = found[1].decode("ascii", "replace").strip()
    try:
        # Brackets and letters must be those of ASCII, as the property was read in it.
        is_known = "escape" not in name.lower() and _ASCII.decode(name) == _ASCII.decode()
    except (LookupError, ValueError):
        is_known = False
    if not is_known:
        raise ParseError(
            f"{shown(name)} is not a valid encoding: allowed are those that contain ASCII, such as "
            "UTF-8"
        )
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        reason = f"byte {error.start} is not text in {shown(name)}, the encoding of CA"
        raise ParseError(reason) from None


def parse(text: str) -> list[SgfNode]:
    """Return the first node of each game.

    Raises ``FormatError``, whose place is that of a character, for text that is not SGF and for
    more than a million nodes.

    >>> [node.properties for node in parse("(;GM[2]C[a\\\\]b](;B[dc])(;B[ed]))")[0].children]
    [{'B': ['dc']}, {'B': ['ed']}]
    """
    games: list[SgfNode] = []
    # The nodes before each open parenthesis; then the current node, and the last token.
    opened: list[SgfNode | None] = []
    current: SgfNode | None = None
    last = ")"
    at = count = 0
    values: list[str] | None = None
    while True:
        found = _TOKEN.match(text, at)
        if found is None:
            raise _unexpected(text, at)
        mark, name, value, _ = found.groups()
        start = found.start(found.lastindex or 0)
        if value is not None:
            if values is None:
                raise FormatError("a value in brackets must follow the name of a property", start)
            values.append(value[1:-1])
        elif values is not None and not values:
            raise FormatError("a property must have a value in brackets", start)
        elif last == "(" and mark != ";":
            raise FormatError("a tree must begin with a node: (;", start)
        elif mark == "(":
            if opened and current is None:
                raise FormatError("a tree must begin with a node: (;", start)
            opened.append(current)
        elif mark == ";":
            if not opened or last == ")":
                raise FormatError("a node must not follow the end of a tree", start)
            count += 1
            if count > MAX_NODES:
                raise FormatError(f"a file must have at most {MAX_NODES:,} nodes", start)
            node = SgfNode(place=start)
            (games if current is None else current.children).append(node)
            current = node
        elif mark == ")":
            if not opened:
                raise FormatError("a closing parenthesis must end a tree", start)
            current = opened.pop()
        elif name is not None:
            if current is None or last == ")":
                raise FormatError("a property must belong to a node", start)
            # Lower-case letters were for people before FF[4]: CoPyright is CP.
            key = "".join(filter(str.isupper, name))
            if not key or key in current.properties:
                reason = "must not come twice" if key else "must have capital letters"
                raise FormatError(f"the property {shown(name)} {reason}", start)
            values = current.properties[key] = []
        else:
            break
        if value is None:
            last = mark or "name"
            values = values if name is not None else None
        at = found.end()
    if opened:
        raise FormatError(f"{len(opened):,} closing parentheses are missing at the end", start)
    if not games:
        raise FormatError("SGF must begin with a tree: (;", start)
    return games


def _unexpected(text: str, at: int) -> FormatError:
    found = _NEXT.match(text, at)
    assert found is not None  # it also matches the empty text
    if found[1] == "[":
        return FormatError("a value must end with a bracket: ]", found.start(1))
    allowed = "allowed are ( ) ; names of properties and values in brackets"
    return FormatError(f"{shown(found[1])} is not valid here: {allowed}", found.start(1))


def located(text: str, error: FormatError) -> tuple[int, str]:
    """Return the line of an error, from 1, and its reason with the column."""
    at = error.place or 0
    line = text.count("\n", 0, at) + 1
    return line, f"column {at - text.rfind(chr(10), 0, at)}: {error}"


def to_text(games: Iterable[SgfNode]) -> str:
    """Return games as text, in lines of some 72 columns; each ends with a new line.

    >>> to_text(parse("(;GM[2];B[dc](;W[cc];B[cd])(;W[ce]))"))
    '(;GM[2];B[dc](;W[cc];B[cd])(;W[ce]))\\n'
    """
    pieces: list[str] = []
    width = 0

    def put(piece: str) -> None:
        nonlocal width
        if width + len(piece) > _WIDTH and width and piece != ")":
            pieces.append("\n")
            width = 0
        pieces.append(piece)
        width += len(piece)

    for game in games:
        # Nodes with what stands before them, and the ends of trees.
        waiting: list[tuple[str, SgfNode | None]] = [(")", None), ("(", game)]
        while waiting:
            mark, node = waiting.pop()
            if node is None:
                put(mark)
                continue
            said = (
                name + "".join(f"[{value}]" for value in values)
                for name, values in node.properties.items()
            )
            put(f"{mark};{''.join(said)}")
            if len(node.children) == 1:
                waiting.append(("", node.children[0]))
                continue
            for child in reversed(node.children):
                waiting += [(")", None), ("(", child)]
        put("\n")
        width = 0
    return "".join(pieces)


def unescaped(value: str, *, simple: bool = False) -> str:
    """Return the text of a value; in simple text a new line is a space.

    >>> unescaped("a\\\\]\\tb\\\\\\nc")
    'a] bc'
    """
    text = _BLANK.sub(" ", _NEWLINE.sub("\n", value))
    text = _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], text)
    return text.replace("\n", " ") if simple else text


def escaped(text: str) -> str:
    """Return text as a value, with what ``unescaped`` takes as a sign escaped.

    >>> escaped("a]b")
    'a\\\\]b'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def points(values: Sequence[str], width: int, height: int) -> list[tuple[int, int]]:
    """Return the columns and rows, from 0, of a list of points and of rectangles such as ``aa:cc``.

    Raises ``ParseError`` for a point that is not on the board.

    >>> points(["aa:ba", "cc"], 3, 3)
    [(0, 0), (1, 0), (2, 2)]
    """
    found = []
    for value in values:
        corners = value.strip().split(":")
        if len(corners) > 2:
            raise ParseError(f"{shown(value)} is not a valid point: allowed are aa and aa:cc")
        ends = [point(each, width, height) for each in corners]
        (left, top), (right, bottom) = ends[0], ends[-1]
        if right < left or bottom < top:
            raise ParseError(f"{shown(value)} is not a valid rectangle: the upper left comes first")
        found += [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]
    return found


def point(value: str, width: int, height: int) -> tuple[int, int]:
    """Return the column and the row, from 0, of a point. Raises ``ParseError`` as ``points``."""
    value = value.strip()
    if len(value) == 2:
        x, y = (LETTERS.find(letter) for letter in value)
        if 0 <= x < width and 0 <= y < height:
            return x, y
    allowed = f"from aa to {LETTERS[width - 1]}{LETTERS[height - 1]}"
    raise ParseError(f"{shown(value)} is not a valid point: allowed are {allowed}")


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters of columns and rows, in order."""
