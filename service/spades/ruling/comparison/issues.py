"""What a ruling decides, issue by issue, so that two rulings on one record can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from service.spades.findings import Finding, Location
from service.spades.record.model import RoundRecord
from service.spades.ruling.comparison.model import IF_ABSENT, Accused, Issue, Subject, Under, Values
from service.spades.ruling.model import Penalty, Ruling
from service.spades.scoring.model import SideScore
from service.spades.table import Table

READABLE: Final = Issue("readable")
_SUBJECTS: Final[tuple[str, ...]] = get_args(Subject)


def issues_decided(under: Under) -> dict[Issue, str]:
    """Return what is decided under a ruleset: all that the ruling says, or only that there is none."""
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
            decided[Issue("offence", accused_in(ruling, finding))] = _established(finding)
        elif finding.severity == "error":
            decided[Issue("error", accused_in(ruling, finding))] = "found"
    for question in ruling.undecided:
        decided[Issue("undecided", accused_in(ruling, question))] = "found"
    tricks: dict[Issue, int] = {}
    for penalty in ruling.penalties:
        issue = _issue_of_penalty(ruling, penalty)
        tricks[issue] = tricks.get(issue, 0) + (penalty.tricks or 0)
        decided[issue] = str(tricks[issue]) if penalty.effect == "tricks" else "applies"
    for index, number in enumerate(ruling.side_tricks):
        decided[_figure("tricks", ruling.table, index)] = str(number)
    _put_scores(decided, ruling.table, ruling.as_played, ruling.as_ruled)
    return decided


def value_in(decided: Values, issue: Issue) -> str | None:
    """Return the value of an issue among those decided; None if the record can't be read."""
    if issue != READABLE and decided[READABLE] == "no":
        return None
    return decided.get(issue, IF_ABSENT.get(issue.subject))


def in_order(issues: Iterable[Issue]) -> list[Issue]:
    """Return issues in the order of their subjects, and within these in the order of the record and of the seats."""
    return sorted(issues, key=_order)


def accused_in(ruling: Ruling, finding: Finding) -> Accused:
    """Return what is the same of a finding under every ruleset."""
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


def _established(offence: Finding) -> str:
    if offence.established is None:
        return "found"
    return "established" if offence.established else "not_established"


def _issue_of_penalty(ruling: Ruling, penalty: Penalty) -> Issue:
    side = ruling.table.sides[penalty.side]
    accused = accused_in(ruling, ruling.findings[penalty.finding])
    return Issue("penalty", accused, side.seats, side.name, penalty.effect)


def _figure(subject: Subject, table: Table, side: int) -> Issue:
    return Issue(subject, None, table.sides[side].seats, table.sides[side].name)


def _put_scores(
    decided: dict[Issue, str],
    table: Table,
    as_played: tuple[SideScore, ...] | None,
    as_ruled: tuple[SideScore, ...] | None,
) -> None:
    for score in as_played or ():
        decided[_figure("points_as_played", table, score.side)] = str(score.points)
    for score in as_ruled or ():
        decided[_figure("points_as_ruled", table, score.side)] = str(score.points)
        decided[_figure("bags", table, score.side)] = str(score.after.bags)


def _order(issue: Issue) -> tuple[int, tuple[tuple[int, str], ...], str, str, tuple[int, ...], str, str]:
    accused = issue.accused
    place: tuple[tuple[int, str], ...] = ()
    code = offender = ""
    if accused is not None:
        place = tuple((part, "") if isinstance(part, int) else (-1, part) for part in accused.place)
        code, offender = accused.code, f"{accused.seat} {accused.team}"
    return _SUBJECTS.index(issue.subject), place, code, offender, issue.seats, issue.team or "", issue.effect or ""
