"""``bitgames games``: list the games and their facts."""

from bitgames import games as registry
from bitgames.cli.common import Json, print_json
from bitgames.cli.console import print_columns

__all__ = ["games"]


def games(json: Json = False) -> None:
    """List the games, each with an example and its facts."""
    rows = [registry.facts(registry.examples(name)[0]) for name in registry.names()]
    if json:
        print_json(
            [
                {
                    "name": name,
                    "examples": registry.examples(name),
                    "spec": facts.spec,
                    "title": facts.title,
                    "players": list(facts.player_names),
                    "width": facts.width,
                    "height": facts.height,
                    "num_moves": facts.num_moves,
                    "max_ply": facts.max_ply,
                    "hidden": facts.hidden,
                    "chance": facts.chance,
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
