"""``bitgames games``: list the games and their facts; ask files of games."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

from bitgames import games as registry
from bitgames._core import ParameterError, ParseError
from bitgames.arguments import printable
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns
from bitgames.cli.errors import FAILURE, Failure
from bitgames.cli.options import Csv, Json, Quiet, Threads, file_name, html_name, shared
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar
from bitgames.files import attributes, csv_text, write_atomic

if TYPE_CHECKING:
    from bitgames.archive import Archive, ArchivedGame, Result, Stats, Tally
    from bitgames.tournaments.score_sheet import Scoring

games = typer.Typer(cls=Group, invoke_without_command=True)

_SHOWN = 20
"""Games that a table shows."""

_COLUMNS = ("game", "first", "second", "score", "margin", "plies", "reason", "event", "date", "at",
            "next", "opening", "start", "moves")  # fmt: skip


@games.callback()
def listed(context: typer.Context, json: Json = False) -> None:
    """List the games, each with an example and its facts; or ask a file of games."""
    if context.invoked_subcommand is None:
        _list_games(json)
    elif json:
        raise ParameterError(f"--json belongs after {context.invoked_subcommand}")


def _list_games(json: bool) -> None:
    rows = [registry.facts(registry.examples(name)[0]) for name in registry.names()]
    if json:
        print_json(
            [
                {
                    "name": name,
                    "examples": registry.examples(name),
                    **attributes(facts, "spec", "title"),
                    "players": list(facts.player_names),
                    **attributes(facts, "width", "height", "num_moves", "max_ply"),
                    **attributes(facts, "hidden", "chance"),
                }
                for name, facts in zip(registry.names(), rows, strict=True)
            ]
        )
        return
    table: list[tuple[str, ...]] = [("example", "title", "players", "board", "moves", "more")]
    for name, facts in zip(registry.names(), rows, strict=True):
        board = f"{facts.width} x {facts.height}"
        players = ", ".join(facts.player_names)
        more = " ".join(registry.examples(name)[1:])
        table.append((facts.spec, facts.title, players, board, str(facts.num_moves), more))
    print_columns(table)


File = Annotated[
    str,
    shared(
        "FILE: Results of a tournament, WTHOR (.wtb), GGF, SGF, transcripts, a record or PBN.",
        parser=file_name,
    ),
]
Player = Annotated[str | None, shared("--player NAME: Games that NAME has played, on either side.")]
First = Annotated[str | None, shared("--first NAME: Games in which NAME began.")]
Second = Annotated[str | None, shared("--second NAME: Games in which NAME came second.")]
Ended = Annotated[
    str | None,
    shared(
        "--result RESULT: Games won by the first or the second side, or draw; with --player also "
        "win or loss."
    ),
]
Opening = Annotated[
    str | None,
    shared(
        "--opening MOVES|NAME: Games that begin with these moves, or with their mirror images: "
        "f5d6c3; or that have a position of this name: Tiger."
    ),
]
At = Annotated[
    str | None,
    shared(
        "--position POSITION: Games with this position, however it is turned or mirrored: a "
        "position as text, or moves that lead to it."
    ),
]
SkipBad = Annotated[
    bool, shared("--skip-bad: Report games with an illegal move on stderr, and exit with code 1.")
]
Beside = Annotated[bool, shared("--beside: Keep the index beside FILE, not in the cache folder.")]


@games.command(cls=Command)
def find(
    file: File,
    player: Player = None,
    first: First = None,
    second: Second = None,
    result: Ended = None,
    opening: Opening = None,
    position: At = None,
    limit: int | None = None,
    to: Annotated[str | None, typer.Option(parser=file_name)] = None,
    json: Json = False,
    as_csv: Csv = False,
    threads: Threads = None,
    skip_bad: SkipBad = False,
    beside: Beside = False,
    quiet: Quiet = False,
) -> int:
    """Find games in a file: by player, result, opening and position.

    An index of the positions is kept in the cache folder, and made again once the file has changed.

    Options:
        --limit N: Show at most N games; by default 20, and all with --json, --csv and --to.
        --to OUT: Write the games to OUT instead: .txt, .ggf, .wtb, .json, .pbn or .sgf.
    """
    if json + as_csv + (to is not None) > 1:
        raise ParameterError("give only one of --json, --csv and --to")
    if limit is not None and limit < 0:
        raise ParameterError(f"--limit must be from 0 up, not {limit}")
    with _opened(file, threads, quiet, skip_bad=skip_bad, beside=beside) as archive:
        found = archive.find(
            player=player,
            first=first,
            second=second,
            result=cast("Result | None", result),
            opening=opening,
            position=position,
        )
        is_table = not (json or as_csv or to)
        most = limit if limit is not None else _SHOWN if is_table else len(found)
        shown = found[:most]
        if to is not None:
            from bitgames import formats

            formats.save(to, [game.record() for game in shown])
            if not quiet:
                print(f"{_games(len(shown))} to {printable(to)}", file=sys.stderr)
        elif json:
            rows = [_game_data(game) for game in shown]
            print_json({"file": file, "games": len(archive), "found": len(found), "list": rows})
        elif as_csv:
            rows = [_game_data(game) for game in shown]
            print(csv_text(_COLUMNS, ([row[name] for name in _COLUMNS] for row in rows)), end="")
        else:
            _print_found(archive, list(shown), len(found))
        return FAILURE if archive.complaints else 0


@games.command(cls=Command)
def stats(
    file: File,
    player: Player = None,
    first: First = None,
    second: Second = None,
    result: Ended = None,
    opening: Opening = None,
    position: At = None,
    by: str | None = None,
    exact: int | None = None,
    limit: int = _SHOWN,
    json: Json = False,
    as_csv: Csv = False,
    threads: Threads = None,
    skip_bad: SkipBad = False,
    beside: Beside = False,
    quiet: Quiet = False,
) -> int:
    """Count the results of games in a file, by player and by next move, or by opening.

    Next moves are those after --opening or in --position, else those at the start. --csv prints the
    players, or the openings.

    Options:
        --by opening: Count by the names of openings, in place of players and next moves.
        --exact N: Solve each game from N empty squares on, and tell what the moves of each player
            cost on average.
        --limit N: Show at most N players and N moves, or N openings.
    """
    if json and as_csv:
        raise ParameterError("give only one of --json and --csv")
    if limit < 0:
        raise ParameterError(f"--limit must be from 0 up, not {limit}")
    with (
        _opened(file, threads, quiet, skip_bad=skip_bad, beside=beside) as archive,
        Bar("solve", "games", quiet=quiet) as bar,
    ):
        made = archive.stats(
            player=player,
            first=first,
            second=second,
            result=cast("Result | None", result),
            opening=opening,
            position=position,
            by=cast("Literal['opening'] | None", by),
            exact=exact,
            progress=bar.callback,
        )
        complaints = archive.complaints
    if json:
        print_json({"file": file, **made.to_dict()})
    elif as_csv:
        print(made.to_csv(), end="")
    else:
        _print_stats(made, limit)
    return FAILURE if complaints else 0


@games.command(cls=Command)
def sheet(
    file: File,
    scoring: str = "matchpoints",
    html: Annotated[str | None, typer.Option(parser=html_name)] = None,
    to: Annotated[str | None, typer.Option("--pbn", parser=file_name)] = None,
    json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Print the score sheet of an evening of honeymoon bridge: players, and boards with results.

    A result is compared with those of other players who held the same cards (Laws of Duplicate
    Bridge, law 78): two matchpoints for each lower score and one for each equal one, or IMPs, the
    mean of the comparisons. --csv prints the boards.

    Options:
        --scoring SCORING: Order the players by matchpoints, imps or total points.
        --html FILE: Write the sheet as a page to FILE, too.
        --pbn FILE: Write the boards with their results to FILE, as tables of PBN 2.1.
    """
    from bitgames.formats import pbn
    from bitgames.tournaments.score_sheet import score_sheet

    if json and as_csv:
        raise ParameterError("give only one of --json and --csv")
    try:
        made = score_sheet(file, cast("Scoring", scoring))
    except ParseError as error:
        raise Failure(str(error)) from None
    if html is not None:
        write_atomic(html, made.to_html().encode())
    if to is not None:
        pbn.save(to, made.to_pbn())
    if json:
        print_json({"file": file, **made.to_dict()})
    elif as_csv:
        print(made.to_csv(), end="")
    else:
        print(made)


