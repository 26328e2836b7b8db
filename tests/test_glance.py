"""The player `glance` and its levels: they err like people, and never in what no one misses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg

GLANCES = ("glance", "glance:care=50", "level:casual")
OTHELLO = ("othello", "othello:6", "othello:4")
CONNECT4 = ("connect4", "connect4:5,4")

games = st.tuples(st.sampled_from(OTHELLO + CONNECT4), st.integers(0, 2**32))


def positions(spec: str, seed: int) -> Iterator[tuple[bg.Position, bg.Record]]:
    """The positions of a random game, and how it came to them."""
    record = bg.Record(spec)
    player = bg.Agent("random", seed=seed)
    while not record.is_over:
        yield record.position, record
        record.play(player.choose(record.position))


def corners(position: bg.Othello, moves: list[bg.Move]) -> set[bg.Move]:
    ends = {f"{column}{row}" for column in (1, position.width) for row in (1, position.height)}
    names = {f"{chr(96 + int(name[0]))}{name[1:]}" for name in ends}
    return {move for move in moves if str(move) in names}


def allowed(position: bg.Position) -> set[bg.Move]:
    """What the page of levels says: a win at once, else a corner, else what leaves no corner."""
    moves = list(position.legal_moves)
    after = {move: position.play(move) for move in moves}
    wins = {move for move in moves if after[move].returns[position.turn] > 0}
    if wins or not isinstance(position, bg.Othello):
        return wins or set(moves)
    safe = {move for move in moves if not corners(position, list(after[move].legal_moves))}
    return corners(position, moves) or safe or set(moves)


@given(games)
def test_nothing_is_thrown_away(game: tuple[str, int]) -> None:
    """A win at once is taken, and so is a corner; none is given while another move gives none."""
    for position, record in positions(*game):
        for spec in GLANCES:
            player = bg.Agent(spec, seed=len(record.moves))
            likely = {move for move, part, _, _ in player.policy(position) if part > 0}
            assert likely <= allowed(position), (spec, position)
            assert player.choose(position) in likely
        # A glance may be any of these moves.
        glance = bg.Agent("glance").policy(position)
        assert {move for move, part, _, _ in glance if part > 0} == allowed(position)


@pytest.mark.parametrize("level", ["casual", "club", "strong"])
def test_a_line_of_four_is_never_missed(level: str) -> None:
    found = 0
    for seed in range(12 if level == "strong" else 60):
        for position, _ in positions("connect4", seed):
            moves = list(position.legal_moves)
            wins = [move for move in moves if position.play(move).is_over]
            if 0 < len(wins) < len(moves):
                found += 1
                assert bg.Agent(f"level:{level}", seed=seed).choose(position) in wins
    assert found > 8


def blocked(text: str, block: str) -> float:
    """The probability that a glance blocks a danger."""
    position = bg.Record("connect4", text).position
    parts = {str(move): part for move, part, _, _ in bg.Agent("glance").policy(position)}
    return parts[block]


def test_diagonals_are_overlooked_more() -> None:
    column, row = blocked("4 2 4 2 4", "4"), blocked("1 1 2 2 3", "4")
    diagonal = blocked("1 2 2 4 4 4 3 3 3", "4")
    assert 0.95 > column > 0.8 and 0.95 > row > 0.8 and 0.8 > diagonal > 0.2


def test_late_play_is_tired() -> None:
    """The looks of moves differ less late in the game: the likeliest of five is less likely."""
    early, late = [], []
    for seed in range(60):
        for position, record in positions("othello", seed):
            parts = [part for _, part, _, _ in bg.Agent("glance").policy(position) if part]
            if len(parts) == 5:
                (early if len(record.moves) < 30 else late).append(max(parts))
    assert sum(early) / len(early) > sum(late) / len(late)


def test_a_glance_repeats_by_its_seed_and_sees_the_last_move() -> None:
    played = [
        bg.match("glance", "level:club", "connect4", 20, seed=seed, keep_games=True).games
        for seed in (1, 1, 2)
    ]
    assert played[0] == played[1] != played[2]
    left, right = (bg.Record("connect4", text) for text in ("7 4 1", "1 4 7"))
    assert left.position == right.position
    near, far = (
        dict(zip("1234567", bg.Agent("glance").policy(each), strict=True)) for each in (left, right)
    )
    assert near["1"][1] > far["1"][1] and near["7"][1] < far["7"][1]


@pytest.mark.parametrize("spec", ["glance:care=101", "glance:care=x", "glance:depth=2"])
def test_options_that_are_not(spec: str) -> None:
    with pytest.raises(bg.ParameterError):
        bg.Agent(spec).check(bg.Othello())


def test_other_games_have_no_glance() -> None:
    with pytest.raises(bg.UnknownPlayerError):
        bg.Agent("glance").check(bg.TicTacToe())
