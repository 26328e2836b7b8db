"""Results of matches: counts, score, the table, JSON."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from bitgames._core import ParameterError, ParseError
from bitgames.arguments import instance, shortened
from bitgames.files import csv_text, from_data, generator
from bitgames.intervals import elo_difference, score_interval
from bitgames.played import COLUMNS, Forfeit, PlayedGame
from bitgames.sentences import Said
from bitgames.tables import to_html

if TYPE_CHECKING:
    from bitgames.record import Record

__all__ = [
    "COMPARED",
    "FORMAT",
    "REPEATS",
    "VARY",
    "VERSION",
    "Forfeit",
    "Half",
    "MatchResult",
    "PlayedGame",
    "is_repeating",
]

FORMAT = "bitgames match"
VERSION = 1
"""Format name and version of the JSON of a result."""

COMPARED = 1024
"""Number of games, the first of a match, that are compared with each other."""

REPEATS = Said("repeats")
VARY = Said("then", REPEATS, Said("vary"))
"""What tables say of players that repeat their games, the second with what to do about it."""

# At most this share of the games is different where players repeat theirs: random openings can be
# equal by chance.
_MAX_DISTINCT = 0.98


def is_repeating(distinct: int, starts: int, games: int) -> bool:
    """Whether players repeat their games: at least one in fifty, and one game for each start.

    ``distinct`` of ``games`` games are different, and they have ``starts`` different beginnings.

    >>> is_repeating(2, 2, 40), is_repeating(3, 2, 40), is_repeating(40, 40, 40)
    (True, False, False)
    """
    return 0 < distinct <= min(starts, _MAX_DISTINCT * games)


Half: TypeAlias = Literal["a", "b", "draw"] | None
"""The result of one game of a pair; ``None`` if there is no such game."""

_POINTS = {"a": 1.0, "draw": 0.5, "b": 0.0}


_SAME = (
    "a", "b", "game", "start", "seats", "seed", "openings", "opening_rule", "deterministic",
    "clock", "adjudicate",
)  # fmt: skip
"""Attributes that all parts of a match share."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, counted for its first player ``a``.

    A pair has two counts: games in which ``a`` had the first seat, and the other games. Results
    compare by everything but the time. ``str`` is the table.

    >>> import bitgames as bg
    >>> result = bg.match("ai14", "ai2", "tictactoe", games=1000, seed=1)
    >>> sum(result.losses)
    0
    >>> MatchResult.from_json(result.to_json()) == result
    True
    """

    a: str
    """Name of player ``a``, whose wins are counted."""
    b: str
    """Name of player ``b``."""
    game: str
    """Spec of the game."""
    start: str
    """Start position of every game as text; a game of chance has a new deal for each pair."""
    seats: tuple[str, str]
    """Names of the two seats, for the rows of the table."""
    seed: int
    """Root seed; the same seed repeats the match."""
    num_games: int
    """Number of games."""
    plies: int
    """Number of moves that the players chose in all games together."""
    wins: tuple[int, int]
    """Games that ``a`` won, in the first seat and in the second."""
    losses: tuple[int, int]
    """Games that ``b`` won."""
    draws: tuple[int, int]
    """Games that are drawn."""
    forfeits: tuple[Forfeit, ...] = ()
    """Games decided by an invalid move, a late one or a failure; they count as wins and losses."""
    seconds: float = field(default=0.0, compare=False)
    """Time of the match in seconds."""
    first_game: int = 0
    """Number of the first game; more than 0 for a part of a longer match."""
    openings: tuple[tuple[str, str], ...] = ()
    """The openings, if they were given: pairs of a position and the moves that follow it."""
    opening_rule: str = "none"
    """Where the games begin: ``"none"`` (at the start), ``"random:8"`` or ``"given"``."""
    deterministic: bool = False
    """True if both players are known to draw no random numbers."""
    hashes: tuple[int, ...] = ()
    """Hashes of the different games among the first 1024 of the match, in order."""
    compared: int = 0
    """Number of games of this result among the first 1024 of the match."""
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Numbers of pairs of games in which ``a`` made 0, 1/2, 1, 3/2 and 2 points. Games ``2 i`` and
    ``2 i + 1`` are a pair: they have the same beginning, with ``a`` on either side."""
    halves: tuple[Half, Half] = (None, None)
    """The result of the first game if it is the second of a pair, and of the last game if it is the
    first of a pair, as in a part of a longer match: ``"a"``, ``"b"`` or ``"draw"``."""
    games: tuple[PlayedGame, ...] = ()
    """The games, if ``keep_games`` was true."""
    clock: str | None = None
    """The clock as text, such as ``"move=0.1"``; ``None`` without one."""
    adjudicate: str | None = None
    """When games end by proof, such as ``"exact:14"``; ``None`` for never."""
    adjudicated: int = 0
    """Number of games that ended by proof."""

    @property
    def distinct(self) -> int:
        """Number of different games among the first 1024 of the match.

        >>> import bitgames as bg
        >>> bg.match("first", "first", "tictactoe", games=500, seed=0, openings="none").distinct
        1
        """
        return len(self.hashes)

    @property
    def repeats(self) -> bool:
        """True if the players repeat their games, so the intervals are too narrow.

        That is, if at least one game in fifty equals another and the players are deterministic, or
        every start has its one game. Equal games of players with random numbers are no repeats.

        >>> import bitgames as bg
        >>> bg.match("first", "first", "tictactoe", games=500, seed=0, openings="none").repeats
        True
        """
        if self.deterministic:
            starts = self.compared
        else:
            is_random = self.opening_rule not in ("none", "given")
            starts = 0 if is_random else 2 * max(1, len(self.openings))
        return is_repeating(self.distinct, starts, self.compared)

    @property
    def score(self) -> float:
        """Points of ``a`` per game, 0.0 to 1.0: 1 for a win, 1/2 for a draw.

        >>> import bitgames as bg
        >>> bg.match("ai14", "ai2", "tictactoe", games=1000, seed=1).score
        0.966
        """
        return (sum(self.wins) + sum(self.draws) / 2) / self.num_games

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95 % interval of the score.

        The observations are pairs of games with five possible results, because the games of a pair
        share their beginning; see ``intervals.score_interval`` for the method and its sources. A
        game without the other one of its pair is an observation of its own. Results without
        ``pairs`` count games.

        >>> import bitgames as bg
        >>> low, high = bg.match("ai14", "ai2", "tictactoe", games=1000, seed=1).score_interval
        >>> f"{low:.1%} {high:.1%}"
        '95.8% 97.3%'
        """
        if any(self.pairs) or any(self.halves):
            observed = [(points / 4, n) for points, n in enumerate(self.pairs)]
            observed += [(_POINTS[half], 1) for half in self.halves if half is not None]
        else:
            wins, losses, draws = map(sum, (self.wins, self.losses, self.draws))
            observed = [(1.0, wins), (0.5, draws), (0.0, losses)]
        return score_interval(observed)

    @property
    def elo(self) -> float:
        """The Elo difference that the score means, positive if ``a`` is better.

        It is infinite for a score of 0 or 1.

        >>> import bitgames as bg
        >>> round(bg.match("ai14", "ai2", "tictactoe", games=1000, seed=1).elo)
        581
        """
        return elo_difference(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences of the ends of ``score_interval``."""
        low, high = self.score_interval
        return elo_difference(low), elo_difference(high)

    @property
    def counts(self) -> dict[str, tuple[int, int, int]]:
        """Wins, losses and draws of ``a``: a row for each seat, and ``total``.

        >>> import bitgames as bg
        >>> bg.match("first", "first", "tictactoe", games=10, seed=0, openings="none").counts
        {'o': (5, 0, 0), 'x': (0, 5, 0), 'total': (5, 5, 0)}
        """
        rows = dict(
            zip(self.seats, zip(self.wins, self.losses, self.draws, strict=True), strict=True)
        )
        rows["total"] = (sum(self.wins), sum(self.losses), sum(self.draws))
        return rows

    @property
    def ratios(self) -> dict[str, tuple[float, float, float]]:
        """The counts divided by the games of each row; zeros for a row without games.

        >>> import bitgames as bg
        >>> result = bg.match("first", "first", "tictactoe", 10, seed=0, openings="none")
        >>> result.ratios["total"]
        (0.5, 0.5, 0.0)
        """
        rows = {}
        for name, (wins, losses, draws) in self.counts.items():
            games = max(wins + losses + draws, 1)
            rows[name] = (wins / games, losses / games, draws / games)
        return rows

    def __str__(self) -> str:
        """Return the table: counts and ratios by seat and in total, score and Elo difference."""
        counts = {name: [f"{n:d}" for n in row] for name, row in self.counts.items()}
        ratios = {name: [f"{n:.1%}" for n in row] for name, row in self.ratios.items()}
        lines = [
            f"{self.a} VS {self.b}" + self._beginning(),
            *_block("count", counts),
            "",
            *_block("ratio", ratios),
            "",
            *self._strength(),
        ]
        return "\n".join([*lines, *(f"\n{remark}" for remark in self._remarks())])

    def _repr_html_(self) -> str:
        ratios = self.ratios
        rows = [
            [name, *(f"{n:,} ({ratio:.1%})" for n, ratio in zip(row, ratios[name], strict=True))]
            for name, row in self.counts.items()
        ]
        heads = [f"{self.a} VS {self.b}{self._beginning()}", "win", "lose", "draw"]
        return to_html([heads, *rows], *self._strength(), *self._remarks())

    def _remarks(self) -> Iterator[str]:
        """Yield what to know besides about the games."""
        if self.repeats:
            yield VARY if self.opening_rule == "none" else REPEATS
        if self.adjudicated:
            yield f"proven: {self.adjudicated} games ended by proof, {self.adjudicate}"
        if self.forfeits:
            first = self.forfeits[0]
            faults = f"(game {first.game}, {first.player}: {first.reason})"
            yield f"forfeits: {len(self.forfeits)} {faults}"

    def _beginning(self) -> str:
        """Return where the games begin, and the clock, for the head of the table."""
        given = f"{len(self.openings)} given" if self.openings else self.opening_rule
        clock = "" if self.clock is None else f", clock {self.clock}"
        return ("" if given == "none" else f", openings {given}") + clock

    def _strength(self) -> list[str]:
        """Return the lines of the score, the Elo difference and the different games."""
        low, high = self.score_interval
        elo, elo_low, elo_high = map(_elo_text, (self.elo, *self.elo_interval))
        lines = [
            f"score  {self.score:.1%}, 95% interval {low:.1%} to {high:.1%}",
            f"elo    {elo}, 95% interval {elo_low} to {elo_high}",
        ]
        if self.compared:
            whole = self.compared == self.num_games
            among = f"{self.compared:,}" if whole else f"the first {self.compared:,}"
            lines.append(f"games  {self.distinct:,} different among {among}")
        return lines

    def to_json(self) -> str:
        """Return the result as one line of JSON, which ``from_json`` reads back.

        Besides the attributes it has ``distinct``, ``repeats``, ``score``, ``score_interval``,
        ``elo`` and ``elo_interval``; an infinite Elo difference is ``null``.

        >>> import bitgames as bg
        >>> bg.match("first", "ai2", "tictactoe", games=2, seed=0).to_json()[:36]
        '{"format": "bitgames match", "versio'
        """
        head = {"format": FORMAT, "version": VERSION, "generator": generator()}
        fields = asdict(self)
        fields["played"], fields["games"] = fields["games"], fields.pop("num_games")
        derived = {
            "distinct": self.distinct,
            "repeats": self.repeats,
            "score": self.score,
            "score_interval": self.score_interval,
            "elo": _finite(self.elo),
            "elo_interval": [_finite(end) for end in self.elo_interval],
        }
        return json.dumps({**head, **fields, **derived})

    @property
    def records(self) -> "list[Record]":
        """The games of a match with ``keep_games`` as records, with the names of the players.

        >>> import bitgames as bg
        >>> result = bg.match("first", "random", "othello:4", games=2, seed=0, keep_games=True)
        >>> [record.players for record in result.records]
        [('first', 'random'), ('random', 'first')]
        """
        from bitgames.formats.parsing import described

        records = [game.record for game in self.games]
        for game, record in zip(self.games, records, strict=True):
            names = (self.a, self.b) if game.game % 2 == 0 else (self.b, self.a)
            described(record, [names[team] for team in record.start.facts.teams])
        return records

    def to_csv(self) -> str:
        """Return the games as CSV, a row for each, with a head: for tables and spreadsheets.

        The match must have been played with ``keep_games``; of other matches there is the head
        alone. ``first`` is the player with the first seat, ``a`` or ``b``, ``winner`` is ``a``,
        ``b`` or ``draw``, and the first ``given`` moves are those of the opening.

        >>> import bitgames as bg
        >>> result = bg.match("first", "ai14", "tictactoe", games=2, seed=0, keep_games=True)
        >>> for row in result.to_csv().splitlines():
        ...     print(row[:42])
        game,a,b,first,winner,reason,forfeit,plies
        0,first,ai14,a,b,3 in a row,False,6,0,0.00
        1,first,ai14,b,b,3 in a row,False,5,0,0.00
        """
        return csv_text(COLUMNS, (game.row(self.a, self.b) for game in self.games))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a result from the JSON of ``to_json``. Raises ``ParseError`` for other text.

        >>> MatchResult.from_json("{}")
        Traceback (most recent call last):
        ...
        bitgames.ParseError: not a match result: its format is not named 'bitgames match'
        """
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"not a match result: not valid JSON ({error})") from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise ParseError(f"not a match result: its format is not named {FORMAT!r}")
        if document.get("version") != VERSION:
            version = shortened(repr(document.get("version")))
            raise ParseError(f"{version} is not a valid version of a match: allowed is {VERSION}")
        names = {"num_games": "games", "games": "played"}
        try:
            result: Self = from_data(cls, document | {to: document[of] for to, of in names.items()})
            result._check()
        except (KeyError, TypeError, ValueError) as error:
            raise ParseError(f"damaged match result: {error}") from None
        return result

    def _check(self) -> None:
        if sum(self.wins + self.losses + self.draws) != self.num_games:
            raise ValueError("the counts do not add up to the games")
        if not self._pairs_fit():
            raise ValueError("the pairs do not add up to the games")
        if len(self.games) not in (0, self.num_games):
            raise ValueError("the games do not add up to their number")

    def _pairs_fit(self) -> bool:
        """Whether the pairs count all games and points, or are not known."""
        halves = [_POINTS[half] for half in self.halves if half is not None]
        games = 2 * sum(self.pairs) + len(halves)
        points = sum(points / 2 * n for points, n in enumerate(self.pairs)) + sum(halves)
        own = sum(self.wins) + sum(self.draws) / 2
        return len(self.pairs) == 5 and (games == 0 or (games, points) == (self.num_games, own))

    @classmethod
    def merge(cls, parts: "Iterable[MatchResult]") -> "MatchResult":
        """Join the results of a match that was played in parts, given in any order.

        By ``first_game`` and ``num_games`` each part must begin where another part ends. The result
        equals that of one long match; its time is the sum. Raises ``ParameterError`` for parts of
        different matches, and for gaps and overlaps.

        >>> import bitgames as bg
        >>> whole = bg.match("ai11", "ai5", "tictactoe", games=300, seed=1)
        >>> parts = [
        ...     bg.match("ai11", "ai5", "tictactoe", games=100, seed=1, first_game=first)
        ...     for first in (0, 100, 200)
        ... ]
        >>> MatchResult.merge(parts) == whole
        True
        """
        known = (instance("a part", part, MatchResult) for part in parts)
        ordered = sorted(known, key=lambda part: part.first_game)
        if not ordered:
            raise ParameterError("a merge must have at least one part")
        first, *others = ordered
        end = first.first_game + first.num_games
        for part in others:
            for name in _SAME:
                if getattr(part, name) != getattr(first, name):
                    raise ParameterError(f"the parts of a match must have the same {name}")
            if part.first_game != end:
                raise ParameterError(f"a part must begin with game {end}, not {part.first_game}")
            if bool(part.games) != bool(first.games):
                raise ParameterError("all parts of a match must keep their games, or none")
            end += part.num_games

        def of(name: str) -> list[Any]:
            return [getattr(part, name) for part in ordered]

        whole: dict[str, Any] = {"hashes": tuple(sorted({*chain(*of("hashes"))}))}
        whole["pairs"], whole["halves"] = _joined(ordered)
        for name in ("num_games", "plies", "seconds", "compared", "adjudicated"):
            whole[name] = sum(of(name))
        for name in ("wins", "losses", "draws"):
            whole[name] = tuple(map(sum, zip(*of(name), strict=True)))
        for name in ("forfeits", "games"):
            whole[name] = tuple(chain(*of(name)))
        return replace(first, **whole)


def _joined(parts: "list[MatchResult]") -> tuple[tuple[int, ...], tuple[Half, Half]]:
    """Return the pairs of neighbouring parts, and the games at both ends without their pair."""
    if not all(any(part.pairs) or any(part.halves) for part in parts):
        return (0,) * 5, (None, None)
    counts = [sum(each) for each in zip(*(part.pairs for part in parts), strict=True)]
    first, last = parts[0].halves
    for part in parts[1:]:
        opened, closed = last, part.halves[0]
        if opened is not None and closed is not None:
            counts[round(2 * (_POINTS[opened] + _POINTS[closed]))] += 1
        last = part.halves[1]
    return tuple(counts), (first, last)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _elo_text(difference: float) -> str:
    """Return an Elo difference as text, like ``+87`` or ``-inf``."""
    return f"{round(difference):+d}" if math.isfinite(difference) else f"{difference:+}"


def _block(title: str, rows: dict[str, list[str]]) -> list[str]:
    """Format one block of the table; each column fits its longest entry."""
    label = max(5, *map(len, rows))
    width = max(8, *(len(text) + 1 for row in rows.values() for text in row))
    heads = [title.ljust(label), *(head.rjust(width) for head in ("win", "lose", "draw"))]
    lines = ["".join(heads)]
    for name, row in rows.items():
        lines.append(name.ljust(label) + "".join(text.rjust(width) for text in row))
    return lines
