"""Mosaic and Mosaic Quo against the reference: what ``test_references.py`` cannot ask of any game.

The facts of the rules stand here as numbers, and the choice of the last pieces move by move.
"""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests.reference import mosaic
from tests.specs import boards

SPECS = [
    *(f"mosaic:{size}" for size in mosaic.Mosaic.sizes),
    *(f"quo:{size}" for size in mosaic.Quo.sizes),
    *(f"quo:{size},lowest" for size in mosaic.Quo.sizes),
]
every_spec = pytest.mark.parametrize("spec", boards(SPECS))
# The reference plays slowly.
few = settings(max_examples=max(4, settings().max_examples // 10))
seeds = st.integers(0, 2**32 - 1)


def pile(text: str) -> bg.mosaic.PyramidPosition:
    position = bg.position(text)
    assert isinstance(position, bg.mosaic.PyramidPosition)
    return position


def quo(text: str) -> bg.Quo:
    position = bg.position(text)
    assert isinstance(position, bg.Quo)
    return position


def bits(size: int, cells: list[mosaic.Cell]) -> bg.mosaic.PyramidSet:
    return bg.mosaic.PyramidSet(size, sum(1 << mosaic.index_of(size)[cell] for cell in cells))


def assert_same_sets(position: bg.mosaic.PyramidPosition, game: mosaic.Game) -> None:
    size = game.size
    by_piece = {
        piece: bits(size, [cell for cell, each in game.cells.items() if each == piece])
        for piece in mosaic.SEATS + mosaic.NEUTRAL + mosaic.EMPTY
    }
    names = ["first", "second", "third", "fourth"][: len(game.teams)]
    for seat, name in enumerate(names):
        assert getattr(position, name) == position.pieces(seat) == by_piece[mosaic.SEATS[seat]]
    assert position.size == size
    assert position.neutral == by_piece[mosaic.NEUTRAL]
    assert position.empty == by_piece[mosaic.EMPTY]
    assert position.occupied == ~position.empty
    supported = [
        cell
        for cell in game.cells
        if all(game.cells[each] != mosaic.EMPTY for each in mosaic.below(cell))
    ]
    assert position.supported == bits(size, supported)
    assert list(position.legal) == game.legal_moves
    assert position.pieces_left == tuple(map(game.left, game.seats))
    assert position.ply == game.ply
    if isinstance(position, bg.Quo):
        assert (position.turn, position.mover) == (game.turn, game.mover)
        assert position.choosing == game.choosing
        assert position.offered == bits(size, game.offered)


@every_spec
@few
@given(seed=seeds)
def test_whole_games_agree_on_sets_and_waves(spec: str, seed: int) -> None:
    chance = random.Random(seed)
    game, position = mosaic.start(spec), pile(spec)
    while True:
        assert_same_sets(position, game)
        assert position.to_string() == game.text
        if game.is_over:
            break
        move = chance.choice(game.legal_moves)
        game, waves = game.play(move), position.waves(move)
        assert [(seat, list(cells)) for seat, cells in waves] == [
            (seat, sorted(cells)) for seat, cells in game.waves
        ]
        # Exactly these and the move itself are new.
        after = position.play(move)
        assert isinstance(after, bg.mosaic.PyramidPosition)
        filled = bg.mosaic.PyramidSet(game.size).set(move)
        for _, cells in waves:
            assert not filled & cells
            filled |= cells
        assert after.occupied - position.occupied == filled
        position = after
    assert position.is_over


@every_spec
@few
@given(seed=seeds)
def test_waves_of_every_move(spec: str, seed: int) -> None:
    """Of all legal moves of a position, and of none of the others."""
    chance = random.Random(seed)
    game = mosaic.start(spec)
    for _ in range(chance.randrange(len(game.cells))):
        if game.is_over:
            break
        game = game.play(chance.choice(game.legal_moves))
    position = pile(game.text)
    for move in range(position.num_moves):
        if move in game.legal_moves:
            expected = [(seat, sorted(cells)) for seat, cells in game.play(move).waves]
            assert [(seat, list(cells)) for seat, cells in position.waves(move)] == expected
        else:
            with pytest.raises(bg.IllegalMoveError):
                position.waves(move)


@every_spec
@few
@given(seed=seeds)
def test_positions_come_back_from_every_form(spec: str, seed: int) -> None:
    chance = random.Random(seed)
    position = pile(spec)
    while not position.is_over:
        for again in (
            bg.position(position.to_string()),
            type(position).from_string(position.to_string()),
            pickle.loads(pickle.dumps(position)),
            eval(repr(position), {"Mosaic": bg.Mosaic, "Quo": bg.Quo}),
        ):
            assert again == position
            assert hash(again) == hash(position)
            assert again.key == position.key
            assert type(again) is type(position)
            assert list(map(int, again.legal_moves)) == list(map(int, position.legal_moves))
        position = position.play(chance.choice(position.legal_moves))


@every_spec
@few
@given(seed=seeds)
def test_a_turned_game_is_the_same_game(spec: str, seed: int) -> None:
    """Turned or mirrored, up to the first time that a side gets its last pieces lowest first."""
    chance = random.Random(seed)
    name = chance.choice(list(mosaic.TRANSFORMS))
    game = mosaic.start(spec)
    position, turned = pile(spec), pile(spec)
    while not position.is_over:
        move = chance.choice(position.legal_moves)
        place = mosaic.index_of(game.size)[
            mosaic.transformed(game.size, mosaic.all_cells(game.size)[move], name)
        ]
        game, before, turned_before = game.play(int(move)), position, turned
        position, turned = position.play(move), turned.play(place)
        if turned.to_string() != game.moved(name).text:
            # Only who runs out of pieces gets fewer than the chain offers, and nobody chooses.
            assert not spec.startswith("quo") or spec.endswith("lowest")
            assert 0 in position.pieces_left
            assert set(before.pieces_left) == set(turned_before.pieces_left)
            assert position.pieces_left == turned.pieces_left or spec.startswith("quo")
            break
    if spec.startswith("mosaic"):
        assert position.is_over == turned.is_over
        if position.is_over:
            assert position.outcome == turned.outcome


@pytest.mark.parametrize(
    ("name", "pieces"),
    [("mosaic", [3, 7, 15, 27, 46, 70]), ("quo", [3, 8, 14, 23, 35])],
)
def test_pieces_of_each_player(name: str, pieces: list[int]) -> None:
    for size, count in zip(range(8 - len(pieces), 8), pieces, strict=True):
        position = pile(f"{name}:{size}")
        assert position.pieces_left == (count,) * position.facts.players
        assert position.num_moves == size * (size + 1) * (2 * size + 1) // 6
        assert position.legal == bg.mosaic.PyramidSet.ground(size) - bg.mosaic.PyramidSet.neutral(
            size
        )
    assert bg.position(name) == position


def test_the_start_by_its_class() -> None:
    assert bg.Mosaic() == bg.position("mosaic")
    assert bg.Mosaic(3).to_string() == "mosaic:3 ./..../....*.... 1"
    assert bg.Quo() == bg.position("quo")
    assert bg.Quo(5, last_piece="lowest").game == "quo:5,lowest"
    assert bg.Quo(5).last_piece == "owner"
    assert bg.Quo(5) != bg.Quo(5, last_piece="lowest")


@pytest.mark.parametrize("size", [-1, 0, 1, 8, 10**30])
def test_sizes_out_of_range(size: int) -> None:
    for make in (bg.Mosaic, bg.Quo):
        with pytest.raises(bg.ParameterError, match="size"):
            make(size)
    with pytest.raises(bg.GameError):
        bg.position(f"mosaic:{size}")


def test_quo_needs_three_layers_and_a_known_rule() -> None:
    with pytest.raises(bg.ParameterError, match="size"):
        bg.Quo(2)
    with pytest.raises(bg.ParameterError, match="owner"):
        bg.Quo(5, last_piece="highest")


def test_names_of_the_cells() -> None:
    """Layer from the ground up, column, row; read in either case."""
    position = bg.Mosaic()
    assert position.parse_move("1d4") == next(iter(position.neutral))
    assert position.parse_move("7a1") == 0
    assert position.parse_move("1A1") == position.parse_move("1a1") == 91
    for wrong in ("0a1", "8a1", "1h1", "1a8", "7a2", "7b1", "a1", "1a", "1a1 ", "", "1a01", "1-1"):
        with pytest.raises(bg.ParseError):
            position.parse_move(wrong)
    with pytest.raises(bg.IllegalMoveError):
        position.play("1d4")
    with pytest.raises(bg.IllegalMoveError):
        position.play("2a1")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("mosaic:3 ./1.../12..*.... 1", "2a1"),
        ("mosaic:3 ./..../......... 1", "1b2"),
        ("mosaic:3 ./..../1...*...* 2", "1c3"),
        ("mosaic:2 ./1111 1", None),
        ("mosaic:3 ./..../11.1*.... 2", "2a1"),
        ("quo:3 ./..../11.2*.... 3", "2a1"),
        ("quo:3 ./..../111.*2... 1", None),
        ("quo:4 ./..../??....144/2342141231411243 1@1", None),
        ("quo:4,lowest ./..../3..1??144/2342141231411243 1@1", None),
    ],
)
def test_impossible_positions_name_the_cell(text: str, cell: str | None) -> None:
    with pytest.raises(bg.GameError) as caught:
        bg.position(text)
    assert cell is None or cell in str(caught.value)


