"""Slips in the play: in whole tricks and in single plays.

A trick may have been left out or written twice, two neighbours exchanged; a card or a name miscopied, cards or names
exchanged, a play left out or written twice. If the record leaves out who led, a mended slip may change that, too:
another card may win, and its player leads next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal

from service.spades.cards import BIT, LITTLE_JOKER, RANKS, SUITS, UNREAD, cards_in, mask_of
from service.spades.play.leads_left_out import find_leads
from service.spades.record.log import LoggedCard, hand_sizes, placed, rotations_of, shown_in
from service.spades.record.model import At, RoundRecord, Trick, unwritten_trick
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Fact, Sentence, say
from service.spades.slips.rests_on import RestsOn
from service.spades.slips.suspects import (
    Change,
    MendedRecord,
    Scene,
    SlipCode,
    exchanged,
    known,
    mended_by,
    swapped,
    with_trick,
    without,
)


def led_anew(mended: MendedRecord, written: RoundRecord, ruleset: Ruleset) -> MendedRecord:
    """Return a mended record with its leads found anew, as far as ``written``, the record as written, leaves them out.

    Cards by player that begin with another player are the same plays, each at another index.
    """
    if not written.leads_left_out:
        return mended
    record = find_leads(mended.record, ruleset)
    plays = dict(mended.plays)
    for index, (before, after) in enumerate(zip(mended.record.tricks, record.tricks, strict=True)):
        if after.form == "cards_by_player" and after.seats != before.seats:
            written_at = plays.get(index, tuple(range(len(before.seats))))
            plays[index] = tuple(written_at[before.seats.index(seat)] for seat in after.seats)
    return mended._replace(record=record, plays=plays)


# Whole tricks.


def tricks_exchanged(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with two neighbouring tricks exchanged."""
    for index in range(len(scene.record.tricks) - 1):
        is_pair = rests.worth_trying(rests.by_tricks((index, index + 1)))
        # A slip that contradicts nothing brings no other offence.
        around = ((index - 1, index + 1), (index + 1, index), (index, index + 2))
        if is_pair and (rests.all_needed is not None or _leads_stay_right(scene, around, rests.wrong_leads)):
            yield _in_places(scene.record, "tricks_exchanged", index, index + 1)


