"""Claims: what they are worth in a position, in all that a record leaves open, and what their outcomes score."""
