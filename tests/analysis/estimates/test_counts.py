"""Counts of hands against the words of their sources, worked out by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from service.analysis.estimates.held_hand import Count, counts_of
from service.presets.loader import resolve
from service.spades.cards import CODES, INDEX, SPADES
from service.spades.rules.ruleset import Reference
from service.spades.table import sit_down
from service.wire.writer import Writer
from tests.spades.builders.cards import FOUR
from tests.spades.builders.rulesets import rules, ruleset_named

PAGAT = resolve(Reference("pagat"))
METHODS = ("beginner", "beginner_with_kings", "high_cards_and_length")


def counts(cards: str, ruleset: str = "pagat", players: int = 4) -> dict[str, Count]:
    found = counts_of([INDEX[card] for card in cards.split()], resolve(Reference(ruleset)).packs[players])
    return {count.method: count for count in found}


def totals(cards: str) -> tuple[Fraction, ...]:
    found = counts(cards)
    assert tuple(found) == METHODS
    return tuple(found[method].total for method in METHODS)


# What each source says, a phrase at a time.
@pytest.mark.parametrize(
    ("words", "cards", "beginner", "with_kings", "by_length"),
    [
        ("bid 1 for each Ace of non-spade suits", "AH AD AC 2S", "3", "3", "3"),
        ("1 for every high spade (A, K, Q, J and 10)", "AS KS QS JS TS", "5", "5", "5"),
        ("the nine is no high spade", "TS 9S", "1", "1", "0"),
        ("Easy: 1 for each Ace and King of non-spade suits", "AH KH KD KC", "1", "4", "10/3"),
        ("a king of spades is a high spade, and counts once", "KS", "1", "1", "1"),
        ("Count all aces as being worth a trick", "AH", "1", "1", "1"),
        ("kings as about two-thirds of a trick, unless you also have the ace", "KH", "0", "1", "2/3"),
        ("the ace and king together are two full tricks", "AH KH", "1", "2", "2"),
        ("a queen with an ace: the combination is 1-1/2 tricks", "AH QH", "1", "1", "3/2"),
        ("with a king the combination is a full trick", "KH QH", "0", "1", "1"),
        ("otherwise a queen is about one-third", "QH", "0", "0", "1/3"),
        ("ace, king and queen: two full tricks, and the queen with an ace", "AH KH QH", "1", "2", "5/2"),
        ("of another suit they don't help", "AH KD QC", "1", "2", "2"),
        ("jacks are not counted", "JH JD JC", "0", "0", "0"),
        ("any trump card after your first three is a full trick", "6S 5S 4S 3S 2S", "0", "0", "2"),
        ("three low spades are nothing", "4S 3S 2S", "0", "0", "0"),
        ("the ace, king, or queen of spades at a full trick", "QS 3S", "1", "1", "1"),
        ("and the length on top of that", "AS KS QS JS", "4", "4", "4"),
        ("an ace of spades among five", "AS 5S 4S 3S 2S", "1", "1", "3"),
        ("a hand of all spades", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "5", "5", "13"),
        ("nothing at all", "JH 9D 7C 2S", "0", "0", "0"),
        ("a whole hand", "AS QS 8S 5S 2S AH QH 4H KD 7D 3D 9C 6C", "3", "4", "37/6"),
    ],
)
def test_a_hand_counts_as_the_source_says(
    words: str, cards: str, beginner: str, with_kings: str, by_length: str
) -> None:
    assert totals(cards) == (Fraction(beginner), Fraction(with_kings), Fraction(by_length)), words


def test_each_line_names_its_cards_and_says_why() -> None:
    writer = Writer(sit_down(FOUR, None, "partnership", (4,)), PAGAT)
    lines = counts("AS 5S 4S 3S 2S AH QH KD QC KC")["high_cards_and_length"].lines
    said = [(" ".join(CODES[card] for card in line.cards), line.tricks, writer.sentence(line.why)) for line in lines]
    assert said == [
        ("AS", 1, "AS is the ace, king or queen of spades: 1 trick."),
        ("3S 2S", 2, "2 spades beyond the first three: 1 trick each."),
        ("AH", 1, "AH is the ace of a side suit: 1 trick."),
        ("QH", Fraction(1, 2), "QH makes AH and itself 1 1/2 tricks: 1/2 of a trick."),
        ("KD", Fraction(2, 3), "KD is a king without its ace: 2/3 of a trick."),
        ("KC", Fraction(2, 3), "KC is a king without its ace: 2/3 of a trick."),
        ("QC", Fraction(1, 3), "QC makes KC and itself 1 trick: 1/3 of a trick."),
    ]


@pytest.mark.parametrize(
    ("cards", "total"),
    [("BJ LJ 2D 4S AD", 5), ("BJ", 1), ("BJ LJ 2D AS KS", 5), ("BJ LJ 2D AS 9S 2S", 6), ("2D 3D 4D 5D", 1)],
)
def test_a_card_above_the_ace_of_spades_is_a_trick_and_a_spade(cards: str, total: int) -> None:
    """Also a two of diamonds that is promoted; no card counts for its rank and for the length, too."""
    deck = {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D"]}
    pack = ruleset_named(rules(deck=deck)).packs[4]
    found = {count.method: count for count in counts_of([INDEX[card] for card in cards.split()], pack)}
    assert found["high_cards_and_length"].total == total


def test_the_mean_over_all_hands_is_what_the_words_come_to() -> None:
    """A quarter of the pack: of 4 aces, 3 side kings and 5 - 1 other high spades each counts once in four hands."""
    whole = totals(" ".join(CODES[:52]))
    assert whole[0] / 4 == 2
    assert whole[1] / 4 == Fraction(11, 4)


@pytest.mark.parametrize("seed", range(40))
def test_no_card_counts_in_two_lines_unless_for_its_length(seed: int) -> None:
    hand = random.Random(seed).sample(range(52), 13)
    for count in counts_of(hand, PAGAT.packs[4]):
        counted = [card for line in count.lines for card in line.cards]
        assert len(set(counted)) == len(counted)
        assert set(counted) <= set(hand)
        assert all(line.tricks > 0 for line in count.lines)
    assert counts_of(hand, PAGAT.packs[4]) == counts_of(sorted(hand), PAGAT.packs[4])


@pytest.mark.parametrize("seed", range(20))
def test_side_suits_are_alike(seed: int) -> None:
    hand = random.Random(seed).sample(range(52), 13)
    turned = [card if card // 13 == SPADES else (card + 13) % 39 for card in hand]
    ours, theirs = (counts_of(each, PAGAT.packs[4]) for each in (hand, turned))
    assert [each.total for each in ours] == [each.total for each in theirs]
