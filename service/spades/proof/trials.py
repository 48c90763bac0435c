"""Mended records on trial, and what each counts: how much may be tried for a record is bounded.

A trial counts by what is in it, as 10,000 of them were measured: 1 is about a tenth of an ordinary audit. What lies
around the trials of the dearest record takes as long again, so that it takes about 120 ordinary audits
(`python -m tests.slips.dearest` looks for it). None is timed: a record has the same ruling on any machine
(docs/reference/rules.md, "Bounded work").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from service.spades.cards import UNREAD
from service.spades.findings import Contradiction, Finding, StopWhen
from service.spades.pauses import Pause
from service.spades.proof.facts import Facts, facts_of, is_void
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset

MOST_TRIALS: Final = 540
"""How much may be tried for one record, in tenths of an ordinary audit: a mended record that is ruled out before its
play is judged counts 1, any other by its tricks and findings (`ruled_out_trial`, `whole_trial`), and so does the
record as written. What is not decided by then is undecided."""
GAME_TRIALS: Final = 54
"""The same for each round of a game."""
QUICK: Final = StopWhen(every_question=False)


class NothingLeft(Exception):  # noqa: N818 - not an error of the program
    """There is no trial left for a mended record, or not for all of it."""


class TrialBudget:
    """Judges mended records, and counts them."""

    def __init__(
        self,
        record: RoundRecord,
        facts: Facts,
        trials: int,
        pause: Pause,
        sheet_disagrees: Callable[[Facts], bool],
    ) -> None:
        """``facts`` are what was found in the record as written."""
        self.ruleset, self.pause = facts.context.ruleset, pause
        self._has_figures = record.reported is not None and record.claim is None
        self._sheet_disagrees = sheet_disagrees
        self.left = trials - whole_trial(record, facts)
        self.sheet_asked = False
        self.found: tuple[Finding, ...] = ()
        """What was found in the record judged last, up to what ruled it out."""
        # Calls and claims are decided by what a reading leaves open; else it only matters whether it leaves anything.
        self.asks_everything = not (record.accusations is None and record.claim is None)

    def facts_of(
        self, record: RoundRecord, written: Facts, stop_when: StopWhen = QUICK, *, same_cards: bool = False
    ) -> Facts | None:
        """Return what is found in a record, None if it contradicts itself or is ruled out by its offences.

        ``written`` are the facts of the record that it mends; ``same_cards`` is whether both logs show the same cards.
        Raises `NothingLeft`, also in the middle of a record with more findings than may be tried.
        """
        if self.left <= 0:
            raise NothingLeft
        self.pause()
        earlier = written.before_play
        # Whose the cards are that come after a missing trick, a short form leaves open again.
        before = earlier and earlier.of(record, same_cards=same_cards and not record.leads_left_out)
        self.left -= 0 if before else 2  # its lists and bids are judged anew
        # One with a missing trick is seldom ruled out, so that it is judged with all its questions at once.
        stop_when = stop_when._replace(most=max(self.left, 0), every_question=self.asks_everything and same_cards)
        try:
            facts = facts_of(record, self.ruleset, stop_when, before)
        except Contradiction as error:
            self.found = error.findings
            self.left -= ruled_out_trial(record, self.found)
            if len(self.found) > stop_when.most:
                self.left = 0
                raise NothingLeft from None
            return None
        self.found = facts.findings
        self.left -= whole_trial(record, facts)
        if contradictions_in(facts.findings):
            return None
        if self.asks_everything and facts.undecided and not stop_when.every_question:
            if self.left <= 0:
                raise NothingLeft
            stop_when = stop_when._replace(every_question=True)
            facts = facts_of(record, self.ruleset, stop_when, facts.before_play)
            self.left -= whole_trial(record, facts)  # its play was judged twice
        return facts

    def sheet_disagrees(self, facts: Facts) -> bool:
        """Return whether the sheet has other figures of the round than these facts make."""
        if not self._has_figures or not facts.play.complete:
            return False
        self.sheet_asked = True
        return self._sheet_disagrees(facts)

    def lacks_tricks(self, record: RoundRecord, facts: Facts) -> bool:
        """Return whether the sheet is for a finished round, and the log is not."""
        if not may_lack_tricks(record, facts):
            return False
        self.sheet_asked = True
        return claims_finished_round(record, self.ruleset)


IN_PLAY: Final = 3
"""The least that a mended record counts that its play rules out."""


def ruled_out_trial(record: RoundRecord, found: Sequence[Finding]) -> int:
    """Return what a mended record counts that the last of these findings rules out."""
    if not found or found[-1].location[0] != "tricks":
        return 1 + _of_leads(record)
    return (25 + 5 * (found[-1].trick or 0) + 5 * len(found) + _of_cards(record)) // 10 + _of_leads(record)


def whole_trial(record: RoundRecord, facts: Facts) -> int:
    """Return what a mended record counts that is judged to its end."""
    found = 11 * len(facts.findings) + 8 * len(facts.undecided)
    return (40 + 3 * len(record.tricks) + found + _of_cards(record)) // 10 + _of_leads(record)


def _of_cards(record: RoundRecord) -> int:
    """Return what cards that were taken back, and tricks with one that could not be read, count, in tenths of 1."""
    unread = 0
    for trick in record.tricks:
        for card in trick.cards:
            if card == UNREAD:
                unread += 1
                break
    return 3 * len(record.withdrawn) + 10 * unread


def _of_leads(record: RoundRecord) -> int:
    """Return what it counts to find the leads that a record leaves out."""
    return 3 + len(record.tricks) // 4 if record.leads_left_out else 0


def contradictions_in(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the errors that a record shows against itself.

    A missing bid contradicts nothing, unless another bid is there twice; and if spades were not broken as the record
    says, nobody knows whether they were, and nothing else is in doubt.
    """
    errors = [each for each in findings if each.severity == "error" and each.code != "wrong_spades_broken"]
    if errors and not any(finding.code == "bid_repeated" for finding in findings):
        errors = [error for error in errors if error.code != "bid_missing"]
    return tuple(errors)


def may_lack_tricks(record: RoundRecord, facts: Facts) -> bool:
    """Return whether a log may lack tricks of the round that its record says nothing of.

    Not if nothing is missing, if the round ended earlier, or if the record says where its tricks stand.
    """
    if record.sent is not None:
        return False
    if facts.play.complete or facts.play.finished >= facts.context.pack.hand_size:
        return False
    if record.decisions.may_be_broken_off or record.claim is not None:
        return False  # what is on the sheet may be what was decided, or claimed
    return not is_void(facts.context.ruleset, facts.findings)


def claims_finished_round(record: RoundRecord, ruleset: Ruleset) -> bool:
    """Return whether a sheet is that of a finished round: it has points or totals, or all tricks of the round."""
    reported = record.reported
    if reported is None:
        return False
    figures = reported.tricks_won or {}
    claimed = sum(
        figures[side.name] if side.name in figures else sum(figures.get(player, 0) for player in side.players)
        for side in record.table.sides
    )
    hand_size = ruleset.packs[len(record.table.players)].hand_size
    return bool(reported.points or reported.score or reported.bags) or claimed == hand_size
