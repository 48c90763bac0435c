"""From the record of a game to a score sheet."""
