"""Every record that mends one slip of another: of one that contradicts itself, or one that explains several offences.

Besides the play (`slips.in_play`), a slip may be in the lists (a card miscopied, left out, written twice or with the
wrong player; two lists or draws under each other's names) and in the names (the dealer, a trick's leader or winner, the
name at a bid).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product
from typing import Final

from service.spades.cards import BIT, UNREAD, UNREAD_BIT, cards_in, mask_of, united
from service.spades.catalogue.parameters.bids import BLIND
from service.spades.findings import Location
from service.spades.record.log import hand_sizes, placed, received_before
from service.spades.record.model import Bid, Exchange, RoundRecord
from service.spades.sentence import say
from service.spades.slips.in_play import (
    cards_miscopied,
    columns_shifted,
    entries_exchanged,
    has_card_twice,
    led_anew,
    names_miscopied,
    own_cards_exchanged,
    plays_by_seat,
    plays_left_out,
    plays_out_of_order,
    plays_turned,
    plays_written_twice,
    suits_misread,
    tricks_exchanged,
    tricks_misplaced,
    tricks_written_twice,
    with_missing_tricks,
)
from service.spades.slips.rests_on import RestsOn
from service.spades.slips.suspects import (
    BID_KINDS,
    Change,
    MendedRecord,
    Scene,
    SlipCode,
    exchanged,
    few,
    known,
    mended_by,
    swapped,
    with_item,
    with_trick,
)

_PAIR: Final = 2


def candidates(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records to try; only an audit of each shows whether it still contradicts itself."""
    for mended in _mended(scene, rests):
        # Where it is not known who led, a card that is there twice would show no more.
        if not (scene.record.leads_left_out and has_card_twice(mended.record)):
            yield led_anew(mended, scene.record, scene.context.ruleset)


