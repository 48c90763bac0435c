"""Rounds that end with a claim: who gets the tricks left, and why."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.spades.record.parse import parse_record
from service.spades.ruling.audit import audit
from tests.spades.builders.asking import ask, faults, ruling
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.changes import changed, cut, replaced, unlisted, without
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.random_players import ALL_HOUSES, BOUNDED, HOUSES, Played, play, seeds
from tests.spades.builders.records import bids, record
from tests.spades.builders.rulesets import honours, rules, ruleset_named, small
from tests.spades.builders.rulings import codes
from tests.spades.ruling.claim_cases import claimed
from tests.spades.solver.naive_play import NaiveAim, NaivePlay, Scene

ROUND = legal_round()
"""After ten tricks ben leads from KS 5S 6C, cy holds JS 9S 6S, dee TS 8S 7H, ana AS QS 4S."""


def outcome(body: Json) -> tuple[str, Json | None]:
    """Return what became of a claim, and who is given the tricks left."""
    claim = ruling(body)["claim"]
    return claim["result"], {name: tricks for name, tricks in claim["given"].items() if tricks} if (
        "given" in claim
    ) else None


class TestAcceptedClaims:
    def test_the_round_is_complete_and_has_a_score(self) -> None:
        ruled = ruling(claimed(ROUND, 10, "ben", 2, accepted=True))
        assert (ruled["verdict"], ruled["complete"], ruled["findings"]) == ("clean", True, [])
        assert ruled["tricks_won"] == {"ana": 5, "ben": 6, "cy": 1, "dee": 1}
        assert [side["points"] for side in ruled["as_ruled"]] == [51, 52]
        assert ruled["as_played"][0]["tricks"] == 6

    def test_rest_is_all_that_are_left_with_the_trick_in_progress(self) -> None:
        body = claimed(ROUND, 10, "ben", "rest", 2, accepted=True)
        assert outcome(body) == ("accepted", {"ben": 3})
        assert (ruling(body)["complete"], "as_ruled" in ruling(body)) == (True, True)

    def test_a_round_is_not_complete_if_nobody_knows_who_won_a_trick_before_the_claim(self) -> None:
        body = claimed(replaced(without(RANKS, "hands"), "KD", "??"), 3, "ana", "rest", accepted=True)
        ruled = ruling(body)
        assert (ruled["claim"]["given"]["ana"], ruled["complete"]) == (1, False)
        assert "winner" not in ruled["tricks"][2]

    def test_it_stands_even_if_it_could_not_have_been_made(self) -> None:
        assert outcome(claimed(RANKS, 2, "ben", 2, accepted=True)) == ("accepted", {"ben": 2})

    def test_it_needs_no_hands(self) -> None:
        assert outcome(without(claimed(ROUND, 3, "ana", 4, accepted=True), "hands"))[0] == "accepted"

    def test_without_bids_there_is_no_score(self) -> None:
        ruled = ruling(without(claimed(ROUND, 10, "ben", 2, accepted=True), "bids"))
        assert not ruled["complete"]
        assert "as_ruled" not in ruled

    def test_conceding_everything(self) -> None:
        assert outcome(claimed(ROUND, 10, "ben", 0, accepted=True)) == ("accepted", {"ana": 3})


class TestWhoGetsConcededTricks:
    def test_not_the_partner_whose_nil_they_would_break(self) -> None:
        body = changed(claimed(RANKS, 0, "ana", 3, accepted=True), bids=bids("ana 2, ben 0, cy 1, dee 1"))
        assert outcome(body) == ("accepted", {"ana": 3, "dee": 1})
        nils = [nil for side in ruling(body)["as_ruled"] for nil in side["nils"]]
        assert [(nil["player"], nil["made"]) for nil in nils] == [("ben", True)]

    def test_nobody_if_both_partners_have_a_nil_at_stake(self) -> None:
        body = changed(claimed(RANKS, 0, "ana", 3, accepted=True), bids=bids("ana 2, ben 0, cy 1, dee 0"))
        ruled = ruling(body)
        assert codes(ruled["undecided"]) == ["conceded_tricks_open"]
        assert ruled["undecided"][0]["decided_by"] == "#/tricks"
        assert ruled["undecided"][0]["detail"].endswith("play the tricks left and record them in place of the claim.")
        assert not ruled["complete"]

    def test_either_partner_if_the_nil_is_that_of_the_whole_side(self) -> None:
        """Whoever gets the trick, it is one of the side, and its nil falls."""
        by_team = [{"team": "ana+cy", "tricks": 2}, {"team": "ben+dee", "tricks": 0}]
        ruled = ruling(
            changed(claimed(RANKS, 0, "ana", 3, accepted=True), ruleset=honours(bidding={"by": "team"}), bids=by_team)
        )
        assert (ruled["complete"], ruled["undecided"]) == (True, [])
        assert [side["tricks"] for side in ruled["as_ruled"]] == [3, 1]
        assert [nil["made"] for nil in ruled["as_ruled"][1]["nils"]] == [False]

    def test_nobody_at_a_table_of_more_than_two_sides(self) -> None:
        three = record(honours(3), "ana AH KH QH", players=3, bid="ana 2, ben 1, cy 1")
        body = changed(three, claim={"by": "ana", "tricks": 2, "accepted": True})
        ruled = ruling(body)
        assert codes(ruled["undecided"]) == ["conceded_tricks_open"]
        rest = ruling(changed(body, claim={"by": "ana", "tricks": "rest", "accepted": True}))
        assert (rest["complete"], rest["undecided"]) == (True, [])


class TestClaimsThatWereNotAccepted:
    def test_the_highest_cards_of_every_suit_are_certain(self) -> None:
        ruled = ruling(claimed(RANKS, 2, "ana", "rest"))
        assert (ruled["claim"]["result"], ruled["claim"]["test"]) == ("proved", "by_statement")
        assert ruled["as_ruled"] == ruling(RANKS)["as_ruled"]

    def test_a_statement_draws_trumps_first(self) -> None:
        """If ana led AD first, ben would ruff it; after AS he can't."""
        dealt = {"ana": ["AS", "AD"], "ben": ["2S", "2C"], "cy": ["3C", "3H"], "dee": ["4C", "4H"]}
        body = record(small(4, 2, play={"opening_card": "any"}), hands=dealt)
        claim = {"by": "ana", "tricks": "rest", "accepted": False}
        assert outcome(changed(body, claim=claim)) == ("disproved", {"ana": 1, "ben": 1})
        assert outcome(changed(body, claim={**claim, "statement": ["AD", "AS"]}))[0] == "disproved"
        assert outcome(changed(body, claim={**claim, "statement": ["AS"]})) == ("proved", {"ana": 2})
        assert outcome(changed(body, claim={**claim, "statement": ["AS", "AD"]})) == ("proved", {"ana": 2})

    def test_of_a_claim_that_fails_the_side_gets_what_it_is_sure_of(self) -> None:
        assert outcome(claimed(RANKS, 2, "ben", 1)) == ("disproved", {"ana": 2})

    @pytest.mark.parametrize(
        ("cost", "given", "complete"),
        [("doubtful_tricks", {"ana": 1, "ben": 1}, True), ("all_tricks", {"ben": 2}, True), ("play_on", None, False)],
    )
    def test_what_a_failed_claim_costs(self, cost: str, given: Json | None, complete: bool) -> None:
        """In trick 12 ben leads KS and cy follows with JS: of the last two, ana takes one with AS, and no more."""
        ruleset = rules(irregularities={"failed_claim": cost})
        body = claimed(changed(ROUND, ruleset=ruleset), 11, "ana", 2, 0)
        body["tricks"][11:] = []
        ruled = ruling(body)
        assert ruled["claim"]["result"] == "disproved"
        assert ruled["complete"] is complete
        assert outcome(body)[1] == given

    @pytest.mark.parametrize(
        ("body", "decided_by", "words"),
        [
            (claimed(ROUND, 5, "ben", 3), "#/claim", "within the positions that an audit may search"),
            (unlisted(claimed(ROUND, 11, "ben", 1), "ana", "cy"), "#/hands", "depends on where the cards lie"),
        ],
    )
    def test_nobody_is_accused_if_best_play_is_open(self, body: Json, decided_by: str, words: str) -> None:
        """The test of the ruleset is failed, but best play may take the tricks: then the claim only came too early."""
        ruled = ruling(body)
        assert (ruled["verdict"], ruled["findings"], ruled["complete"]) == ("undetermined", [], True)
        assert outcome(body)[0] == "disproved"
        (found,) = ruled["undecided"]
        assert (found["code"], found["severity"], found["decided_by"]) == ("claim_failed", "offence", decided_by)
        assert words in found["detail"]

    def test_a_failure_is_proved_once_best_play_is(self) -> None:
        """The nearest twin: a trick later, best play is searched to its end."""
        ruled = ruling(claimed(ROUND, 6, "ben", 3))
        assert (codes(ruled["findings"]), ruled["undecided"]) == (["claim_failed"], [])

    def test_by_the_test_of_best_play_it_is_proved_as_well(self) -> None:
        """It takes more than half of what an audit may search, and is not asked again."""
        ruleset = rules(irregularities={"claims": "best_play"})
        ruled = ruling(claimed(changed(ROUND, ruleset=ruleset), 3, "ana", 7))
        assert codes(ruled["findings"]) == ["claim_failed"]
        assert "claim_failed" not in codes(ruled["undecided"])

    @pytest.mark.parametrize("test", ["certain", "by_statement", "best_play"])
    def test_the_ruleset_says_by_which_test(self, test: str) -> None:
        body = claimed(changed(ROUND, ruleset=rules(irregularities={"claims": test})), 10, "ben", 1)
        assert outcome(body)[0] == ("proved" if test == "best_play" else "disproved")
        assert ruling(body)["claim"]["test"] == test

    def test_the_line_of_play_is_one_that_the_record_might_have_had(self) -> None:
        body = claimed(ROUND, 10, "ben", 1)
        line = ruling(body)["claim"]["line"]
        played = [*body["tricks"], *({"plays": line[start : start + 4]} for start in range(0, len(line), 4))]
        ruled = ruling(changed(without(body, "claim"), tricks=played))
        assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
        assert [side["tricks"] for side in ruled["as_played"]] == [8, 5]

    def test_a_nil_falls_only_if_every_way_of_playing_gives_its_bidder_a_trick(self) -> None:
        """The last cards of cy, who bid nil, are the two highest spades: ana claims both tricks, and cy takes them."""
        hands = {"ana": "AC KC AH KH", "ben": "QC QH KD QD", "cy": "JC JH AS KS", "dee": "AD JD QS JS"}
        dealt = {name: cards.split() for name, cards in hands.items()}
        body = record(honours(), "ana AC QC JC AD", "ana AH QH JH JD", bid="ana 2, ben 1, cy 0, dee 1", hands=dealt)
        claim = {"by": "ana", "tricks": "rest", "accepted": False}
        assert outcome(changed(body, claim=claim)) == ("proved", {"cy": 2})
        assert outcome(changed(body, claim={**claim, "accepted": True})) == ("accepted", {"ana": 2})

    def test_what_is_searched_for_a_nil_comes_off_the_budget(self) -> None:
        hands = {"ana": "TC AS TS 7D", "ben": "3D JC QH 2D", "cy": "4D 7S JH 5S", "dee": "4H 6D 4C 3H"}
        dealt = {name: cards.split() for name, cards in hands.items()}
        claim = {"by": "ana", "tricks": 1, "accepted": False}
        ruleset = small(4, 4, play={"opening_card": "any", "spade_lead": "any_time"})
        searched = {}
        for bid in (0, 1):
            body = record(ruleset, bid=f"ana 2, ben 1, cy {bid}, dee 1", hands=dealt, dealer="dee", claim=claim)
            read = ruleset_named(body["ruleset"])
            ruled = audit(parse_record(read, body), read).claim
            assert ruled is not None
            assert ruled.result == "proved"
            searched[bid] = ruled.positions
        assert searched[0] > searched[1] > 0


