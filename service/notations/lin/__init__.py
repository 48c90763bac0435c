"""LIN, the files of Bridge Base Online."""
