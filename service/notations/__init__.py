"""Notations: texts written by people and other programs, read as records; and records written as such texts."""
