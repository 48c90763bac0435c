"""The content of the page with what best play makes of the illegal cards of a round, beside what happened.

It is made from the request and from the answer in JSON, like the page of a ruling.
"""

from __future__ import annotations

from typing import Any

from service.json_types import Json
from service.pages.phrases import capitalised, location_in_words, number_text, signed_number
from service.pages.rulings.deeds import deeds_in_words
from service.spades.english import count_of


def equity_content(record: Json, answer: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    ``record`` is the request, checked by the contract. ``answer`` has the members of the contract's ``RoundEquity``,
    but each pointer is a tuple of names and indices.
    """
    offences = answer["offences"]
    return {
        "labels": [(capitalised(name), text) for name, text in answer.get("labels", {}).items()],
        "headline": _headline(len(offences)),
        "basis": answer["detail"],
        "offences": [_offence(record, each) for each in offences],
        "ruleset": answer["ruleset"],
        "budget": number_text(answer["budget"]),
        "positions": number_text(answer["positions"]),
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
    }


def _headline(offences: int) -> str:
    if not offences:
        return "No card against the rules stood in this round, so there is nothing to compare."
    return f"{capitalised(count_of(offences, 'card'))} against the rules stood in this round."


def _offence(record: Json, offence: Json) -> dict[str, Any]:
    """Return an offence with a row for each card and, if it is known, one for what happened."""
    finding, legal = offence["finding"], offence.get("legal", ())
    rows = [_row(each["card"], "legal", each["tricks"], "beside_happened") for each in legal]
    if "played" in offence:
        played = offence["played"]
        rows.insert(0, _row(played["card"], "played", played["tricks"], "beside_happened"))
    happened = offence.get("happened", ())
    return {
        "title": deeds_in_words([finding]),
        "place": capitalised(location_in_words(record, finding["pointer"])),
        "detail": offence["detail"],
        "teams": [each["team"] for each in offence["best"]] if rows else [],
        "rows": rows,
        "happened": [number_text(each["tricks"]) for each in happened] if rows else [],
    }


def _row(card: str, kind: str, tricks: Json, beside: str) -> dict[str, Any]:
    """Return a card with the tricks of each side, and how many more they are than what the side took."""
    cells = [
        _span(each, number_text) + (f" ({_span(each[beside], signed_number)})" if beside in each else "")
        for each in tricks
    ]
    return {"card": card, "kind": kind, "cells": cells}


def _span(span: Json, written: Any) -> str:
    """Return a number, or the bounds of one."""
    if span["at_least"] == span["at_most"]:
        return str(written(span["at_least"]))
    return f"{written(span['at_least'])} to {written(span['at_most'])}"
