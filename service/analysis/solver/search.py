"""The search: whether some players can bring certain seats to take at least a number of the tricks that are left.

A position at the beginning of a trick is searched once for each pattern of owners; a table keeps the fewest and the
most tricks that are proved about it. Nothing depends on time or on the order of a set, so that every machine finds the
same in the same number of positions.

A budget of positions has to bound the work, and most of that is done where a trick ends. Sides that play against each
other end four to seven tricks in a position; if all players want the same, it may be seventy. So each position pays for
a number of tricks (`_TRICKS_PER_POSITION`), and tricks that are not paid for count as positions.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from service.analysis.solver.compact_position import Compact, SuitPatterns, Suits, cashable, losers
from service.analysis.solver.position import Bounds, BudgetExceeded, Game, Position, Question
from service.spades.cards import CLUBS, DIAMONDS, HEARTS, SPADES, united
from service.spades.pauses import Pause, no_pause

LOSE, DUCK, WIN_CHEAPLY, WIN_HIGH = range(4)
"""What a player tries first: to lose the trick, to leave it to his side, to win it cheaply, to win it in any case."""
BROKEN: Final = 1
"""A flag of a position: spades are broken, or it does not matter."""
STATED: Final = 2
"""A flag of a position: the claimer still plays in the stated order."""
FIRST: Final = 4
"""A flag of a position: this is the first trick of the round."""
_LEADER_SHIFT: Final = 54
_FLAGS_SHIFT: Final = 57
_BITS: Final = 6
_TRICKS_PER_POSITION: Final = 5
"""The tricks that each position counted pays for: about as many as most take."""
_FREE_TRICKS: Final = 1_000
"""The tricks that a search has free, or those of all positions of one question together, so that a small one counts its
positions and nothing else."""
_TRICKS_A_PAUSE: Final = 64
"""How many tricks end between two pauses: they take about as long as the audit of an ordinary round."""

State: TypeAlias = tuple[int, int, int]
"""The beginning of a trick: the seat on lead, the flags, and the tricks that the counted seats need."""


# The order in which cards are tried: first those that are likely to be right, so that the others need no search. It
# changes how many positions a search takes, never what it finds. A player is eager if he wants to win tricks.


def ascending(cards: int) -> list[int]:
    """Return the cards of a mask, from low to high."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest)
        cards ^= lowest
    return found


def tops_first(cards: int, tops: int, trumps: int) -> list[int]:
    """Return the leads of a player who wants to win: the highest cards of suits, then low ones, trumps last."""
    rest = cards & ~tops
    return ascending(cards & tops) + ascending(rest & ~trumps) + ascending(rest & trumps)


def low_leads_first(cards: int, trumps: int) -> list[int]:
    """Return the leads of a player who wants to lose: low cards first, trumps last."""
    return ascending(cards & ~trumps) + ascending(cards & trumps)


def plays_in_order(cards: int, best: int, ranking: int, mood: int) -> list[int]:
    """Return the cards that may be played to a trick; ``best`` is winning it, and ``ranking`` holds those that could.

    A player who wants to lose tries his highest losing card first, all others their lowest.
    """
    winning = cards & ranking & -best
    losing = ascending(cards & ~winning)
    if not winning:
        if mood == LOSE:
            losing.reverse()
        return losing
    beating = ascending(winning)
    if mood == DUCK:
        return losing + beating
    if mood == LOSE:
        losing.reverse()
        return losing + beating
    if mood == WIN_HIGH:
        beating.reverse()
    return beating + losing


class Trick:
    """A trick in progress: what stays the same while the others follow."""

    __slots__ = ("by", "choices", "flags", "free", "leader", "led", "need", "ranking")

    def __init__(self, led: int, state: State, choices: list[int]) -> None:
        self.led = led
        """The suit led."""
        self.leader, self.flags, self.need = state
        """The seat that led, the flags, and the tricks that the counted seats need, with this one."""
        self.choices = choices
        """For each seat, a card of each run of touching cards."""
        self.free = self.by = self.ranking = 0
        """What may be played (`Restriction`), and the cards that can win the trick: of the suit led, and trumps."""


