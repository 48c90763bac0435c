"""What was meant by another spelling of a card or a name."""

from __future__ import annotations

import pytest

from service.spades.cards import CODES, card_meant
from service.spades.english import name_meant, plain_form


def test_a_card_means_itself_in_any_case(subtests: pytest.Subtests) -> None:
    for code in CODES:
        with subtests.test(code=code):
            assert card_meant(code) == code
            assert card_meant(code.lower()) == code


def test_a_card_may_be_spelled_suit_first_with_ten_and_with_symbols(subtests: pytest.Subtests) -> None:
    for code in CODES[:52]:
        with subtests.test(code=code):
            rank, suit = code[0], code[1]
            symbol = "♣♦♥♠"["CDHS".index(suit)]
            for each in {rank, "10" if rank == "T" else rank}:
                spellings = (
                    suit + each,
                    each + symbol,
                    symbol + each.lower(),
                    f"{each}{symbol}\N{VARIATION SELECTOR-16}",
                )
                assert {card_meant(text) for text in spellings} == {code}


@pytest.mark.parametrize("text", ["", "1H", "H", "K", "KX", "11H", "king of hearts", "KHKH", "J", "1" * 100])
def test_what_could_be_any_card_means_none(text: str) -> None:
    assert card_meant(text) is None


def test_a_name_is_found_by_what_people_overlook_before_any_other() -> None:
    assert name_meant(" ANA", ["anna", "ana"]) == "ana"
    assert (
        name_meant("Jose\N{COMBINING ACUTE ACCENT}", ["Josephine", "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"]) == "José"
    )


def test_the_nearest_name_is_found_and_a_far_one_is_not() -> None:
    assert name_meant("bem", ["ana", "ben", "cy"]) == "ben"
    assert name_meant("zoe", ["ana", "ben", "cy"]) is None
    assert name_meant("ana", []) is None


def test_names_that_differ_in_letters_differ_in_plain_form() -> None:
    assert plain_form("Straße") == plain_form("STRASSE")
    assert plain_form("ana") != plain_form("anna")
