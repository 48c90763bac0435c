"""In which order the search tries cards: those first that are likely to be right, so that the others need no search.

The order changes how many positions a search takes, never what it finds. A player is eager if he wants to win tricks.
"""

from __future__ import annotations

LOSE, DUCK, WIN_CHEAPLY, WIN_HIGH = range(4)
"""What a player tries first: to lose the trick, to leave it to his side, to win it cheaply, to win it in any case."""


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

    Who wants to lose tries the highest card that loses first, all others try the lowest.
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
