"""Laws that every game of the registry keeps, tried through Python on random games."""

from __future__ import annotations

import copy
import pickle
import random
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.render.theme import LIGHT
from bitgames.scene import GridScene, TableScene
from tests.reference import REFERENCES
from tests.specs import SPECS, boards

DATA = Path(__file__).parent / "data"
DOCS = Path(__file__).parents[1] / "docs"

# The side of a cell in a picture, and the border with the coordinates.
CELL, MARGIN = 60.0, 26.0
# The least and the longest, too.
EXTREMES = ["tictactoe:1", "tictactoe:2", "mnk:1,9,2", "mnk:26,4,3"]

every_game = pytest.mark.parametrize("spec", [*boards(), *EXTREMES])
seeds = st.integers(0, 2**32 - 1)
# Drawing takes long.
few = settings(max_examples=max(3, settings().max_examples // 10))
some = settings(max_examples=max(6, settings().max_examples // 4))


def random_game(spec: str, seed: int) -> list[bg.Position]:
    """The positions of one random game, from the start to the end."""
    chance = random.Random(seed)
    positions = [bg.games.get(spec)]
    while moves := positions[-1].legal_moves:
        positions.append(positions[-1].play(chance.choice(moves)))
    return positions


def some_of(positions: list[bg.Position], count: int = 6) -> list[bg.Position]:
    """The first, the last and a few between."""
    step = max(1, len(positions) // count)
    return [*positions[::step], positions[-1]]


@pytest.mark.parametrize("name", bg.games.names())
def test_every_game_has_its_files(name: str) -> None:
    """Examples, a reference, a perft table from it and a transcript."""
    assert all(spec.partition(":")[0] == name for spec in bg.games.examples(name))
    assert REFERENCES[name].positions
    assert (DATA / "perft" / f"{name}.perft").is_file()
    assert (DATA / "playthroughs" / f"{name}.txt").is_file()


@pytest.mark.parametrize("name", bg.games.names())
def test_every_game_has_its_page(name: str) -> None:
    """By the form, and in the table of games that README and the list of the pages show."""
    game = bg.games.facts(bg.games.examples(name)[0]).name
    listing = (DOCS / "games" / "index.md").read_text(encoding="utf-8")
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert f"(docs/games/{game}.md)" in readme
    page = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (\w[^\n]*)$", page, re.MULTILINE)
    # In the form the names of the sections stand in a column of twenty letters.
    form = [
        line[3:23].strip()
        for line in listing.partition("```text")[2].splitlines()
        if line.startswith("## ")
    ]
    assert form[0] == "Facts"
    assert "Moves and text form" in form
    # A page may have sections of its own between those of the form.
    assert [section for section in sections if section in form] == form


@every_game
@given(seed=seeds)
@few
def test_every_piece_is_drawn(spec: str, seed: int) -> None:
    """In text and in SVG, each piece on its own cell, and nothing on an empty one."""
    played = random_game(spec, seed)
    for position in some_of(played):
        scene = position.scene("all")
        if scene["kind"] == "table":
            every_card_is_drawn(position, scene)
            continue
        letters = [player["letter"] for player in scene["players"]]
        assert len(set(letters)) == len(letters) == position.facts.players
        standing: dict[int, int] = {}
        for player in range(position.facts.players):
            standing |= dict.fromkeys(position.pieces(player), player)
        if scene["kind"] == "grid":  # a picture of several layers is no picture of one board
            written = cells_of_text(position.to_text(), scene)
            found = {cell: each for cell, each in enumerate(written) if each in letters}
            assert found == {cell: letters[player] for cell, player in standing.items()}
            assert cells_of_svg(position.to_svg(), scene) == set(standing)
        for view in VIEWS[scene["kind"]]:
            drawn = owners_of_svg(position.to_svg(view=view))
            assert drawn == {cell: str(player) for cell, player in standing.items()}


VIEWS = {"grid": ["plan"], "pyramid": ["isometric", "plan"], "table": ["table"]}


@every_game
@given(seed=seeds)
@few
def test_every_cell_and_card_is_named_once_in_a_drawing(spec: str, seed: int) -> None:
    """So that a page can tell what is under the pointer: `data-cell`, or `data-card`."""
    for position in some_of(random_game(spec, seed), 3):
        drawn: list[bg.Scene] = []
        for viewer in (None, *range(position.facts.players)):
            scene = position.scene(viewer)
            # A picture is drawn from its scene alone, and many seats see the same.
            same = [{**other, "viewer": viewer} == scene for other in drawn]
            drawn.append(scene)
            for view in [] if any(same) else VIEWS[scene["kind"]]:
                for flip in (False, True):
                    svg = position.to_svg(viewer=viewer, view=view, flip=flip, legal=True)
                    cells, cards = named_in(svg, "data-cell"), named_in(svg, "data-card")
                    if scene["kind"] != "table":
                        assert sorted(map(int, cells)) == list(range(len(scene["owners"])))
                        assert cards == []
                        continue
                    shown = [card for hand in scene["hands"] for card in hand["cards"]]
                    shown += [card for card in [*scene["trick"], scene["up"]] if card is not None]
                    assert sorted(cards) == sorted(shown)
                    assert len(set(cards)) == len(cards)
                    assert cells == []


def named_in(svg: str, name: str) -> list[str]:
    return [str(each.get(name)) for each in ET.fromstring(svg).iter() if name in each.attrib]


def every_card_is_drawn(position: bg.Position, table: TableScene) -> None:
    """Each card of each hand in both pictures, and those of a hand that is hidden in neither."""
    cards = [str(position.parse_move(f"{suit}{rank}")) for suit in "SHDC" for rank in RANKS]
    for player, hand in enumerate(table["hands"]):
        held = [cards[cell] for cell in position.pieces(player)]
        assert hand["cards"] == held
        other = table["hands"][1 - player]
        shown = {*hand["cards"], *other["known"], *(card for card in table["trick"] if card)}
        shown |= {table["up"]} - {None}
        seen = set(svg_titles(position.to_svg(viewer=player)))
        assert seen - shown == set()
        assert seen == shown
        rows = position.to_text(viewer=player).splitlines()
        row = next(row for row in rows if row.startswith(position.facts.player_names[1 - player]))
        assert len(re.findall("[AKQJT98765432]", re.sub(r"\d+ unknown", "", row[7:]))) == len(
            other["known"]
        )
    titles = svg_titles(position.to_svg(viewer="all"))
    assert {*table["hands"][0]["cards"], *table["hands"][1]["cards"]} <= set(titles)


RANKS = "AKQJT98765432"


def svg_titles(svg: str) -> list[str]:
    """The cards that a drawing of a table shows."""
    titles = [element.text or "" for element in ET.fromstring(svg).iter() if "title" in element.tag]
    return titles[1:]


@every_game
@given(seed=seeds)
@few
def test_the_last_move_is_marked_where_it_has_a_cell(spec: str, seed: int) -> None:
    chance = random.Random(seed)
    position = bg.games.get(spec)
    while moves := position.legal_moves:
        before, move = position, chance.choice(moves)
        position = position.play(move)
        scene = position.scene(last_move=move)
        assert position.scene(last_move=str(move)) == scene
        if scene["kind"] == "table":
            continue  # the cards of the trick are what was played last
        assert scene["last"] is not None
        cell = scene["last"]["cell"]
        if cell is not None:
            assert scene["owners"][cell] in "0123"
        assert (cell is None) == (position.occupied == before.occupied)
        assert position.to_text(last_move=move).count("[") == (cell is not None)


def cells_of_text(text: str, scene: GridScene) -> list[str]:
    """What stands on each cell of a drawing, in the order of the cells."""
    margin = max(map(len, scene["rows"])) + 2
    rows = text.splitlines()[1 : scene["height"] + 1]
    return [row[margin + 2 * column] for row in rows for column in range(scene["width"])]


def owners_of_svg(svg: str) -> dict[int, str]:
    """The cells with a piece of some player, each with its seat."""
    groups = [each for each in ET.fromstring(svg).iter() if each.get("data-owner", "*") != "*"]
    return {int(str(each.get("data-cell"))): str(each.get("data-owner")) for each in groups}


def cells_of_svg(svg: str, scene: GridScene) -> set[int]:
    """The cells in which a piece is drawn, by the place of its lines."""
    found = set()
    # A circle, or the beginning of a path, inside of a cell.
    for element in ET.fromstring(svg).iter():
        # A hole of an upright board, or a symbol on a disc.
        if scene["falls"] and (element.get("fill") == LIGHT.open or "transform" in element.attrib):
            continue
        if element.tag.endswith("}circle"):
            place = element.attrib["cx"], element.attrib["cy"]
        elif element.tag.endswith("}path"):
            place = tuple(re.findall(r"[\d.]+", element.attrib["d"])[:2])
        else:
            continue
        column, row = ((float(at) - MARGIN) / CELL for at in place)
        if column % 1 and row % 1:
            found.add(int(row) * scene["width"] + int(column))
    return found


@every_game
def test_facts(spec: str) -> None:
    position, facts = bg.games.get(spec), bg.games.facts(spec)
    assert bg.position(position.game) == position
    assert position.facts.spec == facts.spec == position.game
    assert facts.name in bg.games.names()
    assert facts.num_moves == position.num_moves
    assert len(facts.player_names) == facts.players
    assert len(facts.teams) == facts.players
    assert set(facts.teams) == set(range(max(facts.teams) + 1))
    assert position.ply == 0
    assert position.planes().shape[1:] == (facts.height, facts.width)


@every_game
@given(seed=seeds)
@some
def test_legal_moves_are_sorted_unique_and_equal_to_is_legal(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed)):
        legal = [int(move) for move in position.legal_moves]
        assert legal == sorted(set(legal))
        indices = range(position.num_moves)
        assert legal == [index for index in indices if position.is_legal(index)]
        mask = position.legal_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (position.num_moves,)
        assert np.flatnonzero(mask).tolist() == legal


@every_game
@given(seed=seeds)
@some
def test_play_leaves_the_old_position_as_it_was(spec: str, seed: int) -> None:
    positions = random_game(spec, seed)
    for position in some_of(positions):
        before = (position.to_string(), hash(position), position.key, position.legal_moves)
        for move in position.legal_moves:
            after = position.play(move)
            assert type(after) is type(position)
            if position.facts.hidden:  # cards are taken and played, so moves are counted
                assert after.ply == position.ply + 1
                continue
            # A pass leaves the board as it was, and no trace in the count either.
            assert after.ply - position.ply == len(after.occupied) - len(position.occupied)
            assert after != position
        assert before == (
            position.to_string(),
            hash(position),
            position.key,
            position.legal_moves,
        )


@every_game
@given(seed=seeds)
@some
def test_text_pickle_copy_and_repr_round_trip(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed)):
        text = position.to_string()
        assert "\n" not in text
        again = [
            bg.position(text),
            type(position).from_string(text),
            copy.copy(position),
            copy.deepcopy(position),
            eval(repr(position), {name: getattr(bg, name) for name in dir(bg)}),
            *(
                pickle.loads(pickle.dumps(position, protocol))
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
            ),
        ]
        for other in again:
            assert type(other) is type(position)
            assert other == position
            assert hash(other) == hash(position)
            assert (other.key, other.to_string()) == (position.key, text)
            assert other.legal_moves == position.legal_moves
            assert other.ply == position.ply


@every_game
@given(seed=seeds)
@some
def test_moves_round_trip(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed)):
        for move in position.legal_moves:
            assert position.parse_move(str(move)) == move == int(move)
            assert hash(move) == hash(int(move))
            assert repr(move) == str(move)
            assert pickle.loads(pickle.dumps(move)) == move
            assert position.play(int(move)) == position.play(str(move)) == position.play(move)


@every_game
@given(seed=seeds)
@some
def test_equality_is_equality_of_text(spec: str, seed: int) -> None:
    """Unequal pairs too: equal if and only if spelled alike, with keys that tell them apart."""
    positions = some_of(random_game(spec, seed)) + some_of(random_game(spec, seed + 1))
    for left, right in combinations(positions, 2):
        alike = left.to_string() == right.to_string()
        assert (left == right) == alike
        assert (left != right) != alike
        assert (left.key == right.key) == alike
        if alike:
            assert hash(left) == hash(right)


def test_positions_of_different_games_differ() -> None:
    starts = {bg.games.get(spec) for spec in SPECS + EXTREMES}
    assert len(starts) == len({start.to_string() for start in starts})
    for left, right in combinations(starts, 2):
        assert left != right
    for start in starts:
        assert start != start.to_string()
        assert start != 0
        assert start is not None


@every_game
@given(seed=seeds)
@some
def test_a_finished_game_has_no_moves_and_an_outcome(spec: str, seed: int) -> None:
    positions = random_game(spec, seed)
    for position in positions:
        assert position.is_over == (position is positions[-1])
        assert position.is_over == (position.outcome is not None)
        assert position.is_over == (position.legal_moves == [])
        assert 0 <= position.turn < position.facts.players
        assert len(position.returns) == position.facts.players
        assert sum(position.returns) == 0
    last = positions[-1]
    assert last.ply <= last.facts.max_ply
    assert last.outcome is not None
    assert last.outcome.is_draw == (last.outcome.winners == ())
    assert last.outcome.reason
    for player in range(last.facts.players):
        if not last.outcome.is_draw:
            assert (last.returns[player] > 0) == (player in last.outcome.winners)
    for index in range(last.num_moves):
        with pytest.raises(bg.IllegalMoveError):
            last.play(index)


@every_game
@given(seed=seeds)
@some
def test_illegal_input_changes_nothing(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed)):
        text, key = position.to_string(), position.key
        illegal = [index for index in range(position.num_moves) if not position.is_legal(index)]
        for index in [*illegal[:5], position.num_moves, -1, 2**70, -(2**70)]:
            assert not position.is_legal(index)
            with pytest.raises(bg.IllegalMoveError):
                position.play(index)
        for wrong in ["", "?", "é", "a0", "\0", "a1a1", "zz99999999999999999999"]:
            assert not position.is_legal(wrong)
            with pytest.raises(bg.ParseError):
                position.play(wrong)
            with pytest.raises(bg.ParseError):
                position.parse_move(wrong)
        for nothing in [None, 1.0, b"a1", ["a1"]]:
            with pytest.raises(TypeError):
                position.is_legal(nothing)  # type: ignore[arg-type]
            with pytest.raises(TypeError):
                position.play(nothing)  # type: ignore[arg-type]
        assert (position.to_string(), position.key) == (text, key)


@every_game
def test_a_position_cannot_be_changed(spec: str) -> None:
    position = bg.games.get(spec)
    for name in ("turn", "ply", "game", "outcome", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)


@every_game
def test_symmetries_form_a_group(spec: str) -> None:
    """As ways to move the indices: the first changes nothing, and any two make a third."""
    position = bg.games.get(spec)
    ways = [
        tuple(int(position.transform_move(index, each)) for index in range(position.num_moves))
        for each in range(position.num_symmetries)
    ]
    indices = tuple(range(position.num_moves))
    assert ways[0] == indices
    for left in ways:
        assert tuple(sorted(left)) == indices
        for right in ways:
            assert tuple(left[index] for index in right) in ways


@every_game
@given(seed=seeds)
@few
def test_symmetries_commute_with_play(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed), 3):
        turned = position.symmetries()
        planes, moves = position.symmetry_indices()
        assert turned == [position.transform(each) for each in range(position.num_symmetries)]
        assert turned[0] == position
        assert position.canonical() in turned
        for symmetry, image in enumerate(turned):
            assert image.canonical() == position.canonical()
            assert image.outcome == position.outcome
            assert (image.legal_mask() == position.legal_mask()[moves[symmetry]]).all()
            for seat in range(len(position.facts.player_names)):
                flat, places = position.planes(seat).ravel(), planes[symmetry]
                assert (image.planes(seat).ravel() == flat[places]).all()
                assert (np.sort(places) == np.arange(len(flat))).all()
            for move in position.legal_moves:
                same = position.transform_move(move, symmetry)
                here, there = position.play(move).transform(symmetry), image.play(same)
                # The move that ends a game may break a tie by the order of cells, as long as the
                # outcome does not depend on it.
                assert here == there or (here.is_over and here.outcome == there.outcome)


