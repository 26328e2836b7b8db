"""Tables of PBN 2.1: there and back, as the standard has them, and damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import pbn
from bitgames.formats.pbn import PbnGame, PbnTable
from bitgames.formats.pbn_tables import TABLES, Column
from bitgames.tournaments.score_sheet import score_sheet
from tests.commands import run

DEAL = '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]\n'

names = st.text("abcXYZ_ 12", min_size=1, max_size=8).map(str.strip).filter(bool)
texts = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=12).filter(
    str.isprintable
)


@st.composite
def tables(draw: st.DrawFn) -> PbnTable:
    """Any columns with any printable texts, and some of the standard's columns."""
    own = draw(st.lists(names.map(lambda name: f"x{name}"), max_size=3, unique=True))
    known = {
        "Rank": st.integers(0, 99).map(str),
        "Contract": st.sampled_from(["4S", "3NTX", "7CXX", "Pass", "-", "?"]),
        "Declarer": st.sampled_from(["N", "S", "-"]),
        "Score_NS": st.integers(-7600, 7600).map(str) | st.just("^300"),
        "MP_EW": st.floats(0, 50).map(lambda value: f"{value:.1f}"),
    }
    chosen = draw(st.lists(st.sampled_from(list(known)), min_size=0 if own else 1, unique=True))
    columns = draw(st.permutations([*own, *chosen]))
    heads = [
        draw(st.sampled_from(["", "+", "-"]))
        + name
        + draw(st.sampled_from(["", "\\3", "\\12L", "\\5R"]))
        for name in columns
    ]
    row = st.tuples(*(known.get(name, texts) for name in columns))
    return PbnTable.of(heads, draw(st.lists(row, max_size=5)))


@given(st.dictionaries(st.sampled_from(TABLES), tables(), max_size=3))
def test_tables_come_back(several: dict[str, PbnTable]) -> None:
    record = bg.Record(bg.Honeymoon(7), ["1C", "pass"])
    game = PbnGame(record, {"Board": "3"}, tables=several)
    text = pbn.dumps([game, game])
    again = pbn.loads(text)
    assert again == [game, game]
    assert pbn.dumps(again) == text
    assert [each.tables for each in again] == [several, several]


def test_a_table_as_programs_write_it() -> None:
    """Section 5.2: rows may be broken anywhere, and remarks follow the tag pair alone."""
    text = (
        DEAL
        + r'[ScoreTable "Rank\2R;Contract\5L;Declarer;Result\2R;+Score_NS\5R;Names_NS"]'
        + "\n{ the evening; of\n a club } ; so far\n"
        + ' 1 4SX   S 10   590 "Ann;Bo {1}"\n 2\n3NT W 9  -400 ?!\n'
        + ' -  Pass - - 0 "He said \\"no\\""\n'
        + '[TotalScoreTable "Names;TotalMP"]\nCy 12.5\n'
        + '[Remark "kept"]\n'
    )
    (game,) = pbn.loads(text)
    assert game.tables["ScoreTable"].rows == (
        ("1", "4SX", "S", "10", "590", "Ann;Bo {1}"),
        ("2", "3NT", "W", "9", "-400", "?!"),
        ("-", "Pass", "-", "-", "0", 'He said "no"'),
    )
    assert game.tables["ScoreTable"].columns[4] == Column("Score_NS", "+", 5, "R")
    assert game.tables["ScoreTable"]["Result"] == ["10", "9", "-"]
    assert game.tables["TotalScoreTable"].named() == [{"Names": "Cy", "TotalMP": "12.5"}]
    assert game.tags == {"Remark": "kept"}
    # The backslash of a width, doubled as elsewhere in strings, is read, too.
    assert pbn.loads(text.replace("\\2R", "\\\\2R"))[0].tables == game.tables


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[ScoreTable ""]', "'' is not a valid column"),
        ('[ScoreTable "Rank;"]\n1 2', "'' is not a valid column"),
        ('[ScoreTable "Rank\\\\R"]', "is not a valid column"),
        ('[ScoreTable "Rank\\2X"]', "is not a valid column"),
        ('[ScoreTable "Rank;+Rank"]\n1 2', "'Rank' must not be there twice"),
        ('[ScoreTable "Rank;Contract"]\n1 4S 2', "3 elements do not fill rows of 2"),
        ('[ScoreTable "Rank;Names_NS"]\n1 Ann Lee', "names with spaces stand in quotes"),
        ('[ScoreTable "Names_NS"]\n"Ann', "is not a valid element"),
        ('[ScoreTable "Names_NS"]\n"Ann"Bo', "is not a valid element"),
        ('[ScoreTable "Contract"]\n4S\n8S', "row 2: '8S' is not a valid Contract"),
        ('[ScoreTable "Declarer"]\nX', "a seat N, E, S or W"),
        ('[ScoreTable "Result"]\n14', "from 0 to 13"),
        ('[ScoreTable "Score_NS"]\nmany', "a number"),
        ('[TotalScoreTable "MeanMP"]\n1e5', "the table TotalScoreTable: row 1"),
    ],
)
def test_malformed_tables_are_refused_by_name(table: str, said: str) -> None:
    with pytest.raises(bg.ParseError) as caught:
        pbn.loads(DEAL + table)
    assert "line 2: the table " in str(caught.value)
    assert said in str(caught.value)
    assert pbn.loads(DEAL + table, strict=False) == []


def test_elements_must_be_printable() -> None:
    with pytest.raises(bg.ParseError, match="not printable"):
        PbnTable.of(["Names"], [["a\nb"]])
    with pytest.raises(bg.ParseError, match="row 1 has 2 elements, not 1"):
        PbnTable.of(["Names"], [["a", "b"]])
    with pytest.raises(bg.ParameterError, match="a table must be"):
        PbnTable.of(["Names"], []).to_text("Deal")


def test_a_score_sheet_travels(tmp_path: Path) -> None:
    evening, file = tmp_path / "evening.jsonl", tmp_path / "sheet.pbn"
    bg.tournament(["rule", "greedy"], "honeymoon:vulnerable=both", pairs=4, seed=5, results=evening)
    assert run("games", "sheet", str(evening), "--pbn", str(file)).exit_code == 0
    sheet = score_sheet(evening)
    again = score_sheet(file)
    assert again.standings == sheet.standings
    assert again.starts == sheet.starts
    assert sorted(map(repr, again.results)) == sorted(map(repr, sheet.results))
    games = pbn.load(file)
    assert list(games[0].tables) == ["ScoreTable", "TotalScoreTable"]
    assert games[0].tables["ScoreTable"]["Score_NS"] == sorted(
        games[0].tables["ScoreTable"]["Score_NS"], key=int, reverse=True
    )


def test_results_alone_are_scored() -> None:
    """A table without scores, and a deal whose tags have a result: by law 77."""
    text = (
        DEAL
        + '[Vulnerable "EW"]\n'
        + '[ScoreTable "Names_NS;PairId_EW;Contract;Declarer;Result"]\n'
        + "Ann 2 4HX W 10\nBo 1 3N S 8\nCy 3 Pass - -\nDi 4 - - -\n\n"
        + DEAL
        + '[South "Ann"][Declarer "S"]'.replace("][", "]\n[")
        + '\n[Contract "1NT"]\n[Result "8"]\n'
    )
    sheet = score_sheet(pbn.loads(text))
    assert [(each.board, each.south, each.north, each.score) for each in sheet.results] == [
        (1, "Ann", "2", -790), (1, "Bo", "1", -50), (1, "Cy", "3", 0), (2, "Ann", "?", 120),
    ]  # fmt: skip
    assert sheet.left_out == 1
