"""Requests to read and to write texts in other notations, and their answers."""
