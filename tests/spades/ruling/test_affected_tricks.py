"""Taint: who wins with each card that was legal, and from which trick on the play could have differed."""

from __future__ import annotations

import random

import pytest

from service.spades.proof.facts import affected_from, with_alternatives
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from service.wire.ruling_json import findings_json
from tests.spades.builders.cards import Json, Promoted
from tests.spades.builders.changes import changed, cut, taken_back, unlisted, with_hands, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED, legal_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import read_with_ruleset, writer_for
from tests.spades.builders.records import hands, record, trick
from tests.spades.builders.rulesets import honours, rules, small

Winners = list[tuple[str, str]]


def judged(body: Json) -> tuple[Ruling, list[Json]]:
    """Return the ruling of the core, and its findings with the alternatives as the wire writes them."""
    record, ruleset = read_with_ruleset(body)
    ruling = audit(record, ruleset)
    bare = tuple(finding._replace(alternatives=None) for finding in ruling.findings)
    found = with_alternatives(bare, record, ruleset.packs[len(record.table.players)])
    assert found == ruling.findings
    return ruling, findings_json(writer_for(body), found)


def winners(finding: Json) -> Winners | None:
    """Return the alternatives of a finding, None if it has none."""
    listed = finding.get("alternatives")
    return None if listed is None else [(each["card"], each["winner"]) for each in listed]


def alternatives(body: Json, code: str = "revoke") -> Winners | None:
    """Return the alternatives of the one finding of this code."""
    (found,) = (each for each in judged(body)[1] if each["code"] == code)
    return winners(found)


def affected(body: Json) -> int | None:
    """Return from which trick on the play could have differed."""
    return affected_from(judged(body)[0].findings)


# Alternatives (rulings, after the proof: taint).


def test_a_card_that_could_not_be_read_leaves_open_who_would_have_won() -> None:
    """Rulings, proof: it decides nothing; dee's card may have been the ace of hearts."""
    assert alternatives(record("pagat", "ana KH 2H 3S ??", "cy QH 5H 6H 7H")) is None


def test_who_wins_with_the_card_that_was_legal() -> None:
    """Rulings, taint: the other plays as they were."""
    assert alternatives(REVOKED) == [("QH", "ana")]
    ace = record("pagat", "ana KH 2H 3S 4H", "cy AH 5H 6H 7H")
    assert alternatives(ace) == [("AH", "cy")]


def test_each_legal_card_has_its_winner() -> None:
    """Rulings, taint: for each card that was legal, in the order of `legal_cards`."""
    body = record("pagat", "ana KH 2H 3S 4H", hands=hands(cy="QH AH 9H 3S 2C 4C 5C 6C 7C 8C 9C TC JC"))
    assert alternatives(body) == [("9H", "ana"), ("QH", "ana"), ("AH", "cy")]
    trumped = record("pagat", "ana KH 2S 3S 4H", hands=hands(cy="QH AH 9H 3S 2C 4C 5C 6C 7C 8C 9C TC JC"))
    assert [winner for _, winner in alternatives(trumped) or ()] == ["ben"] * 3


def test_a_lead_in_another_suit_is_no_alternative() -> None:
    """Rulings, taint: with a club led, the others would have had to follow with cards that nobody can name."""
    lines = ("ana AH KH QH JH", "ana AS KS QS JS")
    body = record(honours(), *lines, hands=hands(ana="AH AC AD AS"))
    assert alternatives(body, "illegal_spade_lead") is None
    clubs = honours(play={"opening_card": "lowest_club"})
    led = record(clubs, "ana AC QC JC JH", hands=hands(ana="AC KC AD AH"))
    assert alternatives(led, "illegal_opening_card") == [("KC", "ana")]


def test_an_opening_card_and_a_card_of_the_first_trick() -> None:
    """Rulings, taint: every illegal lead, and what may not be played to the first trick (E2, E3)."""
    opened = changed(RANKS, tricks=[trick("ana AS KS QS JS")])
    assert alternatives(opened, "illegal_opening_card") is None
    void = {**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]}
    first = record(honours(play={"first_trick": "no_spades"}), "ana AH KH QS JH", hands=void)
    expected = [("JC", "ana"), ("QC", "ana"), ("QD", "ana")]
    assert alternatives(first, "illegal_first_trick_card") == expected


