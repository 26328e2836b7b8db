"""Measures the levels of a game: each against the one below, and the weakest against greed.

    python benches/levels.py --games othello --pairs 100

A pair is two games with the seats swapped: from the same random opening, or on the same deal in a
game of chance. The player who wins more of the two games wins the pair; in a game of chance the
player with more points in both wins it, as in duplicate bridge, because the deal decides most
single games. An equal pair counts half.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable

import measured

import bitgames as bg

USUAL = ("tictactoe", "othello", "connect4", "mosaic", "quo", "honeymoon")
SEED = 20_211_019


def points(played: bg.matches.PlayedGame) -> float:
    """What the first player of a match has from a game."""
    seat = played.game % 2
    end = bg.Record(bg.position(played.start), played.moves).position
    assert end.outcome is not None
    return end.outcome.scores[seat] if end.facts.chance else end.returns[seat]


def step(
    game: str, level: str, rival: str, pairs: int, seed: int, threads: int
) -> dict[str, object]:
    """A level against its rival: shares of pairs and of games, and seconds a move of both."""
    since = time.perf_counter()
    # The strongest levels play few slips or none, and would repeat games from the start
    # alone. On the smallest boards a random opening decides the game.
    facts = bg.games.facts(game)
    openings = "none" if facts.chance or facts.width * facts.height < 16 else "random"
    result = bg.match(
        level, rival, game, 2 * pairs, seed, openings=openings, threads=threads, keep_games=True
    )
    seconds = (time.perf_counter() - since) * threads
    sums = [0.0] * pairs
    for played in result.games:
        sums[played.game // 2] += points(played)
    won, equal = sum(each > 0 for each in sums), sum(each == 0 for each in sums)
    return {
        "game": game,
        "level": level,
        "rival": rival,
        "pairs": pairs,
        "seed": seed,
        "won": won,
        "equal": equal,
        "share": (won + equal / 2) / pairs,
        "games_share": (sum(result.wins) + sum(result.draws) / 2) / result.num_games,
        "seconds_a_move": seconds / result.plies,
    }


def levels_in_order(game: str, pairs: int, seed: int, threads: int) -> Iterable[dict[str, object]]:
    """Each level against the one below; the weakest against `greedy`."""
    levels = bg.players.levels(game)
    rivals = ["greedy", *(level.spec for level in levels)]
    for level, rival in zip(levels, rivals, strict=False):
        row = step(game, level.spec, rival, pairs, seed, threads)
        yield row | {"player": level.player, "slip_rate": level.slip_rate}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=USUAL, help="specs; the usual ones if none")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int, default=1)
    measured.add_option(parser)
    given = parser.parse_args()
    print("| game | level | plays as | slips | against | pairs won | games |")
    print("|---|---|---|---:|---|---:|---:|")
    figures = []
    for game in given.games:
        for row in levels_in_order(game, given.pairs, given.seed, given.threads):
            cells = (
                game,
                row["level"],
                f"`{row['player']}`",
                f"{row['slip_rate']:.0%}",
                row["rival"],
                f"{row['share']:.1%}",
                f"{row['games_share']:.1%}",
            )
            print("|", " | ".join(map(str, cells)), "|", flush=True)
            level = str(row["level"]).removeprefix("level:")
            figures += [
                measured.Figure(
                    name=f"levels.{game}.{level}.{kind}",
                    value=100 * float(str(row[share])),
                    unit="%",
                    what=f"{game}, {row['level']}, {words}",
                    against=str(row["rival"]),
                    conditions=f"{given.pairs} pairs, seed {given.seed}",
                )
                for kind, share, words in (
                    ("pairs", "share", "pairs won"),
                    ("games", "games_share", "score of the games"),
                )
            ]
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
