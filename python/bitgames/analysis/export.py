"""An analysis as data, as CSV, as a tree of SGF and as a picture."""

from typing import Any
from xml.etree import ElementTree as ET

from bitgames.analysis.game import Analysis, AnalyzedMove
from bitgames.files import attributes, csv_text
from bitgames.formats.sgf import SgfGame, SgfMove
from bitgames.render.drawing import add_element, add_word, document, serialize
from bitgames.render.theme import Theme, named

__all__ = ["move_data", "to_csv", "to_data", "to_sgf", "to_svg"]

_COLUMNS = (
    "number", "player", "move", "before", "after", "loss", "best", "line", "exact", "depth",
    "certainty", "error", "choice", "blunder",
)  # fmt: skip

_WIDTH, _HEIGHT = 640.0, 320.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 16.0, 40.0, 40.0
_STEPS = (1, 2, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100, 200, 500, 1000, 2000, 5000, 10000)


def move_data(analysis: Analysis, move: AnalyzedMove) -> dict[str, Any]:
    """Return a move as data for JSON; the player is the name of the seat.

    >>> import bitgames as bg
    >>> found = bg.analyze(bg.Record("tictactoe", ["a1", "b1"]))
    >>> data = move_data(found, found.moves[1])
    >>> data["player"], data["move"], data["best"], data["loss"], data["blunder"]
    ('x', 'b1', 'b2', 1.0, True)
    """
    return {
        "number": move.number,
        "player": analysis.record.start.facts.player_names[move.player],
        "move": str(move.move),
        **attributes(move, "before", "after", "loss"),
        "best": str(move.best),
        "line": [str(each) for each in move.line],
        **attributes(move, "exact", "depth", "certainty", "error"),
        "choice": move.is_choice,
        "blunder": move.is_blunder,
    }


