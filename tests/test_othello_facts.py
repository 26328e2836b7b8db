"""Known numbers and lines of Othello, from the native game and from the reference."""

from __future__ import annotations

import pytest

import bitgames as bg
from tests.reference import othello
from tests.test_reference import perft_rows

START = bg.Othello()

# Most leaves at one depth: for the reference, for Python over native positions, which knows what it
# has counted, and for the native counter without `--deep`.
REFERENCE_LEAVES = 5_000
PYTHON_LEAVES = 4_000_000
NATIVE_LEAVES = 300_000_000

# A drawn game: Takizawa's line of perfect play.
DRAWN_LINE = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
    "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)


@pytest.fixture(scope="module")
def known() -> dict[str, int]:
    """The value of every position of 4 x 4 for the side to move, by the reference."""
    found: dict[str, int] = {}
    othello.value(othello.Game((4, 4)), found)
    return found


def squares(line: str) -> list[str]:
    """The moves of squares run together."""
    return [line[at : at + 2] for at in range(0, len(line), 2)]


def test_the_start() -> None:
    assert [list(START.pieces(player)) for player in (0, 1)] == [[28, 35], [27, 36]]
    assert (int(START.pieces(0)), int(START.pieces(1))) == (0x810000000, 0x1008000000)
    assert (START.turn, START.ply, START.counts, START.empties) == (0, 0, (2, 2), 60)
    assert [str(move) for move in START.legal_moves] == ["d3", "c4", "f5", "e6"]
    assert (START.num_moves, START.num_symmetries) == (65, 8)
    assert (START.facts.title, START.facts.player_names) == ("Othello", ("black", "white"))
    assert [bg.Othello(*size).to_string() for size in othello.SIZES] == [
        othello.Game(size).text for size in othello.SIZES
    ]


def test_the_drawn_line() -> None:
    position, moves = START, squares(DRAWN_LINE)
    assert len(moves) == 60
    for move in moves:
        assert not position.must_pass
        assert not position.is_over
        position = position.play(move)
    assert position.is_over
    assert (position.counts, position.empties, position.ply) == ((32, 32), 0, 60)
    assert position.outcome is not None
    assert position.outcome.is_draw
    assert position.outcome.scores == (0, 0)
    assert othello.play_line(othello.Game(), DRAWN_LINE).text == position.to_string()


def test_the_last_moves_of_the_drawn_line_are_best() -> None:
    """Perfect play is worth the draw at every step; the last fourteen squares are solved here."""
    position = START
    for move in squares(DRAWN_LINE):
        if position.empties <= 14:
            solution = bg.solve(position, all_moves=True)
            assert solution.value == solution.values[position.parse_move(move)] == 0
        position = position.play(move)


def test_the_shortest_game_leaves_one_colour() -> None:
    position = START
    for move in squares("e6f4e3f6g5d6e7f5c5"):
        assert not position.is_over
        position = position.play(move)
    assert position.is_over
    assert (position.ply, position.counts, position.empties) == (9, (13, 0), 51)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.scores) == (0, (64, -64))


def test_a_pass_flips_nothing_and_can_be_the_only_move() -> None:
    text = "othello --OOO---/-X-O----/--XX----/---XX---/---XX---/----X---/--------/-------- X"
    position = bg.position(text)
    assert isinstance(position, bg.Othello)
    assert position.must_pass
    assert [int(move) for move in position.legal_moves] == [64]
    with pytest.raises(bg.IllegalMoveError):
        position.play("a1")
    for spelled in ("pass", "PASS", "pa", "ps", "--", 64):
        passed = position.play(spelled)
        assert passed.to_string() == text[:-1] + "O"
        assert passed.ply == position.ply
        with pytest.raises(bg.IllegalMoveError):
            passed.play("pass")


def test_4_x_4_is_solved(known: dict[str, int]) -> None:
    """White wins 11-3, which is 8 discs more; with the two empty squares the winner has 13-3."""
    start = bg.Othello(4)
    assert known[start.to_obf()] == -10
    assert othello.value(othello.Game((4, 4)), {}, lambda game: game.disc_difference) == -8
    for table_mib in (1, 64):
        solution = bg.solve(start, all_moves=True, table_mib=table_mib)
        assert solution.value == -10
        assert list(solution.values.values()) == [-10] * 4
        position = start
        for move in solution.pv:
            position = position.play(move)
            # Every position on the way is worth the same.
            sign = 1 if position.turn == 0 else -1
            assert known[position.to_obf()] * sign == -10
        assert position.is_over
        assert (position.counts, position.empties) == ((3, 11), 2)
        assert position.outcome is not None
        assert position.outcome.scores == (-10, 10)


