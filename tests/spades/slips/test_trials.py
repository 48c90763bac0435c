"""A trial finds what an audit of the mended record alone would, or is ruled out early; and what each costs."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from service.spades.cards import UNREAD
from service.spades.findings import Contradiction, StopWhen
from service.spades.proof.facts import facts_of
from service.spades.proof.trials import GAME_TRIALS, LEAST, MOST_TRIALS, price, price_of
from service.spades.record.model import RoundRecord
from service.spades.slips.candidates import candidates
from service.spades.slips.rests_on import what_errors_rest_on
from service.spades.slips.suspects import Scene
from tests.naive.compare import usable
from tests.spades.builders.reading import read_with_ruleset

ROUNDS = 60
RULES = Path(__file__).parents[3] / "docs" / "reference" / "rules.md"


@pytest.mark.parametrize("blots", [0, 2])
@pytest.mark.parametrize("kind", ["spoilt", "miscounts"])
def test_a_trial_finds_what_the_mended_record_alone_would_show(kind: str, blots: int) -> None:
    ruled_out = kept = 0
    for seed in range(ROUNDS):
        case, _ = usable(seed, kind)
        record, ruleset = read_with_ruleset(case.request)
        for blot in range(blots if any(trick.cards for trick in record.tricks) else 0):
            record = with_unread_card(record, Random(f"{seed} {blot}"))
        written = facts_of(record, ruleset)
        errors = tuple(finding for finding in written.findings if finding.severity == "error")
        rests = what_errors_rest_on(written.context, errors)
        for mended in candidates(Scene(written.context, errors, written.play.tricks), rests):
            alone = facts_of(mended.record, ruleset)
            try:
                tried = facts_of(mended.record, ruleset, StopWhen())
            except Contradiction:
                assert any(finding.severity == "error" for finding in alone.findings), (seed, mended.changes)
                ruled_out += 1
            else:
                assert (tried.findings, tried.undecided) == (alone.findings, alone.undecided), (seed, mended.changes)
                # A trial searches the log of an unfinished trick where lists that fit would be enough, and keeps less.
                less: dict[str, Any] = {"shown_later": (), "hands_certain": False, "unseen": 0, "elsewhere": ()}
                known = [each.known._replace(**less) for each in (tried, alone)]
                assert (tried.auction, tried.play, known[0]) == (alone.auction, alone.play, known[1])
                kept += 1
    assert ruled_out
    assert kept


def test_a_trial_counts_what_the_rules_say() -> None:
    """docs/reference/rules.md, bounded work."""
    (text,) = (each for each in RULES.read_text("utf-8").split("\n\n") if each.startswith("**Bounded work.**"))
    words = " ".join(text.split())
    numbers = re.search(r"has (\d+) to spend on mended records, and each round of a game (\d+)", words)
    assert numbers
    assert tuple(map(int, numbers.groups())) == (MOST_TRIALS, GAME_TRIALS)
    assert "costs two, and one more for every two tricks that are judged" in words
    assert "one for each finding, and one for each open question" in words
    for seed in range(60):
        record, ruleset = read_with_ruleset(usable(seed, "spoilt")[0].request)
        facts = facts_of(record, ruleset)
        found = len(facts.findings) + len(facts.undecided)
        assert price_of(facts) == 2 + len(record.tricks) // 2 + found
    assert price(0, ()) == LEAST


def with_unread_card(record: RoundRecord, rng: Random) -> RoundRecord:
    """Return a record in which one card of the log can't be read."""
    index = rng.choice([index for index, trick in enumerate(record.tricks) if trick.cards])
    trick = record.tricks[index]
    play = rng.randrange(len(trick.cards))
    blotted = trick._replace(cards=(*trick.cards[:play], UNREAD, *trick.cards[play + 1 :]))
    return record._replace(tricks=(*record.tricks[:index], blotted, *record.tricks[index + 1 :]))
