"""``bitgames practice``: positions to be answered, asked again at growing intervals."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from bitgames._core import IllegalMoveError, ParameterError, ParseError, Position
from bitgames.arguments import printable
from bitgames.cli.options import (
    Csv,
    GameSpec,
    Json,
    Level,
    Quiet,
    Seed,
    Threads,
    file_name,
    file_path,
)
from bitgames.cli.output import print_json
from bitgames.cli.progress import Bar

if TYPE_CHECKING:
    from bitgames.practice import Card, Deck, Session

HELP = """\
a move     answer with it: its name, or its number on the board or in the list
moves      list the moves
skip       give up, and see the best move
help       show this
quit       end the session; every answer so far is kept"""

_BOOK = b"BITGAMES\1\0\0\0BOOK"
"""How the file of a book begins."""


def practice(
    game: GameSpec,
    deck_file: Annotated[Path | None, typer.Option("--deck", parser=file_path)] = None,
    source: Annotated[list[str] | None, typer.Option("--from", parser=file_name)] = None,
    count: int = 20,
    new: int = 10,
    margin: float = 0.0,
    easy: float | None = None,
    empties: int | None = None,
    player: str | None = None,
    level: Level = None,
    seed: Seed = None,
    threads: Threads = 1,
    anki: Annotated[Path | None, typer.Option("--anki", parser=file_path)] = None,
    csv: Csv = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Practise positions: those that are due today, then new ones.

    Type the best move; one that is as good as the best is right, too. A wrong answer is shown, and
    comes once more at the end. Each answer is kept at once, in the deck of the game, and says when
    the position is asked again: FSRS reckons the day.

    Options:
        --deck FILE: Keep the positions and answers in FILE, in place of the deck of the game in the
            user's folder.
        --from problems|book|FILE: Take new positions from proven problems (the default), from the
            opening book of the game or a file of one, or from mistakes in the games of FILE. May be
            given several times.
        --count N: Ask at most N positions.
        --new N: Ask at most N new positions; 0 only repeats.
        --margin POINTS: Take moves for right that lose at most POINTS.
        --easy SECONDS: Count a right answer within SECONDS as easy: its interval grows faster.
        --empties N: Make problems with N empty cells, or N cards in each hand; more are harder.
        --player NAME: Take only mistakes of NAME: a player that the games name, or a side like
            black.
        --anki FILE: Write the deck to FILE for Anki, with pictures, and ask nothing.
    """
    from bitgames.files import write_atomic
    from bitgames.games import start
    from bitgames.practice import Deck, Session, to_anki, to_csv
    from bitgames.practice.deck import deck_file as file_of

    board = start(game)
    if csv and json:
        raise ParameterError("--csv and --json both write to stdout: give only one of them")
    if deck_file is None:
        deck_file = file_of(board.game)
    with Deck.open(deck_file, board.game) as deck:
        if csv or anki is not None:
            if anki is not None:
                write_atomic(anki, to_anki(deck).encode())
            if csv:
                print(to_csv(deck), end="")
            return
        # It checks the numbers before new positions are looked for, which may take long.
        session = Session(deck, count=count, new=new, margin=margin, easy=easy)
        unasked = len(deck.new())
        wanted = min(new, count - sum(deck[each].schedule is not None for each in session.numbers))
        if unasked < wanted:
            _fill(
                deck, wanted - unasked, board, source or ["problems"], empties=empties,
                player=player, level=level, seed=seed, threads=threads, quiet=quiet,
            )  # fmt: skip
            session = Session(deck, count=count, new=new, margin=margin, easy=easy)
        # With --json, what is for the person stands on stderr.
        out = sys.stderr if json else sys.stdout
        if session.card is None:
            print(_nothing(deck), file=out)
        else:
            _ask(session, out)
        _tell(session, as_json=json)


