"""Answers checked: made again from their records and compared."""
