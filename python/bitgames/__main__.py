"""``python -m bitgames`` is the ``bitgames`` command."""

from bitgames.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
