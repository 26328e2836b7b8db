"""Portable Bridge Notation: deals of honeymoon bridge, with their auctions, play and results.

PBN (version 2.1, Tis Veugen) is for four players in two sides. The two players of honeymoon bridge
are opponents, so south is South in PBN and north is West; then auctions, vulnerability and scores
keep their meaning. North and East have empty hands and pass. PBN has no tags for some data, so this
package adds its own: ``Honeymoon`` has the rules, ``Stock`` the stock from its top, ``Exchange``
the cards played for the stock. Other programs keep such tags or drop them.

Files of other programs can be read if South and one other seat have 13 cards each.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bitgames._core import GameError, Honeymoon, ParseError, UnsupportedError
from bitgames.arguments import shortened
from bitgames.files import write_atomic
from bitgames.formats.base import Complaints, Loaded, Path, Refused, decode, described, read, shown
from bitgames.record import Record

__all__ = ["PbnGame", "dumps", "load", "loads", "parse", "save", "to_text"]

SEATS = "NESW"
_LONG = {"N": "North", "E": "East", "S": "South", "W": "West"}
OURS = ("S", "W")
"""The PBN seats of south and north in written files."""
VULNERABLE = {"None": "none", "Love": "none", "-": "none", "NS": "south", "EW": "north"}
VULNERABLE |= {"All": "both", "Both": "both"}
CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}
NAMES = ("Event", "Site", "Date", "Board", "West", "North", "East", "South")
"""The first tags of every game, in their order."""
DERIVED = ("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result", "Score")
OWN = ("Honeymoon", "Stock", "Exchange", "Auction", "Play")
"""Tags whose content follows from the game, so they are not kept separately."""

# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_TAG = re.compile(r'\s*+\[\s*+(\w++)\s++"((?:[^"\\]|\\.)*+)"\s*+\]\s*+', re.ASCII)
_REMARK = re.compile(r"[{;]")
_NOISE = re.compile(r"\$[0-9]++|=[0-9]++=|[!?]++")
_CARD = re.compile(r"[SHDC][AKQJT2-9]")


@dataclass(frozen=True)
class PbnGame:
    """A deal of a file: the game as far as it was played, and its other tags.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> game = pbn.PbnGame(bg.Record(bg.Honeymoon(7)), {"Event": "club", "Board": "1"})
    >>> pbn.parse(pbn.to_text(game)) == game
    True
    """

    record: Record
    """The deal and its moves, as far as the file has them."""
    tags: dict[str, str] = field(default_factory=dict)
    """Tags that do not follow from the game: Event, Site, Date, Board, names of players."""
    contract: str | None = None
    """The contract from its tag, like ``4Sx``, or ``pass`` if both passed; None without one."""
    declarer: int | None = None
    """The declarer's seat, 0 or 1."""
    tricks: int | None = None
    """The declarer's tricks from the tag Result."""

    def __eq__(self, other: object) -> bool:
        """Compare deals, moves and tags."""
        if not isinstance(other, PbnGame):
            return NotImplemented
        return self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> tuple[object, ...]:
        tags = {name: value for name, value in self.tags.items() if value}
        return self.record.start, self.record.moves, tags, self._result()

    def _result(self) -> tuple[str | None, int | None, int | None]:
        """The contract, the declarer and the tricks: from the moves, or else from the tags."""
        contract, declarer, tricks = _told(self.record)
        if contract is None:
            return self.contract, self.declarer, self.tricks
        return contract, declarer, self.tricks if tricks is None else tricks


def loads(data: str | bytes, *, strict: bool = True, name: str = "") -> Loaded[PbnGame]:
    """Read the deals of a file.

    Raises ``ParseError``, which names the line, and ``name`` if it is given. With ``strict=False``
    bad deals are left out, and their errors are in ``complaints`` of the result.

    >>> from bitgames.formats import pbn
    >>> text = '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]'
    >>> pbn.loads(text)[0].record.start.hand(1)
    'JT3.AK43.QJ2.A82'
    """
    complaints = Complaints(name, strict=strict)
    games: Loaded[PbnGame] = Loaded()
    for lines in _games(decode(data)):
        line = lines[0][0]
        try:
            tags: dict[str, tuple[int, str, list[str]]] = {}
            for line, tag, value, section in _tags(lines):
                if tag in tags:
                    raise _AtLine(line, f"the tag {shortened(tag, 40)} must not be there twice")
                tags[tag] = (line, value, section)
            games.append(_read(tags))
        except _AtLine as refusal:
            complaints.at_line(refusal.line, str(refusal))
        except Refused as refusal:
            complaints.at_line(line, str(refusal))
    games.complaints = complaints
    return games


def parse(text: str) -> PbnGame:
    """Read one deal. Raises ``ParseError`` for another number of deals, and as ``loads`` does."""
    games = loads(text)
    if len(games) != 1:
        raise ParseError(f"the text must hold one deal, not {len(games)}")
    return games[0]


