"""Measures the figures that README and docs show, and keeps them in `docs/figures.json`.

    maturin develop --release
    python benches/figures.py --list
    python benches/figures.py                       # what takes minutes
    python benches/figures.py --only levels ffo     # what takes hours goes by its name alone
    python benches/figures.py --only batch --python batch=peers/bin/python
    python benches/figures.py --merge other.json    # what a script wrote by its own --json

An entry is a script of `benches/` with its arguments. It runs in a process of its own, and what it
measured replaces its figures of the same names as soon as it is done; all others stay, with the
date, commit, versions and processor of their own run. (The first figures were taken over from the
pages that their key `transferred` names, with date and commit of the line.) So an entry that fails
loses nothing, and Ctrl-C keeps what is finished. An entry whose other programs are missing is left
out by name; they may live in another environment, whose interpreter `--python ENTRY=PATH` names:
the package is taken from the checkout then. Ends with exit code 1 if an entry failed, and 130 after
Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The sibling module is found wherever this file is loaded from.
sys.path.insert(0, str(Path(__file__).resolve().parent))

import measured
from measured import ROOT

OUT = ROOT / "docs" / "figures.json"
Figures = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What makes the figures whose names begin with its own."""

    name: str
    runs: tuple[str, ...]
    """Scripts of this folder with their arguments."""
    quick: str | None
    """The same with small sizes; None if it has none."""
    takes: str
    needs: tuple[str, ...] = ()
    """Modules of others."""
    is_slow: bool = False
    """Whether it is measured only if it is named."""


def samples(rules: str, count: int) -> str:
    """The command for a row of the honeymoon players' strength."""
    return f"honeymoon_strength.py --rules {rules} --player montecarlo:samples={count}"


def rollouts(more: str) -> str:
    """The command for the two estimates of a tree search."""
    players = "--options rollout=evaluate --against mcts:rollout=random"
    return f"mcts_strength.py {more} {players} --name rollout"


ENTRIES = (
    Entry("python", ("compare.py",), "compare.py --quick", "2 minutes"),
    Entry("peers", ("peers.py",), "peers.py --quick", "2 minutes", ("rust_reversi",)),
    Entry(
        "connect4",
        tuple(
            f"connect4.py --plies {plies} --count {count}"
            for plies, count in ((8, 12), (12, 100), (16, 300), (24, 1000), (32, 1000))
        ),
        "connect4.py --plies 24 --count 10 --rounds 1",
        "2 minutes",
        ("bitbully",),
    ),
    Entry("mcts", ("mcts.py",), "mcts.py --quick", "2 minutes"),
    Entry("pool", ("pool.py",), "pool.py --quick", "a minute"),
    Entry("batch", ("batch.py",), "batch.py --games tictactoe --rows 64 --rounds 2", "3 minutes"),
    Entry(
        "envs",
        ("envs.py --threads 1",),
        "envs.py --rows 64 --threads 1",
        "2 minutes",
        ("gymnasium", "pettingzoo"),
    ),
    Entry(
        "tournament",
        ("tournament.py --threads 1",),
        "tournament.py --threads 1 --repeats 1 --quick",
        "2 minutes",
    ),
    Entry(
        "endings",
        ("endings.py --cards 8 10 12 13 --threads 2",),
        "endings.py --cards 6 --threads 2",
        "2 minutes",
    ),
    Entry("criterion", ("criterion.py",), "criterion.py --quick", "10 minutes"),
    Entry("archive", ("archive.py --results",), "archive.py --games 2000 --results", "5 minutes"),
    Entry("ratings", ("ratings.py",), "ratings.py --scale 0.02", "5 minutes"),
    Entry(
        "cluster",
        ("cluster.py --repeat 1 --only perft",),
        "cluster.py --repeat 1 --only nothing",
        "2 minutes",
        ("distributed", "joblib"),
    ),
    Entry(
        "threads",
        ("ffo.py --threads 2 --other-threads 1 --rounds 1",),
        "ffo.py --threads 2 --other-threads 1 --problems 40 --rounds 1",
        "3 minutes",
    ),
    Entry("calls", ("calls.py",), "calls.py --quick", "3 minutes"),
    Entry("ffo", ("ffo.py --rounds 1",), None, "10 minutes", is_slow=True),
    Entry(
        "levels", ("levels.py",), "levels.py --games tictactoe --pairs 4", "an hour", is_slow=True
    ),
    Entry(
        "exam", ("exam.py",), "exam.py --games tictactoe:4 --count 20", "20 minutes", is_slow=True
    ),
    Entry(
        "othello-strength",
        ("othello_strength.py --pairs 100 --seconds 0.05",),
        "othello_strength.py --pairs 1 --balance 4 --ours alphabeta:depth=1 --peer random",
        "an hour",
        ("rust_reversi",),
        is_slow=True,
    ),
    Entry(
        "mosaic-strength",
        ("mosaic_strength.py",),
        "mosaic_strength.py --games 2 --seconds 0.001 --depth 1 --game mosaic:3",
        "3 hours",
        is_slow=True,
    ),
    Entry(
        "honeymoon-strength",
        (
            samples("taiwan", 24),
            *(samples(rules, count) for rules in ("bicycle", "face_up") for count in (6, 24)),
        ),
        "honeymoon_strength.py --deals 2 --player montecarlo:samples=1",
        "2 hours",
        is_slow=True,
    ),
    Entry(
        "honeymoon-time",
        tuple(
            f"honeymoon_strength.py --deals 100 --seconds {seconds} --player {player} "
            "--rival montecarlo:samples=100000"
            for player, seconds in (("mcts", 0.1), ("mcts:exact=26", 0.1), ("mcts:exact=26", 0.3))
        ),
        "honeymoon_strength.py --deals 2 --seconds 0.001 --player mcts --rival rule",
        "an hour",
        is_slow=True,
    ),
    Entry(
        "honeymoon-net",
        ("honeymoon_net.py --deals 400",),
        "honeymoon_net.py --lessons 10 --deals 2 --simulations 2",
        "3 minutes",
    ),
    Entry(
        "mcts-strength",
        ("mcts_strength.py",),
        "mcts_strength.py mosaic:3 --games 4 --seconds 0.001",
        "5 hours",
        is_slow=True,
    ),
    Entry(
        "rollout",
        (rollouts("othello mnk:9,9,5 mosaic:5 quo:5 --games 60 --limit sims=1000"),),
        rollouts("tictactoe --games 4 --limit sims=10"),
        "an hour",
        is_slow=True,
    ),
)


