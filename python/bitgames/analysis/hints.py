"""Hints: the values of all or the best moves, refined while they are computed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, SupportsIndex, TypeAlias

from bitgames import _core
from bitgames._core import (
    CancelledError,
    LimitError,
    Mcts,
    Move,
    ParameterError,
    Position,
    Searcher,
    SearchLine,
    Solver,
    UnsupportedError,
    View,
)
from bitgames.analysis.grades import Grade, grades
from bitgames.analysis.levels import Level, can_solve, checked_seconds, named
from bitgames.arguments import Progress, flag, instance, integer, parameter_error, shortened
from bitgames.arguments import threads as thread_count
from bitgames.book import Book
from bitgames.games import strongest, unit
from bitgames.players import get
from bitgames.players.nets import evaluation, network_file
from bitgames.players.player import Stop
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root
from bitgames.tables import to_html

Asked: TypeAlias = Position | str | View | Record
"""What a hint is asked for: a position, what a seat sees of one, or a game so far."""

_FIRST_WORLDS = 4
_FIRST_SIMULATIONS = 500
_SEARCH_SHARE = 0.4
"""Share of the seconds for the search where a solve follows."""

_AT_ONCE = 0.01
"""Positions whose solve takes about this many seconds are solved without a search."""


@dataclass(frozen=True, slots=True)
class AdvisedMove:
    """A legal move with its value for the player who makes it."""

    move: Move
    """The move."""
    value: float
    """Its value in points of the game's score: discs, points, or 1, 0 and -1."""
    exact: bool
    """True if the value is proven."""
    depth: int | None
    """The depth of the search in plies; ``None`` if the value is exact or a mean."""
    line: tuple[Move, ...]
    """Best play from both sides, as far as it was searched; it begins with the move."""
    error: float | None = None
    """The standard error of the value, if it is a mean over sampled worlds."""
    visits: int | None = None
    """How often a tree search tried the move, if the value is a result to expect: 0 of a network
    alone."""
    words: str = ""
    """What the move does, and the difference to the next one."""
    certainty: int = 100
    """Certainty of the search in percent: 100 without selective cuts, and for exact values."""
    book: bool = False
    """True if the value comes from an opening book."""
    grade: Grade | None = None
    """``best``, ``good``, ``fair`` or ``bad``, by what the move loses to the best one; ``None``
    where estimates differ by less than they are worth."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of a position with their values, the best first."""

    moves: tuple[AdvisedMove, ...]
    """The moves, the best first."""
    words: str
    """The advice in a sentence."""
    unit: str
    """The unit of the values, in the plural: ``discs``."""
    final: bool
    """True for the last refinement."""
    worlds: int | None = None
    """The number of sampled worlds, where the player to move cannot know everything."""
    is_result: bool = False
    """True if the values are results, 1, 0 and -1, or what is expected of them."""

    @property
    def best(self) -> AdvisedMove:
        """The best move."""
        return self.moves[0]

    @property
    def exact(self) -> bool:
        """True if all values are proven."""
        return all(move.exact for move in self.moves)

    def _repr_html_(self) -> str:
        rows = [
            (each.move, f"{each.value:+g}", each.words, " ".join(map(str, each.line)))
            for each in self.moves
        ]
        return to_html([("move", self.unit, "", "line"), *rows], self.words)


@dataclass(frozen=True, slots=True)
class _Task:
    position: Position
    count: int | None
    """Number of moves to return; ``None`` for all."""
    level: Level
    until: float
    """The time at which to stop, of ``clock``."""
    timed: bool
    """True if the time was asked for: else the number of worlds depends on the level alone."""
    threads: int | None
    see_all: bool
    method: str
    known: tuple[AdvisedMove, ...]
    """The moves that an opening book has."""
    stop: Stop | None
    progress: Progress | None
    clock: Callable[[], float]

    @property
    def lines(self) -> dict[str, Any]:
        """The lines to search: one more than asked for, to tell the difference to the next."""
        legal = len(self.position.legal_moves)
        if self.count is None or self.count + 1 >= legal:
            return {"all_moves": True}
        return {"lines": self.count + 1}

    @property
    def wanted(self) -> int:
        return 1 << 31 if self.count is None else self.count + 1

    @property
    def left(self) -> float:
        """Seconds left, at least a little."""
        return max(self.until - self.clock(), 0.01)

    @property
    def is_stopped(self) -> bool:
        return self.stop is not None and bool(self.stop())


