"""Answers checked: recomputed from their records and compared."""
