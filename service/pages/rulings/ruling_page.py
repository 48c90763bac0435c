"""The content of the page of a ruling, in the order and the words of people.

It is made from the request and from the answer in JSON, so that page and JSON are one ruling. The page has no section
for a member that the answer lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.json_types import Json
from service.pages.phrases import capitalised, card_text, cards_text, overrides_in_words
from service.pages.rulings.accusations import accusation_rows
from service.pages.rulings.claims import claim_content, is_of_a_claim, tricks_in_words
from service.pages.rulings.finding_marks import FindingMarks
from service.pages.rulings.finding_text import (
    finding_content,
    finding_counts,
    resting_on_defaults,
)
from service.pages.rulings.headline import heading_of_first_reading, headline, readings_in_words
from service.pages.rulings.penalties import penalty_rows
from service.pages.rulings.recorded_play import bid_rows, trick_rows
from service.pages.rulings.score_table import score_columns, score_tables, sheet_differences
from service.spades.cards import RANKS, UNREAD_CODE

_JOKERS = ("BJ", "LJ")
"""A card that could not be read, as a record has it."""


def ruling_content(record: Json, answer: Json) -> dict[str, Any]:
    """Return the content of a ruling's page, by the names that its templates use.

    ``record`` is the request, checked by the contract. ``answer`` has the members of the contract's ``Ruling``, but its
    sentences have cards and numbers as people write them, and each pointer is a tuple of names and indices.
    """
    marks = FindingMarks(record, answer)
    sides = _sides(record, answer)
    findings = [finding_content(marks, number, each) for number, each in enumerate(answer["findings"], 1)]
    penalties = penalty_rows(answer)
    tricks = trick_rows(record, answer, marks)
    return {
        "verdict": answer["verdict"],
        "labels": [(capitalised(name), text) for name, text in answer.get("labels", {}).items()],
        "headline": headline(answer, marks),
        "readings": readings_in_words(answer),
        "first_reading": heading_of_first_reading(answer),
        "finding_counts": finding_counts(answer),
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
        "ruleset": answer["ruleset"],
        "overrides": overrides_in_words(answer["ruleset"]),
        "resting_on_defaults": resting_on_defaults(findings, penalties),
        "round_number": record.get("round_number"),
        "players": _players(record, answer, sides),
        "has_sides": len(sides) == len(record["players"]),
        "bids": bid_rows(record, answer, marks),
        "bids_in_order": "bids" in record,
        "tricks": tricks,
        "cards_per_trick": _cards_per_trick(record, tricks),
        "players_at_table": len(record["players"]),
        "broken_in": next((each["number"] for each in answer["tricks"] if each.get("spades_broken")), None),
        "findings": findings,
        "undecided": [finding_content(marks, number, each) for number, each in enumerate(answer["undecided"], 1)],
        "affected_from": answer.get("affected_from"),
        "accusations": accusation_rows(record, answer),
        "claim": claim_content(answer, tricks, marks),
        "penalties": penalties,
        "offences_without_penalty": not answer.get("penalties")
        and any(each["severity"] == "offence" and not is_of_a_claim(each) for each in answer["findings"]),
        "score_columns": score_columns(answer),
        "scores": list(score_tables(answer)),
        "differences": sheet_differences(answer, marks),
        "totals_not_compared": "before" not in record and bool({"score", "bags"} & record.get("reported", {}).keys()),
        "has_score_as_played": bool(answer.get("as_played")),
        "has_score_as_ruled": bool(answer.get("as_ruled")),
        "hands": _hands(record, marks),
        "deal_notes": list(_deal_notes(record)),
    }


def _cards_per_trick(record: Json, tricks: Sequence[Json]) -> int:
    """Return the number of columns that the tricks need; with a claim that of the players, for a trick in progress."""
    return max([len(trick["plays"]) for trick in tricks] + [len(record["players"])] * ("claim" in record), default=0)


def _sides(record: Json, answer: Json) -> dict[str, str]:
    """Return the side of each player, if request or answer names it."""
    scored = answer.get("as_played") or answer.get("as_ruled") or ()
    named = [*record.get("teams", ()), *({"name": each["team"], "players": each["players"]} for each in scored)]
    sides = {player: each["name"] for each in named for player in each["players"]}
    for each in [*answer["findings"], *answer["undecided"]]:
        if "player" in each and "team" in each:
            sides.setdefault(each["player"], each["team"])
    return sides


def _players(record: Json, answer: Json, sides: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {
            "name": player,
            "side": sides.get(player, ""),
            "is_dealer": player == record.get("dealer"),
            "tricks_won": tricks_in_words(player, answer),
        }
        for player in record["players"]
    ]


def _hands(record: Json, marks: FindingMarks) -> list[dict[str, Any]]:
    """Return the hands as listed, by suit and from high to low, so that a reader finds a card."""
    rows = []
    for player in record["players"]:
        if player not in record.get("hands", {}):
            continue
        held = sorted(record["hands"][player], key=_height, reverse=True)
        suits = [[card_text(each) for each in held if each[-1] == suit and each not in _JOKERS] for suit in "SHDC"]
        jokers = [card_text(each) for each in held if each in _JOKERS]
        rows.append(
            {
                "player": player,
                "unreadable": held.count(UNREAD_CODE),
                "suits": [" ".join(each) for each in [[*jokers, *suits[0]], *suits[1:]]],
                **marks.within("hands", player),
            }
        )
    return rows


def _height(code: str) -> int:
    return RANKS.find(code[0])


def _deal_notes(record: Json) -> Iterator[str]:
    """Yield a sentence for each exchange and draw in the record, and one for the cards set aside."""
    for each in record.get("exchanges", ()):
        yield f"{each['from']} passed {cards_text(each['cards']) or 'no card'} to {each['to']}."
    for each in record.get("draws", ()):
        cards, kept = cards_text(each["cards"]) or "no card", cards_text(each["kept"]) or "none"
        yield f"{each['player']} drew {cards} and kept {kept}."
    if record.get("set_aside"):
        yield f"Set aside: {cards_text(record['set_aside'])}."
