"""The native game against the plain-Python reference, over random games, fillings and text."""

from __future__ import annotations

import pickle
import string
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bitgames as bg
from tests import strategies
from tests.reference import tictactoe

TABLES = Path(__file__).parent / "data" / "perft"


def native(game: tictactoe.Game) -> bg.TicTacToe:
    """The native position with the same marks."""
    position = bg.position(game.text)
    assert isinstance(position, bg.TicTacToe)
    return position


def assert_same(position: bg.TicTacToe, game: tictactoe.Game) -> None:
    """Everything that a position tells, compared."""
    assert position.to_string() == game.text
    assert position.game == game.spec
    assert (position.width, position.height, position.k) == (game.width, game.height, game.k)
    assert (position.turn, position.ply) == (game.turn, game.ply)
    assert [int(move) for move in position.legal_moves] == game.legal_moves
    assert [str(move) for move in position.legal_moves] == [
        game.move_text(move) for move in game.legal_moves
    ]
    assert position.is_over == game.is_over
    assert position.returns == game.returns
    if game.is_over:
        assert position.outcome is not None
        assert position.outcome.winner == game.winner
        assert position.outcome.is_draw == (game.winner is None)
        assert position.outcome.winners == (() if game.winner is None else (game.winner,))
    else:
        assert position.outcome is None
    line = position.winning_line
    assert (None if line is None else list(line)) == game.winning_cells
    assert list(position.pieces(0)) == game.pieces(0)
    assert list(position.pieces(1)) == game.pieces(1)
    assert list(position.occupied) == sorted(game.pieces(0) + game.pieces(1))
    empty = [cell for cell, mark in enumerate(game.cells) if mark == tictactoe.EMPTY]
    assert list(position.empty) == empty


def assert_same_arrays(position: bg.TicTacToe, game: tictactoe.Game) -> None:
    legal = game.legal_moves
    assert position.legal_mask().tolist() == [
        cell in legal for cell in range(game.width * game.height)
    ]
    planes = position.planes()
    assert planes.shape == (2, game.height, game.width)
    for plane, player in zip(planes, (game.turn, 1 - game.turn), strict=True):
        assert plane.reshape(-1).tolist() == [int(mark == "ox"[player]) for mark in game.cells]


@given(strategies.games())
def test_whole_games_agree(played: tuple[tictactoe.Game, list[int]]) -> None:
    game, moves = played
    position = bg.mnk(game.width, game.height, game.k)
    assert_same(position, game)
    for move in moves:
        game = game.play(move)
        position = position.play(move)
        assert_same(position, game)
    assert_same_arrays(position, game)
    for move in range(game.width * game.height):
        assert position.is_legal(move) == (move in game.legal_moves)
        assert position.is_legal(game.move_text(move)) == (move in game.legal_moves)
        if move not in game.legal_moves:
            with pytest.raises(bg.IllegalMoveError):
                position.play(move)


@given(strategies.games())
def test_text_pickle_and_moves_agree(played: tuple[tictactoe.Game, list[int]]) -> None:
    game, moves = played
    position = bg.position(game.spec)
    for move in moves:
        position = position.play(game.move_text(move))
        game = game.play(move)
    again = native(game)
    assert again == position
    assert hash(again) == hash(position)
    assert again.key == position.key
    assert pickle.loads(pickle.dumps(position)) == position
    assert type(position).from_string(game.text) == position


@given(strategies.games())
def test_symmetries_agree(played: tuple[tictactoe.Game, list[int]]) -> None:
    game, moves = played
    for move in moves:
        game = game.play(move)
    position = native(game)
    permutations = tictactoe.symmetries(game.width, game.height)
    assert position.num_symmetries == len(permutations)
    cells = range(game.width * game.height)
    ours = [
        tuple(int(position.transform_move(cell, symmetry)) for cell in cells)
        for symmetry in range(position.num_symmetries)
    ]
    assert sorted(ours) == sorted(tuple(permutation) for permutation in permutations)
    for symmetry, permutation in enumerate(ours):
        cells_after = game.transformed(list(permutation))
        after = tictactoe.Game(game.width, game.height, game.k, cells_after)
        assert position.transform(symmetry).to_string() == after.text
    assert position.transform(0) == position


