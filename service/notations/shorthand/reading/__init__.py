"""From a text in shorthand to records."""
