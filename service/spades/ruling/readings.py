"""The readings of a record: what each of them scores, in which ways its round may have gone, and which are offered.

A record that contradicts nothing has one reading, itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.penalties import Remedy
from service.spades.findings import Finding, Key, Location, Verdict, accusing, key_of
from service.spades.play.play_findings import revoke_codes
from service.spades.proof.facts import Facts, Reading, Weighed, is_void
from service.spades.record.log import with_record
from service.spades.record.model import Broken, Reported, RoundRecord, TrickResult
from service.spades.ruling.accusations import HeardReading, answer_accusations
from service.spades.ruling.claims import ClaimedRound, ClaimJudge, RuledClaim, split_as_reported
from service.spades.ruling.model import (
    CalledInTime,
    Calls,
    Circumstances,
    FiguresFrom,
    OfferedReading,
    Penalty,
    RemedyChoice,
    agreed,
    verdict_of,
)
from service.spades.ruling.penalties import (
    Case,
    Offence,
    chosen_remedies,
    is_establishment_open,
    penalised_offences,
    revoking_sides,
)
from service.spades.ruling.score_sheet import (
    Scores,
    check_sheet,
    differences,
    shown_tricks,
    tricks_on_sheet,
    with_sheet,
)
from service.spades.scoring.model import SideScore
from service.spades.scoring.round import RoundPlay, does_count, play_of_round, score_as_played
from service.spades.sentence import say
from service.spades.slips.suspects import Change, MendedRecord

MOST_OFFERED: Final = 8
"""The most readings that are offered; the contract states it too."""


class JudgedReading(NamedTuple):
    """A reading of a record, with its claim decided."""

    facts: Facts
    """With the tricks that its claim gives, and what is found about that."""
    claim: ClaimedRound | None
    in_play: tuple[int, ...]
    """For each seat the tricks that it won in play, without those that a claim gives."""
    mended: MendedRecord | None
    """None for the record as written, and for one without its suspect entries."""
    accusing: Mapping[Key, Finding]
    """What it accuses players of, by the keys in the record as written; not needed if there is no other reading."""


class Judged(NamedTuple):
    """What is judged of a record; only its score depends on the standing before it and on its sheet."""

    record: RoundRecord
    """The record that was judged."""
    weighed: Weighed
    readings: tuple[JudgedReading, ...]
    """The record as written if it is a reading, then those that mend it; or the one without its suspect entries."""
    facts: Facts
    """What is proved, with what is found about the claim."""
    claim: RuledClaim | None
    calls: Calls
    tricks: tuple[TrickResult, ...]
    """What all readings have in common of each trick."""


def judge(record: RoundRecord, weighed: Weighed, claims: ClaimJudge) -> Judged:
    """Judge the claim and the calls of a record, which are answered once for all its readings."""
    readings = tuple([_with_claim_decided(each, claims, len(weighed.readings)) for each in weighed.readings])
    claim = _claim_in_all(record, weighed, readings, claims)
    facts = _with_claim(weighed.facts, claim)
    heard: list[HeardReading] = [(each.facts, each.mended and each.mended.tricks) for each in readings]
    calls = Calls()
    if record.accusations is not None:
        calls = answer_accusations(record.accusations, facts, heard if weighed.is_mended else ())
    is_plain = len(heard) == 1 and readings[0].mended is None
    tricks = readings[0].facts.play.tricks if is_plain else tuple(_tricks_in_common(heard, len(record.tricks)))
    facts = facts._replace(findings=tuple([_as_written(finding, tricks) for finding in facts.findings]))
    return Judged(record, weighed, readings, facts, claim and claim.claim, calls, tricks)


def _as_written(finding: Finding, tricks: Sequence[TrickResult]) -> Finding:
    """Return a finding on a wrong winner that says by which cards another won, if the readings differ about that."""
    won = finding.evidence and finding.evidence.won
    if finding.code != "wrong_winner" or won is None or tricks[int(finding.location[1])].winner == won:
        return finding
    sentence, *others = finding.detail
    return finding._replace(detail=(say("wrong_winner_as_written", **sentence.facts), *others))


def _with_claim_decided(reading: Reading, claims: ClaimJudge, share: int) -> JudgedReading:
    """Return a reading with its claim decided by a ``share``-th part of what may be searched."""
    claims.pause()
    facts, mended, accused = reading
    record, claim, in_play = facts.context.record, None, facts.play.tricks_won
    if record.claim is not None:
        claim = claims.rule_on(facts, record.claim, share=share)
        facts = _with_claim(claim.facts, claim)
    return JudgedReading(facts, claim, in_play, mended, accused)


def _claim_in_all(
    record: RoundRecord, weighed: Weighed, readings: Sequence[JudgedReading], claims: ClaimJudge
) -> ClaimedRound | None:
    """Return what becomes of the claim in all readings; it is open if they differ."""
    decided = [reading.claim for reading in readings if reading.claim is not None]
    if record.claim is None or not decided:
        return None
    result = agreed([(each.claim.result, each.claim.given, each.claim.left) for each in decided])
    if result is not None and agreed([[finding.code for finding in each.findings] for each in decided]) is not None:
        return decided[0]
    open_claim = claims.rule_on(weighed.facts, record.claim, in_doubt=True)
    # A claim that fails in all readings may have come too early in some of them.
    return open_claim if result is None else decided[0]._replace(findings=(), undecided=open_claim.undecided)


def _with_claim(facts: Facts, claim: ClaimedRound | None) -> Facts:
    """Return facts with what is found about the claim."""
    if claim is None or not (claim.findings or claim.undecided):
        return facts
    return facts._replace(findings=facts.findings + claim.findings, undecided=facts.undecided + claim.undecided)


def _tricks_in_common(readings: Sequence[HeardReading], length: int) -> Iterator[TrickResult]:
    """Yield for each trick of a record as written what is the same about it in all of these readings."""
    for index in range(length):
        results = [
            facts.play.tricks[place]
            for facts, written in readings
            for place in ([index] if written is None else [new for new, old in enumerate(written) if old == index])
            if place < len(facts.play.tricks)
        ]
        if not results:
            yield TrickResult(index + 1, None, None, None, None, Broken.MAYBE)
            continue
        leader, led, winner, card, broken = map(agreed, list(zip(*results, strict=True))[1:])
        card = None if winner is None else card
        yield TrickResult(index + 1, leader, led, winner, card, Broken.MAYBE if broken is None else Broken(broken))


class Figures(NamedTuple):
    """What a reading scores before any penalty, from one standing before the round."""

    facts: Facts
    """With the tricks of the sheet if nobody recorded some (``on_sheet``)."""
    complete: bool
    counts: bool
    """Whether the round counts: not if it was thrown in or declared void, or broken off by a forfeit of the game."""
    is_void: bool
    round_play: RoundPlay
    as_played: tuple[SideScore, ...] | None
    """None unless the round is complete and all its tricks are won; of a round that does not count, nothing."""
    won: tuple[int, ...] | None
    """For each seat the tricks with which a sheet is compared; None unless all are won."""
    shown: tuple[int, ...]
    """For each seat the tricks that it won by those that are written."""
    on_sheet: bool
    """Whether nobody recorded some tricks, and the sheet says who won them."""

    @property
    def computed(self) -> Scores:
        """What a sheet is compared with before any penalty."""
        return Scores(self.won, self.as_played, self.as_played, self.counts, self.shown)


def scored(facts: Facts, claim: ClaimedRound | None, in_play: tuple[int, ...]) -> Figures:
    """Return the figures of a reading with these members, its score as played from the standing before it."""
    # If no card could win a trick, the tricks won don't add up: then there is no score (step 1).
    record = facts.context.record
    size = len(record.tricks) if claim is None else claim.claim.size
    all_won = facts.play.complete and sum(facts.play.tricks_won) == size
    complete = facts.play.complete and facts.auction.complete
    seat_tricks: tuple[int | None, ...] = facts.play.tricks_won
    by_sheet = tricks_on_sheet(facts)
    if by_sheet is not None:
        won, seat_tricks = by_sheet
        facts, all_won = facts._replace(play=facts.play._replace(tricks_won=won)), False
    side_tricks = facts.context.table.by_side(facts.play.tricks_won)
    play = play_of_round(facts.context, facts.auction, side_tricks, seat_tricks)
    is_known = (complete and all_won) or (facts.auction.complete and by_sheet is not None)
    counts = does_count(facts.auction, record.decisions, finished=complete and all_won)
    return Figures(
        facts=facts,
        complete=complete,
        counts=counts,
        is_void=record.decisions.void or is_void(facts.context.ruleset, facts.findings),
        round_play=play,
        as_played=score_as_played(facts.context, facts.auction, play, counts=counts, is_known=is_known),
        won=split_as_reported(facts, in_play) if all_won else None,
        shown=shown_tricks(facts),
        on_sheet=by_sheet is not None,
    )


class Way(NamedTuple):
    """One way in which a round may have gone: as a reading of its record has it, and with one end of play after that.

    It is ruled on by itself. What holds in all ways is stated (`agreed`).
    """

    figures: Figures
    established: tuple[bool | None, ...]
    """Of each finding whether it is an established revoke there."""
    reading: int
    """The index of the reading."""
    offences: tuple[Offence, ...]
    """Those that may cost something."""
    penalties: tuple[Penalty, ...]
    scores: Scores
    chosen: Mapping[int, Remedy]
    """What the wronged sides chose, by the index of the finding."""


def ways_of(judged: Judged, figures: Sequence[Figures]) -> list[Way]:
    """Return the ways in which a round may have gone: one, or two by the end of play, for each reading's figures."""
    called_in = judged.calls.called_in or (CalledInTime(),) * len(figures)
    return [
        way
        for index, each in enumerate(zip(judged.readings, figures, called_in, strict=True))
        for way in _ways_in_reading(judged, index, *each)
    ]


