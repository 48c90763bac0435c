"""One record in, the rulings under several rulesets out, with what differs and the parameters behind it.

What each ruling decides is taken issue by issue, so that those under several rulesets can be compared.
A parameter is a cause if its change, alone or with others, removes the difference: that is tried by auditing the record
under mixtures of two rulesets. There are no more audits than an answer may take (`MOST_AUDITS`), and it is no clock
that ends them: the same request has the same answer on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from service.spades.claims.tested_claim import RECORD_BUDGET, Searches
from service.spades.errors import Fault, UnreadableRecord
from service.spades.findings import Finding, Location
from service.spades.proof.trials import MOST_TRIALS
from service.spades.record.model import RoundRecord
from service.spades.record.parse import parse_record
from service.spades.rules.rulebook import differing_parameters, with_values_of
from service.spades.rules.ruleset import NAMES, Ruleset
from service.spades.ruling.audit import RoundAudits
from service.spades.ruling.model import Effect, Ruling
from service.spades.table import Table

MOST_AUDITS: Final = 480
"""The most audits of an answer, those under the rulesets themselves included; the contract states it.

An audit counts once for every record that is judged in it, the one as written and those that mend a slip, and once more
for every 64 tricks that it tries in the search for a claim, or as much work on its positions: they take as long.
"""
_CLAIM_BUDGET: Final = 6_000
"""The positions that may be searched for a claim under all rulesets together: an audit alone has 2,000, so that up to
three rulesets have the same."""

Step: TypeAlias = tuple[int, int]
"""From one ruleset towards another, by their indices."""
Subject: TypeAlias = Literal[
    "readable",
    "verdict",
    "complete",
    "offence",
    "error",
    "undecided",
    "penalty",
    "tricks",
    "points_as_played",
    "points_as_ruled",
    "bags",
]
"""What a difference is about."""
_SUBJECTS: Final[tuple[str, ...]] = get_args(Subject)

IF_ABSENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "offence": "absent",
        "error": "absent",
        "undecided": "absent",
        "penalty": "none",
        "tricks": "none",
        "points_as_played": "none",
        "points_as_ruled": "none",
        "bags": "none",
    }
)
"""The value of a subject if a ruling says nothing of it."""


class Accused(NamedTuple):
    """A finding or an open question, by its members that are the same under every ruleset."""

    place: Location
    """Where it is in the record, whoever led: a play of `cards_by_player` is named by its seat."""
    code: str
    trick: int | None
    seat: int | None
    team: str | None
    """The side, only if it is about no player: the sides are the ruleset's."""


class Issue(NamedTuple):
    """One thing that a ruling decides, and other rulings on the same record decide too."""

    subject: Subject
    accused: Accused | None = None
    """Of a finding, an open question and a penalty: what was found."""
    seats: tuple[int, ...] = ()
    """Of a penalty and a figure: the seats of its side."""
    team: str | None = None
    """The name of that side."""
    effect: Effect | None = None
    """Of a penalty: what it changes."""


Values: TypeAlias = Mapping[Issue, str]
"""What a ruling decides: words and numbers as text, by issue."""


class Under(NamedTuple):
    """The ruling on a record under one ruleset; None, with the faults, if it can't be read under it."""

    ruleset: Ruleset
    ruling: Ruling | None
    faults: tuple[Fault, ...] = ()


class Cause(NamedTuple):
    """Parameters that make a difference: a ruleset that has their values from another one decides like that one.

    None of them can be left out. There are none if the search found none within its bound.
    """

    ruleset: int
    """The index of the ruleset that is changed."""
    other: int
    """The index of the ruleset that the values are taken from."""
    parameters: tuple[str, ...]


class Difference(NamedTuple):
    """An issue that is not decided alike under all rulesets that can read the record."""

    issue: Issue
    values: tuple[str | None, ...]
    """For each ruleset, its value; None if the record can't be read under it."""
    causes: tuple[Cause, ...]


class RoundComparison(NamedTuple):
    """One round under several rulesets."""

    results: tuple[Under, ...]
    """In the order of the rulesets."""
    differences: tuple[Difference, ...]
    parameters: tuple[str, ...]
    """Those of the causes, in the order of the rulebook."""
    audits: int
    """The audits that were spent, of those allowed (`MOST_AUDITS`)."""


Read: TypeAlias = RoundRecord | tuple[Fault, ...]
"""A record as a ruleset reads it, or the faults that keep it from being read."""
READABLE: Final = Issue("readable")


class AuditsSpentError(Exception):
    """No more audits are left for this answer."""


def read_under(ruleset: Ruleset, request: Mapping[str, Any]) -> Read:
    """Return a record as a ruleset reads it, or the faults that keep it from being read.

    Its bags were left under one of the rulesets: they may be too many for the others, which have other limits.
    """
    try:
        return parse_record(ruleset, request, any_bags=True)
    except UnreadableRecord as error:
        return error.faults


