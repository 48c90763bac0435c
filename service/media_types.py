"""The type of a JSON value, and every media type that the service reads or writes, as it is written in a header.

`Json` is a value after it has been parsed, and an answer before it is written. It is `Any`, because a recursive type
would ask for a check at every step into a value that the contract has checked. The name says which `Any` is JSON. All
text is UTF-8.
"""

from __future__ import annotations

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
