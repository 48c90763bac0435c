"""A claim judged with all hands open: the three questions, every live nil, and what each outcome scores."""

from __future__ import annotations

from collections.abc import Callable

from service.spades.claims.model import Acceptance, ClaimJudgement, ClaimToJudge
from service.spades.claims.nils import judge_nils
from service.spades.claims.outcomes import outcomes_of
from service.spades.claims.witness import checked_claim, dropped_card
from service.spades.sentence import Sentence, say
from service.spades.solver.claims import Answer, Claim, best_play, by_statement, certain


def judge(to_judge: ClaimToJudge, pause: Callable[[], object] = bool) -> ClaimJudgement:
    """Judge a claim: each question has the whole budget, and every line of play is replayed by the audit.

    ``pause`` is called from time to time, so that whoever waits for a long search can do something else.
    """
    situation, claim, budget, _, _ = to_judge
    game, position, accepted_by = situation.game, situation.position, situation.ruleset.parameters.irregularities.claims
    plain = Claim(claim.claimer, claim.side, claim.tricks)
    in_any_case = checked_claim(situation, plain, certain(game, position, plain, budget, pause))
    as_stated = in_any_case  # without a statement the two are one question
    if claim.statement:
        as_stated = checked_claim(situation, claim, by_statement(game, position, claim, budget, pause))
    best = checked_claim(situation, plain, best_play(game, position, plain, budget, pause))
    judgement = ClaimJudgement(
        side=situation.table.side_of[claim.claimer],
        claimed=claim.tricks,
        accepted_by=accepted_by,
        result="disproved",
        detail=(say("claim_is_not_accepted", player=claim.claimer),),
        certain=in_any_case,
        by_statement=as_stated,
        best_play=best,
        nils=judge_nils(to_judge, pause),
        outcomes=None,
    )
    accepted = judgement.accepted
    if accepted_by != "not_allowed":
        said = _said(accepted_by, to_judge, accepted)
        judgement = judgement._replace(result=accepted.result, detail=said)
    if not to_judge.has_score:
        return judgement
    numbers = sorted({*range(accepted.at_least, accepted.at_most + 1), claim.tricks})
    return judgement._replace(outcomes=outcomes_of(to_judge, judgement.nils or (), numbers))


def _said(accepted_by: Acceptance, to_judge: ClaimToJudge, answer: Answer) -> tuple[Sentence, ...]:
    """Return in sentences why the claim holds or not, and where its statement was dropped."""
    claim, situation = to_judge.claim, to_judge.situation
    player, side, left = claim.claimer, to_judge.table.side_of[claim.claimer], situation.position.tricks_left
    stated = accepted_by == "by_statement" and bool(claim.statement)
    dropped = _dropped(to_judge, answer) if stated else None
    about = () if dropped is None else (dropped,)
    holds = answer.result == "proved"
    tricks = _tricks_claimed(claim.tricks, left, at_least=holds and claim.tricks < left)
    if answer.result == "undecided":
        at_least, at_most, budget = answer.at_least, answer.at_most, to_judge.budget
        open_claim = say(
            "claim_not_decided",
            player=player,
            side=side,
            tricks=tricks,
            at_least=at_least,
            at_most=at_most,
            budget=budget,
        )
        return (open_claim, *about)
    if accepted_by == "best_play":
        key = "claim_holds_with_best_play" if holds else "claim_fails_against_best_play"
    elif stated and holds:
        key = "claim_holds_as_stated" if dropped is None else "claim_holds_as_far_as_stated"
    elif stated:
        key = "claim_fails_as_stated" if dropped is None else "claim_fails_as_far_as_stated"
    else:
        key = "claim_holds_in_every_line" if holds else "claim_fails_in_some_line"
    return (say(key, player=player, side=side, tricks=tricks), *about)


def _tricks_claimed(claimed: int, left: int, *, at_least: bool) -> Sentence:
    """Return the tricks claimed, as a part of a sentence."""
    if claimed < left:
        return say("at_least_some_tricks_left" if at_least else "some_tricks_left", claimed=claimed, left=left)
    match left:
        case 1:
            return say("last_trick_left")
        case 2:
            return say("both_tricks_left")
        case _:
            return say("all_tricks_left", left=left)


def _dropped(to_judge: ClaimToJudge, answer: Answer) -> Sentence | None:
    """Return that the statement can't be followed to its end, None if nothing shows that."""
    claim = to_judge.claim
    found = dropped_card(to_judge.situation, claim, answer.line)
    if found is None:
        return None
    card, at_once = found
    key = "statement_is_dropped_at_once" if at_once else "statement_is_dropped"
    return say(key, player=claim.claimer, card=card)
