"""Slips of the pen: the suspect entries of a record that contradicts itself, and the records that mend it."""
