"""Offences in short: who did what, in which tricks."""

from __future__ import annotations

from collections.abc import Iterable

from service.json_types import Json
from service.spades.catalogue.finding_codes import CODES
from service.spades.english import listed
from service.spades.templates import Forms, fill

_FIGURES = Forms({"": lambda _, value: str(value)}, number=lambda _, number: str(number))


def deeds_in_words(offences: Iterable[Json]) -> str:
    """Return who did what, each player and each kind of offence once; empty for no offences.

    >>> deeds_in_words([{"code": "revoke", "player": "W", "trick": 5}, {"code": "revoke", "player": "W", "trick": 10}])
    'W revoked in tricks 5 and 10'
    """
    return "; ".join(deeds_by_offender(offences))


def deeds_by_offender(offences: Iterable[Json]) -> list[str]:
    """Return for each player or side with an offence what they did."""
    by_offender: dict[str, dict[str, list[Json]]] = {}
    for each in offences:
        by_offender.setdefault(_offender(each), {}).setdefault(_deed(each), []).append(each)
    return [
        f"{offender} {listed([deed + _occasions(alike) for deed, alike in deeds.items()])}"
        for offender, deeds in by_offender.items()
    ]


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
        deed, evidence = _FIGURES.parse(entry.deed_in_figures), offence.get("evidence", {})
        if all(form is None or name in evidence for name, form in deed):
            return fill(deed, None, evidence)
    return entry.deed


def _occasions(alike: list[Json]) -> str:
    """Return the tricks of offences of one kind; without tricks, their number if there are several."""
    tricks = list(dict.fromkeys(str(each["trick"]) for each in alike if "trick" in each))
    if tricks:
        return f" in trick{'' if len(tricks) == 1 else 's'} {listed(tricks)}"
    return f" {len(alike)} times" if len(alike) > 1 else ""
