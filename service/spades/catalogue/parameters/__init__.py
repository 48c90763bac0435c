"""What the project says about each parameter of a ruleset: an entry for each, a module for each group or two."""
