"""Notations: texts that people and other programs write, read as records; and records written as such texts."""
