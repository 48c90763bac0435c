"""Every finding about a claim, or about what a side chose, beside the nearest record that is right."""

from __future__ import annotations

from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import Case


def claimed(body: Json, after: int, by: str, tricks: int | str, plays: int = 0, **members: object) -> Json:
    """Return the record, ended after some tricks and some plays of the next by a claim that was not accepted."""
    claim = {"by": by, "tricks": tricks, "accepted": False, **members}
    return changed(cut(body, after, plays), claim=claim)


def _found(code: str, player: str, team: str) -> Json:
    return {
        "code": code,
        "severity": "offence",
        "pointer": "#/claim",
        "player": player,
        "team": team,
        "rule": {"parameter": "claims.test", "basis": "default"},
    }


_MAY_CHOOSE = honours(penalties={"revoke": {"remedy": "choice", "of": ["tricks", "set"]}})

CLAIM_CASES = (
    Case(
        rule="docs/reference/rules.md, Claims: a claim that fails is an offence; ben holds nothing but kings",
        fault=claimed(RANKS, 2, "ben", 1),
        twin=claimed(RANKS, 2, "ben", 0),
        finding=_found("claim_failed", "ben", "ben+dee"),
        complete=True,
    ),
    Case(
        rule=(
            "docs/reference/rules.md, Claims: ben takes a spade trick by the best play of ben+dee, but not if both play"
            " badly"
        ),
        fault=claimed(legal_round(), 10, "ben", 1),
        twin=claimed(legal_round(rules(claims={"test": "best_play"})), 10, "ben", 1),
        finding=_found("claim_too_early", "ben", "ben+dee"),
        complete=True,
    ),
    Case(
        rule="docs/reference/rules.md, Claims: a ruleset without claims",
        fault=claimed(changed(RANKS, ruleset=honours(claims={"test": "not_allowed"})), 2, "ana", 2),
        twin=claimed(RANKS, 2, "ana", 2),
        finding={
            **_found("claim_not_allowed", "ana", "ana+cy"),
            "rule": {"parameter": "claims.test", "basis": "override"},
        },
        complete=False,
    ),
    Case(
        rule="docs/reference/rules.md, H15: whoever was not wronged chooses nothing",
        fault=changed(RANKS, ruleset=_MAY_CHOOSE, remedies=[{"code": "revoke", "team": "ben+dee", "remedy": "set"}]),
        twin=changed(RANKS, ruleset=_MAY_CHOOSE, remedies=[]),
        finding={
            "code": "remedy_without_effect",
            "severity": "note",
            "pointer": "#/remedies/0",
            "team": "ben+dee",
            "rule": {"parameter": "penalties.revoke.of", "basis": "override"},
        },
        complete=True,
    ),
)
