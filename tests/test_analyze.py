"""What each move of a game cost: against slow twins, known blunders, stops and the command."""

from __future__ import annotations

import csv
import io
import json
import random
import signal
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import Result

import bitgames as bg
from bitgames.analysis.export import to_csv, to_data, to_svg
from tests import commands, processes
from tests.test_lines import SMALL, team, value_of, values_of

BLUNDER = bg.Record("tictactoe", ["a1", "b1", "b2", "c1", "c3"])


def game(spec: str, seed: int, *, greedy: float = 0.0) -> bg.Record:
    """A game of random moves, some of them by a shallow search."""
    rng = random.Random(seed)
    record = bg.Record(spec)
    while not record.is_over:
        position = record.position
        best = bg.search(position, depth=2).best_move if rng.random() < greedy else None
        record.play(best or rng.choice(list(position.legal_moves)))
    return record


# Small games, exactly.


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_losses_are_those_of_plain_minimax(spec: str, seed: int) -> None:
    record = game(spec, seed)
    late = max(0, len(record) - 7)
    start = record.positions[late]
    tail = bg.Record(start, record.moves[late:])
    found = bg.analyze(tail)
    assert found.complete and len(found.moves) == len(tail)
    for move, position in zip(found.moves, tail.positions, strict=False):
        values = values_of(position)
        assert move.exact and move.error is None and move.depth is None
        assert (move.before, move.after) == (max(values.values()), values[move.move])
        assert move.loss == max(values.values()) - values[move.move] >= 0
        assert values[move.best] == move.before
        assert (move.move == move.best) == (move.loss == 0)
        assert move.is_choice == (len(values) > 1) and move.line[0] == move.best
        assert move.is_blunder == (move.loss >= found.unit.blunder)
    end = tail.position.outcome
    assert end is not None and found.final == (end.scores[0], True)
    curve = [value_of(p) for p in tail.positions]
    first = [team(p, p.turn) == team(p, 0) for p in tail.positions]
    signed = [v if mine else -v for v, mine in zip(curve, first, strict=True)]
    assert [value for value, _ in found.curve] == signed


def test_a_known_blunder_of_tic_tac_toe() -> None:
    found = bg.analyze(BLUNDER)
    (blunder,) = found.blunders
    assert (blunder.number, str(blunder.move), str(blunder.best)) == (2, "b1", "b2")
    assert blunder.loss == 1 and found.turning_point == blunder
    assert [total.blunders for total in found.totals] == [0, 1]
    assert [total.loss for total in found.totals] == [0, 1]
    o, x = found.totals
    assert (o.moves, o.best, o.average, x.moves, x.best, x.average) == (3, 3, 0.0, 2, 1, 0.5)
    assert [value for value, _ in found.curve] == [0, 0, 1, 1, 1, 1]


def test_the_end_of_an_othello_game_is_exact() -> None:
    record = game("othello", 3, greedy=0.8)
    found = bg.analyze(record, level="quick", threads=2)
    assert found.unit.plural == "discs"
    for move, position in list(zip(found.moves, record.positions, strict=False))[-12:]:
        values = bg.solve(position, all_moves=True).values
        assert move.exact
        assert (move.before, move.after) == (max(values.values()), values[move.move])
        assert values[move.best] == move.before
    early = found.moves[10]
    assert not early.exact and early.depth is not None


def test_a_best_move_has_no_loss() -> None:
    for spec, seed in [("othello", 8), ("mnk:6,6,4", 1), ("mosaic:4", 2), ("quo:4", 3)]:
        found = bg.analyze(game(spec, seed, greedy=0.5), level="quick")
        for move in found.moves:
            assert move.loss >= 0
            assert (move.loss == 0) == (move.best == move.move)
            if not move.is_choice:
                assert move.loss == 0


def test_an_analysis_on_one_thread_repeats() -> None:
    record = game("othello:6", 5, greedy=0.5)
    one, two = (bg.analyze(record, level="quick", threads=1) for _ in range(2))
    exact = [move for move in one.moves if move.exact]
    assert exact == [move for move in two.moves if move.exact] and len(exact) > 12


# Games that are not whole.


def test_unfinished_resigned_and_empty_games() -> None:
    unfinished = bg.Record("tictactoe", ["a1", "b1"])
    found = bg.analyze(unfinished)
    assert [move.loss for move in found.moves] == [0, 1] and found.final == (1, True)
    unfinished.resign()
    assert bg.analyze(unfinished).moves == found.moves
    empty = bg.analyze(bg.Record("tictactoe"))
    assert empty.moves == () and empty.turning_point is None and empty.complete
    assert empty.curve == ((0, True),) and [total.average for total in empty.totals] == [0, 0]
    over = bg.analyze(bg.Record(bg.position("tictactoe ooo/xx./...")))
    assert over.curve == ((1, True),)
    for each in (empty, over):
        assert to_csv(each).count("\n") == 1
        assert ET.fromstring(to_svg(each)).tag.endswith("svg")
        assert json.loads(json.dumps(to_data(each)))["moves"] == []


