"""A deal played out: every player follows the policy of his aim (`policies`), within the rules of the ruleset."""

from __future__ import annotations

from typing import Final

from service.spades.cards import SPADES
from service.spades.estimates.policies import Policies, Trick
from service.spades.estimates.sorted_pack import SortedPack

NOBODY: Final = -1


class PlayOut:
    """A table at which deals are played out, one after another."""

    def __init__(self, pack: SortedPack, side_of: tuple[int, ...], hand_size: int) -> None:
        self._pack = pack
        self._side_of = side_of
        self._tricks = hand_size
        self._policies = Policies(pack)
        self._breaks_by_any_spade = pack.rules.broken_by == "any_spade"
        self._everything = sum(pack.suits)
        seats = range(len(side_of))
        self._order = tuple(tuple((first + step) % len(side_of) for step in seats) for first in seats)
        self._partners = tuple(
            tuple(each for each in seats if each != seat and side_of[each] == side_of[seat]) for seat in seats
        )

    def tricks_of(self, seat: int, hands: list[int], leader: int, nils: frozenset[int]) -> int:
        """Return the tricks of a seat; if it bid nil, the play ends with its first.

        ``hands`` holds the hand of each seat, and ``nils`` the seats that have bid nil.
        """
        pack = self._pack
        suits, spades = pack.suits, pack.suits[SPADES]
        hands = list(hands)
        trick = Trick()
        trick.unplayed = self._everything
        alive = set(nils)
        won, broken = 0, False
        for number in range(self._tricks):
            order = self._order[leader]
            trick.best, trick.winner = 0, leader
            trick.followers = sum(1 << each for each in order)
            is_broken = broken
            for player in order:
                trick.followers ^= 1 << player
                hand = hands[player]
                led = trick.led if trick.best else None
                legal = pack.legal(hand, led, is_first_trick=not number, broken=broken)
                card = legal if legal & legal - 1 == 0 else self._choose(player, trick, hand, legal, alive)
                hands[player] = hand ^ card
                trick.unplayed ^= card
                if not trick.best:
                    trick.led = pack.suit_at[card.bit_length() - 1]
                    trick.best = card
                elif card > trick.best and card & (suits[trick.led] | spades):
                    trick.best, trick.winner = card, player
                if card & spades and (self._breaks_by_any_spade or trick.led != SPADES):
                    is_broken = True
            broken = is_broken
            leader = trick.winner
            if leader == seat:
                won += 1
                if seat in nils:
                    return won
            alive.discard(leader)
        return won

    def _choose(self, player: int, trick: Trick, hand: int, legal: int, alive: set[int]) -> int:
        """Return the card that a player chooses by the policy of his aim; ``alive`` are the nils without a trick."""
        policies, side_of = self._policies, self._side_of
        own = side_of[player]
        partner_wins = trick.winner != player and side_of[trick.winner] == own
        if not alive:
            return policies.take_tricks(trick, hand, legal, partner_wins=partner_wins)
        if player in alive:
            return policies.avoid_tricks(trick, legal)
        for partner in self._partners[player]:
            if partner in alive:
                return policies.cover_nil(trick, hand, legal, partner)
        nil_wins = trick.winner in alive
        return policies.set_nil(trick, hand, legal, nil_wins=nil_wins, partner_wins=partner_wins)
