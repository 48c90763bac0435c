"""A round with the rules to judge it by, and its log: the cards that it shows, what they say, and who led each trick.

A card that was taken back shows as much as one that stayed: its player held it, and went on holding it.

A trick of which the record does not say who led it was led by the winner of the trick before: the winner that the
record claims, else the one that follows from the cards. If a card of that trick is unknown, its winner may be one of
several players, and so may the next leader. Then a trick by player has no known lead, and of cards in a row nobody can
say whose they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from service.spades.cards import BIT, UNKNOWN_SUIT, UNREAD, UNREAD_BIT, mask_of, united
from service.spades.catalogue.parameters.bids import NILS
from service.spades.findings import Location
from service.spades.record.model import (
    At,
    Broken,
    Exchange,
    RoundRecord,
    RoundResult,
    Trick,
    Withdrawn,
    is_broken_off,
)
from service.spades.record.winners import possible_winners
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table

Recorded_co = TypeVar("Recorded_co", bound=RoundRecord | RoundResult, covariant=True)
Recorded = TypeVar("Recorded", bound=RoundRecord | RoundResult)

_STAYED: Final = 1 << 16  # the card that stayed comes after all that were taken back

TakenBack: TypeAlias = Mapping[int, Mapping[int, Sequence[Withdrawn]]]
"""The cards taken back, by the index of their trick and of their play in it."""


class RoundContext(NamedTuple, Generic[Recorded_co]):
    """A round as it was recorded, its table, the ruleset, and the ruleset's pack for this number of players."""

    record: Recorded_co
    ruleset: Ruleset
    pack: Pack
    table: Table


def context_of(record: Recorded, ruleset: Ruleset) -> RoundContext[Recorded]:
    """Return the context of a round; the ruleset must have a pack for its number of players."""
    return RoundContext(record, ruleset, ruleset.packs[len(record.table.players)], record.table)


def with_record(context: RoundContext[RoundRecord], record: RoundRecord) -> RoundContext[RoundRecord]:
    """Return the context of another record of the same round."""
    return context if context.record is record else context._replace(record=record)


def may_be_incomplete(context: RoundContext[RoundRecord | RoundResult]) -> bool:
    """Return whether a round need not have all bids and tricks: it is void, or was broken off by a forfeit."""
    record = context.record
    played = sum(record.side_tricks) if isinstance(record, RoundResult) else len(record.tricks)
    return is_broken_off(record.decisions, finished=played >= context.pack.hand_size)


def hand_sizes(record: RoundRecord, pack: Pack) -> tuple[int, ...]:
    """Return for each seat how many cards it was dealt by the rules.

    If hands are unequal and the record does not say who dealt, a list that has as many cards as some hand is right.
    """
    if pack.has_equal_hands:
        return (pack.hand_size,) * pack.players
    if record.dealer is not None:
        return pack.hand_sizes(record.dealer)
    short = pack.hand_size - 1
    return tuple([short if hand is not None and len(hand) == short else pack.hand_size for hand in record.hands])


def passes_in_order(record: RoundRecord) -> list[tuple[int, Exchange]]:
    """Return the passes of cards, each with its index in the record, in the order in which they were made.

    A card that was passed may go on with a later pass. If the lists show that one does, its pass is the later one;
    otherwise whoever bid nil passes first. Only then does the order of the record count.
    """
    exchanges = record.exchanges or ()
    if len(exchanges) <= 1:
        return list(enumerate(exchanges))
    nils = {bid.seat for bid in record.bids if bid.kind in NILS}
    turns = sorted((_passes_on(record, each), each.giver not in nils, index) for index, each in enumerate(exchanges))
    return [(index, exchanges[index]) for _, _, index in turns]


def _passes_on(record: RoundRecord, exchange: Exchange) -> bool:
    """Return whether the lists of cards show that a pass holds a card that its giver had been passed."""
    giver, taker, cards = exchange
    received = united(mask_of(other.cards) for other in record.exchanges or () if other.taker == giver)
    again, own = mask_of(cards) & received & ~UNREAD_BIT, record.hands[giver]
    return again & (mask_of(record.hands[taker] or ()) if own is None else ~mask_of(own)) != 0


