"""Accusations: what each is answered, which revokes are called in time, and what a false or a late call leads to."""

from __future__ import annotations

import copy
from typing import NamedTuple

import pytest

from service.spades.proof.facts import facts_of
from service.spades.ruling.accusations import answer_accusations
from service.spades.ruling.model import Calls
from service.wire.ruling_json import findings_json
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import changed, cut, replaced, swapped, taken_back, unlisted, with_trick, without
from tests.spades.builders.legal_rounds import LED, RANKS, REVOKED, legal_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import read_with_ruleset, writer_for
from tests.spades.builders.records import bids, call, hands, record
from tests.spades.builders.rulesets import honours, rules, small
from tests.spades.builders.rulings import codes

TWICE = record(
    honours(), "ana AH KH QC JH", "ana AD KD QH JD", "ana AC KC QD JC", "ana AS KS QS JS", hands=RANKS["hands"]
)
"""cy revokes in the first trick and in the second."""
UNREAD, LEAD_UNREAD = (replaced(without(RANKS, "hands"), card, "??") for card in ("QH", "AH"))
NEXT_TRICK = {"accusation_until": "next_trick_led"}
FINED = {"false_accusation": "tricks"}
STRICT = {"call_names": "trick"}
LEGAL = "was a revoke."


class Answered(NamedTuple):
    """The calls of a record, answered, beside what they were answered from."""

    calls: Calls
    details: list[str]
    """For each call its answer in words."""
    added: list[Json]
    """The findings that the calls add."""
    found: list[Json]
    """The findings before the calls."""

    @property
    def results(self) -> list[str]:
        return [each.result for each in self.calls.answers]

    @property
    def codes(self) -> list[str]:
        return codes(self.added)

    @property
    def cited(self) -> list[list[str]]:
        """For each answer the codes of the findings that it names."""
        every = codes([*self.found, *self.added])
        return [[every[index] for index in each.findings] for each in self.calls.answers]


def answered(body: Json, *calls: str, **irregularities: object) -> Answered:
    """Answer these calls by the record's ruleset with these rules about irregularities."""
    reference = body["ruleset"] if isinstance(body["ruleset"], dict) else {"name": body["ruleset"]}
    overrides = {**reference.get("overrides", {}), "irregularities": irregularities}
    ruleset_by_which = {"name": reference["name"], "overrides": overrides}
    return heard(changed(body, ruleset=ruleset_by_which, accusations=[call(each) for each in calls]))


def heard(body: Json) -> Answered:
    """Answer the calls of a record."""
    record, ruleset = read_with_ruleset(body)
    facts, writer = facts_of(record, ruleset), writer_for(body)
    calls = answer_accusations(record.accusations or (), facts)
    return Answered(
        calls,
        [writer.sentence(each.detail) for each in calls.answers],
        findings_json(writer, calls.findings),
        findings_json(writer, facts.findings),
    )


def with_play(body: Json, trick: int, player: str, card: str) -> Json:
    """Return the record with one more play at the end of a trick (from 1)."""
    other = copy.deepcopy(body)
    other["tricks"][trick - 1]["plays"].append({"player": player, "card": card})
    return other


def without_play(body: Json, trick: int, player: str) -> Json:
    """Return the record without this player's card in a trick (from 1)."""
    other = copy.deepcopy(body)
    plays = other["tricks"][trick - 1]["plays"]
    plays[:] = [play for play in plays if play["player"] != player]
    return other


@pytest.mark.parametrize(("called", "named"), [("ben cy 1", False), ("ben cy", False), ("ben cy 2", True)])
def test_an_upheld_call_of_another_trick_says_which_it_named(called: str, named: bool) -> None:
    """Rulings, calls: a call says who; a wrong number is noted."""
    (detail,) = answered(REVOKED, called).details
    assert detail.endswith("; the call named trick 2.") is named
    assert ("the call named" in detail) is named


def by_its_words(called: str) -> Json:
    """Return the strict rule for a call that names a trick, and the usual one for any other."""
    return STRICT if called.split(" at ", maxsplit=1)[0][-1].isdigit() else {}


