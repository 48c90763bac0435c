"""Every finding code has a meaning and a page, and the page is true: its parameters, its laws, what it is told from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from service.media_types import HTML, MARKDOWN
from service.operations.lookups import example_of
from service.operations.runner import judged_for_page
from service.pages.finding_texts import AUTHORITIES, FOLDER, finding_texts
from service.pages.render import write
from service.pages.service_pages import UNDECIDED, all_codes, codes_by_part, explanation, finding_page
from service.presets.loader import resolve
from service.spades.findings import CODES, PARTS
from service.spades.rules.rulebook import values_in_words
from service.spades.rules.ruleset import ALL_GROUPS, ENTRIES, NAMES, Reference, value_of
from tests.contract.corpus import BODIES
from tests.contract.document import WITH_BODY
from tests.source_types import types_of_parameters
from tests.spades.builders.asking import answer
from tests.spades.deal.bidding_cases import CASES as BIDDING
from tests.spades.deal.deal_cases import CASES as DEAL
from tests.spades.play.play_cases import CASES as PLAY

Json = Any
RULES = (Path(__file__).parents[2] / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
LAWS = {
    authority: {law for row in rows for law in re.findall(r"\b\d+\b", row)}
    for authority, rows in {
        "whist": re.findall(r"^\| Laws of Whist, (.*?) \|", RULES, re.MULTILINE),
        "bridge": re.findall(r"^\| Laws? (.*?) of bridge \|", RULES, re.MULTILINE),
    }.items()
}
"""The laws of whist and of bridge that docs/reference/rules.md names."""
SECTIONS = (
    "At the table",
    "Example",
    "Proof",
    "What leaves it open",
    "Rules",
    "Penalty",
    "Authorities",
    "Not to be confused with",
)
NUMBERS = ({"any other"}, {"0", "any other"}, {"0", "1", "2"}, {"0", "1", "any other"})
"""The values of a number that a page explains; of two partners one may do something, or both."""
ON_PAGES = list(
    dict.fromkeys(name for said in finding_texts().values() for name in (*said.governed_by, *said.penalised_by))
)
UNLISTED = {"play.void_play"}
"""The parameters about bids and offences by which nothing is found."""
TYPES = {name: kind for group in ALL_GROUPS for name, kind in types_of_parameters(group).items()}


@cache
def page(code: str) -> Json:
    content = explanation(code)
    assert content is not None
    return content


def parameters(code: str) -> list[Json]:
    return [*page(code)["governed_by"], *page(code)["penalised_by"]]


def never(code: str) -> dict[str, tuple[str, ...]]:
    """Return the parameters of a code with the values under which it can't be found."""
    said = finding_texts()[code]
    return {**said.governed_by, **said.penalised_by}


def choices(name: str) -> set[str] | None:
    """Return the values of a parameter that has a few, as text."""
    kind = TYPES[name]
    values = get_args(kind) if get_origin(kind) is Literal else (False, True) if kind is bool else None
    return None if values is None else {str(value).lower() for value in values}


def _plain(description: str) -> str:
    """Return a description with its line breaks and its names of members, which pages show as code, left out."""
    assert description.count("`") % 2 == 0, description
    return re.sub(r"`([^`]*)`", lambda code: code[1].replace("_", "").title(), " ".join(description.split()))


def sentences() -> Iterator[str]:
    """Yield every text that people read."""
    yield from (entry.law for entry in CODES.values() if entry.law is not None)
    for entry in ENTRIES.values():
        yield _plain(entry.contract)
    for name in ENTRIES:
        yield from map(_plain, values_in_words(name).values())
    for said in finding_texts().values():
        yield from (said.meaning, said.at_the_table, said.proof, said.undecided, said.penalty)
        yield from (authority.text for authority in said.authorities)
        yield from said.told_apart.values()
    yield from UNDECIDED.values()


