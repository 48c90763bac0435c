"""PTN: rounds as Trickster Cards exports them, in tags that look like those of PBN, the notation of bridge.

A card has its suit first, ``HQ``; a hand has a group for each suit, ``KJ4.T98..AQ2.H``; tricks are rows of cards, with
a column for each seat. A text holds the players, the dealer, hands and cards set aside, cards passed (each pair of
players once), bids in order or by player, the score after the round, or before one that is not played out, labels, and
tricks as ``cards_by_player``, the first of them with or without its leader. The options of the program are a ruleset.
It is only read: no program takes such texts in, and shorthand holds all that they say.
"""

from __future__ import annotations

import re

from service.notations.model import Notation
from service.notations.ptn.reader import read
from service.notations.ptn.tags import FIRST_LINE

_OWN_TAG = re.compile(
    r"^[ \t]*\[(GameCode|GameOptionsJson|GameScores|CardsAdded|CardsRemoved|Undealt|NotRecorded) ", re.MULTILINE
)
_ROUND_TAG = re.compile(
    r"^[ \t]*\[(Deal|Auction|Play|Contract|Declarer|Vulnerable|Board|Scoring) \"([^\n]*)", re.MULTILINE
)
_BRIDGE = {"Contract", "Declarer", "Vulnerable", "Board", "Scoring"}
_AUCTION = re.compile(r"^[ \t]*\[Auction [^\n]*\n([^\[]*)", re.MULTILINE)
_SPADES_BID = re.compile(r"\d{1,2}|nil|blind|show|hand|-", re.IGNORECASE)
_LOOKS_LIKE = 'tags such as [GameCode "Spades"] and [Deal "N:..."], and a row of cards by seat, HQ H4 S3 H8'


def _evidence(text: str) -> str | None:
    """Return what shows that a text is in PTN.

    Tags that PBN lacks prove it, and so does an auction of bare numbers. A deal and a play alone are taken for it; with
    a contract they are bridge.
    """
    own = _OWN_TAG.search(text)
    if own is not None:
        return f"it has the tag [{own[1]}]"
    if text.partition("\n")[0].strip().startswith(FIRST_LINE):
        return f"its first line begins with '{FIRST_LINE}'"
    tags = {found[1]: found[2] for found in _ROUND_TAG.finditer(text)}
    first = next((name for name in tags if name not in _BRIDGE), None)
    if first is None or tags.keys() & _BRIDGE:
        return None
    auction = _AUCTION.search(text)
    if auction is not None and auction[1].strip():
        numbers = all(_SPADES_BID.fullmatch(word) for word in auction[1].split())
        return "its auction is in numbers of tricks" if numbers else None
    return f"it has the tag [{first}], and no contract"


NOTATION = Notation("ptn", "PTN", _evidence, read, looks_like=_LOOKS_LIKE)
