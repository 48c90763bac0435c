"""The type of a JSON value, every media type that the service reads or writes, and text that a spreadsheet only shows.

`Json` is a value after it has been parsed, and an answer before it is written. It is `Any`, because a recursive type
would ask for a check at every step into a value that the contract has checked. The name says which `Any` is JSON. All
text is UTF-8.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any


JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
NDJSON: Final = "application/x-ndjson"
OCTETS: Final = "application/octet-stream"
TEXT: Final = "text/plain; charset=utf-8"
MARKDOWN: Final = "text/markdown; charset=utf-8"
HTML: Final = "text/html; charset=utf-8"
CSV: Final = "text/csv; charset=utf-8"
YAML: Final = "application/yaml"
SCHEMA: Final = "application/schema+json"

# Where a spreadsheet begins a cell: which character separates cells depends on the country.
_SEPARATORS = r";,|\t\r\n"
# What it takes for the beginning of a formula there, also in the wide forms of Chinese and Japanese keyboards. It drops
# spaces before it, and quotes where it has lost count of them: as at the quote that ends a text here, if that begins a
# cell of its own.
_RUN_BY_SPREADSHEETS = re.compile(
    rf"(?:\A|(?<=[{_SEPARATORS}\"]))'*(?:[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r])"
    rf"|\A'*\n|(?<=,)'*\Z|(?<=[{_SEPARATORS}])'*\"+\Z"
)


def harmless(text: str) -> str:
    """Return a text for a cell of a CSV file, with an apostrophe before each part that a spreadsheet would run.

    A part with apostrophes before such a beginning has one more, so that `as_meant` gives every text back.
    """
    return _RUN_BY_SPREADSHEETS.sub(r"'\g<0>", text)


def as_meant(cell: str) -> str:
    """Return the text that `harmless` made a cell of; other cells are as they stand."""
    return _RUN_BY_SPREADSHEETS.sub(lambda run: run[0].removeprefix("'"), cell)
