"""A record that contradicts itself: its suspect entries, and the slips that may have made them wrong.

A slip is a change of one entry of the record, or of a few that are written together. If no single slip mends a record,
or too many might, it is masked: each suspect card is one that could not be read, a suspect list is none, and what the
record still proves then rests on nothing suspect.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from service.spades.cards import BIT, UNREAD, UNREAD_BIT, cards_in, mask_of, united
from service.spades.catalogue.parameters.bids import NILS, Kind
from service.spades.findings import COUNTING, Finding, Location, play_of
from service.spades.record.log import (
    LoggedCard,
    RoundContext,
    ShownCards,
    hand_sizes,
    lacks_a_card,
    logged_cards,
    passes_in_order,
    shown_in,
    undo_passes,
)
from service.spades.record.model import RoundRecord, Trick, TrickResult
from service.spades.sentence import Sentence, say

BID_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SlipCode: TypeAlias = Literal[
    "card_miscopied",
    "name_miscopied",
    "cards_exchanged",
    "names_exchanged",
    "play_left_out",
    "play_written_twice",
    "plays_out_of_order",
    "trick_left_out",
    "trick_written_twice",
    "tricks_exchanged",
    "trick_misplaced",
    "card_left_out",
    "card_written_twice",
    "card_with_wrong_player",
    "pass_left_out",
    "dealer",
    "winner",
    "leader",
    "bidder",
    "blind_left_out",
]
"""The kinds of slips that are considered (docs/reference/rules.md, "Slips before accusations")."""


class Change(NamedTuple):
    """One entry of a record that a slip explains: what is there, and what should be.

    ``recorded`` is None if nothing is there, ``suggested`` if nothing should be, or if nobody knows what should be.
    Both are None for a whole trick.
    """

    location: Location
    kind: Literal["card", "player", "team", "trick", "bid"]
    """The kind of entry: a card, the seat of a player, a side, or the place of a kind of bids among `BID_KINDS`."""
    recorded: int | None = None
    suggested: int | None = None


class MendedRecord(NamedTuple):
    """A record as it may have been meant, and the one slip that makes it the record as written."""

    slip: SlipCode
    changes: tuple[Change, ...]
    record: RoundRecord
    detail: Sentence
    tricks: tuple[int | None, ...] | None = None
    """For each trick of this record its index as written, None for one that is not there; None if none has moved."""
    plays: Mapping[int, tuple[int | None, ...]] = MappingProxyType({})
    """The same for the plays of each trick in which one has moved, by the index of the trick here."""
    is_rare: bool = False
    """Whether it is a slip so rare that it explains nothing if it brings an offence."""

    @property
    def numbers_tricks_anew(self) -> bool:
        """Whether a trick of this record has another number as written; not if only the last is left out here."""
        return self.tricks is not None and self.tricks != tuple(range(len(self.tricks)))

    def as_written(self, location: Location) -> Location | None:
        """Return where a location of this record is in the record as written, None if it is nowhere."""
        if location[:1] != ("tricks",) or len(location) == 1:
            return location
        trick = int(location[1])
        # A trick that is left out at the end of the log has its place behind the last one.
        if self.tricks is not None and trick >= len(self.tricks):
            return None
        index = trick if self.tricks is None else self.tricks[trick]
        if index is None:
            return None
        indices = play_of(location)
        if trick not in self.plays or indices is None:
            return ("tricks", index, *location[2:])
        play = self.plays[trick][indices[1]]
        return None if play is None else ("tricks", index, "plays", play, *location[4:])

    def finding_as_written(self, finding: Finding) -> Finding | None:
        """Return a finding of this record as one of the record as written, None if it is about none of its entries."""
        location = self.as_written(finding.location)
        if location is None:
            return None
        if self.tricks is None and not self.plays:
            return finding
        trick = finding.trick
        if trick is not None and self.tricks is not None and trick <= len(self.tricks):
            index = self.tricks[trick - 1]
            trick = None if index is None else index + 1
        evidence = finding.evidence
        if evidence is not None and isinstance(evidence.proved_by, tuple):
            evidence = evidence._replace(proved_by=self.as_written(evidence.proved_by))
        return finding._replace(location=location, trick=trick, evidence=evidence)

    def finding_as_offered(self, finding: Finding) -> Finding:
        """Return a finding of this record at its place in the record as written, even if that has no such place yet."""
        return self.finding_as_written(finding) or finding._replace(location=self.place_offered(finding.location))

    def place_offered(self, location: Location) -> Location:
        """Return where a location of this record is in the record as written, or would be if that had such a place."""
        written, indices = self.as_written(location), play_of(location)
        if written is not None or indices is None:
            return written or location
        trick = self.record.tricks[indices[0]]
        if trick.form != "cards_by_player":
            return location
        return ("tricks", indices[0], trick.form, trick.seats[indices[1]])


def _written_before(mended: MendedRecord, location: Location) -> Location:
    """Return where a location of a mended record is in the record as written; a trick put in is at the next one."""
    if mended.tricks is None or location[0] != "tricks" or len(location) != len(("tricks", 0)):
        return mended.place_offered(location)
    place = int(location[1])
    later = [index for index in mended.tricks[place:] if index is not None]
    return ("tricks", later[0] if later else sum(index is not None for index in mended.tricks))


def mended_again(first: MendedRecord | None, second: MendedRecord) -> MendedRecord:
    """Return ``second``, which mends the record of ``first``, as one mended record with both slips; None is no slip."""
    if first is None:
        return second
    count = len(second.record.tricks)
    steps: tuple[int | None, ...] = second.tricks or tuple(range(count))
    before = first.tricks or tuple(range(len(first.record.tricks)))
    plays: dict[int, tuple[int | None, ...]] = {}
    for index, step in enumerate(steps):
        own, earlier = second.plays.get(index), None if step is None else first.plays.get(step)
        if own is not None and earlier is not None:
            plays[index] = tuple(None if play is None else earlier[play] for play in own)
        elif own is not None or earlier is not None:
            plays[index] = own or earlier or ()
    changes = [change._replace(location=_written_before(first, change.location)) for change in second.changes]
    return MendedRecord(
        first.slip,
        (*first.changes, *changes),
        second.record,
        say("two_slips", both=(first.detail, second.detail)),
        None
        if first.tricks is second.tricks is None
        else tuple(None if step is None else before[step] for step in steps),
        plays,
    )


_FEW: Final = 3
"""The most cards fitting a place that are tried one by one. If more fit, the card is taken as unknown."""
_Item = TypeVar("_Item")


class Scene:
    """A record and the errors in it."""

    def __init__(
        self, context: RoundContext[RoundRecord], errors: tuple[Finding, ...], played: tuple[TrickResult, ...]
    ) -> None:
        """``played`` are the outcomes of the tricks, as the record is written."""
        self.context, self.record, self.pack = context, context.record, context.pack
        self.errors, self.played = errors, played
        self.codes = frozenset([error.code for error in errors])
        self._logged: tuple[LoggedCard, ...] | None = None
        self._held: dict[int, int | None] = {}
        self._shown: tuple[int, ...] | None = None
        self._stayed: ShownCards | None = None

    def with_code(self, *codes: str) -> list[Finding]:
        """Return the errors with these codes."""
        return [error for error in self.errors if error.code in codes]

    @property
    def logged(self) -> tuple[LoggedCard, ...]:
        """Every card of the log, those taken back too."""
        if self._logged is None:
            self._logged = tuple(logged_cards(self.record, len(self.record.tricks)))
        return self._logged

    @property
    def suspect_cards(self) -> tuple[LoggedCard, ...]:
        """The cards of the log of which one must be wrong: those with an error, and those that are the same card."""
        located = {error.location for error in self.errors}
        tricks = {error.trick for error in self.with_code("wrong_winner")}
        cards = {logged.card for logged in self.logged if logged.location in located} | self._beside_wrong_lists
        for error in self.with_code("card_not_held"):
            cards.update(beside_unread(self.record, error))
        if "extra_tricks" in self.codes:
            # Nobody compared the cards of the tricks beyond the last.
            stayed = [(logged.card, logged.trick) for logged in self.logged if logged.withdrawn is None]
            earlier = {card for card, trick in stayed if trick < self.pack.hand_size}
            beyond = [card for card, trick in stayed if trick >= self.pack.hand_size]
            cards.update(card for card in beyond if card in earlier or beyond.count(card) > 1)
        return tuple(
            logged
            for logged in self.logged
            if logged.card != UNREAD and (logged.card in cards or logged.trick + 1 in tricks)
        )

    @property
    def suspect_in_lists(self) -> frozenset[int]:
        """The cards that are suspect wherever they are listed: in two places, out of the pack, or played by another."""
        errors = self.with_code("duplicate_card", "card_not_in_deck", "card_not_held")
        return self._beside_wrong_lists | {error.card for error in errors if error.card is not None}

    @property
    def _beside_wrong_lists(self) -> frozenset[int]:
        """The cards that players show beside their lists of a wrong size."""
        evidence = [error.evidence for error in self.with_code("wrong_hand_size")]
        return frozenset(card for shown in evidence if shown is not None for card in shown.played or ())

    @property
    def dealer_in_doubt(self) -> bool:
        """Whether the dealer may be wrong.

        A size may be another one than by the dealer (`sizes_in_doubt`). Or nobody wrote who led first, and a card of
        the first trick is not in its player's list.
        """
        first_lead_follows = bool(self.record.tricks) and not self.record.tricks[0].is_lead_recorded
        return self.sizes_in_doubt or (
            first_lead_follows and any(error.trick == 1 for error in self.with_code("card_not_held"))
        )

    @property
    def sizes_in_doubt(self) -> bool:
        """Whether a list of unequal hands, or the last trick, has another size than by the dealer."""
        if self.pack.has_equal_hands:
            return False
        size = self.pack.hand_size
        if len(self.record.tricks) == size and any(
            error.code == "missing_tricks" or error.trick == size for error in self.errors
        ):
            return True
        lists = zip(self.record.hands, hand_sizes(self.record, self.pack), strict=True)
        return any(hand is not None and len(hand) != dealt for hand, dealt in lists)

    @property
    def missing_tricks(self) -> int:
        """How many whole tricks are missing that the sheet counts."""
        return self.pack.hand_size - len(self.record.tricks) if "missing_tricks" in self.codes else 0

    @property
    def suspect_tricks(self) -> tuple[int, ...]:
        """The indices of the tricks with an error, or with a suspect card.

        If the record leaves out who led, a slip may show only later, when cards seem to be another player's.
        """
        own = {error.trick - 1 for error in self.errors if error.trick is not None}
        if own and self.record.leads_left_out:
            own.update(range(min(own)))
        own |= {logged.trick for logged in self.suspect_cards}
        return tuple(sorted(index for index in own if index < len(self.record.tricks)))

    def held(self, seat: int) -> int | None:
        """Return the cards of a player's list when play starts, as a mask; None if that is not known whole."""
        if seat not in self._held:
            hand = self.record.hands[seat]
            own = UNREAD_BIT if hand is None or self.may_have_passed(seat) else mask_of(hand)
            for _, (giver, taker, cards) in passes_in_order(self.record):
                passed = mask_of(cards)
                if taker == seat:
                    own |= passed
                elif giver == seat:
                    own = own & ~passed | passed & UNREAD_BIT
            self._held[seat] = None if own & UNREAD_BIT else own
        return self._held[seat]

    def may_have_held(self, seat: int, card: int) -> bool:
        """Return whether a player may have held a card by what his list says."""
        held = self.held(seat)
        return held is None or card == UNREAD or held & BIT[card] != 0

    def may_have_passed(self, seat: int) -> bool:
        """Return whether a player may have passed cards with a partner that the record does not have."""
        record, table, rules = self.record, self.record.table, self.context.ruleset.parameters.bids
        if record.exchanges == () or record.no_other_pass or not table.partners(seat):
            return False
        if not (rules.nil.exchange or rules.blind_nil.exchange):
            return False
        exchanges = record.exchanges or ()
        if any(exchange.giver == seat for exchange in exchanges) and any(
            exchange.taker == seat for exchange in exchanges
        ):
            return False
        side = table.side_of[seat]
        bids = [bid for bid in record.bids if bid.side == side]
        return not record.has_all_bids(side) or any(not bid.tricks for bid in bids)

    def most_passed(self, side: int) -> int:
        """Return how many cards the partners of a side pass each other for its bids."""
        rules = self.context.ruleset.parameters.bids
        own = [bid.kind for bid in self.record.bids if bid.side == side]
        return max([rules.of(kind).exchange for kind in own if kind in NILS], default=0)

    @property
    def stayed(self) -> ShownCards:
        """The cards that stayed on the table."""
        if self._stayed is None:
            self._stayed = shown_in(self.record.tricks, self.pack.players)
        return self._stayed

    def shown(self, seat: int | None = None) -> int:
        """Return the mask of the cards that the log shows of a player, or of all."""
        if self._shown is None:
            shown = list(self.stayed.by_seat)
            for back in self.record.withdrawn:
                shown[self.record.tricks[back.trick].seats[back.play]] |= BIT[back.card] & ~UNREAD_BIT
            self._shown = tuple(shown)
        return united(self._shown) if seat is None else self._shown[seat]

    def dealt_and_shown(self, seat: int) -> int:
        """Return the cards that the log and the drawing show of a hand as it was dealt or drawn."""
        if self.may_have_passed(seat):
            return 0
        shown = self.shown(seat)
        for draw in self.record.draws or ():
            shown |= mask_of(draw.kept) & mask_of(draw.cards) & ~UNREAD_BIT if draw.seat == seat else 0
        return undo_passes(self.record, seat, shown)

    def fitting(self, seat: int, instead_of: LoggedCard | None = None) -> tuple[int, ...]:
        """Return the cards that a player may have played at a place of the log, other than the one written there.

        It is `UNREAD` alone if more than a few fit.
        """
        held = self.held(seat)
        if held is None:
            others = mask_of(self.record.set_aside or ())
            for other in range(self.pack.players):
                others |= 0 if other == seat else (self.held(other) or 0) | self.shown(other)
            cards = self.pack.cards & ~others & ~self._gone(seat, instead_of)
        else:
            cards = held & self.pack.cards & ~self._gone(seat, instead_of)
        if instead_of is not None:
            cards &= ~mask_of((instead_of.card,))
        return few(cards)

    def _gone(self, seat: int, instead_of: LoggedCard | None) -> int:
        """Return the cards that a player can't have played at a place of the log, because he plays them elsewhere.

        A card that was taken back is played again, and may be played later. If the record leaves out who led, it may be
        in doubt who played the later cards: then the cards of all players count.
        """
        last = len(self.record.tricks) if instead_of is None or instead_of.withdrawn is None else instead_of.trick + 1
        stayed = shown_in(self.record.tricks[:last], self.pack.players)
        return stayed.all if self.record.leads_left_out else stayed.by_seat[seat]

    @property
    def unseen(self) -> int:
        """The cards that stayed on the table in no trick."""
        return self.pack.cards & ~self.stayed.all

    @property
    def unlisted(self) -> int:
        """The cards of the pack that are in no list, as a mask."""
        return self.pack.cards & ~mask_of(self.listed)

    @property
    def listed(self) -> tuple[int, ...]:
        """Every entry of the hands and of the cards set aside."""
        return tuple(card for cards in (*self.record.hands, self.record.set_aside) for card in cards or ())


