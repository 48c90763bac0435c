"""A record that contradicts itself: what it still proves, and what it may have been meant to say.

Such a record has at least one slip of the pen. An offence is proved only if it stands in every reading, that is, in
every record that one slip would have made into this one; if there is none, only if it rests on nothing suspect
(docs/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from service.spades.catalogue.finding_codes import CODES
from service.spades.findings import (
    Contradiction,
    Finding,
    Key,
    Reporter,
    accusing,
    is_accusing,
    key_of,
    moved,
    place_of,
    play_of,
    renumbered,
)
from service.spades.proof.facts import facts_of
from service.spades.proof.irregular_order import contradictions_in, doubtful_turns, errors_among, wrong_order
from service.spades.proof.model import Facts, Reading, Weighed
from service.spades.record.model import Reported, RoundContext, RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import say
from service.spades.slips.candidates import candidates
from service.spades.slips.in_tricks import with_missing_tricks
from service.spades.slips.masked import masked, rests_on_suspects
from service.spades.slips.model import Mended
from service.spades.slips.scene import Scene

MOST_TRIALS: Final = 150
"""So many mended records are tried. Of a record with more, only what rests on nothing suspect is proved."""
MOST_ERRORS: Final = 40
"""No single slip makes more errors than this; a trick of six cards written twice, some of them taken back, makes the
most."""


def weigh(record: RoundRecord, ruleset: Ruleset, facts: Facts) -> Weighed:
    """Return what a record proves by what was found in it as written."""
    unfinished = _lacks_tricks(record, facts)
    errors = contradictions_in(facts.findings)
    if not errors and not unfinished:
        return _irregular_in_order(record, ruleset, facts)
    if unfinished:
        errors = (*errors, _missing_tricks(facts))
        facts = facts._replace(findings=(*facts.findings, errors[-1]))
    winners = tuple([trick.winner for trick in facts.play.tricks])
    scene = Scene(facts.context._replace(record=record), errors, winners)
    readings = _readings(scene, ruleset) if len(errors) <= MOST_ERRORS else []
    if record.leads_left_out and not readings:
        readings = _readings(Scene(scene.context, _first_errors(errors), winners), ruleset)
    if readings:
        return _with_readings(facts, errors, readings)
    return Weighed(_with_proved(facts, _beyond_suspicion(scene, ruleset), {})._replace(contradictory=True))


def _beyond_suspicion(scene: Scene, ruleset: Ruleset) -> dict[Key, Finding]:
    """Return what a record proves that no single slip mends, or that too many might."""
    unknown = masked(scene)
    facts = facts_of(unknown, ruleset)
    doubtful = doubtful_turns(unknown, facts, lambda other: facts_of(other, ruleset))
    proved = {key_of(each): each for each in accusing(facts.findings)}
    for mended in with_missing_tricks(unknown, scene.missing_tricks) if scene.missing_tricks else ():
        written = map(mended.finding_as_written, accusing(facts_of(mended.record, ruleset).findings))
        keys = {key_of(each) for each in written if each is not None}
        proved = {key: each for key, each in proved.items() if key in keys}
    return {key: each for key, each in proved.items() if key not in doubtful and not rests_on_suspects(scene, each)}


def _irregular_in_order(record: RoundRecord, ruleset: Ruleset, facts: Facts) -> Weighed:
    """Return what a record proves that contradicts itself only in the dealer, or in the order of two tricks."""
    found = wrong_order(record, facts, lambda other: facts_of(other, ruleset))
    if found is None:
        return Weighed(facts)
    written = {key_of(each) for each in facts.findings}
    kept = [each for each in facts.findings if each not in found.explained]
    place = place_of(kept, found.error)
    findings = (*kept[:place], found.error, *kept[place:])
    places = renumbered(facts.findings, findings)
    facts = facts._replace(
        findings=tuple(moved(each, places) for each in findings),
        undecided=tuple(moved(each, places) for each in facts.undecided),
    )
    return _with_readings(facts, (facts.findings[place],), found.readings, written)


def _lacks_tricks(record: RoundRecord, facts: Facts) -> bool:
    """Return whether the sheet is for a finished round, and the log is not."""
    if record.reported is None or facts.play.complete or facts.play.finished >= facts.context.pack.hand_size:
        return False
    if record.decisions.may_be_broken_off or record.claim is not None:
        return False  # what is on the sheet may be what was decided, or claimed
    if is_void(facts.context.ruleset, facts.findings):
        return False
    return _claims_finished_round(record.reported, facts.context)


def _missing_tricks(facts: Facts) -> Finding:
    """Return the finding that tricks are missing."""
    reporter, played = Reporter(facts.context.table), facts.play.finished
    begun = played < len(facts.play.tricks)
    key = "sheet_of_round_begun" if begun else "sheet_of_unfinished_round"
    reporter.report("missing_tricks", ("tricks",), say(key, size=facts.context.pack.hand_size, tricks=played))
    return reporter.findings[0]


def _first_errors(errors: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the errors without those in tricks after the first that has any.

    If the record leaves out who led, one slip can give every later card to a wrong player.
    """
    first = min((each.trick for each in errors if each.trick is not None), default=None)
    return tuple(each for each in errors if each.trick in {None, first})


def _readings(scene: Scene, ruleset: Ruleset) -> list[tuple[Mended, Facts]]:
    """Return the mended records that do not contradict themselves; none if there are too many to try."""
    readings: list[tuple[Mended, Facts]] = []
    for trial, mended in enumerate(candidates(scene)):
        if trial == MOST_TRIALS:
            return []
        try:
            facts = facts_of(mended.record, ruleset, strict=True)
        except Contradiction:
            continue
        if contradictions_in(facts.findings) or _lacks_tricks(mended.record, facts):
            continue
        if mended.changes not in {reading.changes for reading, _ in readings}:
            readings.append((mended, facts))
    return readings


