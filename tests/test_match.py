"""Matches: the table, the seeds, fairness to Python players, and what goes wrong."""

from __future__ import annotations

import dataclasses
import json
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.players import Player
from bitgames.results import Forfeit, MatchResult
from tests.commands import fails, run

TABLE = """\
ai2 VS ai2
count     win    lose    draw
o       29454   14352    6194
x       14208   29592    6200
total   43662   43944   12394

ratio     win    lose    draw
o       58.9%   28.7%   12.4%
x       28.4%   59.2%   12.4%
total   43.7%   43.9%   12.4%"""


@pytest.mark.parametrize("first", ["ai14", "bot.py", "python:bot.py:choose", "level:easy"])
@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_player_in_the_place_of_the_game(command: str, first: str) -> None:
    said = fails(run(command, first, "random", "othello"), 2)
    assert f"'{first}' is a player, and the game comes first" in said


def test_own_code_that_was_named_in_another_way() -> None:
    said = fails(run("match", "othello", "bot:choose", "random"), 2)
    assert said.endswith("your own code is python:FILE.py:NAME")


def result(**changes: object) -> MatchResult:
    """The result that the seed article prints."""
    values: dict[str, object] = {
        "a": "ai2",
        "b": "ai2",
        "game": "tictactoe",
        "start": "tictactoe .../.../...",
        "seats": ("o", "x"),
        "seed": 0,
        "num_games": 100_000,
        "plies": 700_000,
        "wins": (29454, 14208),
        "losses": (14352, 29592),
        "draws": (6194, 6200),
    }
    return MatchResult(**{**values, **changes})  # type: ignore[arg-type]


class Scripted(Player):
    """Returns what it is told to, in turn."""

    name = "scripted"

    def __init__(self, *answers: object) -> None:
        """Keep the answers."""
        self.answers = list(answers)

    def choose(self, position: bg.Position) -> bg.Move:
        """Give the next answer."""
        return self.answers.pop(0)  # type: ignore[return-value]


class First(Player):
    """Plays the first legal move, in one of the three ways a move may be given."""

    name = "mine"

    def __init__(self, form: Callable[[bg.Move], object] = lambda move: move) -> None:
        """Choose the way."""
        self.form = form

    def choose(self, position: bg.Position) -> bg.Move:
        """Return the first legal move."""
        return self.form(position.legal_moves[0])  # type: ignore[return-value]


def test_the_table_is_the_one_of_the_seed() -> None:
    strength = """

score  49.9%, 95% interval 49.6% to 50.1%
elo    -1, 95% interval -3 to +1"""
    assert str(result()) == TABLE + strength


def test_the_table_grows_with_its_numbers() -> None:
    wide = str(result(num_games=2 * 10**9, wins=(10**9, 0), seats=("north", "southwest")))
    lines = wide.splitlines()
    assert len({len(line) for line in lines[1:5]}) == 1
    assert lines[2].startswith("north    ")
    assert " 1000000000 " in lines[2]


def test_a_row_without_games_has_no_ratio() -> None:
    one = bg.match("first", "first", "tictactoe", games=1, seed=0, openings="none")
    assert one.counts == {"o": (1, 0, 0), "x": (0, 0, 0), "total": (1, 0, 0)}
    assert one.ratios["x"] == (0.0, 0.0, 0.0)


class Asking(Player):
    """Asks a native player, through the Python door."""

    def __init__(self, spec: str) -> None:
        """Make the native player."""
        self.player = bg.players.get(spec, seed=99)
        self.name = spec

    def start_game(self, seed: int) -> None:
        """Pass the seed on."""
        self.player.start_game(seed)

    def choose(self, position: bg.Position) -> bg.Move:
        """Return the native player's move."""
        return self.player.choose(position)  # type: ignore[no-any-return, return-value]


@pytest.mark.parametrize("pair", [("ai2", "ai2"), ("ai14", "ai2"), ("first", "ai10")])
@pytest.mark.parametrize("game", ["tictactoe", "tictactoe .../.o./x.."])
def test_native_players_asked_from_python_give_the_same_result(
    pair: tuple[str, str], game: str
) -> None:
    (a, b), start = pair, bg.position(game)
    for games, seed in ((1, 0), (51, 7), (300, 2**127 + 9)):
        native = bg.match(a, b, start, games, seed)
        assert bg.match(Asking(a), Asking(b), start, games, seed) == native
        assert bg.match(a, Asking(b), start, games, seed) == native
        assert bg.match(Asking(a), b, start, games, seed) == native


