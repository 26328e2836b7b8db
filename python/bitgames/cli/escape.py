"""Names and texts of others, made harmless for a terminal."""

__all__ = ["plain"]


def plain(text: str) -> str:
    r"""Return a text of others with its control characters written out, so that it does no harm.

    >>> print(plain("ai\x1b[2J14\n"))
    ai\x1b[2J14\n
    """
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
