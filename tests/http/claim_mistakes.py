"""What newcomers get wrong in the claim with which a round ended: rows as in `mistakes`."""

from __future__ import annotations

from typing import Any

from tests.http.bodies import AUDIT_GAME
from tests.http.mistakes import RECORD, ROUND, SHEET, VIOLATION, Fault, Mistake, audit, score

REST: dict[str, Any] = {"by": "dee", "tricks": "rest", "accepted": True}
"""All that is left after one trick."""
_WRITE = 'Write {{"by": "{}", "tricks": {}, "accepted": true}}: who claimed, how many of the tricks left, and whether'


def claim(name: str, *faults: Fault, slug: str = RECORD, **members: Any) -> Mistake:
    """Return a round of one trick with a claim; each fault's pointer is one into the claim."""
    placed = ((f"#/claim{pointer}", code, detail) for pointer, code, detail in faults)
    return audit(name, *placed, slug=slug, claim={**REST, **members})


CLAIM_MISTAKES = (
    claim(
        "a claim of all", ("/tricks", "claimed_tricks", "give a number, or 'rest' for all that are left."), tricks="all"
    ),
    claim("the rest in capitals", ("/tricks", "claimed_tricks", "give a number, or 'rest'"), tricks="REST"),
    claim("claimed tricks in quotes", ("/tricks", "claimed_tricks", "write 3, without quotes."), tricks="3"),
    claim("more tricks than are left", ("/tricks", "too_many_tricks", "Only 12 tricks can be claimed"), tricks=13),
    claim(
        "a claim by a side", ("/by", "unknown_player", "The players are 'ana', 'ben', 'cy' and 'dee'."), by="ben+dee"
    ),
    claim("a claimer in capitals", ("/by", "unknown_player", "write 'dee'"), by="Dee"),
    claim(
        "a card that was played, and one stated twice",
        ("/statement/0", "stated_not_held", "dee does not hold KH: ana has played it."),
        ("/statement/2", "stated_twice", "a card is played once."),
        statement=["KH", "AS", "AS"],
    ),
    claim(
        "a claim before the last cards",
        ("/at", "plays_after_claim", "leave out the plays"),
        at={"trick": 1, "plays": 2},
    ),
    claim(
        "a claim after the log", ("/at", "plays_missing", "add the plays up to the claim"), at={"trick": 3, "plays": 0}
    ),
    claim("half a trick claimed", ("/tricks", "type", "Write a whole number"), slug=VIOLATION, tricks=2.5),
    claim("less than no trick", ("/tricks", "minimum", "-1 is below the minimum, 0."), slug=VIOLATION, tricks=-1),
    claim("accepted in words", ("/accepted", "type", "Write true, without quotes."), slug=VIOLATION, accepted="yes"),
    claim("a statement as one text", ("/statement", "type", 'Write ["AS", "TH"].'), slug=VIOLATION, statement="AS 10h"),
    claim(
        "an unreadable card stated", ("/statement/0", "enum", "'??' is not a card."), slug=VIOLATION, statement=["??"]
    ),
    audit(
        "a claimer by another name",
        ("#/claim/by", "required", "the player who claimed."),
        ("#/claim/player", "additionalProperties", "'player' here: write by."),
        claim={"player": "dee", "tricks": 3, "accepted": True},
    ),
    audit(
        "a claim that nobody answered",
        ("#/claim/accepted", "required", "whether the other side accepted the claim."),
        claim={"by": "dee", "tricks": 3},
    ),
    audit("a claim as a text", ("#/claim", "type", _WRITE.format("dee", '"rest"')), claim="dee: the rest, dee rest"),
    audit("a claim as a text with its number", ("#/claim", "type", _WRITE.format("cy", 3)), claim="cy 3"),
    audit("a claim as a number", ("#/claim", "type", _WRITE.format("ana", 3)), claim=3),
    audit("that there was a claim", ("#/claim", "type", _WRITE.format("ana", '"rest"')), claim=True),
    audit("a list of one claim", ("#/claim", "type", '"accepted": true}: a round ends with one claim.'), claim=[REST]),
    audit("a list of claims", ("#/claim", "type", "Its members are by, tricks and accepted."), claim=[REST, REST]),
    audit("claims", ("#/claims", "additionalProperties", "The members here are claim,"), claims=[REST]),
    audit(
        "a claim and a trick of the wrong type: what follows from the trick is left out",
        ("#/claim/tricks", "claimed_tricks", "'all' is no number of tricks"),
        ("#/tricks/0", "type", 'Write {"leader": "ana", "cards": ["KH", "2H", "3S", "4H"]}'),
        claim={**REST, "tricks": "all", "at": {"trick": 2, "plays": 0}},
        tricks=[["KH", "2H", "3S", "4H"]],
    ),
    score("a claim on a row", ("#/claim", "additionalProperties", "There is no member 'claim' here."), claim=REST),
    Mistake(
        "a claim on a row of a game",
        AUDIT_GAME,
        {**SHEET, "rounds": [{"bids": ROUND["bids"], "tricks_won": ROUND["tricks_won"], "claim": REST}]},
        RECORD,
        (("#/rounds/0/claim", "needs_tricks", "Only a round with its tricks can have this member."),),
    ),
)
