"""Connect Four: solved boards, the book of scores, checkpoints, and problems."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.formats import pons
from bitgames.problems import generate, to_text
from tests import commands
from tests.commands import fails

SOLVED = """
4   D      D      2, 24  D      2, 32  2, 36  2, 40
5   D      D      D      D      1, 39  1, 41  1, 47
6   D      D      2, 36  1, 41  2, 48  2, 52  1, 59
7   D      D      1, 41  D      1, 53
8   D      D      2, 48  1, 55
"""
"""Perfect play from the empty board (John Tromp; Christophe Steininger): rows are heights, columns
widths from 4. A draw, or who wins, with the move on which the game ends."""

LONG = {(8, 4), (9, 4), (10, 4), (8, 5), (5, 8), (6, 6), (7, 6), (6, 7)}
"""Boards of at most 42 cells that take more than a second."""


def solved_boards() -> list[object]:
    """Boards with their results; those that take long are deep."""
    found: list[object] = []
    for line in SOLVED.split("\n")[1:-1]:
        height, *results = re.findall(r"D|\d+(?:, \d+)?", line)
        for width, result in enumerate(results, 4):
            board = (width, int(height))
            deep = board[0] * board[1] > 42 or board in LONG
            found.append(pytest.param(*board, result, marks=[pytest.mark.deep] * deep))
    return found


@pytest.mark.parametrize(("width", "height", "result"), solved_boards())
def test_a_board_has_its_known_value(width: int, height: int, result: str) -> None:
    mib = 64 if width * height < 36 else 1024
    solution = bg.solve(bg.ConnectFour(width, height), table_mib=mib, book=False)
    if result == "D":
        assert (solution.value, len(solution.pv)) == (0, width * height)
        return
    winner, plies = map(int, result.split(", "))
    assert (solution.value > 0, len(solution.pv)) == (winner == 1, plies)


@pytest.mark.deep
@pytest.mark.parametrize("line", ["45461667", "35333571", "13333111", ""])
def test_fhourstones_with_the_book_and_without(line: str) -> None:
    position: bg.Position = bg.ConnectFour()
    for move in line:
        position = position.play(move)
    value = {"45461667": 11, "35333571": -3, "13333111": 0, "": 1}[line]
    assert bg.solve(position).value == bg.solve(position, book=False, table_mib=512).value == value


def test_the_book_says_the_values_of_the_first_moves() -> None:
    found = bg.Solver("connect4").solve(bg.ConnectFour())
    assert (found.value, found.best_move, len(found.pv)) == (1, 3, 41)
    assert repr(bg.Solver("connect4", book=False)).endswith("threads=1 book=False>")


@pytest.mark.parametrize(
    ("line", "value"), [("53352322", -1), ("13331337", -2), ("6617216333", -1)]
)
def test_the_book_goes_on_where_a_search_takes_long(line: str, value: int) -> None:
    # Without what comes after eight discs a best move takes 5 to 12 million positions.
    found = bg.solve(bg.Record("connect4", line).position)
    assert found.value == value
    assert found.nodes < 2_000_000


def test_a_book_of_scores_by_the_command(tmp_path: Path) -> None:
    book, again = tmp_path / "small.scores", tmp_path / "again.scores"
    command = ["book", "scores", "connect4:4,4", "--plies", "6", "--table", "1"]
    told = commands.run(*command, "--out", str(book), "--json")
    assert '"positions": 524' in told.stdout
    assert bg.ConnectFour(4, 4).write_scores(again, plies=6, table_mib=4, threads=2) == 524
    assert again.read_bytes() == book.read_bytes()
    other = commands.run("book", "scores", "connect4:4,5", "--plies", "6", "--out", str(book))
    assert "must be of connect4:4,5 with 6 discs, not connect4:4,4" in fails(other, 2)
    other = commands.run("book", "scores", "othello", "--out", str(again))
    assert "not for othello" in fails(other, 2)
    again.write_bytes(book.read_bytes()[:-1])
    with pytest.raises(bg.DamagedFileError, match="checksum"):
        bg.ConnectFour(4, 4).write_scores(again, plies=6)
    with pytest.raises(bg.ParameterError, match="plies must be from 0 to 12, not 13"):
        bg.ConnectFour().write_scores(again, plies=13)
    with pytest.raises(bg.ParameterError, match="at most 64"):
        bg.ConnectFour(10, 10).write_scores(again)


LARGE = "connect4:10,6 ........../oo......../xx.....x../oo....ox../oo.xo.xo.x/oooxxxoxxx"


@pytest.mark.parametrize(
    ("start", "board"), [(bg.ConnectFour(6, 5), "6 x 5"), (bg.position(LARGE), "10 x 6")]
)
def test_a_checkpoint_goes_on_and_belongs_to_its_board(
    start: bg.Position, board: str, tmp_path: Path
) -> None:
    file = tmp_path / "solve"
    whole = bg.solve(start)
    with pytest.raises(bg.LimitError):
        bg.solve(start, nodes=whole.nodes * 2 // 3, checkpoint=file)
    lines: list[str] = []
    found = bg.solve(start, checkpoint=file, checkpoint_seconds=0, news=lines.append, threads=2)
    assert found.value == whole.value
    # Two threads share the work by chance: only after one thread is it certain what is done.
    for _ in range(2):
        again = bg.solve(start, checkpoint=file, checkpoint_seconds=0)
        assert (again.value, len(again.pv)) == (whole.value, len(whole.pv))
    assert again.nodes < whole.nodes // 4
    refused = commands.run("solve", "connect4:5,5", "--checkpoint", str(file))
    assert f"it belongs to a board of {board}, not to a board of 5 x 5" in fails(refused, 1)
    with pytest.raises(bg.DamagedFileError, match="another game"):
        bg.solve(bg.Mosaic(3), checkpoint=file)
    assert list(tmp_path.iterdir()) == [file]


def test_problems_ask_for_the_only_move_that_wins() -> None:
    for problem in islice(generate("connect4", empties=18, seed=1, all_moves=True), 5):
        solved = bg.solve(problem.position, all_moves=True)
        assert dict(problem.values) == solved.values
        assert [move for move, value in solved.values.items() if value > 0] == [problem.best_move]
        position = problem.position
        for move in solved.pv:
            position = position.play(move)
        assert position.is_over
        assert position.outcome is not None
        assert position.outcome.winner == problem.position.turn
        assert problem.plies == position.ply - problem.position.ply
        line = pons.parse(to_text(problem))
        assert (line.record, line.score) == (problem.record, problem.value)
    for problem in islice(generate("connect4:6,5", empties=14, seed=1, win_in=3), 3):
        assert (problem.win_in, problem.plies) == (3, 5)
        assert pons.parse(to_text(problem), "connect4:6,5").position == problem.position
    # A game that begins elsewhere has no line of columns.
    begun = bg.Record("connect4", "4444").position
    problem = next(generate(begun, empties=18, seed=1))
    assert to_text(problem).startswith(f"{problem.position.to_string()}; {problem.best_move}:+")


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(200))
def test_positions_near_the_book_have_the_values_of_a_search_without_it(seed: int) -> None:
    chance = random.Random(seed)
    position: bg.Position = bg.ConnectFour()
    for _ in range(chance.randrange(3, 9)):
        position = position.play(chance.choice(position.legal_moves))
        if position.is_over:
            return
    found = bg.solve(position, all_moves=True)
    assert found.values == bg.solve(position, all_moves=True, book=False, table_mib=512).values
