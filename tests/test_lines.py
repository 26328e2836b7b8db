"""Several lines of a search and of a solve, against plain minimax of each child."""

from __future__ import annotations

import json
import pickle
import random
from functools import cache

import pytest

import bitgames as bg
from tests.commands import run

SMALL = ["tictactoe", "mnk:4,3,3", "othello:4", "mosaic:3", "quo:3"]


def team(position: bg.Position, seat: int) -> int:
    return position.facts.teams[seat]


@cache
def value_of(position: bg.Position) -> float:
    """The value for the side to move, by plain minimax."""
    if position.outcome is not None:
        return position.outcome.scores[position.turn]
    return max(values_of(position).values())


def values_of(position: bg.Position) -> dict[bg.Move, float]:
    """The value of each legal move for the side that makes it."""
    values = {}
    for move in position.legal_moves:
        after = position.play(move)
        same = team(position, position.turn) == team(position, after.turn)
        value = value_of(after)
        values[move] = value if same else -value
    return values


def late(spec: str, seed: int, left: int) -> bg.Position:
    """A random position of a game, at most ``left`` plies before the end of that game."""
    rng = random.Random(seed)
    path = [bg.games.start(spec)]
    while not path[-1].is_over:
        path.append(path[-1].play(rng.choice(list(path[-1].legal_moves))))
    return path[max(0, len(path) - 1 - left)]


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_every_line_has_the_value_of_plain_minimax(spec: str, seed: int) -> None:
    position = late(spec, seed, 7)
    values = values_of(position)
    best = sorted(values.values(), reverse=True)
    for all_moves, lines in [(True, None), (False, 1), (False, 2), (False, 3)]:
        kept = best[:lines]
        solved = bg.solve(position, all_moves=all_moves, lines=lines)
        found = bg.search(position, all_moves=all_moves, lines=lines, depth=200)
        assert [line.value for line in solved.lines] == kept
        assert [line.value for line in found.lines] == kept
        for line in (*solved.lines, *found.lines):
            assert line.exact and line.value == values[line.move]
            assert line.pv[0] == line.move
        assert solved.values == {line.move: line.value for line in solved.lines}
        assert list(solved.values) == sorted(solved.values)
        for line in solved.lines:
            # The line is best play to the end of the game: it ends with the value.
            at = position
            for move in line.pv:
                at = at.play(move)
            assert at.outcome is not None and at.outcome.scores[position.turn] == line.value
            assert line.depth is None
        assert solved.best_move == solved.lines[0].move and solved.pv == solved.lines[0].pv
        assert found.best_move == found.lines[0].move and found.pv == found.lines[0].pv
        assert found.exact and found.value == solved.value == kept[0]


@pytest.mark.parametrize("seed", range(3))
def test_solvers_of_games_agree_with_one_solve_of_each_child(seed: int) -> None:
    position = late("othello", seed, 13)
    solution = bg.solve(position, all_moves=True)
    for line in solution.lines:
        after = position.play(line.move)
        if after.outcome is not None:
            assert line.value == after.outcome.scores[position.turn]
        else:
            value = bg.solve(after).value
            assert line.value == (value if after.turn == position.turn else -value)
    values = [line.value for line in solution.lines]
    for count in (1, 2, 4):
        assert [line.value for line in bg.solve(position, lines=count).lines] == values[:count]


@pytest.mark.parametrize(("game", "empties", "depth"), [("othello", 30, 2), ("othello:6", 18, 4)])
def test_lines_of_a_limited_search_are_those_of_its_children(
    game: str, empties: int, depth: int
) -> None:
    """Deeper searches of Othello on 8 x 8 make selective cuts, by their window."""
    position = late(game, 1, empties)
    found = bg.search(position, all_moves=True, depth=depth)
    assert len(found.lines) == len(position.legal_moves) > 3
    assert [line.depth for line in found.lines] == [depth] * len(found.lines)
    for line in found.lines:
        after = position.play(line.move)
        assert after.turn != position.turn
        assert line.value == -bg.search(after, depth=depth - 1).value
        assert not line.exact
    for count in (1, 2, 3):
        some = bg.search(position, lines=count, depth=depth).lines
        assert [line.value for line in some] == [line.value for line in found.lines][:count]


def test_the_search_goes_on_until_all_lines_are_proven() -> None:
    """A win in one is proven at depth 1, a draw only at the end of the game."""
    position = bg.position("tictactoe oo./xx./...")
    assert bg.search(position, depth=9).depth == 1
    found = bg.search(position, lines=2, depth=9)
    assert [line.value for line in found.lines] == [1, 0] and found.depth > 1
    assert all(line.exact for line in found.lines)
    early = bg.search(position, lines=2, depth=1)
    assert early.exact and [line.exact for line in early.lines] == [True, False]


def test_a_result_without_several_lines_has_the_best() -> None:
    found = bg.search(bg.TicTacToe(), depth=3)
    (line,) = found.lines
    assert (line.move, line.value, line.pv) == (found.best_move, found.value, found.pv)
    assert bg.solve(bg.TicTacToe()).lines == ()
    over = bg.position("tictactoe ooo/xx./...")
    assert bg.search(over).lines == bg.solve(over, all_moves=True).lines == ()


