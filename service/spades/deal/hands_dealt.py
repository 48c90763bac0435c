"""The deal: hands, cards set aside and exchanges as recorded, checked against the pack.

Hands are listed as dealt, before exchanges. What comes out is who is known to hold what when play starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from service.spades.cards import BIT, CODES, SPADES, codes_of, mask_of, sum_of
from service.spades.deal.model import Contract
from service.spades.findings import Finding
from service.spades.pointers import pointer_to
from service.spades.record.log import Log
from service.spades.record.model import Exchange, Holdings, RoundRecord
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset


@dataclass(slots=True)
class Deal:
    """The deal of a record: checked when it is made, then asked for the hands bid on and the hands played."""

    record: RoundRecord
    ruleset: Ruleset
    pack: Pack
    log: Log
    findings: list[Finding] = field(default_factory=list)
    known: list[int] = field(init=False)
    """For each seat the cards of its hand that are known."""
    complete: list[bool] = field(init=False)
    """For each seat whether ``known`` is the whole hand."""
    repeated: int = 0
    wrong_size: tuple[bool, ...] = field(init=False)

    def __post_init__(self) -> None:
        hands, pack = self.record.hands, self.pack
        self.wrong_size = (False,) * pack.players
        if not (pack.leftover or self.record.set_aside):
            # As many cards as the pack has, each a power of two: they make the pack only where none stands twice.
            known = [sum_of(hand) for hand in hands if hand is not None and len(hand) == pack.hand_size]
            if len(known) == len(hands) and sum(known) == pack.cards:
                self.known, self.complete = known, [True] * pack.players
                return
        self.known = [0 if hand is None else mask_of(hand) for hand in hands]
        self.complete = [hand is not None for hand in hands]
        self.repeated = self._cards()
        self.wrong_size = self._sizes()
        self._missing()

    @property
    def holdings(self) -> Holdings:
        """Who is known to hold what."""
        return Holdings(tuple(self.known), tuple(self.complete), self.repeated, self.wrong_size)

    def _cards(self) -> int:
        """Report cards that are not in the pack or stand twice; return the mask of those that stand twice."""
        record, pack = self.record, self.pack
        aside = mask_of(record.set_aside or ())
        listed, everything = len(record.set_aside or ()), aside
        for hand, mask in zip(record.hands, self.known, strict=True):
            listed += len(hand or ())
            everything |= mask
        if everything.bit_count() == listed and not everything & ~pack.cards:
            return 0
        lists = [(hand, seat) for seat, hand in enumerate(record.hands) if hand is not None]
        self.known = [mask & pack.cards for mask in self.known]
        first: dict[int, str] = {}
        repeated = 0
        for cards, seat in (*lists, (record.set_aside or (), None)):
            path = ("set_aside",) if seat is None else ("hands", self.record.table.players[seat])
            for place, card in enumerate(cards):
                where = pointer_to(*path, place)
                if card in first:
                    repeated |= BIT[card]
                    self._listed_twice(seat, card, where, first[card])
                elif not self.pack.cards & BIT[card]:
                    self._not_in_pack(seat, card, where)
                first.setdefault(card, where)
        return repeated

    def _listed_twice(self, seat: int | None, card: int, where: str, first: str) -> None:
        code, detail = CODES[card], f"{CODES[card]} is listed a second time; the first is {first}."
        also = {"also_at": first}
        self._report("duplicate_card", where, "deck.removed", detail, seat=seat, card=code, evidence=also)

    def _not_in_pack(self, seat: int | None, card: int, where: str) -> None:
        detail = f"{CODES[card]} is not in the pack of this ruleset for {self.pack.players} players."
        self._report("card_not_in_deck", where, self.pack.missing_by(card), detail, seat=seat, card=CODES[card])

    def _sizes(self) -> tuple[bool, ...]:
        """Report hands of a wrong size; return for each seat whether its list can't be relied on for that.

        A log that shows the card which a list lacks, or which it has too many, proves the list wrong, not the deal.
        """
        size, listed = self.pack.hand_size, tuple(self.known)
        wrong = [hand is not None and len(hand) != size for hand in self.record.hands]
        in_full_lists = mask_of(self.record.set_aside or ())
        for mask, off in zip(listed, wrong, strict=True):
            in_full_lists |= 0 if off else mask
        for seat, hand in enumerate(self.record.hands):
            if hand is None or not wrong[seat]:
                continue
            shown = self._shown_of_deal(seat)
            lacking = shown & ~listed[seat] & ~in_full_lists & self.pack.cards
            surplus = listed[seat] & ~shown & self.log.shown.all
            if len(hand) < size:
                told = lacking if lacking.bit_count() <= size - len(hand) else 0
            else:
                told = surplus if surplus.bit_count() == len(hand) - size else 0
            self.known[seat] ^= told
            wrong[seat] = not told or self.known[seat].bit_count() != size
            self._wrong_size(seat, len(hand), told)
        return tuple(wrong)

    def _wrong_size(self, seat: int, listed: int, told: int) -> None:
        player, dealt = self.record.table.players[seat], self.pack.hand_size
        detail = f"{player}'s hand is listed with {listed} cards; each player is dealt {dealt}."
        evidence: dict[str, object] = {"listed": listed, "dealt": dealt}
        if told:
            names = codes_of(told)
            evidence["played"] = list(names)
            whose = f"{player} also held" if listed < dealt else "another player held"
            detail += f" The log shows that {whose} {', '.join(names)}: the list is wrong."
        self._report(
            "wrong_hand_size", pointer_to("hands", player), "deck.hand_size", detail, seat=seat, evidence=evidence
        )
        if told:
            self.findings[-1] = replace(self.findings[-1], severity="error")

    def _missing(self) -> None:
        """Report cards of the pack that stand nowhere though all hands are listed."""
        if not all(self.complete):
            return
        unlisted = self.pack.cards & ~mask_of(self.record.set_aside or ())
        for mask, hand in zip(self.known, self.record.hands, strict=True):
            unlisted &= ~(mask | mask_of(hand or ()))
        unnamed = self.pack.leftover if self.record.set_aside is None else 0
        if self.record.drawn_hands and self.record.set_aside is not None:
            unnamed = self.pack.leftover - len(self.record.set_aside)  # what is left in the stock
        if unlisted.bit_count() <= unnamed:
            return
        names = codes_of(unlisted)
        detail = f"All hands are listed, and {', '.join(names)} of the pack stand{'s' * (len(names) == 1)} nowhere."
        if unnamed:
            detail = f"All hands are listed, and {len(names)} cards stand nowhere, though {unnamed} are set aside."
        # Cards are missing because another card stands in their place, or a list is short.
        follows = 0 if self.findings else None
        self._report("missing_cards", "#/hands", "deck.leftover", detail, cards=names, follows=follows)

    def spades_bid_on(self, contracts: tuple[Contract, ...]) -> tuple[tuple[int, int], ...]:
        """Return for each seat the least and the most spades that its hand, as it was dealt, can have held.

        A hand that is not listed is told by what the log shows of it, if it is known which cards were passed.
        """
        known: list[int] = []
        listed = aside = mask_of(self.record.set_aside or ())
        for mask in self.known:
            listed |= mask
        for seat, mask in enumerate(self.known):
            dealt = self._shown_of_deal(seat) & self.pack.cards
            if self._untold(contracts, self.record.table.side_of[seat]):
                # What the log shows may have come from the partner: the list alone tells what was dealt.
                known.append(mask_of(self.record.hands[seat] or ()) & self.pack.cards & ~self.repeated)
            elif self.complete[seat]:
                doubtful = self.wrong_size[seat] or self.repeated & mask or dealt & ~mask
                known.append(mask & dealt & ~(self.repeated & self.log.shown.twice) if doubtful else mask)
            else:
                known.append(dealt & ~listed & ~self.log.shown.twice)
        located = aside
        for mask in known:
            located |= mask
        spades = self.pack.suits[SPADES]
        left = (spades & ~located).bit_count()
        rooms = [max(0, self.pack.hand_size - mask.bit_count()) for mask in known]
        places = sum(rooms) + max(0, self.pack.leftover - (aside & self.pack.cards & ~self.repeated).bit_count())
        sure = [(mask & spades).bit_count() for mask in known]
        return tuple(
            (held + min(room, max(0, left - (places - room))), held + min(room, left))
            for held, room in zip(sure, rooms, strict=True)
        )

    def _shown_of_deal(self, seat: int) -> int:
        """Return the cards of a dealt hand that the log shows: without what the player took, with what he gave."""
        shown = self.log.shown.by_seat[seat]
        for exchange in self.record.exchanges or ():
            passed = mask_of(exchange.cards)
            shown = shown & ~passed if exchange.taker == seat else shown
            shown = shown | passed if exchange.giver == seat else shown
        return shown

    def pass_cards(self, contracts: tuple[Contract, ...]) -> None:
        """Pass the cards that partners passed after the bids, and report what may not be passed."""
        table, exchanges = self.record.table, self.record.exchanges
        if exchanges is None:
            for place, side in enumerate(table.sides):
                if self._untold(contracts, place):
                    for seat in side.seats:
                        self.known[seat], self.complete[seat] = 0, False
            return
        dealt = tuple(self.known)
        for place, exchange in enumerate(exchanges):
            passed = mask_of(exchange.cards)
            listed = self.complete[exchange.giver] and not self.wrong_size[exchange.giver]
            foreign = passed & ~dealt[exchange.giver] if listed else 0
            self.known[exchange.giver] &= ~passed
            self.known[exchange.taker] |= passed & ~foreign
            allowed, parameter = self._to_pass(contracts, table.side_of[exchange.giver])
            reasons = list(self._against(exchange, place, allowed, foreign))
            if reasons:
                giver, taker = table.players[exchange.giver], table.players[exchange.taker]
                self._report(
                    "illegal_exchange",
                    pointer_to("exchanges", place),
                    parameter,
                    f"{giver} passed {len(exchange.cards)} cards to {taker}: {'; '.join(reasons)}.",
                    seat=exchange.giver,
                    cards=tuple(CODES[card] for card in exchange.cards),
                )
        # Who gave a card that another hand lists has no list of his own: it stands with both players.
        located = 0
        for known in self.known:
            self.repeated |= located & known
            located |= known

    def _to_pass(self, contracts: tuple[Contract, ...], side: int) -> tuple[int, str]:
        """Return how many cards the partners of this side pass each way, and by which parameter."""
        nil, kinds = self.ruleset.parameters.nil, contracts[side].kinds
        alone = len(self.record.table.sides[side].seats) == 1
        plain = 0 if alone or "nil" not in kinds else nil.exchange
        blind = 0 if alone or "blind_nil" not in kinds else nil.blind_exchange
        if "blind_nil" in kinds and blind >= plain:
            return blind, "nil.blind_exchange"
        return plain, "nil.exchange"

    def _untold(self, contracts: tuple[Contract, ...], side: int) -> bool:
        """Tell whether partners may have passed cards that the record does not tell: then neither hand is certain."""
        if self.record.exchanges is not None or contracts[side].kinds.isdisjoint(NILS):
            return False
        return self._to_pass(contracts, side)[0] > 0

    def _against(self, exchange: Exchange, place: int, allowed: int, foreign: int) -> Iterator[str]:
        """Yield what is wrong with an exchange where so many cards may be passed each way."""
        table = self.record.table
        giver, taker = table.players[exchange.giver], table.players[exchange.taker]
        if exchange.taker not in table.partners(exchange.giver):
            yield f"{giver} and {taker} are not partners"
        elif not allowed:
            yield "this side has no bid that lets its partners pass cards"
        elif len(exchange.cards) != allowed:
            yield f"{len(exchange.cards)} cards were passed where {allowed} are"
        pairs = [(each.giver, each.taker) for each in self.record.exchanges or ()]
        if (exchange.giver, exchange.taker) in pairs[:place]:
            yield f"{giver} has passed cards to {taker} before"
        if allowed and (exchange.taker, exchange.giver) not in pairs:
            yield f"{taker} passed nothing back"
        if foreign:
            yield f"{giver} did not hold {', '.join(codes_of(foreign))}"

    def _report(  # noqa: PLR0913 - the members of a finding
        self,
        code: str,
        pointer: str,
        parameter: str,
        detail: str,
        *,
        seat: int | None = None,
        card: str | None = None,
        cards: tuple[str, ...] | None = None,
        evidence: Mapping[str, object] | None = None,
        follows: int | None = None,
    ) -> None:
        table = self.record.table
        self.findings.append(
            Finding(
                code=code,
                pointer=pointer,
                detail=detail,
                rule=cite(self.ruleset, parameter),
                player=None if seat is None else table.players[seat],
                team=None if seat is None else table.team_of(seat),
                card=card,
                cards=cards,
                evidence=evidence,
                follows=follows,
            )
        )
