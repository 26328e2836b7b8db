"""Mutated input for every parser and every protocol session.

``grammar`` splits a text into tokens and changes it token by token, so that a good share of the
results is still read. ``targets`` says what must hold of everything that is read or refused. The
texts to begin with are the files in ``tests/data/corpus``, one folder for each target. A text that
once broke something stays there under a name of its own.
"""
