"""Endings of two hands against the slow reference, published facts and another brute force."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bitgames as bg
from tests.reference import ending as slow

SAMPLES = Path(__file__).parent / "data" / "endings_sample.jsonl"

trumps = st.sampled_from([None, 0, 1, 2, 3])


@st.composite
def endings(
    draw: st.DrawFn, most: int, *, least: int = 0, mid_trick: bool | None = None
) -> tuple[slow.Ending, bg.honeymoon.Ending]:
    """The same ending twice, ours and the reference's."""
    cards = draw(st.integers(max(least, int(bool(mid_trick))), most))
    owners = draw(st.permutations([1] * cards + [0] * cards))
    cuts = sorted(draw(st.lists(st.integers(0, 2 * cards), min_size=3, max_size=3)))
    ends = [0, *cuts, 2 * cards]
    suits = ["".join(map(str, owners[a:b])) for a, b in pairwise(ends)]
    assume(max(map(len, suits)) <= 13)
    trump = draw(trumps)
    led = None
    if cards and (draw(st.booleans()) if mid_trick is None else mid_trick):
        led = draw(st.sampled_from([i for i, owner in enumerate(owners) if owner]))
    return slow.Ending.of_suits(suits, trump, led), bg.honeymoon.Ending(suits, trump, led)


def indices(ending: slow.Ending, cards: list[slow.Card]) -> list[int]:
    return sorted(ending.index(card) for card in cards)


@given(endings(6))
def test_a_game_of_legal_cards_is_the_references(
    both: tuple[slow.Ending, bg.honeymoon.Ending],
) -> None:
    reference, ending = both
    step = 0
    while reference.cards:
        legal = reference.legal_cards()
        assert ending.legal_cards == indices(reference, legal)
        assert list(ending.suits) == reference.suits()
        card = legal[step % len(legal)]
        step += 3
        if reference.led is not None:
            assert ending.takes(reference.index(card)) == reference.takes(card)
        ending, reference = ending.play(reference.index(card)), reference.play(card)
    assert ending.is_over and ending.legal_cards == []


@settings(max_examples=60, deadline=None)
@given(endings(4))
def test_values_of_few_cards_are_the_references(
    both: tuple[slow.Ending, bg.honeymoon.Ending],
) -> None:
    reference, ending = both
    solution = bg.solve(ending, all_moves=True)
    assert solution.value == reference.value()
    legal = reference.legal_cards()
    expected = {reference.index(card): reference.value_after(card) for card in legal}
    assert {int(card): value for card, value in solution.values.items()} == expected


@settings(max_examples=8, deadline=None)
@given(endings(5, least=5))
def test_values_of_five_cards_are_the_references(
    both: tuple[slow.Ending, bg.honeymoon.Ending],
) -> None:
    reference, ending = both
    assert bg.solve(ending).value == reference.value()


@settings(max_examples=60, deadline=None)
@given(endings(4))
def test_cards_of_a_run_are_worth_the_same(both: tuple[slow.Ending, bg.honeymoon.Ending]) -> None:
    reference, ending = both
    by_index = {reference.index(card): card for card in reference.legal_cards()}
    runs = ending.run_cards
    assert set(runs) <= set(by_index)
    for card in by_index:
        head = max(run for run in runs if run <= card)
        assert ending.place(head)[0] == ending.place(card)[0]
        assert reference.value_after(by_index[head]) == reference.value_after(by_index[card])


def test_a_led_card_keeps_its_neighbours_apart() -> None:
    """The trap: ace and queen around the led king are not equals, for the king is still there."""
    ending = bg.honeymoon.Ending(["0100", "11"], led=1)
    assert ending.run_cards == [0, 2]


@given(endings(13))
def test_texts_and_copies_are_exact(both: tuple[slow.Ending, bg.honeymoon.Ending]) -> None:
    _, ending = both
    for other in (
        bg.honeymoon.Ending.from_string(ending.to_string()),
        bg.honeymoon.Ending(ending.suits, ending.trump, ending.led),
        pickle.loads(pickle.dumps(ending)),
        copy.deepcopy(ending),
        eval(repr(ending), {"Ending": bg.honeymoon.Ending}),
    ):
        assert other == ending
        assert hash(other) == hash(ending)
        assert other.key == ending.key


@given(endings(13))
def test_symmetries_share_a_canonical_form_and_value(
    both: tuple[slow.Ending, bg.honeymoon.Ending],
) -> None:
    _, ending = both
    canonical = ending.canonical()
    images = ending.symmetries()
    assert images[0] == ending
    assert len(images) == 24
    assert {image.canonical() for image in images} == {canonical}
    assert canonical in images
    if ending.cards <= 8:
        assert len({bg.solve(image).value for image in images[::7]}) == 1


@given(endings(10, mid_trick=False))
def test_leading_costs_at_most_a_trick(both: tuple[slow.Ending, bg.honeymoon.Ending]) -> None:
    _, ending = both
    together = bg.solve(ending).value + bg.solve(ending.other_leads()).value
    assert together >= ending.cards - 1


@settings(max_examples=40)
@given(endings(13))
def test_the_line_of_a_solution_earns_its_value(
    both: tuple[slow.Ending, bg.honeymoon.Ending],
) -> None:
    _, ending = both
    solution = bg.solve(ending)
    assert solution.value == 0 if ending.is_over else len(solution.pv) > 0
    at, leader_leads, tricks = ending, True, 0
    for card in solution.pv:
        if at.led is not None:
            leader_leads ^= at.takes(card)
            tricks += leader_leads
        at = at.play(card)
    assert at.is_over
    assert tricks == solution.value