def received_before(record: RoundRecord, index: int) -> int:
    """Return the cards (a mask) that the giver of the pass at this index was passed before it by their holders."""
    received = 0
    for place, (giver, taker, cards) in passes_in_order(record):
        if place == index:
            break
        held = mask_of(record.hands[giver] or cards)
        received |= mask_of(cards) & held if taker == (record.exchanges or ())[index].giver else 0
    return received & ~UNREAD_BIT


def undo_passes(record: RoundRecord, seat: int, cards: int) -> int:
    """Return cards (a mask) that a player showed at the play without those received, and with those passed on."""
    for _, (giver, taker, passed) in reversed(passes_in_order(record)):
        mask = mask_of(passed) & ~UNREAD_BIT
        cards = cards & ~mask if taker == seat else cards
        cards = cards | mask if giver == seat else cards
    return cards


def players_with_a_card_for(pack: Pack, index: int) -> int:
    """Return how many players have a card for the trick at this index."""
    return pack.in_last_trick if index == pack.hand_size - 1 else pack.players


def lacks_a_card(pack: Pack, trick: Trick, index: int) -> bool:
    """Return whether the trick at this index has fewer cards than there are players with a card for it."""
    return len(trick.seats) < players_with_a_card_for(pack, index)


def leader_after(record: RoundRecord, pack: Pack, index: int, winner: int) -> int:
    """Return who leads the trick at this index after ``winner``: a player with no card left passes it to the left."""
    if pack.has_equal_hands or index < pack.hand_size - 1:
        return winner
    sizes = hand_sizes(record, pack)
    return next(seat for seat in record.table.order[winner] if sizes[seat] == pack.hand_size)


class LoggedCard:
    """A card in the log: the indices of its trick and of its play there, who played it, and the card.

    It is no named tuple, because the core makes and reads many of them: the compiler reads a class directly.
    """

    def __init__(self, trick: int, play: int, seat: int, card: int, withdrawn: int | None = None) -> None:
        """``withdrawn`` is its index among the cards taken back at this play; None for the card that stayed."""
        self.trick, self.play, self.seat, self.card, self.withdrawn = trick, play, seat, card, withdrawn

    @property
    def location(self) -> Location:
        """The location of this play, or of the card taken back."""
        play = ("tricks", self.trick, "plays", self.play)
        return play if self.withdrawn is None else (*play, "withdrawn", self.withdrawn)

    @property
    def order(self) -> tuple[int, int, int]:
        """A key to sort cards by in the order of the log."""
        return self.trick, self.play, _STAYED if self.withdrawn is None else self.withdrawn


class ShownCards(NamedTuple):
    """The cards that a log shows, as masks, without those that could not be read."""

    by_seat: tuple[int, ...]
    all: int
    conflicting: int
    """Cards that can't all be right: played twice, by two players, or beyond a full hand."""


def shown_in(tricks: Sequence[Trick], players: int) -> ShownCards:
    """Return the cards that stayed on the table in these tricks."""
    shown = [0] * players
    everything = twice = 0
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards):  # noqa: B905 - parallel by construction
            bit = BIT[card]
            shown[seat] |= bit
            twice |= everything & bit
            everything |= bit
    return ShownCards(tuple(cards & ~UNREAD_BIT for cards in shown), everything & ~UNREAD_BIT, twice & ~UNREAD_BIT)


def taken_back(record: RoundRecord) -> TakenBack:
    """Return the cards that were taken back, by trick and play; those at one play in order."""
    tricks: dict[int, dict[int, list[Withdrawn]]] = {}
    for withdrawn in record.withdrawn:
        tricks.setdefault(withdrawn.trick, {}).setdefault(withdrawn.play, []).append(withdrawn)
    return tricks


def place_of(withdrawn: Withdrawn) -> Location:
    """Return the place of a card that was taken back."""
    return ("tricks", withdrawn.trick, "plays", withdrawn.play, "withdrawn", withdrawn.position)