# Games of which the end is special.


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        (
            "mosaic:4",
            "1c1 1a3 1a4 1b2 1a1 1b1 1c4 1d1 1d2 1a2 1c3 1c2 1b4 2c1 1b3 2b2 1d3 3a2 1d4",
        ),
        (
            "mosaic:5",
            "1d1 1e1 1a3 1d3 1a5 1c1 1e2 1d5 1a2 1b5 1e4 1d4 1b2 1b3 1c4 1a4 1b4 2a4 1c5 2a3 2c3 "
            "1b1 1a1 1c2 1d2 2b3 2c1 2b2 1e5 1e3 2d2 3a1 2d4 2c2 3c2 4b1 2c4",
        ),
        ("quo:3", "1b1 1a3 1c3 1c1 1a1 1a2 1b3 1c2"),
    ],
)
def test_both_sides_can_run_out_in_one_wave(spec: str, line: str) -> None:
    """Only there have both sides as many pieces as there are places, or fewer."""
    position = bg.Record(spec, line.split()).position
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.is_draw, outcome.reason) == (True, "both sides out at once")
    assert set(position.returns) == {0}


def test_a_full_board_of_quo_without_a_winner_is_a_draw() -> None:
    """On 4 and 5 layers there are two pieces more than places: one is left on either side."""
    for text in (
        "quo:4 1/1134/424222341/3144422332211313 3",
        "quo:5 2/2124/341314224/3321433132443221/341214332142*413342431211 4",
    ):
        position = pile(text)
        assert sum(position.pieces_left) == 2
        assert position.outcome is not None
        assert (position.outcome.is_draw, position.outcome.reason) == (True, "no legal cell left")


