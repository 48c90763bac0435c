"""The document and the code agree on members, vocabularies and answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from service import create_app
from service.analysis.solver.position import GREATEST_BUDGET
from service.http.responders import BATCH_ANSWER_TYPES
from service.http.site import PROBES
from service.media_types import JSON, NDJSON
from service.operations.operation import Batch, Computation
from service.operations.runner import HANDLERS
from service.settings import RateLimit, Settings
from service.spades.cards import INDEX
from service.spades.findings import CODES
from service.wire import schemas
from service.wire.exchange import BRIEF, FULL
from service.wire.schemas import members as shared
from service.wire.schemas import rounds_and_games, rulesets_and_records, table_questions
from tests.contract.corpus import BODIES, CORPUS, kept_for
from tests.contract.document import (
    BY_PLAYER_COUNT,
    DOCUMENT,
    OPERATIONS,
    SCHEMAS,
    WITH_BODY,
    checker,
    component,
    forms_of,
    reached,
    referred,
)
from tests.contract.request_text import Body
from tests.spades.test_every_finding import CASES

# What the schemas have in common, which is no component.
ABSTRACT = {
    *(Schema, schemas.RequestSchema, schemas.AnswerSchema, schemas.WrittenAnswerSchema, schemas.QuotableAnswerSchema),
    *(schemas.IdentifiedAnswerSchema, schemas.LabelledAnswerSchema),
    *(schemas.BriefAnswerSchema, schemas.BriefLabelledAnswerSchema),
    *(
        rounds_and_games.OfRuledRecordSchema,
        rounds_and_games.OfRowSchema,
        rounds_and_games.RulingMembersSchema,
        rounds_and_games.LabelledRowSchema,
        rounds_and_games.BriefRowSchema,
        rounds_and_games.GameSchema,
    ),
    *(shared.MembersSchema, shared.PlayedSchema, shared.StandingBeforeSchema, shared.ClaimSchema),
}
# The component that each marshmallow schema reads or writes, after which it is named; one has a summary or none.
MIRRORED: Mapping[type[Schema], str] = {
    each: name.removesuffix("Schema").removeprefix("Summarised")
    for module in (shared, rounds_and_games, rulesets_and_records, table_questions)
    for name, each in vars(module).items()
    if isinstance(each, type) and issubclass(each, Schema) and not name.startswith("_") and each not in ABSTRACT
}

ANSWERS = [each["schema"] for operation in OPERATIONS if (each := operation.answer) is not None]

# Strings whose examples are samples, not a list of what they may be.
IDENTIFIERS = (component("RulingId"), component("EngineVersion"), component("PlayerId"))

# Members that are called like codes, and are texts of the client or for players.
TEXTS = {
    ("Summary", "verdict"),
    *(("ScoredRound", "reason"), ("RoundRuling", "reason")),
    *(("GameRoundRecord", "reason"), ("Adjustment", "reason")),
    *(("LeagueAdjustment", "reason"), ("ChosenRemedy", "code")),
}

# The members that mean something when empty: nothing is overridden, nothing is scored or lost, no parameter differs, no
# card is removed, the pack is divided equally.
MAYBE_EMPTY = {
    *((name, "overrides") for name in ("RulesetIdentity", "ResolvedRuleset", "ComparedRuleset", "Rulebook")),
    *(("ContractParameters", "made"), ("NumberBidParameters", "failed")),
    *(("ComparedRuleset", "parameters"), ("DeckParameters", "removed"), ("DeckParameters", "hand_size")),
}


def test_every_schema_mirrors_a_component() -> None:
    """A request has fields only for members that it converts; the constraints are the contract's alone."""
    for name in MIRRORED.values():
        of_name = [schema for schema, other in MIRRORED.items() if other == name]
        found = {member for schema in of_name for member in schema().fields}
        described = set(SCHEMAS[name]["properties"])
        assert found <= described if issubclass(of_name[0], shared.MembersSchema) else found == described, name
    for schema, name in MIRRORED.items():
        fields = schema().fields
        constrained = [
            member
            for member, each in fields.items()
            if each.validators or each.required or (each.data_key or member) != member
        ]
        assert constrained == [], name


