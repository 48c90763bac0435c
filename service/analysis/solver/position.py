"""A position with all hands known: the cards left, whose turn it is, what may be played, what may be asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import BIT, SPADES, cards_in, mask_of
from service.spades.catalogue.parameters.play import PlayRules
from service.spades.play.legality import Turn, legal_cards, spade_breaks
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset
from service.spades.table import Table


class Game(NamedTuple):
    """The rules that a position is played by: those of the play, and the pack for its number of players."""

    rules: PlayRules
    pack: Pack


def game_of(ruleset: Ruleset, players: int) -> Game:
    """Return the rules of play of a ruleset for this number of players, which it must allow."""
    return Game(ruleset.parameters.play, ruleset.packs[players])


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play at which all hands are known."""

    hands: tuple[int, ...]
    """For each seat, the mask of the cards it has left, without those in the trick in progress."""
    leader: int
    """The seat that has led to the trick in progress, or is to lead the next one."""
    plays: tuple[int, ...] = ()
    """The cards of the trick in progress, in turn from the leader; never a whole trick."""
    broken: bool = False
    """Whether spades were broken before the trick in progress."""
    is_first_trick: bool = False
    """Whether the trick in progress is the first of the round, which has rules of its own."""

    @property
    def turn(self) -> int:
        """The seat that is to play."""
        return (self.leader + len(self.plays)) % len(self.hands)

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not over, the one in progress included."""
        return self.hands[self.turn].bit_count()


FaultCode: TypeAlias = Literal["not_in_pack", "held_twice", "hands_unequal", "trick_is_whole"]


class PositionFault(NamedTuple):
    """A reason why a position is impossible."""

    code: FaultCode
    seat: int
    """The seat whose hand or play is at fault."""
    card: int | None = None


def faults_of(position: Position, pack: Pack) -> tuple[PositionFault, ...]:
    """Return every reason why a position is impossible; none if it can be solved.

    Players who have not played to the trick in progress hold one card more than those who have.
    """
    return (*_card_faults(position, pack), *_count_faults(position))


def _card_faults(position: Position, pack: Pack) -> Iterator[PositionFault]:
    seen = 0
    count = len(position.hands)
    held = [(seat, cards_in(hand)) for seat, hand in enumerate(position.hands)]
    played = [((position.leader + index) % count, (card,)) for index, card in enumerate(position.plays)]
    for seat, cards in (*held, *played):
        for card in cards:
            if not pack.cards & BIT[card]:
                yield PositionFault("not_in_pack", seat, card)
            elif seen & BIT[card]:
                yield PositionFault("held_twice", seat, card)
            seen |= BIT[card]


def _count_faults(position: Position) -> Iterator[PositionFault]:
    count = len(position.hands)
    if len(position.plays) >= count:
        yield PositionFault("trick_is_whole", position.leader)
        return
    done = {(position.leader + index) % count for index in range(len(position.plays))}
    for seat, hand in enumerate(position.hands):
        if hand.bit_count() + (seat in done) != position.tricks_left:
            yield PositionFault("hands_unequal", seat)


def legal_now(game: Game, position: Position) -> int:
    """Return the mask of the cards that the player in turn may play."""
    led = game.pack.suit[position.plays[0]] if position.plays else None
    turn = Turn(led, is_first_trick=position.is_first_trick, broken=position.broken)
    return legal_cards(game.rules, game.pack, position.hands[position.turn], turn)


def winner_of(game: Game, leader: int, plays: tuple[int, ...]) -> int:
    """Return the seat that wins a whole trick."""
    return (leader + (game.pack.winning_play(plays) or 0)) % len(plays)


def after(game: Game, position: Position, card: int) -> Position:
    """Return the position after the player in turn has played this card."""
    seat = position.turn
    hands = tuple(hand & ~BIT[card] if holder == seat else hand for holder, hand in enumerate(position.hands))
    plays = (*position.plays, card)
    if len(plays) < len(hands):
        return Position(hands, position.leader, plays, position.broken, position.is_first_trick)
    broken = position.broken or breaks_spades(game, plays)
    return Position(hands, winner_of(game, position.leader, plays), (), broken)


def with_seats(game: Game, position: Position, cards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return a line of play from a position on as the seats and cards of its plays."""
    plays = []
    for card in cards:
        plays.append((position.turn, card))
        position = after(game, position, card)
    return tuple(plays)


