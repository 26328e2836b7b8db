"""Scenes: plain data of every position of every game, without what a seat cannot know."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.render import to_svg, to_text
from bitgames.render.key import key_line
from bitgames.scene import VERSION, Scene, validate
from tests import scene_digests
from tests.specs import boards

MAX_BYTES = 4096
SPECS = [
    *boards(),
    "tictactoe:1",
    "mnk:11,11,11",
    "mnk:26,4,4",
    "mnk:4,26,4",
    "quo:3,lowest",
]
every_game = pytest.mark.parametrize("spec", SPECS)
few = settings(max_examples=max(4, settings().max_examples // 10))
seeds = st.integers(0, 2**32 - 1)
PRESETS = ["taiwan", "bicycle", "face_up"]
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


def compact(scene: Scene) -> str:
    return json.dumps(scene, separators=(",", ":"), allow_nan=False)


def is_plain(value: object) -> bool:
    """Is it JSON data and nothing else: no tuple, no subclass, no key but text?"""
    if type(value) is dict:
        return all(type(key) is str and is_plain(each) for key, each in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return value is None or type(value) in (bool, int, str)


@every_game
@few
@given(seed=seeds)
def test_a_scene_is_small_plain_data(spec: str, seed: int) -> None:
    """At every position of a game, for every viewer: JSON gives it back, in 4 KB."""
    chance = random.Random(seed)
    position = bg.games.get(spec)
    if position.facts.chance:
        position = position.deal(seed)
    last, previous = None, None
    while True:
        for viewer in ("all", *range(position.facts.players)):
            scene = position.scene(viewer, last_move=last, previous=previous)
            text = compact(scene)
            assert is_plain(scene)
            assert json.loads(text) == scene
            assert len(text.encode()) <= MAX_BYTES
            seat = None if viewer == "all" else viewer
            assert (scene["version"], scene["viewer"]) == (VERSION, seat)
        if position.is_over:
            break
        last, previous = chance.choice(position.legal_moves), position
        position = position.play(last)


@pytest.mark.parametrize("spec", scene_digests.SPECS)
def test_scenes_and_geometry_are_what_they_were(spec: str) -> None:
    """To the byte: pictures, saved pages and the browser read the same data."""
    assert scene_digests.digest(spec) == json.loads(scene_digests.FILE.read_text())[spec]


def test_the_longest_auction_is_small() -> None:
    """Every bid of the ladder, each doubled and redoubled."""
    position = bg.Honeymoon(3, rules="bicycle", scoring="rubber")
    while position.phase == "draw":
        position = position.play(position.legal_moves[0])
    while calls := [move for move in position.legal_moves if str(move) != "pass"]:
        doubling = [move for move in calls if "double" in str(move)]
        position = position.play((doubling or calls)[0])
    scene = position.scene()
    assert scene["kind"] == "table"
    assert len(scene["auction"]["calls"]) == 105
    assert len(compact(scene)) <= MAX_BYTES


@every_game
@few
@given(seed=seeds)
def test_a_scene_says_what_the_position_says(spec: str, seed: int) -> None:
    chance = random.Random(seed)
    position = bg.games.get(spec)
    for _ in range(chance.randrange(position.facts.max_ply + 1)):
        if position.is_over:
            break
        position = position.play(chance.choice(position.legal_moves))
    scene, facts, outcome = position.scene("all"), position.facts, position.outcome
    assert (scene["game"], scene["ply"]) == (position.game, position.ply)
    assert [player["name"] for player in scene["players"]] == list(facts.player_names)
    assert [player["team"] for player in scene["players"]] == list(facts.teams)
    assert scene["turn"] == (None if position.is_over else position.turn)
    result = scene["outcome"]
    assert (result is None) == (outcome is None)
    if outcome is not None and result is not None:
        assert result["winners"] == list(outcome.winners)
        assert result["scores"] == list(outcome.scores)
        assert result["reason"] == outcome.reason
    assert scene["moves"]["index"] == list(map(int, position.legal_moves))
    assert scene["moves"]["text"] == list(map(str, position.legal_moves))
    cells = list(map(position.cell_of, position.legal_moves))
    if scene["kind"] == "table":
        assert scene["moves"]["card"] == [None if at is None else CARDS[at] for at in cells]
        table: Any = position
        lines = [(each["kind"], each["seat"], each["points"]) for each in scene["score"]]
        assert lines == table.score_lines
        assert (scene["needs"] is None) == (table.contract is None)
        if scene["needs"] is not None and outcome is not None:
            # Either side has what it needs, never both.
            declarer = table.declarer
            reaches = [won >= need for won, need in zip(table.tricks, scene["needs"], strict=True)]
            assert reaches == [(outcome.scores[declarer] > 0) == (at == declarer) for at in (0, 1)]
        for seat, hand in enumerate(scene["hands"]):
            assert hand["cards"] == [CARDS[cell] for cell in position.pieces(seat)]
            assert hand["hidden"] == 0
        return
    assert scene["moves"]["cell"] == cells
    for seat in range(facts.players):
        standing = {cell for cell, owner in enumerate(scene["owners"]) if owner == str(seat)}
        assert standing == set(position.pieces(seat))
    empty = {cell for cell, owner in enumerate(scene["owners"]) if owner == "."}
    assert empty == set(position.empty)


def test_the_last_move_and_what_it_changed() -> None:
    before = bg.Othello().play("f5").play("d6")
    scene = before.play("c4").scene(last_move="c4", previous=before)
    assert scene["kind"] == "grid"
    assert scene["last"] == {"index": 26, "text": "c4", "cell": 26}
    turned = set(before.pieces(1)) & set(before.play("c4").pieces(0))
    assert scene["waves"] == [sorted(turned)]
    pile = bg.position("quo:3 ./..../1.31*2.4. 2")
    after = pile.play(6).scene(last_move=6, previous=pile)
    assert after["kind"] == "pyramid"
    assert after["waves"] == [[1, 2]]
    deal = bg.Honeymoon(7).play("1C")
    call = deal.scene(0, last_move="1C", previous=bg.Honeymoon(7))
    assert call["kind"] == "table"
    assert call["last"] == {"index": 55, "text": "1C", "card": None}
    stuck = bg.position("othello:4 XO--/----/----/XO-- O").play("pass")
    passed = stuck.scene(last_move="pass")["last"]
    assert passed == {"index": 16, "text": "pass", "cell": None}


def test_a_move_is_given_as_move_index_or_text() -> None:
    position = bg.TicTacToe().play("b2")
    move = position.parse_move("b2")
    scenes = [position.scene(last_move=each) for each in (move, 4, "b2", np.int64(4))]
    assert all(scene == scenes[0] for scene in scenes)


@pytest.mark.parametrize("viewer", [-1, 2, 10**30, 10**5000], ids=[-1, 2, 30, 5000])
def test_a_seat_that_the_game_does_not_have(viewer: int) -> None:
    with pytest.raises(bg.ParameterError, match="viewer must be a seat from 0 to 1"):
        bg.TicTacToe().scene(viewer)


@pytest.mark.parametrize("viewer", [b"x", True, 0.0, ()])
def test_a_viewer_of_another_type(viewer: object) -> None:
    with pytest.raises(TypeError, match="viewer must be an integer"):
        bg.TicTacToe().scene(viewer)  # type: ignore[arg-type]


def test_a_viewer_by_name() -> None:
    deal = bg.Honeymoon(1)
    assert [deal.scene(name) for name in ("south", "north")] == [deal.scene(0), deal.scene(1)]
    for name in ("0", "east", "", "SOUTH"):
        with pytest.raises(
            bg.ParameterError, match="viewer must be one of south, north, public, all, not"
        ):
            deal.scene(name)


def test_a_viewer_of_numpy() -> None:
    assert bg.Honeymoon(1).scene(np.uint8(1))["viewer"] == 1


def test_the_previous_position_is_checked() -> None:
    start = bg.TicTacToe()
    with pytest.raises(bg.ParameterError, match="previous needs last_move"):
        start.scene(previous=start)
    with pytest.raises(TypeError, match="previous must be a position"):
        start.play("b2").scene(last_move="b2", previous="start")  # type: ignore[arg-type]
    with pytest.raises(bg.IllegalMoveError, match="does not lead from"):
        start.play("b2").play("a1").scene(last_move="a1", previous=start)


# Scenes from outside.


SAMPLES: list[Scene] = [
    bg.position("tictactoe ox./xo./..o").scene(last_move="c3"),
    bg.Othello().play("f5").scene(last_move="f5", previous=bg.Othello()),
    bg.Quo(3).play("1a1").scene(),
    bg.position("quo:4 ./..../3..1??144/2342141231411243 1@1").scene(),
    bg.Honeymoon(3, rules="bicycle", scoring="rubber").play("SQ").scene(1),
    bg.Honeymoon(3).play("1C").scene(0, last_move="1C"),
    bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82").play("1C").play("pass").scene(),
]
values = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 1, 2, 52, 999, 10**30, 1.5, "", "a", "SA", "Z9", "*", "\0", [], {}]),
    st.lists(st.integers(-1, 60), max_size=4),
)


def places(data: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """The path of each value inside."""
    inner: list[tuple[object, object]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [path, *(each for key, value in inner for each in places(value, (*path, key)))]


@st.composite
def damaged(draw: st.DrawFn) -> object:
    """A scene in which one or two values are others, or gone."""
    data: Any = copy.deepcopy(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 2))):
        *path, last = draw(st.sampled_from(places(data)[1:]))
        inner = data
        for key in path:
            inner = inner[key]
        if draw(st.booleans()):
            inner[last] = draw(values)
        else:
            del inner[last]
    return data


@given(data=damaged(), flip=st.booleans())
def test_a_damaged_scene_is_refused_in_words_or_drawn(data: Any, flip: bool) -> None:
    """Only our errors come out of a scene that was changed by hand."""
    try:
        validate(data)
    except bg.GameError as error:
        assert str(error).startswith("not a valid scene: ")
        assert "\n" not in str(error)
        return
    ET.fromstring(to_svg(data, legal=True, flip=flip, values={0: 1}, marks=[0], arrows=[(0, 1)]))
    to_text(data, numbers=True, flip=flip, values={0: 1})


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_scene_that_was_kept_as_json_is_drawn_the_same(sample: Scene) -> None:
    kept = json.loads(compact(sample))
    assert validate(kept) == sample
    assert to_svg(kept, legal=True) == to_svg(sample, legal=True)
    assert to_text(kept) == to_text(sample)


# What a seat may not know.


@st.composite
def deals(draw: st.DrawFn) -> bg.Honeymoon:
    """A position of any phase, by any rules."""
    rules: dict[str, object] = {
        "notrump": draw(st.booleans()),
        "play_lead": draw(st.sampled_from(["last_winner", "defender", "declarer"])),
        "dealer": draw(st.sampled_from(["south", "north"])),
    }
    if draw(st.booleans()):
        rules["scoring"] = "rubber"
        rules["vulnerable"] = draw(st.sampled_from(["none", "south", "north", "both"]))
        rules["part_scores"] = draw(st.sampled_from(["0/0", "60/0", "20/40"]))
    chance = random.Random(draw(seeds))
    preset = draw(st.sampled_from(PRESETS))
    position = bg.Honeymoon(chance.getrandbits(32), rules=preset, **rules)  # type: ignore[arg-type]
    for _ in range(draw(st.integers(0, 75))):
        if position.is_over:
            break
        # Few calls, so that most deals come to their play.
        calls = position.legal_moves[: 4 if position.phase == "auction" else None]
        position = position.play(chance.choice(calls))
    return position


def message(call: Callable[[], object]) -> str:
    """The error that a call raises, or its result, as text."""
    try:
        return f"gave {call()}"
    except bg.GameError as error:
        return f"{type(error).__name__}: {error}"


@given(position=deals(), drawn=seeds)
def test_nothing_for_a_seat_depends_on_hidden_cards(position: bg.Honeymoon, drawn: int) -> None:
    """Scene, view, pictures and their errors are equal in all worlds that look alike to a seat."""
    moves = [0, 25, 51, 52, 60, position.num_moves, 999]
    for seat in (0, 1):
        world = position.determinize(seat, drawn)
        shown, told = world.scene(seat), position.scene(seat)
        assert shown == told
        assert world.view(seat) == position.view(seat)
        for options in ({}, {"legal": True}, {"flip": True}):
            assert world.to_svg(viewer=seat, **options) == position.to_svg(viewer=seat, **options)
            assert world.to_text(viewer=seat, **options) == position.to_text(viewer=seat, **options)
        assert key_line(shown, legal=True) == key_line(told, legal=True)
        for move in moves:
            for previous in (None, position):
                assert message(
                    lambda: world.scene(seat, last_move=move, previous=previous)  # noqa: B023
                ) == message(
                    lambda: position.scene(seat, last_move=move, previous=previous)  # noqa: B023
                )


@given(position=deals(), drawn=seeds)
def test_no_error_shows_hidden_cards_to_the_mover(position: bg.Honeymoon, drawn: int) -> None:
    """What the seat to move may try, and the words that refuse it."""
    seat = position.turn
    world = position.determinize(seat, drawn)
    foreign = bg.TicTacToe().parse_move("b2")
    ending = bg.Move("ending", 0)
    tries = [*range(position.num_moves + 1), -1, 10**6, foreign, ending, "SA", "C2", "7NT", "??"]
    for move in tries:
        if position.is_legal(move):
            # What a card draws from the stock is not known before it is played.
            assert world.is_legal(move)
            continue
        for name in ("play", "cell_of", "parse_move", "scene"):
            if name == "parse_move" and not isinstance(move, str):
                continue
            of = [getattr(each, name) for each in (world, position)]
            keywords = {"last_move": move, "viewer": seat} if name == "scene" else None
            texts = [message(lambda: f(**keywords) if keywords else f(move)) for f in of]  # noqa: B023
            assert texts[0] == texts[1], name


@given(position=deals())
def test_only_the_seat_to_move_gets_choices(position: bg.Honeymoon) -> None:
    legal = list(map(str, position.legal_moves))
    for seat in (0, 1):
        scene = position.scene(seat)
        assert scene["moves"]["text"] == (legal if seat == position.turn else [])
    assert position.scene()["moves"]["text"] == legal


def test_an_error_of_a_dealt_game_names_no_card_of_the_other_hand() -> None:
    """The bindings' own errors: an index out of range and a move of another board."""
    position = bg.Honeymoon(7)
    theirs = position.hand(1)
    for move in (999, bg.TicTacToe().parse_move("b2")):
        with pytest.raises(bg.IllegalMoveError) as caught:
            position.play(move)
        assert theirs not in str(caught.value)
        assert position.hand(0) in str(caught.value)
