"""A card that two players took back."""

from __future__ import annotations

from tests.spades.builders.asking import ruling
from tests.spades.builders.changes import taken_back
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import places


def test_a_card_that_two_players_took_back_proves_nothing_of_either() -> None:
    """Rulings, suspects: cy and dee can't both have held it, and in either place another card may have been meant."""
    body = record(honours(), "ana AC KC QC JC", "ana AH KH QD JD")
    ruled = ruling(taken_back(taken_back(body, 1, "cy", "QH"), 1, "dee", "QH"))
    assert places(ruled["findings"]) == [("card_not_held", "#/tricks/0/plays/3/withdrawn/0")]
