"""Random rounds: a log decides what hands decide, corrections change no result, nobody is accused falsely."""

from __future__ import annotations

import copy
import random

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.changes import changed, cut, replaced, unlisted, without
from tests.spades.builders.legal_rounds import LEGAL_LOG, legal_round
from tests.spades.builders.random_rounds import Chance, chance_round
from tests.spades.builders.reading import judged, withdrawn_card
from tests.spades.builders.records import bids
from tests.spades.builders.rulesets import rules, small
from tests.spades.builders.rulings import codes, evidence_stands, places
from tests.spades.builders.slips import LOG, ROUND, with_entry

TWOS = Promoted(("BJ", "LJ", "2D", "2S"))
TWOS_DECK: Json = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": list(TWOS.top)}
TWOS_PACK = [card for card in (*STANDARD, "LJ", "BJ") if card not in {"2H", "2C"}]
SIZES = {2: 26, 3: 17, 4: 13, 5: 10, 6: 8}
BREAKING = ("any_spade", "discard_only")


def slipping(seed: int, players: int, broken_by: str, *, slips: float = 0.3) -> Chance:
    """Return a round at random in which some plays are drawn from the whole hand."""
    ruleset = rules(players, play={"broken_by": broken_by})
    return chance_round(seed, ruleset, players, SIZES[players], discard_only=broken_by == "discard_only", slips=slips)


def faults(ruled: Json) -> list[tuple[str, int, str]]:
    """Return code, trick and player of the findings, and of what one slip more would explain, in their order."""
    found = [*ruled["findings"], *(each for each in ruled["undecided"] if "readings" in each)]
    return sorted(((each["code"], each["trick"], each["player"]) for each in found), key=lambda fault: fault[1:])


@pytest.mark.parametrize("broken_by", BREAKING)
@pytest.mark.parametrize("players", range(2, 7))
def test_a_complete_log_decides_what_hands_decide(players: int, broken_by: str) -> None:
    """Rulings, proof: the same revokes and leads of spades are found with hands and without.

    Where somebody did several of them, one slip may explain them; the hands say that it does not.
    """
    kinds = set()
    for seed, slips in [(seed, slips) for seed in range(3) for slips in (0.3, 0.1)]:
        chance = slipping(seed, players, broken_by, slips=slips)
        kinds |= {code for code, _, _ in chance.faults}
        listed, bare = ruling(chance.body), ruling(without(chance.body, "hands"))
        assert faults(listed) == faults(bare) == sorted(chance.faults, key=lambda fault: fault[1:])
        assert evidence_stands(chance.body, listed)
        if {"readings", "limit_reached"} & {*listed, *bare}:
            assert all("readings" in each for each in (*listed["undecided"], *bare["undecided"]))
            continue
        assert listed["undecided"] == bare["undecided"] == []
        assert (listed["tricks"], listed["as_played"]) == (bare["tricks"], bare["as_played"])
        for one, other in zip(listed["findings"], bare["findings"], strict=True):
            assert one["legal_cards"] == other["legal_cards"]
            assert one["evidence"]["held"] == other["evidence"]["held"]
            assert one["evidence"]["proved_by"] == f"#/hands/{one['player']}"
            assert other["evidence"]["proved_by"].startswith("#/tricks/")
    assert "revoke" in kinds


def test_a_complete_log_decides_with_promoted_cards() -> None:
    """Rulings, proof; parameters, deck.top_trumps: promoted cards are spades (A7)."""
    ruleset = rules(deck=TWOS_DECK, play={"broken_by": "discard_only"})
    for seed in range(3):
        chance = chance_round(seed, ruleset, 4, 13, cards=TWOS_PACK, order=TWOS, discard_only=True, slips=0.3)
        listed, bare = ruling(chance.body), ruling(without(chance.body, "hands"))
        assert faults(listed) == faults(bare) == sorted(chance.faults, key=lambda fault: fault[1:])


