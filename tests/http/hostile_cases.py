"""Bodies that are refused, each with the problem and the errors that answer it."""

from __future__ import annotations

import codecs
import gzip
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import (
    BIDS,
    GAME,
    GAME_LIMIT,
    LIMIT,
    PLAYS,
    RESOLVE,
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
from tests.http.wire import Answer

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
        *((f"#/{name}", "required") for name in ("ruleset", "players", "tricks_won")),
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
    violation(
        "a member missing, and then there are two bids of one player",
        bidding('4}, {"player": "ben"'),
        ("#/bids/1/tricks", "required"),
        ("#/bids/2", "doubled_bid"),
    ),
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
        violation(
            "two rounds without tricks",
            asking(GAME, rounds='[{"bids": []}, {"bid": []}]'),
            ("#/rounds/0", "tricks_or_tricks_won"),
            ("#/rounds/1/bid", "additionalProperties"),
        ),
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
            ("#/rounds/0/tricks_won", "tricks_total"),
        ),
    ),
]


def each_of(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def posted(client: FlaskClient, body: bytes, path: str = SCORE, content_type: str | None = JSON) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type))


def check(answer: Answer, client: FlaskClient, case: Case) -> dict[str, Any]:
    problem = problem_in(answer, client, case.status, case.slug)
    if case.errors:
        assert places(problem) == case.errors
    return problem


def ruling_id(answer: Answer) -> str:
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == JSON
    return str(answer.json()["ruling_id"])


HEAD = f"POST {SCORE} HTTP/1.1\r\nHost: spades.test\r\nContent-Type: {JSON}\r\n".encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