def _ways_in_reading(
    judged: Judged, index: int, reading: JudgedReading, figures: Figures, called: CalledInTime
) -> Iterator[Way]:
    """Yield a way in which a round may have gone for each end of play on which it may depend what an offence costs.

    Only offences that all readings prove cost anything; what they cost is as this reading has them.
    """
    context, findings = judged.facts.context, judged.facts.findings + judged.calls.findings
    rules, was_called = context.ruleset.parameters.penalties, context.record.accusations is not None
    found = findings
    if reading.accusing:
        found = tuple([reading.accusing.get(key_of(finding), finding) for finding in findings])
        findings = tuple([one._replace(established=own.established) for one, own in zip(findings, found, strict=True)])
    choices_of = [judged.calls.chosen_in(index, goes_on=goes_on) for goes_on in (False, True)]
    ends = [(False, called.surely, choices_of[0])]
    if (
        called.perhaps != called.surely
        or choices_of[0] != choices_of[1]
        or any(is_establishment_open(rules, finding) for finding in findings)
    ):
        ends.append((True, called.perhaps, choices_of[1]))
    for goes_on, in_time, chosen_by_calls in ends:
        offences = penalised_offences(rules, context.pack, findings, with_open=goes_on)
        offences = tuple([each._replace(trick=found[each.finding_index].trick or 0) for each in offences])
        is_scored, called_in = figures.as_played is not None, in_time if was_called else None
        chosen = chosen_remedies(context.record.decisions, offences, chosen_by_calls)
        circumstances = Circumstances(called_in, figures.is_void, is_scored, figures.counts, chosen=chosen)
        case = Case(
            context=figures.facts.context,
            play=figures.round_play,
            findings=findings,
            offences=offences,
            circumstances=circumstances,
            as_played=figures.as_played,
            replay=figures.facts.play,
            revoking=revoking_sides(rules, findings, with_open=goes_on),
        )
        penalties, as_ruled = case.priced()
        scores = figures.computed._replace(as_ruled=as_ruled)
        established = tuple([own.established for own in found])
        yield Way(figures, established, index, offences, penalties, scores, chosen)


