"""Mutated input for every parser and every protocol session.

``grammar`` says of which tokens a kind of text consists and changes a text token by token, so that a
good share of what comes out is still read; ``targets`` says what must hold of whatever is read or
refused. The texts to begin with are the files in ``tests/data/corpus``, one folder for each target.
A text that once broke something stays there under a name of its own.
"""