FORCED = record(
    small(4, 2),
    dealer="ana",
    bid="ana 1, ben 1, cy 0, dee 1",
    hands={"ana": ["AC", "5H"], "ben": ["2S", "2C"], "cy": ["KS", "3D"], "dee": ["AH", "5D"]},
)
"""ben has to lead 2C, and cy, who bid nil, takes one trick with KS however the cards are played."""


def at_once(body: Json, by: str, tricks: int | str, *, accepted: bool = False) -> Json:
    """Return a record without tricks that ends with a claim."""
    return changed(body, claim={"by": by, "tricks": tricks, "accepted": accepted})


class TestNilsThatFallInAnyCase:
    @pytest.mark.parametrize(
        ("by", "tricks", "given"),
        [
            ("ana", 1, {"ben": 1, "cy": 1}),
            ("ana", "rest", {"ben": 1, "cy": 1}),
            ("cy", 0, {"ben": 1, "cy": 1}),
            ("ben", 2, {"ana": 1, "cy": 1}),
            ("dee", 1, {"ana": 1, "cy": 1}),
        ],
    )
    def test_no_claim_that_was_refused_makes_them(self, by: str, tricks: int | str, given: Json) -> None:
        body = at_once(FORCED, by, tricks)
        assert outcome(body)[1] == given
        assert [nil["made"] for side in ruling(body)["as_ruled"] for nil in side["nils"]] == [False]

    def test_nor_does_a_penalty(self) -> None:
        costly = small(4, 2, irregularities={"failed_claim": "all_tricks"})
        assert outcome(at_once(changed(FORCED, ruleset=costly), "ana", "rest")) == ("disproved", {"ben": 1, "cy": 1})

    def test_the_other_side_may_accept_one_that_does(self) -> None:
        assert outcome(at_once(FORCED, "ana", "rest", accepted=True)) == ("accepted", {"ana": 2})


