"""Cards that could not be read, written ``??``: wherever a record has a card, and what they leave open."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, replaced, taken_back, with_hands, without
from tests.spades.builders.legal_rounds import LEGAL_LOG, RANKS, legal_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, small
from tests.spades.builders.rulings import codes, places, proof_of
from tests.spades.builders.slips import LOG, ROUND, with_entry
from tests.spades.deal.deal_cases import HONOURS, NIL, PASSING, dealt, draw, drawn, passed

HEARTS = ("revoke", "#/tricks/0/plays/2")


# It proves nothing.


def test_a_card_that_could_not_be_read_is_judged_in_no_play() -> None:
    """Rulings, proof: one unknown card of that player, and it decides nothing."""
    for trick in range(13):
        for play in range(4):
            for body in (ROUND, LOG):
                ruled = ruling(with_entry(body, trick, play, card="??"))
                assert ruled["findings"] == [], (trick, play)
                assert "readings" not in ruled


def test_a_card_that_could_not_be_read_is_in_no_answer() -> None:
    """The shape of a ruling: answers never contain it; a finding about such a card has no `card`."""
    body = record("pagat", "ana AH KH ?? 3H", "ben ?? AC 2C 3C")
    ruled = ruling(body)
    assert codes(ruled["findings"]) == ["wrong_leader"]
    assert "card" not in ruled["findings"][0]
    assert "??" not in str(ruled)


def test_two_cards_that_could_not_be_read_are_not_the_same_card() -> None:
    """Rulings, proof: nothing is played twice."""
    ruled = ruling(record(honours(), "ana ?? ?? ?? ??", "ana ?? ?? ?? ??", hands=hands(cy="?? ?? ?? ??")))
    assert (ruled["findings"], ruled["verdict"]) == ([], "undetermined")


def test_it_leaves_room_for_a_card_of_the_suit_led() -> None:
    """Rulings, proof: r counts it; the last heart may be the card of cy's that could not be read, or that of ben's.

    If cy's is the only one, it is that heart by the count.
    """
    lines = ("ana AH KH QC JH", "ana AC ?? ?? JC", "ana AD KD QD JD", "ana AS KS QS JS")
    ruled = ruling(record(honours(), *lines))
    assert (ruled["findings"], places(ruled["undecided"])) == ([], [HEARTS])
    assert ruled["verdict"] == "undetermined"
    counted = ruling(record(honours(), lines[0], "ana AC KC ?? JC", *lines[2:]))
    assert [each["evidence"]["proved_by"] for each in counted["findings"]] == ["counting"]


def test_another_card_of_the_list_proves_as_before() -> None:
    """Rulings, proof: X is in the listed hand, whatever else stands in it."""
    ruled = ruling(record(honours(), "ana AH KH QD JH", hands=hands(cy="QH ?? QD QS")))
    assert places(ruled["findings"]) == [HEARTS]
    assert proof_of(ruled["findings"][0]) == {"led_suit": "H", "held": ["QH"], "proved_by": "#/hands/cy"}


# Who won such a trick.


def test_the_next_lead_says_who_won() -> None:
    """Rulings, proof: known only where the next lead or a claimed winner says so and a card could have done it."""
    for leader, winner, led in (("ben", "ben", "KH"), ("cy", "cy", None)):
        ruled = ruling(record("pagat", "ana 2H KH ?? 3H", f"{leader} 2C 3C 4C 5C"))
        assert (ruled["findings"], ruled["tricks"][0]["winner"]) == ([], winner)
        assert ruled["tricks"][0].get("winning_card") == led


def test_a_claimed_winner_says_who_won() -> None:
    """Rulings, proof: as above."""
    body = record("pagat", "ana 2H KH ?? 3H")
    assert "winner" not in ruling(body)["tricks"][0]
    for name in ("ben", "cy"):
        body["tricks"][0]["winner"] = name
        assert ruling(body)["tricks"][0]["winner"] == name


def test_a_claim_and_a_lead_that_differ_say_nothing() -> None:
    """Rulings, proof: each of the two may be wrong."""
    body = record("pagat", "ana 2H KH ?? 3H", "cy 2C 3C 4C 5C")
    body["tricks"][0]["winner"] = "ben"
    assert "winner" not in ruling(body)["tricks"][0]


def test_who_cannot_have_won_led_wrongly() -> None:
    """Rulings, cascades: winner and next lead are checked as far as every possible card agrees."""
    ruled = ruling(record("pagat", "ana 2H KH ?? 3H", "dee 2C"))
    assert places(ruled["findings"]) == [("wrong_leader", "#/tricks/1/plays/0")]
    assert "whatever the card in it was" in ruled["findings"][0]["detail"]


def test_a_card_that_can_win_nothing_leaves_the_winner_known() -> None:
    """Rulings, cascades: ana's ace wins whatever cy's card was, for all spades are seen elsewhere."""
    lines = ("ana AS KS QS JS", "ana AH KH ?? JH", "ana AC KC QC JC")
    ruled = ruling(record(honours(play={"opening_card": "any"}), *lines))
    assert (ruled["findings"], ruled["tricks"][1]["winner"], ruled["tricks"][1]["winning_card"]) == ([], "ana", "AH")


def test_a_lead_that_could_not_be_read() -> None:
    """Rulings, cascades: the suit led is unknown: nobody is proved to have revoked; the next lead says who won."""
    ruled = ruling(record("pagat", "ana ?? KH 2C 3H", "ben 2D 3D 4D 5D"))
    assert ruled["findings"] == []
    assert codes(ruled["undecided"]) == ["illegal_opening_card", "revoke", "revoke", "revoke"]
    assert {each["decided_by"] for each in ruled["undecided"]} == {"#/tricks/0/plays/0"}
    assert "led_suit" not in ruled["tricks"][0]
    assert ruled["tricks"][0]["winner"] == "ben"


def test_a_round_whose_every_trick_has_a_winner_is_scored() -> None:
    """Rulings, completeness: each trick with one play of every player; the next leads say who won."""
    ruled = ruling(with_entry(LOG, 4, 1, card="??"))
    assert ruled["complete"] is True
    assert [side["points"] for side in ruled["as_played"]] == [51, 52]
    by_elimination = ruling(with_entry(LOG, 12, 3, card="??"))
    assert [side["points"] for side in by_elimination["as_played"]] == [51, 52]
    unknown = ruling(with_entry(with_entry(LOG, 12, 0, card="??"), 12, 3, card="??"))
    assert (unknown["complete"], "as_played" in unknown) == (True, False)


# Whether spades are broken.


def test_it_may_have_been_a_spade() -> None:
    """Parameters, play.broken_by: a spade that nobody could read may have broken spades."""
    ruled = ruling(record("pagat", "ana 2H KH ?? 3H", "cy AC 2C 3C 4C", "cy 2S 3S 4S 5S", "dee KC 5C 6C QC"))
    assert "illegal_spade_lead" not in codes(ruled["findings"])
    assert "spades_broken" not in ruled["tricks"][0]


def test_the_play_that_leaves_spades_in_doubt_would_decide() -> None:
    """Rulings, shapes of a finding: `decided_by` is the play that nobody could read, for all hands are known.

    cy, who holds a club that he shows only later, may have put a spade on the club lead.
    """
    dealt = record(honours(), "ana AH KH QH JH", "ana AC KC QS JC", "cy JS QD AS KS", "ana AD KD QC JD")
    ruled = ruling(with_entry(with_hands(dealt), 1, 2, card="??"))
    assert ruled["findings"] == []
    assert [(each["code"], each["decided_by"]) for each in ruled["undecided"]] == [
        ("revoke", "#/tricks/1/plays/2"),
        ("illegal_spade_lead", "#/tricks/1/plays/2"),
    ]
    assert "a card of trick 2 that the record does not show for certain" in ruled["undecided"][1]["detail"]


def test_what_a_whole_hand_leaves_open_is_decided_by_a_play() -> None:
    """Rulings, what is asked: `decided_by` says what would decide it, which is no hand that is given in full.

    The card that cy gave to trick 1 may be the queen of hearts, of which there is a lead in trick 2.
    """
    lines = ("ana AC KC ?? JC", "ana AH KH QD JH")
    ruled = ruling(record(honours(), *lines, hands=hands(cy="QH QC QD QS")))
    assert ("revoke", "#/tricks/1/plays/2") in places(ruled["undecided"])
    assert {each["decided_by"] for each in ruled["undecided"]} == {"#/tricks/0/plays/2"}


# Where it is taken: hands, set aside, passed, drawn, taken back, in questions.


def test_in_a_hand() -> None:
    """Rulings, completeness: a list with such a card is as long as it is, and lacks no other card of the pack."""
    ruled = ruling(changed(RANKS, hands={**RANKS["hands"], "cy": ["QH", "??", "QD", "QS"]}))
    assert (ruled["findings"], ruled["verdict"]) == ([], "clean")
    short = ruling(dealt(HONOURS, hands={**RANKS["hands"], "cy": ["QH", "??", "QD"]}))
    assert codes(short["findings"]) == ["wrong_hand_size", "missing_cards"]
    assert short["verdict"] == "inconsistent"
    detail = "3 cards of the pack are named in none of them, and no more than 1 can be set aside or be cards that could"
    twice = ruling(
        dealt(
            HONOURS,
            hands={
                **hands(ana="AH AC AD AH", ben="KH KC KD KH"),
                "cy": ["QH", "??", "QD", "QS"],
                "dee": ["JH", "JC", "JD", "JS"],
            },
        )
    )
    (missing,) = [each for each in twice["findings"] if each["code"] == "missing_cards"]
    assert detail in missing["detail"]


def test_in_a_hand_whose_player_plays_another_card() -> None:
    """Rulings, proof: it is one unknown card: the first card outside the list, and no second one."""
    listed = hands(cy="QH ?? QD QS")
    lines = ("ana AH KH QH JH", "ana AC KC QC JC", "ana AD KD QD JD", "ana AS KS QS JS")
    assert ruling(record(honours(), *lines, hands=listed))["findings"] == []


def test_among_the_cards_set_aside() -> None:
    """Rulings, shapes: set_aside; an unread card there may be any that is seen nowhere."""
    ruled = ruling(record(small(3, 17), "ana AH KH QH", players=3, set_aside=["??"]))
    assert ruled["findings"] == []


def test_among_the_cards_passed() -> None:
    """Rulings, shapes: exchanges; what ana passed nobody knows, but cy still has what he was dealt and did not pass."""
    ruled = ruling(passed(("ana", "cy", "??"), ("cy", "ana", "QH")))
    assert (ruled["findings"], ruled["undecided"]) == ([], [])
    lines = ("ana AH KH QD JH",)
    told = [{"from": "ana", "to": "cy", "cards": ["??"]}, {"from": "cy", "to": "ana", "cards": ["QC"]}]
    ruled = ruling(record(PASSING, *lines, bid=NIL, hands=RANKS["hands"], exchanges=told))
    assert places(ruled["findings"]) == [HEARTS]
    away = [told[0], {**told[1], "cards": ["QH"]}]
    ruled = ruling(record(PASSING, *lines, bid=NIL, hands=RANKS["hands"], exchanges=away))
    assert HEARTS not in places(ruled["findings"])


@pytest.mark.parametrize(
    "turn",
    [draw("ana", "?? JC", "JC"), draw("ana", "AH ??", "AH"), draw("ana", "?? ??", "??"), draw("ana", "AH JC", "??")],
    ids=["discarded", "the other", "both", "kept"],
)
def test_among_the_cards_drawn(turn: Json) -> None:
    """Rulings, shapes: a draw with such a card is a draw of two cards of which one is kept (A3)."""
    ruled = ruling(drawn(turn, draw("ben", "KH JD", "KH")))
    assert (ruled["findings"], ruled["verdict"]) == ([], "clean")


def test_among_the_cards_taken_back() -> None:
    """Rulings, proof: nobody is accused of a card taken back that could not be read."""
    ruled = ruling(taken_back(RANKS, 1, "cy", "??", at=(3, 1)))
    assert (ruled["findings"], ruled["undecided"]) == ([], [])


def test_in_questions() -> None:
    """The contract: wherever a request has a card, also where it is asked which cards may be played."""
    body = record("pagat", "ana AH ?? 2H 3H", hands=hands(ana=" ".join(ROUND["hands"]["ana"])))
    asked = without({**body, "tricks": body["tricks"][:1]}, "bids")
    assert faults(body) == []
    assert "??" not in str(ask("auditRound", asked))


def test_what_is_no_card_is_still_refused() -> None:
    """The contract: only the two question marks stand for a card that could not be read."""
    assert ask("auditRound", record("pagat", "ana ?H"), 422)["type"] == "/problems/contract-violation"


def test_a_round_that_nobody_could_read() -> None:
    """Rulings, what is asked: a legal round is never accused of anything, whatever is hidden."""
    body = legal_round()
    for line, _ in LEGAL_LOG:
        for card in line.split()[1:]:
            body = replaced(body, card, "??")
    for each in (body, without(body, "hands")):
        ruled = ruling(each)
        assert (ruled["findings"], ruled["verdict"]) == ([], "undetermined")
        revokes = {place for code, place in places(ruled["undecided"]) if code == "revoke"}
        # Nobody has a choice in the last trick.
        assert revokes == {f"#/tricks/{trick}/plays/{play}" for trick in range(12) for play in (1, 2, 3)}


def test_a_lead_that_could_not_be_read_may_have_been_forbidden() -> None:
    """Rulings, verdict: anything undecided; a spade may not be led before spades are broken, nor open the play."""
    lines = ("ana ?? KH QH JH", "ana ?? KC QC JC")
    asked = places(ruling(record(honours(), *lines))["undecided"])
    assert ("illegal_opening_card", "#/tricks/0/plays/0") in asked
    assert ("illegal_spade_lead", "#/tricks/1/plays/0") in asked
    free = honours(play={"opening_card": "any", "spade_lead": "any_time"})
    assert {code for code, _ in places(ruling(record(free, *lines))["undecided"])} == {"revoke"}
    only_spades = record(honours(), "ana ??", hands=hands(ana="AS KS QS JS"))
    assert ruling(only_spades)["verdict"] == "clean"


def test_a_card_that_could_not_be_read_may_have_been_forbidden_in_the_first_trick() -> None:
    """Parameters, play.first_trick (E3): whoever can't follow may not play a spade if he holds anything else."""
    ruleset = honours(play={"first_trick": "no_spades"})
    ruled = ruling(record(ruleset, "ana AH KH ?? JH", hands=hands(cy="QC QD QS JS")))
    assert places(ruled["undecided"]) == [("illegal_first_trick_card", "#/tricks/0/plays/2")]
    assert ruled["undecided"][0]["decided_by"] == "#/tricks/0/plays/2"
    assert ruling(record(ruleset, "ana AH KH ?? JH", hands=hands(cy="QC QD JC JD")))["verdict"] == "clean"


