"""Bodies that break JSON, HTTP or the contract, in every way that people and programs are known to."""

from __future__ import annotations

import codecs
import gzip
import json
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import (
    AUDIT,
    BIDS,
    COMPUTATIONS,
    GAME,
    GAME_LIMIT,
    LIMIT,
    PLAYS,
    RESOLVE,
    ROUND_SIZED,
    SCORE,
    TRICK,
    array,
    asking,
    auditing,
    bidding,
    game,
    named,
    nested,
    padded,
    quoted,
    scoring,
)
from tests.http.failures import places, problem_in
from tests.http.wire import Address, Answer, Connection, chunked, exchange, request

JSON = "application/json"
Places = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Case:
    """A body and what has to become of it; ``errors`` where the places of the faults can be told."""

    name: str
    body: bytes
    status: int
    slug: str
    errors: Places = frozenset()


def not_json(name: str, body: bytes | str, *errors: tuple[str, str]) -> Case:
    return Case(name, body if isinstance(body, bytes) else body.encode(), 400, "not-json", frozenset(errors))


def too_large(name: str, body: bytes) -> Case:
    return Case(name, body, 413, "too-large")


def violation(name: str, body: bytes, *errors: tuple[str, str]) -> Case:
    assert errors
    return Case(name, body, 422, "contract-violation", frozenset(errors))


VALID = scoring()
VERY_LONG = "x" * 30_000
TEXT = VALID.decode()
FIRST_BID = "#/bids/0/tricks"

