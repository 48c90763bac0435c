"""One ordinary slip more, in a record that contradicts nothing: it has to explain at least two offences."""

from __future__ import annotations

import pytest

from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, without
from tests.spades.builders.legal_rounds import RANKS
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import places
from tests.spades.builders.slips import LOG, ROUND, doubted, exchanged, left_out, offers, with_entry

WHOLE = record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS QS JS")
"""A legal round of four tricks, without hands."""
MISREAD = ("ana AH KH QH JH", "ana AD KC QC JC", "ana AS KD QD JD")
"""ana led a club to trick 2 if the ace was misread; else the three others kept their diamonds for trick 3."""
REVOKES = [("revoke", f"#/tricks/1/plays/{play}") for play in (1, 2, 3)]


def test_a_lead_misread_explains_what_three_players_did_not_follow() -> None:
    """Rulings, the cascade: the suit of a lead misread; people rarely break a rule all three of them in one trick."""
    ruled = ruling(record(honours(), *MISREAD))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert [(code, pointer) for code, _, pointer, _ in doubted(ruled)] == REVOKES
    assert ("card_miscopied", [("#/tricks/1/plays/0/card", "AD", "AC")]) in offers(ruled)
    assert [len(readings) for *_, readings in doubted(ruled)] == [len(ruled["readings"])] * 3


def test_a_lead_may_be_misread_where_the_next_card_could_not_be_read() -> None:
    """Rulings, the cascade: it still explains what the two others did not follow."""
    ruled = ruling(record(honours(), "ana AH KH QH JH", "ana AD ?? QC JC", "ana AS KD QD JD"))
    assert ("card_miscopied", [("#/tricks/1/plays/0/card", "AD", "AC")]) in offers(ruled)


def test_a_lead_that_its_player_held_was_not_misread() -> None:
    """Rulings, the cascade: by her list ana had no other ace to lead, so all three are accused."""
    ruled = ruling(record(honours(), *MISREAD, hands=hands(ana="AH AD AS KS")))
    assert places(ruled["findings"]) == REVOKES
    assert (ruled["verdict"], "readings" in ruled) == ("irregular", False)


def test_a_single_offence_is_never_explained_away() -> None:
    """Rulings, the cascade: what was plainly written stands; with cy's two cards exchanged cy would have followed."""
    ruled = ruling(record(honours(), "ana AH KH QC JH", "ana AC KC QH JC"))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert "readings" not in ruled


def test_one_players_revokes_in_one_suit_count_once() -> None:
    """Rulings, the cascade: cy kept the three of hearts twice; that is one offence for this count."""
    ruled = ruling(record(rules(), "ana AH 2H 3C 4H", "ana KH 5H 4C 6H", "ana AC 2C 3H 5C"))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2"), ("revoke", "#/tricks/1/plays/2")]
    assert "readings" not in ruled


def test_two_names_exchanged_explain_two_wrong_leads() -> None:
    """Rulings, the cascade: ana and ben in each other's place; so nobody led or played out of turn."""
    ruled = ruling(exchanged(WHOLE, 1, "player", 0, 1))
    assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
    assert [(code, player) for code, player, *_ in doubted(ruled)] == [
        ("wrong_leader", "ben"),
        ("out_of_turn", "ana"),
        ("wrong_leader", "ana"),
    ]
    assert [slip for slip, _ in offers(ruled)] == ["names_exchanged"]
    assert ruled["readings"][0]["points"] == {"ana+cy": 22, "ben+dee": -20}


def test_two_names_exchanged_that_make_one_offence_stand() -> None:
    """Rulings, the cascade: cy jumped ahead of ben; a single offence stands as it is written."""
    ruled = ruling(exchanged(WHOLE, 1, "player", 1, 2))
    assert places(ruled["findings"]) == [("out_of_turn", "#/tricks/1/plays/1")]
    assert "readings" not in ruled


@pytest.mark.parametrize("player", ["ana", "ben", "cy"])
def test_an_offence_that_the_slip_does_not_explain_stands_beside_it(player: str) -> None:
    """Rulings, what is stated: who bids more than all tricks does so whoever dealt, and wherever names belong."""
    said = [{"player": name, "tricks": 5 if name == player else 1} for name in ("ana", "ben", "cy", "dee")]
    ruled = ruling(changed(exchanged(WHOLE, 1, "player", 0, 1), bids=said))
    assert [(each["code"], each["player"]) for each in ruled["findings"]] == [("bid_too_high", player)]
    assert ruled["verdict"] == "irregular"
    assert len(doubted(ruled)) == 3


def test_legal_rounds_have_no_readings() -> None:
    """Rulings, the cascade: without offences there is nothing to explain."""
    for body in (WHOLE, RANKS, ROUND, LOG):
        assert "readings" not in ruling(body)