class Failed(Exception):
    """An entry that has no figures; the text says why."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def environment(is_other: bool) -> dict[str, str]:
    """That of a script; another interpreter takes the package from the checkout."""
    known = {**os.environ, "PYTHONUNBUFFERED": "1"}
    if is_other:
        known["PYTHONPATH"] = str(ROOT / "python")
    return known


def missing(python: str, needs: Sequence[str]) -> list[str]:
    """The modules that an interpreter has not."""
    code = "import sys; from importlib.util import find_spec\n"
    code += "print(*(name for name in sys.argv[1:] if find_spec(name) is None))"
    command = [python, "-c", code, *needs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{python} does not run")
    return done.stdout.split()


def run(words: Sequence[str], known: dict[str, str]) -> int:
    """Run a script to its end; it ends with all that it started if this one is stopped."""
    has_groups = hasattr(os, "killpg")
    process = subprocess.Popen(words, env=known, start_new_session=has_groups)
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            if has_groups:
                os.killpg(process.pid, signal.SIGTERM)
                # Some of them may have been stopped while others were measured.
                os.killpg(process.pid, signal.SIGCONT)
            else:
                process.terminate()
            process.wait()


def measure(name: str, python: str, commands: Sequence[str], is_other: bool) -> Figures:
    """Run the scripts of an entry and return what they wrote."""
    found: Figures = {}
    for command in commands:
        script, *arguments = shlex.split(command)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "figures.json"
            words = [python, str(ROOT / "benches" / script), *arguments, "--json", str(file)]
            status = run(words, environment(is_other))
            if not file.exists():
                raise Failed(f"{command} ended with exit code {status} and wrote no figures")
            part = measured.read(file)
        if strange := [each for each in part if not each.startswith(f"{name}.")]:
            raise Failed(f"{command} measured {strange[0]}, which does not begin with {name}.")
        found |= {key: row | {"command": f"benches/{command}"} for key, row in part.items()}
    return found


def kept(out: Path) -> Figures:
    """The figures so far."""
    return measured.read(out) if out.exists() else {}


def record(entries: Sequence[Entry], given: argparse.Namespace) -> int:
    """Measure the entries and keep each as soon as it is done; the number of those that failed."""
    failed = []
    for number, entry in enumerate(entries, 1):
        say(f"[{number}/{len(entries)}] {entry.name}, about {entry.takes}")
        other = given.python.get(entry.name)
        python = other or sys.executable
        commands = [entry.quick] if given.quick else list(entry.runs)
        if given.quick and entry.quick is None:
            say(f"  {entry.name} has no quick form and is left out")
            continue
        try:
            if absent := missing(python, entry.needs):
                say(f"  left out, because {python} has no {' and no '.join(absent)}")
                continue
            began = time.monotonic()
            more = [f"{each} {given.arguments.get(entry.name, '')}".strip() for each in commands]
            found = measure(entry.name, python, more, other is not None)
        except (Failed, OSError, ValueError) as error:
            say(f"  failed: {error}")
            failed.append(entry.name)
            continue
        measured.write(given.out, kept(given.out) | found)
        say(f"  {len(found)} figures in {time.monotonic() - began:,.0f} s")
    if failed:
        say(f"failed: {', '.join(failed)}; their figures are as before")
    return len(failed)


def listed(out: Path) -> None:
    """Print the entries, and the figures that none of them makes."""
    figures = kept(out)
    for entry in ENTRIES:
        own = [row for name, row in figures.items() if name.startswith(f"{entry.name}.")]
        newest = max((row["date"] for row in own), default="never")
        when = "only by name" if entry.is_slow else ""
        taken_over = sum("transferred" in row for row in own)
        print(
            f"{entry.name:20}{entry.takes:12}{when:14}{len(own):4} figures, {newest}"
            + (f", {taken_over} of them taken over from a page" if taken_over else "")
        )
        for command in entry.runs:
            print(f"    {command}")
    names = {entry.name for entry in ENTRIES}
    by_hand = sorted(name for name in figures if name.partition(".")[0] not in names)
    if by_hand:
        print("By hand, each with its command in the file:")
        for name in by_hand:
            print(f"    {name:40}{figures[name]['date']}")


def assigned(text: str) -> tuple[str, str]:
    """Read ``ENTRY=VALUE``."""
    name, equals, value = text.partition("=")
    if not equals or name not in {entry.name for entry in ENTRIES}:
        raise argparse.ArgumentTypeError(f"{text} is not ENTRY=VALUE; --list names the entries")
    return name, value


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, merge or list."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    names = [entry.name for entry in ENTRIES]
    parser.add_argument("--only", nargs="+", choices=names, metavar="ENTRY", help="measure these")
    parser.add_argument("--list", action="store_true", help="list the entries and measure nothing")
    parser.add_argument("--quick", action="store_true", help="small sizes, to try the scripts")
    parser.add_argument("--out", type=Path, default=OUT, help="the file (docs/figures.json)")
    parser.add_argument("--merge", nargs="+", type=Path, metavar="FILE", help="take figures over")
    parser.add_argument(
        "--python", type=assigned, action="append", default=[], metavar="ENTRY=PATH",
        help="run an entry by this interpreter, which has the programs of others",
    )  # fmt: skip
    parser.add_argument(
        "--arguments", type=assigned, action="append", default=[], metavar="ENTRY=TEXT",
        help="further arguments of the script of an entry",
    )  # fmt: skip
    given = parser.parse_args(arguments)
    given.python, given.arguments = dict(given.python), dict(given.arguments)
    if given.list:
        listed(given.out)
        return 0
    if given.quick and given.out == OUT:
        parser.error("--quick needs --out: its figures are too rough for docs/figures.json")
    if given.merge:
        for file in given.merge:
            found = measured.read(file)
            measured.write(given.out, kept(given.out) | found)
            say(f"{len(found)} figures of {file}")
        return 0
    chosen = given.only or [entry.name for entry in ENTRIES if not entry.is_slow]
    try:
        return min(1, record([entry for entry in ENTRIES if entry.name in chosen], given))
    except KeyboardInterrupt:
        say("stopped; what was finished is kept")
        return 130


if __name__ == "__main__":
    sys.exit(main())
