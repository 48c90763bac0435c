"""The engine against the naive oracle (`tests.naive`), on many random rounds from seeds.

The oracle was written from the rules alone. If the two differ, the message names the seed: `case` makes its round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from service.analysis.claims.claimed_round import Claims
from service.spades.cards import CODES
from service.spades.errors import UnreadableRecord, UnusableRuleset
from service.spades.findings import Finding
from service.spades.ruling.audit import audit
from service.wire.schemas.rounds_and_games import RoundRecordSchema
from service.wire.writer import Writer
from tests.lengths import in_two_portions
from tests.naive.compare import Case, parameters_of, rulings_differing
from tests.naive.deals import LEGAL, legal_round
from tests.naive.faults import hide, spoil
from tests.naive.house_rules import merged, random_overrides
from tests.naive.referee import judge
from tests.naive.ruling import rule
from tests.spades.builders.asking import ask

Json = dict[str, Any]

PRESETS = ("four-player", "nello", "solitaire-bliss", "pagat", "openspiel")
BAG_LINES = {"bag_penalty", "bag_points_cancelled", "bag_credit"}
ENDED_OR_NOT = "end_of_play_open"
"""What only the oracle's ruling asks: it is no question of deal, bids or play."""
SHOWN = 5
"""How many differences a failing test tells."""


def case(seed: int, *changes: Callable[[Json, Random], Json]) -> Case | None:
    """Return the round of a seed, changed by these; None where no legal bidding was found by its rules."""
    rng = Random(seed)
    preset = rng.choice(PRESETS)
    overrides = random_overrides(rng) if rng.random() < 0.5 else {}
    parameters = merged(parameters_of(preset), overrides)
    record = legal_round(rng, parameters)
    if record is None:
        return None
    for change in changes:
        record = change(record, rng)
    return Case(seed, {"name": preset, "overrides": overrides}, parameters, record)


def _judged(seeds: Iterable[int], *changes: Callable[[Json, Random], Json]) -> Iterator[tuple[Case, Json]]:
    """Yield as many cases as there are seeds, each with the engine's answer; unusable ones are drawn again."""
    for seed in seeds:
        for attempt in range(100):
            found = case(seed + 1_000_000 * attempt, *changes)
            if found is None:
                continue
            try:
                answer = _engine(found)
            except (UnusableRuleset, UnreadableRecord):
                continue
            yield found, answer
            break
        else:  # pragma: no cover - a fault of the generator
            pytest.fail(f"no usable case for seed {seed}")


def _engine(found: Case) -> Json:
    """Return what the engine says, in the shape of the oracle."""
    ruleset, record = RoundRecordSchema().load(found.request)
    ruling = audit(record, ruleset, Claims())
    table = ruling.table
    writer = Writer(table, ruleset)
    scores = None
    if ruling.as_played is not None:
        scores = {
            table.sides[score.side].name: {
                "points": score.points,
                "score": score.after.score,
                "bags": score.bags,
                "bags_after": score.after.bags,
                "bag_penalty": sum(line.points for line in score.lines if line.code in BAG_LINES),
                "made": score.made,
                "sets": score.after.sets,
                "consecutive_sets": score.after.consecutive_sets,
                "boston": score.boston,
                "wins": score.wins_game,
            }
            for score in ruling.as_played
        }
    return {
        "findings": [_written(finding, writer) for finding in ruling.findings],
        "undecided": [_written(finding, writer) for finding in ruling.undecided if finding.code != ENDED_OR_NOT],
        "winners": [None if trick.winner is None else table.players[trick.winner] for trick in ruling.tricks or ()],
        "tricks_won": dict(zip(table.players, ruling.tricks_won, strict=True)),
        "complete": ruling.complete,
        "verdict": ruling.verdict,
        "scores": scores,
    }


def _written(finding: Finding, writer: Writer) -> tuple[str, str, str | None, str | None]:
    """Return code, pointer, player and card of a finding."""
    player = None if finding.seat is None else writer.players[finding.seat]
    card = None if finding.card is None else CODES[finding.card]
    return (finding.code, writer.location(finding.location), player, card)