def breaks_spades(game: Game, plays: tuple[int, ...]) -> bool:
    """Return whether a trick breaks spades (docs/reference/rules.md, E5)."""
    is_there = mask_of(plays) & game.pack.suits[SPADES] != 0
    return is_there and spade_breaks(game.rules, game.pack.suit[plays[0]])


class Situation(NamedTuple):
    """A position at a table, and the ruleset that it is played by."""

    ruleset: Ruleset
    table: Table
    position: Position

    @property
    def game(self) -> Game:
        """The rules of play, as the solver asks for them."""
        return game_of(self.ruleset, len(self.table.players))

    def side_of(self, seat: int) -> frozenset[int]:
        """Return the seats of this player's side."""
        return frozenset(self.table.sides[self.table.side_of[seat]].seats)


GREATEST_BUDGET: Final = 8_000
"""The most positions that all questions of a request may search together, and as many as they have by default."""


@dataclass(frozen=True, slots=True)
class Question:
    """How many of the tricks left some players take, if some want them to be many and all others to be few."""

    counted: frozenset[int]
    """The seats whose tricks count."""
    wanting: frozenset[int]
    """The seats that want these tricks to be many; all others want them to be few."""
    claimer: int | None = None
    """The seat that plays in a stated order; None if nobody does."""
    statement: tuple[int, ...] = ()
    """The claimer's cards in that order. Once the next one can't be played, or none is left, he may play any."""


Result: TypeAlias = Literal["proved", "disproved", "undecided"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim to some of the tricks that are left."""

    claimer: int
    side: frozenset[int]
    """The seats of the claimer's side, his own included."""
    tricks: int
    """How many of the tricks left his side is to take, and no fewer."""
    statement: tuple[int, ...] = ()
    """His cards in the order in which he means to play them."""


class Answer(NamedTuple):
    """The answer to a question, as far as the budget allows."""

    result: Result
    at_least: int
    """The fewest tricks that are possible under the question, as far as that is proved."""
    at_most: int
    """The most tricks that are possible under it, as far as that is proved."""
    positions: int
    """The positions that were searched."""
    line: tuple[int, ...]
    """Cards from the one in turn to the last of the round that show the result; empty if it is undecided."""


StatementFaultCode: TypeAlias = Literal["stated_twice", "stated_not_held"]


class StatementFault(NamedTuple):
    """A reason why a statement can't be followed."""

    code: StatementFaultCode
    stated: int
    """The index of the card at fault in the statement."""


def statement_faults(position: Position, claim: Claim) -> Iterator[StatementFault]:
    """Yield every card of a statement that the claimer does not hold, or states twice."""
    for index, card in enumerate(claim.statement):
        if not position.hands[claim.claimer] & BIT[card]:
            yield StatementFault("stated_not_held", index)
        elif card in claim.statement[:index]:
            yield StatementFault("stated_twice", index)


class Bounds(NamedTuple):
    """The bounds that are proved for a number of tricks."""

    at_least: int
    at_most: int
    positions: int
    """The positions at the beginning of a trick that were searched for it. If that took very many tricks, some of
    these count as positions, too, so that a budget bounds the work (`search`)."""

    @property
    def exact(self) -> bool:
        """Whether the number is known."""
        return self.at_least == self.at_most


class BudgetExceeded(Exception):  # noqa: N818 - no error: what is proved so far holds
    """The search has spent its budget."""
