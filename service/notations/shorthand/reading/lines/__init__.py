"""The readers of the kinds of line: each puts what a statement says into the record of its part."""
