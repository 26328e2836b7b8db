"""A bar chart of ratios on a logarithmic scale, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

BLUE, VERMILION = "#0072b2", "#d55e00"


def save_chart(path: Path, title: str, bars: Sequence[tuple[str, float, float | None]]) -> None:
    """Draw bars, each a name, a ratio above 0 and a target or None, into a file by its ending.

    A bar that reaches its target is blue, another vermilion; the target is a black mark.
    """
    # Without a window, and only where a chart is asked for.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1 + 0.4 * len(bars)), layout="constrained")
    axes = figure.add_subplot()
    for place, (_, value, target) in enumerate(bars):
        is_met = target is None or value >= target
        axes.barh(place, value - 1, left=1, color=BLUE if is_met else VERMILION)
        end = max(value, 1, target or 0)
        axes.annotate(
            f"{value:,.3g}", (end, place), xytext=(6, 0), textcoords="offset points", va="center"
        )
        if target is not None:
            axes.plot([target, target], [place - 0.45, place + 0.45], color="black", linewidth=2.5)
    axes.set_xscale("log")
    axes.set_yticks(range(len(bars)), [name for name, _, _ in bars])
    axes.invert_yaxis()
    axes.set_title(title)
    axes.set_xlabel("black mark: target")
    axes.spines[["right", "top"]].set_visible(False)
    figure.savefig(path)