@pytest.mark.parametrize(
    ("body", "called", "result"),
    [
        pytest.param(REVOKED, "ben cy 1", "upheld", id="the revoke"),
        pytest.param(RANKS, "ben cy 1", "refuted", id="its innocent twin"),
        pytest.param(REVOKED, "ben cy", "upheld", id="any trick, one of them a revoke"),
        pytest.param(RANKS, "ben cy", "refuted", id="any trick, none of them a revoke"),
        pytest.param(REVOKED, "ben cy 2", "refuted", id="the trick after the revoke"),
        pytest.param(REVOKED, "ana dee 1", "refuted", id="another player"),
        pytest.param(REVOKED, "ben ana 1", "refuted", id="who led can't have revoked"),
        pytest.param(REVOKED, "ben cy 1 at 1.3", "upheld", id="right after the card"),
        pytest.param(REVOKED, "ben cy 1 at 2.2", "upheld", id="the trick named, whenever"),
        pytest.param(REVOKED, "ben cy at 1.2", "refuted", id="any trick, before the card"),
        pytest.param(REVOKED, "ben cy at 1.0", "refuted", id="before the first trick"),
        pytest.param(cut(RANKS, 1, 2), "ben cy at 2.2", "refuted", id="no card there when it was called"),
        pytest.param(TWICE, "ben cy at 2.2", "upheld", id="the revoke before is in any"),
        pytest.param(cut(RANKS, 2), "ben cy 2", "refuted", id="a trick of a log that ends there"),
        pytest.param(cut(RANKS, 2), "ben cy 3", "undecidable", id="a trick beyond the log"),
        pytest.param(cut(RANKS, 2), "ben cy", "refuted", id="any trick of a log that ends where play was stopped"),
        pytest.param(
            without(cut(RANKS, 1), "stopped"), "ben cy", "undecidable", id="any trick of a log that ends early"
        ),
        pytest.param(cut(RANKS, 2), "ben cy at 3.0", "refuted", id="any trick that lay there"),
        pytest.param(cut(RANKS, 2), "ben cy at 3.1", "undecidable", id="one play more than the log shows"),
        pytest.param(cut(REVOKED, 2), "ben cy", "upheld", id="a revoke before the log ends"),
        pytest.param(cut(RANKS, 1, 3), "ben cy 2", "refuted", id="a card in a trick that is not finished"),
        pytest.param(cut(RANKS, 1, 2), "ben cy 2", "undecidable", id="no card in a trick that is not finished"),
        pytest.param(cut(RANKS, 1, 2), "ben cy 2 at 2.2", "undecidable", id="a trick named is spoken of whole"),
        pytest.param(cut(RANKS, 1, 2), "ben cy at 2.3", "undecidable", id="maybe a card there when it was called"),
        pytest.param(RANKS, "ben cy 4", "refuted", id="the last trick of the round"),
        pytest.param(without(cut(REVOKED, 1), "hands"), "ben cy 1", "undecidable", id="a hand that is not known"),
        pytest.param(without(REVOKED, "hands"), "ben cy 1", "upheld", id="a hand that a later card tells"),
        pytest.param(legal_round(), "ben cy", "refuted", id="thirteen legal tricks"),
        pytest.param(without(legal_round(), "hands"), "ben cy", "refuted", id="thirteen legal tricks without hands"),
        pytest.param(UNREAD, "ben cy 1", "undecidable", id="the card could not be read"),
        pytest.param(UNREAD, "ana dee 1", "refuted", id="another card could not be read"),
        pytest.param(LEAD_UNREAD, "ben cy 1", "undecidable", id="the lead could not be read"),
        pytest.param(without_play(RANKS, 2, "cy"), "ben cy 2", "undecidable", id="the card is missing"),
        pytest.param(without_play(RANKS, 2, "cy"), "ben cy", "undecidable", id="one of his cards is missing"),
        pytest.param(without_play(RANKS, 2, "cy"), "ben cy 1", "refuted", id="a card is missing elsewhere"),
        pytest.param(without_play(RANKS, 2, "dee"), "ben cy 2", "undecidable", id="what is missing may have been led"),
        pytest.param(without_play(cut(RANKS, 2), 2, "ana"), "dee cy 2", "undecidable", id="the last lead is missing"),
        pytest.param(
            without_play(cut(RANKS, 2), 2, "ana"), "dee ben 2", "undecidable", id="perhaps he followed a lead"
        ),
        pytest.param(with_play(RANKS, 2, "cy", "QD"), "ben cy 2", "undecidable", id="two cards in one trick"),
        pytest.param(with_play(RANKS, 2, "cy", "QD"), "ben cy 1", "refuted", id="two cards in another trick"),
        pytest.param(replaced(RANKS, "QH", "JH"), "ben cy 1", "undecidable", id="a card that he did not hold"),
        pytest.param(replaced(RANKS, "AH", "KH"), "ben cy 1", "undecidable", id="a lead that its player did not hold"),
        pytest.param(replaced(RANKS, "AH", "KH"), "ben ana 1", "refuted", id="whatever it was, he led it"),
        pytest.param(
            replaced(without(RANKS, "hands"), "QC", "QH"), "ben cy 1", "undecidable", id="a card played twice"
        ),
        pytest.param(replaced(RANKS, "KH", "JH"), "ben cy 1", "refuted", id="a doubtful card that was not led"),
        pytest.param(
            with_trick(RANKS, 1, "ana AH KH QH JH", leader="ben"), "dee cy 1", "undecidable", id="who led is in doubt"
        ),
        pytest.param(
            with_trick(RANKS, 1, "ana AH KH QH JH", winner="ben"), "dee cy 1", "refuted", id="who won is no matter"
        ),
    ],
)
def test_a_call_is_upheld_or_refuted_by_what_is_proved(body: Json, called: str, result: str) -> None:
    """Rulings, shapes: upheld, refuted or undecidable; what is not proved is no offence, also not of a caller.

    A call that names a trick is about that trick alone (irregularities.call_names = trick).
    """
    found = answered(body, called, **FINED, **by_its_words(called))
    assert found.results == [result]
    assert found.codes == (["false_accusation"] if result == "refuted" else [])