def test_a_deal_of_honeymoon_bridge() -> None:
    rng = random.Random(1)
    record = bg.Record(bg.Honeymoon(7))
    for call in ("1S", "pass"):
        record.play(call)
    while not record.is_over:
        record.play(rng.choice(list(record.position.legal_moves)))
    found = bg.analyze(record, level="quick")
    assert found.complete and found.unit.plural == "points"
    for move, position in zip(found.moves, record.positions, strict=False):
        assert isinstance(position, bg.Honeymoon)
        assert move.loss >= 0
        if position.phase == "play" and position.is_open:
            values = bg.solve(position, all_moves=True).values
            assert move.exact and move.loss == max(values.values()) - values[move.move]
        elif position.phase == "draw" and move.is_choice:
            assert not move.exact and move.error is not None


def test_hidden_moves_are_measured_by_what_their_player_saw() -> None:
    """The judgement of a move is the same in all worlds of its player."""
    start = bg.Honeymoon(5)
    for seed in range(4):
        world = start.determinize(0, seed)
        found = bg.analyze(bg.Record(world, ["1C"]), level="quick").moves[0]
        assert found == bg.analyze(bg.Record(start, ["1C"]), level="quick").moves[0]


# Progress and stops.


def test_moves_come_from_the_end_with_progress() -> None:
    heard: list[bg.analysis.AnalyzedMove] = []
    told: list[tuple[int, int]] = []
    found = bg.analyze(
        BLUNDER, on_move=heard.append, progress=lambda done, total: told.append((done, total))
    )
    assert tuple(reversed(heard)) == found.moves
    assert told == [(done, 5) for done in range(6)]


def test_a_stop_keeps_the_moves_done() -> None:
    record = game("mnk:9,9,5", 3)
    heard: list[bg.analysis.AnalyzedMove] = []
    found = bg.analyze(record, level="deep", on_move=heard.append, stop=lambda: len(heard) >= 3)
    assert not found.complete and 3 <= len(found.moves) < len(record)
    assert found.moves[-1].number == len(record)
    assert ET.fromstring(to_svg(found)).tag.endswith("svg")


def test_an_error_of_a_callback_comes_out() -> None:
    class Own(Exception):
        pass

    def fail(*_: object) -> None:
        raise Own

    for options in ({"on_move": fail}, {"progress": fail}):
        with pytest.raises(Own):
            bg.analyze(BLUNDER, **options)  # type: ignore[arg-type]


def test_seconds_limit_the_whole_game() -> None:
    record = game("othello", 4)
    began = time.monotonic()
    found = bg.analyze(record, seconds=1.5, threads=1)
    assert found.complete
    # Promised is about 1.5 s; the rest is for a busy machine.
    assert time.monotonic() - began < 15


def test_an_othello_game_is_analyzed_in_time() -> None:
    """At most ten seconds on two threads; the rest is for a busy machine."""
    record = game("othello", 11, greedy=0.9)
    found = bg.analyze(record, threads=2)
    assert found.complete and found.seconds < 30


def test_bad_input() -> None:
    with pytest.raises(TypeError, match="analyze takes a Record, not Othello"):
        bg.analyze(bg.Othello())  # type: ignore[arg-type]
    with pytest.raises(bg.ParameterError, match="level must be quick, normal or deep"):
        bg.analyze(BLUNDER, level="best")
    with pytest.raises(bg.ParameterError, match="seconds must be above 0"):
        bg.analyze(BLUNDER, seconds=0)
    with pytest.raises(bg.ParameterError, match="threads must be from 1"):
        bg.analyze(BLUNDER, threads=0)


# Data and pictures.


def test_data_and_csv_hold_every_move() -> None:
    found = bg.analyze(BLUNDER)
    data = json.loads(json.dumps(to_data(found)))
    rows = list(csv.DictReader(io.StringIO(to_csv(found))))
    assert len(rows) == len(data["moves"]) == 5
    for row, move in zip(rows, data["moves"], strict=True):
        assert (row["move"], row["best"], row["player"]) == (
            move["move"], move["best"], move["player"]
        )  # fmt: skip
        assert float(row["loss"]) == move["loss"] and row["blunder"] == str(move["blunder"])
    assert (data["turning_point"], data["unit"], data["complete"]) == (2, "half points", True)
    assert [total["player"] for total in data["totals"]] == ["o", "x"]
    assert [point["value"] for point in data["curve"]] == [0, 0, 1, 1, 1, 1]


