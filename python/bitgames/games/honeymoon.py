"""Honeymoon bridge: how it is shown, and what is said at its table."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from bitgames._core import Honeymoon, Move, solve
from bitgames.games.presenter import Example, Presenter, Unit
from bitgames.scene.cards import CARDS, SUITS
from bitgames.sentences import Said

_DEAL = "2.QJ8.KJT4.KQ762 KQJ76.974.62.J83 H2S4H5D9S5S9D7STC9H3H6D5C4SAHTS3C5HKDQDAHACAD8S8D3CT"
_POINTS = Unit("point", "points", blunder=100.0, even=50.0)
_SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
_SYMBOLS = dict(zip(SUITS, "\u2660\u2665\u2666\u2663", strict=True))
_DEAL_WORDS = 4
"""Words of a position's text before the moves: the spec, two hands and the stock."""
_BOOK = 6
"""Tricks that count for no contract."""
_CALLS = {"pass": ("p", "-"), "double": ("x", "dbl"), "redouble": ("xx", "rdbl")}


class HoneymoonPresenter(Presenter[Honeymoon]):
    """Values are points; with best play of open hands the tricks are a reason."""

    example = Example("honeymoon", f"honeymoon {_DEAL}", "1C 1S 2C pass", viewer=0)
    has_tricks = True

    def aim(self, start: Honeymoon) -> str:
        """Return the aim."""
        return "bridge for two: exchange cards, bid, play 13 tricks"

    def unit(self, position: Honeymoon) -> Unit:
        """Return points."""
        return _POINTS

    def reasons(self, position: Honeymoon, line: Sequence[Move]) -> list[str]:
        """Return the tricks of best play once both hands are known."""
        if not position.is_open or position.phase != "play":
            return []
        end = position
        for move in line:
            end = end.play(move)
        return [Said("makes", _tricks_of(end, position.turn))] if end.is_over else []

    def spellings(self, position: Honeymoon, move: Move) -> tuple[str, ...]:
        """Return short calls, and cards and bids with their symbols, rank or suit first."""
        text = str(move)
        if text in _CALLS:
            return _CALLS[text]
        if position.cell_of(move) is None:
            level, strain = text[0], text[1:]
            return (level + _SYMBOLS.get(strain, "N"),)
        suit, rank = text[0], text[1]
        ranks = (rank, "10") if rank == "T" else (rank,)
        suits = (suit, _SYMBOLS[suit])
        return tuple(each for r in ranks for s in suits for each in (s + r, r + s) if each != text)

    def announce(
        self, before: Honeymoon, move: Move, after: Honeymoon, viewer: int | None
    ) -> list[str]:
        """Return who won a trick of the exchange, what was drawn, and the phase that begins."""
        lines = []
        if before.phase == "draw" and before.led is not None:
            lines += _drawn(before, move, after, viewer)
        if after.phase != before.phase and after.phase != "over":
            lines.append(_next_phase(before, after, viewer))
        return lines

    def account(self, end: Honeymoon) -> list[str]:
        """Return the score by its parts, best play, par, and the deal."""
        return list(_account(end))

    def tricks(self, end: Honeymoon) -> list[list[str]]:
        """Return the tricks of the exchange and of the play."""
        return [list(row) for row in _tricks(end)]

    def forced_move(self, position: Honeymoon) -> Move | None:
        """Return the card if all legal ones are equivalent."""
        # Before the play a move without a choice would tell the other what is in the hand.
        if position.phase != "play" or len(position.ending().run_cards) > 1:
            return None
        return position.legal_moves[-1]

    def tricks_left(self, position: Honeymoon) -> int:
        """Return the tricks to come in the play."""
        # In the play all cards are known to both: an answer to a claim tells nothing new.
        return position.ending().cards if position.phase == "play" else 0

    def best_rest(self, position: Honeymoon) -> tuple[list[Move], int]:
        """Return best play of the cards that are left."""
        # The score rises with every trick, so the best score has the most tricks.
        line = solve(position).pv
        end = position
        for move in line:
            end = end.play(move)
        return line, end.tricks[position.turn] - position.tricks[position.turn]


