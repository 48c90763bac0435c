"""What an offence costs by a ruleset: its row of the penalties, and the row that it takes its price from."""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.catalogue.parameters.penalties import PenaltiesRules, PenaltyRules
from service.spades.findings import CODES


class Cost(NamedTuple):
    """What an offence costs by a ruleset, if it is established, and called in time where it has to be."""

    row: str
    """The row of the offence; empty if no ruleset has a penalty for it."""
    like: str
    """The row that it takes its price from, mostly its own."""
    price: PenaltyRules

    @property
    def parameters(self) -> list[str]:
        """The parameters that say what it costs: the remedy, and before it the row that takes it from another."""
        by_another = [f"penalties.{self.row}.as"] if self.like != self.row else []
        return [*by_another, f"penalties.{self.like}.remedy"]


_NO_COST: Final = Cost("", "", PenaltyRules())


def cost_of(rules: PenaltiesRules, code: str) -> Cost:
    """Return what an offence with this code costs."""
    name = CODES[code].penalty
    if name is None:
        return _NO_COST
    row = rules.of(name)
    return Cost(name, name if row.as_ == "none" else row.as_, rules.priced(name))