def test_the_last_piece_of_a_player_starts_no_chain() -> None:
    """In Mosaic the game is over at once, although a cell has three of the other's below."""
    position = pile("mosaic:4 ./22.1/222121.11/222212121121.121 2")
    assert position.pieces_left == (3, 1)
    assert position.waves("1a4") == []
    over = position.play("1a4")
    assert isinstance(over, bg.Mosaic)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.reason) == (1, "all pieces placed")
    drawn = over.empty & over.supported & over.first.promote_majority()
    assert list(drawn) == [over.parse_move("2a3")]


# The choice of the last pieces.

CHOICE = "quo:4 ./..../3..1??144/2342141231411243 1@1"
OTHERS_TURN = (
    "quo:6 ./..../.??.??.12/.343.444.1421112/23133.3444.14423112211144/"
    "241134233234.14442213122331243113142 4@3"
)


def choices() -> st.SearchStrategy[tuple[bg.Quo, mosaic.Quo]]:
    """Positions of random games in which a player has to choose."""

    def search(seed: int) -> tuple[bg.Quo, mosaic.Quo]:
        chance = random.Random(seed)
        while True:
            position = quo(chance.choice(["quo:4", "quo:5", "quo:6", "quo"]))
            while not position.is_over:
                if position.choosing is not None and chance.random() < 0.5:
                    game = mosaic.parse(position.to_string())
                    assert isinstance(game, mosaic.Quo)
                    return position, game
                after = position.play(chance.choice(position.legal_moves))
                assert isinstance(after, bg.Quo)
                position = after

    return seeds.map(search)


@given(choices())
def test_a_choice_is_a_turn_within_a_turn(case: tuple[bg.Quo, mosaic.Quo]) -> None:
    position, game = case
    seat = position.choosing
    assert seat is not None
    assert position.turn == seat
    assert position.outcome is None
    assert set(position.returns) == {0}
    assert position.legal == position.offered
    assert 1 <= position.pieces_left[seat] < len(position.offered)
    assert position.to_string().endswith(f" {seat + 1}@{position.mover + 1}")
    assert position.to_string().count("?") == len(position.offered)
    assert_same_sets(position, game)
    for move in position.legal_moves:
        after = position.play(move)
        assert isinstance(after, bg.Quo)
        assert int(move) in after.pieces(seat)
        assert after.pieces_left[seat] == position.pieces_left[seat] - 1
        assert after.to_string() == game.play(int(move)).text
        if position.pieces_left[seat] > 1:
            # More to choose: the rest of the offer, in the same turn, and the chain waits.
            assert (after.choosing, after.mover) == (seat, position.mover)
            assert after.offered == position.offered.clear(int(move))
            assert position.waves(move) == []