def hidden(body: Json, chance: random.Random) -> Json:
    """Return the record with its log cut anywhere and any of its hands and its dealer left out."""
    size = len(body["tricks"])
    less = cut(body, after := chance.randrange(size), chance.randrange(len(body["tricks"][after]["plays"]) + 1))
    less = unlisted(less, *(name for name in body["players"] if chance.random() < 0.6))
    return without(less, *(["dealer"] if chance.random() < 0.5 else []))


@pytest.mark.parametrize("broken_by", BREAKING)
@pytest.mark.parametrize("players", range(2, 7))
def test_hiding_cards_adds_no_finding_but_undecided_ones(players: int, broken_by: str) -> None:
    """Rulings, proof: what a part of the record proves is true, and what it does not disprove stays open.

    All findings of the part are findings of the whole; every finding of the whole that lies in the part is found in
    it or undecided. A legal round gets none.
    """
    for seed, slips in [(seed, slips) for seed in range(4) for slips in (0.0, 0.3)]:
        whole = slipping(seed, players, broken_by, slips=slips)
        full = set(places(ruling(whole.body)["findings"]))
        assert full or not slips
        for times in range(3):
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
def test_cards_passed_but_not_recorded_accuse_nobody(count: int) -> None:
    """Contract, exchanges: without it, hands as dealt prove nothing of partners who may pass cards (D9)."""
    ruleset = rules(bids={"nil": {"exchange": count}}, play={"broken_by": "discard_only"})
    for seed in range(4):
        chance = random.Random(seed)
        body = chance_round(seed, ruleset, 4, 13, discard_only=True).body
        body["bids"] = bids("ana 0, ben 1, cy 1, dee 1")
        there, back = (chance.sample(body["hands"][name], count) for name in ("cy", "ana"))
        for name, given, taken in (("ana", there, back), ("cy", back, there)):
            body["hands"][name] = [card for card in body["hands"][name] if card not in taken] + given
        written = [{"from": "ana", "to": "cy", "cards": there}, {"from": "cy", "to": "ana", "cards": back}]
        for part in (body, *(hidden(body, random.Random(f"{seed} {count} {times}")) for times in range(4))):
            assert ruling(part)["findings"] == []
            assert ruling(changed(part, exchanges=written))["findings"] == []


def corrected(chance: random.Random, body: Json, when: Json) -> tuple[Json, list[tuple[str, str]]]:
    """Return a legal round with cards taken back at random, and those among them that were revokes, with all hands."""
    other, revokes = copy.deepcopy(body), []
    holding = {player: list(cards) for player, cards in body["hands"].items()}
    for number, each in enumerate(other["tricks"]):
        led = each["plays"][0]["card"][1]
        for place, play in enumerate(each["plays"]):
            hand = holding[play["player"]]
            # One of the lead itself would leave open what the others answered; after the last trick none is led.
            if place and number + bool(when.get("plays")) < len(other["tricks"]) and chance.random() < 0.15:
                card = chance.choice(hand)
                moment = {"at": {"trick": number + 1 + when["tricks"], "plays": when["plays"]}} if when else {}
                play["withdrawn"] = [{"card": card, **moment}]
                if card[1] != led and any(held[1] == led for held in hand if held != card):
                    revokes.append((withdrawn_card(number, place), play["player"]))
            hand.remove(play["card"])
    return other, revokes


def without_legal(ruled: Json) -> list[Json]:
    """Return the findings but those of legal cards that were taken back, which are notes where that costs nothing."""
    legal = [each for each in ruled["findings"] if each["code"] == "card_taken_back"]
    assert all(each["severity"] == "note" for each in legal)
    return [each for each in ruled["findings"] if each not in legal]


ROUNDS = [(4, 13, rules()), (4, 5, small(4, 5)), (3, 17, rules(3)), (6, 8, rules(6)), (2, 13, small(2, 13))]


