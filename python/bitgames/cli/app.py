"""All subcommands as one typer application."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from bitgames.cli.command import Command, Group
from bitgames.cli.errors import USAGE, complain, guard

# In the order of the help; each is the function or application of this name in the module of it.
COMMANDS = (
    "play", "serve", "site", "match", "tournament", "ratings", "selfplay", "solve", "search",
    "analyze", "problems", "practice", "exam", "perft", "census", "judge", "show", "convert",
    "engine", "demo", "rules", "players", "games", "db", "certificate", "book",
)  # fmt: skip


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
            complain(_advised(error, text()) or "Missing command.")
            code = USAGE
        if standalone_mode:
            sys.exit(code or 0)
        return code or 0


def _advised(error: Exception, message: str) -> str:
    """Return what is wrong with the arguments, and where it stands what is right."""
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    if message.startswith("Got unexpected extra"):
        return f"{message}: a text with spaces is one argument in quotes: 'othello f5 d6'"
    if message.startswith(("No such option", "No such command")):
        return f"{message.rstrip('.')}; {context.command_path} --help lists them"
    return message


def _print_version(wanted: bool) -> None:
    if wanted:
        from bitgames.files import generator

        print(generator())
        raise typer.Exit()


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


def application(asked: str = "") -> typer.Typer:
    """Return the application with the subcommand asked for alone, or with all if there is none.

    To load all of them takes longer than what most of them do.
    """
    app = typer.Typer(
        name="bitgames",
        cls=Commands,
        context_settings={"help_option_names": ["-h", "--help"]},
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(_front)
    for name in (asked,) if asked in COMMANDS else COMMANDS:
        command = getattr(import_module(f"bitgames.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(cls=Command)(command)
    return app


def run_app(arguments: Sequence[str]) -> int:
    """Run the application and return its exit code."""
    command = typer.main.get_command(application(*arguments[:1]))
    code: int = command.main(list(arguments), prog_name="bitgames", standalone_mode=False)
    return code
