"""Series of games of chance: their sum, and the start of the next game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bitgames._core import Honeymoon, ParameterError, ParseError, Position, Rubber


@dataclass(frozen=True)
class Deals:
    """Games whose scores are added; the players deal in turn if the game has a dealer."""

    names: tuple[str, ...]
    deals: int
    scores: tuple[int, ...]
    dealer: int | None

    def after(self, end: Position) -> "Deals":
        """Return the series with one more game, whose last position is ``end``."""
        assert end.outcome is not None
        scores = tuple(map(sum, zip(self.scores, end.outcome.scores, strict=True)))
        dealer = None if self.dealer is None else 1 - self.dealer
        return replace(self, deals=self.deals + 1, scores=scores, dealer=dealer)

    def start(self, start: Position) -> Position:
        """Return the start of the next game, not dealt yet: the same with the other dealer."""
        if self.dealer is None:
            return start
        assert isinstance(start, Honeymoon)
        return _next_deal(start, start.rules, self.dealer)

    def to_dict(self) -> dict[str, Any]:
        """Return the sum as JSON data."""
        return {"deals": self.deals, "scores": list(self.scores)}

    def sheet(self, is_over: bool) -> None:
        """Return no sheet: there are only the scores."""

    @property
    def words(self) -> str:
        """The standing in words."""
        scores = ", ".join(f"{n} {s:+d}" for n, s in zip(self.names, self.scores, strict=True))
        return f"after {self.deals} {'deal' if self.deals == 1 else 'deals'}: {scores}"


@dataclass(frozen=True)
class RubberDeals:
    """Deals of a rubber, and then of the next rubber; the players deal in turn."""

    rubber: Rubber
    dealer: int
    deals: int = 0

    @property
    def _going_on(self) -> Rubber:
        return Rubber() if self.rubber.is_finished else self.rubber

    def after(self, end: Position) -> "RubberDeals":
        """Return the series with one more deal, which ended in ``end``."""
        assert isinstance(end, Honeymoon)
        return RubberDeals(self._going_on.after(end), 1 - self.dealer, self.deals + 1)

    def start(self, start: Position) -> Position:
        """Return the start of the next deal, with the state of the rubber in its rules."""
        assert isinstance(start, Honeymoon)
        return _next_deal(start, self._going_on.rules(start.rules), self.dealer)

    def leads_to(self, start: Position) -> bool:
        """Whether a deal from ``start`` is the next one of this rubber, or of a new one."""
        assert isinstance(start, Honeymoon)
        rubber, going_on = start.rubber, self._going_on
        return rubber is not None and (
            (rubber.games, rubber.part_scores) == (going_on.games, going_on.part_scores)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the sum as JSON data."""
        names = ("games", "part_scores", "below", "above")
        rubber = {name: list(getattr(self.rubber, name)) for name in names}
        return {"deals": self.deals, "rubber": rubber}

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the rubber."""
        return tuple(self.rubber.totals)

    def sheet(self, is_over: bool) -> dict[str, Any]:
        """Return the score sheet as JSON data; a new one if the next deal begins a new rubber."""
        rubber = self.rubber if is_over else self._going_on
        names = ("games", "part_scores", "below", "above", "totals", "settled")
        pairs = {name: list(getattr(rubber, name)) for name in names}
        return {**pairs, "is_finished": rubber.is_finished, "winner": rubber.winner}

    @property
    def words(self) -> str:
        """The score sheet."""
        rubber = self.rubber
        names = Honeymoon().facts.player_names
        rows: list[tuple[str, Iterable[object]]] = [
            ("score sheet", names),
            ("games", rubber.games),
            ("part score", rubber.part_scores),
            ("below the line", rubber.below),
            ("above the line", rubber.above),
            ("total", rubber.totals),
        ]
        if not rubber.is_finished:
            rows.append(("if it ended here", rubber.settled))
        sheet = [f"{name:17}" + "".join(f"{cell!s:>8}" for cell in cells) for name, cells in rows]
        if rubber.is_finished:
            sheet.append(self._result(names))
        return "\n".join(sheet)

    def _result(self, names: tuple[str, ...]) -> str:
        if self.rubber.winner is None:
            return "the rubber ends with equal totals"
        margin = abs(self.rubber.totals[0] - self.rubber.totals[1])
        return f"{names[self.rubber.winner]} wins the rubber by {margin} points"


Series: TypeAlias = Deals | RubberDeals
"""The sum of the finished games of a series."""


def opening(start: Position) -> list[str]:
    """Return the properties of this start, as texts: rules and dealer.

    >>> import bitgames as bg
    >>> opening(bg.Honeymoon(rules="bicycle", dealer="north")), opening(bg.Othello())
    (['bicycle, north deals'], [])
    """
    if not isinstance(start, Honeymoon):
        return []
    rules = ",".join(part for part in start.rules.split(",") if not part.startswith("dealer="))
    return [f"{rules}, {start.facts.player_names[start.dealer]} deals"]


def _next_deal(start: Position, rules: str, dealer: int) -> Position:
    return Honeymoon(rules=rules, dealer=start.facts.player_names[dealer])


def series(start: Position) -> Series:
    """Return the series that begins with the game of ``start``.

    >>> import bitgames as bg
    >>> series(bg.Honeymoon()).words
    'after 0 deals: south +0, north +0'
    """
    if isinstance(start, Honeymoon) and start.rubber is not None:
        return RubberDeals(start.rubber, start.dealer)
    names = start.facts.player_names
    dealer = start.dealer if isinstance(start, Honeymoon) else None
    return Deals(names, 0, (0,) * len(names), dealer)


def read_series(start: Position, data: Any) -> Series:
    """Return the series of ``to_dict`` whose next game is that of ``start``.

    Raises ``ParseError`` for anything else, and for the sum of another rubber.

    >>> import bitgames as bg
    >>> read_series(bg.Honeymoon(), {"deals": 2, "scores": [90, -90]}).words
    'after 2 deals: south +90, north -90'
    """
    begun = series(start)
    try:
        if type(data["deals"]) is not int or data["deals"] < 0:
            raise ParseError("the sum of the games has a number of deals that is not valid")
        if isinstance(begun, RubberDeals):
            going_on = replace(begun, rubber=Rubber(**data["rubber"]), deals=data["deals"])
            if not going_on.leads_to(start):
                raise ParseError("the sum of the games is that of another rubber")
            return going_on
        scores = tuple(data["scores"])
    except (KeyError, TypeError, ValueError, OverflowError, ParameterError):
        raise ParseError("the sum of the games is damaged") from None
    assert isinstance(begun, Deals)
    if len(scores) != len(begun.names) or any(type(score) is not int for score in scores):
        raise ParseError("the sum of the games needs a whole number for each player")
    return replace(begun, deals=data["deals"], scores=scores)
