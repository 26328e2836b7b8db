"""``bitgames show``: draw a position as text, SVG or JSON."""

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames import _core
from bitgames.arguments import printable
from bitgames.cli.common import (
    GameFile,
    GameNumber,
    Json,
    file_name,
    is_file,
    load_game,
    position_data,
    print_json,
)
from bitgames.cli.console import print_columns, print_facts, use_color
from bitgames.cli.errors import Failure
from bitgames.files import write_atomic
from bitgames.formats import read_any, read_moves, read_position
from bitgames.record import Record

if TYPE_CHECKING:
    from bitgames.tournament.store import Game

__all__ = ["show"]


def show(
    position: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POSITION",
            help="Name of a game (its start), a position as text, or a file of games.",
        ),
    ] = None,
    moves: Annotated[
        str,
        typer.Option("--moves", metavar="MOVES", help="Play these moves first: 'b2 a1' or f5d6c3."),
    ] = "",
    load: GameFile = None,
    number: GameNumber = None,
    game: Annotated[
        int | None,
        typer.Option(
            "--game",
            metavar="K",
            help="Replay game K of a results file of a tournament, in the order of its lines.",
        ),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option(
            "--svg",
            metavar="FILE",
            parser=file_name,
            help="Write a picture (SVG) to FILE instead of text; - is stdout.",
        ),
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(
            "--view",
            metavar="VIEW",
            help="View of the picture of a pyramid: isometric (as it stands on a table), or plan "
            "(layer by layer).",
        ),
    ] = None,
    legal: Annotated[
        bool, typer.Option("--legal", help="Mark the cells of the legal moves.")
    ] = False,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--viewer",
            metavar="SEAT",
            help="Show what this seat knows of hidden cards, or all cards for all. By default the "
            "seat to move sees its own.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Draw a position, or the last position of a game; mark the last move and a finished line.

    Of a file with several games, list the games with their numbers.
    """
    asked = " ".join(position or ())
    replayed = _replayed(load or asked, game)
    if (
        replayed is None
        and not json
        and svg is None
        and number is None
        and _list_games(load or asked)
    ):
        return
    shown = _asked(asked, load, number) if replayed is None else replayed.record
    if json and svg == "-":
        raise _core.ParameterError("--json and --svg - both write to stdout: give only one of them")
    for move in read_moves(shown.position, moves):
        shown.play(move)
    if viewer is not None and json and svg is None:
        raise _core.ParameterError("--viewer is for pictures: leave out --json")
    if view is not None and svg is None:
        raise _core.ParameterError("--view needs --svg FILE")
    if svg is not None:
        picture = shown.position.to_svg(
            last_move=shown.last_move,
            previous=shown.previous,
            viewer=viewer,
            legal=legal,
            view=view,
        )
        picture += "\n"
        if svg == "-":
            print(picture, end="")
        else:
            write_atomic(svg, picture.encode())
    if json:
        last = None if shown.last_move is None else str(shown.last_move)
        told = {} if replayed is None else {"game": replayed._asdict()}
        print_json({**position_data(shown.position), "last_move": last, **told})
    elif svg is None:
        if replayed is not None:
            _print_game(replayed)
        text = shown.position.to_text(
            last_move=shown.last_move,
            previous=shown.previous,
            viewer=viewer,
            legal=legal,
            color=use_color(),
        )
        print(text)


def _replayed(file: str | Path, number: int | None) -> "Game | None":
    """Return a game of a results file, played again by the rules; ``None`` for anything else."""
    from bitgames.tournament.store import games, is_results

    if not (os.path.isfile(file) and is_results(file)):
        if number is not None:
            raise _core.ParameterError("--game needs a results file of a tournament")
        return None
    try:
        found = list(islice(games(file), number if number is None else max(number, 1)))
        if number is None or not 1 <= number <= len(found):
            asked = "name a game by --game" if number is None else f"there is no game {number}"
            allowed = f"allowed is 1 to {len(found)}" if found else "it has none yet"
            raise _core.ParameterError(
                f"{file} is a results file of a tournament: {asked}, {allowed}"
            )
        _check(found[-1])
    except _core.ParseError as error:
        raise Failure(str(error)) from None
    return found[-1]


def _check(game: "Game") -> None:
    """Play a game again, and compare its end with its result."""
    try:
        result = game.record.result
    except _core.GameError as error:
        raise Failure(f"the game does not follow the rules: {error}") from None
    if result is not None and not game.forfeit:
        first = game.record.start.facts.teams.index(0)
        score = 0.5 if not result.winners else float(first in result.winners)
        if score != game.score:
            raise Failure(
                f"the moves end with {score:g} points of the first side, not {game.score:g}"
            )


def _print_game(game: "Game") -> None:
    """Print players, result and moves of a game."""
    start = game.record.start
    moves = game.moves.split()
    score = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.score]
    rows = [
        ("first side", game.first),
        ("second side", game.second),
        ("result", f"{score}, {game.reason}"),
        ("pair", f"{game.pair}, game {game.game}"),
        ("start", start.to_string()),
        ("opening", " ".join(moves[: game.given]) or "-"),
        ("moves", " ".join(moves[game.given :]) or "-"),
    ]
    print_facts([(name, printable(value)) for name, value in rows])
    print()


def _list_games(file: str | Path) -> bool:
    """List the games of a file that has several; return False for anything else."""
    if not os.path.isfile(file):
        return False
    try:
        games = read_any(Path(file))
    except _core.GameError:  # told when the one game is read
        return False
    if len(games) < 2:
        return False
    rows = [("game", "moves", "players", "result")]
    for number, game in enumerate(games, 1):
        names = (
            " - ".join(name or "?" for name in game.players or ())
            if any(game.players or ())
            else "-"
        )
        rows.append((str(number), str(len(game)), names, _result(game)))
    print_columns([tuple(map(printable, row)) for row in rows])
    print(f"\n{file}#1 to {file}#{len(games)} name one of them")
    return True


def _result(game: Record) -> str:
    """Return the end of a game in a few words."""
    result = game.result
    if result is None:
        return "not over"
    if not result.winners:
        return "draw"
    names = " and ".join(game.start.facts.player_names[seat] for seat in result.winners)
    verb = "wins" if len(result.winners) == 1 else "win"
    score = max(result.scores)
    # Without a score of its own, as after a resignation, the reason says more.
    return f"{names} {verb} by {score}" if score > 1 else f"{names} {verb}: {result.reason}"


def _asked(position: str, load: Path | None, number: int | None) -> Record:
    """Return the game of a file, or a game that starts at a position."""
    if (load is None) == (position == ""):
        raise _core.ParameterError("show needs a position or --load FILE, but not both")
    if load is not None:
        return load_game(load, number)
    try:
        start = Record(read_position(position))
    except _core.GameError:
        if not is_file(position):
            raise
        return load_game(Path(position), number)
    if number is not None:
        raise _core.ParameterError("--number needs a file of games")
    return start
