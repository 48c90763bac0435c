"""Slips in whole tricks: one left out or written twice, two neighbours exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.spades.cards import UNREAD
from service.spades.record.model import At, RoundRecord, Trick
from service.spades.sentence import say
from service.spades.slips.model import Change, Mended
from service.spades.slips.scene import Scene, exchanged, without


def slips_in_tricks(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip in whole tricks."""
    yield from _left_out(scene)
    yield from _written_twice(scene)
    last = len(scene.record.tricks) - 1
    # In each other's place, the last trick may be the one that lacks a card.
    short = any(error.trick == last for error in scene.with_code("missing_play"))
    if short or scene.record.withdrawn or scene.codes & {"wrong_winner", "leader_mismatch"}:
        for index in sorted({each for trick in scene.suspect_tricks for each in (trick - 1, trick)}):
            if 0 <= index < len(scene.record.tricks) - 1:
                yield neighbours_exchanged(scene.record, index)


def _left_out(scene: Scene) -> Iterator[Mended]:
    """Yield the records with a trick more, of cards that nobody knows, if the sheet counts one more."""
    record, size = scene.record, scene.pack.hand_size
    if not scene.with_code("missing_tricks") or len(record.tricks) != size - 1:
        return
    for index in range(size):
        seats = record.table.order[_leader(scene, index)]
        trick = Trick(seats, (UNREAD,) * len(seats))
        places = {each: each + (each >= index) for each in range(size + 1)}
        mended = _moved(record, (*record.tricks[:index], trick, *record.tricks[index:]), places)
        written = (*range(index), None, *range(index, size - 1))
        detail = say("trick_left_out", trick=index + 1) if index < size - 1 else say("last_trick_left_out")
        yield Mended("trick_left_out", (Change(("tricks", index), "trick"),), mended, detail, tricks=written)


def with_missing_tricks(record: RoundRecord, count: int) -> Iterator[Mended]:
    """Yield the record with so many tricks more, of cards that nobody knows, before each trick and after the last.

    Not after a last one that lacks a card: it is the last of the round.
    """
    seats, length = record.table.order[0], len(record.tricks)
    tricks = (Trick(seats, (UNREAD,) * len(seats)),) * count
    whole = not length or len(record.tricks[-1].seats) >= len(seats)
    for index in range(length + 1 if whole else length):
        places = {each: each + count for each in range(index, length + count + 1)}
        written = (*range(index), *(None,) * count, *range(index, length))
        moved = _moved(record, (*record.tricks[:index], *tricks, *record.tricks[index:]), places)
        yield Mended("trick_left_out", (), moved, say("nothing"), tricks=written)


def _leader(scene: Scene, index: int) -> int:
    """Return who was to lead a trick that may have been left out here, or who leads the next if that is not known."""
    if index:
        winner = scene.winners[index - 1]
        if winner is not None:
            return winner
    tricks = scene.record.tricks
    return tricks[index].seats[0] if index < len(tricks) and tricks[index].seats else 0


def _written_twice(scene: Scene) -> Iterator[Mended]:
    """Yield the records without a trick that has no card, or without one of two that are the same."""
    if not scene.codes & {"card_replayed", "extra_tricks", "missing_play"}:
        return
    tricks = scene.record.tricks
    contents = [_content(trick) for trick in tricks]
    for index, content in enumerate(contents):
        cards = tricks[index].cards
        if not cards or (UNREAD not in cards and contents.count(content) > 1):
            written = tuple(each for each in range(len(tricks)) if each != index)
            kept = tuple(each for each in scene.record.withdrawn if each.trick != index)
            record = scene.record._replace(withdrawn=kept)
            places = {each: each - (each > index) for each in range(len(tricks) + 1)}
            mended = _moved(record, without(tricks, index), places)
            detail = say("trick_written_twice" if cards else "empty_trick_written", trick=index + 1)
            change = Change(("tricks", index), "trick")
            yield Mended("trick_written_twice", (change,), mended, detail, tricks=written)


def _content(trick: Trick) -> object:
    """Return what makes two tricks equal: if they leave out who led, not by whom they are taken to have been led."""
    if trick.is_lead_recorded:
        return trick.seats, trick.cards
    return trick.cards if trick.form == "cards" else frozenset(zip(trick.seats, trick.cards, strict=True))


def neighbours_exchanged(record: RoundRecord, first: int) -> Mended:
    """Return the record with this trick and the next in each other's place."""
    second = first + 1
    written = exchanged(tuple(range(len(record.tricks))), first, second)
    places = dict(enumerate(written))
    mended = _moved(record, exchanged(record.tricks, first, second), places)
    return Mended(
        "tricks_exchanged",
        (Change(("tricks", first), "trick"), Change(("tricks", second), "trick")),
        mended,
        say("tricks_exchanged", trick=first + 1, other=second + 1),
        tricks=written,
    )


def _moved(record: RoundRecord, tricks: tuple[Trick, ...], places: Mapping[int, int]) -> RoundRecord:
    """Return a record with these tricks, and with everything that belongs to a trick moved with it.

    ``places`` has the new index of each trick that has moved, by its old one.
    """

    def moment(at: At | None) -> At | None:
        return None if at is None else at._replace(trick=places.get(at.trick, at.trick))

    record = record._replace(tricks=tricks)
    if record.withdrawn:
        moved = [
            each._replace(trick=places.get(each.trick, each.trick), at=moment(each.at)) for each in record.withdrawn
        ]
        moved.sort(key=lambda each: (each.trick, each.play, each.position))
        record = record._replace(withdrawn=tuple(each for each in moved if each.trick < len(tricks)))
    if record.accusations:
        record = record._replace(
            accusations=tuple(
                each._replace(
                    trick=None if each.trick is None else places.get(each.trick, each.trick), at=moment(each.at)
                )
                for each in record.accusations
            )
        )
    return record
