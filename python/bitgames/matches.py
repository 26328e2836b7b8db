"""Matches: two players, many games, each starting every other one, and the table of it."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self, TypeAlias

from bitgames._core import (
    Agent,
    Facts,
    MatchCounts,
    ParseError,
    Position,
    UnsupportedError,
    play_games,
    play_match,
)
from bitgames.arguments import Threads, integer
from bitgames.arguments import threads as thread_count
from bitgames.files import generator
from bitgames.games import start as start_of
from bitgames.players.base import NativePlayer, Player, as_player
from bitgames.players.registry import get
from bitgames.seeding import Seed, root

__all__ = ["FORMAT", "VERSION", "Forfeit", "MatchResult", "match"]

FORMAT = "bitgames match"
VERSION = 1
"""Format name and version of the JSON of a result."""

MAX_GAMES = 2**53

Progress: TypeAlias = Callable[[int, int], object]
"""Called now and then with the games done and the games to do."""


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
    games: int
    """Number of games."""
    plies: int
    """Moves in all games together."""
    wins: tuple[int, int]
    """Games that ``a`` won, as first and as second."""
    losses: tuple[int, int]
    """Games that ``b`` won."""
    draws: tuple[int, int]
    """Games that nobody won."""
    forfeits: tuple[Forfeit, ...] = ()
    """Games decided by a move that could not be played; they count as wins and losses."""
    seconds: float = field(default=0.0, compare=False)
    """Time the match took."""

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
        return json.dumps({**head, **asdict(self)})

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
            games=int(document["games"]),
            plies=int(document["plies"]),
            wins=pair("wins"),
            losses=pair("losses"),
            draws=pair("draws"),
            forfeits=tuple(
                Forfeit(int(each["game"]), str(each["player"]), str(each["reason"]))
                for each in document["forfeits"]
            ),
            seconds=float(document["seconds"]),
        )
        if sum(result.wins + result.losses + result.draws) != result.games:
            raise ValueError("the counts do not add up to the games")
        return result


def match(
    a: str | Player | Agent,
    b: str | Player | Agent,
    game: str | Position = "tictactoe",
    games: int = 100,
    seed: Seed = None,
    *,
    threads: Threads = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Let two players play each other and count who wins.

    ``a`` and ``b`` are specs or players; ``game`` is a spec or a position to start from;
    ``games`` is 1 to 2**53. ``a`` has the first seat in games 0, 2, 4 ...; where teams play,
    a player has all seats of its side. Side ``s`` of game ``i`` draws its random numbers from
    child ``2*i + s`` of the seed, so a match repeats exactly, whatever ``threads`` is
    (``None``: as many as the machine has; only native players use them). The start of a
    game of chance is dealt anew for each pair of games, so that both players play it from
    either side. ``progress`` is called with the games done and to do; an exception from it,
    or from a player, ends the match and comes out unchanged.

    When a player written in Python returns a move that cannot be played, it loses that game,
    and ``forfeits`` of the result says why. Raises ``UnknownPlayerError``,
    ``UnknownGameError``, ``UnsupportedError`` for a player that cannot play the game, and
    ``ParameterError`` for numbers out of range.

    >>> import bitgames as bg
    >>> print(bg.match("ai14", "first", games=10, seed=1))
    ai14 VS first
    count     win    lose    draw
    o           5       0       0
    x           5       0       0
    total      10       0       0
    <BLANKLINE>
    ratio     win    lose    draw
    o      100.0%    0.0%    0.0%
    x      100.0%    0.0%    0.0%
    total  100.0%    0.0%    0.0%
    """
    position = start_of(game)
    games = integer("games", games, 1, MAX_GAMES)
    threads = thread_count(threads)
    if set(position.facts.teams) != {0, 1}:
        raise UnsupportedError(f"a match needs a game of two sides, not {position.game}")
    run_seed = root(seed)
    players = (_player(a), _player(b))
    names = (players[0].name, players[1].name)
    for player in players:
        if isinstance(player, NativePlayer):
            player.agent.check(position)
    forfeits: tuple[Forfeit, ...] = ()
    # Exactly this class: one that extends it may choose differently.
    if all(type(player) is NativePlayer for player in players):
        counts = play_match(
            position, *names, games=games, root=run_seed, threads=threads, progress=progress
        )
    else:
        counts, forfeits = play_python(
            position, players, games=games, root=run_seed, progress=progress
        )
    first, second = (_side(position.facts, team) for team in (0, 1))
    return MatchResult(
        a=names[0],
        b=names[1],
        game=position.game,
        start=position.to_string(),
        seats=(first, second),
        seed=run_seed,
        games=games,
        plies=counts.plies,
        wins=counts.wins,
        losses=counts.losses,
        draws=counts.draws,
        forfeits=forfeits,
        seconds=counts.seconds,
    )


def play_python(
    start: Position,
    players: Sequence[Player],
    *,
    games: int,
    root: int,
    progress: Progress | None = None,
) -> tuple[MatchCounts, tuple[Forfeit, ...]]:
    """Play a match through the Python faces of its players, native ones included.

    It seats and seeds exactly as ``play_match`` does. Returns the counts, and the games decided
    by an answer that was no legal move.

    >>> import bitgames as bg
    >>> pair = [bg.players.get("first"), bg.players.get("first")]
    >>> play_python(bg.TicTacToe(), pair, games=2, root=0)[0].plies
    14
    """
    # The agent itself is asked where there is one; a player that inherits the empty `start_game`
    # is not told of new games at all.
    asked = [player.agent if type(player) is NativePlayer else player for player in players]
    told = [
        None if type(player).start_game is Player.start_game else player.start_game
        for player in players
    ]
    counts, complaints = play_games(
        start,
        (asked[0].choose, asked[1].choose),
        (told[0], told[1]),
        games=games,
        root=root,
        progress=progress,
    )
    forfeits = (Forfeit(game, players[loser].name, why) for game, loser, why in complaints)
    return counts, tuple(forfeits)


def _side(facts: Facts, team: int) -> str:
    """Name a side: its player, or all of its team."""
    names = zip(facts.player_names, facts.teams, strict=True)
    return " and ".join(name for name, own in names if own == team)


def _player(player: object) -> Player:
    return get(player, seed=0) if isinstance(player, str) else as_player(player)


def _block(title: str, rows: dict[str, list[str]]) -> list[str]:
    """Lay out one block of the table, columns wide enough for their longest entry."""
    label = max(5, *map(len, rows))
    width = max(8, *(len(text) + 1 for row in rows.values() for text in row))
    heads = [title.ljust(label), *(head.rjust(width) for head in ("win", "lose", "draw"))]
    lines = ["".join(heads)]
    for name, row in rows.items():
        lines.append(name.ljust(label) + "".join(text.rjust(width) for text in row))
    return lines
