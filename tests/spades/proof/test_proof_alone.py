"""A proof stands alone: with every card and bid unknown that it does not cite, the same offence is still proved."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.spades.builders.asking import answer, ask, ruling
from tests.spades.builders.blanking import blanked, entries, with_leaders_told
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, taken_back, unlisted, without
from tests.spades.builders.random_players import HOUSES, PROMOTING, House, hide, play
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import rules
from tests.spades.builders.rulings import Case, codes, resolves
from tests.spades.builders.short_forms import with_bids_by_player, with_cards
from tests.spades.play.play_cases import CASES

IN_PLAY = {
    *("revoke", "revoke_corrected", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"),
    *("wrong_leader", "out_of_turn"),
}
"""All offences of the play, and the revoke that was corrected."""
NO_SPADES_FIRST = House("pagat", only_discards_break=True, overrides={"play": {"first_trick": "no_spades"}})
JOKERS_ON_TOP = PROMOTING._replace(
    spades_any_time=False, overrides={"deck": PROMOTING.overrides["deck"], "play": {"broken_by": "any_spade"}}
)
TABLES = (*HOUSES, JOKERS_ON_TOP, NO_SPADES_FIRST)


def told(finding: Json) -> tuple[str, str, int]:
    """Return code, player and trick of a finding."""
    return finding["code"], finding["player"], finding["trick"]


def stands_alone(body: Json, ruled: Json, finding: Json) -> bool:
    """Tell whether a finding is proved by the entries alone that it rests on, all of which are in the record."""
    cited = entries(finding)
    blank = with_leaders_told(blanked(body, cited), ruled)
    return all(resolves(body, entry) for entry in cited) and told(finding) in map(told, ruling(blank)["findings"])


def disturbed(body: Json, luck: random.Random) -> Json:
    """Return the record with a trick led or played out of turn."""
    trick = luck.choice(body["tricks"])
    plays, first = trick["plays"], luck.randrange(1, len(trick["plays"]))
    if luck.random() < 0.5 and first < len(plays) - 1:
        plays[first], plays[first + 1] = plays[first + 1], plays[first]
    else:
        trick["plays"] = plays[first:] + plays[:first]
    for claim in ("leader", "winner"):
        trick.pop(claim, None)
    return body


def dispute(seed: int) -> Json:
    """Return a record with a fault or two, whole or in part, in one of its forms."""
    luck = random.Random(seed)
    body = play(luck.choice(TABLES), seed, luck.choice((0.9, 0.96, 0.98))).request
    if seed % 3 == 0:
        body = disturbed(body, luck)
    if luck.random() < 0.6:
        body = hide(body, seed)
    if luck.random() < 0.4:
        body["exchanges"] = []
    if luck.random() < 0.3:
        body["stopped"] = True
    if luck.random() < 0.3:
        body = with_cards(body, form=luck.choice(("cards", "cards_by_player")), leaders=luck.random() < 0.6)
    return with_bids_by_player(body) if luck.random() < 0.2 else body


def test_a_proof_stands_alone() -> None:
    """Rulings, a proof must stand alone: over random records with one offence."""
    proved: Counter[str] = Counter()
    for seed in range(2000):
        body = dispute(seed)
        status, ruled = answer("auditRound", body)
        found = ruled["findings"] if status == 200 else []
        if len(found) != 1 or found[0]["code"] not in IN_PLAY or ruled.get("readings"):
            continue
        assert stands_alone(body, ruled, found[0]), seed
        proved[found[0]["code"]] += 1
    assert proved.keys() >= {"revoke", "illegal_opening_card", "illegal_spade_lead", "wrong_leader", "out_of_turn"}
    assert proved["illegal_spade_lead"] >= 30


@pytest.mark.parametrize("case", [case for case in CASES if case.code in IN_PLAY], ids=lambda case: case.code)
def test_the_case_of_each_code_stands_alone(case: Case) -> None:
    ruled = ruling(case.fault)
    assert stands_alone(case.fault, ruled, ruled["findings"][0])


# An early spade lead.

LED_EARLY = record(
    "pagat",
    "ana KH 2H 3H 4H",
    "ana AD 2D 3D 4D",
    "ana 5S 6S 7S 8S",
    "dee 2C 3C 4C 5C",
)
BEFORE = [f"#/tricks/{trick}/plays/{place}" for trick in range(2) for place in range(4)]


def only_lead(body: Json) -> Json:
    """Return the early spade lead that is the one finding of a record."""
    found: list[Json] = ruling(body)["findings"]
    assert codes(found) == ["illegal_spade_lead"]
    return found[0]


def test_an_early_spade_lead_cites_every_card_before_it() -> None:
    finding = only_lead(LED_EARLY)
    assert entries(finding) == [*BEFORE, "#/tricks/2/plays/0", "#/tricks/3/plays/1"]
    assert finding["detail"].startswith(
        "ana led 5S before spades were broken while holding 3C. No spade had been played before: tricks 1 and 2."
    )


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
def test_without_one_card_of_the_tricks_before_it_is_not_proved(broken_by: str) -> None:
    """The twin: any card of a player who followed may have been a spade, and where any spade breaks them, the lead."""
    body = changed(LED_EARLY, ruleset=rules(play={"broken_by": broken_by}))
    finding = only_lead(body)
    assert told(finding) in map(told, ruling(blanked(body, entries(finding)))["findings"])
    for left_out in BEFORE:
        ruled = ruling(blanked(body, {*entries(finding)} - {left_out}))
        is_lead = left_out.endswith("/0")
        assert ("illegal_spade_lead" in codes(ruled["findings"])) == (is_lead and broken_by == "discard_only")
        assert is_lead or "illegal_spade_lead" in codes(ruled["undecided"])


def test_a_spade_that_broke_nothing_is_cited_too() -> None:
    """Where only a discard breaks spades, those of a spade lead do not: the proof says so."""
    ruleset = rules(play={"broken_by": "discard_only", "opening_card": "any"})
    body = record(ruleset, "ana AS 2S 3S 4S", "ana 5S 6S 7S 8S", "dee 2C 3C 4C 5C")
    finding = only_lead(body)
    assert entries(finding)[:4] == [f"#/tricks/0/plays/{place}" for place in range(4)]
    assert "No spade had broken them before: trick 1." in finding["detail"]
    assert stands_alone(body, ruling(body), finding)


def test_a_card_taken_back_before_is_cited_too() -> None:
    body = taken_back(LED_EARLY, 2, "ben", "JC", at=(2, 2))
    findings = {finding["code"]: finding for finding in ruling(body)["findings"]}
    assert "#/tricks/1/plays/1/withdrawn/0" in entries(findings["illegal_spade_lead"])


def test_a_spade_lead_taken_back_in_time_stands_alone() -> None:
    ruleset = rules(penalties={"early_spade": {"as": "revoke"}})
    line = ["ana KH 2H 3H 4H", "ana 3C 2C 4C 5C"]
    body = taken_back(record(ruleset, *line), 2, "ana", "9S", at=(2, 1))
    ruled = ruling(body)
    (finding,) = ruled["findings"]
    assert finding["code"] == "revoke_corrected"
    assert [entry for entry in entries(finding) if entry.startswith("#/tricks/0/")] == [
        f"#/tricks/0/plays/{place}" for place in range(4)
    ]
    assert stands_alone(body, ruled, finding)


def test_a_card_that_is_never_played_is_cited_in_its_list_with_all_that_was_played_before() -> None:
    """Rulings, a proof must stand alone: a card may have gone to any trick before that can't be read."""
    ana = "KH AD 5S 3C 6C 7C 8C 9C TC JC QC KC AC"
    body = changed(cut(LED_EARLY, 3), hands=hands(ana=ana))
    finding = only_lead(body)
    cited = entries(finding)
    assert {"#/tricks/0/plays/0", "#/tricks/1/plays/0", "#/hands/ana/3", "#/bids/0"} <= set(cited)
    assert "#/hands/ana/2" not in cited
    assert stands_alone(body, ruling(body), finding)


