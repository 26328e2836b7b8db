"""The parts of the file: words and pictures that need no script, and the data of the board."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, SupportsIndex

from bitgames._core import UnsupportedError, __version__
from bitgames.analysis import Analysis
from bitgames.analysis.export import to_svg as curve_svg
from bitgames.analysis.report import facts, rows
from bitgames.arguments import integer, parameter_error, quoted
from bitgames.engine_files import engine_parts, in_page
from bitgames.play import announcements
from bitgames.play.game import Game
from bitgames.play.report import assets
from bitgames.play.report.shrink import difference, rounded, shrunk
from bitgames.play.shown import ended, scene_of
from bitgames.play.tree import Node
from bitgames.record import Record
from bitgames.render import to_svg as board_svg
from bitgames.scene import Scene, geometry

ALL = "all"
"""The viewer who sees all cards."""
_NOBODY = "nobody"
_HEAD = (
    '<!doctype html>\n<html lang="en" data-theme="light"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "script-src 'unsafe-inline'{}; style-src 'unsafe-inline'\">"
)
_LIVE = " 'wasm-unsafe-eval'; worker-src blob:"


def to_html(
    record: Record,
    analysis: Analysis | None = None,
    *,
    viewer: SupportsIndex | str | None = None,
    live: bool = False,
) -> str:
    """Return a game as one HTML file that replays it, with the values of an ``analysis`` of it.

    A ``live`` file has an engine of some 1.5 MB in it, which analyses any of its positions.

    Cards of a deal that has not ended are shown as far as those who watch it see them, or as
    ``viewer`` does: a seat's name or number, or ``"all"``. Raises ``UnsupportedError`` for the
    analysis of such a deal, whose values would tell cards, and ``ParameterError`` for an unknown
    viewer.

    >>> import bitgames as bg
    >>> page = to_html(bg.Record("tictactoe", "b2 a1 c3"))
    >>> page[:15], page.count('<li id="m')
    ('<!doctype html>', 3)
    """
    game = Game(record.start, seed=0)
    game.load(record)
    game.is_open = viewer == ALL
    names = record.start.facts.player_names
    if viewer is not None and viewer != ALL:
        game.seats[_seat(viewer, names)].holder = _NOBODY
    if (analysis is not None or live) and game.hides:
        raise UnsupportedError("values of a deal that has not ended would tell hidden cards")
    return of_game(game, _NOBODY, analysis, live=live)


def _seat(viewer: SupportsIndex | str, names: Sequence[str]) -> int:
    if not isinstance(viewer, str):
        return integer("viewer", viewer, 0, len(names) - 1)
    if viewer not in names:
        raise parameter_error("viewer", f"one of {', '.join((*names, ALL))}", quoted(viewer))
    return names.index(viewer)


def of_game(
    game: Game, viewer: str, analysis: Analysis | None = None, *, live: bool = False
) -> str:
    """Return the game of a room as one HTML file, as far as a viewer may know it.

    While cards are hidden the file ends at the current position, and an analysis is left out.
    """
    nodes = [*game.node.path, *(() if game.hides else game.node.line_ahead)]
    if game.hides or (analysis is not None and analysis.record != game.tree.record(nodes[-1])):
        analysis = None
    scenes = [scene_of(game, viewer, node) for node in nodes]
    # The values of moves stand on the board where these can be played.
    scenes = scenes if live else [_still(scene) for scene in scenes]
    end = None if game.end is None else ended(game)
    return _Page(
        game.tree.record(nodes[-1]), nodes, scenes, analysis, "" if end is None else end["text"],
        live,
    ).text  # fmt: skip


@dataclass(frozen=True)
class _Page:
    record: Record
    nodes: Sequence[Node]
    scenes: Sequence[Scene]
    analysis: Analysis | None
    end: str
    live: bool

    @property
    def text(self) -> str:
        title = str(self.scenes[0]["title"])
        if players := announcements.names(self.record):
            title = f"{players}: {title}"
        parts = [
            _HEAD.format(_LIVE if self.live else ""),
            f"<title>{escape(title)}</title><style>{assets.style()}</style></head><body><main>",
            f"<header><h1>{escape(title)}</h1>{self._about()}</header>",
            f'<div class="columns"><section class="left">{self._board()}{self._curve()}</section>',
            f'<section class="right">{self._moves()}{self._facts()}</section></div>',
            f"<footer>bitgames {escape(__version__)}</footer></main>",
            f'<script type="application/json" id="data">{in_page(self._data())}</script>',
            self._engine(),
            f"<script>{assets.script(self.live)}</script></body></html>",
        ]
        return "".join(parts) + "\n"

    def _about(self) -> str:
        last = self.scenes[-1]
        lines = [", ".join(filter(None, (self.record.event, self.record.date)))]
        if self.record.opening is not None:
            lines.append(f"Opening: {self.record.opening}")
        lines.append(self.end or str(last["caption"]))
        lines.append(self.nodes[0].comment)
        return "".join(f"<p>{escape(line)}</p>" for line in lines if line)

    def _board(self) -> str:
        last = self.scenes[-1]
        picture = shrunk(board_svg(last, view="plan" if last["kind"] == "pyramid" else None), "b")
        words = f"After {len(self.record)} moves" if len(self.record) else "The start"
        return (
            '<div id="board" hidden></div><div id="bar" hidden></div>'
            f'<p id="status" role="status" hidden></p><figure id="last">{picture}'
            f"<figcaption>{words}: {escape(str(last['caption']))}</figcaption></figure>"
        )

    def _curve(self) -> str:
        if self.analysis is None or not self.analysis.moves:
            return ""
        return f'<figure id="curve">{shrunk(curve_svg(self.analysis), "c")}</figure>'

    def _moves(self) -> str:
        found = self.analysis
        values = {}
        if found is not None:
            of_result = found.unit.is_result
            values = {int(row[0]): _value_words(row, of_result=of_result) for row in rows(found)}
        names = self.record.start.facts.player_names
        items = []
        for number, node in enumerate(self.nodes[1:], 1):
            assert node.parent is not None
            seat = node.parent.position.turn
            words = [
                f'<li id="m{number}"><a href="#m{number}">{escape(str(node.move))}</a> '
                f"<i>{escape(names[seat])}</i>"
            ]
            words.append(values.get(number, ""))
            if node.comment:
                words.append(f"<q>{escape(node.comment)}</q>")
            items.append("".join(words) + "</li>")
        return f"<h2>Moves</h2><ol>{''.join(items)}</ol>" if items else "<p>No moves yet.</p>"

    def _facts(self) -> str:
        if self.analysis is None:
            return ""
        lines = (
            f"<div><dt>{escape(name)}</dt><dd>{escape(words)}</dd></div>"
            for name, words in facts(self.analysis)
        )
        return f"<h2>Analysis</h2><dl>{''.join(lines)}</dl>"

    def _engine(self) -> str:
        if not self.live:
            return ""
        parts = engine_parts(self.record.start.facts.name)
        return f'<script type="application/json" id="parts">{in_page(parts)}</script>'

    def _data(self) -> dict[str, Any]:
        steps = [
            difference(before, after)
            for before, after in zip(self.scenes, self.scenes[1:], strict=False)
        ]
        first = 0 if self.analysis is None else len(self.record) - len(self.analysis.moves)
        place = geometry(self.scenes[0])
        data = {
            "first": self.scenes[0],
            "steps": steps,
            "geometry": {place["view"]: rounded(dict(place))},
            "curve": first,
        }
        if self.live:
            start, moves = self.record.start.to_string(), [int(move) for move in self.record.moves]
            data["live"] = {"start": start, "moves": moves}
        return data


def _value_words(row: tuple[str, ...], *, of_result: bool) -> str:
    """Return the value of a move, and what it lost: half points say less than the result."""
    _, _, _, _, after, loss, best, remark = row
    words = f" <b>{escape(after)}</b>"
    # What rounds to nothing is no loss.
    if float(loss.removeprefix("~") or 0) > 0:
        kind = "blunder" if remark == "blunder" else "loss"
        amount = "" if of_result else f"loses {escape(loss)}, "
        words += f' <span class="{kind}">{amount}best {escape(best)}</span>'
    elif remark:
        words += f" <i>{escape(remark)}</i>"
    return words


def _still(scene: Scene) -> Scene:
    """Return a scene in which nothing can be played."""
    moves: dict[str, list[Any]] = {name: [] for name in scene["moves"]}
    return {**scene, "moves": moves}  # type: ignore[return-value]
