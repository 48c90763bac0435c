"""A trial is ruled out early, or begun with what is known of the record as written: as if it were audited alone."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from service.spades.cards import UNREAD
from service.spades.findings import Contradiction, StopWhen
from service.spades.proof.contradictions import prove_despite_slips
from service.spades.proof.facts import facts_of
from service.spades.proof.trials import GAME_TRIALS, MOST_TRIALS, ruled_out_trial, whole_trial
from service.spades.record.model import RoundRecord
from service.spades.slips.candidates import candidates
from service.spades.slips.rests_on import what_errors_rest_on
from service.spades.slips.suspects import Scene
from tests.naive.compare import usable
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, replaced, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED
from tests.spades.builders.reading import read_with_ruleset
from tests.spades.builders.records import call

ROUNDS = 60
RULES = Path(__file__).parents[3] / "docs" / "reference" / "rules.md"


@pytest.mark.parametrize("blots", [0, 2])
@pytest.mark.parametrize("kind", ["spoilt", "miscounts"])
def test_a_trial_finds_what_the_mended_record_alone_would_show(kind: str, blots: int) -> None:
    ruled_out = kept = 0
    for seed in range(ROUNDS):
        case, _ = usable(seed, kind)
        record, ruleset = read_with_ruleset(case.request)
        for blot in range(blots if record.tricks else 0):
            record = with_unread_card(record, Random(f"{seed} {blot}"))
        written = facts_of(record, ruleset)
        errors = tuple(finding for finding in written.findings if finding.severity == "error")
        earlier = written.before_play
        assert earlier is not None
        rests = what_errors_rest_on(written.context, written.play.tricks, errors)
        for mended in candidates(Scene(written.context, errors, written.play.tricks), rests):
            alone = facts_of(mended.record, ruleset)
            try:
                before = earlier.of(mended.record, same_cards=False)
                tried = facts_of(mended.record, ruleset, StopWhen(), before)
            except Contradiction:
                assert any(finding.severity == "error" for finding in alone.findings), (seed, mended.changes)
                ruled_out += 1
            else:
                assert (tried.findings, tried.undecided) == (alone.findings, alone.undecided), (seed, mended.changes)
                # A trial searches the log of an unfinished trick where lists that fit would be enough.
                known = [each.known._replace(shown_later=(), hands_certain=False) for each in (tried, alone)]
                assert (tried.auction, tried.play, known[0]) == (alone.auction, alone.play, known[1])
                kept += 1
    assert ruled_out
    assert kept


@pytest.mark.parametrize(("code", "tricks", "more"), [("JC", 2, True), ("JC", 4, False), ("JH", 2, False)])
def test_with_a_call_a_reading_that_leaves_a_question_costs_twice(code: str, tricks: int, more: bool) -> None:
    """Rulings, bounded work: the jack of clubs stands twice, and in a cut log it is open who revoked."""
    body = {**cut(replaced(without(RANKS, "hands"), "JH", code), tricks - 1, 4), "stopped": True}
    assert (least(changed(body, accusations=[call("ana cy 1")])) > least(body)) is more


def test_a_trial_that_finds_more_than_may_be_tried_ends_in_the_middle() -> None:
    record, ruleset = read_with_ruleset(REVOKED)
    assert len(facts_of(record, ruleset, StopWhen(most=1)).findings) == 1
    with pytest.raises(Contradiction):
        facts_of(record, ruleset, StopWhen(most=0))


def least(body: Json) -> int:
    """Return the least that is enough to judge all readings of a record."""
    record, ruleset = read_with_ruleset(body)
    written = facts_of(record, ruleset)
    return next(
        trials for trials in range(MOST_TRIALS) if not prove_despite_slips(record, written, trials).limit_reached
    )


def test_a_trial_counts_what_the_rules_say() -> None:
    """docs/reference/rules.md, bounded work."""
    (text,) = (each for each in RULES.read_text("utf-8").split("\n\n") if each.startswith("**Bounded work.**"))
    words = " ".join(text.split())
    numbers = re.search(
        r"has (\d+) to spend on mended records, and each round of a game (\d+), .* "
        r"Any other costs (\S+), and (\S+) for each trick, (\S+) for each finding and (\S+) for each open question",
        words,
    )
    more = re.search(r"taken back adds (\S+), and each trick with a card that could not be read (\S+)\. ", words)
    ruled_out = re.search(r"rules out costs (\S+), and (\S+) for each trick and each finding up to there", words)
    assert numbers
    assert more
    assert ruled_out
    record_has, round_has, *prices = numbers.groups()
    assert (int(record_has), int(round_has)) == (MOST_TRIALS, GAME_TRIALS)
    whole, trick, finding, question = map(Fraction, prices)
    taken_back, unread = map(Fraction, more.groups())
    begun, each = map(Fraction, ruled_out.groups())
    for seed in range(60):
        record, ruleset = read_with_ruleset(usable(seed, "spoilt")[0].request)
        facts = facts_of(record, ruleset)
        cards = taken_back * len(record.withdrawn) + unread * sum(UNREAD in each.cards for each in record.tricks)
        leads = 3 + len(record.tricks) // 4 if record.leads_left_out else 0
        found, asked = len(facts.findings), len(facts.undecided)
        counted = whole + trick * len(record.tricks) + finding * found + question * asked + cards
        assert whole_trial(record, facts) == int(counted) + leads
        assert ruled_out_trial(record, ()) == 1 + leads
        in_play = [index for index, one in enumerate(facts.findings, 1) if one.location[0] == "tricks" and one.trick]
        for index in in_play:
            counted = begun + each * ((facts.findings[index - 1].trick or 0) + index) + cards
            assert ruled_out_trial(record, facts.findings[:index]) == int(counted) + leads


def with_unread_card(record: RoundRecord, rng: Random) -> RoundRecord:
    """Return a record in which one card of the log can't be read."""
    index = rng.choice([index for index, trick in enumerate(record.tricks) if trick.cards])
    trick = record.tricks[index]
    play = rng.randrange(len(trick.cards))
    blotted = trick._replace(cards=(*trick.cards[:play], UNREAD, *trick.cards[play + 1 :]))
    return record._replace(tricks=(*record.tricks[:index], blotted, *record.tricks[index + 1 :]))
