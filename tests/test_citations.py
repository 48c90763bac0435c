"""Every rule that a comment or docstring of the service cites can be looked up in docs/reference/rules.md."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
MODULES = sorted((ROOT / "service").rglob("*.py"))

HEADINGS = {heading.lower() for heading in re.findall(r"^#+ (.*)$", RULES, re.MULTILINE)}
ROWS = {
    code
    for cell in re.findall(r"^\| ([A-H][0-9, A-H]*) \|", RULES, re.MULTILINE)
    for code in re.findall(r"[A-H]\d+", cell)
}
STEPS = set(re.findall(r"^(\d)\. \*\*", RULES, re.MULTILINE))
LAWS = RULES[RULES.index("## The laws of whist") : RULES.index("## The codes")]

CODE = re.compile(r"\b([A-H]\d{1,2})\b")
RANGE = re.compile(r"\b([A-H])(\d{1,2}) to \1(\d{1,2})\b")
LAW = re.compile(r"\b[Ll]aws? (\d+[A-Z]?)")
STEP = re.compile(r"\(step (\d)\)|order of\s+scoring,\s+step (\d)")
SECTION = re.compile(r"docs/reference/rules\.md, ([a-z][a-z ]+)")


def prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a module."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.string
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def citations(text: str) -> set[str]:
    """Return the codes, steps, laws and sections that a text cites."""
    ranges = RANGE.findall(text)
    in_ranges = {f"{group}{number}" for group, first, last in ranges for number in range(int(first), int(last) + 1)}
    steps = {f"step {one or other}" for one, other in STEP.findall(text)}
    laws = {f"law {number}" for number in LAW.findall(text)}
    sections = {section.strip() for section in SECTION.findall(" ".join(text.split()))}
    return {*CODE.findall(text), *in_ranges, *steps, *laws, *sections}


def can_be_looked_up(citation: str) -> bool:
    kind, _, number = citation.partition(" ")
    if kind == "step":
        return number in STEPS
    if kind == "law":
        return re.search(rf"\b{number}\b", LAWS) is not None
    return citation in ROWS or any(heading.endswith(citation) for heading in HEADINGS)


def test_what_a_module_cites_can_be_looked_up(subtests: pytest.Subtests) -> None:
    for path in MODULES:
        with subtests.test(str(path.relative_to(ROOT))):
            cited = {citation for text in prose(path) for citation in citations(text)}
            assert {citation for citation in cited if not can_be_looked_up(citation)} == set()


def test_all_eight_steps_of_scoring_are_there() -> None:
    assert set("12345678") == STEPS


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Partners sit opposite (docs/reference/rules.md, A2).", {"A2"}),
        ("How they rank (docs/reference/rules.md, A7 to A9).", {"A7", "A8", "A9"}),
        ("Write the points (step 5).", {"step 5"}),
        ("Up to a hand (docs/reference/rules.md, order of scoring, step 1).", {"order of scoring", "step 1"}),
        ("As in the Laws of Whist, law 67, and by Law 64 of bridge.", {"law 67", "law 64"}),
        ("Q1 is no code, and neither is noqa: B905.", set()),
    ],
)
def test_citations_are_found_in_prose(text: str, cited: set[str]) -> None:
    assert citations(text) == cited


@pytest.mark.parametrize("citation", ["A4", "H18", "step 9", "law 12", "the weather"])
def test_what_is_not_there_can_not_be_looked_up(citation: str) -> None:
    assert not can_be_looked_up(citation)