def test_every_code_has_its_file_and_all_sections_of_it(subtests: pytest.Subtests) -> None:
    """Only what is a rule of the game itself names no parameters, and the other file may state a difference."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{code}.md" for code in CODES}
    for code, said in finding_texts().items():
        with subtests.test(code=code):
            text = (FOLDER / f"{code}.md").read_text(encoding="utf-8")
            left_out = {
                "Rules" if not said.governed_by else "",
                "Not to be confused with" if not said.told_apart else "",
            }
            sections = [f"## {title}" for title in SECTIONS if title not in left_out]
            assert re.findall(r"^#.*$", text, re.MULTILINE) == [f"# {code}", *sections]
            items = [said.governed_by, said.penalised_by, said.authorities, said.told_apart]
            rows = re.findall(r"^- (.*\.)\*$", text, re.MULTILINE)
            columns = sum(name.startswith(row) for row in rows for name in NAMES)
            assert len(re.findall(r"^- ", text, re.MULTILINE)) - len(rows) + columns == sum(map(len, items))


def test_every_code_has_a_page_in_the_order_of_the_record() -> None:
    """Contract, FindingPage: every finding code has a page in the documentation."""
    assert [each["code"] for each in all_codes()["findings"]] == list(CODES)
    assert explanation("no_such_code") is None


def test_the_texts_are_sentences() -> None:
    """Contract, FindingPage: in plain words, for a director; neither markup nor names of members."""
    for text in sentences():
        assert re.fullmatch(r"[A-Z0][^`_<>*\n]*\.", text), text
        assert "  " not in text
        assert ".." not in text
        assert text.isascii()


def test_the_codes_of_a_part_stand_together() -> None:
    """Contract, FindingPart: the parts in the order of a record, none of them empty."""
    parts = [each["part"] for each in all_codes()["findings"]]
    assert list(dict.fromkeys(parts)) == [part.name for part in PARTS]
    grouped = codes_by_part(all_codes())
    assert [shown for findings in grouped.values() for shown in findings] == all_codes()["findings"]


def test_what_may_leave_it_undecided_is_said() -> None:
    """Rulings, slips before accusations: an offence may also rest on a slip of the pen."""
    for code, said in finding_texts().items():
        added = UNDECIDED["offence"] if CODES[code].severity == "offence" else ""
        assert page(code)["undecided"] == f"{said.undecided} {added}".strip()


def test_a_rule_stands_behind_it(subtests: pytest.Subtests) -> None:
    """Contract, FindingPage: which parameter governs it; else it is a rule of the game itself."""
    for code in CODES:
        with subtests.test(code=code):
            assert page(code)["governed_by"] or page(code)["law"]
            names = [each["parameter"] for each in parameters(code)]
            assert len(set(names)) == len(names)
            assert set(names) <= set(NAMES)


def test_an_authority_stands_behind_it(subtests: pytest.Subtests) -> None:
    """docs/reference/rules.md, the laws of whist and of bridge: the highest authority first, only laws that exist."""
    for code in CODES:
        with subtests.test(code=code):
            found = page(code)["authorities"]
            order = [list(AUTHORITIES).index(each["authority"]) for each in found]
            assert order
            assert order == sorted(set(order))
            for each in found:
                assert set(each["laws"]) <= LAWS.get(each["authority"], set())
                assert each["laws"] == sorted(each["laws"], key=int)
                assert set(re.findall(r"\b\d\d\b", each["text"])) - {"50"} <= set(each["laws"])


def test_it_is_told_from_others(subtests: pytest.Subtests) -> None:
    """Contract, FindingPage: which code it is; what tells one from another tells the other from the one."""
    for code in CODES:
        with subtests.test(code=code):
            others = [each["finding"] for each in page(code)["told_apart"]]
            assert others
            assert len(set(others)) == len(others)
            assert set(others) <= set(CODES) - {code}
            for other in others:
                assert code in [each["finding"] for each in page(other)["told_apart"]]


def test_every_parameter_about_what_is_judged_is_listed_somewhere() -> None:
    """Contract, FindingPage: every listed parameter exists, and so is every column of a bid's and an offence's row."""
    assert set(NAMES) >= set(ON_PAGES)
    without = {name for name in NAMES if name.startswith(("bids.", "penalties.", "calls.", "claims.", "play."))} - set(
        ON_PAGES
    )
    assert without == UNLISTED


def test_the_values_of_a_parameter_are_those_that_it_has(subtests: pytest.Subtests) -> None:
    """Parameters: their values and defaults, each explained once and none invented."""
    for name in ON_PAGES:
        with subtests.test(name=name):
            (listed_once, *_) = (each for code in CODES for each in parameters(code) if each["parameter"] == name)
            values = {each["value"] for each in listed_once["values"]}
            known = choices(name)
            if name.endswith(".as"):  # its values are the rows of the table, which need no explanation
                assert not values
            elif known is not None:
                assert values == known
            else:
                assert not values or values in NUMBERS
                assert not values or TYPES[name] is int
            assert ("default" in listed_once) == (known is not None or TYPES[name] is int)
            assert known is None or listed_once["default"] in known


def test_a_value_that_rules_it_out_is_a_value_of_a_listed_parameter(subtests: pytest.Subtests) -> None:
    """Not every value rules a finding out, or nothing would be left of its rule."""
    for code in CODES:
        with subtests.test(code=code):
            values = {each["parameter"]: [value["value"] for value in each["values"]] for each in parameters(code)}
            for name, excluded in never(code).items():
                assert not excluded or set(excluded) < set(values[name])


class TestCorpus:
    """What the pages say, held against the answers to all sample requests."""

    def test_every_parameter_that_a_finding_cites_is_on_its_page(self) -> None:
        """Contract, FindingPage: which parameter governs it, as the findings themselves say."""
        for code, rule, _ in corpus():
            if rule is None:
                continue
            if "parameter" in rule:
                assert rule["parameter"] in [each["parameter"] for each in page(code)["governed_by"]], (code, rule)
            else:
                assert rule["text"] == page(code)["law"]
        for case in (*DEAL, *BIDDING, *PLAY):
            rule = case.finding.get("rule", {})
            governing = [each["parameter"] for each in page(case.code)["governed_by"]]
            assert rule.get("parameter") in {*governing, None}, case.code

    def test_no_value_that_rules_a_finding_out_has_led_to_it(self) -> None:
        """Parameters: what a value excludes is never found for that parameter."""
        for code, rule, identity in corpus():
            if rule is None or "parameter" not in rule:
                continue
            name = rule["parameter"]
            if identity is not None and name in NAMES:
                ruleset = resolve(Reference(identity["name"], tuple(identity["options"]), identity["overrides"]))
                value = str(value_of(ruleset.parameters, name)).lower()
                assert value not in never(code).get(name, ()), (code, name)

    def test_there_is_something_of_most_codes(self) -> None:
        """Without findings in the corpus the tests above would say nothing."""
        assert len({code for code, _, _ in corpus()}) >= 30


@cache
def corpus() -> tuple[tuple[str, Json | None, Json | None], ...]:
    """Return every finding in the answers to the samples: code, rule and ruleset."""
    found: list[tuple[str, Json | None, Json | None]] = []
    for operation in WITH_BODY:
        for body in BODIES[operation.name].values():
            _, content = answer(operation.name, body)
            found += _findings(content, content.get("ruleset"))
    return tuple(found)


def _findings(value: Json, identity: Json | None) -> Iterator[tuple[str, Json | None, Json | None]]:
    """Yield whatever has the code of a finding, wherever in an answer."""
    if isinstance(value, dict):
        if value.get("code") in CODES:
            yield value["code"], value.get("rule"), identity
        for inner in value.values():
            yield from _findings(inner, identity)
    elif isinstance(value, list):
        for inner in value:
            yield from _findings(inner, identity)


@pytest.mark.parametrize("code", CODES)
def test_its_example_is_a_record_in_which_it_is_found(code: str) -> None:
    """It is read and judged as any text is; what is never proved is an open question."""
    lines = finding_texts()[code].example
    status, read = answer("readRecords", {"text": lines, "notation": "shorthand"})
    assert status == 200, read
    (record,) = read["records"]
    status, judged = answer("auditGame" if "rounds" in record else "auditRound", record)
    assert status == 200, judged
    rulings = judged.get("rounds", [judged])
    found = [each for ruling in rulings for name in ("findings", "undecided") for each in ruling.get(name, ())]
    assert code in {each["code"] for each in found}
    written = write(finding_page(page(code), example_of(code, judged_for_page)), MARKDOWN).decode()
    html = write(finding_page(page(code), example_of(code, judged_for_page)), HTML).decode()
    assert "⟨" not in written
    assert all(f"    {line}\n" in written for line in lines.splitlines())
    # Its tricks are drawn where it is about one.
    on_card = any(
        each["code"] == code and re.match("#/tricks/[0-9]+/(plays|cards)/", each["pointer"]) for each in found
    )
    assert ('<figure class="felt' in html) >= on_card
    assert ("/desk#" in html) == ("rounds" not in record)