def nils(body: Json) -> dict[str, bool]:
    """Return whether each nil of a round is made."""
    return {nil["player"]: nil["made"] for side in ruling(body)["as_ruled"] for nil in side["nils"]}


class TestClaimsForTheSide:
    """Law 68A of bridge: a claim is for the side, so that it does not matter which partner speaks."""

    @pytest.mark.parametrize("accepted", [True, False])
    @pytest.mark.parametrize("by", ["ana", "cy"])
    def test_a_nil_bidder_who_speaks_for_his_side_keeps_his_nil(self, by: str, *, accepted: bool) -> None:
        """The highest card of every suit is with ana, and cy, who bid nil, could not win a trick."""
        body = changed(claimed(RANKS, 2, by, "rest", accepted=accepted), bids=bids("ana 2, ben 1, cy 0, dee 1"))
        assert outcome(body) == ("accepted" if accepted else "proved", {"ana": 2})
        assert nils(body) == {"cy": True}

    @pytest.mark.parametrize("by", ["ana", "cy"])
    def test_a_trick_that_play_forces_on_him_is_his(self, by: str) -> None:
        """The nearest twin: cy's last cards are the two highest spades."""
        hands = {"ana": "AC KC AH KH", "ben": "QC QH KD QD", "cy": "JC JH AS KS", "dee": "AD JD QS JS"}
        dealt = {name: cards.split() for name, cards in hands.items()}
        body = record(honours(), "ana AC QC JC AD", "ana AH QH JH JD", bid="ana 2, ben 1, cy 0, dee 1", hands=dealt)
        body["claim"] = {"by": by, "tricks": "rest", "accepted": False}
        assert outcome(body) == ("proved", {"cy": 2})
        assert nils(body) == {"cy": False}

    def test_a_claimer_without_a_nil_gets_them_himself(self) -> None:
        """The partner's bid of tricks, or his nil, is no matter."""
        for said in ("ana 2, ben 1, cy 1, dee 1", "ana 0, ben 1, cy 1, dee 1"):
            body = changed(claimed(RANKS, 2, "cy", "rest", accepted=True), bids=bids(said))
            assert outcome(body) == ("accepted", {"cy": 2})

    def test_nobody_can_say_whose_they_are_if_both_partners_have_a_nil_at_stake(self) -> None:
        body = changed(claimed(RANKS, 0, "ana", 1, accepted=True), bids=bids("ana 0, ben 1, cy 0, dee 1"))
        (question,) = ruling(body)["undecided"]
        assert question["code"] == "conceded_tricks_open"
        assert question["detail"].startswith("The claim gives 1 trick to ana+cy, where everybody has a nil at stake")
        none = changed(claimed(RANKS, 0, "ana", 0, accepted=True), bids=bids("ana 0, ben 1, cy 0, dee 1"))
        assert outcome(none) == ("accepted", {"ben": 4})
        assert nils(none) == {"ana": True, "cy": True}

    def test_of_two_nils_the_one_that_has_failed_gets_them(self) -> None:
        body = changed(claimed(RANKS, 1, "cy", "rest", accepted=True), bids=bids("ana 0, ben 1, cy 0, dee 1"))
        assert outcome(body) == ("accepted", {"ana": 3})
        assert nils(body) == {"ana": False, "cy": True}

    def test_whoever_is_alone_on_his_side_breaks_his_own_nil(self) -> None:
        three = record(honours(3), "ana AH KH QH", players=3, bid="ana 2, ben 0, cy 1")
        body = changed(three, claim={"by": "ben", "tricks": "rest", "accepted": True})
        given = outcome(body)[1]
        assert given is not None
        assert list(given) == ["ben"]
        assert nils(body) == {"ben": False}


