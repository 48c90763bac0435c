"""Numbers that look random and follow from a seed: SplitMix64, which is short enough to be written in any language.

The constants are those of the algorithm (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
The standard library's generator is not used, because its sequence of choices is not specified for other languages.
"""

from __future__ import annotations

from typing import Final

_MASK: Final = 0xFFFFFFFFFFFFFFFF
_STEP: Final = 0x9E3779B97F4A7C15
_FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
_SECOND_FACTOR: Final = 0x94D049BB133111EB


class Generator:
    """A sequence of 64-bit numbers that follows from its seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def draw(self) -> int:
        """Return the next number, from 0 to 2**64 - 1."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ (state >> 30)) * _FIRST_FACTOR) & _MASK
        state = ((state ^ (state >> 27)) * _SECOND_FACTOR) & _MASK
        return state ^ (state >> 31)

    def below(self, count: int) -> int:
        """Return a number from 0 to ``count`` - 1, each with the same chance.

        Numbers from the largest multiple of ``count`` on are passed over: they would favour the lowest remainders.
        """
        limit = (_MASK + 1) // count * count
        number = self.draw()
        while number >= limit:
            number = self.draw()
        return number % count

    def shuffle(self, items: list[int]) -> None:
        """Put items into a random order (Fisher and Yates), every order with the same chance.

        From the last place to the second, each item changes places with one that is not behind it.
        """
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]
