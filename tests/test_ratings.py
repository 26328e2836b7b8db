"""`bg.ratings` and `bitgames ratings`: what they promise of any games, their forms, bad input."""

from __future__ import annotations

import csv
import io
import json
import math
import random
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import bitgames as bg
from bitgames.tournaments.outcomes import Outcome, of_matches, pairings
from tests.commands import fails, run


def games_of(strength: dict[str, float], pairs: int, seed: int = 1) -> list[Outcome]:
    """Pairs of games of each two players, who win by their strength in points."""
    rng = random.Random(seed)
    found = []
    for a in strength:
        for b in strength:
            for pair in range(pairs if a < b else 0):
                for first, second in ((a, b), (b, a)):
                    odds = 10 ** ((strength[first] - strength[second]) / 800)
                    score = rng.choices((1.0, 0.5, 0.0), (odds, 1, 1 / odds))[0]
                    found.append(Outcome(first, second, score, pair))
    return found


GAMES = games_of({"one": 150, "two": 50, "three": -50, "four": -150}, 30)
FOUND = bg.ratings(GAMES, samples=100, seed=0)


def test_the_order_of_games_does_not_matter() -> None:
    shuffled = random.Random(1).sample(GAMES, len(GAMES))
    assert bg.ratings(shuffled, samples=100, seed=0) == FOUND
    assert bg.ratings(iter(map(tuple, shuffled)), samples=100, seed=0) == FOUND  # type: ignore[arg-type]


def test_ratings_have_the_mean_0_and_the_best_is_first() -> None:
    ratings = [player.rating for player in FOUND.players]
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    assert ratings == sorted(ratings, reverse=True)
    assert [player.name for player in FOUND.players] == ["one", "two", "three", "four"]
    assert FOUND["one"].games == 180


def test_an_anchor_only_shifts() -> None:
    shifted = bg.ratings(GAMES, anchor="two", anchor_rating=1500, samples=100, seed=0)
    assert shifted["two"].rating == 1500
    by = 1500 - FOUND["two"].rating
    for player in FOUND.players:
        other = shifted[player.name]
        moved = (player.rating + by, player.low + by, player.high + by)
        assert (other.rating, other.low, other.high) == pytest.approx(moved)
    assert shifted.superiority == FOUND.superiority


def test_a_seed_repeats_the_intervals() -> None:
    assert bg.ratings(GAMES, samples=60, seed=3) == bg.ratings(GAMES, samples=60, seed=3)
    other = bg.ratings(GAMES, samples=60, seed=4)
    assert other["one"].low != bg.ratings(GAMES, samples=60, seed=3)["one"].low
    assert other["one"].rating == FOUND["one"].rating


def test_superiority_and_cross_table_have_two_sides() -> None:
    for row, line in enumerate(FOUND.superiority):
        for column, likely in enumerate(line):
            if row == column:
                assert likely is None
                continue
            back = FOUND.superiority[column][row]
            assert likely is not None and back is not None
            assert likely + back == pytest.approx(1)
            assert (likely > 0.5) == (row < column)
            assert FOUND.cross[row][column] == FOUND.cross[column][row][::-1]
            assert sum(FOUND.cross[row][column]) == 60
    for row, player in enumerate(FOUND.players):
        sums = tuple(map(sum, zip(*FOUND.cross[row], strict=True)))
        assert sums == (player.wins, player.draws, player.losses)


def test_pools_without_a_game_between_them_stand_apart() -> None:
    others = games_of({"x": 100, "y": -100}, 5)
    both = bg.ratings([*others, *GAMES], samples=100, anchor="y", seed=0)
    assert [pool.names for pool in both.pools] == [("one", "two", "three", "four"), ("x", "y")]
    assert [player.pool for player in both.players] == [0, 0, 0, 0, 1, 1]
    assert both["one"] == FOUND["one"]
    assert both["y"].rating == 0 < both["x"].rating
    assert both.superiority[0][4] is None
    assert "pool 2: no game joins" in str(both)
    with pytest.raises(bg.ParameterError, match="no game joins one with x"):
        both.expected("one", "x")


