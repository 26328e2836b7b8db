"""``bitgames play``: play against the computer, in a terminal or a pipe."""

from typing import Annotated

import typer

from bitgames.cli.options import Deal, GameFile, GameNumber, Seed


def play(
    game: Annotated[str | None, typer.Argument()] = None,
    size: Annotated[int | None, typer.Option("--size", "-s")] = None,
    opponent: Annotated[str | None, typer.Option("--opponent", "-o")] = None,
    side: str | None = None,
    load: GameFile = None,
    number: GameNumber = None,
    go_on: Annotated[bool, typer.Option("--continue", "-c")] = False,
    autosave: bool | None = None,
    deal: Deal = None,
    seed: Seed = None,
) -> None:
    """Play a game: type the number of a move or its name, or help for the other commands.

    Options:
        GAME: Name of a game, with an optional size: othello, tictactoe:5; bitgames games lists
            them. Or a position as text in quotes. By default the command asks.
        --size N: Size of the board: othello -s 6 is othello:6.
        --opponent PLAYER: Player against you: level:easy to level:best, alphabeta:depth=4 and
            others, or human for another person; bitgames players lists them. By default the command
            asks.
        --side SIDE: Side that you play, such as black or o; random, or both for all sides. By
            default the command asks.
        --continue: Continue the last game that was not finished.
        --autosave: Keep the game after every move, for --continue; by default in a terminal only.
    """
    # The room of a game brings most of the package with it; other commands start without.
    from bitgames.cli.prompts import Asked
    from bitgames.cli.terminal import Terminal

    asked = Asked(game, size, opponent, side, load, number, go_on, seed, deal)
    with Terminal() as terminal:
        try:
            session = asked.session(terminal)
        except EOFError:
            print("bye")
            return
        is_kept = terminal.is_interactive or go_on
        terminal.play(session, keep=is_kept if autosave is None else autosave)
