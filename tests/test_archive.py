"""Questions to files of games: the same answers as a walk through every position."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.archive import RESULTS, Stats, build, reader, sources
from bitgames.formats import ggf, save, wthor
from bitgames.tournaments import games as kept
from tests import slow_archive
from tests.archives import PLAYERS, slow_games, write_results

SPECS = ("tictactoe", "mnk:4,3,3", "othello:4", "othello", "mosaic:3", "quo:3,lowest", "honeymoon")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small batches and groups, and positions that are frequent early: all paths in few games."""
    for module in (build, reader, sources):
        for name, value in {"BATCH": 8, "GROUP": 2, "FREQUENT": 3, "TEXTS": 2}.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)


def moves_of(stats: Stats) -> Counter[tuple[str | None, float]]:
    """Next moves as the slow walk counts them."""
    found: Counter[tuple[str | None, float]] = Counter()
    for row in stats.moves:
        move = None if row.move is None else str(row.move)
        for score, count in zip(
            (1.0, 0.5, 0.0), (row.tally.wins, row.tally.draws, row.tally.losses), strict=True
        ):
            found[move, score] += count
    return +found


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.usefixtures("small")
def test_answers_are_those_of_a_walk_through_every_position(spec: str, tmp_path: Path) -> None:
    games = slow_games(spec, 21, plies=12)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as archive:
        assert len(archive) == 21 and archive.kind == "results"

        @settings(max_examples=8, deadline=None, database=None)
        @given(st.data())
        def check(data: st.DataObject) -> None:
            names = st.none() | st.sampled_from(PLAYERS)
            player, first, second = (data.draw(names) for _ in range(3))
            result = data.draw(st.none() | st.sampled_from(RESULTS[: 5 if player else 3]))
            game = data.draw(st.sampled_from(games))
            positions = game.positions()
            at = data.draw(st.none() | st.sampled_from(positions))
            if at is not None:
                at = at.transform(data.draw(st.integers(0, at.num_symmetries - 1)))
            asked = {"player": player, "first": first, "second": second, "result": result}
            wanted = slow_archive.find(games, **asked, at=at)
            found = archive.find(**asked, position=at)
            assert found.numbers == wanted
            stats = archive.stats(**asked, position=at)
            chosen = [games[number - 1] for number in wanted]
            assert stats.tally.games == len(wanted)
            assert stats.tally.wins == sum(game.score == 1 for game in chosen)
            if at is not None:
                assert moves_of(stats) == slow_archive.next_moves(chosen, at)
                for game in found:
                    assert game.at is not None
                    here = games[game.number - 1].positions()[game.at]
                    assert slow_archive.image(here) == slow_archive.image(at)
            for row in stats.players:
                own = [game for game in chosen if row.name in (game.first, game.second)]
                points = sum(g.score if g.first == row.name else 1 - g.score for g in own)
                assert (row.tally.games, row.tally.score) == (
                    len(own), pytest.approx(points / len(own))
                )  # fmt: skip

        check()


@pytest.mark.usefixtures("small")
def test_an_opening_counts_up_to_symmetry(tmp_path: Path) -> None:
    games = slow_games("othello:4", 30)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as archive:
        assert archive.start == bg.position("othello:4")
        for game in games[:6]:
            for length in (0, 1, 3, 6):
                opening = game.positions()[: length + 1]
                wanted = slow_archive.find(games, opening=opening)
                found = archive.find(opening=" ".join(game.moves[:length]))
                assert found.numbers == wanted
                mirrored = [str(opening[0].transform_move(move, 3)) for move in game.moves[:length]]
                assert archive.find(opening=" ".join(mirrored)).numbers == wanted


def test_the_same_games_in_other_formats(tmp_path: Path) -> None:
    """WTHOR leaves passes out, GGF has its own words; the answers are those of the records."""
    games = slow_games("othello", 12)
    records = [
        bg.Record(bg.position(game.start), game.moves, players=[game.first, game.second])
        for game in games
    ]
    for name in ("games.wtb", "games.ggf", "games.txt"):
        save(tmp_path / name, records)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as results:
        for name in ("games.wtb", "games.ggf", "games.txt"):
            with bg.Archive(tmp_path / name) as archive:
                assert [game.moves for game in archive.find()] == [
                    game.moves for game in results.find()
                ]
                assert archive.stats().tally == results.stats().tally
                at = records[3].start.play(records[3].moves[0])
                assert archive.find(position=at).numbers == results.find(position=at).numbers
                if name != "games.txt":
                    assert archive.stats().players == results.stats().players
                    assert archive.find(player="Cyd").numbers == results.find(player="Cyd").numbers
                    assert archive.game(2).margin == records[1].result.scores[0]
                    assert archive.game(2).record() == records[1]