class TestRecordsThatLackHands:
    def test_the_hand_that_is_left_follows_from_the_others(self) -> None:
        body = claimed(ROUND, 10, "ben", 2)
        assert outcome(unlisted(body, "dee")) == outcome(body)

    def test_the_cards_stated_are_the_claimers(self) -> None:
        body = without(claimed(ROUND, 12, "ana", 1), "hands")
        assert outcome(body)[0] == "undecided"
        assert outcome(changed(body, claim={**body["claim"], "statement": ["AS"]})) == ("proved", {"ana": 1})

    def test_high_spades_are_proved_by_counting(self) -> None:
        """Thirteen tricks are left, in more ways than can be tried: ana states all thirteen spades."""
        spades = [f"{rank}S" for rank in "AKQJT98765432"]
        claim = {"by": "ana", "tricks": "rest", "statement": spades, "accepted": False}
        body = record("pagat", bid="ben 0, cy 0, dee 0, ana 13", dealer="dee", claim=claim)
        any_spade = rules(play={"opening_card": "any"})
        assert outcome(changed(body, ruleset=any_spade)) == ("proved", {"ana": 13})
        claim["statement"] = [*spades[1:], "AS"]
        assert outcome(changed(body, ruleset=any_spade))[0] == "proved"

    def test_nothing_is_decided_if_the_record_contradicts_itself(self) -> None:
        body = claimed(ROUND, 10, "ben", 2)
        body["tricks"][3]["plays"][0]["card"] = body["tricks"][2]["plays"][0]["card"]
        ruled = ruling(body)
        assert ruled["claim"]["result"] == "undecided"
        assert "claim_failed" in codes(ruled["undecided"])
        assert outcome(changed(body, claim={**body["claim"], "accepted": True}))[0] == "accepted"


