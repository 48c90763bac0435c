"""Audits of one record under rulesets, and under mixtures of two of them, each done once.

There are no more of them than an answer may take (`MOST_AUDITS`), and it is no clock that ends them: the same request
has the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from service.spades.errors import UnreadableRecord
from service.spades.record.model import RoundRecord
from service.spades.record.parse import read_record
from service.spades.rules.ruleset import Ruleset
from service.spades.rules.ruleset_differences import differing_parameters, with_values_of
from service.spades.ruling.audit import audit
from service.spades.ruling.comparison.issues import issues_decided, value_in
from service.spades.ruling.comparison.model import Issue, Read, Under, Values

MOST_AUDITS: Final = 480
"""The most audits of an answer, those under the rulesets themselves included; the contract states it."""
_WEIGHING_SLIPS: Final = 8
"""An audit with an error among its findings counts as this many: it weighs every slip that would explain the error."""
_POSITIONS: Final = 50
"""The positions searched for a claim that count as one more audit."""

Step: TypeAlias = tuple[int, int]
"""From one ruleset towards another, by their indices."""


class AuditsSpentError(Exception):
    """No more audits are left for this answer."""


def read_under(ruleset: Ruleset, request: Mapping[str, Any]) -> Read:
    """Return a record as a ruleset reads it, or the faults that keep it from being read."""
    try:
        return read_record(ruleset, request)
    except UnreadableRecord as error:
        return error.faults


def rule_under(ruleset: Ruleset, read: Read) -> Under:
    """Return the ruling on a record under a ruleset, or the faults that leave it without one."""
    if not isinstance(read, RoundRecord):
        return Under(ruleset, None, read)
    try:
        return Under(ruleset, audit(read, ruleset))
    except UnreadableRecord as error:  # what only shows in judging: nobody can tell who led a trick
        return Under(ruleset, None, error.faults)


class Trials:
    """What is decided about a record under each ruleset, and under a ruleset with some values from another one."""

    def __init__(self, request: Mapping[str, Any], results: Sequence[Under], most: int) -> None:
        self.spent = 0
        self._most = most
        self.decided: list[Values] = [self._counted(each) for each in results]
        self._request = request
        self._rulesets = [each.ruleset for each in results]
        self._differing: dict[Step, tuple[str, ...]] = {}
        self._mixed: dict[tuple[Step, frozenset[str]], Values | None] = {}

    def differing(self, step: Step) -> tuple[str, ...]:
        """Return the parameters in which two rulesets differ, in the order of the rulebook."""
        key = (min(step), max(step))
        if key not in self._differing:
            self._differing[key] = differing_parameters(self._rulesets[key[0]], self._rulesets[key[1]])
        return self._differing[key]

    def distance(self, step: Step) -> tuple[int, str, str, Step]:
        """Return what puts pairs of rulesets in order, whatever the order of the request: the nearest come first."""
        first, second = sorted(step, key=lambda index: (self._rulesets[index].digest, index))
        digests = self._rulesets[first].digest, self._rulesets[second].digest
        return len(self.differing(step)), *digests, (first, second)

    def value(self, issue: Issue, step: Step, names: frozenset[str]) -> str | None:
        """Return the value of an issue under the first ruleset of a step with these parameters as in the second.

        It is None if the mixture contradicts itself, or the record can't be read under it. Raises `AuditsSpentError`.
        """
        decided = self._decided(step, names)
        return None if decided is None else value_in(decided, issue)

    def try_each(self, step: Step) -> None:
        """Audit every mixture with one parameter of the second ruleset; raises `AuditsSpentError`."""
        for name in self.differing(step):
            self._decided(step, frozenset((name,)))

    def _decided(self, step: Step, names: frozenset[str]) -> Values | None:
        base, other = step
        every = self.differing(step)
        if not names:
            return self.decided[base]
        if len(names) == len(every):
            return self.decided[other]
        # From either end, a mixture is the same one.
        key = (step, names) if base < other else ((other, base), frozenset(every) - names)
        if key not in self._mixed:
            self._mixed[key] = self._judged(*key)
        return self._mixed[key]

    def _judged(self, step: Step, names: frozenset[str]) -> Values | None:
        mixture = with_values_of(self._rulesets[step[0]], self._rulesets[step[1]], names)
        if mixture is None:
            return None
        if self.spent > self._most - _WEIGHING_SLIPS:
            raise AuditsSpentError
        return self._counted(rule_under(mixture, read_under(mixture, self._request)))

    def _counted(self, under: Under) -> Values:
        """Return what is decided by an audit, and count the audit."""
        ruling = under.ruling
        has_errors = ruling is not None and any(each.severity == "error" for each in ruling.findings)
        self.spent += _WEIGHING_SLIPS if has_errors else 1
        if ruling is not None and ruling.claim is not None:
            self.spent += ruling.claim.positions // _POSITIONS
        return issues_decided(under)
