"""Matches in parts, from openings, game by game; the different games among them."""

from __future__ import annotations

import inspect
import json
import re
import threading
import time
from collections.abc import Callable

import pytest

import bitgames as bg
from bitgames.players import Player
from bitgames.results import MatchResult, PlayedGame
from tests import processes


class First(Player):
    """Plays the first legal move."""

    name = "mine"

    def choose(self, position: bg.Position) -> bg.Move:
        """Return the first legal move."""
        return position.legal_moves[0]


class Noted(First):
    """Keeps the seeds it is told."""

    def __init__(self) -> None:
        """No seed was told yet."""
        self.seeds: list[int] = []

    def start_game(self, seed: int) -> None:
        """Keep the seed."""
        self.seeds.append(seed)


def without_time(result: MatchResult) -> str:
    """The JSON without the times, which differ from run to run."""
    text = re.sub(r'"seconds": \[[^]]*\]', '"seconds": 0', result.to_json())
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', text)


def shy(position: bg.Position) -> bg.Move:
    return position.legal_moves[position.ply % len(position.legal_moves)]


PAIRS: list[tuple[str, str | Callable[[], object], str | Callable[[], object], str]] = [
    ("native", "ai11", "ai5", "tictactoe"),
    ("random", "random", "random", "othello:6"),
    ("thinking", "alphabeta:depth=1", "random", "othello:4"),
    ("python", First, First, "mnk:4,3,3"),
    ("mixed", First, "random", "tictactoe"),
    ("mixed thinking", "perfect", First, "tictactoe"),
    ("function", lambda: shy, "random", "tictactoe:4"),
    ("dealt", "rule", "random", "honeymoon"),
    ("teams", "random", "first", "quo:3"),
]


