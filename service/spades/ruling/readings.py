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
    verdict_of,
)
from service.spades.ruling.penalties import Offence, is_establishment_open, penalised_offences, penalties_for
from service.spades.ruling.score_sheet import Scores, check_sheet, differences, with_sheet
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
    side_tricks = facts.context.table.by_side(facts.play.tricks_won)
    play = play_of_round(facts.context, facts.auction, side_tricks, facts.play.tricks_won)
    as_played = None
    if complete and all_won and not is_broken_off(facts.context.record.decisions, finished=True):
        as_played = score_sides(facts.context, play)
    won = split_as_reported(facts, in_play) if all_won else None
    return Figures(
        facts=facts,
        claim=claim,
        in_play=in_play,
        side_tricks=side_tricks,
        complete=complete,
        all_won=all_won,
        round_play=play,
        as_played=as_played,
        won=won,
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


class Agreement(NamedTuple):
    """What the readings of a record have in common once the penalties are known."""

    scores: Sequence[Scores]
    """Those of each reading."""
    counting: Sequence[Scores]
    """Those of the readings that agree on the figures, as played; none if no score is stated."""
    as_ruled: tuple[SideScore, ...] | None
    """The score after the penalties if those agree on it, too."""
    penalised: Penalised
    """The penalties that are the same in all readings that count."""
    differing: frozenset[int]
    """The indices of the findings that cost something else in some of them."""
    open_by_end: frozenset[int]
    """Those of the revokes that are established, in some of them, only if play went on after the log."""
    figures_from: FiguresFrom
    goes_on_alike: bool = True
    """Whether the same sides lose the game by a penalty in all of them."""


def agreement(record: RoundRecord, judged: Judged) -> tuple[Facts, Figures, Calls, Agreement]:
    """Return what all readings of a record prove, score and answer to its calls, and what else they have in common."""
    sources, facts, calls, tricks = judged.sources, judged.facts, judged.calls, judged.tricks
    if not judged.costly:
        judged.costly.extend(_costly(judged))
    called = calls.called_in or (CalledInTime(),) * len(sources)
    ways = [
        (source, costly, in_time, adjusted)
        for source, costly, in_time in zip(judged.sources, judged.costly, called, strict=True)
        for adjusted in _penalties_in(source, costly, in_time, facts)
    ]
    sources, penalised = tuple([source for source, _, _, _ in ways]), [adjusted for _, _, _, adjusted in ways]
    if calls.called_in:
        calls = calls._replace(called_in=tuple([in_time for _, _, in_time, _ in ways]))
    scores = [
        Scores(source.won, source.as_played, score_as_ruled(source, adjusted, void=source.is_void))
        for source, adjusted in zip(sources, penalised, strict=True)
    ]
    places, figures_from = _agreeing(record, sources, scores)
    counting = [costly.established for _, costly, _, _ in (map(ways.__getitem__, places) if places else ways)]
    facts, open_by_end = _established_alike(facts, counting)
    if not places:
        complete = all(source.complete for source in sources)
        play = facts.play._replace(tricks=tricks, tricks_won=_tricks_won(tricks, sources))
        facts = facts._replace(play=play)
        of_sides = facts.context.table.by_side(play.tricks_won)
        agreed = sources[0]._replace(
            facts=facts, side_tricks=of_sides, complete=complete, all_won=False, as_played=None, won=None
        )
    else:
        agreed = sources[places[0]]
        won = _tricks_won(tricks, [sources[place] for place in places])
        play = agreed.facts.play._replace(tricks=tricks, tricks_won=won)
        calls = calls.counting(places)
    facts = facts._replace(play=play, auction=agreed.facts.auction)
    alike = _alike(scores, penalised, places, open_by_end, figures_from)
    return facts, agreed._replace(claim=judged.claim), calls, alike


def _established_alike(facts: Facts, established: Sequence[tuple[bool | None, ...]]) -> tuple[Facts, frozenset[int]]:
    """Return facts whose revokes are established, or not, as far as these readings agree, and what is open in some."""
    findings, open_by_end = list(facts.findings), set[int]()
    rules = facts.context.ruleset.parameters.irregularities
    for index, values in enumerate(zip(*established, strict=True)):
        if index < len(findings) and findings[index].code in revoke_codes(rules):
            first = values[0] if values.count(values[0]) == len(values) else None
            if first is not findings[index].established:
                findings[index] = findings[index]._replace(established=first)
            if None in values:
                open_by_end.add(index)
    return facts._replace(findings=tuple(findings)), frozenset(open_by_end)


def _costly(judged: Judged) -> Iterator[Costly]:
    """Yield for each source the offences that all readings prove, and that cost something as it has them."""
    context, readings = judged.facts.context, judged.weighed.readings
    rules, table = context.ruleset.parameters.irregularities, context.table
    findings = (*judged.facts.findings, *judged.calls.findings)
    as_written = [
        {key_of(finding): finding for finding in accusing(source.facts.findings)}
        for source in judged.sources[: judged.weighed.as_written]
    ]
    for own in (*as_written, *(reading.accusing for reading in readings)):
        found = [own.get(key_of(finding), finding) for finding in findings]
        as_found = [one._replace(established=here.established) for one, here in zip(findings, found, strict=True)]
        costly = costly_of(rules, table, tuple(as_found))
        surely, perhaps = (
            tuple([offence._replace(trick=found[offence.finding_index].trick or 0) for offence in offences])
            for offences in (costly.surely, costly.perhaps)
        )
        yield costly._replace(surely=surely, perhaps=perhaps)


def costly_of(rules: IrregularityRules, table: Table, findings: tuple[Finding, ...]) -> Costly:
    """Return which of these findings may cost something, and of which that depends on how play ended."""
    surely = perhaps = penalised_offences(rules, table, findings)
    if any(is_establishment_open(rules, finding) for finding in findings):
        perhaps = penalised_offences(rules, table, findings, with_open=True)
    return Costly(surely, perhaps, tuple([finding.established for finding in findings]))


def _penalties_in(source: Figures, costly: Costly, called: CalledInTime, facts: Facts) -> list[Penalised]:
    """Return what a reading makes of the offences of a record that all readings prove: ``facts`` has them.

    ``called`` are those that were called in time in this reading.
    """
    if not (source.is_void or costly.perhaps):
        return [NO_PENALTIES]
    circumstances = Circumstances(None, source.is_void, source.as_played is not None, source.counts)
    return penalties_by_end(source.facts, facts.findings, costly, called, circumstances)


def penalties_by_end(
    facts: Facts, findings: tuple[Finding, ...], costly: Costly, called: CalledInTime, circumstances: Circumstances
) -> list[Penalised]:
    """Return the penalties of a record: once, or twice if they depend on how play ended after the log."""
    was_called, ways = facts.context.record.accusations is not None, [(costly.surely, called.surely)]
    if costly.perhaps != costly.surely or called.perhaps != called.surely:
        ways.append((costly.perhaps, called.perhaps))
    return [
        penalties_for(facts, findings, offences, circumstances._replace(called=in_time if was_called else None))
        for offences, in_time in ways
    ]


def penalties_in_common(penalised: Sequence[Penalised]) -> tuple[tuple[Penalty, ...], frozenset[int]]:
    """Return the penalties that are in all of these, and the indices of the findings that cost something in some."""
    first, *others = penalised

    def costs(each: Penalty) -> tuple[object, ...]:
        return each.finding, each.side, each.effect, each.tricks

    in_others = [set(map(costs, other.penalties)) for other in others]
    kept = tuple([each for each in first.penalties if all(costs(each) in costing for costing in in_others)])
    everything = {each.finding for one in (first, *others) for each in one.penalties}
    return kept, frozenset(everything - {each.finding for each in kept})


def _alike(
    scores: Sequence[Scores],
    penalised: Sequence[Penalised],
    places: Sequence[int],
    open_by_end: frozenset[int],
    figures_from: FiguresFrom,
) -> Agreement:
    """Return what readings have in common: those at these places, which agree on the figures, or else all."""
    counting = [scores[place] for place in places]
    as_ruled = counting[0].as_ruled if counting else None
    if not any(one.penalties or one.adjustments for one in penalised):
        return Agreement(scores, counting, as_ruled, NO_PENALTIES, frozenset(), open_by_end, figures_from)
    kept, differing = penalties_in_common([penalised[place] for place in places or range(len(scores))])
    if any(not _same_sides(as_ruled, score.as_ruled) for score in counting):
        as_ruled = None
    losers = {frozenset(each.side for each in one.penalties if each.effect == "game") for one in penalised}
    return Agreement(
        scores, counting, as_ruled, Penalised(kept, ()), differing, open_by_end, figures_from, len(losers) == 1
    )


def _tricks_won(tricks: Sequence[TrickResult], sources: Sequence[Figures]) -> tuple[int, ...]:
    """Return for each seat its tricks if these readings agree on them, else those that it won in all of them."""
    winners = [trick.winner for trick in tricks]
    return tuple(
        counts[0] if counts.count(counts[0]) == len(counts) else winners.count(seat)
        for seat, counts in enumerate(zip(*(source.facts.play.tricks_won for source in sources), strict=True))
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
        leader, led, winner, card, broken = (
            values[0] if values.count(values[0]) == len(values) else None
            for values in list(zip(*results, strict=True))[1:]
        )
        card = None if winner is None else card
        yield TrickResult(index + 1, leader, led, winner, card, Broken.MAYBE if broken is None else Broken(broken))


def _agreeing(
    record: RoundRecord, sources: Sequence[Figures], scores: Sequence[Scores]
) -> tuple[Sequence[int], FiguresFrom]:
    """Return the places of the readings that agree on the figures: of all, or of those that fit the sheet.

    If all agree on what was played and not on what it costs, the sheet may decide that, or nothing does.
    """
    places, first = range(len(sources)), scores[0]
    agree = first.as_played is not None and all(_same_sides(first.as_played, score.as_played) for score in scores)
    free = all(score.as_ruled is score.as_played for score in scores)
    if agree and (free or all(_same_sides(first.as_ruled, score.as_ruled) for score in scores)):
        return places, "readings"
    fitting: list[int] = []
    if record.reported is not None and (record.reported.tricks_won or record.reported.points):
        reported = Reported(record.reported.tricks_won, record.reported.points, None, None)
        fitting = [place for place in places if _fits(reported, sources[place], scores[place])]
    fits = [scores[place] for place in fitting]
    if fits and all(
        _same_sides(fits[0].as_played, other.as_played) and _same_sides(fits[0].as_ruled, other.as_ruled)
        for other in fits
    ):
        return fitting, "sheet"
    return (places if agree else ()), None


def _same_sides(one: Sequence[SideScore] | None, other: Sequence[SideScore] | None) -> bool:
    """Return whether two scores are the same, of the same tricks, whoever of a side made which bid."""
    if one is None or other is None or one is other:
        return one is other
    scores = [
        [(side.tricks, [nil.tricks for nil in side.nils], side.lines, side.points, side.after) for side in sides]
        for sides in (one, other)
    ]
    return scores[0] == scores[1]


def _fits(reported: Reported, source: Figures, score: Scores) -> bool:
    """Return whether a sheet has the tricks and points of a reading, as played or with the penalties."""
    if score.as_played is None:
        return False
    context = source.facts.context
    if not check_sheet(reported, context, score._replace(as_ruled=score.as_played), offset=0).findings:
        return True
    return not differences(reported, context, source.won, score.as_ruled)


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
