"""The sentences of the rulebook: for each parameter, what each of its values means, in the words of players.

A text is a template. ``{nil.made}`` is a parameter and ``{bidder}`` one of `words`. The formats ``:scores``, ``:score``
and ``:loses`` write a number as points with a verb; any other format names what is counted
(``{scoring.bag_limit:bag}``).

To add a parameter, add a text for each of its values, or one for ``ELSE``, to the table of its group. The text has to
be true whatever the other parameters are: let a word of `words` carry what depends on them, and name in `out_of_effect`
what makes the rule pointless.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from service.spades.rules.sentences.bids import BIDDING, NIL, SPECIAL
from service.spades.rules.sentences.irregularities import IRREGULARITIES
from service.spades.rules.sentences.play import PLAY
from service.spades.rules.sentences.score import GAME, SCORING
from service.spades.rules.sentences.table import TABLE
from service.spades.rules.sentences.text_table import ELSE, TextTable

__all__ = ["ELSE", "TEXTS"]

TEXTS: Final[TextTable] = MappingProxyType(
    {**TABLE, **BIDDING, **NIL, **SPECIAL, **PLAY, **SCORING, **GAME, **IRREGULARITIES}
)
