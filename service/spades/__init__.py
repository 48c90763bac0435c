"""The core: the rules of Spades as pure functions, with immutable values in and out.

It imports the standard library only, and knows rulesets by their parameters, never by name. It has no clock, no
randomness and no environment, and opens no files but its own presets.
"""

# Part of every ruling's id. It belongs to the core and changes only when an answer changes.
ENGINE_VERSION = "0.13.0"
