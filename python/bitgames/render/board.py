"""Flat boards: lines of text, and a plan as SVG."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from bitgames.render.drawing import Spot, add_element, add_square, add_word, document
from bitgames.render.grid import LAST, WAVE, cell_marks, grid
from bitgames.render.options import Style
from bitgames.render.overlay import add_overlays
from bitgames.render.pieces import add_shape
from bitgames.render.reading import legal_cells, owner_of
from bitgames.render.theme import LIGHT, TERMINAL_LINE
from bitgames.scene import GridScene
from bitgames.scene.geometry import grid_sides, grid_slot, projected


def board_text(scene: GridScene, style: Style) -> list[str]:
    """Draw a flat board as lines: columns on top, rows on the left.

    >>> import bitgames as bg
    >>> board_text(bg.TicTacToe(1).scene(), Style())
    ['   a', '1  .']
    """
    last = None if scene["last"] is None else scene["last"]["cell"]
    changed = {cell for wave in scene["waves"] for cell in wave}
    marks = []
    for cell, mark in enumerate(cell_marks(scene, style)):
        if cell in changed:
            mark = replace(mark, frame=WAVE)
        if cell in scene["won"]:
            mark = replace(mark, style=mark.style + TERMINAL_LINE, frame="**")
        marks.append(replace(mark, frame=LAST) if cell == last else mark)
    columns, rows = grid_sides(scene, flip=style.flip)
    # The look from the other side is its own inverse.
    marks = [marks[grid_slot(scene, slot, flip=style.flip)] for slot in range(len(marks))]
    wide = max(style.cell_width, *(len(mark.text) for mark in marks))
    margin = max(len(label) for label in rows) + 1
    lines = grid(columns, rows, marks, margin=margin, wide=wide, color=style.color)
    return [line.rstrip() for line in lines]


def board_svg(scene: GridScene, style: Style) -> ET.Element:
    """Draw a flat board from above.

    >>> import bitgames as bg
    >>> board_svg(bg.TicTacToe().scene(), Style(size=90)).get("width")
    '90'
    """
    return _Plan(scene, style).draw()


class _Plan:
    def __init__(self, scene: GridScene, style: Style) -> None:
        self.scene, self.style, self.theme = scene, style, style.theme
        self.geometry = projected(scene, "plan", flip=style.flip)
        (self.left, self.top), _, (self.right, self.bottom), _ = self.geometry["table"]
        self.cell = 2 * self.geometry["cells"][0][2]
        _, _, width, height = self.geometry["box"]
        shown = style.size if style.size is not None else round(min(width, 480 + width / 8))
        words = f"{scene['title']}: {scene['caption']}"
        self.root = document(width, height, words, shown=shown, theme=self.theme)

    def draw(self) -> ET.Element:
        scene = self.scene
        self._coordinates()
        last = None if scene["last"] is None else scene["last"]["cell"]
        if scene["falls"]:
            self._plate()
            self._cells()
            if last is not None:
                self._ring(last, self.cell * 0.44, self.theme.plate_mark)
        else:
            if last is not None:
                self._last_move(last)
            self._grid()
            self._cells()
        for line in scene["lines"]:
            self._strike(line)
        for cell in set(scene["won"]).difference(*scene["lines"]):
            self._ring(cell, self.cell * 0.43, self.theme.line)
        places = map(self.centre, range(len(scene["owners"])))
        spots = {cell: Spot(x, y, self.cell * 0.45) for cell, (x, y) in enumerate(places)}
        add_overlays(self.root, self.style, spots)
        return self.root

    def centre(self, cell: int) -> tuple[float, float]:
        x, y, *_ = self.geometry["cells"][cell]
        return x, y

    def _coordinates(self) -> None:
        size = self.left * 0.55
        group = add_element(
            self.root, "g", fill=self.theme.ink, font_size=size, text_anchor="middle"
        )
        for label in self.geometry["labels"]:
            add_word(group, **label)

    def _grid(self) -> None:
        columns = [self.left + x * self.cell for x in range(self.scene["width"] + 1)]
        rows = [self.top + y * self.cell for y in range(self.scene["height"] + 1)]
        path = "".join(f"M{x:g} {self.top:g}V{self.bottom:g}" for x in columns)
        path += "".join(f"M{self.left:g} {y:g}H{self.right:g}" for y in rows)
        line = {"stroke": self.theme.grid, "stroke_linecap": "square"}
        add_element(self.root, "path", d=path, stroke_width=1.5, **line)

    def _plate(self) -> None:
        """Draw an upright board, whose holes come with the cells."""
        corner = {"x": self.left, "y": self.top}
        sides = {"width": self.right - self.left, "height": self.bottom - self.top}
        add_element(self.root, "rect", **corner, **sides, rx=8, fill=self.theme.plate)

    def _ring(self, cell: int, radius: float, color: str) -> None:
        x, y = self.centre(cell)
        ring = {"cx": x, "cy": y, "r": radius, "stroke_width": 3.0}
        add_element(self.root, "circle", **ring, fill="none", stroke=color)

    def _cells(self) -> None:
        """Draw a group for each cell, as large as the cell, with its piece."""
        legal = legal_cells(self.scene) if self.style.legal else frozenset()
        for cell in range(len(self.scene["owners"])):
            x, y = self.centre(cell)
            owner = owner_of(self.scene, cell)
            owned = {} if owner is None else {"data_owner": owner}
            group = add_element(self.root, "g", data_cell=cell, **owned)
            add_square(group, x, y, self.cell, fill="none", pointer_events="all")
            if self.scene["falls"]:
                add_element(group, "circle", cx=x, cy=y, r=self.cell * 0.4, fill=self.theme.open)
            if owner is not None:
                self._piece(group, x, y, owner)
            elif cell in legal:
                add_element(group, "circle", cx=x, cy=y, r=self.cell * 0.09, fill=self.theme.legal)

    def _piece(self, group: ET.Element, x: float, y: float, owner: int) -> None:
        shape, middle = self.scene["players"][owner]["shape"], {"cx": x, "cy": y}
        theme, color = self.theme, self.theme.fill(shape, owner)
        if shape == "cross":
            arm = self.cell * 0.24
            left, right, top, bottom = x - arm, x + arm, y - arm, y + arm
            path = f"M{left:g} {top:g}L{right:g} {bottom:g}M{left:g} {bottom:g}L{right:g} {top:g}"
            add_element(group, "path", d=path, stroke=color, stroke_width=7, stroke_linecap="round")
        elif shape == "dark":
            edge = {"fill": color, "stroke": theme.dark_edge}
            add_element(group, "circle", **middle, r=self.cell * 0.38, **edge)
        elif shape == "light":
            edge = {"fill": color, "stroke": theme.light_edge}
            add_element(group, "circle", **middle, r=self.cell * 0.37, stroke_width=2, **edge)
        elif shape in ("yellow", "red"):
            add_element(group, "circle", **middle, r=self.cell * 0.4, fill=color)
            symbol = "circle" if shape == "yellow" else "cross"
            add_shape(group, symbol, LIGHT.ink, Spot(x, y, self.cell * 0.36), opacity=0.5)
        else:
            edge = {"fill": "none", "stroke": color}
            add_element(group, "circle", **middle, r=self.cell * 0.27, stroke_width=7, **edge)

    def _last_move(self, cell: int) -> None:
        x, y = self.centre(cell)
        add_square(self.root, x, y, self.cell, fill=self.theme.last_fill, fill_opacity=0.45)
        stroke = {"fill": "none", "stroke": self.theme.last_stroke}
        add_square(self.root, x, y, self.cell - 8, **stroke, rx=6, stroke_width=2)

    def _strike(self, line: list[int]) -> None:
        """Draw a finished line from end to end, a little beyond the centres of its last cells."""
        x1, y1 = self.centre(line[0])
        x2, y2 = self.centre(line[-1])
        length = max(abs(x2 - x1), abs(y2 - y1)) or 1.0
        dx, dy = (x2 - x1) / length * self.cell * 0.38, (y2 - y1) / length * self.cell * 0.38
        ends = {"x1": x1 - dx, "y1": y1 - dy, "x2": x2 + dx, "y2": y2 + dy}
        stroke = {"stroke": self.theme.line, "stroke_linecap": "round"}
        add_element(self.root, "line", **ends, **stroke, stroke_width=4.5)
