"""The findings, one module for each part of the game; `service.spades.findings` has them all in one table."""
