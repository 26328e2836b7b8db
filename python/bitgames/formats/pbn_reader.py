"""The reader of PBN: the text of one deal as tags, and its tags as a game."""

import re
from collections.abc import Iterable, Iterator

from bitgames import deals
from bitgames._core import GameError, Honeymoon, ParseError
from bitgames.arguments import shortened
from bitgames.deals.conditions import LETTERS
from bitgames.formats.parsing import FormatError, described, shown
from bitgames.formats.pbn_game import (
    DERIVED,
    LONG,
    OURS,
    OWN,
    PASSES,
    SEATS,
    VULNERABLE,
    PbnGame,
    told,
)
from bitgames.formats.pbn_tables import TABLES, PbnTable
from bitgames.record import Record

# Possessive repeats (`++`) do not backtrack, so every match takes linear time.
_TAG = re.compile(r'\s*+\[\s*+(\w++)\s++"((?:[^"\\]|\\.)*+)"\s*+\]\s*+', re.ASCII)
_REMARK = re.compile(r"[{;]")
_NOISE = re.compile(r"\$[0-9]++|=[0-9]++=|[!?]++")
_CARD = re.compile(r"[SHDC][AKQJT2-9]")


def split(text: str) -> Iterator[list[tuple[int, str]]]:
    """Split the numbered lines of a file at empty lines; a game begins with a tag."""
    game: list[tuple[int, str]] = []
    remark = table = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            continue
        empty = not line.strip()
        first = line.lstrip()[:1]
        if not remark and first == "[":
            found = _TAG.fullmatch(line)
            table = found is not None and found[1] in TABLES
        # Remarks may follow the tag of a table, not its elements.
        elif remark or not table or first in ("{", ";"):
            line, remark = _without_remarks(line, remark)
        if line.strip():
            game.append((number, line))
        elif empty and not remark and game:
            yield game
            game = []
    if game:
        yield game


def _without_remarks(line: str, inside: bool) -> tuple[str, bool]:
    """Remove remarks; also return whether a remark continues in the next line."""
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


_Tags = dict[str, tuple[int, str, list[str]]]
"""The line of each tag, its value and the words of its section, of tables the lines."""


def _tags(lines: list[tuple[int, str]]) -> _Tags:
    tags: _Tags = {}
    section: list[str] = []
    table = False
    begin = lines[0][0]
    for number, line in lines:
        if found := _TAG.fullmatch(line):
            begin, section, table = number, [], found[1] in TABLES
            if found[1] in tags:
                raise FormatError(
                    f"the tag {shortened(found[1], 40)} must not be there twice", number
                )
            value = found[2] if table else re.sub(r"\\(.)", r"\1", found[2])
            tags[found[1]] = (number, value, section)
        elif line.lstrip().startswith("["):
            raise FormatError(
                f'{shown(line.strip())} is not a valid tag: tags look like [Board "1"]', number
            )
        elif not tags:
            raise FormatError(
                f"{shown(line.strip())} is not a tag: a game must begin with one", number
            )
        else:
            section.extend([line] if table else line.split())
    if "Deal" not in tags:
        raise FormatError("the tag Deal is missing", begin)
    return tags


def read_game(lines: list[tuple[int, str]], hands: str | None) -> PbnGame:
    """Read a deal from its numbered lines; ``hands`` are the seats of south and north, or None.

    Raises ``FormatError`` with the line.
    """
    tags = _tags(lines)
    start, pair, is_for_two = _start(tags, hands)
    record = Record(start)
    if not is_for_two:
        # Calls, cards and results of four players say nothing of a game of two.
        return PbnGame(record, _described(record, tags, pair))
    place, wanted, _ = tags.get("Conditions", (0, "", []))
    if wanted:
        try:
            record.conditions = deals.read(wanted)
        except GameError as error:
            raise FormatError(f"the tag Conditions: {error}", place) from None
    auction, (line, tricks) = _auction(tags, pair), _play(tags)
    place, cards, _ = tags.get("Exchange", (0, "", []))
    exchange = place, cards.split()
    parts = [auction, exchange] if start.rules.startswith("taiwan") else [exchange, auction]
    for place, words in parts:
        _play_all(record, words, place)
    for trick in tricks:
        _play_trick(record, trick, line)
    contract, declarer, result = _result(tags, pair)
    described_by = _described(record, tags, pair)
    game = PbnGame(record, described_by, contract, declarer, result, _tables(tags))
    for name, stated, played in zip(
        ("Contract", "Declarer", "Result"), (contract, declarer, result), told(record), strict=True
    ):
        if stated is not None and played is not None and stated != played:
            raise FormatError(f"the tag {name} does not fit the moves: {played}", tags[name][0])
    return game