def beside_unread(record: RoundRecord, error: Finding) -> frozenset[int]:
    """Return the cards that a player shows beside a list with unread cards, if the error says that they are too many.

    The error is about one of them, but any may be the one that is wrong.
    """
    hand = None if error.seat is None else record.hands[error.seat]
    if error.code != "card_not_held" or hand is None or UNREAD not in hand:
        return frozenset()
    shown = shown_in(record.tricks, len(record.table.players)).by_seat[error.seat or 0]
    received = united(mask_of(each.cards) for each in record.exchanges or () if each.taker == error.seat)
    return frozenset(cards_in(shown & ~mask_of(hand) & ~received))


def few(cards: int) -> tuple[int, ...]:
    """Return the cards of a mask, or `UNREAD` alone if they are more than a few."""
    return cards_in(cards) if cards.bit_count() <= _FEW else (UNREAD,)


def with_item(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """Return the items with another one at this index."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[_Item, ...], index: int) -> tuple[_Item, ...]:
    """Return the items without the one at this index."""
    return (*items[:index], *items[index + 1 :])


def exchanged(items: tuple[_Item, ...], one: int, other: int) -> tuple[_Item, ...]:
    """Return the items with two of them in each other's place."""
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def known(card: int | None) -> int | None:
    """Return a card, None for one that could not be read."""
    return None if card == UNREAD else card


def mended_by(slip: SlipCode, record: RoundRecord, detail: Sentence, *changes: Change) -> MendedRecord:
    """Return the record with these entries changed by one slip; a card that nobody knows is `UNREAD` in them.

    A card of a list for which nothing is suggested is left out; one after the last of a list is added.
    """
    mended = record
    for change in changes:
        mended = _put(mended, _inside(record, change.location), change.suggested)
    told = [
        Change(place, kind, known(recorded), known(suggested)) if kind == "card" else change
        for change in changes
        for place, kind, recorded, suggested in (change,)
    ]
    return MendedRecord(slip, tuple(told), mended, detail)


def swapped(kind: Literal["card", "player"], *entries: tuple[Location, int]) -> tuple[Change, Change]:
    """Return the changes that swap two entries; each is given as its place and what is recorded there."""
    (one, first), (other, second) = entries
    return Change(one, kind, first, second), Change(other, kind, second, first)


def _inside(record: RoundRecord, location: Location) -> Location:
    """Return the members and indices that lead to a place of a request in the record made of it."""
    match location:
        case ("tricks", trick, "plays", play, "withdrawn", position, _):
            places = [withdrawn[:3] for withdrawn in record.withdrawn]
            return ("withdrawn", places.index((int(trick), int(play), int(position))), "card")
        case ("tricks", trick, "plays", play, entry):
            return ("tricks", trick, "cards" if entry == "card" else "seats", play)
        case ("draws" | "bids" as entries, index, "player"):
            return (entries, index, "seat")
        case ("exchanges", index, "from" | "to" as name):
            return ("exchanges", index, "giver" if name == "from" else "taker")
    return location


def _put(whole: Any, path: Location, value: int | None) -> Any:
    """Return a record, or a part of one, with this value at a place in it."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(first, str):
        return whole._replace(**{first: _put(getattr(whole, first), rest, value)})
    if value is None and not rest:
        return without(whole, first)
    return with_item(whole, first, _put(whole[first], rest, value) if rest else value)


def with_trick(record: RoundRecord, index: int, trick: Trick) -> RoundRecord:
    """Return a record with another trick at this index."""
    return record._replace(tricks=with_item(record.tricks, index, trick))


def masked(scene: Scene) -> RoundRecord:
    """Return the record without what its errors make suspect."""
    record = scene.record
    for index in scene.suspect_tricks:
        record = with_trick(record, index, record.tricks[index]._replace(is_suspect=True))
    for logged in scene.suspect_cards:
        record = _put(record, _inside(record, (*logged.location, "card")), UNREAD)
    for error in scene.errors:
        record = _without_names(record, error)
    record = _without_leads(record)
    return _without_lists(scene, record._replace(hands=_hands(scene)))


def _without_leads(record: RoundRecord) -> RoundRecord:
    """Return a record without the leads that it leaves out, and without the cards of the tricks that they follow from.

    The slip may be in any trick that is won before the first error shows: then another player led the next.
    """
    if not record.leads_left_out:
        return record
    tricks = list(record.tricks)
    for index, trick in enumerate(tricks):
        if not trick.is_lead_recorded and index:
            tricks[index - 1] = tricks[index - 1]._replace(cards=(UNREAD,) * len(tricks[index - 1].cards))
    for index, trick in enumerate(tricks):
        if not trick.is_lead_recorded:
            cards = (UNREAD,) * len(trick.cards) if trick.form == "cards" else trick.cards
            tricks[index] = trick._replace(cards=cards, lead_known=False)
    return record._replace(tricks=tuple(tricks))


def _without_names(record: RoundRecord, error: Finding) -> RoundRecord:
    """Return a record without a winner or leader that is claimed wrongly, or cards whose player is in doubt."""
    if error.trick is None or error.trick > len(record.tricks):
        return record
    index, trick = error.trick - 1, record.tricks[error.trick - 1]
    match error.code:
        case "wrong_winner":
            trick = trick._replace(winner=None)
        case "leader_mismatch":
            # Which card was led is in doubt, and so is who led.
            record, trick = _with_trick_unread(record, index)
            trick = trick._replace(leader=None, form="cards_by_player", lead_known=False)
        case "missing_play" | "card_not_held" if trick.form == "cards":
            record, trick = _with_trick_unread(record, index)  # it is in doubt whose the other cards are
        case "extra_play":
            record, trick = _with_trick_unread(record, index)
    return with_trick(record, index, trick)


def _with_trick_unread(record: RoundRecord, index: int) -> tuple[RoundRecord, Trick]:
    """Return a record without the cards that were taken back in a trick, and that trick without its cards."""
    withdrawn = tuple([each._replace(card=UNREAD) if each.trick == index else each for each in record.withdrawn])
    trick = record.tricks[index]
    return record._replace(withdrawn=withdrawn), trick._replace(cards=(UNREAD,) * len(trick.cards))


def _hands(scene: Scene) -> tuple[tuple[int, ...] | None, ...]:
    """Return the hands that nothing speaks against, their suspect cards unread."""
    hands = list(scene.record.hands)
    doubted = {error.seat for error in scene.with_code("card_not_held", "wrong_hand_size")}
    suspect = scene.suspect_in_lists
    all_doubted = bool(scene.codes & {"extra_tricks", "illegal_exchange", "illegal_draw"})
    for seat, hand in enumerate(hands):
        if hand is None or all_doubted or seat in doubted:
            hands[seat] = None
        elif suspect.intersection(hand):
            hands[seat] = tuple(UNREAD if card in suspect else card for card in hand)
    return tuple(hands)


def _without_lists(scene: Scene, record: RoundRecord) -> RoundRecord:
    """Return a record without the exchanges, draws or cards set aside that something speaks against."""
    if "illegal_exchange" in scene.codes:
        record = record._replace(exchanges=None)
    # Who drew what makes the hands: a card that its player did not draw speaks against all draws.
    if scene.codes & {"illegal_draw", "card_not_held", "wrong_hand_size"} or any(
        error.location[0] == "draws" for error in scene.errors
    ):
        record = record._replace(draws=None)
    suspect = scene.suspect_in_lists
    if record.exchanges is not None:
        record = record._replace(
            exchanges=tuple(
                exchange._replace(cards=tuple(UNREAD if card in suspect else card for card in exchange.cards))
                for exchange in record.exchanges
            )
        )
    if suspect.intersection(record.set_aside or ()):
        record = record._replace(set_aside=None)
    return record


def rests_on_suspects(scene: Scene, finding: Finding) -> bool:
    """Return whether an offence rests on a turn or on a count that the record leaves in doubt."""
    if finding.evidence is not None and finding.evidence.proved_by == COUNTING:
        return True  # the card written wrong may be among those that were counted
    # Who was to lead may depend on the first bid, or on the dealer.
    if ("bid_missing" in scene.codes or scene.dealer_in_doubt) and (
        finding.location[0] == "bids" or (finding.code == "wrong_leader" and finding.trick == 1)
    ):
        return True
    if scene.sizes_in_doubt and finding.code == "wrong_leader" and finding.trick == scene.pack.hand_size:
        return True  # the dealer decides who still has a card then
    if (scene.missing_tricks or "extra_tricks" in scene.codes) and _rests_on_numbers(scene, finding):
        return True
    if not finding.properties.rests_on_turns:
        return False
    # If the card is suspect, so is whether it was played there at all.
    return finding.card is None or _is_in_doubt(scene, finding)


def _is_in_doubt(scene: Scene, finding: Finding) -> bool:
    """Return whether an error leaves in doubt who played when in a trick, or for a wrong lead, who was to lead it."""
    number, tricks = finding.trick or 0, scene.record.tricks
    # If a card is not its player's by his list, of the other turns only those after it rest on it.
    if finding.code == "out_of_turn" and number in {error.trick for error in scene.with_code("card_not_held")}:
        return True
    # Who had a card left for the last trick, if a list of a wrong size is not explained, is in doubt, too.
    if finding.code == "out_of_turn" and number == scene.pack.hand_size and "wrong_hand_size" in scene.codes:
        return True
    in_doubt = {error.trick for error in scene.errors if error.code != "card_not_held"}
    if "missing_tricks" in scene.codes and lacks_a_card(scene.pack, tricks[-1], len(tricks) - 1):
        in_doubt.add(len(tricks))
    return number in in_doubt or (finding.code == "wrong_leader" and number - 1 in in_doubt)


def _rests_on_numbers(scene: Scene, finding: Finding) -> bool:
    """Return whether an offence rests on which trick it was, or on a card that may be in a trick too many."""
    if finding.properties.rests_on_number:
        return True
    proof = None if finding.evidence is None else finding.evidence.proved_by
    if "extra_tricks" not in scene.codes or proof is None:
        return False
    shown, own = play_of(proof) if isinstance(proof, tuple) else None, play_of(finding.location)
    return shown is None or own is None or shown < own