def lay_there(record: RoundRecord, established: str, withdrawn: Withdrawn, moment: At) -> Broken:
    """Return whether a card that was taken back still lay on the table when a card of a later trick was played.

    ``moment`` is the trick of that card, and how many plays came before it. ``established`` is the parameter. Without a
    moment, a card was taken back in time. That may have been after this card only if the card could be corrected until
    its player's side played again, and only the other side had played by then. Under ``at_once`` no time is in time,
    and nobody knows when it was.
    """
    if withdrawn.at is not None:
        return Broken.YES if withdrawn.at > moment else Broken.NO
    if established == "at_once":
        return Broken.MAYBE
    index, plays = moment
    if established != "offending_side_plays_next" or withdrawn.trick != index - 1:
        return Broken.NO
    sides, played = record.table.side_of, record.tricks[index].seats[: plays + 1]
    offender = record.tricks[withdrawn.trick].seats[withdrawn.play]
    return Broken.MAYBE if played and sides[offender] not in {sides[seat] for seat in played} else Broken.NO


def as_it_lay(
    trick: Trick, backs: Iterable[tuple[Withdrawn, Broken]], unknown: Mapping[int, int], unread: Callable[[int], int]
) -> tuple[Trick, dict[int, int]]:
    """Return a trick with the cards that lay on the table when a later card was played.

    ``backs`` are those taken back from it, of each play the last one first, with whether each still lay there.
    ``unknown`` has for a seat what its card that stayed may have been, as a mask, and ``unread`` returns that for one
    that was taken back and could not be read. Where it is open which card of a seat lay there, its card is `UNREAD`,
    and the mask of those that may have lain there is in what is returned beside the trick.
    """
    cards, may_lie = list(trick.cards), dict(unknown)
    for withdrawn, lay in backs:
        play, seat, is_read = withdrawn.play, trick.seats[withdrawn.play], withdrawn.card != UNREAD
        mask = BIT[withdrawn.card] if is_read else unread(seat)
        if lay is Broken.MAYBE:
            cards[play], may_lie[seat] = UNREAD, may_lie.get(seat, BIT[cards[play]]) | mask
        elif lay is Broken.YES and is_read:
            cards[play] = withdrawn.card
            may_lie.pop(seat, None)
        elif lay is Broken.YES:
            cards[play], may_lie[seat] = UNREAD, mask
    return trick._replace(cards=tuple(cards)), may_lie


def logged_cards(record: RoundRecord, hand_size: int) -> Iterator[LoggedCard]:
    """Yield every card of the tricks that a round has, in order, those taken back before the one that stayed."""
    returned = taken_back(record)
    for index, trick in enumerate(record.tricks[:hand_size]):
        at_plays = returned.get(index)
        for play, seat in enumerate(trick.seats):
            for withdrawn in at_plays.get(play, ()) if at_plays else ():
                yield LoggedCard(index, play, seat, withdrawn.card, withdrawn.position)
            yield LoggedCard(index, play, seat, trick.cards[play])


class Log:
    """The log of a record, searched at most once, and not at all if the listed hands say enough."""

    def __init__(self, record: RoundRecord, pack: Pack) -> None:
        self._record, self._pack = record, pack
        self._cards: tuple[LoggedCard, ...] | None = None
        self._shown: ShownCards | None = None

    @property
    def cards(self) -> tuple[LoggedCard, ...]:
        """Every card of the tricks that a round has, in order, those taken back too."""
        if self._cards is None:
            self._cards = tuple(logged_cards(self._record, self._pack.hand_size))
        return self._cards

    @property
    def shown(self) -> ShownCards:
        """The cards shown by the tricks of the log, without any beyond the last trick of a round."""
        if self._shown is None and self._record.withdrawn:
            self._shown = self._with_corrections()
        elif self._shown is None:
            self._shown = shown_in(self._record.tricks[: self._pack.hand_size], self._pack.players)
        return self._shown

    def _with_corrections(self) -> ShownCards:
        """Like `shown`, for a log with cards taken back: these are shown too, and may be played once more later."""
        sizes = hand_sizes(self._record, self._pack)
        played, returned = [0] * self._pack.players, [0] * self._pack.players
        gone = back = conflicting = 0
        for each in self.cards:
            seat, bit = each.seat, BIT[each.card] & ~UNREAD_BIT
            elsewhere = back & bit and any(mask & bit for other, mask in enumerate(returned) if other != seat)
            if gone & bit or elsewhere:
                conflicting |= bit
            if each.withdrawn is None:
                played[seat] |= bit
                gone |= bit
            else:
                returned[seat] |= bit
                back |= bit
        everything = gone
        for stayed, taken, size in zip(played, returned, sizes, strict=True):
            everything |= taken
            if (stayed | taken).bit_count() > size:
                conflicting |= taken & ~stayed
        by_seat = tuple(stayed | taken for stayed, taken in zip(played, returned, strict=True))
        return ShownCards(by_seat, everything, conflicting)