def _tables(tags: _Tags) -> dict[str, PbnTable]:
    """Return the tables of a game."""
    found = {}
    for name in TABLES:
        if name in tags:
            line, heads, rows = tags[name]
            try:
                found[name] = PbnTable.read(heads, rows)
            except ParseError as error:
                raise FormatError(f"the table {name}: {error}", line) from None
    return found


def _described(record: Record, tags: _Tags, pair: str) -> dict[str, str]:
    """Give the record its names, date and event, and return the other tags of a game for two.

    The names stand at the seats of ``OURS``, where the game is written.
    """
    said = {*DERIVED, *OWN, *TABLES}
    kept = {tag: value for tag, (_, value, _) in tags.items() if tag not in said and value}
    names = [kept.get(LONG[seat], "") for seat in pair]
    described(record, names, date=kept.get("Date", ""), event=kept.get("Event", ""))
    if pair != "".join(OURS):
        others = {name: value for name, value in kept.items() if name not in LONG.values()}
        ours = zip(OURS, names, strict=True)
        kept = others | {LONG[seat]: name for seat, name in ours if name}
    return kept


def _start(tags: _Tags, hands: str | None) -> tuple[Honeymoon, str, bool]:
    """Return the deal, the PBN seats of south and north, and whether only they have cards."""
    line, value, _ = tags["Deal"]
    first, colon, listed = value.partition(":")
    given = listed.split(" ")
    first = first.upper()
    if not colon or first not in list(SEATS) or len(given) != 4:
        raise FormatError(
            f"{shown(value)} is not a valid deal: a deal is a seat, a colon and four hands", line
        )
    held = {}
    for place, hand in enumerate(given):
        if hand not in ("-", "..."):
            held[SEATS[(SEATS.index(first) + place) % 4]] = hand
    pair = _pair(held, hands, line)
    stock = tags["Stock"][1] if "Stock" in tags else "-"
    rules = _rules(tags, pair)
    try:
        deal = f"{held[pair[0]]} {held[pair[1]]} {stock}"
        return Honeymoon(deal=deal, rules=rules), pair, len(held) == 2
    except GameError as error:
        raise FormatError(str(error), line) from None


def _pair(held: dict[str, str], hands: str | None, line: int) -> str:
    """Return the PBN seats of south and north: those wanted, or the only two with cards."""
    if hands is not None:
        missing = [LONG[seat] for seat in hands if seat not in held]
        if missing:
            raise FormatError(f"the hand of {missing[0]} is not given", line)
        return hands
    if len(held) < 2:
        raise FormatError(f"two seats must have cards, not {len(held)}", line)
    if len(held) > 2:
        raise FormatError(
            f"{len(held)} hands are given, and the game has two: choose them by hands "
            "(convert --hands), such as SW for South and West",
            line,
        )
    # West is north in files of this package, and South always south.
    south = next(seat for seat in "SNE" if seat in held)
    return south + next(seat for seat in held if seat != south)


def _rules(tags: _Tags, pair: str) -> str:
    """Return the rules from the tag Honeymoon, or from the tags of PBN."""
    if "Honeymoon" in tags:
        return tags["Honeymoon"][1]
    line, value, _ = tags.get("Vulnerable", (0, "None", []))
    said = {name.lower(): seats for name, seats in VULNERABLE.items()}
    if value.lower() not in said:
        allowed = ", ".join(filter(None, VULNERABLE))
        raise FormatError(f"vulnerable is one of {allowed}, not {shown(value)}", line)
    sides = said[value.lower()]
    names = [name for name, seat in zip(("south", "north"), pair, strict=True) if seat in sides]
    vulnerable = "both" if len(names) == 2 else "".join(names) or "none"
    dealer = tags.get("Dealer", (0, "", []))[1].upper()
    place = SEATS.index(dealer) if dealer in list(SEATS) else SEATS.index(pair[0])
    # A dealer without cards passes, and so on around the table.
    order = (SEATS[place:] + SEATS)[:4]
    first = "south" if order.index(pair[0]) < order.index(pair[1]) else "north"
    return f"taiwan,vulnerable={vulnerable},dealer={first}"


