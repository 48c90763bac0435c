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
_LOOKS_LIKE = 'tags such as [GameCode "Spades"] and [Deal "N:..."], and a row of cards by seat, HQ H4 S3 H8'


def _evidence(text: str) -> str | None:
    """Return what shows that a text is in PTN: a tag that PBN lacks, or its first line."""
    own = _OWN_TAG.search(text)
    if own is not None:
        return f"it has the tag [{own[1]}]"
    is_named = text.partition("\n")[0].strip().startswith(FIRST_LINE)
    return f"its first line begins with '{FIRST_LINE}'" if is_named else None


NOTATION = Notation("ptn", "PTN", _evidence, read, looks_like=_LOOKS_LIKE)
