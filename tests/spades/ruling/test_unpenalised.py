"""An offence that costs nothing says why, in its own sentence: both sides of a dispute read the findings.

The rules are those of rulings, "After the proof": only what is established, called in time and has a penalty by the
ruleset is penalised. Of four players with four cards each, ben revokes in the first trick with the king of clubs.
"""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, swapped, taken_back, with_hands
from tests.spades.builders.legal_rounds import ranks_round
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours, rules

CALL = {"by": "ana", "against": "ben", "trick": 1}


def revoked(**irregularities: object) -> Json:
    """Return the round of ranks in which ben plays the king of clubs on a heart."""
    return swapped(ranks_round(irregularities=irregularities), "KH", "KC")


def led_early(**irregularities: object) -> Json:
    """Return a round in which ana leads the ace of spades to the second trick, from a hand with other suits."""
    lines = (f"ana A{suit} K{suit} Q{suit} J{suit}" for suit in "HSCD")
    return with_hands(record(honours(irregularities=irregularities), *lines))


def twice(**irregularities: object) -> Json:
    """Return a round in which ben had put down two other cards on the heart, and took both back too late."""
    body = revoked(revoke_established="at_once", **irregularities)
    taken = [{"card": card, "at": {"trick": 1, "plays": 2}} for card in ("KD", "KS")]
    body["tricks"][0]["plays"][1]["withdrawn"] = taken
    return body


def details(body: Json, *codes: str) -> list[str]:
    """Return the sentences of the findings with one of these codes."""
    return [each["detail"] for each in ruling(body)["findings"] if each["code"] in codes]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        pytest.param(
            changed(revoked(), accusations=[]), "No call was made about it, so it costs nothing.", id="not called"
        ),
        pytest.param(
            changed(revoked(call_names="trick"), accusations=[{"by": "ana", "against": "ben"}]),
            "No call named that trick, so it costs nothing.",
            id="H6: called without the trick",
        ),
        pytest.param(
            changed(revoked(accusation_until="next_trick_led"), accusations=[{**CALL, "at": {"trick": 3, "plays": 1}}]),
            "It was called too late, so it costs nothing.",
            id="H2: called too late",
        ),
        pytest.param(revoked(revoke_penalty="none"), "Under this ruleset it costs nothing.", id="H3: none"),
        pytest.param(revoked(revoke_tricks=0), "Under this ruleset it costs no tricks.", id="H3: no tricks"),
        pytest.param(cut(revoked(), 1), "It is not established yet, so it costs nothing.", id="H1: not established"),
        pytest.param(
            cut(revoked(revoke_penalty="bridge_64"), 2),
            "Its cost depends on tricks that the record does not have.",
            id="Law 64 before the round is over",
        ),
    ],
)
def test_a_revoke_that_costs_nothing_says_why(body: Json, why: str) -> None:
    ruled = ruling(body)
    (revoke,) = [each for each in ruled["findings"] if each["code"] == "revoke"]
    assert revoke["detail"].endswith(f" while holding KH. {why}")
    assert [each for each in ruled["penalties"] if each["finding"] == ruled["findings"].index(revoke)] == []


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(revoked(), id="a director's audit is the call"),
        pytest.param(changed(revoked(), accusations=[CALL]), id="called in time"),
        pytest.param(revoked(revoke_penalty="bridge_64"), id="Law 64 says itself why it takes no trick"),
    ],
)
def test_a_revoke_that_is_penalised_says_no_more(body: Json) -> None:
    assert details(body, "revoke") == ["ben played KC on a heart lead while holding KH."]
    assert ruling(body)["penalties"]


@pytest.mark.parametrize(
    ("bidding", "why"),
    [
        pytest.param({"maximum": 3}, "No ruleset has a penalty for it.", id="bid_too_high: none anywhere"),
        pytest.param(
            {"team_minimum": 5, "team_minimum_breach": "illegal"},
            "Under this ruleset it costs nothing.",
            id="team_bid_too_low: a side may be set for it",
        ),
    ],
)
def test_a_bid_that_costs_nothing_says_why(bidding: Json, why: str) -> None:
    """Rulings, after the proof: what costs nothing says why, also if the ruleset takes nothing."""
    body = record(rules(bidding=bidding), bid="ana 4, ben 1, cy 1, dee 1")
    ruled = ruling(body)
    offences = [each for each in ruled["findings"] if each["severity"] == "offence"]
    assert offences
    assert all(each["detail"].endswith(f" {why}") for each in offences)


def test_a_further_revoke_in_the_suit_says_that_it_is_not_the_first() -> None:
    """irregularities.repeat_revoke = same_suit_once (H8)."""
    why = " It is not ben's first revoke in hearts in the round, so it costs nothing more."
    first, *others = details(twice(repeat_revoke="same_suit_once"), "revoke")
    assert "costs" not in first
    assert len(others) == 2
    assert all(each.endswith(why) for each in others)
    assert not any("costs" in each for each in details(twice(), "revoke"))