def _differences(engine: Json, oracle: Json) -> list[str]:
    lines = []
    for member in ("findings", "undecided"):
        ours: Counter[tuple[str, ...]] = Counter(engine[member])
        theirs: Counter[tuple[str, ...]] = Counter(oracle[member])
        lines += [f"{member}: engine alone has {item}" for item in (ours - theirs).elements()]
        lines += [f"{member}: oracle alone has {item}" for item in (theirs - ours).elements()]
    for member in ("winners", "tricks_won", "complete", "verdict", "scores"):
        if engine[member] != oracle[member]:
            lines.append(f"{member}: engine {engine[member]}, oracle {oracle[member]}")
    return lines


KEPT_BY_ORACLE = {"counted", "by_director", "tricks", "tricks_adjustment", "tricks_decided", "revokes"}


def _told(judgement: Json) -> Json:
    """Return what the oracle says, without what it keeps of a score for the end of a game and for the sheet."""
    scores = judgement["scores"] and {
        side: {member: value for member, value in score.items() if member not in KEPT_BY_ORACLE}
        for side, score in judgement["scores"].items()
    }
    return {**judgement, "scores": scores}


def _compare(seeds: Iterable[int], *changes: Callable[[Json, Random], Json]) -> None:
    """Compare all that was judged; of a record that contradicts itself, what it proves."""
    differing = 0
    lines: list[str] = []
    for found, answer in _judged(seeds, *changes):
        ruled = rule(found.record, found.parameters)
        ruling = ask("auditRound", found.request)
        if not ruled["plain"] or ruling.get("limit_reached"):
            differences = rulings_differing(ruling, ruled)
        else:
            differences = _differences(answer, _told(judge(found.record, found.parameters)))
        if differences:
            differing += 1
            if differing <= SHOWN:
                lines += [f"seed {found.seed}:", *(f"    {line}" for line in differences)]
    assert not differing, "\n".join([f"{differing} rounds differ, the first of them:", *lines])


@in_two_portions("seeds", range(600), few=100)
def test_legal_rounds_are_judged_alike(seeds: Sequence[int]) -> None:
    _compare(seeds)


@in_two_portions("seeds", range(10_000, 10_100), few=25)
def test_spoilt_rounds_are_judged_alike(seeds: Sequence[int]) -> None:
    _compare(seeds, spoil)


@in_two_portions("seeds", range(20_000, 20_150), few=40)
def test_rounds_with_something_hidden_are_judged_alike(seeds: Sequence[int]) -> None:
    _compare(seeds, hide)


@in_two_portions("seeds", [700_105, *range(21_000, 21_080)], few=10)
def test_spoilt_rounds_with_something_hidden_are_judged_alike(seeds: Sequence[int]) -> None:
    _compare(seeds, spoil, hide)


@in_two_portions("seeds", range(30_000, 30_500), few=100)
def test_a_legal_round_never_gets_a_finding_and_all_hands_decide_everything(seeds: Sequence[int]) -> None:
    for found, answer in _judged(seeds):
        assert {code for code, *_ in answer["findings"]} <= LEGAL, found.seed
        # Only whether a side was far enough behind for a bid rests on something else than cards.
        open_questions = set() if "before" in found.record else {"blind_bid_not_allowed", "bid_not_allowed"}
        assert {code for code, *_ in answer["undecided"]} <= open_questions, found.seed


@in_two_portions("seeds", range(32_000, 32_600), few=100)
def test_a_legal_round_never_gets_a_finding_whatever_is_hidden(seeds: Sequence[int]) -> None:
    for found, answer in _judged(seeds, hide):
        assert {code for code, *_ in answer["findings"]} <= LEGAL, found.seed


def test_the_answer_says_what_the_core_found() -> None:
    for found, engine in _judged(range(40_000, 40_100), spoil, hide):
        ruling = ask("auditRound", found.request)
        assert ruling["verdict"] == engine["verdict"], found.seed
        assert ruling["tricks_won"] == engine["tricks_won"], found.seed
        for member in ("findings", "undecided"):
            wire = [(item["code"], item["pointer"], item.get("player"), item.get("card")) for item in ruling[member]]
            assert wire == engine[member], found.seed
