"""Record in, ruling out: the findings, who won which trick, the score as played, the penalties, the score as ruled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.entries import Severity
from service.spades.claims.tested_claim import RECORD_BUDGET
from service.spades.findings import Finding, Key, Verdict, accusing, key_of
from service.spades.play.evidence import Replay
from service.spades.proof.contradictions import MOST_TRIALS, claims_finished_round, weigh
from service.spades.proof.facts import Facts, Weighed, affected_from, facts_of, find_leads, is_void
from service.spades.record.log import RoundContext, context_of, may_be_incomplete
from service.spades.record.model import Broken, Reported, RoundRecord, RoundResult, Standing, TrickResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.accusations import Calls, answer_accusations
from service.spades.ruling.claimed_round import ClaimedRound, rule_on_claim, split_as_reported
from service.spades.ruling.model import (
    Circumstances,
    Difference,
    OfferedReading,
    Penalised,
    Penalty,
    Ruling,
    verdict_of,
)
from service.spades.ruling.penalties import (
    NoPenalty,
    Offence,
    costly_offences,
    penalties_for,
    penalties_of_void_round,
)
from service.spades.ruling.score_sheet import Computed, check_sheet, check_total, differences, in_all_sheets
from service.spades.scoring.model import NO_ADJUSTMENT, SideScore
from service.spades.scoring.round import SidePlay, plays_of, score_audited_row, score_sides, void_scores
from service.spades.slips.suspects import Change

_NO_CALLS: Final = Calls((), (), frozenset())
_NO_PENALTIES: Final = Penalised((), ())
MOST_OFFERED: Final = 8
"""The most readings that are offered; the contract states it too."""


_Placed: TypeAlias = tuple[Replay, tuple[int | None, ...] | None]
"""The replay of a reading, and for each of its tricks the index as written; None if no trick has moved."""


class _Figures(NamedTuple):
    """What a record, or a reading of it, scores before any penalty."""

    facts: Facts
    """With the tricks that its claim gives, and what is found about that."""
    calls: Calls
    """Its calls, answered by this record alone."""
    claim: ClaimedRound | None
    in_play: tuple[int, ...]
    """For each seat the tricks that it won in play, without those that a claim gives."""
    side_tricks: tuple[int, ...]
    complete: bool
    all_won: bool
    """Whether every trick is there, and has a winner."""
    plays: tuple[SidePlay, ...]
    as_played: tuple[SideScore, ...] | None
    """None unless the round is complete and all its tricks are won."""
    won: tuple[int, ...] | None
    """For each seat the tricks with which a sheet is compared; None unless all are won."""


def audit(
    record: RoundRecord,
    ruleset: Ruleset,
    claim_budget: int = RECORD_BUDGET,
    trials: int = MOST_TRIALS,
    pause: Callable[[], object] = bool,
) -> Ruling:
    """Rule on a round record; the ruleset must have a pack for its number of players.

    ``claim_budget`` is the number of positions that may be searched for a claim that was not accepted, ``trials`` how
    much may be spent on mended records, and ``pause`` is called from time to time, so that whoever waits for a
    long audit can do something else, or end it. Raises `UnreadableRecord` if the record has cards of which nobody can
    say whose they are.
    """
    return RoundAudits(ruleset, claim_budget, trials, pause).rulings(record, (record.before,))[0]


class _Judged(NamedTuple):
    """What is judged of a record; only its score depends on the standing before it and on its sheet."""

    record: RoundRecord
    """The record that was judged."""
    says_finished: bool
    """Whether its sheet is that of a finished round."""
    weighed: Weighed
    sources: tuple[_Figures, ...]
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
    costly: list[tuple[Offence, ...]]
    """For each source the offences that may cost something as it has them; found once, when first asked for."""


_made: Final = partial(tuple.__new__, _Judged)
_figures: Final = partial(tuple.__new__, _Figures)
_ruling: Final = partial(tuple.__new__, Ruling)


class RoundAudits:
    """Rules on one round as it may be played from several standings, and judges once what is the same in all of them.

    What slips may have made it the record that it is, and what its claim gives, depends on the standing only where a
    side has to be behind to bid blind. Then it is judged as if nobody knew the standing.
    """

    def __init__(self, ruleset: Ruleset, claim_budget: int, trials: int, pause: Callable[[], object]) -> None:
        self._ruleset, self._claim_budget, self._trials, self._pause = ruleset, claim_budget, trials, pause
        self._judged: list[_Judged] = []

    def rulings(self, record: RoundRecord, standings: Sequence[tuple[Standing, ...] | None]) -> list[Ruling]:
        """Rule on a round record from each of these standings before it, as `audit` does from one."""
        record = find_leads(record, self._ruleset)
        behind = _may_have_to_be_behind(record, self._ruleset)
        by_nobody = facts_of(record._replace(before=None), self._ruleset) if behind and len(standings) > 1 else None
        if by_nobody is not None and not by_nobody.findings and by_nobody.play.complete:
            by_nobody = None  # what is found from a standing, if anything, is that a blind bid was not allowed
        rulings: list[Ruling] = []
        for before in standings:
            own = record if before is record.before else record._replace(before=before)
            by, facts = own, None
            if by_nobody is not None:
                by, facts = record._replace(before=None), by_nobody
            elif behind and len(standings) > 1:
                facts = facts_of(own, self._ruleset)
                if facts.findings:
                    by, facts = record._replace(before=None), None
            rulings.append(_rule_on(own, self._judge(by, facts, behind=behind)))
        return rulings

    def _judge(self, record: RoundRecord, facts: Facts | None, *, behind: bool) -> _Judged:
        """Judge a record, by these facts if they are known."""
        says_finished = claims_finished_round(record, self._ruleset)
        for judged in self._judged:
            alike = says_finished == judged.says_finished or not judged.weighed.rests_on_sheet
            if alike and judged.record == _without_sheet_of_its_own(record, judged.record, behind=behind):
                return judged
        facts = facts or facts_of(record, self._ruleset)
        weighed = weigh(record, facts, self._trials, self._pause)
        if weighed.masked is not None:
            found = [weighed.masked]
        else:
            as_written = facts if weighed.readings else weighed.facts  # a reading is judged by itself
            found = [as_written] if weighed.as_written else []
            found += [reading.facts for reading in weighed.readings]
        share = self._claim_budget // len(found)
        figures = tuple([_figures_of(facts, share, self._pause) for facts in found])
        facts, claim, calls = _proved(record, weighed, figures)
        plays: list[_Placed] = [(reading.facts.play, reading.mended.tricks) for reading in weighed.readings]
        if weighed.masked is not None:
            plays = [(figures[0].facts.play, None)]
        elif plays and weighed.as_written:
            plays.insert(0, (weighed.facts.play, None))
        tricks = tuple(_in_common(plays, len(record.tricks))) if plays else facts.play.tricks
        judged = _made((record, says_finished, weighed, figures, facts, claim, calls, tricks, {}, []))
        self._judged.append(judged)
        return judged


def _proved(
    record: RoundRecord, weighed: Weighed, sources: Sequence[_Figures]
) -> tuple[Facts, ClaimedRound | None, Calls]:
    """Return what a record proves with what these sources make of its claim, that claim, and its calls."""
    first = sources[0]
    if not weighed.readings and weighed.masked is None:
        return first.facts, first.claim, first.calls
    claim = first.claim
    if claim is not None and record.claim is not None:
        results = {(source.claim.claim.result, source.claim.claim.given) for source in sources if source.claim}
        found = {tuple(finding.code for finding in source.claim.findings) for source in sources if source.claim}
        if len(results) > 1 or len(found) > 1:
            open_claim = rule_on_claim(weighed.facts, record.claim, 0, in_doubt=True)
            # A claim that fails in all readings may have come too early in some of them.
            is_same = len(results) == 1
            claim = claim._replace(findings=(), undecided=open_claim.undecided) if is_same else open_claim
    facts, calls = _with_claim(weighed.facts, claim), _NO_CALLS
    if record.accusations is not None:
        written = [None] * weighed.as_written + [reading.mended.tricks for reading in weighed.readings]
        readings = zip((source.facts for source in sources), written, strict=True) if weighed.readings else ()
        calls = answer_accusations(record.accusations, facts, tuple(readings))
    return facts, claim, calls


def _without_sheet_of_its_own(record: RoundRecord, judged: RoundRecord, *, behind: bool) -> RoundRecord:
    """Return a record with the sheet and the standing of one that was judged, which judging it does not depend on.

    If its side has to be ``behind`` to bid blind, judging it depends on the standing.
    """
    decisions = record.decisions._replace(game_over=judged.decisions.game_over)
    before = record.before if behind else judged.before
    return record._replace(before=before, reported=judged.reported, decisions=decisions)


def _may_have_to_be_behind(record: RoundRecord, ruleset: Ruleset) -> bool:
    """Return whether a bid of the record is blind, and the rules ask how far its side was behind."""
    parameters = ruleset.parameters
    deficits = parameters.nil.blind_deficit or parameters.blind_bid.deficit
    return bool(deficits) and any(bid.blind for bid in record.bids)


def _facts_for(facts: Facts, record: RoundRecord) -> Facts:
    """Return facts of a record that was judged, with the standing, the sheet and the decisions of this one."""
    judged = facts.context.record._replace(before=record.before, reported=record.reported, decisions=record.decisions)
    return facts._replace(context=facts.context._replace(record=judged))


def _rule_on(record: RoundRecord, judged: _Judged) -> Ruling:
    """Rule on a record by what is judged of it, perhaps from another standing or with another sheet."""
    weighed, sources, facts = judged.weighed, judged.sources, judged.facts
    if record is not judged.record:
        facts = _facts_for(facts, record)
        sources = tuple([_scored((_facts_for(source.facts, record), *source[1:7])) for source in sources])
    if weighed.readings:
        ruling = _rule_on_readings(record, judged._replace(facts=facts, sources=sources))
    elif weighed.masked is not None:
        figures = sources[0]
        play = figures.facts.play._replace(tricks=judged.tricks)
        facts = facts._replace(play=play, auction=figures.facts.auction)
        ruling = _rule(record, facts, figures, judged.calls)
    else:
        ruling = _rule(record, facts, sources[0], judged.calls)
    return ruling._replace(limit_reached=True) if weighed.limit_reached else ruling


def _figures_of(facts: Facts, claim_budget: int, pause: Callable[[], object]) -> _Figures:
    """Return what was found in a record, with its claim decided, and its score as played.

    Without a ``claim_budget`` a claim is proved by counting or not at all.
    """
    pause()
    record, claim, in_play = facts.context.record, None, facts.play.tricks_won
    if record.claim is not None:
        claim = rule_on_claim(facts, record.claim, claim_budget, pause)
        facts = _with_claim(claim.facts, claim)
    calls = _NO_CALLS if record.accusations is None else answer_accusations(record.accusations, facts)
    complete = facts.play.complete and facts.auction.complete
    # If no card could win a trick, the tricks won don't add up: then there is no score (step 1).
    size = len(record.tricks) if claim is None else claim.claim.size
    all_won = facts.play.complete and sum(facts.play.tricks_won) == size
    return _scored((facts, calls, claim, in_play, _side_tricks(facts), complete, all_won))


def _scored(found: tuple[Facts, Calls, ClaimedRound | None, tuple[int, ...], tuple[int, ...], bool, bool]) -> _Figures:
    """Return the figures with these members before ``plays``, and the score as played from the standing before."""
    facts, calls, claim, in_play, side_tricks, complete, all_won = found
    plays = plays_of(facts.context, facts.auction, side_tricks, facts.play.tricks_won)
    as_played = None
    if complete and all_won and not facts.context.record.decisions.is_broken_off(finished=True):
        as_played = score_sides(facts.context, plays)
    won = _won_as_reported(facts, in_play) if all_won else None
    return _figures((facts, calls, claim, in_play, side_tricks, complete, all_won, plays, as_played, won))


def _with_claim(facts: Facts, claim: ClaimedRound | None) -> Facts:
    """Return facts with what is found about the claim."""
    if claim is None or not (claim.findings or claim.undecided):
        return facts
    return facts._replace(findings=facts.findings + claim.findings, undecided=facts.undecided + claim.undecided)


def _rule(record: RoundRecord, facts: Facts, figures: _Figures, calls: Calls, alike: _Alike | None = None) -> Ruling:
    """Rule on a round by what is proved and open in it (``facts``), by its calls, and its figures.

    ``alike`` is what its readings have in common, if there are any.
    """
    context, play = facts.context, facts.play
    findings = facts.findings + calls.findings
    counts = not record.decisions.is_broken_off(finished=figures.complete and figures.all_won)
    void, penalised = record.decisions.void, _NO_PENALTIES
    if findings:
        called = None if record.accusations is None else calls.called
        void = void or is_void(context.ruleset, findings)
        circumstances = Circumstances(called, void, figures.as_played is not None, counts)
        offences = costly_offences(context.ruleset.parameters.irregularities, context.table, findings)
        penalised = _penalties(facts, findings, offences, circumstances) if alike is None or void else alike.penalised
        is_over = record.decisions.game_over
        why_none = NoPenalty(context.ruleset.parameters, offences, calls, circumstances, game_over=is_over)
        findings = why_none.explain(findings, () if alike is None else alike.differing)
    as_played = figures.as_played if counts else void_scores(context, figures.plays)
    as_ruled = as_played
    if counts:
        as_ruled = _as_ruled(figures, penalised, void=void) if alike is None or void else alike.as_ruled
    stated = Computed(figures.won, as_played, as_ruled)
    scores = alike.scores if alike is not None and counts else [stated]
    counting = () if alike is None or not counts else alike.counting
    findings, undecided, sheet_differences = _with_sheet(context, findings, facts.undecided, scores, counting)
    return _ruling((
        record, "void" if void else verdict_of(findings, undecided), figures.complete, findings, undecided,
        play.tricks, play.tricks_won, figures.side_tricks, as_played, affected_from(findings) if findings else None,
        None if record.accusations is None else calls.answers, penalised.penalties, as_ruled, sheet_differences, None,
        None if figures.claim is None else figures.claim.claim, None,
        _standings([score.as_ruled for score in ([stated] if as_ruled else scores)]), False,
    ))  # fmt: skip


def _as_ruled(figures: _Figures, penalised: Penalised, *, void: bool) -> tuple[SideScore, ...] | None:
    """Return the score after the penalties: the same object as the one as played if they change nothing."""
    as_played, adjustments = figures.as_played, penalised.adjustments
    if adjustments and (void or (as_played and adjustments.count(NO_ADJUSTMENT) < len(adjustments))):
        return score_sides(figures.facts.context, figures.plays, adjustments, as_played)
    return as_played


def _standings(scores: Iterable[tuple[SideScore, ...] | None]) -> tuple[tuple[Standing, ...], ...]:
    """Return the different standings after these scores; none if one of them is not known."""
    standings: dict[tuple[Standing, ...], None] = {}
    for sides in scores:
        if sides is None:
            return ()
        standings[tuple([side.after for side in sides])] = None
    return tuple(standings)


# A record with several readings: what is the same in all of them.


class _Alike(NamedTuple):
    """What the readings of a record have in common once the penalties are known."""

    scores: Sequence[Computed]
    """Those of each reading."""
    counting: Sequence[Computed]
    """Those of the readings that agree on the figures, as played; none if no score is stated."""
    as_ruled: tuple[SideScore, ...] | None
    """The score after the penalties if those agree on it, too."""
    penalised: Penalised
    """The penalties that are the same in all readings that count."""
    differing: frozenset[int]
    """The indices of the findings that cost something else in some of them."""


def _rule_on_readings(record: RoundRecord, judged: _Judged) -> Ruling:
    """Rule on a record by all its readings."""
    sources, facts, claim, calls, tricks = judged.sources, judged.facts, judged.claim, judged.calls, judged.tricks
    if not judged.costly:
        judged.costly.extend(_costly(judged))
    penalised = [
        _penalties_in(source, offences, facts, called)
        for source, offences, called in zip(
            sources, judged.costly, calls.called_in or (calls.called,) * len(sources), strict=True
        )
    ]
    scores = [
        Computed(source.won, source.as_played, _as_ruled(source, adjusted, void=_is_void(source.facts)))
        for source, adjusted in zip(sources, penalised, strict=True)
    ]
    places, figures_from = _agreed(record, sources, scores)
    if not places:
        complete = all(source.complete for source in sources)
        play = facts.play._replace(tricks=tricks, tricks_won=_tricks_won(tricks, sources))
        facts = facts._replace(play=play)
        agreed = sources[0]._replace(
            facts=facts, side_tricks=_side_tricks(facts), complete=complete, all_won=False, as_played=None, won=None
        )
    else:
        agreed = sources[places[0]]
        won = _tricks_won(tricks, [sources[place] for place in places])
        play = agreed.facts.play._replace(tricks=tricks, tricks_won=won)
        calls = calls.counting(places)
    facts = facts._replace(play=play, auction=agreed.facts.auction)
    alike = _alike(scores, penalised, places)
    ruling = _rule(record, facts, agreed._replace(claim=claim), calls, alike)
    if len({frozenset(each.side for each in one.penalties if each.effect == "game") for one in penalised}) > 1:
        ruling = ruling._replace(standings=())  # whether the game goes on depends on the reading
    offered = _offered_in_order(judged)
    undecided = tuple(_kept_open_by(question, offered) for question in ruling.undecided)
    return ruling._replace(
        undecided=undecided, readings=tuple(reading for reading, _ in offered), figures_from=figures_from
    )


def _costly(judged: _Judged) -> Iterator[tuple[Offence, ...]]:
    """Yield for each source the offences that all readings prove, and that cost something as it has them."""
    context, readings = judged.facts.context, judged.weighed.readings
    rules, table = context.ruleset.parameters.irregularities, context.table
    findings = (*judged.facts.findings, *judged.calls.findings)
    if not costly_offences(rules, table, tuple([finding._replace(established=True) for finding in findings])):
        yield from ((),) * len(judged.sources)
        return
    mended = [*((None,) * judged.weighed.as_written), *(reading.mended for reading in readings)]
    for source, slip in zip(judged.sources, mended, strict=True):
        own: dict[Key, Finding] = {}
        for finding in accusing(source.facts.findings):
            written = finding if slip is None else slip.finding_as_written(finding)
            if written is not None:
                own[key_of(written)] = finding
        found = [own.get(key_of(finding), finding) for finding in findings]
        as_found = [one._replace(established=here.established) for one, here in zip(findings, found, strict=True)]
        yield tuple(
            [
                offence._replace(trick=found[offence.finding_index].trick or 0)
                for offence in costly_offences(rules, table, tuple(as_found))
            ]
        )


def _penalties_in(source: _Figures, offences: tuple[Offence, ...], facts: Facts, called: frozenset[int]) -> Penalised:
    """Return what a reading makes of the offences of a record that all readings prove: ``facts`` has them.

    ``called`` are those that were called in time in this reading.
    """
    context, void = facts.context, _is_void(source.facts)
    if not (void or offences):
        return _NO_PENALTIES
    circumstances = Circumstances(
        called=None if context.record.accusations is None else called,
        void=void,
        finished=source.as_played is not None,
        counts=not context.record.decisions.is_broken_off(finished=source.complete and source.all_won),
    )
    return _penalties(source.facts, facts.findings, offences, circumstances)


def _is_void(facts: Facts) -> bool:
    """Return whether a reading is that of a void round."""
    return facts.context.record.decisions.void or is_void(facts.context.ruleset, facts.findings)


def _alike(scores: Sequence[Computed], penalised: Sequence[Penalised], places: Sequence[int]) -> _Alike:
    """Return what readings have in common: those at these places, which agree on the figures, or else all."""
    counting = [scores[place] for place in places]
    if not any(one.penalties or one.adjustments for one in penalised):
        return _Alike(scores, counting, counting[0].as_ruled if counting else None, _NO_PENALTIES, frozenset())
    first, *others = [penalised[place] for place in places or range(len(scores))]

    def costs(each: Penalty) -> tuple[object, ...]:
        return each.finding, each.side, each.effect, each.tricks

    in_others = [set(map(costs, other.penalties)) for other in others]
    kept = tuple([each for each in first.penalties if all(costs(each) in costing for costing in in_others)])
    everything = {each.finding for one in (first, *others) for each in one.penalties}
    differing = frozenset(everything - {each.finding for each in kept})
    as_ruled = counting[0].as_ruled if counting else None
    if any(not _same_sides(as_ruled, score.as_ruled) for score in counting):
        as_ruled = None
    return _Alike(scores, counting, as_ruled, Penalised(kept, ()), differing)


def _tricks_won(tricks: Sequence[TrickResult], sources: Sequence[_Figures]) -> tuple[int, ...]:
    """Return for each seat its tricks if these readings agree on them, else those that it won in all of them."""
    winners = [trick.winner for trick in tricks]
    return tuple(
        counts[0] if counts.count(counts[0]) == len(counts) else winners.count(seat)
        for seat, counts in enumerate(zip(*(source.facts.play.tricks_won for source in sources), strict=True))
    )


def _in_common(plays: Sequence[_Placed], length: int) -> Iterator[TrickResult]:
    """Yield for each trick of a record as written what is the same about it in all of these replays."""
    for index in range(length):
        results = [
            play.tricks[place]
            for play, written in plays
            for place in ([index] if written is None else [new for new, old in enumerate(written) if old == index])
            if place < len(play.tricks)
        ]
        number = index + 1
        if not results:
            yield TrickResult(number, None, None, None, None, Broken.MAYBE)
            continue
        first = results[0]
        if any(other[1:] != first[1:] for other in results):
            same = [len({other[member] for other in results}) == 1 for member in range(1, len(first))]
            leader, led, winner, card, broken = same
            first = TrickResult(
                number,
                first.leader if leader else None,
                first.led_suit if led else None,
                first.winner if winner else None,
                first.winning_card if card and winner else None,
                first.broken if broken else Broken.MAYBE,
            )
        yield first._replace(number=number)


def _agreed(
    record: RoundRecord, sources: Sequence[_Figures], scores: Sequence[Computed]
) -> tuple[Sequence[int], Literal["readings", "sheet"] | None]:
    """Return the places of the readings that agree on the figures: of all, or of those that fit the sheet.

    If all agree on what was played and not on what it costs, the sheet may decide that, or nothing does.
    """
    places, first = range(len(sources)), scores[0]
    agree = first.as_played is not None and all(_same_sides(first.as_played, score.as_played) for score in scores)
    free = all(score.as_ruled is score.as_played for score in scores)
    if agree and (free or all(_same_sides(first.as_ruled, score.as_ruled) for score in scores)):
        return places, "readings"
    reported = None
    if record.reported is not None:
        reported = Reported(record.reported.tricks_won, record.reported.points, None, None)
    if reported is not None and (reported.tricks_won or reported.points):
        fitting = [place for place in places if _fits(reported, sources[place], scores[place])]
        if fitting:
            fits = scores[fitting[0]]
            others = [scores[place] for place in fitting[1:]]
            if all(_same_sides(fits.as_played, other.as_played) for other in others) and all(
                _same_sides(fits.as_ruled, other.as_ruled) for other in others
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


def _fits(reported: Reported, source: _Figures, score: Computed) -> bool:
    """Return whether a sheet has the tricks and points of a reading, as played or with the penalties."""
    if score.as_played is None:
        return False
    context = source.facts.context
    if not check_sheet(reported, context, score._replace(as_ruled=score.as_played), offset=0).findings:
        return True
    return not differences(reported, context, source.won, score.as_ruled)


def _offered_in_order(judged: _Judged) -> list[tuple[OfferedReading, frozenset[Key]]]:
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


def _found_in(source: _Figures) -> tuple[Verdict, tuple[Finding, ...]]:
    """Return the verdict on a reading and its findings, those on its sheet with them, before any penalty."""
    facts, findings = source.facts, source.facts.findings + source.calls.findings
    context, decisions = facts.context, facts.context.record.decisions
    as_played = source.as_played
    if decisions.is_broken_off(finished=source.complete and source.all_won):
        as_played = void_scores(context, source.plays)
    computed = Computed(source.won, as_played, as_played)
    void = decisions.void or is_void(context.ruleset, findings)
    findings, undecided, _ = _with_sheet(context, findings, facts.undecided, [computed])
    return "void" if void else verdict_of(findings, undecided), findings


def _kept_open_by(question: Finding, offered: Sequence[tuple[OfferedReading, frozenset[Key]]]) -> Finding:
    """Return a question that likelier readings keep open with their indices: those that don't have the offence."""
    if question.readings is None:
        return question
    key = key_of(question)
    return question._replace(readings=tuple(index for index, (_, keys) in enumerate(offered) if key not in keys))


