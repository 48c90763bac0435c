"""Scores: of a side, a round, a game."""
