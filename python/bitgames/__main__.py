"""Run the ``bitgames`` command: ``python -m bitgames``, and the script of this name.

A Ctrl-C before the first line of ``command`` shows a traceback of the interpreter, so little is
loaded before it.
"""

import os

# `signal` takes half as long to load as the interpreter; it holds the same functions.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
else:
    import _signal


def command() -> None:
    """Run the command of this process to its end."""
    # While the modules are loaded, nothing is begun that had to be undone.
    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))
    import sys

    from bitgames.cli import stops

    stops.begin()
    code, signal = stops.INTERRUPTED, None
    try:
        from bitgames.cli import main

        code = main()
        stops.end()
    except KeyboardInterrupt:
        stops.end()
    except stops.Ended as error:
        signal = error.number
    if signal is not None:
        stops.die(signal)
    sys.exit(code)


if __name__ == "__main__":
    command()
