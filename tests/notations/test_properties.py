"""What holds of every notation: random records come back as they were, and spoilt texts are refused with their places.

A notation is an entry of `ENTRIES`.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import notations
from service.notations import registry
from service.notations.model import Loss, UnreadableText, UnwritableRecord
from service.spades.cards import CODES
from service.spades.catalogue.parameters.bids import Kind
from service.spades.english import plain_form
from service.spades.errors import pointer_to
from tests.naive.compare_sheets import usable_sheet
from tests.notations.csv_sheet.random_games import games
from tests.notations.mutations import mutants, outcome, texts_of
from tests.notations.records import (
    ODD_NAMES,
    ODD_REASONS,
    Record,
    is_same,
    normal,
    played,
    renamed,
    samples,
    shortened,
    with_choices,
)
from tests.notations.text_cases import assert_sound, cases_in, files
from tests.spades.builders.asking import answer
from tests.spades.builders.random_players import ALL_HOUSES, MANY, recorded
from tests.spades.builders.random_rounds import chance_round

NUMBERS = st.integers(0, 10**6)
ANY_TEXT = st.characters(exclude_categories=["Cs"])
NAMES = st.lists(
    st.sampled_from(ODD_NAMES) | st.text(ANY_TEXT, min_size=1, max_size=12),
    min_size=6,
    max_size=6,
    unique_by=plain_form,
)
LABELS = st.dictionaries(
    st.text(ANY_TEXT, min_size=1, max_size=8), st.text(ANY_TEXT, max_size=20) | st.sampled_from(ODD_NAMES), max_size=4
)


@st.composite
def rounds(draw: st.DrawFn) -> Record:
    """Draw a round of any kind, in long or short forms, its players called anything, with labels."""
    seed = draw(NUMBERS)
    record = shortened(played(seed), seed) if draw(st.booleans()) else played(seed)
    record = renamed(record, draw(NAMES)) if draw(st.booleans()) else record
    record = {**record, "labels": draw(LABELS)} if draw(st.booleans()) else record
    return draw(chosen(st.just(record))) if draw(st.booleans()) else record


@st.composite
def chosen(draw: st.DrawFn, records: st.SearchStrategy[Record]) -> Record:
    """Draw a record with what house rules ask for beside: who sits out, who called a misdeal, what was chosen."""
    words = draw(st.lists(st.sampled_from(ODD_NAMES) | st.text(ANY_TEXT, min_size=1, max_size=20), max_size=4))
    return with_choices(draw(records), words, draw(NUMBERS))


@st.composite
def claims(draw: st.DrawFn) -> Record:
    """Draw a round with a claim, by itself or in a game: an audit may refuse it."""
    seed = draw(NUMBERS)
    record = renamed(played(seed), draw(NAMES))
    claim: Record = {
        "by": record["players"][seed % len(record["players"])],
        "tricks": draw(st.just("rest") | st.integers(0, 54)),
        "accepted": draw(st.booleans()),
    }
    if draw(st.booleans()):
        claim["at"] = {"trick": draw(st.integers(1, 55)), "plays": draw(st.integers(0, 8))}
    if draw(st.booleans()):
        claim["statement"] = draw(st.lists(st.sampled_from([*CODES]), max_size=5))
    record = {**record, "tricks": record["tricks"][: seed % 14], "claim": claim}
    if draw(st.booleans()):
        return record
    heads: Record = {name: record.pop(name) for name in ("ruleset", "players", "teams", "before") if name in record}
    if "round_number" in record:
        heads["first_round_number"] = record.pop("round_number")
    return {**heads, "rounds": [record]}


@st.composite
def decided(draw: st.DrawFn) -> Record:
    """Draw a game with all that a director decides, for reasons of all kinds, some of its rows with tricks in a log."""
    record = draw(games())
    reasons = draw(st.lists(st.sampled_from(ODD_REASONS) | st.text(ANY_TEXT, min_size=1, max_size=20), min_size=1))
    luck = random.Random(draw(NUMBERS))
    table = set(record["players"])
    for row in record["rounds"]:
        for each in [row, *row.get("adjustments", [])]:
            if "reason" in each:
                each["reason"] = luck.choice(reasons)
        for change in row.get("substitutions", []):
            table = table - {change["out"]} | {change["in"]}
        if row.get("tricks_won", {}).keys() <= table and luck.random() < 0.5:
            plays = [{"player": player, "card": luck.choice(CODES)} for player in row.pop("tricks_won", {})]
            row["tricks"] = [{"plays": plays}] if plays else []
    return draw(chosen(st.just(record))) if draw(st.booleans()) else record


def state(seed: int, tricks: int, missing: int) -> Record:
    """Return a legal round at seats N, E, S and W, begun by anybody, with so many cards missing in the last trick."""
    chance = random.Random(seed)
    body = chance_round(seed, {"name": "openspiel"}, 4, 13).body
    turn = chance.randrange(4)
    seat = {player: "NESW"[(index + turn) % 4] for index, player in enumerate(body["players"])}
    record: Record = {
        "players": [*"NESW"],
        "hands": {seat[player]: cards for player, cards in body["hands"].items()},
        "bids": [{"player": seat[player], "tricks": chance.randrange(14)} for player in body["players"]],
        "tricks": [
            {"plays": [{"player": seat[play["player"]], "card": play["card"]} for play in trick["plays"]]}
            for trick in body["tricks"][:tricks]
        ],
    }
    del record["tricks"][-1]["plays"][4 - missing :]
    return record


class Entry(NamedTuple):
    """A notation: records that it holds whole, none if it is only read, pieces of long texts, and its sources."""

    records: st.SearchStrategy[Record] | None
    pieces: Sequence[str]
    sources: str


_TAGS = '% PTN\n[GameCode "Spades"]\n[Deal "S:- - - -"]\n'
_SHEET = "round,player,bid,tricks\n"
ENTRIES = {
    "shorthand": Entry(
        rounds() | decided(),
        [
            *("QD ", "QD", "x", "Ana ", "N 2 > ", "N QD 2D 5D 3D\n", "N 2 E 3\n---\n", "game; N E\n---\nN:QD\n===\n"),
            *('"', '"\n', "\N{LEFT DOUBLE QUOTATION MARK}", "[", "[ ", "[\n", '{"a":', "(", "N:", "->", "-", "a-"),
            *(
                "---\n",
                "#",
                ";",
                " ",
                "N+",
                "9",
                "dealer N{n}\n",
                "hand N S:AKQ\n",
                "label a b\n",
                "team a N S\n",
                "out a{n} 1\n",
                "remedy a N: set\n",
            ),
        ],
        "shorthand/*.py",
    ),
    "ptn": Entry(
        None,
        [
            *("[", "[a ", '[a "', "\\", '"] [a "', "- ", ".", "% \n", "x \n", '[Event "e"]\n', '[West "v"]\n', " "),
            *(f"[k{n}" for n in ("",)),
            *('[k{n} "v"]\n', '[Event "e"]\n[Deal "S:- - - -"]\n', "S2 ", "S2\n", "3 ", "Blind\n", "1"),
            *('[GameOptionsJson "', '[GameScores "S:1', '[CardsAdded "S:', '[Undealt "', '"a{n}":1,'),
        ],
        "ptn/*.py",
    ),
    "csv": Entry(
        games(),
        [
            *("a bid,", ",", '"', '""', "\n", "#", "# team: a,b\n", "# label: a,b\n", "ana+", _SHEET, "1,ana,3,4\n"),
            *(
                ",,,\n",
                "1,a,9,9\n2,b,x\n",
                '1,"a\nb",3,4\n',
                "1,a+b+c,1,1\n",
                "7,ana,3,4\n",
                "1,p{n},1,1\n",
                "p{n} bid,",
            ),
            *(
                "score,",
                "a score,",
                "a{n} score,",
                "x y z w v u t s,",
                "bd ",
                "score;",
                '"x" ,',
                '"x"y,',
                "{n},p{n},1,1\n",
            ),
        ],
        "csv_sheet/*.py",
    ),
    "openspiel": Entry(
        None,
        ["1 ", "1\n", "x", "[State]\n", "[", ", ".join(map(str, range(52))) + "\n"],
        "openspiel.py",
    ),
}

HEADS = {
    "shorthand": ["N E S W; dealer W\n"],
    "ptn": [
        _TAGS,
        _TAGS + '[Auction "S"]\n',
        _TAGS + '[Play "S"]\n',
        _TAGS + '[Undealt "',
        _TAGS + '[GameOptionsJson "',
    ],
    "csv": ["", _SHEET, "bid,tricks,", "# players: a, b\n" + _SHEET, "# players: "],
    "openspiel": [""],
}
every_notation = pytest.mark.parametrize("name", ENTRIES)
WRITTEN = [name for name, entry in ENTRIES.items() if entry.records is not None]
every_written_one = pytest.mark.parametrize("name", WRITTEN)
OPERATIONS = {"rounds": "auditGame", "tricks": "auditRound", "tricks_won": "scoreRound"}


def test_every_notation_has_an_entry() -> None:
    assert set(ENTRIES) == set(registry.NOTATIONS)
    assert {*WRITTEN} == {name for name, notation in registry.NOTATIONS.items() if notation.write is not None}


def is_refused(record: Record) -> bool:
    """Return whether the operation for such a record refuses it."""
    operation = next(each for member, each in OPERATIONS.items() if member in record)
    status, content = answer(operation, {"ruleset": "pagat", **record})
    return status != 200 and content["type"].endswith(("/unreadable-record", "/unusable-ruleset"))


def compared(value: Any) -> Any:
    """Return a record without what its absence or another form says as well: empty members, tricks that nobody won."""
    if isinstance(value, dict):
        kept = {name: compared(member) for name, member in value.items()}
        if "tricks_won" in kept:
            kept["tricks_won"] = {name: number for name, number in kept["tricks_won"].items() if number}
        return {name: member for name, member in kept.items() if member not in ({}, [], None) or name == "tricks"}
    return [compared(item) for item in value] if isinstance(value, list) else value


def differences(old: Any, new: Any, pointer: str) -> Iterator[str]:
    """Yield pointers to members of a record, and of the rounds of a game, that are not the same."""
    for member in old.keys() | new.keys():
        one, other = old.get(member), new.get(member)
        # Bids without their order are bids by player.
        at = "bids" if "bids" in old and member in {"bids_by_player", "blind_bidders"} else member
        if member == "rounds" and len(one or []) == len(other or []):
            for index, rows in enumerate(zip(one, other, strict=True)):
                yield from differences(*rows, f"{pointer}/rounds/{index}")
        elif not is_same(one, other):
            yield f"{pointer}/{pointer_to(at).removeprefix('#/')}"


def check(name: str, record: Record, *, is_whole: bool = False) -> bool:
    """Write a record and read it: what is not the same is lost by name. Returns whether it can be written."""
    refusals: Sequence[Loss] = ()
    text, losses = "", tuple[Loss, ...]()
    try:
        text, losses = registry.write(record, name)
    except UnwritableRecord as refused:
        refusals = refused.faults
    if refusals:
        assert not is_whole, (refusals, record)
        # Shorthand writes whatever an audit takes.
        assert name != "shorthand" or is_refused(record), (refusals, record)
        return False
    _, read = registry.read(text, name)
    assert_sound(text, (), read)
    (back,) = read.records
    lost = [loss.pointer for loss in losses]
    for pointer in differences(compared(normal(record)), compared(back), "#"):
        named = any(f"{each}/".startswith(f"{pointer}/") or pointer.startswith(f"{each}/") for each in lost)
        assert named, (pointer, losses, text)
    assert not is_whole or losses == (), losses
    assert is_whole or losses or name == "csv" or is_same(read.records[0], normal(record)), text
    assert registry.write(read.records[0], name).text == text, text
    return True


@every_written_one
@MANY
@given(st.data())
def test_a_record_that_it_holds_comes_back_as_it_was(name: str, data: st.DataObject) -> None:
    records = ENTRIES[name].records
    assert records is not None
    record = data.draw(records)
    assert check(name, record, is_whole=is_same(normal(record), record))
    if is_same(normal(record), record):
        assert registry.read(registry.write(record, name).text, name)[1].records == (record,)
    text = registry.write(record, name).text
    recognised = [each for each, notation in registry.NOTATIONS.items() if notation.evidence(text)]
    # A row of odd names may be no evidence of shorthand, or such names in a sheet evidence of it.
    assert recognised == [name] or ("rounds" in record) is (name == "csv")


@every_written_one
@MANY
@given(recorded(ALL_HOUSES) | claims() | chosen(recorded(ALL_HOUSES) | games()))
def test_whatever_it_does_not_hold_is_refused_or_lost_by_name(name: str, record: Record) -> None:
    check(name, record)


KINDS = {**dict.fromkeys(("nil", "zero", "blind_nil"), 0), **dict.fromkeys(("number", "blind"), 6)}
"""A bid of each kind."""


@every_written_one
@pytest.mark.parametrize("overrides", [{}, {"zero": {"allowed": True}}, {"nil": {"allowed": False}}])
def test_each_kind_of_bid_comes_back_or_is_lost_by_name_whatever_the_ruleset(name: str, overrides: Record) -> None:
    assert set(KINDS) == set(get_args(Kind))
    rules = {"ruleset": {"name": "pagat", "overrides": {"bids": overrides}}} if overrides else {}
    record = state(seed=1, tricks=1, missing=0)
    turns = [play["player"] for play in record["tricks"][0]["plays"]]
    stated: list[Record] = [*({"tricks": tricks, "kind": kind} for kind, tricks in KINDS.items()), {"tricks": 0}]
    for bid in stated:
        bids = [{"player": turns[0], **bid}, *({"player": player, "tricks": 2} for player in turns[1:])]
        row = {"players": record["players"], "rounds": [{"bids": bids, "tricks_won": {turns[0]: 13}}]}
        whole: Record = {**rules, **(row if name == "csv" else {**record, "bids": bids})}
        # The kind "number" says what its absence says.
        assert check(name, whole, is_whole=name == "shorthand" and bid.get("kind") != "number")


@every_written_one
def test_samples_of_the_contract_and_tables_of_leagues_are_written_or_refused(name: str) -> None:
    records = [*samples(60), *(usable_sheet(seed)[0].request for seed in range(40))]
    written = [check(name, record) for record in records]
    assert any(written)


@every_notation
def test_its_spoilt_texts_are_read_or_refused_with_a_code_of_the_cases(name: str) -> None:
    """`python -m tests.notations.mutations` reads many more."""
    texts = texts_of(name)
    known = {"read", *(code for code, _ in codes_of_cases(name))}
    spoilt = list(islice(mutants(texts, seed=1), 1_200))
    outcomes = {outcome(name, text) for text in spoilt}
    assert outcomes <= known
    assert len(outcomes) > 3
    for text in spoilt[::4]:
        if outcome(name, text) == "read" and name in WRITTEN:
            for record in registry.NOTATIONS[name].read(text).records:
                check(name, record)


def codes_of_cases(name: str) -> set[tuple[str, bool]]:
    """Return the codes of faults and of notes (true) that the cases of a notation have."""
    lines = [line for file in files() for case in cases_in(file) if case.notation == name for line in case.expected]
    found = [re.match(r"(\? )?([a-z_]+) \d+:\d+", line) for line in lines]
    return {(match[2], bool(match[1])) for match in found if match}


@every_notation
def test_every_code_of_its_sources_has_a_case(name: str) -> None:
    folder = Path(notations.__path__[0])
    source = "".join(path.read_text() for path in sorted(folder.glob(ENTRIES[name].sources)) if path.stem != "writer")
    called = r"\b{}\(\s*[\w.]+(?:\([^()]*\))?(?:\.place)?,\s*\"([a-z_]+)\""
    faults = set(re.findall(called.format("_?(?:fault|refuse)"), source)) | set(
        re.findall(r"\brefuse\(\s*\"([a-z_]+)\"", source)
    )
    notes = set(re.findall(called.format("_?note(?:_once)?"), source))
    assert len(faults) > 3
    assert {(code, False) for code in faults} | {(code, True) for code in notes} <= codes_of_cases(name)


@every_notation
def test_whatever_is_no_text_of_it_is_refused(name: str) -> None:
    for text in ("", "\n", "hello", "\x00", "\ud800", "[", '"', "%", "N E S W\n" * 2, "a" * 100_000, "(" * 10_000):
        assert outcome(name, text) != "read", text


@every_notation
def test_a_byte_order_mark_changes_nothing_and_its_texts_are_recognised_alone(name: str) -> None:
    for text in texts_of(name):
        assert registry.read("\ufeff" + text, name) == registry.read(text, name)
        others = [each for each, notation in registry.NOTATIONS.items() if each != name and notation.evidence(text)]
        assert others == [] or text.startswith("> "), (others, text)  # test_registry.py


@every_notation
def test_half_a_surrogate_pair_is_refused_at_its_place(name: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        registry.read("N E S W\n12\ud83d", name)
    assert [fault[:3] for fault in refused.value.faults] == [(2, 3, "lone_surrogate")]


@every_notation
def test_a_long_text_takes_time_in_proportion(name: str) -> None:
    """They take a tenth of a second and less; what takes the square of a length would take minutes."""
    for head in HEADS[name]:
        for piece in ENTRIES[name].pieces:
            count = 48 * 1024 // len(piece)
            text = head + (
                "".join(piece.replace("{n}", str(n)) for n in range(count)) if "{n}" in piece else piece * count
            )
            started = time.process_time()
            outcome(name, text)
            registry.NOTATIONS[name].evidence(text)
            assert time.process_time() - started < 5, (head, piece)


def test_any_options_of_ptn_make_a_ruleset_that_can_be_played() -> None:
    choices = {
        **dict.fromkeys(("failBidScoring", "mercyRule", "nilOrZero"), (0, 1)),
        **dict.fromkeys(("tenBagsPenalty", "tenForTwoHundred", "firstHandBidsItself", "isPartnership"), (True, False)),
        **dict.fromkeys(("minBid", "blindNonNilBids"), (0, 4)),
        "variation": (0, 1, 3),
        "leadSpades": (0, 2),
        "nilPass": (0, 2, 4),
        "gameOverScore": (300, 1000),
    }
    luck = random.Random(29)
    for _ in range(100):
        options = {name: luck.choice(values) for name, values in choices.items() if luck.random() < 0.7}
        deal = " ".join("-" * luck.randint(2, 6))
        text = f'[GameCode "Spades"]\n[GameOptionsJson "{json.dumps(options)}"]\n[Deal "S:{deal}"]\n'
        (record,) = registry.read(text, "ptn")[1].records
        assert answer("resolveRuleset", {"ruleset": record["ruleset"]})[0] == 200
