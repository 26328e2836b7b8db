"""``bitgames problems`` makes problems; ``bitgames solve --check`` solves a file of them."""

import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from bitgames import _core
from bitgames.arguments import integer, printable
from bitgames.cli.errors import Failure
from bitgames.cli.handouts import write_sheet
from bitgames.cli.loading import wanted_deal
from bitgames.cli.options import (
    Deal,
    GameSpec,
    Json,
    Language,
    Pdf,
    PerPage,
    Png,
    Quiet,
    Seed,
    Threads,
    Title,
    file_name,
)
from bitgames.cli.output import print_json, rate
from bitgames.cli.progress import Bar
from bitgames.files import open_to_read
from bitgames.formats import obf, pons
from bitgames.games import start
from bitgames.record import Record

HEAD = (
    f"{'problem':>10} {'empty':>5} {'known':>5} {'value':>5} {'best':>4} {'nodes':>15} {'s':>9} "
    f"{'nodes/s':>8}  line"
)


def problems(
    game: GameSpec = "othello",
    empties: int | None = None,
    count: int = 10,
    margin: float | None = None,
    win_in: int | None = None,
    all_moves: Annotated[bool, typer.Option("--all")] = False,
    deal: Deal = None,
    contract: str | None = None,
    par: bool = False,
    to: Annotated[str | None, typer.Option(parser=file_name)] = None,
    seed: Seed = None,
    threads: Threads = 1,
    pdf: Pdf = None,
    png: Png = None,
    per_page: PerPage = None,
    title: Title = None,
    language: Language = "en",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make problems: positions with one best move, found by the exact solver.

    They come from games of plausible moves, no two are symmetric, and each is printed as soon as it
    is found, as a line that solve --check reads: of Othello in OBF, of Connect Four as the columns
    of a game and the score of its position. Those of honeymoon bridge are plays of a contract with
    open hands, in which the cards of one run alone make or beat it. With --pdf or --png they are
    also a sheet to print, with the solutions on its last page.

    Options:
        --empties N: Make problems with N empty cells, or N cards in each hand: by default 12, or
            half of the cells of a small board.
        --count N: Make N problems.
        --margin POINTS: The best move gains at least POINTS more than any other: by default 2, or 1
            where scores are results. Connect Four: exactly one move wins, without this option.
        --win-in N: Make problems whose best move wins in N moves of the winner; more are harder.
        --all: Give the value of every move, not only of the two best.
        --contract CONTRACT: Play this contract of honeymoon bridge, like 4S, 3NT or 5Cx, on deals
            on which a player makes it; by default that of par.
        --par: Take only deals of which --contract is par.
        --to OUT: Write the problems to OUT, too, as games: .sgf, .ggf, .pbn and others.
    """
    from bitgames.formats import convert as formats
    from bitgames.problems import PATIENCE, generate, to_text

    integer("count", count, 1, 1_000_000)
    board = start(game)
    if deal is not None:
        wanted_deal(board, deal)
    if to is not None:
        # What the form cannot hold is refused before the work.
        formats.dumps([Record(start(game))] * min(count, 1000), formats.format_of(to))
    sheet = None
    if pdf is not None or png is not None:
        from bitgames.handouts import MAX_FIGURES, Sheet, of_problem, problems_title

        integer("count", count, 1, MAX_FIGURES, f"from 1 to {MAX_FIGURES:,} on a sheet")
        title = problems_title(board, language) if title is None else title
        sheet = Sheet(title, 6 if per_page is None else per_page, language=language)
    elif (per_page, title, language) != (None, None, "en"):
        raise _core.ParameterError("--per-page, --title and --language need --pdf or --png")
    figures = []
    records = []
    made = 0
    with Bar(f"problems of {game}", "problems", quiet=quiet, lines=True) as bar:

        def tell(*_: int) -> None:
            if bar.callback is not None:
                bar.callback(made, count)

        found = generate(
            game, empties=empties, margin=margin, win_in=win_in, all_moves=all_moves, deal=deal,
            contract=contract, par=par, seed=seed, threads=threads, on_game=tell, progress=tell,
        )  # fmt: skip
        for problem in islice(found, count):
            made += 1
            if to is not None:
                records.append(problem.record)
            if sheet is not None:
                figures.append(of_problem(problem, language=language))
            opening = problem.record.opening
            wanted = problem.record.conditions
            if json:
                print_json(
                    {
                        "position": problem.position.to_string(),
                        "best_move": str(problem.best_move),
                        "values": {str(move): value for move, value in problem.values},
                        "game": problem.game,
                        "plies": problem.plies,
                        "win_in": problem.win_in,
                        "moves": [str(move) for move in problem.record.moves],
                        "opening": None if opening is None else opening.to_dict(),
                        **({} if wanted is None else {"conditions": str(wanted)}),
                    }
                )
            else:
                print(to_text(problem))
            sys.stdout.flush()
    if made < count:
        where = "cards in a hand" if isinstance(board, _core.Honeymoon) else "empty squares"
        size = "" if empties is None else f"{empties} {where} and "
        raise Failure(
            f"{made} of {count} problems: {PATIENCE:,} games in a row had no other position with "
            f"{size}one best move"
        )
    if to is not None:
        formats.save(to, records)
    if sheet is not None:
        write_sheet(sheet, figures, pdf, png)


def solve_problems(
    file: Path,
    board: _core.Position | None,
    *,
    wld: bool,
    json: bool,
    quiet: bool,
    limits: Mapping[str, Any],
) -> None:
    """Solve every problem of a file; print a line for each problem, and the totals.

    Problems of Connect Four begin on ``board``. ``limits`` are keywords of ``solve``. With ``wld``
    only win, loss or draw is found and compared with the sign of the known score.

    If a value differs from the known score, the command fails after the last problem. A problem
    that is not solved within the limits is listed, but not part of the totals.
    """
    try:
        asked = _load(file, board)
    except _core.ParseError as error:
        raise Failure(str(error)) from None
    if not asked:
        raise Failure(f"{file}: the file has no problems")
    wrong: list[str] = []
    solved = compared = total_nodes = 0
    total_seconds = 0.0
    if not json:
        print(HEAD)
    for name, position, known in asked:
        empties = len(position.empty)
        try:
            with Bar(f"problem {name}", "nodes", quiet=quiet, lines=True) as bar:
                solution = _core.solve(position, wld=wld, progress=bar.callback, **limits)
        except _core.LimitError as error:
            if json:
                print_json({"problem": name, "known": known, "value": None})
            else:
                print(f"{printable(name):>10} {empties:>5}  {error}")
            continue
        solved += 1
        total_nodes += solution.nodes
        total_seconds += solution.seconds
        expected = (known > 0) - (known < 0) if wld and known is not None else known
        compared += expected is not None
        agrees = expected is None or expected == solution.value
        if not agrees:
            wrong.append(f"{name}: {expected:+d} in the file, {solution.value:+d} solved")
        if json:
            print_json(
                {
                    "problem": name,
                    "empties": empties,
                    "known": known,
                    "wld": wld,
                    "value": solution.value,
                    "best_move": str(solution.best_move),
                    "pv": [str(move) for move in solution.pv],
                    "nodes": solution.nodes,
                    "seconds": solution.seconds,
                }
            )
            continue
        shown = "-" if known is None else f"{known:+d}"
        print(
            f"{printable(name):>10} {empties:>5} {shown:>5} {solution.value:>+5d} "
            f"{solution.best_move!s:>4} {solution.nodes:>15,} {solution.seconds:>9.3f} "
            f"{rate(solution.nodes, solution.seconds, '').removesuffix('/s'):>8}  "
            + " ".join(map(str, solution.pv))
            + ("" if agrees else "  WRONG")
        )
        sys.stdout.flush()
    if not json:
        speed = rate(total_nodes, total_seconds, "nodes")
        agree = f", {compared - len(wrong)} of {compared} agree" if compared else ""
        print(f"{solved} solved{agree}: {total_nodes:,} nodes in {total_seconds:.3f} s, {speed}")
    if wrong:
        raise Failure(
            f"{len(wrong)} of {compared} values differ from the file, the first one of problem "
            f"{wrong[0]}"
        )


def _load(file: Path, board: _core.Position | None) -> list[tuple[str, _core.Position, int | None]]:
    """Return the name, the position and the known score of each problem, by the file's form."""
    with open_to_read(file) as opened:
        begins = opened.read(1 << 10).lstrip()[:1]
    if board is not None or begins.isdigit():
        lines = pons.load(file, "connect4" if board is None else board)
        return [(str(each.line), each.position, each.score) for each in lines]
    return [
        (each.comment or str(number), each.position, each.best_score)
        for number, each in enumerate(obf.load(file), 1)
    ]
