"""The canonical form: the same as that of an implementation of RFC 8785, on every kind of text."""

from __future__ import annotations

from typing import Any

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from service.wire.ruling_id import canonical_json

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
_WHOLE = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | _TEXTS
_VALUES = st.recursive(_WHOLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=4))


@given(_VALUES)
def test_it_is_that_of_the_standard(value: Any) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


def test_names_are_sorted_as_the_standard_has_it_beyond_the_plane() -> None:
    # U+FB01 comes before U+1D306 by code points, and after its first surrogate, U+D834, by code units.
    value = {"\ufb01": 1, "\U0001d306": 2}
    assert canonical_json(value) == '{"\U0001d306":2,"\ufb01":1}'.encode()
