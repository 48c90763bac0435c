"""What a line of headers says as a whole: whether a sheet is long or wide, and what a column called score is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.headers import BLIND_BID, OF_SOMEBODY, Header, Kind
from service.notations.model import Place, Remarks
from service.spades.english import quoted


def score_read(headers: Sequence[Header | None], place: Place, remarks: Remarks) -> list[Header | None]:
    """Return the headers with what a column called score is.

    It is the points of the round beside a total, else the running score.
    """
    kinds = {header.kind for header in headers if header}
    if "score" not in kinds:
        return [*headers]
    kind: Kind = "points" if "total" in kinds else "total"
    meaning = "the points of the round, because there is a total" if kind == "points" else "the running score"
    remarks.note(place, "score_read", f"The column 'score' is read as {meaning}.")
    return [header._replace(kind=kind) if header and header.kind == "score" else header for header in headers]


def is_long(seen: Mapping[Header, Cell], place: Place, remarks: Remarks) -> bool:
    """Return whether a sheet with these headers is long; report what is both, or lacks what it needs."""
    kinds = {header.kind for header in seen if not header.subject}
    with_subject = [header for header in seen if header.subject]
    has_names = bool(kinds & {"player", "team"})
    if has_names and with_subject:
        detail = "The sheet has a column of names and names in its headers: it is read with either, not with both."
        remarks.fault(seen[with_subject[0]].place, "long_and_wide", detail)
    needed: Iterable[Kind] = ("round", "bid", "tricks") if has_names else ()
    for kind in needed:
        if kind not in kinds:
            detail = f"A sheet with a line for each player needs a column {quoted(kind)}."
            remarks.fault(place, "missing_header", detail)
    if not has_names:
        for header in [header for header in seen if not header.subject and header.kind in OF_SOMEBODY]:
            detail = f"Whose {header.kind} is this? Write a name before it: 'ana {header.kind}'."
            remarks.fault(seen[header].place, "nobody_named", detail)
        if Header("blind") in seen:
            detail = f"Whose bid was blind? Please {BLIND_BID}"
            remarks.fault(seen[Header("blind")].place, "nobody_named", detail)
    return has_names
