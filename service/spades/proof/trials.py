"""Mended records on trial: how much may be tried for a record is bounded.

Each is judged anew, as if it were audited alone, and all are counted at one price, by what was judged in them: 1 is
about a tenth of an ordinary audit. The most expensive record takes about 160 ordinary audits, half of them around its
trials (`python -m tests.naive.spoilt.most_expensive` looks for it). None is timed: a record has the same ruling on any
machine (docs/reference/rules.md, "Bounded work").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from service.spades.findings import Contradiction, Finding, Location, StopWhen, contradicts_record
from service.spades.pauses import Pause
from service.spades.proof.facts import Facts, facts_of, is_void
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset

MOST_TRIALS: Final = 540
"""How much may be tried for one record, the record as written included, by the `price` of each trial. What is not
decided by then is undecided."""
GAME_TRIALS: Final = 54
"""The same for each round of a game."""
LEAST: Final = 2
"""The price of a mended record that is ruled out before its play is judged."""
QUICK: Final = StopWhen(every_question=False)


class NothingLeft(Exception):  # noqa: N818 - not an error of the program
    """There is no trial left for a mended record."""


def price(tricks: int, found: Sequence[Finding], asked: Sequence[Finding] = ()) -> int:
    """Return what a record costs of which so many tricks were judged, with these findings and open questions."""
    return LEAST + tricks // 2 + len(found) + len(asked)


def price_of(facts: Facts) -> int:
    """Return what a record costs that was judged to its end."""
    return price(len(facts.context.record.tricks), facts.findings, facts.undecided)


class TrialBudget:
    """Judges mended records, and counts them."""

    def __init__(
        self,
        record: RoundRecord,
        facts: Facts,
        trials: int,
        pause: Pause,
        wrong_figures: Callable[[Facts], frozenset[Location]],
    ) -> None:
        """``facts`` are what was found in the record as written, ``trials`` is how much may be tried.

        ``pause`` is called for each trial. ``wrong_figures`` says which figures on the sheet of the record are not
        those that facts make.
        """
        self.ruleset, self.pause = facts.context.ruleset, pause
        self._has_figures = record.reported is not None and record.claim is None
        self._wrong_figures = wrong_figures
        self.left = trials - price_of(facts)
        self.sheet_asked = False
        self.found: tuple[Finding, ...] = ()
        """What was found in the record judged last, up to what ruled it out."""
        # Calls and claims are decided by what a reading leaves open; else it only matters whether it leaves anything.
        self.asks_everything = not (record.accusations is None and record.claim is None)

    def facts_of(self, record: RoundRecord, stop_when: StopWhen = QUICK) -> Facts | None:
        """Return what is found in a record, None if it contradicts itself or is ruled out by its offences.

        Raises `NothingLeft` if there is no more to spend.
        """
        if self.left <= 0:
            raise NothingLeft
        self.pause()
        try:
            facts = facts_of(record, self.ruleset, stop_when._replace(every_question=self.asks_everything))
        except Contradiction as error:
            self.found = error.findings
            judged = [finding.trick or 0 for finding in self.found[-1:]]
            self.left -= price(sum(judged), self.found)
            return None
        self.found = facts.findings
        self.left -= price_of(facts)
        return None if contradictions_in(facts.findings) else facts

    def wrong_figures(self, facts: Facts) -> frozenset[Location]:
        """Return which figures of the round on the sheet are not those that these facts make."""
        if not self._has_figures or not facts.play.complete:
            return frozenset()
        self.sheet_asked = True
        return self._wrong_figures(facts)

    def lacks_tricks(self, record: RoundRecord, facts: Facts) -> bool:
        """Return whether the sheet is for a finished round, and the log is not."""
        if not may_lack_tricks(record, facts):
            return False
        self.sheet_asked = True
        return claims_finished_round(record, self.ruleset)


def contradictions_in(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the errors that a record shows against itself.

    A missing bid contradicts nothing, unless another bid is there twice.
    """
    errors = [finding for finding in findings if contradicts_record(finding)]
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
    hand_size = ruleset.packs[len(record.table.players)].hand_size
    has_totals = bool(reported.points or reported.score or reported.bags)
    return has_totals or reported.total_tricks(record.table) == hand_size