@pytest.mark.parametrize(
    ("body", "called", "detail"),
    [
        pytest.param(
            REVOKED,
            "ben cy at 1.2",
            "cy had played no cards by then (trick 1, 2 cards on the table).",
            id="before the first card",
        ),
        pytest.param(
            TWICE,
            "ben dee at 2.1",
            f"No card that dee had played by then (trick 2, 1 card on the table) {LEGAL}",
            id="early, and judged up to then",
        ),
        pytest.param(
            swapped(RANKS, "QC", "QD"),
            "ben cy at 2.0",
            f"No card that cy had played by then (trick 2, no cards on the table) {LEGAL}",
            id="before a revoke that came after",
        ),
        pytest.param(RANKS, "ben cy", f"No card that cy had played {LEGAL}", id="after the round"),
        pytest.param(
            cut(RANKS, 2), "ben cy 4", "The record has no trick 4; it ends after trick 2.", id="beyond the log"
        ),
        pytest.param(
            changed(RANKS, tricks=[]), "ben cy 1", "The record has no trick 1; it ends before the first.", id="no log"
        ),
        pytest.param(
            changed(RANKS, tricks=[*RANKS["tricks"], RANKS["tricks"][0]]),
            "ben cy 5",
            "Trick 5 is beyond the last trick of the round, and nothing in it is judged.",
            id="a trick too many",
        ),
        pytest.param(
            cut(RANKS, 1, 2), "ben cy 2", "The record has no card by cy in trick 2.", id="a card that is not there"
        ),
        pytest.param(
            replaced(RANKS, "QH", "JH"),
            "ben cy 1",
            "The record leaves cy's card in trick 1, or the lead to it, in doubt.",
            id="a card that is in doubt",
        ),
    ],
)
def test_an_answer_says_what_it_rests_on(body: Json, called: str, detail: str) -> None:
    """Rulings, shapes: each answer has its detail: up to when a call was judged, and what the record lacks."""
    assert answered(body, called, **by_its_words(called)).details[0] == detail


TWO_REVOKES = swapped(legal_round(), "5D", "JC")
"""cy plays a club to the diamonds of trick 4, and a diamond to the clubs of trick 8."""
MISSED = "; the call named trick {}."


