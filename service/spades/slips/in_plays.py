"""Slips in the log: a card miscopied, cards or names exchanged, a play left out or written twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from service.spades.cards import UNREAD
from service.spades.findings import play_of
from service.spades.record.log import LoggedCard
from service.spades.record.model import RoundRecord, Trick
from service.spades.sentence import Fact, say
from service.spades.slips.model import Change, Mended
from service.spades.slips.scene import Scene, exchanged, known, with_item, with_trick, without

_EXCHANGED = ("card_not_held", "wrong_winner", "leader_mismatch", "card_replayed", "wrong_hand_size")
"""What the exchange of two entries of a trick may explain."""


def slips_in_plays(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in the plays of the log."""
    yield from _miscopied(scene)
    yield from _exchanged(scene)
    yield from _left_out(scene)
    yield from _written_twice(scene)


def _miscopied(scene: Scene) -> Iterator[Mended]:
    for logged in scene.suspect_cards:
        for card in scene.fitting(logged.seat, logged):
            change = Change((*logged.location, "card"), "card", known(logged.card), known(card))
            facts: dict[str, Fact] = {"player": logged.seat, "trick": logged.trick + 1, "recorded": logged.card}
            detail = say("card_not_told", **facts) if card == UNREAD else say("card_miscopied", **facts, suggested=card)
            yield Mended("card_miscopied", (change,), _with_card(scene.record, logged, card), detail)


def _with_card(record: RoundRecord, logged: LoggedCard, card: int) -> RoundRecord:
    """Return a record with another card at this place of the log."""
    if logged.withdrawn is not None:
        return record._replace(
            withdrawn=tuple(
                each._replace(card=card)
                if (each.trick, each.play, each.position) == (logged.trick, logged.play, logged.withdrawn)
                else each
                for each in record.withdrawn
            )
        )
    trick = record.tricks[logged.trick]
    return with_trick(record, logged.trick, trick._replace(cards=with_item(trick.cards, logged.play, card)))


def _exchanged(scene: Scene) -> Iterator[Mended]:
    stayed = [card for trick in scene.record.tricks for card in trick.cards if card != UNREAD]
    if not scene.codes.intersection(_EXCHANGED) or len(stayed) > len(set(stayed)):
        return  # an exchange leaves every card as often as it is there
    suspect = {(each.trick, each.play) for each in scene.suspect_cards}
    for mended in exchanges_in(scene.record, scene.suspect_tricks):
        index, plays = int(mended.changes[0].location[1]), {int(each.location[3]) for each in mended.changes}
        among = {play for trick, play in suspect if trick == index}
        if not among or among & plays:
            yield mended


def exchanges_in(record: RoundRecord, indices: Iterable[int]) -> Iterator[Mended]:
    """Yield the records with two cards or two names exchanged in one of these tricks."""
    for index in indices:
        trick = record.tricks[index]
        path = ("tricks", index, "plays")
        for one, other in combinations(range(len(trick.cards)), 2):
            seats, cards = (trick.seats[one], trick.seats[other]), (trick.cards[one], trick.cards[other])
            facts: dict[str, Fact] = {"trick": index + 1, "one": one + 1, "other": other + 1}
            if UNREAD not in cards:
                yield Mended(
                    "cards_exchanged",
                    (
                        Change((*path, one, "card"), "card", cards[0], cards[1]),
                        Change((*path, other, "card"), "card", cards[1], cards[0]),
                    ),
                    with_trick(record, index, trick._replace(cards=exchanged(trick.cards, one, other))),
                    say("cards_exchanged", **facts, first=cards[0], second=cards[1]),
                )
            if seats[0] != seats[1]:
                yield Mended(
                    "names_exchanged",
                    (
                        Change((*path, one, "player"), "player", seats[0], seats[1]),
                        Change((*path, other, "player"), "player", seats[1], seats[0]),
                    ),
                    with_trick(record, index, trick._replace(seats=exchanged(trick.seats, one, other))),
                    say("names_exchanged", **facts, first=seats[0], second=seats[1]),
                )