def agreeing(record: RoundRecord, ways: Sequence[Way]) -> tuple[Sequence[Way], FiguresFrom | None]:
    """Return the ways that agree on the figures: all, or those that fit the sheet, or none.

    If all agree on what was played and not on what it costs, the sheet may decide that, or nothing does.
    """
    if _have_same_figures(ways):
        return ways, "readings"
    if record.reported is not None and (record.reported.tricks_won or record.reported.points):
        reported = Reported(record.reported.tricks_won, record.reported.points, None, None)
        fitting = [way for way in ways if _fits(reported, way)]
        if fitting and _have_same_figures(fitting):
            return fitting, "sheet"
    return (ways if agreed_score([way.scores.as_played for way in ways]) else ()), None


def _have_same_figures(ways: Sequence[Way]) -> bool:
    """Return whether all of these ways have the same score, as played and as ruled."""
    return bool(
        agreed_score([way.scores.as_played for way in ways]) and agreed_score([way.scores.as_ruled for way in ways])
    )


def agreed_score(scores: Sequence[tuple[SideScore, ...] | None]) -> tuple[SideScore, ...] | None:
    """Return the score that all of these are, of the same tricks, whoever of a side made which bid; else None."""
    first, *others = scores or [None]
    if first is None or None in others:
        return None
    counted = [
        [(side.tricks, [nil.tricks for nil in side.nils], side.lines, side.points, side.after) for side in sides or ()]
        for sides in (scores if others else ())
    ]
    return first if not others or agreed(counted) is not None else None