def test_a_further_lead_of_a_spade_says_that_it_is_not_the_first() -> None:
    """irregularities.repeat_revoke = same_suit_once (H8), where such a lead counts as a revoke (H10)."""
    rules = honours(irregularities={"illegal_spade_lead": "as_revoke", "repeat_revoke": "same_suit_once"})
    body = with_hands(record(rules, "ana AH KH QH JH", "ana AS AC QS JS", "ana KS KC QC JC", "ana AD KD QD JD"))
    told = details(body, "illegal_spade_lead")
    why = " It is not ana's first such lead in the round, so it costs nothing more."
    assert [each.endswith(why) for each in told] == [False, True]


@pytest.mark.parametrize(
    ("rule", "members", "why"),
    [
        ("stands", {}, " Under this ruleset the lead stands and costs nothing."),
        ("as_revoke", {"accusations": []}, " No call was made about it, so it costs nothing."),
        ("as_revoke", {}, ""),
    ],
)
def test_the_lead_of_a_spade(rule: str, members: Json, why: str) -> None:
    """irregularities.illegal_spade_lead (H10): where it counts as a revoke it has to be called like one."""
    (detail,) = details(changed(led_early(illegal_spade_lead=rule), **members), "illegal_spade_lead")
    unbroken = "No spade had been played before: trick 1."
    assert detail == f"ana led AS before spades were broken while holding AC, AD. {unbroken}{why}"


def test_the_penalty_for_a_spade_lead_says_that_it_counts_as_a_revoke() -> None:
    """H10: nobody failed to follow suit."""
    ruled = ruling(led_early(illegal_spade_lead="as_revoke", repeat_revoke="forfeit_game"))
    assert [each["detail"] for each in ruled["penalties"]] == [
        "ana+cy loses 3 tricks for ana's lead of a spade in trick 2, counted as a revoke."
    ]


def test_a_lead_that_follows_from_the_record_says_so() -> None:
    """Rulings, cascades: a wrong winner in the record, and that player leads next (H12)."""
    body = ranks_round(irregularities={"out_of_turn": "tricks"})
    body["tricks"][0]["winner"] = "ben"
    body["tricks"][1]["plays"] = body["tricks"][1]["plays"][1:] + body["tricks"][1]["plays"][:1]
    ruled = ruling(body)
    (lead,) = [each for each in ruled["findings"] if each["code"] == "wrong_leader"]
    assert lead["detail"] == (
        "ben led; it was ana's lead. The record had given that player the trick before, so the lead costs nothing."
    )
    assert ruled["penalties"] == []


@pytest.mark.parametrize(
    ("at", "severity", "follows"), [((2, 1), "note", 0), ((2, 0), "offence", None)], ids=["after the lead", "before it"]
)
def test_a_lead_by_a_card_that_was_taken_back_only_later_says_so(
    at: tuple[int, int], severity: str, follows: int | None
) -> None:
    """A turn is judged by what lay on the table: ben wins by a revoke, leads, and only then takes the card back."""
    rules = honours(irregularities={"out_of_turn": "tricks", "revoke_established": "offending_side_plays_next"})
    played = with_hands(record(rules, "ana AH KH QH JH", "ben KC QC JC AC", "ana AD KD QD JD", "ana AS KS QS JS"))
    ruled = ruling(taken_back(played, 1, "ben", "KS", at=at))
    (lead,) = [each for each in ruled["findings"] if each["code"] == "wrong_leader"]
    assert (lead["severity"], lead.get("follows")) == (severity, follows)
    assert lead["detail"].endswith("so the lead costs nothing.") is (severity == "note")
    costly = [ruled["findings"][each["finding"]]["code"] for each in ruled["penalties"]]
    assert ("wrong_leader" in costly) is (severity == "offence")


@pytest.mark.parametrize(
    ("irregularities", "why"),
    [
        ({"false_accusation": "same_penalty", "revoke_penalty": "none"}, " It costs as much as a revoke: nothing."),
        ({"false_accusation": "tricks", "revoke_tricks": 0}, " Under this ruleset it costs no tricks."),
        ({"false_accusation": "same_penalty", "revoke_tricks": 0}, " Under this ruleset it costs no tricks."),
        ({"false_accusation": "same_penalty", "revoke_penalty": "contract_set"}, ""),
        ({"false_accusation": "tricks"}, ""),
    ],
)
def test_a_wrong_call(irregularities: Json, why: str) -> None:
    """irregularities.false_accusation (H7)."""
    body = changed(ranks_round(irregularities=irregularities), accusations=[CALL])
    (detail,) = details(body, "false_accusation")
    assert detail == f"ana called a revoke by ben. No card that ben had played was a revoke.{why}"


def test_in_a_void_round_nothing_else_costs_anything() -> None:
    """irregularities.wrong_count = void_round (H14)."""
    body = revoked(out_of_turn="tricks")
    listed = body["hands"]
    body["hands"] = {**listed, "dee": listed["dee"][:-1], "ana": [*listed["ana"], listed["dee"][-1]]}
    body["tricks"] = body["tricks"][:2]
    body["tricks"][1]["plays"].reverse()
    ruled = ruling(body)
    assert ruled["verdict"] == "void"
    told = [each["detail"] for each in ruled["findings"] if each["code"] in {"revoke", "wrong_leader", "out_of_turn"}]
    assert len(told) > 1
    assert all(each.endswith(" The round is void, so it costs nothing.") for each in told)
