"""Problems: positions with exactly one best move, from games of plausible moves.

Those of honeymoon bridge are plays of a contract, from deals that may have to meet conditions.

>>> import bitgames as bg
>>> from bitgames.problems import generate
>>> problem = next(generate("othello", empties=6, seed=1))
>>> best, second = problem.values
>>> best[1] >= second[1] + 2 and best[0] == problem.best_move
True
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self, SupportsIndex

from bitgames import _core, deals
from bitgames._core import (
    ConnectFour,
    Honeymoon,
    Move,
    Othello,
    ParameterError,
    Position,
    Solver,
)
from bitgames.arguments import Threads, integer, parameter_error, real
from bitgames.formats import obf, pons
from bitgames.games import start as start_of
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root

__all__ = ["PATIENCE", "Problem", "generate", "to_text"]

EMPTIES = 12
"""Empty squares of a problem, or cards of a hand, unless others are asked for."""

RANKS = 13
"""Cards in a hand of bridge."""

_DEPTH = 2
"""Plies by which the moves of the games are searched."""

_PLAUSIBLE = 3.0
"""By how many points the moves of the games may be worse than the best one of that search."""

_RANDOM_SHARE = 6
"""The first moves of a game are random: at most one of this many that lead to the position."""

PATIENCE = 2000
"""Games without a new problem after which there are no more."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with one best move."""

    record: Record
    """The moves from the start to the position."""
    best_move: Move
    """The best move."""
    values: tuple[tuple[Move, int], ...]
    """The exact values of the best moves, the best first: two of them, or all."""
    game: int
    """The number of the game that it comes from, counted from 0."""
    plies: int
    """Plies to the end of the game by best play: how far ahead one has to see."""

    @property
    def position(self) -> Position:
        """The position."""
        return self.record.position

    @property
    def win_in(self) -> int | None:
        """The moves that the winner makes until the end by best play; ``None`` without a win."""
        return (self.plies + 1) // 2 if self.value > 0 else None

    @property
    def value(self) -> int:
        """The value of the best move, in points of the game's score."""
        return self.values[0][1]


