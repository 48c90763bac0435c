"""Records in short forms that no single slip mends: what they prove rests on nothing suspect."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours
from tests.spades.builders.rulings import codes, places
from tests.spades.builders.short_forms import with_cards

REVOKE_AND_REPEATS = record(honours(), "ana AH KH QC JH", "ana AC KC QH JC", "ana AD KD KD JD", "ana AS KS QS AD")
"""cy keeps the queen of hearts in trick 1 and plays it on a club in trick 2; later, two cards stand twice."""


def proved(body: Json) -> list[str]:
    """Return the codes of the offences that a record proves; it has to contradict itself beyond any one slip."""
    ruled = ruling(body)
    assert ruled.get("readings", []) == []
    assert "error" in {each["severity"] for each in ruled["findings"]}
    return codes(each for each in ruled["findings"] if each["severity"] == "offence")


@pytest.mark.parametrize("form", ["cards", "cards_by_player"])
def test_a_revoke_rests_on_who_led_and_that_on_every_trick_before(form: str) -> None:
    """Order that was not recorded: a slip that changes who won a trick changes the leads that follow from it.

    Which trick has the slip is not known; if the record itself names the leaders, no lead follows from anything.
    """
    assert proved(with_cards(REVOKE_AND_REPEATS, form=form)) == ["revoke"]
    left_out = with_cards(REVOKE_AND_REPEATS, form=form, leaders=False)
    assert proved(left_out) == []
    place = "cards/2" if form == "cards" else "cards_by_player/cy"
    assert ("revoke", f"#/tricks/0/{place}") in places(ruling(left_out)["undecided"])


def test_the_cards_of_a_list_that_lacks_one_are_nobodys_for_certain() -> None:
    """Order that was not recorded: any card of a list may be the one left out, so that the others move on by a player.

    With a name at each card, the revoke stands, and so does the card that shows it.
    """
    body = record(honours(), "ana AH KH QC", "ana AC KC QH JC", "ana AD KD KD JD", "ana AS KS QS AD")
    assert proved(body) == ["revoke"]
    assert proved(with_cards(body)) == []