def _count(findings: Iterable[Finding], severity: Severity) -> int:
    return sum(finding.severity == severity for finding in findings)


def _won_as_reported(facts: Facts, before_claim: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each seat the tricks with which a sheet is compared."""
    reported = facts.context.record.reported
    if not facts.play.claimed or reported is None or reported.tricks_won is None:
        return facts.play.tricks_won
    return split_as_reported(facts, reported.tricks_won, before_claim)


def audit_row(result: RoundResult, ruleset: Ruleset) -> Ruling:
    """Rule on a row of a score sheet: judge its bids, and check its claims against the score of its bids and tricks."""
    context = context_of(result, ruleset)
    auction, scores = score_audited_row(context)
    computed = Computed(won=None, as_played=scores, as_ruled=scores)
    found = auction.findings
    if not may_be_incomplete(context):
        found += check_total(context)
    findings, undecided, sheet_differences = _with_sheet(context, found, auction.undecided, [computed])
    return Ruling(
        record=result,
        verdict="void" if result.decisions.void else verdict_of(findings, undecided),
        complete=auction.complete and sum(result.side_tricks) == context.pack.hand_size,
        findings=findings,
        undecided=undecided,
        tricks=None,
        tricks_won=result.seat_tricks,
        side_tricks=result.side_tricks,
        as_played=scores,
        as_ruled=scores,
        differences=sheet_differences,
    )


def _penalties(
    facts: Facts, findings: tuple[Finding, ...], offences: tuple[Offence, ...], circumstances: Circumstances
) -> Penalised:
    """Return the penalties for these offences, which are among the findings."""
    if not circumstances.counts:
        return _NO_PENALTIES
    if circumstances.void:
        return penalties_of_void_round(facts.context.table, findings)
    return penalties_for(facts, offences, circumstances)


def _side_tricks(facts: Facts) -> tuple[int, ...]:
    """Return the tricks that each side won."""
    table = facts.context.table
    won = [0] * len(table.sides)
    for seat, tricks in enumerate(facts.play.tricks_won):
        won[table.side_of[seat]] += tricks
    return tuple(won)


def _with_sheet(
    context: RoundContext[RoundRecord | RoundResult],
    findings: tuple[Finding, ...],
    undecided: tuple[Finding, ...],
    scores: Sequence[Computed],
    counting: Sequence[Computed] = (),
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[Difference, ...] | None]:
    """Return the findings and open questions with those about the sheet, and its differences (None without one).

    A figure is wrong only if it is wrong by all of these ``scores``, those of the readings, and differs from the one as
    ruled only if it does so by all that are ``counting``: those on which the figures rest, or else all.
    """
    reported = context.record.reported
    if reported is None:
        return findings, undecided, None
    sheets = [check_sheet(reported, context, score, offset=len(findings)) for score in scores]
    differing = [differences(reported, context, score.won, score.as_ruled) for score in counting or scores]
    sheet_differences = tuple(one for one in differing[0] if all(one in others for others in differing))
    sheet = sheets[0]
    if any(other != sheet for other in sheets):
        sheet = in_all_sheets(sheets)
    return findings + sheet.findings, undecided + sheet.undecided, sheet_differences
