"""Every record that mends one slip of a record that contradicts itself.

Besides the play (`slips.in_play`), a slip may be in the lists (a card miscopied, left out, written twice or with the
wrong player) and in the names (the dealer, a trick's leader or winner, the name at a bid).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from service.spades.cards import BIT, LITTLE_JOKER, RANKS, SUITS, UNREAD, UNREAD_BIT, cards_in, mask_of
from service.spades.findings import Location
from service.spades.record.log import LoggedCard, hand_sizes, placed
from service.spades.record.model import Bid, Exchange, RoundRecord
from service.spades.sentence import Sentence, say
from service.spades.slips.in_play import (
    exchanges_in,
    led_anew,
    miscopied,
    neighbours_exchanged,
    slips_in_plays,
    slips_in_tricks,
    with_missing_tricks,
)
from service.spades.slips.suspects import Change, Mended, Scene, SlipCode, few, known, with_item, with_trick, without


def slips_in_lists(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in a hand, among the cards set aside, in an exchange or in a draw."""
    for seat, hand in enumerate(scene.record.hands):
        if hand is not None:
            yield from _in_hand(scene, seat, hand)
    yield from _exchanged_between_lists(scene)
    yield from _set_aside(scene)
    yield from _pass_left_out(scene)
    yield from _in_exchanges(scene)
    yield from _left_out_of_exchange(scene)
    yield from _in_draws(scene)


def _in_hand(scene: Scene, seat: int, hand: tuple[int, ...]) -> Iterator[Mended]:
    length, size = len(hand), hand_sizes(scene.record, scene.pack)[seat]
    unlisted = scene.dealt_and_shown(seat) & ~mask_of(hand) or _in_no_list(scene, seat)
    if length == size or _is_dealt(scene, more=0):
        yield from _miscopied_in_hand(scene, seat, hand, unlisted)
    if length == size - 1:
        yield from _left_out_of_hand(scene, seat, hand, unlisted)
    elif length == size + 1:
        yield from _surplus_in_hand(scene, seat, hand)
    elif length == size and _is_dealt(scene, more=1):
        shown = scene.dealt_and_shown(seat)
        for index, card in _entries(hand):
            if scene.listed.count(card) > 1 and (hand.count(card) > 1 or not shown & BIT[card]):
                yield _written_twice(scene, seat, hand, index)


