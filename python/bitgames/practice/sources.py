"""Where positions to practise come from: proven problems, lines of books, mistakes in games."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import SupportsIndex

from bitgames import _core
from bitgames._core import Honeymoon, Position, checksum
from bitgames.analysis import Analysis, analyze, hint
from bitgames.arguments import Progress, Threads, integer, real
from bitgames.book import Book
from bitgames.games import unit
from bitgames.players import get
from bitgames.players.player import Stop
from bitgames.practice.cards import Card, MoveValue, checked_values
from bitgames.problems import PATIENCE, generate
from bitgames.record import Record
from bitgames.seeding import Seed, child_seed, root

_EMPTIES = 8
"""Empty cells of problems by default, on a board that has twice as many."""

_PLIES = 3
"""Least plies to the end of problems by default: one that ends at once teaches little."""

_CARDS = 6
"""Cards in each hand of problems by default."""

_TABLE_MIB = 16


def is_open(position: Position) -> bool:
    """Whether the player to move can know everything: true but for hidden cards.

    >>> import bitgames as bg
    >>> is_open(bg.Othello()), is_open(bg.Honeymoon(7))
    (True, False)
    """
    return not position.facts.hidden or (isinstance(position, Honeymoon) and position.is_open)


def problems(
    game: Position | str,
    *,
    empties: SupportsIndex | None = None,
    plies: SupportsIndex = _PLIES,
    seed: Seed = None,
    threads: Threads = None,
    progress: Progress | None = None,
) -> Iterator[Card]:
    """Iterate over proven problems: positions with one best move, all values exact.

    They are those of ``bitgames.problems.generate``, with ``empties`` empty cells (8, or half of a
    small board) and best play of ``plies`` plies at least: the more, the harder. In honeymoon
    bridge they are endings of open hands of ``empties`` cards (6), whose best moves are half of the
    legal ones at most: neighbours of a suit are often equally good.

    >>> card = next(problems("othello", empties=6, seed=1))
    >>> card.exact, len(card.best_moves), len(card.values) == len(card.position.legal_moves)
    (True, 1, True)
    """
    start = _core.position(game) if isinstance(game, str) else game
    least = integer("plies", plies, 1, 1000)
    if start.facts.hidden:
        cards = integer("empties", _CARDS if empties is None else empties, 2, 12)
        return (
            each
            for each in _endings(start, cards, root(seed), threads)
            if (each.plies or 0) >= least
        )
    if empties is None:
        empties = min(_EMPTIES, (len(start.empty) + 1) // 2)
    found = generate(
        start, empties=empties, all_moves=True, seed=seed, threads=threads, progress=progress
    )
    return (
        Card(
            each.position,
            tuple(MoveValue(move, float(value), True) for move, value in each.values),
            "problem",
            f"problem, {_plies(each.plies)}",
            each.plies,
        )
        for each in found
        if each.plies >= least
    )


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def _endings(start: Position, cards: int, seed: int, threads: Threads) -> Iterator[Card]:
    """Yield endings of deals that two players who follow rules have played."""
    number = last = 0
    while number - last < PATIENCE:
        own = child_seed(seed, number)
        number += 1
        position = start.deal(own)
        players = [get("rule", child_seed(own, seat)) for seat in range(2)]
        while not position.is_over and not _is_ending(position, cards):
            position = position.play(players[position.turn].choose(position))
        if position.is_over:
            continue
        solution = _core.solve(position, all_moves=True, table_mib=_TABLE_MIB, threads=threads)
        values = tuple(MoveValue(each.move, float(each.value), True) for each in solution.lines)
        best = sum(each.value == values[0].value for each in values)
        if 2 * best <= len(values):
            last = number
            plies = len(solution.pv)
            yield Card(position, values, "problem", f"ending, {_plies(plies)}", plies)


def _is_ending(position: Position, cards: int) -> bool:
    """Whether all cards are known, a hand has no more than ``cards``, and there is a choice."""
    return (
        isinstance(position, Honeymoon)
        and position.is_open
        and sum(map(str.isalnum, position.hand(position.turn))) <= cards
        and len(position.legal_moves) > 1
    )


def book_lines(
    book: Book,
    start: Position | str | None = None,
    *,
    within: float | None = None,
) -> Iterator[Card]:
    """Iterate over the positions of a book from its beginning on, those of fewer plies first.

    The lines are those whose moves lose at most ``within`` points each (by default what estimates
    are worth, ``games.unit(game).noise``). Values are those of the book: a move that it leaves out
    loses more than those that it has.

    >>> import bitgames as bg
    >>> card = next(book_lines(bg.Book.of("othello")))
    >>> card.origin, [str(move) for move in card.best_moves]
    ('book: f5', ['d6'])
    """
    first = _core.position(book.game) if start is None else start
    first = _core.position(first) if isinstance(first, str) else first
    most = unit(first).noise if within is None else real("within", within, 0.0, 1e6)
    seen = {_core.canonical_key(first)}
    waiting: deque[Record] = deque([Record(first)])
    while waiting:
        record = waiting.popleft()
        position = record.position
        entry = book.look_up(position)
        if entry is None or not entry.moves:
            continue
        values = tuple(MoveValue(each.move, each.value, each.exact) for each in entry.moves)
        if len({each.value for each in values}) > 1:
            line = " ".join(map(str, record.moves))
            origin = f"book: {line or 'the start'}"
            yield Card(position, checked_values(position, values), "book", origin)
        best = max(each.value for each in values)
        # The usual one of symmetric moves comes first.
        usual = book.line(position)[:1]
        for each in sorted(values, key=lambda each: (-each.value, each.move not in usual)):
            if best - each.value > most:
                break
            after = position.play(each.move)
            if (key := _core.canonical_key(after)) not in seen:
                seen.add(key)
                waiting.append(Record(first, [*record.moves, each.move]))


def mistakes(
    games: Iterable[Record | Analysis],
    *,
    player: str | None = None,
    least: float | None = None,
    level: str | int | None = None,
    threads: int | None = None,
    name: str = "game",
    known: set[str] | None = None,
    on_game: Callable[[int], object] | None = None,
    stop: Stop | None = None,
) -> Iterator[Card]:
    """Iterate over the positions of games in which a move cost something.

    ``games`` are records, which are analyzed, or analyses. ``player`` is a name in the records or
    a side, such as ``"black"``: by default all players. ``least`` is the least loss in points of
    the game's score: by default that from which a loss counts as fair (``analysis``). ``level`` and
    ``threads`` are those of ``analyze`` and ``hint``, which values all moves of the position.
    Positions in which cards are hidden are left out. ``name`` begins the origin of each card.
    Games in ``known``, such as ``Deck.games``, are left out, and each is added after its last
    position. ``on_game(number)`` is called before each game.

    >>> import bitgames as bg
    >>> game = bg.Record("tictactoe", ["a1", "b1", "b2", "c1", "c3"])
    >>> [(card.origin, card.best_moves[:1]) for card in mistakes([game])]
    [('game 1, move 2: b1 lost 1 half point', (b2,))]
    """
    if least is not None:
        real("least", least, 0.0, 1e6)
    for number, game in enumerate(games, 1):
        if on_game is not None:
            on_game(number)
        record = game.record if isinstance(game, Analysis) else game
        seats = _seats(record, player)
        mark = _mark(record, seats)
        if not seats or (known is not None and mark in known):
            continue
        found = (
            game
            if isinstance(game, Analysis)
            else analyze(record, level=level, threads=threads, stop=stop)
        )
        of = unit(record.start)
        for move in found.moves:
            costs = move.grade in ("fair", "bad") if least is None else move.loss >= least
            if move.player not in seats or not move.is_choice or move.loss <= 0 or not costs:
                continue
            position = record.positions[move.number - 1]
            if not is_open(position):
                continue
            values = _valued(position, level, threads, stop)
            # A deeper look may have found that nothing was lost.
            if len(values) < 2 or all(each.value == values[0].value for each in values):
                continue
            lost = of.amount(move.loss)
            origin = f"{name} {number}, move {move.number}: {move.move} lost {lost}"
            yield Card(position, values, "mistake", origin)
        if known is not None:
            known.add(mark)


def _mark(record: Record, seats: set[int]) -> str:
    """Return what tells a game and the players asked for from others."""
    moves = " ".join(map(str, record.moves))
    return f"{checksum(f'{record.start.to_string()} {moves} {sorted(seats)}'.encode()):016x}"


def _seats(record: Record, player: str | None) -> set[int]:
    """Return the seats of a player, by name or by side; all for ``None``."""
    sides = record.start.facts.player_names
    if player is None:
        return set(range(len(sides)))
    wanted = player.casefold()
    names = record.players or [None] * len(sides)
    return {
        seat
        for seat, (side, name) in enumerate(zip(sides, names, strict=True))
        if wanted in (side.casefold(), (name or "").casefold())
    }


def _valued(
    position: Position, level: str | int | None, threads: int | None, stop: Stop | None
) -> tuple[MoveValue, ...]:
    """Return the values of all moves: exact where that is in reach, else those of a search."""
    # A tree search leaves out moves, and its values are not points.
    method = None if position.facts.hidden else "alphabeta"
    advice = hint(position, all_moves=True, level=level, threads=threads, method=method, stop=stop)
    return tuple(MoveValue(each.move, each.value, each.exact) for each in advice.moves)
