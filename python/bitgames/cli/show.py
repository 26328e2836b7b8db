"""``bitgames show``: draw a position as text, SVG or JSON."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames import _core
from bitgames.arguments import integer, printable
from bitgames.cli.console import print_columns, print_facts, use_color
from bitgames.cli.loading import load_game, replayed, typed_game
from bitgames.cli.options import GameFile, GameNumber, Html, Json, Seed, Svg
from bitgames.cli.output import position_data, print_json
from bitgames.files import attributes, write_atomic
from bitgames.formats import read_any, read_moves
from bitgames.games import start as start_of
from bitgames.record import Record

if TYPE_CHECKING:
    from bitgames.tournaments.games import Game


def show(
    position: Annotated[list[str] | None, typer.Argument()] = None,
    moves: str = "",
    load: GameFile = None,
    number: GameNumber = None,
    ply: int | None = None,
    seed: Seed = None,
    svg: Svg = None,
    html: Html = None,
    view: str | None = None,
    legal: bool = False,
    viewer: str | None = None,
    json: Json = False,
) -> None:
    """Draw a position, or the last position of a game; mark the last move and a finished line.

    Of a file with several games, list the games with their numbers.

    Options:
        POSITION: Name of a game (its start), a position as text, or a file of games.
        --moves MOVES: Play these moves first: 'b2 a1' or f5d6c3.
        --ply N: Show the position after N moves of the game, from 0.
        --view VIEW: View of the picture of a pyramid: isometric (as it stands on a table), or plan
            (layer by layer).
        --legal: Mark the cells of the legal moves.
        --viewer SEAT: Show what this seat knows of hidden cards, or all cards for all. By default
            the seat to move sees its own.
    """
    text = " ".join(position or ())
    if (load is None) == (text == ""):
        raise _core.ParameterError("show needs a position or --load FILE, but not both")
    file = text if load is None else str(load)
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
    if seed is not None:
        start = shown.start
        if not start.facts.chance or start != start_of(start.game):
            raise _core.ParameterError("--seed deals a game of chance: show honeymoon --seed 7")
        shown = Record(start.deal(seed))
    if ply is not None:
        count = len(shown)
        ply = integer("ply", ply, 0, count, f"from 0 to {count}, the moves of the game")
        while len(shown) > ply:
            shown.undo()
    for move in read_moves(shown.position, moves):
        shown.play(move)
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
