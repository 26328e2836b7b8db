"""What `bitgames` shows: the names that a user needs, and one way to each thing."""

from __future__ import annotations

import ast
import copy
import pickle
import random
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import bitgames as bg

PLUMBING = [
    "MatchCounts",
    "agent_names",
    "child_seed",
    "game_examples",
    "game_facts",
    "game_names",
    "play_game",
    "play_games",
    "play_match",
    "play_queue",
]


@pytest.mark.parametrize("package", [bg, bg.play], ids=lambda package: package.__name__)
def test_dir_shows_what_a_user_needs(package: ModuleType) -> None:
    assert dir(package) == sorted(package.__all__)
    assert all(hasattr(package, name) for name in dir(package))


def test_private_names_are_not_shown() -> None:
    assert [name for name in dir(bg) if name.startswith("_")] == ["__version__"]


@pytest.mark.parametrize("package", [bg, bg.play], ids=lambda package: package.__name__)
def test_the_stub_is_the_list_of_names(package: ModuleType) -> None:
    """A type checker reads the stub as Python, the package reads it line by line."""
    stub = Path(package.__path__[0], "__init__.pyi").read_text(encoding="utf-8")
    _, *statements = ast.parse(stub).body
    for statement in statements:
        assert isinstance(statement, ast.ImportFrom) and statement.module is not None
        for alias in statement.names:
            assert alias.asname == alias.name
            value = getattr(package, alias.name)
            place = import_module(statement.module)
            assert value is getattr(place, alias.name), alias.name
    listed = [alias.name for each in statements for alias in each.names]  # type: ignore[attr-defined]
    assert sorted(listed) == dir(package)
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute"):
        package.nothing  # noqa: B018


def test_plumbing_is_not_at_the_top() -> None:
    assert [name for name in PLUMBING if hasattr(bg, name)] == []


def test_the_top_is_the_main_road() -> None:
    """What belongs to one game or to one module is there, and pickles name that place."""
    kinds = [each for each in map(bg.__dict__.get, dir(bg)) if isinstance(each, type)]
    games = [kind for kind in kinds if issubclass(kind, bg.Position) and kind is not bg.Position]
    assert len(dir(bg)) - len(games) <= 73
    for module in (bg.honeymoon, bg.mosaic, bg.tictactoe):
        assert not set(module.__all__) & set(dir(bg))
        homes = {
            value.__module__
            for value in map(module.__dict__.get, module.__all__)
            if isinstance(value, type)
        }
        assert homes == {module.__name__}
    for thing in (
        bg.honeymoon.Ending.random(3, 1, seed=1),
        bg.honeymoon.Rubber((1, 0)),
        bg.mosaic.PyramidSet.ground(3),
        bg.tictactoe.judge("79538246"),
    ):
        data = pickle.dumps(thing)
        assert type(thing).__module__.encode() in data and pickle.loads(data) == thing


def test_the_same_things_have_one_place() -> None:
    assert bg.games.names()[0] == "tictactoe"
    assert bg.games.examples("mnk")
    assert bg.games.facts("othello").num_moves == 65
    assert "ai14" in bg.players.names("tictactoe")
    assert bg.seeding.child_seed(1, 0) != bg.seeding.child_seed(1, 1)


GAMES = ["tictactoe", "mnk:6,5,4", "othello", "mosaic:4", "quo:4", "honeymoon"]


@pytest.mark.parametrize("spec", GAMES)
def test_legal_moves_read_text(spec: str) -> None:
    position = bg.position(spec)
    moves = position.legal_moves
    for place, move in enumerate(moves):
        assert str(move) in moves and str(move).lower() in moves
        assert int(move) in moves and np.int64(move) in moves and move in moves
        assert moves.index(str(move)) == moves.index(move) == place
        assert moves.count(str(move)) == 1
    others = [m for m in range(position.num_moves) if not position.is_legal(m)]
    assert not any(m in moves for m in others)
    for nothing in ("", "zz", "\ud800", -1, 10**30, None, 1.5, True, object(), np.zeros(2)):
        assert nothing not in moves
        assert moves.count(nothing) == 0


