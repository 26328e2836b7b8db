"""Options of pictures: the places and texts of overlays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from numbers import Real
from operator import index
from typing import Any

from bitgames._core import Move, ParameterError
from bitgames.arguments import shortened
from bitgames.render.theme import LIGHT, Theme
from bitgames.scene import Scene, cell_names

Place = int | str
"""A cell by its number, or a card by its name."""

MAX_LETTERS = 8
"""The longest text of a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The options of a picture, as ``to_text`` and ``to_svg`` take them.

    >>> Style(flip=True).legal
    False
    """

    legal: bool = False
    flip: bool = False
    values: Mapping[Place, str] = field(default_factory=dict)
    """A short text on a cell or card."""

    # Of text alone.
    numbers: bool = False
    cell_width: int = 1
    color: bool = False

    # Of SVG alone.
    size: int | None = None
    theme: Theme = LIGHT
    marks: frozenset[Place] = frozenset()
    """Cells or cards with a ring."""
    arrows: tuple[tuple[Place, Place], ...] = ()
    """Arrows from one cell or card to another."""


def read_values(scene: Scene, values: object) -> dict[Place, str]:
    """Return the texts to show by cell or card; numbers get a sign.

    >>> import bitgames as bg
    >>> read_values(bg.TicTacToe().scene(), {"b2": 6, 0: -0.25, "c1": "?"})
    {4: '+6', 0: '-0.25', 2: '?'}
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise TypeError(f"values must map cells to values, not {type(values).__name__}")
    if not values:
        return {}
    where = _Where(scene)
    found = {where.find(key): _value_text(value) for key, value in values.items()}
    return {place: text for place, text in found.items() if place is not None}


def read_marks(scene: Scene, marks: object) -> frozenset[Place]:
    """Return the cells or cards to ring.

    >>> import bitgames as bg
    >>> sorted(read_marks(bg.TicTacToe().scene(), ["a1", 4]))
    [0, 4]
    """
    given = _each(marks, "marks")
    if not given:
        return frozenset()
    where = _Where(scene)
    found = [where.find(each) for each in given]
    return frozenset(place for place in found if place is not None)


def read_arrows(scene: Scene, arrows: object) -> tuple[tuple[Place, Place], ...]:
    """Return the arrows to draw, as pairs of cells or cards.

    >>> import bitgames as bg
    >>> read_arrows(bg.TicTacToe().scene(), [("a1", "b2")])
    ((0, 4),)
    """
    given = _each(arrows, "arrows")
    if not given:
        return ()
    where, found = _Where(scene), []
    for arrow in given:
        ends = _each(arrow, "an arrow")
        if len(ends) != 2:
            raise ParameterError(f"an arrow must have two ends, not {len(ends)}")
        start, end = where.find(ends[0]), where.find(ends[1])
        if start is not None and end is not None and start != end:
            found.append((start, end))
    return tuple(found)


# Longest list of marks or arrows; a list without an end is refused when it is longer.
_MAX_ITEMS = 10_000


def _each(things: object, name: str) -> list[Any]:
    if isinstance(things, str) or not isinstance(things, Iterable):
        raise TypeError(f"{name} must be a collection of cells, not {type(things).__name__}")
    found = list(islice(things, _MAX_ITEMS + 1))
    if len(found) > _MAX_ITEMS:
        raise ParameterError(f"{name} must have at most {_MAX_ITEMS:,} items")
    return found


class _Where:
    """The places of a scene by number and by name."""

    def __init__(self, scene: Scene) -> None:
        self.title = scene["title"]
        self.names = cell_names(scene)
        self.is_table = scene["kind"] == "table"
        self.by_name = {name: cell for cell, name in enumerate(self.names)}
        self.moves = scene["moves"]["text"]
        if scene["kind"] != "table":
            # Where a move is not named by its cell.
            cells = zip(self.moves, scene["moves"]["cell"], strict=True)
            named = {text: cell for text, cell in cells if cell is not None}
            self.by_name = named | self.by_name

    def find(self, key: object) -> Place | None:
        """Return the place that ``key`` names; None for a move without one, such as a pass."""
        if isinstance(key, str | Move):
            name = str(key)
            if name in self.by_name:
                return name if self.is_table else self.by_name[name]
            if isinstance(key, Move) or name in self.moves:
                return None
        elif isinstance(key, bool) or not hasattr(key, "__index__"):
            raise TypeError(f"a cell must be a number, a name or a move, not {type(key).__name__}")
        elif 0 <= index(key) < len(self.names):
            cell = index(key)
            return self.names[cell] if self.is_table else cell
        what = "card" if self.is_table else "cell"
        raise ParameterError(
            f"{_short(key)} is not a valid {what} of {self.title}: "
            f"allowed are {self.names[0]} to {self.names[-1]}, or 0 to {len(self.names) - 1}"
        )


def _short(key: object) -> str:
    try:
        text = repr(key)
    except ValueError:  # too many digits
        text = f"this {type(key).__name__}"
    return shortened(text, 40)


def _value_text(value: object) -> str:
    if isinstance(value, str):
        if not value.isprintable() or len(value) > MAX_LETTERS:
            raise ParameterError(
                f"{_short(value)} is not a valid value: "
                f"allowed are numbers and up to {MAX_LETTERS} printable characters"
            )
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"a value must be a number or text, not {type(value).__name__}")
    try:
        number = int(value) if hasattr(value, "__index__") else float(value)
        if isinstance(number, int) and abs(number) < 10**6:
            return f"{number:+d}" if number else "0"
        return f"{number:+.2f}" if abs(number) < 1000 else f"{number:+.0e}"
    except OverflowError:
        raise ParameterError(f"{_short(value)} is too large for a value") from None