def _fill(
    deck: "Deck",
    wanted: int,
    board: Position,
    names: list[str],
    *,
    empties: int | None,
    player: str | None,
    level: str | int | None,
    seed: int | None,
    threads: int | None,
    quiet: bool,
) -> None:
    """Add new positions to the deck, in turn from each source; warn if there are too few."""
    from bitgames.archive import Archive
    from bitgames.book import Book
    from bitgames.files import open_to_read
    from bitgames.practice import book_lines, mistakes, problems

    before = len(deck)
    with (
        ExitStack() as opened,
        Bar(f"new positions of {board.game}", "positions", quiet=quiet, lines=True) as bar,
    ):

        def tell(*_: int) -> None:
            if bar.callback is not None:
                bar.callback(len(deck) - before, wanted)

        def cards(name: str) -> "Iterator[Card]":
            if name == "problems":
                return problems(board, empties=empties, seed=seed, threads=threads, progress=tell)
            if name == "book":
                return book_lines(Book.of(board))
            with open_to_read(name) as file:
                is_book = file.read(len(_BOOK)) == _BOOK
            if is_book:
                return book_lines(Book(name))
            archive = opened.enter_context(Archive(name, threads=threads))
            return mistakes(
                (game.record() for game in archive), player=player,
                level=level, threads=threads, name=printable(Path(name).name), known=deck.games,
                on_game=tell,
            )  # fmt: skip

        sources = [cards(name) for name in names]
        # All are asked in turn; a source that ends drops out.
        while sources and len(deck) - before < wanted:
            for each in sources.copy():
                if len(deck) - before == wanted:
                    break
                card = next((card for card in each if card.position not in deck), None)
                if card is None:
                    sources.remove(each)
                else:
                    deck.add(card)
                tell()
    deck.save()


def _nothing(deck: "Deck") -> str:
    """Say that nothing is due, and when the next position is."""
    times = [card.schedule.due for card in deck if card.schedule is not None]
    if not times:
        return "nothing to practise: no new positions were found"
    return f"nothing to practise: the next position is due on {min(times).astimezone():%Y-%m-%d}"


def _ask(session: "Session", out: TextIO) -> None:
    """Ask the positions of a session until its end, or until the person quits."""
    from bitgames.cli.console import use_color
    from bitgames.cli.terminal import Terminal

    color = use_color(out)
    print("type the best move, or its number; help lists the other words\n", file=out, flush=True)
    with Terminal() as terminal:

        def read(prompt: str) -> str:
            if out is sys.stdout:
                return terminal.read(prompt)
            print(prompt, end="", file=out, flush=True)
            return input()

        while (card := session.card) is not None:
            print(_picture(card.position, color=color), file=out, flush=True)
            try:
                _ask_one(session, read, out)
            except EOFError:
                return


def _ask_one(session: "Session", read: Callable[[str], str], out: TextIO) -> None:
    """Ask until there is an answer. Raises ``EOFError`` if the person quits."""
    from bitgames.cli.session import LEAVING
    from bitgames.cli.wording import list_moves
    from bitgames.play.moves import read_move

    card, began = session.card, monotonic()
    assert card is not None
    while True:
        line = read(_prompt(session)).strip()
        word = line.lower()
        if word in LEAVING:
            raise EOFError
        if word in ("help", "?"):
            print(HELP, file=out)
        elif word in ("moves", ""):
            print(list_moves(card.position), file=out)
        else:
            try:
                move = None if word == "skip" else read_move(card.position, line)
                verdict = session.answer(move, seconds=monotonic() - began)
            except (IllegalMoveError, ParseError) as error:
                print(f"{printable(str(error))}; help lists the other words", file=out)
                continue
            head = "right" if verdict.right else "skipped" if move is None else "wrong"
            print(f"{head}: {verdict.words}\n{printable(card.origin)}\n", file=out, flush=True)
            return


def _prompt(session: "Session") -> str:
    card = session.card
    assert card is not None
    name = card.position.facts.player_names[card.position.turn]
    if session.again:
        return f"once more, {session.left} left, {name}> "
    return f"{session.done + 1} of {len(session.numbers)}, {name}> "


def _picture(position: Position, *, color: bool) -> str:
    """Draw a position with its moves marked, as ``bitgames play`` does."""
    from bitgames.cli.pictures import MANY_MOVES

    many = len(position.legal_moves) > MANY_MOVES
    return position.to_text(
        legal=many, numbers=not many, cell_width=1 if many else 2, color=color,
        viewer=position.turn,
    )  # fmt: skip


def _tell(session: "Session", *, as_json: bool) -> None:
    """Print what came of a session."""
    from dataclasses import asdict

    from bitgames.games import unit

    found, deck = session.summary, session.deck
    if as_json:
        answers = [
            {
                "position": card.position.to_string(),
                "move": None if card.answers[-1].move is None else str(card.answers[-1].move),
                "right": card.answers[-1].right,
                "best_moves": [str(move) for move in card.best_moves],
                "exact": card.exact,
                "due": card.schedule.due.isoformat(),
            }
            for card in map(deck.__getitem__, session.numbers[: found.answered])
            if card.schedule is not None
        ]
        print_json({"deck": deck.path, "positions": len(deck), **asdict(found), "answers": answers})
    elif found.answered:
        lost = f", {unit(deck[0].position).amount(found.loss)} lost" if found.loss else ""
        print(f"{found.right} of {found.answered} right, {found.new} new{lost}")
