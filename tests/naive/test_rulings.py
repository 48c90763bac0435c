"""The ruling after the proof against the naive one (`tests.naive.ruling`), on random disputes from seeds.

The oracle was written from the rules alone. Where the two differ, the message names the seed:
``python -m tests.naive.compare SEED SEED`` tells it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.lengths import in_two_portions
from tests.naive.compare import Json, compare, usable

SHOWN = 5
"""How many differences a failing test tells."""
NOTES = {"bid_raised", "bid_advised", "revoke_corrected", "round_thrown_in", "card_taken_back"}


def _same(seeds: Iterable[int], kind: str | None = None) -> None:
    """Compare the rulings of these seeds."""
    told = [(case.seed, differences) for case, differences in (compare(seed, kind) for seed in seeds) if differences]
    lines = [
        line
        for seed, differences in told[:SHOWN]
        for line in (f"seed {seed}:", *(f"    {difference}" for difference in differences))
    ]
    assert not told, "\n".join([f"{len(told)} rulings differ:", *lines])


def _codes(found: Iterable[dict[str, str]]) -> set[str]:
    return {each["code"] for each in found}


def _legal_verdicts(answer: Json) -> set[str]:
    """Return the verdicts that a legal round may have: it is void if the bids have it thrown in."""
    return {"void"} if "round_thrown_in" in _codes(answer["findings"]) else {"clean", "undetermined"}


@in_two_portions("seeds", range(120), few=20)
def test_disputes_are_ruled_alike(seeds: Sequence[int]) -> None:
    """tables.md; parameters.md, the order of scoring; rulings.md, "After the proof"."""
    _same(seeds, "offences")


@in_two_portions("seeds", range(10_000, 10_120), few=20)
def test_rounds_with_a_wrong_count_are_ruled_alike(seeds: Sequence[int]) -> None:
    """`penalties.wrong_count`: the round is void, or the offender's side pays."""
    _same(seeds, "miscounts")


@in_two_portions("seeds", [300_132, *range(20_000, 20_100)], few=20)
def test_rounds_with_faults_of_any_kind_are_ruled_alike(seeds: Sequence[int]) -> None:
    _same(seeds, "spoilt")


@in_two_portions("seeds", range(60_000, 60_100), few=20)
def test_calls_about_a_trick_that_is_written_twice_are_answered_alike(seeds: Sequence[int]) -> None:
    """Slips before accusations: a call that names either of two copies names the trick that is left."""
    _same(seeds, "copied")


@in_two_portions("seeds", range(70_000, 70_120), few=25)
def test_logs_that_end_before_the_round_are_ruled_alike(seeds: Sequence[int]) -> None:
    """docs/reference/rules.md, "The end of play": what the end of a log leaves open."""
    _same(seeds, "cut")


@in_two_portions("seeds", range(50_000, 50_100), few=20)
def test_rounds_with_cards_that_could_not_be_read_are_ruled_alike(seeds: Sequence[int]) -> None:
    """rulings.md, proof: `??` is one unknown card of that player, and it decides nothing."""
    _same(seeds, "unread")


@in_two_portions("seeds", range(30_000, 30_200), few=40)
def test_a_legal_round_is_never_accused_whatever_is_hidden(seeds: Sequence[int]) -> None:
    """rulings.md, "What is asked": a legal round never gets a finding, whatever is hidden.

    A revoke that was taken back in time is no offence.
    """
    for seed in seeds:
        case, answer = usable(seed, "legal")
        assert _codes(answer["findings"]) <= NOTES, case.seed
        assert answer["verdict"] in _legal_verdicts(answer), case.seed
        assert answer["penalties"] == [], case.seed


@in_two_portions("seeds", range(40_000, 40_200), few=40)
def test_a_right_sheet_of_a_legal_round_is_never_called_wrong(seeds: Sequence[int]) -> None:
    """rulings.md, "After the proof", the sheet."""
    for seed in seeds:
        case, answer = usable(seed, "sheet")
        assert _codes(answer["findings"]) <= NOTES, case.seed
        assert answer["verdict"] in _legal_verdicts(answer), case.seed
        if "reported" in case.record and "before" in case.record:
            assert answer["differences"] == [], case.seed
