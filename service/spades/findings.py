"""A finding: one thing found in a record, proved, or possible and waiting for evidence.

It holds seats, cards and locations as values; names, card codes, JSON Pointers and sentences are written where the
answer is (`service.wire`). What a code means is in the catalogue (`catalogue.finding_codes`).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.finding_codes import CODES
from service.spades.catalogue.finding_entry import FindingEntry, Severity
from service.spades.sentence import Sentence

Verdict: TypeAlias = Literal["void", "irregular", "inconsistent", "undetermined", "clean"]
"""What a ruling says of a record as a whole."""

Location: TypeAlias = tuple[str | int, ...]
"""Where something stands in a record: the members and indices (from 0) that lead to it, as in a JSON Pointer.

The player of a hand is named by his seat: ``("hands", 2, 5)`` is the sixth card listed for the third player.
"""


def play_of(location: Location) -> tuple[int, int] | None:
    """Return the indices of the trick and of the play that a location is in, also that of a card taken back there.

    It is None for a location in no play.

    >>> play_of(("tricks", 3, "plays", 2, "withdrawn", 0))
    (3, 2)
    """
    match location:
        case ("tricks", int(trick), "plays", int(play), *_):
            return trick, play
    return None


COUNTING: Final = "counting"
"""The proof of a card that there was no room for anywhere else."""


class Evidence(NamedTuple):
    """What a finding rests on; None for whatever it does not need. Cards are indices in the order of the pack."""

    led_suit: int | None = None
    held: tuple[int, ...] | None = None
    """Cards that the player is proved to have held."""
    possible: tuple[int, ...] | None = None
    """Cards of which the player held at least one."""
    proved_by: Location | Literal["counting"] | None = None
    also_at: Location | None = None
    """Where the same card stands first."""
    expected: int | None = None
    """The seat whose turn it was."""
    claimed: int | None = None
    """The seat that the record names."""
    led: int | None = None
    """The seat that led."""
    won: int | None = None
    """The seat that won the trick."""
    reported: int | None = None
    """A figure on the score sheet, and ``counted``, the one that the record makes."""
    counted: int | None = None
    listed: int | None = None
    """How many cards a hand is listed with, and ``dealt``, how many it was dealt."""
    dealt: int | None = None
    played: tuple[int, ...] | None = None
    """Cards that the log shows and the list of the hand lacks, or the other way round."""


class Alternative(NamedTuple):
    """A card that was legal, and the seat that would have won the trick with it, the other plays unchanged."""

    card: int
    winner: int


class Finding(NamedTuple):
    """One thing found in a record. Members that have nothing to say are None."""

    code: str
    location: Location
    detail: tuple[Sentence, ...]
    severity: Severity
    parameter: str | None = None
    """The parameter whose rule is broken; None for a rule of the game itself (`FindingEntry.law`)."""
    trick: int | None = None
    """The number of the trick, from 1."""
    seat: int | None = None
    side: int | None = None
    card: int | None = None
    cards: tuple[int, ...] | None = None
    legal_cards: tuple[int, ...] | None = None
    """The cards of the hand that were legal instead."""
    evidence: Evidence | None = None
    established: bool | None = None
    """Of a revoke and what counts as one: whether it is too late to correct it."""
    alternatives: tuple[Alternative, ...] | None = None
    follows: int | None = None
    """The index of the finding that this one comes from."""
    conflicts_with: tuple[int, ...] | None = None
    """Of an open question: the indices of the errors that keep it open; empty until they are all known."""
    decided_by: Location | None = None
    """Of an open question: what would decide it."""

    @property
    def properties(self) -> FindingEntry:
        """The properties of its code."""
        return CODES[self.code]

    @property
    def puts_cards_in_doubt(self) -> bool:
        """Whether it is an error that leaves in doubt who held or played which cards."""
        return self.severity == "error" and not self.properties.spares_cards

    @property
    def is_about_withdrawn_card(self) -> bool:
        """Whether it is about a card that was taken back, not about one that stayed on the table."""
        return "withdrawn" in self.location

    def adding(self, sentence: Sentence) -> Finding:
        """Return the finding with one more sentence; `_replace` takes several times as long."""
        code, location, detail, *others = self
        return Finding._make((code, location, (*detail, sentence), *others))

    def with_alternatives(self, alternatives: tuple[Alternative, ...]) -> Finding:
        """Return the finding with these alternatives."""
        return Finding._make((*self[:_ALTERNATIVES], alternatives, *self[_ALTERNATIVES + 1 :]))


_ALTERNATIVES: Final = Finding._fields.index("alternatives")