@pytest.mark.parametrize(
    ("body", "called", "result"),
    [
        pytest.param(REVOKED, "ben cy 1", "upheld", id="the trick of the revoke"),
        pytest.param(REVOKED, "ben cy 2", "upheld", id="the trick beside it"),
        pytest.param(REVOKED, "ben cy 4", "upheld", id="a trick far from it"),
        pytest.param(RANKS, "ben cy 2", "refuted", id="its innocent twin"),
        pytest.param(REVOKED, "ana dee 1", "refuted", id="the trick of another player's revoke"),
        pytest.param(swapped(RANKS, "QC", "QD"), "ben cy 1 at 2.0", "refuted", id="a revoke that came after the call"),
        pytest.param(swapped(RANKS, "QC", "QD"), "ben cy 1 at 2.3", "upheld", id="a revoke that came right before it"),
        pytest.param(cut(RANKS, 2), "ben cy 1", "refuted", id="play was stopped before the call"),
        pytest.param(cut(RANKS, 1, 2), "ben cy 1", "refuted", id="play was stopped in a trick that he had no card in"),
        pytest.param(cut(RANKS, 2), "ben cy 3", "undecidable", id="a trick that was not played, if play was stopped"),
        pytest.param(
            without(cut(RANKS, 1), "stopped"), "ben cy 1", "undecidable", id="a log that ends before the call"
        ),
        pytest.param(cut(RANKS, 2), "ben cy 1 at 2.4", "refuted", id="a log that ends with the call"),
        pytest.param(
            without_play(RANKS, 2, "cy"), "ben cy 1", "undecidable", id="a card that is missing in another trick"
        ),
    ],
)
def test_a_call_says_who_and_the_record_says_when(body: Json, called: str, result: str) -> None:
    """Rulings, after the proof (H6): it is right about any revoke by then, and false only if there can be none."""
    found = answered(body, called, **FINED)
    assert found.results == [result]
    assert found.codes == (["false_accusation"] if result == "refuted" else [])
    assert found.calls.called == (frozenset({0}) if result == "upheld" else frozenset())


@pytest.mark.parametrize(
    ("called", "detail"),
    [
        ("ben cy 4", "cy revoked in trick 4."),
        ("ben cy 5", "cy revoked in trick 4; the call named trick 5."),
        ("ben cy 6", "cy revoked in trick 4; the call named trick 6."),
        ("ben cy 7", "cy revoked in trick 8; the call named trick 7."),
        ("ben cy 7 at 7.3", "cy revoked in trick 4; the call named trick 7."),
        ("ben cy 13", "cy revoked in trick 8; the call named trick 13."),
        ("ben cy", "cy revoked in tricks 4 and 8."),
    ],
)
def test_of_several_revokes_a_call_is_about_the_nearest(called: str, detail: str) -> None:
    """Rulings, after the proof (H6): of two as near the earlier; without a number about all."""
    found = answered(TWO_REVOKES, called)
    assert found.details == [detail]
    tricks = [found.found[index]["trick"] for index in found.calls.answers[0].findings]
    told = detail.partition(";")[0]
    assert tricks == [trick for trick in (4, 8) if str(trick) in told]
    assert found.calls.called == frozenset(found.calls.answers[0].findings)


@pytest.mark.parametrize(("names", "result"), [("trick", "invalid"), ("player", "upheld")])
def test_a_call_without_a_trick_is_none_by_the_strict_rule(names: str, result: str) -> None:
    """Rulings, after the proof (H6): some events demand that the book be named; such a call costs nobody anything."""
    found = answered(REVOKED, "ben cy", call_names=names, **FINED)
    assert (found.results, found.codes) == ([result], [])
    assert found.calls.called == (frozenset() if names == "trick" else frozenset({0}))
    wrong = answered(RANKS, "ben cy", call_names=names, **FINED)
    assert wrong.codes == ([] if names == "trick" else ["false_accusation"])


def test_right_calls_of_one_side_that_mean_one_revoke_are_one() -> None:
    """Rulings, after the proof (H6): whatever trick each names; the other side's call is another."""
    found = answered(REVOKED, "ben cy 1", "dee cy 3", "ben cy", "ana cy 2", **NEXT_TRICK)
    assert (found.results, found.codes) == (["upheld"] * 4, ["late_accusation"] * 2)
    assert [each.findings for each in found.calls.answers] == [(0, 1), (0, 1), (0, 1), (0, 2)]


