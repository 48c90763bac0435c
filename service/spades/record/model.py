"""The types of a record: a round, a trick or a game as it was written down, players as seats, cards as indices.

Nothing here judges. A record is evidence, and parsing it never depends on whether the rules were kept. Indices count
from 0 and say where an item is in the record; numbers of tricks and rounds count from 1, as people count them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import UNREAD
from service.spades.catalogue.parameters.bids import Kind
from service.spades.catalogue.parameters.penalties import Remedy
from service.spades.table import Table


class Bid(NamedTuple):
    """A bid, by a player (``seat``) or by a side as a whole (``seat`` None), at its position among the bids."""

    position: int
    seat: int | None
    side: int
    tricks: int
    kind: Kind


TrickForm: TypeAlias = Literal["plays", "cards", "cards_by_player", "unwritten"]
"""How the cards of a trick were written: play by play, or in a short form, whose only order is that of the table; or
not at all, in a trick that nobody recorded, or that a reading puts in where one may be missing."""


class Trick(NamedTuple):
    """The plays of a trick in order, as parallel seats and cards, and the leader and winner that the record claims.

    In a short form (any but ``plays``) the plays are clockwise from the leader.
    """

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    leader: int | None = None
    winner: int | None = None
    form: TrickForm = "plays"
    lead_known: bool = True
    """False for a short form if nobody can say which card was led."""
    spades_broken: bool | None = None
    """Whether spades had been broken before this trick, if the record says so."""
    is_suspect: bool = False
    """Whether an entry of it must be wrong: who led next then does not show who won it."""

    @property
    def is_lead_recorded(self) -> bool:
        """Whether the record itself says who played the first card; otherwise that follows from the trick before."""
        return self.form == "plays" or (self.lead_known and self.leader is not None)

    def is_whole(self, players: int) -> bool:
        """Return whether each of this many players has one play in it."""
        return len(self.seats) == players == len(set(self.seats))


def unwritten_trick(seats: tuple[int, ...]) -> Trick:
    """Return a trick that these seats played, of which nothing else is known."""
    return Trick(seats, (UNREAD,) * len(seats), form="unwritten", lead_known=False)


class At(NamedTuple):
    """A moment of the play: the index of a trick, and how many of its plays lay on the table."""

    trick: int
    plays: int


class Withdrawn(NamedTuple):
    """A card that was taken back: the indices of its trick and its play, and its position among the cards there."""

    trick: int
    play: int
    position: int
    card: int
    at: At | None
    """When it was taken back. None if the record does not say; then it was in time if the rules leave any."""


class Accusation(NamedTuple):
    """A call of a revoke in the trick at this index (None for any trick), at its position among the calls."""

    position: int
    by: int
    against: int
    trick: int | None
    at: At | None
    """When it was made; None for after the round."""
    remedy: Remedy | None = None
    """What the wronged side chose if it is right; None if that is not recorded."""


class RoundClaim(NamedTuple):
    """A claim to some of the tricks that were left, with which the play of a round ended."""

    seat: int
    tricks: int | None
    """The number of tricks left that the claimer's side is to take, the trick in progress included; None for all."""
    statement: tuple[int, ...] = ()
    """The claimer's cards in the order in which he meant to play them."""
    accepted: bool = False
    """Whether the other side accepted it."""


class Reported(NamedTuple):
    """What the score sheet claims, by the names that it uses; None for a row that it lacks."""

    tricks_won: Mapping[str, int] | None
    points: Mapping[str, int] | None
    score: Mapping[str, int] | None
    bags: Mapping[str, int] | None
    """The running count of bags after the round."""

    def total_tricks(self, table: Table) -> int:
        """Return how many tricks it has: of each side its own figure, or else those of its players."""
        figures = self.tricks_won or {}
        return sum(
            [
                figures[side.name] if side.name in figures else sum([figures.get(player, 0) for player in side.players])
                for side in table.sides
            ]
        )


class Exchange(NamedTuple):
    """Cards that one player passed to another after the bidding."""

    giver: int
    taker: int
    cards: tuple[int, ...]


class Draw(NamedTuple):
    """The cards that a player drew in one turn, and which of them he kept."""

    seat: int
    cards: tuple[int, ...]
    kept: tuple[int, ...]


class Standing(NamedTuple):
    """A side's running totals: points, bags, how often it was set, how often it revoked."""

    score: int = 0
    bags: int = 0
    sets: int = 0
    revokes: int = 0
    consecutive_sets: int = 0
    """How often in a row, up to the last round that was not void; 0 unless the ruleset has a limit of them."""


START: Final = Standing()
"""The standing of a side before the first round of a game."""


RedealBy: TypeAlias = Literal["same_dealer", "next_dealer"]
"""Who deals after a void round, by the values of `table.redeal_by`."""


class DirectorsAdjustment(NamedTuple):
    """Points and tricks that a director gave to a side, or took from it (below 0), with the reason as written."""

    side: int
    points: int
    reason: str
    tricks: int = 0
    to: int | None = None
    """The side that gets the tricks taken; None if nobody does."""


