"""``bitgames bench``: how much faster than plain Python, measured here and now."""

import importlib.util
import json as json_text
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from bitgames.cli.common import Quiet, file_path, rate
from bitgames.cli.console import print_columns
from bitgames.cli.errors import Failure
from bitgames.files import generator, write_atomic
from bitgames.render.chart import Bar, bar_chart

__all__ = ["Row", "bench"]

FORMAT = "bitgames bench"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison of ``benches/compare.py``: seconds for the same work, theirs and ours."""

    name: str
    what: str
    baseline: float | None
    ours: float
    ratio: float | None
    target: float | None
    least_per_second: float | None
    met: bool | None


def bench(
    benches: Annotated[
        Path,
        typer.Option(
            "--benches", metavar="DIR", parser=file_path, help="Folder of compare.py in a checkout."
        ),
    ] = Path("benches"),
    json: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", parser=file_path, help="Write the figures as JSON."),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", parser=file_path, help="Draw the ratios."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer repetitions, rougher figures.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Compare bitgames with plain Python on this machine; needs a checkout."""
    compare = _load(benches / "compare.py")
    progress = None if quiet else _say
    rows = [_row(each) for each in compare.comparisons(quick=quick, progress=progress)]
    _print_table(rows)
    if json is not None:
        document = {
            "format": FORMAT,
            "version": VERSION,
            "generator": generator(),
            "python": sys.version.split()[0],
            "platform": sys.platform,
            "quick": quick,
            "rows": [asdict(row) for row in rows],
        }
        write_atomic(json, (json_text.dumps(document, indent=2) + "\n").encode())
    if svg is not None:
        bars = [Bar(row.name, row.ratio, row.target) for row in rows if row.ratio is not None]
        write_atomic(svg, bar_chart("times faster than plain Python", bars).encode())


def _say(name: str) -> None:
    print(f"measuring {name}", file=sys.stderr)


def _load(path: Path) -> ModuleType:
    """Load the comparisons of a checkout; they are no part of the installed package."""
    if not path.is_file():
        raise Failure(
            f"{path} is not there: run this in a checkout, or name its folder by --benches"
        )
    name = "bitgames_benches_compare"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Failure(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    # Known by name before it runs, as its dataclasses look their module up.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _row(comparison: Any) -> Row:
    return Row(**{name: getattr(comparison, name) for name in Row.__dataclass_fields__})


def _print_table(rows: list[Row]) -> None:
    table: list[tuple[str, ...]] = [("name", "baseline", "bitgames", "ratio", "target", "met")]
    for row in rows:
        baseline = "-" if row.baseline is None else _duration(row.baseline)
        # What stands alone is told by its speed.
        ratio = rate(1, row.ours, "") if row.ratio is None else f"{row.ratio:.1f} x"
        target = "-" if row.target is None else f"{row.target:.3g} x"
        if row.least_per_second is not None:
            target = rate(1, 1 / row.least_per_second, "")
        met = {None: "-", True: "yes", False: "NO"}[row.met]
        table.append((row.name, baseline, _duration(row.ours), ratio, target, met))
    print_columns(table)


def _duration(seconds: float) -> str:
    """Return a duration with three digits and the unit that fits.

    >>> _duration(0.00000025), _duration(2.5)
    ('250 ns', '2.5 s')
    """
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