def tricks_left(record: RoundRecord, hand_size: int) -> int:
    """Return how many tricks of a round are left after the log, a trick in progress included."""
    return hand_size - len(record.tricks) + has_trick_in_progress(record)


def has_trick_in_progress(record: RoundRecord) -> bool:
    """Return whether the last trick of the log lacks a card."""
    return bool(record.tricks) and len(set(record.tricks[-1].seats)) < len(record.table.players)


def may_be_in_progress(record: RoundRecord, index: int) -> bool:
    """Return whether the log may end within the trick at this index: it is the last one, and names no winner."""
    return index == len(record.tricks) - 1 and record.tricks[index].winner is None


def end_of_log(record: RoundRecord) -> At:
    """Return the moment at which the log ends, which is that of a claim."""
    tricks = record.tricks
    return At(len(tricks) - 1, len(tricks[-1].seats)) if has_trick_in_progress(record) else At(len(tricks), 0)


def ends_unwritten(record: RoundRecord) -> bool:
    """Return whether a reading puts a trick in behind the log: nobody knows that it was played."""
    return bool(record.tricks) and record.tricks[-1].form == "unwritten" and record.sent is None


def says_how_play_ended(record: RoundRecord) -> bool:
    """Return whether a record says that play ended where the log ends.

    It does with a claim, with `stopped`, with a decision that broke the round off, or with a call at that moment.
    """
    if record.stopped or record.claim is not None or record.decisions.may_be_broken_off:
        return True
    end = end_of_log(record)
    # The last card of a trick and the time before the next lead are one moment.
    ends = (end,) if end.plays else (end, At(end.trick - 1, len(record.table.players)))
    return any(call.at in ends for call in record.accusations or ())


def end_of_writing(record: RoundRecord) -> At:
    """Return the moment at which the log ends without tricks that a reading puts in behind it."""
    while ends_unwritten(record):
        record = record._replace(tricks=record.tricks[:-1])
    return end_of_log(record)


def latest_moment(record: RoundRecord) -> At:
    """Return the latest moment by which play is known to have gone on: the end of the log, or a moment after it."""
    moments = [card.at for card in record.withdrawn] + [call.at for call in record.accusations or ()]
    return max([end_of_writing(record), *[at for at in moments if at is not None]])


def shows_end_of_play(record: RoundRecord, hand_size: int) -> bool:
    """Return whether a record says how play ended, or shows that the round was over."""
    return says_how_play_ended(record) or latest_moment(record) >= At(hand_size, 0)


def placed(trick: Trick, leader: int, order: Sequence[tuple[int, ...]]) -> Trick:
    """Return a trick in a short form with its plays clockwise from ``leader``, whatever leader the record names."""
    _, cards, claimed_leader, winner, form, _, broken, is_suspect = trick
    seats = rotation = order[leader]
    if form == "cards":
        seats, known = seats_of_plays(rotation, len(cards)), bool(cards)
    else:
        card_of = dict(zip(trick.seats, cards, strict=True))
        known = leader in card_of
        if card_of.keys() != set(rotation):
            # With unequal hands, the last trick may name a player who had no card left: that player comes last.
            due = [seat for seat in rotation if seat in card_of]
            seats = (*due, *(seat for seat in card_of if seat not in due))
        cards = tuple(map(card_of.__getitem__, seats))
    return Trick(seats, cards, claimed_leader, winner, form, known, broken, is_suspect)


def seats_of_plays(rotation: tuple[int, ...], plays: int) -> tuple[int, ...]:
    """Return the seats of this number of plays, round and round the table."""
    return rotation if plays == len(rotation) else tuple(islice(cycle(rotation), plays))