@pytest.mark.parametrize(("accused", "key"), [("ana", "lead_is_no_revoke"), ("cy", "card_followed")])
def test_the_answer_to_a_call_of_a_lead_says_that_it_was_one(accused: str, key: str) -> None:
    """Rulings, shapes, as above; ana leads to the first trick, and cy follows suit."""
    (answer,) = answered(RANKS, f"ben {accused} 1", **STRICT).calls.answers
    assert (answer.result, answer.detail.key) == ("refuted", key)


def test_the_answer_to_a_late_call_suggests_no_review() -> None:
    """Rulings, after the proof: an audit without accusations counts as the call; one with them does not."""
    (finding,) = answered(REVOKED, "ben cy 1 at 2.1", **NEXT_TRICK).added
    assert finding["rule"]["text"] == (
        "A revoke must be called before the next trick is led. A later call brings no penalty; if no call is "
        "recorded, a director's review of the whole round counts as one in time."
    )


def test_an_extra_trick_is_not_judged() -> None:
    """Rulings, severity: tricks beyond those of the round are an error; nothing in them is proved."""
    body = changed(RANKS, tricks=[*RANKS["tricks"], RANKS["tricks"][0]])
    assert answered(body, "ben cy 5", "ben cy 4", **STRICT).results == ["undecidable", "refuted"]


def test_a_card_taken_back_may_have_been_the_revoke_that_was_called() -> None:
    """Rulings, what is asked: no false accusation. Which of two leads the card answered that cy took back is open."""
    body = copy.deepcopy(RANKS)
    first, _, third, _ = body["tricks"][0]["plays"]
    first["withdrawn"], third["withdrawn"] = [{"card": "AD"}], [{"card": "QD"}]
    heard = answered(body, "ben cy", "ben cy 1", "ana dee", **FINED)
    assert heard.results == ["undecidable", "undecidable", "refuted"]
    assert heard.codes == ["false_accusation"]


@pytest.mark.parametrize(
    ("until", "called", "in_time"),
    [
        ("next_trick_led", "ben cy 1 at 1.3", True),
        ("next_trick_led", "ben cy 1 at 2.0", True),
        ("next_trick_led", "ben cy 1 at 2.1", False),
        ("next_trick_led", "ben cy at 3.0", False),
        ("next_trick_led", "ben cy 1", False),
        ("end_of_round", "ben cy 1 at 4.4", True),
        ("end_of_round", "ben cy 1", False),
        ("next_deal", "ben cy 1 at 4.4", True),
        ("next_deal", "ben cy 1", True),
    ],
)
def test_the_deadline_for_calling_a_revoke(until: str, called: str, in_time: bool) -> None:
    """Parameters, irregularities.accusation_until (H2): right but too late is upheld, and costs nothing."""
    found = answered(REVOKED, called, accusation_until=until, **FINED)
    assert found.results == ["upheld"]
    assert found.calls.called == (frozenset({0}) if in_time else frozenset())
    assert found.cited == [["revoke"] if in_time else ["revoke", "late_accusation"]]
    for finding in found.added:
        assert (finding["pointer"], finding["severity"], finding["trick"]) == ("#/accusations/0", "note", 1)
        assert (finding["player"], finding["team"]) == ("ben", "ben+dee")
        assert finding["rule"]["parameter"] == "irregularities.accusation_until"


@pytest.mark.parametrize(
    ("rule", "codes"), [("none", []), ("tricks", ["false_accusation"]), ("same_penalty", ["false_accusation"])]
)
def test_a_false_call_is_an_offence_where_the_ruleset_says_so(rule: str, codes: list[str]) -> None:
    """Parameters, irregularities.false_accusation (H7)."""
    found = answered(RANKS, "dee ana", "ben cy 3", false_accusation=rule)
    assert found.results == ["refuted", "refuted"]
    assert found.codes == codes * 2
    assert [each.findings for each in found.calls.answers] == ([(0,), (1,)] if codes else [(), ()])
    for index, finding in enumerate(found.added):
        assert (finding["pointer"], finding["severity"]) == (f"#/accusations/{index}", "offence")
        assert (finding["player"], finding["team"]) == (("dee", "ben")[index], "ben+dee")
        assert finding.get("trick") == (None, 3)[index]
        assert finding["rule"]["parameter"] == "irregularities.false_accusation"


