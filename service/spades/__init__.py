"""The rules of Spades as pure functions: frozen values in, frozen values out.

This package imports the standard library only. It knows parameters, never a ruleset's name, and has no
clock, no randomness, no environment and no I/O beyond reading its own preset files.
"""

# Belongs to the core and changes only when an answer changes: it is part of every ruling's identity.
ENGINE_VERSION = "0.2.0"