def tricks_misplaced(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with two tricks exchanged that are no neighbours, or with one in another place further off.

    Only where leads show it: one that was wrong is not in that order, and no other is.
    """
    tricks, wrong_leads = scene.record.tricks, rests.wrong_leads
    for first, last in combinations(range(len(tricks)), 2) if wrong_leads else ():
        for slip, moved, place, around in _far_moves(first, last) if last - first > 1 else ():
            is_righted = any(
                0 <= before < len(scene.played)
                and index in wrong_leads
                and scene.played[before].winner == tricks[index].seats[0]
                for before, index in around
            )
            stays_right = is_righted and _leads_stay_right(scene, around, wrong_leads)
            if stays_right and rests.worth_trying(rests.by_tricks(range(first, last + 2))):
                yield _in_places(scene.record, slip, moved, place)


def _far_moves(first: int, last: int) -> Iterator[tuple[SlipCode, int, int, tuple[tuple[int, int], ...]]]:
    """Yield the slips that put one of two tricks, which are no neighbours, in the other's place.

    Each comes with that trick, its place, and the tricks that then follow each other and did not before.
    """
    both = ((first - 1, last), (last, first + 1), (last - 1, first), (first, last + 1))
    yield "tricks_exchanged", first, last, both
    yield "trick_misplaced", first, last, ((first - 1, first + 1), (last, first), (first, last + 1))
    yield "trick_misplaced", last, first, ((first - 1, last), (last, first), (last - 1, last + 1))


def _leads_stay_right(scene: Scene, around: Iterable[tuple[int, int]], wrong_leads: Sequence[int]) -> bool:
    """Return whether tricks that follow each other in another order bring no lead that is wrong and was not before.

    If the winner before it has no card in a last trick, he may have led it: the lead may be what was left out.
    """
    for before, index in around:
        if before < 0 or index >= len(scene.played) or index in wrong_leads:
            continue
        winner, trick = scene.played[before].winner, scene.record.tricks[index]
        if winner in trick.seats and winner != trick.seats[0] and trick.is_lead_recorded:
            return False
    return True


def with_missing_tricks(record: RoundRecord, places: tuple[int, ...], ruleset: Ruleset) -> MendedRecord:
    """Return the record with a trick of unknown cards, which nobody is known to have led, before each of these indices.

    An index may be there twice, for two tricks, and may be that after the last trick. The cards that nobody shows are
    named if they are exactly those of the tricks left out. The leader of a trick in a short form after a missing trick
    is no longer known.
    """
    players, length = len(record.table.players), len(record.tricks)
    pack = ruleset.packs[players]
    written: list[int | None] = list(range(length))
    for place in reversed(places):
        written.insert(place, None)
    tricks = tuple(
        [_unwritten(record, pack, at) if index is None else record.tricks[index] for at, index in enumerate(written)]
    )
    moved = {index: place for place, index in enumerate(written) if index is not None} | {length: len(written)}
    unseen = pack.cards & ~shown_in(record.tricks, players).all
    cards = sum([len(trick.cards) for trick, index in zip(tricks, written, strict=True) if index is None])
    missing = unseen.bit_count() == cards
    shown = say("nobody_shows", cards=cards_in(unseen)) if missing else say("nothing")
    # Each is named by its number in the round: a trick that goes in before it moves it on.
    first, *others = (place + 1 + before for before, place in enumerate(places))
    detail = (
        say("tricks_left_out", trick=first, other=others[0], shown=shown)
        if others
        else say("trick_left_out", trick=first, shown=shown)
        if first <= length
        else say("last_trick_left_out", shown=shown)
    )
    changes = tuple(Change(("tricks", place), "trick") for place in places)
    # A correction between two tricks came before one that is missing there, a call after it: both favour the accused.
    # A correction after a trick beyond the log keeps its number: it is the number in the round.
    corrected = {index + 1: place + 1 for index, place in moved.items() if index < length}
    moved_record = _moved(record, tricks, moved, calls=moved, corrections=corrected)
    mended = MendedRecord("trick_left_out", changes, moved_record, detail, tricks=tuple(written))
    return led_anew(mended, record, ruleset)


def _unwritten(record: RoundRecord, pack: Pack, index: int) -> Trick:
    """Return a trick at this index of which nothing is known, with a card of everybody who has one for it."""
    seats, sizes = record.table.order[0], hand_sizes(record, pack)
    if all(hand is None or len(hand) == size for hand, size in zip(record.hands, sizes, strict=True)):
        seats = rotations_of(record, pack, index)[0]
    return unwritten_trick(seats)


def tricks_written_twice(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records without a trick that has no card, or without one of two that are the same."""
    tricks = scene.record.tricks
    for index, trick in enumerate(tricks):
        cards, copies = trick.cards, _copies_of(tricks, index)
        is_twice = not cards or (UNREAD not in cards and copies)
        if is_twice and rests.worth_trying(rests.by_tricks((index,))):
            written = tuple(other for other in range(len(tricks)) if other != index)
            kept = tuple(withdrawn for withdrawn in scene.record.withdrawn if withdrawn.trick != index)
            record = _at_twin(scene.record._replace(withdrawn=kept), index, copies)
            places = {place: place - (place > index) for place in range(len(tricks) + 1)}
            mended = _moved(record, without(tricks, index), places, calls=places, corrections=places)
            detail = say("trick_written_twice" if cards else "empty_trick_written", trick=index + 1)
            change = Change(("tricks", index), "trick")
            yield MendedRecord("trick_written_twice", (change,), mended, detail, tricks=written)


def _at_twin(record: RoundRecord, index: int, copies: list[int]) -> RoundRecord:
    """Return a record that says of the nearest copy of a trick what it says of this one: who called it, and when.

    By the later of two copies beside each other the trick had been played: what happened between them or in that one
    came after it. Between other copies others were played, and a moment stays between its neighbours.
    """
    if not copies:
        return record
    twin, everybody = min(copies, key=lambda other: abs(other - index)), len(record.table.players)
    first, second = sorted((index, twin))

    def moment(at: At | None) -> At | None:
        if at is None or second - first > 1 or not At(first, 0) < at < At(second + 1, 0):
            return at
        return At(twin, at.plays if at.trick == first else everybody)

    calls = record.accusations
    if calls:
        named = [twin if call.trick == index else call.trick for call in calls]
        calls = tuple(
            [call._replace(trick=trick, at=moment(call.at)) for call, trick in zip(calls, named, strict=True)]
        )
    taken_back = [
        withdrawn if withdrawn.trick == second else withdrawn._replace(at=moment(withdrawn.at))
        for withdrawn in record.withdrawn
    ]
    return record._replace(withdrawn=tuple(taken_back), accusations=calls)


def has_trick_twice(record: RoundRecord) -> bool:
    """Return whether a trick may have been written twice."""
    read = [trick for trick in record.tricks if UNREAD not in trick.cards]
    return any(not trick.cards for trick in read) or any(_are_copies(*pair) for pair in combinations(read, 2))


def _copies_of(tricks: tuple[Trick, ...], index: int) -> list[int]:
    """Return the indices of the other tricks that say the same as this one."""
    return [other for other, trick in enumerate(tricks) if other != index and _are_copies(trick, tricks[index])]


def _are_copies(one: Trick, other: Trick) -> bool:
    """Return whether two tricks have the same cards. One of two in a short form may name no leader, but not another."""
    if one.form == "plays" or one.form != other.form:
        return (one.form, one.seats, one.cards) == (other.form, other.seats, other.cards)
    if one.leader is not None and other.leader not in {None, one.leader}:
        return False
    if one.form == "cards":
        return one.cards == other.cards
    return set(zip(one.seats, one.cards, strict=True)) == set(zip(other.seats, other.cards, strict=True))


def _in_places(record: RoundRecord, slip: SlipCode, moved: int, place: int) -> MendedRecord:
    """Return the record with a trick in the place of another, which takes its place if the two were exchanged."""
    order = tuple(range(len(record.tricks)))
    if slip == "tricks_exchanged":
        key, order = "tricks_exchanged", exchanged(order, moved, place)
    else:
        key, rest = "played_later" if moved < place else "played_earlier", without(order, moved)
        order = (*rest[:place], moved, *rest[place:])
    detail = say(key, trick=moved + 1, other=place + 1)
    mended = _moved(record, tuple([record.tricks[index] for index in order]), {at: to for to, at in enumerate(order)})
    changes = (Change(("tricks", moved), "trick"), Change(("tricks", place), "trick"))
    return MendedRecord(slip, changes, mended, detail, tricks=order)


_STAYS: Final[Mapping[int, int]] = {}


def _moved(
    record: RoundRecord,
    tricks: tuple[Trick, ...],
    places: Mapping[int, int],
    *,
    calls: Mapping[int, int] = _STAYS,
    corrections: Mapping[int, int] = _STAYS,
) -> RoundRecord:
    """Return a record with these tricks, and with everything that belongs to a trick moved along.

    ``places`` has the new index of each trick that has moved, by its old one; ``calls`` and ``corrections`` that of the
    trick before which a moment between two tricks is, by the old one.
    """
    everybody = len(record.table.players)

    def moment(at: At | None, between: Mapping[int, int]) -> At | None:
        if at is None:
            return None
        if at.plays == everybody:  # the last play of a trick and the time before the next lead are one moment
            return At(between.get(at.trick + 1, at.trick + 1) - 1, everybody)
        return at._replace(trick=(places if at.plays else between).get(at.trick, at.trick))

    record = record._replace(tricks=tricks)
    if record.withdrawn:
        moved = [
            withdrawn._replace(trick=places.get(withdrawn.trick, withdrawn.trick), at=moment(withdrawn.at, corrections))
            for withdrawn in record.withdrawn
        ]
        moved.sort(key=lambda withdrawn: (withdrawn.trick, withdrawn.play, withdrawn.position))
        record = record._replace(withdrawn=tuple(withdrawn for withdrawn in moved if withdrawn.trick < len(tricks)))
    if record.accusations:
        record = record._replace(
            accusations=tuple(
                call._replace(
                    trick=None if call.trick is None else places.get(call.trick, call.trick), at=moment(call.at, calls)
                )
                for call in record.accusations
            )
        )
    return record


# Single plays.


def cards_miscopied(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with another card at a place of the log: one of the few that may belong there, or any."""
    for logged in scene.suspect_cards:
        if rests.worth_trying(rests.by(logged.trick, logged.play)):
            for card in scene.fitting(logged.seat, logged):
                yield miscopied(scene.record, logged, card)


_PAIR: Final = 2
_TWOS: Final = mask_of(suit * len(RANKS) for suit in range(len(SUITS)))


def suits_misread(scene: Scene, rests: RestsOn, *, leads_alone: bool) -> Iterator[MendedRecord]:
    """Yield the records with a card of the log in another suit: a card that nobody shows.

    ``leads_alone``: in a reading with unwritten tricks, the cards that nobody shows were played in these, so that only
    a lead may be misread.
    """
    unseen = scene.unseen
    for index in rests.tricks_worth_trying if unseen else ():
        trick = scene.record.tricks[index]
        seats, cards, lead_known = trick.seats, trick.cards, trick.lead_known
        for play, card in enumerate(cards[:1] if leads_alone else cards):
            if (not play and not lead_known) or card >= LITTLE_JOKER:
                continue
            if rests.worth_trying(rests.by(index, play) | rests.counted):
                held = scene.held(seats[play])
                others = _TWOS << card % len(RANKS) & ~BIT[card] & unseen & (-1 if held is None else held)
                logged = LoggedCard(index, play, seats[play], card)
                yield from (miscopied(scene.record, logged, other) for other in cards_in(others))


def miscopied(record: RoundRecord, logged: LoggedCard, card: int) -> MendedRecord:
    """Return the record with another card at this place of the log, or with one that could not be read."""
    change = Change((*logged.location, "card"), "card", logged.card, card)
    facts: dict[str, Fact] = {"player": logged.seat, "trick": logged.trick + 1, "recorded": logged.card}
    detail = say("card_not_told", **facts) if card == UNREAD else say("card_miscopied", **facts, suggested=card)
    return mended_by("card_miscopied", record, detail, change)


def names_miscopied(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records in which a card belongs to a player without a card in the trick.

    Its player has two cards there, or the trick is the last of the log: any other then lacks a card of his.
    """
    last = len(scene.record.tricks) - 1
    for index in rests.tricks_worth_trying:
        trick = scene.record.tricks[index]
        for play, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            may_be = trick.form == "plays" and (index == last or trick.seats.count(seat) > 1)
            for other in _absent(scene, trick) if may_be and rests.worth_trying(rests.by(index, play)) else ():
                change = Change(("tricks", index, "plays", play, "player"), "player", seat, other)
                detail = say("name_miscopied", card=card, trick=index + 1, recorded=seat, suggested=other)
                yield mended_by("name_miscopied", scene.record, detail, change)


def has_card_twice(record: RoundRecord) -> bool:
    """Return whether a card stayed on the table twice."""
    stayed = [card for trick in record.tricks for card in trick.cards if card != UNREAD]
    return len(set(stayed)) < len(stayed)


def entries_exchanged(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with two cards or two names of a trick exchanged, whose players may have held both."""
    if has_card_twice(scene.record):
        return  # an exchange does not change how often a card is there
    for index in rests.tricks_worth_trying:
        seats, cards = scene.record.tricks[index][:2]
        for one, other in combinations(range(len(cards)), 2):
            if (
                rests.worth_trying(rests.by(index, one) | rests.by(index, other))
                and scene.may_have_held(seats[one], cards[other])
                and scene.may_have_held(seats[other], cards[one])
            ):
                yield from _exchanged_in(scene.record, index, one, other)


def _exchanged_in(record: RoundRecord, index: int, one: int, other: int) -> Iterator[MendedRecord]:
    """Yield the records with the cards or the names of two plays of a trick exchanged."""
    trick, path = record.tricks[index], ("tricks", index, "plays")
    seats, cards = (trick.seats[one], trick.seats[other]), (trick.cards[one], trick.cards[other])
    facts: dict[str, Fact] = {"trick": index + 1, "one": one + 1, "other": other + 1}
    if UNREAD not in cards:
        changes = swapped("card", ((*path, one, "card"), cards[0]), ((*path, other, "card"), cards[1]))
        detail = say("cards_exchanged", **facts, first=cards[0], second=cards[1])
        yield mended_by("cards_exchanged", record, detail, *changes)
    if seats[0] != seats[1] and trick.form == "plays":  # the short forms have no names in an order
        changes = swapped("player", ((*path, one, "player"), seats[0]), ((*path, other, "player"), seats[1]))
        detail = say("names_exchanged", **facts, first=seats[0], second=seats[1])
        yield mended_by("names_exchanged", record, detail, *changes)


def columns_shifted(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records in which each card of a trick was written with the player beside its own.

    A player then has a card that he did not hold, in that trick or, if the record leaves out who led, in a later one.
    Or a trick that is written play by play is led wrongly: then the names have slipped, and the neighbour led.
    """
    wrong = {int(error.location[1]) for error in scene.with_code("card_not_held")}.union(rests.wrong_leads)
    if not wrong or has_card_twice(scene.record):
        return
    for index in range(max(wrong) + 1) if scene.record.leads_left_out else sorted(wrong):
        trick = scene.record.tricks[index]
        seats, cards = trick.seats, trick.cards
        is_led = trick.form == "cards" and trick.leader is not None  # then his name is the slip
        if is_led or UNREAD in cards or not rests.worth_trying(rests.by_tricks((index,)) | rests.counted):
            continue
        order = [seats.index(seat) for seat in scene.record.table.order[0] if seat in seats]
        for step in (1, -1) if _PAIR < len(seats) == len(order) else ():  # those of a pair are exchanged
            beside = [order[(order.index(play) + step) % len(order)] for play in range(len(order))]
            owned = all(scene.may_have_held(seat, cards[other]) for seat, other in zip(seats, beside, strict=True))
            if trick.form == "plays" and owned:
                names = [seats[beside.index(play)] for play in range(len(order))]
                detail = say("names_shifted", trick=index + 1, player=names[0])
                yield _shifted(scene.record, index, "player", (seats, names), detail)
            if scene.errors and (trick.form == "cards" or owned):
                detail = say("cards_shifted_left" if step == 1 else "cards_shifted_right", trick=index + 1)
                yield _shifted(scene.record, index, "card", (cards, [cards[other] for other in beside]), detail)


def _shifted(
    record: RoundRecord,
    index: int,
    kind: Literal["card", "player"],
    entries: tuple[Sequence[int], Sequence[int]],
    detail: Sentence,
) -> MendedRecord:
    """Return the record in which the cards or the names of a trick are those beside; ``entries``: written and meant."""
    changes = [
        Change(("tricks", index, "plays", play, kind), kind, written, meant)
        for play, (written, meant) in enumerate(zip(*entries, strict=True))
    ]
    slip: SlipCode = "cards_exchanged" if kind == "card" else "names_exchanged"
    return mended_by(slip, record, detail, *changes)._replace(is_rare=True)


def own_cards_exchanged(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records in which a player's cards of two neighbouring tricks were written in each other's place.

    Then somebody other than the named winner won one of them.
    """
    tricks = scene.record.tricks
    wrong = {int(error.location[1]) for error in scene.with_code("wrong_winner")}
    for index in range(len(tricks) - 1) if wrong else ():
        one, other = tricks[index], tricks[index + 1]
        for play, seat in enumerate(one.seats if wrong & {index, index + 1} else ()):
            after = other.seats.index(seat) if seat in other.seats else None
            if after is None or UNREAD in {one.cards[play], other.cards[after]}:
                continue
            if rests.worth_trying(rests.by(index, play) | rests.by(index + 1, after) | rests.counted):
                here, there = ("tricks", index, "plays", play, "card"), ("tricks", index + 1, "plays", after, "card")
                first, second = one.cards[play], other.cards[after]
                detail = say("own_cards_exchanged", player=seat, trick=index + 1, first=first, second=second)
                changes = swapped("card", (here, first), (there, second))
                yield mended_by("cards_exchanged", scene.record, detail, *changes)._replace(is_rare=True)


def plays_out_of_order(scene: Scene, rests: RestsOn, *, as_led: bool = False) -> Iterator[MendedRecord]:
    """Yield the records in which the plays of a trick were made in turn, and two of them or all are written otherwise.

    Two plays may be in each other's place, all after the lead may be anticlockwise, or the trick may begin with a
    player other than its named leader. If it was ``as_led``, whoever stands first led.
    """
    for index, trick in enumerate(scene.record.tricks):
        seats = trick.seats
        if trick.form != "plays" or len(set(seats)) < len(seats) or not rests.worth_trying(rests.by_tricks((index,))):
            continue
        for leader in seats[:1] if as_led else seats:
            order = tuple([seats.index(seat) for seat in scene.record.table.order[leader] if seat in seats])
            written, moved = tuple(range(len(order))), sum(at != play for at, play in enumerate(order))
            is_turned = order == (*written[order[0] :], *written[: order[0]]) and trick.leader == leader
            if moved == _PAIR or (moved and (order[1:] == written[:0:-1] or is_turned)):
                yield _in_order(scene.record, index, order)._replace(is_rare=is_turned and moved > _PAIR)


def plays_turned(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records in which who was to lead a trick led it, and its plays are written from another player on."""
    for index in rests.wrong_leads:
        trick, due = scene.record.tricks[index], scene.played[index - 1].winner if index else None
        if trick.form != "plays" or due not in trick.seats or not rests.worth_trying(rests.by_tricks((index,))):
            continue
        first = trick.seats.index(due)
        seats = (*trick.seats[first:], *trick.seats[:first])
        if seats == tuple([seat for seat in scene.record.table.order[due] if seat in seats]):
            yield _in_order(scene.record, index, tuple([trick.seats.index(seat) for seat in seats]))


_A_HABIT: Final = 3
"""So many wrong leads show how the writer began each line, and not who led."""


def plays_by_seat(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the record whose tricks are all written from the same player on, as one that leaves out who led."""
    record = scene.record
    seats = record.tricks[0].seats if len(rests.wrong_leads) >= _A_HABIT and not record.withdrawn else ()
    if not seats or any(trick.form != "plays" or trick.seats != seats for trick in record.tricks):
        return
    if seats == record.table.order[seats[0]] and rests.worth_trying(rests.by_tricks(range(len(record.tricks)))):
        tricks = tuple([trick._replace(form="cards_by_player") for trick in record.tricks])
        listed = find_leads(record._replace(tricks=tricks, leads_left_out=True), scene.context.ruleset)
        plays = {index: tuple(map(seats.index, trick.seats)) for index, trick in enumerate(listed.tricks)}
        change, detail = Change(("tricks",), "trick"), say("plays_by_seat", player=seats[0])
        yield MendedRecord("plays_out_of_order", (change,), listed, detail, plays=plays)


def _in_order(record: RoundRecord, index: int, order: tuple[int, ...]) -> MendedRecord:
    """Return the record with the plays of a trick in another order, given as their indices as written."""
    trick, changes = record.tricks[index], list[Change]()
    for at, play in enumerate(order):
        if at != play:
            place = ("tricks", index, "plays", at)
            changes.append(Change((*place, "player"), "player", trick.seats[at], trick.seats[play]))
            if trick.cards[at] != trick.cards[play]:  # of two that could not be read, neither is another card
                changes.append(Change((*place, "card"), "card", known(trick.cards[at]), known(trick.cards[play])))
    seats, cards = tuple([trick.seats[play] for play in order]), tuple([trick.cards[play] for play in order])
    moved = [
        withdrawn._replace(play=order.index(withdrawn.play)) if withdrawn.trick == index else withdrawn
        for withdrawn in record.withdrawn
    ]
    moved.sort(key=lambda withdrawn: (withdrawn.trick, withdrawn.play, withdrawn.position))
    mended = with_trick(record, index, trick._replace(seats=seats, cards=cards))._replace(withdrawn=tuple(moved))
    detail = say("plays_out_of_order", trick=index + 1, player=seats[0])
    return MendedRecord("plays_out_of_order", tuple(changes), mended, detail, plays={index: order})


def plays_left_out(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records with the one card that a trick lacks: as its lead, or in its player's turn.

    Of a trick that lists its cards clockwise, any card may be the one left out. Without its lead, the player of the
    first card left may have been named as its leader.
    """
    for index in range(len(scene.record.tricks)):
        if rests.worth_trying(rests.by_tricks((index,))):
            yield from play_left_out(scene, index)


def play_left_out(scene: Scene, index: int) -> Iterator[MendedRecord]:
    """Yield the records with the card that the trick at this index lacks, if it is one."""
    absent, trick = _lacking(scene, index), scene.record.tricks[index]
    if len(absent) == 1:
        yield from _with_play(scene, index, absent[0])
        if trick.seats and trick.leader == trick.seats[0]:
            named = Change(("tricks", index, "leader"), "player", trick.leader, absent[0])
            for card in scene.fitting(absent[0]):
                yield _with_entry(scene, index, (0, absent[0], card), named)


def _lacking(scene: Scene, index: int) -> list[int]:
    """Return the seats that have a card for a trick and none in it: only the leader if the record names one of them."""
    trick = scene.record.tricks[index]
    absent = _absent(scene, trick)
    if not absent:
        return absent
    if trick.form == "plays" and trick.leader in absent:
        return [trick.leader]
    due = rotations_of(scene.record, scene.pack, index)[0]
    return [seat for seat in absent if seat in due]


def _with_play(scene: Scene, index: int, seat: int) -> Iterator[MendedRecord]:
    trick = scene.record.tricks[index]
    order = rotations_of(scene.record, scene.pack, index)[trick.seats[0]] if trick.seats else ()
    is_list = trick.form == "cards"
    for play, player in enumerate(order) if is_list else [(play, seat) for play in _places(scene, trick, seat)]:
        for card in scene.fitting(player):
            yield _with_entry(scene, index, (play, player, card))


def _with_entry(scene: Scene, index: int, entry: tuple[int, int, int], named: Change | None = None) -> MendedRecord:
    """Return the record with an entry (its place, its player, the card) that was left out of a trick.

    If that was the lead, and the player of the next card is ``named`` as the leader, that is changed, too.
    """
    (play, player, card), trick = entry, scene.record.tricks[index]
    path = ("tricks", index, "plays", play)
    changes: tuple[Change, ...] = (Change((*path, "card"), "card", None, known(card)),)
    if trick.form == "plays":
        changes = (Change((*path, "player"), "player", None, player), *changes)
    elif trick.form == "cards_by_player":
        changes = (Change(("tricks", index, trick.form, player), "card", None, known(card)),)
    facts: dict[str, Fact] = {"player": player, "trick": index + 1, "play": play + 1}
    is_list = trick.form == "cards" and named is None  # whose card each is, depends on the place of the one left out
    is_lead = play == 0 and not is_list
    if card == UNREAD:
        detail = say("lead_left_out_unknown" if is_lead else "play_left_out_unknown", **facts)
    else:
        detail = say("lead_left_out" if is_lead else "play_left_out", **facts, suggested=card)
    order = rotations_of(scene.record, scene.pack, index)[trick.seats[0]] if trick.seats else ()
    whole = trick._replace(
        seats=order if is_list else (*trick.seats[:play], player, *trick.seats[play:]),
        cards=(*trick.cards[:play], card, *trick.cards[play:]),
        leader=trick.leader if named is None else player,
    )
    if trick.form == "cards_by_player" and trick.leader is not None:
        whole = placed(whole, whole.leader or 0, scene.record.table.order)
    record = _with_plays_moved(with_trick(scene.record, index, whole), index, play, 1)
    # Who leads out of turn by the leader's name does so whichever card he led: the first that is written stands for it.
    by_name = trick.leader is not None and bool(trick.seats) and (is_list or named is not None)
    led = 0 if by_name and play == 0 else None
    written = (*range(play), led, *range(play, len(trick.seats)))
    changes = changes if named is None else (*changes, named)
    return MendedRecord("play_left_out", changes, record, detail, plays={index: written}, is_rare=named is not None)


def _absent(scene: Scene, trick: Trick) -> list[int]:
    return [seat for seat in range(scene.pack.players) if seat not in trick.seats]


def _places(scene: Scene, trick: Trick, seat: int) -> list[int]:
    """Return the places in a trick at which this seat may have played: any place, if others played out of turn.

    Another player may have been in turn only because this seat had jumped ahead.
    """
    in_turn = _in_turn(scene, trick, seat)
    if trick.form != "plays":
        return [in_turn]
    order = scene.record.table.order[trick.seats[0]] if trick.seats else ()
    regular = trick.seats == tuple(seat for seat in order if seat in trick.seats)
    return sorted({0, in_turn}) if regular else list(range(len(trick.seats) + 1))


def _in_turn(scene: Scene, trick: Trick, seat: int) -> int:
    """Return the place among the plays of a trick at which this seat is in turn after the first player."""
    if not trick.seats:
        return 0
    before = scene.record.table.order[trick.seats[0]]
    if trick.leader is not None and trick.form != "plays":
        before = scene.record.table.order[trick.leader]  # who may be the one without a card
    before = before[: before.index(seat)]
    return max((play + 1 for play, other in enumerate(trick.seats) if other in before), default=0)


def plays_written_twice(scene: Scene, rests: RestsOn) -> Iterator[MendedRecord]:
    """Yield the records without one of two plays of one player in a trick, or without one in the last trick.

    The one in the last trick is a card that its player plays elsewhere, too.
    """
    last = len(scene.record.tricks) - 1
    found = {
        (suspect.trick, suspect.play)
        for suspect in scene.suspect_cards
        if suspect.trick == last
        and suspect.withdrawn is None
        and any(
            other.order != suspect.order
            and (other.seat, other.card, other.withdrawn) == (suspect.seat, suspect.card, None)
            for other in scene.logged
        )
    }
    for index, trick in enumerate(scene.record.tricks):
        surplus = [
            play for play, seat in enumerate(trick.seats) if trick.form == "cards" or trick.seats.count(seat) > 1
        ]
        if len(set(trick.seats)) < len(trick.seats):
            found.update((index, play) for play in surplus)
    found = {(index, play) for index, play in found if rests.worth_trying(rests.by(index, play))}
    for index, place in sorted(found):
        trick = scene.record.tricks[index]
        seat, card = trick.seats[place], trick.cards[place]
        path = ("tricks", index, "plays", place)
        changes: tuple[Change, ...] = (Change((*path, "card"), "card", known(card)),)
        rest = trick._replace(seats=without(trick.seats, place), cards=without(trick.cards, place))
        if trick.form == "plays":
            changes = (Change((*path, "player"), "player", seat), *changes)
        elif trick.form == "cards":
            rest = rest._replace(seats=trick.seats[:-1])  # each player after it has the card before his own
        kept = tuple(
            withdrawn for withdrawn in scene.record.withdrawn if (withdrawn.trick, withdrawn.play) != (index, place)
        )
        record = with_trick(scene.record._replace(withdrawn=kept), index, rest)
        record = _with_plays_moved(record, index, place + 1, -1)
        written = tuple(play for play in range(len(trick.seats)) if play != place)
        if trick.form == "cards":
            detail = say("card_too_many", card=card, trick=index + 1, play=place + 1)
        else:
            detail = say("play_written_twice", player=seat, trick=index + 1, play=place + 1)
        yield MendedRecord("play_written_twice", changes, record, detail, plays={index: written})


def _with_plays_moved(record: RoundRecord, trick: int, first: int, step: int) -> RoundRecord:
    """Return a record whose cards taken back at this play of a trick, or after it, belong ``step`` plays later."""
    if not record.withdrawn:
        return record
    return record._replace(
        withdrawn=tuple(
            withdrawn._replace(play=withdrawn.play + step)
            if withdrawn.trick == trick and withdrawn.play >= first
            else withdrawn
            for withdrawn in record.withdrawn
        )
    )