def _with_readings(
    facts: Facts,
    errors: tuple[Finding, ...],
    readings: Sequence[tuple[Mended, Facts]],
    known_as_written: set[Key] | None = None,
) -> Weighed:
    """Return what is proved in all of these readings, and what its errors follow from.

    Nothing else is proved than what is in ``known_as_written``, if that is given.
    """
    notes = {key_of(each) for each in facts.findings if each.severity == "note" and each.code != "revoke_corrected"}
    in_readings: list[dict[Key, Finding]] = []
    for mended, other in readings:
        doubtful = doubtful_turns(mended.record, other, lambda record: facts_of(record, facts.context.ruleset))
        accused = [each for each in accusing(other.findings) if key_of(each) not in doubtful]
        written = [each for each in map(mended.finding_as_written, accused) if each is not None]
        in_readings.append({key_of(each): each for each in written if key_of(each) not in notes})
    proved = {key: each for key, each in in_readings[0].items() if all(key in others for others in in_readings)}
    somewhere = {key: each for others in in_readings for key, each in others.items() if CODES[each.code].may_be_revoke}
    proved = {key: each for key, each in proved.items() if known_as_written is None or key in known_as_written}
    # A card of the player who was passed over that only a suspect entry leaves him makes nobody out of turn.
    as_written = {key_of(each) for each in (*facts.findings, *facts.undecided)}
    for key in [key for key, each in proved.items() if each.code == "out_of_turn" and key not in as_written]:
        somewhere[key] = proved.pop(key)
    weighed = _with_proved(facts, proved, somewhere)
    if any(mended.tricks is not None for mended, _ in readings):
        weighed = weighed._replace(contradictory=True)  # which trick a call is about depends on the slip
    explained = {(each.code, each.location, each.seat) for each in errors}
    indices = [
        index
        for index, each in enumerate(weighed.findings)
        if each.severity == "error" and (each.code, each.location, each.seat) in explained
    ]
    findings = list(weighed.findings)
    for index in indices[1:]:
        if findings[index].follows is None:
            findings[index] = findings[index]._replace(follows=indices[0])
    return Weighed(weighed._replace(findings=tuple(findings)), tuple(Reading(*each) for each in readings))


def _with_proved(facts: Facts, proved: Mapping[Key, Finding], somewhere: Mapping[Key, Finding]) -> Facts:
    """Return the facts with these offences proved, and any other an open question.

    ``somewhere`` are revokes that stand in some reading of the record. Nothing is proved of a player or a card that the
    record as written does not have at that place.
    """
    kept = [each for each in facts.findings if not is_accusing(each) or key_of(each) in proved]
    doubted = [each for each in facts.findings if is_accusing(each) and key_of(each) not in proved]
    found = {key_of(each) for each in kept}
    record = facts.context.record
    answered = [each for key, each in proved.items() if key not in found and _is_as_written(record, each)]
    for finding in answered:
        kept.insert(place_of(kept, finding), finding)
    places = renumbered(facts.findings, kept)
    findings = tuple(moved(each, places) for each in kept)
    conflicts = errors_among(findings)
    settled = {key_of(each) for each in answered}
    questions: list[Finding] = []
    for finding in facts.undecided:
        if key_of(finding) not in settled:
            question = moved(finding, places)
            in_doubt = key_of(finding) in somewhere and not question.conflicts_with
            questions.append(question._replace(conflicts_with=conflicts) if in_doubt else question)
    known = {key_of(each) for each in (*facts.findings, *facts.undecided)}
    for finding, detail in (
        *((each, (*each.detail, say("depends_on_slip"))) for each in doubted),
        *((each, (say("in_a_reading", text=each.detail),)) for key, each in somewhere.items() if key not in known),
    ):
        question = finding._replace(
            detail=detail, conflicts_with=conflicts, alternatives=None, established=None, follows=None, evidence=None
        )
        questions.insert(place_of(questions, question), question)
    return facts._replace(findings=findings, undecided=tuple(questions))


def _is_as_written(record: RoundRecord, finding: Finding) -> bool:
    """Return whether a finding is about the player and the card that a record has where it points to."""
    location = finding.location
    if location[0] == "bids" and len(location) > 1:
        return record.bids[int(location[1])].seat == finding.seat
    indices = play_of(location)
    if indices is None:
        return True
    trick, play = record.tricks[indices[0]], indices[1]
    return trick.seats[play] == finding.seat and (finding.is_about_withdrawn_card or trick.cards[play] == finding.card)


def is_void(ruleset: Ruleset, findings: tuple[Finding, ...]) -> bool:
    """Return whether a hand is proved to have had a wrong number of cards, if that voids the round."""
    return ruleset.parameters.irregularities.wrong_count == "void_round" and any(
        finding.code == "wrong_hand_size" and finding.severity == "offence" for finding in findings
    )


def _claims_finished_round(reported: Reported, context: RoundContext[RoundRecord]) -> bool:
    """Return whether a sheet is that of a finished round: it has points or totals, or all tricks of the round."""
    figures = reported.tricks_won or {}
    claimed = sum(
        figures[side.name] if side.name in figures else sum(figures.get(player, 0) for player in side.players)
        for side in context.table.sides
    )
    return bool(reported.points or reported.score or reported.bags) or claimed == context.pack.hand_size
