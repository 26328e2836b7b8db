"""Overlays of a picture: values, marks and arrows, the same in all views."""

from collections.abc import Mapping
from math import hypot
from typing import Any
from xml.etree import ElementTree as ET

from bitgames.render.drawing import Spot, add_element, add_ellipse, add_word
from bitgames.render.options import Style


def add_overlays(root: ET.Element, style: Style, spots: Mapping[Any, Spot]) -> None:
    """Draw marks, arrows and values on top; clicks pass through them.

    >>> from bitgames.render.drawing import document
    >>> root = document(9, 9, "a value")
    >>> add_overlays(root, Style(values={0: "+1"}), {0: Spot(4, 4, 3)})
    >>> root[-1][-1].text
    '+1'
    """
    if not (style.values or style.marks or style.arrows):
        return
    group = add_element(root, "g", pointer_events="none")
    for place, spot in spots.items():
        if place in style.marks:
            for color, width in ((style.theme.halo, 5.0), (style.theme.overlay, 2.5)):
                add_ellipse(group, spot.scaled(0.92), fill="none", stroke=color, stroke_width=width)
    for start, end in style.arrows:
        if start in spots and end in spots:
            _arrow(group, style, spots[start], spots[end])
    for place, text in style.values.items():
        if place in spots:
            _value(group, style, spots[place], text)


def _arrow(group: ET.Element, style: Style, start: Spot, end: Spot) -> None:
    """Draw a shaft and a head, from beside the middle of a cell to short of another."""
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    head = min(end.radius * 0.55, length * 0.4)
    tip_x, tip_y = end.x - ux * end.radius * 0.2, end.y - uy * end.radius * 0.2
    neck_x, neck_y = tip_x - ux * head, tip_y - uy * head
    from_x, from_y = start.x + ux * start.radius * 0.3, start.y + uy * start.radius * 0.3
    shaft = f"M{from_x:g} {from_y:g}L{neck_x:g} {neck_y:g}"
    wing_x, wing_y = -uy * head * 0.6, ux * head * 0.6
    triangle = (
        f"M{tip_x:g} {tip_y:g}L{neck_x + wing_x:g} {neck_y + wing_y:g}"
        f"L{neck_x - wing_x:g} {neck_y - wing_y:g}Z"
    )
    for color, extra in ((style.theme.halo, 3.0), (style.theme.overlay, 0.0)):
        add_element(group, "path", d=shaft, stroke=color, stroke_width=4.5 + extra, fill="none")
        add_element(group, "path", d=triangle, fill=color, stroke=color, stroke_width=1 + extra)


def _value(group: ET.Element, style: Style, spot: Spot, text: str) -> None:
    """Draw a text in the middle, as large as it fits, on a halo in the colour of the ground."""
    size = min(spot.radius * 0.85, spot.radius * 3.2 / max(len(text), 1))
    place = {"x": spot.x, "y": spot.y + size * 0.35, "font_size": size}
    bold = {"font_weight": "bold", "text_anchor": "middle"}
    halo = {"stroke": style.theme.halo, "stroke_linejoin": "round", "fill": style.theme.halo}
    add_word(group, text, **place, **bold, **halo, stroke_width=size * 0.28)
    add_word(group, text, **place, **bold, fill=style.theme.overlay)