def load(path: Path, *, strict: bool = True) -> Loaded[PbnGame]:
    """Read the deals of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> pbn.save("deals.pbn", [bg.Record(bg.Honeymoon(seed)) for seed in range(3)])
    >>> len(pbn.load("deals.pbn"))
    3
    """
    return loads(read(path), strict=strict, name=str(path))


class _AtLine(Refused):
    """A refusal with its line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def _games(text: str) -> Iterator[list[tuple[int, str]]]:
    """Split the numbered lines of a file at empty lines; a game begins with a tag."""
    game: list[tuple[int, str]] = []
    remark = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            continue
        empty = not line.strip()
        if remark or not line.lstrip().startswith("["):
            line, remark = _without_remarks(line, remark)
        if line.strip():
            game.append((number, line))
        elif empty and not remark and game:
            yield game
            game = []
    if game:
        yield game


def _without_remarks(line: str, inside: bool) -> tuple[str, bool]:
    """Remove remarks; also tell whether a remark continues in the next line."""
    kept: list[str] = []
    at = 0
    while True:
        if inside:
            end = line.find("}", at)
            if end < 0:
                return _NOISE.sub(" ", " ".join(kept)), True
            at = end + 1
        found = _REMARK.search(line, at)
        kept.append(line[at : found.start() if found else len(line)])
        if found is None or found[0] == ";":
            return _NOISE.sub(" ", " ".join(kept)), False
        inside, at = True, found.end()


def _tags(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield each tag: its line, name and value, and the words of its section."""
    current: tuple[int, str, str, list[str]] | None = None
    for number, line in lines:
        found = _TAG.fullmatch(line)
        if found is not None:
            if current is not None:
                yield current
            value = re.sub(r"\\(.)", r"\1", found[2])
            current = (number, found[1], value, [])
        elif line.lstrip().startswith("["):
            raise _AtLine(
                number, f'{shown(line.strip())} is not a valid tag: tags look like [Board "1"]'
            )
        elif current is None:
            raise _AtLine(number, f"{shown(line.strip())} is not a tag: a game must begin with one")
        else:
            current[3].extend(line.split())
    if current is not None:
        yield current


_Tags = dict[str, tuple[int, str, list[str]]]


def _read(tags: _Tags) -> PbnGame:
    if "Deal" not in tags:
        raise Refused("the tag Deal is missing")
    start, west = _start(tags)
    record = Record(start)
    auction, exchange, (line, tricks) = _auction(tags, west), _exchange(tags), _play(tags)
    parts = [auction, exchange] if start.rules.startswith("taiwan") else [exchange, auction]
    for place, words in parts:
        _play_all(record, words, place)
    for trick in tricks:
        _play_trick(record, trick, line)
    contract, declarer, result = _result(tags, west)
    kept = _kept(tags)
    names = [kept.get(_LONG[seat], "") for seat in ("S", west)]
    described(record, names, date=kept.get("Date", ""), event=kept.get("Event", ""))
    game = PbnGame(record, kept, contract, declarer, result)
    told = _told(record)
    for name, stated, played in zip(
        ("Contract", "Declarer", "Result"), (contract, declarer, result), told, strict=True
    ):
        if stated is not None and played is not None and stated != played:
            raise _AtLine(tags[name][0], f"the tag {name} does not fit the moves: {played}")
    return game


def _kept(tags: _Tags) -> dict[str, str]:
    said = {*DERIVED, *OWN}
    return {tag: value for tag, (_, value, _) in tags.items() if tag not in said and value}


def _start(tags: _Tags) -> tuple[Honeymoon, str]:
    """Return the deal, and the PBN seat of north."""
    line, value, _ = tags["Deal"]
    first, colon, hands = value.partition(":")
    given = hands.split(" ")
    if not colon or first not in list(SEATS) or len(given) != 4:
        raise _AtLine(
            line, f"{shown(value)} is not a valid deal: a deal is a seat, a colon and four hands"
        )
    held = {}
    for place, hand in enumerate(given):
        if hand not in ("-", "..."):
            held[SEATS[(SEATS.index(first) + place) % 4]] = hand
    others = [seat for seat in held if seat != "S"]
    if "S" not in held or len(others) != 1:
        raise _AtLine(line, "exactly South and one other seat must have cards")
    west = others[0]
    stock = tags["Stock"][1] if "Stock" in tags else "-"
    try:
        deal = f"{held['S']} {held[west]} {stock}"
        return Honeymoon(deal=deal, rules=_rules(tags)), west
    except GameError as error:
        raise _AtLine(line, str(error)) from None


