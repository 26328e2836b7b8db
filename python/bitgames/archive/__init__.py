"""Files of games that can be asked questions: by player, result, opening and position.

>>> import bitgames as bg
>>> from pathlib import Path
>>> _ = Path("games.txt").write_text("f5d6c3\\nd3c5\\nf5f6e6")
>>> with bg.Archive("games.txt") as archive:
...     [game.number for game in archive.find(opening="f5d6")]
[1, 2]
"""

from bitgames.archive.query import Archive, ArchivedGame, Found
from bitgames.archive.question import RESULTS, Result
from bitgames.archive.stats import MoveStats, OpeningStats, PlayerStats, Stats, Tally

__all__ = [
    "RESULTS",
    "Archive",
    "ArchivedGame",
    "Found",
    "MoveStats",
    "OpeningStats",
    "PlayerStats",
    "Result",
    "Stats",
    "Tally",
]
