"""Signatures of answers: the operator's key, the public keys that check them, and the form of a signature."""
