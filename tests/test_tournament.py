"""Tournaments: who plays whom, from where, on what seeds, and what the table says of it."""

from __future__ import annotations

import _thread
import csv
import io
import json
import threading
from collections import Counter
from concurrent.futures import CancelledError
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import bitgames as bg
from bitgames import _core
from bitgames.intervals import score_interval
from bitgames.journal import Line
from bitgames.spread import Failed
from bitgames.tournaments import chunk, runner
from bitgames.tournaments.games import Game, read_line
from bitgames.tournaments.prefetch import Prefetch
from bitgames.tournaments.schedule import Openings, game_key

PLAYERS = ["random", "ai14", "first"]


def last(position: bg.Position) -> bg.Move:
    return position.legal_moves[-1]


def cheat(position: bg.Position) -> int:
    return 10_000


def test_each_player_plays_each_other_in_pairs() -> None:
    t = bg.tournament(PLAYERS, "tictactoe", pairs=7, seed=3)
    games = t.games
    assert len(games) == t.num_games == t.most_games == 3 * 14
    assert t.is_complete
    assert t.stopped is None
    for a, b in combinations(PLAYERS, 2):
        own = [game for game in games if {game.first, game.second} == {a, b}]
        assert [game.game for game in own] == list(range(14))
        assert [game.first for game in own] == [a, b] * 7
        for even, odd in zip(own[::2], own[1::2], strict=True):
            assert even.pair == odd.pair
            assert (even.start, even.given) == (odd.start, odd.given)
            assert even.moves.split()[: even.given] == odd.moves.split()[: odd.given]
            assert even.seeds == odd.seeds, "a side has the same seed under either player"


def test_a_gauntlet_has_one_player_in_each_game() -> None:
    t = bg.tournament(PLAYERS, "tictactoe", pairs=3, format="gauntlet", seed=0)
    met = Counter(frozenset((game.first, game.second)) for game in t.games)
    assert met == {frozenset(("random", other)): 6 for other in PLAYERS[1:]}


def test_all_players_have_the_same_openings_which_differ_up_to_symmetry() -> None:
    players = ["random", "greedy", "first"]
    t = bg.tournament(players, "othello:6", pairs=12, openings="random:6", seed=5)
    by_pair: dict[int, set[str]] = {}
    for game in t.games:
        by_pair.setdefault(game.pair, set()).add(" ".join(game.moves.split()[: game.given]))
    assert all(len(found) == 1 for found in by_pair.values())
    reached = [
        bg.Record("othello:6", moves.split()).position.canonical() for (moves,) in by_pair.values()
    ]
    assert len(set(reached)) == 12


def test_openings_are_those_of_random_openings_without_repeats() -> None:
    start = bg.Othello()
    drawn = bg.openings.random_openings(start, 2, pairs=40, seed=9)
    first: dict[bg.Position, str] = {}
    for record in drawn:
        first.setdefault(record.position.canonical(), " ".join(map(str, record.moves)))
    openings = Openings("random:2", start, seed=9)
    found = [openings.text(pair) for pair in range(len(first))]
    assert [text[1] for text in found if text is not None] == list(first.values())


def test_openings_asked_by_two_threads_and_after_a_stop_are_the_same() -> None:
    alone, openings = (
        Openings("random:8", bg.Othello(6), seed=4, balance=False, threads=2) for _ in range(2)
    )
    asked: list[Any] = []
    thread = threading.Thread(target=lambda: asked.extend(map(openings.text, range(60))))
    thread.start()
    assert openings.text(70) == alone.text(70)
    thread.join()
    assert asked == [alone.text(pair) for pair in range(60)]
    openings.is_stopped = True
    with pytest.raises(CancelledError):
        openings.text(200)
    openings.is_stopped = False
    assert [openings.text(pair) for pair in (200, 71)] == [alone.text(pair) for pair in (200, 71)]


