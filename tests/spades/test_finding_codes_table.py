"""Every code of a finding can be searched for: it is written out in full wherever something is reported."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from service.spades.findings import CODES, SHEET_CODES
from service.spades.scoring.model import LINE_CODES
from tests.spades.source import Call, calls, strings

REPORTS = ("report", "ask", "report_card", "report_bid", "IllegalCards", "Objection", "Line")
"""What takes a code; its first argument, except where `POSITIONS` says otherwise."""
POSITIONS = {"IllegalCards": 1, "Objection": 1}
CALLS = calls(*REPORTS)
PLACES = [call.where for call in CALLS]
TABLES = "service/spades/catalogue/"


def codes_of(call: Call) -> Iterator[ast.expr]:
    """Yield the expressions that the code of a call may be."""
    code = call.argument(POSITIONS.get(call.function, 0), "code")
    assert code is not None, call.where
    yield from call.expressions(code)


def is_built(code: ast.expr) -> bool:
    """Tell whether an expression makes a string from parts."""
    return any(isinstance(part, ast.JoinedStr | ast.BinOp | ast.Call) for part in ast.walk(code))


def test_the_calls_are_found() -> None:
    """The tests below would hold of nothing if a name had changed."""
    assert {call.function for call in CALLS} == set(REPORTS)


def test_no_code_is_built_from_parts(subtests: pytest.Subtests) -> None:
    for call in CALLS:
        with subtests.test(call.where):
            assert [ast.unparse(each) for each in codes_of(call) if is_built(each)] == []


def test_a_code_that_is_written_out_is_in_the_table(subtests: pytest.Subtests) -> None:
    for call in CALLS:
        with subtests.test(call.where):
            known = LINE_CODES if call.function == "Line" else CODES
            written = {each.value for each in codes_of(call) if isinstance(each, ast.Constant)}
            assert written <= set(known)


def test_every_code_is_written_out_where_it_is_reported() -> None:
    """Only the rows of a score sheet have their codes from the table itself."""
    written = {code for code in CODES if any(not each.startswith(TABLES) for each in strings()[code])}
    assert set(CODES) - written <= set(SHEET_CODES.values())


@pytest.mark.parametrize("code", ["f'wrong_{row}'", "'wrong_' + row", "'wrong_%s' % row", "'_'.join(parts)"])
def test_a_code_built_from_parts_is_noticed(code: str) -> None:
    assert is_built(ast.parse(code, mode="eval").body)
