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
KEY_SET: Final = "application/jwk-set+json"

# What a spreadsheet takes for the beginning of a formula, also in the wide forms of Chinese and Japanese keyboards; it
# drops spaces before it, and quotes where it has lost count of them.
_RUN_BY_SPREADSHEETS = re.compile(r"'*(?:[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])")


def harmless(text: str) -> str:
    """Return a text for a cell of a CSV file, with an apostrophe before it if a spreadsheet would run it as a formula.

    So has a text with apostrophes before such a beginning, so that `as_meant` gives every text back.
    """
    return f"'{text}" if _RUN_BY_SPREADSHEETS.match(text) else text


def as_meant(cell: str) -> str:
    """Return the text that `harmless` made a cell of; other cells are as they stand."""
    return cell[1:] if cell.startswith("'") and _RUN_BY_SPREADSHEETS.match(cell) else cell