def penalised_alike(ways: Sequence[Way]) -> tuple[tuple[Penalty, ...], frozenset[int]]:
    """Return the penalties that are the same in all ways, and the indices of findings that cost something in some."""
    costs = [{(each.finding, each.side, each.effect, each.tricks) for each in way.penalties} for way in ways]
    in_all = set.intersection(*costs)
    kept = tuple(
        [
            each._replace(choices=_choices_alike(ways, each.finding)) if each.effect == "choice" else each
            for each in ways[0].penalties
            if (each.finding, each.side, each.effect, each.tricks) in in_all
        ]
    )
    everything = {each.finding for way in ways for each in way.penalties}
    return kept, frozenset(everything - {each.finding for each in kept})


def _choices_alike(ways: Sequence[Way], finding: int) -> tuple[RemedyChoice, ...]:
    """Return what may be chosen for an offence, each with the score as ruled if all of these ways agree on it."""
    of_ways = [next(each.choices for each in way.penalties if each.finding == finding) for way in ways]
    return tuple(
        [
            RemedyChoice(choices[0].remedy, agreed_score([choice.as_ruled for choice in choices]))
            for choices in zip(*of_ways, strict=True)
        ]
    )


def established_alike(facts: Facts, ways: Sequence[Way]) -> tuple[tuple[Finding, ...], frozenset[int]]:
    """Return the findings, revokes established or not as far as these ways agree, and the indices of the open ones."""
    findings, open_by_end = list(facts.findings), set[int]()
    codes = revoke_codes(facts.context.ruleset.parameters.penalties)
    for index, finding in enumerate(facts.findings):
        values = [way.established[index] for way in ways]
        if finding.code in codes:
            if agreed(values) is not finding.established:
                findings[index] = finding._replace(established=agreed(values))
            if None in values and finding.severity == "offence":
                open_by_end.add(index)
    return tuple(findings), frozenset(open_by_end)


