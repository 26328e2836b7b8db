"""Portable Bridge Notation: deals of honeymoon bridge, with their auctions, play and results.

PBN (version 2.1, Tis Veugen) is for four players in two sides. The two players of honeymoon bridge
are opponents, so south is South in PBN and north is West; then auctions, vulnerability and scores
keep their meaning. North and East have empty hands and pass. PBN has no tags for some data, so this
package adds its own: ``Honeymoon`` has the rules, ``Stock`` the stock from its top, ``Exchange``
the cards played for the stock, ``Conditions`` what the deal had to meet. Other programs keep such
tags or drop them. A remark in each deal says how the hands of ``Deal`` and the cards of ``Play``
belong together.

The tables of PBN 2.1 (its section 5), such as the results of a board in ``ScoreTable``, are
``PbnGame.tables``. In them NS means south and EW north.

Deals of other programs are read if two seats have 13 cards each, or if two of more hands are
chosen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bitgames._core import Honeymoon, ParseError, UnsupportedError
from bitgames.arguments import parameter_error
from bitgames.files import read_regular, write_atomic
from bitgames.formats.parsing import ErrorCollector, FormatError, Loaded, Path, decode
from bitgames.formats.pbn_game import CALLS, LONG, NAMES, OURS, SEATS, PbnGame
from bitgames.formats.pbn_reader import read_game, split
from bitgames.formats.pbn_tables import PbnTable
from bitgames.record import Record

__all__ = ["PbnGame", "PbnTable", "dumps", "load", "loads", "parse", "save", "to_text"]

_FOR_TWO = """\
{ Honeymoon bridge, a game for two: South and West are opponents; North and East
have no cards and pass."""
_EXCHANGE = """ Deal has the hands as they were dealt. The exchange is 13
tricks for the 26 cards of Stock: two by two from its top, the first of them to
the winner of the trick. Exchange has the cards played in these tricks. The cards
of Play come from the hands after the exchange."""


def loads(
    data: str | bytes, *, hands: str | None = None, strict: bool = True, name: str = ""
) -> Loaded[PbnGame]:
    """Read the deals of a file.

    Deals with cards at two seats are read as they are. ``hands`` chooses two of more hands: the
    seats of south and of north as two of the letters N, E, S and W. Then calls, cards played and
    results, which are those of four players, are left out.

    Raises ``ParseError``, which names the line, and ``name`` if it is given; and ``ParameterError``
    for invalid ``hands``. With ``strict=False`` bad deals are left out, and their errors are in
    ``complaints`` of the result.

    >>> from bitgames.formats import pbn
    >>> text = '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]'
    >>> pbn.loads(text)[0].record.start.hand(1)
    'JT3.AK43.QJ2.A82'
    """
    if hands is not None and (len(set(hands)) != 2 or not set(hands) < set(SEATS)):
        raise parameter_error("hands", "two of the letters N, E, S and W", repr(hands))
    games: Loaded[PbnGame] = Loaded([], errors := ErrorCollector(name, strict=strict))
    for lines in split(decode(data)):
        try:
            games.append(read_game(lines, hands))
        except FormatError as error:
            errors.at_line(error.place or 0, str(error))
    return games


def parse(text: str, *, hands: str | None = None) -> PbnGame:
    """Read one deal. Raises ``ParseError`` for another number of deals, and as ``loads`` does."""
    games = loads(text, hands=hands)
    if len(games) != 1:
        raise ParseError(f"the text must hold one deal, not {len(games)}")
    return games[0]


def load(path: Path, *, hands: str | None = None, strict: bool = True) -> Loaded[PbnGame]:
    """Read the deals of a file as ``loads`` does. Raises ``OSError`` for an error of the system.

    >>> import bitgames as bg
    >>> from bitgames.formats import pbn
    >>> pbn.save("deals.pbn", [bg.Record(bg.Honeymoon(seed)) for seed in range(3)])
    >>> len(pbn.load("deals.pbn"))
    3
    """
    return loads(read_regular(path), hands=hands, strict=strict, name=str(path))


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
    game = replace(game, tags={**_of_record(game.record), **game.tags})
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
        _tag("Contract", "Pass" if contract == "pass" else (contract or "").replace("x", "X")),
        _tag("Result", "" if tricks is None else str(tricks)),
    ]
    lines += _score(game.record, contract, declarer, tricks)
    others = [name for name, value in game.tags.items() if value and name not in NAMES]
    lines += [_tag(name, game.tags[name]) for name in others]
    lines += [_tag("Honeymoon", start.rules), _tag("Stock", stock)]
    if (wanted := game.record.conditions) is not None:
        lines.append(_tag("Conditions", str(wanted)))
    lines.append(f"{_FOR_TWO}{'' if stock == '-' else _EXCHANGE} }}")
    tables = (table.to_text(name) for name, table in sorted(game.tables.items()))
    return "\n".join([*lines, *_moves(game.record), *tables]) + "\n"


def _of_record(record: Record) -> dict[str, str]:
    """Return the tags that a record tells: names, date and event."""
    values = (record.event, record.date, *(record.players or (None, None)))
    said = zip(("Event", "Date", *(LONG[seat] for seat in OURS)), values, strict=True)
    return {name: value for name, value in said if value}


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


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
