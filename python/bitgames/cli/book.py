"""``bitgames book``: build, show, merge and export opening books."""

from pathlib import Path
from typing import Annotated

import typer

from bitgames._core import ConnectFour, ParameterError, UnsupportedError
from bitgames.book import FORMATS, Book, BookEntry
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.loading import asked_position
from bitgames.cli.options import (
    GameSpec,
    Json,
    Level,
    PositionText,
    Quiet,
    Table,
    Threads,
    file_name,
    file_path,
    level_limits,
)
from bitgames.cli.output import line_of, print_json
from bitgames.cli.progress import Bar

book = typer.Typer(
    cls=Group, help="Build, show, merge and export opening books.", no_args_is_help=True
)

Out = Annotated[
    Path,
    typer.Option("--out", metavar="FILE", parser=file_path, help="Write the book to FILE."),
]
Source = Annotated[
    str,
    typer.Argument(
        metavar="BOOK",
        parser=file_name,
        help="File of a book, or a game for the book that its players use.",
    ),
]


def _opened(source: str) -> Book:
    from bitgames.games import names

    is_game = source.split(":")[0] in names() and not Path(source).exists()
    return Book.of(source) if is_game else Book(source)


@book.command(cls=Command)
def build(
    position: PositionText,
    out: Out,
    positions: Annotated[
        int,
        typer.Option(
            "--positions", metavar="N", help="End once the book has N positions, leaves included."
        ),
    ] = 10_000,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="PLIES", help="Search leaves PLIES deep, by default 8."),
    ] = None,
    level: Level = None,
    within: Annotated[
        float | None,
        typer.Option(
            "--within",
            metavar="POINTS",
            help="Expand lines whose moves lose at most POINTS together, by default 2.",
        ),
    ] = None,
    weight: Annotated[
        int | None,
        typer.Option(
            "--weight",
            metavar="PLIES",
            help="Count a lost point as PLIES in the choice of what to expand next, by default 2.",
        ),
    ] = None,
    threads: Threads = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build an opening book from a position, or go on with the file that is there.

    The file is complete at every moment: Ctrl-C ends a build, and the same command goes on. Players
    with book=yes use the file GAME.book (othello.book) in the folder that the variable
    BITGAMES_BOOKS names.
    """
    start = asked_position(position)
    with Bar(f"book of {start.game}", "positions", quiet=quiet, lines=True) as bar:
        made = Book.build(
            out, start, positions=positions, within=within, weight=weight, threads=threads,
            progress=bar.callback, **level_limits(level, depth),
        )  # fmt: skip
    _describe(made, str(out), as_json=json)


@book.command(cls=Command)
def scores(
    game: GameSpec,
    out: Out,
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", help="Solve the positions with N discs, 0 to 12.")
    ] = 8,
    table_mib: Table = 1024,
    threads: Threads = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a book of exact scores of Connect Four, or go on with the file that is there.

    It has all positions with N discs in which no side completes a line with its next disc. Ctrl-C
    ends it, and the same command goes on.
    """
    start = asked_position(game)
    if not isinstance(start, ConnectFour):
        raise UnsupportedError(f"books of scores are for connect4, not for {start.game}")
    with Bar(f"scores of {start.game}", "positions", quiet=quiet, lines=True) as bar:
        count = start.write_scores(
            out, plies=plies, table_mib=table_mib, threads=threads, progress=bar.callback
        )
    if json:
        print_json({"book": str(out), "game": start.game, "plies": plies, "positions": count})
    else:
        print_facts(
            [
                ("book", str(out)),
                ("game", start.game),
                ("positions", f"{count:,} with {plies} discs"),
            ]
        )


@book.command(cls=Command)
def show(
    source: Source,
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION",
            help="Show the moves of this position: text, moves like f5d6, or a file of a game.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Describe a book, or show what it knows of a position."""
    found = _opened(source)
    if position is None:
        _describe(found, source, as_json=json)
        return
    at = asked_position(position)
    entry = found.look_up(at)
    if json:
        print_json(None if entry is None else _entry_data(found, entry))
        return
    if entry is None:
        print("the position is not in the book")
        return
    print_facts(
        [
            ("value", f"{entry.value:+.2f}"),
            ("kind", "leaf" if entry.leaf else "exact" if entry.exact else "expanded"),
        ]
    )
    if entry.moves:
        rows = [("move", "value", "line")]
        rows += [
            (str(each.move), f"{each.value:+.2f}", line_of(found.line(at.play(each.move))))
            for each in entry.moves
        ]
        print_columns(rows)


@book.command(cls=Command)
def merge(
    sources: Annotated[
        list[str], typer.Argument(metavar="BOOK...", help="Two or more books of one game.")
    ],
    out: Out,
    json: Json = False,
) -> None:
    """Merge books of one game and one search; the order of the books does not matter."""
    if len(sources) < 2:
        raise ParameterError("give two books or more to merge")
    first, *others = map(_opened, sources)
    for other in others:
        first = first.merge(other)
    first.save(out)
    _describe(first, str(out), as_json=json)


@book.command(cls=Command)
def export(
    source: Source,
    target: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="Write text, json (an object on each line), obf (Othello: positions with the "
            "values of their moves), or book (a book again, for --within).",
        ),
    ] = "text",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", parser=file_path, help="Write to FILE, by default to stdout."
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            "--within",
            metavar="POINTS",
            help="Leave out what loses more than POINTS against the best moves.",
        ),
    ] = None,
) -> None:
    """Write a book as text, or a smaller one."""
    from bitgames.files import write_atomic

    if target not in (*FORMATS, "book"):
        allowed = ", ".join((*FORMATS, "book"))
        raise ParameterError(f"{target!r} is not a valid format: allowed are {allowed}")
    found = _opened(source)
    if within is not None:
        found = found.pruned(within)
    if target == "book":
        if out is None:
            raise ParameterError("a book needs --out FILE: its bytes are not for a terminal")
        found.save(out)
        return
    lines = found.export(target)
    if out is None:
        for line in lines:
            print(line)
    else:
        write_atomic(out, "".join(f"{line}\n" for line in lines).encode())


def _describe(found: Book, name: str, *, as_json: bool) -> None:
    counts = found.counts()
    if as_json:
        print_json(
            {
                "book": name,
                "game": found.game,
                "positions": len(found),
                **counts,
                "search": found.search,
                "within": found.within,
                "weight": found.weight,
                "roots": [root.to_string() for root in found.roots],
                "generator": found.generator,
                "checksum": found.checksum,
            }
        )
        return
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in counts.items())
    print_facts(
        [
            ("book", name),
            ("game", found.game),
            ("positions", f"{len(found):,}: {kinds}"),
            ("searched", found.search),
            ("within", f"{found.within:g}"),
            ("weight", str(found.weight)),
            *[("from", root.to_string()) for root in found.roots],
            *[("line", line_of(found.line(root))) for root in found.roots],
            ("made by", found.generator),
            ("checksum", found.checksum),
        ]
    )


def _entry_data(found: Book, entry: BookEntry) -> dict[str, object]:
    moves = [
        {
            "move": str(each.move),
            "value": each.value,
            "leaf": each.leaf,
            "exact": each.exact,
            "line": [str(move) for move in found.line(entry.position.play(each.move))],
        }
        for each in entry.moves
    ]
    return {
        "position": entry.position.to_string(),
        "value": entry.value,
        "leaf": entry.leaf,
        "exact": entry.exact,
        "moves": moves,
    }
