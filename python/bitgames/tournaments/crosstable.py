"""The table of a tournament: points of each player, and against each other one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bitgames.arguments import printable, shortened
from bitgames.intervals import score_interval
from bitgames.tables import aligned, to_html
from bitgames.tournaments.pairing import Pairing

_WIDE = 24  # characters of a player's name


@dataclass(frozen=True, slots=True)
class Row:
    """A player of a tournament.

    >>> import bitgames as bg
    >>> bg.tournament(["ai14", "first"], "tictactoe", pairs=4).table.rows[0].player
    'ai14'
    """

    rank: int
    """Place in the table, from 1."""
    player: str
    """Name of the player."""
    games: int
    """Number of finished games."""
    points: float
    """1 for each win, 0.5 for each draw."""
    wins: int
    """Number of games won."""
    draws: int
    """Number of games drawn."""
    losses: int
    """Number of games lost."""
    faults: int
    """Number of games lost by an invalid move or a failure."""
    low: float
    """Lower end of the 95 % interval of the score."""
    high: float
    """Upper end of the interval; see ``intervals.score_interval``."""
    against: dict[str, float | None]
    """The score against each other player; ``None`` without a game."""

    @property
    def score(self) -> float | None:
        """Points per game, 0 to 1; ``None`` without a game."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a tournament, the best score first; ``str`` draws them.

    >>> import bitgames as bg
    >>> print(bg.tournament(["first", "ai14"], "tictactoe", pairs=10).table)
    #  player  games  points   score     95% interval    1      2
    1  ai14       20      20  100.0%  72.2% to 100.0%    -  100.0
    2  first      20       0    0.0%    0.0% to 27.8%  0.0      -
    """

    rows: tuple[Row, ...]
    """A row for each player."""
    note: str | None = None
    """What to know about the games, such as that they repeat; the last line of the table."""

    def cells(self) -> list[list[str]]:
        """Return the table as texts, the heads first.

        The last columns are the scores in percent against the players by rank.
        """
        heads = ["#", "player", "games", "points", "score", "95% interval", "faults"]
        ranks = [str(row.rank) for row in self.rows]
        found = [[*heads, *ranks]]
        for row in self.rows:
            interval = f"{row.low:.1%} to {row.high:.1%}" if row.games else ""
            found.append(
                [
                    str(row.rank),
                    short_name(row.player),
                    f"{row.games}",
                    f"{row.points:g}",
                    _percent(row.score),
                    interval,
                    str(row.faults or ""),
                    *(
                        "-" if other is row else _percent(row.against.get(other.player), "")
                        for other in self.rows
                    ),
                ]
            )
        if not any(row.faults for row in self.rows):
            found = [[*line[:6], *line[7:]] for line in found]
        return found

    def __str__(self) -> str:
        lines = aligned(self.cells(), left=[1])
        return "\n".join(lines if self.note is None else [*lines, self.note])

    def _repr_html_(self) -> str:
        return to_html(self.cells(), *filter(None, [self.note]))


def short_name(name: str) -> str:
    """Return a player's name for a table: on one line and not too long.

    >>> short_name("python -m bitgames engine othello")
    'python -m bitgames engi…'
    """
    return shortened(printable(name), _WIDE - 1)


def _percent(score: float | None, mark: str = "%") -> str:
    return "" if score is None else f"{100 * score:.1f}{mark}"


def table_of(names: Sequence[str], pairings: Sequence[Pairing], note: str | None = None) -> Table:
    """Return the table of the games so far, with a note if there is one.

    Players with the same score keep the order of ``names``, and those without a game come last.

    >>> pairing = Pairing("A", "B", 1)
    >>> _ = pairing.add(0, 0.0, False)
    >>> [row.player for row in table_of(["A", "B"], [pairing]).rows]
    ['B', 'A']
    """
    rows = [_row(name, names, pairings) for name in names]
    rows.sort(key=lambda row: -1.0 if row.score is None else row.score, reverse=True)
    return Table(tuple(replace(row, rank=rank) for rank, row in enumerate(rows, 1)), note)


def _row(name: str, names: Sequence[str], pairings: Sequence[Pairing]) -> Row:
    wins = draws = losses = faults = 0
    observed: list[tuple[float, int]] = []
    against: dict[str, float | None] = dict.fromkeys(other for other in names if other != name)
    for pairing in pairings:
        if name not in (pairing.a, pairing.b):
            continue
        is_a = name == pairing.a
        won, drawn, lost = pairing.counts if is_a else pairing.counts[::-1]
        wins, draws, losses = wins + won, draws + drawn, losses + lost
        faults += pairing.faults[0 if is_a else 1]
        observed += pairing.observations(is_a)
        if won + drawn + lost:
            against[pairing.b if is_a else pairing.a] = (won + drawn / 2) / (won + drawn + lost)
    low, high = score_interval(observed)
    games = wins + draws + losses
    points = wins + draws / 2
    return Row(0, name, games, points, wins, draws, losses, faults, low, high, against)
