"""Rulesets: their parameters, the presets, what contradicts what, and the rules in plain words."""