def _rules(tags: _Tags) -> str:
    """Return the rules from the tag Honeymoon, or from the tags of PBN."""
    if "Honeymoon" in tags:
        return tags["Honeymoon"][1]
    line, vulnerable, _ = tags.get("Vulnerable", (0, "None", []))
    if vulnerable not in VULNERABLE:
        raise _AtLine(
            line, f"vulnerable is one of {', '.join(VULNERABLE)}, not {shown(vulnerable)}"
        )
    dealer = "south" if tags.get("Dealer", (0, "S", []))[1] in ("S", "") else "north"
    return f"taiwan,vulnerable={VULNERABLE[vulnerable]},dealer={dealer}"


def _auction(tags: _Tags, west: str) -> tuple[int, list[str]]:
    """Read the calls of south and north; the other two seats must pass."""
    if "Auction" not in tags:
        return 0, []
    line, first, words = tags["Auction"]
    if first not in list(SEATS):
        raise _AtLine(line, f"an auction begins with a seat, not {shown(first)}")
    seat = SEATS.index(first)
    calls: list[str] = []
    for word in words:
        if word in ("*", "+"):
            break
        if word.upper() == "AP":
            calls += ["pass"] * (2 if not calls else 1)
            break
        if SEATS[seat] in ("S", west):
            calls.append(word)
        elif word.lower() != "pass":
            raise _AtLine(line, f"{SEATS[seat]} does not play, so {shown(word)} must be a pass")
        seat = (seat + 1) % 4
    return line, calls


def _exchange(tags: _Tags) -> tuple[int, list[str]]:
    line, value, _ = tags.get("Exchange", (0, "", []))
    return line, value.split()


def _play(tags: _Tags) -> tuple[int, list[list[str]]]:
    """Read the tricks of the play, each with the cards of South and West in column order."""
    if "Play" not in tags:
        return 0, []
    line, first, words = tags["Play"]
    if first not in list(SEATS):
        raise _AtLine(line, f"the play begins with a seat, not {shown(first)}")
    words = [word for word in words if word not in ("*", "+")]
    tricks = [words[place : place + 4] for place in range(0, len(words), 4)]
    return line, [[card for card in trick if card != "-"] for trick in tricks]


def _play_all(record: Record, moves: Iterable[str], line: int) -> None:
    for move in moves:
        try:
            record.play(move)
        except GameError as error:
            raise _AtLine(line, f"move {len(record) + 1}: {error}") from None


def _play_trick(record: Record, cards: list[str], line: int) -> None:
    """Play the cards of a trick; the position, not the column order, decides the leader."""
    position = record.position
    if not isinstance(position, Honeymoon) or position.phase != "play":
        raise _AtLine(line, "the moves before the play are not complete")
    for card in cards:
        if _CARD.fullmatch(card.upper()) is None:
            raise _AtLine(line, f"{shown(card)} is not a valid card: cards look like SA or HT")
    own = [str(move) for move in position.legal_moves]
    _play_all(record, sorted(cards, key=lambda card: card.upper() not in own), line)


def _result(tags: _Tags, west: str) -> tuple[str | None, int | None, int | None]:
    """Return the contract, the declarer and the tricks from the tags."""
    contract = tags.get("Contract", (0, "", []))[1]
    if contract in ("", "?"):
        return None, None, None
    if contract.lower() == "pass":
        return "pass", None, None
    line = tags["Contract"][0]
    found = re.fullmatch(r"([1-7](?:[SHDC]|NT?))(X{0,2})", contract.upper())
    if found is None:
        raise _AtLine(
            line, f"{shown(contract)} is not a valid contract: contracts look like 3NT or 4SX"
        )
    bid = found[1] + ("T" if found[1].endswith("N") else "")
    line, seat, _ = tags.get("Declarer", (line, "", []))
    if seat not in ("S", west):
        raise _AtLine(line, f"the declarer is S or {west}, not {shown(seat)}")
    line, result, _ = tags.get("Result", (line, "", []))
    if result in ("", "?"):
        tricks = None
    elif re.fullmatch("[0-9]|1[0-3]", result, re.ASCII):
        tricks = int(result)
    else:
        raise _AtLine(line, f"a result is from 0 to 13 tricks, not {shown(result)}")
    return bid + found[2].lower(), 0 if seat == "S" else 1, tricks


def _told(record: Record) -> tuple[str | None, int | None, int | None]:
    """Return the contract, the declarer and the tricks from the moves of a game."""
    position = record.position
    assert isinstance(position, Honeymoon)
    if position.contract is None:
        return ("pass" if position.is_over else None), None, None
    assert position.declarer is not None
    tricks = position.tricks[position.declarer] if position.is_over else None
    return position.contract, position.declarer, tricks


