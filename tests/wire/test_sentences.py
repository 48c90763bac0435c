"""The texts of sentences against the core that says them, and the forms in which facts are written."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import TypeAlias, get_args

import pytest

from service.analysis.sentences import OF_ANALYSIS
from service.presets.loader import resolve
from service.spades.cards import CODES, INDEX, SPADES, UNREAD, card_name
from service.spades.catalogue import sentences
from service.spades.catalogue.parameters.bids import Kind
from service.spades.rules.ruleset import Reference
from service.spades.sentence import Fact, Sentence, say, template_of
from service.spades.table import sit_down
from service.wire.writer import JSON_STYLE, UNREADABLE, Style, Writer, into_round, out_of_log
from tests.spades.source import CORE, Call, calls

PLAYERS = ("ana", "ben/~ü", "cy", "{card:card}")
TEAMS = [{"name": "The Aces", "players": ["ana", "cy"]}]
PAGAT = resolve(Reference("pagat"))
WRITER = Writer(sit_down(PLAYERS, TEAMS, "partnership", (4,)), PAGAT)

# Sentences about bids begin with the bidder; `BidReporter.report_bid` states him and the bid with every sentence.
OF_EVERY_BID = frozenset({"bidder", "bid"})
NOT_FACTS = frozenset({"parameter", "decided_by"})

CATALOGUE = CORE / "catalogue"
ANALYSIS = CORE.parent / "analysis"
SENTENCES = {**sentences.SENTENCES, **OF_ANALYSIS}
SAYS = calls("say")
REPORTED_BIDS = calls("report_bid")
KINDS = get_args(Kind)
BY_VALUE: Mapping[str, tuple[str, ...]] = {
    "say(_WITHOUT_TRICK.get(code, 'illegal_bid'), player=player)": (
        *("false_accusation", "wrong_number_of_cards", "bid_out_of_turn_phrase", "illegal_bid"),
    ),
    "reporter.report_bid(code, bid, key, parameter=switch, what=what)": (
        *("zero_not_allowed", "number_not_allowed", "blind_not_allowed"),
    ),
}
"""The keys that come from a value or from a table, by the call that says them."""

Example: TypeAlias = tuple[Fact, str]
COUNTED = ("bag", "card", "point", "round", "spade", "trick")
EXAMPLES: Mapping[str, list[Example]] = {
    "": [(0, "0"), (1, "1"), (3, "3"), (-100, "-100"), ("ana", "ana"), ("{0}", "{0}")],
    "player": [(0, "ana"), (1, "ben/~ü"), (3, "{card:card}")],
    "team": [(0, "The Aces"), (1, "ben/~ü+{card:card}")],
    "teams": [((0,), "The Aces"), ((0, 1), "The Aces and ben/~ü+{card:card}")],
    "card": [(INDEX["QS"], "QS"), (INDEX["BJ"], "BJ"), (UNREAD, "an unreadable card")],
    "cards": [((0,), "2C"), ((0, 1), "2C, 3C"), ((INDEX["TH"], INDEX["QS"], INDEX["BJ"]), "TH, QS, BJ")],
    "suit": [(SPADES, "spade")],
    "suits": [(SPADES, "spades")],
    "location": [(("hands", 1, 5), "card 6 in the hand of ben/~ü"), (("tricks", 2, "plays", 3), "trick 3, card 4")],
    "clause": [(say("bid_of_tricks", bid=4), "its bid of 4"), (say("nothing"), "")],
    "clauses": [((say("nil"),), "nil"), ((say("kept_both"), say("nil")), f"{SENTENCES['kept_both']}; nil")],
    "clauses with and": [((say("nil"),), "nil"), ((say("nil"), say("own_nil")), "nil, and its nil")],
    "text": [
        ((say("hands_are_dealt"),), SENTENCES["hands_are_dealt"]),
        ((say("as_ruled", ruled=3), say("no_round_played")), "As ruled it is 3. No round has been played."),
    ],
    "numbers": [((3,), "3"), ((3, 1), "3 and 1")],
    "times": [(1, "once"), (3, "3 times")],
    "trick rows": [((2,), "trick 2"), ((1, 2), "tricks 1 and 2"), ((1, 2, 3, 5), "tricks 1 to 3 and 5")],
    "trick": [(3, "trick 3")],
    "trick list": [((2,), "trick 2"), ((2, 5), "tricks 2 and 5"), ((1, 2, 5), "tricks 1, 2 and 5")],
    "words": [("bag_penalty", "bag penalty")],
    **{
        f"#{noun}": [(0, f"0 {noun}s"), (1, f"1 {noun}"), (-1, f"-1 {noun}"), (3, f"3 {noun}s"), (-10, f"-10 {noun}s")]
        for noun in COUNTED
    },
    "#card or no cards": [(0, "no cards"), (1, "1 card"), (3, "3 cards")],
    "#trick or none": [(0, "none"), (1, "1 trick"), (2, "2 tricks")],
    "#trick or no tricks": [(0, "no tricks"), (1, "1 trick"), (3, "3 tricks")],
}
"""For each form some facts, and how they are written."""


def placeholders(text: str) -> list[tuple[str, str]]:
    """Return the facts that a text asks for, each as its name and its form."""
    return [(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None]


def names_in(key: str) -> set[str]:
    """Return the names of the facts that a text asks for."""
    return {name for name, _ in placeholders(SENTENCES[key])}


# The texts.


def test_no_key_is_defined_twice() -> None:
    """In two tables, of which the later would hide the earlier, or in one."""
    of_findings = [
        keyword.value
        for path in sorted((CATALOGUE / "findings").glob("*.py"))
        for keyword in ast.walk(ast.parse(path.read_text()))
        if isinstance(keyword, ast.keyword) and keyword.arg == "sentences"
    ]
    modules = [ast.parse((folder / "sentences.py").read_text()) for folder in (CATALOGUE, ANALYSIS)]
    others = [node for module in modules for node in ast.walk(module)]
    keys = Counter(
        key.value
        for table in (*of_findings, *others)
        if isinstance(table, ast.Dict)
        for key in table.keys
        if isinstance(key, ast.Constant)
    )
    assert [key for key, times in keys.items() if times > 1] == []
    assert set(keys) == set(SENTENCES)


def test_a_fact_has_a_name_and_braces_hold_nothing_else(subtests: pytest.Subtests) -> None:
    for key, text in SENTENCES.items():
        with subtests.test(key=key):
            for _, name, _, conversion in Formatter().parse(text):
                assert name is None or name.isidentifier()
                assert conversion is None


# What the core says.


def keys_of(call: Call, position: int) -> Iterator[tuple[str, bool]]:
    """Yield the keys that a call may say, each with whether it is the only one."""
    key = call.argument(position, "key")
    assert key is not None, call.where
    of_value = BY_VALUE.get(ast.unparse(call.node))
    if of_value is not None:
        yield from ((each, False) for each in of_value)
        return
    if isinstance(key, ast.Constant):
        yield str(key.value), True
        return
    for each in call.expressions(key):
        if isinstance(each, ast.Constant):
            yield str(each.value), False


def test_the_calls_are_found() -> None:
    """The tests below would hold of nothing if a name had changed."""
    assert len(SAYS) > 100
    assert len(REPORTED_BIDS) > 20
    # `say` makes every sentence, with `Sentence._make`; nothing else does.
    assert {call.module.name for call in calls("_sentence")} == {"service/spades/sentence.py"}
    assert not list(calls("Sentence"))


def test_every_text_is_said_somewhere() -> None:
    said = {key for call in SAYS for key, _ in keys_of(call, 0)}
    said |= {key for call in REPORTED_BIDS for key, _ in keys_of(call, 2)}
    assert said == set(SENTENCES)


def test_the_keys_of_every_call_can_be_read() -> None:
    """Only `report_bid` is handed its key, and the calls of it are tested themselves."""
    (unread,) = [call for call in SAYS if not list(keys_of(call, 0))]
    assert unread.scopes[-1].name == "report_bid"
    assert all(list(keys_of(call, 2)) for call in REPORTED_BIDS)


def test_a_sentence_has_exactly_the_facts_of_its_text(subtests: pytest.Subtests) -> None:
    for call in SAYS:
        with subtests.test(call.where):
            for key, alone in keys_of(call, 0):
                assert key in SENTENCES
                if call.is_open:
                    assert call.keywords <= names_in(key)
                elif alone:
                    assert call.keywords == names_in(key)
                else:
                    # Of two sentences with the same facts one may leave out some of them.
                    assert names_in(key) <= call.keywords


def test_a_sentence_about_a_bid_has_exactly_the_facts_of_its_text(subtests: pytest.Subtests) -> None:
    for call in REPORTED_BIDS:
        with subtests.test(call.where):
            facts = call.keywords - NOT_FACTS
            assert not call.is_open
            assert not facts & OF_EVERY_BID
            for key, alone in keys_of(call, 2):
                assert key in SENTENCES
                if alone:
                    assert facts == names_in(key) - OF_EVERY_BID
                else:
                    assert names_in(key) <= facts | OF_EVERY_BID


# How facts are written.


def examples_of(form: str) -> list[Example]:
    """Return facts that a form may write, and how it writes them."""
    if form in EXAMPLES:
        return EXAMPLES[form]
    one, separator, several = form.partition("|")
    assert separator, f"The writer does not know {form!r}."
    return [(1, one), (-1, one), (0, several), (3, several), ((0,), one), ((0, 1), several)]


def written_as(form: str, fact: Fact) -> str | None:
    """Return how a form writes a fact, None if that is not among its examples."""
    return next((written for each, written in examples_of(form) if each == fact), None)


def facts_for(forms: list[str]) -> list[Fact]:
    """Return facts that each of these forms can write."""
    return [fact for fact, _ in examples_of(forms[0]) if all(written_as(form, fact) is not None for form in forms)]


def filled(text: str, facts: Mapping[str, Fact]) -> str:
    """Return a text with its facts as the examples write them."""
    return "".join(
        literal + ("" if name is None else str(written_as(form or "", facts[name])))
        for literal, name, form, _ in Formatter().parse(text)
    )


def test_a_sentence_is_its_text_with_every_fact_in_its_form(subtests: pytest.Subtests) -> None:
    for key, text in SENTENCES.items():
        with subtests.test(key=key):
            forms: dict[str, list[str]] = {}
            for name, form in placeholders(text):
                forms.setdefault(name, []).append(form)
            choices = {name: facts_for(of_name) for name, of_name in forms.items()}
            for index in range(max(map(len, choices.values()), default=1)):
                facts = {name: each[index % len(each)] for name, each in choices.items()}
                assert WRITER.sentence(Sentence(key, facts)) == filled(text, facts)


def test_every_form_with_examples_is_used() -> None:
    used = {form for text in SENTENCES.values() for _, form in placeholders(text)}
    assert {form for form in used if "|" not in form} == set(EXAMPLES)


def test_a_form_that_nobody_writes_is_an_error() -> None:
    with pytest.raises(KeyError, match="colour"):
        WRITER.fill(template_of("a {suit:colour} card"), {"suit": SPADES})


def test_sentences_are_written_one_after_the_other() -> None:
    assert WRITER.text((say("hands_are_dealt"), say("as_ruled", ruled=-3))) == (
        "Under this ruleset hands are dealt, not drawn. As ruled it is -3."
    )
    assert WRITER.text(()) == ""


def test_a_part_has_parts_of_its_own() -> None:
    bid = say("bid_of_tricks", bid=4)
    offence = say("revoke_with_card", player=1, suit=SPADES, trick=3, card=INDEX["QS"])
    assert WRITER.sentence(say("loses_bid", side=0, bid=bid, offence=offence)) == (
        "The Aces loses its bid of 4 for ben/~ü's revoke in spades in trick 3 with QS."
    )


def test_another_style_writes_cards_and_numbers_its_own_way() -> None:
    style = Style((*map(card_name, CODES), UNREADABLE), "minus ", has_pointers=False)
    writer = Writer(WRITER.table, PAGAT, None, style)
    twice = say("listed_twice", card=INDEX["QS"], first=("hands", 1, 5))
    assert writer.sentence(twice) == ("queen of spades is listed twice; the first time: card 6 in the hand of ben/~ü.")
    assert writer.location(("hands", 1, 5)) == ("hands", "ben/~ü", 5)
    assert writer.sentence(say("sheet_points", name="ana", value=-3, points=20)) == (
        "The sheet gives ana minus 3 points for the round; its bids and tricks make 20."
    )


# Where something is in the request.


@pytest.mark.parametrize(
    ("location", "pointer"),
    [
        (("hands",), "#/hands"),
        (("hands", 1), "#/hands/ben~1~0%C3%BC"),
        (("hands", 3, 12), "#/hands/%7Bcard:card%7D/12"),
        (("bids", 1), "#/bids/1"),
        (("reported", "points", "The Aces"), "#/reported/points/The%20Aces"),
        (("tricks", 0, "plays", 3, "withdrawn", 1, "at"), "#/tricks/0/plays/3/withdrawn/1/at"),
        (("before",), "#/before"),
    ],
)
def test_a_location_is_a_pointer_into_the_request(location: tuple[str | int, ...], pointer: str) -> None:
    assert WRITER.location(location) == pointer


def test_a_location_in_a_round_of_a_game() -> None:
    writer = Writer(WRITER.table, PAGAT, into_round(2))
    assert writer.location(("hands", 1, 5)) == "#/rounds/2/hands/ben~1~0%C3%BC/5"
    first = say("drawn_twice", card=0, first=("draws", 4))
    assert writer.sentence(first) == "2C had been drawn before; the first time: draw 5 of round 3."


def test_a_location_in_a_trick_by_itself() -> None:
    writer = Writer(WRITER.table, PAGAT, out_of_log, JSON_STYLE)
    assert writer.location(("tricks", 0, "plays", 3)) == "#/plays/3"
    assert writer.location(("hands", 0, 1)) == "#/hands/ana/1"