def test_a_player_who_won_all_has_a_finite_rating() -> None:
    best = [Outcome("best", "one", 1.0, pair) for pair in range(4)]
    found = bg.ratings([*GAMES, *best], seed=0)
    assert found.pools[0].intervals == "profile"
    player = found["best"]
    assert player.score == 1
    assert FOUND["one"].rating < player.rating < player.high < math.inf
    # Much more could be above than below.
    assert player.high - player.rating > player.rating - player.low
    worst = bg.ratings(
        [*GAMES, *(Outcome("one", "worst", 1.0, pair) for pair in range(4))], seed=0
    )["worst"]
    assert -math.inf < worst.low < worst.rating < FOUND["four"].high


def test_one_player_on_the_first_side_only() -> None:
    """Who plays and who begins cannot be told apart, and ratings take it all."""
    found = bg.ratings([Outcome("a", "b", score, 0) for score in (1.0, 0.5, 0.0, 1.0)], seed=0)
    assert (found.pools[0].first_seat, found.pools[0].first_seat_interval) == (None, None)
    assert found["a"].rating > 0
    assert "the games do not tell" in str(found)


def test_expected_scores_are_those_of_the_games() -> None:
    """The fit has as many points for each player as it made, but for the virtual pair."""
    for player in FOUND.players:
        others = [other.name for other in FOUND.players if other is not player]
        mean = sum(FOUND.expected(player.name, other) for other in others) / len(others)
        assert mean == pytest.approx(player.score, abs=0.02)
    assert FOUND.expected("one", "two") + FOUND.expected("two", "one") == pytest.approx(1)


