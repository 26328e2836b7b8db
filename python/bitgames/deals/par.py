"""Why par is what it is: what each player makes, and what a higher contract would cost."""

from typing import NamedTuple

from bitgames._core import Honeymoon, Par, Position
from bitgames.deals.conditions import Dealt, honeymoon

_STRAINS = ("C", "D", "H", "S", "NT")


class _Played(NamedTuple):
    """A contract played best by both."""

    contract: str
    seat: int
    down: int
    """Tricks by which it fails, 0 if it is made."""
    points: int
    """What it brings the declarer, negative if it fails."""


def calls(position: Position, contract: str, declarer: int) -> list[str]:
    """Return the shortest auction that ends in a contract such as ``4Sx`` by a seat.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deals.calls(bg.Honeymoon(7), "4Sx", 1)
    ['pass', '4S', 'double', 'pass']
    """
    bid = contract.rstrip("x")
    doubles = ["double", "redouble"][: len(contract) - len(bid)]
    first = [] if declarer == honeymoon(position).dealer else ["pass"]
    return [*first, bid, *doubles, "pass"]


class _Hands:
    """Two open hands, and what contracts bring."""

    def __init__(self, start: Honeymoon) -> None:
        self.start = start
        self._dealt = Dealt(start)

    def bid(self, bid: str, seat: int) -> _Played:
        """Return what a bid brings: one that fails is doubled."""
        fails = self._dealt.tricks(seat, bid[1:]) < 6 + int(bid[0])
        return self.play(f"{bid}x" if fails else bid, seat)

    def play(self, contract: str, seat: int) -> _Played:
        """Return a contract as best play ends it."""
        tricks = self._dealt.tricks(seat, contract[1:].rstrip("x"))
        down = max(0, 6 + int(contract[0]) - tricks)
        return _Played(contract, seat, down, self._points(contract, seat, tricks))

    def _points(self, contract: str, seat: int, tricks: int) -> int:
        start = self.start
        if (rubber := start.rubber) is None:
            is_vulnerable = start.is_vulnerable(seat)
            return start.contract_score(contract, tricks, vulnerable=is_vulnerable)
        end = start
        for call in calls(start, contract, seat):
            end = end.play(call)
        after = rubber.score(contract, seat, tricks, honours=end.honours)
        south, north = (new - old for new, old in zip(after.totals, rubber.totals, strict=True))
        return (south - north) * (1 if seat == 0 else -1)

    def all(self, seat: int, above: str | None = None) -> list[_Played]:
        """Return the contracts of a player, the lowest first, or those above a contract."""
        strains = _STRAINS[:4] if "notrump=no" in self.start.rules else _STRAINS
        bids = [f"{level}{strain}" for level in range(1, 8) for strain in strains]
        first = 0 if above is None else bids.index(above.rstrip("x")) + 1
        return [self.bid(bid, seat) for bid in bids[first:]]


def reasons(position: Position, par: Par | None = None) -> list[str]:
    """Return why par of two open hands is what it is, in sentences: an account of the auction.

    The first says the best contract that each player makes. The second says what the other player
    could do against the contract of par, or what a sacrifice saves. ``par`` is ``position.par()``,
    if it is known.

    Raises ``UnsupportedError`` unless the hands are open and have 13 cards.

    >>> import bitgames as bg
    >>> from bitgames import deals
    >>> deal = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    >>> print(*deals.reasons(deal), sep="\\n")
    south makes 1NT for 120; north makes nothing
    over 1NT north's best is 2Cx, 3 down for 500: worse
    """
    start = honeymoon(position)
    par = start.par() if par is None else par
    hands = _Hands(start)
    names = start.facts.player_names
    best = [_best(hands.all(seat)) for seat in (0, 1)]
    made = [
        f"{name} makes {each.contract} for {each.points:,}" if each else f"{name} makes nothing"
        for name, each in zip(names, best, strict=True)
    ]
    lines = ["; ".join(made)]
    if par.contract is None or par.declarer is None:
        return [*lines, "neither can bid without loss, so both pass"]
    declarer, other = par.declarer, 1 - par.declarer
    contract = hands.play(par.contract, declarer)
    rival = best[other]
    if contract.down:
        saves = "" if rival is None else f": less than {rival.contract} by {names[other]}"
        lines.append(f"{contract.contract} is {_end(contract)}{saves}")
        if "x" not in par.contract:
            lines.append(f"a double would give {names[declarer]} another call")
    return [*lines, *_over(hands, par, names)]


def _best(contracts: list[_Played]) -> _Played | None:
    """Return the contract that brings most of those that are made, the lowest of equal ones."""
    made = [each for each in contracts if not each.down]
    return max(made, key=lambda each: each.points, default=None)


def _end(contract: _Played) -> str:
    points = f"{abs(contract.points):,}"
    return f"{contract.down} down for {points}" if contract.down else f"made for {points}"


def _over(hands: _Hands, par: Par, names: tuple[str, ...]) -> list[str]:
    """Say what the other player would get in a higher contract than that of par."""
    assert par.contract is not None
    assert par.declarer is not None
    other = 1 - par.declarer
    higher = hands.all(other, par.contract)
    if not higher:
        return []
    best = max(higher, key=lambda each: each.points)
    worth = par.score if other == 0 else -par.score
    line = f"over {par.contract} {names[other]}'s best is {best.contract}, {_end(best)}"
    if best.points <= worth:
        return [f"{line}: {'no better' if best.points == worth else 'worse'}"]
    # The auction goes on, and ends no better for them.
    replies = hands.all(par.declarer, best.contract)
    reply = max(replies, key=lambda each: each.points)
    return [f"{line}; then {names[par.declarer]}'s best is {reply.contract}, {_end(reply)}"]