@pytest.mark.parametrize("plays", [3, 4])
def test_only_a_whole_trick_has_alternatives(plays: int) -> None:
    """Rulings, taint: in a trick with one card of every player; before that nobody has won it."""
    assert alternatives(cut(REVOKED, 0, plays)) == (None if plays == 3 else [("QH", "ana")])
    surplus = changed(REVOKED, tricks=[trick("ana AH KH QC JH dee JC"), *REVOKED["tricks"][1:]])
    assert alternatives(surplus) is None


def test_what_was_legal_is_not_known() -> None:
    """Contract, Finding.legal_cards: a revoke that is proved by counting names no card, and so has no alternatives."""
    assert alternatives(cut(unlisted(REVOKED, "cy"), 1)) is None


def test_a_card_taken_back_has_no_alternatives() -> None:
    """Rulings, taint: it did not stay, and another card lay in its place when the trick was won."""
    body = changed(RANKS)
    body["tricks"][0]["plays"][2]["withdrawn"] = [{"card": "QC", "at": {"trick": 3, "plays": 1}}]
    assert alternatives(body) is None


def test_a_revoke_after_one_that_was_taken_back_too_late_has_alternatives() -> None:
    """Rulings, taint: cy took a diamond back from a heart lead, in trick 2; dee's on a club lead stayed."""
    body = taken_back(
        record(honours(), "ana AH KH QH JH", "ana AC KC QC JD", hands=RANKS["hands"]), 1, "cy", "QD", at=(2, 2)
    )
    found = [finding for finding in judged(body)[1] if finding["code"] == "revoke"]
    assert [winners(finding) for finding in found] == [None, [("JC", "ana")]]


def test_no_other_finding_has_alternatives() -> None:
    """Rulings, taint: revokes and illegal leads; who plays out of turn played a legal card."""
    body = changed(RANKS, tricks=[trick("ana AH cy QH ben KH dee JH")])
    assert [(each["code"], winners(each)) for each in judged(body)[1]] == [("out_of_turn", None)]


def test_a_card_that_cannot_win_does_not_win_in_the_alternatives_either() -> None:
    """Cascades: a card that is replayed, or not in the deck, cannot win; so it does not in the alternatives."""
    replayed = record("pagat", "ana AC TC 9C 8C", "ana KC AC 2S 7C", "cy QC 6C 5C 4C")
    deck = {"removed": {"4": ["AD", "2D", "3D", "4D"]}}
    foreign = record(rules(deck=deck), "ana KD AD 2S 7D", "cy QD 6D 5D 8D")
    assert alternatives(replayed) == [("QC", "ana")]
    assert alternatives(foreign) == [("QD", "ana")]
    allowed = record("pagat", "ana KC AC 2S 7C", "cy QC 6C 5C 4C")
    assert alternatives(allowed) == [("QC", "ben")]


def test_promoted_cards_are_spades_in_the_alternatives_too() -> None:
    """Parameters, deck.top_trumps (A7): a promoted deuce wins the trick from whatever follows."""
    deck = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]}
    body = record(rules(deck=deck), "ana KD 2D AC 4D", "ben 9C 7C 8C 5C", "ben 9H AD TH 3H")
    assert [winners(each) for each in judged(body)[1] if each["player"] == "cy"] == [[("AD", "ben")]]


def test_findings_come_back_as_they_are() -> None:
    """Without an illegal card there is nothing to do."""
    record, ruleset = read_with_ruleset(legal_round())
    findings = audit(record, ruleset).findings
    assert with_alternatives(findings, record, ruleset.packs[4]) is findings


def test_alternatives_at_random() -> None:
    """Rulings, taint: against the ranks as people know them, in rounds with slips."""
    order = Promoted()
    compared = 0
    for seed in range(40):
        played = chance_round(seed, rules(), 4, 13, slips=0.1)
        for found in judged(played.body)[1]:
            listed = winners(found)
            if listed is None:
                continue
            assert found["legal_cards"] == [card for card, _ in listed]
            index = int(found["pointer"].rsplit("/", 1)[1])
            plays = played.body["tricks"][found["trick"] - 1]["plays"]
            for card, winner in listed:
                cards = [play["card"] for play in plays]
                cards[index] = card
                best = 0
                for other in range(1, 4):
                    best = other if order.beats(cards[other], cards[best]) else best
                assert winner == plays[best]["player"], seed
                compared += 1
    assert compared > 100


# From which trick on (rulings, after the proof: taint).


def test_a_legal_round_is_not_affected() -> None:
    """Contract, Ruling.affected_from: absent where nothing went wrong."""
    assert affected(legal_round()) is None
    assert affected(without(legal_round(), "hands")) is None


