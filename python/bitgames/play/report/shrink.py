"""Smaller forms of what repeats: the scenes of a game, and the elements of a picture."""

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_SCALED = re.compile(r"translate\((\S+) (\S+)\) (scale\(.*\))")
_PLAIN_GROUP = re.compile(r"<g>((?:(?!</?g).)*)</g>", re.S)
_STYLES = (
    "fill", "fill-opacity", "font-family", "font-size", "font-weight", "stroke", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor",
)  # fmt: skip
"""Attributes that a style sheet can say as well."""
_LONG = 32
"""From this length on, a text changes by its letters: the owners of the cells of a board."""


def difference(old: Any, new: Any) -> Any:
    """Return how data changes: ``{"=": value}``, or the changes by key or index; None if not.

    A text of the same length changes by its letters.

    >>> difference({"a": 1, "b": [{"n": 1}, {"n": 2}]}, {"a": 1, "b": [{"n": 1}, {"n": 3}]})
    {'b': {'1': {'n': {'=': 3}}}}
    >>> difference({"owners": "....0...1" * 9}, {"owners": "....0...1" * 8 + "....1...1"})
    {'owners': {'76': '1'}}
    """
    if old == new:
        return None
    if isinstance(old, str) and isinstance(new, str) and len(old) == len(new) >= _LONG:
        letters = {str(at): b for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}
        return letters if len(letters) < _LONG / 4 else {"=": new}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        if all(isinstance(each, dict) for each in (*old, *new)):
            old, new = ({str(at): each for at, each in enumerate(each)} for each in (old, new))
    elif not (isinstance(old, dict) and isinstance(new, dict)):
        return {"=": new}
    if not isinstance(old, dict) or old.keys() != new.keys():
        return {"=": new}
    changes = {key: difference(old[key], new[key]) for key in new}
    return {key: change for key, change in changes.items() if change is not None}


def rounded(data: Any) -> Any:
    """Return data with at most one digit behind the point in every number.

    >>> rounded({"box": [0.0, 12.345, 3], "view": "plan"})
    {'box': [0, 12.3, 3], 'view': 'plan'}
    """
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list):
        return [rounded(value) for value in data]
    if not isinstance(data, float):
        return data
    return int(data) if data.is_integer() else round(data, 1)


def shrunk(svg: str, scope: str) -> str:
    """Return a picture of the same look for a page: shapes and styles that repeat stand there once.

    ``scope`` is a name that no other picture of the page has.

    >>> import bitgames as bg
    >>> len(shrunk(bg.Othello().to_svg(), "a")) < len(bg.Othello().to_svg()) / 2
    True
    """
    # In HTML the name of an element says enough.
    root = ET.fromstring(svg.replace(_NAMESPACE, "", 1))
    for each in root.iter():
        for unused in ("data-cell", "data-owner", "data-card"):
            each.attrib.pop(unused, None)
    definitions = ET.Element("defs")
    _use_shapes(root, definitions, scope)
    _use_styles(root, definitions, scope)
    root.insert(1, definitions)
    text = ET.tostring(root, encoding="unicode")
    return _PLAIN_GROUP.sub(r"\1", text.replace(" />", "/>"))


def _use_shapes(root: ET.Element, definitions: ET.Element, scope: str) -> None:
    """Draw a shape that repeats once, and use it where it stands."""
    found = [(each, *place) for each in root.iter() if (place := _placed(each)) is not None]
    counts = Counter(shape for _, shape, _, _ in found)
    names = {
        shape: f"{scope}{number}"
        for number, shape in enumerate(shape for shape, count in counts.items() if count > 2)
    }
    for shape, name in names.items():
        tag, *attributes = shape
        ET.SubElement(definitions, tag, {"id": name, **dict(attributes)})
    for each, shape, x, y in found:
        if shape in names:
            each.tag = "use"
            each.attrib = {"href": f"#{names[shape]}", "x": x, "y": y}


def _placed(element: ET.Element) -> "tuple[tuple[Any, ...], str, str] | None":
    """Return a shape, its tag and attributes at the origin, and where it stands."""
    given = dict(element.attrib)
    if element.tag == "rect" and "x" in given:
        x, y = given.pop("x"), given.pop("y")
    elif element.tag == "circle":
        x, y = given.pop("cx"), given.pop("cy")
    elif element.tag == "path" and (place := _SCALED.fullmatch(given.get("transform", ""))):
        x, y, given["transform"] = place.groups()
    else:
        return None
    return (element.tag, *given.items()), x, y


def _use_styles(root: ET.Element, definitions: ET.Element, scope: str) -> None:
    """Let a class stand for styles that repeat."""
    counts = Counter(filter(None, map(_look, root.iter())))
    names = {look: f"{scope}{at}" for at, (look, count) in enumerate(counts.items()) if count > 2}
    for each in root.iter():
        if (name := names.get(_look(each))) is not None:
            each.attrib = {key: each.attrib[key] for key in each.attrib if key not in _STYLES}
            each.set("class", name)
    sheet = "".join(f".{name}{{{look}}}" for look, name in names.items())
    ET.SubElement(definitions, "style").text = sheet


def _look(element: ET.Element) -> str:
    """Return the styles of an element as a style sheet writes them."""
    styles = ((name, element.get(name)) for name in _STYLES)
    units = {"font-size": "px"}
    return ";".join(f"{name}:{value}{units.get(name, '')}" for name, value in styles if value)
