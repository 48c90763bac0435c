"""A claim judged with all hands open: the three questions, every live nil, and what each outcome scores."""

from __future__ import annotations

from collections.abc import Callable

from service.spades.claims.model import Acceptance, ClaimJudgement, ClaimToJudge
from service.spades.claims.nils import judge_nils
from service.spades.claims.outcomes import outcomes_of
from service.spades.claims.witness import checked_claim
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
        detail=say("claim_is_not_accepted", player=claim.claimer),
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


def _said(accepted_by: Acceptance, to_judge: ClaimToJudge, answer: Answer) -> Sentence:
    """Return in a sentence why the claim holds or not."""
    claim = to_judge.claim
    player, side, claimed = claim.claimer, to_judge.table.side_of[claim.claimer], claim.tricks
    left = to_judge.situation.position.tricks_left
    if answer.result == "undecided":
        return say(
            "claim_not_decided",
            player=player,
            side=side,
            claimed=claimed,
            at_least=answer.at_least,
            at_most=answer.at_most,
            left=left,
            budget=to_judge.budget,
        )
    holds = answer.result == "proved"
    if accepted_by == "best_play":
        key = "claim_holds_with_best_play" if holds else "claim_fails_against_best_play"
    elif accepted_by == "by_statement" and claim.statement:
        key = "claim_holds_as_stated" if holds else "claim_fails_as_stated"
    else:
        key = "claim_holds_in_every_line" if holds else "claim_fails_in_some_line"
    return say(key, player=player, side=side, claimed=claimed, left=left)
