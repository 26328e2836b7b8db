"""``bitgames show``: draw a position as text, SVG or JSON."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames import _core
from bitgames.arguments import printable
from bitgames.cli.console import print_columns, print_facts, use_color
from bitgames.cli.handouts import at_plies, dealt, show_sheet
from bitgames.cli.loading import load_game, replayed, typed_game
from bitgames.cli.options import (
    Deal,
    GameFile,
    GameNumber,
    Html,
    Json,
    Language,
    Level,
    Pdf,
    PerPage,
    Png,
    Seed,
    Svg,
    Title,
)
from bitgames.cli.output import position_data, print_json
from bitgames.files import attributes, write_atomic
from bitgames.formats import read_any

if TYPE_CHECKING:
    from bitgames.tournaments.games import Game


def show(
    position: Annotated[list[str] | None, typer.Argument()] = None,
    moves: str = "",
    load: GameFile = None,
    number: GameNumber = None,
    ply: str | None = None,
    seed: Seed = None,
    deal: Deal = None,
    svg: Svg = None,
    html: Html = None,
    view: str | None = None,
    legal: bool = False,
    viewer: str | None = None,
    pdf: Pdf = None,
    png: Png = None,
    per_page: PerPage = None,
    solutions: bool = False,
    level: Level = None,
    title: Title = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """Draw a position, or the last position of a game; mark the last move and a finished line.

    Of a file with several games, list the games with their numbers. With --pdf or --png several
    positions go on a sheet, each of them an argument, and all games of a file.

    Options:
        POSITION: Name of a game (its start), a position as text, or a file of games.
        --moves MOVES: Play these moves first: 'b2 a1' or f5d6c3.
        --ply N: Show the position after N moves of the game, from 0; on a sheet also 8,12-14.
        --view VIEW: View of the picture of a pyramid: isometric (as it stands on a table), or plan
            (layer by layer).
        --legal: Mark the cells of the legal moves.
        --viewer SEAT: Show what this seat knows of hidden cards, or all cards for all. By default
            the seat to move sees its own.
        --solutions: Put the best moves on the last page of the sheet.
    """
    text = " ".join(position or ())
    if (load is None) == (text == ""):
        raise _core.ParameterError("show needs a position or --load FILE, but not both")
    file = text if load is None else str(load)
    if pdf is not None or png is not None:
        if json or svg is not None or html is not None:
            raise _core.ParameterError("--pdf and --png go without --json, --svg and --html")
        show_sheet(
            position or [], load, number, moves, ply, pdf, png, viewer=viewer, view=view,
            legal=legal, title=title, per_page=per_page, solutions=solutions, level=level,
            language=language, seed=seed, deal=deal,
        )  # fmt: skip
        return
    if solutions or (per_page, title, level, language) != (None, None, None, "en"):
        raise _core.ParameterError(
            "--per-page, --solutions, --level, --title and --language need --pdf or --png"
        )
    if json and svg == "-":
        raise _core.ParameterError("--json and --svg - both write to stdout: give only one of them")
    is_text = not json and svg is None and html is None
    if is_text and number is None and ply is None and _list_games(file):
        return
    game = replayed(Path(file), number)
    if game is not None:
        shown = game.record
    else:
        shown = typed_game(text, number) if load is None else load_game(load, number)
    if seed is not None or deal is not None:
        shown = dealt(shown, seed, deal)
    found = at_plies(shown, ply, moves)
    if len(found) != 1:
        raise _core.ParameterError("--ply names several positions, which need --pdf or --png")
    [shown] = found
    if viewer is not None and json and svg is None and html is None:
        raise _core.ParameterError("--viewer is for pictures: leave out --json")
    if view is not None and svg is None:
        raise _core.ParameterError("--view needs --svg FILE")
    seen = {"viewer": viewer, "legal": legal, **attributes(shown, "last_move", "previous")}
    if svg is not None:
        picture = shown.position.to_svg(view=view, **seen) + "\n"
        if svg == "-":
            print(picture, end="")
        else:
            write_atomic(svg, picture.encode())
    if html is not None:
        from bitgames.play.report import to_html

        write_atomic(html, to_html(shown, viewer=viewer).encode())
    if json:
        last = None if shown.last_move is None else str(shown.last_move)
        told = {} if game is None else {"game": game._asdict()}
        opening = None if shown.opening is None else shown.opening.to_dict()
        print_json({**position_data(shown.position), "last_move": last, "opening": opening, **told})
    elif is_text:
        if game is not None:
            _print_game(game)
        print(shown.position.to_text(color=use_color(), **seen))
        if shown.opening is not None:
            print(f"opening: {shown.opening}")


def _print_game(game: "Game") -> None:
    start = game.record.start
    moves = game.moves.split()
    rows = [
        ("first side", game.first),
        ("second side", game.second),
        ("result", _score(game)),
        ("pair", f"{game.pair}, game {game.game}"),
        ("start", start.to_string()),
        ("opening", " ".join(moves[: game.given]) or "-"),
        ("moves", " ".join(moves[game.given :]) or "-"),
    ]
    print_facts([(name, printable(value)) for name, value in rows])
    print()


def _list_games(file: str) -> bool:
    """List the games of a file that has several; return False for anything else."""
    from bitgames.journal import is_results
    from bitgames.play.announcements import names, result
    from bitgames.tournaments.games import games

    if not os.path.isfile(file):
        return False
    try:
        if is_results(file):
            rows = [
                (each.plies, f"{each.first} - {each.second}", _score(each)) for each in games(file)
            ]
        else:
            rows = [(len(each), names(each) or "-", result(each)) for each in read_any(Path(file))]
    except _core.GameError:  # told when the one game is read
        return False
    if len(rows) < 2:
        return False
    numbered = ((str(n), str(row[0]), *map(printable, row[1:])) for n, row in enumerate(rows, 1))
    print_columns([("game", "moves", "players", "result"), *numbered])
    print(f"\n{file}#1 to {file}#{len(rows)} name one of them")
    return True


def _score(game: "Game") -> str:
    score = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.score]
    return f"{score}, {game.reason}"
