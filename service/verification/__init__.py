"""Answers checked: made again from their records and compared, and their signatures checked with public keys."""
