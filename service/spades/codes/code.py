"""What a finding code means, and what follows from it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["offence", "error", "note"]
"""``offence``: a player broke a rule. ``error``: the record contradicts itself. ``note``: nobody is at fault."""


class Code(NamedTuple):
    """The meaning of a finding code and what follows from it."""

    severity: Severity
    meaning: str
    law: str | None = None
    """The rule of the game itself, for what no parameter governs."""
    parameter: str | None = None
    """The parameter whose rule is broken, unless the finding names another."""
    penalised_by: str | None = None
    """The parameter that may give the offence a penalty."""
    may_be_revoke: bool = False
    """Whether it is a revoke, or counts as one under `irregularities.illegal_spade_lead`."""
    of_order_alone: bool = False
    """Whether it shows in a record of which no entry contradicts another, so that nothing more is proved by it."""
    illegal_card: bool = False
    """Whether another card of the hand was legal: its `Finding.alternatives` say what that would have changed."""
    taints_play: bool = False
    """Whether the play of later tricks may have been influenced by it; never by what is only written wrong."""
    doubts_hand: bool = False
    """Whether it puts in doubt which cards its player held."""
    spares_cards: bool = False
    """Whether it is an error that leaves no doubt who held and played which card."""
    cannot_win: bool = False
    """Whether its card can't win the trick."""
    sheet_row: str | None = None
    """The row of the score sheet that is wrong."""
