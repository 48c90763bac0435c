"""The presets: a file of each that ships, the files of an operator, and references to presets resolved."""
