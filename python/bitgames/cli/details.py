"""Details of a solved position besides its value, for games that have them."""

from typing import Any

from bitgames import deals
from bitgames._core import Honeymoon, Par, Position, UnsupportedError
from bitgames.cli.output import line_of


def _tricks_and_par(position: Position) -> tuple[dict[str, Any], Par] | None:
    """Return tricks by strain, declarer and leader, and par, of two open hands of 13 cards."""
    try:
        return (position.trick_table(), position.par()) if isinstance(position, Honeymoon) else None
    except UnsupportedError:
        return None


def details(position: Position, *, why: bool = True) -> list[tuple[str, str]]:
    """Return names and values to print; an empty list for most games.

    With ``why`` they say why par is what it is.

    >>> import bitgames as bg
    >>> details(bg.TicTacToe())
    []
    """
    if (found := _tricks_and_par(position)) is None:
        return []
    table, par = found
    names = position.facts.player_names
    heads = "".join(strain.rjust(7) for strain in table)
    rows = [("tricks", f"{heads}   {names[0]} leads/{names[1]} leads")]
    for seat, name in enumerate(names):
        pairs = [f"{row[seat][0]}/{row[seat][1]}" for row in table.values()]
        rows.append((name, "".join(pair.rjust(7) for pair in pairs)))
    reasons = deals.reasons(position, par) if why else []
    told = [("" if at else "why", line) for at, line in enumerate(reasons)]
    if par.contract is None or par.declarer is None:
        return [*rows, ("par", "0, both pass"), *told]
    contract = f"{par.contract} by {names[par.declarer]}"
    value = f"{names[0]} {par.score:+d}, {contract}: {line_of(par.calls)}"
    return [*rows, ("par", value), *told]


def details_data(position: Position) -> dict[str, Any]:
    """Return the details as data for JSON.

    >>> import bitgames as bg
    >>> details_data(bg.TicTacToe())
    {}
    """
    if (found := _tricks_and_par(position)) is None:
        return {}
    table, par = found
    names = position.facts.player_names
    declarer = None if par.declarer is None else names[par.declarer]
    calls = [str(call) for call in par.calls]
    tricks = {
        name: {strain: dict(zip(names, row[seat], strict=True)) for strain, row in table.items()}
        for seat, name in enumerate(names)
    }
    best = {"score": par.score, "contract": par.contract, "declarer": declarer, "calls": calls}
    return {"tricks": tricks, "par": {**best, "reasons": deals.reasons(position, par)}}