def _mended(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records that mend one slip, with the leads that the record leaves out as they were."""
    yield from slips_in_names(scene, rests)
    yield from tricks_written_twice(scene, rests)
    yield from tricks_exchanged(scene, rests)
    yield from cards_miscopied(scene, rests)
    yield from names_miscopied(scene, rests)
    yield from entries_exchanged(scene, rests)
    yield from plays_out_of_order(scene, rests)
    yield from columns_shifted(scene, rests)
    yield from own_cards_exchanged(scene, rests)
    yield from plays_left_out(scene, rests)
    yield from plays_written_twice(scene, rests)
    yield from slips_in_lists(scene, rests)


def ordinary_slips(scene: Scene, rests: RestsOn, *, lacks_tricks: bool, first: bool) -> Iterator[MendedRecord]:
    """Yield the records with one more ordinary slip mended that touches at least two of a record's offences.

    Such a slip need not contradict anything: two cards or two names of a trick exchanged, the suit of a card misread,
    two neighbouring tricks exchanged, a trick left out (if the log ``lacks_tricks``), another dealer, leader or winner,
    two cards exchanged between two lists, or a card in the wrong one, the names at draws, a nil not said to be blind;
    and, of the ``first`` slip of a record, a wrong place of tricks or of the plays or names of one. A player whose hand
    is listed is given no card from outside it. Leads that the record leaves out are as they were.
    """
    length, is_written = len(scene.record.tricks), all(trick.form != "unwritten" for trick in scene.record.tricks)
    yield from tricks_exchanged(scene, rests)
    yield from entries_exchanged(scene, rests)
    yield from plays_out_of_order(scene, rests, as_led=True)
    yield from suits_misread(scene, rests, leads_alone=not is_written)
    if lacks_tricks and rests.worth_trying(rests.by_tricks(range(length))):
        for index in range(length + 1):
            yield with_missing_tricks(scene.record, (index,), scene.context.ruleset)
    if rests.worth_trying(rests.dealer):
        yield from other_dealers(scene.record)
    if rests.worth_trying(rests.by_lists(("bids",))):
        yield from _blind_left_out(scene.record)
    yield from _other_names(scene.record, rests)
    yield from _cards_of_lists_exchanged(scene, rests)
    yield from _cards_of_wrong_deal(scene, rests)
    if rests.wrong_draws and rests.worth_trying(rests.by_lists(("draws",))):
        yield from _names_of_draws(scene, rests.wrong_draws)
        yield from _kept_in_draws(scene.record, rests.wrong_draws)
    if first:  # beside another slip these would cost too many proved offences
        yield from plays_turned(scene, rests)
        yield from plays_by_seat(scene, rests)
        yield from columns_shifted(scene, rests)
        yield from tricks_misplaced(scene, rests)


def _cards_of_wrong_deal(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with a card of the one hand that is a card too long in the list of the one that is too short.

    Of the cards of a suit that its player does not show, the first stands for all.
    """
    hands, sizes = scene.record.hands, hand_sizes(scene.record, scene.pack)
    wrong = [seat for seat, hand in enumerate(hands) if hand is None or len(hand) != sizes[seat]]
    for seat in wrong if len(wrong) == _PAIR else ():
        hand = hands[seat] or ()
        if len(hand) == sizes[seat] + 1 and rests.worth_trying(rests.by_lists(("hands", seat))):
            moved = {mended.changes[0].recorded or 0: mended for mended in _surplus_in_hand(scene, seat, hand)}
            of_suits = {scene.pack.suit[card]: moved[card] for card in sorted(moved, reverse=True)}
            yield from of_suits.values()


def _cards_of_lists_exchanged(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with two cards of different suits exchanged between two hands that do not show them.

    Of the cards of a suit that a hand does not show, the first stands for all, and one for all suits that don't matter.
    """
    record, suit = scene.record, scene.pack.suit
    for one, other in _two_lists(record):
        if not rests.worth_trying(rests.by_lists(("hands", one), ("hands", other))):
            continue
        unshown: list[dict[int, int]] = []
        for seat in (one, other):
            # A partner may show a card that was passed to him, written down or not.
            shown = united([scene.shown(each) for each in (seat, *record.table.partners(seat))])
            hidden = reversed(cards_in(mask_of(record.hands[seat] or ()) & ~UNREAD_BIT & ~shown))
            unshown.append({suit[card] if suit[card] in rests.suits else -1: card for card in hidden})
        for (own, card), (theirs, instead) in product(*[each.items() for each in unshown]):
            if own != theirs:
                yield _between_lists(record, ("hands", one), card, ("hands", other), instead)


def slips_in_lists(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records that mend one slip in a hand, among the cards set aside, in an exchange or in a draw."""
    for seat, hand in enumerate(scene.record.hands):
        if hand is not None:
            yield from _in_hand(scene, seat, hand)
    yield from _exchanged_between_lists(scene)
    yield from _lists_under_other_names(scene, rests)
    yield from _set_aside(scene)
    yield from _pass_left_out(scene)
    yield from _in_exchanges(scene)
    if rests.worth_trying(rests.by_lists(("exchanges",))):
        yield from _names_of_passes(scene.record)
    yield from _left_out_of_exchange(scene)
    if rests.worth_trying(rests.by_lists(("draws",))):
        yield from _in_draws(scene)
        yield from _names_of_draws(scene, range(len(scene.record.draws or ())))
        yield from _kept_in_draws(scene.record, range(len(scene.record.draws or ())))


def _two_lists(record: RoundRecord) -> Iterator[tuple[int, int]]:
    """Yield each pair of seats with listed hands, in an order that does not depend on who is named first."""
    listed = sorted((min(hand), seat) for seat, hand in enumerate(record.hands) if hand)
    yield from combinations([seat for _, seat in listed], 2)


def _lists_under_other_names(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records in which two hands are listed under each other's names."""
    hands = scene.record.hands
    for one, other in _two_lists(scene.record):
        if rests.worth_trying(rests.by_lists(("hands", one), ("hands", other))):
            changes = swapped("player", (("hands", one), one), (("hands", other), other))
            record = scene.record._replace(hands=exchanged(hands, one, other))
            detail = say("lists_exchanged", first=one, second=other)
            yield MendedRecord("names_exchanged", changes, record, detail)


def _names_of_draws(scene: Scene, indices: Collection[int]) -> Iterator[MendedRecord]:
    """Yield the records in which a draw at one of these indices is another player's, or its neighbour's is its own."""
    draws, record = scene.record.draws or (), scene.record
    for index, draw in enumerate(draws):
        for other in range(scene.pack.players) if index in indices else ():
            if other != draw.seat:
                yield _named("name_miscopied", record, ("draws", index, "player"), draw.seat, other)
    for index, (draw, after) in enumerate(zip(draws, draws[1:])):  # noqa: B905, RUF007 - each with the next
        if draw.seat != after.seat and (index in indices or index + 1 in indices):
            names = (("draws", index, "player"), draw.seat), (("draws", index + 1, "player"), after.seat)
            detail = say("draws_exchanged", first=draw.seat, second=after.seat, location=("draws", index))
            yield mended_by("names_exchanged", record, detail, *swapped("player", *names))


def _kept_in_draws(record: RoundRecord, indices: Iterable[int]) -> Iterator[MendedRecord]:
    """Yield the records in which a draw at one of these indices, with both cards or neither kept, kept one of them."""
    for index in indices:
        draw = (record.draws or ())[index]
        for position, card in enumerate(draw.kept if len(draw.kept) == _PAIR else ()):
            detail = say("kept_once_too_often", player=draw.seat, recorded=card)
            change = Change(("draws", index, "kept", position), "card", card)
            yield mended_by("card_written_twice", record, detail, change)
        for card in () if draw.kept else draw.cards:
            detail = say("kept_left_out", player=draw.seat, suggested=card)
            change = Change(("draws", index, "kept", 0), "card", None, card)
            yield mended_by("card_left_out", record, detail, change)


def _in_hand(scene: Scene, seat: int, hand: tuple[int, ...]) -> Iterator[MendedRecord]:
    """Yield the records that mend one slip in the list of a hand."""
    surplus = len(hand) - hand_sizes(scene.record, scene.pack)[seat]
    unlisted = scene.dealt_and_shown(seat) & ~mask_of(hand) or _in_no_list(scene, seat)
    yield from _miscopied_in_hand(scene, seat, hand, unlisted)
    if surplus == -1:
        yield from _left_out_of_hand(scene, seat, hand, unlisted)
    elif surplus == 1 or _one_more_is_listed(scene):
        yield from _surplus_in_hand(scene, seat, hand)


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


def _one_more_is_listed(scene: Scene) -> bool:
    """Return whether all hands are listed, with one card more than was dealt: it may be a wrong deal."""
    hands = scene.record.hands
    return None not in hands and sum(len(hand or ()) for hand in hands) == scene.pack.dealt + 1


def _belongs(scene: Scene, unlisted: int, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that a list may lack; ``unlisted`` are those that the log shows besides.

    As many of these as are unread in the list may be none that it lacks.
    """
    if unlisted:
        return cards_in(unlisted) if unlisted.bit_count() <= 1 + hand.count(UNREAD) else ()
    return few(scene.unlisted & ~_shown_of_others(scene))


def _shown_of_others(scene: Scene) -> int:
    """Return the cards shown by players without a list who took no cards from a partner."""
    shown = 0
    for seat, hand in enumerate(scene.record.hands):
        shown |= scene.shown(seat) if hand is None and not scene.may_have_passed(seat) else 0
    return shown


def _miscopied_in_hand(scene: Scene, seat: int, hand: tuple[int, ...], unlisted: int) -> Iterator[MendedRecord]:
    shown, by_others = scene.dealt_and_shown(seat), scene.shown() & ~scene.shown(seat)
    for index, card in _entries(hand):
        wrong = scene.listed.count(card) > 1 or not scene.pack.cards & BIT[card] or by_others & BIT[card]
        if wrong or (unlisted and not shown & BIT[card]):
            for other in _belongs(scene, unlisted, hand):
                yield _list_miscopied(scene.record, card, other, ("hands", seat, index))


def _list_miscopied(record: RoundRecord, card: int, other: int, *places: Location) -> MendedRecord:
    """Return the record with another card at these places of its lists; nobody may know which one."""
    detail = say("list_entry_miscopied", recorded=card, suggested=other, location=places[0])
    if other == UNREAD:
        detail = say("list_entry_not_told", recorded=card, location=places[0])
    return mended_by("card_miscopied", record, detail, *[Change(place, "card", card, other) for place in places])


def _left_out_of_hand(scene: Scene, seat: int, hand: tuple[int, ...], unlisted: int) -> Iterator[MendedRecord]:
    for card in _belongs(scene, unlisted, hand):
        detail = say("card_left_out", player=seat, suggested=card)
        if card == UNREAD:
            detail = say("card_left_out_unknown", player=seat)
        yield mended_by("card_left_out", scene.record, detail, Change(("hands", seat, len(hand)), "card", None, card))


def _surplus_in_hand(scene: Scene, seat: int, hand: tuple[int, ...]) -> Iterator[MendedRecord]:
    """Yield the records without a card of a hand that its player does not show: it was another's, or nobody's."""
    record, sizes = scene.record, hand_sizes(scene.record, scene.pack)
    short = [other for other, cards in enumerate(record.hands) if cards is not None and len(cards) == sizes[other] - 1]
    shown = scene.dealt_and_shown(seat)
    for index, card in reversed(list(_entries(hand))):
        is_twice = hand.count(card) > 1
        if not is_twice and shown & BIT[card]:
            continue
        change = Change(("hands", seat, index), "card", card)
        if scene.listed.count(card) > 1 or None in record.hands or not scene.pack.cards & BIT[card]:
            detail = say("card_written_twice", player=seat, recorded=card)
            yield mended_by("card_written_twice", record, detail, change)
        for other in () if is_twice else short:
            to = Change(("hands", other, len(record.hands[other] or ())), "card", None, card)
            detail = say("card_with_wrong_player", player=seat, other=other, recorded=card)
            yield mended_by("card_with_wrong_player", record, detail, change, to)


def _not_held(scene: Scene) -> list[tuple[int, int]]:
    """Return the players with cards that they are not listed with, each of these with its player."""
    errors = scene.with_code("card_not_held")
    return sorted({(error.seat, error.card) for error in errors if error.seat is not None and error.card is not None})


def _exchanged_between_lists(scene: Scene) -> Iterator[MendedRecord]:
    """Yield the records with two cards exchanged between the hands of two players, or of one and the cards set aside.

    One is a card of the log whose player is not listed with it. The other is one, too, or a card that the log does not
    show.
    """
    foreign = _not_held(scene)
    if not 0 < len(foreign) <= _PAIR:
        return
    seat, card = foreign[0]
    hand = scene.record.hands[seat]
    lists: list[tuple[Location, tuple[int, ...]]] = [(("set_aside",), scene.record.set_aside or ())]
    lists += [(("hands", other), cards or ()) for other, cards in enumerate(scene.record.hands) if other != seat]
    paths = [path for path, cards in lists if cards.count(card) == 1]
    if hand is None or len(paths) != 1:
        return
    path = paths[0]
    others = cards_in(mask_of(hand) & ~UNREAD_BIT & ~scene.shown())
    if len(foreign) == _PAIR:
        others = (foreign[1][1],) if path == ("hands", foreign[1][0]) and foreign[1][1] in hand else ()
    for other in others:
        yield _between_lists(scene.record, path, card, ("hands", seat), other)


def _between_lists(record: RoundRecord, one: Location, card: int, two: Location, other: int) -> MendedRecord:
    """Return the record in which a card of one list and another of a second are exchanged."""
    entries = []
    for path, recorded in ((one, card), (two, other)):
        cards = record.set_aside if path == ("set_aside",) else record.hands[int(path[1])]
        entries.append(((*path, (cards or ()).index(recorded)), recorded))
    detail = say("cards_of_lists_exchanged", first=card, second=other)
    return mended_by("cards_exchanged", record, detail, *swapped("card", *entries))


def _pass_left_out(scene: Scene) -> Iterator[MendedRecord]:
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
    yield MendedRecord("pass_left_out", changes, record._replace(exchanges=tuple(passes)), detail)


def _set_aside(scene: Scene) -> Iterator[MendedRecord]:
    aside = scene.record.set_aside or ()
    shown = scene.shown()
    for index, card in _entries(aside):
        if scene.listed.count(card) > 1 or shown & BIT[card] or not scene.pack.cards & BIT[card]:
            for other in few(scene.unlisted & ~shown):
                yield _list_miscopied(scene.record, card, other, ("set_aside", index))


def _in_exchanges(scene: Scene) -> Iterator[MendedRecord]:
    exchanges = scene.record.exchanges or ()
    wrong = {error.location[1]: mask_of(error.cards or ()) for error in scene.with_code("illegal_exchange")}
    for index, exchange in enumerate(exchanges):
        if index not in wrong and "card_not_held" not in scene.codes and "card_replayed" not in scene.codes:
            continue
        held = mask_of(scene.record.hands[exchange.giver] or ())
        if held:
            held |= received_before(scene.record, index)
        held &= ~UNREAD_BIT
        for position, card in enumerate(exchange.cards):
            if card == UNREAD or not wrong.get(index, BIT[card]) & BIT[card]:
                continue
            fitting = held & ~mask_of(exchange.cards)
            fitting = (fitting & scene.shown(exchange.taker)) or fitting
            for other in cards_in(fitting) if held and fitting.bit_count() <= scene.pack.hand_size else (UNREAD,):
                yield _list_miscopied(scene.record, card, other, ("exchanges", index, "cards", position))


def _names_of_passes(record: RoundRecord) -> Iterator[MendedRecord]:
    """Yield the records in which a pass went the other way, or came from or went to somebody else."""
    for index, (giver, taker, _) in enumerate(record.exchanges or ()):
        by, to = (("exchanges", index, "from"), giver), (("exchanges", index, "to"), taker)
        detail = say("pass_reversed", giver=giver, player=taker)
        yield mended_by("names_exchanged", record, detail, *swapped("player", by, to))._replace(is_rare=True)
        for place, name in (by, to):
            for other in range(len(record.table.players)):
                if other not in {giver, taker}:
                    yield _named("name_miscopied", record, place, name, other)._replace(is_rare=True)


def _left_out_of_exchange(scene: Scene) -> Iterator[MendedRecord]:
    """Yield the records in which a card missing from the list of its player was passed to him by its holder."""
    exchanges = scene.record.exchanges or ()
    for error in scene.with_code("card_not_held"):
        for index, exchange in enumerate(exchanges):
            card, listed = error.card, scene.record.hands[exchange.giver]
            if card is None or exchange.taker != error.seat or listed is None or card not in listed:
                continue
            change = Change(("exchanges", index, "cards", len(exchange.cards)), "card", None, card)
            detail = say("card_left_out_of_exchange", giver=exchange.giver, player=exchange.taker, suggested=card)
            yield mended_by("card_left_out", scene.record, detail, change)


def _in_draws(scene: Scene) -> Iterator[MendedRecord]:
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
            places: list[Location] = [("draws", index, "cards", position)]
            places += [
                ("draws", index, "kept", place) for place, kept_card in enumerate(draw.kept) if kept_card == card
            ]
            yield _list_miscopied(scene.record, card, UNREAD, *places)
        for position, card in enumerate(draw.kept) if doubted else ():
            for other in draw.cards:
                if card == UNREAD or other in {UNREAD, *draw.kept}:
                    continue
                yield _list_miscopied(scene.record, card, other, ("draws", index, "kept", position))


def slips_in_names(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records that mend one slip in the name of a winner or leader, in that at a bid, or of the dealer."""
    for error in scene.with_code("wrong_winner"):
        index = int(error.location[1])
        trick, winner, place = scene.record.tricks[index], scene.played[index].winner, ("tricks", index, "winner")
        mended = _named("winner", scene.record, place, trick.winner, winner)
        if winner is None:
            mended = mended._replace(detail=say("winner_not_told", location=place, recorded=trick.winner or 0))
        yield mended
        yield from _still_led(mended, index)
    for error in scene.with_code("leader_mismatch"):
        index = int(error.location[1])
        trick = scene.record.tricks[index]
        yield _named("leader", scene.record, ("tricks", index, "leader"), trick.leader, trick.seats[0])
    yield from _claims_exchanged(scene)
    yield from _leaders_of_short_forms(scene)
    yield from _bidders(scene)
    if rests.worth_trying(rests.dealer):
        yield from other_dealers(scene.record)


def _named(
    slip: SlipCode, record: RoundRecord, place: Location, recorded: int | None, suggested: int | None
) -> MendedRecord:
    """Return a record in which the name at this place is another player's."""
    detail = say("wrong_name", location=place, recorded=recorded or 0, suggested=suggested or 0)
    return mended_by(slip, record, detail, Change(place, "player", recorded, suggested))


def _still_led(mended: MendedRecord, index: int) -> Iterator[MendedRecord]:
    """Yield the record in which the player who was wrongly named as the winner led the next trick all the same."""
    record, (change,) = mended.record, mended.changes
    if index + 1 == len(record.tricks) or record.tricks[index + 1].is_lead_recorded or change.recorded is None:
        return
    led = record.tricks[index + 1]._replace(leader=change.recorded)
    lead = Change(("tricks", index + 1, "leader"), "player", None, change.recorded)
    yield mended._replace(changes=(change, lead), record=with_trick(record, index + 1, led))


def _claims_exchanged(scene: Scene) -> Iterator[MendedRecord]:
    """Yield the records in which the leader and the winner of a trick were named in each other's place."""
    for index in sorted({int(error.location[1]) for error in scene.with_code("wrong_winner", "leader_mismatch")}):
        trick = scene.record.tricks[index]
        leader, winner = trick.leader, trick.winner
        if leader is not None and winner is not None and leader != winner:
            record = with_trick(scene.record, index, trick._replace(winner=leader))
            led = led_by(record, index, winner)
            changes = swapped("player", (("tricks", index, "leader"), leader), (("tricks", index, "winner"), winner))
            detail = say("claims_exchanged", trick=index + 1, first=leader, second=winner)
            yield led._replace(slip="names_exchanged", changes=changes, detail=detail, is_rare=True)


def _leaders_of_short_forms(scene: Scene) -> Iterator[MendedRecord]:
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


def led_by(record: RoundRecord, index: int, leader: int) -> MendedRecord:
    """Return the record that names another leader of a trick; in a short form that decides which card was led."""
    trick = record.tricks[index]
    led = trick._replace(leader=leader)
    if led.form != "plays":
        led = placed(led, leader, record.table.order)
    mended = _named("leader", record, ("tricks", index, "leader"), trick.leader, leader)
    mended = mended._replace(record=with_trick(record, index, led))
    if led.form != "cards_by_player":
        return mended
    # The trick now begins with another card, and each card keeps the place at which it is written.
    return mended._replace(plays={index: tuple(trick.seats.index(seat) for seat in led.seats)})


def _bidders(scene: Scene) -> Iterator[MendedRecord]:
    """Yield the records in which a bid of a player who bid twice is that of a player who did not bid."""
    bids, sides = scene.record.bids, scene.record.table.sides
    for error in scene.with_code("bid_missing"):
        if error.side is None:
            continue
        missing = sides[error.side].seats if error.seat is None else (error.seat,)
        for index, bid in enumerate(bids):
            if not _is_repeated(bids, bid):
                continue
            by_team = scene.context.ruleset.parameters.bids.by == "team" and len(sides[bid.side].seats) == 1
            if bid.seat is None or by_team:
                seat = None if bid.seat is None else sides[error.side].seats[0]
                change = Change(("bids", index, "team"), "team", bid.side, error.side)
                detail = say("wrong_team", location=change.location, recorded=bid.side, suggested=error.side)
                bids_mended = with_item(bids, index, bid._replace(seat=seat, side=error.side))
                yield MendedRecord("bidder", (change,), scene.record._replace(bids=bids_mended), detail)
                continue
            for seat in missing:
                record = scene.record._replace(bids=with_item(bids, index, bid._replace(side=error.side)))
                yield _named("bidder", record, ("bids", index, "player"), bid.seat, seat)


def _blind_left_out(record: RoundRecord) -> Iterator[MendedRecord]:
    """Yield the records in which a bid of no tricks was a blind nil."""
    for index, bid in enumerate(record.bids):
        if not bid.tricks and bid.seat is not None and bid.kind not in BLIND:
            change = Change(("bids", index, "kind"), "bid", None, BID_KINDS.index("blind_nil"))
            bids = with_item(record.bids, index, bid._replace(kind="blind_nil"))
            detail = say("blind_left_out", player=bid.seat)
            yield MendedRecord("blind_left_out", (change,), record._replace(bids=bids), detail)


def _is_repeated(bids: tuple[Bid, ...], bid: Bid) -> bool:
    """Return whether another bid is by the same player, or one of the two is by the whole side."""
    return any(
        other is not bid and other.side == bid.side and (other.seat == bid.seat or None in {other.seat, bid.seat})
        for other in bids
    )


def other_dealers(record: RoundRecord) -> Iterator[MendedRecord]:
    """Yield the records in which another player dealt."""
    recorded = record.dealer
    if recorded is None:
        return
    for dealer in range(len(record.table.players)):
        if dealer != recorded:
            yield _named("dealer", record, ("dealer",), recorded, dealer)


def _other_names(record: RoundRecord, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records that claim another leader of a trick in a short form, or another winner.

    Who led the next trick may rest on the claimed winner if a card of the trick, or each leader, is not known.
    """
    order, length = record.table.order, len(record.tricks)
    for index, trick in enumerate(record.tricks):
        cards, leader, winner, form = trick.cards, trick.leader, trick.winner, trick.form
        if form != "plays" and leader is not None and rests.worth_trying(rests.by_tricks((index - 1, index))):
            for other in order[leader][1:]:
                yield led_by(record, index, other)
        if winner is None or not (UNREAD in cards or record.leads_left_out):
            continue
        if rests.worth_trying(rests.by_tricks(range(index, length if record.leads_left_out else index + 2))):
            for other in order[winner][1:]:
                yield _named("winner", record, ("tricks", index, "winner"), winner, other)
