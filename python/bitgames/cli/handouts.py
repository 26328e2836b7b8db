"""Sheets of positions as PDF or PNG: what ``show`` and ``problems`` share."""

import os
from collections.abc import Iterable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from bitgames import deals
from bitgames._core import ParameterError, ParseError
from bitgames.arguments import integer, shortened
from bitgames.cli.errors import Failure
from bitgames.cli.loading import load_game, typed_game, wanted_deal
from bitgames.cli.progress import Bar
from bitgames.files import attributes, write_atomic
from bitgames.formats import read_any, read_moves
from bitgames.games import start as start_of
from bitgames.record import Record

if TYPE_CHECKING:
    from bitgames.handouts import Figure, Sheet


def write_sheet(
    sheet: "Sheet", figures: "Sequence[Figure]", pdf: str | None, png: str | None
) -> None:
    """Write a sheet to the files that are asked for; several pages of PNG get numbers."""
    if pdf is not None:
        write_atomic(pdf, sheet.pdf(figures))
    if png is not None:
        pages = sheet.png(figures)
        path = Path(png)
        for number, page in enumerate(pages, 1):
            name = path if len(pages) == 1 else path.with_stem(f"{path.stem}-{number}")
            write_atomic(name, page)


def show_sheet(
    texts: list[str],
    load: Path | None,
    number: int | None,
    moves: str,
    ply: str | None,
    pdf: str | None,
    png: str | None,
    *,
    viewer: str | None,
    view: str | None,
    legal: bool,
    title: str | None,
    per_page: int | None,
    solutions: bool,
    level: str | int | None,
    language: str,
    seed: int | None,
    deal: str | None,
) -> None:
    """Write positions as pages of PDF or PNG; one position alone is a PNG without words."""
    from bitgames.handouts import MAX_FIGURES, Sheet, of_position, title_of

    sheet = Sheet(title or "", 6 if per_page is None else per_page, solutions, language)
    games = list(_games(texts, load, number))
    if len(games) > MAX_FIGURES:
        raise ParameterError(
            f"a sheet has at most {MAX_FIGURES:,} positions, and these are {len(games):,} games: "
            "name one by FILE#N"
        )
    if seed is not None or deal is not None:
        games = [dealt(game, seed, deal) for game in games]
    records = [each for game in games for each in at_plies(game, ply, moves)]
    hides = any(game.start.facts.hidden for game in games)
    if viewer is None and hides and len(records) > len(games):
        raise ParameterError(
            "several positions of one game would show the cards of all seats: name one by --viewer"
        )
    integer("the number of positions of a sheet", len(records), 1, MAX_FIGURES)
    figures = []
    with Bar("sheet", "positions", quiet=False) as bar:
        for record in records:
            figures.append(
                of_position(
                    record.position, viewer=viewer, view=view, legal=legal, solve=solutions,
                    level=level, language=language, **attributes(record, "last_move", "previous"),
                )
            )  # fmt: skip
            if bar.callback is not None:
                bar.callback(len(figures), len(records))
    if not title:
        titles = dict.fromkeys(title_of(record.position, language) for record in records)
        sheet = Sheet(shortened(", ".join(titles)), sheet.per_page, solutions, language)
    if len(figures) == 1 and png is not None and per_page is None and not solutions:
        write_atomic(png, sheet.picture(figures[0]))
        png = None
    write_sheet(sheet, figures, pdf, png)


def dealt(record: Record, seed: int | None, conditions: str | None) -> Record:
    """Return a game of chance at its start, dealt by a seed, and by conditions if any."""
    start = record.start
    if not start.facts.chance or start != start_of(start.game):
        option = "--seed" if conditions is None else "--deal"
        raise ParameterError(f"{option} deals a game of chance: show honeymoon --seed 7")
    if conditions is None:
        return Record(start.deal(seed))
    wanted = wanted_deal(start, conditions)
    with Bar("dealing", "deals", lines=True) as bar:
        return Record(deals.deal(start, wanted, seed, progress=bar.callback), conditions=wanted)


def at_plies(record: Record, plies: str | None, moves: str = "") -> list[Record]:
    """Return a game as far as each of some plies, such as ``8`` or ``8,12-14``, then more moves.

    >>> [len(each) for each in at_plies(Record("othello", "f5 d6 c3"), "0,2-3")]
    [0, 2, 3]
    """
    count = len(record)
    found = []
    for ply in [count] if plies is None else _plies(plies, count):
        shown = deepcopy(record)
        while len(shown) > ply:
            shown.undo()
        for move in read_moves(shown.position, moves):
            shown.play(move)
        found.append(shown)
    return found


def _plies(text: str, count: int) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = [first, last] if dash else [first]
        if not all(each.isascii() and each.isdecimal() and len(each) < 7 for each in ends):
            raise ParameterError(
                f"--ply {shortened(text, 40)!r} is not valid: allowed are numbers and ranges, "
                "such as 8 or 8,12-14"
            )
        numbers = [
            integer("ply", int(each), 0, count, f"from 0 to {count}, the moves of the game")
            for each in ends
        ]
        if numbers[-1] < numbers[0]:
            raise ParameterError(f"--ply {part.strip()} is not valid: a range goes upwards")
        found += range(numbers[0], numbers[-1] + 1)
    return found


def _games(texts: list[str], load: Path | None, number: int | None) -> Iterable[Record]:
    """Yield the games that texts name: of a file without a number, all."""
    from bitgames.journal import is_results

    if load is not None:
        texts = [str(load)]
    for text in texts:
        if number is None and os.path.isfile(text) and not is_results(text):
            try:
                yield from read_any(Path(text))
            except ParseError as error:
                raise Failure(str(error)) from None
        elif load is not None:
            yield load_game(load, number)
        else:
            yield typed_game(text, number)
