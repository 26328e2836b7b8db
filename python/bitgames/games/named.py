"""Openings by the names that players use, found by the positions of a game.

A position has a name however the board is turned or mirrored, and by whatever moves it came about.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from bitgames._core import Position, canonical_key
from bitgames.arguments import instance
from bitgames.games.registry import get

NAMED = ("othello",)
"""The specs of the games whose openings have names, which are those of the files, too."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position of the opening."""

    moves: str
    """The moves that usually lead to it from the start: ``f5d6c3d3c4``."""
    english: str
    """The English name; empty if there is none."""
    japanese: str
    """The Japanese name; empty if there is none."""

    @property
    def plies(self) -> int:
        """Number of these moves."""
        return len(self.moves) // 2

    def name(self, language: str = "en") -> str:
        """Return the name in a language: Japanese for ``"ja"``, else English; the other if missing.

        >>> from bitgames import games
        >>> tiger, ralle = games.openings("othello")[1], games.openings("othello")[52]
        >>> tiger.name(), tiger.name("ja"), ralle.name("ja")
        ('Tiger', '虎定石', 'Ralle')
        """
        names = (self.english, self.japanese)
        first, second = names[::-1] if language == "ja" else names
        return first or second

    def __str__(self) -> str:
        """Return both names: ``Tiger (虎定石)``."""
        both = self.english and self.japanese
        return f"{self.english} ({self.japanese})" if both else self.name()

    def position(self, game: str) -> Position:
        """Return the position, reached by the usual moves from the start of its game, a spec.

        >>> from bitgames import games
        >>> games.openings("othello")[0].position("othello").ply
        2
        """
        position = get(game)
        for at in range(0, len(self.moves), 2):
            position = position.play(self.moves[at : at + 2])
        return position

    def to_dict(self) -> dict[str, str]:
        """Return moves and names as data for JSON.

        >>> from bitgames import games
        >>> games.openings("othello")[-1].to_dict()["english"]
        'X-square Opening'
        """
        return {"moves": self.moves, "english": self.english, "japanese": self.japanese}


def openings(game: str) -> tuple[Opening, ...]:
    """Return the named openings of a game, a spec; none for a game whose openings have no names.

    Sources stand in ``games/openings/othello.txt`` of the package. Raises as ``get``.

    >>> from bitgames import games
    >>> str(games.openings("othello")[1]), games.openings("mosaic")
    ('Tiger (虎定石)', ())
    """
    return tuple(_by_key(get(game).game).values())


def opening(positions: Iterable[Position]) -> Opening | None:
    """Return the opening of a game: the last of its positions that has a name; ``None`` without.

    >>> import bitgames as bg
    >>> from bitgames import games
    >>> record = bg.Record("othello", "d3 c5 f6 f5 e6 f3")
    >>> str(games.opening(record.positions))
    'Tiger (虎定石)'
    """
    found = None
    for each in positions:
        position = instance("a position", each, Position)
        found = _by_key(position.game).get(canonical_key(position), found)
    return found


def named(game: str, name: str) -> Opening | None:
    """Return the opening of a game that has a name, English or Japanese, in either case.

    >>> from bitgames.games.named import named
    >>> named("othello", "tiger").moves, named("othello", "f5d6")
    ('f5d6c3d3c4', None)
    """
    wanted = name.casefold()
    found = (
        each
        for each in openings(game)
        if wanted in map(str.casefold, (each.english, each.japanese))
    )
    return next(found, None) if wanted else None


@cache
def _by_key(game: str) -> Mapping[int, Opening]:
    """Return the openings of a game by the keys of their positions, in the order of the file."""
    found: dict[int, Opening] = {}
    if game in NAMED:
        file = files("bitgames.games").joinpath("openings", f"{game}.txt")
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("%"):
                continue
            named = Opening(*line.split("|"))
            found[canonical_key(named.position(game))] = named
    return MappingProxyType(found)
