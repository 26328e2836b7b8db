"""Run the ``bitgames`` command: ``python -m bitgames``, and the script of this name."""

from bitgames.cli import stops


def command() -> None:
    """Run the command of this process to its end."""
    import sys

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
