"""The page with what best play makes of the illegal cards of a round, beside what happened.

It is made from the request and from the answer in JSON, like the page of a ruling.
"""

from __future__ import annotations

from collections.abc import Callable

from service.json_types import Json
from service.pages.content import Block, Column, Facts, InMarkdown, Page, Paragraph, Row, Section, Table, Value, text
from service.pages.phrases import capitalised, labels_above, location_in_words, number_text, signed_number
from service.pages.ruling_headline import deeds_in_words
from service.spades.english import count_of


def equity_page(record: Json, answer: Json) -> Page:
    """Return the page of an answer about best play.

    ``record`` is the request, checked by the contract. ``answer`` has the members of the contract's ``RoundEquity``,
    but each pointer is a tuple of names and indices.
    """
    ruleset = answer["ruleset"]
    check = text(
        "Send the same record to <code>POST /v1/rounds/equity</code> of engine version {}: it gives the same id on any"
        "\fmachine. <code>POST /v1/rounds/audit</code> gives the ruling, which this does not change.",
        answer["engine_version"],
    )
    digest = text("digest <code>{}</code>", ruleset["digest"])
    facts = [
        text("Answer <code>{}</code>", answer["ruling_id"]),
        text("Ruleset <code>{}</code>, version {}, {}", ruleset["name"], ruleset["version"], digest),
        text("Positions searched: {} of at most {}", number_text(answer["positions"]), number_text(answer["budget"])),
    ]
    blocks: list[Block] = [
        *labels_above(answer),
        Paragraph(text("<strong>{}</strong>", _headline(len(answer["offences"]))), "headline"),
        Paragraph(answer["detail"]),
        InMarkdown([]),
        *(_offence(record, offence) for offence in answer["offences"]),
        Section([Paragraph(check), Facts(facts, end="\n")], "To check this answer", unbroken=True),
    ]
    return Page("Best play at the cards against the rules", blocks, links=False)


def _headline(offences: int) -> str:
    if not offences:
        return "No card against the rules stood in this round, so there is nothing to compare."
    return f"{capitalised(count_of(offences, 'card'))} against the rules stood in this round."


def _offence(record: Json, offence: Json) -> Block:
    """Return an offence with a row for each card and, if it is known, one for what happened."""
    finding = offence["finding"]
    place = capitalised(location_in_words(record, finding["pointer"]))
    blocks: list[Block] = [Paragraph(text("<bdi>{}</bdi>. <bdi>{}</bdi>", place, offence["detail"]))]
    rows = [_row(legal["card"], "legal", legal["tricks"]) for legal in offence.get("legal", ())]
    if "played" in offence:
        rows.insert(0, _row(offence["played"]["card"], "played", offence["played"]["tricks"]))
    if rows:
        happened = [number_text(side["tricks"]) for side in offence.get("happened", ())]
        if happened:
            rows.append(Row(["What happened", None, *happened]))
        teams = [Column(text("<bdi>{}</bdi>", side["team"])) for side in offence["best"]]
        beside = "; in brackets, how many more or fewer than the side took" if happened else ""
        blocks += [
            Table([Column("Card", names_row=True), Column(), *teams], rows),
            Paragraph(text("Tricks from this one to the end of the round{}.", beside)),
        ]
    return Section(blocks, text("<bdi>{}</bdi>", deeds_in_words([finding])))


def _row(card: str, kind: str, tricks: Json) -> Row:
    """Return a card with the tricks of each side, and how many more they are than what the side took."""
    cells: list[Value] = [
        _span(side, number_text)
        + (f" ({_span(side['beside_happened'], signed_number)})" if "beside_happened" in side else "")
        for side in tricks
    ]
    return Row([card, kind, *cells])


def _span(span: Json, written: Callable[[int], str]) -> str:
    """Return a number, or the bounds of one."""
    if span["at_least"] == span["at_most"]:
        return written(span["at_least"])
    return f"{written(span['at_least'])} to {written(span['at_most'])}"