def rule_under(ruleset: Ruleset, read: Read, claim_budget: int, searches: Searches) -> Under:
    """Return the ruling on a record under a ruleset, or the faults that leave it without one."""
    if not isinstance(read, RoundRecord):
        return Under(ruleset, None, read)
    try:
        (ruling,) = RoundAudits(ruleset, claim_budget, MOST_TRIALS, searches).rulings(read, (read.before,))
        return Under(ruleset, ruling)
    except UnreadableRecord as error:  # what only shows in judging: nobody can tell who led a trick
        return Under(ruleset, None, error.faults)


class Trials:
    """The values decided about a record under each ruleset, and under a ruleset with some parameters of another."""

    def __init__(
        self,
        request: Mapping[str, Any],
        rulesets: Sequence[Ruleset],
        records: Sequence[Read],
        most: int,
        pause: Callable[[], object],
    ) -> None:
        self.spent = 0
        """The records that were judged, as written or mended, and 64 tricks tried for a claim for one more."""
        self._searches = Searches(self._count)
        self._claim_budget = min(RECORD_BUDGET, _CLAIM_BUDGET // len(rulesets))
        self._most: int | None = None
        """How many there may be; the rulesets themselves are judged whatever it takes."""
        self._pause = pause
        self._request, self._rulesets = request, rulesets
        self.results = tuple(map(self._ruled, rulesets, records))
        self._most = most
        self.decided: list[Values] = [issues_decided(under) for under in self.results]
        self._differing: dict[Step, tuple[str, ...]] = {}
        self._mixed: dict[tuple[Step, frozenset[str]], Values | None] = {}

    def differing(self, step: Step) -> tuple[str, ...]:
        """Return the parameters in which two rulesets differ, in the order of the rulebook."""
        key = (min(step), max(step))
        if key not in self._differing:
            self._differing[key] = differing_parameters(self._rulesets[key[0]], self._rulesets[key[1]])
        return self._differing[key]

    def distance(self, step: Step) -> tuple[int, str, str, Step]:
        """Return a key that sorts pairs of rulesets, the nearest first, whatever the order of the request."""
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
        # A mixture is the same one whichever ruleset it is made from.
        key = (step, names) if base < other else ((other, base), frozenset(every) - names)
        if key not in self._mixed:
            self._mixed[key] = self._judged(*key)
        return self._mixed[key]

    def _judged(self, step: Step, names: frozenset[str]) -> Values | None:
        mixture = with_values_of(self._rulesets[step[0]], self._rulesets[step[1]], names)
        if mixture is None:
            return None
        self._end_if_spent()
        return issues_decided(self._ruled(mixture, read_under(mixture, self._request)))

    def _ruled(self, ruleset: Ruleset, read: Read) -> Under:
        """Return the ruling under a ruleset, and count what it took: at least one, whether or not it can be read."""
        before = self.spent
        under = rule_under(ruleset, read, self._claim_budget, self._searches)
        self.spent = max(self.spent, before + 1)
        return under

    def _end_if_spent(self) -> None:
        if self._most is not None and self.spent >= self._most:
            raise AuditsSpentError

    def _count(self) -> None:
        self._end_if_spent()
        self.spent += 1
        self._pause()


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
        """Return for each value the two nearest rulesets of which one has it and the other has not."""
        known = [index for index, value in enumerate(values) if value is not None]
        pairs: set[Step] = set()
        for value in {values[index] for index in known}:
            having = [index for index in known if values[index] == value]
            others = [index for index in known if values[index] != value]
            nearest = min(self._trials.distance((one, other)) for one in having for other in others)
            pairs.add(nearest[-1])
        return pairs

    def _of_step(self, issue: Issue, step: Step) -> list[Cause]:
        """Return the causes that make the first ruleset of a step decide like the second."""
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

        Most parameters have no part in it, so it begins with those that change the value alone, from either end.
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
        """Return parameters that together have the wanted value, as few as the effects of each alone suggest."""
        every = self._trials.differing(step)
        unchanged = self._trials.value(issue, step, frozenset())
        lacking = {name: self._trials.value(issue, step, frozenset(_without(every, (name,)))) for name in every}
        alone = {name: self._trials.value(issue, step, frozenset((name,))) for name in every}
        # A mixture that contradicts itself says nothing of the value: it counts as a change only if nothing else helps.
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


def read_under_each(rulesets: Sequence[Ruleset], request: Mapping[str, Any]) -> tuple[Read, ...]:
    """Read a round record under each ruleset; members as in the contract.

    Raises `UnreadableRecord`, with the faults under all of them, if it can be read under none.
    """
    records = tuple(read_under(ruleset, request) for ruleset in rulesets)
    faults = [read for read in records if not isinstance(read, RoundRecord)]
    if len(faults) == len(records):
        raise UnreadableRecord(_faults_under_all(rulesets, faults))
    return records


def compare_rulings(
    request: Mapping[str, Any],
    rulesets: Sequence[Ruleset],
    records: Sequence[Read],
    most: int = MOST_AUDITS,
    pause: Callable[[], object] = bool,
) -> RoundComparison:
    """Compare the rulings on a round under several rulesets; ``records`` is how each of them reads it.

    ``most`` bounds the audits by which causes are looked for; ``pause`` is called from time to time.

    Raises `UnreadableRecord` if it can be judged under none of them.
    """
    trials = Trials(request, rulesets, records, most, pause)
    results = trials.results
    if all(under.ruling is None for under in results):
        raise UnreadableRecord(_faults_under_all(rulesets, [under.faults for under in results]))
    issues = sorted({issue for decided in trials.decided for issue in decided}, key=order_of)
    decisions = [(issue, tuple(value_in(decided, issue) for decided in trials.decided)) for issue in issues]
    differing = [(issue, values) for issue, values in decisions if len({*values} - {None}) > 1]
    search = CauseSearch(trials)
    search.prepare(values for _, values in differing)
    differences = tuple(Difference(issue, values, search.causes(issue, values)) for issue, values in differing)
    behind = {name for difference in differences for cause in difference.causes for name in cause.parameters}
    return RoundComparison(results, differences, tuple(name for name in NAMES if name in behind), trials.spent)


def _faults_under_all(rulesets: Sequence[Ruleset], faults: Sequence[Sequence[Fault]]) -> tuple[Fault, ...]:
    """Return the faults of a record that can be read under no ruleset; one that not all have says under which."""
    shared = set(faults[0]).intersection(*faults)
    found: dict[Fault, None] = {}
    for number, (ruleset, own) in enumerate(zip(rulesets, faults, strict=True), 1):
        for fault in own:
            detail = fault.detail if fault in shared else f"Under ruleset {number}, {ruleset.name}: {fault.detail}"
            found[fault._replace(detail=detail)] = None
    return tuple(found)


def _without(names: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in gone)


def issues_decided(under: Under) -> dict[Issue, str]:
    """Return all that a ruling decides, by issue; if there is no ruling, only that."""
    ruling = under.ruling
    if ruling is None:
        return {READABLE: "no"}
    decided: dict[Issue, str] = {
        READABLE: "yes",
        Issue("verdict"): ruling.verdict,
        Issue("complete"): "yes" if ruling.complete else "no",
    }
    for finding in ruling.findings:
        if finding.severity == "offence":
            established = "established" if finding.established else "not_established"
            value = "found" if finding.established is None else established
            decided[Issue("offence", accused_in(ruling, finding))] = value
        elif finding.severity == "error":
            decided[Issue("error", accused_in(ruling, finding))] = "found"
    for question in ruling.undecided:
        decided[Issue("undecided", accused_in(ruling, question))] = "found"
    tricks: dict[Issue, int] = {}
    for penalty in ruling.penalties:
        side, accused = ruling.table.sides[penalty.side], accused_in(ruling, ruling.findings[penalty.finding])
        issue = Issue("penalty", accused, side.seats, side.name, penalty.effect)
        tricks[issue] = tricks.get(issue, 0) + (penalty.tricks or 0)
        decided[issue] = str(tricks[issue]) if penalty.effect == "tricks" else "applies"
    for index, number in enumerate(ruling.side_tricks):
        decided[_figure("tricks", ruling.table, index)] = str(number)
    for score in ruling.as_played or ():
        decided[_figure("points_as_played", ruling.table, score.side)] = str(score.points)
    for score in ruling.as_ruled or ():
        decided[_figure("points_as_ruled", ruling.table, score.side)] = str(score.points)
        decided[_figure("bags", ruling.table, score.side)] = str(score.after.bags)
    return decided


def value_in(decided: Values, issue: Issue) -> str | None:
    """Return the value of an issue among those decided; None if the record can't be read."""
    if issue != READABLE and decided[READABLE] == "no":
        return None
    return decided.get(issue, IF_ABSENT.get(issue.subject))


def accused_in(ruling: Ruling, finding: Finding) -> Accused:
    """Return the members of a finding that are the same under every ruleset."""
    place = finding.location
    if isinstance(ruling.record, RoundRecord):
        place = _whoever_led(ruling.record, place)
    team = ruling.table.sides[finding.side].name if finding.seat is None and finding.side is not None else None
    return Accused(place, finding.code, finding.trick, finding.seat, team)


def _whoever_led(record: RoundRecord, location: Location) -> Location:
    """Return a location without the position of a play that the record writes under the name of its player."""
    match location:
        case ("tricks", int(trick), "plays", int(play)) if trick < len(record.tricks):
            written = record.tricks[trick]
            if written.form == "cards_by_player" and play < len(written.seats):
                return ("tricks", trick, "cards_by_player", written.seats[play])
    return location


def _figure(subject: Subject, table: Table, side: int) -> Issue:
    return Issue(subject, None, table.sides[side].seats, table.sides[side].name)


def order_of(issue: Issue) -> tuple[int, tuple[tuple[int, str], ...], str, str, tuple[int, ...], str, str]:
    """Return a key that sorts issues by their subjects, and then in the order of the record and of the seats."""
    accused = issue.accused
    place: tuple[tuple[int, str], ...] = ()
    code = offender = ""
    if accused is not None:
        place = tuple((part, "") if isinstance(part, int) else (-1, part) for part in accused.place)
        code, offender = accused.code, f"{accused.seat} {accused.team}"
    return _SUBJECTS.index(issue.subject), place, code, offender, issue.seats, issue.team or "", issue.effect or ""
