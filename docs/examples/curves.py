"""Draw the learning curves of ``alphazero.py``: the score against each rival over time.

    pip install 'bitgames[plot]'
    python curves.py runs/othello6 runs/other --save curves.svg

A line is a rival of a run, a band the 95 % interval of its scores.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from matplotlib.figure import Figure


def draw(folders: list[Path], title: str) -> Figure:
    """Draw the logs of runs into one picture."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot()
    for folder in folders:
        rivals = defaultdict(list)
        for line in (folder / "log.jsonl").read_text().splitlines():
            test = json.loads(line)
            rivals[test["against"]].append((test["minutes"], test["score"], *test["interval"]))
        for rival, tests in rivals.items():
            minutes, scores, low, high = zip(*sorted(tests), strict=True)
            name = rival if len(folders) == 1 else f"{folder.name}: {rival}"
            (drawn,) = axes.plot(minutes, scores, marker="o", markersize=3, label=name)
            axes.fill_between(minutes, low, high, alpha=0.15, color=drawn.get_color())
    axes.set(title=title, xlabel="minutes of learning", ylabel="score", ylim=(0, 1.02))
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.spines[["right", "top"]].set_visible(False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def main() -> None:
    """Draw what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--save", type=Path, default=Path("curves.svg"))
    parser.add_argument("--title", default="AlphaZero")
    given = parser.parse_args()
    draw(given.folders, given.title).savefig(given.save)


if __name__ == "__main__":
    main()
