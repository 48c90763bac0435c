"""Who did what: offences as people say them, each player and each kind of offence once."""

from __future__ import annotations

from collections.abc import Iterable

from service.media_types import Json
from service.spades.english import listed
from service.spades.findings import CODES
from service.spades.sentence import Wording, template_of


def deeds_in_words(offences: Iterable[Json]) -> str:
    """Return who did what, from offences as an answer has them; empty for none.

    >>> deeds_in_words([{"code": "revoke", "player": "W", "trick": 5}, {"code": "revoke", "player": "W", "trick": 10}])
    'W revoked in tricks 5 and 10'
    """
    return "; ".join(deeds_by_offender(offences))


def deeds_by_offender(offences: Iterable[Json]) -> list[str]:
    """Return for each player or side with an offence what they did."""
    by_offender: dict[str, dict[str, list[Json]]] = {}
    for offence in offences:
        by_offender.setdefault(_offender(offence), {}).setdefault(_deed(offence), []).append(offence)
    return [
        f"{offender} {listed([deed + _occasions(alike) for deed, alike in deeds.items()])}"
        for offender, deeds in by_offender.items()
    ]


def in_tricks(offences: Iterable[Json]) -> str:
    """Return in which tricks offences were committed, with a space before; empty if none is of a trick."""
    tricks = sorted({offence["trick"] for offence in offences if "trick" in offence})
    return f" in trick{'' if len(tricks) == 1 else 's'} {listed(map(str, tricks))}" if tricks else ""


def _offender(offence: Json) -> str:
    entry = CODES.get(offence["code"])
    first, second = ("team", "player") if entry is not None and entry.of_side else ("player", "team")
    return str(offence.get(first) or offence.get(second) or "somebody")


def _deed(offence: Json) -> str:
    """Return what was done; a code of a later service in its own words."""
    entry = CODES.get(offence["code"])
    if entry is None or entry.deed is None:
        return f"committed '{offence['code'].replace('_', ' ')}'"
    if entry.deed_in_figures is not None:
        deed, evidence = template_of(entry.deed_in_figures), offence.get("evidence", {})
        if all(form is None or name in evidence for name, form in deed):
            return Wording().fill(deed, evidence)
    return entry.deed


def _occasions(alike: list[Json]) -> str:
    """Return the tricks of offences of one kind; without tricks, their number if there are several."""
    return in_tricks(alike) or (f" {len(alike)} times" if len(alike) > 1 else "")
