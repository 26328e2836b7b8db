"""A tournament as it stands: while it is played, afterwards, and from its results file."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from bitgames._core import DamagedFileError, ParameterError, checksum
from bitgames.arguments import instance
from bitgames.files import attributes, csv_text, generator
from bitgames.journal import Journal, Path, read_header, shown
from bitgames.results import REPEATS, VARY
from bitgames.sentences import Said
from bitgames.tables import to_html
from bitgames.tournaments.crosstable import Table, short_name, table_of
from bitgames.tournaments.games import Game, distinct, games
from bitgames.tournaments.outcomes import Outcome, shown_name
from bitgames.tournaments.pairing import Pairing
from bitgames.tournaments.schedule import pairings as pairs_of_players
from bitgames.tournaments.sprt import Sprt

if TYPE_CHECKING:
    from bitgames.tournaments.ratings import Ratings

FORMAT = "bitgames tournament"
VERSION = 1
"""Format name and version of the JSON of a tournament."""

Stopped: TypeAlias = Literal["faults", "lost"] | None
"""Why a tournament ended early: too many faults of players, or tasks that no worker finished."""

_COLUMNS = (
    "key", "pair", "game", "first", "second", "score", "reason", "forfeit", "plies", "given",
    "seconds_first", "seconds_second", "seed_first", "seed_second", "start", "moves",
)  # fmt: skip
"""The columns of the games as CSV."""


class Tournament:
    """The games of a tournament, its table and its ratings; ``bg.tournament`` returns one.

    >>> import bitgames as bg
    >>> t = bg.tournament(["first", "ai14", "random"], "tictactoe", pairs=10, seed=1)
    >>> t.table.rows[0].player, t.num_games, t.is_complete
    ('ai14', 60, True)
    """

    def __init__(self, config: dict[str, Any], journal: Journal | None = None) -> None:
        self.config = config
        """The configuration, as in the header of the results file."""
        try:
            names = [instance("a player", name, str, "text") for name in config["players"]]
            test = None if config["sprt"] is None else Sprt(**config["sprt"])
            self.players = tuple(names)
            """The names of the players."""
            self.pairings = tuple(
                Pairing(names[a], names[b], config["pairs"], test)
                for a, b in pairs_of_players(len(names), config["format"])
            )
            """The games of each two players."""
        except (KeyError, TypeError, ValueError, OverflowError):
            raise ParameterError("config must be the configuration of a tournament") from None
        self.stopped: Stopped = None
        """``"faults"`` if more games than ``max_faults`` ended by a fault, ``"lost"`` if some games
        could not be played because their workers died, else ``None``."""
        self.taken_over = 0
        """Number of games that were in the results file at the start."""
        self.notes: list[str] = []
        """What to know about the result, a sentence each: for example that games were lost."""
        self._by_names = {
            names: pairing
            for pairing in self.pairings
            for names in ((pairing.a, pairing.b), (pairing.b, pairing.a))
        }
        self._journal = journal
        self._path: Path | None = None if journal is None else journal.path

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a tournament, finished or not, from its results file.

        Raises ``ParseError`` for another kind of file and another version, ``DamagedFileError`` for
        a damaged line, and ``OSError`` for a file that the system cannot read.

        >>> import bitgames as bg, pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "r.jsonl")
        >>> t = bg.tournament(["first", "ai14"], "tictactoe", pairs=5, results=path)
        >>> Tournament.read(path).to_json() == t.to_json()
        True
        """
        name = shown(path)
        found = cls.begin(read_header(path).config, name)
        found._path = path
        for game in games(path):
            found.add(game, name)
        found.settle()
        return found

    @classmethod
    def begin(cls, config: dict[str, Any], name: str) -> Self:
        """Return a tournament without a game, of a configuration from the file ``name``.

        Raises ``DamagedFileError`` if it is not the configuration of a tournament.
        """
        try:
            return cls(config)
        except (ParameterError, MemoryError):
            raise DamagedFileError(f"{name}: line 1 has no configuration of a tournament") from None

    def add(self, game: Game, name: str) -> bool:
        """Add a game from the file ``name``; false if it is known. ``settle`` follows.

        Raises ``DamagedFileError`` for a game of another tournament.
        """
        pairing = self.pairing_of(game)
        if pairing is None:
            names = f"{shown_name(game.first)} - {shown_name(game.second)}"
            raise DamagedFileError(f"{name}: game {game.game} of {names} is not of this tournament")
        return pairing.add_game(game)

    def settle(self) -> None:
        """Test the pairs that have come, where a test decides."""
        for pairing in self.pairings:
            pairing.settle()

    def pairing_of(self, game: Game) -> Pairing | None:
        """Return the games to which a game belongs; ``None`` if it is not of this tournament."""
        instance("game", game, Game, "a game of a results file")
        pairing = self._by_names.get((game.first, game.second))
        if pairing is None or game.game >= 2 * pairing.pairs:
            return None
        return pairing if (game.first == pairing.a) == (game.game % 2 == 0) else None

    @property
    def num_games(self) -> int:
        """Number of finished games that count."""
        return sum(pairing.games for pairing in self.pairings)

    @property
    def most_games(self) -> int:
        """Number of games that the tournament can have; a test may end it earlier."""
        return sum(2 * (pairing.decided or pairing.pairs) for pairing in self.pairings)

    @property
    def is_complete(self) -> bool:
        """True if nothing is left to play."""
        return all(pairing.is_over for pairing in self.pairings)

    @property
    def faults(self) -> int:
        """Number of games lost by an invalid move or a failure."""
        return sum(sum(pairing.faults) for pairing in self.pairings)

    @property
    def repeats(self) -> str | None:
        """What to know if players repeat their games, in a sentence; ``None`` if they do not.

        >>> import bitgames as bg
        >>> bg.tournament(["first", "ai1"], pairs=20, openings="none", seed=1).repeats
        'first - ai1: games repeat, so the intervals are too narrow; random openings vary them'
        """
        found = [pairing for pairing in self.pairings if pairing.repeats]
        if not found:
            return None
        names = f"{short_name(found[0].a)} - {short_name(found[0].b)}"
        if len(found) > 1:
            names = Said("pairs-more", names, len(found) - 1)
        return Said("result", names, VARY if self.config["openings"] == "none" else REPEATS)

    @property
    def table(self) -> Table:
        """The points of each player, and its score against each other one."""
        return table_of(self.players, self.pairings, self.repeats)

    @property
    def outcomes(self) -> Iterator[Outcome]:
        """The outcomes of the finished games, in an order that only their numbers decide."""
        return (outcome for pairing in self.pairings for outcome in pairing.outcomes())

    @property
    def games(self) -> list[Game]:
        """The finished games that count, with their moves, ordered by players and number."""
        places = {id(pairing): place for place, pairing in enumerate(self.pairings)}
        found: list[tuple[int, Game]] = []
        for game in self.stored():
            pairing = self.pairing_of(game)
            if pairing is not None and game.pair < (pairing.decided or pairing.pairs):
                found.append((places[id(pairing)], game))
        found.sort(key=lambda placed: (placed[0], placed[1].game))
        return [game for _, game in found]

    def stored(self) -> Iterator[Game]:
        """Yield the games of the results file, those that do not count included."""
        if self._journal is not None:
            return distinct(self._journal.entries(), shown(self._path or "the games"))
        return iter(()) if self._path is None else games(self._path)

    @property
    def ratings(self) -> "Ratings":
        """The ratings of the players with their intervals, from ``bg.ratings``.

        The seed of the bootstrap follows from the configuration: equal games have equal intervals.
        """
        from bitgames.tournaments.ratings import ratings

        return ratings(self, seed=self.ratings_seed)

    @property
    def ratings_seed(self) -> int:
        """The seed of the bootstrap of ``ratings``."""
        return checksum(json.dumps(self.config).encode())

    def plot(self, path: str | os.PathLike[str]) -> None:
        """Write a picture (SVG) of the ratings with intervals and of the scores of each two."""
        self.ratings.plot(path)

    def verdicts(self) -> list[str]:
        """Return what the tests say of each two players, a line each; none without a test.

        >>> import bitgames as bg
        >>> t = bg.tournament(["ai14", "first"], "tictactoe", sprt=bg.Sprt(elo0=0, elo1=50))
        >>> t.verdicts()
        ['SPRT ai14 - first: accepts H1 after 23 pairs, llr 3.07 (-2.94 to 2.94)']
        """
        lines: list[str] = []
        for pairing in self.pairings:
            if (found := pairing.verdict) is None:
                continue
            if found.verdict is not None:
                state = Said("accepts", found.verdict)
            else:
                state = Said("not-decided" if pairing.decided is None else "no-verdict")
            names = f"{short_name(pairing.a)} - {short_name(pairing.b)}"
            numbers = (f"{each:.2f}" for each in (found.llr, found.lower, found.upper))
            lines.append(Said("sprt", names, state, found.pairs, *numbers))
        return lines

    def __str__(self) -> str:
        """Return the table, and what the tests and notes say."""
        return "\n".join([str(self.table), *self.verdicts(), *self.notes])

    def _repr_html_(self) -> str:
        table = self.table
        return to_html(table.cells(), *filter(None, [table.note]), *self.verdicts(), *self.notes)

    def __repr__(self) -> str:
        names = ", ".join(map(short_name, self.players))
        return f"<Tournament {names}: {self.num_games} of {self.most_games} games>"

    def to_json(self) -> str:
        """Return configuration, table and the counts of each two players as one line of JSON.

        It depends on the finished games alone, not on times or on the order in which they ended.
        """
        rows = [
            {**asdict(row), "score": row.score, "against": row.against} for row in self.table.rows
        ]
        pairs = [
            {
                **attributes(pairing, "a", "b", "games"),
                **dict(zip(("wins", "draws", "losses"), pairing.counts, strict=True)),
                "pairs": pairing.pentanomial,
                "repeats": pairing.repeats,
                "sprt": None if pairing.verdict is None else asdict(pairing.verdict),
            }
            for pairing in self.pairings
        ]
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "generator": generator(),
                "config": self.config,
                "complete": self.is_complete,
                "stopped": self.stopped,
                "table": rows,
                "pairings": pairs,
            },
            ensure_ascii=False,
        )

    def to_csv(self) -> str:
        """Return the games as CSV, a row each, for spreadsheets.

        >>> import bitgames as bg
        >>> t = bg.tournament(["ai14", "first"], "tictactoe", pairs=2)
        >>> t.to_csv().splitlines()[0].split(",")[:6]
        ['key', 'pair', 'game', 'first', 'second', 'score']
        """

        def row(game: Game) -> tuple[object, ...]:
            seconds = [f"{each:.6f}" for each in game.seconds]
            return (*game[:5], f"{game.score:g}", *game[6:10], *seconds, *game.seeds, *game[-2:])

        return csv_text(_COLUMNS, map(row, self.games))
