"""The sentences of findings, scores and rulings: the text of every key that the core says (`spades.sentence`).

A text is a template: ``{card:card}`` is a fact, and what follows the colon says how it is written (`writer.Writer`):

===========================  ==================================================================================
``player``, ``team``         the name of a seat or a side; ``teams`` for several sides
``card``, ``cards``          a card, or several
``suit``, ``suits``          a suit as one of its cards (heart), or as all of them (hearts)
``location``                 where something is in the request
``clause``                   a part of the sentence, which is a sentence of this table too
``clauses``                  several parts, with semicolons; ``clauses with and`` with a comma and "and"
``text``                     whole sentences
``#trick``                   a count of such things: 1 trick, 3 tricks
``#card or no cards``        a count that may be 0
``is|are``                   the first for one, the second for any other number
``times``, ``numbers``       once or 3 times; 2 and 1
``trick list``               the numbers of tricks: trick 3, or tricks 1, 4 and 5
``words``                    a code with spaces in place of its underscores
nothing                      a number, or a name from the request
===========================  ==================================================================================

To add a sentence, give it a key in the module of its subject, and say it with the facts that it names: a test compares
the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.wire.sentences.accusations import ACCUSATIONS
from service.wire.sentences.bidding import BIDDING
from service.wire.sentences.deal import DEAL
from service.wire.sentences.equity import EQUITY
from service.wire.sentences.estimates import ESTIMATES
from service.wire.sentences.judged_claims import JUDGED_CLAIMS
from service.wire.sentences.penalties import PENALTIES
from service.wire.sentences.play import PLAY
from service.wire.sentences.recorded_claims import RECORDED_CLAIMS
from service.wire.sentences.score import SCORE
from service.wire.sentences.sheet import SHEET
from service.wire.sentences.slips import SLIPS

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **DEAL,
        **BIDDING,
        **ESTIMATES,
        **PLAY,
        **SLIPS,
        **ACCUSATIONS,
        **RECORDED_CLAIMS,
        **JUDGED_CLAIMS,
        **PENALTIES,
        **EQUITY,
        **SCORE,
        **SHEET,
    }
)
"""For each key its text."""