def _opened(file: str, threads: int | None, quiet: bool, **options: bool) -> "Archive":
    """Open a file of games, with a bar while its index is made."""
    from bitgames.archive import Archive

    with Bar("index", "games", quiet=quiet) as bar:
        archive = Archive(file, threads=threads, progress=bar.callback, **options)
    for complaint in archive.complaints:
        print(complaint, file=sys.stderr)
    if archive.note is not None and not quiet:
        print(archive.note, file=sys.stderr)
    return archive


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _game_data(game: "ArchivedGame") -> dict[str, Any]:
    opening = game.opening
    return {
        "game": game.number,
        **attributes(game, "first", "second", "score", "margin"),
        "plies": len(game.moves),
        **attributes(game, "reason", "event", "date", "at"),
        "next": None if game.next_move is None else str(game.next_move),
        "opening": None if opening is None else opening.name(),
        "start": game.start.to_string(),
        "moves": " ".join(map(str, game.moves)),
    }


def _print_found(archive: "Archive", shown: "list[ArchivedGame]", total: int) -> None:
    print(f"{total:,} of {_games(len(archive))}")
    if not shown:
        return
    is_placed = any(game.at is not None for game in shown)
    openings = [game.opening for game in shown]
    has_names = any(opening is not None for opening in openings)
    head: tuple[str, ...] = ("game", "first", "second", "result", "moves")
    head += ("at", "next") if is_placed else ()
    head += ("opening",) if has_names else ()
    rows: list[tuple[str, ...]] = [head]
    for game, opening in zip(shown, openings, strict=True):
        cells = [
            str(game.number), game.first or "?", game.second or "?", _result(game),
            str(len(game.moves)),
        ]  # fmt: skip
        if is_placed:
            cells += [str(game.at), "-" if game.next_move is None else str(game.next_move)]
        if has_names:
            cells.append(_named(opening))
        rows.append(tuple(cells))
    print()
    print_columns(rows)
    print()
    if len(shown) < total:
        print(f"--limit shows more than {len(shown)}, --to FILE writes them to a file")
    name, number = printable(archive.path), shown[0].number
    print(f"bitgames show {name}#{number} shows the first of them")


