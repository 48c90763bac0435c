"""How many mended records are tried, and what is stated of the others."""

from __future__ import annotations

import copy

from service.analysis.claims.claimed_round import Claims
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Ruling
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import record
from tests.spades.builders.rulesets import honours, rules
from tests.spades.builders.rulings import codes
from tests.spades.builders.slips import LOG, left_out, with_entry

MISREAD = record(honours(), "ana AH KH QH JH", "ana AD KC QC JC", "ana AS KD QD JD")
"""ana led a club to trick 2 if the ace was misread; else the three others kept their diamonds for trick 3."""


def judged(body: Json, trials: int) -> Ruling:
    """Return the ruling of the core with so many trials."""
    return audit(*read_with_ruleset(body), Claims(), trials)


def accused(ruled: Ruling) -> list[str]:
    """Return the codes of the offences that are found."""
    return [finding.code for finding in ruled.findings if finding.severity == "offence"]


def test_what_is_not_tried_accuses_nobody() -> None:
    """Rulings, bounded work: the offences that were not tested are undecided, and the answer says so."""
    for body, trials, enough in (
        (MISREAD, 0, 1000),
        (with_entry(LOG, 4, 1, card="QH"), 1, 1000),
        (left_out(LOG, 4), 5, 1000),
    ):
        ruled = judged(body, trials)
        assert (ruled.limit_reached, accused(ruled), ruled.readings) == (True, [], None)
        assert not judged(body, enough).limit_reached
    assert [finding.code for finding in judged(MISREAD, 0).undecided][:3] == ["revoke"] * 3
    assert len(judged(with_entry(LOG, 4, 1, card="QH"), 1000).readings or ()) == 2


def test_a_single_offence_needs_no_trial() -> None:
    """Rulings, bounded work: where no slip could explain two offences, none is tried, and the offence is proved."""
    ruled = judged(record(honours(), "ana AH KH QC JH", "ana AC KC QH JC"), 0)
    assert (accused(ruled), ruled.readings) == (["revoke"], None)


def test_a_trick_written_twice_leaves_open_where_one_is_missing() -> None:
    """Rulings, bounded work: what a trick missing before it would explain is not proved for lack of a trial."""
    tricks = ("ben AH KH QH JH", "ben AC KC QC JC", "ben AD KD QD JD")
    whole, doubled = (record(honours(), *tricks, last, dealer="dee") for last in ("ben AS KS QS JS", tricks[1]))
    assert (accused(judged(whole, 0)), accused(judged(doubled, 0))) == (["wrong_leader"], [])


def test_an_answer_says_only_then_that_the_limit_was_reached() -> None:
    """Contract, limit_reached: present and true, or absent."""
    assert "limit_reached" not in ruling(MISREAD)
    ruled = ruling(without(chance_round(5, rules(), 4, 13, slips=0.9).body, "hands"))
    assert ruled["limit_reached"]
    assert any("readings" in each for each in ruled["undecided"])


def test_a_record_in_which_everything_is_suspect_is_not_mended() -> None:
    """Rulings, slips: nothing is proved, and no reading is offered; tricks beyond the last one are not judged."""
    body = copy.deepcopy(LOG)
    for trick in body["tricks"]:
        for play in trick["plays"]:
            play["card"] = "2C"
    ruled = ruling(body)
    assert ({each["severity"] for each in ruled["findings"]}, ruled.get("readings")) == ({"error"}, None)
    repeated = copy.deepcopy(LOG)
    repeated["tricks"] += [repeated["tricks"][0]] * 41
    assert codes(ruling(repeated)["findings"]) == ["extra_tricks"]
    repeated["tricks"] = [repeated["tricks"][0]] * 54
    assert {each["severity"] for each in ruling(repeated)["findings"]} == {"error"}


def test_a_log_without_offences_is_not_read_with_its_tricks_elsewhere() -> None:
    """Rulings, the order of judging: nobody can be accused by it."""
    for number in range(12):
        ruled = ruling(left_out(left_out(LOG, 12), number))
        assert ruled["findings"] == [] or "readings" in ruled
    assert "readings" not in ruling(left_out(LOG, 12))