@given(choices())
def test_any_order_of_the_chosen_cells_leads_to_the_same_place(
    case: tuple[bg.Quo, mosaic.Quo],
) -> None:
    position, _ = case
    assert position.choosing is not None
    left = position.pieces_left[position.choosing]
    cells = list(position.offered)[:left]
    ends = set()
    for order in (cells, cells[::-1]):
        after: bg.Position = position
        for cell in order:
            after = after.play(cell)
        ends.add(after)
    assert len(ends) == 1


@given(choices())
def test_a_choice_for_arrays_and_players(case: tuple[bg.Quo, mosaic.Quo]) -> None:
    position, _ = case
    assert list(np.flatnonzero(position.legal_mask())) == list(position.offered)
    planes = position.planes()
    assert planes.shape[1:] == (position.size, position.size)
    # The one who chooses looks first: the planes of his pieces, the ground first.
    ground = position.pieces(position.turn).layer(1)
    assert set(np.flatnonzero(planes[0].reshape(-1))) == set(ground)
    # It can be told from the same board without the choice.
    for move in position.legal_moves:
        assert not np.array_equal(position.play(move).planes(), planes)
    for name in ("random", "first"):
        move = bg.Agent(name).choose(position)
        assert position.is_legal(move)


def test_a_choice_in_a_record(tmp_path: Path) -> None:
    record = bg.Record(quo(CHOICE))
    record.play("2b2")
    assert record.position.to_string() == mosaic.parse(CHOICE).play(18 - 9).text
    record.undo()
    assert record.position == quo(CHOICE)
    record.redo()
    file = tmp_path / "choice.json"
    record.save(file)
    assert bg.Record.load(file).position == record.position
    # From the move before it, a game goes through the choice and back.
    whole = bg.Record(bg.position("quo:4 ./..../3..1..144/234214.231411243 1")).play(20)
    assert whole.position == quo(CHOICE)
    assert whole.undo().position.turn == 0


def test_a_choice_in_the_turn_of_another_player() -> None:
    position = quo(OTHERS_TURN)
    assert (position.choosing, position.turn, position.mover) == (3, 3, 2)
    assert position.facts.teams[position.turn] != position.facts.teams[position.mover]
    assert position.pieces_left[3] == 3
    for _ in range(3):
        assert position.turn == 3
        after = position.play(position.legal_moves[0])
        assert isinstance(after, bg.Quo)
        position = after
    # Then it goes on after the third seat, and the fourth has nothing left to place.
    assert position.choosing is None
    assert position.turn == 0


def test_a_choice_is_drawn_and_told() -> None:
    position = quo(CHOICE)
    text = position.to_text(legal=True)
    assert text.endswith("first chooses where the last piece goes, pieces left: o 1, x 4, ^ 4, # 2")
    assert text.count("?") == 2
    assert position.to_svg().count(">?<") == position.to_svg(view="plan").count(">?<") == 2
    assert "choose" in position.to_svg()


def test_the_lowest_cells_are_taken_without_a_choice() -> None:
    before = "./..../3..1..144/234214.231411243 1"
    offered = list(quo(f"quo:4 {before}").play(20).legal)  # type: ignore[attr-defined]
    after = quo(f"quo:4,lowest {before}").play(20)
    assert isinstance(after, bg.Quo)
    assert after.choosing is None
    assert offered[0] in after.first
    assert offered[1] not in after.first


@every_spec
@few
@given(seed=seeds)
@example(seed=292)
def test_pictures_of_whole_games(spec: str, seed: int) -> None:
    """Waves are marked in pictures as the reference fills them."""
    chance = random.Random(seed)
    record = bg.Record(spec)
    while not record.position.is_over and len(record) < 60:
        record.play(chance.choice(record.position.legal_moves))
    previous = record.previous
    assert isinstance(previous, bg.mosaic.PyramidPosition)
    move = record.last_move
    assert move is not None
    filled = sum(len(cells) for _, cells in previous.waves(move))
    # The cell right of the last move has no room for a bracket of its own: [o]x) is both.
    assert filled - str(record).count("(") in (0, 1)
    assert record._repr_svg_() == record.position.to_svg(last_move=move, previous=previous)
    assert "(" not in record.position.to_text(last_move=move)
