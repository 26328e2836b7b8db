"""Known numbers of tic-tac-toe and its relatives, counted by the native game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import bitgames as bg
from tests.test_reference import perft_rows

START = bg.TicTacToe()

# Python counts no more leaves than this in one table row; the Rust tests go deeper.
MAX_LEAVES = 6_000_000


def tree(position: bg.TicTacToe) -> Iterator[bg.TicTacToe]:
    """Every position of the tree below, each once, by breadth."""
    seen = {position}
    level = [position]
    while level:
        yield from level
        level = list({child for each in level for child in map(each.play, each.legal_moves)} - seen)
        seen.update(level)


@pytest.fixture(scope="module")
def positions() -> list[bg.TicTacToe]:
    return list(tree(START))


def test_games_and_nodes() -> None:
    assert bg.perft(START, 9) == 255_168
    # A game that is over counts as a leaf at every deeper level, so the nodes at each depth are
    # the leaves less the games that were over before.
    over_before = {6: 1_440, 7: 6_768, 8: 54_720, 9: 127_296}
    nodes = sum(bg.perft(START, depth) - over_before.get(depth, 0) for depth in range(10))
    assert nodes == 549_946


def test_games_by_length_and_result(positions: list[bg.TicTacToe]) -> None:
    """Counted as ways to reach each finished position."""
    ways = Counter({START: 1})
    lengths: Counter[int] = Counter()
    winners: Counter[int | None] = Counter()
    nodes = 0
    for position in positions:
        nodes += ways[position]
        for move in position.legal_moves:
            ways[position.play(move)] += ways[position]
        if position.outcome is not None:
            lengths[position.ply] += ways[position]
            winners[position.outcome.winner] += ways[position]
    assert nodes == 549_946
    assert lengths == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}
    assert winners == {0: 131_184, 1: 77_904, None: 46_080}


def test_positions_and_classes(positions: list[bg.TicTacToe]) -> None:
    assert len(positions) == 5_478
    assert len({position.key for position in positions}) == 5_478
    classes = {position.canonical() for position in positions}
    assert len(classes) == 765
    endings = [position.outcome.winner for position in classes if position.outcome is not None]
    assert Counter(endings) == {0: 91, 1: 44, None: 3}


def test_divide_adds_up() -> None:
    split = bg.divide(START, 9)
    assert sum(split.values()) == 255_168
    corners, edges = dict.fromkeys(["a1", "c1", "a3", "c3"], 27_732), ["b1", "a2", "c2", "b3"]
    by_text = {str(move): count for move, count in split.items()}
    assert by_text == corners | dict.fromkeys(edges, 29_592) | {"b2": 25_872}


@pytest.mark.parametrize(("text", "counts"), perft_rows(*bg.games.names()))
def test_perft_tables(text: str, counts: dict[int, int]) -> None:
    position = bg.position(text)
    for depth, leaves in counts.items():
        if leaves <= MAX_LEAVES and bg.perft(position, depth) != leaves:
            split = {str(move): count for move, count in bg.divide(position, depth).items()}
            pytest.fail(f"depth {depth} has {leaves} leaves; counted {split}")


@pytest.mark.parametrize(
    ("width", "height", "k", "value"),
    [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (5, 5, 4, 0), (6, 5, 4, 1)],
)
def test_solved_values(width: int, height: int, k: int, value: int) -> None:
    position = bg.mnk(width, height, k)
    solution = bg.solve(position)
    print(f"{width},{height},{k}: {solution.nodes} nodes in {solution.seconds:.3f} s")
    assert solution.value == value
    # The line goes on to the end of the game, which ends in what was promised.
    for move in solution.pv:
        position = position.play(move)
    assert solution.best_move == solution.pv[0]
    assert position.is_over
    assert position.returns[0] == value


def test_solved_values_of_every_position(positions: list[bg.TicTacToe]) -> None:
    """The solver's value of each position is the best of its children's, turned round."""
    values = {position: bg.solve(position).value for position in positions}
    for position in positions:
        if position.is_over:
            assert values[position] == position.returns[position.turn]
        else:
            children = [values[position.play(move)] for move in position.legal_moves]
            assert values[position] == -min(children)


def test_all_root_moves_of_a_position() -> None:
    position = bg.position("tictactoe o../.x./...")
    solution = bg.solve(position, all_moves=True)
    assert list(solution.values) == position.legal_moves
    assert solution.value == max(solution.values.values())
    for move, value in solution.values.items():
        assert bg.solve(position.play(move)).value == -value
