"""The page of a game: its score sheet, the course of its scores, and what an audit found."""
