"""The widget of a board: what goes over to the browser, and into a saved notebook."""

from functools import cache
from importlib.resources import files
from typing import Any

from bitgames import bundle


def module() -> str:
    """Return the front end: the board of the page, and what a notebook has around it."""
    return bundle.script("notebook/notebook.js")


def style() -> str:
    """Return the style of the board alone: nothing in it touches the notebook around it."""
    own = files("bitgames.notebook") / "notebook.css"
    return bundle.style("theme", "board", "around") + own.read_text(encoding="utf-8")


@cache
def widget_class() -> Any:
    """Return the class of widgets. Raises ``ImportError`` with the command that installs it."""
    try:
        from anywidget import AnyWidget
        from traitlets import Bool, Dict, Enum, Float, Int, List, Unicode
    except ModuleNotFoundError as error:
        raise ImportError(
            f"a board needs the package {error.name}: pip install 'bitgames[notebook]' installs it",
            name=error.name,
        ) from None

    class BoardWidget(AnyWidget):  # type: ignore[misc, unused-ignore]
        """Traits are what one viewer may know: a saved notebook keeps them."""

        _esm = module()
        _css = style()

        scene = Dict(allow_none=True, default_value=None).tag(sync=True)
        """The scene, as ``Position.scene`` describes it for the viewer."""
        geometry = Dict().tag(sync=True)
        """Where the cells are, by view: a saved notebook has nobody to ask."""
        values = Dict(allow_none=True, default_value=None).tag(sync=True)
        """The answer ``values`` of a room."""
        node = Int(0).tag(sync=True)
        can = List(Unicode()).tag(sync=True)
        """The kinds of messages that make sense now."""
        playable = Bool(False).tag(sync=True)
        words = List(Unicode()).tag(sync=True)
        """What the last move brought besides what the board shows, notes, and an end that is not
        by the rules."""
        thinks = Bool(False).tag(sync=True)
        seats = List(Dict()).tag(sync=True)
        """Who plays: ``player``, ``named`` (by a name of its own), ``yours`` and ``thinking``."""
        turn = Int(None, allow_none=True).tag(sync=True)
        """The seat to move; none after the end."""
        line = List(Dict()).tag(sync=True)
        """The moves played, and those ahead that were taken back: ``text``, and the node ``n``."""
        played = Int(0).tag(sync=True)
        """How many moves of the line led to the position shown."""
        analysis = Bool(False).tag(sync=True)
        view = Enum(["auto", "isometric", "plan"], "auto").tag(sync=True)
        flip = Bool(False).tag(sync=True)
        height = Int(460).tag(sync=True)
        """Height of a square board, in pixels; it is smaller where the notebook is narrow."""
        zoom = Float(1.0).tag(sync=True)
        options = Dict().tag(sync=True)
        """What the page has as settings: ``show`` (``"both"``, ``"numbers"``, ``"colours"``),
        ``loss``, ``animate``, ``tap_twice``, ``suits``."""

    return BoardWidget
