"""All subcommands as one typer application."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from bitgames.cli.analyze import analyze
from bitgames.cli.book import book
from bitgames.cli.certificate import certificate
from bitgames.cli.command import Command, Group
from bitgames.cli.convert import convert
from bitgames.cli.db import db
from bitgames.cli.demo import demo
from bitgames.cli.engine import engine
from bitgames.cli.errors import USAGE, complain, guard
from bitgames.cli.games import games
from bitgames.cli.judge import judge
from bitgames.cli.match import match
from bitgames.cli.perft import perft
from bitgames.cli.play import play
from bitgames.cli.players import players
from bitgames.cli.problems import problems
from bitgames.cli.ratings import ratings
from bitgames.cli.rules import rules
from bitgames.cli.search import search
from bitgames.cli.selfplay import selfplay
from bitgames.cli.serve import serve
from bitgames.cli.show import show
from bitgames.cli.solve import solve
from bitgames.cli.tournament import tournament


class Commands(Group):
    """The group of subcommands, with this project's errors and exit codes."""

    def invoke(self, ctx: Any) -> int:
        """Run the subcommand; its errors become one line and an exit code here."""
        return guard(lambda: super(Commands, self).invoke(ctx) or 0)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> int:
        """Parse the arguments and run; an error in them becomes one line too."""
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except Exception as error:
            # Recognized by its method, because typer uses click or a copy of its own.
            if (text := getattr(error, "format_message", None)) is None:
                raise
            # A group without a subcommand shows its help and has no message.
            complain(text() or "Missing command.")
            code = USAGE
        if standalone_mode:
            sys.exit(code or 0)
        return code or 0


app = typer.Typer(
    name="bitgames",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from bitgames.files import generator

        print(generator())
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def _front(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Board and card games on bits: play, solve, count, match and draw them."""
    if context.invoked_subcommand is None:
        print(context.get_help(), end="")


for _command in (
    play, serve, match, tournament, ratings, selfplay, solve, search, analyze, problems, perft,
    judge, show, convert, engine, demo, rules, players,
):  # fmt: skip
    app.command(cls=Command)(_command)
app.add_typer(games, name="games")
app.add_typer(db, name="db")
app.add_typer(certificate, name="certificate")
app.add_typer(book, name="book")


def run_app(arguments: Sequence[str]) -> int:
    """Run the application and return its exit code."""
    command = typer.main.get_command(app)
    code: int = command.main(list(arguments), prog_name="bitgames", standalone_mode=False)
    return code
