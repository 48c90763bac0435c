"""The sentences of the rulebook: for each parameter what each of its values makes the rule, in the words of players.

A text is a template: ``{nil.made}`` is a parameter, ``{bidder}`` a word of `words`, which several parameters decide.
The formats ``:scores``, ``:score`` and ``:loses`` write a number as points with a verb, any other format as a count of
such things (``{scoring.bag_limit:bag}``). Every text has to be true whatever the other parameters are, or to be put out
of effect by them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from service.spades.rules.sentences.bids import BIDDING, NIL, SPECIAL
from service.spades.rules.sentences.choice import ELSE, IDLE, OUT_OF_EFFECT
from service.spades.rules.sentences.irregularities import IRREGULARITIES
from service.spades.rules.sentences.play import PLAY
from service.spades.rules.sentences.score import GAME, SCORING
from service.spades.rules.sentences.table import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ELSE", "IDLE", "OUT_OF_EFFECT", "TEXTS"]

TEXTS: Mapping[str, Mapping[object, str]] = MappingProxyType(
    {**TABLE, **BIDDING, **NIL, **SPECIAL, **PLAY, **SCORING, **GAME, **IRREGULARITIES}
)
"""For each dotted parameter name its texts, by value."""
