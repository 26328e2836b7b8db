"""Run the ``bitgames`` command by ``python -m bitgames``."""

from bitgames.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