def test_each_operation_reads_and_writes_what_the_document_says() -> None:
    described = {each.name: each for each in OPERATIONS}
    for name, operation in described.items():
        handler = HANDLERS[name]
        media_types = BATCH_ANSWER_TYPES if isinstance(handler, Batch) else handler.media_types
        assert [each.partition(";")[0] for each in media_types] == list(operation.answers), name
        assert isinstance(handler, Computation) == (operation.body is not None), name
        if isinstance(handler, Computation) and operation.body is not None and operation.answer is not None:
            assert MIRRORED[type(handler.request_schema)] == referred(operation.body["schema"])
            schemas_of_forms = [handler.answer_schema, *handler.forms.values()]
            written = dict.fromkeys(MIRRORED[type(each)] for each in schemas_of_forms)
            assert tuple(written) == forms_of(operation.answer["schema"]), name
            asked = SCHEMAS[referred(operation.body["schema"])]["properties"].get("answer")
            assert (asked and SCHEMAS[referred(asked)]["enum"]) == ([FULL, *handler.forms] if handler.forms else None)
        if isinstance(handler, Batch):
            line = SCHEMAS[referred(operation.answers[NDJSON]["schema"])]["properties"]
            single = described[handler.line_operation]
            assert referred(line["result"]) == referred((single.answer or {})["schema"])
            assert referred(line["problem"]) == "Problem"
            assert operation.path == f"{single.path}/batch"


def test_any_record_has_the_members_of_every_kind_of_record() -> None:
    kinds = [SCHEMAS[name]["properties"] for name in ("RoundRecord", "ScoreRequest", "AuditedGameRequest")]
    any_record = SCHEMAS["AnyRecord"]["properties"]
    assert set(any_record) == {member for kind in kinds for member in kind} - {"answer"}
    different = [
        member
        for kind in kinds
        for member, schema in kind.items()
        if member in any_record and {**any_record[member], "description": ""} != {**schema, "description": ""}
    ]
    assert different == []


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    rate = RateLimit(50, 1)
    return create_app(Settings(rate_limit=rate, batch_rate_limit=rate)).test_client()


@cache
def closed() -> Mapping[str, Any]:
    """Return the components with every object closed, to find members of answers that are not described."""
    return {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in SCHEMAS.items()
    }