small_boards = st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 5)).filter(
    lambda shape: shape[2] <= max(shape[:2]) and shape[0] * shape[1] <= 16
)


@given(strategies.games(small_boards))
def test_solved_and_searched_values_agree(played: tuple[tictactoe.Game, list[int]]) -> None:
    """Against plain minimax: the searches leave out moves and use symmetry, minimax does not."""
    game, moves = played
    for move in moves:
        game = game.play(move)
    # Minimax without any cleverness is for the end of the game.
    assume(game.cells.count(tictactoe.EMPTY) <= 9)
    known: dict[tuple[str, ...], int] = {}
    value = tictactoe.value(game, known)
    position = native(game)
    solution = bg.solve(position, all_moves=True, table_mib=1)
    assert solution.value == value
    assert {int(move): worth for move, worth in solution.values.items()} == {
        move: -tictactoe.value(game.play(move), known) for move in game.legal_moves
    }
    found = bg.search(position, table_mib=1)
    assert (found.exact, found.value) == (True, value)
    for line in (solution.pv, found.pv):
        after = game
        for move in line:
            assert int(move) in tictactoe.perfect_candidates(after, known)
            after = after.play(int(move))
    for depth in range(1, 5):
        guess = bg.search(position, depth=depth, table_mib=1)
        assert not guess.exact or guess.value == value


@given(strategies.fillings())
def test_impossible_positions_are_refused(game: tictactoe.Game) -> None:
    if game.is_possible():
        assert_same(native(game), game)
    else:
        with pytest.raises(bg.InvalidPositionError):
            bg.position(game.text)


@given(strategies.fillings(), st.data())
def test_a_damaged_line_is_refused_or_read_as_the_reference_reads_it(
    game: tictactoe.Game, data: st.DataObject
) -> None:
    """One character replaced, dropped or put in: never a panic, never another board."""
    assume(game.is_possible())
    text = game.text
    place = data.draw(st.integers(0, len(text)))
    character = data.draw(
        st.one_of(st.sampled_from(string.printable + "\uff4f\uff10"), st.just(""))
    )
    text = text[:place] + character + text[place + data.draw(st.integers(0, 1)) :]
    try:
        expected = tictactoe.parse(text)
    except ValueError:
        expected = None
    try:
        position = bg.position(text)
    except bg.GameError:
        assert expected is None or not expected.is_possible()
        return
    # What is read although it is spelled otherwise must be the board that was meant.
    assert bg.position(position.to_string()) == position
    if expected is not None:
        assert position.to_string() == expected.text


def perft_rows(*names: str) -> list[tuple[str, dict[int, int]]]:
    """Positions and their counts by depth, of the tables of these games."""
    rows = []
    for line in "".join((TABLES / f"{name}.perft").read_text() for name in names).splitlines():
        if not line.startswith("#"):
            text, *counts = line.split(";")
            pairs = (count[1:].split(" ") for count in counts)
            rows.append((text, {int(depth): int(leaves) for depth, leaves in pairs}))
    return rows


@pytest.mark.parametrize(("text", "counts"), perft_rows("tictactoe", "mnk"))
def test_the_tables_are_what_the_reference_counts(text: str, counts: dict[int, int]) -> None:
    """The cheap depths; the deep ones were counted when the tables were made."""
    game = tictactoe.parse(text)
    for depth, leaves in counts.items():
        if leaves < 5_000:
            assert tictactoe.perft(game, depth) == leaves


def test_the_reference_counts_all_games() -> None:
    assert tictactoe.perft(tictactoe.Game(), 9, {}) == 255_168
