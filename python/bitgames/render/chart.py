"""A plain bar chart as SVG: ratios on a logarithmic scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bitgames.render import theme
from bitgames.render.drawing import add_element, document, serialize

__all__ = ["Bar", "bar_chart"]

WIDTH = 640.0
RIGHT, TOP, FOOT = 70.0, 44.0, 30.0
STEP, THICK = 30.0, 16.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart.

    >>> Bar("play", 5.0, target=4.0).value
    5.0
    """

    name: str
    """Label to its left."""
    value: float
    """Its length, more than 0."""
    target: float | None = None
    """Where to draw a mark to compare with."""


def bar_chart(title: str, bars: Sequence[Bar]) -> str:
    """Draw positive values as horizontal bars on a logarithmic scale that starts at 1.

    A bar that reaches its target is blue, another vermilion; the target is a black mark. A
    value below 1 is a bar to the left of the axis.

    >>> bar_chart("times faster", [Bar("play", 5.0, target=4.0)])[:4]
    '<svg'
    """
    height = TOP + STEP * len(bars) + FOOT
    # Room for the longest label, by the usual width of a letter of this size.
    left = 30.0 + 7.2 * max((len(bar.name) for bar in bars), default=0)
    root = document(
        WIDTH, height, f"{title}: " + ", ".join(f"{b.name} {b.value:.3g}" for b in bars)
    )
    values = [1.0, *(bar.value for bar in bars), *(bar.target for bar in bars if bar.target)]
    low = min(0, math.floor(math.log10(min(values))))
    high = max(low + 1, math.ceil(math.log10(max(values))))

    def across(value: float) -> float:
        part = (math.log10(value) - low) / (high - low)
        return left + part * (WIDTH - left - RIGHT)

    words = add_element(root, "g", fill=theme.INK, font_size=13, font_family=theme.FONT)
    add_element(words, "text", x=left, y=24, font_size=15).text = title
    bottom = TOP + STEP * len(bars)
    if any(bar.target is not None for bar in bars):
        note = add_element(words, "text", x=WIDTH - 16, y=24, text_anchor="end")
        note.text = "black mark: target"
    for power in range(low, high + 1):
        x = across(10.0**power)
        add_element(
            root, "path", d=f"M{x:g} {TOP - 6:g}V{bottom:g}", stroke=theme.GRID, stroke_width=0.75
        )
        label = add_element(words, "text", x=x, y=bottom + 18, text_anchor="middle")
        label.text = f"{10.0**power:,g}"
    axis = across(1.0)
    for number, bar in enumerate(bars):
        y = TOP + STEP * number + (STEP - THICK) / 2
        end = across(bar.value)
        good = bar.target is None or bar.value >= bar.target
        add_element(
            root,
            "rect",
            x=min(axis, end),
            y=y,
            width=max(abs(end - axis), 1.0),
            height=THICK,
            fill=theme.PLAYERS[0 if good else 1],
        )
        if bar.target is not None:
            x = across(bar.target)
            mark = f"M{x:g} {y - 4:g}V{y + THICK + 4:g}"
            add_element(root, "path", d=mark, stroke=theme.LINE, stroke_width=2.5)
        middle = y + THICK / 2 + 4.5
        add_element(words, "text", x=left - 10, y=middle, text_anchor="end").text = bar.name
        beyond = max(axis, end, across(bar.target) if bar.target else 0.0) + 8
        add_element(words, "text", x=beyond, y=middle).text = f"{bar.value:,.3g}"
    return serialize(root)
