"""PTN: tags in brackets, as Trickster Cards exports a round; what tells it from PBN, whose tags look alike."""

from __future__ import annotations

import re

from service.notations.model import Notation
from service.notations.ptn.rounds import FIRST_LINE, TITLE, read, write

_OWN_TAG = re.compile(
    r"^[ \t]*\[(GameCode|GameOptionsJson|GameScores|CardsAdded|CardsRemoved|Undealt|NotRecorded) ", re.MULTILINE
)
_TAG = re.compile(r"^[ \t]*\[(Deal|Auction|Play|Contract|Declarer|Vulnerable|Board|Scoring) \"([^\n]*)", re.MULTILINE)
_BRIDGE = {"Contract", "Declarer", "Vulnerable", "Board", "Scoring"}
_AUCTION = re.compile(r"^[ \t]*\[Auction [^\n]*\n([^\[]*)", re.MULTILINE)
_SPADES_BID = re.compile(r"\d{1,2}|nil|blind|show|hand|-", re.IGNORECASE)
_ROUND_TAGS = {"Deal", "Auction", "Play"}
_HANDS_OF_BRIDGE, _SUITS = 4, 4


def _evidence(text: str) -> str | None:
    """Return what shows that a text is in PTN.

    Tags that PBN lacks prove it, and so do hands that bridge lacks and an auction of bare numbers. A deal and a play
    alone may be either, so that the sender has to name the notation; with a contract they are bridge.
    """
    own = _OWN_TAG.search(text)
    if own is not None:
        return f"it has the tag [{own[1]}]"
    if text.partition("\n")[0].strip().startswith(FIRST_LINE):
        return f"its first line begins with '{FIRST_LINE}'"
    tags = {found[1]: found[2] for found in _TAG.finditer(text)}
    if not tags.keys() & _ROUND_TAGS or tags.keys() & _BRIDGE:
        return None
    auction = _AUCTION.search(text)
    if auction is not None and auction[1].strip():
        numbers = all(_SPADES_BID.fullmatch(word) for word in auction[1].split())
        return "its auction is in numbers of tricks" if numbers else None
    hands = tags.get("Deal", "").partition(":")[2].partition('"')[0].split()
    if len(hands) not in {0, _HANDS_OF_BRIDGE} or any(hand.count(".") == _SUITS for hand in hands):
        return "its [Deal] is for another number of players than four, or has jokers"
    return f"it has the tag [{next(name for name in tags if name in _ROUND_TAGS)}], and no contract"


NOTATION = Notation(
    name="ptn",
    title=TITLE,
    evidence=_evidence,
    read=read,
    write=write,
    looks_like='tags such as [GameCode "Spades"] and [Deal "N:..."], and a row of cards by seat, HQ H4 S3 H8',
)
