"""``bitgames rules``: the rules of a game on one screen."""

from typing import Annotated

import typer

from bitgames import games as registry
from bitgames.cli.console import print_columns
from bitgames.cli.loading import asked_position
from bitgames.cli.options import Json, language_tag
from bitgames.cli.output import print_json


def rules(
    game: Annotated[str | None, typer.Argument()] = None,
    language: Annotated[str, typer.Option(parser=language_tag)] = "en",
    json: Json = False,
) -> None:
    """Show the rules of a game on one screen: in words, and with a small picture.

    Options:
        GAME: Name of a game, such as othello or mnk:6,5,4; without it, the games are listed.
        --language TAG: Language of the rules: en, ja or zh-Hant.
    """
    if game is None:
        titles = {
            name: registry.facts(registry.examples(name)[0]).title for name in registry.names()
        }
        if json:
            print_json(titles)
        else:
            commands = [(title, f"bitgames rules {name}") for name, title in titles.items()]
            print_columns([("title", "command"), *commands])
        return
    asked = registry.rules(asked_position(game), language)
    if not json:
        print(asked)
        return
    print_json(
        {
            "game": asked.facts.spec,
            "title": asked.facts.title,
            "players": list(asked.facts.player_names),
            "rules": asked.text,
            "position": asked.position.to_string(),
            "picture": asked.picture,
        }
    )