@pytest.mark.parametrize("caller", ["ana", "cy"])
def test_anybody_may_call(caller: str) -> None:
    """Nothing says who may call, so that a partner may (Law 9A); a false call is one of another side (H7)."""
    assert answered(REVOKED, f"{caller} cy 1").calls.called == {0}
    found = answered(RANKS, f"{caller} cy 1", f"{caller} cy", **FINED)
    assert (found.results, found.codes) == (["refuted"] * 2, [])


def test_of_several_calls_the_one_in_time_counts() -> None:
    """Rulings, after the proof: called in time is called in time, whoever else came too late; all are right."""
    found = answered(REVOKED, "dee cy 1", "ben cy at 1.4", "ben cy 1", **NEXT_TRICK)
    assert found.results == ["upheld"] * 3
    assert [each.findings for each in found.calls.answers] == [(0,)] * 3
    assert (found.calls.called, found.codes) == (frozenset({0}), [])
    assert "too late" in found.details[0]
    assert "too late" not in found.details[1]


def test_a_call_may_come_too_late_for_one_revoke_and_in_time_for_another() -> None:
    """Parameters, irregularities.accusation_until (H2): each revoke has a time of its own."""
    found = answered(TWICE, "ben cy at 3.0", **NEXT_TRICK)
    assert found.cited == [["revoke", "revoke", "late_accusation"]]
    assert (found.calls.called, found.added[0].get("trick")) == (frozenset({1}), 1)
    assert found.details[0] == "cy revoked in tricks 1 and 2; for trick 1 the call came too late."
    every = answered(TWICE, "ben cy", **NEXT_TRICK)
    assert (every.calls.called, every.added[0].get("trick")) == (frozenset(), None)
    assert every.added[0]["detail"] == "ben called cy's revoke in tricks 1 and 2 too late."


@pytest.mark.parametrize(
    ("calls", "findings"),
    [
        pytest.param(("ben cy 1", "ben cy 1"), [0, 0], id="written twice"),
        pytest.param(("ben cy 1", "dee cy 1"), [0, 0], id="by both partners"),
        pytest.param(("ben cy 1 at 1.4", "dee cy 1 at 3.0"), [0, 0], id="of the same trick, later"),
        pytest.param(("ben cy 1", "ben cy 2", "dee cy 1"), [0, 1, 0], id="another one between them"),
        pytest.param(("ben cy", "dee cy"), [0, 0], id="of every card"),
        pytest.param(("ben cy at 2.0", "dee cy at 2.2"), [0, 0], id="of the same cards"),
        pytest.param(("ben cy at 2.0", "dee cy at 3.0"), [0, 1], id="of the cards by then, and of more cards"),
        pytest.param(("ben cy 1", "ben ana 1"), [0, 1], id="of another player"),
        pytest.param(("ben cy 1", "ben cy"), [0, 1], id="with and without the trick"),
    ],
)
def test_the_same_call_is_one_call(calls: tuple[str, ...], findings: list[int]) -> None:
    """Rulings, shapes: the same call written twice, or made by two partners, is one call."""
    found = answered(RANKS, *calls, **FINED)
    assert found.results == ["refuted"] * len(calls)
    assert [each.findings for each in found.calls.answers] == [(index,) for index in findings]
    assert found.codes == ["false_accusation"] * (max(findings) + 1)


def test_the_same_late_call_is_noted_once() -> None:
    """Rulings, shapes; parameters, irregularities.accusation_until (H2)."""
    found = answered(REVOKED, "ben cy 1", "dee cy 1", **NEXT_TRICK)
    assert ([each.findings for each in found.calls.answers], found.codes) == ([(0, 1)] * 2, ["late_accusation"])


def test_findings_about_calls_are_numbered_after_those_of_the_record() -> None:
    """Rulings, shapes: an answer names its findings by their place among all of the ruling."""
    found = answered(REVOKED, "ben ana", "ben cy 1", "ben ana 2", accusation_until="end_of_round", **FINED)
    assert [each.findings for each in found.calls.answers] == [(1,), (0, 2), (3,)]
    assert found.codes == ["false_accusation", "late_accusation", "false_accusation"]


