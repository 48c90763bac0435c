"""The example of a finding: what the service says of a record, the tricks that show it, and the record itself."""

from __future__ import annotations

from service.media_types import Json
from service.pages.ruling_page import recorded
from service.pages.trick_picture import Example, picture_of


def finding_example(code: str, lines: str, record: Json, answer: Json, link: str) -> Example:
    """Return the example of a code; ``record`` is that of the lines, and ``answer`` its ruling."""
    judged = [*answer.get("rounds", ()), answer]
    found = [finding for each in judged for finding in (*each.get("findings", ()), *each.get("undecided", ()))]
    shown = next(finding for finding in found if finding["code"] == code)
    picture = None if "rounds" in answer else picture_of(shown, record, list(recorded(record, answer)))
    return Example(lines.splitlines(), answer, shown, picture, link)