def to_data(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as data for JSON.

    >>> import bitgames as bg
    >>> data = to_data(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))
    >>> data["unit"], data["turning_point"], data["totals"][1]["blunders"]
    ('half points', 2, 1)
    """
    names = analysis.record.start.facts.player_names
    turn, opening = analysis.turning_point, analysis.record.opening
    return {
        "game": analysis.record.start.game,
        "start": analysis.record.start.to_string(),
        "opening": None if opening is None else opening.to_dict(),
        "unit": analysis.unit.plural,
        "blunder_from": analysis.unit.blunder,
        "moves": [move_data(analysis, move) for move in analysis.moves],
        "totals": [
            {
                "player": names[total.player],
                **attributes(total, "moves", "best", "loss", "average", "blunders"),
            }
            for total in analysis.totals
        ],
        "turning_point": None if turn is None else turn.number,
        "curve": [{"value": value, "exact": exact} for value, exact in analysis.curve],
        "complete": analysis.complete,
        "seconds": analysis.seconds,
    }


def to_csv(analysis: Analysis) -> str:
    r"""Return the moves as CSV: a line of names, then a line for each move.

    >>> import bitgames as bg
    >>> to_csv(bg.analyze(bg.Record("tictactoe", ["a1", "b2"]))).splitlines()[1][:18]
    '1,o,a1,0.0,0.0,0.0'
    """
    found = [move_data(analysis, move) for move in analysis.moves]
    rows = ({**data, "line": " ".join(data["line"])}.values() for data in found)
    return csv_text(_COLUMNS, rows)


def to_sgf(analysis: Analysis) -> SgfGame:
    """Return the game as a tree of SGF: values of all positions, and better lines as branches.

    A move that cost something has a comment, and the best line stands beside it.

    >>> import bitgames as bg
    >>> from bitgames.formats import sgf
    >>> text = sgf.dumps([to_sgf(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))])
    >>> text[text.index("(;W[ba]") :][:45]
    '(;W[ba]C[loses 1 half point, a blunder]V[1])('
    """
    before = [None] * (len(analysis.record) - len(analysis.moves))
    game = SgfGame.from_record(analysis.record, [*before, *(value for value, _ in analysis.curve)])
    played = list(game.main_line)
    for move in analysis.moves:
        # What rounds to nothing is no loss.
        if move.best == move.move or round(move.loss, 1) <= 0:
            continue
        kind = ", a blunder" if move.is_blunder else ""
        played[move.number].comment = f"loses {analysis.unit.amount(move.loss)}{kind}"
        better = SgfMove(move.line[0], "best")
        played[move.number - 1].children.append(better)
        for each in move.line[1:]:
            better.children.append(SgfMove(each))
            better = better.children[0]
    return game


def to_svg(analysis: Analysis, *, theme: str | Theme = "light") -> str:
    """Draw the curve of values for the first player as an SVG document.

    Proven values are full dots, estimates are rings, and blunders have the colour and the shape of
    a warning. Raises ``ParameterError`` for an unknown theme.

    >>> import bitgames as bg
    >>> to_svg(bg.analyze(bg.Record("tictactoe", ["a1", "b1"])))[:37]
    '<svg xmlns="http://www.w3.org/2000/sv'
    """
    colors = named(theme)
    names = analysis.record.start.facts.player_names
    title = f"{analysis.record.start.facts.title}: value of each position for {names[0]}"
    if not analysis.unit.is_result:
        title += f", in {analysis.unit.plural}"
    root = document(_WIDTH, _HEIGHT, title, theme=colors)
    add_word(root, title, x=_LEFT, y=24, fill=colors.ink, font_size=14)
    # After a stop the first moves are missing.
    first = len(analysis.record) - len(analysis.moves)
    plot = _Plot(analysis, first)
    _draw_axes(root, plot, colors)
    points = [(plot.x(first + at), plot.y(value)) for at, (value, _) in enumerate(analysis.curve)]
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    add_element(root, "polyline", points=path, fill="none", stroke=colors.ink, stroke_width=1.5)
    for (x, y), (_, exact) in zip(points, analysis.curve, strict=True):
        fill = colors.ink if exact else colors.board
        add_element(root, "circle", cx=x, cy=y, r=2.5, fill=fill, stroke=colors.ink)
    for move in analysis.blunders:
        at = move.number - first
        _draw_blunder(root, points[at], move, colors)
    return serialize(root)


class _Plot:
    def __init__(self, analysis: Analysis, first: int) -> None:
        largest = max(abs(value) for value, _ in analysis.curve)
        self.most = next((step for step in _STEPS if step >= largest), largest)
        self.first, self.last = first, max(len(analysis.record), first + 1)

    def x(self, number: float) -> float:
        part = (number - self.first) / (self.last - self.first)
        return round(_LEFT + part * (_WIDTH - _LEFT - _RIGHT), 2)

    def y(self, value: float) -> float:
        part = (self.most - value) / (2 * self.most)
        return round(_TOP + part * (_HEIGHT - _TOP - _BOTTOM), 2)


def _draw_axes(root: ET.Element, plot: _Plot, colors: Theme) -> None:
    for value in (plot.most, plot.most / 2, 0, -plot.most / 2, -plot.most):
        y = plot.y(value)
        add_element(
            root, "line", x1=_LEFT, y1=y, x2=_WIDTH - _RIGHT, y2=y, stroke=colors.grid,
            stroke_width=1.5 if value == 0 else 0.5,
        )  # fmt: skip
        text = f"{value:+g}" if value else "0"
        add_word(root, text, x=_LEFT - 6, y=y + 4, fill=colors.ink, font_size=11, text_anchor="end")
    count = plot.last - plot.first
    step = next((step for step in _STEPS if count / step <= 12), count)
    for number in range(plot.first, plot.last + 1, step):
        add_word(
            root, str(number), x=plot.x(number), y=_HEIGHT - _BOTTOM + 18, fill=colors.ink,
            font_size=11, text_anchor="middle",
        )  # fmt: skip
    add_word(
        root, "moves played", x=_WIDTH - _RIGHT, y=_HEIGHT - 8, fill=colors.ink, font_size=11,
        text_anchor="end",
    )  # fmt: skip


def _draw_blunder(
    root: ET.Element, point: tuple[float, float], move: AnalyzedMove, colors: Theme
) -> None:
    x, y = point
    mark = f"{x - 5:g},{y + 5:g} {x + 5:g},{y + 5:g} {x:g},{y - 5:g}"
    add_element(root, "polygon", points=mark, fill=colors.line, stroke=colors.board)
    above = y > _HEIGHT / 2
    add_word(
        root, str(move.move), x=x, y=y - 9 if above else y + 18, fill=colors.ink, font_size=10,
        text_anchor="middle",
    )  # fmt: skip
