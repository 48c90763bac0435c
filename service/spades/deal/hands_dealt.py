"""The hands as they were dealt: cards, sizes and exchanges of the record, checked against the pack.

Hands are listed as dealt, before partners pass cards after the bids. The result is which cards each player is known to
hold when play starts. A card that could not be read proves nothing: what rests on one is an open question.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from service.spades.cards import BIT, SPADES, UNREAD, UNREAD_BIT, cards_in, mask_of, united
from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.bids import NILS, Kind
from service.spades.deal.contracts import NO_KINDS, Contract, unknown_contract
from service.spades.deal.listed_cards import Places
from service.spades.findings import Evidence, Location, Reporter
from service.spades.record.log import Log, RoundContext, hand_sizes, passes_in_order, undo_passes
from service.spades.record.model import Exchange, Knowledge, RoundRecord, certain_hands
from service.spades.sentence import Fact, Sentence, say


class Passing:
    """What the partners of each side may pass each other, by the rules and by their contracts."""

    def __init__(self, context: RoundContext[RoundRecord], contracts: tuple[Contract, ...]) -> None:
        self.context, self.contracts = context, contracts

    def allowed(self, side: int) -> tuple[int, str]:
        """Return how many cards the partners of this side may pass each way, and by which parameter.

        A bid that was not recorded may have been any nil that may be bid.
        """
        rules, kinds = self.context.ruleset.parameters.bids, self._kinds(side) & NILS
        if len(self.context.table.sides[side].seats) == 1:
            kinds = NO_KINDS
        cards, kind = max([(rules.of(kind).exchange, kind) for kind in kinds], default=(0, "nil"))
        return cards, f"bids.{kind}.exchange"

    def _kinds(self, side: int) -> frozenset[Kind]:
        """Return the kinds of bids that the side has made, or may have made."""
        contract = self.contracts[side]
        if contract.complete:
            return contract.kinds
        return contract.kinds | unknown_contract(self.context.ruleset.parameters).kinds

    def unrecorded(self, seat: int) -> tuple[int, int]:
        """Return how many cards a player may have passed, and been passed, that the record does not have.

        A record that has some passes may lack others; one that says that there were none lacks none.
        """
        exchanges, side = self.context.record.exchanges, self.context.table.side_of[seat]
        if self._kinds(side).isdisjoint(NILS) or exchanges == () or self.context.record.no_other_pass:
            return 0, 0
        most, partners = self.allowed(side)[0], self.context.table.partners(seat)
        given = any(exchange.giver == seat and exchange.taker in partners for exchange in exchanges or ())
        taken = any(exchange.taker == seat and exchange.giver in partners for exchange in exchanges or ())
        return 0 if given else most, 0 if taken else most

    def due(self) -> tuple[int, int, int] | None:
        """Return who is to pass next to whom, and how many cards; None if every pass is recorded, or there was none.

        Whoever bid the nil passes before the partner does. A player who passed the wrong number of cards has
        passed.
        """
        exchanges = self.context.record.exchanges
        made = {(exchange.giver, exchange.taker) for exchange in exchanges or ()}
        for side, contract in enumerate(self.contracts if exchanges != () else ()):
            allowed, _ = self.allowed(side)
            nils = {bid.seat for bid in contract.bids if bid.kind in NILS}
            for giver in sorted(self.context.table.sides[side].seats, key=lambda seat: seat not in nils):
                for taker in self.context.table.partners(giver):
                    if allowed and (giver, taker) not in made:
                        return giver, taker, allowed
        return None

    def judge(self, reporter: Reporter, index: int, foreign: int) -> None:
        """Report what is wrong with the exchange at this index; ``foreign`` is the mask of cards that its giver lacked.

        If that depends on cards that could not be read, it is an open question.
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
            details = [say("illegal_exchange", **facts, reasons=tuple(reason for reason, _ in reasons))]
            asked_of = taker
            decided_by: Location = ("exchanges",)
            if UNREAD in cards:
                details.append(say("exchange_not_read"))
                asked_of, decided_by = giver, (*location, "cards", cards.index(UNREAD))
            reporter.ask(
                "illegal_exchange",
                location,
                *details,
                seat=asked_of,
                parameter=parameter,
                cards=legible,
                decided_by=decided_by,
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
        if not cards and (not allowed or taker not in self.context.table.partners(giver)):
            return  # nothing was passed, and nothing had to be
        legible = sum(card != UNREAD for card in cards)
        read = legible > 0 or not cards
        if taker not in self.context.table.partners(giver):
            yield say("exchange_not_with_partner", giver=giver, taker=taker), read
        elif not allowed:
            yield say("exchange_without_bid"), read
        elif len(cards) != allowed and not self._may_be_for_nil(giver, cards):
            yield say("exchange_of_wrong_number", allowed=allowed), legible == len(cards) or legible > allowed
        pairs = [(exchange.giver, exchange.taker) for exchange in self.context.record.exchanges or ()]
        if (giver, taker) in pairs[:index]:
            yield say("exchange_repeated", giver=giver, taker=taker), read
        if allowed and (taker, giver) not in pairs:
            yield say("exchange_not_returned", taker=taker), False  # what was not written down is unknown

    def _may_be_for_nil(self, giver: int, cards: Sequence[int]) -> bool:
        """Return whether a nil, perhaps bid and not recorded, allows this number of cards."""
        rules, side = self.context.ruleset.parameters.bids, self.context.table.side_of[giver]
        exchanged = {rules.of(kind).exchange for kind in self._kinds(side) & NILS}
        return not self.contracts[side].complete and len(cards) in exchanged


class Deal:
    """The deal of a record: checked on construction, then asked for the hands at the bidding and at the play."""

    def __init__(self, context: RoundContext[RoundRecord], reporter: Reporter) -> None:
        self.context, self.reporter = context, reporter
        record, _, pack, _ = context
        self.log = Log(record, pack)
        hands = record.hands
        self.repeated = 0
        """Cards that are listed more than once."""
        self.sizes = hand_sizes(record, pack)
        """For each seat how many cards it was dealt by the rules."""
        self.wrong_size = (False,) * pack.players
        """For each seat whether its list has too many or too few cards, and is not proved to be right."""
        self.miscounted = False
        """Whether any list has too many or too few cards."""
        self.barred: tuple[int, ...] = ()
        """For each seat the cards that no pass can have brought to its hand; empty if every pass is recorded."""
        self.may_be_passed: tuple[tuple[int, int], ...] = ()
        """For each seat its cards of which nobody knows whether they were passed on, and how many at most."""
        self.may_return = [0] * pack.players
        """For each seat the cards that it passed on and that may have come back."""
        if not (pack.leftover or record.set_aside):
            # As many cards as the pack has, or fewer, each a power of two: only all of them add up to the pack.
            known = [mask_of(hand) for hand, size in zip(hands, self.sizes) if hand is not None and len(hand) == size]  # noqa: B905 - a size for each hand
            if len(known) == len(hands) and sum(known) == pack.cards:
                self.known, self.complete = known, [True] * pack.players
                return
        self.known = [0 if hand is None else mask_of(hand) & ~UNREAD_BIT for hand in hands]
        """For each seat the known cards of its hand."""
        self.complete = [hand is not None and UNREAD not in hand for hand in hands]
        """For each seat whether ``known`` is the whole hand: it is listed, and every card of the list could be read."""
        self.repeated = self._check_cards()
        self.wrong_size = self._check_sizes()
        self._check_missing()

    @property
    def unnamed_aside(self) -> int:
        """How many of the cards set aside the record does not name."""
        pack = self.context.pack
        named = mask_of(self.context.record.set_aside or ()) & pack.cards & ~self.repeated
        return max(0, pack.leftover - named.bit_count())

    def _check_cards(self) -> int:
        """Report cards that are listed twice or not in the pack; return the mask of those listed twice."""
        record, _, pack, _ = self.context
        self.known = [mask & pack.cards for mask in self.known]
        places, repeated = Places(self.reporter, pack), 0
        for seat, cards in (*enumerate(record.hands), (None, record.set_aside)):
            path: Location = ("set_aside",) if seat is None else ("hands", seat)
            for index, card in enumerate(cards or ()):
                if places.is_repeated(card, (*path, index), seat):
                    repeated |= BIT[card]
        return repeated

    def _check_sizes(self) -> tuple[bool, ...]:
        """Report hands of a wrong size; return for each seat whether its list is wrong even with the cards of the log.

        A wrong deal is proved only by lists that agree with each other, with every card of the hands once: then they
        are right. If they don't, or if the log shows which cards a list lacks or has too many, then the list is wrong
        and not the deal.
        """
        record, _, pack, _ = self.context
        sizes, listed = self.sizes, tuple(self.known)
        # A hand that was drawn may have a card too many, which is a fault of the draw.
        wrong = [
            hand is not None and len(hand) != sizes[seat] and seat not in record.drawn_hands
            for seat, hand in enumerate(record.hands)
        ]
        self.miscounted = any(wrong)
        in_full_lists = mask_of(record.set_aside or ())
        for mask, off in zip(listed, wrong, strict=True):
            in_full_lists |= 0 if off else mask
        agreed = self.miscounted and self._lists_agree() and not self._is_deal_of_another()
        for seat, hand in enumerate(record.hands):
            if hand is None or not wrong[seat]:
                continue
            size = sizes[seat]
            shown = self.shown_of_deal(seat)
            lacking = shown & ~listed[seat] & ~in_full_lists & pack.cards
            surplus = listed[seat] & ~shown & self.log.shown.all
            if len(hand) < size:
                disproved_by = lacking if lacking.bit_count() <= size - len(hand) else 0
            else:
                disproved_by = surplus if surplus.bit_count() == len(hand) - size else 0
            self.known[seat] ^= disproved_by
            wrong[seat] = not agreed if not disproved_by else self.known[seat].bit_count() != size
            self._report_size(seat, len(hand), disproved_by, agreed=agreed)
        return tuple(wrong)

    def _lists_agree(self) -> bool:
        """Return whether all hands are listed, and have every card that was dealt, each once."""
        record, _, pack, _ = self.context
        listed = [len(hand) for hand in record.hands if hand is not None]
        whole = all(self.complete) and sum(listed) == pack.dealt and not self.repeated
        return whole and sum(mask.bit_count() for mask in self.known) == sum(listed)

    def _is_deal_of_another(self) -> bool:
        """Return whether the lists have the sizes that a deal by another player makes: his name may be the slip."""
        record, _, pack, _ = self.context
        sizes = tuple([len(hand or ()) for hand in record.hands])
        return not pack.has_equal_hands and any(pack.hand_sizes(dealer) == sizes for dealer in range(pack.players))

    def _why_no_proof(self) -> Sentence:
        """Return why lists that don't agree with each other, or with the deal, prove no wrong deal."""
        pack, hands = self.context.pack, self.context.record.hands
        if self._is_deal_of_another():
            return say("deal_of_another")
        listed = [card for hand in hands for card in hand or ()]
        if pack.leftover > 0 and len(listed) == pack.cards.bit_count() and mask_of(listed) == pack.cards:
            return say("whole_pack_listed", left=pack.leftover)
        return say("lists_disagree")

    def _report_size(self, seat: int, listed: int, disproved_by: int, *, agreed: bool) -> None:
        """Report a list of the wrong size; ``disproved_by`` is the mask of the cards by which the log proves it wrong.

        ``agreed`` is whether the lists agree with each other.
        """
        location, dealt = ("hands", seat), self.sizes[seat]
        detail = say("wrong_hand_size", player=seat, listed=listed, dealt=dealt)
        if not disproved_by:
            # Lists that disagree prove that one of them is wrong, and nothing about the deal.
            details = (detail,) if agreed else (detail, self._why_no_proof(), *self._how_to_list(dealt - listed))
            voids = self.context.ruleset.parameters.penalties.count_voids
            severity: Severity = "error"
            if agreed:
                severity = "note" if voids else "offence"
            evidence = Evidence(listed=listed, dealt=dealt)
            self.reporter.report("wrong_hand_size", location, *details, severity=severity, seat=seat, evidence=evidence)
            return
        played = cards_in(disproved_by)
        more = say("list_is_short" if listed < dealt else "list_is_long", player=seat, cards=played)
        evidence = Evidence(listed=listed, dealt=dealt, played=played)
        details = (detail, more, *self._how_to_list(dealt - listed - len(played)))
        self.reporter.report("wrong_hand_size", location, *details, severity="error", seat=seat, evidence=evidence)

    def _how_to_list(self, lacking: int) -> tuple[Sentence, ...]:
        """Return how to list a hand that is known only in part, if ``lacking`` cards of it are known from nowhere."""
        return (say("list_unread"),) if lacking > 0 else ()

    def _check_missing(self) -> None:
        """Report cards of the pack that are listed nowhere though all hands are listed."""
        record, _, pack, _ = self.context
        if None in record.hands:
            return
        unlisted = pack.cards & ~mask_of(record.set_aside or ())
        for mask, hand in zip(self.known, record.hands, strict=True):
            unlisted &= ~(mask | mask_of(hand or ()))
        unnamed = pack.leftover if record.set_aside is None else 0
        if record.draws is not None and record.set_aside is not None:
            unnamed = pack.leftover - len(record.set_aside)  # what is left in the stock
        # Each of them is some card of its hand, so one of those that no list names.
        unread = sum((hand or ()).count(UNREAD) for hand in (*record.hands, record.set_aside))
        missing = cards_in(unlisted)
        if len(missing) <= unnamed + unread:
            return
        if unread:
            detail = say("too_many_unread", missing=len(missing), room=unnamed + unread)
        elif unnamed:
            detail = say("too_many_missing", missing=len(missing), aside=unnamed)
        else:
            detail = say("missing_cards", cards=missing)
        # Cards are missing because another card is written in their place, or a list is short.
        follows = 0 if self.reporter.findings else None
        self.reporter.report("missing_cards", ("hands",), detail, cards=missing, follows=follows)

    def spades_dealt(self, contracts: tuple[Contract, ...]) -> tuple[tuple[int, int], ...]:
        """Return for each seat the least and the most spades that its hand, as dealt, can have held."""
        return self.dealt_among(self.context.pack.suits[SPADES], contracts)

    def dealt_among(self, cards: int, contracts: tuple[Contract, ...]) -> tuple[tuple[int, int], ...]:
        """Return for each seat the least and the most of these cards (a mask) that its hand, as dealt, can have held.

        A hand that is not listed has the cards that the log shows, if it is known which cards were passed.
        """
        record, _, pack, _ = self.context
        passing = Passing(self.context, contracts)
        known: list[int] = []
        whole: set[int] = set()
        aside = mask_of(record.set_aside or ())
        listed = aside | united(self.known)
        for seat, mask in enumerate(self.known):
            dealt = self.shown_of_deal(seat) & pack.cards
            if dealt and passing.unrecorded(seat) != (0, 0):
                # What the log shows may have come from the partner: only the list says what was dealt.
                known.append(mask_of(record.hands[seat] or ()) & pack.cards & ~self.repeated)
            elif self.complete[seat]:
                doubtful = self.wrong_size[seat] or self.repeated & mask or dealt & ~mask
                known.append(mask & dealt & ~(self.repeated & self.log.shown.conflicting) if doubtful else mask)
                whole |= set() if doubtful else {seat}
            else:
                known.append(mask & ~self.repeated | dealt & ~listed & ~self.log.shown.conflicting)
        left = (cards & ~(aside | united(known))).bit_count()
        rooms = [0 if seat in whole else max(0, self.sizes[seat] - mask.bit_count()) for seat, mask in enumerate(known)]
        places = sum(rooms) + self.unnamed_aside
        sure = [(mask & cards).bit_count() for mask in known]
        return tuple(
            (held + min(room, max(0, left - (places - room))), held + min(room, left))
            for held, room in zip(sure, rooms, strict=True)
        )

    def shown_of_deal(self, seat: int) -> int:
        """Return the cards that the log shows of a hand as dealt: without those received, with those passed on."""
        return undo_passes(self.context.record, seat, self.log.shown.by_seat[seat])

    def pass_cards(self, contracts: tuple[Contract, ...]) -> None:
        """Pass the cards that partners passed after the bids, and report what may not be passed."""
        record, _, pack, _ = self.context
        if not (record.exchanges or self.miscounted) and all(
            contract.complete and contract.kinds.isdisjoint(NILS) for contract in contracts
        ):
            return  # nothing was passed, and nothing may have been
        passing = Passing(self.context, contracts)
        unread, foreign = [0] * pack.players, [0] * len(record.exchanges or ())
        # What each player has had so far, and where each card is known to be if no unrecorded or unread one is it.
        had = list(self.known)
        held = [0 if wrong else known for known, wrong in zip(had, self.wrong_size, strict=True)]
        for index, (giver, taker, cards) in passes_in_order(record):
            passed = mask_of(cards) & ~UNREAD_BIT
            unread[giver] += cards.count(UNREAD)
            listed = self.complete[giver] and not self.wrong_size[giver]
            foreign[index] = passed & ~(had[giver] if listed else pack.cards)
            self.known[giver] &= ~passed
            self.known[taker] |= passed
            held = [mask & ~passed for mask in held]
            held[taker] |= passed
            had[taker] |= passed
            if UNREAD in cards:
                self._leave_open(giver, (taker,))
                self.complete[giver] = self.complete[taker] = False
        for index, not_his in enumerate(foreign):
            passing.judge(self.reporter, index, not_his)
        # A giver without a list may have passed a card that another hand lists: then two players are said to hold it.
        located = 0
        for known in self.known:
            self.repeated |= located & known
            located |= known
        unrecorded = self._pass_unrecorded(passing)
        if unrecorded or any(unread):
            most = map(sum, itertools.zip_longest(unread, unrecorded, fillvalue=0))
            self.may_be_passed = tuple(zip([mask & pack.cards for mask in held], most, strict=True))

    def _leave_open(self, giver: int, takers: Iterable[int]) -> None:
        """Leave open which of his cards, as dealt or received, a player passed to one of these ``takers``."""
        for taker in takers:
            self.may_return[taker] |= self.known[giver] & self._passed_by(taker)
        self.known[giver] = 0

    def _passed_by(self, seat: int) -> int:
        """Return the cards (a mask) that a player passed on by the record."""
        exchanges = self.context.record.exchanges or ()
        return united(mask_of(each.cards) for each in exchanges if each.giver == seat) & self.context.pack.cards

    def _pass_unrecorded(self, passing: Passing) -> tuple[int, ...]:
        """Leave open what partners may have passed that the record does not have, and no more than that.

        Returns for each seat how many cards it may have passed; nothing if the record has every pass.
        Cards go to a partner, and at most so many: what a player shows beyond that was never in his hand.
        """
        pack, table = self.context.pack, self.context.table
        unrecorded = [passing.unrecorded(seat) for seat in range(pack.players)]
        if not any(given or taken for given, taken in unrecorded):
            return ()
        recorded, complete = tuple(self.known), tuple(self.complete)
        exchanges, aside = self.context.record.exchanges or (), mask_of(self.context.record.set_aside or ())
        barred: list[int] = []
        for seat, (given, taken) in enumerate(unrecorded):
            own = table.sides[table.side_of[seat]].seats
            of_others = aside | united(recorded[other] for other in range(pack.players) if other not in own)
            of_partners = united(recorded[other] for other in own if other != seat)
            nobodys = 0 if False in [complete[other] for other in own] else pack.cards & ~of_partners
            out = (of_others | nobodys) & ~recorded[seat]
            hand = self.context.record.hands[seat]
            passed = of_partners if hand is None else pack.cards & ~mask_of(hand) | self._passed_by(seat)
            unread = sum([exchange.cards.count(UNREAD) for exchange in exchanges if exchange.taker == seat])
            room = taken + unread + (0 if hand is None else hand.count(UNREAD))
            if given or taken:
                out |= self._beyond(seat, passed & ~recorded[seat] & ~out, room)
                self.complete[seat] = False
            if given:
                self._leave_open(seat, table.partners(seat))
            barred.append(out)
        self.barred = tuple(barred)
        return tuple([given for given, _ in unrecorded])

    def _beyond(self, seat: int, cards: int, most: int) -> int:
        """Return which of these cards (a mask) a player shows after he has shown as many of them as he may have got."""
        beyond = 0
        if (self.log.shown.by_seat[seat] & cards).bit_count() <= most:
            return beyond
        for logged in self.log.cards:
            bit = BIT[logged.card] & cards if logged.seat == seat else 0
            if bit and most > 0:
                cards, most = cards & ~bit, most - 1
            beyond |= bit & cards
        return beyond


def knowledge_from_log(deal: Deal) -> Knowledge:
    """Return what the record shows of every hand: its lists, and the cards that each player shows in the log."""
    record, _, pack, _ = deal.context
    shown, listed, sizes = deal.log.shown, united(deal.known), deal.sizes
    aside = mask_of(record.set_aside or ())
    certain, doubtful, later, unknown, contradicted = [], [], [], [], []
    for seat, (known, whole) in enumerate(zip(deal.known, deal.complete, strict=True)):
        played = shown.by_seat[seat] & pack.cards
        if whole:
            kept = known & played & ~(deal.repeated & shown.conflicting)
            if not (played & ~known or deal.wrong_size[seat]):
                kept |= known & ~deal.repeated
        else:
            undisputed = played & ~(listed & ~known) & ~aside & ~shown.conflicting
            if deal.barred:
                undisputed &= ~deal.barred[seat]
            if record.hands[seat] is not None and (known | undisputed).bit_count() > sizes[seat]:
                undisputed &= known  # more cards than the list has room for: which of them are his is unknown
            kept = known & ~(deal.repeated & shown.conflicting) | undisputed
        certain.append(kept)
        doubtful.append((known | played) & ~kept)
        contradicted.append(bool(doubtful[-1]) or played != shown.by_seat[seat])
        later.append(kept & played)
        agreed = whole and kept == known  # also a hand of a wrong size
        unknown.append(0 if agreed else max(0, sizes[seat] - kept.bit_count()))
    hidden = sum(unknown) + deal.unnamed_aside
    return Knowledge(
        certain=tuple(certain),
        doubtful=tuple(doubtful),
        listed=tuple(deal.known),
        complete=tuple(deal.complete),
        shown_later=tuple(later),
        unseen=pack.cards & ~listed & ~shown.all & ~aside,
        unknown=tuple(unknown),
        elsewhere=tuple(hidden - own for own in unknown),
        contradicted=tuple(contradicted),
        barred=deal.barred,
        may_return=tuple(deal.may_return) if any(deal.may_return) else (),
        may_be_passed=tuple([(own & ~(shown.all | deal.repeated), most) for own, most in deal.may_be_passed]),
    )


def knowledge_from_lists(deal: Deal) -> Knowledge | None:
    """Return what the lists alone show of every hand; None unless every hand is listed without a fault.

    This holds as long as every trick has one card of every player, each played by the player listed with it.
    """
    faulty = False in deal.complete or deal.repeated or deal.miscounted
    return None if faulty else certain_hands(tuple(deal.known))
