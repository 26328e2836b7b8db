"""A deal of a PBN file, and the names that reader and writer of PBN share."""

from dataclasses import dataclass, field

from bitgames._core import Honeymoon
from bitgames.formats.pbn_tables import PbnTable
from bitgames.record import Record

SEATS = "NESW"
LONG = {"N": "North", "E": "East", "S": "South", "W": "West"}
OURS = ("S", "W")
"""The PBN seats of south and north in written files."""
VULNERABLE = {"None": "", "Love": "", "-": "", "": "", "?": "", "NS": "NS", "EW": "EW"}
VULNERABLE |= {"All": "NSEW", "Both": "NSEW"}
"""The values of the tag Vulnerable, read in either case, and the seats that they mean."""
PASSES = ("pass", "p", "-")
"""How files write a pass, in small letters."""
CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}
NAMES = ("Event", "Site", "Date", "Board", "West", "North", "East", "South")
"""The first tags of every game, in their order."""
DERIVED = ("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result", "Score")
OWN = ("Honeymoon", "Stock", "Conditions", "Exchange", "Auction", "Play")
"""Tags whose content follows from the game, so they are not kept separately."""


@dataclass(frozen=True)
class PbnGame:
    """A deal of a file: the game as far as it was played, and its other tags.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> game = pbn.PbnGame(bg.Record(bg.Honeymoon(7)), {"Event": "club", "Board": "1"})
    >>> pbn.parse(pbn.to_text(game)) == game
    True
    """

    record: Record
    """The deal and its moves, as far as the file has them."""
    tags: dict[str, str] = field(default_factory=dict)
    """Tags that do not follow from the game: Event, Site, Date, Board, names of players."""
    contract: str | None = None
    """The contract from its tag, like ``4Sx``, or ``pass`` if both passed; None without one."""
    declarer: int | None = None
    """The declarer's seat, 0 or 1."""
    tricks: int | None = None
    """The declarer's tricks from the tag Result."""
    tables: dict[str, PbnTable] = field(default_factory=dict)
    """The tables of PBN 2.1, such as ``ScoreTable``, by their tags."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PbnGame):
            return NotImplemented
        return self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> tuple[object, ...]:
        tags = {name: value for name, value in self.tags.items() if value}
        record = self.record
        return record.start, record.moves, record.conditions, tags, self._result(), self.tables

    def _result(self) -> tuple[str | None, int | None, int | None]:
        """The contract, the declarer and the tricks: from the moves, or else from the tags."""
        contract, declarer, tricks = told(self.record)
        if contract is None:
            return self.contract, self.declarer, self.tricks
        return contract, declarer, self.tricks if tricks is None else tricks


def told(record: Record) -> tuple[str | None, int | None, int | None]:
    """Return the contract, the declarer and the tricks from the moves of a game."""
    position = record.position
    assert isinstance(position, Honeymoon)
    if position.contract is None:
        return ("pass" if position.is_over else None), None, None
    assert position.declarer is not None
    tricks = position.tricks[position.declarer] if position.is_over else None
    return position.contract, position.declarer, tricks