class ChosenRemedy(NamedTuple):
    """What the wronged side chose for an offence with this code by this side."""

    code: str
    side: int
    remedy: Remedy


class Decisions(NamedTuple):
    """What a director decided about a round of a game, whatever its cards. The defaults decide nothing."""

    adjustments: tuple[DirectorsAdjustment, ...] = ()
    void: bool = False
    """Whether the round was declared void."""
    redeal_by: RedealBy | None = None
    """Who deals after the void round; None if the ruleset is to say."""
    forfeited_by: int | None = None
    """The side that forfeited the game in this round."""
    reason: str | None = None
    """Why the round is void, or the game forfeited."""
    time_called: bool = False
    """Whether time was called in the round, so that the game ends with it."""
    remedies: tuple[ChosenRemedy, ...] = ()
    """What wronged sides chose."""
    game_over: bool = False
    """Whether the game was over before this round, so that nobody can forfeit it any more."""

    @property
    def may_be_broken_off(self) -> bool:
        """Whether the round may lack bids and tricks: it was declared void, or the game was forfeited in it."""
        return self.void or self.forfeited_by is not None

    @property
    def lost_by(self) -> int | None:
        """The side that loses the game by its forfeit in this round, None if no side does."""
        return None if self.game_over else self.forfeited_by


NO_DECISIONS: Final = Decisions()


def is_broken_off(decisions: Decisions, *, finished: bool) -> bool:
    """Return whether a round has no score of its own; one that was ``finished`` keeps it despite a forfeit."""
    return decisions.void or (decisions.forfeited_by is not None and not finished)


