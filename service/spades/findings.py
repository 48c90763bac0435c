"""A finding: one thing found in a record, proved, or possible and waiting for evidence.

It holds seats, cards and locations as values; names, card codes, JSON Pointers and sentences are written where the
answer is (`service.wire`). `CODES` has the catalogue's entry for each code. `Reporter` is the one maker of findings.
Two lists of findings, such as those of two readings of a record, are compared by who is accused of what (`key_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, TypedDict, Unpack

from service.spades.by_position import by_position
from service.spades.cards import UNREAD
from service.spades.catalogue.entries import FindingEntry, Part, Severity
from service.spades.catalogue.findings.bidding import BIDDING
from service.spades.catalogue.findings.calls_and_claims import CALLS_AND_CLAIMS
from service.spades.catalogue.findings.deal import DEAL
from service.spades.catalogue.findings.play import PLAY
from service.spades.catalogue.findings.sheet import SHEET
from service.spades.sentence import Sentence
from service.spades.table import Table

PARTS: Final[tuple[Part, ...]] = (DEAL, BIDDING, PLAY, CALLS_AND_CLAIMS, SHEET)
"""The parts of a game that findings are about, in the order of a record."""

CODES: Final[Mapping[str, FindingEntry]] = MappingProxyType(
    {finding.code: finding for part in PARTS for finding in part.findings}
)

SHEET_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row: code for code, finding in CODES.items() if (row := finding.sheet_row)}
)
"""For each row of a score sheet the code of a wrong value in it."""

Verdict: TypeAlias = Literal["void", "irregular", "inconsistent", "undetermined", "clean"]
"""What a ruling says of a record as a whole."""

Location: TypeAlias = tuple[str | int, ...]
"""The place of something in a record: the members and indices (from 0) that lead to it, as in a JSON Pointer.