def test_positions_of_4_x_4_have_the_values_of_the_reference(known: dict[str, int]) -> None:
    """Some of the 62,789 that can come up, at all depths."""
    assert len(known) == 62_789
    for obf in list(known)[::61]:
        position = bg.Othello.from_obf(obf)
        assert bg.solve(position, table_mib=1).value == known[obf], obf


@pytest.mark.deep
def test_a_selective_pass_that_misses_on_either_side_ends() -> None:
    """Its windows were moved from side to side forever."""
    position = bg.position(
        "othello -XXXOO--/--XOOO--/OOOOOO--/-OOXOO--/-OXOXO-X/OOXOOXX-/--XOOXO-/--XXXXOX X"
    )
    solution = bg.solve(position, all_moves=True)
    assert (solution.value, str(solution.best_move)) == (14, "g1")
    for move, value in solution.values.items():
        assert bg.solve(position.play(move)).value == -value


@pytest.mark.deep
def test_6_x_6_is_solved() -> None:
    """White wins 20-16 on a full board, so both ways to count give the same. Minutes."""
    solution = bg.solve(bg.Othello(6), table_mib=1024)
    assert solution.value == -4
    position = bg.Othello(6)
    for move in solution.pv:
        position = position.play(move)
    assert (position.counts, position.is_over) == ((16, 20), True)


@pytest.mark.parametrize("pass_is_ply", [True, False])
def test_the_tables_are_what_the_reference_counts(pass_is_ply: bool) -> None:
    """The cheap depths; the deep ones were counted when the tables were made."""
    for text, counts in perft_rows("othello" if pass_is_ply else "othello_pass_free"):
        game = othello.parse(text)
        known: dict[str, int] = {}
        for depth, leaves in counts.items():
            if leaves <= REFERENCE_LEAVES:
                assert othello.perft(game, depth, known, pass_is_ply) == leaves, text


def pass_free(position: bg.Othello, depth: int, known: dict[tuple[bg.Othello, int], int]) -> int:
    """Leaves where a pass costs no ply."""
    if position.must_pass:
        position = position.play("pass")
    if depth <= 1 or position.is_over:
        return max(1, len(position.legal_moves)) if depth else 1
    key = (position, depth)
    if key not in known:
        known[key] = sum(pass_free(after, depth - 1, known) for after in children(position))
    return known[key]


def children(position: bg.Othello) -> list[bg.Othello]:
    return [position.play(move) for move in position.legal_moves]


@pytest.mark.parametrize(("text", "counts"), perft_rows("othello_pass_free"))
def test_the_pass_free_table(text: str, counts: dict[int, int]) -> None:
    position = bg.position(text)
    assert isinstance(position, bg.Othello)
    known: dict[tuple[bg.Othello, int], int] = {}
    for depth, leaves in counts.items():
        if leaves <= PYTHON_LEAVES:
            assert pass_free(position, depth, known) == leaves, depth


def deep_counts(least: int, most: int) -> list[tuple[int, int]]:
    """Depths and leaves of the start between two bounds."""
    (counts,) = (row for text, row in perft_rows("othello") if text == START.to_string())
    return [(depth, leaves) for depth, leaves in counts.items() if least < leaves <= most]


@pytest.mark.parametrize(
    ("depth", "leaves"),
    [
        *deep_counts(0, NATIVE_LEAVES),
        *(
            pytest.param(depth, leaves, marks=pytest.mark.deep)
            for depth, leaves in deep_counts(NATIVE_LEAVES, 10**11)
        ),
    ],
)
def test_the_start_counted_deep(depth: int, leaves: int) -> None:
    assert bg.perft(START, depth) == leaves


def test_divide_adds_up() -> None:
    """The four first moves are images of each other, so they have a quarter of the leaves each."""
    split = {str(move): leaves for move, leaves in bg.divide(START, 8).items()}
    assert split == dict.fromkeys(["d3", "c4", "f5", "e6"], 390_216 // 4)
