"""The sentences about best play: what it makes of an illegal card and of the legal ones, or why nobody knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

EQUITY: Mapping[str, str] = MappingProxyType(
    {
        "equity_basis": "Double dummy: the tricks that each side takes if from this card on everybody sees all hands"
        " and plays perfectly. It is not what these players would have done, and it changes no score by itself.",
        "equity_of_cards": "Of the last {left:#trick}, under best play {team:team} can take {best:clause} with the best"
        " legal card and {played:clause} with {card:card}.",
        "equity_exactly": "{tricks}",
        "equity_between": "{at_least} to {at_most}",
        "equity_happened": "At the table {team:team} took {tricks}.",
        "equity_happened_and_given": "At the table {team:team} took {tricks}, and {given} more by the claim.",
        "equity_given": "By the claim {team:team} got {tricks}.",
        "equity_even": "Under best play {card:card} is worth as much to {team:team} as the best legal card.",
        "equity_gain": "Under best play {card:card} is worth {tricks:#trick} more to {team:team} than the best legal"
        " card.",
        "equity_loss": "Under best play {card:card} is worth {tricks:#trick} less to {team:team} than the best legal"
        " card.",
        "equity_budget_spent": "The budget of positions was not enough to find the exact numbers.",
        # Why a position can't be searched.
        "equity_taken_back": "{player:player} took the card back, and another one stayed in the trick: what happened"
        " did not follow from it.",
        "equity_record_contradictory": "The record contradicts itself, so it is not known who held which cards.",
        "equity_hands_not_known": "The record does not show all hands.",
        "equity_order_not_known": "The record does not show every card before this one, or the cards of the trick were"
        " not played in turn.",
        "equity_broken_not_known": "The record does not show whether spades had been broken.",
        "equity_too_many_cards": "Each player has {cards:#card} left; best play is searched from {most:#card} a hand"
        " down.",
    }
)
