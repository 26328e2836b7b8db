"""The language of conditions on deals of honeymoon bridge."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, permutations
from typing import Protocol, TypeAlias

from bitgames import _core
from bitgames._core import Honeymoon, Par, ParseError, Position, UnsupportedError
from bitgames.arguments import did_you_mean, quoted

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_SUITS = ("spades", "hearts", "diamonds", "clubs")
_SEATS = ("south", "north")
_BALANCED = "4333/4432/5332"
_KEYS = ("points", *_SUITS, "shape", "contract", "par")
_OTHER_NAMES = {"hcp": "points", "s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_OTHER_NAMES |= {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
LETTERS = str.maketrans("♠♥♦♣", "SHDC")
"""The letters of suits for their symbols, for ``str.translate``."""
_CLASSES = ("pass", "partscore", "game", "slam", "grand")
_RANGE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4})|([+-]))?", re.ASCII)
_LENGTHS = re.compile(r"[0-9x]{4}|[0-9x]{1,2}(?:-[0-9x]{1,2}){3}|[0-9x]{1,2}(?:=[0-9x]{1,2}){3}")
CONTRACT = re.compile(r"([1-7])(NT?|[CDHS♣♦♥♠])(X{0,2})")
"""A contract, in capitals: its level, its strain, and an X for each double."""


class Dealt:
    """Two hands, with what conditions ask of them."""

    def __init__(self, position: Honeymoon) -> None:
        self._position = position
        hands = position.deal_text.split(" ")[:2]
        self.lengths = [tuple(map(len, hand.split("."))) for hand in hands]
        self.points = [sum(_POINTS.get(rank, 0) for rank in hand) for hand in hands]
        self.is_solved = False

    @cached_property
    def _open(self) -> Honeymoon:
        self.is_solved = True
        return opened(self._position)

    @cached_property
    def par(self) -> Par:
        """Par of the hands."""
        return self._open.par()

    def makes(self, seat: int, contract: str) -> bool:
        """Whether a player makes a contract by best play of both."""
        return self.tricks(seat, contract[1:].rstrip("x")) >= 6 + int(contract[0])

    def tricks(self, seat: int, strain: str, leader: int | None = None) -> int:
        """Return the tricks of a declarer by best play of both."""
        if leader is None:
            # Without an exchange the defender leads, unless the rules let the declarer.
            leader = seat if "play_lead=declarer" in self._open.rules else 1 - seat
        return self._table[strain][seat][leader]

    @cached_property
    def _table(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        return self._open.trick_table()


class _Value(Protocol):
    """The right side of a condition; ``str`` is its text."""

    def holds(self, dealt: Dealt, key: str, seat: int | None) -> bool:
        """Whether the condition of this key holds for a seat, or for both."""
        ...


@dataclass(frozen=True, slots=True)
class _Range:
    """Numbers from ``low`` to ``high``."""

    low: int
    high: int
    most: int

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.low}"
        if self.high == self.most:
            return f"{self.low}+"
        return f"{self.low}-{self.high}" if self.low else f"{self.high}-"

    def holds(self, dealt: Dealt, key: str, seat: int | None) -> bool:
        if key == "par":
            score = dealt.par.score
            points = abs(score) if seat is None else (score, -score)[seat]
            return self.low <= points <= self.high
        counts = (
            dealt.points
            if key == "points"
            else [lengths[_SUITS.index(key)] for lengths in dealt.lengths]
        )
        return all(self.low <= counts[each] <= self.high for each in _seats(seat))


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Lengths of spades, hearts, diamonds and clubs, ``None`` for any: one of several."""

    text: str
    shapes: frozenset[tuple[int | None, ...]]

    def __str__(self) -> str:
        return self.text

    def holds(self, dealt: Dealt, key: str, seat: int | None) -> bool:
        return all(self._has(dealt.lengths[each]) for each in _seats(seat))

    def _has(self, lengths: Sequence[int]) -> bool:
        return any(
            all(want in (None, have) for want, have in zip(shape, lengths, strict=True))
            for shape in self.shapes
        )


@dataclass(frozen=True, slots=True)
class _Contracts:
    """Contracts such as ``4S`` and, for par, kinds of contracts such as ``game``."""

    texts: tuple[str, ...]

    def __str__(self) -> str:
        return "/".join(self.texts)

    def holds(self, dealt: Dealt, key: str, seat: int | None) -> bool:
        if key == "contract":
            seats = (0, 1) if seat is None else (seat,)
            return any(dealt.makes(each, text) for each in seats for text in self.texts)
        par = dealt.par
        if par.contract is None:
            return "pass" in self.texts
        if seat not in (None, par.declarer):
            return False
        return not {par.contract, _class_of(par.contract)}.isdisjoint(self.texts)


