"""Score sheets as CSV: long (a line for each player and round) and wide (a row for each round)."""
