"""Cards that partners pass after the bids: how many they may pass, and what is wrong with an exchange.

A card that could not be read proves nothing: what rests on one is an open question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.spades.cards import UNREAD, cards_in
from service.spades.deal.model import Contract
from service.spades.findings import Location, Reporter
from service.spades.record.model import Exchange, RoundContext, RoundRecord
from service.spades.rules.bid_kinds import NILS
from service.spades.sentence import Fact, Sentence, say


class Passing(NamedTuple):
    """What the partners of each side may pass each other, by the rules and by their contracts."""

    context: RoundContext[RoundRecord]
    contracts: tuple[Contract, ...]

    def allowed(self, side: int) -> tuple[int, str]:
        """Return how many cards the partners of this side may pass each way, and by which parameter."""
        nil, kinds = self.context.ruleset.parameters.nil, self.contracts[side].kinds
        alone = len(self.context.table.sides[side].seats) == 1
        plain = 0 if alone or "nil" not in kinds else nil.exchange
        blind = 0 if alone or "blind_nil" not in kinds else nil.blind_exchange
        if "blind_nil" in kinds and blind >= plain:
            return blind, "nil.blind_exchange"
        return plain, "nil.exchange"

    def may_be_unrecorded(self, side: int) -> bool:
        """Return whether partners may have passed cards that the record does not have, so that no hand is certain."""
        if self.context.record.exchanges is not None or self.contracts[side].kinds.isdisjoint(NILS):
            return False
        return self.allowed(side)[0] > 0

    def judge(self, reporter: Reporter, index: int, foreign: int) -> None:
        """Report what is wrong with the exchange at this index; ``foreign`` are the cards that its giver did not hold.

        What rests on cards that could not be read is asked.
        """
        exchange = (self.context.record.exchanges or ())[index]
        giver, taker, cards = exchange
        allowed, parameter = self.allowed(self.context.table.side_of[giver])
        location: Location = ("exchanges", index)
        legible = tuple(card for card in cards if card != UNREAD)
        reasons = list(self._against(exchange, index, allowed))
        proved = tuple(reason for reason, certain in reasons if certain)
        facts: dict[str, Fact] = {"giver": giver, "taker": taker, "passed": len(cards)}
        if proved:
            detail = say("illegal_exchange", **facts, reasons=proved)
            reporter.report("illegal_exchange", location, detail, seat=giver, parameter=parameter, cards=legible)
        elif reasons:
            reporter.ask(
                "illegal_exchange",
                location,
                say("illegal_exchange", **facts, reasons=tuple(reason for reason, _ in reasons)),
                say("exchange_not_read"),
                seat=giver,
                parameter=parameter,
                cards=legible,
                decided_by=(*location, "cards", cards.index(UNREAD)),
            )
        if foreign:
            why = say("exchange_of_card_not_held", giver=giver, cards=cards_in(foreign))
            reporter.report(
                "illegal_exchange",
                location,
                say("illegal_exchange", **facts, reasons=(why,)),
                severity="error",
                seat=giver,
                parameter=parameter,
                cards=cards_in(foreign),
            )

    def _against(self, exchange: Exchange, index: int, allowed: int) -> Iterator[tuple[Sentence, bool]]:
        """Yield what is wrong with an exchange if ``allowed`` cards may be passed each way, and if that is certain."""
        giver, taker, cards = exchange
        legible = sum(card != UNREAD for card in cards)
        read = legible > 0 or not cards
        if taker not in self.context.table.partners(giver):
            yield say("exchange_not_with_partner", giver=giver, taker=taker), read
        elif not allowed:
            yield say("exchange_without_bid"), read
        elif len(cards) != allowed and not self._may_be_for_nil(cards):
            yield say("exchange_of_wrong_number", allowed=allowed), legible == len(cards) or legible > allowed
        pairs = [(each.giver, each.taker) for each in self.context.record.exchanges or ()]
        if (giver, taker) in pairs[:index]:
            yield say("exchange_repeated", giver=giver, taker=taker), read
        if allowed and (taker, giver) not in pairs:
            yield say("exchange_not_returned", taker=taker), read

    def _may_be_for_nil(self, cards: Sequence[int]) -> bool:
        """Return whether this number of cards goes with a nil of either kind that may have been bid unrecorded."""
        nil = self.context.ruleset.parameters.nil
        return not self.context.record.bids_recorded and len(cards) in {nil.exchange, nil.blind_exchange}