def test_items_are_made_ahead_one_at_a_time_and_errors_come_out() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return 6 // (2 - made[-1])

    ahead = Prefetch(make)
    try:
        assert (ahead.peek(), ahead.peek(), made) == (3, 3, [0])
        ahead.advance()
        assert (ahead.peek(), made) == (6, [0, 1])
        ahead.advance()
        with pytest.raises(ZeroDivisionError):
            ahead.peek()
    finally:
        ahead.close()
    assert not [each for each in threading.enumerate() if each.name.startswith("prefetch")]


@pytest.mark.parametrize("threads", [1, 3])
def test_few_openings_are_found_out_and_used_in_turn(threads: int) -> None:
    """After two moves tic-tac-toe has 12 different positions."""
    openings = Openings("random:2", bg.TicTacToe(), seed=2, balance=False, threads=threads)
    texts = [openings.text(pair) for pair in range(30)]
    assert openings.number == 12
    assert texts[:6] == texts[12:18]
    t = bg.tournament(
        {"a": "first", "b": "first"}, pairs=13, openings="random:2", balance=False, seed=0
    )
    assert t.repeats == "a - b: games repeat, so the intervals are too narrow"
    t = bg.tournament(["random", "first"], pairs=13, openings="random:2", balance=False, seed=0)
    assert t.repeats is None


def middle(position: bg.Position) -> bg.Move:
    return position.legal_moves[len(position.legal_moves) // 2]


def test_repeated_games_are_noticed_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    t = bg.tournament([last, middle], pairs=20, openings="none", results=file, seed=0)
    note = "last - middle: games repeat, so the intervals are too narrow; random openings vary them"
    for found in (t, bg.Tournament.read(file)):
        assert found.repeats == found.table.note == note
        assert note in str(found).splitlines()
        assert json.loads(found.to_json())["pairings"][0]["repeats"] is True
        assert found.ratings.repeats
        assert str(found.ratings).endswith("\ngames repeat, so the intervals are too narrow")
    assert bg.ratings(file, seed=0).to_data()["repeats"] is True
    assert bg.ratings(
        bg.match(last, middle, "tictactoe", games=9, openings="none", keep_games=True),
        seed=0,
    ).repeats


def test_a_test_gives_no_verdict_from_repeated_games() -> None:
    sprt = bg.Sprt(elo0=0, elo1=20)
    t = bg.tournament([last, middle], pairs=100, openings="none", sprt=sprt, seed=0)
    (pairing,) = t.pairings
    assert pairing.verdict is not None
    assert pairing.verdict.verdict is None
    assert pairing.decided == sprt.over(t.outcomes, "last").pairs < 100
    assert t.is_complete
    assert "no verdict, because the games repeat, after" in t.verdicts()[0]
    varied = bg.tournament(["ai14", "random"], pairs=100, openings="none", sprt=sprt, seed=0)
    assert varied.repeats is None
    assert "accepts H1" in varied.verdicts()[0]


def test_plain_functions_draw_random_openings_unless_told_otherwise() -> None:
    def seeded(position: bg.Position) -> bg.Move:
        return middle(position)

    assert bg.match(last, middle, "othello:6", games=2).opening_rule == "random:8"
    assert (
        bg.tournament([last, middle], "othello:6", pairs=1, seed=0).config["openings"] == "random:8"
    )
    assert bg.match(last, "random", "othello:6", games=2).opening_rule == "none"
    assert bg.match(last, middle, "othello:6", games=2, openings="none").opening_rule == "none"
    seeded.deterministic = False  # type: ignore[attr-defined]
    assert bg.match(last, seeded, "othello:6", games=2).opening_rule == "none"


def test_given_openings_are_taken_once_each() -> None:
    mirrored = [bg.Record("tictactoe", [move]) for move in ("a1", "c1", "b2", "c3")]
    t = bg.tournament(["random", "first"], "tictactoe", pairs=4, openings=mirrored, seed=0)
    assert [game.moves[:2] for game in t.games[::2]] == ["a1", "b2", "a1", "b2"]
    assert t.config["openings"]["given"] == 2


@pytest.mark.parametrize(("game", "players"), [("quo", 4), ("honeymoon", 2), ("mosaic:3", 2)])
def test_other_games(game: str, players: int) -> None:
    """Four seats of two teams, and dealt hands, of which each pair has one."""
    t = bg.tournament(["random", "first"], game, pairs=3, seed=1)
    record = t.games[0].record
    assert len(record.start.facts.player_names) == players
    assert [record.players[seat] for seat in range(players)] == ["random", "first"] * (players // 2)
    starts = [game.start for game in t.games]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) == (3 if game == "honeymoon" else 1)
    for each in t.games:
        result = each.record.result
        assert result is not None
        assert each.score == (0.5 if not result.winners else float(0 in result.winners))


def test_the_table_counts_what_the_games_say() -> None:
    t = bg.tournament([*PLAYERS, "ai2"], "tictactoe", pairs=9, seed=2)
    games, rows = t.games, t.table.rows
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    for row in rows:
        own = {True: [], False: []}  # type: ignore[var-annotated]
        for game in games:
            if row.player in (game.first, game.second):
                is_first = row.player == game.first
                own[is_first].append(game.score if is_first else 1 - game.score)
        points = own[True] + own[False]
        assert (row.wins, row.draws, row.losses) == tuple(map(points.count, (1, 0.5, 0)))
        assert (row.games, row.points, row.faults) == (len(points), sum(points), 0)
        pairs: Counter[tuple[str, int]] = Counter()
        for game in games:
            for name, score in ((game.first, game.score), (game.second, 1 - game.score)):
                if name == row.player:
                    other = game.second if name == game.first else game.first
                    pairs[other, game.pair] += score  # type: ignore[assignment]
        assert (row.low, row.high) == score_interval((each / 2, 1) for each in pairs.values())
        for other, score in row.against.items():
            assert score == sum(p for (name, _), p in pairs.items() if name == other) / 18
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)  # type: ignore[type-var]
    assert len(list(t.outcomes)) == len(games)


