"""``bitgames exam``: players against exact values."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bitgames._core import ParameterError
from bitgames.arguments import integer, printable
from bitgames.cli.errors import warn
from bitgames.cli.options import (
    Cluster,
    Csv,
    Json,
    Quiet,
    Results,
    Seed,
    Workers,
    file_path,
    html_name,
    shared,
)
from bitgames.cli.progress import Bar
from bitgames.files import write_atomic

if TYPE_CHECKING:
    from bitgames.exams import Exam


def exam(
    asked: Annotated[
        list[str],
        shared(
            "PLAYER... GAME: One player or more, as bitgames players lists them, and the game "
            "last: tictactoe:4, mnk:5,5,4, connect4, othello:6, othello, mosaic:4, mosaic:5, "
            "mosaic, quo:4 or honeymoon."
        ),
    ],
    count: int | None = None,
    worst: int = 10,
    make: Annotated[Path | None, typer.Option(parser=file_path)] = None,
    seed: Seed = None,
    results: Results = None,
    workers: Workers = None,
    cluster: Cluster = None,
    html: Annotated[str | None, typer.Option(parser=html_name)] = None,
    csv: Csv = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Ask players in positions whose moves all have exact values, and print what they lose.

    bitgames exam level:club connect4 asks one player, bitgames exam first random othello:6 several,
    side by side. The positions come with the package; bitgames exam GAME --make FOLDER makes them.

    Options:
        --count N: Ask N of the positions, spread over all phases.
        --worst N: Show the N worst answers of each player with pictures, by default 10; --json and
            --html have as many.
        --make FOLDER: Make the positions of GAME from --seed, and write them to FOLDER; the same
            command goes on where it was interrupted.
        --html FILE: Write a page with the table and the worst answers to FILE.
    """
    from bitgames.cluster import connected
    from bitgames.exams import exam as run
    from bitgames.exams.making import QUESTIONS

    *players, game = asked
    integer("worst", worst, 0, QUESTIONS)
    if json and csv:
        raise ParameterError("--json and --csv both write to stdout: give only one of them")
    if make is not None:
        if players:
            raise ParameterError("--make takes a game alone, without players")
        _make(game, make, count, seed, workers, cluster, quiet=quiet)
        return
    if not players:
        raise ParameterError(f"give a player before the game: bitgames exam PLAYER {game}")
    with connected(cluster), Bar(f"exam of {game}", "positions", quiet=quiet, lines=True) as bar:
        found = run(
            players, game, count=count, seed=seed, results=results, workers=workers,
            progress=bar.callback,
        )  # fmt: skip
    if html is not None:
        write_atomic(html, found.to_html(worst).encode())
    if json:
        print(found.to_json(worst))
    elif csv:
        print(found.to_csv(), end="")
    else:
        print("\n".join(map(printable, str(found).splitlines())))
        _print_worst(found, worst)
    if not quiet and (json or csv):
        for note in found.notes:
            warn(note)


def _print_worst(found: "Exam", count: int) -> None:
    """Print the worst answers of each player, with the value of every move in the picture."""
    for marks in found.marks:
        for answer in marks.worst(count):
            print(f"\n{printable(marks.player)}, {found.words(answer)}")
            question = answer.question
            print(question.position.to_text(values=question.by_move()))


def _make(
    game: str,
    folder: Path,
    count: int | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    *,
    quiet: bool,
) -> None:
    from bitgames.cluster import connected
    from bitgames.exams.making import EDITION, QUESTIONS, make
    from bitgames.exams.question_files import file_name, to_bytes

    if seed is None:
        raise ParameterError("--make needs --seed, which makes the same positions again")
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / file_name(game)
    with connected(cluster), Bar(f"exam of {game}", "positions", quiet=quiet, lines=True) as bar:
        made = make(
            game,
            seed=seed,
            count=QUESTIONS if count is None else count,
            results=target.with_suffix(".jsonl"),
            workers=workers,
            progress=bar.callback,
        )
    data = to_bytes(game, EDITION, seed, made)
    write_atomic(target, data)
    print(f"{len(made):,} positions of {game} in {target}: {len(data):,} bytes")
