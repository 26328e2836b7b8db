"""Ratings as a picture: intervals, the cross table and the likelihood of superiority."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from bitgames.render.drawing import add_element, add_word, document, serialize
from bitgames.render.theme import Theme, mixed, named
from bitgames.tournaments.crosstable import short_name
from bitgames.tournaments.ratings_text import likely_text, points_text, score_of, share_text

if TYPE_CHECKING:
    from bitgames.tournaments.ratings import RatedPool, Ratings

_MARGIN, _GAP = 20.0, 28.0
_ROW, _HEAD = 22.0, 34.0
_LETTER = 6.6  # width of a letter, about
_PLOT = 420.0  # width of the ratings
_TITLE = 290.0  # width of the title of a matrix, about
_CELL = 40.0
_SMALL = 10.0  # side of a cell without a number
_NUMBERED = 24  # players of whom each cell has its number
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)


def to_svg(found: "Ratings", *, theme: str | Theme = "light") -> str:
    """Draw ratings with intervals, and for each two players their score and their superiority.

    Pools stand one below the other, each with a scale of its own. Raises ``ParameterError`` for an
    unknown theme.
    """
    colors = named(theme)
    panels = [_Panel(found, number, pool) for number, pool in enumerate(found.pools)]
    width = 2 * _MARGIN + max(panel.width for panel in panels)
    height = 2 * _MARGIN + sum(panel.height for panel in panels) + _GAP * (len(panels) - 1)
    best = ", ".join(
        f"{short_name(each.name)} {points_text(each.rating)}" for each in found.players[:20]
    )
    root = document(width, height, f"Ratings with 95% intervals: {best}", theme=colors)
    top = _MARGIN
    for panel in panels:
        panel.draw(root, top, colors)
        top += panel.height + _GAP
    return serialize(root)


class _Panel:
    """A pool: its ratings, and below them its two matrices side by side."""

    def __init__(self, found: "Ratings", number: int, pool: "RatedPool") -> None:
        self.found, self.number, self.pool = found, number, pool
        self.places = [place for place, player in enumerate(found.players) if player.pool == number]
        self.players = [found.players[place] for place in self.places]
        names = [short_name(player.name) for player in self.players]
        self.label = 30.0 + _LETTER * max(map(len, names))
        self.is_numbered = len(names) <= _NUMBERED
        self.cell = _CELL if self.is_numbered else _SMALL
        self.row = _ROW if self.is_numbered else _SMALL
        self.side = self.cell * len(names)
        self.plot_height = _HEAD + _ROW * len(names) + 24.0
        self.second = max(self.label + self.side, _TITLE) + _GAP
        matrices = self.second + max(self.label + self.side, _TITLE)
        self.width = max(self.label + _PLOT + 130.0, matrices)
        self.height = self.plot_height + _GAP + _HEAD + self.row * len(names) + 20.0

    def draw(self, root: ET.Element, top: float, colors: Theme) -> None:
        """Draw the pool below a height."""
        self._draw_ratings(root, top, colors)
        found, below = self.found, top + self.plot_height + _GAP
        self._draw_matrix(
            root, _MARGIN, below, "Score of the row's player, %", colors,
            lambda row, column: score_of(found.cross[row][column]), share_text,
        )  # fmt: skip
        self._draw_matrix(
            root, _MARGIN + self.second, below,
            "Likelihood that the row's player is stronger, %", colors,
            lambda row, column: found.superiority[row][column], likely_text,
        )  # fmt: skip

    def _draw_ratings(self, root: ET.Element, top: float, colors: Theme) -> None:
        title = "Ratings with 95% intervals"
        if len(self.found.pools) > 1:
            title += f", pool {self.number + 1}"
        add_word(root, title, x=_MARGIN, y=top + 12, fill=colors.ink, font_size=14)
        low = min(player.low for player in self.players)
        high = max(player.high for player in self.players)
        span = max(high - low, 1.0)
        left, first = _MARGIN + self.label, top + _HEAD
        bottom = first + _ROW * len(self.players)

        def x(rating: float) -> float:
            return round(left + _PLOT * (0.03 + 0.94 * (rating - low) / span), 2)

        step = next((tick for tick in _TICKS if span / tick <= 8), span)
        for tick in range(-int(-low // step), int(high // step) + 1):
            value = tick * step
            add_element(
                root, "line", x1=x(value), y1=first - 8, x2=x(value), y2=bottom,
                stroke=colors.grid, stroke_width=1.5 if value == 0 else 0.5,
            )  # fmt: skip
            add_word(
                root, points_text(value), x=x(value), y=bottom + 14, fill=colors.ink,
                font_size=11, text_anchor="middle",
            )  # fmt: skip
        for rank, player in enumerate(self.players, 1):
            y = first + _ROW * (rank - 0.5)
            _add_name(root, rank, player.name, _MARGIN, y + 4, colors, 12)
            add_element(
                root, "line", x1=x(player.low), x2=x(player.high), y1=y, y2=y,
                stroke=colors.players[0], stroke_width=3, stroke_linecap="round",
            )  # fmt: skip
            add_element(
                root, "circle", cx=x(player.rating), cy=y, r=4.5, fill=colors.board,
                stroke=colors.players[0], stroke_width=2,
            )  # fmt: skip
            rating, *ends = map(points_text, (player.rating, player.low, player.high))
            said = f"{rating}  ({ends[0]} to {ends[1]})"
            add_word(root, said, x=left + _PLOT + 6, y=y + 4, fill=colors.ink, font_size=11)

    def _draw_matrix(
        self,
        root: ET.Element,
        left: float,
        top: float,
        title: str,
        colors: Theme,
        share: Callable[[int, int], float | None],
        text: Callable[[float], str],
    ) -> None:
        """Draw a share for each two players: in one colour above a half, in another below."""
        add_word(root, title, x=left, y=top + 10, fill=colors.ink, font_size=12)
        begin, first = left + self.label, top + _HEAD
        size = 11.0 if self.is_numbered else 8.0
        for rank, (place, player) in enumerate(zip(self.places, self.players, strict=True), 1):
            y = first + self.row * (rank - 0.5)
            _add_name(root, rank, player.name, left, y + size / 3, colors, size)
            if self.is_numbered:
                x = begin + self.cell * (rank - 0.5)
                add_word(
                    root, str(rank), x=x, y=first - 5, fill=colors.ink, font_size=11,
                    text_anchor="middle",
                )  # fmt: skip
            for column, other in enumerate(self.places):
                value = None if place == other else share(place, other)
                if value is not None:
                    self._draw_cell(root, begin + self.cell * column, y, value, text(value), colors)

    def _draw_cell(
        self, root: ET.Element, x: float, y: float, value: float, text: str, colors: Theme
    ) -> None:
        color = colors.players[0 if value >= 0.5 else 1]
        fill = mixed(colors.board, color, 1.2 * abs(value - 0.5))
        add_element(
            root, "rect", x=x + 0.5, y=y - self.row / 2 + 0.5, width=self.cell - 1,
            height=self.row - 1, fill=fill,
        )  # fmt: skip
        if self.is_numbered:
            add_word(
                root, text, x=x + self.cell / 2, y=y + 4, fill=colors.ink,
                font_size=11, text_anchor="middle",
            )  # fmt: skip


def _add_name(
    root: ET.Element, rank: int, name: str, x: float, y: float, colors: Theme, size: float
) -> None:
    add_word(
        root, str(rank), x=x + 16, y=y, fill=colors.grid, font_size=size - 1, text_anchor="end"
    )  # fmt: skip
    add_word(root, short_name(name), x=x + 22, y=y, fill=colors.ink, font_size=size)
