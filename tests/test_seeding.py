"""The seed contract: what may be a seed, and what root it gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.seeding import root

TOP = 2**128


@given(st.integers(0, TOP - 1))
def test_an_integer_is_its_own_root(seed: int) -> None:
    assert root(seed) == seed


def test_none_is_fresh_every_time() -> None:
    roots = {root() for _ in range(20)}
    assert len(roots) == 20
    assert all(0 <= each < TOP for each in roots)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_numpy_integers_are_integers(kind: type[np.integer]) -> None:
    assert root(kind(5)) == 5
    assert type(root(kind(5))) is int


def test_a_seed_sequence_is_not_consumed() -> None:
    sequence = np.random.SeedSequence(11)
    assert root(sequence) == root(sequence) == root(np.random.SeedSequence(11))
    assert root(sequence) != root(np.random.SeedSequence(12))
    assert root(sequence.spawn(1)[0]) != root(sequence)


def test_a_generator_gives_its_next_bits() -> None:
    first, again = np.random.default_rng(3), np.random.default_rng(3)
    drawn = [root(first) for _ in range(3)]
    assert drawn == [root(again) for _ in range(3)]
    assert len(set(drawn)) == 3


def test_roots_of_numpy_objects_are_promises() -> None:
    """Stored seeds must lead to the same games in every release."""
    assert root(np.random.SeedSequence(1)) == 0x8AE19CA14EB1072C672D8EE56D6791FF
    assert root(np.random.Generator(np.random.PCG64(1))) == 0xF35196BBC152A8668306BDF37922E4FF


@pytest.mark.parametrize(
    "seed", [-1, TOP, TOP + 1, -TOP, 1 << 20_000, np.int64(-3)], ids=lambda seed: hex(seed)[:12]
)
def test_integers_out_of_range(seed: int) -> None:
    with pytest.raises(bg.ParameterError, match="seed must be from 0 to"):
        root(seed)


@pytest.mark.parametrize("seed", [True, False, 1.0, "1", b"1", [1], object(), np.float64(1), 1j])
def test_other_types(seed: object) -> None:
    with pytest.raises(TypeError, match="seed must be None, an integer"):
        root(seed)  # type: ignore[arg-type]


def test_everything_that_takes_a_seed_takes_all_kinds() -> None:
    results = [
        bg.match("ai2", "ai2", games=20, seed=seed)
        for seed in (0, np.uint8(0), np.random.SeedSequence(0), np.random.default_rng(0), None)
    ]
    assert results[0] == results[1]
    assert all(result.games == 20 for result in results)
    assert bg.match("ai2", "ai2", games=20, seed=results[4].seed) == results[4]
    assert bg.match("ai2", "ai2", games=20, seed=results[2].seed) == results[2]