@pytest.mark.parametrize(
    ("body", "called", "cited"),
    [
        (taken_back(RANKS, 1, "cy", "QC"), frozenset(), ["revoke_corrected"]),
        (taken_back(RANKS, 1, "cy", "QC", at=(1, 4)), frozenset(), ["revoke_corrected"]),
        (taken_back(RANKS, 1, "cy", "QC", at=(2, 1)), frozenset({0}), ["revoke"]),
    ],
)
def test_a_revoke_with_a_card_taken_back_can_be_called(body: Json, called: frozenset[int], cited: list[str]) -> None:
    """Parameters, irregularities.revoke_established (H1): corrected in time it costs nothing; too late it was one."""
    found = answered(body, "ben cy 1", "ben cy 2", **FINED, **STRICT)
    assert found.results == ["upheld", "refuted"]
    assert (found.calls.called, found.cited[0]) == (called, cited)
    assert found.found[0]["pointer"] == "#/tricks/0/plays/2/withdrawn/0"
    assert found.codes == ["false_accusation"]


def test_a_revoke_that_was_corrected_is_never_called_too_late() -> None:
    """Rulings, after the proof: what was corrected in time costs nothing anyhow."""
    found = answered(taken_back(RANKS, 1, "cy", "QC"), "ben cy 1", **NEXT_TRICK)
    assert (found.results, found.codes) == (["upheld"], [])
    assert found.details[0] == "cy revoked in trick 1 and corrected it in time."


def test_a_card_of_the_suit_led_that_was_taken_back_is_no_revoke() -> None:
    """Rulings, shapes: taking back a card is nothing that a call of a revoke is right about."""
    assert answered(taken_back(RANKS, 1, "ana", "AD"), "ben ana 1").results == ["refuted"]


@pytest.mark.parametrize(
    ("rule", "result", "called"), [("as_revoke", "upheld", frozenset({0})), ("stands", "refuted", frozenset())]
)
def test_an_illegal_lead_of_a_spade_is_called_where_it_counts_as_a_revoke(
    rule: str, result: str, called: frozenset[int]
) -> None:
    """Parameters, irregularities.illegal_spade_lead (H10)."""
    found = answered(LED, "ben ana 3", "ben ana 2", illegal_spade_lead=rule, **STRICT)
    assert found.results == [result, "refuted"]
    assert found.calls.called == called
    detail = found.details[0]
    assert detail.startswith("ana led a spade too early in trick 3, which counts as a revoke") == (result == "upheld")


def test_a_lead_in_doubt_may_have_been_a_spade() -> None:
    """Parameters, irregularities.illegal_spade_lead (H10): what may have been one is not disproved."""
    body = replaced(RANKS, "AC", "KC")
    assert answered(body, "ben ana 2", illegal_spade_lead="as_revoke").results == ["undecidable"]
    assert answered(body, "ben ana 2", illegal_spade_lead="stands").results == ["refuted"]


def test_a_card_that_another_took_back_and_nobody_could_read_leaves_no_doubt() -> None:
    """Rulings, proof: ``??`` decides nothing, and is nothing that cy led or played."""
    body = taken_back(RANKS, 3, "dee", "??")
    assert answered(body, "ben cy 1", **STRICT).results == ["refuted"]
    assert answered(body, "ana dee 3", **STRICT).results == ["undecidable"]


def test_a_number_that_need_not_be_named_is_no_reason() -> None:
    """Parameters, irregularities.call_names (H6): a call says who; so what leaves it open is any of his cards."""
    body = without_play(cut(RANKS, 2), 1, "cy")
    said = "The record leaves some of cy's cards, or the leads to them, in doubt."
    assert answered(body, "ben cy 2", "ben cy").details == [said, said]
    assert answered(body, "ben cy 2", **STRICT).details != [said]