The player of a hand is named by his seat: ``("hands", 2, 5)`` is the sixth card listed for the third player.
"""


_OF_A_PLAY: Final = len(("tricks", 0, "plays", 0))
"""The length of the location of a play; that of a card taken back goes on."""


def play_of(location: Location) -> tuple[int, int] | None:
    """Return the indices of the trick and the play that a location is in; a card taken back belongs to its play.

    It is None for a location in no play.

    >>> play_of(("tricks", 3, "plays", 2, "withdrawn", 0))
    (3, 2)
    """
    if len(location) < _OF_A_PLAY or location[0] != "tricks" or location[2] != "plays":
        return None
    trick, play = location[1], location[3]
    return (trick, play) if isinstance(trick, int) and isinstance(play, int) else None


COUNTING: Final = "counting"
"""The proof by counting: there was room for the card nowhere else."""


class Evidence(NamedTuple):
    """What a finding rests on; None for whatever it does not need. Cards are indices in the order of the pack."""

    led_suit: int | None = None
    held: tuple[int, ...] | None = None
    """Cards that the player is proved to have held."""
    possible: tuple[int, ...] | None = None
    """Cards of which the player held at least one."""
    proved_by: Location | Literal["counting"] | None = None
    also_at: Location | None = None
    """The first place of the same card in the record."""
    expected: int | None = None
    """The seat whose turn it was."""
    claimed: int | None = None
    """The seat that the record names."""
    led: int | None = None
    """The seat that led."""
    won: int | None = None
    """The seat that won the trick."""
    reported: int | None = None
    """A figure on the score sheet; ``counted`` is the figure that follows from the record."""
    counted: int | None = None
    listed: int | None = None
    """The number of cards listed for a hand; ``dealt`` is the number that were dealt to it."""
    dealt: int | None = None
    played: tuple[int, ...] | None = None
    """Cards that the log shows and the list of the hand lacks, or the other way round."""
    rests_on: tuple[Location, ...] | None = None
    """Where all entries are that prove it: with every other card and bid unknown, it is proved all the same."""


class Alternative(NamedTuple):
    """A legal card, and the seat that would have won the trick with it, the other plays being the same."""

    card: int
    winner: int


class Finding(NamedTuple):
    """One thing found in a record. Members that do not apply are None."""

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
    """The index of the finding that caused this one."""
    conflicts_with: tuple[int, ...] | None = None
    """Of an open question: the indices of the errors that keep it open; empty until they are all known."""
    decided_by: Location | None = None
    """Of an open question: what would decide it."""
    readings: tuple[int, ...] | None = None
    """Of an open question that a likelier slip keeps open: the indices, among the readings that the ruling offers, of
    those in which it is no offence."""

    @property
    def properties(self) -> FindingEntry:
        """The properties of its code."""
        return CODES[self.code]

    @property
    def puts_cards_in_doubt(self) -> bool:
        """Whether it is an error that leaves in doubt who held or played which cards."""
        return self.severity == "error" and not self.properties.spares_cards


_finding: Final = by_position(Finding)


def saying(finding: Finding, detail: tuple[Sentence, ...], alternatives: tuple[Alternative, ...] | None) -> Finding:
    """Return a finding with this detail and these alternatives; `_replace` takes several times as long."""
    (
        code, location, _, severity, parameter, trick, seat, side, card, cards, legal, evidence, established, _,
        follows, conflicts, decided_by, readings,
    ) = finding  # fmt: skip
    return _finding((
        code, location, detail, severity, parameter, trick, seat, side, card, cards, legal, evidence, established,
        alternatives, follows, conflicts, decided_by, readings,
    ))  # fmt: skip


def contradicts_record(finding: Finding) -> bool:
    """Return whether a finding shows that something in the record is written wrong.

    If spades were not broken as the record says, nobody knows whether they were, and nothing else is in doubt.
    """
    return finding.severity == "error" and finding.code != "wrong_spades_broken"


def is_about_withdrawn_card(finding: Finding) -> bool:
    """Return whether a finding is about a card that was taken back, not about one that stayed on the table."""
    return len(finding.location) > _OF_A_PLAY and "withdrawn" in finding.location


class About(TypedDict, total=False):
    """What a finding may hold besides its code, its location and its sentences: members of `Finding`."""

    severity: Severity
    """Only if it is not the usual severity of the code."""
    parameter: str | None
    """Only if it is not the usual parameter of the code; None for a rule of the game itself."""
    trick: int | None
    seat: int | None
    side: int
    """Only if there is no seat: a seat has its side."""
    card: int
    cards: tuple[int, ...]
    legal_cards: tuple[int, ...] | None
    evidence: Evidence | None
    established: bool | None
    follows: int | None
    conflicts_with: tuple[int, ...] | None
    decided_by: Location
    readings: tuple[int, ...] | None


class Contradiction(Exception):  # noqa: N818 - not an error of the program
    """Raised if a mended record contradicts itself all the same, or is ruled out by the offences that it shows."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        """Keep the ``findings`` on its play or before it, the last of which ended the trial."""
        super().__init__()
        self.findings = findings


Key: TypeAlias = tuple[object, ...]
"""What makes two accusations the same: who did what in which trick, whatever the card."""


class StopWhen(NamedTuple):
    """What ends the judging of a mended record (`Contradiction`) besides an error, and what need not be asked in it."""

    offences: frozenset[Key] | None = None
    """The keys of the offences that may be there, if a slip is tried that has to explain several of them; any other
    ends the trial, and so do too many of these. None if any may be there."""
    touched: frozenset[Key] = frozenset()
    """Those of them that rest on what the slip changes: ``several`` of these have to be gone."""
    in_question: frozenset[Key] = frozenset()
    """Those of them of which one at least has to be gone."""
    several: int = 2
    every_question: bool = True
    """Whether every open question counts; if not, the first is enough to know that there are some."""
    is_over_at_once: bool = True
    """Whether anything ends it; if not, errors may be there."""


class Reporter:
    """Collects the findings and the open questions about one record, in the order in which they are reported."""

    def __init__(self, table: Table, stop_when: StopWhen | None = None) -> None:
        """With ``stop_when``, the first finding that ends the trial raises `Contradiction`, and is not reported."""
        self.table, self.stop_when = table, stop_when
        self.findings: list[Finding] = []
        self._gone = frozenset[Key]() if stop_when is None else stop_when.touched
        self.undecided: list[Finding] = []

    def report(self, code: str, location: Location, *detail: Sentence, **about: Unpack[About]) -> None:
        """Add a finding that is proved."""
        self.add(_made(self.table, code, location, detail, about))

    def add(self, finding: Finding) -> None:
        """Add a finding as it is."""
        if self.stop_when is not None and self._ends_trial(finding, self.stop_when):
            raise Contradiction((*self.findings, finding))
        self.findings.append(finding)

    def _ends_trial(self, finding: Finding, stop_when: StopWhen) -> bool:
        """Return whether a finding rules out the record on trial."""
        if not stop_when.is_over_at_once:
            return False
        if finding.severity != "offence" or stop_when.offences is None:
            return contradicts_record(finding)
        key = key_of(finding)
        self._gone -= {key}
        return (
            key not in stop_when.offences
            or len(self._gone) < stop_when.several
            or stop_when.in_question.isdisjoint(self._gone)
        )

    def ask(self, code: str, location: Location, *detail: Sentence, **about: Unpack[About]) -> None:
        """Add an open question: what may be found here if more were known."""
        if not self.has_asked_enough:
            self.undecided.append(_made(self.table, code, location, detail, about))

    @property
    def has_asked_enough(self) -> bool:
        """Whether nobody will read another open question."""
        return self.stop_when is not None and bool(self.undecided) and not self.stop_when.every_question


def one_finding(table: Table, code: str, location: Location, *detail: Sentence, **about: Unpack[About]) -> Finding:
    """Return one finding, or one open question."""
    return _made(table, code, location, detail, about)


def _made(table: Table, code: str, location: Location, detail: tuple[Sentence, ...], about: About) -> Finding:
    properties, seat, card = CODES[code], about.get("seat"), about.get("card")
    side = about.get("side") if seat is None else table.side_of[seat]
    return _finding((
        code, location, detail, about.get("severity", properties.severity),
        about.get("parameter", properties.parameter), about.get("trick"), seat, side,
        None if card == UNREAD else card, about.get("cards"), about.get("legal_cards"), about.get("evidence"),
        about.get("established"), None, about.get("follows"), about.get("conflicts_with"),
        about.get("decided_by"), about.get("readings"),
    ))  # fmt: skip


_AFTER_PLAYS: Final = 1 << 16


def accusing(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings that accuse a player (`is_accusing`)."""
    for finding in findings:
        if is_accusing(finding):
            yield finding


