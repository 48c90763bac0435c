"""Score sheets as CSV, read as a game record of sheet rows, and written from one.

A sheet is long, with a line for each player and round, or wide, with a row for each round and names in the headers.
What is written is wide, or long if a name would not be understood in a header. The place of a note or a fault is its
line, and which cell of its row it is.
"""

from __future__ import annotations

from service.notations.csv_sheet.reader import read
from service.notations.csv_sheet.sheet import evidence_of_columns
from service.notations.csv_sheet.writer import write
from service.notations.model import Notation

NOTATION = Notation(
    "csv",
    "score sheets as CSV",
    evidence_of_columns,
    read,
    write,
    looks_like="headers such as round,player,bid,tricks or round,ana bid,ana tricks, and a row a round or a player",
)
