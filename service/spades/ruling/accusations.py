"""Each call that a player revoked, answered from what the audit has proved (docs/reference/rules.md, H2, H3, H6).

A call says who revoked; the record says when. It is about all cards that the accused had played when it was made:
upheld if one of them is proved to be a revoke, even one that was corrected in time; refuted if none of them can have
been one; otherwise this record can't decide it. A trick that it names says which of several revokes it is about: the
nearest to that trick, of two as near the earlier. By the strict rule (`calls.names`) it is about the
card in that trick alone, whenever it was made, and a call that names no trick is none. On points that the rules leave
open:

- Anybody may call, as at bridge (Law 9A): a partner's call counts, and so does a player's of himself.
- If an illegal lead of a spade counts as a revoke (`penalties.early_spade.as`), a call may be about one.
- The moment of a call decides whether it came in time, for each revoke that it is about. If the record has several
  readings, it came in time, or too late, only if it did so in all of them: a trick more or less may lie between.
- A call without a moment came after the round. If the record does not say how play ended, it may have been made at the
  end of the log, too (docs/reference/rules.md, "The end of play").
- The same call written twice, or made by both partners, is one call: each gets its answer, and all name one finding.
  So are right calls by one side of the same revokes, whatever tricks they name.
- A trick that is not in the record, or leaves in doubt which card was led or which the accused played, refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from typing import Final, NamedTuple, TypeAlias

from service.spades.cards import UNREAD
from service.spades.findings import About, Finding, Location, Reporter
from service.spades.play.play_findings import revoke_codes
from service.spades.proof.facts import Facts
from service.spades.record.log import (
    end_of_log,
    end_of_writing,
    ends_unwritten,
    lacks_a_card,
    may_be_in_progress,
    shows_end_of_play,
)
from service.spades.record.model import Accusation, At, Trick
from service.spades.ruling.cost import cost_of
from service.spades.ruling.model import AccusationAnswer, CalledInTime, CallResult, Calls, agreed, in_all
from service.spades.sentence import Sentence, say

_CALL_DEADLINE: Final = "calls.until"

HeardReading: TypeAlias = tuple[Facts, tuple[int | None, ...] | None]
"""A reading, and for each of its tricks the index as written; None if no trick has moved."""


def answer_accusations(accusations: Sequence[Accusation], facts: Facts, readings: Sequence[HeardReading] = ()) -> Calls:
    """Answer the accusations of a record from its log and from what was found in it, and in its ``readings``.

    One call in time is enough for a revoke; a right call that came too late is noted only for revokes that nobody
    called in time. A finding about a call that was written twice is reported once, at the first place.
    """
    court = _Court(facts, readings)
    calls = Calls(tuple([court.hear(accusation) for accusation in accusations]))
    answers: list[AccusationAnswer] = []
    reporter, offset = Reporter(facts.context.table), len(facts.findings)
    added: dict[_SameCall, range] = {}
    for call, answer in zip(accusations, calls.answers, strict=True):
        same_call = court.same_call(call, answer)
        if same_call not in added:
            first = offset + len(reporter.findings)
            if answer.result == "upheld":
                court.report_late(reporter, call, answer, calls.called | calls.perhaps_called)
                court.ask_when(reporter, call, answer, calls.called)
            else:
                court.report_false(reporter, call, answer)
            added[same_call] = range(first, offset + len(reporter.findings))
        answers.append(answer._replace(findings=(*answer.findings, *added[same_call])))
    return Calls(tuple(answers), tuple(reporter.findings), tuple(reporter.undecided))


_SameCall: TypeAlias = tuple[int, int, int | None, tuple[object, ...], CallResult]
"""The key of a call: two calls with the same key are one."""


class _Scope(NamedTuple):
    """The plays that a call is about, by the indices of trick and play."""

    plays: tuple[tuple[int, int], ...]
    sure: bool
    """Whether these are all of them, as they were played."""


class _Court:
    """Judges calls by what was found in the record, proved and open."""

    def __init__(
        self, facts: Facts, readings: Sequence[HeardReading] = (), written: tuple[int | None, ...] | None = None
    ) -> None:
        """Hear calls by these facts, and by those of the ``readings``, the records that mend this one by one slip.

        ``written`` has for each trick of a reading its index as written, None if no trick has moved.
        """
        self.written = written
        # Each is taken at its word, the record as written too if it is one of them: no slip is left to be in doubt.
        self.readings = [_Court(own._replace(contradictory=False), written=places) for own, places in readings]
        """A court for each reading of the record; a call that all of them refute is refuted."""
        self.facts, self.findings, self.record = facts, facts.findings, facts.context.record
        self.tricks, self.hand_size = self.record.tricks, facts.context.pack.hand_size
        self.rules = facts.context.ruleset.parameters.calls
        self.must_name_trick = self.rules.names == "trick"
        self.penalties = facts.context.ruleset.parameters.penalties
        self.codes = revoke_codes(self.penalties)
        """The codes that are revokes by this ruleset."""
        self.proved = self._by_play(facts.findings)
        """For each play, the indices of the revokes found in it, corrected ones among them."""
        self.open = self._by_play(facts.undecided)
        """For each play, the indices of the open questions whether it was a revoke."""

    def _by_play(self, findings: Iterable[Finding]) -> Mapping[Location, list[int]]:
        """Return the indices of the revokes among findings by their play; a card taken back belongs to its play."""
        by_play: dict[Location, list[int]] = {}
        for index, finding in enumerate(findings):
            if finding.code in self.codes or finding.code == "revoke_corrected":
                by_play.setdefault(finding.location[:4], []).append(index)
        return by_play

    def hear(self, call: Accusation) -> AccusationAnswer:
        """Answer one call by the revokes that it is right about, in time or not, corrected or not."""
        if self.must_name_trick and call.trick is None:
            return AccusationAnswer(call.position, "invalid", (), say("call_names_no_trick"))
        scope = self._scope(call)
        proved = self._meant(call, scope)
        in_time = self._in_time(call)
        # Which trick is meant may depend on the slip.
        by_number = self.must_name_trick or call.at is not None
        in_doubt = self.facts.contradictory and not proved and (by_number or not self.readings)
        others = [] if in_doubt else [court.hear(court.call_of(call)) for court in self.readings]
        if proved and all(other.result == "upheld" for other in others):
            detail = self._upheld(call, proved, in_time)
            return AccusationAnswer(call.position, "upheld", proved, detail, call.remedy, in_time)
        if not proved:
            heard = self._without_proof(call, scope, in_doubt=in_doubt)._replace(in_time=in_time)
            is_refuted = all(other.result == "refuted" for other in others)
            if not others or is_refuted is (heard.result == "refuted"):
                return heard
            if is_refuted:
                return AccusationAnswer(call.position, "refuted", (), others[0].detail)
        # A slip may have come between call and revoke.
        return AccusationAnswer(call.position, "undecidable", (), self._doubt(call), in_time=in_time)

    def _upheld(self, call: Accusation, proved: tuple[int, ...], in_time: tuple[CalledInTime, ...]) -> Sentence:
        """Return what a right call is about, whether it came in time, and whether it names another trick."""
        revokes = [index for index in proved if self.findings[index].code in self.codes]
        called, late, named = in_all([of_reading.surely for of_reading in in_time]), say("nothing"), say("nothing")
        if any(of_reading.perhaps != of_reading.surely for of_reading in in_time):
            late = say("call_time_not_known")
        elif any(len(of_reading.surely) != len(called) for of_reading in in_time):
            late = say("call_perhaps_late")
        elif len(called) < len(revokes):
            too_late = self._trick_numbers(index for index in revokes if index not in called)
            late = say("call_late_for_some", tricks=too_late) if called else say("call_late")
        number = self._named(call)
        if number is not None and all(self.findings[index].trick != number + 1 for index in proved):
            named = say("call_names_wrong_trick", trick=(call.trick or 0) + 1)
        return say("call_upheld", accused=call.against, deeds=self._deeds(proved), late=late, named=named)

    def call_of(self, call: Accusation) -> Accusation:
        """Return a call as this record has it, in which its trick may have another number."""
        return (self.record.accusations or ())[call.position]

    def _named(self, call: Accusation) -> int | None:
        """Return the index of the trick that a call names, of a copy that the readings leave out that of the other."""
        named = agreed([court.trick_as_written(court.call_of(call).trick) for court in self.readings])
        return call.trick if named is None else named

    def trick_as_written(self, trick: int | None) -> int | None:
        """Return the index as written of a trick of this record, which may lie beyond its end."""
        if trick is None or self.written is None or trick >= len(self.written):
            return trick
        return self.written[trick]

    def trick_here(self, written: int) -> int:
        """Return the index in this record of a trick that has an index as written."""
        return written if self.written is None else self.written.index(written)

    def _meant(self, call: Accusation, scope: _Scope) -> tuple[int, ...]:
        """Return the indices of the proved revokes in these plays that a call means: those nearest to its number.

        Corrected ones are among them; of two tricks as near the earlier counts.
        """
        proved = [index for play in scope.plays for index in self.proved.get(_location(*play), ())]
        named, tricks = self._named(call), [self._index_of_trick(index) for index in proved]
        if named is None or not proved:
            return tuple(proved)
        nearest = min(tricks, key=lambda trick: (abs(trick - named), trick))
        return tuple([index for index, trick in zip(proved, tricks, strict=True) if trick == nearest])

    def _index_of_trick(self, finding: int) -> int:
        return (self.findings[finding].trick or 0) - 1

    def _without_proof(self, call: Accusation, scope: _Scope, *, in_doubt: bool) -> AccusationAnswer:
        """Answer a call that no proved revoke upholds by the record as written; one ``in_doubt`` is not refuted."""
        for play in scope.plays:
            if _location(*play) in self.open:
                trick = self.facts.undecided[self.open[_location(*play)][0]].trick or 0
                detail = say("revoke_undecided", accused=call.against, trick=trick)
                return AccusationAnswer(call.position, "undecidable", (), detail)
        if not scope.sure or in_doubt:
            return AccusationAnswer(call.position, "undecidable", (), self._doubt(call))
        return AccusationAnswer(call.position, "refuted", (), self._refutation(call, scope))

    def same_call(self, call: Accusation, answer: AccusationAnswer) -> _SameCall:
        """Return the key of a call.

        Two right calls of a side are the same if they mean the same revokes; two others if they name the same trick or,
        without one, are about the same cards.
        """
        trick = None if answer.findings else self._named(call)
        about = answer.findings or (self._scope(call).plays if trick is None else ())
        return self.facts.context.table.side_of[call.by], call.against, trick, about, answer.result

    def _deeds(self, proved: tuple[int, ...]) -> tuple[Sentence, ...]:
        """Return the deeds of the accused by kind: revokes, leads that count as one, and revokes corrected in time."""
        deeds: list[Sentence] = []
        for code, key in (
            ("revoke", "revoked_in"),
            ("illegal_spade_lead", "led_spade_in"),
            ("revoke_corrected", "revoked_and_corrected_in"),
        ):
            indices = [index for index in proved if self.findings[index].code == code]
            if indices:
                deeds.append(say(key, tricks=self._trick_numbers(indices)))
        return tuple(deeds)

    def report_late(
        self, reporter: Reporter, call: Accusation, answer: AccusationAnswer, called: frozenset[int]
    ) -> None:
        """Note that a right call came too late, if a revoke goes free for it.

        ``called`` are the revokes that were called in time, by one reading at least.
        """
        revokes = [index for index in answer.findings if self.findings[index].code in self.codes]
        late = [index for index in revokes if index not in called]
        if not late:
            return
        tricks = self._trick_numbers(late)
        detail = say("late_accusation", by=call.by, against=call.against, tricks=tricks)
        trick = self.findings[late[0]].trick if len(late) == 1 else None
        reporter.report("late_accusation", ("accusations", call.position), detail, trick=trick, seat=call.by)

    def ask_when(self, reporter: Reporter, call: Accusation, answer: AccusationAnswer, called: frozenset[int]) -> None:
        """Ask when a right call was made, if it depends on how play ended whether that was in time.

        ``called`` are the revokes that were called in time in any case.
        """
        not_known = {index for of_reading in answer.in_time for index in of_reading.perhaps - of_reading.surely}
        tricks = self._trick_numbers(sorted(not_known - called))
        if tricks:
            detail = say("call_may_be_late", by=call.by, against=call.against, tricks=tricks)
            place, of_one = ("accusations", call.position), tricks[0] if len(tricks) == 1 else None
            about = About(trick=of_one, seat=call.by, decided_by=(*place, "at"), parameter=_CALL_DEADLINE)
            reporter.ask("end_of_play_open", place, detail, **about)

    def report_false(self, reporter: Reporter, call: Accusation, answer: AccusationAnswer) -> None:
        """Report a call against another side that the record disproves, if the ruleset has an offence for it."""
        side_of, false_call = self.facts.context.table.side_of, self.penalties.false_call
        is_free = false_call.remedy == false_call.as_ == "none"
        if answer.result != "refuted" or is_free or side_of[call.by] == side_of[call.against]:
            return
        detail = say("called_a_revoke", by=call.by, against=call.against)
        trick = None if call.trick is None else call.trick + 1
        location = ("accusations", call.position)
        about = About(trick=trick, seat=call.by, parameter=cost_of(self.penalties, "false_accusation").parameters[0])
        reporter.report("false_accusation", location, detail, answer.detail, **about)

    def _scope(self, call: Accusation) -> _Scope:
        """Return the plays that a call is about."""
        tricks, at, named = range(self.hand_size), call.at or self._end_for(call), self._named(call)
        if self.must_name_trick and named is not None:
            tricks, at = range(named, named + 1), None
        plays: list[tuple[int, int]] = []
        sure = True
        for index in tricks:
            # How many plays of this trick the call is about: all (None), none, or as many as lay on the table.
            on_table = None if at is None or index < at.trick else (index == at.trick) * at.plays
            if on_table == 0:
                continue
            trick = self.tricks[index] if index < min(self.hand_size, len(self.tricks)) else Trick((), ())
            plays += [(index, play) for play, seat in enumerate(trick.seats[:on_table]) if seat == call.against]
            sure = sure and self._is_sure(call, index, trick, on_table)
        return _Scope(tuple(plays), sure)

    def _end_for(self, call: Accusation) -> At | None:
        """Return the end of the log if a call after the round can be about no later card.

        A call that names a later trick says that play went on.
        """
        is_over = self.record.stopped or self.record.claim is not None
        goes_on = not is_over or (call.trick is not None and call.trick >= len(self.tricks))
        return None if goes_on else end_of_log(self.record)

    def _is_sure(self, call: Accusation, index: int, trick: Trick, on_table: int | None) -> bool:
        """Return whether a trick shows beyond doubt what was led and what the accused had played to it, if anything."""
        seats, last = trick.seats, index >= len(self.tricks) or may_be_in_progress(self.record, index)
        if (
            not trick.lead_known
            or len(set(seats)) < len(seats)
            or (lacks_a_card(self.facts.context.pack, trick, index) and not last)
        ):
            return False
        if call.against not in seats[:on_table]:
            # With unequal hands, a player may have no card for the last trick.
            is_over = self.facts.play.complete and index == self.hand_size - 1
            return is_over if on_table is None else on_table <= len(seats)
        if self.facts.play.tricks[index].led_suit is None:
            return False  # a last trick with the cards of all players but the one who was to lead it may lack the lead
        play = seats.index(call.against)
        places = {(index, 0), (index, play)}
        taken_back = {back.card for back in self.record.withdrawn if (back.trick, back.play) in places}
        if UNREAD in {trick.cards[0], trick.cards[play], *taken_back}:
            return False
        if not play and "illegal_spade_lead" not in self.codes:
            return True  # whatever he led, it was no revoke
        doubts: set[Location] = {*starmap(_location, places), ("tricks", index, "leader")}
        # Of a card that is in the log twice, one of the places is wrong.
        return not any(
            finding.severity == "error"
            and (
                finding.location in doubts
                or (finding.code == "card_replayed" and finding.card in {trick.cards[0], trick.cards[play]})
            )
            for finding in self.findings
        )

    def _in_time(self, call: Accusation) -> tuple[CalledInTime, ...]:
        """Return for each reading, or for the record alone, the revokes that a call means there and was in time for.

        No call is in time for a revoke that was corrected, and one that means such a revoke means no other.
        """
        tricks = {
            index: self._index_of_trick(index)
            for index, finding in enumerate(self.findings)
            if finding.code in self.codes and finding.seat == call.against and finding.severity == "offence"
        }
        if not self.readings:
            return (self.called_in_time(call, tricks),)
        return tuple(
            [
                court.called_in_time(court.call_of(call), {index: court.trick_here(tricks[index]) for index in tricks})
                for court in self.readings
            ]
        )

    def called_in_time(self, call: Accusation, tricks: Mapping[int, int]) -> CalledInTime:
        """Return which of the revokes in these tricks a call means, and could still call when it was made."""
        meant = {self._index_of_trick(index) for index in self._meant(call, self._scope(call))}
        is_known = call.at is not None or self.rules.until == "next_deal" or self._is_end_known()
        at = call.at if is_known else end_of_writing(self.record)
        in_time = frozenset(
            [index for index, trick in tricks.items() if trick in meant and self._is_in_time(at, trick)]
        )
        return CalledInTime(in_time if is_known else frozenset(), in_time)

    def _is_end_known(self) -> bool:
        """Return whether it is known how play ended."""
        is_whole = self.facts.play.complete and not ends_unwritten(self.record)
        return is_whole or shows_end_of_play(self.record, self.hand_size)

    def _is_in_time(self, at: At | None, trick: int) -> bool:
        """Return whether a revoke in the trick with this index could still be called at a moment."""
        until = self.rules.until
        if until == "next_deal" or at is None:
            return until == "next_deal"
        return at.trick < self.hand_size if until == "end_of_round" else at <= At(trick + 1, 0)

    def _doubt(self, call: Accusation) -> Sentence:
        """Return why the record leaves open what the accused played."""
        accused = call.against
        if call.trick is None or not self.must_name_trick:
            return self._doubt_of_any(call)
        number = call.trick + 1
        if number > self.hand_size:
            return say("trick_beyond_round", trick=number)
        if number > len(self.tricks):
            key = "trick_not_in_record" if self.tricks else "no_trick_in_record"
            return say(key, trick=number, tricks=len(self.tricks))
        if accused not in self.tricks[call.trick].seats:
            return say("no_card_in_trick", accused=accused, trick=number)
        return say("card_in_doubt", accused=accused, trick=number)

    def _doubt_of_any(self, call: Accusation) -> Sentence:
        """Return why the record leaves open what the accused played, if the call is about any of his cards."""
        is_sound = not (self.facts.contradictory or self.readings)
        if call.at is not None or not is_sound or not self._scope(call._replace(at=end_of_log(self.record))).sure:
            return say("cards_in_doubt", accused=call.against)
        if call.trick is not None and call.trick >= len(self.tricks):
            return say("trick_not_in_record", trick=call.trick + 1, tricks=len(self.tricks))
        return say("call_after_log", accused=call.against, tricks=len(self.tricks))

    def _refutation(self, call: Accusation, scope: _Scope) -> Sentence:
        """Return why what the accused played was no revoke."""
        accused, by_then = call.against, say("nothing")
        if call.at is not None:
            by_then = say("by_then", trick=call.at.trick + 1, plays=call.at.plays)
        if not scope.plays:
            return say("had_played_nothing", accused=accused, by_then=by_then)
        if call.trick is None or not self.must_name_trick:
            return say("every_card_followed", accused=accused, by_then=by_then)
        key = "lead_is_no_revoke" if scope.plays[0][1] == 0 else "card_followed"
        return say(key, accused=accused, trick=call.trick + 1)

    def _trick_numbers(self, indices: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers of the tricks of these findings, each once."""
        return tuple(dict.fromkeys(self.findings[index].trick or 0 for index in indices))


def _location(trick: int, play: int) -> Location:
    return ("tricks", trick, "plays", play)
