"""Random rounds: a complete log decides what hands decide, and nobody is accused falsely."""

from __future__ import annotations

import random

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import STANDARD, Json, Promoted
from tests.spades.builders.changes import changed, cut, unlisted, with_hands, without
from tests.spades.builders.legal_rounds import REVOKED, legal_round
from tests.spades.builders.random_rounds import Chance, chance_round
from tests.spades.builders.records import bids, hands, record
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import codes, evidence_stands, places

# Whether spades are broken may be undecided too.

DISCARD: Json = {"play": {"broken_by": "discard_only"}}
NIL = "ana 0, ben 1, cy 1, dee 1"


# A complete log without hands decides everything that full hands decide.

TWOS = Promoted(("BJ", "LJ", "2D", "2S"))
TWOS_DECK: Json = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": list(TWOS.top)}
TWOS_PACK = [card for card in (*STANDARD, "LJ", "BJ") if card not in {"2H", "2C"}]
SIZES = {2: 26, 3: 17, 4: 13, 5: 10, 6: 8}


def slipping(seed: int, players: int, broken_by: str, *, slips: float = 0.3) -> Chance:
    """Return a round at random in which some plays are drawn from the whole hand."""
    ruleset = rules(players, play={"broken_by": broken_by})
    only = broken_by == "discard_only"
    return chance_round(seed, ruleset, players, SIZES[players], discard_only=only, slips=slips)


def faults(ruled: Json) -> list[tuple[str, int, str]]:
    """Return code, trick and player of the findings, and of what one slip more would explain, in their order."""
    found = [*ruled["findings"], *(each for each in ruled["undecided"] if "readings" in each)]
    return sorted(((each["code"], each["trick"], each["player"]) for each in found), key=lambda fault: fault[1:])


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("seed", "slips"), [*((seed, 0.3) for seed in range(6)), *((seed, 0.1) for seed in range(6))])
def test_a_complete_log_decides_what_hands_decide(seed: int, slips: float, players: int, broken_by: str) -> None:
    """Rulings, proof: the same revokes and leads of spades are found with hands and without.

    Where somebody did several of them, one slip may explain them; the hands say that it does not.
    """
    chance = slipping(seed, players, broken_by, slips=slips)
    listed, bare = ruling(chance.body), ruling(without(chance.body, "hands"))
    assert faults(listed) == faults(bare) == sorted(chance.faults, key=lambda fault: fault[1:])
    assert evidence_stands(chance.body, listed)
    if {"readings", "limit_reached"} & {*listed, *bare}:
        assert all("readings" in each for each in (*listed["undecided"], *bare["undecided"]))
        return
    assert listed["undecided"] == bare["undecided"] == []
    assert listed["tricks"] == bare["tricks"]
    assert listed["as_played"] == bare["as_played"]
    for one, other in zip(listed["findings"], bare["findings"], strict=True):
        assert one["legal_cards"] == other["legal_cards"]
        assert one["evidence"]["held"] == other["evidence"]["held"]
        assert one["evidence"]["proved_by"] == f"#/hands/{one['player']}"
        assert other["evidence"]["proved_by"].startswith("#/tricks/")


def test_the_random_rounds_contain_every_kind_of_fault() -> None:
    """The test above would prove little if nobody ever revoked or led a spade too early in it."""
    kinds = {code for seed in range(6) for code, _, _ in slipping(seed, 4, "discard_only").faults}
    assert kinds >= {"revoke", "illegal_spade_lead"}


@pytest.mark.parametrize("seed", range(6))
def test_a_complete_log_decides_with_promoted_cards(seed: int) -> None:
    """Rulings, proof; parameters, deck.top_trumps: promoted cards are spades (A7)."""
    ruleset = rules(deck=TWOS_DECK, **DISCARD)
    chance = chance_round(seed, ruleset, 4, 13, cards=TWOS_PACK, order=TWOS, discard_only=True, slips=0.3)
    listed, bare = ruling(chance.body), ruling(without(chance.body, "hands"))
    assert faults(listed) == faults(bare) == sorted(chance.faults, key=lambda fault: fault[1:])
    assert all("readings" in each for each in (*listed["undecided"], *bare["undecided"]))


# No false accusation, ever.


