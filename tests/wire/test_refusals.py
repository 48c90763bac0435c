"""What requests are refused with: for any body all faults of the first level that has any, and nothing fails."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from functools import partial
from typing import Any

import pytest

from service.operations import runner
from service.operations.operation import Computation
from service.operations.runner import runner_of
from service.problems import MAX_ERRORS, Problem, body_of
from service.spades.errors import pointer_to
from service.wire import contract
from service.wire.contract import Operation
from tests.contract.corpus import BODIES, bodies_of
from tests.contract.document import WITH_BODY, Described, compiled
from tests.contract.mutants import Mutator
from tests.counted_calls import calls_in
from tests.http.bodies import AUDIT, GAME, asking, game

MUTANTS = 400
OF_A_WHOLE = {"minItems", "maxItems", "uniqueItems", "maxProperties"}
SINGLE = [each for each in WITH_BODY if isinstance(runner.HANDLERS[each.name], Computation) if each.name in BODIES]


def refused(name: str, body: bytes) -> Problem | None:
    try:
        runner_of(name).answer(body)
    except Problem as problem:
        return problem
    return None


def violated(operation: Operation, value: Any) -> list[tuple[str, str]]:
    return [(pointer_to(*each.path), each.keyword) for each in operation.violations(value)]


@pytest.mark.parametrize("described", SINGLE, ids=lambda each: each.name)
def test_all_violations_are_answered_and_nothing_below_them(described: Described) -> None:
    operation, mutator = compiled(described), Mutator(f"{described.name} refused", bodies_of(described.name).values())
    slugs: Counter[str] = Counter()
    for value in (mutator.mutant() for _ in range(MUTANTS)):
        violations = violated(operation, value)
        problem = refused(described.name, json.dumps(value).encode())
        if problem is None:
            assert not violations, value
            continue
        slugs[problem.slug] += 1
        found = [(each["pointer"], each["code"]) for each in problem.errors]
        if violations and problem.slug != "too-large":
            assert (problem.slug, found) == ("contract-violation", violations), value
        assert len(json.dumps(body_of(problem, None))) < MAX_ERRORS * 1_200
    assert len(slugs) > 1


@pytest.mark.parametrize("described", SINGLE, ids=lambda each: each.name)
def test_of_too_many_violations_the_first_are_found(described: Described, monkeypatch: pytest.MonkeyPatch) -> None:
    operation, mutator = compiled(described), Mutator(f"{described.name} cut", bodies_of(described.name).values())
    are_cut = 0
    for value in (mutator.mutant() for _ in range(MUTANTS // 10)):
        every = violated(operation, value)
        with monkeypatch.context() as patch:
            patch.setattr(contract, "MOST_VIOLATIONS", 2)
            patch.setattr(contract, "_VALUES_OF_A_FIRST_LOOK", 20)
            first = violated(operation, value)
        if len(first) < 3:
            assert first == every, value
        # What is wrong with a list as a whole may show only at its end.
        found = [each for each in first if each[1] not in OF_A_WHOLE]
        assert found == [each for each in every if each[1] not in OF_A_WHOLE][: len(found)], value
        are_cut += len(every) > len(first)
    assert are_cut


def test_many_violations_are_counted_up_to_a_thousand() -> None:
    body = json.loads(asking(AUDIT))
    for plays, detail, listed in ((499, "999 violations.", 999), (500, "More than 1000 violations.", 1_000)):
        problem = refused("auditRound", json.dumps({**body, "tricks": [{"plays": [{}] * plays}]}).encode())
        assert problem is not None
        assert (problem.detail, len(problem.errors)) == (detail, listed)
        assert [each["pointer"] for each in problem.errors[:3]] == [
            "#/tricks/0/plays",
            *(f"#/tricks/0/plays/0/{name}" for name in ("card", "player")),
        ]


def test_names_that_are_digits_are_pointed_at_as_they_are() -> None:
    """The schema engine takes them for indices, and drops what is before their first digit."""
    body = json.loads(asking(AUDIT, hands='{"007": ["x"], "7": ["x"], "+7": ["x"], "0": ["x"], "": ["x"]}'))
    problem = refused("auditRound", json.dumps(body).encode())
    assert problem is not None
    pointers = [each["pointer"] for each in problem.errors if each["code"] == "enum"]
    assert set(pointers) == {f"#/hands/{name}/0" for name in ("007", "7", "+7", "0", "")}


def scrambled(letters: str, index: int) -> str:
    return "".join(random.Random(index).sample(letters, len(letters)))


MEMBERS = "round_number_tricks_won_dealer_before_labels_bids_players"
NAME = "ana-ben-cy-dee the well-known players of the club house at ninth"
SLOW: dict[str, dict[str, Any]] = {
    "members near known ones": {scrambled(MEMBERS, each): 0 for each in range(300)},
    "names near known ones": {
        "players": [scrambled(NAME, -each) for each in range(1, 5)],
        "rounds": [{"bids": [], "tricks_won": {scrambled(NAME, each): 13}} for each in range(200)],
    },
}


@pytest.mark.parametrize("name", SLOW)
def test_what_is_near_is_found_in_bounded_time(name: str) -> None:
    """Comparing names takes long; it is done for the faults that are listed, whatever their number."""
    body = json.dumps({**json.loads(game(2)), **SLOW[name]}).encode()
    start = time.process_time()
    problem = refused("scoreGame", body)
    assert time.process_time() - start < 2
    assert problem is not None
    assert len(problem.errors) >= 200


FAULTY_ROUND = {
    "dealer": "zoe",
    "bids": [{"player": "eva", "tricks": "x"}],
    "tricks": [{"plays": [{"player": "ana", "card": "x"}]}],
}
FAULTY_GAME = {
    "ruleset": {"name": "pagat", "options": ["no"]},
    "players": list("abcd"),
    "rounds": [{"bids": "x", "tricks_won": {}}],
}


@pytest.mark.parametrize(
    ("name", "body", "part"),
    [
        ("auditGame", {"ruleset": "pagat", "players": list("abcd"), "rounds": [FAULTY_ROUND]}, "rounds"),
        ("makeLeagueTable", {"games": [FAULTY_GAME]}, "games"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_fault_more_takes_as_much_as_the_one_before(name: str, body: Any, part: str) -> None:
    """A fault that is compared with every mended place would take more and more."""
    bodies = [json.dumps({**body, part: body[part] * times}).encode() for times in (50, 100, 150)]
    refused(name, bodies[0])  # what is made once is not counted
    few, more, most = (calls_in(partial(refused, name, body)) for body in bodies)
    assert most - more < 1.1 * (more - few)


def test_the_game_that_is_changed_here_is_answered() -> None:
    assert refused("scoreGame", asking(GAME)) is None