def test_legal_moves_are_a_sequence() -> None:
    position = bg.Othello()
    moves = position.legal_moves
    plain = list(moves)
    assert isinstance(moves, Sequence) and not isinstance(moves, list)
    assert len(moves) == 4 and bool(moves)
    assert [moves[i] for i in range(-4, 4)] == [plain[i] for i in range(-4, 4)]
    assert moves[1:] == plain[1:] and moves[::-1] == plain[::-1] == list(reversed(moves))
    assert moves == plain == moves and moves == tuple(plain) and moves != plain[1:]
    assert moves == [19, 26, 37, 44] and moves != "d3" and moves != {19}
    assert moves.index("f5", 1, 3) == moves.index("f5", -2) == 2
    assert repr(moves) == repr(plain) == "[d3, c4, f5, e6]"
    assert pickle.loads(pickle.dumps(moves)) == moves == copy.deepcopy(moves)
    assert random.Random(1).sample(moves, 4)
    assert sorted(moves, reverse=True) == plain[::-1]
    match moves:
        case [first, *_]:
            assert first == plain[0]
        case _:
            raise AssertionError
    with pytest.raises(TypeError):
        hash(moves)
    with pytest.raises(TypeError):
        moves[0] = plain[0]  # type: ignore[index]
    for wrong in (4, -5, 2**70):
        with pytest.raises(IndexError):
            moves[wrong]
    with pytest.raises(bg.IllegalMoveError, match="a1") as caught:
        moves.index("a1")
    assert isinstance(caught.value, ValueError) and caught.value.position == position
    with pytest.raises(bg.ParameterError):
        moves.index("f5", 3)
    with pytest.raises(bg.ParseError):
        moves.index("z9")
    assert list(bg.position("tictactoe ooo/xx./...").legal_moves) == []


def test_a_bool_is_no_move_and_no_number() -> None:
    start = bg.TicTacToe()
    for call in (
        start.play,
        start.is_legal,
        start.cell_of,
        start.pieces,
        start.transform,
        bg.Othello,
        bg.Mosaic,
        lambda n: bg.perft(start, n),
        lambda n: bg.search(start, depth=n),
        lambda n: bg.match("first", "first", "tictactoe", games=n),
        lambda n: bg.Move("tictactoe", n),
        lambda n: start.to_svg(size=n),
    ):
        for yes in (True, np.True_):
            with pytest.raises(TypeError):
                call(yes)  # type: ignore[arg-type]
    assert start.legal_moves[1] != True  # noqa: E712
    assert start.legal_moves[1] == 1


def test_integers_of_numpy_are_integers() -> None:
    start = bg.TicTacToe()
    for kind in (np.int8, np.uint64, np.intp):
        assert start.play(kind(4)) == start.play(4)
        assert start.pieces(kind(0)) == start.pieces(0)
        assert bg.perft(start, kind(3)) == bg.perft(start, 3)
        assert bg.Othello(kind(6)) == bg.Othello(6)
        assert bg.match("first", "first", "tictactoe", games=kind(4), seed=kind(1)).num_games == 4
        assert bg.Record(start, [kind(4)]).moves == [4]
        assert bg.Record(start).resign(kind(1)).resigned == 1
        assert start.to_svg(size=kind(64)) == start.to_svg(size=64)


def test_sizes_of_boards() -> None:
    assert [bg.TicTacToe(n).size for n in range(1, 9)] == list(range(1, 9))
    assert bg.mnk(6, 5, 4).size is None and bg.mnk(5, 5, 4).size == 5
    for size in (4, 6, 8):
        board = bg.Othello(size)
        assert board.size == board.width == board.height == size
    for width in (6, 8):
        board = bg.Othello(width, 4)
        assert (board.size, board.width, board.height) == (None, width, 4)