def _does(code: str, position: Honeymoon, seat: int, viewer: int | None, *values: str) -> Said:
    """Say what a seat does, or what the viewer does: "north draws", "you draw"."""
    if seat == viewer:
        return Said(f"you-{code}", *values)
    return Said(code, position.facts.player_names[seat], *values)


def _drawn(before: Honeymoon, move: Move, after: Honeymoon, viewer: int | None) -> list[str]:
    """Say who won a trick of the exchange, and what each player drew as far as it was seen."""
    lines: list[str] = []
    led, winner = str(before.led), after.last_trick_winner
    assert winner is not None
    if str(move)[0] != led[0]:
        lines.append(_does("shows-out", before, before.turn, viewer, _SUIT_NAMES[led[0]]))

    def drew(seat: int) -> str:
        if viewer not in (None, seat):
            return Said("a-card")
        (cell,) = after.pieces(seat) - before.pieces(seat)
        return CARDS[cell]

    up = before.face_up
    if up is None:
        won = _does("wins-draws", before, winner, viewer, drew(winner))
    else:
        won = _does("wins-takes", before, winner, viewer, str(up))
    other = 1 - winner
    lines.append(Said("then", won, _does("draws", before, other, viewer, drew(other))))
    return lines


def _next_phase(before: Honeymoon, position: Honeymoon, viewer: int | None) -> str:
    """Announce the exchange, the auction or the play, which begins at ``position``."""
    seat = position.turn
    if position.phase == "auction":
        return Said("all-known", _does("calls-first", position, seat, viewer))
    phase = "exchange" if position.phase == "draw" else "play"
    leads = _does(f"leads-{phase}", position, seat, viewer)
    if before.phase == "draw":
        return Said("all-known", leads)
    assert position.contract is not None and position.declarer is not None
    declarer = position.facts.player_names[position.declarer]
    return Said("contract-is", position.contract, declarer, leads)


@lru_cache(maxsize=8)
def _tricks(end: Honeymoon) -> tuple[tuple[str, ...], ...]:
    names = end.facts.player_names
    rows: list[tuple[str, ...]] = []
    counts = {"draw": 0, "play": 0}
    for before, after in pairwise(_course(end)):
        trick, winner = after.last_trick, after.last_trick_winner
        if not trick or trick == before.last_trick or winner is None:
            continue
        counts[before.phase] += 1
        is_exchange = before.phase == "draw"
        number = Said("exchange", counts["draw"]) if is_exchange else f"{counts['play']}"
        cards = {
            seat: f"{move}"[0] + " " + f"{move}"[1:].replace("T", "10") for seat, move in trick
        }
        leader = trick[0][0]
        cards[leader] = Said("leads", cards[leader])
        rows.append((number, cards[0], cards[1], names[winner]))
    return ((Said("trick"), *names, Said("winner")), *rows) if rows else ()


# Every state of a finished game has the account of the same position.
@lru_cache(maxsize=8)
def _account(end: Honeymoon) -> tuple[str, ...]:
    positions, names = _course(end), end.facts.player_names
    score: str = Said("no-score")
    rows: list[tuple[str, str]] = []
    if end.contract is not None and end.declarer is not None and end.outcome is not None:
        bid = Said("bid-by", end.contract, names[end.declarer])
        rows.append((Said("account-contract"), Said("result", bid, _made(end))))
        for kind, seat, points in end.score_lines:
            rows.append(("", Said("points-for", points, names[seat], _reason(end, kind))))
        score = _scores(end, end.outcome.scores[0])
    rows.append((Said("account-score"), score))
    rows += _comparison(end, positions)
    rows += _dealt(positions[0])
    return tuple(Said("account", name, words) for name, words in rows)


def _course(end: Honeymoon) -> list[Honeymoon]:
    words = end.to_string().split(" ")
    positions = [Honeymoon.from_string(" ".join(words[:_DEAL_WORDS]))]
    for move in words[_DEAL_WORDS:]:
        positions.append(positions[-1].play(move))
    return positions


