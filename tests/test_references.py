"""Every game of the registry against its plain-Python reference, over random games and text.

These tests know no game. What is special about one has a file of its own.
"""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests.reference import REFERENCES, Game, Reference
from tests.specs import every_board

TABLES = Path(__file__).parent / "data" / "perft"
MAX_LEAVES = 5_000
"""Counts above this are too many for the references."""

every_name = pytest.mark.parametrize("name", bg.games.names())
# Whole games on large boards take a reference long.
few = settings(max_examples=max(4, settings().max_examples // 5))


def reference_of(spec: str) -> Reference:
    return REFERENCES[spec.partition(":")[0]]


@st.composite
def whole_games(draw: st.DrawFn, spec: str) -> list[tuple[Game, int | None]]:
    """A random game by the reference: its positions, each with the move played there, if any."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    game, played = reference_of(spec).start(spec), []
    while moves := game.legal_moves:
        played.append((game, chance.choice(moves)))
        game = game.play(played[-1][1])
    return [*played, (game, None)]


def positions(spec: str) -> st.SearchStrategy[Game]:
    """A position of a random game, chosen uniformly."""
    return whole_games(spec).flatmap(st.sampled_from).map(lambda played: played[0])


def test_every_game_has_a_reference() -> None:
    """And no reference is left without its game."""
    assert sorted(REFERENCES) == sorted(bg.games.names())


def assert_same(position: bg.Position, game: Game) -> None:
    """What every reference can tell of a position."""
    assert position.to_string() == game.text
    assert position.turn == game.turn
    legal = game.legal_moves
    assert [int(move) for move in position.legal_moves] == legal
    assert [str(move) for move in position.legal_moves] == list(map(game.move_text, legal))
    for player in range(position.facts.players):
        assert list(position.pieces(player)) == game.pieces(player)
    assert position.is_over == game.is_over
    if not game.is_over:
        assert position.outcome is None
        assert not any(position.returns)
        return
    assert position.outcome is not None
    teams = position.facts.teams
    winners = tuple(seat for seat, team in enumerate(teams) if team == game.winner)
    assert position.outcome.winner == (winners[0] if winners else None)
    assert position.outcome.is_draw == (game.winner is None)
    assert position.outcome.winners == winners
    for team, score, returned in zip(teams, position.outcome.scores, position.returns, strict=True):
        sign = 0 if game.winner is None else 1 if team == game.winner else -1
        assert (returned, (score > 0) - (score < 0)) == (sign, sign)


@every_board
@few
@given(data=st.data())
def test_whole_games_agree(spec: str, data: st.DataObject) -> None:
    position = bg.games.get(spec)
    for game, move in data.draw(whole_games(spec)):
        assert_same(position, game)
        assert bg.position(game.text) == position
        assert reference_of(spec).is_possible(game)
        if move is not None:
            position = position.play(move)
    assert position.is_over


@every_board
@few
@given(data=st.data())
def test_every_move_agrees(spec: str, data: st.DataObject) -> None:
    """All indices, somewhere in a game: legal ones lead to the same place, others are refused."""
    game = data.draw(positions(spec))
    position = bg.position(game.text)
    legal = game.legal_moves
    for move in range(position.num_moves):
        text = game.move_text(move)
        assert position.parse_move(text) == position.parse_move(text.upper()) == move
        assert position.is_legal(move) == position.is_legal(text) == (move in legal)
        if move in legal:
            assert position.play(move).to_string() == game.play(move).text
        else:
            with pytest.raises(bg.IllegalMoveError):
                position.play(move)
            with pytest.raises(ValueError):
                game.play(move)


@every_board
@few
@given(data=st.data())
def test_small_trees_agree(spec: str, data: st.DataObject) -> None:
    game = data.draw(positions(spec))
    position = bg.position(game.text)
    for depth in range(4):
        leaves = bg.perft(position, depth)
        if leaves <= MAX_LEAVES // 10:
            assert reference_of(spec).perft(game, depth) == leaves


@every_board
@given(data=st.data())
@settings(max_examples=2 * few.max_examples)
def test_a_damaged_line_is_refused_or_read_as_the_reference_reads_it(
    spec: str, data: st.DataObject
) -> None:
    """One character replaced, dropped or put in: never a panic, never another board."""
    reference = reference_of(spec)
    text = data.draw(positions(spec)).text
    place = data.draw(st.integers(0, len(text)))
    letters = st.one_of(st.sampled_from(text), st.sampled_from(string.printable + "\uff4f\uff10"))
    character = data.draw(st.one_of(letters, st.just("")))
    text = text[:place] + character + text[place + data.draw(st.integers(0, 1)) :]
    # A spec alone names a start, and that is another way to spell it.
    assume(" " in text)
    try:
        expected = reference.parse(text)
    except ValueError:
        expected = None
    try:
        position = bg.position(text)
    except bg.GameError:
        assert expected is None or not reference.is_possible(expected)
        return
    # What is read although it is spelled otherwise must be the board that was meant.
    assert bg.position(position.to_string()) == position
    if expected is not None:
        assert position.to_string() == expected.text


@every_name
def test_the_table_is_what_the_reference_counts(name: str, request: pytest.FixtureRequest) -> None:
    """The cheap depths; the deep ones were counted when the table was made."""
    most = MAX_LEAVES // (2 if request.config.getoption("--deep") else 8)
    reference = REFERENCES[name]
    rows = (TABLES / f"{name}.perft").read_text(encoding="ascii").splitlines()
    compared = 0
    for row in rows:
        if row.startswith("#"):
            continue
        text, *counts = row.split(";")
        game = reference.parse(text)
        assert reference.is_possible(game)
        for count in counts:
            depth, leaves = map(int, count.removeprefix("D").split())
            if leaves <= most:
                assert reference.perft(game, depth) == leaves, text
                compared += 1
    assert compared > 0
