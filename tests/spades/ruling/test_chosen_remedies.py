"""Which remedy the wronged side chose: who may say so, and what is left open (docs/reference/rules.md, H15)."""

from __future__ import annotations

import pytest

from tests.contract.request_text import requests
from tests.spades.builders.asking import answer, ask
from tests.spades.builders.cards import Json

REVOKED = requests()["auditRound"]["a revoke whose price is chosen"]
BY_BEN = {"by": "ben", "against": "cy"}
BY_DEE = {"by": "dee", "against": "cy"}


def effects(body: Json) -> list[str]:
    """Return what the penalties of a record change."""
    return [penalty["effect"] for penalty in ask("auditRound", body)["penalties"]]


def test_the_side_that_revoked_does_not_choose_what_it_pays() -> None:
    status, problem = answer("auditRound", {**REVOKED, "accusations": [{**BY_BEN, "by": "ana", "remedy": "redeal"}]})
    assert status == 422
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [
        ("#/accusations/0/remedy", "remedy_not_offered")
    ]


@pytest.mark.parametrize(
    "members",
    [
        {"accusations": [{**BY_BEN, "remedy": "redeal"}, {**BY_DEE, "remedy": "tricks"}]},
        {"remedies": [{"code": "revoke", "team": "ana+cy", "remedy": each} for each in ("redeal", "tricks")]},
    ],
    ids=["two calls", "written down twice"],
)
def test_of_two_choices_that_contradict_each_other_neither_holds(members: Json) -> None:
    assert effects({**REVOKED, **members}) == ["choice"]


def test_what_the_director_wrote_down_holds_over_a_call() -> None:
    written = [{"code": "revoke", "team": "ana+cy", "remedy": "tricks"}]
    assert effects({**REVOKED, "accusations": [{**BY_BEN, "remedy": "redeal"}], "remedies": written}) == ["tricks"]


def test_the_name_of_a_row_is_answered_with_the_codes_of_its_findings() -> None:
    chosen = [{"code": "early_spade", "team": "ana+cy", "remedy": "redeal"}]
    _, problem = answer("auditRound", {**REVOKED, "remedies": chosen})
    (error,) = problem["errors"]
    assert error["pointer"] == "#/remedies/0/code"
    assert "illegal_spade_lead" in error["detail"]


def test_a_misdeal_that_may_have_been_due_leaves_the_score_open() -> None:
    # What the log shows of dee's hand may have come from ben, for dee's nil.
    overrides = {
        **REVOKED["ruleset"]["overrides"],
        "table": {"misdeal": ["no_spade"]},
        "bids": {"nil": {"exchange": 1}},
    }
    members = {
        "misdeal_called_by": "dee",
        "accusations": [],
        "hands": {},
        "bids": [*REVOKED["bids"][:3], {"player": "dee", "tricks": 0}],
    }
    ruling = ask("auditRound", {**REVOKED, "ruleset": {**REVOKED["ruleset"], "overrides": overrides}, **members})
    assert [each["code"] for each in ruling["undecided"]] == ["misdeal_not_due"]
    assert "as_played" in ruling
    assert "as_ruled" not in ruling
