"""Checks of scenes from outside: fields, types and ranges."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints, is_typeddict

from bitgames._core import ParameterError
from bitgames.scene.cards import CARDS
from bitgames.scene.pyramid import layers
from bitgames.scene.types import EMPTY, VERSION, GridScene, PyramidScene, Scene, TableScene

_KINDS: dict[Any, Any] = {"grid": GridScene, "pyramid": PyramidScene, "table": TableScene}
_SHAPES: dict[str, tuple[str | None, ...]] = {
    "grid": ("ring", "cross", "dark", "light", "yellow", "red"),
    "pyramid": ("circle", "cross", "triangle", "square"),
    "table": (None,),
}
MAX_PLAYERS = 4
MAX_LAYERS = 9
LONGEST_SIDE = 26

_Found: TypeAlias = Iterator[tuple[bool, str]]


def cell_names(scene: Scene) -> list[str]:
    """Return the names of the cells in order; for a table those of all 52 cards.

    >>> import bitgames as bg
    >>> cell_names(bg.TicTacToe(2).scene()), cell_names(bg.Mosaic(2).scene())
    (['a1', 'b1', 'a2', 'b2'], ['2a1', '1a1', '1b1', '1a2', '1b2'])
    """
    scene = validate(scene)
    if scene["kind"] == "table":
        return list(CARDS)
    columns, rows = scene["columns"], scene["rows"]
    if scene["kind"] == "grid":
        return [column + row for row in rows for column in columns]
    return [
        f"{layer.level}{column}{row}"
        for layer in reversed(layers(scene["size"]))
        for row in rows[: layer.width]
        for column in columns[: layer.width]
    ]


def validate(data: object) -> Scene:
    """Return ``data`` unchanged if it is a scene that can be drawn.

    Raises ``TypeError`` for anything but a dictionary, ``ParameterError`` for a dictionary that is
    not a scene of this version.

    >>> import bitgames as bg
    >>> scene = bg.TicTacToe().scene()
    >>> validate(scene) is scene
    True
    >>> validate({**scene, "owners": "..."})
    Traceback (most recent call last):
    ...
    bitgames.ParameterError: not a valid scene: owners must have one character for each of 9 cells
    """
    if not isinstance(data, dict):
        raise TypeError(f"expected a scene, not {type(data).__name__}: Position.scene makes one")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise ParameterError("not a valid scene: kind must be grid, pyramid or table")
    if data.get("version") != VERSION:
        raise ParameterError(f"not a valid scene: version must be {VERSION}")
    fault = _fault(data, _KINDS[kind], "scene")
    if fault is not None:
        raise ParameterError(f"not a valid scene: {fault}")
    scene: Scene = data  # type: ignore[assignment]
    for holds, words in _rules(scene):
        if not holds:
            raise ParameterError(f"not a valid scene: {words}")
    return scene


_fields = lru_cache(get_type_hints)


def _fault(value: object, kind: Any, name: str) -> str | None:
    """Return the fault of a value that does not have a type; None if it does."""
    if is_typeddict(kind):
        fields = _fields(kind)
        if type(value) is not dict or value.keys() != fields.keys():
            return f"{name} must have the fields {', '.join(fields)}"
        faults = (_fault(value[key], field, key) for key, field in fields.items())
        return next((fault for fault in faults if fault is not None), None)
    if get_origin(kind) is list:
        if type(value) is not list:
            return f"{name} must be a list"
        faults = (_fault(each, get_args(kind)[0], name) for each in value)
        return next((fault for fault in faults if fault is not None), None)
    if isinstance(kind, UnionType):
        if value is None and NoneType in get_args(kind):
            return None
        return _fault(value, next(each for each in get_args(kind) if each is not NoneType), name)
    if get_origin(kind) is Literal:
        return None if value in get_args(kind) else f"{name} must be one of {get_args(kind)}"
    if type(value) is not kind:
        return f"{name} must be of type {kind.__name__}"
    if isinstance(value, str) and not value.isprintable():
        return f"{name} must be printable"
    return None


def _rules(scene: Scene) -> _Found:
    """Yield the conditions besides the types, each with its text for the error."""
    seats = range(len(scene["players"]))
    yield 1 <= len(seats) <= MAX_PLAYERS, f"players must be 1 to {MAX_PLAYERS}"
    shapes = _SHAPES[scene["kind"]]
    known = all(player["shape"] in shapes for player in scene["players"])
    yield known, f"shape must be one of {shapes}"
    yield all(player["letter"] for player in scene["players"]), "letter must not be empty"
    moves = scene["moves"]
    lengths = {len(each) for each in moves.values() if isinstance(each, list)}
    yield len(lengths) == 1, "moves must be lists of one length"
    yield all(seat in seats for seat in _seats(scene)), "a seat is not one of the players"
    if scene["kind"] == "table":
        yield from _table_rules(scene)
    else:
        yield from _board_rules(scene)


def _seats(scene: Scene) -> Iterator[int]:
    own: list[int | None] = [scene["viewer"], scene["turn"]]
    if scene["outcome"] is not None:
        own += scene["outcome"]["winners"]
    if scene["kind"] == "pyramid":
        own.append(scene["choosing"])
    if scene["kind"] == "table":
        own += [scene["led"], scene["dealer"], scene["declarer"], *scene["auction"]["seats"]]
        own += [line["seat"] for line in scene["score"]]
        if scene["last_trick"] is not None:
            own += [scene["last_trick"]["winner"], *scene["last_trick"]["seats"]]
    yield from (seat for seat in own if seat is not None)


def _board_rules(scene: GridScene | PyramidScene) -> _Found:
    if scene["kind"] == "grid":
        width, height = scene["width"], scene["height"]
        sides = f"width and height must be 1 to {LONGEST_SIDE}"
        yield 1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE, sides
        cells, most = width * height, 2
    else:
        width = height = scene["size"]
        yield 1 <= width <= MAX_LAYERS, f"size must be 1 to {MAX_LAYERS}"
        expected = [layer.data for layer in layers(width)]
        yield scene["layers"] == expected, "layers must be those of its size"
        cells, most = sum(layer.width**2 for layer in layers(width)), MAX_PLAYERS
    yield len(scene["players"]) <= most, f"players must be at most {most}"
    yield len(scene["columns"]) == width, f"columns must be {width} labels"
    yield len(scene["rows"]) == height, f"rows must be {height} labels"
    yield (
        len(scene["owners"]) == cells,
        f"owners must have one character for each of {cells} cells",
    )
    marks = {EMPTY, *map(str, range(len(scene["players"])))}
    marks |= {"*"} if scene["kind"] == "pyramid" else set()
    yield set(scene["owners"]) <= marks, f"owners must be of {' '.join(sorted(marks))}"
    inside = range(cells)
    yield all(cell in inside for cell in _cells(scene)), f"cells must be 0 to {cells - 1}"
    if scene["kind"] == "grid":
        yield all(scene["lines"]), "a line must have cells"


def _cells(scene: GridScene | PyramidScene) -> Iterator[int]:
    last = None if scene["last"] is None else scene["last"]["cell"]
    yield from (cell for cell in [*scene["moves"]["cell"], last] if cell is not None)
    yield from (cell for wave in scene["waves"] for cell in wave)
    if scene["kind"] == "pyramid":
        yield from scene["offered"]
    else:
        yield from scene["won"]
        yield from (cell for line in scene["lines"] for cell in line)


def _table_rules(scene: TableScene) -> _Found:
    for name in ("players", "hands", "trick", "tricks", "vulnerable"):
        yield len(scene[name]) == 2, f"{name} must be a pair"
    rubber = scene["rubber"]
    if rubber is not None:
        yield len(rubber["games"]) == len(rubber["part_scores"]) == 2, "rubber must be of pairs"
    needs = scene["needs"]
    yield needs is None or len(needs) == 2, "needs must be a pair"
    auction, last = scene["auction"], scene["last_trick"]
    yield len(auction["seats"]) == len(auction["calls"]), "auction must be lists of one length"
    if last is not None:
        yield len(last["seats"]) == len(last["cards"]), "last_trick must be lists of one length"
    most = len(CARDS)
    counts = [scene["stock"], *(hand["hidden"] for hand in scene["hands"])]
    yield all(0 <= count <= most for count in counts), f"counts of cards must be 0 to {most}"
    yield set(CARDS).issuperset(_cards(scene)), "cards must be spelled like SA or H2"


def _cards(scene: TableScene) -> Iterable[str]:
    named = [*scene["trick"], scene["up"], *scene["moves"]["card"]]
    if scene["last"] is not None:
        named.append(scene["last"]["card"])
    if scene["last_trick"] is not None:
        named += scene["last_trick"]["cards"]
    for hand in scene["hands"]:
        named += [*hand["cards"], *hand["known"]]
    return (card for card in named if card is not None)