def _class_of(contract: str) -> str:
    """Return what a contract bids: a part score, a game, a slam or a grand slam.

    >>> [_class_of(each) for each in ("3D", "3NT", "4S", "6Cx", "7NT")]
    ['partscore', 'game', 'game', 'slam', 'grand']
    """
    level, strain = int(contract[0]), contract[1:].rstrip("x")
    if level >= 6:
        return "grand" if level == 7 else "slam"
    return "game" if level >= {"NT": 3, "S": 4, "H": 4}.get(strain, 5) else "partscore"


def _seats(seat: int | None) -> tuple[int, ...]:
    return (0, 1) if seat is None else (seat,)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on a deal.

    >>> str(read("north points:12-14").each[0])
    'north points:12-14'
    """

    seat: int | None
    """Whom it is about, 0 for south or 1 for north; ``None`` for both hands, and for the contract
    and par of either player."""
    key: str
    """``points``, a suit, ``shape``, ``contract`` or ``par``."""
    value: _Value
    """What is wanted; ``str`` writes it."""

    def __str__(self) -> str:
        word = f"{self.key}:{self.value}"
        return word if self.seat is None else f"{_SEATS[self.seat]} {word}"


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions on a deal, which must all hold; ``str`` is their text, which ``read`` reads."""

    each: tuple[Condition, ...]
    """The conditions, in the order of their text."""

    def __str__(self) -> str:
        groups = (list(group) for _, group in groupby(self.each, key=lambda each: each.seat))
        return ", ".join(
            " ".join([str(first), *(f"{each.key}:{each.value}" for each in more)])
            for first, *more in groups
        )

    def hold(self, position: Position) -> bool:
        """Whether all of them hold for the hands that were dealt in a game of honeymoon bridge.

        Raises ``UnsupportedError`` for another game.

        >>> import bitgames as bg
        >>> from bitgames import deals
        >>> deal = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
        >>> deals.read("south points:19, north shape:4333, par:1NT").hold(deal)
        True
        """
        return self.failed(Dealt(honeymoon(position))) is None

    def failed(self, dealt: Dealt) -> int | None:
        """Return the place of the first condition that does not hold, the cheap ones first."""
        for place in self._order:
            condition = self.each[place]
            if not condition.value.holds(dealt, condition.key, condition.seat):
                return place
        return None

    @property
    def _order(self) -> list[int]:
        cost = ("par", "contract")
        return sorted(range(len(self.each)), key=lambda at: self.each[at].key in cost)


Wanted: TypeAlias = Conditions | str
"""Conditions, or their text."""


def read(text: Wanted) -> Conditions:
    """Read conditions: words with spaces between them, in either case.

    A group of words that begins with ``south`` or ``north`` is about this hand, any other about
    both; commas separate groups. The conditions:

    - ``points:15-17``: high-card points (ace 4, king 3, queen 2, jack 1); ``15``, ``15+`` and
      ``17-`` (17 or fewer) are ranges, too. ``hcp`` is another name.
    - ``spades:5+``, ``hearts:2-3``, ``diamonds:0``, ``clubs:4``: cards of a suit, ``S``
      or ``♠`` for short.
    - ``shape:4333``: lengths of the suits in any order; ``shape:5=3=3=2`` those of spades, hearts,
      diamonds and clubs. ``x`` is any length, ``10-1-1-1`` has a long suit, ``/`` means or, and
      ``balanced`` is 4333/4432/5332.
    - ``contract:4S``: the player makes the contract by best play of both, either player without a
      seat. ``4S/4H`` is one of them.
    - ``par:4S``, ``par:5Cx``: the contract of par. ``par:game`` is its kind: ``pass``,
      ``partscore``, ``game``, ``slam`` or ``grand``. ``par:400+`` are the points of par, for the
      player whom it favours.

    Raises ``ParseError`` for any other text, and for conditions that no deal can meet.

    >>> str(read("south HCP:15-17 ♠:5+, north shape:4333/4432"))
    'south points:15-17 spades:5+, north shape:4333/4432'
    >>> read("points:40")
    Traceback (most recent call last):
    ...
    bitgames.ParseError: 'points:40' is not a valid condition: points are from 0 to 37
    """
    if isinstance(text, Conditions):
        return text
    if not isinstance(text, str):
        raise TypeError(f"conditions must be text, not {type(text).__name__}")
    found: list[Condition] = []
    for group in text.split(","):
        words = group.split()
        seat = None
        if words and words[0].lower() in _SEATS:
            seat = _SEATS.index(words.pop(0).lower())
            if not words:
                raise ParseError(f"{_SEATS[seat]} needs a condition, as in south points:15-17")
        found += (_condition(seat, word) for word in words)
    if not found:
        raise ParseError("an empty text is not a condition: conditions look like points:15-17")
    _check(found)
    return Conditions(tuple(found))


def _condition(seat: int | None, word: str) -> Condition:
    name, colon, value = word.partition(":")
    key = _OTHER_NAMES.get(name.lower(), name.lower())
    if not colon or key not in _KEYS:
        allowed = f"{', '.join(f'{each}:' for each in _KEYS)}, and first in a group south or north"
        keys = (
            [] if colon else [each for each in ("points", "shape", "contract") if _fits(each, word)]
        )
        known = {word.lower(): f"{keys[0]}:{word}"} if keys else {}
        more = did_you_mean(name, known or {each: each for each in (*_KEYS, *_SEATS)})
        raise _wrong(word, f"allowed are {allowed}{more}")
    return Condition(seat, key, _value(word, key, value))


