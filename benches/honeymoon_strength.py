"""Measures two players of honeymoon bridge against each other, each deal played from either side.

    python benches/honeymoon_strength.py --deals 1000 --rules taiwan
    python benches/honeymoon_strength.py --deals 200 --seconds 0.1 \\
        --player mcts --rival montecarlo:samples=100000

What counts is the mean over the deals of half the difference of scores: the points a deal that the
first player wins from the second, with its 95 % confidence interval. ``--seconds`` gives both
players the same time of a move; then the share of games won is printed, too, and the time that a
game took each of them. The share of a core that the whole had tells how busy the machine was.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import measured

import bitgames as bg

SEED = 20_211_019


def won(start: bg.Honeymoon, player: bg.Agent, rival: bg.Agent) -> float:
    """The points that ``player`` wins from ``rival`` on a deal, the mean of both sides."""
    as_south, as_north = played(start, [player, rival]), played(start, [rival, player])
    return (as_south.outcome.scores[0] + as_north.outcome.scores[1]) / 2


def played(position: bg.Position, seats: list[bg.Agent]) -> bg.Position:
    """The end of the deal as these players play it."""
    while not position.is_over:
        position = position.play(seats[position.turn].choose(position))
    return position


def match_points(result: bg.MatchResult) -> list[float]:
    """The points that the first player wins on each deal of a match, the mean of both sides."""
    assert result.games is not None
    scores = [game.record.position.outcome.scores for game in result.games]
    return [
        (as_south[0] + as_north[1]) / 2
        for as_south, as_north in zip(scores[::2], scores[1::2], strict=True)
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rules", default="taiwan")
    parser.add_argument("--player", default="montecarlo")
    parser.add_argument("--rival", default="rule")
    parser.add_argument("--seconds", type=float, help="time of a move of both players")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the deals")
    measured.add_option(parser)
    given = parser.parse_args()
    start = bg.Honeymoon(rules=given.rules)
    score: list[tuple[float, float, float]] = []
    started, begun = time.perf_counter(), time.process_time()
    if given.seconds:
        # Nobody loses by time: where a solve goes on too long, the seconds printed show it.
        clock = bg.Clock(move=given.seconds, margin=3600)
        options = {"clock": clock, "seed": given.seed, "keep_games": True, "threads": 1}
        # Players that build tables do so before time counts.
        bg.match(given.player, given.rival, start, games=2, **options)
        result = bg.match(given.player, given.rival, start, games=2 * given.deals, **options)
        low, high = result.score_interval
        ours, theirs = (
            statistics.mean(game.seconds[i] for game in result.games or ()) for i in (0, 1)
        )
        points = match_points(result)
        score.append((result.score, low, high))
        print(
            f"{given.seconds:g} s a move: {given.player} scores {result.score:.1%} ({low:.1%} to "
            f"{high:.1%}) against {given.rival}; a game took them {ours:.2f} and {theirs:.2f} s"
        )
    else:
        player, rival = bg.Agent(given.player, seed=0), bg.Agent(given.rival, seed=0)
        points = [
            won(start.deal(bg.seeding.child_seed(given.seed, number)), player, rival)
            for number in range(given.deals)
        ]
    seconds = time.perf_counter() - started
    share = (time.process_time() - begun) / seconds
    margin = 1.96 * statistics.stdev(points) / math.sqrt(given.deals)
    samples = given.player.partition("samples=")[2]
    name = f"honeymoon-strength.{given.rules}.{samples or 'default'}"
    conditions = f"{given.deals} deals from both sides"
    if given.seconds:
        player_name = given.player.replace("=", "-")
        name = f"honeymoon-time.{given.rules}.{player_name}.{given.seconds:g}"
        conditions += f", {given.seconds:g} s a move, {share:.0%} of a core"
    common = {"against": given.rival, "conditions": conditions}
    figures = [
        measured.Figure(
            name=name + ".points" * bool(given.seconds),
            value=statistics.mean(points),
            unit="points a deal",
            what=f"{given.rules}, {given.player}",
            interval=(statistics.mean(points) - margin, statistics.mean(points) + margin),
            **common,
        )
    ]
    figures += [
        measured.Figure(
            name=f"{name}.score",
            value=100 * value,
            unit="%",
            what=f"score of {given.player}, {given.rules}",
            interval=(100 * low, 100 * high),
            **common,
        )
        for value, low, high in score
    ]
    measured.save(given.json, figures)
    print(
        f"{given.rules}: {given.player} wins {statistics.mean(points):+.1f} +- {margin:.1f} points "
        f"a deal from {given.rival} ({given.deals} deals from both sides, {seconds:.0f} s, "
        f"{share:.0%} of a core)"
    )


if __name__ == "__main__":
    main()