@pytest.mark.parametrize(
    ("a", "b", "game"), [pair[1:] for pair in PAIRS], ids=[p[0] for p in PAIRS]
)
@pytest.mark.parametrize("keep", [False, True], ids=["counts", "games"])
def test_parts_put_together_are_the_long_match(a: object, b: object, game: str, keep: bool) -> None:
    def play(first: int, games: int, threads: int) -> MatchResult:
        players = [each() if callable(each) else each for each in (a, b)]
        return bg.match(
            *players,
            game,
            games,
            seed=5,
            first_game=first,
            threads=threads,
            keep_games=keep,
        )

    total = 130
    whole = play(0, total, 2)
    parts = [play(first, min(50, total - first), 1 + first // 50) for first in (100, 0, 50)]
    assert without_time(MatchResult.merge(parts)) == without_time(whole)
    assert without_time(play(0, total, 1)) == without_time(whole)
    assert MatchResult.merge([MatchResult.from_json(part.to_json()) for part in parts]) == whole


def test_forfeits_keep_their_numbers_in_parts() -> None:
    bad = bg.match(lambda position: "a1", "first", "tictactoe", games=40, seed=1)
    parts = [
        bg.match(lambda position: "a1", "first", "tictactoe", games=20, seed=1, first_game=k)
        for k in (0, 20)
    ]
    assert MatchResult.merge(parts) == bad
    assert [forfeit.game for forfeit in bad.forfeits] == list(range(40))


def test_parts_that_do_not_fit_are_refused() -> None:
    one = bg.match("ai2", "ai2", "tictactoe", games=10, seed=1)
    two = bg.match("ai2", "ai2", "tictactoe", games=10, seed=1, first_game=10)
    assert MatchResult.merge([two, one]).num_games == 20
    for parts in (
        [],
        [one, one],
        [one, bg.match("ai2", "ai2", "tictactoe", games=10, seed=1, first_game=11)],
        [one, bg.match("ai2", "ai2", "tictactoe", games=10, seed=2, first_game=10)],
        [one, bg.match("ai2", "ai3", "tictactoe", games=10, seed=1, first_game=10)],
        [
            one,
            bg.match("ai2", "ai2", "tictactoe", games=10, seed=1, first_game=10, keep_games=True),
        ],
    ):
        with pytest.raises(bg.ParameterError):
            MatchResult.merge(parts)
    with pytest.raises(bg.ParameterError, match="first_game"):
        bg.match("ai2", "ai2", "tictactoe", games=10, first_game=2**53 - 5)
    with pytest.raises(TypeError, match="a part must be a MatchResult, not str"):
        MatchResult.merge("ab")  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [("ai2", "ai5"), (First(), "ai5"), ("perfect", First())])
def test_every_game_can_be_had(players: tuple[str | Player, str | Player]) -> None:
    result = bg.match(*players, "tictactoe", games=70, seed=3, keep_games=True, threads=2)
    assert [game.game for game in result.games] == list(range(70))
    wins = [0, 0]
    for game in result.games:
        record = game.record
        assert record.result is not None
        assert record.result.reason == game.reason
        side = game.game % 2
        expected = {None: None, side: "a", 1 - side: "b"}[record.result.winner]
        assert game.winner == expected
        wins[side] += game.winner == "a"
        children = [bg.seeding.child_seed(3, 2 * game.game + (player ^ side)) for player in (0, 1)]
        assert list(game.seeds) == children
        assert all(seconds >= 0 for seconds in game.seconds)
        assert not game.forfeit
    assert tuple(wins) == result.wins
    assert sum(len(game.moves) for game in result.games) == result.plies
    read = MatchResult.from_json(result.to_json())
    assert read == result
    assert read.games == result.games
    assert bg.match(*players, "tictactoe", games=70, seed=3).games == ()


def test_a_game_lost_by_a_bad_answer_is_kept_too() -> None:
    result = bg.match(
        lambda position: "z9",
        "first",
        "tictactoe",
        games=2,
        seed=1,
        openings="none",
        keep_games=True,
    )
    first, second = result.games
    assert (first.moves, first.winner, first.forfeit) == ((), "b", True)
    assert "z9" in first.reason
    assert second.moves == ("a1",)


@pytest.mark.parametrize("players", [("random", "random"), (First(), "random")])
@pytest.mark.parametrize("threads", [1, 3])
def test_games_are_told_as_they_end(players: tuple[str | Player, str], threads: int) -> None:
    told: list[PlayedGame] = []
    callers = set()

    def on_game(game: PlayedGame) -> None:
        callers.add(threading.get_ident())
        told.append(game)

    result = bg.match(
        *players, "tictactoe", 9000, seed=3, threads=threads, on_game=on_game, keep_games=True
    )
    assert sorted(told, key=lambda game: game.game) == list(result.games)
    assert callers == {threading.get_ident()}


@pytest.mark.parametrize("players", [("random", "random"), (First(), "random")])
@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_of_on_game_ends_the_match(
    players: tuple[str | Player, str], threads: int
) -> None:
    class Enough(Exception):
        pass

    def stop(game: PlayedGame) -> None:
        raise Enough

    with pytest.raises(Enough):
        bg.match(*players, "tictactoe", games=10**7, seed=0, threads=threads, on_game=stop)


def until_players_wait() -> None:
    """Return once the other threads of this process are idle."""
    idle = 0
    while idle < 3:
        before = time.process_time()
        time.sleep(0.05)
        idle = idle + 1 if time.process_time() - before < 0.01 else 0


def test_games_go_on_beside_a_slow_on_game() -> None:
    class Enough(Exception):
        pass

    used = []

    def on_game(game: PlayedGame) -> None:
        before = time.process_time()
        time.sleep(0.5)
        used.append(time.process_time() - before)
        raise Enough

    with pytest.raises(Enough):
        bg.match("random", "random", "othello", games=10**7, seed=3, threads=2, on_game=on_game)
    # What the players compute meanwhile: little on a busy machine, nothing if they wait.
    assert used[0] > 0.05


@processes.posix
def test_ctrl_c_ends_a_match_whose_players_wait_for_on_game() -> None:
    ended = processes.python(f"{inspect.getsource(until_players_wait)}\n{WAITING}", timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")


WAITING = """
import signal, time
import bitgames as bg

told = []

def on_game(game):
    if not told:
        until_players_wait()
    told.append(game)

try:
    bg.match(
        "random", "random", "tictactoe", 10**9, seed=3, threads=2, on_game=on_game,
        progress=lambda done, total: signal.raise_signal(signal.SIGINT),
    )
except KeyboardInterrupt:
    print("interrupted")
"""


OPENINGS = ["tictactoe .../.o./...", "tictactoe x../.o./...", "tictactoe ox./.../..."]


@pytest.mark.parametrize("players", [("ai5", "ai2"), (First(), "ai2")])
def test_openings_are_played_in_both_seatings(players: tuple[str | Player, str]) -> None:
    record = bg.Record("tictactoe", ["b2", "a1", "c3"])
    openings = [bg.position(OPENINGS[0]), OPENINGS[1], record]
    result = bg.match(*players, "tictactoe", seed=2, openings=openings, keep_games=True)
    assert result.num_games == 6
    starts = [OPENINGS[0], OPENINGS[1], "tictactoe .../.../..."]
    assert [game.start for game in result.games] == [start for start in starts for _ in range(2)]
    assert [game.given for game in result.games] == [0, 0, 0, 0, 3, 3]
    assert result.games[4].moves[:3] == ("b2", "a1", "c3")
    assert result.openings[2] == ("tictactoe .../.../...", "b2 a1 c3")
    assert result.plies == sum(len(game.moves) - game.given for game in result.games)
    assert [game.record.result is not None for game in result.games] == [True] * 6
    again = bg.match(*players, "tictactoe", games=12, seed=2, openings=openings, keep_games=True)
    assert again.games[:6] == result.games
    assert again.games[6].start == OPENINGS[0]
    parts = [
        bg.match(
            *players,
            "tictactoe",
            games=4,
            seed=2,
            openings=openings,
            first_game=first,
            keep_games=True,
        )
        for first in (0, 4, 8)
    ]
    assert MatchResult.merge(parts) == again
    assert json.loads(result.to_json())["openings"][2] == ["tictactoe .../.../...", "b2 a1 c3"]


def test_a_player_hears_of_the_moves_of_an_opening() -> None:
    class Hearing(First):
        sees = "record"

        def __init__(self) -> None:
            self.lengths: list[int] = []

        def choose(self, record: bg.Record) -> bg.Move:  # type: ignore[override]
            self.lengths.append(len(record))
            return record.position.legal_moves[0]

    player = Hearing()
    opening = bg.Record("othello:6", bg.Record("othello:6").position.legal_moves[:1])
    bg.match(player, "first", "othello:6", games=1, openings=[opening])
    assert player.lengths[:2] == [2, 4]


@pytest.mark.parametrize(
    ("openings", "error"),
    [
        (["othello"], bg.ParameterError),
        (["tictactoe:4"], bg.ParameterError),
        (["nonsense"], bg.UnknownGameError),
        (["tictactoe zzz/.../..."], bg.ParseError),
        ([3], TypeError),
        (3, TypeError),
    ],
    ids=str,
)
def test_bad_openings(openings: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        bg.match("ai2", "ai2", "tictactoe", openings=openings)  # type: ignore[arg-type]


def test_openings_of_a_game_of_chance_are_played_as_they_stand() -> None:
    deal = bg.Honeymoon(11)
    result = bg.match(
        "rule", "random", "honeymoon", games=4, seed=1, openings=[deal], keep_games=True
    )
    assert {game.start for game in result.games} == {deal.to_string()}


@pytest.mark.parametrize("players", [("first", "first"), (First(), First()), ("first", "ai1")])
def test_players_that_repeat_one_game_are_noticed(
    players: tuple[str | Player, str | Player],
) -> None:
    result = bg.match(*players, "tictactoe", games=500, seed=1, openings="none")
    assert result.distinct in (1, 2)
    assert result.repeats
    assert f"games  {result.distinct} different among 500\n" in str(result)
    assert "games repeat, so the intervals are too narrow; random openings vary them" in str(result)
    assert MatchResult.from_json(result.to_json()).distinct == result.distinct
    openings = [bg.Record("tictactoe", [m]) for m in bg.TicTacToe().legal_moves]
    varied = bg.match(*players, "tictactoe", games=500, seed=1, openings=openings)
    assert varied.repeats


def test_matches_that_vary_are_not_blamed() -> None:
    result = bg.match("random", "random", "tictactoe", games=500, seed=1)
    assert (result.distinct, result.repeats) == (500, False)
    assert "games  500 different among 500" in str(result)
    assert "repeat" not in str(result)
    assert bg.match("random", "random", "tictactoe", games=20, seed=1).distinct == 20
    few = bg.match("ai14", "random", "tictactoe", games=500, seed=1, keep_games=True)
    assert few.distinct == len({game.moves for game in few.games})
    assert not few.repeats
    deals = bg.match("rule", "rule", "honeymoon", games=100, seed=1)
    assert not deals.repeats


def test_a_player_on_both_sides_begins_each_game_once() -> None:
    player = Noted()
    bg.match(player, player, "tictactoe", games=4, seed=6)
    assert player.seeds == [bg.seeding.child_seed(6, child) for child in (0, 3, 4, 7)]


def test_progress_of_a_match_of_searching_players_counts_games() -> None:
    calls: list[tuple[int, int]] = []
    bg.match(
        "montecarlo:samples=2",
        "rule",
        "honeymoon",
        games=3,
        seed=1,
        progress=lambda *call: calls.append(call),
    )
    assert calls[-1] == (3, 3)
    assert calls == sorted(calls)