BAD = {
    "revoke": (REVOKED, 1),
    "illegal_spade_lead": (
        with_hands(
            record(honours(), "ana AH KH QH JH", "ana AC KC QC JC", "ana AS KS QS JS", "ana AD KD QD JD"),
        ),
        3,
    ),
    "illegal_opening_card": (changed(RANKS, tricks=[trick("ana AS")]), 1),
    "illegal_first_trick_card": (
        record(
            honours(play={"first_trick": "no_spades"}),
            "ana AH KH QS JH",
            hands={**RANKS["hands"], "cy": ["JC", "QC", "QD", "QS"], "dee": ["JH", "QH", "JD", "JS"]},
        ),
        1,
    ),
    "out_of_turn": (
        changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC cy QC ben KC dee JC"), *RANKS["tricks"][2:]]),
        2,
    ),
    "wrong_leader": (changed(RANKS, tricks=[RANKS["tricks"][0], trick("ben KC QC JC AC")]), 2),
}


@pytest.mark.parametrize("code", BAD)
def test_what_affects_the_play(code: str) -> None:
    """Rulings, taint: every offence by which the play that followed could have differed."""
    body, number = BAD[code]
    assert code in [each.code for each in judged(body)[0].findings]
    assert affected(body) == number


SLIPS = {
    "card_not_held": changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC KC QC QD")]),
    "card_replayed": changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC KC QC JH")]),
    "card_not_in_deck": changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC KC QC 2C")]),
    "missing_play": changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC KC QC"), *RANKS["tricks"][2:]]),
    "extra_play": changed(RANKS, tricks=[RANKS["tricks"][0], trick("ana AC KC QC JC ben KD")]),
}


@pytest.mark.parametrize("code", SLIPS)
def test_what_is_written_wrong_affects_nothing(code: str) -> None:
    """Rulings, taint: what is wrong in the record was not wrong on the table."""
    assert code in [each.code for each in judged(SLIPS[code])[0].findings]
    assert affected(SLIPS[code]) is None


def test_the_first_of_several_counts() -> None:
    """Rulings, taint: the first trick after which the play could have differed."""
    both = record(honours(), "ana AH KH QH JH", "ben KC QC JC AC", "ben KD QD JD AD", "ben KS QS JS AS")
    tricks = [each.trick for each in judged(both)[0].findings if each.trick is not None]
    assert len(tricks) > 1
    assert affected(both) == min(tricks)


def test_what_does_not_affect_the_play() -> None:
    """Rulings, taint: not what was recorded wrongly about the play, about the deal or about the bids, nor what is open.

    Nobody played by a winner whom only the record names, nor by a card that was taken back in time.
    """
    wrong = changed(RANKS)
    wrong["tricks"][3]["winner"] = "cy"
    wrong["tricks"][0]["leader"] = "cy"
    assert [each.code for each in judged(wrong)[0].findings] == ["leader_mismatch", "wrong_winner"]
    assert affected(wrong) is None
    assert affected(changed(RANKS, tricks=[*RANKS["tricks"], trick("ana AH KH QH JH")])) is None
    assert affected(without(cut(REVOKED, 1), "hands")) is None
    assert affected(changed(RANKS, hands={**RANKS["hands"], "cy": ["QH", "QH", "QD", "QS"]}, tricks=[])) is None
    unbid = changed(RANKS, bids=RANKS["bids"][:3])
    assert affected(unbid) is None


def test_cards_taken_back() -> None:
    """Rulings, taint: what was taken back too late was played by; an error about it was not.

    Whatever stands for the 2C or the KD, cy had no other heart: taken back too late, it was a revoke.
    """
    expected = {"QC": (None, 1), "2C": (None, 1), "KD": (None, 1)}
    for card, found in expected.items():
        for when, number in zip(({}, {"at": {"trick": 3, "plays": 1}}), found, strict=True):
            body = changed(RANKS)
            body["tricks"][0]["plays"][2]["withdrawn"] = [{"card": card, **when}]
            assert affected(body) == number, (card, when)


def test_affected_at_random() -> None:
    """Rulings, taint: with all hands it is the first trick in which somebody slipped."""
    for seed in range(60):
        slips_at = random.Random(seed).choice([0.0, 0.1, 0.3])
        played = chance_round(seed, small(4, 8), 4, 8, discard_only=True, slips=slips_at)
        slips = [number for _, number, _ in played.faults]
        assert affected(played.body) == min(slips, default=None), seed
