"""The types of the notations: what was read from a text, what was written, and everything worth saying about either.

A record here is the JSON of a request: what `POST /v1/rounds/audit` or another operation takes. Whether it meets the
contract is not checked here: a reader makes only members that the contract has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias

MOST_FAULTS = 50
"""The faults of a text after which reading it is given up."""
MOST_NOTES = 200
"""The different notes on a text that are kept; one more says how many others there were."""

# What a record may hold, as the contract says: a reader refuses what no request could contain.
MOST_BIDS = 24
MOST_CARDS = 54
"""The cards of a hand or of any other list of cards, the tricks of a round, and the tricks of a bid."""
MOST_EXCHANGES = 12
MOST_LABELS = 10
LONGEST_LABEL = 128
LONGEST_NAME = 64
LONGEST_SIDE = 400
"""The name of a side, which may be that of all its players."""
HIGHEST_ROUND = 1000
MOST_ROUNDS = 200
"""The rounds of a game."""
HIGHEST_SCORE = 1_000_000

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
"""The players of a game; as many may be on one side."""
MOST_SIDES = MOST_PLAYERS
MOST_BIDDERS = MOST_PLAYERS + MOST_SIDES
"""The players and teams that a table of bids or of tricks won may name."""
MOST_DRAWS = 54
MOST_CALLS = 54
"""The accusations of a round."""
MOST_PLAYS = 8
"""The cards of a trick."""
MOST_ADJUSTMENTS = 12
HIGHEST_ADJUSTMENT = 10_000
LONGEST_REASON = 256
"""Of an adjustment, a void round or a forfeit."""
MOST_SUBSTITUTIONS = 6
"""Before one round."""
MOST_WITHDRAWN = 8
"""The cards taken back at one play."""
MOST_REMEDIES = 54
"""What wronged sides chose in a round."""
MOST_OPTIONS = 16
"""The options of a ruleset."""
COUNTED = ("bags", "sets", "revokes", "consecutive_sets")
"""What is counted in a standing besides the score."""
MOST_COUNTED = 1000
"""The highest number of each of them."""

Record: TypeAlias = dict[str, Any]
"""A round record, a row of a score sheet or a game, as the JSON of a request; it may lack its ``ruleset``."""


def may_be_broken_off(record: Mapping[str, Any]) -> bool:
    """Return whether a round is void, or the game forfeited in it."""
    return bool(record.get("void")) or "forfeited_by" in record


class Place(NamedTuple):
    """Where something is in a text: line and column, both from 1, columns in characters."""

    line: int
    column: int

    def right(self, characters: int) -> Place:
        """Return the place so far to the right in the same line."""
        return Place(self.line, self.column + characters)


class Remark(NamedTuple):
    """Something to say about a place of a text: a code, and a sentence that says what was chosen or what to write."""

    line: int
    column: int
    code: str
    detail: str


class Loss(NamedTuple):
    """A member of a record that a notation cannot hold: a JSON Pointer (URI fragment), a code and a sentence."""

    pointer: str
    code: str
    detail: str


class UnreadableText(ValueError):  # noqa: N818 - the contract's name for this problem
    """The text cannot be read; ``faults`` are the reasons, in the order of the text.

    ``notation`` is the name of the one that it was read in, if that was clear.
    """

    def __init__(self, faults: Sequence[Remark], notation: str = "") -> None:
        super().__init__("; ".join(f"line {fault.line}, column {fault.column}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)
        self.notation = notation


class UnwritableRecord(ValueError):  # noqa: N818 - the contract's name for this problem
    """The notation cannot hold the record at all; ``faults`` are all the reasons."""

    def __init__(self, faults: Sequence[Loss]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)


class ReadText(NamedTuple):
    """The records of a text, and a note for every choice that reading it took, as `Remarks` bounds them."""

    records: tuple[Record, ...]
    notes: tuple[Remark, ...]


class WrittenText(NamedTuple):
    """A record in a notation, and each member of it that the notation cannot hold."""

    text: str
    losses: tuple[Loss, ...] = ()


class Remarks:
    """Collects the notes and the faults of one text, and gives up at the fiftieth fault.

    A choice that was made several times is one note, at its first place, which says how often: "... (3 times)." Only
    the first `MOST_NOTES` different ones are kept; the note ``more_notes`` says how many others there were.
    """

    def __init__(self) -> None:
        self._noted: dict[tuple[str, str], tuple[Place, int]] = {}
        """Where each choice, by code and sentence, was made first, and how often."""
        self._left_out = 0
        self._last_left_out = Place(1, 1)
        self._faults: list[Remark] = []

    @property
    def notes(self) -> tuple[Remark, ...]:
        """The notes, in the order of the text."""
        notes = [
            Remark(*place, code, _counted(detail, times)) for (code, detail), (place, times) in self._noted.items()
        ]
        if self._left_out:
            place = max(self._last_left_out, *(Place(note.line, note.column) for note in notes))
            detail = f"There is more to note on this text than is listed here, in {self._left_out} places."
            notes.append(Remark(*place, "more_notes", detail))
        return tuple(sorted(notes))

    @property
    def fault_count(self) -> int:
        """How many faults have been noted."""
        return len(self._faults)

    def note(self, place: Place, code: str, detail: str) -> None:
        """Say which of several meanings was taken, in a sentence with a full stop."""
        first, times = self._noted.get((code, detail), (place, 0))
        if times or len(self._noted) < MOST_NOTES:
            self._noted[code, detail] = min(first, place), times + 1
        else:
            self._left_out += 1
            self._last_left_out = max(self._last_left_out, place)

    def fault(self, place: Place, code: str, detail: str) -> None:
        """Say why something cannot be read, and what to write instead; raises `UnreadableText` if that is enough."""
        if (fault := Remark(*place, code, detail)) not in self._faults:
            self._faults.append(fault)
        if len(self._faults) == MOST_FAULTS:
            self.raise_faults()

    def refuse(self, place: Place, code: str, detail: str) -> NoReturn:
        """Say why a text cannot be read any further; raises `UnreadableText` at once."""
        self.fault(place, code, detail)
        raise UnreadableText(sorted(self._faults))

    def raise_faults(self) -> None:
        """Raise `UnreadableText` if there are any faults."""
        if self._faults:
            raise UnreadableText(sorted(self._faults))


def _counted(detail: str, times: int) -> str:
    return detail if times == 1 else f"{detail.removesuffix('.')} ({times} times)."


class Notation(NamedTuple):
    """A notation: its name in the contract, how it is recognised, read and written."""

    name: str
    title: str
    """Its name in a sentence."""
    evidence: Callable[[str], str | None]
    """Returns what in a text shows that it is in this notation, as the end of a sentence ("its first line is ..."), or
    None if nothing does. At most one notation should have evidence for a text; if two do, the text is refused with
    both reasons."""
    read: Callable[[str], ReadText]
    """Reads a text with line ends LF; raises `UnreadableText` and nothing else, whatever the text. Neither records nor
    remarks have half a surrogate pair, which an escape in JSON may be."""
    write: Callable[[Mapping[str, Any]], WrittenText] | None = None
    """Writes a record that meets the contract; raises `UnwritableRecord`. None for a notation that is only read."""
    separator: str = "\n"
    """What is written between the records of one text."""
    looks_like: str = ""
    """What a text in it looks like, in a few words, for the sender of one that is not recognised."""
