"""A record that contradicts itself: what it still proves, and what it may have been meant to say.

Such a record has at least one slip of the pen. An offence is proved only if it is found in every reading, that is, in
every record that one slip would have made into this one; if there is none, only if it rests on nothing suspect
(docs/reference/rules.md, "Slips before accusations").

A record may also contradict itself only in an order, that of the dealer or of two neighbouring tricks, as the turns
show. No entry contradicts another then. But a dealer who makes both the bidding and the opening lead irregular, and two
tricks that are led wrongly and would be led rightly in each other's place, are likelier slips than several offences in
a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from service.spades.findings import (
    CODES,
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
from service.spades.proof.facts import Facts, Reading, Weighed, facts_of
from service.spades.record.log import RoundContext
from service.spades.record.model import Reported, RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import say
from service.spades.slips.candidates import candidates, led_by, other_dealers
from service.spades.slips.in_play import exchanges_in, led_anew, neighbours_exchanged, with_missing_tricks
from service.spades.slips.suspects import Mended, Scene, masked, rests_on_suspects

Judge: TypeAlias = Callable[[RoundRecord], Facts]
_FEWEST_LEADS: Final = 2
"""The number of wrong leads from which on an exchange of two tricks is likelier than the leads."""
_FEWEST_OFFENCES: Final = 2
"""The number of offences from which on one wrong name is likelier than the offences."""


class WrongOrder(NamedTuple):
    """An error in the order of a record, the findings that it explains, and the readings without it."""

    error: Finding
    explained: tuple[Finding, ...]
    readings: list[tuple[Mended, Facts]]


def contradictions_in(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the errors that a record shows against itself.

    A missing bid contradicts nothing, unless another bid is there twice.
    """
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors and not any(finding.code == "bid_repeated" for finding in findings):
        errors = [error for error in errors if error.code != "bid_missing"]
    return tuple(errors)


def doubtful_turns(record: RoundRecord, facts: Facts, judge: Judge) -> set[Key]:
    """Return the offences of turn that a wrong dealer, or an exchange of neighbouring tricks, would explain.

    This is for a record that has been mended once, or without its suspect entries.
    """
    leads = _wrong_leads(facts)
    explained = {key for trial in _exchanges(record, facts, leads, judge) for key in trial.explained}
    wrong = _dealer(record, facts, judge) if 1 in leads else None
    return explained | {key_of(finding) for finding in (wrong.explained if wrong is not None else ())}


def errors_among(findings: Iterable[Finding]) -> tuple[int, ...]:
    """Return the indices of the errors of a record that contradicts itself, a missing bid only if there is no other."""
    errors = [(index, finding.code) for index, finding in enumerate(findings) if finding.severity == "error"]
    return tuple([index for index, code in errors if code != "bid_missing"] or [index for index, _ in errors])


def wrong_order(record: RoundRecord, facts: Facts, judge: Judge) -> WrongOrder | None:
    """Return what is in the wrong order in a record that shows no error, None if nothing is.

    ``judge`` returns what is found in a record.
    """
    leads = _wrong_leads(facts)
    found = _dealer(record, facts, judge) if 1 in leads else None
    if found is not None:
        return found
    found, named = _neighbours(record, facts, leads, judge), list(_leaders_named(record, facts, judge))
    if not named:
        return found
    readings = [reading for error in named for reading in error.readings]
    if found is not None:
        return WrongOrder(found.error, (), [*found.readings, *readings])
    return named[0] if len(named) == 1 else WrongOrder(named[0].error, (), readings)


