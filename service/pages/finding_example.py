"""The example of a finding: what the service says of a record, the tricks that show it, and the record itself."""

from __future__ import annotations

from service.media_types import Json
from service.pages.content import Block, Paragraph, Shown, text
from service.pages.ruling_page import headline, recorded
from service.pages.trick_picture import picture_of


def finding_example(code: str, lines: str, record: Json, answer: Json, link: str) -> list[Block]:
    """Return the blocks of the example of a code.

    ``record`` is that of the ``lines`` of shorthand. ``answer`` is its ruling as pages have it, of a round with its
    summary. ``link`` leads to the round at the desk; nothing does to a game.
    """
    shown = shown_in_example(code, answer)
    steps = text(' <a href="{}">Step through it at the desk</a>.', link) if link else ""
    return [
        *ruling_in_short(shown, record, answer),
        Paragraph(text("<em>The finding:</em> {}", shown["detail"])),
        Paragraph(text("The record in shorthand:{}", steps)),
        Shown(lines.splitlines()),
    ]


def shown_in_example(code: str, answer: Json) -> Json:
    """Return the first finding or open question of a code in the ruling on a round or on a game."""
    judged = [*answer.get("rounds", ()), answer]
    found = [finding for each in judged for finding in (*each.get("findings", ()), *each.get("undecided", ()))]
    return next(finding for finding in found if finding["code"] == code)


def ruling_in_short(shown: Json, record: Json, answer: Json) -> list[Block]:
    """Return what the ruling on a round says first, and the tricks of a finding; nothing of a game."""
    if "rounds" in answer:
        return []
    return [headline(answer["summary"]), *picture_of(shown, record, list(recorded(record, answer)))]