def _entries(cards: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the places of a list with the cards that are legible there; of a card that is there twice the later place.

    The order of a list says nothing, so that without either copy it is one list.
    """
    for index, card in enumerate(cards):
        if card != UNREAD and card not in cards[index + 1 :]:
            yield index, card


def _in_no_list(scene: Scene, seat: int) -> int:
    """Return the cards in no list that a player and his partners play, if they may have passed any of them."""
    own = {seat, *scene.record.table.partners(seat)} if scene.may_have_passed(seat) else set[int]()
    return mask_of(card for player, card in _not_held(scene) if player in own) & scene.unlisted


def _is_dealt(scene: Scene, more: int) -> bool:
    """Return whether all hands are listed, with as many cards as were dealt or ``more``: it may be a wrong deal."""
    hands = scene.record.hands
    return None not in hands and sum(len(hand or ()) for hand in hands) == scene.pack.dealt + more


def _belongs(scene: Scene, unlisted: int) -> tuple[int, ...]:
    """Return the cards that a list may lack; ``unlisted`` are those that the log shows besides."""
    if unlisted:
        return cards_in(unlisted) if unlisted.bit_count() == 1 else ()
    return few(scene.unlisted & ~_shown_of_others(scene))


def _shown_of_others(scene: Scene) -> int:
    """Return the cards shown by players without a list who took no cards from a partner."""
    shown = 0
    for seat, hand in enumerate(scene.record.hands):
        shown |= scene.shown(seat) if hand is None and not scene.may_have_passed(seat) else 0
    return shown


def _miscopied_in_hand(scene: Scene, seat: int, hand: tuple[int, ...], unlisted: int) -> Iterator[Mended]:
    shown, by_others = scene.dealt_and_shown(seat), scene.shown() & ~scene.shown(seat)
    if unlisted and scene.may_have_passed(seat):
        shown = scene.shown()  # what a partner plays may have been passed to him
    for index, card in _entries(hand):
        wrong = scene.listed.count(card) > 1 or not scene.pack.cards & BIT[card] or by_others & BIT[card]
        if wrong or (unlisted and not shown & BIT[card]):
            for other in _belongs(scene, unlisted):
                yield _list_miscopied(scene, ("hands", seat, index), card, other)


def _list_miscopied(scene: Scene, location: Location, card: int, other: int) -> Mended:
    """Return the record with another card at this place of a hand or among the cards set aside."""
    record = scene.record
    if location[0] == "hands":
        seat, index = int(location[1]), int(location[2])
        record = record._replace(hands=with_item(record.hands, seat, with_item(record.hands[seat] or (), index, other)))
    else:
        record = record._replace(set_aside=with_item(record.set_aside or (), int(location[1]), other))
    return Mended(
        "card_miscopied", (Change(location, "card", card, known(other)),), record, _instead(location, card, other)
    )


def _instead(location: Location, card: int, other: int) -> Sentence:
    """Return a sentence about another card at a place of a list; nobody may know which one."""
    if other == UNREAD:
        return say("list_entry_not_told", recorded=card, location=location)
    return say("list_entry_miscopied", recorded=card, suggested=other, location=location)


def _left_out_of_hand(scene: Scene, seat: int, hand: tuple[int, ...], unlisted: int) -> Iterator[Mended]:
    for card in _belongs(scene, unlisted):
        change = Change(("hands", seat, len(hand)), "card", None, known(card))
        detail = say("card_left_out", player=seat, suggested=card)
        if card == UNREAD:
            detail = say("card_left_out_unknown", player=seat)
        record = scene.record._replace(hands=with_item(scene.record.hands, seat, (*hand, card)))
        yield Mended("card_left_out", (change,), record, detail)


def _surplus_in_hand(scene: Scene, seat: int, hand: tuple[int, ...]) -> Iterator[Mended]:
    record, sizes = scene.record, hand_sizes(scene.record, scene.pack)
    short = [other for other, cards in enumerate(record.hands) if cards is not None and len(cards) == sizes[other] - 1]
    shown = scene.dealt_and_shown(seat)
    tried: set[int] = set()
    for index in reversed(range(len(hand))):
        card = hand[index]
        if card in tried or card == UNREAD:
            continue
        tried.add(card)
        hands = with_item(record.hands, seat, without(hand, index))
        change = Change(("hands", seat, index), "card", card)
        may_be_surplus = hand.count(card) > 1 or not shown & BIT[card]
        if may_be_surplus and (
            scene.listed.count(card) > 1 or None in record.hands or not scene.pack.cards & BIT[card]
        ):
            yield _written_twice(scene, seat, hand, index)
        for other in short if hand.count(card) == 1 and not shown & BIT[card] else ():
            cards = record.hands[other] or ()
            moved = record._replace(hands=with_item(hands, other, (*cards, card)))
            to = Change(("hands", other, len(cards)), "card", None, card)
            detail = say("card_with_wrong_player", player=seat, other=other, recorded=card)
            yield Mended("card_with_wrong_player", (change, to), moved, detail)


def _written_twice(scene: Scene, seat: int, hand: tuple[int, ...], index: int) -> Mended:
    """Return the record without this card of a hand."""
    record = scene.record._replace(hands=with_item(scene.record.hands, seat, without(hand, index)))
    detail = say("card_written_twice", player=seat, recorded=hand[index])
    return Mended("card_written_twice", (Change(("hands", seat, index), "card", hand[index]),), record, detail)


def _not_held(scene: Scene) -> list[tuple[int, int]]:
    """Return the players with cards that they are not listed with, each of these with its player."""
    errors = scene.with_code("card_not_held")
    return sorted({(error.seat, error.card) for error in errors if error.seat is not None and error.card is not None})


_TWO_CARDS: Final = 2


def _exchanged_between_lists(scene: Scene) -> Iterator[Mended]:
    """Yield the records with two cards exchanged between the hands of two players, or of one and the cards set aside.

    One is a card of the log whose player is not listed with it. The other is one, too, or a card that the log does not
    show.
    """
    foreign = _not_held(scene)
    if not 0 < len(foreign) <= _TWO_CARDS:
        return
    seat, card = foreign[0]
    hand = scene.record.hands[seat]
    places = [
        (path, cards.index(card))
        for path, cards in _lists(scene)
        if card in cards and path != ("hands", seat) and cards.count(card) == 1
    ]
    if hand is None or len(places) != 1:
        return
    path, place = places[0]
    others = cards_in(mask_of(hand) & ~UNREAD_BIT & ~scene.shown())
    if len(foreign) == _TWO_CARDS:
        others = (foreign[1][1],) if path == ("hands", foreign[1][0]) and foreign[1][1] in hand else ()
    for other in others:
        changes = (
            Change((*path, place), "card", card, other),
            Change(("hands", seat, hand.index(other)), "card", other, card),
        )
        record = scene.record._replace(
            hands=with_item(scene.record.hands, seat, with_item(hand, hand.index(other), card))
        )
        if path == ("set_aside",):
            record = record._replace(set_aside=with_item(record.set_aside or (), place, other))
        else:
            owner = int(path[1])
            record = record._replace(
                hands=with_item(record.hands, owner, with_item(record.hands[owner] or (), place, other))
            )
        detail = say("cards_of_lists_exchanged", first=card, second=other)
        yield Mended("cards_exchanged", changes, record, detail)


def _lists(scene: Scene) -> Iterator[tuple[Location, tuple[int, ...]]]:
    """Yield the hands and the cards set aside, each with its location."""
    for seat, hand in enumerate(scene.record.hands):
        if hand is not None:
            yield ("hands", seat), hand
    if scene.record.set_aside is not None:
        yield ("set_aside",), scene.record.set_aside


def _pass_left_out(scene: Scene) -> Iterator[Mended]:
    """Yield the record with what partners passed, if it says that nobody did and they play each other's cards."""
    record, foreign = scene.record, _not_held(scene)
    sides = {record.table.side_of[seat] for seat, _ in foreign}
    if record.exchanges != () or len(sides) != 1:
        return
    most = scene.most_passed(min(sides))
    passes: list[Exchange] = []
    for seat in sorted({seat for seat, _ in foreign}):
        cards = tuple(card for other, card in foreign if other == seat)
        givers = [giver for giver in record.table.partners(seat) if set(cards) <= set(record.hands[giver] or ())]
        if not givers or len(cards) > most:
            return
        passes.append(Exchange(givers[0], seat, (*cards, *(UNREAD,) * (most - len(cards)))))
    changes = tuple(
        Change(("exchanges", index, "cards", position), "card", None, known(card))
        for index, exchange in enumerate(passes)
        for position, card in enumerate(exchange.cards)
    )
    detail = say("pass_left_out", giver=passes[0].giver, player=passes[0].taker)
    yield Mended("pass_left_out", changes, record._replace(exchanges=tuple(passes)), detail)


def _set_aside(scene: Scene) -> Iterator[Mended]:
    aside = scene.record.set_aside or ()
    shown = scene.shown()
    for index, card in _entries(aside):
        if scene.listed.count(card) > 1 or shown & BIT[card] or not scene.pack.cards & BIT[card]:
            for other in few(scene.unlisted & ~shown):
                yield _list_miscopied(scene, ("set_aside", index), card, other)


def _in_exchanges(scene: Scene) -> Iterator[Mended]:
    exchanges = scene.record.exchanges or ()
    wrong = {error.location[1]: mask_of(error.cards or ()) for error in scene.with_code("illegal_exchange")}
    for index, exchange in enumerate(exchanges):
        if index not in wrong and "card_not_held" not in scene.codes and "card_replayed" not in scene.codes:
            continue
        held = mask_of(scene.record.hands[exchange.giver] or ()) & ~UNREAD_BIT
        for position, card in enumerate(exchange.cards):
            if card == UNREAD or not wrong.get(index, BIT[card]) & BIT[card]:
                continue
            fitting = held & ~mask_of(exchange.cards)
            fitting = (fitting & scene.shown(exchange.taker)) or fitting
            for other in cards_in(fitting) if held and fitting.bit_count() <= scene.pack.hand_size else (UNREAD,):
                changed = exchange._replace(cards=with_item(exchange.cards, position, other))
                location = ("exchanges", index, "cards", position)
                detail = _instead(location, card, other)
                record = scene.record._replace(exchanges=with_item(exchanges, index, changed))
                yield Mended("card_miscopied", (Change(location, "card", card, known(other)),), record, detail)


def _left_out_of_exchange(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which a card missing from the list of its player was passed to him by its holder."""
    exchanges = scene.record.exchanges or ()
    for error in scene.with_code("card_not_held"):
        for index, exchange in enumerate(exchanges):
            card, listed = error.card, scene.record.hands[exchange.giver]
            if card is None or exchange.taker != error.seat or listed is None or card not in listed:
                continue
            change = Change(("exchanges", index, "cards", len(exchange.cards)), "card", None, card)
            detail = say("card_left_out_of_exchange", giver=exchange.giver, player=exchange.taker, suggested=card)
            changed = with_item(exchanges, index, exchange._replace(cards=(*exchange.cards, card)))
            yield Mended("card_left_out", (change,), scene.record._replace(exchanges=changed), detail)


def _in_draws(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which a drawn card can't be read, if it is drawn twice or is not what the hand has."""
    draws = scene.record.draws or ()
    drawn = [card for draw in draws for card in draw.cards]
    wrong = {error.location for error in scene.with_code("illegal_draw")}
    doubted = bool(scene.codes & {"card_not_held", "illegal_draw"})
    for index, draw in enumerate(draws):
        for position, card in enumerate(draw.cards):
            foreign = not scene.pack.cards & BIT[card]
            if card == UNREAD or not (doubted or foreign or ("draws", index) in wrong or drawn.count(card) > 1):
                continue
            cards = with_item(draw.cards, position, UNREAD)
            kept = tuple(UNREAD if kept_card == card else kept_card for kept_card in draw.kept)
            places: list[Location] = [("draws", index, "cards", position)]
            places += [
                ("draws", index, "kept", place) for place, kept_card in enumerate(draw.kept) if kept_card == card
            ]
            changes = tuple(Change(place, "card", card) for place in places)
            record = scene.record._replace(draws=with_item(draws, index, draw._replace(cards=cards, kept=kept)))
            yield Mended("card_miscopied", changes, record, _instead(places[0], card, UNREAD))
        for position, card in enumerate(draw.kept) if doubted else ():
            for other in draw.cards:
                if card == UNREAD or other in {UNREAD, *draw.kept}:
                    continue
                location = ("draws", index, "kept", position)
                changed = draw._replace(kept=with_item(draw.kept, position, other))
                record = scene.record._replace(draws=with_item(draws, index, changed))
                change = Change(location, "card", card, other)
                yield Mended("card_miscopied", (change,), record, _instead(location, card, other))


_BY_SIZES: Final = frozenset({"wrong_hand_size", "missing_play", "extra_play", "missing_tricks"})
"""Errors that may come from a hand that is said to have had one card more, or less, than it had."""


def slips_in_names(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in the name of a winner or leader, in that at a bid, or of the dealer."""
    for error in scene.with_code("wrong_winner"):
        index = int(error.location[1])
        trick, winner, place = scene.record.tricks[index], scene.played[index].winner, ("tricks", index, "winner")
        record = with_trick(scene.record, index, trick._replace(winner=winner))
        mended = _named("winner", place, (trick.winner, winner), record)
        if winner is None:
            mended = mended._replace(detail=say("winner_not_told", location=place, recorded=trick.winner or 0))
        yield mended
        yield from _still_led(mended, index)
    for error in scene.with_code("leader_mismatch"):
        index = int(error.location[1])
        trick = scene.record.tricks[index]
        leader = trick.seats[0]
        record = with_trick(scene.record, index, trick._replace(leader=leader))
        yield _named("leader", ("tricks", index, "leader"), (trick.leader, leader), record)
    yield from _leaders_of_short_forms(scene)
    yield from _bidders(scene)
    if not scene.pack.has_equal_hands and scene.codes & _BY_SIZES:
        yield from other_dealers(scene.record)  # who was dealt one card more depends on who dealt


def _named(slip: SlipCode, place: Location, names: tuple[int | None, int | None], record: RoundRecord) -> Mended:
    """Return a record in which one player's name is another's: the one as recorded, and the one suggested."""
    recorded, suggested = names
    detail = say("wrong_name", location=place, recorded=recorded or 0, suggested=suggested or 0)
    return Mended(slip, (Change(place, "player", recorded, suggested),), record, detail)


def _still_led(mended: Mended, index: int) -> Iterator[Mended]:
    """Yield the record in which the player who was wrongly named as the winner led the next trick all the same."""
    record, (change,) = mended.record, mended.changes
    if index + 1 == len(record.tricks) or record.tricks[index + 1].is_lead_recorded or change.recorded is None:
        return
    led = record.tricks[index + 1]._replace(leader=change.recorded)
    lead = Change(("tricks", index + 1, "leader"), "player", None, change.recorded)
    yield mended._replace(changes=(change, lead), record=with_trick(record, index + 1, led))


def _leaders_of_short_forms(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which another player led a trick that names its leader and lists its cards from there.

    The name decides whose the cards of the list are; of cards by player, only which of them was led.
    """
    order = scene.record.table.order
    for index in scene.suspect_tricks:
        trick = scene.record.tricks[index]
        errors = {error.code for error in scene.errors if error.trick == index + 1}
        if trick.form == "plays" or trick.leader is None:
            continue
        if "wrong_winner" not in errors and (trick.form != "cards" or not errors & {"card_not_held", "card_replayed"}):
            continue
        for leader in order[trick.leader][1:]:
            yield led_by(scene.record, index, leader)


def led_by(record: RoundRecord, index: int, leader: int) -> Mended:
    """Return the record in which another player led a trick in a short form that names its leader."""
    trick = record.tricks[index]
    led = placed(trick._replace(leader=leader), leader, record.table.order)
    mended = _named("leader", ("tricks", index, "leader"), (trick.leader, leader), with_trick(record, index, led))
    if led.form != "cards_by_player":
        return mended
    # The trick now begins with another card, and each card keeps the place at which it is written.
    return mended._replace(plays={index: tuple(trick.seats.index(seat) for seat in led.seats)})


def _bidders(scene: Scene) -> Iterator[Mended]:
    """Yield the records in which a bid of a player who bid twice is that of a player who did not bid."""
    bids, sides = scene.record.bids, scene.record.table.sides
    for error in scene.with_code("bid_missing"):
        if error.side is None:
            continue
        missing = sides[error.side].seats if error.seat is None else (error.seat,)
        for index, bid in enumerate(bids):
            if not _is_repeated(bids, bid):
                continue
            by_team = scene.context.ruleset.parameters.bidding.by == "team" and len(sides[bid.side].seats) == 1
            if bid.seat is None or by_team:
                seat = None if bid.seat is None else sides[error.side].seats[0]
                change = Change(("bids", index, "team"), "team", bid.side, error.side)
                detail = say("wrong_team", location=change.location, recorded=bid.side, suggested=error.side)
                bids_mended = with_item(bids, index, bid._replace(seat=seat, side=error.side))
                yield Mended("bidder", (change,), scene.record._replace(bids=bids_mended), detail)
                continue
            for seat in missing:
                bids_mended = with_item(bids, index, bid._replace(seat=seat, side=error.side))
                record = scene.record._replace(bids=bids_mended)
                yield _named("bidder", ("bids", index, "player"), (bid.seat, seat), record)


def _is_repeated(bids: tuple[Bid, ...], bid: Bid) -> bool:
    """Return whether another bid is by the same player, or one of the two is by the whole side."""
    return any(
        other is not bid and other.side == bid.side and (other.seat == bid.seat or None in {other.seat, bid.seat})
        for other in bids
    )


def other_dealers(record: RoundRecord) -> Iterator[Mended]:
    """Yield the records in which another player dealt."""
    recorded = record.dealer
    if recorded is None:
        return
    for dealer in range(len(record.table.players)):
        if dealer != recorded:
            yield _named("dealer", ("dealer",), (recorded, dealer), record._replace(dealer=dealer))


ANY_PLAY: Final = -1
"""The index, in `Touches`, that means every play of a trick."""
_UNTOUCHED: Final[dict[int, int]] = {}


class Touches:
    """Which offences of a record rest on which of its entries: a slip there may explain them.

    A set of offences is a mask with a bit for the number of each.
    """

    def __init__(self, wrong_leads: list[int]) -> None:
        self.plays: dict[int, dict[int, int]] = {}
        """By the index of a trick, and by that of a play in it, or `ANY_PLAY`."""
        self.order: dict[int, int] = {}
        """Those that rest on the order of two neighbouring tricks, by the index of the first."""
        self.counted = 0
        """Those that rest on a count, and so on which cards the log shows at all."""
        self.dealer = 0
        self.wrong_leads = wrong_leads
        """The indices of the tricks that are led wrongly as it is."""
        self.in_question = 0
        """The offences of which a slip has to explain one at least."""

    def add(self, offences: int, trick: int, play: int) -> None:
        """Add offences that rest on a play of a trick."""
        plays = self.plays.setdefault(trick, {})
        plays[play] = plays.get(play, 0) | offences

    def add_order(self, offences: int, first: int) -> None:
        """Add offences that rest on the order of a trick and the next."""
        self.order[first] = self.order.get(first, 0) | offences

    def explain_several(self, touched: int) -> bool:
        """Return whether these are at least two offences, one of those in question among them."""
        return _is_several(touched) and touched & self.in_question != 0

    def by(self, trick: int, play: int) -> int:
        """Return the offences that rest on this play of a trick."""
        own = self.plays.get(trick, _UNTOUCHED)
        return own.get(ANY_PLAY, 0) | own.get(play, 0)

    def by_tricks(self, tricks: Iterable[int]) -> int:
        """Return the offences that rest on any entry of these tricks."""
        touched = 0
        for trick in tricks:
            for own in self.plays.get(trick, _UNTOUCHED).values():
                touched |= own
        return touched

    def together(self, *, lacks_tricks: bool) -> int:
        """Return the offences that one slip may explain together with another; a trick left out may explain any."""
        touched, in_tricks = 0, [self.by_tricks((trick,)) | self.counted for trick in self.plays]
        anywhere = self.by_tricks(self.plays) if lacks_tricks else 0
        for own in (self.dealer, anywhere, *in_tricks, *self.order.values()):
            touched |= own if _is_several(own) else 0
        return touched


def _is_several(offences: int) -> bool:
    """Return whether these are at least two offences."""
    return offences & (offences - 1) != 0


_MOST_TRICKS_WITH_WRONG_CLAIMS: Final = 2
"""The most tricks in which one slip can make a named leader or winner wrong: two tricks exchanged."""


def candidates(scene: Scene) -> Iterator[Mended]:
    """Yield the records to try; only an audit of each shows whether it still contradicts itself."""
    for mended in _mended(scene):
        yield led_anew(mended, scene.record, scene.pack)


def _mended(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip, with the leads that the record leaves out as they were."""
    if (
        len({error.trick for error in scene.with_code("wrong_winner", "leader_mismatch")})
        > _MOST_TRICKS_WITH_WRONG_CLAIMS
    ):
        return
    yield from slips_in_names(scene)
    yield from slips_in_tricks(scene)
    yield from slips_in_plays(scene)
    yield from slips_in_lists(scene)


def ordinary_slips(scene: Scene, touches: Touches, *, lacks_tricks: bool) -> Iterator[Mended]:
    """Yield the records with one more ordinary slip mended that touches at least two of a record's offences.

    Such a slip need not contradict anything: two cards or two names of a trick exchanged, the suit of a lead misread,
    two neighbouring tricks exchanged, a trick left out (if the log ``lacks_tricks``), another dealer, leader or winner.
    A player whose hand is listed is given no card from outside it. Leads that the record leaves out are as they were.
    """
    record, length = scene.record, len(scene.record.tricks)
    for index in sorted(touches.order):
        several = 0 <= index < length - 1 and touches.explain_several(touches.order[index])
        if several and _may_be_exchanged(scene, index, touches.wrong_leads):
            yield neighbours_exchanged(record, index)
    for index in list(range(length)) if touches.counted else sorted(touches.plays):
        if touches.explain_several(touches.by_tricks((index,))):
            yield from exchanges_in(record, index, _may_exchange(scene, index, touches))
        if touches.explain_several(touches.by(index, 0) | touches.counted):
            yield from _lead_misread(scene, index)
    if lacks_tricks and touches.explain_several(touches.by_tricks(range(length))):
        for index in range(length + 1):
            yield with_missing_tricks(record, (index,), scene.pack, scene.unseen)
    if touches.explain_several(touches.dealer):
        yield from other_dealers(record)
    yield from _other_names(record, touches)


def _may_be_exchanged(scene: Scene, first: int, wrong_leads: list[int]) -> bool:
    """Return whether two neighbouring tricks, exchanged, bring no lead that is wrong and was not so before.

    If the winner before it has no card in a last trick, he may have led it: the lead may be what was left out.
    """
    for before, index in ((first - 1, first + 1), (first + 1, first), (first, first + 2)):
        if before < 0 or index >= len(scene.played) or index in wrong_leads:
            continue
        winner, trick = scene.played[before].winner, scene.record.tricks[index]
        if winner in trick.seats and winner != trick.seats[0] and trick.is_lead_recorded:
            return False
    return True


def _may_exchange(scene: Scene, index: int, touches: Touches) -> list[tuple[int, int]]:
    """Return the pairs of plays of a trick on which several offences rest, and whose players may have held both."""
    seats, cards, _, _, _, _ = scene.record.tricks[index]
    own = [touches.by(index, play) for play in range(len(cards))]
    return [
        (one, other)
        for one in range(len(cards))
        for other in range(one + 1, len(cards))
        if touches.explain_several(own[one] | own[other])
        and scene.may_have_held(seats[one], cards[other])
        and scene.may_have_held(seats[other], cards[one])
    ]


_TWOS: Final = mask_of(suit * len(RANKS) for suit in range(len(SUITS)))


def _lead_misread(scene: Scene, index: int) -> list[Mended]:
    """Return the records with the lead of a trick in another suit: a card that nobody shows."""
    seats, cards, _, _, _, lead_known = scene.record.tricks[index]
    if not cards or not lead_known or cards[0] >= LITTLE_JOKER:
        return []
    seat, card = seats[0], cards[0]
    held = scene.held(seat)
    others = _TWOS << card % len(RANKS) & ~BIT[card] & (-1 if held is None else held)
    if others:
        others &= scene.unseen
    return [miscopied(scene.record, LoggedCard(index, 0, seat, card), other) for other in cards_in(others)]


def _other_names(record: RoundRecord, touches: Touches) -> Iterator[Mended]:
    """Yield the records that claim another leader of a trick in a short form, or another winner.

    Who led the next trick may rest on the claimed winner if a card of the trick, or each leader, is not known.
    """
    order, length = record.table.order, len(record.tricks)
    for index, trick in enumerate(record.tricks):
        _, cards, leader, winner, form, _ = trick
        if form != "plays" and leader is not None and touches.explain_several(touches.by_tricks((index - 1, index))):
            for other in order[leader][1:]:
                yield led_by(record, index, other)
        if winner is None or not (UNREAD in cards or record.leads_left_out):
            continue
        if touches.explain_several(touches.by_tricks(range(index, length if record.leads_left_out else index + 2))):
            for other in order[winner][1:]:
                mended = with_trick(record, index, trick._replace(winner=other))
                yield _named("winner", ("tricks", index, "winner"), (winner, other), mended)
