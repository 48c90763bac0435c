"""Which parameters make a difference between rulings: those whose change, alone or together, removes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.spades.ruling.comparison.model import Cause, Issue
from service.spades.ruling.comparison.trials import AuditsSpentError, Step, Trials


class CauseSearch:
    """Looks for the causes of differences in the nearest rulesets that decide otherwise."""

    def __init__(self, trials: Trials) -> None:
        self._trials = trials
        self._untried: set[Step] = set()
        """The pairs for which not every parameter could be tried alone."""

    def prepare(self, differences: Iterable[Sequence[str | None]]) -> None:
        """Try every parameter alone between the rulesets in question, the nearest first.

        That comes before any search for several parameters together, so that it is not its audits that are lacking.
        """
        pairs = {pair for values in differences for pair in self._pairs(values)}
        for pair in sorted(pairs, key=self._trials.distance):
            try:
                self._trials.try_each(pair)
                self._trials.try_each(pair[::-1])
            except AuditsSpentError:
                self._untried.add(pair)

    def causes(self, issue: Issue, values: Sequence[str | None]) -> tuple[Cause, ...]:
        """Return the causes of a difference; ``values`` are those of the issue by ruleset."""
        pairs = sorted(self._pairs(values), key=self._trials.distance)
        found = [cause for pair in pairs for step in (pair, pair[::-1]) for cause in self._of_step(issue, step)]
        return tuple(sorted(found, key=lambda cause: (cause.ruleset, cause.other)))

    def _pairs(self, values: Sequence[str | None]) -> set[Step]:
        """Return for each value the nearest rulesets of which one has it and the other has not."""
        known = [index for index, value in enumerate(values) if value is not None]
        pairs: set[Step] = set()
        for value in {values[index] for index in known}:
            having = [index for index in known if values[index] == value]
            others = [index for index in known if values[index] != value]
            nearest = min(self._trials.distance((one, other)) for one in having for other in others)
            pairs.add(nearest[-1])
        return pairs

    def _of_step(self, issue: Issue, step: Step) -> list[Cause]:
        """Return what makes the first ruleset of a step decide like the second."""
        base, other = step
        if step in self._untried or step[::-1] in self._untried:
            return [Cause(base, other, ())]
        every = self._trials.differing(step)
        wanted = self._trials.value(issue, step, frozenset(every))
        alone = [name for name in every if self._trials.value(issue, step, frozenset((name,))) == wanted]
        if alone:
            return [Cause(base, other, (name,)) for name in alone]
        try:
            return [Cause(base, other, self._together(issue, step, wanted))]
        except AuditsSpentError:
            return [Cause(base, other, ())]

    def _together(self, issue: Issue, step: Step, wanted: str | None) -> tuple[str, ...]:
        """Return parameters that together have the wanted value, and none of which can be left out.

        Most parameters have no part in it. So it begins with those that change the value alone, from either end.
        """
        chosen = self._first_choice(issue, step, wanted)
        while True:
            before = chosen
            for name in before:
                if name in chosen:
                    chosen = self._reduced(issue, step, wanted, chosen, name)
            if chosen == before:
                return chosen

    def _reduced(
        self, issue: Issue, step: Step, wanted: str | None, chosen: tuple[str, ...], name: str
    ) -> tuple[str, ...]:
        """Return parameters without this one if the others are enough.

        If the rest of the mixture contradicts itself without it, it may still go together with another one.
        """
        rest = _without(chosen, (name,))
        value = self._trials.value(issue, step, frozenset(rest))
        if value == wanted:
            return rest
        if value is None:
            for other in rest:
                if self._is_enough(issue, step, wanted, _without(rest, (other,))):
                    return _without(rest, (other,))
        return chosen

    def _first_choice(self, issue: Issue, step: Step, wanted: str | None) -> tuple[str, ...]:
        """Return parameters that together have the wanted value, as few as can be told from each of them alone."""
        every = self._trials.differing(step)
        unchanged = self._trials.value(issue, step, frozenset())
        lacking = {name: self._trials.value(issue, step, frozenset(_without(every, (name,)))) for name in every}
        alone = {name: self._trials.value(issue, step, frozenset((name,))) for name in every}
        # A mixture that contradicts itself says nothing of the value; only if it must be, it counts as a change.
        as_before: tuple[str | None, ...]
        for as_before in ((None,), ()):
            as_wanted, as_now = (wanted, *as_before), (unchanged, *as_before)
            needed = tuple(name for name in every if lacking[name] not in as_wanted)
            active = tuple(name for name in every if name in needed or alone[name] not in as_now)
            for chosen in (needed, active):
                if self._is_enough(issue, step, wanted, chosen):
                    return chosen
        return every

    def _is_enough(self, issue: Issue, step: Step, wanted: str | None, names: Sequence[str]) -> bool:
        return self._trials.value(issue, step, frozenset(names)) == wanted


def _without(names: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)
