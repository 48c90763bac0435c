"""What a search shows of the play: a line of cards for what it has proved, and the tricks after each card."""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.cards import BIT, cards_in
from service.spades.solver.compact_position import Compact
from service.spades.solver.position import BudgetExceeded, Game, Position, legal_now
from service.spades.solver.search import Search, Solution, State, Trick

_MARGIN: Final = 2_000
"""The positions that a line may search beside those that the solution has searched."""


def line_of(solution: Solution) -> tuple[int, ...]:
    """Return a line of play in which the counted seats take a number of tricks that is proved to be the best.

    If it is not known exactly, those who want many tricks play so that the fewest proved are reached. Empty if that
    line itself would take too long to find.
    """
    return _walked(solution, keep_least=True, keep_most=solution.bounds.exact)


def line_against(solution: Solution) -> tuple[int, ...]:
    """Return a line in which those who want few tricks play so that the most proved are not exceeded."""
    return _walked(solution, keep_least=solution.bounds.exact, keep_most=True)


def _walked(solution: Solution, *, keep_least: bool, keep_most: bool) -> tuple[int, ...]:
    search = solution.search
    budget, search.budget = search.budget, search.positions + _MARGIN
    positions, tricks_paid = search.positions, search.tricks_paid
    try:
        return _Walk(solution, keep_least=keep_least, keep_most=keep_most).cards()
    except BudgetExceeded:
        return ()
    finally:
        search.budget, search.positions, search.tricks_paid = budget, positions, tricks_paid


class _Moment(NamedTuple):
    """A turn in a trick: the cards left when it began, its state, the cards played to it, and the choices."""

    left: int
    state: State
    played: list[int]
    choices: list[int]


class _Walk:
    """A walk from the position of a solution to the last card."""

    def __init__(self, solution: Solution, *, keep_least: bool, keep_most: bool) -> None:
        self.solution = solution
        self.search = solution.search
        self.keep_least = keep_least
        """Whether those who want many tricks keep to cards with which the fewest proved are reached."""
        self.keep_most = keep_most
        """Whether those who want few keep to cards with which the most proved are not exceeded."""
        self.excess = solution.at_most + 1 - solution.at_least
        """How many more than the fewest would be too many."""

    def cards(self) -> tuple[int, ...]:
        """Return the cards of the line."""
        solution, compact = self.solution, self.solution.compact
        position = compact.position
        line: list[int] = []
        left = solution.left
        state: State = (position.leader, solution.flags, solution.at_least)
        played = [compact.encode(1 << card) for card in position.plays]
        choices = list(compact.hands)
        while left:
            known = len(played)
            state = self._play_trick(left, state, played, choices)
            line += played[known:]
            for card in played:
                left ^= card
            played = []
            choices = self.search.choices(self.search.patterns(left))
        return tuple([compact.card_of(card) for card in line])

    def _play_trick(self, left: int, state: State, played: list[int], choices: list[int]) -> State:
        """Add the rest of a trick to the cards played; return the state after it."""
        search, count = self.search, self.solution.compact.players
        while len(played) < count:
            seat = (state[0] + len(played)) % count
            if played:
                trick, rest, best = _retraced(search, left, state, played, choices)
                options = search.plays(trick, seat, rest, best)
                state = (trick.leader, trick.flags, trick.need)
            else:
                options, state = search.leads(left, state, choices)
            played.append(self._chosen(seat, options, _Moment(left, state, played, choices)))
        trick, _, best = _retraced(search, left, state, played, choices)
        winner = search.winner(best)
        return winner, search.flags_after(trick, best), state[2] - search.counts[winner]

    def _chosen(self, seat: int, options: list[int], moment: _Moment) -> int:
        """Return the first card that keeps to what is proved, the first of all if its player need not keep to it."""
        wants = self.search.wants[seat]
        if len(options) > 1 and (self.keep_least if wants else self.keep_most):
            more = 0 if wants else self.excess
            for card in options:
                if self._reaches(moment, card, more) is wants:
                    return card
        return options[0]

    def _reaches(self, moment: _Moment, card: int, more: int) -> bool:
        """Return whether the counted seats still take what they need, and this many more, after a card."""
        search, (leader, flags, need) = self.search, moment.state
        played = [*moment.played, card]
        state = (leader, flags, need + more)
        trick, rest, best = _retraced(search, moment.left, state, played, moment.choices)
        if len(played) == self.solution.compact.players:
            return search.after(trick, rest, best)
        return search.follows(trick, (leader + len(played)) % self.solution.compact.players, rest, best)


