"""The finding codes, part by part of a round; `finding_codes` has them all in one table."""
