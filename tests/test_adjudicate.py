"""Games that end by proof: the result is that of playing on perfectly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.played import PlayedGame
from bitgames.results import MatchResult
from tests.commands import fails, run
from tests.reference import REFERENCES, Game

GAMES = [
    ("tictactoe", 6),
    ("mnk:4,4,3", 8),
    ("mnk:4,4,4", 9),
    ("othello:4", 8),
    ("othello:6", 8),
    ("othello", 9),
    ("mosaic:3", 10),
    ("mosaic:4", 9),
    ("quo:3", 8),
]


def empty(position: bg.Position) -> int:
    return position.facts.width * position.facts.height - len(position.occupied)


@pytest.mark.parametrize(("game", "empties"), GAMES)
def test_an_adjudicated_game_is_solved_so(game: str, empties: int) -> None:
    """The result is the value of the last position, and no position before had so few cells."""
    plain = bg.match("random", "random", game, games=12, seed=5, keep_games=True)
    result = bg.match(
        "random", "random", game, 12, 5, adjudicate=f"exact:{empties}", keep_games=True, threads=2
    )
    assert result.adjudicated > 0
    proven = 0
    for played, whole in zip(result.games, plain.games, strict=True):
        assert played.moves == whole.moves[: len(played.moves)]
        assert not played.forfeit
        record = played.record
        if record.result is not None:
            assert played == whole
            continue
        proven += 1
        position = record.position
        if not isinstance(position, bg.mosaic.PyramidPosition):
            cells = empty(position)
            assert played.reason == f"proven with {cells} empty square{'s' * (cells != 1)}"
            assert cells <= empties < empty(record.undo().position)
        value = bg.solve(position).value
        side = position.facts.teams[position.turn] ^ (played.game % 2)
        mover, other = ("a", "b") if side == 0 else ("b", "a")
        assert played.winner == (mover if value > 0 else other if value < 0 else None)
    assert proven == result.adjudicated


def best(game: Game) -> int:
    """The sign of the value for team 0, by trying everything."""
    if game.is_over:
        return 0 if game.winner is None else 1 - 2 * game.winner
    values = [best(game.play(move)) for move in game.legal_moves]
    return max(values) if game.turn == 0 else min(values)


@given(st.integers(0, 2**32), st.sampled_from(["tictactoe", "mnk:4,3,3"]))
@settings(max_examples=10)
def test_an_adjudicated_game_ends_as_the_references_say(seed: int, game: str) -> None:
    result = bg.match("random", "random", game, 2, seed, adjudicate="exact:5", keep_games=True)
    for played in result.games:
        judge = REFERENCES[game.partition(":")[0]].start(game)
        for move in played.record.moves:
            judge = judge.play(int(move))
        value = best(judge) * (1 - 2 * (played.game % 2))
        assert played.winner == {1: "a", 0: None, -1: "b"}[value]


@pytest.mark.parametrize(
    ("game", "openings", "empties"),
    [
        ("tictactoe", "random:2", 7),
        ("mnk:4,3,3", "random:3", 6),
        ("othello:4", "random:3", 8),
        ("mosaic:3", "random:3", 9),
        ("quo:3", "random:4", 8),
    ],
)
def test_playing_on_perfectly_gives_the_same_result(game: str, openings: str, empties: int) -> None:
    on = bg.match("perfect", "perfect", game, 16, 3, openings=openings)
    ended = bg.match(
        "perfect", "perfect", game, 16, 3, openings=openings, adjudicate=f"exact:{empties}"
    )
    assert ended.adjudicated > 0
    assert (ended.wins, ended.losses, ended.draws, ended.pairs) == (
        on.wins, on.losses, on.draws, on.pairs,
    )  # fmt: skip


def test_adjudication_does_not_depend_on_threads_nor_on_who_plays() -> None:
    plan = ("othello:6", 40, 7)
    one, three = (
        bg.match("random", "greedy", *plan, adjudicate="exact:12", threads=threads, keep_games=True)
        for threads in (1, 3)
    )
    assert one == three
    assert one.games == three.games
    told: list[PlayedGame] = []
    mixed = bg.match(
        bg.Agent("random"), bg.players.get("greedy"), *plan, adjudicate="exact:12",
        on_game=told.append,
    )  # fmt: skip
    assert tuple(sorted(told, key=lambda game: game.game)) == one.games
    assert mixed == bg.match("random", "greedy", *plan, adjudicate="exact:12")


def test_a_player_in_python_plays_adjudicated_games() -> None:
    first = lambda position: position.legal_moves[0]  # noqa: E731
    mixed = bg.match(first, "random", "othello:6", 6, 1, adjudicate="exact:10", keep_games=True)
    native = bg.match("first", "random", "othello:6", 6, 1, adjudicate="exact:10", keep_games=True)
    assert mixed.games == native.games
    assert mixed.adjudicated == native.adjudicated > 0


@pytest.mark.parametrize(
    "text",
    [
        "14",
        "exact",
        "exact:",
        "exact:0",
        "exact:1001",
        "exact:-1",
        "exact:1.5",
        "guess:3",
        "exact:²",
    ],
)
def test_bad_adjudication(text: str) -> None:
    with pytest.raises(bg.ParameterError, match="adjudicate must be exact:N with N from 1 to 1000"):
        bg.match("ai2", "ai2", "tictactoe", games=1, adjudicate=text)


def test_games_that_hide_something_are_not_adjudicated() -> None:
    with pytest.raises(bg.UnsupportedError) as caught:
        bg.match("rule", "random", "honeymoon", games=1, adjudicate="exact:5")
    assert str(caught.value) == (
        "adjudicate needs a game that both sides see whole: honeymoon hides information"
    )
    with pytest.raises(bg.UnsupportedError, match="the game hides information"):
        bg._core.play_match(bg.Honeymoon(), "rule", "rule", games=1, root=1, adjudicate=5)


# Results


def test_results_know_the_clock_and_the_proofs() -> None:
    def part(first: int, **options: str) -> MatchResult:
        return bg.match(
            "random", "greedy", "othello:4", 10, 1, first_game=first, adjudicate="exact:6",
            clock="game=60", keep_games=True,
        )  # fmt: skip

    one, two = part(0), part(10)
    whole = MatchResult.merge([two, one])
    assert whole.adjudicated == one.adjudicated + two.adjudicated > 0
    assert MatchResult.from_json(whole.to_json()) == whole
    assert (whole.clock, whole.adjudicate) == ("game=60", "exact:6")
    assert ", clock game=60" in str(whole).splitlines()[0]
    assert f"proven: {whole.adjudicated} games ended by proof, exact:6" in str(whole)
    plain = bg.match("random", "greedy", "othello:4", 10, 1, keep_games=True)
    assert MatchResult.from_json(plain.to_json()) == plain
    for other in (plain, bg.match("random", "greedy", "othello:4", 10, 1, adjudicate="exact:6")):
        with pytest.raises(bg.ParameterError, match=r"the same (clock|adjudicate)"):
            MatchResult.merge([other, two])


def test_the_command_takes_both() -> None:
    words = ("match", "othello:6", "mcts", "random", "-n", "4", "--seed", "1")
    done = run(*words, "--clock", "nodes=20", "--adjudicate", "exact:8", "--json")
    assert done.exit_code == 0, done.stderr
    result = MatchResult.from_json(done.stdout)
    assert (result.clock, result.adjudicate) == ("nodes=20", "exact:8")
    assert result == bg.match(
        "mcts", "random", "othello:6", 4, 1, clock="nodes=20", adjudicate="exact:8"
    )
    assert "valid clock" in fails(run(*words, "--clock", "blitz"), 2)
    assert "exact:N" in fails(run(*words, "--adjudicate", "14"), 2)