@pytest.mark.parametrize("spec", ["tictactoe:4", "mnk:5,3,3", "othello:6", "mosaic:3", "quo:3"])
def test_python_and_native_players_on_other_boards(spec: str) -> None:
    native = bg.match("random", "random", game=spec, games=40, seed=3)
    assert bg.match(Asking("random"), "random", game=spec, games=40, seed=3) == native


def test_players_that_think_play_alike_in_mixed_matches() -> None:
    native = bg.match("alphabeta:depth=2", "perfect", game="othello:4", games=6, seed=3)
    assert bg.match(Asking("alphabeta:depth=2"), "perfect", "othello:4", 6, 3) == native
    assert bg.match("alphabeta:depth=2", Asking("perfect"), "othello:4", 6, 3) == native


def test_threads_do_not_change_the_result() -> None:
    results = [
        bg.match("ai11", "ai5", "tictactoe", games=2000, seed=5, threads=n) for n in (1, 2, 3, None)
    ]
    assert all(each == results[0] for each in results)


def test_seeds_repeat_and_differ() -> None:
    runs = [bg.match("ai2", "ai2", "tictactoe", games=500, seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    fresh = bg.match("ai2", "ai2", "tictactoe", games=500)
    assert bg.match("ai2", "ai2", "tictactoe", games=500, seed=fresh.seed) == fresh


def test_sides_alternate() -> None:
    played = bg.match("first", "first", "tictactoe", games=7, seed=0, openings="none")
    assert (played.wins, played.losses, played.draws) == ((4, 0), (0, 3), (0, 0))
    assert played.plies == 7 * 7


@pytest.mark.parametrize("form", [lambda move: move, int, str], ids=["Move", "int", "str"])
def test_python_players_answer_in_any_form(form: Callable[[bg.Move], object]) -> None:
    mine = bg.match(First(form), "ai5", "tictactoe", games=60, seed=4)
    native = bg.match("first", "ai5", "tictactoe", games=60, seed=4)
    assert dataclasses.replace(mine, a="first") == native
    assert mine.a == "mine"


def test_start_game_gets_the_children_of_the_seed() -> None:
    heard: list[int] = []

    class Listening(First):
        def start_game(self, seed: int) -> None:
            heard.append(seed)

    bg.match("ai2", Listening(), "tictactoe", games=4, seed=6)
    assert heard == [bg.seeding.child_seed(6, child) for child in (1, 2, 5, 6)]


def test_seeded_python_players_repeat() -> None:
    class Random(Player):
        name = "seeded"

        def __init__(self) -> None:
            self.rng = random.Random()

        def start_game(self, seed: int) -> None:
            self.rng.seed(seed)

        def choose(self, position: bg.Position) -> bg.Move:
            return self.rng.choice(position.legal_moves)

    runs = [bg.match(Random(), Random(), "tictactoe", games=50, seed=seed) for seed in (8, 8, 9)]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    "answer",
    ["a1", "z9", "", "\N{SNOWMAN}", 0, 9, -1, 2**70, None, 1.5, object()],
    ids=lambda answer: repr(answer).partition(" at ")[0],  # an address differs from run to run
)
def test_a_move_that_cannot_be_played_loses(answer: object) -> None:
    start = bg.position("tictactoe o../.../...")
    played = bg.match(First(), Scripted(answer), game=start, games=1, seed=0)
    assert played.wins == (1, 0)
    (forfeit,) = played.forfeits
    assert (forfeit.game, forfeit.player) == (0, "scripted")
    assert forfeit.reason
    assert "forfeits: 1 (game 0, scripted: " in str(played)


def test_forfeits_are_charged_to_the_right_side() -> None:
    bad = bg.match(Scripted("a1", "a1", "a1"), "first", "tictactoe", games=2, seed=0)
    # Game 0: a plays a1, b b1, a again a1. Game 1: b plays a1, a tries it too.
    assert (bad.wins, bad.losses, bad.draws) == ((0, 0), (1, 1), (0, 0))
    assert [each.game for each in bad.forfeits] == [0, 1]
    assert bad.plies == 3


def test_errors_of_a_player_come_out_unchanged() -> None:
    class Broken(Player):
        name = "broken"

        def choose(self, position: bg.Position) -> bg.Move:
            raise bg.IllegalMoveError("my own trouble")

    with pytest.raises(bg.IllegalMoveError, match="my own trouble"):
        bg.match(Broken(), "ai2", "tictactoe", games=3, seed=0)


def test_a_finished_start_counts_as_it_stands() -> None:
    over = bg.position("tictactoe ooo/xx./...")
    played = bg.match(First(), First(), game=over, games=4, seed=0)
    assert (played.wins, played.losses, played.plies) == ((2, 0), (0, 2), 0)
    assert bg.match("ai2", "ai2", game=over, games=4, seed=0).wins == (2, 0)


@pytest.mark.parametrize("players", [("ai2", "ai2"), (First(), "ai2")])
def test_progress_is_told(players: tuple[str | Player, str]) -> None:
    calls: list[tuple[int, int]] = []
    bg.match(*players, "tictactoe", games=500, seed=0, progress=lambda *call: calls.append(call))
    assert calls[-1] == (500, 500)
    assert calls == sorted(calls)


@pytest.mark.parametrize("players", [("ai2", "ai2"), (First(), "ai2")])
def test_errors_of_progress_come_out_unchanged(players: tuple[str | Player, str]) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        bg.match(*players, "tictactoe", games=100_000, seed=0, progress=stop)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"a": "nobody"}, bg.UnknownPlayerError),
        ({"b": ""}, bg.UnknownPlayerError),
        ({"a": "alphabeta:depth=0"}, bg.ParameterError),
        ({"a": "alphabeta:width=3"}, bg.ParameterError),
        ({"game": "chess"}, bg.UnknownGameError),
        ({"game": "tictactoe:99"}, bg.ParameterError),
        ({"a": "ai14", "game": "tictactoe:5"}, bg.UnsupportedError),
        ({"games": 0}, bg.ParameterError),
        ({"games": -5}, bg.ParameterError),
        ({"games": 10**40}, bg.ParameterError),
        ({"games": True}, TypeError),
        ({"games": 2.0}, TypeError),
        ({"games": "3"}, TypeError),
        ({"threads": 0}, bg.ParameterError),
        ({"threads": 10**9}, bg.ParameterError),
        ({"threads": "two"}, TypeError),
        ({"seed": -1}, bg.ParameterError),
        ({"seed": "x"}, TypeError),
        ({"a": None}, TypeError),
        ({"a": First}, TypeError),
        ({"game": 3}, TypeError),
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        bg.match(**{"a": "ai2", "b": "ai2", "game": "tictactoe", **arguments})  # type: ignore[arg-type]