def _leaders_named(record: RoundRecord, facts: Facts, judge: Judge) -> Iterator[WrongOrder]:
    """Yield the errors of tricks in short forms that name a wrong leader.

    With that name at least two offences are proved that disappear with the name of the player who was to lead, and
    that name brings fewer new ones, and no wrong lead.
    """
    accused = list(accusing(facts.findings))
    before = {key_of(finding) for finding in accused}
    for lead in accused if record.short else ():
        expected = None if lead.evidence is None else lead.evidence.expected
        if lead.code != "wrong_leader" or lead.trick is None or expected is None:
            continue
        index = lead.trick - 1
        if record.tricks[index].form == "plays":
            continue
        mended = led_anew(led_by(record, index, expected), record, facts.context.pack)
        other = judge(mended.record)
        after = {key_of(finding) for finding in accusing(other.findings)}
        explained = tuple(finding for finding in accused if key_of(finding) not in after)
        if any(key[0] == "wrong_leader" for key in after - before) or contradictions_in(other.findings):
            continue
        if len(explained) >= _FEWEST_OFFENCES and len(after) < len(before):
            reporter, claimed = Reporter(record.table), lead.seat or 0
            detail = say("leader_named_wrongly", claimed=claimed, suggested=expected)
            location = ("tricks", index, "leader")
            reporter.report("leader_mismatch", location, detail, trick=lead.trick, seat=claimed)
            yield WrongOrder(reporter.findings[0], explained, [(mended, other)])


def _wrong_leads(facts: Facts) -> set[int | None]:
    """Return the numbers of the tricks that the wrong player led, or may have led."""
    return {
        finding.trick
        for finding in (*facts.findings, *facts.undecided)
        if finding.code == "wrong_leader" and finding.severity == "offence"
    }