@pytest.mark.parametrize("form", ["cards", "cards_by_player"])
@pytest.mark.parametrize("leaders", [True, False])
def test_a_short_form_stands_alone(form: str, leaders: bool) -> None:
    body = with_cards(LED_EARLY, form=form, leaders=leaders)
    ruled = ruling(body)
    finding = only_lead(body)
    assert all(f"/{form}/" in entry for entry in entries(finding) if entry.startswith("#/tricks"))
    assert stands_alone(body, ruled, finding)


@pytest.mark.parametrize("seed", range(40))
def test_a_log_of_unequal_hands_stands_alone(seed: int) -> None:
    """Six players share the whole pack, so that some are dealt one card more."""
    ruleset = rules(table={"players": [6]}, deck={"leftover": "dealt"})
    whole = chance_round(seed, ruleset, 6, 8, slips=0.03).body
    for body in (unlisted(whole, "ana", "cy"), without(whole, "hands")):
        ruled = ruling(body)
        if len(ruled["findings"]) == 1 and ruled["findings"][0]["code"] in IN_PLAY:
            assert stands_alone(body, ruled, ruled["findings"][0])


# One trick by itself, and one card that may not be played.

TRICK: Json = {
    "ruleset": "pagat",
    "players": ["ana", "ben", "cy", "dee"],
    "plays": [{"player": "ana", "card": "3S"}, {"player": "ben", "card": "5S"}],
    "trick_number": 4,
    "spades_broken": False,
    "hands": {"ana": ["3S", "4H", "5C"]},
}


