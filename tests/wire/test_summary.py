"""The summary of a ruling: who did what, or how the record was probably meant, and what it costs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service import create_app
from service.pages import phrases
from service.spades.findings import CODES
from service.wire.deeds import deeds_in_words
from service.wire.summary import summary_of
from service.wire.writer import JSON_STYLE
from tests.spades.builders.asking import ask
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.records import bids

Json = Any
EMPTY = {"ruleset": "pagat", "players": list("NESW"), "tricks": []}


def found(code: str, severity: str = "offence", **members: Json) -> Json:
    """Return a finding in the form in which pages get it."""
    return {"code": code, "severity": severity, "pointer": ("tricks", 0, "plays", 2), "detail": "So it was.", **members}


def revoke(player: str = "W", trick: int = 5) -> Json:
    return found("revoke", player=player, team="E+W", trick=trick)


def sides(**points: int) -> Json:
    return [{"team": {"NS": "N+S", "EW": "E+W"}[team], "points": each} for team, each in points.items()]


def ruled(verdict: str, **members: Json) -> Json:
    scores = {"as_played": sides(NS=-40, EW=62), "as_ruled": sides(NS=-40, EW=62)}
    return {"verdict": verdict, "complete": True, "findings": [], "undecided": [], "penalties": [], **scores, **members}


def unscored(verdict: str, **members: Json) -> Json:
    answer = ruled(verdict, **{"complete": False, **members})
    del answer["as_played"], answer["as_ruled"]
    return answer


def told(answer: Json, record: Json = None) -> Json:
    """Return the summary of an answer to a record, by default to one with bids."""
    return summary_of(record or {"bids": []}, answer, (), JSON_STYLE)


def said(answer: Json, record: Json = None) -> str:
    """Return the sentences of a summary, one after the other."""
    summary = told(answer, record)
    proof = "; ".join(each["detail"] for each in summary.get("proof", ()))
    lines = [line for name in ("calls", "cost", "score", "why") for line in summary.get(name, ())]
    now = f"The score is now {', '.join(summary['now'])}." if "now" in summary else ""
    parts = [*summary["happened"], f"Proof: {proof}." if proof else "", summary.get("claim", ""), *lines, now]
    return " ".join(filter(None, parts))


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({}, "The bids were not recorded, so the round has no score."),
        ({"round_number": 1}, "The bids were not recorded, or not the whole round: no score."),
        ({"bids": []}, "The record is not of a complete round: no score yet."),
    ],
)
def test_a_round_without_a_score_says_why(record: Json, words: str) -> None:
    answer = unscored("clean")
    assert said(answer, {"players": [], **record}).endswith(f"no question is open. {words}")


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"void": True, "reason": "cards exposed"}, "The round was declared void: cards exposed."),
        ({"void": True}, "The round was declared void."),
    ],
)
def test_a_round_that_was_declared_void_says_why(record: Json, words: str) -> None:
    assert told(unscored("void"), record)["happened"] == [words]


def test_an_offence_does_not_hide_why_the_round_is_void() -> None:
    both = [found("bid_out_of_turn", player="W"), found("round_thrown_in", "note")]
    assert told(unscored("void", findings=both))["happened"] == ["W bid out of turn.", "So it was."]


def test_a_record_with_nothing_in_it_acquits_nobody() -> None:
    blank: list[Json] = [{}, {"bids": []}, {"hands": {}}, {"set_aside": ["2C"]}, {"labels": {"table": "4"}}]
    for members in blank:
        answer = ask("auditRound", {**EMPTY, **members, "answer": "with_summary"})
        (question,), told_first = answer["undecided"], answer["summary"]
        assert (answer["verdict"], question["code"]) == ("undetermined", "tricks_not_recorded")
        assert told_first["happened"] == ["No bid, hand or trick is recorded: there is nothing to judge."]
        assert (told_first["sign"], told_first["verdict"], told_first["tone"]) == (
            "?",
            "Nothing was judged",
            "undetermined",
        )


@pytest.mark.parametrize(
    "members",
    [
        {"bids": [{"player": "N", "tricks": 3}]},
        {"tricks": [{"plays": [{"player": "N", "card": "KH"}]}], "hands": {"N": ["KH"]}},
        {"exchanges": [{"from": "N", "to": "S", "cards": ["KH"]}]},
    ],
)
def test_a_record_with_anything_in_it_was_judged(members: Json) -> None:
    answer = ask("auditRound", {**EMPTY, **members, "answer": "with_summary"})
    assert "tricks_not_recorded" not in [each["code"] for each in answer["undecided"]]
    assert answer["summary"]["verdict"] != "Nothing was judged"


def nils_on_page(body: Json) -> list[str]:
    """Return what the page of the ruling on a record says of broken nils."""
    page = create_app().test_client().post("/v1/rounds/audit", json=body, headers={"Accept": "text/html"}).text
    return re.findall(r"\w+ won trick \d+: the nil is broken[^.]*", page)


ANA = "ana won trick 1: the nil is broken and costs 100 points"
BROKEN = "ana won trick 1: the nil is broken."
ORDINARY: Json = {
    "name": "pagat",
    "overrides": {"bids": {"zero": {"allowed": True}, "nil": {"allowed": False}, "blind_nil": {"allowed": False}}},
}


@pytest.mark.parametrize(
    ("ruleset", "bid", "said"),
    [
        pytest.param("pagat", "ana 0, ben 3, cy 1, dee 2", [ANA], id="a nil"),
        pytest.param(ORDINARY, "ana 0, ben 3, cy 1, dee 2", [], id="an ordinary bid of 0"),
        pytest.param("blues-bowl", "ana 0, ben 3, cy 4, dee 2", [], id="a game without nil"),
        pytest.param("pagat", "ana 0, ben 3, cy 1, dee 2, ana 4", [ANA], id="the first bid stands, a nil"),
        pytest.param("pagat", "ana 4, ben 3, cy 1, dee 2, ana 0", [], id="the first bid stands, no nil"),
        pytest.param("pagat", "ana 4, ana 0, cy 1, dee 2", [], id="a slip in the name of a bidder"),
        pytest.param(
            "pagat", "ana 4, ben 0, cy 1, dee 2", [ANA.replace("ana won trick 1", "ben won trick 4")], id="ben"
        ),
    ],
)
def test_the_page_calls_broken_what_the_ruling_counts_as_a_nil(ruleset: Json, bid: str, said: list[str]) -> None:
    assert nils_on_page({**legal_round(ruleset), "bids": bids(bid)}) == said


@pytest.mark.parametrize(
    ("ruleset", "lines"),
    [
        ("pagat", ["ana won trick 1: the nil is broken and costs 100 points."]),
        ({"name": "pagat", "overrides": {"bids": {"both_nil": {"how": "joint"}}}}, [BROKEN]),
        (ORDINARY, []),
    ],
)
def test_a_nil_is_broken_before_the_round_has_a_score(ruleset: Json, lines: list[str]) -> None:
    played = legal_round(ruleset)
    body = {**played, "tricks": played["tricks"][:2], "bids_by_player": {"ana": 0}, "answer": "with_summary"}
    del body["bids"]
    assert ask("auditRound", body)["summary"].get("nils", []) == lines
    body["tricks"] = []
    assert "nils" not in ask("auditRound", body)["summary"]


def test_a_claim_that_gives_nobody_the_tricks_says_why_there_is_no_score() -> None:
    record: Json = {"bids": []}
    claimed = unscored("clean", claim={"result": "accepted", "detail": ""})
    given = unscored("clean", claim={"result": "accepted", "given": {}, "detail": ""})
    said_of_claim = "The claim gives the tricks left to nobody, so the round has no score yet."
    assert said(claimed, record).endswith(f"no question is open. {said_of_claim}")
    assert said(given, record).endswith("The record is not of a complete round: no score yet.")


@pytest.mark.parametrize(
    ("code", "deed"),
    [
        ("claim_failed", "W claimed too many tricks"),
        ("claim_too_early", "W claimed tricks too early"),
        ("claim_not_allowed", "W claimed tricks, which is not allowed"),
    ],
)
def test_a_claim_that_does_not_hold_changes_the_tricks_and_not_the_points_as_ruled(code: str, deed: str) -> None:
    failed = {**found(code, player="W", team="E+W"), "pointer": ("claim",)}
    answer = ruled("irregular", findings=[failed], claim={"result": "disproved", "given": {}, "detail": ""})
    assert said(answer).startswith(f"{deed}. N+S: ")
    assert told(answer)["verdict"] == "The claim fails"
    with_revoke = ruled(
        "irregular", findings=[failed, revoke()], claim={"result": "disproved", "given": {}, "detail": ""}
    )
    assert told(with_revoke)["verdict"] == "Rules were broken"
    assert told(with_revoke)["cost"] == ["No penalty (finding 2 says why)."]


def test_a_void_round_is_void_also_without_bids() -> None:
    answer = unscored(
        "void", findings=[found("wrong_hand_size", "note", player="W", evidence={"listed": 1, "dealt": 13})]
    )
    assert said(answer, {"players": []}).endswith("The round is void: nobody scores in it.")


def test_a_summary_says_what_became_of_calls_and_claims_and_what_the_score_is() -> None:
    calls = [{"by": "N", "against": "W"}, {"by": "E", "against": "S"}]
    record = {
        "players": ["N", "E", "S", "W"],
        "bids": [],
        "accusations": calls,
        "before": {"N+S": {"score": 1}},
    }
    results = [
        {"accusation": 0, "result": "upheld", "detail": "W revoked in trick 5."},
        {"accusation": 1, "result": "refuted", "detail": "S never did."},
    ]
    claim = {"result": "accepted", "given": {}, "detail": "N claimed 2 of the 3 tricks left."}
    scores = [{**side, "after": {"score": score}} for side, score in zip(sides(NS=-40, EW=62), (-39, 62), strict=True)]
    answer = ruled("irregular", findings=[revoke()], as_ruled=scores, accusations=results, claim=claim)
    assert said(answer, record) == (
        "W revoked in trick 5. N claimed 2 of the 3 tricks left. The call by N against W is upheld: W revoked in trick"
        " 5. The call by E against S is refuted: S never did. No penalty (finding 1 says why). N+S: -40. E+W: +62."
        " The score is now N+S -39, E+W 62."
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            ruled("irregular", findings=[revoke(), revoke(trick=10)], as_ruled=sides(NS=-40, EW=-60)),
            "W revoked in tricks 5 and 10. No penalty (findings 1 and 2 say why). E+W: -60 instead of +62. N+S: -40.",
        ),
        (
            ruled("irregular", findings=[revoke(), revoke("N", 2), found("wrong_leader", player="W", trick=7)]),
            (
                "W revoked in trick 5 and led out of turn in trick 7; N revoked in trick 2. No penalty (findings"
                " 1, 2 and 3 say why). N+S: -40. E+W: +62."
            ),
        ),
        (
            unscored(
                "irregular",
                findings=[revoke()],
                penalties=[
                    {"finding": 0, "team": "E+W", "effect": "tricks", "tricks": -3, "detail": "E+W loses 3 tricks."},
                    {"finding": 0, "team": "N+S", "effect": "tricks", "tricks": 1, "detail": "N+S is given 1 trick."},
                    {"finding": 0, "team": "E+W", "effect": "nil", "detail": "E+W loses its nil."},
                ],
            ),
            (
                "W revoked in trick 5. E+W loses 3 tricks. N+S is given 1 trick. E+W loses its nil. The record is"
                " not of a complete round: no score yet."
            ),
        ),
        (
            unscored(
                "irregular",
                findings=[revoke()],
                penalties=[{"finding": 0, "team": "E+W", "effect": "contract", "detail": "E+W is set."}] * 4,
            ),
            (
                "W revoked in trick 5. E+W is set. E+W is set. E+W is set. E+W is set. The record is not of a"
                " complete round: no score yet."
            ),
        ),
        (
            unscored("irregular", findings=[revoke()]),
            (
                "W revoked in trick 5. No penalty (finding 1 says why). The record is not of a complete round: no"
                " score yet."
            ),
        ),
        (
            ruled(
                "irregular",
                findings=[revoke()],
                as_ruled=sides(NS=-40, EW=0),
                penalties=[{"finding": 0, "team": "E+W", "effect": "game", "detail": "E+W forfeits."}] * 2,
            ),
            "W revoked in trick 5. E+W forfeits. E+W forfeits. E+W: 0 instead of +62. N+S: -40. E+W loses the game.",
        ),
        (
            ruled("void", findings=[found("wrong_hand_size", "note", player="W", evidence={"listed": 1, "dealt": 13})]),
            (
                "The deal was wrong: W held 1 card instead of 13. That is nobody's offence."
                " The round is void: nobody scores in it."
            ),
        ),
        (
            ruled("inconsistent", findings=[found("card_replayed", "error", trick=7, detail="N played 2♦ twice.")]),
            (
                "The record contradicts itself in trick 7, and no single slip explains it: see finding 1. Nobody"
                " is proved to have broken a rule. N+S: -40. E+W: +62."
            ),
        ),
        (
            unscored(
                "inconsistent",
                findings=[found("card_replayed", "error"), found("missing_cards", "error", follows=0)],
                undecided=[{**revoke(), "conflicts_with": [0]}],
            ),
            (
                "The record contradicts itself, and no single slip explains it: see finding 1. Nobody is proved"
                " to have broken a rule. The record leaves open whether W revoked in trick 5. The record is not"
                " of a complete round: no score yet."
            ),
        ),
        (
            ruled("inconsistent", findings=[found("wrong_points", "error", pointer=("reported", "points", "N+S"))] * 3),
            ("So it was. Nobody is proved to have broken a rule. N+S: -40. E+W: +62."),
        ),
        (
            ruled("inconsistent", findings=[found("wrong_winner", "error")] * 5, limit_reached=True),
            (
                "The record contradicts itself, and it has more readings than are tried: see the findings. Nobody"
                " is proved to have broken a rule. N+S: -40. E+W: +62."
            ),
        ),
        (
            ruled("inconsistent", findings=[found("bid_missing", "error", pointer=("bids",), detail="No bid by W.")]),
            "No bid by W. Nobody is proved to have broken a rule. N+S: -40. E+W: +62.",
        ),
        (
            ruled(
                "inconsistent",
                findings=[found("wrong_points", "error", pointer=("reported", "points", "N+S"), detail="80.")] * 5,
            ),
            ("80. Nobody is proved to have broken a rule. N+S: -40. E+W: +62."),
        ),
        (
            ruled(
                "undetermined",
                undecided=[revoke(), found("wrong_score", "error", pointer=("reported", "score", "E+W"))],
            ),
            (
                "The record leaves open whether W revoked in trick 5 and whether the sheet is right about the"
                " score of E+W after this round. Nobody is proved to have broken a rule. N+S: -40. E+W: +62."
            ),
        ),
        (
            unscored("undetermined", undecided=[revoke(), revoke(trick=6), revoke("N"), revoke("E"), revoke("S")]),
            (
                "The record leaves open whether W revoked in tricks 5 and 6, whether N revoked in trick 5 and 2"
                " other questions. Nobody is proved to have broken a rule. The record is not of a complete round:"
                " no score yet."
            ),
        ),
        (
            unscored("undetermined", undecided=[found("round_thrown_in", "note", pointer=("bids",))]),
            (
                "The record leaves open whether the bids throw the round in. Nobody is proved to have broken a"
                " rule. It is open whether the round is void, so it has no score."
            ),
        ),
        (
            unscored("void", findings=[found("misdeal", "note", player="W")]),
            "So it was. The round is void: nobody scores in it.",
        ),
        (
            unscored("undetermined", undecided=[found("tricks_not_recorded", "note", pointer=("tricks",))]),
            (
                "The record leaves open what was played in the tricks that are not recorded. Nobody is proved to have"
                " broken a rule. The record is not of a complete round: no score yet."
            ),
        ),
        (
            unscored(
                "undetermined",
                undecided=[
                    found("bid_advised", "note", pointer=("bids_by_player",), team=team) for team in ("N+S", "E+W")
                ],
            ),
            (
                "The record leaves open what N+S bid and what E+W bid. Nobody is proved to have broken a rule."
                " The record is not of a complete round: no score yet."
            ),
        ),
        (
            ruled("clean", findings=[found("revoke_corrected", "note", player="W")]),
            "So it was. Nobody broke a rule, and the record leaves no question open. N+S: -40. E+W: +62.",
        ),
        (
            ruled("clean", as_ruled=[]),
            "Nobody broke a rule, and the record leaves no question open. The round has no score.",
        ),
    ],
)
def test_the_answer_comes_first(answer: Json, words: str) -> None:
    assert said(answer) == words


def reading(detail: str, *offences: Json, **members: Json) -> Json:
    verdict = "irregular" if offences else "clean"
    return {"slip": "card_miscopied", "detail": detail, "verdict": verdict, "offences": offences, **members}


MENDED = reading("cy's card in trick 7 was 3♦, not 2♦.")
REPLAYED = found("card_replayed", "error", trick=7, detail="ana played 2♦ twice.")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            ruled("inconsistent", findings=[REPLAYED], readings=[MENDED], figures_from="readings"),
            (
                "Probably: cy's card in trick 7 was 3♦, not 2♦. Then nobody broke a rule. Nobody is proved to"
                " have broken a rule. The record contradicts itself in trick 7. N+S: -40. E+W: +62. The score is"
                " the same however the record is read."
            ),
        ),
        (
            unscored(
                "inconsistent",
                complete=True,
                findings=[REPLAYED],
                readings=[{**MENDED, "points": {"N+S": 40}}, reading("ana's was 4♦, not 2♦.")],
            ),
            (
                "For example: cy's card in trick 7 was 3♦, not 2♦. Then nobody broke a rule. Nobody is proved to"
                " have broken a rule. The record contradicts itself in trick 7. The score depends on how the"
                " record is read."
            ),
        ),
        (
            ruled(
                "inconsistent",
                findings=[REPLAYED],
                undecided=[{**revoke(), "conflicts_with": [0]}],
                readings=[reading("2♦ written twice.", revoke()), reading("3♦, not 2♦.", revoke(), revoke("N"))],
                figures_from="sheet",
            ),
            (
                "Probably: 2♦ written twice. The record leaves open whether W revoked in trick 5. Nobody is"
                " proved to have broken a rule. The record contradicts itself in trick 7. N+S: -40. E+W: +62. The"
                " score is that of the readings that agree with the score sheet."
            ),
        ),
        (
            ruled(
                "undetermined",
                undecided=[{**revoke(player, 3), "readings": [0]} for player in ("N", "E", "W")],
                readings=[reading("S's lead in trick 3 was 5♦, not 5♥.")],
                figures_from="readings",
            ),
            (
                "Probably: S's lead in trick 3 was 5♦, not 5♥. Then nobody broke a rule. Nobody is proved to have"
                " broken a rule. Either three players broke a rule in trick 3, or something was written wrong."
                " N+S: -40. E+W: +62. The score is the same however the record is read."
            ),
        ),
        (
            unscored(
                "undetermined",
                undecided=[{**revoke(trick=trick), "readings": [0, 1]} for trick in (3, 5)],
                readings=[reading("A trick left out before trick 4."), reading("A trick left out before trick 5.")],
            ),
            (
                "For example: A trick left out before trick 4. Then nobody broke a rule. Nobody is proved to have"
                " broken a rule. Either W revoked in tricks 3 and 5, or something was written wrong. The record"
                " is not of a complete round: no score yet."
            ),
        ),
        (
            ruled(
                "irregular",
                findings=[{**revoke(), "evidence": {"proved_by": ("tricks", 8, "plays", 1, "card")}}],
                readings=[MENDED],
                as_ruled=sides(NS=-40, EW=-60),
                figures_from="readings",
            ),
            (
                "W revoked in trick 5. Proof: trick 9, card 2. What it costs is in finding 1. E+W: -60 instead of"
                " +62. N+S: -40. What happened stands however the record is read. The score is the same however"
                " the record is read."
            ),
        ),
        (
            unscored(
                "undetermined",
                complete=True,
                undecided=[revoke()],
                readings=[{**MENDED, "slip": "trick_left_out", "detail": "A trick.", "verdict": "undetermined"}],
            ),
            (
                "Probably: A trick. Then nobody is proved to have broken a rule, but questions stay open. Nobody"
                " is proved to have broken a rule. Something may have been left out. No reading of the record"
                " comes to a score."
            ),
        ),
        (
            unscored("irregular", complete=True, findings=[revoke()], readings=[{**MENDED, "points": {}}]),
            (
                "W revoked in trick 5. What it costs is in finding 1. The score depends on how the record is"
                " read. What happened stands however the record is read."
            ),
        ),
        (
            ruled("irregular", findings=[{**revoke(), "evidence": {"proved_by": "counting"}}]),
            (
                "W revoked in trick 5. Proof: the count of the cards, which leaves no room for them elsewhere. No"
                " penalty (finding 1 says why). N+S: -40. E+W: +62."
            ),
        ),
    ],
)
def test_readings_come_before_what_contradicts_what(answer: Json, words: str) -> None:
    assert said(answer) == words


def test_an_early_spade_lead_names_the_tricks_that_left_spades_unbroken() -> None:
    before = [("tricks", trick, "plays", play) for trick in range(3) for play in range(4)]
    evidence = {"proved_by": ("hands", "W"), "rests_on": [*before, ("tricks", 3, "plays", 0), ("hands", "W", 1)]}
    lead = {**found("illegal_spade_lead", player="W", trick=4), "evidence": evidence}
    lead["rule"] = {"parameter": "play.spade_lead", "basis": "written", "text": "Spades may not be led."}
    assert "Proof: the hand of W; spades unbroken: tricks 1 to 3." in said(ruled("irregular", findings=[lead]))
    plays = [{"player": name, "card": card} for name, card in zip("NESW", ("2C", "3C", "4C", "5S"), strict=True)]
    record = {"hands": {"W": ["5S", "7H"]}, "tricks": [{"plays": plays}] * 4}
    assert phrases.evidence_in_words(record, {"rests_on": evidence["rests_on"]}) == (
        "it rests on tricks 1 to 3, trick 4 (2♣) and the hand of W (7♥)"
    )


def test_a_summary_names_so_many_proofs_and_no_more() -> None:
    proofs = [{**revoke(), "evidence": {"proved_by": ("hands", "W", card)}} for card in (0, 0, 1, 2, 3)]
    assert said(ruled("irregular", findings=proofs)).startswith(
        "W revoked in trick 5. Proof: card 1 in the hand of W; card 2 in the hand of W; 2 other places. No penalty"
    )


@pytest.mark.parametrize("code", [code for code, entry in CODES.items() if entry.severity == "offence"])
def test_every_offence_has_words_of_its_own(code: str) -> None:
    deed = deeds_in_words([found(code, player="W", team="E+W", trick=3)])
    assert deed.startswith(("W ", "E+W "))
    assert "committed" not in deed
    assert deed.endswith(" in trick 3")


def test_an_offence_of_a_side_names_the_side() -> None:
    assert deeds_in_words([found("team_bid_too_low", player="W", team="E+W")]) == "E+W bid too low as a side"
    assert deeds_in_words([found("bid_too_low", team="E+W")] * 2) == "E+W bid too low 2 times"


def test_an_offence_of_a_later_service_is_named_by_its_code() -> None:
    assert deeds_in_words([found("card_face_down", player="W", trick=1)]) == "W committed 'card face down' in trick 1"


@pytest.mark.parametrize(
    ("members", "result"),
    [
        (
            {"verdict": "clean", "offences": [], "points": {"N+S": -40, "E+W": 62}},
            "Then nobody broke a rule (clean). As played: N+S: -40. E+W: +62.",
        ),
        (
            {"verdict": "irregular", "offences": [{"code": "revoke", "player": "W", "trick": 5}]},
            "Then W revoked in trick 5 (irregular).",
        ),
        (
            {"verdict": "undetermined", "offences": []},
            "Then nobody is proved to have broken a rule, but questions stay open (undetermined).",
        ),
        ({"verdict": "suspended"}, "Then the ruling is suspended."),
    ],
)
def test_a_reading_says_what_would_follow(members: Json, result: str) -> None:
    reading = {"slip": "card_miscopied", "detail": "Q♦, not Q♥.", "offences": [], **members}
    assert told(ruled("inconsistent", readings=[reading]))["readings"] == [f"Probably: Q♦, not Q♥. {result}"]


@pytest.mark.parametrize(
    ("played", "ruled_on", "words"),
    [
        ({"boston": False, "made": True}, {"boston": True, "made": True}, "with a Boston"),
        ({"made": False}, {"made": True}, "and the contract is made"),
        ({"made": True}, {"made": False}, "and the contract is lost"),
        ({"nils": [{"made": True}]}, {"nils": [{"made": False}]}, "and the nil fails"),
        ({"nils": [{"made": False}]}, {"nils": [{"made": True}]}, "and the nil is made"),
    ],
)
def test_a_summary_says_what_a_penalty_turns_for_the_other_side(played: Json, ruled_on: Json, words: str) -> None:
    """Rulings, disputes as people remember them: the headline looks at both sides."""
    ours, theirs = ({"team": team, "points": points} for team, points in (("N+S", 40), ("E+W", 62)))
    answer = ruled("irregular", findings=[{**revoke(), "team": "E+W"}])
    answer |= {"as_played": [{**ours, **played}, theirs], "as_ruled": [{**ours, "points": 260, **ruled_on}, theirs]}
    assert f"N+S: +260 instead of +40, {words}." in said(answer)
    guilty = {**answer, "findings": [{**revoke(), "team": "N+S"}]}
    assert "N+S: +260 instead of +40. E+W" in said(guilty)


TRICK_5 = {"number": 5, "leader": "N"}
IN_ORDER = [{"player": player, "card": card} for player, card in zip("NESW", ("3D", "KD", "TD", "4D"), strict=True)]
BIDS = {"N": 4, "E": 3, "S": 1, "W": 2}
SHEET = {"tricks_won": {"N+S": 6, "E+W": 7}}


@pytest.mark.parametrize(
    ("record", "verdict", "first"),
    [
        (
            {"tricks": [{**TRICK_5, "plays": IN_ORDER}]},
            "No fault in what is recorded",
            "The record leaves open what was played in the tricks that are not recorded.",
        ),
        (
            {"tricks": [{**TRICK_5, "plays": [{**IN_ORDER[0], "withdrawn": [{"card": "5D"}]}, *IN_ORDER[1:]]}]},
            "No fault in what is recorded",
            "N took back 5D, a legal card, and played 3D.",
        ),
        (
            {"tricks": [{**TRICK_5, "plays": [*IN_ORDER, {"player": "E", "card": "5D"}]}]},
            "Check the record",
            "E has a second card in this trick, 5D.",
        ),
        (
            {
                "bids_by_player": BIDS,
                "tricks": [{"cards": [], "after_gap": True}],
                "reported": {**SHEET, "points": {"N+S": 51, "E+W": 52}},
            },
            "No fault in what is recorded",
            "The score sheet is right.",
        ),
        (
            {"bids_by_player": BIDS, "tricks": [{"cards": [], "after_gap": True}], "reported": SHEET},
            "No fault in what is recorded",
            "The record leaves open what was played in the tricks that are not recorded.",
        ),
        (
            {"bids_by_player": BIDS},
            "No fault in what is recorded",
            "Nobody broke a rule in what is recorded, and no question is open.",
        ),
    ],
)
def test_part_of_a_round_is_summed_up_by_what_is_known(record: Json, verdict: str, first: str) -> None:
    summary = ask("auditRound", {**EMPTY, **record, "answer": "with_summary"})["summary"]
    assert (summary["verdict"], summary["happened"][0]) == (verdict, first)
