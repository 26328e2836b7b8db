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

from bitgames._core import Honeymoon, ParseError
from bitgames.arguments import choice, printable, shortened
from bitgames.files import csv_text
from bitgames.formats.parsing import Path
from bitgames.formats.pbn import PbnGame, PbnTable
from bitgames.formats.pbn_game import OURS
from bitgames.record import Record
from bitgames.tables import aligned, to_html
from bitgames.tournaments.score_results import UNKNOWN, Result, read

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
_BOARD_COLUMNS = (
    r"Rank\2R", r"Names_NS\12L", r"Names_EW\12L", r"Contract\5L", "Declarer", r"Result\2R",
    r"+Score_NS\5R", r"MP_NS\3R", r"MP_EW\3R", r"IMP_NS\6R", r"IMP_EW\6R",
)  # fmt: skip
_TOTAL_COLUMNS = (
    r"-Rank\2R", r"Names\12L", r"NrBoards\3R", r"TotalScore\6R", r"TotalMP\4R",
    r"MeanPercentage\5R", r"TotalIMP\8R",
)  # fmt: skip
_WIDE = 14
"""Characters of a name in the table of boards, which fits 80 columns."""


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
                _signed(each.imps),
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
                ("-" if not count else _signed(value) if is_imps else f"{value:g}")
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

    def to_pbn(self) -> list[PbnGame]:
        """Return the boards as deals of PBN with their ``ScoreTable``.

        The first has the players' ``TotalScoreTable``. ``formats.pbn.save`` writes them, and
        ``score_sheet`` reads the file.
        """
        made = []
        for number, start in enumerate(self.starts, 1):
            found = [each for each in self.results if each.board == number]
            scores = sorted((each.score for each in found), reverse=True)
            rows = [
                (
                    scores.index(each.score) + 1,
                    printable(each.south),
                    printable(each.north),
                    "Pass" if each.contract is None else each.contract.replace("x", "X"),
                    "-" if each.declarer is None else OURS[each.declarer],
                    "-" if each.tricks is None else each.tricks,
                    each.score,
                    *(f"{points:g}" for points in each.matchpoints),
                    *map(_signed, each.imps),
                )
                for each in sorted(found, key=lambda each: -each.score)
            ]
            table = PbnTable.of(_BOARD_COLUMNS, rows)
            made.append(
                PbnGame(Record(start), {"Board": str(number)}, tables={"ScoreTable": table})
            )
        totals = [
            (
                each.rank,
                printable(each.player),
                each.boards,
                each.points,
                f"{each.matchpoints:g}",
                "-" if each.percent is None else f"{each.percent:.1f}",
                _signed(each.imps),
            )
            for each in self.standings
        ]
        made[0].tables["TotalScoreTable"] = PbnTable.of(_TOTAL_COLUMNS, totals)
        return made

    def to_csv(self) -> str:
        """Return the results as CSV: a line of names, then a line for each result."""
        heads = ["board", "south", "north", "contract", "declarer", "tricks", "score"]
        pairs = ("matchpoints", "imps", "compared")
        rows = [
            [data[name] for name in heads] + [value for name in pairs for value in data[name]]
            for data in self.to_dict()["results"]
        ]
        return csv_text([*heads, *(f"{name}_{seat}" for name in pairs for seat in _SEATS)], rows)


def _signed(number: float) -> str:
    return f"{number:+.2f}"


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


def score_sheet(
    source: Path | Iterable[Record | PbnGame], scoring: Scoring = "matchpoints"
) -> ScoreSheet:
    """Return the score sheet of an evening of honeymoon bridge.

    ``source`` is a results file of a tournament, a file of games in any format, or records with the
    names of their players, also deals of PBN. Those of PBN may have their results in a
    ``ScoreTable``, or in their tags alone. Games that did not end by their rules are left out;
    boards are numbered in the order of the file, those of a tournament by their pairs. ``scoring``
    decides the order of the players.

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
    results, starts, left_out = read(source)
    if not results:
        raise ParseError("there is no game of honeymoon that was played to its end")
    compared = _compared(results)
    return ScoreSheet(scoring, compared, _standings(compared, scoring), starts, left_out)


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
                    if at != place and (own == UNKNOWN or own != (other.south, other.north)[seat])
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
    sums.pop(UNKNOWN, None)
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
