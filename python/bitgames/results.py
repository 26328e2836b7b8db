"""Results of matches: counts, games, the table, and their JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from bitgames._core import ParameterError, ParseError
from bitgames.files import generator

if TYPE_CHECKING:
    from bitgames.record import Record

__all__ = ["FORMAT", "VERSION", "Forfeit", "MatchResult", "PlayedGame"]

FORMAT = "bitgames match"
VERSION = 1
"""Format name and version of the JSON of a result."""

COMPARED = 32
"""How many games of a match, the first ones, are compared with each other."""

Winner: TypeAlias = Literal["a", "b"] | None
"""The winner of a game; ``None`` for a draw."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a move that could not be played.

    >>> Forfeit(game=3, player="mine", reason="a1 is occupied").game
    3
    """

    game: int
    """Number of the game in the match, from 0."""
    player: str
    """Name of the player who lost it."""
    reason: str
    """What was wrong with the move."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a match.

    >>> import bitgames as bg
    >>> game = bg.match("first", "ai14", games=1, seed=0, keep_games=True).games[0]
    >>> game.winner, game.reason, game.moves[:2]
    ('b', '3 in a row', ('a1', 'b2'))
    """

    game: int
    """Number of the game in the match, from 0."""
    start: str
    """The position in which it began, as text."""
    moves: tuple[str, ...]
    """All moves, those of the opening first."""
    given: int
    """How many moves the opening gave."""
    winner: Winner
    """``"a"``, ``"b"``, or ``None`` for a draw."""
    reason: str
    """Why it ended, in a few words."""
    forfeit: bool
    """True if the loser answered with something that cannot be played, or gave up."""
    seeds: tuple[int, int]
    """The seeds with which the game began for ``a`` and ``b``."""
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    """The time that ``a`` and ``b`` used."""

    @property
    def record(self) -> "Record":
        """The game as a ``Record``.

        >>> import bitgames as bg
        >>> game = bg.match("first", "first", games=1, seed=0, keep_games=True).games[0]
        >>> game.record.result.reason
        '3 in a row'
        """
        from bitgames._core import position
        from bitgames.record import Record

        return Record(position(self.start), self.moves)

    @classmethod
    def _read(cls, fields: dict[str, Any]) -> Self:
        """Read a game from the dictionary that ``asdict`` makes of it."""
        winner = fields["winner"]
        if winner not in ("a", "b", None):
            raise ValueError(f"{winner!r} is no winner")
        first_seed, second_seed = fields["seeds"]
        first_time, second_time = fields["seconds"]
        return cls(
            game=int(fields["game"]),
            start=str(fields["start"]),
            moves=tuple(str(move) for move in fields["moves"]),
            given=int(fields["given"]),
            winner=winner,
            reason=str(fields["reason"]),
            forfeit=bool(fields["forfeit"]),
            seeds=(int(first_seed), int(second_seed)),
            seconds=(float(first_time), float(second_time)),
        )


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The counts of a match, from the view of its first player ``a``.

    Pairs hold two counts: games in which ``a`` had the first seat, and the others. Two
    results are equal when everything but the time is. ``str`` is the table.

    >>> import bitgames as bg
    >>> result = bg.match("ai14", "ai2", games=1000, seed=1)
    >>> sum(result.losses)
    0
    >>> MatchResult.from_json(result.to_json()) == result
    True
    """

    a: str
    """Name of the player whose wins are counted."""
    b: str
    """Name of the other."""
    game: str
    """Spec of the game."""
    start: str
    """Position that every game started from, as text; dealt anew where there is chance."""
    seats: tuple[str, str]
    """Names of the two seats, for the rows of the table."""
    seed: int
    """Root seed: the same one repeats the match."""
    num_games: int
    """Number of games."""
    plies: int
    """Moves that the players made in all games together."""
    wins: tuple[int, int]
    """Games that ``a`` won, as first and as second."""
    losses: tuple[int, int]
    """Games that ``b`` won."""
    draws: tuple[int, int]
    """Games that are drawn."""
    forfeits: tuple[Forfeit, ...] = ()
    """Games decided by a move that could not be played; they count as wins and losses."""
    seconds: float = field(default=0.0, compare=False)
    """Time the match took."""
    first_game: int = 0
    """Number of the first game: more than 0 for a part of a longer match."""
    openings: tuple[tuple[str, str], ...] = ()
    """The openings, as a position and the moves that follow it, where they were given."""
    hashes: tuple[int, ...] = ()
    """Hashes of the different games among the first 32 of the match, in order."""
    games: tuple[PlayedGame, ...] = ()
    """The games, where ``keep_games`` asked for them."""

    @property
    def distinct(self) -> int:
        """Number of different games among the first 32 of the match.

        >>> import bitgames as bg
        >>> bg.match("first", "first", games=500, seed=0).distinct
        1
        """
        return len(self.hashes)

    @property
    def repeats(self) -> bool:
        """True if more games say nothing more: both players repeat one game from each start.

        >>> import bitgames as bg
        >>> bg.match("first", "first", games=500, seed=0).repeats
        True
        """
        compared = min(self.first_game + self.num_games, COMPARED) - self.first_game
        return 0 < self.distinct < compared and self.distinct <= 2 * max(1, len(self.openings))

    @property
    def counts(self) -> dict[str, tuple[int, int, int]]:
        """Wins, losses and draws of ``a``: a row for either seat, and ``total``.

        >>> import bitgames as bg
        >>> bg.match("first", "first", games=10, seed=0).counts
        {'o': (5, 0, 0), 'x': (0, 5, 0), 'total': (5, 5, 0)}
        """
        rows = {
            seat: (self.wins[i], self.losses[i], self.draws[i]) for i, seat in enumerate(self.seats)
        }
        rows["total"] = (sum(self.wins), sum(self.losses), sum(self.draws))
        return rows

    @property
    def ratios(self) -> dict[str, tuple[float, float, float]]:
        """The counts as parts of the games of each row; zeros for a row without games.

        >>> import bitgames as bg
        >>> bg.match("first", "first", games=10, seed=0).ratios["total"]
        (0.5, 0.5, 0.0)
        """
        rows = {}
        for name, (wins, losses, draws) in self.counts.items():
            games = max(wins + losses + draws, 1)
            rows[name] = (wins / games, losses / games, draws / games)
        return rows

    def __str__(self) -> str:
        """Return the table: counts and ratios, by seat and in total."""
        counts = {name: [f"{n:d}" for n in row] for name, row in self.counts.items()}
        ratios = {name: [f"{n:.1%}" for n in row] for name, row in self.ratios.items()}
        lines = [
            f"{self.a} VS {self.b}",
            *_block("count", counts),
            "",
            *_block("ratio", ratios),
        ]
        if self.repeats:
            lines += [
                "",
                f"only {self.distinct} different games among the first "
                f"{min(self.num_games, COMPARED)}: the players repeat themselves, "
                "and the ratios are no statistics",
            ]
        if self.forfeits:
            first = self.forfeits[0]
            lines += [
                "",
                f"forfeits: {len(self.forfeits)} "
                f"(game {first.game}, {first.player}: {first.reason})",
            ]
        return "\n".join(lines)

    def to_json(self) -> str:
        """Return the result as one line of JSON, which ``from_json`` reads back.

        >>> import bitgames as bg
        >>> bg.match("first", "ai2", games=2, seed=0).to_json()[:36]
        '{"format": "bitgames match", "versio'
        """
        head = {"format": FORMAT, "version": VERSION, "generator": generator()}
        fields = asdict(self)
        played = fields.pop("games")
        names = {"num_games": "games"}
        named = {names.get(name, name): value for name, value in fields.items()}
        return json.dumps({**head, **named, **({"played": played} if played else {})})

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
            raise ParseError(f"version {document.get('version')!r} of a match result is not known")
        try:
            return cls._from_fields(document)
        except (KeyError, TypeError, ValueError) as error:
            raise ParseError(f"damaged match result: {error}") from None

    @classmethod
    def _from_fields(cls, document: dict[str, Any]) -> Self:
        def pair(name: str) -> tuple[int, int]:
            first, second = document[name]
            return int(first), int(second)

        first_seat, second_seat = document["seats"]
        result = cls(
            a=str(document["a"]),
            b=str(document["b"]),
            game=str(document["game"]),
            start=str(document["start"]),
            seats=(str(first_seat), str(second_seat)),
            seed=int(document["seed"]),
            num_games=int(document["games"]),
            plies=int(document["plies"]),
            wins=pair("wins"),
            losses=pair("losses"),
            draws=pair("draws"),
            forfeits=tuple(
                Forfeit(int(each["game"]), str(each["player"]), str(each["reason"]))
                for each in document["forfeits"]
            ),
            seconds=float(document["seconds"]),
            first_game=int(document.get("first_game", 0)),
            openings=tuple(
                (str(start), str(moves)) for start, moves in document.get("openings", ())
            ),
            hashes=tuple(int(each) for each in document.get("hashes", ())),
            games=tuple(PlayedGame._read(each) for each in document.get("played", ())),
        )
        if sum(result.wins + result.losses + result.draws) != result.num_games:
            raise ValueError("the counts do not add up to the games")
        if len(result.games) not in (0, result.num_games):
            raise ValueError("the games do not add up to their number")
        return result

    @classmethod
    def merge(cls, parts: "Iterable[MatchResult]") -> "MatchResult":
        """Return the one result of a match that was played in parts, in any order.

        The parts begin where others end, by ``first_game`` and ``num_games``. The result equals
        that of the one long match, and its JSON does but for the time, which is the sum. Raises
        ``ParameterError`` for parts of different matches, and for gaps and overlaps.

        >>> import bitgames as bg
        >>> whole = bg.match("ai11", "ai5", games=300, seed=1)
        >>> parts = [
        ...     bg.match("ai11", "ai5", games=100, seed=1, first_game=first)
        ...     for first in (0, 100, 200)
        ... ]
        >>> MatchResult.merge(parts) == whole
        True
        """
        ordered = sorted(parts, key=lambda part: part.first_game)
        if not ordered:
            raise ParameterError("the parts of a match must be at least one")
        first, *others = ordered
        end = first.first_game + first.num_games
        for part in others:
            for name in ("a", "b", "game", "start", "seats", "seed", "openings"):
                if getattr(part, name) != getattr(first, name):
                    raise ParameterError(f"the parts of a match must have the same {name}")
            if part.first_game != end:
                raise ParameterError(f"a part must begin with game {end}, not {part.first_game}")
            if bool(part.games) != bool(first.games):
                raise ParameterError("all parts of a match must keep their games, or none")
            end += part.num_games

        def pairs(name: str) -> tuple[int, int]:
            both = [getattr(part, name) for part in ordered]
            return sum(pair[0] for pair in both), sum(pair[1] for pair in both)

        hashes = sorted({each for part in ordered for each in part.hashes})
        return replace(
            first,
            num_games=sum(part.num_games for part in ordered),
            plies=sum(part.plies for part in ordered),
            wins=pairs("wins"),
            losses=pairs("losses"),
            draws=pairs("draws"),
            forfeits=tuple(each for part in ordered for each in part.forfeits),
            seconds=sum(part.seconds for part in ordered),
            hashes=tuple(hashes),
            games=tuple(each for part in ordered for each in part.games),
        )


def _block(title: str, rows: dict[str, list[str]]) -> list[str]:
    """Lay out one block of the table, columns wide enough for their longest entry."""
    label = max(5, *map(len, rows))
    width = max(8, *(len(text) + 1 for row in rows.values() for text in row))
    heads = [title.ljust(label), *(head.rjust(width) for head in ("win", "lose", "draw"))]
    lines = ["".join(heads)]
    for name, row in rows.items():
        lines.append(name.ljust(label) + "".join(text.rjust(width) for text in row))
    return lines
