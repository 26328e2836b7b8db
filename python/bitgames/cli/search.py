"""``bitgames search``: search for the best move within limits."""

from typing import Annotated

import typer

from bitgames import _core
from bitgames.cli.loading import asked_position
from bitgames.cli.options import All, Json, Level, Lines, Quiet, Table, level_limits
from bitgames.cli.output import hidden_told, print_json
from bitgames.cli.progress import Bar
from bitgames.cli.search_output import found_data, lines_data, lines_words, print_found, value_found


def search(
    position: Annotated[list[str], typer.Argument()],
    all_moves: All = False,
    lines: Lines = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    level: Level = None,
    table_mib: Table = 64,
    see_all: bool = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search for the best move of a position within limits.

    Options:
        POSITION: Name of a game (its start), a position as text, with or without quotes: tictactoe
            o../.x./..., a game and its moves, a board in OBF, or a file of games (the last
            position of one).
        --depth N: Search at most N plies deep.
        --nodes N: Stop after N positions.
        --seconds S: Stop after S seconds; after 1 second if no limit is given.
        --see-all: Search a card game with all hands and the stock open. Without it a position that
            hides cards from the player to move is refused.
    """
    start = asked_position(" ".join(position))
    if depth is None and nodes is None and seconds is None and level is None:
        seconds = 1.0
    try:
        with Bar("searching", "nodes", quiet=quiet or json) as bar:
            found = _core.search(
                start,
                lines=lines,
                all_moves=all_moves,
                nodes=nodes,
                seconds=seconds,
                **level_limits(level, depth),
                table_mib=table_mib,
                see_all=see_all,
                progress=bar.callback,
            )
    except _core.UnsupportedError as error:
        raise hidden_told(error, start, "--see-all opens all hands and the stock") from None
    several = all_moves or lines is not None
    if json:
        data = {
            **found_data(start, found), "exact": found.exact, "depth": found.depth,
            "certainty": found.certainty,
        }  # fmt: skip
        print_json({**data, **lines_data(found)} if several else data)
        return
    value = value_found(start, found.value, found.exact)
    more = lines_words(start, found) if several else []
    certainty = "" if found.certainty == 100 else f", {found.certainty} % certain"
    more.append(("depth", f"{found.depth}{certainty}"))
    print_found(start, found, f"{value}, exact" if found.exact else value, more)
