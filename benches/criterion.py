"""Measures the core by ``cargo bench``, and reads what Criterion and the benches print.

``python benches/criterion.py`` runs the benches of Othello on each level of the processor that this
one has, and the build of small tables of endings beside plain minimax. It takes some minutes, and
what the pages show of it is named here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
from pathlib import Path

import measured
from measured import ROOT, Figure

LEVELS = ("Portable", "Avx2", "Avx512")
BENCHES = {
    "games": ("games", "othello random against random, {}", 1_000, "games/s", "random games"),
    "perft": ("perft", "othello 10, {}", 24.571_284, "million leaves/s", "perft(10)"),
    "ffo40": ("solve", "othello FFO 40, {}", 0, "s", "endgame FFO 40"),
}
"""By name: group and name in Criterion, how much a call does (0: its time counts), unit, words."""


def bench(name: str, *options: str) -> str:
    """Run a bench of the core and return what it prints."""
    command = [
        "cargo",
        "bench",
        "--quiet",
        "-p",
        "bitgames-benches",
        "--bench",
        name,
        "--",
        *options,
    ]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def median(group: str, name: str) -> float | None:
    """The median of a bench that ran, in seconds; None if this processor has not its level."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    for found in (target / "criterion" / group).glob("*/new/benchmark.json"):
        if json.loads(found.read_text(encoding="utf-8"))["function_id"] == name:
            estimates = json.loads(found.with_name("estimates.json").read_text(encoding="utf-8"))
            return float(estimates["median"]["point_estimate"]) / 1e9
    return None


def endings(printed: str) -> list[Figure]:
    """What the bench of honeymoon bridge prints besides Criterion's lines."""
    ratio = re.search(r"ours ([\d.]+) s\n +naive minimax [\d.]+ s, ([\d.]+) times ours", printed)
    times = re.findall(
        r"^(.+), tables (.+): ([\d.]+) ms, 95th percentile ([\d.]+) ms$", printed, re.MULTILINE
    )
    if ratio is None or not times:
        raise SystemExit("the bench of honeymoon bridge prints other lines than expected")
    print(f"endings of 6 cards: {ratio[2]} times as fast as plain minimax")
    figures = [
        Figure(
            name="criterion.endings.build",
            value=1000 * float(ratio[1]),
            unit="ms",
            what="tables of endings of 6 cards, both strains",
            conditions="one thread",
        ),
        Figure(
            name="criterion.endings.minimax",
            value=float(ratio[2]),
            unit="times",
            what="tables of endings of 6 cards, both strains",
            against="plain minimax, extrapolated from a sample",
            conditions="one thread",
        ),
    ]
    for strain, tables, *values in times:
        for kind, value in zip(("median", "percentile-95"), values, strict=True):
            figures.append(
                Figure(
                    name=f"criterion.solve.{strain}.{tables.replace(' ', '-')}.{kind}",
                    value=float(value),
                    unit="ms",
                    what=f"value of a deal of 13 cards, {strain}, tables {tables}, {kind}",
                    conditions="one thread, 1,000 random deals",
                )
            )
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="shorter runs, rougher figures")
    measured.add_option(parser)
    given = parser.parse_args()
    short = ["--warm-up-time", "0.1", "--measurement-time", "0.2", "--sample-size", "10"]
    figures = []
    for key, (group, name, amount, unit, words) in BENCHES.items():
        bench("othello", f"^{group}/{name.format('.*')}$", *(short if given.quick else []))
        for level in LEVELS:
            seconds = median(group, name.format(level))
            if seconds is None:
                print(f"{words}: {level} is not in this processor")
                continue
            value = amount / seconds if amount else seconds
            print(f"{words}, {level}: {value:,.4g} {unit}", flush=True)
            figures.append(
                Figure(
                    name=f"criterion.{key}.{level.lower()}",
                    value=value,
                    unit=unit,
                    what=f"Othello, {words}, {level}",
                    conditions="one thread; median of Criterion",
                )
            )
    if not given.quick:
        # No bench has this name; what stands beside them is printed all the same.
        figures += endings(bench("honeymoon", "^$"))
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
