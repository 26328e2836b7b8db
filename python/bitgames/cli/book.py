"""``bitgames book``: build, show, merge, compare and export opening books."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ConnectFour, ParameterError, UnsupportedError
from bitgames.book import FORMATS, Book, BookEntry
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.errors import warn
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
    shared,
)
from bitgames.cli.output import line_of, print_json
from bitgames.cli.progress import Bar
from bitgames.files import attributes, write_atomic

if TYPE_CHECKING:
    from bitgames.book_files import Difference

book = typer.Typer(
    cls=Group, help="Build, show, merge, compare and export opening books.", no_args_is_help=True
)

Out = Annotated[Path, shared("--out FILE: Write the book to FILE.", parser=file_path)]
Source = Annotated[
    str,
    shared(
        "BOOK: File of a book, also of Edax or Egaroucid, or a game for the book that its players "
        "use.",
        parser=file_name,
    ),
]


def _opened(source: str) -> Book:
    from bitgames.book_files import read
    from bitgames.games import names

    is_game = source.split(":")[0] in names() and not Path(source).exists()
    if is_game:
        return Book.of(source)
    with Bar(f"reading {source}", "positions", lines=True) as bar:
        return read(source, progress=bar.callback)


@book.command(cls=Command)
def build(
    position: PositionText,
    out: Out,
    positions: int = 10_000,
    depth: int | None = None,
    level: Level = None,
    within: float | None = None,
    weight: int | None = None,
    threads: Threads = 1,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build an opening book from a position, or go on with the file that is there.

    The file is complete at every moment: Ctrl-C ends a build, and the same command goes on. Players
    with book=yes use the file GAME.book (othello.book) in the folder that the variable
    BITGAMES_BOOKS names.

    Options:
        --positions N: End once the book has N positions, leaves included.
        --depth PLIES: Search leaves PLIES deep, by default 8.
        --within POINTS: Expand lines whose moves lose at most POINTS together, by default 2.
        --weight PLIES: Count a lost point as PLIES in the choice of what to expand next, by default
            2.
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

    It has all positions with N discs that are not decided by the next two, and goes on after those
    whose searches take long. Ctrl-C ends it, and the same command goes on.
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
    position: Annotated[str | None, typer.Argument()] = None,
    json: Json = False,
) -> None:
    """Describe a book, or show what it knows of a position.

    Options:
        POSITION: Show the moves of this position: text, moves like f5d6, or a file of a game.
    """
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
    sources: Annotated[list[str], typer.Argument(metavar="BOOK...")],
    out: Out,
    mixed: bool = False,
    json: Json = False,
) -> None:
    """Merge books of one game and one search; the order of the books does not matter.

    Options:
        BOOK...: Two or more books of one game.
        --mixed: Merge books of different searches and programs, of Othello: where several searched
            a position, the value of the first one counts.
    """
    from bitgames.book_files import merge as merge_mixed

    if len(sources) < 2:
        raise ParameterError("give two books or more to merge")
    first, *others = map(_opened, sources)
    for other in others:
        with Bar("merging", "positions", lines=True) as bar:
            first = (
                merge_mixed(first, other, progress=bar.callback) if mixed else first.merge(other)
            )
    first.save(out)
    _describe(first, str(out), as_json=json)


@book.command(cls=Command)
def export(
    source: Source,
    target: Annotated[str, typer.Option("--to")] = "text",
    out: Annotated[Path | None, typer.Option(parser=file_path)] = None,
    within: float | None = None,
) -> None:
    """Write a book as text, for another program, or a smaller one.

    Options:
        --to FORMAT: Write text, json (an object on each line), obf (Othello: positions with the
            values of their moves), edax or egaroucid (the book of that program), or book (one of
            this package, for --within).
        --out FILE: Write to FILE, by default to stdout.
        --within POINTS: Leave out what loses more than POINTS against the best moves.
    """
    from bitgames import book_files

    targets = (*FORMATS, *book_files.FORMATS, "book")
    if target not in targets:
        allowed = ", ".join(targets)
        raise ParameterError(f"{target!r} is not a valid format: allowed are {allowed}")
    found = _opened(source)
    if within is not None:
        found = found.pruned(within)
    if target not in FORMATS:
        if out is None:
            raise ParameterError("a book needs --out FILE: its bytes are not for a terminal")
        if target == "book":
            found.save(out)
        else:
            with Bar(f"writing {out}", "positions", lines=True) as bar:
                book_files.save(out, found, target, progress=bar.callback)
            warn(f"{out}: {book_files.LOST[target]}")
        return
    lines = found.export(target)
    if out is None:
        for line in lines:
            print(line)
    else:
        write_atomic(out, "".join(f"{line}\n" for line in lines).encode())


@book.command(cls=Command)
def compare(
    first: Source,
    second: Annotated[
        str,
        shared("OTHER: File of another book of Othello, or a game for its book.", parser=file_name),
    ],
    count: int = 20,
    json: Json = False,
) -> None:
    """Compare the best moves of two books of Othello.

    It prints the best line of each from the start, and the positions in which no move is best in
    both, with the values of both moves in both books: points for the side to move.

    Options:
        --count N: Show at most N positions, the first ones; --json has all.
    """
    from bitgames.book_files import compare as differences

    if count < 0:
        raise ParameterError(f"--count is 0 or more, not {count}")
    books = (_opened(first), _opened(second))
    with Bar("comparing", "positions", lines=True) as bar:
        found = differences(*books, progress=bar.callback)
    start = asked_position("othello")
    lines = [each.line(start) for each in books]
    if json:
        print_json(
            {
                "books": [first, second],
                "lines": [[str(move) for move in line] for line in lines],
                "differences": [_difference_data(each) for each in found],
            }
        )
        return
    print_facts(
        [
            ("first", first),
            ("line", line_of(lines[0])),
            ("second", second),
            ("line", line_of(lines[1])),
            ("differ in", f"{len(found):,} positions"),
        ]
    )

    def side(each: "Difference", which: int) -> tuple[str, str, str]:
        across = each.across[which]
        there = "-" if across is None else f"{across:+.2f}"
        return str(each.moves[which]), f"{each.values[which]:+.2f}", there

    if shown := found[:count]:
        rows = [("first", "value", "in second", "second", "value", "in first", "position")]
        rows += [(*side(each, 0), *side(each, 1), each.position.to_string()) for each in shown]
        print_columns(rows)


def _difference_data(each: "Difference") -> dict[str, object]:
    return {
        "position": each.position.to_string(),
        "moves": [str(move) for move in each.moves],
        **attributes(each, "values", "across"),
    }


def _describe(found: Book, name: str, *, as_json: bool) -> None:
    counts = found.counts()
    if as_json:
        print_json(
            {
                "book": name,
                "game": found.game,
                "positions": len(found),
                **counts,
                **attributes(found, "search", "within", "weight"),
                "roots": [root.to_string() for root in found.roots],
                **attributes(found, "generator", "checksum"),
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
            **attributes(each, "value", "leaf", "exact"),
            "line": [str(move) for move in found.line(entry.position.play(each.move))],
        }
        for each in entry.moves
    ]
    return {
        "position": entry.position.to_string(),
        **attributes(entry, "value", "leaf", "exact"),
        "moves": moves,
    }