def tricks_won_alike(tricks: Sequence[TrickResult], ways: Sequence[Way]) -> tuple[int, ...]:
    """Return for each seat its tricks if these ways agree on them, else those that it won in all of them."""
    winners, counts = [trick.winner for trick in tricks], [way.figures.round_play.seat_tricks for way in ways]
    alike = [agreed(of_seat) for of_seat in zip(*counts, strict=True)]
    return tuple([winners.count(seat) if won is None else won for seat, won in enumerate(alike)])


def of_players_if_known(record: RoundRecord, tricks_won: Sequence[int], ways: Sequence[Way]) -> tuple[int | None, ...]:
    """Return the tricks of each seat that a sheet decides; None where it has those of the side alone.

    Then it does not say which partner won, unless that is the same in all ways in which the round may have gone.
    """
    on_sheet = (record.reported and record.reported.tricks_won) or {}
    won: list[int | None] = list(tricks_won)
    for side in record.table.sides:
        open_ones = [
            seat for seat in side.seats if agreed([way.figures.round_play.seat_tricks[seat] for way in ways]) is None
        ]
        if len(side.seats) > 1 and open_ones and on_sheet.keys().isdisjoint(side.players):
            for seat in side.seats:
                won[seat] = None
    return tuple(won)


def _fits(reported: Reported, way: Way) -> bool:
    """Return whether a sheet has the tricks and points of a way, as played or with the penalties."""
    score, context = way.scores, way.figures.facts.context
    if score.as_played is None:
        return False
    if not check_sheet(reported, context, score, offset=0).findings:
        return True
    return not differences(reported, context, score)


def wrong_figures(facts: Facts) -> frozenset[Location]:
    """Return which tricks and points on the sheet of a round are not those of these facts, whatever came before it."""
    reported = facts.context.record.reported
    if reported is None:
        return frozenset()
    context = with_record(facts.context, facts.context.record._replace(before=None))
    figures = scored(facts._replace(context=context), None, facts.play.tricks_won)
    own = Reported(reported.tricks_won, reported.points, None, None)
    return frozenset([finding.location for finding in check_sheet(own, context, figures.computed, offset=0).findings])


def offered_in_order(judged: Judged, figures: Sequence[Figures]) -> list[tuple[OfferedReading, frozenset[Key]]]:
    """Return the readings that are offered, each with what it accuses players of in the record as written.

    Those with the fewest offences come first, then those that fit the score sheet best.
    """
    found = [
        (each.mended, own, *_found_in(own))
        for each, own in zip(judged.readings, figures, strict=True)
        if each.mended is not None
    ]
    found.sort(key=lambda each: (_count(each[3], "offence"), _count(each[3], "error")))
    offered: dict[tuple[Change, ...], tuple[OfferedReading, frozenset[Key]]] = {}
    for mended, own, verdict, findings in found:
        # With tricks in several places, one of them is enough to say what was written wrong.
        written_wrong = tuple(change for change in mended.changes if change.kind != "trick") or mended.changes
        if written_wrong in offered or len(offered) == MOST_OFFERED:
            continue
        offences = tuple([mended.finding_as_offered(finding) for finding in findings if finding.severity == "offence"])
        written = map(mended.finding_as_written, accusing(findings))
        accused = frozenset(key_of(finding) for finding in written if finding is not None)
        points = None if own.as_played is None else tuple(side.points for side in own.as_played)
        reading = OfferedReading(mended.slip, mended.changes, verdict, offences, points, mended.detail)
        offered[written_wrong] = (reading, accused)
    return list(offered.values())


def _found_in(figures: Figures) -> tuple[Verdict, tuple[Finding, ...]]:
    """Return the verdict on a reading and its findings, those on its sheet with them, before any penalty."""
    facts = figures.facts
    record = facts.context.record
    findings = facts.findings
    if record.accusations is not None:
        findings += answer_accusations(record.accusations, facts).findings
    findings, undecided, _ = with_sheet(facts.context, findings, facts.undecided, [figures.computed])
    return "void" if figures.is_void else verdict_of(findings, undecided), findings


def _count(findings: Iterable[Finding], severity: Severity) -> int:
    return sum(finding.severity == severity for finding in findings)
