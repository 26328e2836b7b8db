"""Colours of the pictures, light and dark, which colour-blind people can distinguish.

The palette is that of Okabe and Ito. Colour is never the only sign: players also have shapes, the
last move has a frame and a finished line a stroke.
"""

from dataclasses import dataclass
from typing import Final

from bitgames._core import ParameterError
from bitgames.arguments import shortened

FONT: Final = "system-ui, sans-serif"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture, as ``#rrggbb``; by default those of the light theme.

    >>> LIGHT.board
    '#fbf9f4'
    """

    board: str = "#fbf9f4"
    """The background, which every picture has, so that it looks the same on any page."""
    ink: str = "#3d3d3a"
    """Coordinates, words and frames."""
    grid: str = "#8c8c86"
    """Lines between cells."""
    # Blue, vermilion, bluish green, reddish purple.
    players: tuple[str, str, str, str] = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
    """One colour per player."""
    dark_disc: str = "#1f1f1e"
    dark_edge: str = "none"
    light_disc: str = "#ffffff"
    light_edge: str = "#1f1f1e"
    """Discs of Othello and their rims."""
    yellow_disc: str = "#f7cb15"
    red_disc: str = "#d7382d"
    """Discs that fall."""
    plate: str = "#3a73b5"
    plate_mark: str = "#ffffff"
    """An upright board, and the ring of the last move on it."""
    face: str = "#ffffff"
    """Cards, frames and labels."""
    suits: tuple[str, str, str, str] = ("#1f1f1e", "#c03000", "#b35900", "#00603f")
    """The suits on a card, spades first."""
    last_fill: str = "#f0e442"
    last_stroke: str = "#000000"
    """The frame of the last move."""
    legal: str = "#8c8c86"
    """Dots of legal cells."""
    line: str = "#000000"
    """The stroke through a finished line."""
    overlay: str = "#8a0052"
    halo: str = "#ffffff"
    """Arrows, marks and values, and the halo that separates them from the picture."""
    neutral: str = "#c9c5b9"
    """The neutral piece, which belongs to no player."""
    symbol: str = "#ffffff"
    """Symbols on pieces."""
    table: str = "#eae3d2"
    table_left: str = "#d3c9b1"
    table_right: str = "#c2b69b"
    """The table under a pyramid, from above and its two sides."""
    hollow: str = "#d9d0ba"
    """Cells of the ground of a pyramid."""
    closed: str = "#efebe1"
    """Unsupported cells."""
    open: str = "#ffffff"
    """Supported cells, and the holes of an upright board."""

    def fill(self, shape: str | None, seat: int) -> str:
        """Return the colour of the piece of a seat, whose shape may be a disc of its own colour.

        >>> LIGHT.fill("dark", 0), LIGHT.fill("cross", 1)
        ('#1f1f1e', '#d55e00')
        """
        color: str = getattr(self, f"{shape}_disc", self.players[seat])
        return color


LIGHT: Final = Theme()
DARK: Final = Theme(
    board="#262624",
    ink="#dedbd2",
    grid="#6f6f69",
    # Sky blue, orange, bluish green, reddish purple.
    players=("#56b4e9", "#e69f00", "#009e73", "#cc79a7"),
    dark_disc="#0c0c0b",
    dark_edge="#a5a29a",
    light_disc="#f4f1e8",
    light_edge="#f4f1e8",
    yellow_disc="#f0c419",
    red_disc="#d9483b",
    plate="#2b5688",
    plate_mark="#f4f1e8",
    face="#f4f1e8",
    last_stroke="#f0e442",
    legal="#9d9d96",
    line="#ffffff",
    overlay="#ff9ad0",
    halo="#1a1a18",
    neutral="#8f8b80",
    symbol="#14140f",
    table="#45423a",
    table_left="#35322b",
    table_right="#2e2b25",
    hollow="#393630",
    closed="#2e2d2a",
    open="#45443f",
)
THEMES: Final = {"light": LIGHT, "dark": DARK}

# The nearest of the 256 terminal colours, readable on black and on white.
TERMINAL_PLAYERS: Final = tuple(f"\x1b[1;38;5;{color}m" for color in (33, 208, 36, 175))
TERMINAL_SHAPES: Final = {"yellow": "\x1b[1;38;5;178m", "red": "\x1b[1;38;5;160m"}
TERMINAL_DIM: Final = "\x1b[2m"
TERMINAL_LEGAL: Final = "\x1b[38;5;71m"
TERMINAL_LINE: Final = "\x1b[7m"
TERMINAL_RESET: Final = "\x1b[0m"


def named(theme: str | Theme) -> Theme:
    """Return the theme with a name, ``light`` or ``dark``; a theme is returned unchanged.

    >>> named("dark").board
    '#262624'
    """
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str):
        raise TypeError(f"theme must be a name or a Theme, not {type(theme).__name__}")
    if theme not in THEMES:
        given, known = shortened(repr(theme), 40), " and ".join(THEMES)
        raise ParameterError(f"{given} is not a valid theme: allowed are {known}")
    return THEMES[theme]


def shade(color: str, part: float) -> str:
    """Return a darker colour: each channel multiplied by ``part``, 0 to 1.

    >>> shade("#ff8000", 0.5)
    '#804000'
    """
    return mixed("#000000", color, part)


def mixed(color: str, other: str, part: float) -> str:
    """Return a colour between two: ``part``, 0 to 1, of the other one.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    ways = zip(bytes.fromhex(color[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(one + part * (two - one)) for one, two in ways).hex()
