"""Every code of a fault is in the one list, and everything in the list is the code of some fault.

That no answer has another code is checked wherever tests make one (`tests/conftest.py`); here the sources are searched.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.fault_codes import CODES, KEYWORDS, FaultCode, codes_in
from service.problems import TYPES
from tests.contract.document import SCHEMAS

SERVICE = Path(__file__).parent.parent / "service"
LIST = SERVICE / "fault_codes.py"
# Their faults are of files of an operator, and the second writes what is read here.
OTHERS = {SERVICE / "presets" / "preset_file.py", SERVICE / "library" / "shapes.py", LIST}
MAKERS = {"Fault", "fault", "_fault", "refuse", "_refuse", "Misread", "Impossible", "_error"}
"""What makes a fault of a code, which is among its arguments; `Loss` and `Remark` also make what is no fault."""
CODE = re.compile(r"[a-z]+(_[a-z0-9]+)*", re.ASCII)
MEMBERS = {"standing", "winners", "forfeited_by", "reason", "claim", "substitutions", "in", "tricks"}
"""The members of requests that a few of these calls name ahead of the code, or beside one that is no literal."""
MADE_OF_WORDS = {
    *("too_many_cards", "too_many_exchanges", "too_many_bids", "too_many_tricks"),
    *("bids_disagree", "tricks_disagree"),
}
"""Codes that are put together: the things of which there are too many, or of which two cells differ."""

OF_TWO_MEANINGS = {"not_a_number", "not_a_round", "too_many_tricks"}
"""Codes that say another thing in another type of problem; in one type a code has one meaning."""

LISTED = {code for codes in CODES.values() for code in codes}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SERVICE.rglob("*.py")):
        if path not in OTHERS:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def texts_of(node: ast.AST) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def made() -> Iterator[tuple[str, str]]:
    """Yield the code of each call that makes a fault: its first text that may be one; and where it is made."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                texts = (each.value for each in node.args if isinstance(each, ast.Constant)) if name in MAKERS else ()
                codes = (text for text in texts if isinstance(text, str) and CODE.fullmatch(text))
                code = next((code for code in codes if code not in MEMBERS), None)
                if code is not None:
                    yield code, f"{path.name}:{node.lineno}"


def test_every_code_that_the_service_makes_is_listed() -> None:
    found = dict(made())
    assert len(found) > 100
    assert {code: where for code, where in found.items() if code not in LISTED} == {}


def test_every_code_that_is_listed_is_made() -> None:
    written = {text for _, tree in sources() for text in texts_of(tree)} | MADE_OF_WORDS | {*KEYWORDS}
    assert LISTED - written == set()


def test_the_types_whose_errors_have_codes_are_those_of_the_service() -> None:
    assert set(CODES) <= set(TYPES)
    assert {slug for slug, kind in TYPES.items() if kind.codes} == set(CODES)


@pytest.mark.parametrize("slug", CODES)
def test_every_code_has_a_sentence_and_its_fix(slug: str) -> None:
    for code, (meaning, fix) in CODES[slug].items():
        assert re.fullmatch(r"[A-Z`][^.]*\.", meaning), code
        assert re.fullmatch(r"[A-Z].*\.", fix), code


def test_a_code_has_one_text_wherever_it_means_the_same() -> None:
    texts: dict[str, set[FaultCode]] = {}
    for codes in CODES.values():
        for code, said in codes.items():
            texts.setdefault(code, set()).add(said)
    assert {code for code, said in texts.items() if len(said) > 1} == OF_TWO_MEANINGS


def test_no_text_of_a_code_is_lost_to_another() -> None:
    said = "# Codes\n\n## a, b\n\n- one: This is\n  wrong. Mend it.\n"
    one = {"one": FaultCode("This is wrong.", "Mend it.")}
    assert codes_in(said) == {"a": one, "b": one}
    with pytest.raises(ValueError, match="b has one twice"):
        codes_in(f"{said}\n## b\n\n- one: Another. Mend it.\n")


def test_the_page_of_a_type_and_the_contract_list_them(client: FlaskClient) -> None:
    for slug, kind in TYPES.items():
        shown = client.get(f"/problems/{slug}").get_json()
        assert {each["code"]: (each["meaning"], each["fix"]) for each in shown.get("codes", ())} == kind.codes
        page = client.get(f"/problems/{slug}", headers={"Accept": "text/html"}).text
        assert all(f"<code>{code}</code>" in page for code in kind.codes)
    assert SCHEMAS["FaultCode"]["examples"] == sorted(LISTED)
    assert not any("codes" in each for each in client.get("/problems").get_json()["problem_types"])
