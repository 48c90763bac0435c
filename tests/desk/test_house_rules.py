"""House rules at the desk and the score sheet, in sentences: what is changed, what contradicts it, where it shows."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from service.spades.rules.ruleset import dotted
from service.wire.contract import load_document
from tests.contract.corpus import BODIES
from tests.contract.tools import require
from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import AXE, TOO_WIDE, WINDOWS, violations
from tests.desk.test_links import STATE, link
from tests.desk.test_stories import REVOKE
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json

CHOSEN = BODIES["auditRound"]["a revoke whose price is chosen"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator


def rules_of(client: FlaskClient) -> list[Json]:
    """Return what the service says of the values of every rule."""
    found: list[Json] = client.get("/v1/parameters").get_json()["parameters"]
    return found


def test_the_rules_shown_first_are_those_in_which_most_presets_differ(client: FlaskClient) -> None:
    names = [preset["name"] for preset in client.get("/v1/rulesets").get_json()["rulesets"]]
    presets = [client.get(f"/v1/rulesets/{name}").get_json()["parameters"] for name in names]
    rules = rules_of(client)
    differing = {}
    for rule in rules:
        values = [member_in(preset, rule["name"]) for preset in presets]
        differing[rule["name"]] = sum(one != other for one, other in combinations(values, 2))
    first = {rule["name"] for rule in rules if rule["often_changed"]}
    assert len(first) == 20
    assert min(differing[name] for name in first) > max(count for name, count in differing.items() if name not in first)
    assert list(differing) == list(dotted(presets[0]))


def member_in(groups: Json, name: str) -> Json:
    """Return a value by its dotted name."""
    value = groups
    for part in name.split("."):
        value = value[part]
    return value


def bounds(schema: Json) -> Json:
    """Return the type of a value of the contract, as the panel has it."""
    if schema["type"] == "boolean":
        return {"type": "choice", "values": [False, True]}
    if "enum" in schema:
        return {"type": "choice", "values": schema["enum"]}
    if schema["type"] == "integer":
        return {"type": "number", "least": schema["minimum"], "most": schema["maximum"]}
    return {}


def of_members(rule: Json) -> Json:
    """Return the types of a rule's members by name; the first of two choices is what holds without one."""
    types = {each["name"]: {key: each[key] for key in each if key != "name"} for each in rule["members"]}
    return {
        name: {**each_type, "values": sorted(each_type["values"])} if "values" in each_type else each_type
        for name, each_type in types.items()
    }


def is_refused(name: str, value: object) -> bool:
    """Tell whether a parameter can't have this value, and the request is told to change that alone."""
    overrides = reduce(lambda inner, part: {part: inner}, reversed(name.split(".")), value)
    status, problem = answer("resolveRuleset", {"ruleset": {"name": "pagat", "overrides": overrides}})
    path = "/".join(["#/ruleset/overrides", *name.split(".")])
    return status == 422 and [each["pointer"] for each in problem["errors"]] == [path]


@cache
def components() -> dict[str, Json]:
    """Return the schemas of the contract by name."""
    schemas: dict[str, Json] = load_document()["components"]["schemas"]
    return schemas