def test_the_result_does_not_depend_on_threads_parts_or_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sprt = bg.Sprt(elo0=0, elo1=100)
    players = ["ai14", "ai2", "random"]
    expected = bg.tournament(players, pairs=60, sprt=sprt, threads=1, seed=0)
    assert any(pairing.decided for pairing in expected.pairings)
    others = [bg.tournament(players, pairs=60, sprt=sprt, threads=2, seed=0)]
    monkeypatch.setattr(runner, "_HERE", 1e-9)
    monkeypatch.setattr(runner, "_FIRST", 2)
    others.append(bg.tournament(players, pairs=60, sprt=sprt, seed=0))
    for t in others:
        assert t.to_json() == expected.to_json()
        assert [game._replace(seconds=(0, 0)) for game in t.games] == [
            game._replace(seconds=(0, 0)) for game in expected.games
        ]


@pytest.mark.parametrize("threads", [1, 2])
def test_native_players_play_all_parts_in_one_call(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """So the threads of a part begin the next one while its last games run."""
    calls: list[list[tuple[str, str]]] = []

    def play_queue(start: Any, queue: Any, *others: Any, **named: Any) -> None:
        calls.append([])

        def noted() -> Any:
            for match in queue:
                if match is not None:
                    calls[-1].append(match[:2])
                yield match

        _core.play_queue(start, noted(), *others, **named)

    monkeypatch.setattr(runner, "play_queue", play_queue)
    monkeypatch.setattr(runner, "_HERE", 1e-9)
    monkeypatch.setattr(runner, "_FIRST", 2)
    t = bg.tournament(["ai14", "random"], pairs=10, threads=threads, sprt=bg.Sprt(0, 1), seed=0)
    assert t.is_complete
    assert calls == [[("ai14", "random")] * len(calls[0])]
    assert len(calls[0]) > 3
    # Others play between them, and all play the same games.
    calls.clear()
    mixed = bg.tournament({"ai14": "ai14", "last": last, "random": "random"}, pairs=6, seed=0)
    assert mixed.is_complete
    assert {players for call in calls for players in call} == {("ai14", "random")}
    assert len(calls) > 1


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_native_games_and_keeps_those_that_have_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(runner, "_TOLD_EVERY", 0.0)
    results = tmp_path / "r.jsonl"
    options: dict[str, Any] = {"pairs": 100, "balance": False, "threads": threads, "seed": 0}
    players = ["greedy", "alphabeta:depth=1"]

    def interrupt(played: bg.Tournament) -> None:
        if played.num_games:
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        bg.tournament(players, "othello:6", results=results, progress=interrupt, **options)
    assert not [each for each in threading.enumerate() if each.name.startswith("prefetch")]
    kept = bg.Tournament.read(results).num_games
    assert kept > 0
    t = bg.tournament(players, "othello:6", results=results, **options)
    assert (t.taken_over, t.is_complete) == (kept, True)
    assert t.to_json() == bg.tournament(players, "othello:6", **options).to_json()


def test_a_test_counts_no_pair_after_its_verdict() -> None:
    sprt = bg.Sprt(elo0=0, elo1=200)
    t = bg.tournament(["ai14", "random"], pairs=200, sprt=sprt, seed=0)
    pairing = t.pairings[0]
    assert pairing.verdict == sprt.over(t.outcomes, "ai14")
    assert pairing.decided is not None
    assert pairing.decided == pairing.verdict.pairs < 200
    assert t.num_games == t.most_games == len(t.games) == 2 * pairing.decided
    assert t.is_complete
    assert "accepts H1" in t.verdicts()[0]
    without = bg.tournament(["ai14", "random"], pairs=pairing.decided, seed=0)
    assert without.pairings[0].pentanomial == pairing.pentanomial


def test_faults_lose_games_and_stop_the_tournament() -> None:
    t = bg.tournament({"cheat": cheat, "b": "first", "c": "random"}, pairs=100, seed=0)
    assert t.stopped == "faults"
    assert not t.is_complete
    (row,) = (row for row in t.table.rows if row.player == "cheat")
    assert t.faults == row.faults == row.games > 2
    assert any(game.forfeit and game.loser == "cheat" for game in t.games)
    assert "faults" in str(t.table)
    t = bg.tournament({"cheat": cheat, "b": "first"}, pairs=10, max_faults=1.0, seed=0)
    assert (t.stopped, t.is_complete, t.faults) == (None, True, 20)


def test_python_objects_play() -> None:
    class Middle:
        name = "middle"

        def choose(self, position: bg.Position) -> Any:
            return position.legal_moves[len(position.legal_moves) // 2]

    t = bg.tournament([last, Middle(), "first"], "tictactoe", pairs=4, seed=0)
    assert t.players == ("last", "middle", "first")
    assert t.config["specs"] == [None, None, "first"]


def test_the_progress_sees_the_tournament_and_its_exception_comes_out(tmp_path: Path) -> None:
    seen: list[int] = []
    t = bg.tournament(
        PLAYERS, pairs=5, progress=lambda played: seen.append(played.num_games), seed=0
    )
    assert (seen[0], seen[-1]) == (0, t.num_games)

    def stop(played: bg.Tournament) -> None:
        if played.num_games:
            raise RuntimeError("enough")

    results = tmp_path / "r.jsonl"
    with pytest.raises(RuntimeError, match="enough"):
        bg.tournament(PLAYERS, pairs=5, progress=stop, results=results, seed=0)
    assert bg.Tournament.read(results).num_games == 30, "what was finished is kept"


def test_json_and_csv(tmp_path: Path) -> None:
    t = bg.tournament(PLAYERS, "tictactoe", pairs=3, results=tmp_path / "r.jsonl", seed=0)
    data = json.loads(t.to_json())
    assert data["format"] == "bitgames tournament"
    assert data["complete"] is True
    assert [row["player"] for row in data["table"]] == [row.player for row in t.table.rows]
    assert sum(sum(each["pairs"]) for each in data["pairings"]) == 9
    rows = list(csv.DictReader(io.StringIO(t.to_csv())))
    assert [row["key"] for row in rows] == [game.key for game in t.games]
    assert rows[0]["moves"] == t.games[0].moves
    t.plot(tmp_path / "t.svg")
    assert "ai14" in (tmp_path / "t.svg").read_text()
    assert t.ratings["ai14"].games == 12


def test_a_chunk_is_pure_and_its_halves_are_the_whole() -> None:
    texts = tuple(Openings("random:3", bg.Othello(6), seed=2).text(pair) for pair in range(2, 6))
    whole = chunk.Chunk(
        "othello:6 ------/------/--OX--/--XO--/------/------ X",
        "alphabeta:depth=2", "random", ("A", "B"), 2, 2, 7, 5, 6, texts,
    )  # fmt: skip

    def played(specs: list[bytes]) -> list[Game]:
        lines = [line for spec in specs for line in chunk.play(spec).splitlines()]
        games = [read_line(Line(1, 0, line), "r") for line in lines]
        return [game._replace(seconds=(0.0, 0.0)) for game in games]

    expected = played([whole.data])
    assert [game.game for game in expected] == [5, 6, 7, 8, 9, 10]
    halves = chunk.split(whole.data)
    quarters = [each for half in halves for each in chunk.split(half)]
    single = [each for quarter in quarters for each in chunk.split(quarter)]
    for specs in (halves, quarters, single):
        assert played(specs) == expected
    assert [chunk.Chunk.read(spec).games for spec in single] == [1, 2, 2, 1]
    for game in expected:
        opening = texts[game.pair - 2]
        names = (game.first, game.second)
        assert game.key == game_key(whole.start, opening, 2, *names, game.pair)


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["ai14"], {}, "a tournament needs from 2 to 1000 players, not 1"),
        (["ai14", "ai14"], {}, "two players have the name ai14: give each a name"),
        (["ai14", "nobody"], {}, "'nobody' is not a valid player"),
        (["ai14", "x=alphabeta:depth=0"], {}, "depth"),
        ({"": "ai14", "b": "first"}, {}, "'' is not a valid name of a player"),
        (PLAYERS, {"format": "swiss"}, "'swiss' is not a valid format: allowed are round_robin, g"),
        (PLAYERS, {"pairs": 0}, "pairs must be from 1 to 16777216, not 0"),
        (PLAYERS, {"max_faults": 2}, "max_faults must be from 0 to 1, not 2"),
        (PLAYERS, {"max_faults": float("nan")}, "max_faults must be from 0 to 1, not nan"),
        (PLAYERS, {"openings": "random:0"}, "from 1 to 255 plies"),
        (PLAYERS, {"openings": "no/such/file"}, "is not a valid choice of openings"),
        (PLAYERS, {"clock": "blitz"}, "'blitz' is not a valid clock"),
        (PLAYERS, {"adjudicate": "guess"}, "adjudicate must be exact:N"),
        (PLAYERS, {"game": "othello"}, "ai14"),
        (PLAYERS, {"game": "chess"}, "chess"),
        (PLAYERS, {"seed": -1}, "seed must be from 0"),
        (PLAYERS, {"results": ""}, "path must be"),
    ],
    ids=str,
)
def test_bad_input(players: Any, options: Any, message: str) -> None:
    with pytest.raises(bg.GameError) as caught:
        bg.tournament(players, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        ("ai14", {}),
        (["ai14", 3], {}),
        ({3: "ai14", "b": "first"}, {}),
        (PLAYERS, {"pairs": 1.5}),
        (PLAYERS, {"sprt": "elo0=0"}),
        (PLAYERS, {"max_faults": "few"}),
        (PLAYERS, {"seed": "one"}),
        (PLAYERS, {"results": 3}),
    ],
    ids=str,
)
def test_bad_types(players: Any, options: Any) -> None:
    with pytest.raises(TypeError):
        bg.tournament(players, **options)


