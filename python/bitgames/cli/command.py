"""A subcommand whose errors name the options as typed."""

import inspect
import re
from functools import partial
from textwrap import dedent
from typing import Any

from typer.core import TyperCommand, TyperGroup

from bitgames._core import ParameterError
from bitgames.arguments import parameter_error
from bitgames.cli.options import Row

# A board of Othello, in OBF or by rows: too long for an option.
_BOARD = re.compile(r"-[-XOxo/]{15,}+(?:\s|$)", re.ASCII)


def plain(params: list[Any]) -> list[Any]:
    """Remove the types of Python from the help of parameters, and return them.

    A flag takes no value, and an argument has its name; options name their values themselves. A
    flag that is off by default has no second name that turns it off.
    """
    for param in params:
        if param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None
        elif getattr(param, "is_flag", False):
            param.metavar = ""
            if param.default is False:
                param.secondary_opts = []
        param.process_value = partial(_processed, param)
    return params


def _processed(param: Any, ctx: Any, value: Any) -> Any:
    """Return the value of a parameter; typer converts only what is not there in its type already.

    What it converts by takes as long to load as all else of a short command: a default and plain
    text need nothing of it.
    """
    known: Any = getattr(param, "type_descriptor", None)
    kind = known and known.parameter_info.parser is None and known.annotation
    is_list = param.multiple or param.nargs == -1
    if is_list:
        is_ready = kind == list[str] and bool(value)
        value = list(value) if is_ready else value
    elif value is None:
        is_ready = not param.required
    elif ctx.get_parameter_source(param.name).name == "DEFAULT":
        is_ready = True
    elif is_ready := kind is int and re.fullmatch("[0-9]{1,18}", value) and not known.is_ranged:
        value = int(value)
    else:
        is_ready = kind is str
    if not is_ready:
        return type(param).process_value(param, ctx, value)
    return value if param.callback is None else param.callback(ctx, param, value)


class Group(TyperGroup):
    """A group of subcommands, whose options are described without the names of Python types."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options, described for the help."""
        return plain(super().get_params(ctx))


class Command(TyperCommand):
    """A subcommand that knows the option for each parameter of a function.

    An error about ``table_mib`` is reported as an error about its option, ``--table``. The section
    ``Options:`` of the function's docstring has a row for each parameter that is its own: its
    name, its value and its help. What commands share is in ``options``.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Set up the command; its help flows into the width of the terminal."""
        super().__init__(*args, **options)
        words, _, rows = inspect.cleandoc(self.help or "").partition("\n\nOptions:\n")
        self.help = re.sub(r"(?<!\n)\n(?!\n)", " ", words)
        self._explain(re.split(r"\n(?! )", dedent(rows)) if rows else [])

    def _explain(self, rows: list[str]) -> None:
        """Explain the parameters to which the rows belong."""
        known = {
            name: param
            for param in self.params
            for name in (
                [param.metavar or str(param.name).upper()]
                if param.param_type_name == "argument"
                else param.opts
            )
        }
        for names, value, words in map(Row.read, rows):
            param: Any = known[names[0] if names else value]
            param.metavar, param.help = value, words

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, described without the names of Python types."""
        return plain(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a board that begins with an empty square, ``-``, is no option.

        What was typed is kept in ``ctx.meta``.
        """
        ctx.meta["typed"] = args
        # A space hides the hyphen, and those who read positions ignore it.
        hidden = [f" {each}" if _BOARD.match(each) else each for each in args]
        parsed: list[str] = super().parse_args(ctx, hidden)
        return parsed

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error about a parameter names its option."""
        try:
            return super().invoke(ctx)
        except ParameterError as error:
            if error.name is None or error.allowed is None or error.value is None:
                raise
            typed = self._typed(error.name, ctx)
            raise parameter_error(typed, error.allowed, error.value) from None

    def _typed(self, name: str, ctx: Any) -> str:
        """Return a parameter's option on the command line, or ``None`` if it was not given."""
        for param in self.params:
            source = ctx.get_parameter_source(param.name)
            if param.name == name and source is not None and source.name == "COMMANDLINE":
                if param.param_type_name == "option":
                    return max(param.opts, key=len)
                return param.metavar or name.upper()
        return name
