"""Cards, pointers and ruling ids that come back unchanged, and houses that are their rulesets."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterable
from typing import Any, Final
from urllib.parse import unquote

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from service.presets.loader import resolve
from service.spades import ENGINE_VERSION
from service.spades.cards import CODES, INDEX, cards_in, codes_of, mask_of
from service.spades.errors import pointer_to
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import Reference, Ruleset
from service.wire.ruling_id import ruling_id
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import ALL_HOUSES, BOUNDED, MANY, House, deal_cards, names

# Names that come back unchanged.


@MANY
@given(st.frozensets(st.integers(0, 53)))
def test_a_mask_is_the_set_of_its_cards(cards: frozenset[int]) -> None:
    mask = mask_of(cards)
    assert cards_in(mask) == tuple(sorted(cards))
    assert codes_of(mask) == tuple(CODES[card] for card in sorted(cards))
    assert mask_of(INDEX[code] for code in codes_of(mask)) == mask
    assert mask.bit_count() == len(cards)


@pytest.mark.parametrize("house", ALL_HOUSES, ids=[f"{house.preset} {' '.join(house.top)}" for house in ALL_HOUSES])
def test_the_house_is_the_ruleset(house: House) -> None:
    """The tables of this file deal the pack of the ruleset that they name."""
    ruleset: Ruleset = resolve(Reference(house.preset, overrides=house.overrides))
    pack = pack_for(ruleset.parameters.deck, house.players)
    hands = deal_cards(house, random.Random(0))
    dealt = mask_of(INDEX[card] for cards in hands.values() for card in cards)
    assert dealt & pack.cards == dealt
    assert {len(cards) for cards in hands.values()} == {pack.hand_size}
    assert pack.cards.bit_count() - dealt.bit_count() == pack.leftover


def parts_of(pointer: str) -> list[str]:
    """Read a JSON Pointer (RFC 6901) in its form as a URI fragment."""
    assert pointer.startswith("#")
    return [unquote(part, errors="strict").replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


@MANY
@given(st.lists(st.text() | st.text("~/01%#?+ é\u20ac\U0001f0a1") | st.integers(0, 999)))
def test_a_pointer_leads_back_to_its_parts(parts: list[str | int]) -> None:
    pointer = pointer_to(*parts)
    assert parts_of(pointer) == [str(part) for part in parts]
    assert re.fullmatch(r"#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*", pointer)


MEANT: Final = {"ruleset", "rounds", "labels"}
"""Members that enter an id otherwise than as they stand."""

bodies = st.dictionaries(
    names.filter(lambda name: name not in MEANT),
    st.recursive(
        st.booleans() | st.integers(-1_000_000, 1_000_000) | names,
        lambda children: st.lists(children, max_size=4) | st.dictionaries(names, children, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


def canonical_id(body: Json, dumps: Callable[[Any], bytes]) -> str:
    content = {
        "operation": "auditRound",
        "engine_version": ENGINE_VERSION,
        "ruleset": "sha256:0",
        "record": {name: value for name, value in body.items() if name != "ruleset"},
    }
    return "sha256:" + hashlib.sha256(dumps(content)).hexdigest()


@settings(BOUNDED, max_examples=150)
@given(bodies)
def test_the_ruling_id_is_that_of_the_canonical_form(body: Json) -> None:
    """RFC 8785, also where a faster way is taken."""
    assert ruling_id("auditRound", "sha256:0", body) == canonical_id(body, rfc8785.dumps)


@BOUNDED
@given(bodies, bodies)
def test_another_record_has_another_id(one: Json, other: Json) -> None:
    assert ruling_id("auditRound", "sha256:0", one) != ruling_id("scoreRound", "sha256:0", one)
    assert ruling_id("auditRound", "sha256:0", one) != ruling_id("auditRound", "sha256:1", one)
    same = rfc8785.dumps(one) == rfc8785.dumps(other)
    assert (ruling_id("auditRound", "sha256:0", one) == ruling_id("auditRound", "sha256:0", other)) is same


def test_the_ruleset_enters_by_its_digest_only() -> None:
    bodies_alike: Iterable[Json] = ({"ruleset": "pagat", "players": []}, {"players": []})
    assert len({ruling_id("auditRound", "sha256:0", body) for body in bodies_alike}) == 1
