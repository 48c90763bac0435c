"""Scores that published documents give: the worked examples of the corpus, and the figures of the documents' tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.presets.loader import presets
from service.wire.ruleset_json import resolve_once
from tests.cases.score_tables import examples, figures, request_of
from tests.conformance.vector import Vector
from tests.spades.builders.cards import Json, names_at

_DOCUMENTS = {
    "SD0": "Four and Two Player Spades tutorial",
    "SD1": "classic text (after the U.S. Playing Card Co.)",
    "SD2": "thebearknowsbest.com, Spades",
    "SD3": "solitairebliss.com, Spades",
    "PAG-A": "pagat.com, Spades for Four Players",
    "PAG-A/B": "pagat.com, Spades for Four Players",
    "PAG-F": "pagat.com, Spades for Four Players, variations",
    "OSP test": "OpenSpiel, game of Spades, its tests",
    "MSN3": "MSN Zone, Spades, Learn to Play",
    "ZSU": "MSN Zone against Yahoo, suicide (spades.www6.50megs.com)",
    "DUM": "dummies.com, How to score a Spades game (Barry Rigal)",
    "VIP": "vipspades.com, scoring",
    "SBZ": "spadesblitz.com, Spades Rules, solo mode",
    "MBW": "mobilityware.helpshift.com, How does scoring work",
    "MAC": "Game Rules dialog of a desktop Spades program",
    "OLS": "onlinespades.net, Cutthroat Spades Rules",
    "AWM": "aurewill.github.io, two-player Spades",
    "UAH": "University of Alabama, Spades tournament",
    "CKT-C": "cookoutspades.com, Charlotte Spades Championship",
    "CLK": "clarksvillejuneteenth.com, Spades tournament",
    "ANDRO": "andro.io, Melele Spades",
    "SPI": "spadesinator.com, presets",
    "RMW": "games.rmwinslow.com, Spades",
    "RSF": "Radio Shack FX2 game manual, p. 11",
    "MVC": "moviecultists.com, What is renege in Spades",
    "OSG1": "osgamers.com, When you go blind",
    "OSG2": "osgamers.com, Can you double your bid",
    "OSG3": "osgamers.com, What is a 2 bag penalty",
    "WP-F": "Wikipedia, Spades (card game), as copied",
    "UNI": "rules in a public repository",
    "SBX": "rules in a public repository",
}
"""The documents that the corpus cites by abbreviations."""


def published_scores() -> Iterator[Vector]:
    """Yield every figure of a published document as the score of a round."""
    yield from _worked_examples()
    for section, document in (
        ("nello", "thebearknowsbest.com, Spades, "),
        ("solitaire-bliss", "solitairebliss.com, Spades, "),
        ("four-player", "Four Player Spades tutorial, "),
        ("two-player", "Two Player Spades tutorial, "),
        ("classic-solo", f"{_DOCUMENTS['SD1']}, "),
        ("classic-partnership", f"{_DOCUMENTS['SD1']}, l.70 and l.84: "),
    ):
        yield from _figures(section, document)


def _worked_examples() -> Iterator[Vector]:
    for row in examples():
        if row["ruleset"]["name"] not in presets():
            continue
        request: Any = request_of(row)
        expected = row["expect"]
        first = {"points": expected["points"], "after": {"score": expected["score"], "bags": expected["bags"]}}
        yield Vector(
            name=f"published/{row['id']}",
            operation="scoreRound",
            request=request,
            answer={"teams": _first(first, request)},
            evidence="published",
            source=f"{cited_in(row['source'])} ({row['basis']})",
        )


def cited_in(source: str) -> str:
    """Return a source of the corpus with the names of its documents."""
    if source in _DOCUMENTS:
        return _DOCUMENTS[source]
    if source.startswith("SD"):
        name, _, lines = source.partition(" ")
        return f"{_DOCUMENTS[name]}, {lines}"
    return "; ".join(_DOCUMENTS[name] for name in source.split(", "))


def _figures(section: str, document: str) -> Iterator[Vector]:
    """Yield the rows of a table of figures: bids, tricks won, points and perhaps bags of the first side."""
    for number, figure in enumerate(figures(section), 1):
        request = {"ruleset": figure.ruleset, "players": names_at(figure.ruleset), **figure.round}
        yield Vector(
            name=f"published/{section}-figure-{number}",
            operation="scoreRound",
            request=request,
            answer={"teams": _first(figure.side, request)},
            evidence="published",
            source=f"{document}{figure.rule}",
        )


def _first(side: Json, request: Json) -> list[Json]:
    """Return the teams of an answer of which only the first is stated."""
    players = request["players"]
    if resolve_once(request["ruleset"]).parameters.table.sides == "individual":
        return [{"team": players[0], **side}, *[{}] * (len(players) - 1)]
    return [{"team": f"{players[0]}+{players[2]}", **side}, {}]
