"""From a record to a text in shorthand."""