class Search:
    """The search of one position for one question, with everything that is proved on the way."""

    def __init__(self, compact: Compact, question: Question, budget: int, pause: Pause = no_pause) -> None:
        self.compact = compact
        self.budget = budget
        self.positions = 0
        self._pause = pause
        """Called every 64 tricks, so that whoever waits for a long search can do something else."""
        self.tricks_paid = _FREE_TRICKS
        """How many more tricks may end before one counts as a position."""
        self._pause_at = _TRICKS_A_PAUSE - _FREE_TRICKS
        self._players = compact.players
        self._hands = compact.hands
        self._owner = compact.owner
        self._suit = tuple([compact.game.pack.suit[card] for card in compact.cards])
        self._suits = tuple(
            [SuitPatterns(compact, suit, question.counted) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES)]
        )
        self._trumps = compact.suits[SPADES]
        self._rankings = tuple([suit | self._trumps for suit in compact.suits])
        seats = range(self._players)
        self.counts: tuple[bool, ...] = tuple([seat in question.counted for seat in seats])
        self.wants: tuple[bool, ...] = tuple([seat in question.wanting for seat in seats])
        self._counted_cards = united([compact.hands[seat] for seat in question.counted])
        self._eager = tuple([self.counts[seat] is self.wants[seat] for seat in seats])
        """For each seat, whether it wants to win tricks."""
        self._claimer = -1 if question.claimer is None else question.claimer
        self._statement = tuple([compact.encode(1 << card) for card in question.statement])
        self._stated_from = 0 if question.claimer is None else compact.position.hands[question.claimer].bit_count()
        self._table: dict[int, int] = {}

    def go_on_from(self, earlier: Search, rest: int) -> None:
        """Go on from the last search for this question, with the tricks it left paid and ``rest`` more positions."""
        self.budget, self.tricks_paid = self.positions + rest, earlier.tricks_paid
        self._pause_at = self.positions * _TRICKS_PER_POSITION - self.tricks_paid + _TRICKS_A_PAUSE

    # The beginning of a trick.

    def reaches(self, left: int, leader: int, flags: int, need: int) -> bool:
        """Return whether the counted seats take at least ``need`` more tricks with the cards that are left."""
        self.tricks_paid -= 1
        if self.tricks_paid < 0:
            self._pay()
        if need <= 0:
            return True
        tricks = left.bit_count() // self._players
        if need > tricks:
            return False
        suits = self.patterns(left)
        spades = suits[SPADES]
        if need <= spades.counted_sure:
            return True
        if need > tricks - spades.others_sure:
            return False
        return self._reaches_beyond_trumps(suits, left, leader, flags, need)

    def _reaches_beyond_trumps(self, suits: Suits, left: int, leader: int, flags: int, need: int) -> bool:
        """Return what `reaches` does, for a number that the trumps that win in any case don't decide."""
        clubs, diamonds, hearts, spades = suits
        if not left & self._trumps:
            flags |= BROKEN
        key = clubs.like | diamonds.like | hearts.like | spades.like | leader << _LEADER_SHIFT | flags << _FLAGS_SHIFT
        proved = self._table.get(key, -1)
        if proved < 0:
            low, high = self._without_search(suits, left, leader, flags)
        else:
            low, high = proved >> _BITS, proved & (1 << _BITS) - 1
        if need <= low:
            return True
        if need > high:
            return False
        self._pay()
        if self.searched(left, (leader, flags, need), self.choices(suits)):
            self._table[key] = need << _BITS | high
            return True
        self._table[key] = low << _BITS | need - 1
        return False

    def _pay(self) -> None:
        """Count a position, which pays for some tricks."""
        if self.positions >= self.budget:
            raise BudgetExceeded
        self.positions += 1
        self.tricks_paid += _TRICKS_PER_POSITION
        self.pause_if_due()

    def pause_if_due(self) -> None:
        """Pause for the tricks that have ended, also for those that were free: many small searches take long, too."""
        while self.positions * _TRICKS_PER_POSITION - self.tricks_paid >= self._pause_at:
            self._pause_at += _TRICKS_A_PAUSE
            self._pause()

    def patterns(self, left: int) -> Suits:
        """Return the cards left in each suit, with all that they prove."""
        clubs, diamonds, hearts, spades = self._suits
        return (
            clubs.known.get(left & clubs.mask) or clubs.learn(left & clubs.mask),
            diamonds.known.get(left & diamonds.mask) or diamonds.learn(left & diamonds.mask),
            hearts.known.get(left & hearts.mask) or hearts.learn(left & hearts.mask),
            spades.known.get(left & spades.mask) or spades.learn(left & spades.mask),
        )

    def _without_search(self, suits: Suits, left: int, leader: int, flags: int) -> tuple[int, int]:
        """Return the fewest and the most tricks that are proved without a search."""
        tricks = left.bit_count() // self._players
        trumps = left & self._trumps
        spades = suits[SPADES]
        counts = self.counts[leader]
        if not trumps & (~self._counted_cards if counts else self._counted_cards) and losers(suits, counts):
            return (tricks, tricks) if counts else (0, 0)
        low, high = spades.counted_sure, tricks - spades.others_sure
        if self._eager[leader] and (leader != self._claimer or not flags & STATED):
            cashed = cashable(suits, leader, bool(trumps & ~self._hands[leader]))
            if counts:
                low += cashed
            else:
                high -= cashed
        return low, high

    def searched(self, left: int, state: State, choices: list[int]) -> bool:
        """Return what `reaches` does, by trying every lead."""
        leader = state[0]
        following, wants = (leader + 1) % self._players, self.wants[leader]
        leads, state = self.leads(left, state, choices)
        for card in leads:
            if self.follows(self.trick(card, state, choices), following, left ^ card, card) is wants:
                return wants
        return not wants

    def choices(self, suits: Suits) -> list[int]:
        """Return for each seat, as a mask, one card of each run of touching cards in its hand."""
        clubs, diamonds, hearts, spades = suits
        every = zip(clubs.choices, diamonds.choices, hearts.choices, spades.choices, strict=True)
        return [first | second | third | fourth for first, second, third, fourth in every]

    def leads(self, left: int, state: State, choices: list[int]) -> tuple[list[int], State]:
        """Return the leads to try, and the state without `STATED` if the claimer can't lead what he has stated."""
        leader, flags, need = state
        hand = self._hands[leader] & left
        if flags & FIRST:
            cards = legal = self.compact.legal_in_first_trick(hand, None)
        else:
            free, by = self.compact.leading[flags & BROKEN]
            legal = hand & free if hand & by else hand
            cards = legal & choices[leader]
        if leader == self._claimer and flags & STATED:
            stated = self._next_stated(hand) & legal
            if stated:
                return [stated], state
            state = (leader, flags & ~STATED, need)
        if not self._eager[leader]:
            return low_leads_first(cards, self._trumps), state
        return tops_first(cards, self._tops(left), self._trumps), state

    def _tops(self, left: int) -> int:
        """Return the highest card left in each suit."""
        tops = 0
        for suit in self._suits:
            highest = (left & suit.mask).bit_length()
            if highest:
                tops |= 1 << highest - 1
        return tops

    def trick(self, card: int, state: State, choices: list[int]) -> Trick:
        """Return the trick to which this card is led."""
        led = self._suit[card.bit_length() - 1]
        trick = Trick(led, state, choices)
        trick.free, trick.by = self.compact.following[led]
        trick.ranking = self._rankings[led]
        return trick

    # The rest of a trick.

    def plays(self, trick: Trick, seat: int, left: int, best: int) -> list[int]:
        """Return the cards to try for a player who follows; ``best`` is the card that is winning the trick."""
        hand = self._hands[seat] & left
        if trick.flags & FIRST:
            cards = legal = self.compact.legal_in_first_trick(hand, trick.led)
        else:
            legal = hand & trick.free if hand & trick.by else hand
            cards = legal & trick.choices[seat]
        if seat == self._claimer and trick.flags & STATED:
            stated = self._next_stated(hand) & legal
            if stated:
                return [stated]
            trick.flags &= ~STATED  # the suit led and his hand decide it, so that it holds for the whole trick
        if not cards & (cards - 1):
            return [cards]
        if not self._eager[seat]:
            mood = LOSE
        elif self.counts[self._owner[best.bit_length() - 1]] is self.counts[seat]:
            mood = DUCK
        else:
            mood = WIN_CHEAPLY if (seat + 1) % self._players == trick.leader else WIN_HIGH
        return plays_in_order(cards, best, trick.ranking, mood)

    def follows(self, trick: Trick, seat: int, left: int, best: int) -> bool:
        """Return whether the counted seats take what they need if this seat is to follow to the trick."""
        following, wants = (seat + 1) % self._players, self.wants[seat]
        if following == trick.leader:
            return self._follows_last(trick, seat, left, best)
        for card in self.plays(trick, seat, left, best):
            winning = card if card > best and card & trick.ranking else best
            if self.follows(trick, following, left ^ card, winning) is wants:
                return wants
        return not wants

    def _follows_last(self, trick: Trick, seat: int, left: int, best: int) -> bool:
        """Return what `follows` does for the last player, whose losing cards all leave the trick to the same winner."""
        wants = self.wants[seat]
        cards = self.plays(trick, seat, left, best)
        winner = self._owner[best.bit_length() - 1]
        flags, need = self.flags_after(trick, best), trick.need - self.counts[winner]
        tricks = left.bit_count() // self._players
        settled = need <= 0 or need > tricks
        if settled:  # whichever card loses
            self.tricks_paid -= 1
            if self.tricks_paid < 0:
                self._pay()
        for card in cards:
            if card > best and card & trick.ranking:
                reached = self.after(trick, left ^ card, card)
            else:
                reached = need <= 0 if settled else self.reaches(left ^ card, winner, flags, need)
            if reached is wants:
                return wants
        return not wants

    def trick_after(self, left: int, state: State, played: list[int], choices: list[int]) -> tuple[Trick, int, int]:
        """Return a trick to which these cards have been played, the cards left then, and the one that is winning it."""
        trick = self.trick(played[0], state, choices)
        best = played[0]
        for card in played:
            left ^= card
            if card > best and card & trick.ranking:
                best = card
        return trick, left, best

    def reaches_after(self, left: int, state: State, played: list[int], choices: list[int]) -> bool:
        """Return whether the counted seats take what they need once these cards have been played to a trick."""
        trick, left, best = self.trick_after(left, state, played, choices)
        if len(played) == self._players:
            return self.after(trick, left, best)
        return self.follows(trick, (trick.leader + len(played)) % self._players, left, best)

    def after(self, trick: Trick, left: int, best: int) -> bool:
        """Return whether the counted seats take what they need after a trick that this card has won."""
        winner = self.winner(best)
        return self.reaches(left, winner, self.flags_after(trick, best), trick.need - self.counts[winner])

    def winner(self, best: int) -> int:
        """Return the seat that wins a trick with this card."""
        return self._owner[best.bit_length() - 1]

    def flags_after(self, trick: Trick, best: int) -> int:
        """Return the flags after a trick that this card has won."""
        flags = trick.flags & ~FIRST
        if not flags & BROKEN and best & self._trumps and self.compact.breaks(best, trick.led):
            flags |= BROKEN
        return flags

    def _next_stated(self, hand: int) -> int:
        """Return the card that the claimer has stated for this hand, 0 if he has played all that he stated."""
        index = self._stated_from - hand.bit_count()
        return self._statement[index] if index < len(self._statement) else 0


