"""A vector for each column of the tables of bids and penalties that no other vector covers: one that fails without it.

They are looked for: for each row of penalties the cases of its offences, their offender also with a nil, and for each
kind of bid a row of a score sheet, under rulesets that give the columns values. What the naive referee knows, it has to
agree with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from service.spades.findings import CODES
from service.spades.rules.circumstances import CIRCUMSTANCES
from service.spades.rules.ruleset import ENTRIES, NAMES, Parameters, dotted, nested
from tests.conformance.decided import UNORDERED, decided
from tests.conformance.kit import run
from tests.conformance.samples import cited
from tests.conformance.second_engine import UnansweredError, answered, stated
from tests.conformance.vector import Evidence, Vector
from tests.naive.house_rules import OFFENCES
from tests.spades.builders.asking import answer
from tests.spades.builders.cards import Json
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, small
from tests.spades.test_every_finding import CASES

Asked: TypeAlias = tuple[str, Json]
"""An operation and the body of a request."""

_PRICES: tuple[Json, ...] = (
    {"remedy": "tricks", "tricks": 1, "to": "opponents", "nil": "fails", "repeat": "once_a_suit"},
    {"remedy": "tricks", "tricks": 1, "to": "opponents", "nil": "fails"},
    {"remedy": "tricks", "tricks": 0},
    {"remedy": "points", "points": -50, "to": "opponents", "nil": "no_points"},
    {"remedy": "choice", "of": ["none", "tricks"]},
)
_BIDS: tuple[Json, ...] = (
    {"per_side": 1},
    {"deficit": 500},
    {"most": 2},
    {"counts_as_set": True},
    {"failed_bags_when_set": "bags_and_points"},
    {"allowed": False},
)
"""Values of columns of a kind of bid, which is otherwise allowed."""
_NO_PASS = {"nil": {"exchange": 0}}
_PLAYED = small(4, 3, bids=_NO_PASS, play={"opening_card": "any", "first_trick": "no_spades"})
_OPENED = small(4, 3, bids=_NO_PASS, play={"opening_card": "non_spade", "first_trick": "normal"})
_LED = small(
    4,
    4,
    bids=_NO_PASS,
    play={"opening_card": "any", "spade_lead": "after_broken", "broken_by": "discard_only"},
)
_HEARTS = hands(ana="AH TH 2C", ben="KH 9H 3C", cy="QH 8H 4C", dee="JH 7H 5C")
_SPADES = hands(ana="AH AS KS 2H", ben="KH QS JS 3H", cy="QH TS 9S 4H", dee="JH 8S 7S 5H")
_TO_BE_OPENED = hands(ana="AS KS 2H", ben="QS JS 3H", cy="TS 9S 4H", dee="8S 7S 5H")
_DISCARDS = hands(ana="AH 2H 2C", ben="3H 3C 4C", cy="KS QS 9S", dee="JS TS 6C")
_NIL = "ana 1, ben 1, cy 1, dee 0"


def _taken_back(body: Json, place: int, card: str) -> Json:
    """Return a record in which this card was taken back for the one that stayed in this place of the first trick."""
    plays = [*body["tricks"][0]["plays"]]
    plays[place] = {**plays[place], "withdrawn": [{"card": card}]}
    return {**body, "tricks": [{"plays": plays}, *body["tricks"][1:]]}


_FURTHER: Mapping[str, tuple[Json, ...]] = {
    "play_out_of_turn": (record(_PLAYED, "ana AH cy QH ben KH dee JH", "ana TH cy 8H ben 9H dee 7H", hands=_HEARTS),),
    "lead_out_of_turn": (record(_PLAYED, "ben KH QH JH AH", "ben 9H 8H 7H TH", hands=_HEARTS),),
    "early_spade": (
        record(_LED, "ana AH KH QH JH", "ana AS QS TS 8S", "ana KS JS 9S 7S", hands=_SPADES),
        record(_LED, "ana AH KH QH JH", "dee 8S AS QS TS", bid=_NIL, hands=_SPADES),
    ),
    "opening_card": (record(_OPENED, "ana KS QS TS 8S", hands=_TO_BE_OPENED),),
    "first_trick_card": (record(_PLAYED, "ana AH 3H KS JS", bid=_NIL, hands=_DISCARDS),),
    "card_taken_back": (_taken_back(record(_PLAYED, "ana AH KH QH 7H", bid=_NIL, hands=_HEARTS), 3, "JH"),),
    "wrong_count": (
        record(
            honours(),
            bid="ana 0, ben 1, cy 1, dee 1",
            hands=hands(ana="AH AC AD AS KH", ben="KC KD KS", cy="QH QC QD QS", dee="JH JC JD JS"),
        ),
    ),
}
"""Records of offences, by row: the same player does it again in the same suit, or as a nil bidder takes no trick."""


def columns(made: Iterable[Vector]) -> Iterator[Vector]:
    """Yield a vector for each column that none of these covers."""
    missing = {name for name in NAMES if name.count(".") > 1 and can_differ(name)}
    for vector in made:
        if vector.level not in {"refusals", "rulesets"} and isinstance(vector.request, dict):
            missing -= _covered((vector.operation, vector.request), vector.answer, missing)
    for asked in _pool():
        status, content = answer(*asked)
        shown = decided(asked[0], content) if status == 200 else {}
        covered = _covered(asked, shown, missing) if status == 200 else set()
        if covered:
            missing -= covered
            yield _vector(asked, shown, sorted(covered))


def can_differ(name: str) -> bool:
    """Tell whether a parameter may have another value than its default, whatever the other parameters are.

    A conflict that names no other parameter and holds by default can't be resolved: its values are not for this row.
    """
    entry, defaults = ENTRIES[name], Parameters()
    fixed = [each for each in entry.conflicts if not each.others and CIRCUMSTANCES[each.when].holds(defaults)]
    left = entry.means.keys() - {value for each in fixed for value in each.values}
    return not fixed or len(left) > 1


def fails_without(operation: str, request: Json, shown: Any, name: str) -> bool:
    """Tell whether a vector fails if the service is asked without one of its overrides; it may then refuse it."""
    status, content = answer(operation, _without(request, name))
    return status != 200 or any(run.differences(shown, content, UNORDERED))


def overridden(request: Any) -> Json:
    """Return what the ruleset of a request overrides, by dotted name."""
    reference = request.get("ruleset", {}) if isinstance(request, dict) else {}
    return dotted(reference.get("overrides", {})) if isinstance(reference, dict) else {}


def _without(request: Json, name: str) -> Json:
    rest = nested({each: value for each, value in overridden(request).items() if each != name})
    return {**request, "ruleset": {**request["ruleset"], "overrides": rest}}


def _covered(asked: Asked, shown: Any, names: set[str]) -> set[str]:
    """Return which of these parameters a vector would fail without."""
    return {name for name in names & overridden(asked[1]).keys() if fails_without(*asked, shown, name)}


def _pool() -> Iterator[Asked]:
    """Yield requests that may cover a column."""
    for row in OFFENCES:
        for price in _prices(row):
            for offended in _offended(row):
                base = dotted(offended["ruleset"]["overrides"]) | dotted({"penalties": price})
                yield "auditRound", {**offended, "ruleset": {"name": "pagat", "overrides": nested(base)}}
    for kind, tricks in _KINDS.items():
        for values in _BIDS:
            rules = {"allowed": True, **values}
            if all(f"bids.{kind}.{column}" in NAMES for column in rules):
                yield "scoreRound", _bid({kind: rules}, {"kind": kind, "tricks": tricks})
    yield "scoreRound", _bid({"table": {"not": [20]}}, {"tricks": 2})


_KINDS = {"number": 3, "zero": 0, "nil": 0, "blind": 3, "blind_nil": 0}
"""The kinds of bids, with a number of tricks."""


def _bid(rules: Json, bid: Json) -> Json:
    """Return a round in which a player makes a bid, and of zeros and numbers also the partner; nobody keeps it."""
    row = next(iter(rules.values()))
    beside: Json = {"tricks": 6}
    if not row.get("allowed", True):  # then there are blind bids only
        rules, beside = {**rules, "blind": {"allowed": True}}, {"tricks": 6, "kind": "blind"}
    partner = bid if {"per_side", "counts_as_set"} & row.keys() else beside
    return {
        "ruleset": {"name": "pagat", "overrides": {"bids": rules}},
        "players": ["ana", "ben", "cy", "dee"],
        "dealer": "dee",
        "bids": [
            {"player": "ana", **bid},
            {"player": "ben", **beside},
            {"player": "cy", **partner},
            {"player": "dee", **beside},
        ],
        "tricks_won": {"ana": 2, "ben": 6, "cy": 1, "dee": 4},
        "before": {"ana+cy": {"score": 0, "bags": 0}, "ben+dee": {"score": 0, "bags": 0}},
    }


def _prices(row: str) -> Iterator[Json]:
    yield from ({row: price} for price in _PRICES)
    other = next(each for each in OFFENCES if each != row)
    yield {row: {"as": other}, other: {"remedy": "points", "points": -10}}


def _offended(row: str) -> Iterator[Json]:
    """Yield the cases of an offence, first with a nil of its player."""
    yield from _FURTHER.get(row, ())
    for case in CASES:
        if CODES[case.code].penalty == row and case.fault["ruleset"]["name"] == "pagat":
            player = case.finding.get("player")
            nil = [each | ({"tricks": 0} if each.get("player") == player else {}) for each in case.fault["bids"]]
            yield {**case.fault, "bids": nil}
            yield case.fault


def _vector(asked: Asked, shown: Any, covered: list[str]) -> Vector:
    """Return the vector; the naive referee has to agree unless it does not know what is asked."""
    operation, request = asked
    evidence: Evidence = "service"
    try:
        theirs, shape = answered(operation, request)
    except UnansweredError:
        pass
    else:
        differing = list(run.differences(stated(shape, shown), theirs, UNORDERED))
        if differing:
            raise ValueError(f"the referee differs on {covered}: {differing}")
        evidence = "agreed"
    source = f"docs/reference/rules.md; {cited(covered)}"
    return Vector(f"columns/{covered[0]}", operation, request, shown, evidence, source)