def _result(game: "ArchivedGame") -> str:
    if game.score is None:
        return "?"
    points = {1.0: "1-0", 0.5: "draw", 0.0: "0-1"}[game.score]
    return points if game.margin is None or game.score == 0.5 else f"{points} ({game.margin:+d})"


def _print_stats(made: "Stats", limit: int) -> None:
    tally = made.tally
    line = f"{_games(tally.games)}: first side {tally.wins:,} won, {tally.draws:,} drawn, "
    unknown = f", {tally.unknown:,} without a result" if tally.unknown else ""
    print(f"{line}{tally.losses:,} lost{unknown}")
    if made.openings is not None:
        named = [(_named(each.opening), each.tally) for each in made.openings]
        _print_shares("opening", named, limit)
        return
    moves = [("end" if row.move is None else str(row.move), row.tally) for row in made.moves]
    _print_shares("next", moves, limit)
    if made.players[:limit]:
        head = ("player", "games", "won", "drawn", "lost", "score")
        more = () if made.exact is None else ("choices", "average loss")
        rows: list[tuple[str, ...]] = [(*head, *more)]
        for player in made.players[:limit]:
            games, _, *results = _counts(player.tally, 0)
            cells = [player.name or "?", games, *results]
            if made.exact is not None:
                average = player.average_loss
                cells += [f"{player.choices or 0:,}", "-" if average is None else f"{average:.2f}"]
            rows.append(tuple(cells))
        print()
        print_columns(rows)
        if len(made.players) > limit:
            print(f"\n{len(made.players):,} players: --limit shows more, --csv all of them")


def _named(opening: registry.Opening | None) -> str:
    return "-" if opening is None else str(opening)


def _print_shares(kind: str, counted: "list[tuple[str, Tally]]", limit: int) -> None:
    """Print a table of results by opening or by next move, with their shares of the games."""
    total = sum(tally.games for _, tally in counted)
    rows: list[tuple[str, ...]] = [(kind, "games", "share", "won", "drawn", "lost", "score")]
    rows += [(name, *_counts(tally, total)) for name, tally in counted[:limit]]
    if len(rows) > 1:
        print()
        print_columns(rows)


def _counts(tally: "Tally", total: int) -> tuple[str, ...]:
    """Return the cells for results: games, their share, won, drawn, lost, points for each game."""
    share = f"{tally.games / total:.1%}" if total else "-"
    score = "-" if tally.score is None else f"{tally.score:.1%}"
    counts = (f"{each:,}" for each in (tally.wins, tally.draws, tally.losses))
    return (f"{tally.games:,}", share, *counts, score)
