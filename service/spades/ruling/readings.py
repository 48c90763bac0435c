"""The readings of a record: what each of them scores, what all of them agree on, and which are offered.

A record that contradicts nothing has one reading, itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.irregularities import IrregularityRules
from service.spades.findings import Finding, Key, Verdict, accusing, key_of
from service.spades.play.evidence import Replay
from service.spades.play.play_findings import revoke_codes
from service.spades.proof.facts import Facts, Weighed, is_void
from service.spades.record.log import with_record
from service.spades.record.model import Broken, Reported, RoundRecord, TrickResult, is_broken_off
from service.spades.ruling.accusations import answer_accusations
from service.spades.ruling.claims import ClaimedRound, ClaimJudge, split_as_reported
from service.spades.ruling.model import (
    NO_PENALTIES,
    CalledInTime,
    Calls,
    Circumstances,
    OfferedReading,
    Penalised,
    Penalty,
    agreed,
    verdict_of,
)
from service.spades.ruling.penalties import Offence, is_establishment_open, penalised_offences, penalties_for
from service.spades.ruling.score_sheet import Scores, check_sheet, differences, tricks_on_sheet, with_sheet
from service.spades.scoring.model import NO_ADJUSTMENT, SideScore
from service.spades.scoring.round import RoundPlay, play_of_round, score_sides, void_scores
from service.spades.slips.suspects import Change
from service.spades.table import Table

FiguresFrom: TypeAlias = Literal["readings", "sheet"] | None
"""On what the figures of a ruling on several readings rest; None if they state none."""
_NO_CALLS: Final = Calls()
MOST_OFFERED: Final = 8
"""The most readings that are offered; the contract states it too."""
Placed: TypeAlias = tuple[Replay, tuple[int | None, ...] | None]
"""The replay of a reading, and for each of its tricks the index as written; None if no trick has moved."""


class Figures(NamedTuple):
    """What a record, or a reading of it, scores before any penalty."""

    facts: Facts
    """With the tricks that its claim gives, and what is found about that."""
    claim: ClaimedRound | None
    in_play: tuple[int, ...]
    """For each seat the tricks that it won in play, without those that a claim gives."""
    side_tricks: tuple[int, ...]
    complete: bool
    all_won: bool
    """Whether every trick is there, and has a winner."""
    round_play: RoundPlay
    as_played: tuple[SideScore, ...] | None
    """None unless the round is complete and all its tricks are won."""
    won: tuple[int, ...] | None
    """For each seat the tricks with which a sheet is compared; None unless all are won."""
    on_sheet: bool
    """Whether nobody recorded some tricks, and the sheet says who won them."""

    @property
    def is_void(self) -> bool:
        """Whether the round is void."""
        context = self.facts.context
        return context.record.decisions.void or is_void(context.ruleset, self.facts.findings)

    @property
    def counts(self) -> bool:
        """Whether the round counts: not if it was declared void, or broken off by a forfeit of the game."""
        return not is_broken_off(self.facts.context.record.decisions, finished=self.complete and self.all_won)


def figures_of(facts: Facts, claims: ClaimJudge, share: int) -> Figures:
    """Return what was found in a record, with its claim decided, and its score as played.

    The claim has a ``share``-th part of what may be searched.
    """
    claims.pause()
    record, claim, in_play = facts.context.record, None, facts.play.tricks_won
    if record.claim is not None:
        claim = claims.rule_on(facts, record.claim, share=share)
        facts = _with_claim(claim.facts, claim)
    return scored(facts, claim, in_play)


def scored(facts: Facts, claim: ClaimedRound | None, in_play: tuple[int, ...]) -> Figures:
    """Return the figures of a record with these members, its score as played from the standing before it."""
    # If no card could win a trick, the tricks won don't add up: then there is no score (step 1).
    size = len(facts.context.record.tricks) if claim is None else claim.claim.size
    all_won = facts.play.complete and sum(facts.play.tricks_won) == size
    complete = facts.play.complete and facts.auction.complete
    seat_tricks: tuple[int | None, ...] = facts.play.tricks_won
    by_sheet = None if all_won and complete else tricks_on_sheet(facts)
    if by_sheet is not None:
        won, seat_tricks = by_sheet
        facts, all_won = facts._replace(play=facts.play._replace(tricks_won=won)), False
    side_tricks = facts.context.table.by_side(facts.play.tricks_won)
    play = play_of_round(facts.context, facts.auction, side_tricks, seat_tricks)
    as_played, is_known = None, (complete and all_won) or (facts.auction.complete and by_sheet is not None)
    if is_known and not is_broken_off(facts.context.record.decisions, finished=True):
        as_played = score_sides(facts.context, play)
    return Figures(
        facts=facts,
        claim=claim,
        in_play=in_play,
        side_tricks=side_tricks,
        complete=complete,
        all_won=all_won,
        round_play=play,
        as_played=as_played,
        won=split_as_reported(facts, in_play) if all_won else None,
        on_sheet=by_sheet is not None,
    )


def _calls_in(facts: Facts) -> Calls:
    """Return the calls of a record, answered by this record alone."""
    accusations = facts.context.record.accusations
    return _NO_CALLS if accusations is None else answer_accusations(accusations, facts)


def _with_claim(facts: Facts, claim: ClaimedRound | None) -> Facts:
    """Return facts with what is found about the claim."""
    if claim is None or not (claim.findings or claim.undecided):
        return facts
    return facts._replace(findings=facts.findings + claim.findings, undecided=facts.undecided + claim.undecided)


def score_as_ruled(figures: Figures, penalised: Penalised, *, void: bool) -> tuple[SideScore, ...] | None:
    """Return the score after the penalties: the same object as the one as played if they change nothing."""
    as_played, adjustments = figures.as_played, penalised.adjustments
    if adjustments and (void or (as_played and adjustments.count(NO_ADJUSTMENT) < len(adjustments))):
        return score_sides(figures.facts.context, figures.round_play, adjustments, as_played)
    return as_played


class Costly(NamedTuple):
    """The offences that all readings prove, as one of them has them."""

    surely: tuple[Offence, ...]
    """Those that may cost something however play ended after the log."""
    perhaps: tuple[Offence, ...]
    """Those that may cost something if play went on."""
    established: tuple[bool | None, ...]
    """Of each finding whether it is an established revoke there."""


class Judged(NamedTuple):
    """What is judged of a record; only its score depends on the standing before it and on its sheet.

    It stays as it is made, but for `offered` and `costly`: they are filled when first asked for, and its copies with
    another standing or sheet share them, because neither depends on those.
    """

    record: RoundRecord
    """The record that was judged."""
    weighed: Weighed
    sources: tuple[Figures, ...]
    """The record as written if it is a reading, then those that mend it; or the one without its suspect entries."""
    facts: Facts
    """What is proved, with what is found about the claim."""
    claim: ClaimedRound | None
    calls: Calls
    """All calls, answered by all sources."""
    tricks: tuple[TrickResult, ...]
    """What is the same about each trick in all readings."""
    offered: dict[int, tuple[tuple[Finding, ...], frozenset[Key]]]
    """By the index of a reading that is offered: its offences, and the keys of what it accuses players of; found once,
    when the reading is first offered."""
    costly: list[Costly]
    """For each source the offences that may cost something as it has them; found once, when first asked for."""


def proved_in_all(
    record: RoundRecord, weighed: Weighed, sources: Sequence[Figures], judge: ClaimJudge
) -> tuple[Facts, ClaimedRound | None, Calls]:
    """Return what a record proves with what these sources make of its claim, that claim, and its calls."""
    first = sources[0]
    if not weighed.readings and weighed.masked is None:
        return first.facts, first.claim, _calls_in(first.facts)
    claim = first.claim
    if claim is not None and record.claim is not None:
        claims = [source.claim.claim for source in sources if source.claim]
        results = {(each.result, each.given, each.left) for each in claims}
        found = {tuple(finding.code for finding in source.claim.findings) for source in sources if source.claim}
        if len(results) > 1 or len(found) > 1:
            open_claim = judge.rule_on(weighed.facts, record.claim, in_doubt=True)
            # A claim that fails in all readings may have come too early in some of them.
            is_same = len(results) == 1
            claim = claim._replace(findings=(), undecided=open_claim.undecided) if is_same else open_claim
    facts, calls = _with_claim(weighed.facts, claim), _NO_CALLS
    if record.accusations is not None:
        written = [None] * weighed.as_written + [reading.mended.tricks for reading in weighed.readings]
        readings = zip((source.facts for source in sources), written, strict=True) if weighed.readings else ()
        calls = answer_accusations(record.accusations, facts, tuple(readings))
    return facts, claim, calls


class Way(NamedTuple):
    """One way in which a round may have gone: as a reading of its record has it, and with one end of play after that.

    It is ruled on by itself. What holds in all ways is stated (`agreed`).
    """

    figures: Figures
    established: tuple[bool | None, ...]
    """Of each finding whether it is an established revoke there."""
    called: CalledInTime
    penalised: Penalised
    scores: Scores


def ways_of(judged: Judged) -> list[Way]:
    """Return the ways in which a round may have gone: one, or two by the end of play, for each source."""
    if not judged.costly:
        judged.costly.extend(_costly(judged))
    called = judged.calls.called_in or (CalledInTime(),) * len(judged.sources)
    return [
        Way(source, costly.established, in_time, adjusted, _scores(source, adjusted))
        for source, costly, in_time in zip(judged.sources, judged.costly, called, strict=True)
        for adjusted in _penalties_in(source, costly, in_time, judged.facts)
    ]


def _scores(source: Figures, penalised: Penalised) -> Scores:
    return Scores(source.won, source.as_played, score_as_ruled(source, penalised, void=source.is_void))


def _costly(judged: Judged) -> Iterator[Costly]:
    """Yield for each source the offences that all readings prove, and that cost something as it has them."""
    context, weighed = judged.facts.context, judged.weighed
    rules, table = context.ruleset.parameters.irregularities, context.table
    findings = (*judged.facts.findings, *judged.calls.findings)
    if not weighed.readings:
        yield _costly_of(rules, table, findings)
        return
    as_written = [
        {key_of(finding): finding for finding in accusing(source.facts.findings)}
        for source in judged.sources[: weighed.as_written]
    ]
    for own in (*as_written, *(reading.accusing for reading in weighed.readings)):
        found = [own.get(key_of(finding), finding) for finding in findings]
        as_found = [one._replace(established=here.established) for one, here in zip(findings, found, strict=True)]
        costly = _costly_of(rules, table, tuple(as_found))
        surely, perhaps = (
            tuple([offence._replace(trick=found[offence.finding_index].trick or 0) for offence in offences])
            for offences in (costly.surely, costly.perhaps)
        )
        yield costly._replace(surely=surely, perhaps=perhaps)


def _costly_of(rules: IrregularityRules, table: Table, findings: tuple[Finding, ...]) -> Costly:
    """Return which of these findings may cost something, and of which that depends on how play ended."""
    surely = perhaps = penalised_offences(rules, table, findings)
    if any(is_establishment_open(rules, finding) for finding in findings):
        perhaps = penalised_offences(rules, table, findings, with_open=True)
    return Costly(surely, perhaps, tuple([finding.established for finding in findings]))


def _penalties_in(source: Figures, costly: Costly, called: CalledInTime, facts: Facts) -> list[Penalised]:
    """Return what a reading makes of the offences of a record that all readings prove: ``facts`` has them.

    ``called`` are those that were called in time in this reading. There are two if they depend on how play ended.
    """
    if not (source.is_void or costly.perhaps):
        return [NO_PENALTIES]
    was_called, ends = facts.context.record.accusations is not None, [(costly.surely, called.surely)]
    if costly.perhaps != costly.surely or called.perhaps != called.surely:
        ends.append((costly.perhaps, called.perhaps))
    finished = source.as_played is not None
    return [
        penalties_for(
            source.facts,
            facts.findings,
            offences,
            Circumstances(in_time if was_called else None, source.is_void, finished, source.counts),
        )
        for offences, in_time in ends
    ]


def agreeing(record: RoundRecord, ways: Sequence[Way]) -> tuple[Sequence[Way], FiguresFrom]:
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
    first, *others = [way.scores.as_played for way in ways]
    return (ways if first is not None and all(_same_sides(first, other) for other in others) else ()), None


def _have_same_figures(ways: Sequence[Way]) -> bool:
    """Return whether all of these ways have the same score, as played and as ruled."""
    first = ways[0].scores
    return first.as_played is not None and all(
        _same_sides(first.as_played, way.scores.as_played) and _same_sides(first.as_ruled, way.scores.as_ruled)
        for way in ways
    )


def ruled_alike(counting: Sequence[Way]) -> tuple[SideScore, ...] | None:
    """Return the score after the penalties if all ways that count have the same."""
    first, *others = [way.scores.as_ruled for way in counting] or [None]
    return first if all(_same_sides(first, other) for other in others) else None


def penalised_alike(ways: Sequence[Way]) -> tuple[tuple[Penalty, ...], frozenset[int]]:
    """Return the penalties that are the same in all ways, and the indices of findings that cost something in some."""
    first, *others = [way.penalised for way in ways]

    def costs(each: Penalty) -> tuple[object, ...]:
        return each.finding, each.side, each.effect, each.tricks

    in_others = [set(map(costs, other.penalties)) for other in others]
    kept = tuple([each for each in first.penalties if all(costs(each) in costing for costing in in_others)])
    everything = {each.finding for one in (first, *others) for each in one.penalties}
    return kept, frozenset(everything - {each.finding for each in kept})


def lost_by_penalty(way: Way) -> frozenset[int]:
    """Return the sides that lose the game by a penalty."""
    return frozenset(each.side for each in way.penalised.penalties if each.effect == "game")


def established_alike(facts: Facts, ways: Sequence[Way]) -> tuple[tuple[Finding, ...], frozenset[int]]:
    """Return the findings, revokes established or not as far as these ways agree, and the indices of the open ones."""
    findings, open_by_end = list(facts.findings), set[int]()
    rules = facts.context.ruleset.parameters.irregularities
    for index, values in enumerate(zip(*[way.established for way in ways], strict=True)):
        if index < len(findings) and findings[index].code in revoke_codes(rules):
            if agreed(values) is not findings[index].established:
                findings[index] = findings[index]._replace(established=agreed(values))
            if None in values and findings[index].severity == "offence":
                open_by_end.add(index)
    return tuple(findings), frozenset(open_by_end)


def tricks_won_alike(tricks: Sequence[TrickResult], ways: Sequence[Way]) -> tuple[int, ...]:
    """Return for each seat its tricks if these ways agree on them, else those that it won in all of them."""
    winners = [trick.winner for trick in tricks]
    return tuple(
        winners.count(seat) if agreed(counts) is None else counts[0]
        for seat, counts in enumerate(zip(*(way.figures.facts.play.tricks_won for way in ways), strict=True))
    )


def in_common(plays: Sequence[Placed], length: int) -> Iterator[TrickResult]:
    """Yield for each trick of a record as written what is the same about it in all of these replays."""
    for index in range(length):
        results = [
            play.tricks[place]
            for play, written in plays
            for place in ([index] if written is None else [new for new, old in enumerate(written) if old == index])
            if place < len(play.tricks)
        ]
        if not results:
            yield TrickResult(index + 1, None, None, None, None, Broken.MAYBE)
            continue
        leader, led, winner, card, broken = map(agreed, list(zip(*results, strict=True))[1:])
        card = None if winner is None else card
        yield TrickResult(index + 1, leader, led, winner, card, Broken.MAYBE if broken is None else Broken(broken))


def _same_sides(one: Sequence[SideScore] | None, other: Sequence[SideScore] | None) -> bool:
    """Return whether two scores are the same, of the same tricks, whoever of a side made which bid."""
    if one is None or other is None or one is other:
        return one is other
    scores = [
        [(side.tricks, [nil.tricks for nil in side.nils], side.lines, side.points, side.after) for side in sides]
        for sides in (one, other)
    ]
    return scores[0] == scores[1]


def _fits(reported: Reported, way: Way) -> bool:
    """Return whether a sheet has the tricks and points of a way, as played or with the penalties."""
    score, context = way.scores, way.figures.facts.context
    if score.as_played is None:
        return False
    if not check_sheet(reported, context, score._replace(as_ruled=score.as_played), offset=0).findings:
        return True
    return not differences(reported, context, score.won, score.as_ruled)


def sheet_disagrees(facts: Facts) -> bool:
    """Return whether the sheet of a round has other tricks or points than these facts make, whatever came before it."""
    context = facts.context
    reported = context.record.reported
    if reported is None:
        return False
    by_itself = facts._replace(context=with_record(context, context.record._replace(before=None)))
    source = scored(by_itself, None, facts.play.tricks_won)
    own = Reported(reported.tricks_won, reported.points, None, None)
    computed = Scores(source.won, source.as_played, source.as_played)
    return bool(check_sheet(own, source.facts.context, computed, offset=0).findings)


def offered_in_order(judged: Judged) -> list[tuple[OfferedReading, frozenset[Key]]]:
    """Return the readings that are offered, each with what it accuses players of in the record as written.

    Those with the fewest offences come first, then those that fit the score sheet best.
    """
    weighed, sources = judged.weighed, judged.sources[judged.weighed.as_written :]
    ranked = sorted(range(len(sources)), key=lambda index: _count(weighed.readings[index].facts.findings, "offence"))
    found = [(index, *_found_in(sources[index])) for index in ranked[: 2 * MOST_OFFERED]]
    found.sort(key=lambda reading: (_count(reading[2], "offence"), _count(reading[2], "error")))
    offered: list[tuple[OfferedReading, frozenset[Key]]] = []
    seen: set[tuple[Change, ...]] = set()
    for index, verdict, findings in found:
        mended, as_played = weighed.readings[index].mended, sources[index].as_played
        # With tricks in several places, one of them is enough to say what was written wrong.
        written_wrong = tuple(change for change in mended.changes if change.kind != "trick") or mended.changes
        if written_wrong in seen or len(offered) == MOST_OFFERED:
            continue
        seen.add(written_wrong)
        if index not in judged.offered:
            offences = [mended.finding_as_offered(finding) for finding in findings if finding.severity == "offence"]
            written = map(mended.finding_as_written, accusing(findings))
            keys = frozenset(key_of(finding) for finding in written if finding is not None)
            judged.offered[index] = tuple(offences), keys
        shown, accused = judged.offered[index]
        points = None if as_played is None else tuple(side.points for side in as_played)
        reading = OfferedReading(mended.slip, mended.changes, verdict, shown, points, mended.detail)
        offered.append((reading, accused))
    return offered


def _found_in(source: Figures) -> tuple[Verdict, tuple[Finding, ...]]:
    """Return the verdict on a reading and its findings, those on its sheet with them, before any penalty."""
    facts = source.facts
    as_played = source.as_played if source.counts else void_scores(facts.context, source.round_play)
    computed = Scores(source.won, as_played, as_played)
    findings = facts.findings + _calls_in(facts).findings
    findings, undecided, _ = with_sheet(facts.context, findings, facts.undecided, [computed])
    return "void" if source.is_void else verdict_of(findings, undecided), findings


def kept_open_by(question: Finding, offered: Sequence[tuple[OfferedReading, frozenset[Key]]]) -> Finding:
    """Return a question that likelier readings keep open with their indices: those that don't have the offence."""
    if question.readings is None:
        return question
    key = key_of(question)
    return question._replace(readings=tuple(index for index, (_, keys) in enumerate(offered) if key not in keys))


def _count(findings: Iterable[Finding], severity: Severity) -> int:
    return sum(finding.severity == severity for finding in findings)