def test_results_are_values() -> None:
    one = result()
    assert one == result(seconds=9.0)
    assert one != result(seed=1)
    assert hash(one) == hash(result(seconds=9.0))
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.num_games = 3  # type: ignore[misc]


@given(st.integers(0, 2**128 - 1), st.lists(st.text(), max_size=3))
@settings(max_examples=25)
def test_json_is_read_back(seed: int, reasons: list[str]) -> None:
    forfeits = tuple(Forfeit(n, "mine", reason) for n, reason in enumerate(reasons))
    one = result(seed=seed, forfeits=forfeits)
    text = one.to_json()
    assert "\n" not in text
    assert MatchResult.from_json(text) == one
    assert json.loads(text)["wins"] == [29454, 14208]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-1],
        lambda text: "[]",
        lambda text: text.replace("bitgames match", "other"),
        lambda text: text.replace('"version": 1', '"version": 2'),
        lambda text: text.replace('"games": 100000', '"games": 7'),
        lambda text: text.replace('"wins"', '"vins"'),
        lambda text: text.replace("[29454, 14208]", "[1]"),
        lambda text: text.replace("[29454, 14208]", '"x"'),
        lambda text: "[" * 100_000,
        lambda text: b"\xff\xfe",
    ],
)
def test_damaged_json_is_refused(damage: Callable[[str], str | bytes]) -> None:
    with pytest.raises(bg.ParseError):
        MatchResult.from_json(damage(result().to_json()))
