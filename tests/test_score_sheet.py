"""Score sheets: the scales of the Laws, matchpoints with ties by hand, and a slow twin."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import pbn
from bitgames.tournaments import score_sheet as sheets
from bitgames.tournaments.score_sheet import Result, ScoreSheet, imps, matchpoints, score_sheet
from tests.commands import fails, run

# Laws of Duplicate Bridge 2017, law 78 B: differences of points, and the IMPs that they are.
SCALE = """
0-10 0, 20-40 1, 50-80 2, 90-120 3, 130-160 4, 170-210 5, 220-260 6, 270-310 7, 320-360 8,
370-420 9, 430-490 10, 500-590 11, 600-740 12, 750-890 13, 900-1090 14, 1100-1290 15,
1300-1490 16, 1500-1740 17, 1750-1990 18, 2000-2240 19, 2250-2490 20, 2500-2990 21,
3000-3490 22, 3500-3990 23, 4000-99990 24
"""


def test_imps_are_those_of_the_law() -> None:
    for row in SCALE.replace("\n", " ").split(","):
        limits, number = row.split()
        low, high = map(int, limits.split("-"))
        for difference in range(low, min(high, 9000) + 1, 10):
            assert (imps(difference), imps(-difference)) == (int(number), -int(number))


def board(*scores: int, number: int = 1) -> list[Result]:
    """A board with a south score at each table, everybody another player."""
    return [
        Result(number, f"s{table}", f"n{table}", "1NT", 0, 7, score)
        for table, score in enumerate(scores)
    ]


def test_matchpoints_with_ties_by_hand() -> None:
    """Six tables, the top is 10: 620 beats 5; two 170 beat 2 and tie 1; 140, -50 and -100 follow.

    North's are 10 less.
    """
    scores = (170, 620, -50, 170, 140, -100)
    south = {620: 10, 170: 7, 140: 4, -50: 2, -100: 0}
    for each in sheets._compared(board(*scores)):
        assert each.matchpoints == (south[each.score], 10 - south[each.score])
        assert each.compared == (5, 5)
    assert matchpoints(170, [620, -50, 170, 140, -100]) == 7


def test_all_equal_scores_are_the_middle() -> None:
    for each in sheets._compared(board(0, 0, 0)):
        assert each.matchpoints == (2, 2)
        assert each.imps == (0, 0)


def test_imps_of_a_board_by_hand() -> None:
    """420 against 170 and -50: differences of 250 and 470, which are 6 and 10 IMPs."""
    first, second, third = sheets._compared(board(420, 170, -50))
    assert first.imps == (8.0, -8.0)
    assert second.imps == ((-6 + 6) / 2, (6 - 6) / 2)
    assert third.imps == (-8.0, 8.0)


def test_a_player_is_not_compared_with_themselves() -> None:
    """Law 78 A compares scores of different contestants."""
    tables = [
        Result(1, "ann", "bo", "1NT", 0, 7, 90),
        Result(1, "ann", "cy", "1NT", 0, 8, 120),
        Result(1, "bo", "ann", "1NT", 0, 6, -50),
    ]
    first, second, third = sheets._compared(tables)
    assert [each.compared for each in (first, second, third)] == [(1, 2), (1, 2), (2, 2)]
    assert (first.matchpoints[0], second.matchpoints[0], third.matchpoints[0]) == (2, 2, 0)
    rows = sheets._standings((first, second, third), "matchpoints")
    assert [(row.rank, row.player, row.boards, row.points) for row in rows] == [
        (1, "ann", 3, 260), (2, "bo", 2, -140), (3, "cy", 1, -120),
    ]  # fmt: skip
    assert rows[0].percent == 100.0


@given(st.lists(st.lists(st.integers(-80, 80).map(lambda n: 10 * n), max_size=6), max_size=4))
def test_sums_agree_with_a_slow_count(boards: list[list[int]]) -> None:
    """Both sides' matchpoints of a board add up, and every pair of tables is counted once."""
    results = [each for at, scores in enumerate(boards, 1) for each in board(*scores, number=at)]
    compared = sheets._compared(results)
    assert len(compared) == len(results)
    for number, scores in enumerate(boards, 1):
        on_board = [each for each in compared if each.board == number]
        n = len(scores)
        for side in (0, 1):
            assert sum(each.matchpoints[side] for each in on_board) == n * (n - 1)
        assert abs(sum(each.imps[0] + each.imps[1] for each in on_board)) < 1e-9
        for each in on_board:
            lower = sum(score < each.score for score in scores)
            equal = sum(score == each.score for score in scores) - 1
            assert each.matchpoints[0] == 2 * lower + equal
    rows = sheets._standings(compared, "total")
    assert sum(row.points for row in rows) == 0
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening") / "evening.jsonl"
    players = ["rule", "greedy", "random"]
    bg.tournament(players, "honeymoon:vulnerable=south", pairs=3, seed=2, results=path)
    return path


