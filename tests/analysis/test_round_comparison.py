"""One round under several rulesets: each ruling is that of an audit, and each difference is one of these audits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from service.analysis.comparison import compare_rulings, read_under_each
from service.spades.cards import CODES
from service.wire.ruleset_json import resolve_once
from service.wire.schemas.rounds_and_games import CompareRoundRequestSchema
from tests.naive.compare import PRESETS, parameters_of, usable
from tests.naive.disputes import disputed_rules
from tests.spades.builders.asking import answer, ask
from tests.spades.builders.cards import Json
from tests.spades.builders.members import members
from tests.spades.builders.records import record

COMPARE = "compareRound"
SEEDS = range(12)
FIRST_TRICKS = ("normal", "no_spades")


def under(body: Json, *rulesets: Json | str) -> Json:
    """Return a record under these rulesets instead of its own."""
    return {"rulesets": list(rulesets), **{name: value for name, value in body.items() if name != "ruleset"}}


def alone(body: Json, ruleset: Json | str) -> tuple[int, Json]:
    """Return the status and the answer of the audit under one ruleset."""
    return answer("auditRound", {"ruleset": ruleset, **{name: body[name] for name in body if name != "rulesets"}})


def disputed(seed: int) -> Json:
    """Return a random dispute under its own ruleset, the same with other house rules, and a preset."""
    rng, (case, _) = Random(seed), usable(seed)
    overrides, _ = disputed_rules(rng, parameters_of(case.reference["name"]))
    other = {"name": case.reference["name"], "overrides": overrides}
    return under(case.record, case.reference, other, rng.choice(PRESETS))


def compared(body: Json) -> Json | None:
    """Return the comparison, None if a ruleset drawn at random contradicts itself."""
    status, content = answer(COMPARE, body)
    if status == 200:
        return content
    assert content["type"] == "/problems/unusable-ruleset", content
    return None


def in_short(finding: Json) -> Json:
    return {
        name: finding[name] for name in ("code", "pointer", "trick", "player", "team", "established") if name in finding
    }


def penalty_in_short(ruling: Json, penalty: Json) -> Json:
    kept: Json = {name: penalty[name] for name in ("team", "effect", "tricks", "rule", "detail") if name in penalty}
    return {"finding": in_short(ruling["findings"][penalty["finding"]]), **kept}


def figures(sides: Sequence[Json] | None) -> dict[str, Json]:
    return {
        side["team"]: {
            "points": side["points"],
            "score": side["after"]["score"],
            "bags": side["after"]["bags"],
        }
        for side in sides or ()
    }


def assert_same(result: Json, ruling: Json) -> None:
    """Hold a result against the audit under its ruleset."""
    assert result["ruleset"] == ruling["ruleset"]
    assert (result["verdict"], result["complete"]) == (ruling["verdict"], ruling["complete"])
    for severity, member in (("offence", "offences"), ("error", "errors")):
        assert result[member] == [in_short(each) for each in ruling["findings"] if each["severity"] == severity]
    assert result["undecided"] == [in_short(each) for each in ruling["undecided"]]
    assert result["penalties"] == [penalty_in_short(ruling, each) for each in ruling["penalties"]]
    for member in ("as_played", "as_ruled"):
        assert {each["team"]: each[member] for each in result["teams"] if member in each} == figures(ruling.get(member))


@cache
def comparisons() -> list[tuple[Json, Json]]:
    """Return the random disputes that can be compared, each with its comparison."""
    bodies = map(disputed, SEEDS)
    return [(body, found) for body, found in ((each, compared(each)) for each in bodies) if found is not None]


def test_each_result_is_the_audit_under_its_ruleset() -> None:
    results = [each for body, found in comparisons() for each in zip(body["rulesets"], found["results"], strict=True)]
    bodies = [body for body, found in comparisons() for _ in found["results"]]
    for body, (reference, result) in zip(bodies, results, strict=True):
        status, ruling = alone(body, reference)
        if "faults" in result:
            assert (status, ruling["type"]) == (422, "/problems/unreadable-record")
            assert result["faults"] == ruling["errors"]
            assert set(result) == {"ruleset", "title", "faults"}
        else:
            assert_same(result, ruling)


def decided(body: Json, ruleset: Json, difference: Json) -> str | None:
    """Return what the audit under a ruleset decides about the subject of a difference.

    It is None if the record can't be read, or the ruleset contradicts itself.
    """
    status, ruling = alone(body, ruleset)
    subject = difference["subject"]
    if ruling.get("type") == "/problems/unusable-ruleset":
        return None
    if subject == "readable":
        return "yes" if status == 200 else "no"
    if status != 200:
        return None
    if subject == "tricks":
        return _tricks(ruling, body, difference["team"])
    return str(_READ_FROM[subject](ruling, difference))


def _found(ruling: Json, difference: Json) -> str:
    subject, wanted = difference["subject"], difference["finding"]
    listed = ruling["undecided"] if subject == "undecided" else ruling["findings"]
    members = ("code", "pointer", *(("player",) if "player" in wanted else ("team",)))
    for each in listed:
        if subject in {"undecided", each["severity"]} and all(each.get(name) == wanted.get(name) for name in members):
            if subject == "offence" and "established" in each:
                return "established" if each["established"] else "not_established"
            return "found"
    return "absent"


def _cost(ruling: Json, difference: Json) -> str:
    tricks: list[int] = []
    for each in ruling["penalties"]:
        finding, wanted = ruling["findings"][each["finding"]], difference["finding"]
        same = all(finding.get(name) == wanted.get(name) for name in ("code", "pointer"))
        same = same and ("player" not in wanted or finding.get("player") == wanted["player"])
        if same and (each["team"], each["effect"]) == (difference["team"], difference["effect"]):
            tricks.append(each.get("tricks", 0))
    if not tricks:
        return "none"
    return str(sum(tricks)) if difference["effect"] == "tricks" else "applies"


def _tricks(ruling: Json, body: Json, team: str) -> str:
    won = ruling["tricks_won"]
    if team in won:
        return str(won[team])
    named = {side["name"]: side["players"] for side in body.get("teams", ())}
    players = named.get(team) or team.split("+")
    return str(sum(won[each] for each in players)) if set(players) <= set(won) else "none"


def _score(member: str, *path: str) -> Any:
    def read(ruling: Json, difference: Json) -> str:
        for side in ruling.get(member, ()):
            if side["team"] == difference["team"]:
                value: Any = side
                for name in path:
                    value = value[name]
                return str(value)
        return "none"

    return read


_READ_FROM: Mapping[str, Any] = {
    "verdict": lambda ruling, _: ruling["verdict"],
    "complete": lambda ruling, _: "yes" if ruling["complete"] else "no",
    **dict.fromkeys(("offence", "error", "undecided"), _found),
    "penalty": _cost,
    "points_as_played": _score("as_played", "points"),
    "points_as_ruled": _score("as_ruled", "points"),
    "bags": _score("as_ruled", "after", "bags"),
}


def test_each_value_of_a_difference_is_that_of_the_audit() -> None:
    for body, difference in ((body, each) for body, found in comparisons() for each in found["differences"]):
        value = {index: each["value"] for each in difference["values"] for index in each["rulesets"]}
        assert len(set(value.values())) > 1
        for index, each in value.items():
            assert decided(body, body["rulesets"][index], difference) == each


def by_digest(comparison: Json) -> list[Any]:
    """Return the differences with their rulesets named by digest, whatever the order of the rulesets."""
    digests = [each["ruleset"]["digest"] for each in comparison["results"]]
    return [
        (
            {name: each[name] for name in each if name != "values"},
            sorted((value["value"], sorted(digests[index] for index in value["rulesets"])) for value in each["values"]),
        )
        for each in comparison["differences"]
    ]


def test_the_order_of_the_rulesets_makes_no_difference() -> None:
    for body, comparison in comparisons():
        own, house_rules, preset = body["rulesets"]
        other = ask(COMPARE, {**body, "rulesets": [preset, own, house_rules]})
        assert by_digest(other) == by_digest(comparison)
        assert other["ruling_id"] != comparison["ruling_id"]


REVOKE = record(
    "pagat",
    "ana KH ben 2H cy 3S dee 4H",
    "cy 9H dee AH",
    bid="ana 4, ben 3, cy 1, dee 5",
)


def house(**groups: Mapping[str, object]) -> Json:
    return {"name": "pagat", "overrides": groups}


def early_claim(seed: int) -> Json:
    """Return a round that ended with a claim before the first card, which more positions than it has would decide."""
    dealt, body = Random(seed).sample(CODES[:52], 52), record("pagat", bid="ana 4, ben 3, cy 2, dee 3")
    body["hands"] = {player: dealt[seat::4] for seat, player in enumerate(body["players"])}
    claim = {"by": "ana", "tricks": 6, "accepted": False, "statement": body["hands"]["ana"]}
    return {**body, "tricks": [], "claim": claim}


@pytest.mark.parametrize("seed", [24, 60, 61])
def test_the_order_of_the_rulesets_makes_no_difference_to_a_claim(seed: int) -> None:
    body = early_claim(seed)
    rulesets: list[Json | str] = [
        house(bids={"side_least": 4}, claims={"failed": "all_tricks"}),
        house(bids={"nil": {"made": {"points": 50}}}, claims={"failed": "play_on"}, bags={"limit": 5}),
        house(claims={"test": "best_play"}, bags={"limit": 7}),
        "pagat",
    ]
    one, other = (ask(COMPARE, under(body, *each)) for each in (rulesets, rulesets[::-1]))
    assert by_digest(one) == by_digest(other)


def searches(body: Json) -> int:
    """Return how often a comparison lets others have their turn in the search for a claim."""
    rulesets, pauses = tuple(map(resolve_once, body["rulesets"])), list[int]()
    compare_rulings(
        rulesets, read_under_each(rulesets, members(CompareRoundRequestSchema, body)), lambda: pauses.append(0)
    )
    return len(pauses)


def test_a_claim_is_searched_once_for_all_rulesets_that_play_alike() -> None:
    body = early_claim(1)
    one = searches(under(body, "pagat", house(bids={"nil": {"made": {"points": 50}}})))
    three = searches(under(body, "pagat", house(bids={"nil": {"made": {"points": 50}}}), house(bags={"limit": 5})))
    assert one > 100
    assert three - one < 10


def test_what_may_be_searched_for_a_claim_is_shared_by_many_rulesets() -> None:
    plays = [{"opening_card": card, "first_trick": trick} for card in ("any", "non_spade") for trick in FIRST_TRICKS]
    body = under(early_claim(2), *(house(play=play) for play in plays))
    rulesets = tuple(map(resolve_once, body["rulesets"]))
    comparison = compare_rulings(rulesets, read_under_each(rulesets, members(CompareRoundRequestSchema, body)))
    searched = [each.ruling.claim.positions for each in comparison.results if each.ruling and each.ruling.claim]
    assert len(searched) == len(plays)
    assert max(searched) == 6_000 // len(plays)


def test_labels_are_repeated_and_do_not_change_the_id() -> None:
    body = under(REVOKE, "pagat", "nello")
    labelled = ask(COMPARE, {**body, "labels": {"table": "4"}})
    plain_one = ask(COMPARE, body)
    assert labelled["labels"] == {"table": "4"}
    assert labelled["ruling_id"] == plain_one["ruling_id"]
    assert "labels" not in plain_one
    spelled = ask(COMPARE, under(REVOKE, {"name": "pagat", "options": []}, "nello"))
    assert spelled["ruling_id"] == plain_one["ruling_id"]
