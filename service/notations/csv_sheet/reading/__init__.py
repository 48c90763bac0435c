"""From a score sheet to the record of a game."""
