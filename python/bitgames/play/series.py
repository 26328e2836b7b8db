"""Games of chance in a row: their sum, and the start of the next one."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from bitgames._core import Honeymoon, Position, Rubber

__all__ = ["Deals", "RubberDeals", "Series", "opening", "series"]


class Series(Protocol):
    """The sum of the games that were played to their end."""

    def after(self, end: Position) -> "Series":
        """Return the series with one more game, which ended in ``end``."""
        ...

    def start(self, start: Position) -> Position:
        """Return the start of the next game, not dealt yet, after a game from ``start``."""
        ...

    @property
    def deals(self) -> int:
        """Number of games played."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player, of the present rubber in a rubber."""
        ...

    @property
    def words(self) -> str:
        """The standing in words, one or several lines."""
        ...


def opening(start: Position) -> list[str]:
    """Return what distinguishes this start from others of the game: rules and dealer, as words.

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


@dataclass(frozen=True)
class Deals:
    """Games whose scores are added; the players deal in turn where a game has a dealer."""

    names: tuple[str, ...]
    deals: int
    scores: tuple[int, ...]
    dealer: int | None

    def after(self, end: Position) -> "Deals":
        """Return the series with one more game, which ended in ``end``."""
        assert end.outcome is not None
        scores = tuple(map(sum, zip(self.scores, end.outcome.scores, strict=True)))
        dealer = None if self.dealer is None else 1 - self.dealer
        return replace(self, deals=self.deals + 1, scores=scores, dealer=dealer)

    def start(self, start: Position) -> Position:
        """Return the start of the next game: the same one with the other dealer."""
        if self.dealer is None:
            return start
        assert isinstance(start, Honeymoon)
        return _next_deal(start, start.rules, self.dealer)

    @property
    def words(self) -> str:
        """The standing in words."""
        scores = ", ".join(f"{n} {s:+d}" for n, s in zip(self.names, self.scores, strict=True))
        return f"after {self.deals} {'deal' if self.deals == 1 else 'deals'}: {scores}"


@dataclass(frozen=True)
class RubberDeals:
    """Deals of a rubber, and of another one once that is finished; the players deal in turn."""

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
        """Return the start of the next deal, with the standing of the rubber in its rules."""
        assert isinstance(start, Honeymoon)
        return _next_deal(start, self._going_on.rules(start.rules), self.dealer)

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals of the rubber."""
        return tuple(self.rubber.totals)

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