class Crashing:
    """Fails in turn when it is told of a game, asked to get ready, and asked for a move."""

    games = 0

    def start_game(self, seed: int) -> None:
        self.games += 1
        if self.games % 4 == 1:
            raise OSError("no table")

    def choose(self, position: bg.Position) -> Any:
        if self.games % 4 == 2:
            raise ValueError("no \x1b idea")
        return 10_000 if self.games % 4 == 3 else position.legal_moves[0]


def test_what_players_raise_loses_the_game() -> None:
    t = bg.tournament([Crashing(), "random"], "tictactoe", pairs=4, max_faults=1.0, seed=0)
    assert t.is_complete
    reasons = [game.reason for game in t.games if game.forfeit]
    assert all(game.loser == "Crashing" for game in t.games if game.forfeit)
    assert len(reasons) == t.faults == 6
    assert reasons[:2] == ["OSError: no table", r"ValueError: no \u{1b} idea"]
    assert "6 games were lost by faults; the first by Crashing: OSError: no table" in t.notes


class Unready(bg.players.Player):
    """Gets ready a few times."""

    name = "unready"

    def __init__(self, times: int) -> None:
        self.times = times

    def get_ready(self, position: bg.Position) -> None:
        self.times -= 1
        if self.times < 0:
            raise bg.ForfeitError("it does not start")

    def choose(self, position: bg.Position) -> Any:
        return position.legal_moves[0]


