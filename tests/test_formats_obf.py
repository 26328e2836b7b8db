"""OBF: problems of the FFO suite, round trips, and what is refused where."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import obf, transcript
from bitgames.formats.parsing import is_pass
from tests.test_formats_parsing import DATA, WITH_PASSES, records

BOARD = "---------------------------OX------XO---------------------------"


@st.composite
def problems(draw: st.DrawFn) -> obf.ObfProblem:
    """A position of a random game, with scores for some of its moves."""
    position = draw(records()).position
    assert isinstance(position, bg.Othello)
    scores = {
        move: draw(st.integers(-64, 64)) for move in position.legal_moves if draw(st.booleans())
    }
    comment = draw(st.text(alphabet=st.characters(blacklist_categories=["C", "Z"]), max_size=9))
    return obf.ObfProblem(position, scores, comment)


def test_the_ffo_suite() -> None:
    """The file has problems 1 to 14 with their best moves, and 20 to 23 with all moves."""
    suite = obf.load(DATA / "ffo.obf")
    assert [problem.comment for problem in suite[:2]] == ["FFO 1", "FFO 2"]
    assert [problem.line for problem in suite[:2]] == [2, 3]
    assert [problem.position.empties for problem in suite[:13]] == [14] * 7 + [15] * 5 + [16]
    first = suite[0]
    assert first.position.turn == 0
    assert (first.best_score, first.best_moves) == (18, [first.position.parse_move("g8")])
    assert (suite[3].best_score, list(map(str, suite[3].best_moves))) == (0, ["h8", "a5"])
    for problem in suite[14:]:
        assert sorted(problem.scores) == problem.position.legal_moves
    solution = bg.solve(suite[14].position, all_moves=True)
    assert suite[14].scores == solution.values


def test_the_text_of_the_suite_comes_back() -> None:
    lines = (DATA / "ffo.obf").read_text(encoding="utf-8").splitlines(keepends=True)
    wanted = "".join(line for line in lines if not line.startswith("%"))
    assert obf.dumps(obf.load(DATA / "ffo.obf")) == wanted


@given(st.lists(problems(), max_size=3))
def test_problems_come_back(items: list[obf.ObfProblem]) -> None:
    assert obf.loads(obf.dumps(items)) == items
    for number, problem in enumerate(items, 1):
        line = obf.to_text(problem)
        assert obf.parse(line) == problem
        assert obf.loads(obf.dumps(items))[number - 1].line == number


@pytest.mark.parametrize(
    "line",
    [
        f"{BOARD} X",
        f"{BOARD} X;",
        f"  {BOARD}  x ; ; ",
        f"{BOARD.lower()} X; % ",
        f"{BOARD} X;\r\n",
    ],
)
def test_spellings_of_the_same(line: str) -> None:
    assert obf.parse(line) == obf.ObfProblem(bg.Othello())


def test_scores_in_any_order() -> None:
    problem = obf.parse(f"{BOARD} X; d3:-2; F5:+4;E6 : 4 ;")
    assert {str(move): score for move, score in problem.scores.items()} == {
        "d3": -2,
        "f5": 4,
        "e6": 4,
    }
    assert obf.to_text(problem) == f"{BOARD} X; F5:+4; E6:+4; D3:-2;"
    assert obf.parse(f"{BOARD} X").best_score is None
    assert obf.parse(f"{BOARD} X").best_moves == []


def test_passes() -> None:
    played = transcript.parse(WITH_PASSES)
    record = bg.Record("othello", played.moves[:58])
    position = record.position
    assert isinstance(position, bg.Othello)
    assert is_pass(position.legal_moves[0])
    problem = obf.ObfProblem(position, {position.legal_moves[0]: -40})
    assert obf.to_text(problem).endswith("; PA:-40;")
    for word in ("PA", "ps", "--", "pass"):
        assert obf.parse(obf.to_text(problem).replace("PA", word)) == problem


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "'' is not a problem"),
        ("% only words", "is not a problem"),
        (BOARD[1:] + " X;", "a board must have 64 squares, not 63"),
        (BOARD + "- X;", "a board must have 64 squares, not 65"),
        (BOARD[:20] + "?" + BOARD[21:] + " X;", r"squares are X, O and -, not '\?' \(number 21\)"),
        (BOARD, "side to move is X or O"),
        (BOARD + " B;", "side to move is X or O"),
        (BOARD + " X A1:+3;", "side to move is X or O"),
        (BOARD + " X; A1:+3;", "A1 cannot be played here: legal moves are d3 c4 f5 e6"),
        (BOARD + " X; PA:+3;", "PA cannot be played here"),
        (BOARD + " X; J9:+3;", "J9"),
        (BOARD + " X; F5;", "'F5' is not a valid score: scores look like"),
        (BOARD + " X; F5:+x;", r"'F5:\+x' is not a valid score"),
        (BOARD + " X; F5:+\u0663;", "is not a valid score"),
        (BOARD + " X; F5:+65;", "allowed are -64 to"),
        (BOARD + " X; F5:+2; f5:+2;", "f5 has two scores"),
        ("-" * 64 + " X; A1:+0;", "none, as the game is over"),
    ],
)
def test_what_is_refused(line: str, reason: str) -> None:
    with pytest.raises(bg.ParseError, match=reason):
        obf.parse(line)


@given(st.text() | st.text(alphabet="XO-; :+%AB12", max_size=100))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = obf.loads(text, strict=False)
    assert len(found) + len(found.complaints) <= text.count("\n") + 1


def test_a_bad_line_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "set.obf"
    text = (DATA / "ffo.obf").read_text(encoding="utf-8")
    path.write_text(text.replace("A4:+10", "A9:+10"), encoding="utf-8")
    with pytest.raises(bg.ParseError) as caught:
        obf.load(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    stream = obf.stream(path)
    assert next(stream).comment == "FFO 1"
    with pytest.raises(bg.ParseError, match=r":3: .*A9"):
        next(stream)
    found = obf.load(path, strict=False)
    assert len(found) == 17
    assert len(found.complaints) == 1
    path.write_text(text[:1000], encoding="utf-8")
    with pytest.raises(bg.ParseError, match=r"set\.obf:12: a board must have 64 squares"):
        obf.load(path)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    start = bg.Othello()
    move = start.legal_moves[0]
    for problem, reason in [
        (obf.ObfProblem(bg.Othello(6)), "8 x 8"),
        (obf.ObfProblem(start, {move: 65}), "from -64"),
        (obf.ObfProblem(start.play("f5"), {move: 0}), "legal moves"),
        (obf.ObfProblem(start, {}, "two\nlines"), "one line"),
    ]:
        with pytest.raises(bg.ParameterError, match=reason):
            obf.save(tmp_path / "set.obf", [problem])
    assert list(tmp_path.iterdir()) == []


def test_problems_are_values() -> None:
    problem = obf.parse(f"{BOARD} X; F5:+0; % one")
    assert pickle.loads(pickle.dumps(problem)) == copy.deepcopy(problem) == problem
    assert problem != obf.parse(f"{BOARD} X; F5:+2; % one")
    with pytest.raises(AttributeError):
        problem.comment = "two"  # type: ignore[misc]
