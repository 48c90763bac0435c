"""Tables of parametrised tests, read as vectors: what is written down by hand stands once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from _pytest.mark import ParameterSet


def rows(table: Iterable[ParameterSet]) -> Iterator[tuple[int, Any, str]]:
    """Yield the number of each row from 1, its values and its id."""
    for number, row in enumerate(table, 1):
        yield number, row.values, str(row.id)
