"""Levels: named strengths of play in every game, and the player `greedy`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

import bitgames as bg
from bitgames import games
from bitgames.play.seating import player_choices
from tests.benches import bench as load
from tests.commands import fails, run
from tests.specs import boards

NAMES = ("easy", "casual", "club", "strong", "best")


@pytest.mark.parametrize("game", boards())
def test_every_board_of_every_game_has_levels(game: str) -> None:
    start = bg.games.get(game)
    levels = bg.players.levels(game)
    assert levels == bg.players.levels(start)
    assert tuple(level.name for level in levels) == NAMES
    for level in levels:
        assert level.spec == f"level:{level.name}" and 0 <= level.slip_rate < 1 and level.words
        bg.players.get(level.spec).check(start)
        bg.players.get(level.player).check(start)
        assert level.player in level.rule
    assert levels[-1].slip_rate == 0
    assert list(player_choices(start))[:6] == ["human", *(level.spec for level in levels)]


@pytest.mark.parametrize("name", [name for name in games.names() if name != "mnk"])
@pytest.mark.parametrize("level", NAMES[:3])
def test_a_level_repeats_by_its_seed(name: str, level: str) -> None:
    game = "mosaic:4" if name == "mosaic" else "quo:4" if name == "quo" else name
    played = [
        bg.match(f"level:{level}", "greedy", game, 66, seed=5, threads=threads, keep_games=True)
        for threads in (1, 2)
    ]
    assert played[0].games == played[1].games
    other = bg.match(f"level:{level}", "greedy", game, 66, seed=6, keep_games=True)
    assert other.games != played[0].games


def test_level_alone_is_the_middle_one() -> None:
    middle = bg.match("level:club", "random", "othello:4", 20, 3)
    assert bg.match("level", "random", "othello:4", 20, 3).counts == middle.counts
    assert bg.players.USUAL_LEVEL == "level:club"


@pytest.mark.parametrize(
    "spec", ["level:z", "level:", "level:Club", "level:club,depth=2", "level:0"]
)
def test_an_unknown_level_names_the_known_ones(spec: str) -> None:
    if spec == "level:":
        assert bg.players.get(spec).choose(bg.TicTacToe())
        return
    with pytest.raises(bg.ParameterError) as caught:
        bg.players.get(spec)
    assert "one of easy, casual, club, strong, best" in str(caught.value)
    with pytest.raises(bg.ParameterError):
        bg.match(spec, "random", "tictactoe", games=1)
    assert "one of easy" in fails(run("match", "othello", spec, "random"), 2)


def test_levels_play_slips_in_between() -> None:
    """The moves that a level chooses have the frequencies that it tells."""
    level = bg.players.levels("othello")[2]
    start = bg.Othello()
    best = bg.players.get(level.player).choose(start)
    player = bg.Agent(level.spec, seed=1)
    chosen = [player.choose(start) for _ in range(2000)]
    other = sum(move != best for move in chosen) / len(chosen)
    # Of the slips a quarter are the best move by chance.
    assert level.slip_rate and abs(other - level.slip_rate * 3 / 4) < 0.03
    with pytest.raises(bg.UnsupportedError):
        player.candidates(start)


def test_a_random_move_in_the_auction_stays_small() -> None:
    level = bg.players.levels("honeymoon")[1]
    player = bg.Agent(level.spec, seed=1)
    calls = {str(player.choose(bg.Honeymoon(seed))) for seed in range(300)}
    assert calls > {"pass", "1C", "1NT"} and not any(call[0] in "567" for call in calls)


@pytest.mark.parametrize("level", NAMES[:4])
def test_levels_of_honeymoon_know_only_their_view(level: str) -> None:
    """The same choice in all worlds that look the same to the seat."""
    position: bg.Position = bg.Honeymoon(7)
    for ply in range(24):
        chosen = set()
        for seed in range(4):
            world = position.determinize(position.turn, seed)
            player = bg.Agent(f"level:{level}", seed=ply)
            chosen.add(str(player.choose(world)))
        assert len(chosen) == 1
        position = position.play(chosen.pop())


@pytest.mark.parametrize("game", boards())
def test_greedy_plays_every_game(game: str) -> None:
    assert bg.match("greedy", "random", game, 4, seed=1).num_games == 4


def test_greedy_takes_most_at_once() -> None:
    def greedy(text: str) -> list[str]:
        return [str(move) for move in bg.Agent("greedy").candidates(bg.position(text))]

    assert greedy("tictactoe oo./xx./...") == ["c1"]
    assert greedy("tictactoe o../.x./...") == greedy("tictactoe o../.x./...")
    assert len(greedy("tictactoe o../.x./...")) == 7
    # It turns the most discs, looks at no reply, and wipes out the other side first.
    assert greedy("othello:4 XOO-/-O--/-O--/---- X") == ["d1"]
    ending = bg.Othello.from_obf(
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    )
    discs = {move: len(ending.play(move).pieces(0)) for move in ending.legal_moves}
    most = [str(move) for move, count in discs.items() if count == max(discs.values())]
    assert greedy(ending.to_string()) == most


@pytest.mark.parametrize("game", ["mosaic:4", "quo:4"])
def test_greedy_places_most_for_its_side(game: str) -> None:
    """In every position of a game the candidates are those that leave its side ahead the most."""
    position = bg.games.get(game)
    player = bg.Agent("greedy", seed=1)
    while not position.is_over:
        side = position.turn % 2
        ahead = {}
        for move in position.legal_moves:
            after = position.play(move)
            left = after.pieces_left
            lead = sum(left[1 - side :: 2]) - sum(left[side::2])
            ahead[move] = (after.returns[side], lead)
        best = max(ahead.values())
        assert player.candidates(position) == [move for move in ahead if ahead[move] == best]
        position = position.play(player.choose(position))


@pytest.mark.parametrize("game", ["tictactoe", "othello", "mosaic:4", "quo:4", "honeymoon"])
def test_levels_are_in_order(game: str) -> None:
    """Far apart levels, few games, wide bounds; benches/levels.py measures the steps."""
    for stronger, weaker in (("club", "easy"), ("strong", "casual")):
        result = bg.match(f"level:{stronger}", f"level:{weaker}", game, 20, seed=2)
        assert sum(result.wins) > sum(result.losses)


@pytest.fixture
def bench() -> ModuleType:
    """The program that measures levels, as a module."""
    return load("levels")


def test_the_bench_prints_a_row_for_each_level(
    bench: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = tmp_path / "levels.json"
    arguments = ["levels.py", "--games", "tictactoe", "--pairs", "200", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", arguments)
    bench.main()
    table = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[1] for line in table[2:]] == [f"level:{name}" for name in NAMES]
    figures = json.loads(file.read_text(encoding="utf-8"))["figures"]
    rivals = ["greedy", *(f"level:{name}" for name in NAMES[:4])]
    for name, rival in zip(NAMES, rivals, strict=True):
        pairs = figures[f"levels.tictactoe.{name}.pairs"]
        assert pairs["against"] == rival and pairs["conditions"].startswith("200 pairs")
        if rival != "greedy":
            assert 60 < pairs["value"] < 90


@pytest.mark.deep
@pytest.mark.parametrize("game", ["tictactoe", "othello", "mosaic", "quo", "honeymoon"])
def test_each_level_beats_the_one_below(bench: ModuleType, game: str) -> None:
    """In 70 to 90 of 100 pairs, as the table of the docs has it."""
    first, *steps = bench.levels_in_order(game, 100, bench.SEED, 1)
    assert 0.35 < first["share"] < 0.65
    for row in steps:
        assert 0.7 <= row["share"] <= 0.9, row


def test_the_command_lists_the_levels() -> None:
    listed = run("players", "honeymoon").stdout
    assert all(f"level:{name}" in listed for name in NAMES)
    assert "level:easy" not in run("players").stdout.replace("strength by name: level:easy", "")


def test_the_menu_of_tictactoe_offers_the_ladder() -> None:
    offers = list(player_choices(bg.TicTacToe()))
    assert offers[6:] == [f"ai{number}" for number in range(1, 15)]
    assert "ai4" not in player_choices(bg.TicTacToe(4))
    assert list(player_choices(bg.Honeymoon(1)))[6:] == ["rule", "montecarlo"]
    asked = run("play", "tictactoe", stdin="20\no\nquit\n").stdout
    assert "you play o; ai14 plays x" in asked
