"""The entry of a finding: what its code means, what follows from it, and every word that the project says about it.

Each text once, beside the others of its finding. The modules of `findings` hold the entries, one for each part of the
game; `finding_codes` has them all in one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["offence", "error", "note"]
"""``offence``: a player broke a rule. ``error``: the record contradicts itself. ``note``: nobody is at fault."""

_NO_VALUES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
_NO_CODES: Final[Mapping[str, str]] = MappingProxyType({})


class Authority(NamedTuple):
    """Somebody who states a rule or its penalty."""

    name: Literal["ruleset", "tournaments", "hoyle", "whist", "bridge", "service"]
    """The highest first (docs/rules.md). This service is one only if all others are silent."""
    text: str
    """What it says, in whole sentences."""
    laws: tuple[str, ...] = ()
    """The numbers of the laws of whist or of bridge that say so, in their order."""


class FindingEntry(NamedTuple):
    """Everything about one finding code."""

    code: str
    severity: Severity
    meaning: str
    """What was found, in a sentence."""

    # What rulings say of it, and what its page says, in whole sentences for a director.
    sentences: Mapping[str, str]
    """The sentences and parts of sentences about it, by the key that the core says: templates (`spades.sentence`)."""
    proof: str
    """What proves it."""
    undecided: str
    """What may leave it open, or why nothing does. What holds of all offences is added to it."""
    penalty: str
    authorities: tuple[Authority, ...]
    """Who states the rule or the penalty, the highest first; at least one."""

    # The rule that is broken.
    law: str | None = None
    """The rule of the game itself, for what no parameter governs."""
    parameter: str | None = None
    """The parameter whose rule is broken, unless the finding names another."""
    governed_by: tuple[str, ...] = ()
    """All parameters of the rule, as the page lists them."""
    made_costly_by: str | None = None
    """The parameter that may give the offence a penalty."""
    penalised_by: tuple[str, ...] = ()
    """All parameters of the penalty, as the page lists them."""
    never: Mapping[str, tuple[str, ...]] = _NO_VALUES
    """The values of these parameters under which it can't be found."""

    # What follows from it.
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
    rests_on_number: bool = False
    """Whether it depends on which trick it is, or on what came before."""
    rests_on_turns: bool = False
    """Whether it depends on whose turn it was, or in which order cards were played."""
    sheet_row: str | None = None
    """The row of the score sheet that is wrong."""
    about_claim: bool = False
    """Whether it is about the claim with which the play ended."""

    breaks: str | None = None
    """The invariant of `checks.invariants` that it breaks; every offence breaks `rules_kept`, too, and a note none."""

    # Its words for a headline.
    deed: str | None = None
    """What the player did, after a name: ``revoked``. Every offence has such words."""
    deed_in_figures: str | None = None
    """The same as a template that states its evidence; for answers that have all of that."""
    of_side: bool = False
    """Whether a headline names the side that did it, and not the player."""

    told_apart: Mapping[str, str] = _NO_CODES
    """The codes that it is confused with, each with the difference. A pair is stated by one of its two entries."""


class Part(NamedTuple):
    """The findings about one part of a game, in the order of a record."""

    name: str
    title: str
    findings: tuple[FindingEntry, ...]
    sentences: Mapping[str, str] = _NO_CODES
    """The sentences, and parts of sentences, that several of its findings share."""
