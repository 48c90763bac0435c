"""The findings of a ruling, the calls of revokes and the penalties on a page, and the marks beside a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages import phrases
from service.pages.content import (
    Block,
    Bullets,
    Column,
    InHtml,
    InMarkdown,
    Item,
    Paragraph,
    Row,
    Section,
    Table,
    Text,
    Value,
    joined,
    marked,
    text,
)
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import count_of, listed
from service.spades.errors import pointer_to
from service.wire.places import Path
from service.wire.summary import finding_references

_FAULTS: Final = frozenset({"offence", "error"})
_SEVERITIES: Mapping[str, str] = MappingProxyType(
    {"offence": "Offence", "error": "Error in the record", "sheet": "Error on the score sheet", "note": "Note"}
)
_COUNTED: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "offence": lambda number: count_of(number, "offence"),
        "error": lambda number: f"{count_of(number, 'error')} in the record",
        "sheet": lambda number: f"{count_of(number, 'error')} on the score sheet",
        "note": lambda number: count_of(number, "note"),
        "question": lambda number: count_of(number, "open question"),
    }
)
"""How the findings of each kind are counted in words."""
_ESTABLISHED: Mapping[object, str] = MappingProxyType(
    {True: "yes, it was too late to correct it", False: "no, it was not too late to correct it"}
)


class Mark(NamedTuple):
    """The numbers of the findings at a location, and whether an offence or an error is among them."""

    numbers: str
    wrong: bool

    def framed(self, value: Value) -> Value:
        """Return what is there with its numbers, framed if it is wrong."""
        return marked(
            text('<span class="wrong">{}</span>', value) if self.wrong else text("<span>{}</span>", value), self.numbers
        )

    def struck(self, value: Value) -> Value:
        """Return what was there and counts no more with its numbers, framed if it is wrong."""
        return marked(text('<s class="wrong">{}</s>', value) if self.wrong else text("<s>{}</s>", value), self.numbers)


class FindingMarks:
    """The marks of each location in a record: ``3`` for the third finding, ``Q1`` for the first open question."""

    def __init__(self, record: Json, answer: Json) -> None:
        self.record = record
        self._marks: dict[tuple[str, ...], list[str]] = {}
        self._wrong: set[tuple[str, ...]] = set()
        for number, finding in enumerate(answer["findings"], 1):
            path = _marked_path(finding["pointer"])
            self._marks.setdefault(path, []).append(str(number))
            if finding["severity"] in _FAULTS:
                self._wrong.add(path)
        for number, question in enumerate(answer["undecided"], 1):
            self._marks.setdefault(_marked_path(question["pointer"]), []).append(f"Q{number}")

    def at(self, *path: object) -> Mark:
        """Return the marks of a location."""
        names = tuple(map(str, path))
        return Mark(", ".join(self._marks.get(names, ())), names in self._wrong)

    def within(self, *path: object) -> Mark:
        """Return the marks of a location and of everything in it."""
        names = tuple(map(str, path))
        inside = [location for location in self._marks if location[: len(names)] == names]
        numbers = ", ".join(mark for location in inside for mark in self._marks[location])
        return Mark(numbers, any(location in self._wrong for location in inside))

    def location(self, path: Path) -> str:
        """Return a location in words."""
        return phrases.location_in_words(self.record, path)


def _marked_path(path: Sequence[str | int]) -> tuple[str, ...]:
    """Return the location that is marked for a path: for the card of a play, the play."""
    names = tuple(map(str, path))
    return names[:-1] if names[-1:] == ("card",) else names


def _kind(finding: Json) -> str:
    """Return the severity of a finding, or ``sheet`` if it is an error on the score sheet."""
    on_sheet = finding["pointer"][:1] == ("reported",)
    return "sheet" if on_sheet and finding["severity"] == "error" else str(finding["severity"])


def finding_counts(answer: Json) -> str:
    """Return how many findings of each kind there are, and how many open questions."""
    counts = Counter([*map(_kind, answer["findings"]), *("question" for _ in answer["undecided"])])
    return listed([counted(counts[kind]) for kind, counted in _COUNTED.items() if counts[kind]])


def resting_on_defaults(answer: Json) -> list[Block]:
    """Return a notice of the findings and penalties that rest on a default of this service; nothing if none does."""
    numbers = [str(number) for number, found in enumerate(answer["findings"], 1) if _is_default(found.get("rule", {}))]
    penalised = dict.fromkeys(
        str(penalty["finding"] + 1) for penalty in answer.get("penalties", ()) if any(map(_is_default, _rules(penalty)))
    )
    subjects = [f"finding{'' if len(numbers) == 1 else 's'} {listed(numbers)}"] if numbers else []
    if penalised:
        subjects.append(f"the penalty for finding{'' if len(penalised) == 1 else 's'} {listed(list(penalised))}")
    if not subjects:
        return []
    # "The penalty for findings 1 and 2" is singular.
    singular = len(subjects) == 1 and (not numbers or len(numbers) == 1)
    notice = text(
        "<strong>{} on a default of this service:</strong>\vthe source of the ruleset does not say.\fIf you agreed on"
        " another rule, state it in the request to get a ruling by it.",
        f"{phrases.capitalised(listed(subjects))} rest{'s' if singular else ''}",
    )
    return [Paragraph(notice, "notice")]


def _is_default(rule: Json) -> bool:
    return bool(rule.get("basis") == "default")


def finding_list(marks: FindingMarks, findings: Sequence[Json], *, with_facts: bool = True) -> Block:
    """Return a numbered list of findings, each with its rule and its place in the record."""
    items = []
    for finding in findings:
        heading = text(
            "<strong>{}, {}.</strong> {}", severity(finding), marks.location(finding["pointer"]), finding["detail"]
        )
        items.append(Item(heading, [*(_facts(marks, finding) if with_facts else ()), *_rule_of(finding)]))
    return Bullets(items, numbered=True)


def question_list(marks: FindingMarks, questions: Sequence[Json]) -> Block:
    """Return a list of open questions, like that of findings."""
    items = []
    for number, question in enumerate(questions, 1):
        heading = text("<strong>Q{}, {}.</strong> {}", number, marks.location(question["pointer"]), question["detail"])
        items.append(Item(heading, [*_facts(marks, question), *_rule_of(question)]))
    return Bullets(items, "plain")


def severity(finding: Json) -> str:
    """Return the severity of a finding in words; one of a later service unchanged."""
    return _SEVERITIES.get(_kind(finding), str(finding["severity"]))


def _rule_of(finding: Json) -> Iterator[Text]:
    rule = finding.get("rule", {})
    if rule.get("text"):
        yield text("<em>Rule:</em> {}", _rule(rule))


def places(ruling: Json, of: str = "") -> list[Value]:
    """Return what programs call each finding and each open question, its parameter, and its pointer in the record."""
    numbered = [(f"finding {number}", found) for number, found in enumerate(ruling["findings"], 1)]
    numbered += [(f"question Q{number}", asked) for number, asked in enumerate(ruling.get("undecided", ()), 1)]
    return [
        text(
            "{}{} is <code>{}</code>{} at <code>{}</code>",
            of,
            name,
            found["code"],
            text(" by <code>{}</code>", rule["parameter"]) if (rule := found.get("rule", {})).get("parameter") else "",
            pointer_to(*found["pointer"]),
        )
        for name, found in numbered
    ]


def _rule(rule: Json) -> Text:
    """Return a rule with its basis, which is bold if it is a default of this service."""
    basis = phrases.BASES.get(rule.get("basis"), rule.get("basis") or "")
    by_engine = rule.get("added", {}).get("text")
    added = text(" {} <strong>({})</strong>", by_engine, phrases.BASES["default"])
    return text(
        "{} {}{}",
        rule["text"],
        text("<strong>({})</strong>", basis) if _is_default(rule) else text("({})", basis),
        added if by_engine else "",
    )


def _facts(marks: FindingMarks, finding: Json) -> Iterator[Text]:
    for label, fact in _labelled_facts(marks, finding):
        if fact:
            yield text("<em>{}:</em> {}.", label, fact)


def _labelled_facts(marks: FindingMarks, finding: Json) -> Iterator[tuple[str, str]]:
    """Yield labels and texts; a text is empty if the finding has no such member."""
    yield "Cards", phrases.cards_text(finding.get("cards", ()))
    yield "Evidence", phrases.evidence_in_words(marks.record, finding.get("evidence", {}))
    yield "Legal instead", phrases.cards_text(finding.get("legal_cards", ()))
    yield "Winner of the trick with another card", phrases.alternatives_in_words(finding.get("alternatives", ()))
    yield "Established", _ESTABLISHED.get(finding.get("established"), "")
    if "follows" in finding:
        yield "Follows from", finding_references([finding["follows"]])
    if "conflicts_with" in finding:
        yield "Can't be decided because of", finding_references(finding["conflicts_with"])
    if "readings" in finding:
        numbers = [str(index + 1) for index in finding["readings"]]
        yield "No offence in", f"reading{'' if len(numbers) == 1 else 's'} {listed(numbers)}"
    if "decided_by" in finding:
        yield "Would be decided by", marks.location(finding["decided_by"])


def accusation_texts(record: Json, answer: Json) -> list[tuple[Value, Value]]:
    """Return each call of a revoke with its answer, and what it refers to; none if the record has no list of them."""
    texts: list[tuple[Value, Value]] = []
    for result in answer.get("accusations", ()):
        call = record["accusations"][result["accusation"]]
        trick = f" in trick {call['trick']}" if "trick" in call else ""
        # Without a moment it came after the round, or at the end of a log that does not show the end of the round.
        after = ", after the round" if answer["complete"] else ""
        at = f", {phrases.moment_in_words(call['at'])}" if "at" in call else after
        called = f"{call['by']} called a revoke by {call['against']}{trick}{at}."
        ruled = text("{} <strong>{}.</strong> {}", called, phrases.capitalised(result["result"]), result["detail"])
        references = finding_references(result["findings"])
        texts.append((ruled, text(" See {}.", references) if references else ""))
    return texts


def penalty_effect(penalty: Json) -> str:
    """Return what a penalty changes for a side."""
    for member, unit in (("tricks", "trick"), ("points", "point")):
        if member in penalty:
            return f"{phrases.signed_number(penalty[member])} {unit}{'' if abs(penalty[member]) == 1 else 's'}"
    return str(penalty["effect"])


def penalty_section(penalties: Sequence[Json]) -> Block:
    """Return the penalties in order; one with the rules of an earlier one refers to that instead of repeating them."""
    in_html: list[Row] = []
    in_markdown: list[Row] = []
    for penalty in penalties:
        first = next(other for other in penalties if _rules(other) == _rules(penalty))
        cells: list[Value] = [penalty["finding"] + 1, text("<bdi>{}</bdi>", penalty["team"]), penalty_effect(penalty)]
        if first is penalty:
            # Two parameters may have one sentence, such as a choice and what is to choose from.
            unique: dict[str, Json] = {}
            for rule in _rules(penalty):
                unique.setdefault(rule["text"], rule)
            rules = list(map(_rule, unique.values()))
            below = joined("", [text('<p class="line"><em>Rule:</em> {}</p>', rule) for rule in rules])
            beside = joined(" ", rules)
        else:
            same = f"as for finding {first['finding'] + 1}, {penalty_effect(first)}"
            below = text('<p class="line"><em>Rule:</em> {}.</p>', same)
            beside = text("The rule: {}.", same)
        in_html.append(Row([*cells, text("{}{}", penalty["detail"], below)]))
        in_markdown.append(Row([*cells, penalty["detail"], beside]))
    columns = [Column("Finding", number=True), Column("Side"), Column("Effect"), Column("Why")]
    tables: list[Block] = [
        InHtml([Table(columns, in_html)]),
        InMarkdown([Table([*columns, Column("Rule")], in_markdown)]),
    ]
    return Section([*tables, *(_choice(each) for each in penalties if "choices" in each)], "Penalties")


def _choice(penalty: Json) -> Block:
    """Return what the round scores by each remedy that the wronged side may choose."""
    scored = [side for choice in penalty["choices"] for side in choice.get("as_ruled", ())]
    teams = list(dict.fromkeys(side["team"] for side in scored))
    rows = []
    for choice in penalty["choices"]:
        points = {side["team"]: phrases.signed_number(side["points"]) for side in choice.get("as_ruled", ())}
        rows.append(Row([CHOICES[choice["remedy"]], *[points.get(team, "open") for team in teams]]))
    columns = [Column("Price", names_row=True), *[Column(text("<bdi>{}</bdi>", team), number=True) for team in teams]]
    caption = f"What may be chosen for finding {penalty['finding'] + 1}, and the points of the round"
    return Table(columns, rows, caption=caption)


def _rules(penalty: Json) -> tuple[Json, ...]:
    return (penalty["rule"], *penalty.get("further_rules", ()))
