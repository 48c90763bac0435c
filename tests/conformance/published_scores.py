"""Scores that published documents give: the worked examples of the corpus, and the figures of the documents' tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from service.spades.rules.preset_loader import presets, resolve
from tests.conformance.references import reference_of
from tests.conformance.tables import rows
from tests.conformance.vector import Vector
from tests.spades.builders.cards import Json, names_at
from tests.spades.builders.games import deal
from tests.spades.builders.questions import option
from tests.spades.rulesets.test_classic_text import BLIND_FIGURES, CLASSIC_FIGURES
from tests.spades.rulesets.test_nello_and_solitaire_bliss import BLISS_FIGURES, NELLO_FIGURES
from tests.spades.rulesets.test_tutorials import NIL_FIGURES, TWO_PLAYER_FIGURES
from tests.spades.scoring.test_worked_examples import CORPUS, request_of

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
    nello, bliss, four, two = (
        "thebearknowsbest.com, Spades",
        "solitairebliss.com, Spades",
        "Four Player Spades tutorial",
        "Two Player Spades tutorial",
    )
    yield from _figures("nello", NELLO_FIGURES, nello)
    yield from _figures("solitaire-bliss", BLISS_FIGURES, bliss)
    yield from _figures("four-player", NIL_FIGURES, four)
    yield from _figures("two-player", TWO_PLAYER_FIGURES, two)
    yield from _figures("classic-solo", CLASSIC_FIGURES, _DOCUMENTS["SD1"])
    behind = {"before": {"ben+dee": {"score": 100}}}
    lines = "l.70 and l.84: "
    blind = option("classic-partnership", "blind-bids")
    yield from _figures(blind, BLIND_FIGURES, f"{_DOCUMENTS['SD1']}, {lines}", **behind)


def _worked_examples() -> Iterator[Vector]:
    for row in CORPUS:
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
            source=f"{_cited(row['source'])} ({row['basis']})",
        )


def _cited(source: str) -> str:
    """Return a source of the corpus with the names of its documents."""
    if source in _DOCUMENTS:
        return _DOCUMENTS[source]
    if source.startswith("SD"):
        name, _, lines = source.partition(" ")
        return f"{_DOCUMENTS[name]}, {lines}"
    return "; ".join(_DOCUMENTS[name] for name in source.split(", "))


def _figures(
    ruleset: Json | str, figures: Iterable[Any], document: str, **members: Mapping[str, object]
) -> Iterator[Vector]:
    """Yield the rows of a table of figures: bids, tricks won, points and perhaps bags of the first side."""
    name = ruleset if isinstance(ruleset, str) else ruleset["name"]
    for number, (said, won, points, *bags), rule in rows(figures):
        request = {"ruleset": ruleset, "players": names_at(ruleset), **deal(said, won), **members}
        first = {"points": points} | dict(zip(("bags",), bags, strict=False))
        yield Vector(
            name=f"published/{name}-figure-{number}",
            operation="scoreRound",
            request=request,
            answer={"teams": _first(first, request)},
            evidence="published",
            source=f"{document}{'' if document.endswith(': ') else ', '}{rule}",
        )


def _first(side: Json, request: Json) -> list[Json]:
    """Return the teams of an answer of which only the first is stated."""
    named = reference_of(request["ruleset"])
    players = request["players"]
    if resolve(named).parameters.table.sides == "individual":
        return [{"team": players[0], **side}, *[{}] * (len(players) - 1)]
    return [{"team": f"{players[0]}+{players[2]}", **side}, {}]
