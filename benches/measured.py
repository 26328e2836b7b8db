"""Figures, as every script of `benches/` writes them and `docs/figures.json` keeps them.

A script makes a list of `Figure`; its option ``--json FILE`` writes them by `save`, each with where
it comes from: date, commit, versions and processor. `figures.py` runs the scripts and merges what
they write.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from machine import processor

import bitgames as bg
from bitgames.files import write_atomic

ROOT = Path(__file__).resolve().parents[1]
FORMAT, VERSION = "bitgames figures", 1
DIGITS = 5
"""Significant digits that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number."""

    name: str
    """Stable, and begins with the name of the entry of `figures.py`: ``peers.perft``."""
    value: float
    unit: str
    """``times`` for a ratio, ``s``, ``games/s``, ``%``, ``of 200 games``, and so on."""
    what: str
    against: str = ""
    """The other program and its version, or our other player."""
    conditions: str = ""
    """Threads, sizes, repeats."""
    interval: tuple[float, float] | None = None
    """The 95 % interval, in the same unit."""


def add_option(parser: argparse.ArgumentParser) -> None:
    """The option of all scripts."""
    parser.add_argument(
        "--json",
        metavar="FILE",
        type=Path,
        help="write the figures to FILE, too, with their origin",
    )


def commit() -> str:
    """The commit of the checkout, with a plus after it if files differ from it; or nothing."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(ROOT), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--untracked-files=no", "--", ":!docs", ":!*.md")
        return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def origin() -> dict[str, str]:
    """Where a figure of now comes from."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "commit": commit(),
        "bitgames": bg.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "processor": processor(),
    }


def command() -> str:
    """The script that runs, with its arguments but the file that gets the figures."""
    arguments = list(sys.argv[1:])
    if "--json" in arguments:
        at = arguments.index("--json")
        del arguments[at : at + 2]
    return shlex.join([f"benches/{Path(sys.argv[0]).name}", *arguments])


def rounded(value: float) -> float:
    """The value to the digits that are kept."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a measured number")
    return float(f"{value:.{DIGITS}g}")


def save(path: Path | None, figures: Iterable[Figure]) -> None:
    """Write figures of now to a file, if one is named."""
    if path is None:
        return
    here, found = origin() | {"command": command()}, {}
    for figure in figures:
        row = {key: each for key, each in asdict(figure).items() if each not in ("", None)}
        row["value"] = rounded(figure.value)
        if figure.interval is not None:
            row["interval"] = [rounded(end) for end in figure.interval]
        name = row.pop("name")
        found[name] = row | here
    write(path, found)


def write(path: Path, figures: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the file whole or not at all: a line for each figure, sorted by name."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(figures[name], ensure_ascii=False)}"
        for name in sorted(figures)
    ]
    head = f'{{\n"format": "{FORMAT}",\n"version": {VERSION},\n"figures": {{\n'
    write_atomic(path, (head + ",\n".join(lines) + "\n}\n}\n").encode())


def read(path: Path) -> dict[str, dict[str, Any]]:
    """The figures of a file by their names."""
    document = json.loads(path.read_text(encoding="utf-8"))
    if document.get("format") != FORMAT or document.get("version") != VERSION:
        raise ValueError(f"{path} is not a file of figures of version {VERSION}")
    figures: dict[str, dict[str, Any]] = document["figures"]
    return figures
