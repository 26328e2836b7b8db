"""Colours of the pictures, told apart by colour-blind eyes and on light or dark ground.

The palette is that of Okabe and Ito. No meaning rests on colour alone: players also differ
in shape, the last move in its frame and a finished line in its stroke.
"""

from typing import Final

__all__ = [
    "BOARD",
    "CLOSED",
    "DARK_DISC",
    "FONT",
    "GRID",
    "HOLLOW",
    "INK",
    "LAST_FILL",
    "LAST_STROKE",
    "LEGAL",
    "LIGHT_DISC",
    "LINE",
    "NEUTRAL",
    "PLAYERS",
    "SYMBOL",
    "TABLE",
    "TABLE_LEFT",
    "TABLE_RIGHT",
    "TERMINAL_DIM",
    "TERMINAL_LINE",
    "TERMINAL_PLAYERS",
    "TERMINAL_RESET",
    "shade",
]

# The board brings its own pale ground, so a picture looks the same on any page.
BOARD: Final = "#fbf9f4"
FONT: Final = "system-ui, sans-serif"
GRID: Final = "#8c8c86"
INK: Final = "#3d3d3a"
PLAYERS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""One colour per player: blue, vermilion, bluish green, reddish purple."""
DARK_DISC: Final = "#1f1f1e"
LIGHT_DISC: Final = "#ffffff"
LAST_FILL: Final = "#f0e442"
LAST_STROKE: Final = "#000000"
LEGAL: Final = "#8c8c86"
LINE: Final = "#000000"
NEUTRAL: Final = "#c9c5b9"
SYMBOL: Final = "#ffffff"
TABLE: Final = "#eae3d2"
TABLE_LEFT: Final = "#d3c9b1"
TABLE_RIGHT: Final = "#c2b69b"
HOLLOW: Final = "#d9d0ba"
CLOSED: Final = "#efebe1"

# The nearest of the 256 terminal colours that read well on black and on white.
TERMINAL_PLAYERS: Final = (
    "\x1b[1;38;5;33m",
    "\x1b[1;38;5;208m",
    "\x1b[1;38;5;36m",
    "\x1b[1;38;5;175m",
)
TERMINAL_DIM: Final = "\x1b[2m"
TERMINAL_LINE: Final = "\x1b[7m"
TERMINAL_RESET: Final = "\x1b[0m"


def shade(color: str, part: float) -> str:
    """Return a darker colour: so many parts of each of its lights, 0 to 1.

    >>> shade("#ff8000", 0.5)
    '#804000'
    """
    lights = bytes.fromhex(color[1:])
    return "#" + bytes(round(light * part) for light in lights).hex()
