"""``bitgames certificate``: make and check proofs of the values of Othello boards."""

import sys
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError, RunLock
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.errors import Failure
from bitgames.cli.loading import asked_position
from bitgames.cli.options import (
    Cluster,
    Json,
    PositionText,
    Quiet,
    Seed,
    Workers,
    file_path,
    shared,
)
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar
from bitgames.files import attributes

if TYPE_CHECKING:
    from bitgames.certificates import Certificate

certificate = typer.Typer(
    cls=Group,
    help="Make and check proofs of the values of Othello boards.",
    no_args_is_help=True,
)

File = Annotated[
    Path, shared("FILE: Certificate, as certificate make writes it.", parser=file_path)
]


@certificate.command(cls=Command)
def make(
    position: PositionText,
    out: Annotated[Path, typer.Option(parser=file_path)],
    empties: int | None = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Prove the value of every first move of a position of Othello, up to symmetry.

    The certificate holds the moves of the proof down to positions with few empty squares. It is the
    same, byte for byte, for any workers and after any interruption.

    Options:
        --out FILE: Write the certificate to FILE, and until then the answers of tasks to
            FILE.tasks; the same command goes on from there.
        --empties N: End the proof at positions with N empty squares, by default half of those of
            the position.
    """
    from bitgames.certificates import make as run
    from bitgames.certificates import save
    from bitgames.cluster import connected

    start = asked_position(position)
    tasks = out.with_name(f"{out.name}.tasks")
    began = perf_counter()
    bar = Bar("proving", "tasks", quiet=quiet or json, lines=True)
    with closing(RunLock(out)), connected(cluster):
        with bar:
            made = run(
                start, empties=empties, workers=workers, results=tasks, progress=bar.callback
            )
        save(made, out)
        tasks.unlink()
    seconds = perf_counter() - began
    if json:
        print_json({**_data(made), "seconds": seconds})
        return
    _describe(made)
    if not quiet:
        print(f"{seconds:.1f} s", file=sys.stderr)


@certificate.command(cls=Command)
def check(
    file: File,
    sample: str = "100",
    seed: Seed = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a certificate in plain Python, without the native rules and solvers.

    All moves above the proof positions are checked, and a random sample of these positions is
    proven again, to the end of the game.

    Options:
        --sample N|all: Prove N random positions of the set again, or all of them.
    """
    from bitgames.certificates import CertificateError
    from bitgames.certificates import check as run

    if sample != "all" and not (sample.isascii() and sample.isdecimal()):
        raise ParameterError(f"{sample!r} is not a valid --sample: allowed are numbers, and all")
    number = None if sample == "all" else int(sample)
    found = _loaded(file)
    try:
        with Bar("checking", "positions", quiet=quiet or json, lines=True) as bar:
            report = run(found, number, seed, progress=bar.callback)
    except CertificateError as error:
        raise Failure(f"{file}: {error}") from None
    seconds = report.seconds
    if json:
        times = {"tree": report.tree_seconds, "sample": seconds}
        print_json({**_data(report.certificate), "claims": report.claims, "seconds": times})
        return
    _describe(report.certificate)
    print(f"all {report.claims:,} positions of the trees are right, in {report.tree_seconds:.1f} s")
    if seconds:
        print(
            f"proven again: {len(seconds):,} proof positions in {sum(seconds):.1f} s "
            f"({median(seconds):.2f} s in the median, {max(seconds):.2f} s at most)"
        )


@certificate.command(cls=Command)
def positions(file: File) -> None:
    """List the proof positions with what is claimed of their values, in sorted lines.

    X is the side to move. The SHA-256 of these lines stands in the certificate.
    """
    from bitgames.certificates import CertificateError, proof_positions

    try:
        lines = proof_positions(_loaded(file)).lines
    except CertificateError as error:
        raise Failure(f"{file}: {error}") from None
    for line in lines:
        print(line)


def _loaded(file: Path) -> "Certificate":
    """Load a certificate; a damaged file is a failure."""
    from bitgames.certificates import CertificateError, load

    try:
        return load(file)
    except CertificateError as error:
        raise Failure(str(error)) from None


def _data(found: "Certificate") -> dict[str, object]:
    return {
        "position": found.position,
        "value": found.value,
        "values": {proof.move: proof.value for proof in found.proofs},
        **attributes(found, "empties", "positions", "sha256"),
    }


def _describe(found: "Certificate") -> None:
    print_facts(
        [
            ("position", found.position),
            ("value", f"{found.value:+}"),
            ("proof positions", f"{found.positions:,} with {found.empties} empty squares"),
            ("sha256", found.sha256),
        ]
    )
    print_columns([("move", "value"), *((each.move, f"{each.value:+}") for each in found.proofs)])