def test_in_one_trick_the_record_says_that_spades_were_unbroken() -> None:
    (finding,) = ask("judgeTrick", TRICK)["findings"]
    assert entries(finding) == ["#/plays/0", "#/hands/ana/1", "#/hands/ana/2", "#/spades_broken"]
    assert finding["detail"].endswith("`spades_broken` says that spades had not been broken.")
    alone = ask("judgeTrick", {**TRICK, "hands": blanked(TRICK, entries(finding))["hands"]})
    assert codes(alone["findings"]) == ["illegal_spade_lead"]
    assert ask("judgeTrick", without(TRICK, "spades_broken"))["findings"] == []


def test_a_card_that_may_not_be_led_says_why_not_yet() -> None:
    body = {"ruleset": "pagat", "hand": ["3S", "4H"], "plays": [], "trick_number": 4, "spades_broken": False}
    assert [each["detail"] for each in ask("listLegalPlays", body)["illegal"]] == [
        "3S may not be led from a hand that holds 4H: `spades_broken` says that spades are not broken."
    ]
    assert ask("listLegalPlays", {**body, "spades_broken": True})["illegal"] == []
    opening = {**body, "trick_number": 1}
    assert [each["detail"] for each in ask("listLegalPlays", opening)["illegal"]] == [
        "3S may not be led from a hand that holds 4H."
    ]


# A log that may lack tricks, and one that has more than may be tried.


def test_where_the_log_may_lack_a_trick_an_early_lead_rests_on_all_of_it() -> None:
    """Rulings, step 3: a missing trick before the lead may have broken spades, unless all spades are elsewhere."""
    tally: Counter[bool] = Counter()
    for seed in range(60):
        body = without(cut(chance_round(seed, rules(), 4, 13, slips=0.04).body, 12), "stopped")
        ruled = ruling(body)
        doubted = any("readings" in each for each in ruled["undecided"])
        if codes(ruled["findings"]) == ["illegal_spade_lead"] and not doubted:
            assert stands_alone(body, ruled, ruled["findings"][0])
            tally[len(entries(ruled["findings"][0])) > 48] += 1
    assert tally.keys() == {True}