def to_text(game: PbnGame | Record, number: int = 1) -> str:
    """Write one deal, without the head of a file; ``number`` is the Board of a deal without one.

    Raises ``UnsupportedError`` for a record of another game, and for a start within a deal.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> record = bg.Record(bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82"))
    >>> pbn.to_text(record.play("1NT").play("pass")).splitlines()[8:11]
    ['[Dealer "S"]', '[Vulnerable "None"]', '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]']
    """
    if isinstance(game, Record):
        game = PbnGame(game)
    start = game.record.start
    if not isinstance(start, Honeymoon) or start.ply:
        raise UnsupportedError(f"PBN cannot hold a game that starts as {start!r}")
    contract, declarer, tricks = game._result()
    vulnerable = "".join(
        side for seat, side in enumerate(("NS", "EW")) if start.is_vulnerable(seat)
    )
    south, north, stock = start.deal_text.split(" ")
    tags = {"Board": str(number), **game.tags}
    lines = [_tag(name, tags.get(name, "")) for name in NAMES]
    lines += [
        _tag("Dealer", OURS[start.dealer]),
        _tag("Vulnerable", {"": "None", "NSEW": "All"}.get(vulnerable, vulnerable)),
        _tag("Deal", f"S:{south} {north} - -"),
        _tag("Scoring", "" if start.rubber is None else "Rubber"),
        _tag("Declarer", "" if declarer is None else OURS[declarer]),
        _tag("Contract", "" if contract is None else _contract(contract)),
        _tag("Result", "" if tricks is None else str(tricks)),
    ]
    lines += _score(game.record, contract, declarer, tricks)
    others = [name for name, value in game.tags.items() if value and name not in NAMES]
    lines += [_tag(name, game.tags[name]) for name in others]
    lines += [_tag("Honeymoon", start.rules), _tag("Stock", stock)]
    return "\n".join([*lines, *_moves(game.record)]) + "\n"


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _contract(contract: str) -> str:
    return "Pass" if contract == "pass" else contract.replace("x", "X")


def _score(
    record: Record, contract: str | None, declarer: int | None, tricks: int | None
) -> list[str]:
    """Return the score tag for South's side; a rubber needs the moves, because of honours."""
    if contract is None or declarer is None or tricks is None:
        return []
    start = record.start
    assert isinstance(start, Honeymoon)
    if start.rubber is not None:
        return [] if record.result is None else [_tag("Score", f"NS {record.result.scores[0]}")]
    score = Honeymoon.contract_score(contract, tricks, vulnerable=start.is_vulnerable(declarer))
    return [_tag("Score", f"NS {score if declarer == 0 else -score}")]


def _moves(record: Record) -> Iterator[str]:
    """Return the sections of the exchange, the auction and the play."""
    position = record.start
    exchange: list[str] = []
    calls: list[tuple[int, str]] = []
    tricks: list[dict[int, str]] = []
    leader: int | None = None
    for move in record.moves:
        assert isinstance(position, Honeymoon)
        if position.phase == "auction":
            calls.append((position.turn, CALLS.get(str(move), str(move))))
        elif position.phase == "draw":
            exchange.append(str(move))
        else:
            leader = position.turn if leader is None else leader
            if position.led is None:
                tricks.append({})
            tricks[-1][position.turn] = str(move)
        position = position.play(move)
    if exchange:
        yield _tag("Exchange", " ".join(exchange))
    if calls:
        yield _tag("Auction", OURS[calls[0][0]])
        yield from _call_lines(calls, position)
    if leader is not None:
        yield _tag("Play", OURS[leader])
        # South and West are neighbours; the first leader has the first column.
        order = (0, 1, None, None) if leader == 0 else (1, None, None, 0)
        for trick in tricks:
            yield " ".join(trick.get(seat, "-") if seat is not None else "-" for seat in order)
        yield "*"


def _call_lines(calls: list[tuple[int, str]], end: object) -> Iterator[str]:
    """Return the calls with the passes of North and East, four on each line."""
    words: list[str] = []
    for seat, call in calls:
        # After West, North and East pass before South.
        words += ["Pass", "Pass"] if seat == 0 and words else []
        words.append(call)
    if isinstance(end, Honeymoon) and end.phase != "auction":
        words += ["Pass", "Pass"] if calls[-1][0] == 1 else []
    else:
        words.append("+")
    for place in range(0, len(words), 4):
        yield " ".join(words[place : place + 4])


def dumps(games: Iterable[PbnGame | Record]) -> str:
    """Write deals as a file.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> pbn.dumps([bg.Record(bg.Honeymoon(7))]).splitlines()[:3]
    ['% PBN 2.1', '% EXPORT', '[Event ""]']
    """
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(
        to_text(game, number) for number, game in enumerate(games, 1)
    )


def save(path: Path, games: Iterable[PbnGame | Record]) -> None:
    """Write deals to a file, atomically.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> pbn.save("deals.pbn", [bg.Record(bg.Honeymoon(1))])
    """
    write_atomic(path, dumps(games).encode())
