"""The findings, one module for each part of the game; `finding_codes` has them all in one table."""
