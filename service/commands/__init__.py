"""The commands of the command line: their arguments, and what each of them does."""
