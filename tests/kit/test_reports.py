"""The report names the rule by which an engine plays instead."""

from __future__ import annotations

from typing import Any

import pytest

from service.kit.engine import Engine
from service.kit.report import Report, report_on, written
from tests.kit.made import RULESETS, asked, engine_of, kit_of

KITS = [pytest.param("seed"), *(pytest.param(name, marks=pytest.mark.long) for name in RULESETS if name != "seed")]


def report(kit: Any, wrong: Engine) -> Report:
    return report_on(engine_of(kit), asked(kit, wrong))


@pytest.mark.parametrize("name", KITS)
def test_an_engine_by_these_rules_agrees(name: str) -> None:
    found = report(kit_of(name), engine_of(kit_of(name)))
    assert (found.differing, found.rules, found.unanswered) == ((), (), ())


@pytest.mark.parametrize(
    ("mistakes", "overrides", "name", "says"),
    [
        (("one_bag_penalty",), {}, "one_bag_penalty", "The bag penalty is due once in a round"),
        (("any_card",), {}, "any_card", "Players need not follow suit."),
        (
            (),
            {"bids": {"nil": {"failed_tricks": "to_contract"}}},
            "bids.nil.failed_tricks",
            "The tricks of a failed nil bidder count towards the side's contract",
        ),
        ((), {"play": {"spade_lead": "any_time"}}, "play.spade_lead", "Spades may be led at any time"),
        ((), {"bids": {"number": {"overtrick": 0}}}, "bids.number.overtrick", "scores nothing"),
    ],
)
def test_one_wrong_rule_is_named_and_explains_all(
    mistakes: tuple[str, ...], overrides: dict[str, Any], name: str, says: str
) -> None:
    found = report(kit_of("seed"), engine_of(kit_of("seed"), *mistakes, **overrides))
    (rule,) = found.rules
    assert rule.name == name
    assert says in rule.does
    assert len(rule.explains) == len(found.differing) > 1
    assert found.unexplained == ()


@pytest.mark.long
def test_several_wrong_rules_are_named_together() -> None:
    overrides = {
        "bids": {"nil": {"made": {"points": 75}}, "number": {"overtrick": 0}},
        "bags": {"limit": 5},
        "contracts": [{"least": 10, "made": {"points": 50}}],
    }
    found = report(kit_of("seed"), engine_of(kit_of("seed"), "any_suit", **overrides))
    assert {rule.name for rule in found.rules} == {
        *("bids.nil.made", "bids.number.overtrick", "bags.limit", "contracts", "any_suit"),
    }
    assert {rule.name: rule.value for rule in found.rules}["bids.nil.made"] == {"points": 75}
    assert found.unexplained == ()


def test_members_left_out_are_not_compared() -> None:
    kit = kit_of("seed")
    points = [
        each._replace(answer={"points": (each.answer or {}).get("points")}) for each in asked(kit, engine_of(kit))
    ]
    scores = [each for each in points if each.question.asks == "score_round"]
    assert report_on(engine_of(kit), scores).differing == ()


def test_what_no_rule_explains_is_shown_with_both_answers() -> None:
    kit = kit_of("seed")
    first, *others = asked(kit, engine_of(kit))
    found = report_on(engine_of(kit), [first._replace(answer={"cards": ["2C", "2C"]}), *others])
    text = "\n".join(written(found))
    assert [each.id for each in found.unexplained] == [first.id]
    assert f"{first.id}: {first.tests}" in text
    assert "answered {'cards': ['2C', '2C']}" in text
