"""The contracts of a certain size that have points of their own, and what taking every trick brings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.entries import ELSE, Entry, Group, Means, Row, Worth
from service.spades.english import count_of

BlindInContract: TypeAlias = Literal["any", "with", "without"]
"""Whether a contract must have a blind bid in it, or must have none."""


class ContractRules(NamedTuple):
    """A row of `contracts`: what a contract of a certain size brings, or so many tricks without such a contract."""

    made: Worth
    least: int = 0
    """The smallest contract that it is about; 0 is every trick of the round."""
    most: int = 0
    """The greatest one; 0 is every trick of the round."""
    bid: bool = True
    """Whether such a contract has to be bid; False is about so many tricks taken without one (a Boston)."""
    blind: BlindInContract = "any"
    failed: Worth | None = None
    """None for the ordinary loss of a contract; of a row that is added, for nothing."""
    instead: bool = False
    """Whether it replaces the points of the contract; otherwise it is added to them."""
    wins_game: bool = False
    """Whether the side wins the game with it, whatever the score."""

    def covers(self, tricks: int, hand_size: int) -> bool:
        """Return whether this number of tricks is within the row; two partners can bid more than a round has."""
        if self.most or not self.least:
            return (self.least or hand_size) <= tricks <= (self.most or hand_size)
        return tricks >= self.least

    def fits(self, tricks: int, hand_size: int, *, blind: bool) -> bool:
        """Return whether it is about a contract of this number of tricks, with a blind bid or without one."""
        return self.bid and self.covers(tricks, hand_size) and self.blind != ("without" if blind else "with")

    def is_unbid(self, taken: int, bid: int, hand_size: int) -> bool:
        """Return whether it is about this number of tricks taken by a side that has bid fewer than that."""
        return not self.bid and self.covers(taken, hand_size) and bid < (self.least or hand_size)

    @property
    def size(self) -> str:
        """The size of the contract in words."""
        if self.least == self.most:
            return count_of(self.least, "trick") if self.least else "every trick of the round"
        if not self.most:
            return f"{self.least} or more tricks"
        return f"{self.least or 'all'} to {count_of(self.most, 'trick')}"


ABOUT_A_ROW: Final = "The points of a contract of a certain size, or of so many tricks without such a contract."
COLUMNS: Final[Mapping[str, tuple[Any, str]]] = MappingProxyType(
    {
        "least": (0, "The smallest contract that the row is about; 0 means every trick of the round."),
        "most": (0, "The greatest one; 0 means every trick of the round."),
        "bid": (True, "Whether such a contract has to be bid; `false`: tricks taken without it, as in a Boston."),
        "blind": ("any", "Whether the contract has a blind bid in it (`with`), has none (`without`), or may have one."),
        "made": (Worth(), "The score if it is made, or if the tricks are taken."),
        "failed": (None, "The cost if it is set; absent: the cost of any such contract, and nothing on top of it."),
        "instead": (
            False,
            "Whether it replaces the points of the contract (the first such row that fits) or is added.",
        ),
        "wins_game": (False, "Whether the side wins the game with it, whatever the score."),
    }
)
"""The columns of a row, each with its default and its description in the contract."""

_ENTRY: Final = Entry(
    default=(),
    means={
        0: Means("No contract has a value of its own, and taking every trick brings nothing."),
        ELSE: Means("{contracts_in_words}{beside_nil}"),
    },
    contract=(
        "Contracts of a certain size that have points of their own, such as ten for 200, and the points of so"
        " many tricks without such a contract. Default: none."
    ),
    least=0,
    most=0,
    shape="contracts",
    rows=(
        Row(
            "D13",
            "a contract of a certain size (of that size or more if `most` is left out) has points of its own"
            ' ("ten for two hundred"), or more points',
            "`contracts`",
        ),
        Row("D14", "the same for a contract of every trick", "`contracts`"),
        Row(
            "D15",
            "the points of so many tricks that were not bid; the result names a Boston in any case",
            "`contracts`, `bid: false`",
        ),
        Row(
            "D16",
            "a side that makes such a contract, or takes so many tricks, and loses none to a penalty, wins the game"
            " with that round, whatever the score; a forfeit of the game goes before",
            "`contracts`, `wins_game`",
        ),
    ),
    no_effect_if=(),
    conflicts=(),
)

CONTRACTS: Final = Group(
    "contracts",
    ContractRules,
    title="Contracts with points of their own",
    component="ContractsParameter",
    contract=_ENTRY.contract,
    whole=_ENTRY,
)