def _left_out(scene: Scene) -> Iterator[Mended]:
    """Yield the records with the one card that a trick lacks: as its lead, or in its player's turn."""
    missing = _missing(scene)
    if len(missing) != 1:
        return
    index, seat = missing[0]
    trick = scene.record.tricks[index]
    for play in sorted({0, _in_turn(scene, trick, seat)}):
        for card in scene.fitting(seat):
            path = ("tricks", index, "plays", play)
            changes = (
                Change((*path, "player"), "player", None, seat),
                Change((*path, "card"), "card", None, known(card)),
            )
            facts: dict[str, Fact] = {"player": seat, "trick": index + 1, "play": play + 1}
            if card == UNREAD:
                detail = say("play_left_out_unknown", **facts) if play else say("lead_left_out_unknown", **facts)
            else:
                detail = say("play_left_out", **facts, suggested=card)
                if play == 0:
                    detail = say("lead_left_out", **facts, suggested=card)
            whole = trick._replace(
                seats=(*trick.seats[:play], seat, *trick.seats[play:]),
                cards=(*trick.cards[:play], card, *trick.cards[play:]),
            )
            record = _with_plays_moved(with_trick(scene.record, index, whole), index, play, 1)
            written = (*range(play), None, *range(play, len(trick.seats)))
            yield Mended("play_left_out", changes, record, detail, plays=(index, written))


def _missing(scene: Scene) -> list[tuple[int, int]]:
    """Return the indices of the tricks that lack a card, each with the seat of its player."""
    tricks = scene.record.tricks
    missing = [(error.trick - 1, error.seat) for error in scene.with_code("missing_play") if error.trick]
    if not missing and tricks and scene.with_code("missing_tricks"):
        missing = [(len(tricks) - 1, seat) for seat in _absent(scene, tricks[-1])]
    for error in scene.with_code("leader_mismatch") if not missing else ():
        if error.trick and error.seat in _absent(scene, tricks[error.trick - 1]):
            missing.append((error.trick - 1, error.seat))  # the leader whom the record names has no card in the trick
    return [(index, seat) for index, seat in missing if seat is not None]


def _absent(scene: Scene, trick: Trick) -> list[int]:
    return [seat for seat in range(scene.pack.players) if seat not in trick.seats]


def _in_turn(scene: Scene, trick: Trick, seat: int) -> int:
    """Return the place among the plays of a trick at which this seat is in turn after the first player."""
    if not trick.seats:
        return 0
    before = scene.record.table.order[trick.seats[0]]
    before = before[: before.index(seat)]
    return max(play + 1 for play, each in enumerate(trick.seats) if each in before)


def _written_twice(scene: Scene) -> Iterator[Mended]:
    """Yield the records without one of two plays of one player in a trick, or without a play of the last trick."""
    surplus = [play_of(error.location) for error in scene.with_code("extra_play")]
    last = len(scene.record.tricks) - 1
    found = {(each.trick, each.play) for each in scene.suspect_cards if each.trick == last and each.withdrawn is None}
    if len(surplus) == 1 and surplus[0] is not None:
        index, play = surplus[0]
        seats = scene.record.tricks[index].seats
        found |= {(index, place) for place, seat in enumerate(seats) if seat == seats[play]}
    elif surplus or "card_replayed" not in scene.codes:
        return
    for index, place in sorted(found):
        trick = scene.record.tricks[index]
        seat, card = trick.seats[place], trick.cards[place]
        path = ("tricks", index, "plays", place)
        changes = (Change((*path, "player"), "player", seat), Change((*path, "card"), "card", known(card)))
        rest = trick._replace(seats=without(trick.seats, place), cards=without(trick.cards, place))
        kept = tuple(each for each in scene.record.withdrawn if (each.trick, each.play) != (index, place))
        record = with_trick(scene.record._replace(withdrawn=kept), index, rest)
        record = _with_plays_moved(record, index, place + 1, -1)
        written = tuple(each for each in range(len(trick.seats)) if each != place)
        detail = say("play_written_twice", player=seat, trick=index + 1)
        yield Mended("play_written_twice", changes, record, detail, plays=(index, written))


def _with_plays_moved(record: RoundRecord, trick: int, first: int, step: int) -> RoundRecord:
    """Return a record whose cards taken back from this play of a trick on belong to a play so many places on."""
    if not record.withdrawn:
        return record
    return record._replace(
        withdrawn=tuple(
            each._replace(play=each.play + step) if each.trick == trick and each.play >= first else each
            for each in record.withdrawn
        )
    )
