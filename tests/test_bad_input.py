"""Invalid arguments: for any input, only `GameError` or `TypeError` comes out.

A panic of the native module would surface as `PanicException`, which is no `Exception`, and fails
these tests, as `OverflowError`, `UnicodeError` or a bare `ValueError` do.
"""

from __future__ import annotations

import copy
import itertools
import operator
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import signature
from typing import Any, is_typeddict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames import (
    _core,
    analysis,
    games,
    openings,
    players,
    problems,
    render,
    scene,
    seeding,
)  # fmt: skip
from tests.public_calls import (
    ARRAY,
    CALLS,
    CELLS,
    MIDDLE,
    MOVE,
    OPEN,
    PYRAMID,
    RUBBER,
    SPADES,
    START,
    TRICK,
    no_array,
)

# Exceptions are no functions to try; the modules are tried under their own names.
NOT_TRIED = {
    "Engine",
    "FunctionPlayer",
    "Human",
    "NativePlayer",
    "ObjectPlayer",
    "Player",
    "ClusterError",
    "PlayerError",
    "ScriptPlayer",
    "Factory",
    "Theme",
    "MoveLimits",
    "Facts",
    "sealed",
}


def public_functions() -> Iterator[str]:
    for name in bg.__all__:
        value = getattr(bg, name)
        if callable(value) and not (isinstance(value, type) and issubclass(value, Exception)):
            yield name
    for module in (games, players, render, scene, seeding):
        for name in module.__all__:
            value = getattr(module, name)
            # A type of dictionary checks nothing: it is for type checkers.
            if callable(value) and name not in NOT_TRIED and not is_typeddict(value):
                yield f"{module.__name__.rpartition('.')[2]}.{name}"


def public_methods() -> Iterator[str]:
    """Methods of positions, sets, endings and agents that take an argument besides themselves."""
    for owner in (
        bg.Position,
        bg.mosaic.PyramidPosition,
        bg.mosaic.PyramidSet,
        bg.Agent,
        bg.View,
        bg.honeymoon.HoneymoonView,
        bg.honeymoon.Ending,
    ):
        for name, value in vars(owner).items():
            takes_nothing = name.startswith(("promote", "rotate", "flip", "mirror")) or name in {
                "canonical",
                "layers",
                "legal_mask",
                "other_leads",
                "to_svg",
                "symmetries",
                "symmetry_indices",
                "to_binary",
                "to_string",
                "transpose",
            }
            if callable(value) and not name.startswith("_") and not takes_nothing:
                yield f"{owner.__name__}.{name}"


def test_every_public_function_is_tried() -> None:
    assert set(public_functions()) - set(CALLS) == set()
    assert set(public_methods()) - set(CALLS) == set()


@pytest.mark.parametrize("name", CALLS)
@given(data=st.data())
def test_only_our_errors_come_out(name: str, data: st.DataObject) -> None:
    function, positional, keywords = CALLS[name]
    arguments = [data.draw(each) for each in positional]
    # Not every keyword every time: a wrong one would hide the others.
    named = {key: data.draw(each) for key, each in keywords.items() if data.draw(st.booleans())}
    try:
        function(*arguments, **named)
    except (bg.GameError, TypeError) as error:
        # A large thing that was given is named, not repeated.
        assert 0 < len(str(error)) < 2500


OPERATORS = [
    operator.eq,
    operator.ne,
    operator.lt,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.sub,
    operator.contains,
    operator.getitem,
]


@pytest.mark.parametrize(
    "thing", [START, MOVE, CELLS, PYRAMID], ids=["Position", "Move", "CellSet", "PyramidSet"]
)
@pytest.mark.parametrize("operation", OPERATORS, ids=lambda operation: operation.__name__)
@given(other=st.one_of(no_array, st.sampled_from([START, MOVE, CELLS, START.empty, PYRAMID])))
@settings(max_examples=30)
def test_operators_with_anything(
    thing: Any, operation: Callable[[Any, Any], object], other: object
) -> None:
    try:
        result = operation(thing, other)
    except (bg.GameError, TypeError):
        return
    if operation is operator.eq:
        assert result == (not operator.ne(thing, other))