# The bound of what is tried.


def judged(body: Json, trials: int) -> Ruling:
    """Return the ruling of the core with so many trials."""
    return audit(*read_with_ruleset(body), trials=trials)


def accused(ruled: Ruling) -> list[str]:
    """Return the codes of the offences that are found."""
    return [finding.code for finding in ruled.findings if finding.severity == "offence"]


def test_a_wrong_dealer_explains_unequal_hands_of_wrong_sizes() -> None:
    """Rulings, the cascade: with ana as the dealer, ben was rightly dealt the card that is left."""
    ruleset = honours(3, deck={"leftover": "dealt"}, irregularities={"wrong_count": "offender_set"})
    cards = hands(ana="AH KH QH JH AC", ben="KC QC JC AD KD QD", cy="JD AS KS QS JS")
    ruled = ruling(without(record(ruleset, hands=cards, players=3), "bids"))
    assert {(each["code"], each["severity"]) for each in ruled["findings"]} == {("wrong_hand_size", "error")}
    assert "dealer" in {reading["slip"] for reading in ruled["readings"]}
    assert ("dealer", [("#/dealer", "cy", "ana")]) in offers(ruled)


def test_what_is_not_tried_is_undecided() -> None:
    """Rulings, bounded work: in step 4 the offences that were not tested are undecided, and the answer says so."""
    ruled = judged(record(honours(), *MISREAD), 0)
    assert (ruled.limit_reached, accused(ruled), ruled.readings) == (True, [], None)
    assert [finding.code for finding in ruled.undecided][:3] == ["revoke"] * 3
    assert not judged(record(honours(), *MISREAD), 1000).limit_reached


def test_a_single_offence_needs_no_trial() -> None:
    """Rulings, bounded work: where no slip could explain two offences, none is tried, and the offence is proved."""
    ruled = judged(record(honours(), "ana AH KH QC JH", "ana AC KC QH JC"), 0)
    assert accused(ruled) == ["revoke"]
    assert ruled.readings is None


def test_a_record_with_more_readings_than_are_tried_is_not_mended() -> None:
    """Rulings, bounded work: in step 2 what is suspect is unknown, and no reading is offered."""
    body = with_entry(LOG, 4, 1, card="QH")
    ruled = judged(body, 1)
    assert (ruled.limit_reached, ruled.readings, accused(ruled)) == (True, None, [])
    assert not judged(body, 1000).limit_reached
    assert len(judged(body, 1000).readings or ()) == 2


def test_tricks_in_more_places_than_are_tried_accuse_nobody() -> None:
    """Rulings, bounded work: in step 3 nobody is accused by a log that may lack a trick anywhere."""
    ruled = judged(left_out(LOG, 4), 5)
    assert (ruled.limit_reached, ruled.readings, accused(ruled)) == (True, None, [])


def test_a_trick_written_twice_leaves_open_where_one_is_missing() -> None:
    """Rulings, bounded work: what a trick missing before it would explain is not proved for lack of a trial."""
    tricks = ("ben AH KH QH JH", "ben AC KC QC JC", "ben AD KD QD JD")
    whole, doubled = (record(honours(), *tricks, last, dealer="dee") for last in ("ben AS KS QS JS", tricks[1]))
    assert accused(judged(whole, 0)) == ["wrong_leader"]
    assert accused(judged(doubled, 0)) == []


def test_an_answer_says_only_then_that_the_limit_was_reached() -> None:
    """Contract, limit_reached: present and true, or absent."""
    assert "limit_reached" not in ruling(record(honours(), *MISREAD))
    ruled = ruling(without(chance_round(5, rules(), 4, 13, slips=0.9).body, "hands"))
    assert ruled["limit_reached"]
    assert any("readings" in each for each in ruled["undecided"])


def test_two_cards_exchanged_explain_bids_that_were_not_the_spades_held() -> None:
    """Rulings, the cascade: by mirror (C12) cy bid 2 and dee nil; in trick 3 cy's jack of spades is written as dee's.

    By the log cy had one spade, and revoked, and so had dee; the three offences are one slip.
    """
    ruleset = honours(bidding={"restriction": "mirror"})
    lines = ("ana AH KH QH JH", "ana AD KD QD JD", "ana AS AC QC JS", "ana KS KC QS JC")
    ruled = ruling(record(ruleset, *lines, bid="ana 2, ben 0, cy 2, dee 0"))
    assert places(ruled["findings"]) == []
    assert [(code, pointer) for code, _, pointer, _ in doubted(ruled)] == [
        ("bid_not_allowed", "#/bids/2"),
        ("bid_not_allowed", "#/bids/3"),
        ("revoke", "#/tricks/2/plays/2"),
    ]
