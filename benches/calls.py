"""Times single calls whose times the pages mention, one after another on this machine.

``python benches/calls.py`` measures what a move of `montecarlo` takes, the ratings of many games,
the check of a certificate, and the exact losses of games of an archive. Times are medians where
many are alike, as the conditions of each figure say.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import mean, median

import archive
import measured
from measured import ROOT, Figure

import bitgames as bg
from bitgames.certificates import check, load


def honeymoon(deals: int) -> list[Figure]:
    """What moves of the Monte Carlo player take, by what they are."""
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    for rules in ("bicycle", "taiwan"):
        player = bg.Agent("montecarlo:samples=24", seed=0)
        for number in range(deals):
            position: bg.Honeymoon = bg.Honeymoon(rules=rules).deal(number)
            while not (position.is_over or position.is_open):
                began = time.perf_counter()
                move = player.choose(position)
                # One move is no choice.
                if position.num_moves > 1:
                    times[rules, position.phase].append(1e3 * (time.perf_counter() - began))
                position = position.play(move)
    words = {
        ("bicycle", "draw"): ("card", "a card of the exchange"),
        ("taiwan", "draw"): ("taiwan", "a card of the exchange, the contract known"),
        ("taiwan", "auction"): ("call", "a call before the exchange"),
    }
    return [
        Figure(
            name=f"calls.honeymoon.{words[key][0]}",
            value=median(some),
            unit="ms",
            what=f"montecarlo of 24 samples: {words[key][1]}",
            conditions=f"one thread; median of {len(some)} moves of {deals} deals, {key[0]}",
        )
        for key, some in times.items()
    ]


def ratings(games: int) -> list[Figure]:
    """What the ratings of 50 players take."""
    rng, outcomes = random.Random(1), []
    for pair in range(games // 2):
        first, second = rng.sample(range(50), 2)
        for a, b in ((first, second), (second, first)):
            score = rng.choices((1.0, 0.5, 0.0), (50 + b - a, 20, 50 + a - b))[0]
            outcomes.append((f"p{a}", f"p{b}", score, pair))
    began = time.perf_counter()
    bg.ratings(outcomes)
    return [
        Figure(
            name="calls.ratings",
            value=time.perf_counter() - began,
            unit="s",
            what=f"ratings of 50 players with {games:,} games, intervals included",
            conditions="one call",
        )
    ]


def certificates(sample: int) -> list[Figure]:
    """What the check of the certificates of 6 x 6 takes."""
    found, proofs = [], []
    # The trees of the other one take as long.
    names = ("othello-6", "othello-6-parallel") if sample > 1 else ("othello-6",)
    for name in names:
        report = check(load(ROOT / "docs" / "certificates" / f"{name}.json"), sample=sample)
        proofs += report.seconds
        found.append(
            Figure(
                name=f"calls.certificate.{name}",
                value=report.tree_seconds,
                unit="s",
                what=f"check of the trees of {name}",
                conditions="one thread, plain Python",
            )
        )
    for kind, value in (("mean", mean(proofs)), ("most", max(proofs))):
        found.append(
            Figure(
                name=f"calls.certificate.proof.{kind}",
                value=value,
                unit="s",
                what=f"proof of a proof position of a certificate again, {kind}",
                conditions=f"one thread, plain Python; {sample} of each certificate",
            )
        )
    return found


def exact_losses(games: int) -> list[Figure]:
    """What exact losses from 12 empty squares on take for a game, of all threads together."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "random.wtb"
        archive.write_base(base, games, 0)
        with bg.Archive(base) as held:
            held.stats()  # makes the index
            began = time.process_time()
            held.stats(exact=12)
            spent = time.process_time() - began
    return [
        Figure(
            name="calls.archive.exact",
            value=1e3 * spent / games,
            unit="ms",
            what="exact losses of a game of Othello from 12 empty squares on, of the processor",
            conditions=f"{games:,} random games, all threads together",
        )
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="less work, rougher figures")
    measured.add_option(parser)
    given = parser.parse_args()
    figures = []
    for work, usual, few in (
        (honeymoon, 20, 1),
        (ratings, 100_000, 2_000),
        (certificates, 20, 1),
        (exact_losses, 10_000, 200),
    ):
        found = work(few if given.quick else usual)
        figures += found
        for each in found:
            print(f"{each.what}: {each.value:,.4g} {each.unit}", flush=True)
    measured.save(given.json, figures)


if __name__ == "__main__":
    main()
