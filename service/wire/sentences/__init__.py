"""The sentences of findings, scores and rulings: the text of every key that the core says (`spades.sentence`).

A text is a template: ``{card:card}`` is a fact, and what follows the colon says how it is written (`writer.Writer`):

=======================  ==============================================================================
``player``, ``team``     the name of a seat or a side; ``teams`` of several sides
``card``, ``cards``      a card, or several
``suit``, ``suits``      a suit as one of its cards (heart), or as all of them (hearts)
``location``             where something is in the request
``clause``, ``clauses``  a part of the sentence, which is a sentence of this table too; several of them
``text``                 whole sentences
``trick``, ``bag`` …     a count of such things: 1 trick, 3 tricks; ``card or no card`` for a count that may be 0
``is|are``               the first for one, the second for several
nothing                  a number, or a name from the request
=======================  ==============================================================================

To add a sentence, give it a key in the module of its subject, and say it with the facts that it names: a test compares
the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.wire.sentences.accusations import ACCUSATIONS
from service.wire.sentences.bidding import BIDDING
from service.wire.sentences.deal import DEAL
from service.wire.sentences.penalties import PENALTIES
from service.wire.sentences.play import PLAY
from service.wire.sentences.score import SCORE
from service.wire.sentences.sheet import SHEET

SENTENCES: Mapping[str, str] = MappingProxyType(
    {**DEAL, **BIDDING, **PLAY, **ACCUSATIONS, **PENALTIES, **SCORE, **SHEET}
)
"""For each key its text."""
