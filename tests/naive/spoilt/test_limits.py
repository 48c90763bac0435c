"""The limits of what may be ruled wrongly on records of known truth, row by row.

`tests.naive.spoilt.measure` prints the table for any number of records.
"""

from __future__ import annotations

import pytest

from service.analysis.claims.claimed_round import Claims
from service.spades.proof.contradictions import prove_despite_slips
from service.spades.proof.facts import facts_of
from service.spades.proof.trials import GAME_TRIALS, MOST_TRIALS, TrialBudget
from service.spades.ruling.audit import audit
from tests.naive.spoilt import kept
from tests.naive.spoilt.generator import careless_record
from tests.naive.spoilt.kinds import KINDS
from tests.naive.spoilt.measure import Tally
from tests.naive.spoilt.rows import Row, rows
from tests.naive.spoilt.truth import ruling_on
from tests.spades.builders.reading import read_with_ruleset

ROWS = [row for row in rows().values() if row.limits and row.name not in KINDS]
FEW, MANY, OF_A_KIND = 3, 80, 40
"""How many records of a row are ruled on; where kinds of slips take turns, and some let far less be proved than others,
so many of each."""
FOR_A_SHARE, A_FEW = 800, range(2, 10)
"""How many records of a row that may accuse so few of a hundred falsely: of fewer, chance decides."""
RARE = 3
"""Where no more than so many of a hundred may be accused falsely, none is of a few."""


def over(row: Row, seeds: range, *, spare: int) -> list[str]:
    """Return the shares over their limits by more than is spared, and what counts against the row."""
    tally = Tally(row)
    tally.measure(seeds)
    assert tally.broken == []
    shares = tally.over(spare)
    against = [f"seed {spoilt.seed}: {each.accused}" for spoilt, each in tally.against()]
    return [*shares, *against] if shares else []


@pytest.mark.parametrize("row", [row for row in ROWS if row.limits.get("false", 0) <= RARE], ids=lambda row: row.name)
def test_few_records_are_ruled_rightly(row: Row) -> None:
    assert over(row._replace(limits={**row.limits, "proved": 0}), range(FEW), spare=0) == []


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_many_records_are_within_the_limits(row: Row) -> None:
    # Two more may be chance: an ordinary slip more explains two offences at once.
    kinds = len(row.plans)
    many = OF_A_KIND * kinds if kinds > 1 and "proved" in row.limits else MANY
    if row.limits.get("false") in A_FEW:
        many = FOR_A_SHARE
    assert over(row, range(FEW, FEW + many), spare=2) == []


def test_two_slips_about_the_card_that_a_trick_by_player_lacks() -> None:
    """Ben's card of trick 1 is not written, and may be exchanged with another: it is where his card would be."""
    changes = [each["changes"] for each in ruling_on(kept.TRICK_BY_PLAYER_WITHOUT_A_CARD.body)["readings"]]
    missing = "#/tricks/0/cards_by_player/ben"
    assert [[change["pointer"] == missing for change in each] for each in changes] == [
        [True, False, False],
        [True, False, True],
        [True],
    ]


def test_a_trick_that_may_be_missing_is_put_in_each_place_or_in_none() -> None:
    """Nothing mends this record; a card that was taken back before a revoke may have gone to a trick between."""
    record, ruleset = read_with_ruleset(kept.CARDS_TAKEN_BACK_BEFORE_A_MISSING_TRICK.body)
    written, steps = facts_of(record, ruleset), list[int]()
    few, many = (
        prove_despite_slips(
            record, written, TrialBudget(record, written, trials, lambda: steps.append(0), lambda _: frozenset())
        )
        for trials in (MOST_TRIALS // 3, 2 * MOST_TRIALS)
    )
    accused, accused_after_all = (
        {(each.code, each.seat, each.trick) for each in weighed.facts.findings if each.severity == "offence"}
        for weighed in (few, many)
    )
    assert (few.limit_reached, many.limit_reached) == (True, False)
    assert accused <= accused_after_all
    mended, places = 2, len(record.tricks) + 1
    assert len(steps) == 2 * mended + places


@pytest.mark.parametrize("seed", [20018, 20144, 20150, 20173, *range(12)])
def test_with_less_to_spend_nobody_else_is_accused(seed: int) -> None:
    """Rulings, bounded work: what was not tested is undecided. The first four accuse of less, but of something."""
    record, ruleset = read_with_ruleset(careless_record(seed))
    few, many = (audit(record, ruleset, Claims(), trials) for trials in (GAME_TRIALS, MOST_TRIALS))
    accused, accused_after_all = (
        {(each.code, each.seat, each.trick) for each in ruling.findings if each.severity == "offence"}
        for ruling in (few, many)
    )
    assert accused <= accused_after_all