class TestSheets:
    def test_a_sheet_may_count_the_tricks_for_either_partner(self) -> None:
        body = claimed(ROUND, 10, "ben", 2, accepted=True)
        for ben, dee, verdict in ((6, 1, "clean"), (4, 3, "clean"), (5, 1, "inconsistent"), (2, 5, "inconsistent")):
            reported = {"tricks_won": {"ana": 5, "ben": ben, "cy": 1, "dee": dee}}
            assert ruling(changed(body, reported=reported))["verdict"] == verdict, (ben, dee)

    def test_no_tricks_are_missing(self) -> None:
        reported = {"points": {"ana+cy": 51, "ben+dee": 52}}
        assert ruling(changed(claimed(ROUND, 10, "ben", 2, accepted=True), reported=reported))["verdict"] == "clean"


class TestPenalties:
    def test_a_claim_by_the_other_side_that_was_refused_establishes_nothing(self) -> None:
        body = cut(RANKS, 1)
        body["tricks"][0]["plays"][2]["card"] = "QC"
        for by, established in (("ana", True), ("cy", True), ("dee", False)):
            found = ruling(changed(body, claim={"by": by, "tricks": 0, "accepted": False}))["findings"]
            assert [each["established"] for each in found if each["code"] == "revoke"] == [established], by

    def test_a_claim_establishes_a_revoke_in_the_trick_before(self) -> None:
        body = cut(RANKS, 1)
        body["tricks"][0]["plays"][2]["card"] = "QC"
        (found,) = ruling(body)["findings"]
        assert not found["established"]
        (found,) = ruling(changed(body, claim={"by": "ana", "tricks": "rest", "accepted": True}))["findings"]
        assert found["established"]

    def test_claimed_tricks_pay_for_a_revoke(self) -> None:
        body = cut(RANKS, 1)
        body["tricks"][0]["plays"][2]["card"] = "QC"
        ruled = ruling(changed(body, claim={"by": "ana", "tricks": "rest", "accepted": True}))
        assert [penalty["tricks"] for penalty in ruled["penalties"]] == [-3]
        by_law = honours(irregularities={"revoke_penalty": "bridge_64"})
        ruled = ruling(changed(body, ruleset=by_law, claim={"by": "ana", "tricks": "rest", "accepted": True}))
        assert [penalty["tricks"] for penalty in ruled["penalties"]] == [-1]


