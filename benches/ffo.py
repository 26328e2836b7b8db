"""Times the FFO endgame suite against an earlier commit: both in one run, taking turns.

    maturin develop --release
    python benches/ffo.py --problems 40-49 --rounds 3 --json ffo.json

The other commit (by default 4933af9, the yardstick B) is built from a git worktree in a temporary
folder into a virtual environment of its own, which takes minutes; `--python` names an interpreter
that has it already, and `--commit` then says which it is. With `--other-threads N` the other is
this build on N threads. Each solve is a fresh process, so that both pay for the pages of their
tables. What is printed and kept are medians of seconds and of nodes, and the ratio: this build
divided by the other.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import measured

ROOT = Path(__file__).parents[1]
SUITE = ROOT / "tests" / "data" / "ffo" / "ffo.obf"
YARDSTICK = "4933af9"
SOLVE = """
import json, sys, bitgames as bg
text, threads, mib, wld = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "wld"
found = bg.solve(bg.Othello.from_obf(text), threads=threads, table_mib=mib, wld=wld)
print(json.dumps([found.value, found.nodes, found.seconds]))
"""


def numbers(text: str) -> list[int]:
    """Read numbers and ranges: `40-44,59`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def problems(wanted: list[int]) -> dict[int, tuple[str, int]]:
    """Return the positions and scores of problems by their numbers."""
    found = {}
    for line in SUITE.read_text(encoding="ascii").splitlines():
        if not line.startswith("%"):
            problem, number = line.split("%")
            position, best = problem.split(";")[:2]
            if int(number) in wanted:
                found[int(number)] = (position.strip(), int(best.split(":")[1]))
    return found


@contextlib.contextmanager
def built(commit: str) -> Iterator[str]:
    """An interpreter that has the package as of a commit."""
    with tempfile.TemporaryDirectory() as folder:
        tree, environment = Path(folder) / "tree", Path(folder) / "venv"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
            python = str(environment / "bin" / "python")
            subprocess.run([python, "-m", "pip", "install", "--quiet", str(tree)], check=True)
            yield python
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def package(python: str) -> str:
    """Return where an interpreter has the package."""
    command = [python, "-c", "import bitgames; print(bitgames.__file__)"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--problems", type=numbers, default=numbers("40-49"), help="as 40-44,59")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=int, default=512, help="MiB")
    parser.add_argument("--wld", action="store_true", help="win, loss or draw only")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--commit", help=f"the other commit, by default {YARDSTICK}")
    parser.add_argument("--python", help="an interpreter that has the other build already")
    parser.add_argument("--other-threads", type=int, help="compare with this build on N threads")
    measured.add_option(parser)
    arguments = parser.parse_args()
    if arguments.python and not arguments.commit:
        parser.error("--python needs --commit, the commit of its build")
    arguments.commit = arguments.commit or YARDSTICK
    suite = problems(arguments.problems)
    kind = "wld" if arguments.wld else "exact"
    other_threads = arguments.other_threads or arguments.threads

    def solved(python: str, threads: int, number: int) -> tuple[int, float]:
        position, score = suite[number]
        command = [python, "-c", SOLVE, position, str(threads), str(arguments.table), kind]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        value, nodes, seconds = json.loads(run.stdout)
        expected = (score > 0) - (score < 0) if arguments.wld else score
        if value != expected:
            raise SystemExit(f"#{number}: {value} is wrong, the score is {expected}")
        return nodes, seconds

    rows = []
    other = sys.executable if arguments.other_threads else arguments.python
    with contextlib.nullcontext(other) if other else built(arguments.commit) as other:
        if not arguments.other_threads and package(other) == package(sys.executable):
            parser.error("both interpreters have the same build; PYTHONPATH may name it")
        for number in suite:
            runs = {"this": [], "other": []}
            for _ in range(arguments.rounds):
                runs["this"].append(solved(sys.executable, arguments.threads, number))
                runs["other"].append(solved(other, other_threads, number))
            row = {"problem": number}
            for name, found in runs.items():
                row[f"{name}_nodes"] = median(nodes for nodes, _ in found)
                row[f"{name}_seconds"] = median(seconds for _, seconds in found)
            rows.append(row)
            show(f"#{number}", row)
    total = {key: sum(row[key] for row in rows) for key in rows[0] if key != "problem"}
    show("all", total)
    measured.save(arguments.json, figures(rows, total, arguments))


def figures(
    rows: list[dict[str, float]], total: dict[str, float], given: argparse.Namespace
) -> list[measured.Figure]:
    """The ratio of the times and the nodes, as the table of figures has them."""
    name = "threads" if given.other_threads else "ffo"
    name += ".wld" if given.wld else ""
    numbers = [row["problem"] for row in rows]
    which = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
    what = f"FFO endgame problems {which}{', win, loss or draw' if given.wld else ''}"
    conditions = f"table of {given.table} MiB; medians of {given.rounds} rounds that take turns"
    seconds = total["other_seconds"] / total["this_seconds"]
    if given.other_threads:
        against = f"the same on {given.other_threads} thread(s)"
        conditions = f"{given.threads} threads, {conditions}"
        return [
            measured.Figure(
                name=f"{name}.{given.threads}",
                value=seconds,
                unit="times",
                what=f"{what}, speed",
                against=against,
                conditions=conditions,
            )
        ]
    name += f".{given.threads}-threads" if given.threads > 1 else ""
    conditions = f"{given.threads} thread(s), {conditions}"
    found = [
        measured.Figure(
            name=f"{name}.time",
            value=1 / seconds,
            unit="of the time",
            what=what,
            against=f"commit {given.commit}",
            conditions=conditions,
        )
    ]
    for label, row in [*((str(row["problem"]), row) for row in rows), ("all", total)]:
        for side, build in (("this", "this version"), ("other", f"commit {given.commit}")):
            found.append(
                measured.Figure(
                    name=f"{name}.{label}.{side}",
                    value=row[f"{side}_nodes"] / 1e6,
                    unit="million positions",
                    what=f"FFO {label if label != 'all' else which}, positions visited by {build}",
                    conditions=conditions,
                )
            )
    return found


def show(name: str, row: dict[str, float]) -> None:
    """Print a row: millions of nodes, seconds, and the ratio of the times."""
    print(
        f"{name:>4} {row['this_nodes'] / 1e6:8.1f} M {row['this_seconds']:7.2f} s"
        f" {row['other_nodes'] / 1e6:8.1f} M {row['other_seconds']:7.2f} s"
        f" {row['this_seconds'] / row['other_seconds']:5.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
