"""Board and card games on bits: play, solve, count, match and draw them.

The rules, searches and matches are native. This package adds their names, saved games, players
written in Python, pictures and the ``bitgames`` command.

>>> import bitgames as bg
>>> position = bg.TicTacToe().play("b2").play("a1")
>>> position.legal_moves
[b1, c1, a2, c2, a3, b3, c3]
>>> bg.solve(position).value
0
"""

from typing import TYPE_CHECKING, Any

from bitgames._core import (
    Agent,
    Batch,
    BatchFinal,
    BatchStep,
    CancelledError,
    CellSet,
    ClosedError,
    DamagedFileError,
    Ending,
    EndingDatabase,
    EndingLayer,
    Facts,
    ForfeitError,
    GameError,
    Honeymoon,
    HoneymoonView,
    IllegalMoveError,
    InvalidPositionError,
    Judgement,
    LimitError,
    Mcts,
    MctsPool,
    MctsResult,
    Mosaic,
    Move,
    Moves,
    Othello,
    Outcome,
    Par,
    ParameterError,
    ParseError,
    Position,
    PyramidPosition,
    PyramidSet,
    Quo,
    Rubber,
    Searcher,
    SearchLine,
    SearchResult,
    Solution,
    Solver,
    TicTacToe,
    UnknownGameError,
    UnknownPlayerError,
    UnsupportedError,
    View,
    __version__,
    divide,
    judge,
    mnk,
    perft,
    playout,
    position,
    search,
    solve,
)

if TYPE_CHECKING:
    from bitgames import (
        analysis,
        archive,
        files,
        formats,
        games,
        intervals,
        openings,
        play,
        players,
        protocols,
        render,
        scene,
        seeding,
    )
    from bitgames.analysis import Advice, AdvisedMove, Analysis, AnalyzedMove, analyze, hint
    from bitgames.book import Book, BookEntry, BookMove
    from bitgames.clock import Clock, MoveLimits
    from bitgames.errors import ClusterError, PlayerError
    from bitgames.matches import match
    from bitgames.notebook import Board
    from bitgames.played import Forfeit, PlayedGame
    from bitgames.record import Record
    from bitgames.results import MatchResult
    from bitgames.tournaments.ratings import Ratings, ratings
    from bitgames.tournaments.result import Tournament
    from bitgames.tournaments.runner import tournament
    from bitgames.tournaments.sprt import Sprt

__all__ = [
    "Advice",
    "AdvisedMove",
    "Agent",
    "Analysis",
    "AnalyzedMove",
    "Archive",
    "Batch",
    "BatchFinal",
    "BatchStep",
    "Board",
    "Book",
    "BookEntry",
    "BookMove",
    "CancelledError",
    "CellSet",
    "Clock",
    "ClosedError",
    "ClusterError",
    "DamagedFileError",
    "Ending",
    "EndingDatabase",
    "EndingLayer",
    "Facts",
    "Forfeit",
    "ForfeitError",
    "GameError",
    "Honeymoon",
    "HoneymoonView",
    "IllegalMoveError",
    "InvalidPositionError",
    "Judgement",
    "LimitError",
    "MatchResult",
    "Mcts",
    "MctsPool",
    "MctsResult",
    "Mosaic",
    "Move",
    "MoveLimits",
    "Moves",
    "Othello",
    "Outcome",
    "Par",
    "ParameterError",
    "ParseError",
    "PlayedGame",
    "PlayerError",
    "Position",
    "PyramidPosition",
    "PyramidSet",
    "Quo",
    "Ratings",
    "Record",
    "Rubber",
    "SearchLine",
    "SearchResult",
    "Searcher",
    "Solution",
    "Solver",
    "Sprt",
    "TicTacToe",
    "Tournament",
    "UnknownGameError",
    "UnknownPlayerError",
    "UnsupportedError",
    "View",
    "__version__",
    "analysis",
    "analyze",
    "archive",
    "divide",
    "files",
    "formats",
    "games",
    "hint",
    "intervals",
    "judge",
    "match",
    "mnk",
    "openings",
    "perft",
    "play",
    "players",
    "playout",
    "position",
    "protocols",
    "ratings",
    "render",
    "scene",
    "search",
    "seeding",
    "solve",
    "tournament",
]

# Loaded at first use: `import bitgames` takes little longer than to load the native module.
_LAZY = {
    "AdvisedMove": "bitgames.analysis",
    "Advice": "bitgames.analysis",
    "AnalyzedMove": "bitgames.analysis",
    "Analysis": "bitgames.analysis",
    "Archive": "bitgames.archive",
    "Board": "bitgames.notebook",
    "Book": "bitgames.book",
    "BookEntry": "bitgames.book",
    "BookMove": "bitgames.book",
    "analyze": "bitgames.analysis",
    "hint": "bitgames.analysis",
    "ClusterError": "bitgames.errors",
    "Clock": "bitgames.clock",
    "Forfeit": "bitgames.played",
    "MatchResult": "bitgames.results",
    "MoveLimits": "bitgames.clock",
    "PlayedGame": "bitgames.played",
    "PlayerError": "bitgames.errors",
    "Record": "bitgames.record",
    "Sprt": "bitgames.tournaments.sprt",
    "Ratings": "bitgames.tournaments.ratings",
    "Tournament": "bitgames.tournaments",
    "match": "bitgames.matches",
    "ratings": "bitgames.tournaments.ratings",
    "tournament": "bitgames.tournaments",
}
_SUBMODULES = frozenset(
    {
        "analysis",
        "archive",
        "files",
        "formats",
        "games",
        "intervals",
        "openings",
        "play",
        "players",
        "protocols",
        "render",
        "scene",
        "seeding",
    }
)


def __getattr__(name: str) -> Any:
    """Load a name of the Python layer at its first use."""
    from importlib import import_module

    if name in _SUBMODULES:
        return import_module(f"bitgames.{name}")
    if name in _LAZY:
        value = globals()[name] = getattr(import_module(_LAZY[name]), name)
        return value
    raise AttributeError(f"module 'bitgames' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the public names, also those not loaded yet."""
    return sorted(__all__)
