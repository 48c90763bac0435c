"""Illegal cards under best play: endings worked out by hand, random rounds against naive minimax, refusals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from service.spades.positions.open_hands import BUDGET
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import NAMES, Reference, plain, value_of
from service.spades.ruling.equity import MOST_CARDS, Reason
from service.spades.solver.position import GREATEST_BUDGET
from service.wire.contract import load_document
from tests.contract.bodies_equity import ACE_WITH_CY, ACED, EQUITIES, REVOKED, ending
from tests.contract.builders import pagat, preset, trick
from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.random_rounds import chance_round
from tests.spades.solver.naive_play import NaiveAim, NaivePlay, Scene

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "value-the-right-card.md").read_text()
SCHEMAS = load_document()["components"]["schemas"]
FOUR = ("ana", "ben", "cy", "dee")


def equity(body: Json) -> Json:
    return ask("roundEquity", body)


def only(body: Json) -> Json:
    """Return the one offence of a round."""
    offences: list[Json] = equity(body)["offences"]
    assert len(offences) == 1
    return offences[0]


def tricks(card: Json) -> dict[str, int]:
    """Return the tricks of each side with a card, which have to be known."""
    assert card["result"] == "solved"
    assert all(each["at_least"] == each["at_most"] for each in card["tricks"])
    return {each["team"]: each["at_least"] for each in card["tricks"]}


def short(size: int, **groups: Any) -> Json:
    """Return rules for rounds of this many tricks."""
    return pagat(deck={"hand_size": {"4": size}, "leftover": "set_aside"}, **groups)


class TestByHand:
    """What the rules make of it is worked out beside the bodies, in tests/contract/bodies_equity.py."""

    def test_a_ruff_that_the_right_card_would_have_saved(self) -> None:
        offence = only(ending(*REVOKED))
        assert (offence["card"], offence["tricks_left"], offence["result"]) == ("3S", 4, "solved")
        assert offence["happened"] == [{"team": "ana+cy", "tricks": 2}, {"team": "ben+dee", "tricks": 2}]
        assert tricks(offence["played"]) == {"ana+cy": 2, "ben+dee": 2}
        assert [(each["card"], tricks(each)) for each in offence["legal"]] == [("9H", {"ana+cy": 1, "ben+dee": 3})]
        ours, theirs = offence["best"]
        assert (ours["beside_played"], theirs["beside_played"]) == (exactly(-1), exactly(1))
        assert (ours["beside_happened"], theirs["beside_happened"]) == (exactly(-1), exactly(1))
        assert offence["detail"].endswith(
            "Under best play 3S is worth 1 trick more to ana+cy than the best legal card."
        )

    def test_a_ruff_with_a_trump_that_wins_in_any_case(self) -> None:
        offence = only(ending(*ACED, hands=ACE_WITH_CY))
        assert tricks(offence["played"]) == tricks(offence["legal"][0]) == {"ana+cy": 2, "ben+dee": 2}
        assert "AS is worth as much to ana+cy as the best legal card" in offence["detail"]

    def test_a_discard_that_gives_up_the_trick(self) -> None:
        """With the ace cy wins the second trick, and ana the third with the jack that the eight is led to.

        Spades may be led at any time.

        After the discard ben draws all trumps, cashes the king of clubs, and leaves them only the ace of hearts.
        """
        hands = {
            "ana": ["JH", "2H", "AC", "3C", "2S"],
            "ben": ["KH", "TH", "KC", "QC", "AS"],
            "cy": ["AH", "8H", "9C", "8C", "3S"],
            "dee": ["7H", "6H", "7C", "6C", "5S"],
        }
        log = (
            "ana AC, ben QC, cy 8C, dee 6C",
            "ana 2H, ben KH, cy 9C, dee 7H",
            "ben AS, cy 3S, dee 5S, ana 2S",
            "ben KC, cy 8H, dee 7C, ana 3C",
            "ben TH, cy AH, dee 6H, ana JH",
        )
        offence = only(ending(*log, hands=hands, ruleset=short(5, play={"spade_lead": "any_time"})))
        assert offence["card"] == "9C"
        assert tricks(offence["played"]) == {"ana+cy": 1, "ben+dee": 3}
        legal = {each["card"]: tricks(each)["ana+cy"] for each in offence["legal"]}
        assert legal == {"8H": 1, "AH": 2}
        assert offence["best"][0]["at_least"] == offence["best"][0]["at_most"] == 2
        assert offence["best"][1]["beside_happened"] == exactly(-1)
        assert offence["detail"].endswith("9C is worth 1 trick less to ana+cy than the best legal card.")

    def test_the_log_alone_shows_all_hands_once_it_is_whole(self) -> None:
        body = ending(*REVOKED)
        del body["hands"]
        assert equity(body)["offences"] == equity(ending(*REVOKED))["offences"]

    def test_a_log_that_ends_early_needs_the_lists(self) -> None:
        offence = only(EQUITIES["an unfinished round without hands"])
        assert (offence["result"], offence["reason"]) == ("undecided", "hands_not_known")
        assert "best" not in offence
        listed = only(EQUITIES["an unfinished round"])
        assert "happened" not in listed
        assert tricks(listed["legal"][0]) == {"ana+cy": 1, "ben+dee": 3}

    def test_tricks_that_a_claim_gave_were_taken(self) -> None:
        offence = only(EQUITIES["a claim after the revoke"])
        assert offence["happened"] == only(ending(*REVOKED))["happened"]
        assert offence["legal"] == only(ending(*REVOKED))["legal"]

    @pytest.mark.parametrize(
        ("tricks_before", "by", "claimed", "words"),
        [
            (3, "ben", 2, "At the table ana+cy took 2. Under"),
            (3, "ana", 1, "At the table ana+cy took 2, and 1 more by the claim. Under"),
            (3, "ben", 0, "At the table ana+cy took 2, and 2 more by the claim. Under"),
            (1, "ana", 3, "By the claim ana+cy got 3. Under"),
            (1, "ben", "rest", "By the claim ana+cy got 0. Under"),
        ],
    )
    def test_what_a_claim_gave_was_not_taken_at_the_table(
        self, tricks_before: int, by: str, claimed: int | str, words: str
    ) -> None:
        """The revoke is in the second trick; before it is over, it may be claimed with all the others."""
        begun = () if tricks_before > 1 else ("ana 2H, ben KH, cy 3S",)
        claim = {"by": by, "tricks": claimed, "accepted": True}
        ruleset = pagat(
            deck={"hand_size": {"4": 5}, "leftover": "set_aside"}, irregularities={"revoke_established": "at_once"}
        )
        body = ending(*REVOKED[:tricks_before], *begun, claim=claim, ruleset=ruleset)
        assert words in only(body)["detail"]

    def test_the_one_hand_that_is_not_listed_has_the_rest(self) -> None:
        without = EQUITIES["one hand not listed"]
        assert tricks(only(without)["played"]) == {"ana+cy": 2, "ben+dee": 2}
        aside = {name: value for name, value in without.items() if name != "set_aside"}
        assert only(aside)["reason"] == "hands_not_known"  # any card that nobody shows may have been set aside

    def test_a_card_in_its_turn_is_searched_after_one_out_of_turn(self) -> None:
        assert only(EQUITIES["out of turn"])["reason"] == "order_not_known"
        before = only(EQUITIES["out of turn before"])
        assert tricks(before["legal"][0]) == {"ana+cy": 1, "ben+dee": 3}

    def test_what_a_revoke_costs_makes_no_difference_and_neither_do_calls(self) -> None:
        numbers = only(ending(*REVOKED))
        for rules in ({"revoke_penalty": "none"}, {"revoke_penalty": "contract_set"}):
            assert only(ending(*REVOKED, ruleset=short(5, irregularities=rules))) == numbers
        assert only(ending(*REVOKED, accusations=[])) == numbers

    def test_the_finding_is_that_of_the_audit(self) -> None:
        for body in EQUITIES.values():
            record = {name: value for name, value in body.items() if name != "budget"}
            found = ruling(record)["findings"]
            for offence in equity(body)["offences"]:
                finding = found[offence["finding_index"]]
                assert finding.items() >= offence["finding"].items()
                assert finding["card"] == offence["card"]
                if "legal" in offence:
                    assert {each["card"] for each in offence["legal"]} == set(finding["legal_cards"])

    def test_a_side_of_its_own_is_a_question_of_its_own(self) -> None:
        offence = only(EQUITIES["everybody for himself"])
        # ben takes three tricks against all others, and ana one with the ace of clubs against all others.
        assert tricks(offence["legal"][0]) == {"ana": 1, "ben": 3, "cy": 0, "dee": 0}
        assert [each["at_least"] for each in offence["best"]] == [1, 3, 0, 0]


def exactly(number: int) -> dict[str, int]:
    return {"at_least": number, "at_most": number}


class TestBounds:
    def test_nine_cards_a_hand_are_searched_and_ten_are_not(self) -> None:
        found = {}
        for size in (9, 10):
            body = next(
                body
                for seed in range(500)
                if len((body := chance_round(seed, short(size), 4, size, slips=0.02)).faults) == 1
                and body.faults[0][:2] == ("revoke", 1)
            ).body
            found[size] = only(body)
        assert (found[9]["result"], found[9]["tricks_left"]) == ("solved", 9)
        assert (found[10]["result"], found[10]["reason"]) == ("undecided", "too_many_cards")
        assert found[10]["detail"] == "Each player has 10 cards left; best play is searched from 9 cards a hand down."

    def test_a_greater_budget_never_proves_less(self) -> None:
        whole = only(ending(*REVOKED))
        for budget in range(1, 10):
            answer = equity(ending(*REVOKED, budget=budget))
            assert answer["positions"] <= answer["budget"] == budget
            (offence,) = answer["offences"]
            for card, solved in zip(
                (offence["played"], *offence["legal"]), (whole["played"], *whole["legal"]), strict=True
            ):
                for side, exact in zip(card["tricks"], solved["tricks"], strict=True):
                    assert side["at_least"] <= exact["at_least"] <= side["at_most"]
        assert offence == whole

    @pytest.mark.parametrize("seed", [0, 5])
    def test_all_offences_share_one_budget(self, seed: int) -> None:
        body = {**chance_round(seed, short(7), 4, 7, slips=0.3).body, "budget": 300}
        answer = equity(body)
        assert len(answer["offences"]) > 2
        assert answer["positions"] <= 300

    def test_a_budget_beyond_the_greatest_is_refused(self) -> None:
        for budget in (0, 200_001, "many"):
            problem = ask("roundEquity", ending(*REVOKED, budget=budget), 422)
            assert [each["pointer"] for each in problem["errors"]] == ["#/budget"]

    def test_a_record_that_no_audit_reads_is_refused(self) -> None:
        body = ending(*REVOKED[:1])
        body["tricks"].append(trick("eve 2H"))
        assert faults(body, "roundEquity") == faults(body) == [("#/tricks/1/plays/0/player", "unknown_player")]


class TestPage:
    def test_its_numbers_are_those_of_the_service(self) -> None:
        asked = SCHEMAS["RoundEquityRequest"]["properties"]["budget"]
        assert asked["maximum"] == GREATEST_BUDGET
        assert f"Absent means {GREATEST_BUDGET}," in asked["description"]
        text = " ".join(PAGE.split())
        assert f"{GREATEST_BUDGET:,} unless the request says less" in text
        assert f"at most {BUDGET:,} positions" in text
        assert f"there are more than {MOST_CARDS} cards a hand" in text

    def test_it_has_every_reason(self) -> None:
        assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)[1:]) == get_args(Reason)


class TestAtRandom:
    @pytest.mark.parametrize("seed", range(40))
    def test_every_number_is_what_all_ways_of_playing_on_make_of_it(self, seed: int) -> None:
        reference = short(4, play={"broken_by": "any_spade"} if seed % 2 else {})
        if seed % 5 == 0:
            reference = preset("classic-solo", deck={"hand_size": {"4": 4}, "leftover": "set_aside"})
        body = chance_round(seed, reference, 4, 4, slips=0.4).body
        answer = equity(body)
        naive = NaivePlay(_groups(reference), 4)
        for offence in answer["offences"]:
            if offence["result"] == "undecided":
                assert offence["reason"] == "record_contradictory"
                continue
            scene = _scene(naive, body, offence["finding"]["pointer"])
            for card in (offence["played"], *offence["legal"]):
                for team, number in tricks(card).items():
                    side = frozenset(FOUR.index(name) for name in team.split("+"))
                    after, winner = naive.played(scene, card["card"])
                    aim = NaiveAim(side, side)
                    assert number == naive.values(after, [aim])[0] + (winner in side)
            legal = sorted(naive.legal(scene))
            assert sorted(each["card"] for each in offence["legal"]) == legal

    @pytest.mark.parametrize("seed", range(5))
    def test_other_names_and_other_seats_make_no_difference(self, seed: int) -> None:
        body = chance_round(seed, short(6), 4, 6, slips=0.2).body
        turned = {**body, "players": [*FOUR[1:], FOUR[0]]}
        plain_, other = equity(body)["offences"], equity(turned)["offences"]
        assert [_numbers(each) for each in plain_] == [_numbers(each) for each in other]


def _numbers(offence: Json) -> Any:
    """Return the numbers of an offence, by the players of each side."""
    if "played" not in offence:
        return offence["reason"]
    return [
        (
            card["card"],
            sorted(
                ("".join(sorted(each["team"].split("+"))), each["at_least"], each["at_most"]) for each in card["tricks"]
            ),
        )
        for card in (offence["played"], *offence["legal"])
    ]


def _groups(reference: Json) -> dict[str, dict[str, Any]]:
    """Return the parameters of a ruleset that decide the play."""
    ruleset = resolve(Reference(reference["name"], (), reference["overrides"]))
    groups: dict[str, dict[str, Any]] = {"deck": {}, "play": {}}
    for name in NAMES:
        group, key = name.split(".")
        if group in groups:
            groups[group][key] = plain(value_of(ruleset.parameters, name))
    return groups


def _scene(naive: NaivePlay, body: Json, pointer: str) -> Scene:
    """Return the position before a play of a record, from its log."""
    index, play = int(pointer.split("/")[2]), int(pointer.split("/")[4])
    log = [
        [(FOUR.index(each["player"]), each["card"]) for each in each_trick["plays"]] for each_trick in body["tricks"]
    ]
    rest = [*log[index][play:], *(pair for line in log[index + 1 :] for pair in line)]
    hands = tuple(tuple(card for seat, card in rest if seat == each) for each in range(4))
    plays = tuple(card for _, card in log[index][:play])
    broken = any(naive.breaks([card for _, card in line]) for line in log[:index])
    return Scene(hands, log[index][0][0], plays, broken, index == 0)