class Solution:
    """A position, a question, and what is proved about it.

    It asks "at least this many?" again and again, beginning with the number claimed, if there is one, and then halving
    what is left open. Each answer is proved by itself, and a greater budget asks the same in the same order, so that it
    never proves less. ``pause`` is called from time to time during a search.
    """

    def __init__(
        self, game: Game, position: Position, question: Question, budget: int, pause: Pause = no_pause
    ) -> None:
        self.compact = Compact(game, position)
        self.search = Search(self.compact, question, budget, pause)
        self.at_least = 0
        self.at_most = position.tricks_left
        self.exhausted = False
        """Whether the budget is spent."""
        self.left = united(self.compact.hands)
        self.flags = FIRST if position.is_first_trick else 0
        if position.broken or not self.compact.broken_matters:
            self.flags |= BROKEN
        if question.statement:
            self.flags |= STATED
        if position.is_first_trick:
            pause()  # it merges no cards, so that the search takes that much longer

    @property
    def bounds(self) -> Bounds:
        """What is proved so far."""
        return Bounds(self.at_least, self.at_most, self.search.positions)

    def narrow(self, claimed: int | None = None) -> Bounds:
        """Prove as much as the budget allows, first of all whether the number claimed is reached."""
        if claimed is not None and self.at_least < claimed <= self.at_most:
            self.decide(claimed)
        while not self.exhausted and self.at_least < self.at_most:
            self.decide((self.at_least + self.at_most + 1) // 2)
        return self.bounds

    def decide(self, need: int) -> Bounds:
        """Prove whether the counted seats take at least this many of the tricks left, if the budget allows."""
        if not self.exhausted:
            try:
                if self.reaches(need):
                    self.at_least = max(self.at_least, need)
                else:
                    self.at_most = min(self.at_most, need - 1)
            except BudgetExceeded:
                self.exhausted = True
            self.search.pause_if_due()
        return self.bounds

    def reaches(self, need: int) -> bool:
        """Return whether the counted seats take at least this many of the tricks left."""
        position, search = self.compact.position, self.search
        if not position.plays and not position.is_first_trick:
            return search.reaches(self.left, position.leader, self.flags, need)
        # The first position merges no cards: all those of a seat are its choices.
        state, choices = (position.leader, self.flags, need), list(self.compact.hands)
        if not position.plays:
            return search.searched(self.left, state, choices)
        return search.reaches_after(self.left, state, self.compact.plays, choices)
