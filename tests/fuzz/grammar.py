"""Mutations by grammar: tokens change places, or give way to others of their kind."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Token = tuple[str, str]
"""The kind of a token, and its text."""

EDGES = ["0", "-1", "1", "7", "8", "64", "65", "255", "256", "65536", "2147483648", "9" * 20]
EDGES += ["9" * 400, "9" * 5000, "1e999", "nan", "0x10", "+3", "1_0", "\u0663", "00", ""]
NOISE = ["\0", "\x1b[31m", "\ud800", "\u202e", "\r", "\n", "\t", " ", "{", "}", "(;", ";)"]
NOISE += ["[", "]", '"', "\\", "%", "#", "/", "\u00e9", "\U0001f0a1"]


@dataclass(frozen=True)
class Grammar:
    """How a kind of text falls into tokens: named groups of one regular expression.

    What no group matches is a token of its own character. ``runs`` are the kinds at which a text
    may be cut: a line, a tag, a game.
    """

    tokens: str
    runs: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ("number",)
    pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", re.compile(self.tokens + r"|(?P<char>.)", re.DOTALL))

    def split(self, text: str) -> list[Token]:
        return [
            (found[0] if kind == "char" else kind, found[0])
            for found in self.pattern.finditer(text)
            if (kind := found.lastgroup or "char")
        ]


Change = Callable[[list[Token], Sequence[list[Token]], random.Random, Grammar], list[Token]]


def _swap(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """Two tokens of one kind change places."""
    at = rng.randrange(len(tokens))
    same = [place for place, token in enumerate(tokens) if token[0] == tokens[at][0]]
    to = rng.choice(same)
    tokens[at], tokens[to] = tokens[to], tokens[at]
    return tokens


def _replace(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """A token gives way to one of its kind from another text."""
    at = rng.randrange(len(tokens))
    same = [token for token in rng.choice(others) if token[0] == tokens[at][0]]
    if same:
        tokens[at] = rng.choice(same)
    return tokens


def _number(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """A number becomes one at the edge of what can be held."""
    places = [at for at, token in enumerate(tokens) if token[0] in grammar.numbers]
    if places:
        at = rng.choice(places)
        tokens[at] = (tokens[at][0], rng.choice(EDGES))
    return tokens


def _cuts(tokens: list[Token], rng: random.Random, grammar: Grammar) -> tuple[int, int]:
    """Two places at which a text may be cut, in their order."""
    places = [at for at, token in enumerate(tokens) if token[0] in grammar.runs]
    if len(places) < 2:
        places = list(range(len(tokens) + 1))
    first, second = rng.choice(places), rng.choice(places)
    return min(first, second), max(first, second)


def _drop(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """A run is left out."""
    first, second = _cuts(tokens, rng, grammar)
    return tokens[:first] + tokens[second:]


def _repeat(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """A run comes again."""
    first, second = _cuts(tokens, rng, grammar)
    return tokens[:second] + tokens[first:second] + tokens[second:]


def _splice(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """The beginning of a text, then the end of another."""
    other = rng.choice(others)
    return tokens[: _cuts(tokens, rng, grammar)[0]] + other[_cuts(other, rng, grammar)[0] :]


def _noise(
    tokens: list[Token], others: Sequence[list[Token]], rng: random.Random, grammar: Grammar
) -> list[Token]:
    """Something is put in that belongs nowhere."""
    at = rng.randint(0, len(tokens))
    return [*tokens[:at], ("noise", rng.choice(NOISE)), *tokens[at:]]


# The changes that most often leave a text of the kind come most often.
CHANGES: list[tuple[Change, int]] = [
    (_swap, 8),
    (_replace, 6),
    (_number, 2),
    (_drop, 2),
    (_repeat, 2),
    (_splice, 2),
    (_noise, 2),
]
LONGEST = 200_000


def mutate(texts: Sequence[str], rng: random.Random, grammar: Grammar) -> str:
    """Return a text of the corpus after one to three changes."""
    tokens = grammar.split(rng.choice(texts))
    others = [grammar.split(rng.choice(texts))]
    changes, weights = zip(*CHANGES, strict=True)
    for change in rng.choices(changes, weights, k=rng.choice([1, 1, 1, 2, 3])):
        if tokens and others[0]:
            tokens = change(tokens, others, rng, grammar)
    return "".join(text for _, text in tokens)[:LONGEST]