def test_a_player_that_does_not_start_ends_the_tournament_before_its_first_game(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.jsonl"
    with pytest.raises(bg.ParameterError, match="unready is not ready for tictactoe: it does not"):
        bg.tournament(["random", "first", Unready(0)], results=path, seed=0)
    assert bg.Tournament.read(path).num_games == 0
    # Later it is a fault.
    t = bg.tournament(["random", Unready(3)], pairs=3, max_faults=1.0, seed=0)
    assert [game.forfeit for game in t.games] == [False, False, True, True, True, True]


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Runs parts of tournaments as workers do: out of order, some twice; the list has failures."""
    failing: list[Any] = []

    def spread(task: Any, specs: Any, *, workers: Any, split: Any) -> Any:
        waiting: list[bytes] = []
        for spec in specs:
            waiting.append(spec)
            if len(waiting) > 3:
                spec = waiting.pop(1)
                if failing:
                    yield spec, failing.pop()
                    continue
                result = task(spec)
                yield spec, result
                yield spec, result
        for spec in reversed(waiting):
            for half in split(spec):
                yield half, task(half)

    monkeypatch.setattr(runner, "spread", spread)
    monkeypatch.setattr(runner, "is_here", lambda workers: False)
    return failing


def test_tasks_in_any_order_and_twice_make_the_same_tournament(
    tasks: list[Any], tmp_path: Path
) -> None:
    players, sprt = ["ai14", "ai2", "random"], bg.Sprt(elo0=0, elo1=100)
    path = tmp_path / "r.jsonl"
    spread = bg.tournament(players, pairs=60, sprt=sprt, results=path, seed=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "is_here", lambda workers: True)
        assert bg.tournament(players, pairs=60, sprt=sprt, seed=0).to_json() == spread.to_json()
    keys = [json.loads(line)["key"] for line in path.read_text().splitlines()[1:]]
    assert len(set(keys)) == len(keys)
    with pytest.raises(bg.ParameterError, match="lambda is an object, which workers cannot make"):
        bg.tournament(["ai14", lambda position: 0], seed=0)


def test_lost_tasks_are_told_and_played_again_later(tasks: list[Any], tmp_path: Path) -> None:
    tasks += [Failed("4 workers died while it ran")] * 2
    path = tmp_path / "r.jsonl"
    t = bg.tournament(PLAYERS, pairs=40, results=path, seed=0)
    assert (t.stopped, t.is_complete) == ("lost", False)
    assert t.num_games < 240
    assert t.notes[0].endswith("are missing: 4 workers died while it ran")
    again = bg.tournament(PLAYERS, pairs=40, results=path, seed=0)
    assert (again.stopped, again.num_games) == (None, 240)


def test_only_games_belong_to_a_tournament() -> None:
    played = bg.tournament(["random", "first"], "tictactoe", pairs=1, seed=0)
    with pytest.raises(TypeError, match="game must be a game of a results file, not str"):
        played.pairing_of("x")  # type: ignore[arg-type]


@pytest.mark.cluster
def test_processes_of_joblib_play_the_same(tmp_path: Path) -> None:
    players = ["random", "greedy"]
    t = bg.tournament(players, "othello:6", pairs=20, workers=2, seed=0)
    assert t.to_json() == bg.tournament(players, "othello:6", pairs=20, seed=0).to_json()
