"""League tables: the results of games, and the standings that they make."""
