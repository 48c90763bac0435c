"""Invariants: what has to be true of every round, row and game in a file, each checked by itself and counted."""