def test_a_log_that_ends_before_the_call_says_what_would_decide_it() -> None:
    """Rulings, what is asked: what would decide it; a trick that a call names was played."""
    body = without(cut(RANKS, 1), "stopped")
    after, named = answered(body, "ben cy", "ben cy 3").details
    assert after == (
        "The log has 1 trick, and the call is about every card that cy played in the round: the record does not say"
        " when it was made (`at`), or that play was stopped there (`stopped`)."
    )
    assert named == "The record has no trick 3; it ends after trick 1."
    (detail,) = answered(cut(RANKS, 1), "ben cy 3").details
    assert detail == "The record has no trick 3; it ends after trick 1."


def test_a_call_after_a_claim_is_about_the_cards_that_were_played() -> None:
    """Rulings, after the proof: a claim ends the log."""
    body = {**without(cut(RANKS, 2), "stopped"), "claim": {"by": "ana", "tricks": 2, "accepted": True}}
    assert answered(body, "ben cy").results == ["refuted"]


def test_an_open_question_is_left_open() -> None:
    """Rulings, what is asked: what this record can't decide stands among the undecided, with what would decide it."""
    found = answered(without(cut(REVOKED, 1), "hands"), "ben cy 1")
    assert found.details[0] == "Whether cy revoked in trick 1 is undecided."
    assert found.calls.answers[0].findings == ()


def test_pointers_to_calls_contain_no_names() -> None:
    """Design, the contract: a call is pointed to by its place, whatever its caller is called."""
    name = "b/e~n %ü"
    body = changed(RANKS)
    body["players"][1] = name
    body["hands"][name] = body["hands"].pop("ben")
    for played in (*body["bids"], *(play for each in body["tricks"] for play in each["plays"])):
        played["player"] = name if played["player"] == "ben" else played["player"]
    body["accusations"] = [{"by": name, "against": "cy", "trick": 1}]
    body["ruleset"] = honours(irregularities=FINED | STRICT)
    (finding,) = heard(body).added
    assert (finding["pointer"], finding["player"], finding["team"]) == ("#/accusations/0", name, f"{name}+dee")
    assert finding["detail"] == f"{name} called a revoke by cy. cy's card in trick 1 was no revoke."


def test_five_players_accuse_each_other() -> None:
    """Parameters, table.sides: each for oneself, everybody else is of another side."""
    ruleset = small(5, 2)
    body = record(
        ruleset,
        "ana AH KH QH JH TH",
        "ana AC KC QC JC TC",
        players=5,
        hands=hands(ana="AH AC", ben="KH KC", cy="QH QC", dee="JH JC", eve="TH TC"),
    )
    found = answered(body, "ana cy 1", "eve dee", **FINED)
    assert found.codes == ["false_accusation", "false_accusation"]
    revoked = swapped(body, "QH", "QC")
    assert answered(revoked, "ana cy 1").calls.called == {0}


def test_bids_do_not_matter() -> None:
    """Rulings, after the proof: a call is answered by the log, also in a round that nobody has bid on."""
    assert answered(changed(REVOKED, bids=bids("")), "ben cy 1").results == ["upheld"]
    assert answered(unlisted(REVOKED, "ana"), "ben cy 1").results == ["upheld"]


@pytest.mark.parametrize("seed", range(12))
def test_every_call_about_a_round_at_random(seed: int) -> None:
    """Rulings, proof: with all hands listed each call is decided, and by what was really done."""
    chance = chance_round(seed, rules(), 4, 13, slips=0.2)
    revokes = {(number, player) for code, number, player in chance.faults if code == "revoke"}
    made = [(number, player) for number in range(1, 14) for player in PLAYERS[:4]]
    found = answered(chance.body, *(f"ana {player} {number}" for number, player in made), **STRICT)
    assert found.results == ["upheld" if each in revokes else "refuted" for each in made]
    assert len(found.calls.called) == len(revokes) > 0
    usual = answered(chance.body, *(f"ana {player} {number}" for number, player in made))
    guilty = {player for _, player in revokes}
    assert usual.results == ["upheld" if player in guilty else "refuted" for _, player in made]
    for (number, player), call_answer in zip(made, usual.calls.answers, strict=True):
        nearest = (
            min((abs(each - number), each) for each, who in revokes if who == player)[1:] if player in guilty else ()
        )
        assert tuple(usual.found[index]["trick"] for index in call_answer.findings) == nearest
