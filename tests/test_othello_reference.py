"""The native Othello against the plain-Python reference: games, fillings, text and endings."""

from __future__ import annotations

import pickle
import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests import strategies
from tests.reference import othello

# Games of Othello are cheap to draw, and its flips have many cases.
many = settings(max_examples=2 * settings().max_examples)


def native(game: othello.Game) -> bg.Othello:
    """The native position with the same discs."""
    position = bg.position(game.text)
    assert isinstance(position, bg.Othello)
    return position


def assert_same(position: bg.Othello, game: othello.Game) -> None:
    """Everything that a position tells, compared."""
    assert position.to_string() == game.text
    assert position.to_obf() == game.obf
    assert (position.game, position.width, position.height) == (game.spec, *game.size)
    assert (position.turn, position.ply) == (game.turn, max(0, game.ply))
    legal = game.legal_moves
    assert [int(move) for move in position.legal_moves] == legal
    assert [str(move) for move in position.legal_moves] == list(map(game.move_text, legal))
    assert position.must_pass == game.must_pass
    assert position.counts == game.counts
    assert position.empties == game.empties
    assert list(position.pieces(0)) == game.pieces(0)
    assert list(position.pieces(1)) == game.pieces(1)
    assert list(position.occupied) == sorted(game.pieces(0) + game.pieces(1))
    assert len(position.empty) == game.empties
    assert position.is_over == game.is_over
    if game.is_over:
        assert position.outcome is not None
        assert position.outcome.scores == (game.score, -game.score)
        assert position.outcome.winner == game.winner
        assert position.outcome.is_draw == (game.winner is None)
        assert position.returns == {0: (1.0, -1.0), 1: (-1.0, 1.0), None: (0.0, 0.0)}[game.winner]
    else:
        assert position.outcome is None
        assert position.returns == (0.0, 0.0)


def assert_same_arrays(position: bg.Othello, game: othello.Game) -> None:
    legal = game.legal_moves
    assert position.legal_mask().tolist() == [move in legal for move in range(game.pass_move + 1)]
    planes = position.planes()
    assert planes.shape == (2, game.height, game.width)
    for plane, player in zip(planes, (game.turn, 1 - game.turn), strict=True):
        cells = [int(disc == othello.DISCS[player]) for disc in game.cells]
        assert plane.reshape(-1).tolist() == cells


def assert_same_moves(position: bg.Othello, game: othello.Game) -> None:
    """Every move of the index space: legal ones lead to the same position, others are refused."""
    legal = game.legal_moves
    for move in range(game.pass_move + 1):
        text = game.move_text(move)
        assert position.is_legal(move) == position.is_legal(text) == (move in legal)
        if move in legal:
            after = game.play(move)
            assert position.play(move).to_string() == after.text
            assert position.play(text.upper()).to_string() == after.text
        else:
            # The text names the move, so that a player sees which one it was.
            with pytest.raises(bg.IllegalMoveError, match=rf"\b{text}\b"):
                position.play(move)
    for move in (-1, game.pass_move + 1, 2**64):
        with pytest.raises(bg.IllegalMoveError):
            position.play(move)
    for text in othello.PASSES:
        for spelled in (text, text.upper()):
            assert position.parse_move(spelled) == game.pass_move
            assert position.is_legal(spelled) == game.must_pass


@given(strategies.othello_games())
@many
def test_whole_games_agree(played: tuple[othello.Game, list[int]]) -> None:
    game, moves = played
    position = bg.Othello(*game.size)
    assert_same(position, game)
    for move in moves:
        game = game.play(move)
        position = position.play(move)
        assert_same(position, game)
    assert_same_arrays(position, game)
    assert_same_moves(position, game)


@given(strategies.othello_fillings())
@many
def test_thrown_boards_agree(game: othello.Game) -> None:
    """The rules hold on boards that no game reaches, from the empty one to a full one."""
    position = native(game)
    assert_same(position, game)
    assert_same_arrays(position, game)
    assert_same_moves(position, game)


