"""The page of a ruling on a round: its headline, its findings, the score, the record."""
