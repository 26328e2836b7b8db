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


class Reason(NamedTuple):
    """A part of a sentence, as pages in other languages need it: ``form.format(*values)``."""

    lead: str
    """What joins it to the part before; empty for the first part of a sentence."""
    form: str
    """The form in English, with ``{0}`` and so on for the values."""
    values: list[str]
    """Seats, contracts and numbers."""


class _Hands:
    """Two open hands, and what contracts bring."""

    def __init__(self, start: Honeymoon) -> None:
        self._winner = None
        if start.is_open:
            # The auction begins anew, with the hands as they are; an exchange tells who leads.
            rules, winner = start.rules, start.last_trick_winner
            own = "play_lead=last_winner" in rules
            may_lead = own if "play_lead=" in rules else rules.startswith("taiwan")
            if may_lead and not start.deal_text.endswith(" -"):
                self._winner = start.turn if winner is None else winner
            start = Honeymoon(deal=f"{start.hand(0)} {start.hand(1)}", rules=rules)
        self._dealt = Dealt(start)
        self.start = start

    def _tricks(self, seat: int, strain: str) -> int:
        return self._dealt.tricks(seat, strain, self._winner)

    def bid(self, bid: str, seat: int) -> _Played:
        """Return what a bid brings: one that fails is doubled."""
        fails = self._tricks(seat, bid[1:]) < 6 + int(bid[0])
        return self.play(f"{bid}x" if fails else bid, seat)

    def play(self, contract: str, seat: int) -> _Played:
        """Return a contract as best play ends it."""
        tricks = self._tricks(seat, contract[1:].rstrip("x"))
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
    return [
        "".join(each.lead + each.form.format(*each.values) for each in line)
        for line in parts(position, par)
    ]


def parts(position: Position, par: Par | None = None) -> list[list[Reason]]:
    """Return the sentences of ``reasons`` by their parts.

    >>> import bitgames as bg
    >>> deal = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    >>> tuple(parts(deal)[0][1])
    ('; ', '{0} makes nothing', ['north'])
    """
    start = honeymoon(position)
    par = start.par() if par is None else par
    hands = _Hands(start)
    names = start.facts.player_names
    best = [_best(hands.all(seat)) for seat in (0, 1)]
    made = [
        Reason(lead, "{0} makes {1} for {2}", [name, each.contract, f"{each.points:,}"])
        if each
        else Reason(lead, "{0} makes nothing", [name])
        for lead, name, each in zip(("", "; "), names, best, strict=True)
    ]
    if par.contract is None or par.declarer is None:
        return [made, [Reason("", "neither can bid without loss, so both pass", [])]]
    lines = [made]
    declarer, other = par.declarer, 1 - par.declarer
    contract = hands.play(par.contract, declarer)
    rival = best[other]
    if contract.down:
        values = [contract.contract, f"{contract.down}", f"{-contract.points:,}"]
        line = [Reason("", "{0} is {1} down for {2}", values)]
        if rival is not None:
            line.append(Reason(": ", "less than {0} by {1}", [rival.contract, names[other]]))
        lines.append(line)
        if "x" not in par.contract:
            lines.append([Reason("", "a double would give {0} another call", [names[declarer]])])
    return [*lines, *_over(hands, par, names)]


def _best(contracts: list[_Played]) -> _Played | None:
    """Return the contract that brings most of those that are made, the lowest of equal ones."""
    made = [each for each in contracts if not each.down]
    return max(made, key=lambda each: each.points, default=None)


def _end(contract: _Played) -> Reason:
    points = f"{abs(contract.points):,}"
    if contract.down:
        return Reason(", ", "{0} down for {1}", [f"{contract.down}", points])
    return Reason(", ", "made for {0}", [points])


def _over(hands: _Hands, par: Par, names: tuple[str, ...]) -> list[list[Reason]]:
    """Say what the other player would get in a higher contract than that of par."""
    assert par.contract is not None
    assert par.declarer is not None
    other = 1 - par.declarer
    higher = hands.all(other, par.contract)
    if not higher:
        return []
    best = max(higher, key=lambda each: each.points)
    worth = par.score if other == 0 else -par.score
    form = "over {0} {1}'s best is {2}"
    line = [Reason("", form, [par.contract, names[other], best.contract]), _end(best)]
    if best.points <= worth:
        return [[*line, Reason(": ", "no better" if best.points == worth else "worse", [])]]
    # The auction goes on, and ends no better for them.
    replies = hands.all(par.declarer, best.contract)
    reply = max(replies, key=lambda each: each.points)
    then = Reason("; ", "then {0}'s best is {1}", [names[par.declarer], reply.contract])
    return [[*line, then, _end(reply)]]