def test_matches_that_kept_their_games() -> None:
    first, second = (
        bg.match("ai14", "ai6", "tictactoe", games=20, seed=seed, keep_games=True)
        for seed in (1, 2)
    )
    third = bg.match("ai6", "ai14", "tictactoe", games=10, seed=1, keep_games=True)
    outcomes = of_matches([first, second, third])
    assert sorted(pairings(outcomes)["ai14", "ai6"]) == list(range(25))
    found = bg.ratings([first, second, third], samples=50, seed=0)
    assert found == bg.ratings(outcomes, samples=50, seed=0)
    wins = sum(first.wins + second.wins + third.losses)
    assert (found["ai14"].games, found["ai14"].wins) == (50, wins)
    # Parts of one match are one match.
    parts = [
        bg.match("ai14", "ai6", "tictactoe", games=10, seed=1, first_game=begin, keep_games=True)
        for begin in (10, 0)
    ]
    assert bg.ratings(parts, samples=50, seed=0) == bg.ratings(first, samples=50, seed=0)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results file of three players."""
    path = tmp_path_factory.mktemp("ratings") / "r.jsonl"
    bg.tournament(["ai14", "first", "random"], "tictactoe", pairs=6, results=path, seed=0)
    return path


def test_a_results_file_is_rated_as_its_tournament(results: Path) -> None:
    t = bg.tournament(["ai14", "first", "random"], "tictactoe", pairs=6, seed=0)
    assert bg.ratings(results, seed=0) == bg.ratings(t, seed=0)
    assert t.ratings == bg.Tournament.read(results).ratings
    assert bg.ratings(str(results), seed=0).unrated == ()


def test_players_without_a_game_are_named(results: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    part.write_bytes(b"".join(line for line in lines if b'":"random"' not in line))
    found = bg.ratings(part, seed=0)
    assert [player.name for player in found.players] == ["ai14", "first"]
    assert found.unrated == ("random",)
    assert str(found).endswith("no games: random")


def test_the_command_prints_tables_and_writes_the_picture(results: Path, tmp_path: Path) -> None:
    picture = tmp_path / "r.svg"
    said = run("ratings", str(results), "--seed", "0", "--plot", str(picture))
    assert (said.exit_code, said.stderr) == (0, "seed 0\n")
    found = bg.ratings(results, seed=0)
    assert said.stdout.startswith(f"{found}\n\nscore of the row's player")
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    words = "".join(root.itertext())
    assert all(player.name in words for player in found.players)
    drawn = run("ratings", str(results), "--seed", "0", "--plot", "-")
    assert drawn.stdout == f"{found.to_svg()}\n"


def test_the_command_as_data(results: Path) -> None:
    data = json.loads(run("ratings", str(results), "--json").stdout)
    assert data == json.loads(bg.ratings(results, seed=data["seed"]).to_json())
    assert (data["format"], data["version"]) == ("bitgames ratings", 1)
    options = ("--anchor", "first", "--anchor-rating", "1000", "--samples", "60", "--seed", "2")
    rows = csv.DictReader(io.StringIO(run("ratings", str(results), "--csv", *options).stdout))
    ratings = {row["name"]: float(row["rating"]) for row in rows}
    assert ratings["first"] == 1000
    assert ratings["ai14"] > 1000


def test_the_picture_shows_any_names() -> None:
    found = bg.ratings([("<&>\x1b", "b" * 300, 1, 0), ("b" * 300, "<&>\x1b", 0.5, 0)], seed=0)
    for theme in ("light", "dark"):
        words = "".join(ET.fromstring(found.to_svg(theme=theme)).itertext())
        assert "<&>\\u{1b}" in words
    assert "\x1b" not in str(found)
    with pytest.raises(bg.ParameterError, match="not a valid theme"):
        found.to_svg(theme="pink")


def test_the_picture_of_many_players() -> None:
    many = games_of({f"p{number:02}": 10.0 * number for number in range(30)}, 1)
    root = ET.fromstring(bg.ratings(many, samples=50, seed=0).to_svg())
    cells = [each for each in root if each.tag.endswith("rect")]
    assert len(cells) == 1 + 2 * 30 * 29


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([], "there are no finished games to rate"),
        ([("a", "b", math.nan, 0)], "outcome 0: nan is not a valid score: allowed are 1, 0.5"),
        ([("a", "b", 1, 0), ("a", "b", 0.7, 0)], "outcome 1: 0.7 is not a valid score"),
        ([("a", "a", 1, 0)], "outcome 0: a plays on both sides"),
        ([("", "a", 1, 0)], "outcome 0: a player has an empty name"),
        ([("a", "b", 1, -1)], "outcome 0: the number of the pair must be from 0"),
    ],
)
def test_invalid_games(games: list[Outcome], words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.ratings(games, seed=0)


@pytest.mark.parametrize("games", [3, None, [3], ["ab"], [("a", "b", 1)], [(1, 2, 1, 0)], [None]])
def test_things_that_are_no_games(games: object) -> None:
    with pytest.raises(TypeError):
        bg.ratings(games, seed=0)  # type: ignore[arg-type]


def test_a_match_without_games() -> None:
    with pytest.raises(bg.ParameterError, match="play it with keep_games=True"):
        bg.ratings(bg.match("ai1", "ai2", "tictactoe", games=2, seed=0), seed=0)


def test_invalid_options(results: Path) -> None:
    path = str(results)
    assert "'ai41' is not a player with games; did you mean ai14?" in fails(
        run("ratings", path, "--anchor", "ai41"), 2
    )
    assert "--anchor-rating must be from" in fails(
        run("ratings", path, "--anchor-rating", "nan"), 2
    )
    assert "--samples must be from 50" in fails(run("ratings", path, "--samples", "1"), 2)
    assert "give only one" in fails(run("ratings", path, "--json", "--csv"), 2)


def test_files_that_are_no_results(results: Path, tmp_path: Path) -> None:
    assert "No such file" in fails(run("ratings", str(tmp_path / "none.jsonl")), 1)
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"")
    assert "its first line is no header" in fails(run("ratings", str(path)), 1)
    lines = results.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0])
    assert "no finished games" in fails(run("ratings", str(path)), 2)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"score":', b'"scare":'), *lines[3:]]))
    assert "line 3 is damaged" in fails(run("ratings", str(path)), 1)
    # A line that is cut short at the end is a game that was not finished.
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    assert run("ratings", str(path)).exit_code == 0