def _dealer(record: RoundRecord, facts: Facts, judge: Judge) -> WrongOrder | None:
    """Return the error of a dealer who makes bidding and opening lead irregular, if another one makes both regular."""

    def explained(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(
            finding
            for finding in findings
            if finding.code == "bid_out_of_turn"
            or (finding.code == "wrong_leader" and finding.trick == 1)
            or (finding.code == "illegal_draw" and finding.severity == "offence" and _is_turn_of_draw(finding))
        )

    irregular = explained(facts.findings)
    if not any(finding.code == "bid_out_of_turn" for finding in irregular):
        return None
    for mended in other_dealers(record):
        other = judge(mended.record)
        if not explained((*other.findings, *other.undecided)) and not _contradicts_more(other, facts):
            reporter = Reporter(record.table)
            suggested = mended.changes[0].suggested or 0
            detail = say("wrong_dealer", dealer=record.dealer or 0, suggested=suggested)
            reporter.report("wrong_dealer", ("dealer",), detail, seat=record.dealer)
            return WrongOrder(reporter.findings[0], irregular, [(mended, other)])
    return None


def _contradicts_more(other: Facts, facts: Facts) -> bool:
    """Return whether a record shows more errors than another one, which may have some that nothing mends."""
    return len(contradictions_in(other.findings)) > len(contradictions_in(facts.findings))


def _is_turn_of_draw(finding: Finding) -> bool:
    """Return whether a draw was out of turn, and nothing else."""
    reasons = finding.detail[0].facts["reasons"]
    return isinstance(reasons, tuple) and [getattr(reason, "key", "") for reason in reasons] == ["draw_out_of_turn"]


def _neighbours(record: RoundRecord, facts: Facts, leads: set[int | None], judge: Judge) -> WrongOrder | None:
    """Return the error of two neighbouring tricks whose leads are right once the tricks are exchanged.

    Every pair that explains several leads is a reading, and so is an exchange of two entries of one trick that explains
    as many of them as the best pair.
    """
    best = sorted(_exchanges(record, facts, leads, judge), key=lambda trial: -len(trial.explained))
    if not best:
        return None
    number, explained = best[0].number, best[0].explained
    # Two entries of one trick, exchanged, make only its own lead and the next one wrong.
    wrong = sorted(int(str(key[2])) for key in explained)
    tricks = [wrong[0] - 1] if wrong[-1] == wrong[0] + 1 else []
    others = [_try(mended, number, facts, judge) for mended in exchanges_in(record, tricks)]
    best += [other for other in others if other is not None and explained <= other.explained]
    reporter = Reporter(record.table)
    detail = say("tricks_in_wrong_order", trick=number, other=number + 1)
    reporter.report("tricks_exchanged", ("tricks", number - 1), detail, trick=number)
    findings = tuple(finding for finding in facts.findings if key_of(finding) in explained) if len(best) == 1 else ()
    return WrongOrder(reporter.findings[0], findings, [(trial.mended, trial.facts) for trial in best])


def _exchanges(record: RoundRecord, facts: Facts, leads: set[int | None], judge: Judge) -> list[_Trial]:
    """Return the exchanges of two neighbouring tricks that explain several wrong leads."""
    trials = [
        _try(neighbours_exchanged(record, number - 1), number, facts, judge)
        for number in range(1, len(record.tricks) if len(leads) >= _FEWEST_LEADS else 0)
        if len(leads & {number, number + 1, number + 2}) >= _FEWEST_LEADS
    ]
    return [trial for trial in trials if trial is not None]


class _Trial(NamedTuple):
    """A mended record that is led rightly in tricks that were led wrongly."""

    number: int
    """The number of the first of the tricks."""
    explained: frozenset[Key]
    """The wrong leads that it explains."""
    mended: Mended
    facts: Facts


def _try(mended: Mended, number: int, facts: Facts, judge: Judge) -> _Trial | None:
    """Return a mended record if it explains wrong leads of these three tricks, and makes none that is new."""
    mended = led_anew(mended, facts.context.record, facts.context.pack)
    before = {key_of(finding) for finding in accusing((*facts.findings, *facts.undecided))}
    other = judge(mended.record)
    # Leads and turns belong to the place of a trick, and that is what the exchange changes.
    keys = {key_of(finding) for finding in accusing(other.findings)}
    wrong = {key for key in before if key[0] == "wrong_leader" and key[2] in {number, number + 1, number + 2}}
    explained = frozenset(wrong - keys)
    new = any(key[0] == "wrong_leader" and key not in before for key in keys)
    proved = sum(1 for _ in accusing(facts.findings))
    if new or _contradicts_more(other, facts) or len(explained) < _FEWEST_LEADS or len(keys) >= proved:
        return None
    return _Trial(number, explained, mended, other)


MOST_TRIALS: Final = 150
"""The most mended records that are tried. If there are more, only what rests on nothing suspect is proved."""
MOST_ERRORS: Final = 40
"""No single slip makes more errors than this; a trick of six cards written twice, some of them taken back, makes the
most."""


def weigh(record: RoundRecord, ruleset: Ruleset, facts: Facts) -> Weighed:
    """Return what a record proves; ``facts`` are what was found in it as written."""
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
    """Return what a record proves if no single slip mends it, or if too many might."""
    unknown = masked(scene)
    facts = facts_of(unknown, ruleset)
    doubtful = doubtful_turns(unknown, facts, lambda other: facts_of(other, ruleset))
    proved = {key_of(finding): finding for finding in accusing(facts.findings)}
    for mended in with_missing_tricks(unknown, scene.missing_tricks) if scene.missing_tricks else ():
        written = map(mended.finding_as_written, accusing(facts_of(mended.record, ruleset).findings))
        keys = {key_of(finding) for finding in written if finding is not None}
        proved = {key: finding for key, finding in proved.items() if key in keys}
    return {
        key: finding for key, finding in proved.items() if key not in doubtful and not rests_on_suspects(scene, finding)
    }


def _irregular_in_order(record: RoundRecord, ruleset: Ruleset, facts: Facts) -> Weighed:
    """Return what a record proves that contradicts itself only in the dealer, or in the order of two tricks."""
    found = wrong_order(record, facts, lambda other: facts_of(other, ruleset))
    if found is None:
        return Weighed(facts)
    written = {key_of(finding) for finding in facts.findings}
    kept = [finding for finding in facts.findings if finding not in found.explained]
    place = place_of(kept, found.error)
    findings = (*kept[:place], found.error, *kept[place:])
    places = renumbered(facts.findings, findings)
    facts = facts._replace(
        findings=tuple(moved(finding, places) for finding in findings),
        undecided=tuple(moved(finding, places) for finding in facts.undecided),
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
    first = min((error.trick for error in errors if error.trick is not None), default=None)
    return tuple(error for error in errors if error.trick in {None, first})


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
    notes = {
        key_of(finding)
        for finding in facts.findings
        if finding.severity == "note" and finding.code != "revoke_corrected"
    }
    in_readings: list[dict[Key, Finding]] = []
    for mended, other in readings:
        doubtful = doubtful_turns(mended.record, other, lambda record: facts_of(record, facts.context.ruleset))
        accused = [finding for finding in accusing(other.findings) if key_of(finding) not in doubtful]
        written = [finding for finding in map(mended.finding_as_written, accused) if finding is not None]
        in_readings.append({key_of(finding): finding for finding in written if key_of(finding) not in notes})
    proved = {key: finding for key, finding in in_readings[0].items() if all(key in others for others in in_readings)}
    somewhere = {
        key: finding for others in in_readings for key, finding in others.items() if CODES[finding.code].may_be_revoke
    }
    proved = {key: finding for key, finding in proved.items() if known_as_written is None or key in known_as_written}
    # If only a suspect entry leaves a card to the player who was passed over, nobody was out of turn.
    as_written = {key_of(finding) for finding in (*facts.findings, *facts.undecided)}
    for key in [key for key, finding in proved.items() if finding.code == "out_of_turn" and key not in as_written]:
        somewhere[key] = proved.pop(key)
    weighed = _with_proved(facts, proved, somewhere)
    if any(mended.tricks is not None for mended, _ in readings):
        weighed = weighed._replace(contradictory=True)  # which trick a call is about depends on the slip
    explained = {(error.code, error.location, error.seat) for error in errors}
    indices = [
        index
        for index, finding in enumerate(weighed.findings)
        if finding.severity == "error" and (finding.code, finding.location, finding.seat) in explained
    ]
    findings = list(weighed.findings)
    for index in indices[1:]:
        if findings[index].follows is None:
            findings[index] = findings[index]._replace(follows=indices[0])
    return Weighed(weighed._replace(findings=tuple(findings)), tuple(Reading(*reading) for reading in readings))


def _with_proved(facts: Facts, proved: Mapping[Key, Finding], somewhere: Mapping[Key, Finding]) -> Facts:
    """Return the facts with these offences proved, and every other as an open question.

    ``somewhere`` are revokes that some reading of the record has. Nothing is proved about a player or a
    card that the record as written does not have at that place.
    """
    kept = [finding for finding in facts.findings if not is_accusing(finding) or key_of(finding) in proved]
    doubted = [finding for finding in facts.findings if is_accusing(finding) and key_of(finding) not in proved]
    found = {key_of(finding) for finding in kept}
    record = facts.context.record
    answered = [finding for key, finding in proved.items() if key not in found and _is_as_written(record, finding)]
    for finding in answered:
        kept.insert(place_of(kept, finding), finding)
    places = renumbered(facts.findings, kept)
    findings = tuple(moved(finding, places) for finding in kept)
    conflicts = errors_among(findings)
    settled = {key_of(finding) for finding in answered}
    questions: list[Finding] = []
    for finding in facts.undecided:
        if key_of(finding) not in settled:
            question = moved(finding, places)
            in_doubt = key_of(finding) in somewhere and not question.conflicts_with
            questions.append(question._replace(conflicts_with=conflicts) if in_doubt else question)
    known = {key_of(finding) for finding in (*facts.findings, *facts.undecided)}
    for finding, detail in (
        *((finding, (*finding.detail, say("depends_on_slip"))) for finding in doubted),
        *(
            (finding, (say("in_a_reading", text=finding.detail),))
            for key, finding in somewhere.items()
            if key not in known
        ),
    ):
        question = finding._replace(
            detail=detail, conflicts_with=conflicts, alternatives=None, established=None, follows=None, evidence=None
        )
        questions.insert(place_of(questions, question), question)
    return facts._replace(findings=findings, undecided=tuple(questions))


def _is_as_written(record: RoundRecord, finding: Finding) -> bool:
    """Return whether a record has the player and the card of a finding at the place to which it points."""
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
