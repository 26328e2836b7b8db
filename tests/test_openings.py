"""Openings of matches: random ones, files of them, when a match takes them, and what it counts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import bitgames as bg
from bitgames.openings import choose, random_openings, read_openings, usual_plies
from bitgames.results import MatchResult

DETERMINISTIC = ("alphabeta:depth=2", "alphabeta:depth=1")


def first(position: bg.Position) -> bg.Move:
    return position.legal_moves[0]


class Sure(bg.players.Player):
    """Says that it draws no random numbers."""

    name = "sure"
    deterministic = True

    def choose(self, position: bg.Position) -> bg.Move:
        """Return the first legal move."""
        return position.legal_moves[0]


def test_two_deterministic_players_play_many_games() -> None:
    """The match of one game a thousand times: 1000-0, one distinct game of 60."""
    result = bg.match(*DETERMINISTIC, "othello", 1000, seed=1)
    assert result.opening_rule == "random:8"
    # Two of 500 random openings can be the same; that says nothing about the players.
    assert 980 <= result.distinct <= 1000
    assert not result.repeats
    assert 0.7 < result.score < 0.95
    low, high = result.score_interval
    assert low < result.score < high
    assert high - low < 0.1
    lines = str(result).splitlines()
    assert lines[0] == "alphabeta:depth=2 VS alphabeta:depth=1, openings random:8"
    assert lines[-1] == f"games  {result.distinct:,} different among 1,000"


@pytest.mark.parametrize(
    ("a", "b", "game", "rule"),
    [
        ("alphabeta:depth=1", "alphabeta:depth=2", "othello", "random:8"),
        ("alphabeta:seconds=0.01", "first", "othello:4", "random:4"),
        ("first", "first", "tictactoe", "random:2"),
        ("first", "ai1", "mnk:5,4,4", "random:5"),
        ("first", Sure(), "mosaic:4", "random:7"),
        (Sure(), Sure(), "quo:3", "random:3"),
        ("first", "random", "othello", "none"),
        ("first", "perfect", "tictactoe", "none"),
        ("ai1", "ai3", "tictactoe", "none"),
        ("first", first, "tictactoe", "random:2"),
        ("first", "first", "honeymoon", "none"),
        ("first", "first", "tictactoe ooo/xx./...", "none"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_players_decide_whether_games_have_openings(
    a: str, b: str, game: str, rule: str
) -> None:
    result = bg.match(a, b, bg.position(game) if " " in game else game, games=2, seed=1)
    assert result.opening_rule == rule
    assert json.loads(result.to_json())["opening_rule"] == rule
    assert (", openings" in str(result).splitlines()[0]) == (rule != "none")


@pytest.mark.parametrize("players", [("random", "random"), DETERMINISTIC, (Sure(), "random")])
def test_a_match_plays_the_openings_that_are_shown(players: tuple[str, str]) -> None:
    result = bg.match(
        *players, "othello:6", games=80, seed=9, openings="random:5", keep_games=True, threads=2
    )
    openings = random_openings("othello:6", 5, pairs=40, seed=9)
    for game in result.games:
        assert game.given == 5
        assert game.moves[:5] == tuple(map(str, openings[game.game // 2].moves))
    assert result.plies == sum(len(game.moves) - 5 for game in result.games)
    later = random_openings("othello:6", 5, pairs=10, seed=9, first=30)
    assert later == openings[30:]


def test_the_other_random_numbers_stay() -> None:
    """Openings have a stream of their own: players draw what they drew before."""
    plain = bg.match("random", "random", "tictactoe", games=20, seed=3, keep_games=True)
    opened = bg.match(
        "random", "random", "tictactoe", games=20, seed=3, openings="random:1", keep_games=True
    )
    assert [game.seeds for game in plain.games] == [game.seeds for game in opened.games]


@pytest.mark.parametrize("game", ["tictactoe", "mnk:4,3,3", "othello:4", "mosaic:3", "quo:3"])
def test_no_opening_ends_the_game(game: str) -> None:
    for opening in random_openings(game, 30, pairs=20, seed=2):
        assert not opening.position.is_over
        assert opening.result is None


def test_openings_are_about_even() -> None:
    """A search that is deeper than the one that chose them finds few lopsided ones."""

    def lopsided(balance: bool) -> int:
        openings = random_openings("othello", 8, pairs=40, seed=4, balance=balance)
        values = [bg.search(each.position, depth=6).value for each in openings]
        return sum(abs(value) > 5 for value in values)

    assert lopsided(True) < 0.5 * lopsided(False)
    for opening in random_openings("tictactoe", 2, pairs=20, seed=4):
        assert bg.solve(opening.position).value == 0


@pytest.mark.parametrize("split", [[(0, 50), (50, 70), (120, 10)], [(0, 33), (33, 1), (34, 96)]])
@pytest.mark.parametrize("players", [DETERMINISTIC, ("random", "first"), (Sure(), "random")])
def test_parts_have_the_openings_and_pairs_of_the_whole(
    players: tuple[str, str], split: list[tuple[int, int]]
) -> None:
    def play(first: int, games: int, threads: int) -> MatchResult:
        return bg.match(
            *players,
            "tictactoe",
            games,
            seed=5,
            first_game=first,
            threads=threads,
            openings="random:2",
        )

    whole = play(0, 130, 2)
    parts = [play(first, games, 1) for first, games in split]
    merged = MatchResult.merge(reversed(parts))
    assert merged == whole
    assert merged.score_interval == whole.score_interval
    assert sum(whole.pairs) == 65
    assert MatchResult.merge(MatchResult.from_json(part.to_json()) for part in parts) == whole
    other = bg.match(*players, "tictactoe", 10, seed=5, first_game=130, openings="none")
    with pytest.raises(bg.ParameterError, match="same opening_rule"):
        MatchResult.merge([whole, other])


@pytest.mark.parametrize("players", [("ai5", "ai2"), ("first", "ai2"), (Sure(), "ai2")])
@pytest.mark.parametrize(("begin", "games"), [(0, 9), (3, 6), (7, 1), (8, 1), (1020, 90)])
def test_pairs_are_those_of_the_games(players: tuple[str, str], begin: int, games: int) -> None:
    result = bg.match(*players, "tictactoe", games=games, seed=8, first_game=begin, keep_games=True)
    points = {game.game: {"a": 2, None: 1, "b": 0}[game.winner] for game in result.games}
    pairs = [0] * 5
    for number in points:
        if number % 2 == 0 and number + 1 in points:
            pairs[points[number] + points[number + 1]] += 1
    assert result.pairs == tuple(pairs)
    assert (result.halves[0] is not None) == (begin % 2 == 1)
    assert (result.halves[1] is not None) == ((begin + games) % 2 == 1)
    again = bg.match(*players, "tictactoe", games=games, seed=8, first_game=begin)
    assert (again.pairs, again.halves) == (result.pairs, result.halves)
    assert again.hashes == result.hashes


def test_pairs_of_a_long_match_add_up() -> None:
    result = bg.match("random", "ai5", "tictactoe", games=9001, seed=3, first_game=1, threads=2)
    assert 2 * sum(result.pairs) + 1 == 9001
    points = sum(n * count for n, count in enumerate(result.pairs))
    points += {"a": 2, "draw": 1, "b": 0}[result.halves[0] or ""]
    assert points == 2 * sum(result.wins) + sum(result.draws)
    assert (result.compared, result.distinct <= 1023) == (1023, True)
    assert "different among the first 1,023" in str(result)


def test_one_sided_results_have_ends() -> None:
    result = bg.match("ai14", "first", "tictactoe", games=40, seed=1)
    assert result.score == 1
    assert result.elo == float("inf")
    low, high = result.score_interval
    assert 0.7 < low < 0.9
    assert high == 1
    document = json.loads(result.to_json())
    assert document["elo"] is None
    assert document["elo_interval"][1] is None
    assert document["elo_interval"][0] == result.elo_interval[0] > 100
    assert MatchResult.from_json(result.to_json()) == result
    assert "elo    +inf, 95% interval +" in str(result)
    lost = bg.match("first", "ai14", "tictactoe", games=40, seed=1)
    assert lost.elo == -float("inf")
    assert "elo    -inf, 95% interval -inf to -" in str(lost)


def test_small_games_repeat_and_say_so() -> None:
    result = bg.match("first", "ai1", "tictactoe", games=1000, seed=1)
    assert result.opening_rule == "random:2"
    assert 10 < result.distinct <= 144
    assert result.repeats
    assert str(result).endswith("\n\ngames repeat, so the intervals are too narrow")
    document = json.loads(result.to_json())
    assert (document["distinct"], document["repeats"]) == (result.distinct, True)


@pytest.mark.parametrize(
    "change",
    [
        {"pairs": [1, 2, 3, 4, 5]},
        {"pairs": [5, 0, 0, 0, 0]},
        {"pairs": [0] * 4},
        {"halves": ["c", None]},
        {"halves": [None]},
        {"halves": ["a", None]},
        {"compared": "x"},
    ],
    ids=str,
)
def test_damaged_pairs_are_refused(change: dict[str, object]) -> None:
    document = json.loads(
        bg.match("first", "first", "tictactoe", games=10, seed=1, openings="none").to_json()
    )
    with pytest.raises(bg.ParseError):
        MatchResult.from_json(json.dumps({**document, **change}))


def test_a_file_has_an_opening_on_each_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# three\nb2 a1\n\n  tictactoe o../.x./...  \nc3\n", encoding="utf-8")
    openings = read_openings(path, bg.TicTacToe())
    assert [len(each) for each in openings] == [2, 0, 1]
    assert openings[1].start == bg.position("tictactoe o../.x./...")
    result = bg.match("first", "first", "tictactoe", openings=str(path), seed=1, keep_games=True)
    assert (result.num_games, result.opening_rule) == (6, "given")
    assert [game.moves[: game.given] for game in result.games[::2]] == [("b2", "a1"), (), ("c3",)]
    assert str(result).splitlines()[0] == "first VS first, openings 3 given"


def test_a_file_of_games_gives_openings(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    bg.Record("othello", ["f5", "d6", "c3"]).save(path)
    assert [each.moves for each in read_openings(path, bg.Othello())] == [
        bg.Record("othello", ["f5", "d6", "c3"]).moves
    ]
    ggf = tmp_path / "games.ggf"
    ggf.write_text(
        "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- "
        "---*O--- -------- -------- -------- *]B[f5]W[f6];)",
        encoding="utf-8",
    )
    assert [len(each) for each in read_openings(ggf, bg.Othello())] == [2]
    transcript = tmp_path / "games.txt"
    transcript.write_text("f5d6c3\nf5f6\n", encoding="utf-8")
    assert [len(each) for each in read_openings(transcript, bg.Othello())] == [3, 2]


def test_openings_of_a_file_are_drawn_by_the_seed(tmp_path: Path) -> None:
    """As events draw them from a list: each once before any comes again."""
    path = tmp_path / "list.txt"
    cells = [str(move) for move in bg.TicTacToe().legal_moves]
    path.write_text("\n".join(cells), encoding="utf-8")

    def drawn(seed: int, rule: str = "drawn:") -> list[str]:
        chosen = choose(f"{rule}{path}", bg.TicTacToe(), seed)
        return ["".join(map(str, each.moves)) for each in chosen.records]

    assert drawn(1, "") == cells
    orders = {tuple(drawn(seed)) for seed in range(50)}
    assert len(orders) == 50 and all(sorted(order) == sorted(cells) for order in orders)
    firsts = Counter(drawn(seed)[0] for seed in range(900))
    assert set(firsts) == set(cells) and max(firsts.values()) < 200
    rule = f"drawn:{path}"
    same = [bg.match("first", "ai1", "tictactoe", seed=3, games=6, openings=rule, keep_games=True)
            for _ in range(2)]  # fmt: skip
    assert [game.moves for game in same[0].games] == [game.moves for game in same[1].games]
    table = bg.tournament(["first", "ai1"], "tictactoe", pairs=3, seed=3, openings=rule)
    assert table.num_games == 6


def test_openings_of_a_file_may_have_to_be_even(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("f5d6c3d3c4\nf5f4\nf5d6\nf5d6c5f4d7f6g5\n", encoding="utf-8")
    start = bg.Othello()
    values = [
        abs(bg.search(each.position, depth=6, nodes=2000).value)
        for each in read_openings(path, start)
    ]
    for within in (1.0, 3.0, 5.0, 64.0):
        wanted = [value for value in values if value <= within]
        if wanted:
            assert len(read_openings(path, start, within=within)) == len(wanted)
            assert len(choose(f"drawn:even={within}:{path}", start).records) == len(wanted)
    assert len(read_openings(path, start, within=64)) == 4 > sum(v <= 5 for v in values) > 0
    with pytest.raises(bg.ParameterError, match="has no opening within 0 of even"):
        read_openings(path, start, within=0)


@pytest.mark.parametrize(
    ("text", "game", "words"),
    [
        ("b2\na1 b1 a2 b2 a3", "tictactoe", "after opening 2 the game is over"),
        ("", "othello", "has no openings"),
        ("# nothing\n", "othello", "has no openings"),
        ("f5 d6\nf5 f5\n", "othello", "line 2: "),
        ("nonsense", "tictactoe", "line 1: "),
        ("tictactoe:4 ..../..../..../....", "tictactoe", "tictactoe:4, not of tictactoe"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, game: str, words: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(bg.GameError) as caught:
        bg.match("first", "first", game, openings=str(path))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("openings", "game", "words"),
    [
        ("nowhere", "othello", "'nowhere' is not a valid choice of openings: allowed are none"),
        (".", "othello", "'.' is not a valid choice of openings: allowed are none"),
        ("random:", "othello", "from 1 to 255"),
        ("random:0", "othello", "from 1 to 255"),
        ("random:many", "othello", "from 1 to 255"),
        ("random:256", "othello", "from 1 to 255"),
        ("even=:x", "othello", "from 0 to 64 points"),
        ("even=nan:x", "othello", "from 0"),
        ("drawn:even=65:x", "othello", "from 0"),
        ("drawn:nowhere", "othello", "'nowhere' is not a valid choice"),
        ("random:4", "honeymoon", "each pair of games has a new deal"),
    ],
)
def test_bad_rules_are_refused(openings: str, game: str, words: str) -> None:
    with pytest.raises(bg.ParameterError, match=words):
        bg.match("first", "first", game, openings=openings)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"plies": 0}, bg.ParameterError),
        ({"plies": 256}, bg.ParameterError),
        ({"plies": 1.5}, TypeError),
        ({"pairs": -1}, bg.ParameterError),
        ({"pairs": 2**24 + 1}, bg.ParameterError),
        ({"first": -1}, bg.ParameterError),
        ({"seed": -1}, bg.ParameterError),
        ({"game": "chess"}, bg.UnknownGameError),
        ({"game": "honeymoon"}, bg.ParameterError),
    ],
    ids=str,
)
def test_bad_arguments(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        random_openings(**{"game": "othello", **arguments})  # type: ignore[arg-type]


def test_players_are_asked_about_the_positions_in_which_they_begin() -> None:
    class Late(Sure):
        name = "late"

        def check(self, position: bg.Position) -> None:
            if position.ply < 2:
                raise bg.UnsupportedError("too early")

    opening = bg.Record("tictactoe", ["b2", "a1"])
    assert bg.match(Late(), "first", "tictactoe", openings=[opening]).num_games == 2
    with pytest.raises(bg.UnsupportedError, match="too early"):
        bg.match(Late(), "first", "tictactoe")


def test_drawing_tells_its_progress_and_can_be_ended() -> None:
    calls: list[tuple[int, int]] = []
    random_openings("othello", pairs=30, seed=1, progress=lambda *call: calls.append(call))
    assert calls[-1] == (30, 30)

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        random_openings("othello", pairs=2**24, seed=1, progress=stop)


def test_the_usual_length_fits_the_board() -> None:
    assert usual_plies(bg.TicTacToe(1)) == 1
    assert usual_plies(bg.Mosaic(7)) == 8