@every_game
def test_counting_agrees_with_play(spec: str) -> None:
    position = bg.games.get(spec)
    assert bg.perft(position, 0) == 1
    assert bg.perft(position, 1) == len(position.legal_moves)
    leaves = sum(max(1, len(position.play(move).legal_moves)) for move in position.legal_moves)
    assert bg.perft(position, 2) == leaves
    split = bg.divide(position, 2)
    assert list(split) == position.legal_moves
    assert sum(split.values()) == leaves


@every_game
def test_a_position_is_a_key_and_a_set_member(spec: str) -> None:
    positions = random_game(spec, 1)
    assert len({position: position.ply for position in positions}) == len(positions)


@every_game
@given(seed=seeds)
@few
def test_cell_sets_are_sets(spec: str, seed: int) -> None:
    for position in some_of(random_game(spec, seed)):
        sets = [position.pieces(player) for player in range(position.facts.players)]
        cells = list(position.occupied)
        assert cells == sorted(cells)
        occupied, empty = position.occupied, position.empty
        whole = occupied.width * occupied.height
        nobodys: list[int] = []
        if isinstance(position, bg.mosaic.PyramidPosition):
            whole, nobodys = position.num_moves, list(position.neutral)
        assert sorted([*nobodys, *(cell for each in sets for cell in each)]) == cells
        assert len(occupied) + len(empty) == whole
        assert int(occupied) == sum(1 << cell for cell in cells)
        assert not (occupied & empty)
        assert ~occupied == empty
        assert (occupied | empty) - empty == occupied
        assert (occupied ^ occupied) == (occupied & empty)
        for each in sets:
            assert (each & occupied) == each
            assert all(cell in occupied for cell in each)
            assert bool(each) == (len(each) > 0)
            assert pickle.loads(pickle.dumps(each)) == each


def told_by(result: object) -> dict[str, object]:
    """The public properties of a result."""
    names = [name for name in dir(result) if not name.startswith("_")]
    return {name: getattr(result, name) for name in names if not callable(getattr(result, name))}


@every_game
def test_results_pickle(spec: str) -> None:
    start, end = bg.games.get(spec), random_game(spec, 3)[-1]
    search = bg.search(start, depth=2, see_all=True)
    results = [end.outcome, start.facts, search, search.best_move, start.empty]
    if start.facts.max_ply <= 12:
        results += [bg.solve(start, all_moves=True), bg.solve(end)]
    for result in results:
        for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
            assert type(again) is type(result)
            assert told_by(again) == told_by(result)
            assert repr(again) == repr(result)
