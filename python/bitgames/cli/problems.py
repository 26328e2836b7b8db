"""``bitgames solve --obf``: solve a file of Othello problems."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bitgames import _core
from bitgames.arguments import printable
from bitgames.cli.common import print_json, rate
from bitgames.cli.errors import Failure
from bitgames.cli.progress import Bar
from bitgames.formats import obf

__all__ = ["solve_problems"]

HEAD = f"{'problem':>10} {'empty':>5} {'known':>5} {'value':>5} {'best':>4} {'nodes':>15} {'s':>9}"


def solve_problems(
    file: Path, *, wld: bool, json: bool, quiet: bool, limits: Mapping[str, Any]
) -> None:
    """Solve every problem of a file; print a line for each problem, and the totals.

    ``limits`` are keywords of ``solve``. With ``wld`` only win, loss or draw is found and compared
    with the sign of the known score.

    If a value differs from the known score, the command fails after the last problem. A problem
    that is not solved within the limits is listed, but not part of the totals.
    """
    try:
        problems = obf.load(file)
    except _core.ParseError as error:
        raise Failure(str(error)) from None
    if not problems:
        raise Failure(f"{file}: the file has no problems")
    wrong = solved = total_nodes = 0
    total_seconds = 0.0
    if not json:
        print(HEAD)
    for number, problem in enumerate(problems, 1):
        name = problem.comment or str(number)
        known = problem.best_score if problem.scores else None
        try:
            with Bar(f"problem {name}", "nodes", quiet=quiet, lines=True) as bar:
                solution = _core.solve(problem.position, wld=wld, progress=bar.callback, **limits)
        except _core.LimitError as error:
            if json:
                print_json({"problem": name, "known": known, "value": None})
            else:
                print(f"{printable(name):>10} {problem.position.empties:>5}  {error}")
            continue
        solved += 1
        total_nodes += solution.nodes
        total_seconds += solution.seconds
        expected = sign(known) if wld and known is not None else known
        agrees = expected is None or expected == solution.value
        wrong += not agrees
        if json:
            print_json(
                {
                    "problem": name,
                    "empties": problem.position.empties,
                    "known": known,
                    "wld": wld,
                    "value": solution.value,
                    "best_move": str(solution.best_move),
                    "nodes": solution.nodes,
                    "seconds": solution.seconds,
                }
            )
            continue
        shown = "-" if known is None else f"{known:+d}"
        print(
            f"{printable(name):>10} {problem.position.empties:>5} {shown:>5} {solution.value:>+5d} "
            f"{solution.best_move!s:>4} {solution.nodes:>15,} {solution.seconds:>9.3f}"
            + ("" if agrees else "  WRONG")
        )
        sys.stdout.flush()
    if not json:
        speed = rate(total_nodes, total_seconds, "nodes")
        print(f"{solved} solved: {total_nodes:,} nodes in {total_seconds:.3f} s, {speed}")
    if wrong:
        raise Failure(f"{wrong} of {len(problems)} values differ from the file")


def sign(score: int) -> int:
    """Return the sign of a number: 1, 0 or -1.

    >>> sign(-14)
    -1
    """
    return (score > 0) - (score < 0)
