"""Where and when a round or a game was played, and on paper the lines to fill in and to sign.

The service has no clock, and a record says only what its labels say: what they leave out is filled in by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from service.media_types import Json
from service.pages.content import Block, Division, InHtml, Labels, Paragraph, Value, text
from service.pages.phrases import capitalised
from service.spades.table import Side

_ASKED: Final = ("event", "table", "time", "called by")


def labels_above(answer: Json, after: Value = "") -> list[Block]:
    """Return the labels of a record beside each other, and what comes after them; nothing if there is neither."""
    labels = [
        text("{}: <strong><bdi>{}</bdi></strong>", capitalised(name), label)
        for name, label in answer.get("labels", {}).items()
    ]
    return [Labels(labels, after=after)] if labels or after else []


def lines_to_fill_in(answer: Json, called_by: Iterable[str] = ()) -> Block:
    """Return a line for each of the event, the table, the time and the caller that no label says.

    ``called_by`` are the players who called, if the record says it.
    """
    said = {name.casefold().replace("_", " ") for name in answer.get("labels", {})}
    callers = ", ".join(dict.fromkeys(called_by))
    lines = [
        text("{} <strong><bdi>{}</bdi></strong>", capitalised(asked), callers if asked == "called by" else "")
        for asked in _ASKED
        if asked not in said
    ]
    return InHtml([Division("fill-in", [Paragraph(line) for line in lines])] if lines else [])


def lines_to_sign(sides: Iterable[Side]) -> Block:
    """Return a line for the date, for the director, and for each side by its name."""
    signed_by: list[Value] = ["Date", "Director", *(text("For <bdi>{}</bdi>", side.name) for side in sides)]
    return InHtml([Division("sign-here", [Paragraph(who) for who in signed_by])])
