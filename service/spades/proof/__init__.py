"""Proof: what a record proves by itself, and what it still proves if it contradicts itself."""
