"""The sentences about an illegal card: what best play makes of it for the side that played it, or why nobody knows."""

from __future__ import annotations

from typing import Final

from service.spades.findings import Finding
from service.spades.ruling.equity.model import MOST_CARDS, OffenceEquity, Reason, Span
from service.spades.sentence import Sentence, say
from service.spades.table import Table

BASIS: Final = say("equity_basis")
"""What the numbers are, and what they are not."""


def detail_of(table: Table, finding: Finding, offence: OffenceEquity, given: tuple[int, ...]) -> tuple[Sentence, ...]:
    """Return what is to be said about an offence, in the tricks of its player's side.

    ``given`` are the tricks that a claim gave each side.
    """
    left, happened, compared, reason = offence.tricks_left, offence.happened, offence.compared, offence.reason
    if compared is None:
        return (_why(finding, left, reason),)
    side = table.side_of[finding.seat or 0]
    played, best = compared.played.tricks[side], compared.best[side]
    card = compared.played.card
    sentences = [
        say("equity_of_cards", team=side, left=left, best=_tricks(best), card=card, played=_tricks(played)),
    ]
    if happened is not None:
        sentences.append(_happened(side, happened[side], left, given))
    more = played.beside(best)
    if more.exact:
        sentences.append(_gain(card, side, more.at_least))
    if reason == "budget":
        sentences.append(say("equity_budget_spent"))
    return tuple(sentences)


def _happened(side: int, tricks: int, left: int, given: tuple[int, ...]) -> Sentence:
    """Return how many tricks a side took, and whether it was by play or by a claim."""
    by_claim = given[side]
    if sum(given) == left:
        return say("equity_given", team=side, tricks=tricks)
    if by_claim:
        return say("equity_happened_and_given", team=side, tricks=tricks - by_claim, given=by_claim)
    return say("equity_happened", team=side, tricks=tricks)


def _gain(card: int, side: int, more: int) -> Sentence:
    if more == 0:
        return say("equity_even", card=card, team=side)
    return say("equity_gain" if more > 0 else "equity_loss", card=card, team=side, tricks=abs(more))


def _tricks(span: Span) -> Sentence:
    if span.exact:
        return say("equity_exactly", tricks=span.at_least)
    return say("equity_between", at_least=span.at_least, at_most=span.at_most)


def _why(finding: Finding, left: int, reason: Reason | None) -> Sentence:
    """Return why a position can't be searched."""
    match reason:
        case "taken_back":
            return say("equity_taken_back", player=finding.seat or 0)
        case "record_contradictory":
            return say("equity_record_contradictory")
        case "hands_not_known":
            return say("equity_hands_not_known")
        case "order_not_known":
            return say("equity_order_not_known")
        case "too_many_cards":
            return say("equity_too_many_cards", cards=left, most=MOST_CARDS)
        case _:
            return say("equity_broken_not_known")
