"""``bitgames players``: list the players and their rules."""

from typing import Annotated

import typer

from bitgames import players as registry
from bitgames.cli.console import print_columns
from bitgames.cli.options import Json
from bitgames.cli.output import print_json


def players(
    game: Annotated[str | None, typer.Argument()] = None,
    json: Json = False,
) -> None:
    """List the players, each with its rule and its options.

    A player is named with its options after a colon: alphabeta:depth=6,table=64. engine:COMMAND is
    another program: COMMAND starts it, and it speaks GTP or NBoard. text:COMMAND reads prompts and
    answers in text, such as a language model. net:FILE and mcts:net=FILE play by the trained
    network of a file.

    Options:
        GAME: List only the players of this game.
    """
    rules = registry.rules(game)
    if game is not None:
        rules |= {level.spec: level.rule for level in registry.levels(game)}
    if json:
        print_json(rules)
    else:
        print_columns([("name", "rule"), *rules.items()])
