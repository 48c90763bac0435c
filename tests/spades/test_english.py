"""Counts, lists and names, as sentences share them."""

from __future__ import annotations

import pytest

from service.spades.english import count_of, listed, quoted, shortened


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks"), (-1, "-1 trick"), (-2, "-2 tricks")]
)
def test_a_count_has_its_plural(number: int, text: str) -> None:
    assert count_of(number, "trick") == text


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_reads_as_in_a_sentence(items: list[str], text: str) -> None:
    assert listed(items) == text
    assert listed(iter(items), "or") == text.replace("and", "or")


def test_a_long_name_is_cut_short() -> None:
    assert quoted("n" * 64) == repr("n" * 64)
    assert quoted("n" * 65) == repr("n" * 64 + "...")


def test_a_long_text_ends_in_an_ellipsis() -> None:
    assert shortened("12345", 5) == "12345"
    assert shortened("123456", 5) == "1234…"
