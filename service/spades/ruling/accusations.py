"""Accusations: each call that a player revoked, answered from what the audit has proved (catalogue H2, H7).

A call speaks of the accused's card in the trick that it names or, where it names none, of all that he had played when
it was made. It is upheld by one proved revoke among them, also one that was taken back in time; refuted where all of
them are proved to have been no revoke; else this record can't tell. Where it is silent, the rules are read thus:

- Anybody may call, as at bridge (Law 9A): a partner's call counts, and so does a player's of himself.
- Where an illegal lead of a spade counts as a revoke (`irregularities.illegal_spade_lead`), a call may be for one.
- A call that names a trick is about that trick whenever it was made; its moment tells whether it came in time.
- A trick that is not in the record, or that leaves in doubt what was led or what the accused played, refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from service.spades.cards import CODES
from service.spades.findings import Finding
from service.spades.play.revoke_deadline import revoke_codes
from service.spades.pointers import pointer_to
from service.spades.record.model import Accusation, At, Trick
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import AccusationAnswer, Result
from service.spades.table import Table


class Calls(NamedTuple):
    """All answers, the findings that they add, and the places of the revokes that were called in time."""

    answers: tuple[AccusationAnswer, ...]
    findings: tuple[Finding, ...]
    called: frozenset[int]


def answer(  # noqa: PLR0913 - what an answer rests on
    accusations: Iterable[Accusation],
    ruleset: Ruleset,
    table: Table,
    findings: tuple[Finding, ...],
    undecided: tuple[Finding, ...],
    *,
    tricks: tuple[Trick, ...],
    offset: int,
) -> Calls:
    """Answer the accusations of a record from its log and from what was found in it.

    ``offset`` is the place that the first new finding will have. A revoke is called by whichever call came in time;
    a right call that came too late is noted only for a revoke that no other called.
    """
    court = _Court(ruleset, table, findings, undecided, tricks)
    heard = [court.hear(accusation) for accusation in accusations]
    called = frozenset(place for hearing in heard for place in hearing.in_time)
    answers: list[AccusationAnswer] = []
    found: list[Finding] = []
    for hearing in heard:
        added = court.late(hearing, called) if hearing.proved else court.false(hearing)
        places = (*hearing.proved, *(offset + len(found) for _ in added))
        found += added
        answers.append(AccusationAnswer(hearing.call.place, hearing.result, places, hearing.detail))
    return Calls(tuple(answers), tuple(found), called)


class _Hearing(NamedTuple):
    """What came of one call."""

    call: Accusation
    result: Result
    detail: str
    proved: tuple[int, ...] = ()
    """The places of the revokes that it is right about, in time or not, corrected or not."""
    in_time: tuple[int, ...] = ()
    """Those among them that were called in time and had not been corrected."""


class _Scope(NamedTuple):
    """The plays that a call speaks of, by trick and place."""

    plays: tuple[tuple[int, int], ...]
    sure: bool
    """Whether these are all of them, as they were played."""


# What a call may be about: the code of the finding, what the accused did, and what that comes to.
_DEEDS = (
    ("revoke", "revoked", ""),
    ("illegal_spade_lead", "led a spade too early", ", which counts as a revoke"),
    ("revoke_corrected", "revoked", " and corrected it in time"),
)


@dataclass(slots=True)
class _Court:
    """What the calls are held against."""

    ruleset: Ruleset
    table: Table
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tricks: tuple[Trick, ...]
    codes: frozenset[str] = field(init=False)
    """The findings that are revokes by this ruleset."""
    proved: Mapping[str, list[int]] = field(init=False)
    """For the pointer of each play the places of the revokes found in it, corrected ones among them."""
    open: Mapping[str, list[int]] = field(init=False)
    """For the pointer of each play the places of the open questions whether it was a revoke."""
    doubtful: frozenset[str] = field(init=False)
    """Where the record contradicts itself."""
    replayed: frozenset[str | None] = field(init=False)
    """The cards that stand twice in the log: one of the places is wrong."""

    def __post_init__(self) -> None:
        self.codes = revoke_codes(self.ruleset.parameters.irregularities)
        self.proved = _by_play(self.findings, self.codes | {"revoke_corrected"})
        self.open = _by_play(self.undecided, self.codes | {"revoke_corrected"})
        self.doubtful = frozenset(finding.pointer for finding in self.findings if finding.gravity == "error")
        self.replayed = frozenset(finding.card for finding in self.findings if finding.code == "card_replayed")

    def hear(self, call: Accusation) -> _Hearing:
        """Answer one call."""
        accused, scope = self.table.players[call.against], self._scope(call)
        pointers = [pointer_to("tricks", trick, "plays", place) for trick, place in scope.plays]
        proved = tuple(place for pointer in pointers for place in self.proved.get(pointer, ()))
        if proved:
            revokes = [place for place in proved if self.findings[place].code in self.codes]
            in_time = tuple(place for place in revokes if self._in_time(call, place))
            detail = f"{accused} {self._deeds(proved)}"
            if len(in_time) < len(revokes):
                late = self._told(place for place in revokes if place not in in_time)
                detail += f"; for {late} the call came too late" if in_time else "; the call came too late"
            return _Hearing(call, "upheld", f"{detail}.", proved, in_time)
        for pointer in pointers:
            if pointer in self.open:
                trick = self.undecided[self.open[pointer][0]].trick
                return _Hearing(call, "undecidable", f"Whether {accused} revoked in trick {trick} is undecided.")
        if not scope.sure:
            return _Hearing(call, "undecidable", self._doubt(call))
        return _Hearing(call, "refuted", self._refutation(call, scope))

    def _deeds(self, proved: tuple[int, ...]) -> str:
        """Return what the accused did, by kind: a revoke, what counts as one, and what was corrected."""
        told = []
        for code, verb, end in _DEEDS:
            places = [place for place in proved if self.findings[place].code == code]
            if places:
                told.append(f"{verb} in {self._told(places)}{end}")
        return ", and ".join(told)

    def late(self, hearing: _Hearing, called: frozenset[int]) -> list[Finding]:
        """Return the note that a right call came too late, where a revoke goes free for it."""
        revokes = [place for place in hearing.proved if self.findings[place].code in self.codes]
        late = [place for place in revokes if place not in called]
        if not late:
            return []
        by, against = self._names(hearing.call)
        detail = f"{by} called {against}'s revoke in {self._told(late)} too late."
        trick = self.findings[late[0]].trick if len(late) == 1 else None
        return [self._finding("late_accusation", hearing.call, detail, "irregularities.accusation_until", trick)]

    def false(self, hearing: _Hearing) -> list[Finding]:
        """Return the offence of a call against another side that the record disproves, where the ruleset knows one."""
        call, rule = hearing.call, self.ruleset.parameters.irregularities.false_accusation
        own = self.table.side_of[call.by] == self.table.side_of[call.against]
        if hearing.result != "refuted" or rule == "none" or own:
            return []
        by, against = self._names(call)
        detail = f"{by} called a revoke by {against}. {hearing.detail}"
        trick = None if call.trick is None else call.trick + 1
        return [self._finding("false_accusation", call, detail, "irregularities.false_accusation", trick)]

    def _scope(self, call: Accusation) -> _Scope:
        """Return the plays that a call speaks of."""
        size = self.ruleset.packs[len(self.table.players)].hand_size
        spoken_of, at = (range(size), call.at) if call.trick is None else ((call.trick,), None)
        plays: list[tuple[int, int]] = []
        sure = True
        for number in spoken_of:
            # How many plays of this trick are spoken of: all, none, or as many as lay on the table.
            lay = None if at is None or number < at.trick else (number == at.trick) * at.plays
            if lay == 0:
                continue
            trick = self.tricks[number] if number < min(size, len(self.tricks)) else Trick((), ())
            places = [place for place, seat in enumerate(trick.seats[:lay]) if seat == call.against]
            plays += [(number, place) for place in places]
            sure = sure and self._sure(call, number, trick, lay)
        return _Scope(tuple(plays), sure)

    def _sure(self, call: Accusation, number: int, trick: Trick, lay: int | None) -> bool:
        """Tell whether a trick shows beyond doubt what was led and what, if anything, the accused had played to it."""
        seats, last = trick.seats, number >= len(self.tricks) - 1
        if len(set(seats)) < len(seats) or (len(seats) < len(self.table.players) and not last):
            return False
        if call.against not in seats[:lay]:
            return lay is not None and lay <= len(seats)
        place = seats.index(call.against)
        if not place and "illegal_spade_lead" not in self.codes:
            return True  # whatever he led, it was no revoke
        doubts = {pointer_to("tricks", number, "plays", each) for each in (0, place)}
        doubts.add(pointer_to("tricks", number, "leader"))
        cards = {CODES[trick.cards[each]] for each in (0, place)}
        return not self.doubtful & doubts and not self.replayed & cards

    def _in_time(self, call: Accusation, place: int) -> bool:
        """Tell whether a call came while this revoke could still be called."""
        until = self.ruleset.parameters.irregularities.accusation_until
        if until == "next_deal" or call.at is None:
            return until == "next_deal"
        if until == "end_of_round":
            return call.at.trick < self.ruleset.packs[len(self.table.players)].hand_size
        # The trick after the revoke's, from 0, has the number of the revoke's own, from 1.
        return call.at <= At(self.findings[place].trick or 0, 0)

    def _doubt(self, call: Accusation) -> str:
        """Return why the record leaves open what the accused played."""
        accused, size = self.table.players[call.against], self.ruleset.packs[len(self.table.players)].hand_size
        if call.trick is None:
            return f"The record does not show beyond doubt every card that {accused} is accused of."
        number = call.trick + 1
        if number > size:
            return f"Trick {number} is one more than the round has, and nothing in it is judged."
        if number > len(self.tricks):
            return f"The record has no trick {number}: it ends {_after(len(self.tricks))}."
        if call.against not in self.tricks[call.trick].seats:
            return f"The record shows no card of {accused} in trick {number}."
        return f"The record does not show beyond doubt the card in trick {number} that {accused} is accused of."

    def _refutation(self, call: Accusation, scope: _Scope) -> str:
        accused = self.table.players[call.against]
        if not scope.plays:
            return f"{accused} had played no card{_by_then(call.at)}."
        if call.trick is None:
            return f"Every card that {accused} had played{_by_then(call.at)} was legal as to following suit."
        number = call.trick + 1
        if scope.plays[0][1] == 0:
            return f"{accused} led to trick {number}, and that lead is no revoke."
        return f"{accused}'s card in trick {number} was legal as to following suit."

    def _told(self, places: Iterable[int]) -> str:
        """Return the tricks of these findings in words."""
        *others, last = dict.fromkeys(str(self.findings[place].trick) for place in places)
        return f"tricks {', '.join(others)} and {last}" if others else f"trick {last}"

    def _names(self, call: Accusation) -> tuple[str, str]:
        return self.table.players[call.by], self.table.players[call.against]

    def _finding(self, code: str, call: Accusation, detail: str, parameter: str, trick: int | None) -> Finding:
        """Return a finding about a call, which is its caller's."""
        return Finding(
            code=code,
            pointer=pointer_to("accusations", call.place),
            detail=detail,
            rule=cite(self.ruleset, parameter),
            trick=trick,
            player=self.table.players[call.by],
            team=self.table.team_of(call.by),
        )


def _after(tricks: int) -> str:
    return f"after trick {tricks}" if tricks else "before the first"


def _by_then(at: At | None) -> str:
    """Return up to when a call was judged that names no trick."""
    if at is None:
        return ""
    lay = "1 card" if at.plays == 1 else f"{at.plays} cards" if at.plays else "no card"
    return f" by then (trick {at.trick + 1}, {lay} of it on the table)"


def _by_play(findings: tuple[Finding, ...], codes: frozenset[str]) -> Mapping[str, list[int]]:
    """Return the places of the findings of these codes by the play they stand at; a card taken back is its play's."""
    by_play: dict[str, list[int]] = {}
    for place, finding in enumerate(findings):
        if finding.code in codes:
            by_play.setdefault(finding.pointer.split("/withdrawn/")[0], []).append(place)
    return by_play