def test_the_picture_has_a_dot_for_each_position_and_a_mark_for_each_blunder() -> None:
    root = ET.fromstring(to_svg(bg.analyze(BLUNDER)))
    names = [each.tag.rpartition("}")[2] for each in root]
    assert (names.count("circle"), names.count("polygon"), names.count("polyline")) == (6, 1, 1)
    assert "value of each position for o" in root.attrib["aria-label"]
    for theme in ("light", "dark"):
        assert to_svg(bg.analyze(BLUNDER), theme=theme).startswith("<svg")
    with pytest.raises(bg.ParameterError):
        to_svg(bg.analyze(BLUNDER), theme="loud")


# The command.


def run(*arguments: str) -> Result:
    return commands.run("analyze", *arguments)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    BLUNDER.save(tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_the_table(saved: str) -> None:
    result = run(saved, "--quiet")
    assert result.exit_code == 0, result.output
    rows = [row.split() for row in result.stdout.splitlines()]
    assert rows[2] == ["2", "x", "b1", "draw", "loss", "1", "b2", "blunder"]
    assert ["turning", "point", "move", "2:", "b1"] in rows
    assert result.stderr == ""


def test_json_csv_and_svg(saved: str, tmp_path: Path) -> None:
    expected = bg.analyze(BLUNDER)
    data = json.loads(run(saved, "--json").stdout)
    assert data["moves"] == to_data(expected)["moves"]
    assert run(saved, "--csv").stdout == to_csv(expected)
    assert run(saved, "--svg", "-").stdout == to_svg(expected) + "\n"
    picture = tmp_path / "curve.svg"
    assert run(saved, "--svg", str(picture)).stdout.startswith("move")
    assert picture.read_text(encoding="utf-8") == to_svg(expected) + "\n"


def test_games_of_other_formats(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6c3\nf5f6e6f4\n", encoding="ascii")
    data = json.loads(run(f"{file}#2", "--json", "--level", "quick").stdout)
    assert [move["move"] for move in data["moves"]] == ["f5", "f6", "e6", "f4"]
    assert run(str(file), "--number", "1", "--level", "quick").exit_code == 0


def test_the_same_levels_as_in_python(tmp_path: Path) -> None:
    record = bg.Record("othello", ["f5", "d6"])
    record.save(tmp_path / "game.json")
    for level in (3, "quick"):
        options = ["--json", "--level", str(level), "--threads", "1"]
        data = json.loads(run(str(tmp_path / "game.json"), *options).stdout)
        assert data["moves"] == to_data(bg.analyze(record, level=level, threads=1))["moves"]


def test_bad_commands(saved: str, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text("{", encoding="ascii")
    for code, arguments in [
        (2, [saved, "--level", "best"]),
        (2, [saved, "--seconds", "0"]),
        (2, [saved, "--threads", "0"]),
        (2, [saved, "--json", "--csv"]),
        (2, [saved, "--json", "--svg", "-"]),
        (2, []),
        (1, [str(tmp_path / "none.json")]),
        (1, [str(damaged)]),
        (1, [saved, "--svg", str(tmp_path / "no" / "folder.svg")]),
    ]:
        result = run(*arguments)
        assert result.exit_code == code, (arguments, result.output)
        assert result.stdout == "" or code == 1
        assert len(result.stderr.strip().splitlines()) == 1, result.stderr


@processes.posix
def test_ctrl_c_gives_what_is_done(tmp_path: Path) -> None:
    game("mnk:9,9,5", 3).save(tmp_path / "game.json")
    command = [*processes.BITGAMES, "analyze", str(tmp_path / "game.json"), "--level", "deep"]
    with processes.running([*command, "--json"]) as process:
        # A line of progress comes once a second has passed.
        assert process.stderr is not None and process.stderr.readline().startswith("analyzing: ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=processes.HANGS)
    assert process.returncode == 130 and "Traceback" not in err
    data = json.loads(out)
    assert not data["complete"] and len(data["moves"]) < 81


@processes.linux
def test_a_closed_pipe_is_no_error(saved: str) -> None:
    command = f"{' '.join(processes.BITGAMES)} analyze {saved} --csv -q | head -n 1"
    result = processes.run(["sh", "-c", command])
    assert (result.stdout.split(",")[0], result.stderr) == ("number", "")
