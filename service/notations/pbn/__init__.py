"""Portable Bridge Notation (PBN)."""