def generate(
    game: Position | str = "othello",
    *,
    empties: SupportsIndex | None = None,
    margin: float | None = None,
    win_in: SupportsIndex | None = None,
    all_moves: bool = False,
    deal: deals.Wanted | None = None,
    contract: str | None = None,
    par: bool = False,
    seed: Seed = None,
    threads: Threads = None,
    table_mib: SupportsIndex = 16,
    on_game: Callable[[int], object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Iterator[Problem]:
    """Iterate over problems of a game, no two of them symmetric; endless where there are many.

    Each comes from a game that begins with some random moves and goes on with moves within 3
    points of the best by a search two plies deep. The position with ``empties`` empty squares (12,
    or half of a small board) is solved; it is a problem if its best move gains at least ``margin``
    points more than any other (2, or 1 where scores are results). In Connect Four, without
    ``margin``, it is a problem if exactly one move wins. ``win_in`` asks for a best move that wins
    in this number of moves of the winner, by best play: the more, the harder. ``values`` has the
    two best moves, or all with ``all_moves``. The same ``seed`` gives the same problems, for any
    ``threads`` (as in ``Solver``) and ``table_mib``.

    In honeymoon bridge both hands are open, without an exchange, and ``empties`` is the most cards
    of a hand. The problem is the first position of best play in which the moves of one run of cards
    alone make or beat the contract, or gain ``margin`` points more than any other. The deals meet
    the conditions ``deal`` (``bitgames.deals``); the contract is that of par, or ``contract`` by a
    player who can make it; with ``par``, too, deals of which it is par.

    ``on_game(number)`` is called before each game, ``progress(done, total)`` as by ``solve``. It
    ends after ``PATIENCE`` games (2,000) without a new problem.

    Raises ``ParameterError`` for values out of range, and for conditions and contracts of another
    game; those of honeymoon bridge also as ``deals.deal``.

    >>> import bitgames as bg
    >>> problem = next(generate("tictactoe", empties=5, seed=3))
    >>> problem.position, problem.best_move
    (TicTacToe.from_string('tictactoe x../.x./oo.'), c3)
    """
    start = _core.position(game) if isinstance(game, str) else game
    if isinstance(start, Honeymoon):
        if win_in is not None:
            raise ParameterError("win_in is for games in which moves win, not for honeymoon")
        most = f"from 2 to {RANKS} cards of a hand"
        cards = integer("empties", EMPTIES if empties is None else empties, 2, RANKS, most)
        points = None if margin is None else real("margin", margin, 0.5, start.facts.max_score)
        asked = _Contract.read(contract, par, deal)
        if "notrump=no" in start.rules and "NT" in (asked.text or ""):
            raise parameter_error("contract", "in a suit with notrump=no", repr(asked.text))
        return _of_bridge(
            start, cards, points, asked, all_moves, root(seed), threads, table_mib, on_game,
            progress,
        )  # fmt: skip
    if deal is not None or contract is not None or par:
        raise ParameterError(f"deals, contracts and par are of honeymoon, not of {start.game}")
    cells = len(start.empty)
    if empties is None:
        empties = min(EMPTIES, (cells + 1) // 2)
    reach = f"from 2 to {cells - 1} (one leaves no choice)"
    wanted = integer("empties", empties, 2, cells - 1, reach)
    highest = start.facts.max_score
    gap = min(2, highest) if margin is None else real("margin", margin, 0.5, 2.0 * highest)
    only_win = margin is None and _core.result_decides(start)
    moves = None if win_in is None else integer("win_in", win_in, 1, wanted)

    def is_problem(values: Sequence[tuple[Move, int]], plies: int) -> bool:
        best, second = values[0][1], values[1][1]
        if moves is not None and (best <= 0 or (plies + 1) // 2 != moves):
            return False
        return best > 0 >= second if only_win else best - second >= gap

    return _found(
        start, wanted, is_problem, all_moves, root(seed), threads, table_mib, on_game, progress
    )


@dataclass(frozen=True, slots=True)
class _Contract:
    """The contract of problems of bridge, and the conditions on their deals."""

    text: str | None
    """A contract such as ``4S``; ``None`` for that of par."""
    is_par: bool
    conditions: deals.Conditions | None

    @classmethod
    def read(cls, contract: str | None, par: bool, deal: deals.Wanted | None) -> Self:
        """Return what the arguments mean; raises ``ParseError``."""
        key = "par" if par else "contract"
        words = None if contract is None else deals.read(f"{key}:{contract}")
        text = None if words is None else str(words).removeprefix(f"{key}:")
        if text is not None and deals.CONTRACT.fullmatch(text.upper()) is None:
            raise parameter_error("contract", "one like 4S, 3NT or 5Cx", repr(text))
        both = [] if deal is None else [str(deals.read(deal))]
        both += [] if words is None else [str(words)]
        return cls(text, par or contract is None, deals.read(", ".join(both)) if both else None)

    def bid(self, start: Honeymoon) -> Record[Honeymoon] | None:
        """Play the auction that ends in the contract; ``None`` where par is to pass."""
        record = Record(start)
        if self.is_par or self.text is None:
            for call in start.par().calls:
                record.play(call)
            return None if record.is_over else record
        for word in deals.calls(start, self.text, deals.declarers(start, self.text)[0]):
            record.play(word)
        return record


def _of_bridge(
    start: Honeymoon,
    cards: int,
    margin: float | None,
    wanted: _Contract,
    all_moves: bool,
    seed: int,
    threads: Threads,
    table_mib: SupportsIndex,
    on_game: Callable[[int], object] | None,
    progress: Callable[[int, int], object] | None,
) -> Iterator[Problem]:
    """Yield problems from plays of contracts."""

    def problem(number: int) -> Problem | None:
        dealt = deals.deal(start, wanted.conditions, child_seed(seed, number), progress=progress)
        record = wanted.bid(deals.opened(dealt))
        if record is None:
            return None
        for move in _solved(record, table_mib, threads).pv:
            position = record.position
            held = sum(map(str.isalnum, position.hand(position.turn)))
            if held <= cards and len(position.legal_moves) > 1:
                solution = _solved(record, table_mib, threads, all_moves=True)
                values = [(line.move, int(line.value)) for line in solution.lines]
                run = _runs(position)
                others = [each for each in values if run[each[0]] != run[values[0][0]]]
                if others and _decides(values[0][1], others[0][1], margin):
                    record.conditions = wanted.conditions
                    shown = values if all_moves else [values[0], others[0]]
                    return Problem(record, values[0][0], tuple(shown), number, len(solution.pv))
            record.play(move)
        return None

    yield from _of_games(problem, on_game)


def _of_games(
    problem: Callable[[int], Problem | None], on_game: Callable[[int], object] | None
) -> Iterator[Problem]:
    """Yield the problems of games by their numbers, until ``PATIENCE`` games in a row have none."""
    number = last = 0
    while number - last < PATIENCE:
        if on_game is not None:
            on_game(number)
        found = problem(number)
        if found is not None:
            last = number
            yield found
        number += 1


def _solved(
    record: Record[Honeymoon],
    table_mib: SupportsIndex,
    threads: Threads,
    *,
    all_moves: bool = False,
) -> _core.Solution:
    return _core.solve(record.position, all_moves=all_moves, table_mib=table_mib, threads=threads)


def _decides(best: int, second: int, margin: float | None) -> bool:
    return best > 0 >= second if margin is None else best - second >= margin


def _runs(position: Honeymoon) -> dict[Move, tuple[int, int]]:
    """Return the run of each legal card: cards of a suit with no card of the other's between.

    >>> import bitgames as bg
    >>> pos = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82").play("pass").play("1NT")
    >>> [str(move) for move, run in _runs(pos.play("pass")).items() if run == (0, 0)]
    ['SA', 'SK', 'SQ']
    """
    own, other = (position.hand(seat).split(".") for seat in (position.turn, 1 - position.turn))
    led = None if position.led is None else divmod(int(position.led), RANKS)
    runs: dict[int, tuple[int, int]] = {}
    for suit in range(len(own)):
        run = 0
        for place, rank in enumerate("AKQJT98765432"):
            if rank in own[suit]:
                runs[RANKS * suit + place] = (suit, run)
            elif rank in other[suit] or (suit, place) == led:
                run += 1
    return {move: runs[int(move)] for move in position.legal_moves}


def _found(
    start: Position,
    empties: int,
    is_problem: Callable[[Sequence[tuple[Move, int]], int], bool],
    all_moves: bool,
    seed: int,
    threads: Threads,
    table_mib: SupportsIndex,
    on_game: Callable[[int], object] | None,
    progress: Callable[[int, int], object] | None,
) -> Iterator[Problem]:
    solver = Solver(start, table_mib=table_mib, threads=threads)
    seen: set[int] = set()

    def problem(number: int) -> Problem | None:
        record = _played(start, empties, child_seed(seed, number))
        if record is None or (key := record.position.canonical().key) in seen:
            return None
        seen.add(key)
        lines = {"all_moves": True} if all_moves else {"lines": 2}
        solution = solver.solve(record.position, **lines, progress=progress)
        values = tuple((line.move, int(line.value)) for line in solution.lines)
        plies = len(solution.pv)
        return (
            Problem(record, values[0][0], values, number, plies)
            if is_problem(values, plies)
            else None
        )

    yield from _of_games(problem, on_game)


def _played(start: Position, empties: int, seed: int) -> Record | None:
    """Play a game to a number of empty squares.

    ``None`` if it is over before, or there is no choice of moves in that position.
    """
    position, played = start, list[Move]()
    to_play = len(position.empty) - empties
    random_plies = child_seed(seed, 0) % (to_play // _RANDOM_SHARE + 1)
    while len(position.empty) > empties:
        if position.is_over:
            return None
        moves = list(position.legal_moves)
        if len(played) >= random_plies and len(moves) > 1:
            lines = _core.search(position, depth=_DEPTH, all_moves=True, table_mib=1).lines
            moves = [each.move for each in lines if each.value >= lines[0].value - _PLAUSIBLE]
        played.append(moves[child_seed(seed, len(played) + 1) % len(moves)])
        position = position.play(played[-1])
    there = len(position.empty) == empties and not position.is_over
    return Record(start, played) if there and len(position.legal_moves) > 1 else None


def to_text(problem: Problem) -> str:
    """Return a problem as a line, such as ``bitgames solve --check`` reads.

    Othello on 8 x 8 is written in OBF, a game of Connect Four from the empty board in the form of
    ``bitgames.formats.pons``; lines of other games look like OBF.

    >>> import bitgames as bg
    >>> line = to_text(next(generate("othello", empties=6, seed=1)))
    >>> from bitgames.formats import obf
    >>> len(obf.parse(line).best_moves)
    1
    """
    position = problem.position
    comment = f"game {problem.game}"
    if _core.result_decides(position) and problem.win_in is not None:
        comment += f", wins in {problem.win_in}"
    if isinstance(position, Honeymoon) and position.declarer is not None:
        comment += f", {position.contract} by {position.facts.player_names[position.declarer]}"
    if isinstance(position, Othello) and position.game == "othello":
        return obf.to_text(obf.ObfProblem(position, dict(problem.values), comment))
    if isinstance(position, ConnectFour) and problem.record.start == start_of(position.game):
        return pons.to_text(pons.PonsProblem(problem.record, problem.value))
    scores = "".join(f" {move}:{value:+d};" for move, value in problem.values)
    return f"{position.to_string()}; {scores.strip()} % {comment}"
