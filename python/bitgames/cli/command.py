"""A subcommand whose errors name the options as a person types them."""

from typing import Any

from typer.core import TyperCommand

from bitgames._core import ParameterError
from bitgames.arguments import parameter_error

__all__ = ["Command"]


class Command(TyperCommand):
    """A subcommand whose parameters have the names of the function's parameters behind them.

    An error about ``table_mib`` is reported as one about the option for it, ``--table``.
    """

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
        """Return how a parameter is spelled on the command line, if it was given there."""
        for param in self.params:
            source = ctx.get_parameter_source(param.name)
            if param.name == name and source is not None and source.name == "COMMANDLINE":
                if param.param_type_name == "option":
                    return max(param.opts, key=len)
                return param.metavar or name.upper()
        return name
