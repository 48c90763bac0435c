"""Estimates of a hand before the play: counts of its tricks by stated methods."""
