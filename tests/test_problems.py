"""Problems that the generator makes, judged by slower means."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.formats import obf
from bitgames.problems import Problem, generate, to_text
from tests import commands
from tests.reference.othello import Game, parse


def problems(count: int, game: str = "othello", **options: object) -> list[Problem]:
    return list(islice(generate(game, **options), count))  # type: ignore[arg-type]


def value(game: Game) -> int:
    """The value of a position for black, by the rules alone."""
    if game.is_over:
        return game.score
    values = [value(game.play(move)) for move in game.legal_moves]
    return max(values) if game.turn == 0 else min(values)


@pytest.mark.parametrize(("game", "empties"), [("othello", 5), ("othello:6", 6), ("othello", 4)])
def test_the_rules_alone_agree(game: str, empties: int) -> None:
    """The plain reference finds the same best move, and no other one within the margin."""
    for problem in problems(4, game, empties=empties, seed=3, all_moves=True):
        reference = parse(problem.position.to_string())
        sign = 1 if reference.turn == 0 else -1
        values = {move: sign * value(reference.play(move)) for move in reference.legal_moves}
        assert {int(move): score for move, score in problem.values} == values
        best, second = sorted(values.values(), reverse=True)[:2]
        assert values[int(problem.best_move)] == best == problem.value >= second + 2
        assert reference.cells.count("-") == empties == len(problem.position.empty)


@pytest.mark.parametrize(
    ("game", "empties"), [("tictactoe", 5), ("mnk:4,4,3", 8), ("mosaic:3", 6), ("quo:3", 6)]
)
def test_other_games_have_problems(game: str, empties: int) -> None:
    for problem in problems(5, game, empties=empties, seed=1):
        assert len(problem.position.empty) == empties
        solved = bg.solve(problem.position, all_moves=True)
        best, second, *_ = solved.lines
        assert (best.move, best.value) == (problem.best_move, problem.value)
        assert best.value >= second.value + 1
        text = to_text(problem)
        assert text.startswith(f"{problem.position.to_string()}; {problem.best_move}:")


def test_each_is_new_has_one_best_move_and_keeps_the_margin() -> None:
    found = problems(15, empties=9, seed=2, margin=4)
    assert len({each.position.canonical() for each in found}) == 15
    assert len({each.game for each in found}) == 15
    for each in found:
        solved = bg.solve(each.position, all_moves=True)
        assert solved.best_move == each.best_move and solved.value == each.value
        assert [line.value for line in solved.lines[:2]] == [score for _, score in each.values]
        assert each.value >= solved.lines[1].value + 4


def test_a_seed_repeats_them() -> None:
    first = problems(6, empties=8, seed=9)
    assert problems(6, empties=8, seed=9, threads=2, table_mib=1) == first
    assert problems(6, empties=8, seed=10) != first
    one, other = problems(3, empties=8), problems(3, empties=8)
    assert one != other
    whole = problems(6, empties=8, seed=9, all_moves=True)
    assert [each.position for each in whole] == [each.position for each in first]
    for each, short in zip(whole, first, strict=True):
        assert {move for move, _ in each.values} == set(each.position.legal_moves)
        assert each.values[0] == short.values[0]


def test_they_are_lines_of_obf() -> None:
    for problem in problems(5, empties=7, seed=4):
        read = obf.parse(to_text(problem))
        assert read.position == problem.position
        assert dict(read.scores) == dict(problem.values)
        assert read.best_moves == [problem.best_move]
        assert read.comment == f"game {problem.game}"


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("honeymoon", {"empties": 14}, "empties must be from 2 to 13 cards of a hand"),
        ("othello", {"empties": 0}, "empties must be from 2 to 59"),
        ("othello", {"empties": 1}, r"from 2 to 59 \(one leaves no choice\), not 1"),
        ("othello:4", {"empties": 12}, "empties must be from 2 to 11"),
        ("othello", {"margin": 0.0}, "margin must be from 0.5 to 128"),
        ("chess", {}, "unknown game"),
    ],
)
def test_what_is_refused(game: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(bg.GameError, match=said):
        generate(game, **options)  # type: ignore[arg-type]


def test_the_command_and_solve_agree(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("problems") / "it.obf"
    asked = ("problems", "othello", "--empties", "8", "--count", "4", "--seed", "7")
    made = commands.run(*asked)
    assert made.exit_code == 0
    path.write_text(made.stdout)
    assert made.stdout.splitlines() == [to_text(p) for p in problems(4, empties=8, seed=7)]
    assert commands.run("solve", "--obf", str(path), "-q").exit_code == 0
    data = [json.loads(line) for line in commands.run(*asked, "--json").stdout.splitlines()]
    for row, problem in zip(data, obf.load(path), strict=True):
        assert row["position"] == problem.position.to_string()
        assert row["values"] == {str(move): score for move, score in problem.scores.items()}
        assert [row["best_move"]] == [str(move) for move in problem.best_moves]


def test_small_boards_need_no_options() -> None:
    for game, empties in (("tictactoe", 5), ("othello:4", 6), ("othello:6", 12)):
        assert len(next(generate(game, seed=1)).position.empty) == empties
    assert commands.run("problems", "tictactoe", "--count", "2").exit_code == 0


def test_a_form_that_holds_one_game_is_refused_first(tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    result = commands.run("problems", "othello", "--count", "3", "--to", str(out))
    assert "a record must hold one game, not 3: sgf and others hold several" in commands.fails(
        result, 2
    )
    assert result.stdout == "" and not out.exists()


def test_commands_that_fail() -> None:
    for arguments, code, said in [
        (("honeymoon", "--contract", "8S"), 2, "a contract looks like 4S"),
        (("othello", "--empties", "60"), 2, "empties must be from 2 to 59"),
        (("othello", "--count", "0"), 2, "count must be from 1"),
        (("tictactoe", "--empties", "8", "--count", "9", "--quiet"), 1, "of 9 problems"),
    ]:
        assert said in commands.fails(commands.run("problems", *arguments, "--quiet"), code)
