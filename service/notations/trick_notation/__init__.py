"""The notation trick_notation: trick-notation, version 1."""

from __future__ import annotations

from service.notations.model import Notation
from service.notations.trick_notation.document import FIRST_LINE, MARKER
from service.notations.trick_notation.rounds import TITLE, read, write


def _evidence(text: str) -> str | None:
    first = text.partition("\n")[0].strip()
    if first == FIRST_LINE:
        return f"its first line is '{FIRST_LINE}'"
    return f"its first line begins with '{MARKER}'" if first.startswith(MARKER) else None


NOTATION = Notation(
    name="trick_notation",
    title=TITLE,
    evidence=_evidence,
    read=read,
    write=write,
    looks_like=f'{FIRST_LINE}, then headers such as [Seats "N E S W"], and a line for each trick, P E KC 5C 2C TC',
)