class RoundRecord(NamedTuple):
    """The record of one round, finished or not."""

    table: Table
    bids: tuple[Bid, ...]
    tricks: tuple[Trick, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    """For each seat the cards dealt, or None if the hand is not known."""
    dealer: int | None = None
    round_number: int | None = None
    set_aside: tuple[int, ...] | None = None
    exchanges: tuple[Exchange, ...] | None = None
    """Cards passed between partners; None if the record does not say whether any were."""
    draws: tuple[Draw, ...] | None = None
    """How two players drew their hands, turn by turn; None if the record does not say."""
    before: tuple[Standing, ...] | None = None
    """For each side its standing before the round; None if the record does not say."""
    withdrawn: tuple[Withdrawn, ...] = ()
    """The cards taken back, in the order of the log."""
    accusations: tuple[Accusation, ...] | None = None
    """The calls of revokes; None if the record does not say whether there were any."""
    reported: Reported | None = None
    bids_recorded: bool = True
    """Whether the record has any bids at all; without them nothing is known of the bidding."""
    bidders: tuple[str, ...] | None = None
    """The bidders by name if the order of the bids is not known, parallel to the bids; None for bids in order."""
    short: bool = False
    """Whether a trick is in a short form."""
    leads_left_out: bool = False
    """Whether a trick in a short form does not say who led it."""
    stopped: bool = False
    """Whether play was stopped where the log ends: the tricks after it were not played."""
    decisions: Decisions = NO_DECISIONS
    claim: RoundClaim | None = None
    """The claim with which the play ended; None if there was none."""
    drawn_hands: frozenset[int] = frozenset()
    """The seats whose hand is not listed but follows from their draws."""
    opener: int | None = None
    """Who bids first, if that follows from earlier rounds and not from a dealer."""
    openers: tuple[int, ...] = ()
    """Those of whom one bids first, if earlier rounds leave open who; none if nothing is known of it."""
    first_leader: int | None = None
    """Who led the first trick if that does not say so itself; None if it is not known."""
    sent: tuple[int | None, ...] | None = None
    """For each trick its index among those sent, None for one that nobody recorded (`record.gaps`); None if no trick is
    said to be missing."""
    open_gaps: bool = False
    """Whether each trick that nobody recorded stands for any number of them."""
    misdeal_called_by: int | None = None
    """The seat that called a misdeal because of its cards."""
    away: tuple[int, ...] = ()
    """The scores of sides that sit out: they count for how far behind a side is."""
    no_other_pass: bool = False
    """Whether nothing was passed besides, as a reading of a record takes it that may lack passes."""

    @property
    def has_gaps(self) -> bool:
        """Whether it says that tricks are missing."""
        return self.sent is not None and None in self.sent

    @property
    def has_anything(self) -> bool:
        """Whether anything of the round is recorded, or nothing had to be because it was broken off."""
        has_cards = self.tricks or self.exchanges or self.draws or any(hand is not None for hand in self.hands)
        return bool(self.bids or has_cards or self.claim or self.decisions.may_be_broken_off)

    def has_all_bids(self, side: int) -> bool:
        """Return whether the bids of a side are recorded: one of each player, or one for all."""
        seats = [bid.seat for bid in self.bids if bid.side == side]
        return self.bids_recorded and (None in seats or len(seats) >= len(self.table.sides[side].seats))


class RoundSoFar(NamedTuple):
    """The record of a round that is being played, and what else decides what comes next in it."""

    record: RoundRecord
    looked: frozenset[int] | None = None
    """The seats that have seen their cards, so that they can't bid blind any more; None if nobody says who has."""


class RoundResult(NamedTuple):
    """A finished round as a score sheet has it: bids and tricks won."""

    table: Table
    bids: tuple[Bid, ...]
    side_tricks: tuple[int, ...]
    seat_tricks: tuple[int | None, ...]
    """For each seat its tricks; None if the sheet has only those of the side."""
    dealer: int | None = None
    round_number: int | None = None
    before: tuple[Standing, ...] | None = None
    away: tuple[int, ...] = ()
    """The scores of sides that sit out: they count for how far behind a side is."""
    opener: int | None = None
    """Who bids first, if that follows from earlier rounds and not from a dealer."""
    openers: tuple[int, ...] = ()
    """Those of whom one bids first, if earlier rounds leave open who; none if nothing is known of it."""
    reported: Reported | None = None
    bidders: tuple[str, ...] | None = None
    """The bidders by name if the order of the bids is not known, parallel to the bids; None for bids in order."""
    decisions: Decisions = NO_DECISIONS

    @property
    def without_tricks(self) -> RoundRecord:
        """The record of the same round in which nobody wrote down how it was played."""
        seats = tuple(range(len(self.table.players)))
        alike = {name: value for name, value in self._asdict().items() if name in RoundRecord._fields}
        return RoundRecord(**alike, tricks=(unwritten_trick(seats),), hands=(None,) * len(seats), sent=(None,))


class TrickRecord(NamedTuple):
    """One trick by itself, and what is known of the round around it."""

    table: Table
    trick: Trick
    hands: tuple[tuple[int, ...] | None, ...]
    """For each seat its hand before the trick, or None if that is not known."""
    expected: int | None
    """Who was to lead."""
    number: int | None
    broken: bool | None
    """Whether spades had been broken before."""


class GameRecord(NamedTuple):
    """The rounds of a game, each as a record or as a row of the score sheet, with the table at which it was played."""

    table: Table
    """As it is after the last substitution."""
    rounds: tuple[RoundRecord | RoundResult, ...]
    first_dealer: int | None
    before: tuple[Standing, ...] | None
    first_number: int = 1
    """The number of the first of these rounds in the game; a game that goes on begins with a later one."""


class Knowledge(NamedTuple):
    """What the whole record shows of each hand at the start of play, per seat; cards are masks."""

    certain: tuple[int, ...]
    """Cards that the player held: listed without conflict, or shown."""
    doubtful: tuple[int, ...]
    """Cards that the player is listed with or shows, on which the record contradicts itself."""
    listed: tuple[int, ...]
    """Cards that the player is listed with when play starts, in his hand or in an exchange, doubtful ones included."""
    complete: tuple[bool, ...]
    """Whether the player's hand is listed whole, so that it held no card outside the list."""
    shown_later: tuple[int, ...]
    """The certain cards that the log shows: they are in the hand until they are played, whatever else is unknown."""
    unseen: int
    """U: the cards of the pack that are in no list and not shown."""
    unknown: tuple[int, ...]
    """r: the number of unknown cards in the player's hand."""
    elsewhere: tuple[int, ...]
    """c: the number of places for unknown cards outside the player's hand."""
    contradicted: tuple[bool, ...]
    """Whether the record contradicts itself about the player's cards: counting can't say which of them he did not
    have."""
    barred: tuple[int, ...] = ()
    """Cards that no unrecorded pass can have brought to a hand; empty if the record has every pass."""
    may_be_passed: tuple[tuple[int, int], ...] = ()
    """The cards that nobody shows, dealt or received, and that the player may have passed on, and how many of them at
    most; empty if there is no doubt what was passed."""
    may_return: tuple[int, ...] = ()
    """Cards that the player passed on and that may have come back to his hand; empty if there are none."""
    hands_certain: bool = False
    """Whether every hand is known beyond doubt: a card that a player is not certain to have held, he did not hold."""


def certain_hands(hands: tuple[int, ...]) -> Knowledge:
    """Return that these are all cards of every hand."""
    nothing = (0,) * len(hands)
    return Knowledge(
        certain=hands,
        doubtful=nothing,
        listed=hands,
        complete=(True,) * len(hands),
        shown_later=hands,
        unseen=0,
        unknown=nothing,
        elsewhere=nothing,
        contradicted=(False,) * len(hands),
        hands_certain=True,
    )


class Broken(IntEnum):
    """Whether spades have been broken, as far as the record shows."""

    NO = 0
    MAYBE = 1
    YES = 2


class TrickResult(NamedTuple):
    """The outcome of a trick: seats and card indices, None for what the record does not show."""

    number: int
    leader: int | None
    led_suit: int | None
    winner: int | None
    winning_card: int | None
    broken: Broken
    """Whether spades are broken after this trick."""


class Moment(NamedTuple):
    """The moment at which a player chooses a card."""

    plays: tuple[int, ...]
    """The cards of the trick so far."""
    trick_number: int
    broken: bool
    """Whether spades were broken before this trick."""