def penalty_row(code: str) -> str | None:
    """Return the row of `penalties` that says what a finding with this code costs; None if there is none."""
    entry = CODES.get(code)
    return None if entry is None else entry.penalty


def codes_priced_by(row: str) -> list[str]:
    """Return the codes of the findings of which this row of `penalties` says what they cost; none if it is no row."""
    return [code for code, entry in CODES.items() if entry.penalty == row]


_VOIDING: Final = frozenset({"wrong_hand_size", "misdeal", "round_thrown_in"})


def is_accusing(finding: Finding) -> bool:
    """Return whether a finding accuses a player: of an offence, or of a revoke that he corrected.

    So does what voids the round, and the same bid again: that is nobody's offence, and has to be proved like one.
    """
    return (
        finding.severity == "offence"
        or finding.code in {"revoke_corrected", "bid_repeated"}
        or (finding.code in _VOIDING and finding.severity == "note")
    )


def key_of(finding: Finding) -> Key:
    """Return what makes an offence the same in two readings: who did what in which trick, whatever the card."""
    if finding.trick is not None and finding.seat is not None:
        return (finding.code, finding.seat, finding.trick, finding.location[4:])
    if finding.location[0] == "bids" and finding.seat is not None:
        return (finding.code, finding.seat, ("bids",))  # whichever of his bids it was
    return (finding.code, (finding.seat, finding.side), finding.location)


def offences_among(findings: Iterable[Finding]) -> dict[Key, Finding]:
    """Return the offences among these findings by what makes them the same in two readings."""
    return {key_of(finding): finding for finding in findings if finding.severity == "offence"}


def insert_in_order(findings: list[Finding], more: Iterable[Finding]) -> None:
    """Insert more findings among others, each where it belongs in the order of the record."""
    orders = [_order(finding) for finding in findings]
    for finding in more:
        own = _order(finding)
        place = next((index for index, order in enumerate(orders) if order > own), len(orders))
        orders.insert(place, own)
        findings.insert(place, finding)


def _order(finding: Finding) -> tuple[int, int, int]:
    """Return a key to sort findings by in the order of the record: deal, bids, plays."""
    location = finding.location
    if location[0] != "tricks":
        return (location[0] == "bids", 0, 0)
    if location[2:] == ("winner",):
        return (2, int(location[1]), _AFTER_PLAYS)
    indices = [part for part in location if isinstance(part, int)]
    return (2, indices[0], indices[1] if len(indices) > 1 else -1) if indices else (3, 0, 0)


def renumbered(before: Sequence[Finding], after: Sequence[Finding]) -> Mapping[int, int]:
    """Return the new index of each finding that is left, by its old one."""
    places = {id(finding): index for index, finding in enumerate(after)}
    return {index: places[id(finding)] for index, finding in enumerate(before) if id(finding) in places}


def moved(finding: Finding, places: Mapping[int, int]) -> Finding:
    """Return a finding that refers to others by their new indices."""
    conflicts = finding.conflicts_with
    if conflicts is not None:
        conflicts = tuple(places[index] for index in conflicts if index in places)
    follows = None if finding.follows is None else places.get(finding.follows)
    if (conflicts, follows) == (finding.conflicts_with, finding.follows):
        return finding
    return finding._replace(conflicts_with=conflicts, follows=follows)
