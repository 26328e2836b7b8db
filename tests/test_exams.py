"""Exams: their files, what is asked, and the marks."""

import csv
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import bitgames as bg
from bitgames import exams
from bitgames.cluster.result_log import ResultLog, encoded
from bitgames.exams.question_files import read, to_bytes
from bitgames.journal import lines, read_header
from tests import commands

GAMES = exams.games()
SOLVED_SOON = ("connect4", "honeymoon", "mosaic:4", "othello:6", "quo:4", "tictactoe:4")
"""Games of which ``perfect`` answers all questions in seconds."""


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_what_the_page_says(game: str) -> None:
    asked = exams.questions(game)
    plan = exams.PLANS[game]
    assert [each.number for each in asked.questions] == list(range(1000))
    assert {each.left for each in asked.questions} == set(plan.stages)
    keys = {each.position.canonical().key for each in asked.questions}
    assert len(keys) == len(asked.questions)
    for each in asked.questions:
        assert len(each.values) == len(each.position.legal_moves)
        assert len(set(each.values)) > 1


def test_the_files_are_small() -> None:
    folder = Path(exams.__file__).parent
    assert sum(path.stat().st_size for path in folder.glob("*.bin")) < 1_500_000


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_the_solver(game: str) -> None:
    late = exams.questions(game).questions[20::97]
    for each in late[len(late) // 2 :]:
        assert bg.solve(each.position, all_moves=True).values == each.by_move()


@pytest.mark.parametrize("game", GAMES)
def test_first_has_the_marks_that_follow_from_the_values(game: str) -> None:
    found = bg.exam("first", game).marks[0]
    values = [each.values for each in exams.questions(game).questions]
    assert found.best.mean == sum(each[0] == max(each) for each in values) / len(values)
    assert found.loss.mean == pytest.approx(
        sum(max(each) - each[0] for each in values) / len(values)
    )
    kept = sum(
        (each[0] > 0) - (each[0] < 0) == (max(each) > 0) - (max(each) < 0) for each in values
    )
    assert found.kept.mean == kept / len(values)


@pytest.mark.parametrize("game", GAMES)
def test_random_has_its_expectation(game: str) -> None:
    found = bg.exam("random", game).marks[0]
    values = [each.values for each in exams.questions(game).questions]
    best = sum(each.count(max(each)) / len(each) for each in values) / len(values)
    loss = sum(max(each) - sum(each) / len(each) for each in values) / len(values)
    kept = sum(
        sum((value > 0) - (value < 0) == (max(each) > 0) - (max(each) < 0) for value in each)
        / len(each)
        for each in values
    ) / len(values)
    assert found.best.mean == pytest.approx(best)
    assert found.kept.mean == pytest.approx(kept)
    assert found.loss.mean == pytest.approx(loss)
    assert found.best.low <= best <= found.best.high


def check_perfect(game: str, count: int | None) -> None:
    # It refuses what may take long; estimates for late Mosaic are far too high.
    found = bg.exam("perfect:patience=100000", game, count=count).marks[0]
    assert (found.best.mean, found.kept.mean, found.loss.mean) == (1.0, 1.0, 0.0)
    assert found.worst() == []


@pytest.mark.parametrize("game", GAMES)
def test_perfect_loses_nothing(game: str) -> None:
    check_perfect(game, None if game in SOLVED_SOON else 20)


@pytest.mark.deep
@pytest.mark.parametrize("game", [game for game in GAMES if game not in SOLVED_SOON])
def test_perfect_loses_nothing_in_any_position(game: str) -> None:
    check_perfect(game, None)


def check_levels(game: str, levels: Sequence[bg.players.Level]) -> None:
    # Not `random` besides: in endings of Othello `greedy`, the weakest level, loses more.
    found = bg.exam([level.spec for level in levels], game, seed=1)
    losses = [each.loss.mean for each in found.marks]
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("game", ["connect4", "othello:6", "tictactoe:4"])
def test_levels_are_ordered(game: str) -> None:
    check_levels(game, bg.players.levels(game)[:-1])


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_all_levels_are_ordered(game: str) -> None:
    check_levels(game, bg.players.levels(game))


def test_a_file_is_read_as_it_was_made_and_a_damaged_one_refused(tmp_path: Path) -> None:
    made = exams.make("tictactoe:4", seed=3, count=9)
    data, path = to_bytes("tictactoe:4", 7, 3, made), tmp_path / "t.bin"
    path.write_bytes(data)
    found = read(path)
    assert (found.questions, found.edition, found.seed) == (tuple(made), 7, 3)
    assert exams.make("tictactoe:4", seed=3, count=9) == made
    for place in (10, 60, len(data) - 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises((bg.DamagedFileError, bg.ParseError)):
            read(path)


def test_an_exam_goes_on_with_its_file(tmp_path: Path) -> None:
    path, asked = tmp_path / "r.jsonl", list[object]()

    def slow(position: bg.Position) -> object:
        if len(asked) == 25:
            raise KeyboardInterrupt
        asked.append(position)
        return position.legal_moves[0]

    with pytest.raises(KeyboardInterrupt):
        bg.exam(slow, "connect4", count=40, seed=5, results=path)
    asked = []
    found = bg.exam(slow, "connect4", count=40, results=path)
    assert len(asked) == 15
    assert found.marks[0].best == bg.exam("first", "connect4", count=40).marks[0].best


def test_answers_in_lines_of_ten_are_not_asked_again(tmp_path: Path) -> None:
    old, new, asked = tmp_path / "old.jsonl", tmp_path / "new.jsonl", list[object]()

    def first(position: bg.Position) -> bg.Move:
        asked.append(position)
        return position.legal_moves[0]

    found = bg.exam(first, "connect4", count=25, seed=5, results=new)
    answers = found.marks[0].answers
    spec = {
        "player": "first", "game": "connect4", "questions": found.seal, "seed": 5,
        "numbers": [each.question.number for each in answers[:10]],
    }  # fmt: skip
    with ResultLog(old, read_header(new).config) as log:
        log.put(encoded(spec), encoded([(each.moves, each.seconds) for each in answers[:10]]))
    asked.clear()
    again = bg.exam(first, "connect4", count=25, results=old)
    assert len(asked) == 15
    assert again.marks[0].loss == found.marks[0].loss


def test_a_network_is_asked_for_all_positions_at_once(tmp_path: Path) -> None:
    calls, path = list[int](), tmp_path / "r.jsonl"

    class Counted(bg.players.NativePlayer):
        """Another class, which is asked one by one."""

        def choose(self, at: object, **_: object) -> bg.Move:
            calls.append(1)
            return super().choose(at)  # type: ignore[arg-type]

    def moves(player: object) -> list[object]:
        found = bg.exam(player, "connect4", seed=1, results=path)  # type: ignore[arg-type]
        return [answer.moves for answer in found.marks[0].answers]

    together = moves("net:connect4")
    lines = path.read_bytes()
    assert moves("net:connect4") == together and path.read_bytes() == lines
    path.unlink()
    assert moves(Counted(bg.Agent("net:connect4"))) == together
    assert len(calls) == len(together) == 1000 and lines.count(b"\n") < 5


def test_an_illegal_answer_counts_as_the_worst_move() -> None:
    found = bg.exam(lambda position: "z9", "connect4", count=5)
    for answer in found.marks[0].answers:
        assert answer.loss == answer.question.top - min(answer.question.values)
    assert found.marks[0].faults == 5
    assert "5 answers were not legal moves" in str(found)


def test_an_engine_that_ends_again_and_again_ends_the_exam(tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    folder.mkdir()
    script = Path(__file__).with_name("scripted_engine.py")
    engine = bg.players.Engine([sys.executable, str(script), str(folder), "exit", "1"], name="it")
    results = tmp_path / "r.jsonl"
    with engine, pytest.raises(bg.PlayerError, match="it ended with code 1: out of memory"):
        bg.exam([engine, "first"], "tictactoe:4", count=9, results=results)
    assert len(list(folder.iterdir())) == 3
    assert sum(1 for _ in lines(results)) == 1


def test_a_python_player_may_forfeit() -> None:
    def shy(position: bg.Position) -> bg.Move:
        raise bg.ForfeitError("no\nidea")

    marks = bg.exam(shy, "tictactoe:4", count=5).marks[0]
    assert marks.forfeits == [r"no\nidea"] * 5 and marks.best.mean == 0


def test_a_python_player_sees_a_view_of_a_hidden_game() -> None:
    seen = []
    bg.exam(lambda view: seen.append(type(view)) or view.legal_moves[0], "honeymoon", count=3)
    assert all(issubclass(each, bg.View) for each in seen)


def test_the_same_seed_gives_the_same_answers_on_workers() -> None:
    pytest.importorskip("joblib")
    here = bg.exam("level:casual", "connect4", count=40, seed=2)
    there = bg.exam("level:casual", "connect4", count=40, seed=2, workers=2)
    moves = [[each.moves for each in found.marks[0].answers] for found in (here, there)]
    assert moves[0] == moves[1]


def test_the_command_prints_table_data_and_pictures(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    shown = commands.run(
        "exam", "first", "random", "tictactoe:4", "--count", "30", "--html", str(page)
    )
    assert "tictactoe:4, exam 1" in shown.stdout
    assert shown.stdout.count(" to move") == 20
    assert page.read_text().count("<svg") == 20
    data = json.loads(commands.run("exam", "first", "tictactoe:4", "--count", "9", "--json").stdout)
    assert data["edition"] == 1 and data["players"][0]["parts"][0]["positions"] == 9


@pytest.mark.parametrize("worst", [0, 12])
def test_data_and_page_have_as_many_worst_answers_as_asked_for(tmp_path: Path, worst: int) -> None:
    page = tmp_path / "page.html"
    words = ["exam", "first", "tictactoe:4", "--count", "60", "--worst", str(worst), "--json"]
    data = json.loads(commands.run(*words, "--html", str(page)).stdout)
    assert len(data["players"][0]["worst"]) == page.read_text().count("<svg") == worst


def test_every_row_of_csv_names_the_exam() -> None:
    words = ["exam", "first", "random", "tictactoe:4", "--count", "3", "--seed", "5", "--csv"]
    rows = list(csv.DictReader(commands.run(*words).stdout.splitlines()))
    edition = str(exams.questions("tictactoe:4").edition)
    assert len(rows) == 6
    for row in rows:
        assert (row["game"], row["edition"], row["seed"]) == ("tictactoe:4", edition, "5")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["first"], "give a player before the game"),
        (["nobody", "connect4"], "'nobody' is not a valid player"),
        (["first", "othello:4"], "othello:4 has no exam: allowed are connect4"),
        (["first", "connect4", "--count", "0"], "--count must be from 1 to 1000, not 0"),
        (["first", "connect4", "--worst", "-1"], "--worst must be from 0 to 1000, not -1"),
        (["first", "connect4", "--json", "--csv"], "give only one of them"),
        (["connect4", "--make", "x"], "--make needs --seed"),
    ],
)
def test_bad_input_is_one_line(words: list[str], reason: str) -> None:
    result = commands.run("exam", *words)
    assert reason in commands.fails(result, 2)