def test_a_first_trick_of_which_the_lead_could_not_be_read_either() -> None:
    """Rulings, proof: it decides nothing, and it is asked whether a card followed what may have been led."""
    ruled = ruling(record(honours(), "ana ?? ?? QH JH", hands=hands(ben="KH KD KS KC")))
    assert ("revoke", "#/tricks/0/plays/1") in places(ruled["undecided"])
    assert "Neither the lead nor ben's card" in str(ruled["undecided"])
    one_suit = record(honours(), "ana ?? ?? QH JH", hands=hands(ana="AH AD AC KH", ben="AS KS QS JS"))
    assert ("revoke", "#/tricks/0/plays/1") not in places(ruling(one_suit)["undecided"])


def test_a_card_of_a_trick_that_may_lack_its_lead_is_not_taken_for_the_lead() -> None:
    """Rulings, completeness: a last trick with everybody's card but that of the player who was to lead."""
    lines = ("ana AH KH QH JH", "ben ?? QC JC")
    assert codes(ruling(record(honours(), *lines))["undecided"])[0] == "wrong_leader"
    assert "illegal_spade_lead" not in codes(ruling(record(honours(), *lines))["undecided"])


def test_a_card_of_a_trick_by_player_of_which_nobody_knows_who_led() -> None:
    """Rulings, proof: it decides nothing; `decided_by` is who led, without which no card of the trick can be judged."""
    cards = {"ana": "AH", "ben": "??", "cy": "QC", "dee": "JC"}
    body = {**without(record(honours()), "dealer", "bids"), "tricks": [{"cards_by_player": cards}]}
    asked = [each for each in ruling(body)["undecided"] if each["player"] == "ben"]
    assert [(each["code"], each["decided_by"]) for each in asked] == [("revoke", "#/tricks/0/leader")]
    assert asked[0]["detail"].startswith("ben's card can't be read, and it is not known who led;")


def test_a_hand_has_room_for_as_many_other_cards_as_it_has_unread_ones() -> None:
    """Rulings, proof: by counting; of a list of four with one unread card, ana plays one card that is not listed."""
    listed = {"ana": ["AH", "AC", "AD", "??"]}
    lines = ("ana AH KH QH JH", "ana KC QC JC AS")
    assert codes(ruling(record(honours(), *lines, hands=listed))["findings"]) == []
    two = record(honours(), *lines, "dee JD KD JS QS", hands=listed)
    assert ("card_not_held", "#/tricks/2/plays/1") in places(ruling(two)["findings"])