def resolved(schema: Json) -> Json:
    """Return a schema of the contract, or the component to which it refers."""
    return components()[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def parts(schema: Json) -> Json:
    """Return the bounds of each member of an object, and of each in that, by dotted names."""
    found: Json = {}
    for name, member in schema["properties"].items():
        own = resolved(member)
        inner = parts(own) if own["type"] == "object" else {}
        found |= {f"{name}.{part}": each for part, each in inner.items()} or {name: bounds(own)}
    return found


def assert_choice(rule: Json, values: list[object]) -> None:
    """Find these values in a rule, but for those that make no sense in its row: a bid is in no suit."""
    left_out = [value for value in values if value not in rule["values"]]
    assert [value for value in values if value not in left_out] == rule["values"]
    assert all(is_refused(rule["name"], value) for value in left_out), rule["name"]


def test_the_values_of_each_rule_are_those_of_the_contract(client: FlaskClient) -> None:
    for rule in rules_of(client):
        schema: Json = {"$ref": "Parameters"}
        for part in rule["name"].split("."):
            schema = resolved(resolved(schema)["properties"][part])
        if rule["type"] == "worth":
            assert of_members(rule) == parts(schema)
        elif rule["type"] == "contracts":
            assert of_members(rule) == parts(resolved(schema["items"]))
        elif rule["type"] in ("words", "numbers"):
            expected = bounds(resolved(schema["items"]))
            assert {**rule, "type": expected["type"]}.items() >= expected.items(), rule["name"]
        elif rule["type"] == "choice":
            bound = bounds(schema)
            assert_choice(rule, bound["values"] if "values" in bound else [*range(bound["least"], bound["most"] + 1)])
        elif schema["type"] != "object":
            assert bounds(schema).items() <= rule.items(), rule["name"]


def open_rules(desk: Sitting) -> None:
    """Open the table and its rules."""
    desk.page.locator("details:not([open]) > summary", has_text=re.compile("N, E, S, W")).click()
    desk.press("Change the rules")
    desk.page.locator(".house h4").first.wait_for()


def rule(desk: Sitting, name: str) -> Locator:
    """Return a rule of the panel."""
    return desk.page.locator(f'[data-place="ruleset/overrides/{name.replace(".", "/")}"]')


def choose(desk: Sitting, label: str, words: str) -> None:
    """Choose the value of a rule whose sentence has these words."""
    options = desk.page.get_by_label(label, exact=True).locator("option")
    (text,) = [each for each in options.all_inner_texts() if words in each]
    desk.page.get_by_label(label, exact=True).select_option(text)
    desk.settle()


def test_jokers_a_contradiction_and_its_remedy(desk: Sitting, browser: Browser, served: Served) -> None:
    open_rules(desk)
    assert desk.page.locator(".house li").count() == 20
    choose(desk, "jokers", "The big joker and the little joker are added")
    fault = rule(desk, "deck.jokers").locator(".fault")
    assert "54 cards make 4 hands of 13 and leave 2 over." in fault.inner_text()
    fault.get_by_role("button", name="leftover").click()
    choose(desk, "leftover", "are set aside")
    rule(desk, "deck.jokers").get_by_text("The big joker and the little joker are added").first.wait_for()
    assert desk.page.locator(".house .fault").count() == 0
    desk.write("N E S W; dealer W\nN KH 2H BJ 4H\nS 9H\n")
    assert "S revoked in trick 1." in desk.ruling
    assert "By pagat with jokers 2; leftover set aside." in desk.whole_ruling
    desk.page.emulate_media(media="print")
    assert "House rules: The big joker and the little joker are added" in desk.page.locator(".paper").last.inner_text()
    desk.page.emulate_media(media="screen")
    with Sitting(browser, served.address) as other:
        other.open(desk.link())
        other.page.locator("details.setup > summary").click()
        assert other.page.locator(".house li").count() == 2
        other.press("put back jokers")
        assert other.page.evaluate("document.activeElement.id") == "house-rules"
        assert "One rule is not as in pagat." in other.page.inner_text(".house")
        assert "By pagat with leftover set aside." in other.whole_ruling


def test_a_number_is_typed_and_a_wrong_one_stays_with_its_fault(desk: Sitting) -> None:
    desk.write(REVOKE)
    open_rules(desk)
    desk.enter("bag limit", "500")
    assert desk.field("bag limit").input_value() == "500"
    rule(desk, "bags.limit").get_by_text("500 is above the maximum, 100.").wait_for()
    assert "500 is above the maximum, 100." in desk.whole_ruling
    desk.enter("bag limit", "5")
    rule(desk, "bags.limit").get_by_text("a side's bags reach 5").wait_for()
    assert "In pagat: 10." in rule(desk, "bags.limit").inner_text()
    assert "By pagat with bag limit 5." in desk.whole_ruling


def test_any_rule_is_found_by_its_words(desk: Sitting) -> None:
    open_rules(desk)
    found = {
        "called next deal": ["calls/until"],
        "deuce": ["deck/removed", "deck/top_trumps"],
        "first hand, played": ["bids/first_round"],
    }
    for words, rules in found.items():
        desk.page.get_by_role("searchbox").fill(words)
        places = [each.get_attribute("data-place") for each in desk.page.locator(".house li").all()]
        assert places == [f"ruleset/overrides/{each}" for each in rules], words
    desk.page.get_by_role("searchbox").fill("kibitzer")
    assert "No rule has these words." in desk.page.inner_text(".house")


def test_a_default_that_a_penalty_rests_on_is_changed_where_the_ruling_says_so(desk: Sitting) -> None:
    desk.write(REVOKE)
    assert "3 tricks" in desk.ruling
    desk.page.get_by_role("button", name="Change it").first.click()
    rule(desk, "penalties.revoke.remedy").locator("select").wait_for()
    choose(desk, "revoke remedy", "There is no penalty for a revoke.")
    desk.settle()
    assert "No penalty (finding 1 says why)." in desk.ruling
    assert "By pagat with revoke remedy none." in desk.whole_ruling


def test_the_side_that_was_wronged_chooses_what_a_revoke_costs(desk: Sitting) -> None:
    record = {name: value for name, value in CHOSEN.items() if name != "ruleset"}
    desk.open(link({**STATE, "ruleset": {"options": [], **CHOSEN["ruleset"]}, "record": record}))
    assert "To choose" in desk.ruling
    assert "ana+cy \N{MINUS SIGN}20, ben+dee \N{MINUS SIGN}20" in desk.ruling
    desk.press("tricks")
    assert "To choose" not in desk.ruling
    assert "ana+cy loses 3 tricks" in desk.ruling


def test_what_a_bid_is_worth_and_contracts_with_points_of_their_own(desk: Sitting) -> None:
    desk.open(path="/desk/sheet")
    open_rules(desk)
    desk.page.get_by_role("searchbox").fill("nil failed")
    desk.enter("nil failed points", "50")
    rule(desk, "bids.nil.failed").get_by_text("write \N{MINUS SIGN}50").wait_for()
    desk.enter("nil failed points", "-50")
    rule(desk, "bids.nil.failed").get_by_text("A nil costs 50 points when its bidder takes a trick.").wait_for()
    desk.page.get_by_role("searchbox").fill("contracts")
    desk.press("Add a contract")
    desk.enter("contract 1 least", "10")
    desk.enter("contract 1 failed points", "-100")
    rule(desk, "contracts").get_by_text("10 or more tricks").first.wait_for()
    for name, bid in zip("NESW", ("6", "nil", "4", "3"), strict=True):
        desk.field(f"bid of {name}, round 1").fill(bid)
    desk.field("tricks of N+S, round 1").fill("10")
    desk.field("tricks of E, round 1").fill("1")
    desk.settle()
    assert desk.page.locator(".result .points").all_inner_texts() == ["+200", "\N{MINUS SIGN}80"]
    desk.press("Take contract 1 away")
    desk.settle()
    assert desk.page.locator(".result .points").all_inner_texts() == ["+100", "\N{MINUS SIGN}80"]
    assert "One rule is not as in pagat." in desk.page.inner_text(".house")


def test_house_rules_of_a_score_sheet_by_keyboard(desk: Sitting) -> None:
    desk.open(path="/desk/sheet")
    desk.page.locator(".table-setup > summary").click()
    desk.page.get_by_role("button", name="Change the rules").focus()
    keys = desk.page.keyboard
    keys.press("Enter")
    desk.page.locator(".house h4").first.wait_for()
    desk.field("target").focus()
    keys.press("ControlOrMeta+a")
    keys.type("50")
    keys.press("Tab")
    desk.settle()
    for name, bid in zip("NESW", "3432", strict=True):
        desk.field(f"bid of {name}, round 1").fill(bid)
    desk.field("tricks of N+S, round 1").fill("6")
    desk.settle()
    assert "the target of 50 is reached" in desk.page.locator(".standing").inner_text()
    desk.page.emulate_media(media="print")
    assert "ruleset pagat with target 50. A side with at least 50 points" in desk.page.inner_text("p.paper:not(.title)")


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing_and_a_phone_is_wide_enough(window: str, browser: Browser, served: Served) -> None:
    require(AXE)
    with Sitting(browser, served.address, **WINDOWS[window]) as desk:
        desk.open()
        open_rules(desk)
        choose(desk, "jokers", "The big joker and the little joker are added")
        desk.enter("bag limit", "500")
        rule(desk, "bags.limit").locator(".fault").wait_for()
        assert violations(desk) == []
        assert desk.page.evaluate(TOO_WIDE) is False
        assert desk.faults == []