UNPARSABLE = [
    not_json("empty", b""),
    not_json("only white space", b" \r\n\t "),
    not_json("single quotes", TEXT.replace('"', "'")),
    not_json("names without quotes", TEXT.replace('"ruleset"', "ruleset")),
    not_json("comma at the end", TEXT[:-1] + ",}"),
    not_json("comment", TEXT + "// a good round"),
    not_json("half of it", VALID[: len(VALID) // 2]),
    not_json("garbage after it", TEXT + " x"),
    not_json("two values", VALID + VALID),
    not_json("a null byte after it", VALID + b"\0"),
    not_json("a form feed before it", b"\f" + VALID),
    not_json("a no-break space before it", b"\xc2\xa0" + VALID),
    not_json("a tab inside a text", scoring(dealer='"d\tee"')),
    not_json("a line end inside a text", scoring(dealer='"dee\n"')),
    not_json("an unknown escape", scoring(dealer=r'"\dee"')),
    not_json("form fields", b"ruleset=pagat&players=ana"),
    not_json("xml", b"<round><dealer>dee</dealer></round>"),
    not_json("a few commas", b"," * 1_000),
    not_json("javascript", b"undefined"),
    not_json("python", b"None"),
]
ENCODED = [
    not_json("utf-8 with a byte order mark", codecs.BOM_UTF8 + VALID),
    not_json("utf-16", TEXT.encode("utf-16")),
    not_json("utf-16, little endian, no mark", TEXT.encode("utf-16-le")),
    not_json("utf-16, big endian, no mark", TEXT.encode("utf-16-be")),
    not_json("utf-32", TEXT.encode("utf-32")),
    not_json("utf-32, little endian, no mark", TEXT.encode("utf-32-le")),
    not_json("utf-7", scoring(dealer='"+AGQ-ee"').replace(b'"', b"+ACI-")),
    not_json("latin-1", scoring(dealer='"d\u00e9e"').decode().encode("latin-1")),
    not_json("an overlong encoding", scoring(dealer='"X"').replace(b"X", b"\xc1\xa1")),
    not_json("a surrogate in utf-8", scoring(dealer='"X"').replace(b"X", b"\xed\xa0\x80")),
    not_json("a byte that is never in utf-8", scoring(dealer='"X"').replace(b"X", b"\xff")),
    not_json("a character cut in half", scoring(dealer='"X"').replace(b"X", b"\xe2\x82")),
    not_json("gzip", gzip.compress(VALID, mtime=0)),
]
DEEP = [
    not_json("arrays never closed", b"[" * (LIMIT - 1)),
    not_json("objects never closed", '{"a":' * 900),
    *(not_json(f"arrays, {levels} levels", nested(levels, "[", "]")) for levels in (33, 500, 990, 1_100, 16_000)),
    *(not_json(f"objects, {levels} levels", nested(levels, '{"a":', "}", "1")) for levels in (33, 500, 990, 1_100)),
    not_json("objects, 1,100 levels, an escape", nested(1_100, r'{"\u0061":', "}", "1")),
    not_json("objects, 900 levels, an escape", nested(900, r'{"\u0061":', "}", "1")),
    not_json("objects, 900 levels, a fraction", nested(900, '{"a":', "}", "0.5")),
    not_json("many NaN, 900 levels down", nested(900, "[", "]", ", ".join(["NaN"] * 60))),
    not_json("names twice, 900 levels down", nested(900, "[", "]", named(*['"a": 1, "a": 2'] * 60))),
    not_json("halves of pairs, 900 levels down", nested(900, "[", "]", ", ".join([r'"\ud800"'] * 60))),
    not_json("deep in a known member", scoring(players=nested(40, "[", "]"))),
    not_json("deep in an unknown member", scoring('"x": ' + nested(40, "[", "]"))),
    not_json("deep in an override", scoring(ruleset='{"name": "pagat", "overrides": ' + "[" * 40 + "]" * 40 + "}")),
]
NO_NUMBERS = [
    *(
        not_json(f"{text} as a bid", bidding(text), (FIRST_BID, "not_a_number"))
        for text in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E400", "123456789e400")
    ),
    not_json("NaN alone", b"NaN", ("#", "not_a_number")),
    not_json("1e999 alone", b"1e999", ("#", "not_a_number")),
    not_json("NaN at the top", scoring(round_number="NaN"), ("#/round_number", "not_a_number")),
    not_json("Infinity in an unknown member", scoring('"x": [{"y": Infinity}]'), ("#/x/0/y", "not_a_number")),
    not_json("NaN under a name that wants escapes", scoring('"a/b~": NaN'), ("#/a~1b~0", "not_a_number")),
    not_json(
        "NaN and Infinity",
        scoring(before='{"ana+cy": {"score": NaN, "bags": -Infinity}}'),
        ("#/before/ana+cy/score", "not_a_number"),
        ("#/before/ana+cy/bags", "not_a_number"),
    ),
    not_json("a number of 5,000 digits", bidding("9" * 5_000)),
    not_json("a negative number of 5,000 digits", bidding("-" + "9" * 5_000)),
    *(
        not_json(f"{text} as a bid", bidding(text))
        for text in ("04", "+4", "0x4", "4.", ".4", "4e", "4_0", "--4", "nan", "inf", "\u0664")
    ),
]
TWICE = [
    not_json("a name twice", scoring('"players": []'), ("#/players", "duplicate_name")),
    not_json("a name twice, equal values", scoring('"ruleset": "pagat"'), ("#/ruleset", "duplicate_name")),
    not_json("a name three times", scoring('"ruleset": 1', '"ruleset": 2'), ("#/ruleset", "duplicate_name")),
    not_json("a name twice, once escaped", scoring(r'"\u0070layers": []'), ("#/players", "duplicate_name")),
    not_json("a name twice, once escaped first", scoring(r'"\u0078": 1', '"x": 1'), ("#/x", "duplicate_name")),
    not_json("an unknown name twice", scoring('"x": 1', '"x": 2'), ("#/x", "duplicate_name")),
    not_json("an empty name twice", scoring('"": 1', '"": 2'), ("#/", "duplicate_name")),
    not_json(
        "a name twice, nested",
        bidding('4, "player": "dee"'),
        ("#/bids/0/player", "duplicate_name"),
    ),
    not_json(
        "a name twice, nested, before a fraction",
        bidding('4.5, "tricks": 4'),
        (FIRST_BID, "duplicate_name"),
    ),
    not_json(
        "a name twice, hidden by an escaped colon",
        scoring(r'"dealer": "d\u003aee"'),
        ("#/dealer", "duplicate_name"),
    ),
    not_json(
        "a name twice, hidden by escaped colons and slashes",
        scoring(r'"x": "\/\u003A\u003a"', r'"x": "::"'),
        ("#/x", "duplicate_name"),
    ),
    not_json("a name twice, colons in texts", scoring('"dealer": ":::"'), ("#/dealer", "duplicate_name")),
    not_json(
        "a name twice, objects",
        scoring('"x": {"a": 1, "b": 2}', '"x": {"c": {"d": {}}}'),
        ("#/x", "duplicate_name"),
    ),
    not_json(
        "a player twice in the tricks",
        scoring(tricks_won='{"ana": 4, "ben": 3, "cy": 4, "dee": 2, "ana": 4}'),
        ("#/tricks_won/ana", "duplicate_name"),
    ),
    not_json(
        "a name twice that wants escapes",
        scoring('"a/b~ c%": 1', '"a/b~ c%": 2'),
        ("#/a~1b~0%20c%25", "duplicate_name"),
    ),
]
HALVES = [
    not_json("half a pair in a value", scoring(dealer=r'"\ud800"'), ("#/dealer", "lone_surrogate")),
    not_json("the other half in a value", scoring(dealer=r'"\uDC00"'), ("#/dealer", "lone_surrogate")),
    not_json("a pair in the wrong order", scoring(dealer=r'"\udc00\ud800"'), ("#/dealer", "lone_surrogate")),
    not_json("half a pair in an array", scoring(players=r'["ana", "\ud83d"]'), ("#/players/1", "lone_surrogate")),
    not_json("half a pair in a name", scoring(r'"\ud800": 1'), ("#", "lone_surrogate")),
    not_json("half a pair in a nested name", scoring(tricks_won=r'{"\ud800": 13}'), ("#/tricks_won", "lone_surrogate")),
    not_json("half a pair alone", r'"\ud800"', ("#", "lone_surrogate")),
]
SEVERAL = [
    not_json(
        "every fault at once",
        scoring('"dealer": "cy"', r'"x": "\ud800"', '"y": [NaN, {"z": 1, "z": 1}]'),
        ("#/dealer", "duplicate_name"),
        ("#/x", "lone_surrogate"),
        ("#/y/0", "not_a_number"),
        ("#/y/1/z", "duplicate_name"),
    ),
]
LARGE = [
    too_large("one byte too long", padded(VALID, LIMIT + 1)),
    too_large("much too long", padded(VALID, 3 * LIMIT)),
    too_large("64 KB of tiny objects", scoring(bids=array(*["{}"] * (LIMIT // 2)))),
    too_large("too many tiny objects within the length", scoring(bids=array(*["{}"] * 7_000))),
    too_large("32 KB of commas", b"," * LIMIT),
    too_large("32 KB of colons", b":" * LIMIT),
    too_large("too many members", scoring('"x": ' + named(*(f'"{each}": 0' for each in range(1_500))))),
    too_large("one value too many", scoring('"x": ' + array(*["0"] * 2_001))),
]
TOP_LEVEL = [
    violation(f"{text} at the top", text.encode(), ("#", "type"))
    for text in ("[]", '["pagat"]', '"pagat"', "4", "4.5", "-0", "null", "true", "false")
]
VIOLATIONS = [
    *TOP_LEVEL,
    violation(
        "nothing in it",
        b"{}",
        *((f"#/{name}", "required") for name in ("ruleset", "players", "bids", "tricks_won")),
    ),
    violation("4.5 tricks", bidding("4.5"), (FIRST_BID, "type")),
    violation("a text for a number", bidding('"4"'), (FIRST_BID, "type")),
    violation("true for a number", bidding("true"), (FIRST_BID, "type")),
    violation("null for a number", bidding("null"), (FIRST_BID, "type")),
    violation("a number for a truth value", bidding('4, "blind": 1'), ("#/bids/0/blind", "type")),
    violation("a text for a truth value", bidding('4, "blind": "yes"'), ("#/bids/0/blind", "type")),
    violation("null where nothing would do", scoring(before="null"), ("#/before", "type")),
    violation("a number for a text", scoring(dealer="4"), ("#/dealer", "type")),
    violation("an object for an array", scoring(players='{"0": "ana"}'), ("#/players", "type")),
    violation("an array for the ruleset", scoring(ruleset='["pagat"]'), ("#/ruleset", "type")),
    violation("-1 trick", bidding("-1"), (FIRST_BID, "minimum")),
    violation("a whole-valued fraction that is too much", bidding("99.0"), (FIRST_BID, "maximum")),
    violation("10 to the 30th", bidding("1" + "0" * 30), (FIRST_BID, "maximum")),
    violation("minus 10 to the 30th", bidding("-1" + "0" * 30), (FIRST_BID, "minimum")),
    violation("1e30", bidding("1e30"), (FIRST_BID, "maximum")),
    violation("two to the 64th", bidding(str(2**64)), (FIRST_BID, "maximum")),
    violation("two to the 63rd, negative", bidding(str(-(2**63) - 1)), (FIRST_BID, "minimum")),
    violation("a number of 300 digits", bidding("7" * 300), (FIRST_BID, "maximum")),
    violation("a number of 4,000 digits", bidding("7" * 4_000), (FIRST_BID, "maximum")),
    violation("a member missing", bidding('4}, {"player": "ben"'), ("#/bids/1/tricks", "required")),
    violation("a member that is unknown", scoring('"deler": "dee"'), ("#/deler", "additionalProperties")),
    violation("a name of nothing", scoring('"": 1'), ("#/", "additionalProperties")),
    violation("a name with a null in it", scoring(r'"a\u0000b": 1'), ("#/a%00b", "additionalProperties")),
    violation(
        "names that want escapes",
        scoring('"a/b~c": 1', '"d e%": 1', '"\u00e9\u2660": 1', r'"\ud83d\ude00": 1'),
        ("#/a~1b~0c", "additionalProperties"),
        ("#/d%20e%25", "additionalProperties"),
        ("#/%C3%A9%E2%99%A0", "additionalProperties"),
        ("#/%F0%9F%98%80", "additionalProperties"),
    ),
    violation("names that are special elsewhere", scoring('"__proto__": {}'), ("#/__proto__", "additionalProperties")),
    violation("a very long name of a ruleset", scoring(ruleset=quoted(VERY_LONG)), ("#/ruleset", "maxLength")),
    violation("a very long name of a player", scoring(dealer=quoted(VERY_LONG)), ("#/dealer", "maxLength")),
    violation("a text of 65 characters", scoring(dealer=quoted("\u2660" * 65)), ("#/dealer", "maxLength")),
    violation("an empty text", scoring(dealer='""'), ("#/dealer", "minLength")),
    violation("a very long text for a number", scoring(round_number=quoted(VERY_LONG)), ("#/round_number", "type")),
    violation("32 levels, just within", nested(32, "[", "]").encode(), ("#", "type")),
    violation("32 levels around a number", nested(32, "[", "]", "1").encode(), ("#", "type")),
    violation(
        "every violation at once",
        scoring('"x": 1', dealer="4", round_number="0"),
        ("#/x", "additionalProperties"),
        ("#/dealer", "type"),
        ("#/round_number", "minimum"),
    ),
]
AUDIT_VIOLATIONS = [
    violation("a very long card", auditing(set_aside=array('"2C"', quoted(VERY_LONG))), ("#/set_aside/1", "enum")),
    violation("a card with a line end", auditing(set_aside=r'["AS\n"]'), ("#/set_aside/0", "enum")),
    violation("a card in small letters", auditing(hands='{"ana": ["as"]}'), ("#/hands/ana/0", "enum")),
    violation("a card the other way round", auditing(hands='{"ana": ["S10"]}'), ("#/hands/ana/0", "enum")),
    violation(
        "a card that is no text",
        auditing(hands='{"ana": [["2C"]]}'),
        ("#/hands/ana/0", "type"),
        ("#/hands/ana/0", "enum"),
    ),
    violation(
        "a play without a player",
        auditing(tricks='[{"plays": [{"card": "2C"}]}]'),
        ("#/tricks/0/plays/0/player", "required"),
    ),
]
ANY_SIZE = [*UNPARSABLE, *ENCODED, *DEEP, *NO_NUMBERS, *TWICE, *HALVES, *SEVERAL, *TOP_LEVEL]
ANY_OPERATION = [*ANY_SIZE, *LARGE]

# Bodies within the limits of a game that would be too large for a round, and those beyond them.
LARGE_GAMES = [
    not_json("arrays never closed, a game's length", b"[" * (GAME_LIMIT - 1)),
    not_json("objects never closed, a game's length", b'{"a":' * 39_000),
    not_json("arrays, 250,000 levels", nested(250_000, "[", "]")),
    not_json("halves of pairs", array(*[r'"\ud800"'] * 39_000)),
    not_json("names that stand twice", named(*(f'"{each // 2}": 0' for each in range(19_000)))),
    not_json("a name that stands twice among many", named(*(f'"{each}": 0' for each in range(19_000)), '"0": 0')),
    not_json("many NaN", array(*["NaN"] * 39_000)),
    violation("1,001 rounds", game(1_001), ("#/rounds", "maxItems")),
    violation(
        "many members",
        asking(GAME, '"x": ' + named(*(f'"{each}": 0' for each in range(15_000)))),
        ("#/x", "additionalProperties"),
    ),
    too_large("one byte too long for a game", padded(game(2), GAME_LIMIT + 1)),
    too_large("much too long for a game", padded(game(2), 3 * GAME_LIMIT)),
    too_large("too many tiny objects for a game", asking(GAME, rounds=array(*["{}"] * 40_001))),
    too_large("one value too many for a game", asking(GAME, '"x": ' + array(*["0"] * 40_001))),
    too_large("commas, a game's length", b"," * GAME_LIMIT),
    too_large("colons, a game's length", b":" * GAME_LIMIT),
]

OTHER_VIOLATIONS = [
    (RESOLVE, violation("no ruleset", b"{}", ("#/ruleset", "required"))),
    (RESOLVE, violation("a text for a count", asking(RESOLVE, player_count='"4"'), ("#/player_count", "type"))),
    (RESOLVE, violation("one player", asking(RESOLVE, player_count="1"), ("#/player_count", "minimum"))),
    (RESOLVE, violation("seven players", asking(RESOLVE, player_count="7"), ("#/player_count", "maximum"))),
    (RESOLVE, violation("players", asking(RESOLVE, '"players": []'), ("#/players", "additionalProperties"))),
    (
        RESOLVE,
        violation(
            "text in overrides",
            asking(
                RESOLVE,
                ruleset='{"name": "pagat", "overrides": {"nil": {"made": "<b>"}, "play": {"spade_lead": "<script>"},'
                ' "deck": {"top_trumps": ["<i>"]}, "<p>": {}}}',
            ),
            ("#/ruleset/overrides/nil/made", "type"),
            ("#/ruleset/overrides/play/spade_lead", "enum"),
            ("#/ruleset/overrides/deck/top_trumps/0", "enum"),
            ("#/ruleset/overrides/%3Cp%3E", "additionalProperties"),
        ),
    ),
    (BIDS, violation("25 bids", asking(BIDS, bids=array(*['{"tricks": 1}'] * 25)), ("#/bids", "maxItems"))),
    (BIDS, violation("tricks", asking(BIDS, '"tricks": []'), ("#/tricks", "additionalProperties"))),
    (
        BIDS,
        violation(
            "55 cards", asking(BIDS, hands=named('"ana": ' + array(*['"2C"'] * 55))), ("#/hands/ana", "maxItems")
        ),
    ),
    (
        PLAYS,
        violation(
            "nothing told",
            b"{}",
            *((f"#/{name}", "required") for name in ("ruleset", "hand", "plays", "trick_number", "spades_broken")),
        ),
    ),
    (PLAYS, violation("a 0th trick", asking(PLAYS, trick_number="0"), ("#/trick_number", "minimum"))),
    (PLAYS, violation("a text for a truth", asking(PLAYS, spades_broken='"no"'), ("#/spades_broken", "type"))),
    (PLAYS, violation("a card that is none", asking(PLAYS, hand='["1H"]'), ("#/hand/0", "enum"))),
    (PLAYS, violation("one player", asking(PLAYS, players='["ana"]'), ("#/players", "minItems"))),
    (
        TRICK,
        violation(
            "nine plays", asking(TRICK, plays=array(*['{"player": "ana", "card": "2C"}'] * 9)), ("#/plays", "maxItems")
        ),
    ),
    (TRICK, violation("no card", asking(TRICK, plays='[{"player": "ana"}]'), ("#/plays/0/card", "required"))),
    (TRICK, violation("null for a leader", asking(TRICK, leader="null"), ("#/leader", "type"))),
    (
        GAME,
        violation("a round without bids", asking(GAME, rounds='[{"tricks_won": {}}]'), ("#/rounds/0/bids", "required")),
    ),
    (
        GAME,
        violation(
            "faults in rounds far apart",
            game(1_000).replace(b'"tricks": 3', b'"tricks": 99', 1)[:-2] + b', {"bids": 1, "tricks_won": {"a": -1}}]}',
            ("#/rounds", "maxItems"),
            ("#/rounds/0/bids/0/tricks", "maximum"),
            ("#/rounds/1000/bids", "type"),
            ("#/rounds/1000/tricks_won/a", "minimum"),
        ),
    ),
    (
        GAME,
        violation(
            "a round's own ruleset",
            asking(GAME, rounds='[{"bids": [], "tricks_won": {}, "ruleset": "pagat"}]'),
            ("#/rounds/0/ruleset", "additionalProperties"),
        ),
    ),
]


def each(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def posted(client: FlaskClient, body: bytes, path: str = SCORE, content_type: str | None = JSON) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type))


def check(answer: Answer, client: FlaskClient, case: Case) -> dict[str, Any]:
    problem = problem_in(answer, client, case.status, case.slug)
    if case.errors:
        assert places(problem) == case.errors
    return problem


@each(ANY_OPERATION)
@pytest.mark.parametrize("path", ROUND_SIZED)
def test_every_operation_refuses(case: Case, path: str, client: FlaskClient) -> None:
    check(posted(client, case.body, path), client, case)


@each([*ANY_SIZE, *LARGE_GAMES])
def test_games_are_refused(case: Case, client: FlaskClient) -> None:
    check(posted(client, case.body, GAME), client, case)


@each(LARGE_GAMES)
def test_games_are_refused_by_the_server(case: Case, server: Address, client: FlaskClient) -> None:
    check(exchange(server, request("POST", GAME, case.body, Connection="close")), client, case)


# What a body takes may grow with its length, not with the square of it: a worker that is busy answers nobody else.
GROWING: dict[str, Callable[[int], str]] = {
    "a name that stands twice among many": lambda size: named(*(f'"{each}": 0' for each in range(size)), '"0": 0'),
    "names that stand twice": lambda size: named(*(f'"{each // 2}": 0' for each in range(size))),
    "names that stand twice, nested": lambda size: array(*['{"a": 0, "a": 0}'] * (size // 2)),
    "many NaN": lambda size: array(*["NaN"] * size),
    "halves of pairs": lambda size: array(*[r'"\ud800"'] * size),
    "arrays never closed": lambda size: "[" * size * 20,
    "tiny objects": lambda size: asking(GAME, rounds=array(*["{}"] * size)).decode(),
    "unknown members": lambda size: asking(GAME, *(f'"{each}": 0' for each in range(size))).decode(),
    "fractions": lambda size: array(*["0.5"] * size),
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_the_body_takes_not_much_more_than_four_times_as_long(name: str, client: FlaskClient) -> None:
    def taken(size: int) -> float:
        body = GROWING[name](size).encode()
        times = []
        for _ in range(3):
            start = time.process_time()
            assert posted(client, body, GAME).status in {400, 422}
            times.append(time.process_time() - start)
        return min(times)

    assert taken(18_000) < 9 * taken(4_500) + 0.02


@pytest.mark.parametrize(
    ("path", "case"), OTHER_VIOLATIONS, ids=[f"{path}-{case.name}" for path, case in OTHER_VIOLATIONS]
)
def test_the_contract_of_every_operation_is_held(path: str, case: Case, client: FlaskClient) -> None:
    check(posted(client, case.body, path), client, case)


@each(VIOLATIONS)
def test_the_contract_is_held(case: Case, client: FlaskClient) -> None:
    check(posted(client, case.body), client, case)


@each(AUDIT_VIOLATIONS)
def test_the_contract_of_audits_is_held(case: Case, client: FlaskClient) -> None:
    check(posted(client, case.body, AUDIT), client, case)


@each([*ANY_OPERATION, *VIOLATIONS[len(TOP_LEVEL) :]])
def test_the_server_refuses(case: Case, server: Address, client: FlaskClient) -> None:
    check(exchange(server, request("POST", SCORE, case.body, Connection="close")), client, case)


# Games are long, and everything else is short


@pytest.mark.parametrize("rounds", [0, 1, 300, 1_000])
def test_a_game_is_answered_however_long_it_was(rounds: int, server: Address, client: FlaskClient) -> None:
    body = game(rounds)
    assert (len(body) > LIMIT) == (rounds >= 300)
    answer = posted(client, body, GAME)
    assert answer.status == 200
    assert [each["number"] for each in answer.json()["rounds"]] == list(range(1, rounds + 1))
    sent = exchange(server, request("POST", GAME, body, Connection="close"))
    assert (sent.status, sent.body) == (200, answer.body)
    in_chunks = CHUNKED.replace(SCORE.encode(), GAME.encode())
    assert exchange(server, in_chunks, chunked(body[:100], body[100:]), END).body == answer.body


def test_a_game_may_be_just_as_long_as_the_limit(client: FlaskClient) -> None:
    assert posted(client, padded(game(300), GAME_LIMIT), GAME).status == 200


@pytest.mark.parametrize("path", ROUND_SIZED)
def test_nothing_else_may_be_as_long_as_a_game(path: str, client: FlaskClient) -> None:
    assert posted(client, padded(asking(path), LIMIT), path).status == 200
    answer = posted(client, padded(asking(path), LIMIT + 1), path)
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("chunks", [(padded(VALID, GAME_LIMIT + 1),), (b"[" * 2 * GAME_LIMIT,)])
def test_chunks_of_a_game_beyond_the_limit_are_too_large(
    chunks: tuple[bytes, ...], server: Address, client: FlaskClient
) -> None:
    answer = exchange(server, CHUNKED.replace(SCORE.encode(), GAME.encode()), chunked(*chunks), END)
    assert str(GAME_LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("path", COMPUTATIONS)
def test_every_operation_answers_its_example(path: str, client: FlaskClient) -> None:
    answer = posted(client, asking(path), path)
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    assert posted(client, asking(path), path).body == answer.body


UNREADABLE = [
    (BIDS, asking(BIDS, bids='[{"player": "eve", "tricks": 1}]'), ("#/bids/0/player", "unknown_player")),
    (BIDS, asking(BIDS, bids='[{"tricks": 1}]'), ("#/bids/0", "player_or_team")),
    (BIDS, asking(BIDS, hands='{"e/ve": []}'), ("#/hands/e~1ve", "unknown_player")),
    (BIDS, asking(BIDS, before='{"eve": {}}'), ("#/before/eve", "unknown_team")),
    (PLAYS, asking(PLAYS, players='["x", "y", "z", "w"]'), ("#/plays/0/player", "unknown_player")),
    (PLAYS, asking(PLAYS, ruleset='"classic-solo"'), ("#/players", "required")),
    (TRICK, asking(TRICK, leader='"eve"'), ("#/leader", "unknown_player")),
    (TRICK, asking(TRICK, hands='{"eve": []}'), ("#/hands/eve", "unknown_player")),
    (GAME, asking(GAME, first_dealer='"eve"'), ("#/first_dealer", "unknown_player")),
]


@pytest.mark.parametrize(
    ("path", "body", "place"), UNREADABLE, ids=[f"{path}-{place}" for path, _, place in UNREADABLE]
)
def test_what_cannot_be_read_is_said_with_its_place(
    path: str, body: bytes, place: tuple[str, str], client: FlaskClient
) -> None:
    assert places(problem_in(posted(client, body, path), client, 422, "unreadable-record")) == {place}


def test_what_cannot_be_read_in_a_game_is_said_for_every_round(client: FlaskClient) -> None:
    body = json.loads(game(60))
    for each in body["rounds"]:
        each["tricks_won"] = {"ana+cy": 1}
    body["rounds"][0]["dealer"] = "eve"
    body["rounds"][1]["bids"][0]["player"] = "mallory"
    problem = problem_in(posted(client, json.dumps(body).encode(), GAME), client, 422, "unreadable-record")
    assert problem["errors_truncated"] is True
    found = [(error["pointer"], error["code"]) for error in problem["errors"]]
    assert {("#/rounds/0/dealer", "unknown_player"), ("#/rounds/1/bids/0/player", "unknown_player")} <= set(found)
    assert found[-1] == ("#/rounds/47/tricks_won", "tricks_total")


def test_a_bid_that_is_missing_in_a_game_is_said_with_its_round(client: FlaskClient) -> None:
    body = json.loads(game(3))
    del body["rounds"][1]["bids"][0]
    problem = problem_in(posted(client, json.dumps(body).encode(), GAME), client, 422, "unreadable-record")
    assert places(problem) == {("#/rounds/1/bids", "missing_bid")}


# What is odd but says the same

ODD = {
    "white space": b"\r\n\t " + VALID.replace(b": ", b"\n:\t") + b"\n",
    "just long enough": padded(VALID, LIMIT),
    "members in another order": json.dumps(dict(reversed(json.loads(VALID).items()))).encode(),
    "escapes": VALID.replace(b"ana", rb"\u0061n\u0061").replace(b"score", rb"\u0073core"),
    "an escaped plus sign": VALID.replace(b"ana+cy", rb"ana\u002bcy"),
    "whole-valued fractions": VALID.replace(b"7}", b"7.0}").replace(b"337", b"3.37e2"),
    "exponents": VALID.replace(b"290", b"29e1").replace(b"337", b"33700E-2"),
}


def ruling_id(answer: Answer) -> str:
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == JSON
    return str(answer.json()["ruling_id"])


@pytest.mark.parametrize("name", ODD)
def test_another_spelling_is_the_same_request(name: str, client: FlaskClient) -> None:
    assert ODD[name] != VALID
    assert ruling_id(posted(client, ODD[name])) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("name", ODD)
def test_another_spelling_is_the_same_request_to_the_server(name: str, server: Address, client: FlaskClient) -> None:
    answer = exchange(server, request("POST", SCORE, ODD[name], Connection="close"))
    assert ruling_id(answer) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("tricks", ["4.0", "4.000", "40e-1", "0.4E1", "4e0"])
def test_a_whole_valued_fraction_is_that_integer(tricks: str, client: FlaskClient) -> None:
    answer = posted(client, bidding(tricks))
    assert ruling_id(answer) == ruling_id(posted(client, bidding("4")))
    assert answer.body == posted(client, bidding("4")).body


@pytest.mark.parametrize("tricks", ["-0", "-0.0", "0.0", "0e5", "-0E-5"])
def test_every_zero_is_zero(tricks: str, client: FlaskClient) -> None:
    assert posted(client, bidding(tricks)).body == posted(client, bidding("0")).body
    assert ruling_id(posted(client, bidding(tricks)))


def test_names_beyond_ascii_come_back_as_they_were(client: FlaskClient) -> None:
    name = "\u00e9\u2660\U0001f600\u0000\u2028\u202e"
    answer = posted(client, VALID.replace(b"ana", json.dumps(name)[1:-1].encode()))
    assert answer.status == 200
    assert answer.json()["teams"][0]["players"] == [name, "cy"]


# All faults at once, but not without end


@pytest.mark.parametrize(
    ("faults", "listed", "truncated"), [(49, 49, None), (50, 50, None), (51, 50, True), (900, 50, True)]
)
def test_violations_are_capped(faults: int, listed: int, truncated: bool | None, client: FlaskClient) -> None:
    answer = posted(client, scoring(*(f'"x{each}": 0' for each in range(faults))))
    problem = problem_in(answer, client, 422, "contract-violation")
    assert len(problem["errors"]) == listed
    assert problem.get("errors_truncated") is truncated
    assert str(faults) in problem["detail"]


@pytest.mark.parametrize(("faults", "listed", "truncated"), [(50, 50, None), (51, 50, True), (400, 50, True)])
def test_faults_of_json_are_capped(faults: int, listed: int, truncated: bool | None, client: FlaskClient) -> None:
    answer = posted(client, scoring(*(f'"x{each}": 0, "x{each}": 0' for each in range(faults))))
    problem = problem_in(answer, client, 400, "not-json")
    assert len(problem["errors"]) == listed
    assert problem.get("errors_truncated") is truncated


def test_violations_stand_in_the_order_of_their_places(client: FlaskClient) -> None:
    trick = named('"plays": ' + array(*['{"player": "ana"}'] * 8))
    answer = posted(client, auditing(tricks=array(*[trick] * 12)), AUDIT)
    problem = problem_in(answer, client, 422, "contract-violation")
    expected = [f"#/tricks/{trick}/plays/{play}/card" for trick in range(12) for play in range(8)]
    assert [error["pointer"] for error in problem["errors"]] == expected[:50]


LONG_NAME = quoted(VERY_LONG)
WIDE_NAME = quoted("\u00e9" * 10_000)
PAIRS = [f'"{each}": 1, "{each}": 2' for each in range(300)]
REPEATING = {
    "an unknown member of a long name": (SCORE, scoring(LONG_NAME + ": 1"), 422, "contract-violation"),
    "an unknown member of a wide name": (SCORE, scoring(WIDE_NAME + ": 1"), 422, "contract-violation"),
    "many violations below a wide name": (
        AUDIT,
        auditing(hands=named(f"{WIDE_NAME}: {array(*['0'] * 54)}")),
        422,
        "contract-violation",
    ),
    "a long name that stands twice": (
        SCORE,
        scoring(quoted(VERY_LONG[:9_000]) + ": 1", quoted(VERY_LONG[:9_000]) + ": 1"),
        400,
        "not-json",
    ),
    "many names that stand twice below a wide name": (SCORE, scoring(f"{WIDE_NAME}: {named(*PAIRS)}"), 400, "not-json"),
    "tricks of a player of a long name": (
        SCORE,
        scoring(tricks_won=named('"ana": 13', LONG_NAME + ": 0")),
        422,
        "unreadable-record",
    ),
    "the standing of a team of a long name": (
        SCORE,
        scoring(before=named(LONG_NAME + ": {}")),
        422,
        "unreadable-record",
    ),
    "a hand of a player of a long name, bidding": (
        BIDS,
        asking(BIDS, hands=named(LONG_NAME + ": []")),
        422,
        "unreadable-record",
    ),
    "a hand of a player of a long name, in a trick": (
        TRICK,
        asking(TRICK, hands=named(WIDE_NAME + ": []")),
        422,
        "unreadable-record",
    ),
    "a ruleset of a long name": (RESOLVE, asking(RESOLVE, ruleset=LONG_NAME), 422, "contract-violation"),
    "overrides of a wide name": (
        RESOLVE,
        asking(RESOLVE, ruleset=named('"name": "pagat"', f'"overrides": {named(WIDE_NAME + ": 1")}')),
        422,
        "contract-violation",
    ),
    "a card of a long name": (PLAYS, asking(PLAYS, hand=array(LONG_NAME)), 422, "contract-violation"),
    "a hand of a player of a long name": (AUDIT, auditing(hands=named(LONG_NAME + ": []")), 422, "unreadable-record"),
}


@pytest.mark.parametrize("name", REPEATING)
def test_an_answer_never_repeats_long_input(name: str, client: FlaskClient) -> None:
    path, body, status, slug = REPEATING[name]
    assert len(body) <= LIMIT
    assert problem_in(posted(client, body, path), client, status, slug)["errors"]


def test_an_answer_to_a_game_never_repeats_long_input(client: FlaskClient) -> None:
    won = named(quoted("\u00e9" * 1_000) + ": 1", quoted("x" * 4_000) + ": 1")
    body = asking(GAME, rounds=array(*[named('"bids": []', f'"tricks_won": {won}')] * 80))
    assert LIMIT < len(body) <= GAME_LIMIT
    problem = problem_in(posted(client, body, GAME), client, 422, "unreadable-record")
    assert len(problem["errors"]) == 50


@pytest.mark.parametrize("levels", [900, 9_000])
def test_a_deep_and_wide_body_takes_little_memory(levels: int, client: FlaskClient) -> None:
    body = nested(levels, "[", "]", ", ".join(["0.5"] * 1_900)).encode()
    assert posted(client, body).status == 400
    tracemalloc.start()
    try:
        answer = posted(client, body)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    problem_in(answer, client, 400, "not-json")
    assert peak < 4_000_000


# Headers that say what the body is

REFUSED_TYPES = [
    None,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/problem+json",
    "application/vnd.api+json",
    "application/x-ndjson",
    "application/jsonp",
    "application/*",
    "*/*",
    "json",
    "application/json, text/plain",
    "application/json; charset=latin-1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-7",
    "application/json; charset=utf-8; charset=utf-16",
    "application/json; charset=" + "x" * 3_000,
    "x" * 3_000,
]
ACCEPTED_TYPES = [
    "application/json; charset=utf-8",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json; charset=UTF8",
    "application/json ; charset=Utf-8",
    "Application/JSON",
    " application/json ",
]
CODINGS = ["gzip", "br", "deflate", "zstd", "gzip, identity", "identity, gzip", "unheard-of", "x" * 3_000]


def short(text: str | None) -> str:
    return repr(text)[:50]


@pytest.mark.parametrize("content_type", REFUSED_TYPES, ids=short)
def test_another_media_type_is_refused(content_type: str | None, client: FlaskClient) -> None:
    answer = posted(client, VALID, content_type=content_type)
    assert problem_in(answer, client, 415, "unsupported-media-type")["detail"]


@pytest.mark.parametrize("content_type", [each for each in REFUSED_TYPES if each], ids=short)
def test_another_media_type_is_refused_by_the_server(content_type: str, server: Address, client: FlaskClient) -> None:
    answer = exchange(server, request("POST", SCORE, VALID, Content_Type=content_type))
    assert problem_in(answer, client, 415, "unsupported-media-type")["detail"]


def test_a_body_without_a_type_is_refused_by_the_server(server: Address, client: FlaskClient) -> None:
    head = f"POST {SCORE} HTTP/1.1\r\nHost: spades.test\r\nContent-Length: {len(VALID)}\r\n\r\n"
    problem_in(exchange(server, head.encode(), VALID), client, 415, "unsupported-media-type")
    assert exchange(server, request("POST", SCORE, VALID)).status == 200


@pytest.mark.parametrize("content_type", ACCEPTED_TYPES)
def test_json_in_utf_8_is_accepted_however_it_is_written(content_type: str, client: FlaskClient) -> None:
    assert ruling_id(posted(client, VALID, content_type=content_type)) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("coding", CODINGS, ids=short)
def test_a_content_coding_is_refused(coding: str, server: Address, client: FlaskClient) -> None:
    body = gzip.compress(VALID, mtime=0) if coding == "gzip" else VALID
    response = client.post(SCORE, data=body, content_type=JSON, headers={"Content-Encoding": coding})
    problem_in(Answer.of(response), client, 415, "unsupported-media-type")
    answer = exchange(server, request("POST", SCORE, body, Content_Encoding=coding))
    assert problem_in(answer, client, 415, "unsupported-media-type")["detail"]


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_no_content_coding_is_no_matter(coding: str, client: FlaskClient) -> None:
    response = client.post(SCORE, data=VALID, content_type=JSON, headers={"Content-Encoding": coding})
    assert ruling_id(Answer.of(response)) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("length", ["-1", "abc", "+5", "1_0", "\u00b2", "4.0", "9" * 30, "9" * 5_000], ids=short)
def test_a_length_that_is_none_is_no_failure_of_the_service(length: str, client: FlaskClient) -> None:
    response = client.post(SCORE, data=VALID, content_type=JSON, environ_overrides={"CONTENT_LENGTH": length})
    assert response.content_type == "application/problem+json"
    assert response.status_code in {400, 413}


# Lengths and chunks, as only a server meets them

HEAD = f"POST {SCORE} HTTP/1.1\r\nHost: spades.test\r\nContent-Type: {JSON}\r\n".encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def with_length(length: int | str) -> bytes:
    return HEAD + f"Content-Length: {length}\r\n\r\n".encode()


@pytest.mark.parametrize(
    "chunks",
    [(VALID,), (VALID[:50], VALID[50:]), tuple(bytes([each]) for each in VALID), (padded(VALID, LIMIT),)],
    ids=["one", "two", "bytes", "just long enough"],
)
def test_chunks_make_a_body(chunks: tuple[bytes, ...], server: Address, client: FlaskClient) -> None:
    answer = exchange(server, CHUNKED, chunked(*chunks), END)
    assert ruling_id(answer) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize(
    "chunks",
    [
        (padded(VALID, LIMIT + 1),),
        (VALID, b" " * LIMIT),
        (VALID, *[b" " * 1_000] * 60),
        (b" " * LIMIT, VALID),
        (b"[" * 2 * LIMIT,),
    ],
    ids=["one byte too long", "spaces after it", "spaces after it, bit by bit", "spaces before it", "never closed"],
)
def test_chunks_beyond_the_limit_are_too_large(chunks: tuple[bytes, ...], server: Address, client: FlaskClient) -> None:
    answer = exchange(server, CHUNKED, chunked(*chunks), END)
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("length", [LIMIT + 1, 2 * LIMIT, 10**30])
def test_a_length_beyond_the_limit_is_too_large_before_anything_comes(
    length: int, server: Address, client: FlaskClient
) -> None:
    answer = exchange(server, with_length(length))
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


CUT_SHORT = {
    "length, one byte less": with_length(len(VALID) + 1) + VALID,
    "length, in the middle": with_length(len(VALID)) + VALID[:100],
    "length, nothing": with_length(len(VALID)),
    "length, whole value and more to come": with_length(LIMIT) + VALID + b" " * 1_000,
    "chunks, no end": CHUNKED + chunked(VALID),
    "chunks, half an end": CHUNKED + chunked(VALID) + b"0\r\n",
    "chunks, in the middle of one": CHUNKED + chunked(VALID)[:100],
    "chunks, in the middle of a size": CHUNKED + chunked(VALID) + b"1",
    "chunks, nothing": CHUNKED,
}


@pytest.mark.parametrize("name", CUT_SHORT)
def test_a_body_cut_short_is_refused(name: str, server: Address, client: FlaskClient) -> None:
    answer = exchange(server, CUT_SHORT[name], half_close=True)
    assert "cut short" in problem_in(answer, client, 400, "not-json")["detail"]


BROKEN_CHUNKS = {
    "a size that is none": b"zz\r\n" + VALID + b"\r\n" + END,
    "a negative size": chunked(VALID) + b"-5\r\nabcde\r\n" + END,
    "a size in another base": b"0x164\r\n" + VALID + b"\r\n" + END,
    "a size with a space": b" %x\r\n" % len(VALID) + VALID + b"\r\n" + END,
    "no size": b"\r\n" + VALID + b"\r\n" + END,
    "a size too small": b"%x\r\n" % (len(VALID) - 1) + VALID + b"\r\n" + END,
    "no line end after a chunk": b"%x\r\n" % len(VALID) + VALID + END,
}


@pytest.mark.parametrize("name", BROKEN_CHUNKS)
def test_broken_chunks_are_refused(name: str, server: Address, client: FlaskClient) -> None:
    with Connection(server) as connection:
        connection.send(CHUNKED, BROKEN_CHUNKS[name], request("GET", "/livez"))
        assert problem_in(connection.receive(), client, 400, "not-json")["detail"]
        # Where the next request begins can't be told: nothing on this connection may pass for one.
        assert connection.ended()


@pytest.mark.parametrize(
    "headers",
    [
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: 5,5\r\n",
        b"Transfer-Encoding: identity\r\n",
        b"Transfer-Encoding: chunked, gzip\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Content-Type: application/json\r\nContent-Length: 2\r\n",
    ],
)
def test_headers_that_contradict_each_other_end_the_connection(headers: bytes, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(HEAD, headers, b"\r\n", chunked(VALID), END)
        assert 400 <= connection.receive().status <= 501
        assert connection.ended()


UNREAD = {
    "wrong type, length": request("POST", SCORE, VALID, Content_Type="text/plain"),
    "wrong type, chunks": CHUNKED.replace(b"/json", b"/xml") + chunked(VALID) + END,
    "too long": request("POST", SCORE, padded(VALID, LIMIT + 5_000)),
    "not JSON": request("POST", SCORE, b"{"),
    "a body for another method": request("PUT", SCORE, VALID),
    "a body for no operation": request("POST", "/nothing", VALID),
    "a body where none is read": request("GET", "/livez", request("GET", "/nothing")),
    "a body with a request in it": request("POST", SCORE, request("GET", "/livez"), Content_Type="text/plain"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_a_body_left_unread_is_never_taken_for_a_request(name: str, server: Address) -> None:
    with Connection(server) as connection:
        connection.send(UNREAD[name], request("GET", "/problems/too-large", X_Request_Id="next", Connection="close"))
        first = connection.receive()
        assert first.headers["x-request-id"] != "next"
        answer = connection.receive()
        assert (answer.status, answer.headers["x-request-id"]) == (200, "next")
        assert connection.ended()


def test_a_client_that_waits_to_be_asked_is_asked(server: Address) -> None:
    with Connection(server) as connection:
        connection.send(HEAD, b"Expect: 100-continue\r\n", f"Content-Length: {len(VALID)}\r\n\r\n".encode())
        assert connection.receive().status == 100
        connection.send(VALID)
        assert connection.receive().status == 200