@given(no_array)
def test_a_position_equals_no_other_thing(other: object) -> None:
    assert other != START
    assert (other == START) is False


@pytest.mark.parametrize("size", [2**31, 2**40, 2**63 - 1])
def test_a_table_larger_than_memory_is_refused(size: int) -> None:
    with pytest.raises(bg.ParameterError):
        bg.solve(START, table_mib=size)
    with pytest.raises(bg.ParameterError):
        bg.search(START, depth=2, table_mib=size)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: bg.games.get("chess"), bg.UnknownGameError, ["chess", "tictactoe"]),
        (lambda: bg.Agent("ai99"), bg.UnknownPlayerError, ["ai99", "ai14"]),
        (lambda: bg.players.get("ai99"), bg.UnknownPlayerError, ["ai99", "ai14"]),
        (lambda: bg.mnk(27, 3, 3), bg.ParameterError, ["27", "26"]),
        (lambda: bg.mnk(12, 11, 5), bg.ParameterError, ["132", "121"]),
        (lambda: bg.mnk(3, 3, 4), bg.ParameterError, ["4", "3"]),
        (lambda: bg.TicTacToe(9), bg.ParameterError, ["9", "8"]),
        (lambda: bg.TicTacToe(0), bg.ParameterError, ["0", "1"]),
        (lambda: START.play("b2").play("b2"), bg.IllegalMoveError, ["b2"]),
        (lambda: START.play(9), bg.IllegalMoveError, ["9"]),
        (lambda: START.play("d1"), bg.ParseError, ["d1"]),
        (lambda: bg.position("tictactoe ooo/.../..."), bg.InvalidPositionError, ["o", "x"]),
        (lambda: bg.position("tictactoe .../..."), bg.ParseError, ["3"]),
        (lambda: bg.solve(bg.mnk(11, 11, 5), nodes=5_000), bg.LimitError, ["nodes"]),
        (lambda: bg.tictactoe.judge("1x"), bg.ParseError, ["x"]),
        (lambda: START.transform(8), bg.ParameterError, ["8"]),
        *(
            (lambda seed=seed, call=call: call(seed), bg.ParameterError, ["2**128 - 1"])
            for call in (
                bg.Honeymoon,
                START.deal,
                bg.Agent("first").start_game,
                lambda seed: bg.playout(START, seed=seed),
            )
            for seed in (-1, 2**128, 2**200)
        ),
        (lambda: bg.mosaic.PyramidSet(0), bg.ParameterError, ["0", "1", "7"]),
        (lambda: bg.mosaic.PyramidSet(8), bg.ParameterError, ["8", "1", "7"]),
        (lambda: bg.mosaic.PyramidSet(2, 32), bg.ParameterError, ["cell 5", "2**5"]),
        (lambda: bg.mosaic.PyramidSet(2).set(-1), bg.ParameterError, ["-1", "4"]),
        (
            lambda: bg.mosaic.PyramidSet(2) | bg.mosaic.PyramidSet(3),
            bg.ParameterError,
            ["size 2", "size 3"],
        ),
        (lambda: bg.mosaic.PyramidSet.from_binary(2, "1" * 6), bg.ParseError, ["5", "6"]),
        (lambda: bg.mosaic.PyramidSet.from_binary(2, "1111x"), bg.ParseError, ["2a1", "x"]),
        (lambda: bg.Mosaic(1), bg.ParameterError, ["1", "2", "7"]),
        (lambda: bg.Mosaic(8), bg.ParameterError, ["8", "2", "7"]),
        (lambda: bg.Quo(2), bg.ParameterError, ["2", "3", "7"]),
        (lambda: bg.Quo(5, last_piece="mine"), bg.ParameterError, ["owner", "lowest", "mine"]),
        (lambda: bg.position("quo:5,mine"), bg.ParameterError, ["lowest", "mine"]),
        (lambda: bg.Mosaic().play("8a1"), bg.ParseError, ["8a1", "7a1"]),
        (lambda: bg.Mosaic().play("2g1"), bg.ParseError, ["2g1", "2f6"]),
        (lambda: bg.Mosaic().play("2a1"), bg.IllegalMoveError, ["2a1"]),
        (lambda: bg.position("mosaic:2 ./... 1"), bg.ParseError, ["layer 1", "4"]),
        (lambda: bg.position("mosaic:2 ./..../. 1"), bg.ParseError, ["2 layers", "3"]),
        (lambda: bg.position("mosaic:2 ./3... 1"), bg.ParseError, ["1a1", "3"]),
        (lambda: bg.position("mosaic:2 ./.... 3"), bg.ParseError, ["3", "2"]),
        (lambda: bg.position("quo:3 ./..../....*.... 2@1"), bg.ParseError, ["?", "@"]),
        (lambda: bg.position("mosaic:3 ./..../......... 1"), bg.InvalidPositionError, ["1b2"]),
        (lambda: bg.position("mosaic:2 ./*... 1"), bg.InvalidPositionError, ["1a1"]),
        (lambda: bg.position("mosaic:2 1/12.. 1"), bg.InvalidPositionError, ["2a1", "1a2"]),
        (lambda: bg.position("mosaic:2 1/2111 1"), bg.InvalidPositionError, ["seat 1", "1b2"]),
        (
            lambda: bg.position("mosaic:3 ./..../11.1*.... 2"),
            bg.InvalidPositionError,
            ["chain", "2a1"],
        ),
        (lambda: START.pieces(2), bg.ParameterError, ["2"]),
        (lambda: bg.Honeymoon(rules="chess"), bg.ParameterError, ["chess", "taiwan"]),
        (lambda: bg.Honeymoon(dealer="east"), bg.ParameterError, ["east", "north"]),
        (lambda: bg.Honeymoon(scoring="chess"), bg.ParameterError, ["scoring", "rubber"]),
        (lambda: bg.Honeymoon(part_scores="60/0"), bg.ParameterError, ["part_scores", "60/0"]),
        (
            lambda: bg.Honeymoon(rules=RUBBER.rules, scoring="duplicate"),
            bg.ParameterError,
            ["part_scores", "scoring=rubber"],
        ),
        (
            lambda: bg.Honeymoon(scoring="rubber", part_scores="100/0"),
            bg.ParameterError,
            ["part_scores", "from 20 to 90", "100/0"],
        ),
        (
            lambda: bg.Honeymoon(scoring="rubber", part_scores="10/0"),
            bg.ParameterError,
            ["part_scores", "10/0"],
        ),
        (
            lambda: bg.Honeymoon(scoring="rubber", part_scores="060/0"),
            bg.ParameterError,
            ["part_scores", "060/0"],
        ),
        (lambda: bg.honeymoon.Rubber((2, 2)), bg.ParameterError, ["games", "2/2"]),
        (lambda: bg.honeymoon.Rubber((1,)), bg.ParameterError, ["games", "a pair of numbers"]),
        (lambda: bg.honeymoon.Rubber((2, 0), (60, 0)), bg.ParameterError, ["part_scores", "60/0"]),
        (
            lambda: bg.honeymoon.Rubber((0, 0), (60, 0), (40, 0)),
            bg.ParameterError,
            ["below", "40/0"],
        ),
        (lambda: bg.honeymoon.Rubber(above=(0, 5)), bg.ParameterError, ["above", "0/5"]),
        (
            lambda: bg.honeymoon.Rubber((2, 0)).score("1C", 0, 7),
            bg.ParameterError,
            ["2 to 0 games"],
        ),
        (lambda: bg.honeymoon.Rubber((2, 0)).rules(), bg.ParameterError, ["2 to 0 games"]),
        (lambda: bg.honeymoon.Rubber().rules("chess"), bg.ParameterError, ["chess", "taiwan"]),
        (lambda: bg.honeymoon.Rubber().score("1C", 2, 7), bg.ParameterError, ["player", "2"]),
        (lambda: bg.honeymoon.Rubber().score("1C", 0, 14), bg.ParameterError, ["tricks", "14"]),
        (
            lambda: bg.honeymoon.Rubber().score("1Cxxx", 0, 7),
            bg.ParseError,
            ["1Cxxx", "at most two x"],
        ),
        (
            lambda: bg.honeymoon.Rubber().score("1NT", 0, 7, honours=100),
            bg.ParameterError,
            ["honours", "no trump", "100"],
        ),
        (
            lambda: bg.honeymoon.Rubber().score("1C", 0, 7, honours=50),
            bg.ParameterError,
            ["honours", "50"],
        ),
        (
            lambda: bg.honeymoon.Rubber().score("1C", 0, 7, honours=10**9),
            bg.ParameterError,
            ["honours", "1000000000"],
        ),
        (
            lambda: bg.honeymoon.Rubber().after(bg.Honeymoon()),
            bg.ParameterError,
            ["a deal", "rubber"],
        ),
        (lambda: bg.honeymoon.Rubber().after(RUBBER), bg.ParameterError, ["a deal", "rubber"]),
        (lambda: bg.Honeymoon(deal="AK... QJ..."), bg.InvalidPositionError, ["2", "13"]),
        (lambda: bg.Honeymoon(deal=f"{SPADES} {SPADES}"), bg.InvalidPositionError, ["SA", "both"]),
        (lambda: bg.Honeymoon(deal=f"{SPADES}. ..."), bg.ParseError, ["four suits"]),
        (lambda: bg.Honeymoon(deal=f"A{SPADES} ..."), bg.ParseError, ["SA", "twice"]),
        (lambda: OPEN.play("1X"), bg.ParseError, ["X", "NT"]),
        (lambda: OPEN.play("2C").play("1S"), bg.IllegalMoveError, ["1S", "2C"]),
        (lambda: OPEN.play("double"), bg.IllegalMoveError, ["double", "undoubled"]),
        (lambda: OPEN.play("SA"), bg.IllegalMoveError, ["SA", "auction"]),
        (lambda: OPEN.play("1C").play("pass").play("SA"), bg.IllegalMoveError, ["SA", "north"]),
        (lambda: TRICK.play("DA"), bg.IllegalMoveError, ["DA", "revoke"]),
        (lambda: TRICK.play("1NT"), bg.IllegalMoveError, ["1NT", "calls"]),
        (
            lambda: bg.position(f"{OPEN.to_string()} 1C pass SA"),
            bg.InvalidPositionError,
            ["move 3"],
        ),
        (lambda: bg.Honeymoon(1).trick_table(), bg.UnsupportedError, ["13 cards"]),
        (lambda: bg.Honeymoon.contract_score("4Z", 10), bg.ParseError, ["Z", "NT"]),
        (lambda: bg.Honeymoon.contract_score("4S", 14), bg.ParameterError, ["14", "13"]),
        *(
            (look, bg.UnsupportedError, ["hidden", "determinize", "montecarlo", what])
            for look, what in (
                (lambda: bg.search(bg.Honeymoon(1)), "a search"),
                (lambda: bg.solve(bg.Honeymoon(1)), "a solution"),
                (lambda: bg.Agent("perfect").choose(bg.Honeymoon(1)), "a solution"),
                (lambda: bg.Agent("alphabeta").choose(bg.Honeymoon(1)), "player alphabeta"),
            )
        ),
        (lambda: bg.Agent("montecarlo:samples=0").choose(OPEN), bg.ParameterError, ["samples"]),
        (lambda: bg.Agent("montecarlo:x=0").choose(OPEN), bg.ParameterError, ["samples, once"]),
        (lambda: bg.Agent("ai14").choose(MIDDLE), bg.UnsupportedError, ["ai14", "mnk:11,11,5"]),
    ],
)
def test_an_error_names_the_thing_and_what_is_allowed(
    call: Callable[[], object], error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert word in str(caught.value)
    assert isinstance(caught.value, bg.GameError)
    assert isinstance(caught.value, ValueError)
    assert copy.copy(caught.value).args == caught.value.args


def test_threads_have_one_default() -> None:
    """The Python packages that pass them on have it, too."""
    kinds = [kind for kind in vars(_core).values() if isinstance(kind, type)]
    owners = [_core, bg, analysis, problems, bg.Book, *kinds]
    signatures = []

    def names(owner: object) -> list[str]:
        return [name for name in dir(owner) if not name.startswith("_")]

    for call in (getattr(owner, name) for owner in owners for name in names(owner)):
        with suppress(TypeError, ValueError):
            signatures.append(signature(call))
    defaults = [
        each.parameters["threads"].default for each in signatures if "threads" in each.parameters
    ]
    assert len(defaults) > 20
    assert set(defaults) == {None}
    # A search depends on their number.
    assert bg.Searcher("othello").threads == bg.Solver("othello").threads == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda: bg.Book.of("othello").export(ARRAY),
        lambda: bg.formats.save("a.ggf", [], format=ARRAY),
        lambda: bg.Board("tictactoe", analysis=ARRAY),
        lambda: bg.Board("tictactoe").on_move(print, remove=ARRAY),
        lambda: bg.tournament(["first", "ai1"], "tictactoe", pairs=2, balance=ARRAY),
        lambda: openings.usual(START, deterministic=ARRAY),
        lambda: render.to_svg(START.scene(), legal=ARRAY),
        lambda: render.to_svg(START.scene(), flip=ARRAY),
        *(
            lambda name=name: render.to_text(START.scene(), **{name: ARRAY})
            for name in ("legal", "numbers", "color", "flip")
        ),
        lambda: scene.geometry(START.scene(), flip=ARRAY),
        lambda: render.to_svg(START.scene(), legal=3),
        lambda: bg.analyze(bg.Record(START), partial=ARRAY),
        lambda: bg.hint(START, all_moves=ARRAY),
        lambda: bg.hint(START, see_all=ARRAY),
        lambda: bg.match("first", "first", START, games=1, see_all=ARRAY),
        lambda: bg.players.register("flagged", bg.players.Player, replace=ARRAY),
        *(
            lambda name=name: bg.Archive("no such file", **{name: ARRAY})
            for name in ("skip_bad", "beside")
        ),
    ],
)
def test_no_array_is_a_name_or_a_flag(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"must be (text|True or False), not (ndarray|int)"):
        call()
    assert "data-cell" in render.to_svg(START.scene(), legal=np.bool_(True))