@given(st.one_of(strategies.othello_fillings(), strategies.othello_games()))
@many
def test_text_obf_and_pickle_agree(drawn: othello.Game | tuple[othello.Game, list[int]]) -> None:
    game, moves = (drawn, []) if isinstance(drawn, othello.Game) else drawn
    position = native(game)
    for move in moves:
        position = position.play(game.move_text(move))
        game = game.play(move)
    spellings = [
        bg.position(game.text),
        bg.Othello.from_string(game.text),
        bg.Othello.from_obf(game.obf),
        pickle.loads(pickle.dumps(position)),
    ]
    for again in spellings:
        assert again == position
        assert (hash(again), again.key) == (hash(position), position.key)
    # The other side to move is another position.
    other = native(othello.Game(game.size, game.cells, 1 - game.turn))
    assert other != position
    assert other.key != position.key


@given(strategies.othello_games())
@many
def test_symmetries_agree(played: tuple[othello.Game, list[int]]) -> None:
    game, moves = played
    for move in moves:
        game = game.play(move)
    position = native(game)
    cells = range(game.pass_move)
    ours = [
        [int(position.transform_move(cell, symmetry)) for cell in cells]
        for symmetry in range(position.num_symmetries)
    ]
    assert sorted(ours) == sorted(othello.symmetries(game.size))
    for symmetry, permutation in enumerate(ours):
        image = position.transform(symmetry)
        assert_same(image, game.transformed(permutation))
        assert position.transform_move(game.pass_move, symmetry) == game.pass_move
    texts = {game.transformed(permutation).text for permutation in ours}
    assert position.canonical().to_string() in texts
    assert len({native(othello.parse(text)).canonical() for text in texts}) == 1


@given(st.one_of(strategies.othello_fillings(), strategies.othello_games()))
@many
def test_small_trees_agree(drawn: othello.Game | tuple[othello.Game, list[int]]) -> None:
    game, moves = (drawn, []) if isinstance(drawn, othello.Game) else drawn
    for move in moves:
        game = game.play(move)
    position = native(game)
    assert bg.perft(position, 2) == othello.perft(game, 2)
    split = {int(move): count for move, count in bg.divide(position, 3).items()}
    # From a wide open middle game three plies are too many for the reference.
    if len(game.legal_moves) <= 6:
        assert split == {move: othello.perft(game.play(move), 2) for move in game.legal_moves}


@given(strategies.othello_fillings(), st.booleans(), st.data())
@many
def test_a_damaged_line_is_refused_or_read_as_the_reference_reads_it(
    game: othello.Game, as_obf: bool, data: st.DataObject
) -> None:
    """One character replaced, dropped or put in: never a panic, never another board."""
    text = game.obf if as_obf else game.text
    ours = bg.Othello.from_obf if as_obf else bg.position
    theirs = othello.parse_obf if as_obf else othello.parse
    place = data.draw(st.integers(0, len(text)))
    character = data.draw(
        st.one_of(st.sampled_from(string.printable + "\uff2f\u0417\ud800"), st.just(""))
    )
    text = text[:place] + character + text[place + data.draw(st.integers(0, 1)) :]
    try:
        expected = theirs(text)
    except ValueError:
        expected = None
    try:
        position = ours(text)
    except bg.GameError:
        assert expected is None
        return
    # What is read although it is spelled otherwise must be the board that was meant.
    assert ours(text) == position == bg.position(position.to_string())
    if expected is not None:
        assert position.to_string() == expected.text
    if isinstance(position, bg.Othello):
        # The name of the game may be spelled with spaces, too.
        meant = text if as_obf else " ".join(text.split()[-2:]).replace("/", "")
        assert position.to_obf() == meant.upper().replace("*", "X").replace(".", "-")


BOARD = "--------/--------/--------/---OX---/---XO---/--------/--------/--------"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (f"othello {BOARD}", "side to move"),
        (f"othello {BOARD} ", "side to move"),
        (f"othello {BOARD} Z", "Z"),
        (f"othello {BOARD} XO", "XO"),
        (f"othello {BOARD} X ", "X "),
        (f"othello {BOARD} X X", "X X"),
        (f"othello {BOARD}- X", "8 rows of 8"),
        (f"othello {BOARD}/-------- X", "8 rows of 8"),
        (f"othello {BOARD[:-1]} X", "8 rows of 8"),
        (f"othello {BOARD[:-9]} X", "8 rows of 8"),
        (f"othello {BOARD[:4]}/{BOARD[4:8]}{BOARD[9:]} X", "8 rows of 8"),
        (f"othello {BOARD.replace('OX', 'O?')} X", r"\?"),
        (f"othello {BOARD.replace('OX', 'O3')} X", "3"),
        ("othello " + BOARD.replace("OX", "O\u0425") + " X", "\u0425"),
        ("othello ", None),
        (f"othello  {BOARD} X", None),
        (f"othello:6 {BOARD} X", "6 rows of 6"),
        ("othello:4 ----/-OX-/-XO-/--- X", "4 rows of 4"),
    ],
)
def test_bad_text_is_refused_and_the_error_names_what_is_wrong(
    text: str, named: str | None
) -> None:
    for read in (bg.position, bg.Othello.from_string):
        with pytest.raises(bg.ParseError, match=named):
            read(text)


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "X", "-" * 64, "-" * 64 + " ", "-" * 63 + " X", "-" * 65 + " X"),
        *("-" * 63 + "Z X", "-" * 64 + "  X", "-" * 64 + " x o", "-" * 25 + " X"),
        "-" * 63 + "\u0425 X",
    ],
)
def test_bad_obf_is_refused(line: str) -> None:
    with pytest.raises(bg.ParseError):
        bg.Othello.from_obf(line)