@pytest.mark.parametrize(("players", "size", "ruleset"), ROUNDS)
@pytest.mark.parametrize("late", [False, True])
def test_corrections(players: int, size: int, ruleset: Json, late: bool) -> None:
    """Rulings, what is asked: with all hands exactly the revokes are found; with fewer hands nothing else is.

    A legal round with corrections in time never gets an offence or an error, whatever is hidden and wherever the log
    ends; and what was taken back changes nothing in who won what.
    """
    code = "revoke" if late else "revoke_corrected"
    for seed in range(6):
        chance = random.Random(seed)
        played = chance_round(seed, ruleset, players, size, discard_only=True)
        when = {"tricks": 1, "plays": 1} if late else chance.choice([{}, {"tricks": 1, "plays": 0}])
        body, revokes = corrected(chance, played.body, when)
        ruled = judged(body)
        expected = [(code, *revoke) for revoke in revokes]
        assert [(each["code"], each["pointer"], each["player"]) for each in without_legal(ruled)] == expected, seed
        assert (ruled["undecided"], ruled["tricks"]) == ([], judged(played.body)["tricks"])
        assert late or ruled["verdict"] == "clean"
        hidden_hands = [name for name in PLAYERS[:players] if chance.random() < 0.6]
        for less in (unlisted(body, *hidden_hands), cut(unlisted(body, *hidden_hands), size // 2)):
            found = {(each["code"], each["pointer"], each["player"]) for each in without_legal(judged(less))}
            assert found <= set(expected), seed
        complete = judged(without(body, "hands"))
        assert {each["pointer"] for each in without_legal(complete)} == {pointer for pointer, _ in revokes}
        assert complete["undecided"] == []


def test_what_was_taken_back_hides_no_fault() -> None:
    """A round with slips and corrections has the faults that it has without them, and the corrections beside them."""
    for seed in range(10):
        played = chance_round(seed, rules(), 4, 13, discard_only=True, slips=0.1)
        body, revokes = corrected(random.Random(seed), played.body, {})
        plain, full = judged(played.body), judged(body)
        assert [each for each in without_legal(full) if each["code"] != "revoke_corrected"] == plain["findings"]
        assert [each["pointer"] for each in full["findings"] if each["code"] == "revoke_corrected"] == [
            pointer for pointer, _ in revokes
        ]
        bare, less = judged(without(played.body, "hands")), judged(without(body, "hands"))
        assert [each["pointer"] for each in less["findings"] if each["severity"] == "offence"] == [
            each["pointer"] for each in bare["findings"]
        ]


# Cards that could not be read, or were written wrong, in a legal round.


def test_a_card_that_could_not_be_read_is_judged_in_no_play() -> None:
    """Rulings, proof: one unknown card of that player, and it decides nothing."""
    for trick in range(13):
        for play in range(4):
            for body in (ROUND, LOG):
                ruled = ruling(with_entry(body, trick, play, card="??"))
                assert (ruled["findings"], "readings" in ruled) == ([], False), (trick, play)


def test_a_round_that_nobody_could_read() -> None:
    """Rulings, what is asked: a legal round is never accused of anything, whatever is hidden."""
    body = legal_round()
    for line, _ in LEGAL_LOG:
        for card in line.split()[1:]:
            body = replaced(body, card, "??")
    for each in (body, without(body, "hands")):
        ruled = ruling(each)
        assert (ruled["findings"], ruled["verdict"]) == ([], "undetermined")
        assert "??" not in str(ruled)
        revokes = {place for code, place in places(ruled["undecided"]) if code == "revoke"}
        # Nobody has a choice in the last trick.
        assert revokes == {f"#/tricks/{trick}/plays/{play}" for trick in range(12) for play in (1, 2, 3)}


def test_counting_accuses_nobody_when_a_card_was_written_wrong() -> None:
    """Rulings, cascades: a card that a log lacks can't be counted into a hand that shows another one twice.

    Which of the two places was the lacking card's no count can decide.
    """
    asked = 0
    for player in PLAYERS[:4]:
        played = [play["card"] for each in LOG["tricks"] for play in each["plays"] if play["player"] == player]
        for place in range(0, len(played), 2):
            for other in played[place + 1 :: 2]:
                ruled = ruling(replaced(LOG, played[place], other))
                assert "card_replayed" in codes(ruled["findings"])
                counted = [each for each in ruled["findings"] if "counting" in each.get("evidence", {}).values()]
                assert [each for each in counted if each["player"] == player] == []
                asked += sum(each.get("conflicts_with", []) != [] for each in ruled["undecided"])
    assert asked > 0