def test_a_move_of_any_length_is_named_shortly() -> None:
    board = bg.Board("tictactoe")
    for text in ("x" * 70_000, "9" * 70_000):
        with pytest.raises(bg.ParseError, match="is not a valid move") as caught:
            board.play(text)
        assert len(str(caught.value)) < 200


def test_no_configuration_of_a_tournament() -> None:
    for config in ({}, {"players": [["a"], "b"]}, {"players": 3}, None):
        with pytest.raises(bg.ParameterError, match="configuration of a tournament"):
            bg.Tournament(config)


class CallersOwnError(Exception):
    """An error of the caller, which is to come out as it is."""


@pytest.mark.parametrize(
    "call",
    [
        lambda progress: bg.perft(bg.mnk(11, 11, 5), 6, progress=progress),
        lambda progress: bg.divide(bg.mnk(11, 11, 5), 6, progress=progress),
        lambda progress: bg.solve(bg.mnk(11, 11, 5), progress=progress),
        lambda progress: bg.search(bg.mnk(11, 11, 5), seconds=60, progress=progress),
        lambda progress: bg.match("ai2", "ai2", "tictactoe", games=10**9, progress=progress),
        lambda progress: bg.match(
            "ai2", "ai2", "tictactoe", games=10**9, threads=2, progress=progress
        ),
    ],
    ids=["perft", "divide", "solve", "search", "match", "match_threads"],
)
def test_an_error_of_the_progress_callback_comes_out_unchanged(
    call: Callable[[Callable[[int, int], None]], object],
) -> None:
    error, heard = CallersOwnError("enough"), []

    def progress(done: int, total: int) -> None:
        heard.append((done, total))
        if len(heard) == 3:
            raise error

    with pytest.raises(CallersOwnError) as caught:
        call(progress)
    assert caught.value is error
    assert all(done >= 0 for done, _ in heard)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


@pytest.mark.parametrize("endless", [itertools.count(), itertools.repeat("b2"), range(10**12)])
def test_endless_marks_and_arrows_are_refused(endless: Iterator[object]) -> None:
    for options in ({"marks": endless}, {"arrows": endless}, {"arrows": [endless]}):
        with pytest.raises(bg.ParameterError, match="at most 10,000 items"):
            MIDDLE.to_svg(**options)
