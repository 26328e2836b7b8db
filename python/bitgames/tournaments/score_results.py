"""Results of boards of honeymoon bridge: from tournaments, games, and tables of PBN."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bitgames._core import Honeymoon, ParameterError
from bitgames.files import read_regular
from bitgames.formats import pbn, read_any
from bitgames.formats.parsing import Path
from bitgames.formats.pbn import PbnGame
from bitgames.formats.pbn_game import OURS
from bitgames.formats.reading import recognise
from bitgames.journal import is_results
from bitgames.record import Record
from bitgames.tournaments.games import games

UNKNOWN = "?"
"""The name of an unknown player."""

_SCORE = re.compile(r"[+-]?[0-9]{1,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Result:
    """A board at one table.

    >>> Result(1, "Ann", "Bo", "4Sx", 1, 9, 100).words
    '4Sx N-1'
    """

    board: int
    """Number of the board, from 1."""
    south: str
    """Name of the player who sat south, ``?`` if unknown."""
    north: str
    """Name of the player who sat north."""
    contract: str | None
    """The contract, such as ``4Sx``; ``None`` if both passed."""
    declarer: int | None
    """The declarer's seat, 0 for south or 1 for north."""
    tricks: int | None
    """Tricks of the declarer."""
    score: int
    """South's score; north's is its negative."""
    matchpoints: tuple[float, float] = (0.0, 0.0)
    """Matchpoints of south and north."""
    imps: tuple[float, float] = (0.0, 0.0)
    """IMPs of south and north, the mean of the comparisons."""
    compared: tuple[int, int] = (0, 0)
    """Numbers of results with which south's and north's were compared."""

    @property
    def words(self) -> str:
        """Contract, declarer and result as on a score sheet: ``3NT S=``, ``4H N+1``."""
        if self.contract is None or self.declarer is None or self.tricks is None:
            return "pass"
        over = self.tricks - 6 - int(self.contract[0])
        return f"{self.contract} {'SN'[self.declarer]}{f'{over:+d}' if over else '='}"


def read(
    source: Path | Iterable[Record | PbnGame],
) -> tuple[list[Result], tuple[Honeymoon, ...], int]:
    """Return the results of a file or of games, the deals of their boards, and games without one.

    Raises ``ParameterError`` for games of another kind, and as ``formats.read_any``.
    """
    boards: dict[Honeymoon, int] = {}
    results = []
    left_out = 0
    for game in (
        source if isinstance(source, Iterable) and not isinstance(source, str) else (_games(source))
    ):
        start = (game.record if isinstance(game, PbnGame) else game).start
        if not isinstance(start, Honeymoon):
            raise ParameterError(f"score sheets are for honeymoon, not for {start.game}")
        for found in _results(game):
            if found is None:
                left_out += 1
            else:
                board = boards.setdefault(start, len(boards) + 1)
                results.append(replace(found, board=board))
    return results, tuple(boards), left_out


def _games(path: Path) -> Sequence[Record | PbnGame]:
    if is_results(path):
        return [each.record for each in sorted(games(path), key=lambda each: each.pair)]
    data = read_regular(path)
    return pbn.load(path) if recognise(data) == "PBN" else read_any(path)


def _results(game: Record | PbnGame) -> Iterator[Result | None]:
    """Yield the results of a game, whose boards have no number yet; ``None`` without a score."""
    record = game.record if isinstance(game, PbnGame) else game
    start, end = record.start, record.position
    assert isinstance(start, Honeymoon)
    assert isinstance(end, Honeymoon)
    if isinstance(game, PbnGame) and (table := game.tables.get("ScoreTable")) is not None:
        for row in table.named():
            yield _of_row(start, row)
        return
    south, north = (name or UNKNOWN for name in record.players or (None, None))
    if end.outcome is not None:
        declarer = end.declarer
        tricks = None if declarer is None else end.tricks[declarer]
        score = int(end.outcome.scores[0])
        yield Result(0, south, north, end.contract, declarer, tricks, score)
    elif not isinstance(game, PbnGame) or game.contract is None:
        yield None
    else:
        contract = None if game.contract == "pass" else game.contract
        yield _scored(start, south, north, contract, game.declarer, game.tricks)


def _scored(
    start: Honeymoon,
    south: str,
    north: str,
    contract: str | None,
    declarer: int | None,
    tricks: int | None,
) -> Result | None:
    """Return the result of a contract; ``None`` if something is missing."""
    if contract is None:
        return Result(0, south, north, None, None, None, 0)
    # Honours count in a rubber, and the result does not have them.
    if declarer is None or tricks is None or start.rubber is not None:
        return None
    is_vulnerable = start.is_vulnerable(declarer)
    score = start.contract_score(contract, tricks, vulnerable=is_vulnerable)
    signed = score if declarer == 0 else -score
    return Result(0, south, north, contract, declarer, tricks, signed)


def _of_row(start: Honeymoon, row: Mapping[str, str]) -> Result | None:
    """Return the result in a row of a ScoreTable, in which NS is south and EW north."""
    names = (row.get(f"Names_{side}") or row.get(f"PairId_{side}", "?") for side in ("NS", "EW"))
    south, north = ("?" if name in ("-", "?") else name for name in names)
    contract, seat = row.get("Contract", "?"), row.get("Declarer", "?")
    if contract == "Pass":
        return _scored(start, south, north, None, None, None)
    tricks = row.get("Result", "?")
    if contract in ("-", "?") or seat not in OURS or not tricks.isdecimal():
        return None
    contract = contract.replace("X", "x")
    contract = contract.replace("N", "NT") if "NT" not in contract else contract
    found = _scored(start, south, north, contract, OURS.index(seat), int(tricks))
    said = row.get("Score_NS", "?")
    if not _SCORE.fullmatch(said):
        return found
    return Result(0, south, north, contract, OURS.index(seat), int(tricks), int(said))