def test_a_tournament_has_its_sheet(evening: Path) -> None:
    sheet = score_sheet(evening)
    assert len(sheet.starts) == 9
    assert len(sheet.results) == 18
    totals: dict[str, int] = defaultdict(int)
    for each, start in ((each, sheet.starts[each.board - 1]) for each in sheet.results):
        assert each.contract is not None
        assert each.declarer is not None
        assert each.tricks is not None
        is_vulnerable = start.is_vulnerable(each.declarer)
        points = start.contract_score(each.contract, each.tricks, vulnerable=is_vulnerable)
        assert each.score == (points if each.declarer == 0 else -points)
        totals[each.south] += each.score
        totals[each.north] -= each.score
    assert {row.player: row.points for row in sheet.standings} == totals
    text = str(sheet)
    assert max(map(len, text.splitlines())) <= 80
    assert json.loads(sheet.to_json())["results"][0]["board"] == 1
    rows = list(csv.DictReader(io.StringIO(sheet.to_csv())))
    assert [int(row["score"]) for row in rows] == [each.score for each in sheet.results]
    for scoring, key in (("imps", "imps"), ("total", "points")):
        order = score_sheet(evening, scoring).standings  # type: ignore[arg-type]
        values = [getattr(row, key) for row in order]
        assert values == sorted(values, reverse=True)


def test_games_of_people_have_one_too(evening: Path, tmp_path: Path) -> None:
    """From PBN with names; games that were not played to their end are left out."""
    start = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    line = bg.solve(start).pv
    games = [
        bg.Record(start, line, players=["Ann <b>", "Bo"]),
        bg.Record(start, ["pass", "pass"], players=["Cy", "Ann <b>"]),
        bg.Record(start, line[:9], players=["Cy", "Bo"]),
    ]
    path = tmp_path / "evening.pbn"
    pbn.save(path, games)
    sheet = score_sheet(path)
    assert [each.words for each in sheet.results] == ["1NT S+1", "pass"]
    assert [each.matchpoints for each in sheet.results] == [(2, 0), (0, 2)]
    assert [each.imps for each in sheet.results] == [(3, -3), (-3, 3)]
    assert sheet.left_out == 1
    assert "1 game without a score left out" in str(sheet)
    page = sheet.to_html()
    assert "Ann &lt;b&gt;" in page
    assert "<b>" not in page
    alone = score_sheet(games[:1])
    assert "nothing to compare" in str(alone)
    assert alone.standings[0].percent is None


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(bg.ParameterError, match="not for othello"):
        score_sheet([bg.Record("othello")])
    with pytest.raises(bg.ParseError, match="played to its end"):
        score_sheet([])
    with pytest.raises(bg.ParameterError, match="matchpoints"):
        score_sheet([], "butler")  # type: ignore[arg-type]


def test_the_command(evening: Path, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    printed = run("games", "sheet", str(evening), "--html", str(page))
    assert printed.output == f"{score_sheet(evening)}\n"
    assert page.read_text("utf-8").startswith("<!doctype html>")
    data = json.loads(run("games", "sheet", str(evening), "--json", "--scoring", "imps").output)
    assert data["scoring"] == "imps"
    assert isinstance(score_sheet(evening), ScoreSheet)
    assert run("games", "sheet", str(evening), "--csv").output == score_sheet(evening).to_csv()
    fails(run("games", "sheet", str(evening), "--csv", "--json"), 2)
    fails(run("games", "sheet", str(evening), "--scoring", "butler"), 2)
    empty = tmp_path / "empty.pbn"
    empty.write_text('[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]')
    fails(run("games", "sheet", str(empty)), 1)
