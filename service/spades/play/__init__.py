"""The play: which cards are legal, who held what, and the log replayed."""
