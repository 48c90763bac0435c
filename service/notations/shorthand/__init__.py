"""Shorthand: rounds of Spades as people type them from a paper sheet; docs/shorthand.md states it for them."""