def _fits(key: str, text: str) -> bool:
    """Whether a text is a value of a condition."""
    try:
        _value(text, key, text)
    except ParseError:
        return False
    return True


def _wrong(word: str, allowed: str) -> ParseError:
    return ParseError(f"{quoted(word, 40)} is not a valid condition: {allowed}")


def _value(word: str, key: str, text: str) -> _Value:
    if key == "shape":
        return _shapes(word, text.lower())
    most = {"points": 37, "par": 7600}.get(key, 13)
    if key != "contract" and (found := _RANGE.fullmatch(text)):
        number, end, sign = int(found[1]), found[2], found[3]
        low = 0 if sign == "-" else number
        high = most if sign == "+" else number if end is None else int(end)
        if not low <= high <= most:
            reason = f"{key} are from 0 to {most}"
            raise _wrong(word, reason if high > most or low > most else "a range goes up")
        return _Range(low, high, most)
    if key not in ("contract", "par"):
        raise _wrong(word, f"{key} are a number or a range: 5, 5-6, 5+, 5-")
    return _contracts(word, key, text)


def _contracts(word: str, key: str, text: str) -> _Contracts:
    texts = []
    for part in text.upper().split("/"):
        found = CONTRACT.fullmatch(part)
        if key == "par" and part.lower() in _CLASSES:
            texts.append(part.lower())
        elif found is None:
            more = f", {', '.join(_CLASSES)}, or points like 400+" if key == "par" else ""
            raise _wrong(word, f"a contract looks like 4S, 3NT or 5Cx{more}")
        else:
            strain = "NT" if found[2].startswith("N") else found[2].translate(LETTERS)
            texts.append(f"{found[1]}{strain}{found[3].lower()}")
    return _Contracts(tuple(dict.fromkeys(texts)))


def _shapes(word: str, text: str) -> _Shapes:
    shapes: set[tuple[int | None, ...]] = set()
    for part in text.replace("balanced", _BALANCED).split("/"):
        if _LENGTHS.fullmatch(part) is None:
            raise _wrong(word, "a shape looks like 4333, 5=3=3=2, 54xx or balanced, with / for or")
        numbers = re.split("[-=]", part) if len(part) > 4 else list(part)
        try:
            lengths = tuple(None if each == "x" else int(each) for each in numbers)
        except ValueError:
            raise _wrong(word, "a length is a number or x") from None
        known = [each for each in lengths if each is not None]
        if sum(known) > 13 or (len(known) == 4 and sum(known) < 13):
            raise _wrong(word, f"the lengths of a hand sum up to 13, not {sum(known)}")
        shapes.update([lengths] if "=" in part else permutations(lengths))
    return _Shapes(text, frozenset(shapes))


def _check(conditions: Sequence[Condition]) -> None:
    """Refuse what no deal can meet: points or lengths that do not fit together."""
    least = {key: [0, 0] for key in ("points", *_SUITS)}
    most = {key: [37 if key == "points" else 13] * 2 for key in least}
    for each in conditions:
        if each.key in least:
            assert isinstance(each.value, _Range)
            for seat in _seats(each.seat):
                low, high = least[each.key], most[each.key]
                low[seat] = max(low[seat], each.value.low)
                high[seat] = min(high[seat], each.value.high)
    for key, low in least.items():
        for seat, name in enumerate(_SEATS):
            if low[seat] > most[key][seat]:
                raise ParseError(f"no deal meets the conditions: two of {name}'s {key} differ")
        if sum(low) > (total := 40 if key == "points" else 13):
            raise ParseError(f"no deal meets the conditions: there are only {total} {key}")
    for seat, name in enumerate(_SEATS):
        if sum(least[suit][seat] for suit in _SUITS) > 13:
            raise ParseError(f"no deal meets the conditions: {name} has only 13 cards")
        if sum(most[suit][seat] for suit in _SUITS) < 13:
            raise ParseError(f"no deal meets the conditions: {name} has 13 cards")


def honeymoon(position: Position | str) -> Honeymoon:
    """Return a position or the start of a spec. Raises ``UnsupportedError`` for another game."""
    start = _core.position(position) if isinstance(position, str) else position
    if not isinstance(start, Honeymoon):
        raise UnsupportedError(f"conditions are for deals of honeymoon, not for {start.game}")
    return start


def opened(position: Position | str) -> Honeymoon:
    """Return the two hands that were dealt as a game without a stock, so that both are open.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deals.opened(bg.Honeymoon(7)).to_string()
    'honeymoon 2.QJ8.KJT4.KQ762 KQJ76.974.62.J83 -'
    """
    start = honeymoon(position)
    return Honeymoon(deal=start.deal_text.rpartition(" ")[0], rules=start.rules)