def with_leads(record: RoundRecord, ruleset: Ruleset) -> RoundRecord:
    """Return a record with each trick that leaves out its leader in the order of play, from the player who led it.

    The leader is the winner of the trick before, by the cards that lay there at the lead. If the leader is not known,
    neither is the lead, nor the owner of any card of a trick without names.
    """
    pack, established = ruleset.packs[len(record.table.players)], ruleset.parameters.calls.established
    everybody = frozenset(range(pack.players))
    may_lead = everybody if record.first_leader is None else frozenset((record.first_leader,))
    tricks, backs = list[Trick](), dict[int, list[Withdrawn]]()
    for withdrawn in record.withdrawn:
        backs.setdefault(withdrawn.trick, []).append(withdrawn)
    for index, trick in enumerate(record.tricks):
        led = trick
        if trick.form not in {"plays", "unwritten"} and trick.leader is None:
            led = _led(trick, may_lead, rotations_of(record, pack, index))
        elif trick.form == "cards" and not pack.has_equal_hands:
            led = placed(trick, trick.leader or 0, rotations_of(record, pack, index))
        tricks.append(led)
        may_lie: dict[int, int] = {}
        if index in backs:
            lying = [(back, _lay_at_lead(record, established, back)) for back in reversed(backs[index])]
            led, may_lie = as_it_lay(led, lying, {}, lambda _: UNREAD_BIT)
        winners = _possible_winners(pack, led, may_lead, may_lie) or everybody
        may_lead = frozenset([leader_after(record, pack, index + 1, winner) for winner in winners])
    return record._replace(tricks=tuple(tricks))


def rotations_of(record: RoundRecord, pack: Pack, index: int) -> Sequence[tuple[int, ...]]:
    """Return for each seat those clockwise from it that have a card for the trick at this index."""
    order = record.table.order
    if players_with_a_card_for(pack, index) == pack.players:
        return order
    sizes = hand_sizes(record, pack)
    return [tuple([seat for seat in rotation if sizes[seat] > index]) for rotation in order]


def _led(trick: Trick, may_lead: frozenset[int], rotations: Sequence[tuple[int, ...]]) -> Trick:
    """Return a trick that one of these players led."""
    if len(may_lead) == 1 and trick.cards:
        return placed(trick, min(may_lead), rotations)
    cards = (UNREAD,) * len(trick.cards) if trick.form == "cards" else trick.cards
    return trick._replace(cards=cards, lead_known=False)


def _lay_at_lead(record: RoundRecord, established: str, withdrawn: Withdrawn) -> Broken:
    """Return whether a card that was taken back still lay there at the next lead, of which nobody wrote who made it."""
    if withdrawn.at is None and established == "offending_side_plays_next":
        return Broken.MAYBE
    return lay_there(record, established, withdrawn, At(withdrawn.trick + 1, 0))


def _possible_winners(pack: Pack, trick: Trick, may_lead: frozenset[int], may_lie: Mapping[int, int]) -> frozenset[int]:
    """Return who may have won a trick, of whose unknown cards no list is known; nobody if no card can have won it.

    ``may_lie`` has for some seats a mask of the cards of which each may have lain there.
    """
    seats, cards = trick.seats, trick.cards
    if trick.winner is not None:
        return frozenset((trick.winner,))
    if len(set(seats)) < len(seats):
        return frozenset()  # nobody knows which of two cards of one player counts
    if trick.lead_known and len(seats) == pack.players and UNREAD not in cards:
        won = pack.winning_play(cards)
        return frozenset() if won is None else frozenset((seats[won],))
    card_of = dict(zip(seats, cards, strict=True))
    others = pack.cards & ~mask_of(cards)
    known = {seat: mask for seat, mask in may_lie.items() if not mask & UNREAD_BIT}
    unknown = {seat: known.get(seat, others) for seat in range(pack.players) if card_of.get(seat, UNREAD) == UNREAD}
    if not trick.lead_known:
        led = {pack.suit[card_of.get(seat, UNREAD)] for seat in may_lead}
    elif not cards or (trick.form == "plays" and len(seats) < pack.players):
        led = {UNKNOWN_SUIT}  # the card that is missing may have been the lead
    else:
        led = {pack.suit[cards[0]]}
    leads = [(suit, None) for suit in (range(UNKNOWN_SUIT) if UNKNOWN_SUIT in led else led)]
    return possible_winners(pack, trick, leads, unknown, {})
