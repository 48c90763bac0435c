"""League tables: the results of games, and who is ahead of whom."""