def _scores(position: Honeymoon, score: int) -> str:
    south, north = position.facts.player_names
    return Said("both-scores", south, f"{score:+d}", north, f"{-score:+d}")


def _count(number: int, one: str, many: str) -> Said:
    return Said(one if number == 1 else many, number)


def _tricks_of(position: Honeymoon, seat: int) -> Said:
    return _count(position.tricks[seat], "one-trick", "tricks")


def _over(end: Honeymoon) -> int:
    """Return the declarer's tricks above the contract; below it they are negative."""
    assert end.contract is not None and end.declarer is not None
    return end.tricks[end.declarer] - _BOOK - int(end.contract[0])


def _made(end: Honeymoon) -> str:
    assert end.declarer is not None
    tricks, over = _tricks_of(end, end.declarer), _over(end)
    if over < 0:
        return Said("tricks-down", tricks, -over)
    return Said("tricks-over", tricks, over) if over else Said("tricks-made", tricks)


def _reason(end: Honeymoon, kind: str) -> str:
    assert end.contract is not None
    doubles = end.contract.count("x")

    def doubled(words: str) -> str:
        return Said(("doubled", "redoubled")[doubles - 1], words) if doubles else words

    if kind == "overtricks":
        return doubled(_count(_over(end), "one-overtrick", "overtricks"))
    if kind == "undertricks":
        return doubled(_count(-_over(end), "one-undertrick", "undertricks"))
    if kind == "tricks":
        return Said("bid-made", doubled(end.contract.rstrip("x")))
    if kind == "insult":
        return Said(("insult", "insult-redoubled")[doubles - 1])
    if kind == "slam":
        return Said("grand-slam" if end.contract[0] == "7" else "small-slam")
    return kind


def _comparison(end: Honeymoon, positions: list[Honeymoon]) -> list[tuple[str, str]]:
    """Compare a deal with best play of its contract, and with par of the hands at that time."""
    # Both hands are whole and known from the end of the exchange to the first lead of the play.
    whole = [each for each in positions if each.is_open and each.phase in ("auction", "play")]
    if not whole:
        return []
    rows: list[tuple[str, str]] = []
    names = end.facts.player_names
    begun = next((each for each in whole if each.phase == "play"), None)
    if begun is not None:
        best = begun
        for move in solve(begun).pv:
            best = best.play(move)
        assert best.outcome is not None and best.declarer is not None
        tricks, scores = _tricks_of(best, best.declarer), _scores(end, best.outcome.scores[0])
        rows.append((Said("account-best"), Said("with", tricks, scores)))
    par = (begun or whole[-1]).par()
    bid = Said("both-pass")
    if par.contract is not None and par.declarer is not None:
        bid = Said("bid-by", par.contract, names[par.declarer])
    assert end.outcome is not None
    more = end.outcome.scores[0] - par.score
    compared = Said("did-better", names[more < 0], abs(more)) if more else Said("as-scored")
    told = Said("then", Said("with", bid, _scores(end, par.score)), compared)
    rows.append((Said("account-par"), told))
    return rows


def _dealt(start: Honeymoon) -> list[tuple[str, str]]:
    """Return the deal as it was dealt: both hands, and the stock from its top."""
    rows: list[tuple[str, str]] = []
    for label, seat in ((Said("account-dealt"), 0), ("", 1)):
        suits = zip(SUITS, start.hand(seat).split("."), strict=True)
        cards = "  ".join(f"{suit} {ranks}" for suit, ranks in suits if ranks)
        rows.append((label, Said("hand", start.facts.player_names[seat], cards)))
    stock = start.deal_text.split(" ")[2]
    if start.stock_left:
        places = [stock[at : at + 2] for at in range(0, len(stock), 2)]
        half = len(places) // 2
        rows += [(Said("account-stock"), " ".join(places[:half])), ("", " ".join(places[half:]))]
    return rows
