"""Rulesets: parameters, presets, contradictions, and the rules in plain words."""