SOLVED: list[dict[str, Any]] = [
    line
    for line in map(json.loads, SAMPLES.read_text(encoding="utf-8").splitlines())
    if "suits" in line
]


def test_the_brute_forces_samples() -> None:
    """Values and optimal cards that an independent program found, with and without a led card."""
    assert len(SOLVED) == 500
    for line in SOLVED:
        plain = bg.honeymoon.Ending(line["suits"], line["trump"])
        starts = [sum(plain.lengths[:suit]) for suit in range(4)]
        lead = line.get("lead")
        led = None if lead is None else starts[lead[0]] + lead[1]
        ending = bg.honeymoon.Ending(line["suits"], line["trump"], led)
        solution = bg.solve(ending, all_moves=True)
        assert (ending.cards, solution.value) == (line["n"], line["value"]), line
        given_values = line["cards"] if lead is None else line["replies"]
        expected = {starts[suit] + place: value for suit, place, value in given_values}
        assert {int(card): value for card, value in solution.values.items()} == expected, line
        best = [card for card, value in expected.items() if value == line["value"]]
        assert sorted(starts[suit] + place for suit, place in line["best"]) == sorted(best)


# Sums of the leader's tricks over all hands of one suit, of 1 to 8 cards each.
WHIST = [1, 5, 28, 128, 594, 2_603, 11_444, 49_012]


@pytest.mark.parametrize("most", [len(WHIST) - 1, pytest.param(len(WHIST), marks=pytest.mark.deep)])
def test_single_suit_whist(most: int) -> None:
    """Johan Wästlund: "A solution of two-person single-suit whist", "Two-person symmetric whist".

    Both of 2005. In one suit the lead costs a trick or none. The reference knows suits of any
    length, ours those of a pack.
    """
    values = slow.single_suit_values(most)
    for cards, expected in enumerate(WHIST[:most], start=1):
        hands = [hand for hand in values if len(hand) == 2 * cards]
        assert sum(values[hand] for hand in hands) == expected
        for hand in hands:
            assert values[hand] + values[slow.other_leads(hand)] in (cards - 1, cards), hand
            if len(hand) <= 13:
                assert bg.solve(bg.honeymoon.Ending([hand])).value == values[hand], hand


def test_published_hands() -> None:
    """{4,1} against {3,2}: a trick each. {6,4,1} against {5,3,2}: two, by leading the 1 only."""
    assert bg.solve(bg.honeymoon.Ending(["1001"])).value == 1
    assert bg.solve(bg.honeymoon.Ending(["0110"])).value == 1
    solution = bg.solve(bg.honeymoon.Ending(["101001"]), all_moves=True)
    assert solution.value == 2
    assert [int(card) for card, value in solution.values.items() if value == 2] == [5]


def test_pictures_show_the_led_card() -> None:
    assert str(bg.honeymoon.Ending(["01", "1", "0"], trump=1, led=1)).splitlines() == [
        "0  0[1]",
        "1  1   trumps",
        "2  0",
        "3  -",
        "2 cards each, 1 has led, 0 to follow",
    ]


def test_svg_has_each_card_once_and_frames_the_led_one() -> None:
    ending = bg.honeymoon.Ending(["01", "1", "0"], trump=1, led=1)
    root = ElementTree.fromstring(ending.to_svg())
    cards = [each for each in root.iter("{http://www.w3.org/2000/svg}rect") if each.get("x")]
    assert len(cards) == 4
    assert [card.get("stroke-width") for card in cards] == ["2", "3", "2", "2"]
    texts = "".join(each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text"))
    assert texts == "2 cards each, 1 has led, 0 to follow0011 trumps1203-"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: bg.honeymoon.Ending(["1"]), bg.InvalidPositionError, ["1", "0"]),
        (lambda: bg.honeymoon.Ending(["1x"]), bg.ParseError, ["'x'"]),
        (lambda: bg.honeymoon.Ending(["1" * 14, "0" * 14]), bg.ParseError, ["13", "14"]),
        (lambda: bg.honeymoon.Ending(["10"] * 5), bg.ParameterError, ["4", "5"]),
        (lambda: bg.honeymoon.Ending(["10"], trump=4), bg.ParameterError, ["trump", "4"]),
        (lambda: bg.honeymoon.Ending(["10"], led=1), bg.InvalidPositionError, ["card 1"]),
        (lambda: bg.honeymoon.Ending(["10"], led=26), bg.ParameterError, ["led", "26"]),
        (
            lambda: bg.honeymoon.Ending(["1" * 13, "0" * 13, "1", "0"]),
            bg.InvalidPositionError,
            ["13", "14"],
        ),
        (lambda: bg.honeymoon.Ending.from_string("10... s"), bg.ParseError, ["trump suit"]),
        (lambda: bg.honeymoon.Ending(["1100"]).play(2), bg.IllegalMoveError, ["2", "0 1"]),
        (
            lambda: bg.honeymoon.Ending(["1001", "10"], led=0).play(5),
            bg.IllegalMoveError,
            ["5", "1 2"],
        ),
        (lambda: bg.honeymoon.Ending(["10"]).play(-1), bg.IllegalMoveError, ["legal cards"]),
        (lambda: bg.honeymoon.Ending([]).play(0), bg.IllegalMoveError, ["no cards"]),
        (lambda: bg.honeymoon.Ending(["10"]).place(2), bg.ParameterError, ["2"]),
        (
            lambda: bg.solve(bg.honeymoon.Ending.random(13, 1, seed=3), nodes=0),
            bg.ParameterError,
            ["nodes"],
        ),
    ],
)
def test_bad_endings_are_refused_in_words(
    call: Any, error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert word in str(caught.value)
