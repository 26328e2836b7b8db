"""The FFO endgame suite: what the file says, by the rules and by the native solver."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import bitgames as bg
from tests.reference import othello

FILE = Path(__file__).parent / "data" / "ffo" / "ffo.obf"

# Up to here a position takes a few seconds at most, above it a minute to hours.
QUICK = 44
# Up to here all moves of a position together take a fraction of a second.
EVERY_MOVE = 19


class Problem(NamedTuple):
    number: int
    position: str
    score: int
    best: list[str]


def problems() -> list[Problem]:
    """The positions of the file, whose head gives the format."""
    found = []
    for line in FILE.read_text(encoding="ascii").splitlines():
        if not line.startswith("%"):
            problem, number = line.split("%")
            position, *moves = [part.strip() for part in problem.split(";") if part.strip()]
            best = [move.split(":")[0].lower() for move in moves]
            found.append(Problem(int(number), position, int(moves[0].split(":")[1]), best))
    return found


PROBLEMS = problems()


def test_the_file_holds_the_suite() -> None:
    assert [problem.number for problem in PROBLEMS] == [*range(1, 20), *range(40, 60)]
    empties = [problem.position.count("-") for problem in PROBLEMS]
    assert empties == sorted(empties[:19]) + sorted(empties[19:])
    assert (min(empties[:19]), max(empties[:19])) == (14, 16)
    assert (min(empties[19:]), max(empties[19:])) == (20, 34)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"ffo{problem.number}")
def test_the_best_moves_are_legal(problem: Problem) -> None:
    game = othello.parse_obf(problem.position)
    legal = [game.move_text(move) for move in game.legal_moves]
    assert set(problem.best) <= set(legal)
    assert len(set(problem.best)) == len(problem.best) > 0
    # A difference on a full board is even, and empty squares go to the winner.
    assert problem.score % 2 == 0
    assert abs(problem.score) <= 64
    position = bg.Othello.from_obf(problem.position)
    assert position.to_string() == game.text
    assert [str(move) for move in position.legal_moves] == legal


@pytest.mark.parametrize(
    "problem",
    [
        # The rest is for `--deep`.
        problem if problem.number <= QUICK else pytest.param(problem, marks=pytest.mark.deep)
        for problem in PROBLEMS
    ],
    ids=lambda problem: f"ffo{problem.number}",
)
def test_solved(problem: Problem) -> None:
    position = bg.Othello.from_obf(problem.position)
    solution = bg.solve(position)
    print(f"#{problem.number}: {solution.nodes} nodes in {solution.seconds:.3f} s")
    assert solution.value == problem.score
    assert str(solution.best_move) in problem.best
    game = othello.parse_obf(problem.position)
    for move in solution.pv:
        game = game.play(int(move))
    assert game.is_over
    assert (game.score if position.turn == 0 else -game.score) == problem.score


@pytest.mark.parametrize("problem", PROBLEMS[19:21], ids=lambda problem: f"ffo{problem.number}")
@pytest.mark.parametrize(("threads", "table_mib"), [(2, 64), (3, 1)])
def test_threads_and_tables_change_no_value(problem: Problem, threads: int, table_mib: int) -> None:
    position = bg.Othello.from_obf(problem.position)
    solution = bg.solve(position, threads=threads, table_mib=table_mib)
    assert solution.value == problem.score
    assert str(solution.best_move) in problem.best
    sign = (problem.score > 0) - (problem.score < 0)
    assert bg.solve(position, wld=True, threads=threads, table_mib=table_mib).value == sign


@pytest.mark.parametrize(
    "problem", PROBLEMS[:EVERY_MOVE], ids=lambda problem: f"ffo{problem.number}"
)
def test_every_move_solved(problem: Problem) -> None:
    """The file names all best moves, and the size of the table changes no value."""
    position = bg.Othello.from_obf(problem.position)
    values = bg.solve(position, all_moves=True).values
    assert bg.solve(position, all_moves=True, table_mib=1).values == values
    best = [str(move) for move, value in values.items() if value == problem.score]
    assert sorted(best) == sorted(problem.best)
    assert max(values.values()) == problem.score