class TestFaults:
    @pytest.mark.parametrize(
        ("members", "expected"),
        [
            ({"by": "eve"}, [("#/claim/by", "unknown_player")]),
            ({"tricks": 4}, [("#/claim/tricks", "too_many_tricks")]),
            ({"tricks": "ress"}, [("#/claim/tricks", "claimed_tricks")]),
            ({"at": {"trick": 10, "plays": 2}}, [("#/claim/at", "plays_after_claim")]),
            ({"at": {"trick": 11, "plays": 1}}, [("#/claim/at", "plays_missing")]),
            ({"at": {"trick": 11, "plays": 0}}, []),
            ({"at": {"trick": 10, "plays": 4}}, []),
            ({"statement": ["AS"]}, [("#/claim/statement/0", "stated_not_held")]),
            ({"statement": ["KS", "KC"]}, [("#/claim/statement/1", "stated_not_held")]),
            ({"statement": ["KS", "KS"]}, [("#/claim/statement/1", "stated_twice")]),
            ({"statement": ["KS", "5S", "6C"]}, []),
        ],
    )
    def test_a_claim_that_cannot_be_read(self, members: Json, expected: list[tuple[str, str]]) -> None:
        body = claimed(ROUND, 10, "ben", 2)
        assert faults(changed(body, claim={**body["claim"], **members})) == expected

    def test_no_trick_is_left(self) -> None:
        claim = {"by": "ana", "tricks": "rest", "accepted": True}
        assert faults(changed(ROUND, claim=claim)) == [("#/claim", "claim_after_end")]

    def test_a_row_of_a_sheet_has_no_claim(self) -> None:
        row = {"bids": ROUND["bids"], "tricks_won": {"ana": 13}, "claim": {"by": "ana", "tricks": 1, "accepted": True}}
        body = {"ruleset": "pagat", "players": list(FOUR), "rounds": [row]}
        assert faults(body, "auditGame") == [("#/rounds/0/claim", "needs_tricks")]


def parameters_of(ruleset: Json, players: int) -> Json:
    """Return the parameters of a ruleset as the service publishes them."""
    resolved: Json = ask("resolveRuleset", {"ruleset": ruleset, "player_count": players})["parameters"]
    return resolved


def ended(played: Played, after: int) -> tuple[Json, list[str]]:
    """Return a round cut after some tricks, and who won the others."""
    return cut(played.request, after), list(played.winners[after:])


