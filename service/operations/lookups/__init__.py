"""The operations without a request body that look something up: finding codes, problem types, limits."""
