"""``bitgames db``: build, check and describe databases of solved positions."""

from pathlib import Path
from typing import Annotated

import typer

from bitgames._core import EndingDatabase, ParameterError, UnknownGameError
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.errors import Incomplete, failed_tasks
from bitgames.cli.options import Cluster, Json, Quiet, Seed, Threads, Workers, file_path
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar

db = typer.Typer(
    cls=Group, help="Build, check and describe databases of solved positions.", no_args_is_help=True
)

Files = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        parser=file_path,
        help="File of a database, or a folder of such files, as db build writes them.",
    ),
]


@db.command(cls=Command)
def build(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Name of the game; only honeymoon has databases.")
    ],
    cards: Annotated[
        int,
        typer.Option(
            "--cards",
            metavar="N",
            help="Solve all endings with up to N cards in each hand, 1 to 13.",
        ),
    ],
    strain: Annotated[
        str,
        typer.Option(
            "--strain",
            metavar="STRAIN",
            help="Solve endings at notrump, with a trump suit (trump), or both, in a file each.",
        ),
    ] = "both",
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="DIR", parser=file_path, help="Write the files into this folder."
        ),
    ] = Path(),
    threads: Threads = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Solve all endings of two open hands, and write their values to files.

    Players and solve look values up in the files of the folder that the variable BITGAMES_ENDINGS
    names. An interrupted build continues where it stopped. Finished files stay as they are. With
    --workers or --cluster slices are made by tasks, which read the folder at the same path; each
    task uses one thread.
    """
    if game != "honeymoon":
        raise UnknownGameError(f"{game!r} is not a game with databases: allowed is honeymoon")
    if workers is not None or cluster is not None:
        if threads is not None:
            raise ParameterError("--workers and --cluster build by tasks: leave --threads out")
        describe(_by_tasks(out, cards, strain, workers, cluster, quiet=quiet or json), as_json=json)
        return
    with Bar(f"endings to {cards} cards", "positions", quiet=quiet or json) as bar:
        made = EndingDatabase.build(
            out, cards, strain=strain, threads=threads, progress=bar.callback
        )
    describe(made, as_json=json)


def _by_tasks(
    out: Path, cards: int, strain: str, workers: int | None, cluster: str | None, *, quiet: bool
) -> EndingDatabase:
    from bitgames.cluster import build_endings, connected

    label = f"endings to {cards} cards"
    with connected(cluster), Bar(label, "positions", quiet=quiet, lines=True) as bar:
        built = build_endings(out, cards, strain=strain, workers=workers, progress=bar.callback)
    if built.database is None:
        raise Incomplete(failed_tasks(built.failed, built.tasks, kept=True))
    return built.database


@db.command(cls=Command)
def verify(
    file: Files,
    sample: Annotated[
        int,
        typer.Option(
            "--sample",
            metavar="N",
            help="Recompute N random positions of each number of cards.",
        ),
    ] = 10_000,
    seed: Seed = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every checksum, and recompute a random sample of positions.

    A search one trick deep, over every lead and every reply, recomputes each position.
    """
    database = EndingDatabase(file)
    with Bar("verify", "positions", quiet=quiet or json) as bar:
        derived = database.verify(sample=sample, seed=seed, progress=bar.callback)
    if json:
        print_json({"files": database.paths, "derived": derived})
        return
    print(f"all checksums are right, and so are {derived:,} recomputed positions")


@db.command(cls=Command)
def info(file: Files, json: Json = False) -> None:
    """Describe a database: its endings, its size, and the mean number of tricks."""
    describe(EndingDatabase(file), as_json=json)


def describe(database: EndingDatabase, *, as_json: bool) -> None:
    """Print the content of the files of a database."""
    files = zip(
        database.paths,
        database.strains,
        database.cards,
        database.file_bytes,
        database.generators,
        strict=True,
    )
    if as_json:
        print_json([describe_file(database, *file) for file in files])
        return
    for number, (path, strain, cards, size, generator) in enumerate(files):
        if number:
            print()
        print_facts(
            [
                ("file", path),
                ("strain", strain),
                ("cards", str(cards)),
                ("bytes", f"{size:,}"),
                ("made by", generator),
            ]
        )
        rows: list[tuple[str, ...]] = [
            ("cards", "positions", "mean tricks", "of deals", "checksum")
        ]
        rows += [
            (
                str(layer.cards),
                f"{layer.positions:,}",
                f"{layer.mean:.6f}",
                f"{layer.deal_mean:.6f}",
                f"{layer.checksum:016x}",
            )
            for layer in database.layers
            if layer.strain == strain
        ]
        print_columns(rows)


def describe_file(
    database: EndingDatabase, path: str, strain: str, cards: int, size: int, generator: str
) -> dict[str, object]:
    """Return the content of a file as data for JSON."""
    layers = [
        {
            "cards": layer.cards,
            "positions": layer.positions,
            "histogram": layer.histogram,
            "mean": layer.mean,
            "deal_mean": layer.deal_mean,
            "checksum": f"{layer.checksum:016x}",
            "costly_leads": layer.costly_leads,
        }
        for layer in database.layers
        if layer.strain == strain
    ]
    return {
        "file": path,
        "strain": strain,
        "cards": cards,
        "bytes": size,
        "generator": generator,
        "layers": layers,
    }
