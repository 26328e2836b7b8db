"""Colours of the pictures, told apart by colour-blind eyes and on light or dark ground.

The palette is that of Okabe and Ito. No meaning rests on colour alone: players also differ
in shape, the last move in its frame and a finished line in its stroke.
"""

from typing import Final

__all__ = [
    "BOARD",
    "DARK_DISC",
    "FONT",
    "GRID",
    "INK",
    "LAST_FILL",
    "LAST_STROKE",
    "LEGAL",
    "LIGHT_DISC",
    "LINE",
    "PLAYERS",
    "TERMINAL_DIM",
    "TERMINAL_LINE",
    "TERMINAL_PLAYERS",
    "TERMINAL_RESET",
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