def _retraced(search: Search, left: int, state: State, played: list[int], choices: list[int]) -> tuple[Trick, int, int]:
    """Return a trick after these cards, the cards that are left, and the card that is winning it."""
    trick = search.trick(played[0], state, choices)
    best = played[0]
    for card in played:
        left ^= card
        if card > best and card & trick.ranking:
            best = card
    return trick, left, best


class CardValue(NamedTuple):
    """The tricks of a side after a card, the one in progress with them, if all others play against it together."""

    card: int
    at_least: int
    at_most: int


class CardValues(NamedTuple):
    """The values of several cards in one position, and the positions that were searched for them."""

    values: tuple[CardValue, ...]
    positions: int


def values_of_cards(solution: Solution, cards: tuple[int, ...]) -> CardValues:
    """Return the tricks that the counted seats take after each of these cards of the player in turn.

    The budget is that of the solution. Cards that touch in his hand, with no card of another player between them, are
    searched once; in the first trick, whose rules may tell them apart, each by itself.
    """
    position = solution.compact.position
    alike: dict[int, CardValue] = {}
    found: list[CardValue] = []
    for card in cards:
        key = card if position.is_first_trick else _highest_alike(solution.compact, position.turn, card)
        if key not in alike:
            alike[key] = _value_of(solution, card)
        found.append(alike[key]._replace(card=card))
    return CardValues(tuple(found), solution.search.positions)


def legal_cards_now(game: Game, position: Position) -> tuple[int, ...]:
    """Return the cards that the player in turn may play."""
    return cards_in(legal_now(game, position))


def _highest_alike(compact: Compact, seat: int, card: int) -> int:
    """Return the highest card of the run of touching cards in a hand that this card is in."""
    index = compact.cards.index(card)
    suit = compact.game.pack.suit[card]
    while (
        index + 1 < len(compact.cards)
        and compact.owner[index + 1] == seat
        and compact.game.pack.suit[compact.cards[index + 1]] == suit
    ):
        index += 1
    return compact.cards[index]


def _value_of(solution: Solution, card: int) -> CardValue:
    """Return the tricks after a card: "at least this many?" is asked again and again, halving what is left open."""
    at_least, at_most = 0, solution.compact.position.tricks_left
    while at_least < at_most:
        need = (at_least + at_most + 1) // 2
        try:
            reached = _reaches_after(solution, card, need)
        except BudgetExceeded:
            break
        if reached:
            at_least = need
        else:
            at_most = need - 1
    return CardValue(card, at_least, at_most)


def _reaches_after(solution: Solution, card: int, need: int) -> bool:
    """Return whether the counted seats take at least this many of the tricks left after a card."""
    search, compact = solution.search, solution.compact
    position = compact.position
    played = [compact.encode(BIT[each]) for each in (*position.plays, card)]
    state: State = (position.leader, solution.flags, need)
    # Which cards of a hand are alike is the same as at the beginning of the trick.
    choices = solution.every_card() if position.is_first_trick else search.choices(search.patterns(solution.left))
    trick = search.trick(played[0], state, choices)
    left, best = solution.left, played[0]
    for each in played:
        left ^= each
        best = _winning(each, best, trick.ranking)
    if len(played) == compact.players:
        return search.after(trick, left, best)
    return search.follows(trick, (position.leader + len(played)) % compact.players, left, best)


def _winning(card: int, best: int, ranking: int) -> int:
    """Return the card that wins of one that is played and the best before it."""
    return card if card > best and card & ranking else best