def members(schema: Mapping[str, Any], value: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield the described members of a value, each as (component, name, value)."""
    if not isinstance(schema, Mapping):
        return  # a part of an answer in a request, which nobody reads
    if "$ref" in schema and "oneOf" in SCHEMAS[referred(schema)]:
        full, brief = SCHEMAS[referred(schema)]["oneOf"]
        yield from members(brief if value.get("answer") == BRIEF else full, value)
    elif "$ref" in schema:
        name = referred(schema)
        if isinstance(value, dict):
            described = SCHEMAS[name].get("properties", {})
            yield from ((name, member, inner) for member, inner in value.items() if member in described)
        yield from members(SCHEMAS[name], value)
    elif isinstance(value, dict):
        for member, inner in value.items():
            rest = schema.get("additionalProperties", {})
            yield from members(schema.get("properties", {}).get(member, rest), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from members(schema["items"], inner)


Answered = list[tuple[str, Mapping[str, Any], Any]]


@pytest.fixture(scope="module")
def answered(client: FlaskClient) -> Answered:
    """Return the answers to the whole corpus but batches, and to the case of each finding: name, schema and content."""
    found = []
    for request in CORPUS:
        if request.operation.answer is not None:
            response = request.ask(client, headers={"Accept": JSON})
            assert response.status_code == 200, f"{request.operation.name}, {request.name}: {response.text}"
            schema = request.operation.answer["schema"]
            found.append((f"{request.operation.name}, {request.name}", schema, response.json))
            if len(forms_of(schema)) > 1 and request.operation.body is not None:
                brief = client.post(request.path, json={**request.sent, "answer": BRIEF})
                found.append((f"{request.operation.name}, {request.name}, in brief", schema, brief.json))
    audited = ((case.code, client.post("/v1/rounds/audit", json=case.fault).json) for case in CASES)
    return [*found, *((name, component("Ruling"), ruling) for name, ruling in audited)]


@pytest.fixture(scope="module")
def given(answered: Answered) -> list[tuple[str, str, Any]]:
    """Return the described members of all answers."""
    return [member for _, schema, content in answered for member in members(schema, content)]


def test_the_probes_answer_as_described(client: FlaskClient) -> None:
    of_health = {
        path for path, methods in DOCUMENT["paths"].items() if "health" in methods.get("get", {}).get("tags", ())
    }
    assert of_health == {*PROBES}
    for path in PROBES:
        described = DOCUMENT["paths"][path]["get"]
        assert described["security"] == []
        answer = client.get(path)
        content = described["responses"][str(answer.status_code)].get("content", {})
        if content:
            assert [*checker(content[JSON]["schema"], closed()).iter_errors(answer.get_json())] == []
        else:
            assert answer.data == b""


class TestAnswers:
    def test_they_are_as_described(self, answered: Answered) -> None:
        assert set(BODIES) == {each.name for each in WITH_BODY}
        wrong = [
            f"{name}: {error.json_path}: {error.message}"
            for name, schema, content in answered
            for error in checker(schema, closed()).iter_errors(content)
        ]
        assert wrong == []

    def test_they_have_every_component_and_member(self, given: list[tuple[str, str, Any]]) -> None:
        seen = {(name, member) for name, member, _ in given}
        names = {name for name, _ in seen}
        objects = {name for name in reached(ANSWERS) if "properties" in SCHEMAS[name]}
        # Maps by number of players have no other members, and no notation has words for sides away and for remedies.
        assert objects - names <= {"AwaySide", "ChosenRemedy", *BY_PLAYER_COUNT}
        whole = {name for name in names if "additionalProperties" not in SCHEMAS[name]}
        unseen = {(name, member) for name in whole for member in SCHEMAS[name]["properties"]} - seen
        assert unseen == {("RulesetSource", "read")}  # of no preset that ships it is known

    def test_no_member_is_null_or_an_empty_object(self, given: list[tuple[str, str, Any]]) -> None:
        empty = {(name, member) for name, member, value in given if value is None or value == {}}
        assert empty <= MAYBE_EMPTY
        assert [] not in [value for name, member, value in given if (name, member) == ("Finding", "conflicts_with")]

    def test_the_requests_use_every_member_of_a_request(self) -> None:
        asked = {
            (name, member)
            for request in kept_for("digest")
            for name, member, _ in members((request.operation.body or {})["schema"], request.sent)
        }
        roots = [(operation.body or {})["schema"] for operation in WITH_BODY]
        names = {name for name in reached(roots) if "properties" in SCHEMAS[name]}
        assert {(name, member) for name in names for member in SCHEMAS[name]["properties"]} - asked == set()

    def test_values_of_vocabularies_are_those_of_the_document(self, given: list[tuple[str, str, Any]]) -> None:
        known = {place: set(words) for place, words in vocabularies().items()}
        assert {("Finding", "code"), ("ScoreLine", "code"), ("ClosedBid", "code")} <= known.keys()
        there: dict[tuple[str, str], set[str]] = {place: set() for place in known}
        for name, member, value in given:
            if (name, member) in known:
                there[name, member].add(value)
        assert {place: unknown for place in known if (unknown := there[place] - known[place])} == {}
        # A word that no answer contains may be one that the document invented: of a closed set, by all its places.
        # Not every code resembles another, and not every code is an offence of a mended record, or found by several
        # rulesets. Nor does every card, remedy or notation occur.
        del known["FindingDifference", "finding"], known["ReadingOffence", "code"], known["FindingInShort", "code"]
        for name, member in list(known):
            schema = SCHEMAS[name]["properties"][member]
            if "enum" in target(schema):
                there.setdefault((referred(schema), "enum"), set()).update(there.pop((name, member)))
                known[referred(schema), "enum"] = known.pop((name, member))
        for name in ("Card", "RecordedCard", "Remedy", "Notation", "WrittenNotation"):
            del known[name, "enum"]
        assert {place: never for place in known if (never := known[place] - there[place])} == {}


def judged(answer: Body, start: str) -> set[tuple[str, str, str]]:
    """Return the findings about plays below a pointer, each as (list that holds it, code, play)."""
    return {
        (kind, each["code"], each["pointer"].removeprefix(start))
        for kind in ("findings", "undecided")
        for each in answer[kind]
        if each["pointer"].startswith(start)
    }


def test_a_trick_by_itself_is_judged_as_the_first_of_a_round(client: FlaskClient) -> None:
    differing = []
    for name, body in BODIES["judgeTrick"].items():
        answer = client.post("/v1/tricks/judge", json=body).json or {}
        if {each.get("trick") for each in (*answer["findings"], *answer["undecided"])} - {body.get("trick_number")}:
            differing.append((name, "trick"))
        first = {key: value for key, value in body.items() if key != "leader"} | {
            "trick_number": 1,
            "spades_broken": False,
        }
        alone = client.post("/v1/tricks/judge", json=first).json or {}
        if any(each["severity"] == "error" for each in alone["findings"]):
            continue  # a round that contradicts itself is read in other ways, too
        record = {key: value for key, value in body.items() if key in {"ruleset", "players", "hands"}}
        record |= {"bids": [{"player": player, "tricks": 1} for player in body["players"]], "stopped": True}
        audit = client.post("/v1/rounds/audit", json={**record, "tricks": [{"plays": body["plays"]}]}).json or {}
        if judged(alone, "#/plays") != judged(audit, "#/tricks/0/plays"):
            differing.append((name, "findings"))
        members = ("winner", "winning_card", "led_suit")
        differing += [(name, each) for each in members if alone.get(each) != audit["tricks"][0].get(each)]
    assert differing == []


def target(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the component that a schema refers to, or else the schema itself."""
    component: Mapping[str, Any] = SCHEMAS[referred(schema)] if "$ref" in schema else schema
    return component


def vocabulary(schema: Mapping[str, Any]) -> list[str]:
    """Return the words that the document lists for a string: beside the schema, or in the component it refers to."""
    listed: list[str] = schema.get("examples", target(schema).get("examples", []))
    if "$ref" in schema and "enum" in target(schema):
        listed = target(schema)["enum"]
    named = {"$ref": schema["$ref"]} if "$ref" in schema else schema
    is_word = target(schema).get("type") == "string" and named not in IDENTIFIERS
    return listed if is_word else []


@cache
def vocabularies() -> dict[tuple[str, str], list[str]]:
    """Return the words listed for members of answers, by component and member."""
    return {
        (name, member): words
        for name in reached(ANSWERS)
        for member, schema in SCHEMAS[name].get("properties", {}).items()
        if (words := vocabulary(schema))
    }


class TestVocabularies:
    def test_closed_bids_and_illegal_cards_have_codes_of_offences_or_errors(self) -> None:
        words = vocabularies()
        assert {CODES[code].severity for code in words["ClosedBid", "code"]} == {"offence"}
        assert {CODES[code].severity for code in words["IllegalCards", "code"]} == {"offence", "error"}

    def test_every_code_of_an_answer_lists_its_values(self) -> None:
        codes = {
            (name, member)
            for name in reached(ANSWERS)
            for member in set(SCHEMAS[name].get("properties", {})) & {"code", "kind", "reason", "severity", "verdict"}
        }
        assert codes - TEXTS <= set(vocabularies())
        assert all(len(set(values)) == len(values) for values in vocabularies().values())

    def test_cards_are_the_core_s(self) -> None:
        assert sorted(SCHEMAS["RecordedCard"]["enum"]) == sorted(INDEX)
        assert [*SCHEMAS["Card"]["enum"], "??"] == SCHEMAS["RecordedCard"]["enum"]


def test_the_budget_of_a_search_is_the_solver_s() -> None:
    stated = SCHEMAS["PositionBudget"]
    assert stated["maximum"] == GREATEST_BUDGET
    assert f"Absent means {GREATEST_BUDGET}." in stated["description"]
