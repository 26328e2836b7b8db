"""The public names of the package, each with its place: `lazy.py` and type checkers read them."""

from bitgames import (
    analysis as analysis,
    archive as archive,
    formats as formats,
    games as games,
    honeymoon as honeymoon,
    mosaic as mosaic,
    openings as openings,
    play as play,
    players as players,
    render as render,
    scene as scene,
    seeding as seeding,
    tictactoe as tictactoe,
)
from bitgames._core import (
    Agent as Agent,
    Batch as Batch,
    BatchFinal as BatchFinal,
    BatchStep as BatchStep,
    CancelledError as CancelledError,
    CellSet as CellSet,
    ClosedError as ClosedError,
    ConnectFour as ConnectFour,
    DamagedFileError as DamagedFileError,
    ForfeitError as ForfeitError,
    GameError as GameError,
    Honeymoon as Honeymoon,
    IllegalMoveError as IllegalMoveError,
    InvalidPositionError as InvalidPositionError,
    LimitError as LimitError,
    Mcts as Mcts,
    MctsPool as MctsPool,
    MctsResult as MctsResult,
    Mosaic as Mosaic,
    Move as Move,
    Moves as Moves,
    Network as Network,
    Othello as Othello,
    Outcome as Outcome,
    ParameterError as ParameterError,
    ParseError as ParseError,
    Position as Position,
    Quo as Quo,
    Searcher as Searcher,
    SearchLine as SearchLine,
    SearchResult as SearchResult,
    Solution as Solution,
    Solver as Solver,
    TicTacToe as TicTacToe,
    UnknownGameError as UnknownGameError,
    UnknownPlayerError as UnknownPlayerError,
    UnsupportedError as UnsupportedError,
    View as View,
    __version__ as __version__,
    divide as divide,
    mnk as mnk,
    perft as perft,
    playout as playout,
    position as position,
    search as search,
    solve as solve,
    solve_many as solve_many,
)
from bitgames.analysis import (
    Advice as Advice,
    Analysis as Analysis,
    analyze as analyze,
    hint as hint,
)
from bitgames.archive import Archive as Archive
from bitgames.book import Book as Book
from bitgames.clock import Clock as Clock
from bitgames.errors import ClusterError as ClusterError, PlayerError as PlayerError
from bitgames.exams.sitting import exam as exam
from bitgames.matches import match as match
from bitgames.notebook import Board as Board
from bitgames.record import Record as Record
from bitgames.results import MatchResult as MatchResult
from bitgames.tournaments.ratings import Ratings as Ratings, ratings as ratings
from bitgames.tournaments.tournament import Tournament as Tournament
from bitgames.tournaments.runner import tournament as tournament
from bitgames.tournaments.sprt import Sprt as Sprt
