"""The sentences about what the cards of a hand count before the play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ESTIMATES: Mapping[str, str] = MappingProxyType(
    {
        "counts_as_promoted": "{card:card} outranks the ace of spades: 1 trick.",
        "counts_as_high_spade": "{card:card} is a high spade, from the ten up: 1 trick.",
        "counts_as_court_spade": "{card:card} is the ace, king or queen of spades: 1 trick.",
        "counts_as_length": "{spades:#spade} beyond the first three: 1 trick each.",
        "counts_as_side_ace": "{card:card} is the ace of a side suit: 1 trick.",
        "counts_as_side_king": "{card:card} is the king of a side suit: 1 trick.",
        "counts_as_king_with_ace": "{card:card} is beside {ace:card}: 1 trick.",
        "counts_as_king_without_ace": "{card:card} is a king without its ace: 2/3 of a trick.",
        "counts_as_queen_with_ace": "{card:card} makes {ace:card} and itself 1 1/2 tricks: 1/2 of a trick.",
        "counts_as_queen_with_king": "{card:card} makes {king:card} and itself 1 trick: 1/3 of a trick.",
        "counts_as_queen_alone": "{card:card} is a queen with neither ace nor king: 1/3 of a trick.",
    }
)
