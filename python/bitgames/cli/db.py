"""``bitgames db``: build, check and describe databases of solved positions."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bitgames._core import EndingDatabase, EndingLayer, ParameterError, UnknownGameError
from bitgames.cli.command import Command, Group
from bitgames.cli.console import print_columns, print_facts
from bitgames.cli.errors import Incomplete, failed_tasks
from bitgames.cli.options import Cluster, Json, Quiet, Seed, Threads, Workers, file_path, shared
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar
from bitgames.files import attributes

db = typer.Typer(
    cls=Group, help="Build, check and describe databases of solved positions.", no_args_is_help=True
)

Files = Annotated[
    Path,
    shared(
        "FILE: File of a database, or a folder of such files, as db build writes them.",
        parser=file_path,
    ),
]


@db.command(cls=Command)
def build(
    game: str,
    cards: Annotated[int, typer.Option()],
    strain: str = "both",
    out: Annotated[Path, typer.Option(parser=file_path)] = Path(),
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

    Options:
        GAME: Name of the game; only honeymoon has databases.
        --cards N: Solve all endings with up to N cards in each hand, 1 to 13.
        --strain STRAIN: Solve endings at notrump, with a trump suit (trump), or both, in a file
            each.
        --out DIR: Write the files into this folder.
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
    sample: int = 10_000,
    seed: Seed = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check every checksum, and recompute a random sample of positions.

    A search one trick deep, over every lead and every reply, recomputes each position.

    Options:
        --sample N: Recompute N random positions of each number of cards.
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
    names = ("file", "strain", "cards", "bytes", "generator")
    columns = (database.paths, database.strains, database.cards, database.file_bytes,
               database.generators)  # fmt: skip
    files: list[dict[str, Any]] = [
        dict(zip(names, file, strict=True)) for file in zip(*columns, strict=True)
    ]
    layers = [[each for each in database.layers if each.strain == file["strain"]] for file in files]
    if as_json:
        data = [[_layer_data(each) for each in own] for own in layers]
        print_json([{**file, "layers": own} for file, own in zip(files, data, strict=True)])
        return
    for number, (file, own) in enumerate(zip(files, layers, strict=True)):
        if number:
            print()
        print_facts(
            [
                ("file", file["file"]),
                ("strain", file["strain"]),
                ("cards", str(file["cards"])),
                ("bytes", f"{file['bytes']:,}"),
                ("made by", file["generator"]),
            ]
        )
        rows = [("cards", "positions", "mean tricks", "of deals", "checksum")]
        rows += [
            (
                str(layer.cards),
                f"{layer.positions:,}",
                f"{layer.mean:.6f}",
                f"{layer.deal_mean:.6f}",
                f"{layer.checksum:016x}",
            )
            for layer in own
        ]
        print_columns(rows)


def _layer_data(layer: EndingLayer) -> dict[str, object]:
    return {
        **attributes(layer, "cards", "positions", "histogram", "mean", "deal_mean"),
        "checksum": f"{layer.checksum:016x}",
        "costly_leads": layer.costly_leads,
    }
