"""The results of games, counted: in all, by player, by next move and by opening."""

from dataclasses import asdict, dataclass
from typing import Any

from bitgames._core import Move
from bitgames.files import attributes, csv_text
from bitgames.games import Opening


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of games: won, drawn and lost, and those that are not known.

    >>> tally = Tally(2, 1, 0, 1)
    >>> tally.games, tally.score, Tally().score
    (4, 0.8333333333333334, None)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses + self.unknown

    @property
    def score(self) -> float | None:
        """Points per game with a known result; ``None`` without such games."""
        known = self.games - self.unknown
        return (self.wins + self.draws / 2) / known if known else None

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as data for JSON.

        >>> Tally(1).to_dict()
        {'games': 1, 'wins': 1, 'draws': 0, 'losses': 0, 'unknown': 0, 'score': 1.0}
        """
        return {"games": self.games, **asdict(self), "score": self.score}


@dataclass(frozen=True, slots=True)
class MoveStats:
    """The games in which a move was played next, counted for the first side."""

    move: Move | None
    """The move; ``None`` for the games that ended there. Moves that a symmetry of the position
    takes to one another count as one, the one with the least index."""
    tally: Tally
    """Their results for the first side."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.tally.games


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """The games of a player."""

    name: str
    """The name; empty if it is not known."""
    tally: Tally
    """Their results for this player."""
    choices: int | None = None
    """Solved moves of this player where there was a choice; ``None`` if nothing was solved."""
    loss: float | None = None
    """What these moves cost in all, in points of the game's score."""

    @property
    def average_loss(self) -> float | None:
        """What a move with a choice cost on average; ``None`` without such moves."""
        return self.loss / self.choices if self.choices and self.loss is not None else None


@dataclass(frozen=True, slots=True)
class OpeningStats:
    """The games of an opening, counted for the first side."""

    opening: Opening | None
    """The opening, by the last name on the way of a game; ``None`` for games without a name."""
    tally: Tally
    """Their results for the first side."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.tally.games

    @property
    def name(self) -> str:
        """The English name, or the Japanese one where there is no other; empty without a name."""
        return "" if self.opening is None else self.opening.name()

    def to_dict(self) -> dict[str, Any]:
        """Return moves, names and numbers as data for JSON, with empty texts without a name.

        >>> OpeningStats(None, Tally(1)).to_dict()["english"]
        ''
        """
        opening = self.opening or Opening("", "", "")
        return {**opening.to_dict(), **self.tally.to_dict()}


@dataclass(frozen=True, slots=True)
class Stats:
    """The results of the games that answer a question."""

    tally: Tally
    """Their results for the first side."""
    players: tuple[PlayerStats, ...]
    """By player, those with most games first."""
    moves: tuple[MoveStats, ...]
    """By next move, the most frequent first."""
    openings: tuple[OpeningStats, ...] | None = None
    """By opening, the most frequent first; ``None`` if this was not asked."""
    exact: int | None = None
    """Number of empty cells from which moves were solved; ``None`` if they were not."""

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as data for JSON.

        >>> Stats(Tally(1), (PlayerStats("ann", Tally(1)),), ()).to_dict()["players"][0]["name"]
        'ann'
        """
        return {
            **self.tally.to_dict(),
            "exact": self.exact,
            "players": [
                {
                    "name": each.name,
                    **each.tally.to_dict(),
                    **attributes(each, "choices", "loss", "average_loss"),
                }
                for each in self.players
            ],
            "moves": [
                {"move": None if each.move is None else str(each.move), **each.tally.to_dict()}
                for each in self.moves
            ],
            "openings": None
            if self.openings is None
            else [each.to_dict() for each in self.openings],
        }

    def to_csv(self) -> str:
        r"""Return a line of names and a line for each player, or opening if asked, as CSV.

        >>> Stats(Tally(1), (PlayerStats("ann", Tally(1)),), ()).to_csv().splitlines()[1]
        'ann,1,1,0,0,0,1.0,,,'
        """
        if self.openings is not None:
            names = list(OpeningStats(None, Tally()).to_dict())
            return csv_text(names, (each.to_dict().values() for each in self.openings))
        names = ["name", *Tally().to_dict(), "choices", "loss", "average_loss"]
        return csv_text(names, (row.values() for row in self.to_dict()["players"]))