def hint(
    position: Asked,
    *,
    lines: SupportsIndex | None = None,
    all_moves: bool = False,
    level: str | int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: Seed = None,
    see_all: bool = False,
    method: str | None = None,
    book: Book | bool = False,
    stop: Stop | None = None,
    on_advice: Callable[[Advice], object] | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Return the values of the best moves, as many as ``lines``, or of all, with reasons.

    All is the default; ``all_moves`` says so, as in ``search`` and ``solve``.
    ``position`` is a position, its text, a ``View`` or a ``Record``. ``level`` is ``quick``,
    ``normal`` (the default) or ``deep``: how deep to search, and which endings to solve exactly. In
    Othello on 8 by 8 it may be a level of its search, from 0 to 30.
    ``seconds`` limits the time instead. ``threads`` search together, as in ``search``.

    In a game with hidden cards the values are means over worlds that fit what the player to move
    has seen, drawn with ``seed``, and exact once all cards are known; ``see_all`` uses the position
    as it is.

    ``method`` is how the moves are looked at until an exact solve is in reach: ``"alphabeta"``,
    a search to a depth, with values in points of the game's score, or ``"mcts"``, a Monte Carlo
    tree search from ``seed``, with results to expect, from -1 (a loss) to 1 (a win); moves that
    it never tried are left out. ``"mcts:net=FILE"`` is such a search with a trained network, and
    ``"net:FILE"`` looks by the network alone: at the position, for the order of the moves, and
    after each move, for its value.
    ``None`` takes the one that plays better in this game, as ``games.strongest`` tells. Where
    cards are hidden, ``None`` samples worlds as above.

    ``book`` is an opening book, or True for that of the game: its moves come with its values at
    once, with ``book`` True; a search values the others, as far as ``lines`` asks for them.

    ``on_advice(advice)`` is called with each refinement, the last one included.
    ``stop()`` is called every 50 ms: once it returns True, the advice so far is returned, or
    ``CancelledError`` raised if there is none. ``progress(done, total)`` is called as by
    ``search``.

    Raises ``ParameterError`` for a finished game, a view of a seat that is not to move, another
    method, and values out of range.

    >>> import bitgames as bg
    >>> advice = bg.hint(bg.position("tictactoe oo./xx./..."), lines=2)
    >>> [(each.move, each.value) for each in advice.moves]
    [(c1, 1.0), (c2, 0.0)]
    >>> advice.words
    'c1 wins: completes a line; c2 draws'
    """
    found = None
    for found in refine(
        position, lines=lines, all_moves=all_moves, level=level, seconds=seconds,
        threads=threads, seed=seed, see_all=see_all, method=method, book=book, stop=stop,
        progress=progress,
    ):  # fmt: skip
        if on_advice is not None:
            on_advice(found)
    if found is None:
        raise CancelledError("the hint was stopped before there was a result")
    return found


def refine(
    position: Asked,
    *,
    lines: SupportsIndex | None = None,
    all_moves: bool = False,
    level: str | int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: Seed = None,
    see_all: bool = False,
    method: str | None = None,
    book: Book | bool = False,
    stop: Stop | None = None,
    progress: Progress | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Advice]:
    """Iterate over ever better advice; the arguments are those of ``hint``.

    Where worlds are sampled, ``seconds`` are those of ``clock``: one that stands still while
    ``stop`` waits gives all of them to the work.

    >>> import bitgames as bg
    >>> position = bg.Othello().play("f5")
    >>> [advice.moves[0].depth for advice in bg.analysis.refine(position, level="quick")]
    [1, 2, 3, 4, 5, 6, 6]
    """
    all_moves, see_all = flag("all_moves", all_moves), flag("see_all", see_all)
    begin = root(seed)
    world = _world(position, begin, see_all)
    if world.is_over:
        raise ParameterError("the game is over: there is no move to advise")
    chosen = named(level)
    limit = checked_seconds(seconds)
    if limit is not None and level is None:
        # Only the time limits.
        chosen = replace(chosen, depth=250, solve=limit, worlds=100_000, simulations=1 << 40)
    until = clock() + (chosen.seconds if limit is None else limit)
    timed = limit is not None
    known = _known(_chosen_book(book, world), world)
    if known and isinstance(method, str) and method != "alphabeta":
        name = shortened(method, 40)
        raise ParameterError(f"an opening book goes with the method alphabeta or None, not {name}")
    if lines is not None and all_moves:
        raise parameter_error("lines", "None together with all_moves", str(lines))
    count = None if lines is None else integer("lines", lines, 1, 1 << 31)
    task = _Task(
        world, count, chosen, until, timed, thread_count(threads), see_all,
        _method("alphabeta" if known else method, world, see_all), known, stop, progress, clock,
    )  # fmt: skip
    return _refined(task, begin)


def _world(position: Asked, seed: int, see_all: bool) -> Position:
    """Return the position to look at."""
    if isinstance(position, Record):
        position = position.position
    if isinstance(position, View):
        if see_all:
            raise ParameterError("a view does not show all: see_all takes a position or a record")
        if not position.is_over and position.player != position.turn:
            names = position.facts.player_names
            raise ParameterError(
                f"a hint is for the player to move: {names[position.turn]}, not "
                f"{names[position.player]}"
            )
        # Any world will do: only what they have in common counts.
        return position.determinize(seed=seed)
    if isinstance(position, str):
        return _core.position(position)
    if isinstance(position, Position):
        return position
    kind = type(position).__name__
    raise TypeError(f"hint takes a Position, its text, a View or a Record, not {kind}")


def _chosen_book(book: Book | bool, position: Position) -> Book | None:
    """Return the book that an argument means for the game of a position."""
    if book is True:
        return Book.of(position)
    if book is False:
        return None
    return instance("book", book, Book, "a Book, True or False")


def _known(book: Book | None, position: Position) -> tuple[AdvisedMove, ...]:
    """Return the moves of a book with their lines; none without a book."""
    entry = None if book is None else book.look_up(position)
    if book is None or entry is None:
        return ()
    return tuple(
        AdvisedMove(
            each.move, each.value, each.exact, None,
            (each.move, *book.line(position.play(each.move))), book=True,
        )
        for each in entry.moves
    )  # fmt: skip


def _method(method: str | None, position: Position, see_all: bool) -> str:
    """Return the way to look at the moves; ``worlds`` where cards are hidden, by default."""
    if method is None:
        if position.facts.hidden and not see_all:
            return "worlds"
        return "mcts" if (strongest(position) or "").startswith("mcts") else "alphabeta"
    if not isinstance(method, str):
        raise TypeError(f"method must be a name or None, not {type(method).__name__}")
    if network_file(method):
        get(method).check(position)
    elif method not in ("alphabeta", "mcts"):
        allowed = "alphabeta, mcts, mcts:net=FILE, net:FILE or None"
        raise parameter_error("method", allowed, shortened(repr(method), 40))
    if not _is_tree_search(method) and position.facts.hidden and not see_all:
        name = method.partition(":")[0]
        raise ParameterError(
            f"{name} sees all cards: give see_all=True, or another method (mcts or None)"
        )
    return method


def _is_tree_search(method: str | None) -> bool:
    """Whether a method is a Monte Carlo tree search, by playouts or with a network."""
    return isinstance(method, str) and method.partition(":")[0] == "mcts"


def _refined(task: _Task, seed: int) -> Iterator[Advice]:
    """Choose the way: exact at once, search and then exact, or sampled worlds."""
    if task.is_stopped:
        return
    position = task.position
    hidden = position.facts.hidden and not task.see_all
    if hidden:
        try:
            lines = _solve(task, Solver(position), share=None)
        except UnsupportedError:
            if not _is_tree_search(task.method):
                yield from _sample(task, seed)
                return
            found: list[AdvisedMove] = []
            for found in _grown(task, seed, task.left):
                yield _advice(task, found, worlds=_visits(found))
            if found:
                yield _advice(task, found, worlds=_visits(found), final=True)
            return
        yield _advice(task, lines, final=True)
        return
    yield from _look(task, seed)


def _look(task: _Task, seed: int) -> Iterator[Advice]:
    """Search deeper and deeper, then solve if that is in reach."""
    position, level = task.position, task.level
    solves = not position.facts.hidden and can_solve(position, level.solve)
    found: Sequence[AdvisedMove] = ()
    if solves and can_solve(position, _AT_ONCE):
        # The estimate may be far off: a search follows where the time was too short.
        proven = _solve(task, Solver(position, threads=task.threads), share=_SEARCH_SHARE)
        # Where the time ends between two lines, the first ones are there already.
        if proven and len(proven) >= min(len(position.legal_moves), task.wanted):
            yield _advice(task, proven, final=True)
            return
        solves = False
    if task.known:
        enough = len(task.known) >= min(len(position.legal_moves), task.wanted)
        yield _advice(task, task.known, final=enough)
        if enough:
            return
        found = task.known
    if not task.is_stopped:
        alone = _looked if network_file(task.method) else _deepened
        estimates = _grown if _is_tree_search(task.method) else alone
        for found in estimates(task, seed, task.left * (_SEARCH_SHARE if solves else 1)):
            yield _advice(task, found)
        if task.is_stopped or (found and all(move.exact for move in found)):
            solves = False
    if solves:
        with suppress(CancelledError):
            found = _solve(task, Solver(position, threads=task.threads), found)
    if found:
        yield _advice(task, found, final=True)


def _together(known: Sequence[AdvisedMove], found: Sequence[AdvisedMove]) -> list[AdvisedMove]:
    """Return moves of a book and searched ones, the best first; a proven value counts most."""
    proven = {each.move for each in found if each.exact}
    kept = [each for each in known if each.move not in proven]
    in_book = {each.move for each in kept}
    kept += [each for each in found if each.move not in in_book]
    return sorted(kept, key=lambda each: -each.value)


def _deepened(task: _Task, _: int, seconds: float) -> Iterator[list[AdvisedMove]]:
    """Search deeper and deeper; a search that has no time finishes one ply."""
    searcher = Searcher(task.position, threads=task.threads)
    results = searcher.deepen(
        task.position, **task.lines, **task.level.limits, seconds=seconds,
        see_all=task.see_all, stop=task.stop, progress=task.progress,
    )  # fmt: skip
    is_empty = True
    for result in results:
        is_empty = False
        yield _together(task.known, [advised(line) for line in result.lines])
    if is_empty and not task.is_stopped:
        found = searcher.search(
            task.position, **task.lines, depth=1, see_all=task.see_all, stop=task.stop
        )
        yield _together(task.known, [advised(line) for line in found.lines])


def _looked(task: _Task, *_: float) -> Iterator[list[AdvisedMove]]:
    """Ask a network about the position and after each move; the largest logit comes first."""
    position, evaluate = task.position, evaluation(task.method)
    turn, teams = position.turn, position.facts.teams

    def say(at: Position) -> tuple[Any, float]:
        logits, values = evaluate(at.planes()[None], at.legal_mask()[None])
        return logits[0], float(values[0])

    logits = say(position)[0]
    moves = []
    for move in sorted(position.legal_moves, key=lambda each: -logits[int(each)]):
        after = position.play(move)
        if after.is_over:
            value = after.returns[turn]
        else:
            value = say(after)[1] * (1 if teams[after.turn] == teams[turn] else -1)
        moves.append(AdvisedMove(move, value, after.is_over, None, (move,), visits=0))
    yield moves


def _grown(task: _Task, seed: int, seconds: float) -> Iterator[list[AdvisedMove]]:
    """Grow a tree, whose size doubles from one round to the next."""
    until = task.clock() + seconds
    how: dict[str, Any] = {"seed": child_seed(seed, 0), "see_all": task.see_all}
    if network_file(task.method):
        how |= {"policy": "puct", "evaluate": evaluation(task.method)}
    tree = Mcts(task.position, **how)
    done, left = 0, task.level.simulations
    while left > 0:
        share = min(max(done, _FIRST_SIMULATIONS), left)
        allowed = max(until - task.clock(), 0.01)
        found = tree.run(share, allowed, stop=task.stop, progress=task.progress)
        done, left = done + share, left - share
        moves = [
            AdvisedMove(
                move, float(found.q[int(move)]), found.proven and move == found.best_move, None,
                tuple(found.pv) if move == found.best_move else (move,),
                visits=int(found.visits[int(move)]),
            )
            for move in task.position.legal_moves
            if found.visits[int(move)] or move == found.best_move
        ]  # fmt: skip
        # A value of few visits says little: the tree's own choice comes first, then the most tried.
        moves.sort(key=lambda each: (each.move != found.best_move, -(each.visits or 0)))
        yield moves
        if found.proven or task.is_stopped or task.clock() >= until:
            return


def advised(line: SearchLine) -> AdvisedMove:
    """Return the move of a line that a search or a solve has found."""
    depth = None if line.exact else line.depth
    pv = tuple(line.pv)
    return AdvisedMove(line.move, line.value, line.exact, depth, pv, certainty=line.certainty)


def _solve(
    task: _Task, solver: Solver, before: Sequence[AdvisedMove] = (), *, share: float | None = 1.0
) -> list[AdvisedMove]:
    """Return exact values, or ``before`` if the time is up.

    ``share`` is the part of the time left that the solve may take; ``None`` is without limit.
    """
    seconds = None if share is None else share * task.left
    try:
        solution = solver.solve(
            task.position, **task.lines, seconds=seconds, stop=task.stop,
            progress=task.progress,
        )  # fmt: skip
    except LimitError:
        return list(before)
    # Where the time ends before the first line there is none.
    return [advised(line) for line in solution.lines] or list(before)


def _visits(moves: Sequence[AdvisedMove]) -> int:
    """Return the number of simulations; each draws a world, where cards are hidden."""
    return sum(move.visits or 0 for move in moves)


def _sample(task: _Task, seed: int) -> Iterator[Advice]:
    """Yield means over ever more worlds that fit what the player to move has seen."""
    position = task.position
    stream = child_seed(seed, 0)
    worlds = min(_FIRST_WORLDS, task.level.worlds)
    is_first = True

    def is_late() -> bool:
        # The first round always ends by itself.
        return task.is_stopped or (task.timed and not is_first and task.clock() >= task.until)

    while True:
        began = task.clock()
        try:
            rows = _core.sampled(position, worlds, stream, stop=is_late, progress=task.progress)
        except CancelledError:
            return
        moves = [AdvisedMove(m, mean, False, None, (m,), error) for m, mean, error in rows]
        moves.sort(key=lambda each: -each.value)
        # Each round draws the worlds of the round before again, and as many more.
        too_long = task.timed and task.left < 3 * (task.clock() - began)
        final = worlds >= task.level.worlds or too_long or task.is_stopped
        yield _advice(task, moves, worlds=worlds, final=final)
        if final:
            return
        worlds, is_first = min(2 * worlds, task.level.worlds), False


def _advice(
    task: _Task, moves: Sequence[AdvisedMove], *, worlds: int | None = None, final: bool = False
) -> Advice:
    shows = worlds is None
    # The values of a tree are results to expect, whatever the game counts.
    of = unit(task.position) if moves[0].visits is None else _core.Unit.of_results()
    valued = [(each.move, each.value, each.exact, each.error, each.line) for each in moves]
    each_in_words, sentence = _core.phrases(task.position, valued, of, shows)
    told = [
        replace(move, words=f"{words}; from the book" if move.book else words, grade=grade)
        for move, words, grade in zip(
            moves, each_in_words, grades(of, moves, moves[0]), strict=True
        )
    ]
    kept = tuple(told[: task.count])
    return Advice(kept, sentence, of.plural, final, worlds, of.is_result)
