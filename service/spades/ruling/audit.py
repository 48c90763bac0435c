"""Record in, ruling out: the findings, who won which trick, the score as played, the penalties, the score as ruled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from service.spades.deal.auction import examine_bids
from service.spades.deal.contracts import Auction
from service.spades.errors import Fault, pointer_of
from service.spades.findings import Finding, insert_in_order, key_of, one_finding
from service.spades.pauses import no_pause
from service.spades.play.leads_left_out import read_with_leads
from service.spades.proof.contradictions import prove_despite_slips
from service.spades.proof.facts import Facts, affected_from, facts_of, is_void
from service.spades.proof.trials import GAME_TRIALS, MOST_TRIALS, TrialBudget
from service.spades.record.log import context_of, may_be_incomplete
from service.spades.record.model import Reported, RoundRecord, RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.claims import ClaimJudge
from service.spades.ruling.model import VOID_OR_NOT, Calls, Circumstances, Ruling, agreed, in_all, verdict_of
from service.spades.ruling.penalties import (
    Case,
    NoPenalty,
    ask_how_play_ended,
    ask_what_was_chosen,
    chosen_remedies,
    note_remedies_without_effect,
    penalised_offences,
)
from service.spades.ruling.readings import (
    Judged,
    Way,
    agreed_score,
    agreeing,
    established_alike,
    judge,
    of_players_if_known,
    offered_in_order,
    penalised_alike,
    scored,
    tricks_won_alike,
    ways_of,
    wrong_figures,
)
from service.spades.ruling.score_sheet import Scores, check_total, with_sheet
from service.spades.scoring.model import SideScore
from service.spades.scoring.round import does_count, play_of_round, score_as_played, void_scores
from service.spades.sentence import Sentence, say

_TO_BE_SAID: Final[Mapping[str, str]] = MappingProxyType(
    {
        "round_thrown_in": (
            "Give the bids of both partners, in the order in which they were made, and say who dealt: a contract that"
            " may be another one decides whether the round was thrown in."
        ),
        "bid_advised": (
            "Say who dealt, which shows who of two partners bid second and so made the contract; or give `bids`, in the"
            " order in which they were made."
        ),
        "remedy_not_chosen": (
            "Say what the wronged side chose, which the score depends on: give one entry for the offence, with its"
            " `code`, the `team` that committed it and the `remedy`."
        ),
    }
)
"""What to add to a row that has no score, by the question that is open."""


def audit(
    record: RoundRecord,
    ruleset: Ruleset,
    claims: ClaimJudge,
    trials: int = MOST_TRIALS,
) -> Ruling:
    """Rule on a round record; the ruleset must have a pack for its number of players.

    ``claims`` rules on a claim that was not accepted. It is asked to pause from time to time, so that whoever waits for
    a long audit can do something else, or end it. ``trials`` is how much may be spent on mended records. Raises
    `UnreadableRecord` if the record has cards of which nobody can say whose they are.
    """
    return RoundAudits(ruleset, claims, trials).ruling(record, record.reported)


class RoundAudits:
    """Rules on one round as it may be played from several standings, and judges once what is the same in all of them.

    What slips may have made it the record that it is, and what its claim gives, depends on the standing only where a
    side has to be behind to bid blind. Then it is judged as if nobody knew the standing.
    """

    def __init__(self, ruleset: Ruleset, claims: ClaimJudge, trials: int) -> None:
        self._ruleset, self._claims, self._trials = ruleset, claims, trials
        self._judged: list[Judged] = []

    def ruling(self, record: RoundRecord, compared: Reported | None, *, is_one_of_several: bool = False) -> Ruling:
        """Rule on a round record; ``is_one_of_several`` says whether it may also be played from other standings.

        Slips are weighed by the whole sheet of the record; only its ``compared`` figures are held against the score.
        """
        record = read_with_leads(record, self._ruleset)
        judged_as, behind = record, _may_have_to_be_behind(record, self._ruleset)
        if behind and is_one_of_several:
            facts = facts_of(record, self._ruleset)
            if facts.findings or not facts.play.complete:
                judged_as = record._replace(before=None)
        if compared != record.reported:
            record = record._replace(reported=compared)
        return _rule_on(record, self._judge(judged_as, behind=behind))

    def _judge(self, record: RoundRecord, *, behind: bool) -> Judged:
        """Judge a record; a side may have to be ``behind`` to bid blind in it."""
        for judged in self._judged:
            # Members on which judging does not depend are taken from the judged record.
            alike = record._replace(
                before=record.before if behind else judged.record.before,
                reported=record.reported if judged.weighed.rests_on_sheet else judged.record.reported,
                decisions=record.decisions._replace(game_over=judged.record.decisions.game_over),
            )
            if alike == judged.record:
                return judged
        facts = facts_of(record, self._ruleset)
        budget = TrialBudget(record, facts, self._trials, self._claims.pause, wrong_figures)
        weighed = prove_despite_slips(record, facts, budget)
        self._judged.append(judge(record, weighed.with_entries(record), self._claims))
        return self._judged[-1]


def _may_have_to_be_behind(record: RoundRecord, ruleset: Ruleset) -> bool:
    """Return whether the rules ask of a bid of the record how far its side was behind."""
    return any(ruleset.parameters.bids.of(bid.kind).deficit for bid in record.bids)


def _facts_for(facts: Facts, record: RoundRecord) -> Facts:
    """Return facts of a record that was judged, with the standing, the sheet and the decisions of this one."""
    judged = facts.context.record._replace(before=record.before, reported=record.reported, decisions=record.decisions)
    return facts._replace(context=facts.context._replace(record=judged))


def _rule_on(record: RoundRecord, judged: Judged) -> Ruling:
    """Rule on a record by what is judged of it, perhaps from another standing or with another sheet."""
    if record is not judged.record:
        readings = [each._replace(facts=_facts_for(each.facts, record)) for each in judged.readings]
        judged = judged._replace(facts=_facts_for(judged.facts, record), readings=tuple(readings))
    figures = [scored(reading.facts, reading.claim, reading.in_play) for reading in judged.readings]
    ruling = _rule(record, judged, ways_of(judged, figures))
    if not judged.weighed.is_mended:
        return ruling
    offered = offered_in_order(judged, figures)
    undecided = [
        # A question that likelier readings keep open names those that don't have the offence.
        each._replace(readings=tuple(index for index, (_, keys) in enumerate(offered) if key_of(each) not in keys))
        if each.readings is not None
        else each
        for each in ruling.undecided
    ]
    return ruling._replace(undecided=tuple(undecided), readings=tuple(reading for reading, _ in offered))


def _rule(record: RoundRecord, judged: Judged, ways: Sequence[Way]) -> Ruling:
    """Rule on a round by what holds in all these ways in which it may have gone."""
    counting, figures_from = agreeing(record, ways)
    alike, context, calls = counting or ways, judged.facts.context, judged.calls
    figures, has_readings = alike[0].figures, judged.weighed.is_mended
    counts = all(way.figures.counts for way in alike)
    calls = calls.in_readings([way.reading for way in alike])
    (penalties, differing), (findings, open_by_end) = penalised_alike(alike), established_alike(judged.facts, alike)
    findings, undecided = findings + calls.findings, judged.facts.undecided
    if any(finding.code == "misdeal" for finding in findings):
        undecided = tuple([each for each in undecided if each.code != "misdeal_not_due"])
    void = record.decisions.void or is_void(context.ruleset, findings)
    may_be_void = not void and any(question.code in VOID_OR_NOT for question in undecided)
    if may_be_void:
        penalties = ()
    if findings:
        called = None if record.accusations is None else calls.called
        chosen = dict(in_all([way.chosen.items() for way in alike]))
        circumstances = Circumstances(called, void, bool(counting), counts, may_be_void, chosen)
        offences, rules = alike[0].offences, context.ruleset.parameters.penalties
        why_none = NoPenalty(context, offences, calls, circumstances)
        undecided += ask_what_was_chosen(context, offences, penalties, findings)
        undecided += ask_how_play_ended(rules, record, [findings[index] for index in sorted(open_by_end)])
        findings = why_none.explain(findings, differing if has_readings else frozenset(), open_by_end)
    findings += note_remedies_without_effect(context, alike[0].offences, undecided, calls, record.accusations)
    as_played = figures.as_played if counting else None
    by_sheet = bool(counting) and figures.on_sheet
    of_seats = tricks_won_alike(judged.tricks, alike)
    side_tricks = figures.round_play.side_tricks if counting else context.table.by_side(of_seats)
    tricks_won = of_seats if figures_from != "sheet" else of_players_if_known(record, of_seats, ways)
    as_ruled = agreed_score([way.scores.as_ruled for way in counting])
    if not counting:
        # A round that counts for nothing, is proved void, or is dealt again, has no points, whatever was played in it.
        counting_for_nothing = () if any(way.figures.counts for way in ways) else ways
        dealt_again = ways if all(any(each.effect == "round" for each in way.penalties) for way in ways) else ()
        as_played = agreed_score([_of_tricks(way.scores.as_played, side_tricks) for way in counting_for_nothing])
        without_points = counting_for_nothing or (ways[:1] if void else dealt_again)
        as_ruled = agreed_score([_of_tricks(way.scores.as_ruled, side_tricks) for way in without_points])
    scores, counted = [way.scores for way in ways], [way.scores for way in counting]
    if may_be_void:
        as_ruled, nothing = None, void_scores(context, figures.round_play)
        scores.append(alike[0].scores._replace(as_played=nothing, as_ruled=nothing))
        counted += scores[-1:] if counted else ()
    undecided += calls.undecided
    findings, undecided, sheet_differences = with_sheet(context, findings, undecided, scores, counted)
    undecided = _with_what_is_not_recorded(record, undecided, calls)
    lost_by = [{each.side for each in way.penalties if each.effect == "game"} for way in ways]
    after = [as_ruled] if as_ruled else [score.as_ruled for score in scores]
    return Ruling(
        record=record,
        verdict="void" if void else verdict_of(findings, undecided),
        complete=not record.has_gaps and all(way.figures.complete for way in alike),
        findings=findings,
        undecided=undecided,
        tricks=judged.tricks,
        tricks_won=figures.round_play.seat_tricks if by_sheet else tricks_won,
        side_tricks=side_tricks,
        as_played=as_played,
        affected_from=affected_from(findings),
        answers=None if record.accusations is None else calls.answers,
        penalties=penalties,
        as_ruled=as_ruled,
        differences=sheet_differences,
        claim=judged.claim,
        figures_from="sheet" if by_sheet else figures_from if has_readings and counts else None,
        possible_scores=() if agreed(lost_by) is None or (may_be_void and any(lost_by)) else _different(after),
        limit_reached=judged.weighed.limit_reached,
        voided_by_some=any(each.effect == "round" for way in ways for each in way.penalties),
    )


def _of_tricks(score: tuple[SideScore, ...] | None, side_tricks: Sequence[int]) -> tuple[SideScore, ...]:
    """Return the score of a round without points, with the tricks that each side is known to have won."""
    return tuple([side._replace(tricks=side_tricks[side.side]) for side in score or ()])


def _with_what_is_not_recorded(
    record: RoundRecord, undecided: tuple[Finding, ...], calls: Calls
) -> tuple[Finding, ...]:
    """Return the open questions, those about cards of tricks that nobody recorded as one.

    A question that may decide a call stands. A record with nothing in it leaves one question open, too: where nothing
    was there to judge, nobody is acquitted.
    """
    if not record.has_gaps:
        return undecided if record.has_anything else _asked(record, say("nothing_recorded"), list(undecided))
    open_calls = {answer.accusation for answer in calls.answers if answer.result == "undecidable"}
    called = {call.against for call in record.accusations or () if call.position in open_calls}
    kept = [
        each
        for each in undecided
        if each.trick is None
        or each.seat in called
        or each.trick > len(record.tricks)
        or record.tricks[each.trick - 1].form != "unwritten"
    ]
    missing = (record.sent or ()).count(None)
    key = "some_tricks_not_recorded" if record.open_gaps else "tricks_not_recorded"
    return _asked(record, say(key, tricks=missing), kept)


def _asked(record: RoundRecord, detail: Sentence, undecided: list[Finding]) -> tuple[Finding, ...]:
    """Return open questions with the one about tricks that are not recorded, in this sentence."""
    question = one_finding(record.table, "tricks_not_recorded", ("tricks",), detail, decided_by=("tricks",))
    insert_in_order(undecided, [question])
    return tuple(undecided)


def _different(scores: Sequence[tuple[SideScore, ...] | None]) -> tuple[tuple[SideScore, ...], ...]:
    """Return those of these scores that leave different ends; none if one of them is not known."""
    ends = {tuple([(side.after, side.wins_game) for side in score]): score for score in scores if score is not None}
    return () if None in scores else tuple(ends.values())


def audit_row(result: RoundResult, ruleset: Ruleset) -> Ruling:
    """Rule on a row of a score sheet: judge its bids, and check its claims against the score of its bids and tricks."""
    context = context_of(result, ruleset)
    auction = examine_bids(context, bidding_over=True)
    play = play_of_round(context, auction, result.side_tricks, result.seat_tricks)
    complete = auction.complete and sum(result.side_tricks) == context.pack.hand_size
    counts = does_count(auction, result.decisions, finished=complete)
    as_played = score_as_played(context, auction, play, counts=counts, is_known=complete)
    findings, undecided = _bids_despite_slips(result, ruleset, auction)
    void = result.decisions.void or auction.thrown_in
    may_be_void = not void and auction.may_be_thrown_in
    offences = penalised_offences(ruleset.parameters.penalties, context.pack, findings)
    chosen = chosen_remedies(result.decisions, offences)
    circumstances = Circumstances(None, void, as_played is not None, counts, may_be_void, chosen)
    case = Case(context, play, findings, offences, circumstances, as_played)
    penalties, as_ruled = case.priced()
    undecided += ask_what_was_chosen(context, offences, penalties, findings)
    why_none = NoPenalty(context, offences, Calls(), circumstances)
    findings = why_none.explain(findings, frozenset(), frozenset())
    findings += note_remedies_without_effect(context, offences, undecided, Calls())
    if not may_be_incomplete(context):
        findings += check_total(context)
    computed = Scores(won=None, as_played=as_played, as_ruled=as_ruled, counts=counts)
    findings, undecided, sheet_differences = with_sheet(context, findings, undecided, [computed])
    return Ruling(
        record=result,
        verdict="void" if void else verdict_of(findings, undecided),
        complete=complete,
        findings=findings,
        undecided=undecided,
        tricks=None,
        tricks_won=result.seat_tricks,
        side_tricks=result.side_tricks,
        as_played=as_played,
        penalties=penalties,
        as_ruled=as_ruled,
        differences=sheet_differences,
    )


def _bids_despite_slips(
    row: RoundResult, ruleset: Ruleset, auction: Auction
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Return what is found and open about the bids of a row, where a name may be written for another.

    A row without a bid of each player has no score, whoever's the bid is.
    """
    if not {"bid_repeated", "bid_missing"} <= {finding.code for finding in auction.findings}:
        return auction.findings, auction.undecided
    record = row.without_tricks
    facts = facts_of(record, ruleset)
    budget = TrialBudget(record, facts, GAME_TRIALS, no_pause, wrong_figures)
    weighed = prove_despite_slips(record, facts, budget).facts
    known = {key_of(finding) for finding in (*auction.findings, *auction.undecided)}
    return (
        tuple([finding for finding in weighed.findings if key_of(finding) in known]),
        tuple([question._replace(readings=None) for question in weighed.undecided if key_of(question) in known]),
    )


def to_be_said(ruling: Ruling) -> list[Fault]:
    """Return what a round without a score lacks, by the questions that one more member would answer, each once."""
    questions = [question for question in ruling.undecided if question.code in _TO_BE_SAID]
    missing = [(pointer_of(each.decided_by or ()), "required", _TO_BE_SAID[each.code]) for each in questions]
    return [Fault(*each) for each in dict.fromkeys(missing)]