def hidden(body: Json, chance: random.Random) -> Json:
    """Return the record with its log cut anywhere and any of its hands, its dealer and its set-aside cards left out."""
    size = len(body["tricks"])
    less = cut(body, after := chance.randrange(size), chance.randrange(len(body["tricks"][after]["plays"]) + 1))
    less = unlisted(less, *(name for name in body["players"] if chance.random() < 0.6))
    return without(less, *(["dealer"] if chance.random() < 0.5 else []))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(8))
def test_a_legal_round_never_gets_a_finding(seed: int, players: int) -> None:
    """Rulings, what is asked: no false accusation, whatever is hidden."""
    for broken_by in ("any_spade", "discard_only"):
        body = slipping(seed, players, broken_by, slips=0.0).body
        assert ruling(body)["verdict"] == "clean"
        for times in range(4):
            ruled = ruling(hidden(body, random.Random(f"{seed} {players} {times}")))
            assert ruled["findings"] == []
            assert ruled["verdict"] in {"clean", "undetermined"}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(8))
def test_hiding_cards_adds_no_finding_but_undecided_ones(seed: int, players: int) -> None:
    """Rulings, proof: what a part of the record proves is true, and what it does not disprove stays open.

    All findings of the part are findings of the whole; every finding of the whole that lies in the part is found in
    it or undecided.
    """
    for broken_by in ("any_spade", "discard_only"):
        whole = slipping(seed, players, broken_by)
        full = set(places(ruling(whole.body)["findings"]))
        for times in range(4):
            part = hidden(whole.body, random.Random(f"{seed} {players} {times}"))
            ruled = ruling(part)
            found, still_open = set(places(ruled["findings"])), set(places(ruled["undecided"]))
            there = {
                f"#/tricks/{number}/plays/{place}"
                for number, each in enumerate(part["tricks"])
                for place, _ in enumerate(each["plays"])
            }
            assert evidence_stands(part, ruled)
            assert found <= full
            assert {each for each in full if each[1] in there} <= found | still_open


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("seed", range(8))
def test_random_cards_passed_but_not_recorded_accuse_nobody(seed: int, count: int) -> None:
    """Contract, exchanges: without it, hands as dealt prove nothing of partners who may pass cards (D9)."""
    ruleset = rules(nil={"exchange": count}, **DISCARD)
    chance = random.Random(seed)
    body = chance_round(seed, ruleset, 4, 13, discard_only=True).body
    body["bids"] = bids(NIL)
    there, back = (chance.sample(body["hands"][name], count) for name in ("cy", "ana"))
    for name, given, taken in (("ana", there, back), ("cy", back, there)):
        body["hands"][name] = [card for card in body["hands"][name] if card not in taken] + given
    told = [{"from": "ana", "to": "cy", "cards": there}, {"from": "cy", "to": "ana", "cards": back}]
    assert ruling(changed(body, exchanges=told))["verdict"] == "clean"
    assert ruling(body)["verdict"] == "clean"
    for times in range(6):
        part = hidden(body, random.Random(f"{seed} {count} {times}"))
        assert ruling(part)["findings"] == []
        assert ruling(changed(part, exchanges=told))["findings"] == []


def test_a_log_and_its_hands_agree() -> None:
    """Rulings, proof: the hands that the log shows add nothing to a complete log."""
    for body in (without(legal_round(), "hands"), without(REVOKED, "hands")):
        bare, listed = ruling(body), ruling(with_hands(body))
        assert places(bare["findings"]) == places(listed["findings"])
        assert bare["as_played"] == listed["as_played"]


@pytest.mark.parametrize(
    ("second", "third", "place"),
    [("dee 2H 5H 6H 7H", "cy 3H 4H 2C AH", 2), ("dee 8D 5H 6D 7D", "dee 3H 2C 4H AH", 1)],
)
def test_a_card_that_the_player_cannot_hold_may_stand_for_any_of_his_cards(second: str, third: str, place: int) -> None:
    """Rulings, proof: ana's second card is her first again, so that her other heart may have gone there unseen."""
    hand = "5H 9H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
    ruled = ruling(record("pagat", "ana 5H TH JH QH", second, third, hands=hands(ana=hand)))
    at = f"#/tricks/2/plays/{place}"
    assert "card_replayed" in codes(ruled["findings"])
    assert ("revoke", at) not in places(ruled["findings"])
    assert ("revoke", at) in places(ruled["undecided"])