@pytest.mark.parametrize(
    "spec",
    ["othello:5", "othello:0", "othello:10", "othello:-8", "othello:8,8", "othello:4,6"],
)
def test_sizes_that_do_not_exist_are_refused(spec: str) -> None:
    with pytest.raises(bg.ParameterError):
        bg.games.get(spec)
    with pytest.raises(bg.GameError):
        bg.position(f"{spec} {BOARD} X")


@pytest.mark.parametrize(
    "size",
    [*[(each,) for each in (-1, 0, 2, 3, 5, 7, 9, 10, 2**64)], (4, 6), (8, 6), (8, -4), (10, 4)],
)
def test_the_class_takes_its_sizes_only(size: tuple[int, ...]) -> None:
    with pytest.raises(bg.ParameterError, match="size must be 4, 6"):
        bg.Othello(*size)


def random_ending(chance: random.Random, deep: bool) -> othello.Game:
    """A position of few empty squares, reached by random play or thrown on the board.

    Thrown boards have many more moves, so they get fewer empty squares.
    """
    size = chance.choice([*othello.SIZES, (8, 8), (8, 8)])
    if chance.random() < 0.3:
        cells = chance.choices(othello.DISCS, [chance.randint(1, 9), chance.randint(1, 9)], k=64)
        cells = cells[: size[0] * size[1]]
        for cell in chance.sample(range(len(cells)), chance.randint(0, 7 if deep else 5)):
            cells[cell] = othello.EMPTY
        return othello.Game(size, cells, chance.randrange(2))
    # One more empty square costs the reference four times as much.
    empties = chance.choices(range(11), [3, 3, 3, 4, 6, 8, 8, 8, 8, 4 * deep, 4 * deep])[0]
    position = bg.Othello(*size)
    while position.empties > empties and (moves := position.legal_moves):
        position = position.play(chance.choice(moves))
    return othello.parse(position.to_string())


@pytest.mark.parametrize(
    ("seed", "endings", "deep"),
    [
        *((seed, 50, False) for seed in range(4)),
        *(pytest.param(seed, 100, True, marks=pytest.mark.deep) for seed in range(100, 120)),
    ],
)
def test_solved_endings_agree(seed: int, endings: int, deep: bool) -> None:
    """Against a search of every line to its end."""
    chance = random.Random(seed)
    for _ in range(endings):
        game = random_ending(chance, deep)
        known: dict[str, int] = {}
        value = othello.value(game, known)
        values = {move: -othello.value(game.play(move), known) for move in game.legal_moves}
        position = native(game)
        solution = bg.solve(position, all_moves=True, table_mib=1)
        assert solution.value == value, game.text
        assert {int(move): worth for move, worth in solution.values.items()} == values, game.text
        for table_mib in (1, 2, 16):
            again = bg.solve(position, table_mib=table_mib)
            assert again.value == value, game.text
            assert again.best_move is None or values[int(again.best_move)] == value, game.text
            assert _end_of(game, again.pv) == value, game.text
        found = bg.search(position, table_mib=1)
        assert (found.exact, found.value) == (True, value), game.text
        for depth in (1, 3):
            guess = bg.search(position, depth=depth, table_mib=1)
            assert not guess.exact or guess.value == value, game.text


def _end_of(game: othello.Game, line: list[bg.Move]) -> int:
    """What the line brings the side to move, which must end the game."""
    end = game
    for move in line:
        end = end.play(int(move))
    assert end.is_over, game.text
    return end.score if game.turn == 0 else -end.score
