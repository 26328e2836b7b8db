"""Slow, obvious second implementations: the judges of the native games."""