@given(st.builds(play, st.sampled_from(ALL_HOUSES), seeds), st.integers(0, 16))
@BOUNDED
def test_a_round_scores_the_same_whether_it_was_claimed_or_played_out(played: Played, after: int) -> None:
    assume(after < len(played.winners))
    body, rest = ended(played, after)
    side_of = {name: team["name"] for team in body.get("teams", ()) for name in team["players"]}
    ours = [name for name in rest if side_of.get(name, name) == side_of.get(rest[0], rest[0])]
    assume(side_of or len(body["players"]) == 2 or ours == rest)
    # A claim does not say which partner takes a trick, and that decides a nil.
    assume(all(bid["tricks"] for bid in body["bids"]) or not side_of)
    claim = {"by": rest[0], "tricks": len(ours), "accepted": True}
    ruled, full = ruling(changed(body, claim=claim)), ruling(played.request)
    points = [[side["points"] for side in each["as_ruled"]] for each in (ruled, full)]
    assert points[0] == points[1]
    assert ruled["verdict"] == full["verdict"]


@given(st.builds(play, st.sampled_from(HOUSES), seeds), st.integers(1, 3), st.integers(0, 3), st.randoms())
@BOUNDED
def test_less_is_known_with_fewer_hands_and_never_anything_else(
    played: Played, left: int, plays: int, luck: random.Random
) -> None:
    size = len(played.winners)
    body = cut(played.request, size - left, min(plays, len(played.request["players"]) - 1))
    by = luck.choice(body["players"])
    claim: dict[str, Any] = {"by": by, "tricks": luck.randint(0, left), "accepted": False}
    known = ruling(changed(body, claim=claim))["claim"]
    hidden = {name: hand for name, hand in body["hands"].items() if luck.random() < 0.5}
    claim["statement"] = [] if luck.random() < 0.5 else unplayed(body, by)
    with_statement = ruling(changed(body, claim=claim))["claim"]
    for whole, less in (
        (known, ruling(changed(body, hands=hidden, claim={**claim, "statement": []}))["claim"]),
        (with_statement, ruling(changed(body, hands=hidden, claim=claim))["claim"]),
    ):
        assert less["result"] in {whole["result"], "undecided"}


def unplayed(body: Json, player: str) -> list[str]:
    """Return the cards that a player has left."""
    played = {play["card"] for trick in body["tricks"] for play in trick["plays"]}
    return [card for card in body["hands"][player] if card not in played]


@given(st.builds(play, st.sampled_from(ALL_HOUSES), seeds), st.integers(1, 3), st.randoms())
@BOUNDED
def test_every_way_of_playing_is_counted(played: Played, left: int, luck: random.Random) -> None:
    """By naive minimax: the fewest tricks of all ways of playing, and those of best play."""
    names, size = played.request["players"], len(played.winners)
    body = cut(played.request, size - left)
    ruled = ruling(body)
    naive = NaivePlay(parameters_of(body["ruleset"], len(names)), len(names))
    leader = names.index(played.winners[size - left - 1])
    broken = ruled["tricks"][-1]["spades_broken"]
    scene = Scene(tuple(tuple(unplayed(body, name)) for name in names), leader, broken=broken)
    seat = luck.randrange(len(names))
    side = frozenset((seat, (seat + 2) % 4)) if len(names) == 4 and not played.house.alone else frozenset((seat,))
    fewest, best = naive.values(scene, (NaiveAim(side, frozenset()), NaiveAim(side, side)))
    tricks = luck.randint(0, left)
    for test, taken in (("certain", fewest), ("by_statement", fewest), ("best_play", best)):
        ruleset = {**body["ruleset"], "overrides": {**body["ruleset"].get("overrides", {})}}
        ruleset["overrides"]["irregularities"] = {"claims": test}
        claim = {"by": names[seat], "tricks": tricks, "accepted": False}
        answer = ruling(changed(body, ruleset=ruleset, claim=claim))["claim"]
        assert answer["result"] == ("proved" if taken >= tricks else "disproved"), (test, taken)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_claim_before_the_first_card(players: int) -> None:
    body = record(small(players, 3), players=players)
    claim = {"by": "ana", "tricks": "rest", "accepted": True}
    assert outcome(changed(body, claim=claim)) == ("accepted", {"ana": 3})