def test_threads_find_the_same_values() -> None:
    position = late("othello", 2, 12)
    one = [line.value for line in bg.search(position, all_moves=True, depth=200).lines]
    two = [line.value for line in bg.search(position, all_moves=True, depth=200, threads=2).lines]
    assert one == two
    solved = bg.solve(late("othello", 2, 16), lines=3, threads=2)
    assert [line.value for line in solved.lines] == sorted(
        (line.value for line in solved.lines), reverse=True
    )


def test_cards_of_an_ending() -> None:
    ending = bg.honeymoon.Ending(["1101", "10", "", "0010"], trump=0)
    whole = bg.solve(ending, all_moves=True)
    assert {line.move: line.value for line in whole.lines} == whole.values
    assert [line.value for line in whole.lines] == sorted(whole.values.values(), reverse=True)
    assert len(bg.solve(ending, lines=2).lines) == 2
    for line in whole.lines:
        assert len(line.pv) == 2 * len(bg.solve(ending).pv) // 2
    # The follower wants the leader to have few tricks.
    led = ending.play(3)
    replies = bg.solve(led, all_moves=True)
    assert [line.value for line in replies.lines] == sorted(replies.values.values())
    assert replies.lines[0].value == replies.value


def test_a_stopped_solve_keeps_the_values_found() -> None:
    position = late("othello", 5, 26)
    solution = bg.solve(position, all_moves=True, nodes=200_000, partial=True)
    assert len(solution.values) < len(position.legal_moves)
    assert not solution.proven and len(solution.lines) == 0


def test_lines_and_all_moves_are_checked() -> None:
    start = bg.TicTacToe()
    for call in (bg.search, bg.solve, bg.Searcher(start).search, bg.Solver(start).solve):
        for lines in (0, -1, 10**6):
            with pytest.raises(bg.ParameterError, match="lines must be from 1"):
                call(start, lines=lines)
        with pytest.raises(bg.ParameterError, match="lines must be None together with all_moves"):
            call(start, lines=2, all_moves=True)


# The solver that keeps its table.


def test_a_solver_keeps_its_table() -> None:
    position = late("othello", 3, 18)
    solver = bg.Solver(position, table_mib=16, threads=2)
    assert (solver.game, solver.table_mib, solver.threads, solver.wld) == ("othello", 16, 2, False)
    first = solver.solve(position, lines=2)
    again = solver.solve(position, lines=2)
    assert [line.value for line in again.lines] == [line.value for line in first.lines]
    assert again.nodes < first.nodes
    assert repr(solver) == "<Solver othello table_mib=16 threads=2>"
    copied = pickle.loads(pickle.dumps(solver))
    assert copied.solve(position).value == first.value and repr(copied) == repr(solver)


def test_a_solver_solves_a_game_from_its_end() -> None:
    rng = random.Random(4)
    path: list[bg.Position] = [bg.TicTacToe()]
    while not path[-1].is_over:
        path.append(path[-1].play(rng.choice(list(path[-1].legal_moves))))
    solver = bg.Solver(path[0], table_mib=1)
    for position in reversed(path):
        assert solver.solve(position).value == bg.solve(position).value


def test_a_solver_for_win_loss_or_draw() -> None:
    solver = bg.Solver(bg.Othello(4), wld=True)
    assert (solver.wld, solver.solve(bg.Othello(4)).value) == (True, -1)
    assert repr(solver) == "<Solver othello:4 wld table_mib=64 threads=1>"


def test_a_solver_refuses_what_it_cannot_solve() -> None:
    solver = bg.Solver(bg.TicTacToe(), table_mib=1)
    with pytest.raises(bg.UnsupportedError, match="a solver of tictactoe"):
        solver.solve(bg.Othello())
    with pytest.raises(bg.LimitError):
        bg.Solver(bg.Othello()).solve(bg.Othello(), nodes=1000)
    with pytest.raises(bg.CancelledError):
        bg.Solver(bg.Othello()).solve(bg.Othello(), stop=lambda: True)
    with pytest.raises(bg.UnsupportedError):
        bg.Solver(bg.Honeymoon(1))


# The command line.


def output(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_search_and_solve_take_the_same_options() -> None:
    position = "tictactoe oo./xx./..."
    for command in ("search", "solve"):
        text = output(command, position, "--lines", "2").splitlines()
        rows = [row for row in text if row.startswith(("c1 ", "c2 "))]
        assert rows[0] == "c1          o wins (+1): c1"
        assert rows[1].startswith("c2          draw (0): c2 ") and len(rows) == 2
        assert len([r for r in output(command, position, "--all").splitlines() if ": " in r]) == 5


def test_search_and_solve_give_the_same_json() -> None:
    position = "tictactoe oo./xx./..."
    for options in (["--all"], ["--lines", "3"]):
        searched = json.loads(output("search", position, "--json", *options))
        solved = json.loads(output("solve", position, "--json", *options))
        assert searched["values"] == solved["values"]
        assert [set(line) for line in searched["lines"]] == [set(line) for line in solved["lines"]]
        for line in solved["lines"]:
            assert set(line) == {"move", "value", "exact", "depth", "certainty", "pv"}
            assert line["exact"] and line["pv"][0] == line["move"]


def test_bad_numbers_of_lines() -> None:
    for command in ("search", "solve"):
        for options in (["--lines", "0"], ["--lines", "x"], ["--lines", "2", "--all"]):
            result = run(command, "tictactoe", *options)
            assert result.exit_code == 2 and "--lines" in result.stderr
            assert len(result.stderr.strip().splitlines()) == 1
