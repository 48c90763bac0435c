"""Rulings: findings, accusations, penalties, the score sheet."""