def test_a_tournament_can_be_asked(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    played = bg.tournament(["first", "ai14"], "tictactoe", pairs=3, results=path, seed=0)
    games = kept.read(path)[1]
    with bg.Archive(path) as archive:
        assert len(archive) == len(games) == 6
        assert [game.record().moves for game in archive.find()] == [g.record.moves for g in games]
        assert [game.score for game in archive.find()] == [game.score for game in games]
        won = archive.find(player="ai14", result="win")
        assert len(won) == sum(game.winner == "ai14" for game in games)
        assert archive.stats().tally.games == len(played.games)


def test_games_from_several_starts(tmp_path: Path) -> None:
    """A GGF file has boards of several sizes; a position belongs to one of them."""
    records = [bg.Record("othello:6", "e4"), bg.Record("othello"), bg.Record("othello", "f5 d6")]
    made = [ggf.GgfGame.from_record(record, black="ann") for record in records]
    ggf.save(tmp_path / "games.ggf", made)
    with bg.Archive(tmp_path / "games.ggf") as archive:
        assert archive.start == bg.Othello()
        assert archive.find(position="othello:6").numbers == [1]
        assert archive.find(position="othello").numbers == [2, 3]
        assert archive.find(position="f5").numbers == [3]
        found = archive.find(position="othello")
        assert [str(game.next_move) for game in found] == ["None", "f5"]
        assert [game.score for game in found] == [None, None]
        assert archive.stats().tally.unknown == 3


GGF = (
    "(;GM[Othello]PB[ann]PW[ben]RE[+4.0]BO[8 {board} *]{moves};)",
    "2 (;GM[Othello]BO[8 {board} *]{moves};)(;GM[othello]PB[a]PB[b]BO[8 {board} *]{moves};)",
    "(;GM[Othello]RE[-64:r]PC[GGS/os]DT[2003]TI[5]BO[8 {board} *]\n{moves}\n;)\n",
    "(;GM[Othello]BO[8 {board} O]{moves};)",
    "(;GM[Othello]BO[8 {board} *]BO[8 {board} *]{moves};)",
    "(;GM[Amazons]BO[8 {board} *]{moves};)",
)
BOARD = "-" * 27 + "O*------*O" + "-" * 27
MOVES = ("", "B[F5//1.20]W[d6/-0.5/3.]", "B[f5]B[d6]", "B[F5]W[F5]", "W[f4]B[f3]", "B[F5 ]W[D6]",
         "B[F5/1/2/3]", "B[F5/x]", "B[F5/1.2.3]", "B[PA]", "B[F5]W[]", "B[z9]",
         "B[F5//1e3]W[F6/]")  # fmt: skip


@pytest.mark.parametrize("form", GGF)
def test_ggf_in_bulk_is_what_its_reader_reads(form: str, tmp_path: Path) -> None:
    """Plain games take a short way; what their reader refuses is refused here, too."""
    for moves in MOVES:
        text = form.format(board=BOARD, moves=moves)
        (tmp_path / "games.ggf").write_text(text)
        read = ggf.loads(text, strict=False)
        with bg.Archive(tmp_path / "games.ggf", skip_bad=True) as archive:
            assert [game.record() for game in archive.find()] == [game.record() for game in read]
            assert len(archive.complaints) == len(read.complaints)
            for kept, game in zip(archive.find(), read, strict=True):
                told = (kept.first, kept.second, kept.event, kept.date)
                assert told == (game.black, game.white, game.place, game.date)


def test_a_resigned_game_is_exported_as_one(tmp_path: Path) -> None:
    record = bg.Record("othello", "f5 d6", players=["ann", "ben"], event="home", date="2026")
    save(tmp_path / "games.ggf", [record.resign(0)])
    with bg.Archive(tmp_path / "games.ggf") as archive:
        game = archive.game(1)
        assert (game.score, game.reason) == (0.0, "resignation")
        assert game.record() == record
        assert (game.record().event, game.record().date) == ("home", "2026")


def test_names_without_a_table_are_their_numbers(tmp_path: Path) -> None:
    wthor.save(tmp_path / "games.wtb", [wthor.WthorGame(1, 2, 3, 40, 40, "f5d6")])
    with bg.Archive(tmp_path / "games.wtb") as archive:
        assert archive.players == ["#2", "#3"]
        game = archive.find(player="#3")[0]
        assert (game.score, game.margin, game.event) == (1.0, 16, "")


@pytest.mark.parametrize(
    ("spec", "empties"),
    [("othello:4", 8), ("tictactoe", 9), ("mosaic:3", 7), ("quo:3,lowest", 7)],
)
def test_losses_are_those_of_an_analysis(spec: str, empties: int, tmp_path: Path) -> None:
    games = slow_games(spec, 4)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as archive:
        stats = archive.stats(exact=empties)
        assert stats.exact == empties
        wanted: dict[str, list[float]] = {name: [] for name in PLAYERS}
        for game in games:
            record = bg.Record(bg.position(game.start), game.moves)
            positions = game.positions()
            for move in bg.analyze(record, level="deep").moves:
                before = positions[move.number - 1]
                assert move.exact
                if move.is_choice and len(before.empty) <= empties:
                    side = before.facts.teams[move.player]
                    wanted[(game.first, game.second)[side]].append(move.loss)
        for row in stats.players:
            assert row.choices == len(wanted[row.name])
            assert row.loss == sum(wanted[row.name])
        assert archive.stats(exact=0).players[0].average_loss is None


def test_hidden_positions_are_not_solved(tmp_path: Path) -> None:
    games = slow_games("honeymoon", 1, plies=8)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as archive:
        assert [row.choices for row in archive.stats(exact=64).players] == [0, 0]


def test_stats_as_data(tmp_path: Path) -> None:
    games = slow_games("tictactoe", 5)
    with bg.Archive(write_results(tmp_path / "r.jsonl", games)) as archive:
        stats = archive.stats(exact=9)
        data = stats.to_dict()
        assert data["games"] == 5 and data["exact"] == 9
        assert {row["name"] for row in data["players"]} <= set(PLAYERS)
        lines = stats.to_csv().splitlines()
        assert lines[0].startswith("name,games,wins,draws,losses,unknown,score,choices")
        assert len(lines) == 1 + len(stats.players)


def test_bad_questions_are_refused(tmp_path: Path) -> None:
    with bg.Archive(write_results(tmp_path / "r.jsonl", slow_games("tictactoe", 3))) as archive:
        for asked, words in (
            ({"player": "anne"}, "did you mean ann"),
            ({"player": "yd"}, "did you mean Cyd"),
            ({"result": "won"}, "allowed are first, second, draw, win and loss"),
            ({"result": "win"}, "that of a player"),
            ({"opening": "a1 a1"}, "illegal move a1"),
            ({"position": "nothing"}, "nothing"),
        ):
            with pytest.raises(bg.GameError, match=words):
                archive.find(**asked)
        with pytest.raises(TypeError, match="must be text, not int"):
            archive.find(player=7)  # type: ignore[arg-type]
        with pytest.raises(bg.ParameterError, match="exact must be from 0 to"):
            archive.stats(exact=-1)
        with pytest.raises(bg.ParameterError, match="from 1 to 3"):
            archive.game(0)
        assert archive.find(player="CYD").numbers == archive.find(player="Cyd").numbers
        assert archive.find(position="othello").numbers == []
        assert len(archive.find()[1:]) == 2
    with pytest.raises(bg.ClosedError):
        archive.find()


def test_no_games(tmp_path: Path) -> None:
    with bg.Archive(write_results(tmp_path / "r.jsonl", [])) as archive:
        assert (len(archive), archive.start, archive.players) == (0, None, [])
        assert len(archive.find(position="othello")) == 0
        assert archive.stats().tally.score is None
        with pytest.raises(bg.ParameterError, match="no games"):
            archive.find(opening="f5")


def test_an_archive_is_a_sequence_and_a_record_too(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nd3c5\nf5f6e6")
    with bg.Archive(path) as archive:
        games = list(archive)
        assert [game.number for game in games] == [1, 2, 3] and len(games) == len(archive)
        assert archive[0] == games[0] == archive.game(1) and archive[-1] == games[2]
        assert list(archive[::-1]) == games[::-1]
        with pytest.raises(IndexError):
            archive[3]
        record = games[0].record()
    assert [str(move) for move in (record[0], record[-1], *record[1:])] == ["f5", "c3", "d6", "c3"]
    with pytest.raises(IndexError):
        record[3]


def test_games_are_columns(tmp_path: Path) -> None:
    path = write_results(tmp_path / "r.jsonl", slow_games("othello:4", 40))
    with bg.Archive(path) as archive:
        found = archive.find(opening=str(archive[0].moves[0]))[::-1]
        for games in (archive, found, found[:0]):
            columns = games.columns()
            assert columns["number"].tolist() == [game.number for game in games]
            for name in ("first", "second", "event", "date", "reason", "score", "margin"):
                wanted = [getattr(game, name) for game in games]
                assert [None if each != each else each for each in columns[name]] == wanted
            assert columns["start"].tolist() == [game.start.to_string() for game in games]
            assert columns["plies"].tolist() == [len(game.moves) for game in games]
            moves = [int(move) for game in games for move in game.moves]
            assert columns["moves"].tolist() == moves


def test_data_frames_read_games(tmp_path: Path) -> None:
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nd3c5\nf5f6e6")
    with bg.Archive(path) as archive:
        table = pyarrow.table(archive)
        assert table["score"].null_count == 3 and table["first"].to_pylist() == [""] * 3
        assert table["moves"].to_pylist() == [list(map(int, game.moves)) for game in archive]
        assert polars.DataFrame(archive)["plies"].to_list() == [3, 2, 3]
        assert polars.DataFrame(archive[:0]).schema == polars.DataFrame(archive).schema
