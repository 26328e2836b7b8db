"""Score sheets of honeymoon bridge: every deal at every table, by matchpoints, IMPs or points.

A board is a deal with its rules; it counts as often as it was played. A result is compared with
those of other players who held the same cards on the same board (Laws of Duplicate Bridge, 2017):

- matchpoints (law 78 A): two for each score that is lower, one for each equal one;
- international match points, IMPs (law 78 B): the difference of two scores on a scale; here the
  mean over the comparisons, so that boards count alike however often they were played;
- total points (law 78 C): the scores as they are.
"""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from bitgames._core import Honeymoon, ParameterError, ParseError
from bitgames.arguments import choice, printable, shortened
from bitgames.files import csv_text
from bitgames.formats import read_any
from bitgames.formats.parsing import Path
from bitgames.journal import is_results
from bitgames.record import Record
from bitgames.tables import aligned, to_html
from bitgames.tournaments.games import games

__all__ = ["Result", "ScoreSheet", "Standing", "imps", "matchpoints", "score_sheet"]

Scoring: TypeAlias = Literal["matchpoints", "imps", "total"]
"""What decides the order of the players."""

_SEATS = ("south", "north")
_SCORINGS = ("matchpoints", "imps", "total")
_IMPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference for each number of IMPs from 1 on: the scale of law 78 B."""
_WIDE = 14
"""Characters of a name in the table of boards, which fits 80 columns."""
_UNKNOWN = "?"


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


@dataclass(frozen=True, slots=True)
class Standing:
    """The sum of a player."""

    rank: int
    """Place, from 1; equal sums share one."""
    player: str
    boards: int
    """Number of results."""
    points: int
    """Sum of the scores."""
    matchpoints: float
    """Sum of the matchpoints."""
    percent: float | None
    """Share of the possible matchpoints, in percent; ``None`` without a comparison."""
    imps: float
    """Sum of the IMPs."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A score sheet; ``str`` draws it in 80 columns."""

    scoring: Scoring
    results: tuple[Result, ...]
    """All results, board by board."""
    standings: tuple[Standing, ...]
    """The players, the best first."""
    starts: tuple[Honeymoon, ...]
    """The deal of each board."""
    left_out: int = 0
    """Games without a score: unfinished, resigned or forfeited."""

    def cells(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return the table of players and that of boards as texts, the heads first."""
        heads = ["#", "player", "boards", "points", "MP", "%", "IMPs"]
        players = [heads] + [
            [
                str(each.rank),
                shortened(printable(each.player), 23),
                str(each.boards),
                f"{each.points:+d}",
                f"{each.matchpoints:g}",
                "-" if each.percent is None else f"{each.percent:.1f}",
                f"{each.imps:+.2f}",
            ]
            for each in self.standings
        ]
        is_imps = self.scoring == "imps"
        unit = "IMPs" if is_imps else "MP"
        boards = [["board", "south", "north", "contract", "score", f"{unit} S", f"{unit} N"]]
        for each in self.results:
            pair = each.imps if is_imps else each.matchpoints
            known = zip(pair, each.compared, strict=True)
            values = (
                ("-" if not count else f"{value:+.2f}" if is_imps else f"{value:g}")
                for value, count in known
            )
            names = (shortened(printable(name), _WIDE - 1) for name in (each.south, each.north))
            boards.append([str(each.board), *names, each.words, f"{each.score:+d}", *values])
        return players, boards

    @property
    def notes(self) -> list[str]:
        """What to know besides."""
        notes = []
        if all(not any(each.compared) for each in self.results):
            notes.append("no board was played twice: there is nothing to compare")
        if self.left_out:
            games = "1 game" if self.left_out == 1 else f"{self.left_out:,} games"
            notes.append(f"{games} without a score left out")
        return notes

    def __str__(self) -> str:
        players, boards = self.cells()
        lines = [*aligned(players, left=[1]), "", *aligned(boards, left=[1, 2, 3])]
        return "\n".join([*lines, *([""] if self.notes else []), *self.notes])

    def _repr_html_(self) -> str:
        players, boards = self.cells()
        return to_html(players) + to_html(boards, *self.notes)

    def to_html(self) -> str:
        """Return the sheet as an HTML document."""
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Score sheet</title>'
            "<style>body{font-family:sans-serif}table{border-collapse:collapse;margin:1em 0}"
            "td,th{border:1px solid;padding:.2em .6em;text-align:left}</style>"
            f"<h1>Score sheet</h1>{self._repr_html_()}</html>\n"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as JSON data; deals are texts, and seats names."""
        names = Honeymoon().facts.player_names
        return {
            "scoring": self.scoring,
            "standings": [asdict(each) for each in self.standings],
            "boards": [each.to_string() for each in self.starts],
            "results": [
                {
                    **asdict(each),
                    "declarer": None if each.declarer is None else names[each.declarer],
                }
                for each in self.results
            ],
            "left_out": self.left_out,
        }

    def to_json(self) -> str:
        """Return the data of ``to_dict`` as one line of JSON."""
        return json.dumps(self.to_dict())

    def to_csv(self) -> str:
        """Return the results as CSV: a line of names, then a line for each result."""
        heads = ["board", "south", "north", "contract", "declarer", "tricks", "score"]
        pairs = ("matchpoints", "imps", "compared")
        rows = [
            [data[name] for name in heads] + [value for name in pairs for value in data[name]]
            for data in self.to_dict()["results"]
        ]
        return csv_text([*heads, *(f"{name}_{seat}" for name in pairs for seat in _SEATS)], rows)


def matchpoints(score: float, others: Iterable[float]) -> int:
    """Return the matchpoints of a score against others: 2 for each lower, 1 for each equal one.

    >>> matchpoints(420, [420, 170, 450, -50])
    5
    """
    return sum(2 * (score > other) + (score == other) for other in others)


def imps(difference: int) -> int:
    """Return the international match points for a difference of two scores.

    >>> imps(10), imps(-20), imps(430), imps(4000)
    (0, -1, 10, 24)
    """
    size = bisect_right(_IMPS, abs(difference))
    return size if difference > 0 else -size


def score_sheet(source: Path | Iterable[Record], scoring: Scoring = "matchpoints") -> ScoreSheet:
    """Return the score sheet of an evening of honeymoon bridge.

    ``source`` is a results file of a tournament, a file of games in any format, or records with the
    names of their players. Games that did not end by their rules are left out; boards are numbered
    in the order of the file, those of a tournament by their pairs. ``scoring`` decides the order of
    the players.

    Raises ``ParseError`` for a file that cannot be read or has no game of honeymoon bridge that was
    played to its end, and ``ParameterError`` for games of another kind.

    >>> import bitgames as bg, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "evening.jsonl")
    >>> _ = bg.tournament(["rule", "greedy"], "honeymoon", pairs=4, seed=1, results=path)
    >>> sheet = score_sheet(path)
    >>> len(sheet.starts), len(sheet.results), sum(each.percent for each in sheet.standings)
    (4, 8, 100.0)
    """
    choice("scoring", scoring, _SCORINGS)
    if isinstance(source, Iterable) and not isinstance(source, str):
        records = list(source)
    else:
        records = _records(source)
    boards: dict[Honeymoon, int] = {}
    results = []
    for record in records:
        start, end = record.start, record.position
        if not isinstance(start, Honeymoon) or not isinstance(end, Honeymoon):
            raise ParameterError(f"score sheets are for honeymoon, not for {start.game}")
        if end.outcome is None:
            continue
        board = boards.setdefault(start, len(boards) + 1)
        south, north = (name or _UNKNOWN for name in record.players or (None, None))
        declarer = end.declarer
        tricks = None if declarer is None else end.tricks[declarer]
        score = int(end.outcome.scores[0])
        results.append(Result(board, south, north, end.contract, declarer, tricks, score))
    if not results:
        raise ParseError("there is no game of honeymoon that was played to its end")
    compared = _compared(results)
    return ScoreSheet(
        scoring, compared, _standings(compared, scoring), tuple(boards), len(records) - len(results)
    )


def _records(path: Path) -> list[Record]:
    if is_results(path):
        return [each.record for each in sorted(games(path), key=lambda each: each.pair)]
    return read_any(path)


def _compared(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the results board by board, compared with those of others who held the same cards."""
    boards: dict[int, list[Result]] = defaultdict(list)
    for each in results:
        boards[each.board].append(each)
    found = []
    for number in sorted(boards):
        for place, each in enumerate(boards[number]):
            points, marks, counts = [], [], []
            for seat, sign in enumerate((1, -1)):
                own = (each.south, each.north)[seat]
                others = [
                    sign * other.score
                    for at, other in enumerate(boards[number])
                    if at != place and (own == _UNKNOWN or own != (other.south, other.north)[seat])
                ]
                score = sign * each.score
                points.append(float(matchpoints(score, others)))
                gains = [imps(score - other) for other in others]
                marks.append(sum(gains) / len(gains) if gains else 0.0)
                counts.append(len(others))
            found.append(
                replace(
                    each,
                    matchpoints=(points[0], points[1]),
                    imps=(marks[0], marks[1]),
                    compared=(counts[0], counts[1]),
                )
            )
    return tuple(found)


def _standings(results: Sequence[Result], scoring: Scoring) -> tuple[Standing, ...]:
    sums: dict[str, list[tuple[int, float, int, float]]] = defaultdict(list)
    for each in results:
        for seat, sign in enumerate((1, -1)):
            row = (sign * each.score, each.matchpoints[seat], each.compared[seat], each.imps[seat])
            sums[(each.south, each.north)[seat]].append(row)
    sums.pop(_UNKNOWN, None)
    rows = []
    for player, values in sums.items():
        score, points, compared, marks = (sum(column) for column in zip(*values, strict=True))
        percent = 50 * points / compared if compared else None
        rows.append(Standing(0, player, len(values), int(score), points, percent, marks))

    def order(row: Standing) -> float:
        if scoring == "total":
            return row.points
        return row.imps if scoring == "imps" else -1.0 if row.percent is None else row.percent

    rows.sort(key=lambda row: (-order(row), row.player))
    # Sums of floats differ in their last digits where they are equal.
    return tuple(
        replace(row, rank=1 + sum(order(other) > order(row) + 1e-9 for other in rows))
        for row in rows
    )