def _auction(tags: _Tags, pair: str) -> tuple[int, list[str]]:
    """Read the calls of south and north; the other two seats must pass."""
    line, first, words = _section(tags, "Auction", "an auction")
    seat = SEATS.index(first)
    calls: list[str] = []
    for word in words:
        if word in ("*", "+"):
            break
        if word.upper() == "AP":
            calls += ["pass"] * (2 if not calls else 1)
            break
        if SEATS[seat] in pair:
            calls.append(word)
        elif word.lower() not in PASSES:
            raise FormatError(f"{SEATS[seat]} does not play, so {shown(word)} must be a pass", line)
        seat = (seat + 1) % 4
    return line, calls


def _section(tags: _Tags, tag: str, what: str) -> tuple[int, str, list[str]]:
    """Return the line of a section, the seat that begins it, and its words; none if it lacks."""
    line, first, words = tags.get(tag, (0, "S", []))
    if first.upper() not in list(SEATS):
        raise FormatError(f"{what} begins with a seat, not {shown(first)}", line)
    return line, first.upper(), words


def _play(tags: _Tags) -> tuple[int, list[list[str]]]:
    """Read the tricks of the play, each with the cards of South and West in column order."""
    line, _, words = _section(tags, "Play", "the play")
    words = [word for word in words if word not in ("*", "+")]
    tricks = [words[place : place + 4] for place in range(0, len(words), 4)]
    return line, [[card for card in trick if card != "-"] for trick in tricks]


def _play_all(record: Record, moves: Iterable[str], line: int) -> None:
    for move in moves:
        try:
            record.play(move)
        except GameError as error:
            raise FormatError(f"move {len(record) + 1}: {error}", line) from None


def _play_trick(record: Record, cards: list[str], line: int) -> None:
    """Play the cards of a trick; the position, not the column order, decides the leader."""
    position = record.position
    if not isinstance(position, Honeymoon) or position.phase != "play":
        raise FormatError("the moves before the play are not complete", line)
    cards = [card.upper().translate(LETTERS).replace("10", "T") for card in cards]
    for card in cards:
        if _CARD.fullmatch(card) is None:
            raise FormatError(f"{shown(card)} is not a valid card: cards look like SA or HT", line)
    own = [str(move) for move in position.legal_moves]
    _play_all(record, sorted(cards, key=lambda card: card not in own), line)


def _result(tags: _Tags, pair: str) -> tuple[str | None, int | None, int | None]:
    """Return the contract, the declarer and the tricks from the tags."""
    contract = tags.get("Contract", (0, "", []))[1]
    if contract in ("", "?"):
        return None, None, None
    if contract.lower() in PASSES:
        return "pass", None, None
    line = tags["Contract"][0]
    found = re.fullmatch(r"([1-7](?:[SHDC]|NT?))(X{0,2})", contract.upper().translate(LETTERS))
    if found is None:
        raise FormatError(
            f"{shown(contract)} is not a valid contract: contracts look like 3NT or 4SX", line
        )
    bid = found[1] + ("T" if found[1].endswith("N") else "")
    line, seat, _ = tags.get("Declarer", (line, "", []))
    seat = seat.upper()
    if seat not in list(pair):
        raise FormatError(f"the declarer is {pair[0]} or {pair[1]}, not {shown(seat)}", line)
    line, result, _ = tags.get("Result", (line, "", []))
    if result in ("", "?"):
        tricks = None
    elif re.fullmatch("[0-9]|1[0-3]", result, re.ASCII):
        tricks = int(result)
    else:
        raise FormatError(f"a result is from 0 to 13 tricks, not {shown(result)}", line)
    return bid + found[2].lower(), pair.index(seat), tricks
