"""What a subcommand is here: its errors name the options as a person types them."""

from typing import Any

from typer.core import TyperCommand

from bitgames._core import ParameterError
from bitgames.arguments import parameter_error

__all__ = ["Command"]


class Command(TyperCommand):
    """A subcommand whose parameters carry the names of what they are handed to.

    So an error about ``table_mib`` is about the option that the command has for it.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a number out of range is blamed on the option it came from."""
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
