"""The games of two players so far: which are finished, their points, and when a test ends them."""

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from bitgames.results import COMPARED, is_repeating
from bitgames.tournaments.games import Game
from bitgames.tournaments.outcomes import Outcome
from bitgames.tournaments.sprt import Sprt, SprtResult

# A byte for each game: 0 until it is finished, then 1, 2 or 3 for 0, 0.5 or 1 points of the player
# who began.
_FORFEIT = 8


class Pairing:
    """The games of players ``a`` and ``b``, who play ``pairs`` pairs, or fewer if a test decides.

    A test (SPRT) looks at the pairs in the order of their numbers, whenever they finish. It decides
    after the first number of pairs that is enough, and no later pair counts. So what counts does
    not depend on the order in which games end. Where the games repeat it gives no verdict, and no
    more games are played.

    >>> pairing = Pairing("A", "B", 2)
    >>> pairing.add(0, 1.0, False), pairing.add(0, 1.0, False), pairing.finished
    (True, False, 1)
    >>> pairing.add(1, 0.5, False), pairing.add(2, 1.0, True)
    (True, True)
    >>> pairing.counts, pairing.pentanomial, pairing.faults
    ((2, 1, 0), (0, 0, 0, 1, 0), (0, 1))
    """

    def __init__(self, a: str, b: str, pairs: int, sprt: Sprt | None = None) -> None:
        self.a, self.b, self.pairs = a, b, pairs
        self.sprt = sprt
        self.verdict: SprtResult | None = None
        """What the test says of the pairs it has seen; ``None`` without a test or a pair."""
        self.decided: int | None = None
        """The number of pairs after which the test has ended: decided, or found that the games
        repeat."""
        self.finished = 0
        """Number of finished games."""
        self._cells = bytearray(2 * pairs)
        # Of the first games: what each begins with, and the whole game.
        self._begins = array("Q", bytes(8 * min(2 * pairs, COMPARED)))
        self._played = self._begins[:]
        self._tested = 0

    @property
    def is_over(self) -> bool:
        """True if nothing is left to play."""
        return self.decided is not None or self.finished == len(self._cells)

    def add(
        self, game: int, score: float, forfeit: bool, hashes: tuple[int, int] | None = None
    ) -> bool:
        """Add a finished game with the points of the player who began; false if it is known.

        ``hashes`` are those of its opening and of all of it; see ``repeats``.
        """
        if self._cells[game]:
            return False
        if hashes is not None and game < len(self._played):
            # The same opening is another beginning for the other player.
            self._begins[game], self._played[game] = (hashes[0] & ~1) | (game & 1), hashes[1] | 1
        self._cells[game] = 1 + int(2 * score) + (_FORFEIT if forfeit else 0)
        self.finished += 1
        return True

    def add_game(self, game: Game) -> bool:
        """Add a finished game; false if it is known."""
        hashes = game.hashes if game.game < COMPARED else None
        return self.add(game.game, game.score, game.forfeit, hashes)

    def settle(self) -> None:
        """Test each new pair that has all pairs before it, until the test decides."""
        if self.sprt is None or self.decided is not None:
            return
        begin, cells = self._tested, self._cells
        end = cells.find(0, 2 * begin)
        end = self.pairs if end < 0 else end // 2
        if end == begin:
            return
        pairs = zip(cells[2 * begin : 2 * end : 2], cells[2 * begin + 1 : 2 * end : 2], strict=True)
        counts = (0,) * 5 if self.verdict is None else self.verdict.counts
        self.verdict = self.sprt.after(counts, [_points(even, odd) for even, odd in pairs])
        self._tested = self.verdict.pairs
        if self.verdict.verdict is not None:
            self.decided = self._tested
            if self.repeats:
                self.verdict = replace(self.verdict, verdict=None)

    def missing(self, begin: int, most: int) -> tuple[int, int] | None:
        """Return the first run of at most ``most`` unfinished games, from ``begin`` on, if any."""
        cells = self._cells
        first = cells.find(0, begin)
        if first < 0:
            return None
        end = min(first + most, len(cells))
        # The end of a run divides no pair.
        end = min(end + (end & 1), len(cells))
        run = next((game for game in range(first, end) if cells[game]), end)
        return first, run - first

    @property
    def repeats(self) -> bool:
        """True if the players repeat their games, so the intervals are too narrow.

        That is, if at least one in fifty of the first 1024 games equals another, and games with the
        same opening and the same player to begin are all equal. Only games with hashes count.
        """
        end = len(self._played) if self.decided is None else 2 * self.decided
        played = self._played[:end]
        known = len(played) - played.count(0)
        distinct = len(set(played) - {0})
        begins = {begin for begin, hash in zip(self._begins, played, strict=False) if hash}
        return is_repeating(distinct, len(begins), known)

    @property
    def _counted(self) -> bytearray:
        return self._cells if self.decided is None else self._cells[: 2 * self.decided]

    @property
    def games(self) -> int:
        """Number of finished games that count."""
        counted = self._counted
        return len(counted) - counted.count(0)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Wins, draws and losses of ``a``."""
        even, odd = self._by_points()
        return even[2] + odd[0], even[1] + odd[1], even[0] + odd[2]

    def _by_points(self) -> tuple[list[int], list[int]]:
        """Count the games that ``a`` began, and the others, by the points of who began."""
        counted = self._counted
        cells = (counted[0::2], counted[1::2])
        even, odd = (
            [part.count(value) + part.count(value + _FORFEIT) for value in (1, 2, 3)]
            for part in cells
        )
        return even, odd

    @property
    def faults(self) -> tuple[int, int]:
        """The games that ``a`` and ``b`` lost by an invalid move or a failure."""
        counted = self._counted
        even, odd = counted[0::2], counted[1::2]
        lost, won = 1 + _FORFEIT, 3 + _FORFEIT
        return even.count(lost) + odd.count(won), even.count(won) + odd.count(lost)

    @property
    def pentanomial(self) -> tuple[int, ...]:
        """Numbers of whole pairs in which ``a`` made 0, 1/2, 1, 3/2 and 2 points."""
        counts = [0] * 5
        for (even, odd), number in self._pairs().items():
            if even and odd:
                counts[_points(even, odd)] += number
        return tuple(counts)

    def observations(self, is_a: bool) -> list[tuple[float, int]]:
        """Return the scores of the pairs for a player, each with its number.

        A game without the other one of its pair is an observation of its own.
        """
        found: list[tuple[float, int]] = []
        for (even, odd), number in self._pairs().items():
            if even and odd:
                score = _points(even, odd) / 4
            elif even or odd:
                score = _half_points(even) / 2 if even else 1 - _half_points(odd) / 2
            else:
                continue
            found.append((score if is_a else 1 - score, number))
        return found

    def _pairs(self) -> Counter[tuple[int, int]]:
        counted = self._counted
        return Counter(zip(counted[0::2], counted[1::2], strict=True))

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the finished games that count, in the order of their numbers."""
        for game, cell in enumerate(self._counted):
            if cell:
                first, second = (self.b, self.a) if game % 2 else (self.a, self.b)
                yield Outcome(first, second, _half_points(cell) / 2, game // 2)


def _half_points(cell: int) -> int:
    """Return the points, doubled, of the player who began."""
    return (cell & ~_FORFEIT) - 1


def _points(even: int, odd: int) -> int:
    """Return the points, doubled, of ``a`` in both games of a pair."""
    return _half_points(even) + 2 - _half_points(odd)
