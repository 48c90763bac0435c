"""Slips of the pen: what may be written wrong in a record that contradicts itself, and the records that mend it."""
