"""The document and the code agree on members, vocabularies, parameters and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from service import create_app
from service.analysis.claims.judged_claim import Acceptance
from service.analysis.solver.position import GREATEST_BUDGET, Result
from service.http.responders import BATCH_ANSWER_TYPES
from service.media_types import JSON, NDJSON
from service.operations.operation import Batch, Computation
from service.operations.runner import HANDLERS
from service.pages.finding_texts import AUTHORITIES
from service.presets.loader import presets
from service.problems import TYPES
from service.settings import RateLimit, Settings
from service.spades.cards import INDEX
from service.spades.catalogue.entries import Severity
from service.spades.catalogue.parameters.blind_and_special_bids import Slam, Ten
from service.spades.findings import CODES, PARTS, Verdict
from service.spades.proof.single_trick import WinReason
from service.spades.rules.ruleset import GROUPS, BasisName, Kind, StatedValue, plain
from service.spades.ruling.model import CallResult, Effect, SheetCause
from service.spades.scoring.model import LINE_CODES, EndReason
from service.wire import schemas
from service.wire.schemas import (
    rounds_and_games,
    rulesets_and_records,
    table_questions,
)
from tests.contract.bodies import BODIES, bodies_of
from tests.contract.builders import Body
from tests.contract.document import (
    BY_PLAYER_COUNT,
    OPERATIONS,
    SCHEMAS,
    WITH_BODY,
    checker,
    component,
    reached,
    referred,
)
from tests.source_types import types_of
from tests.spades.test_every_finding import CASES

# The component that each marshmallow schema reads or writes.
MIRRORED: Mapping[type[Schema], str] = {
    rounds_and_games.RoundRecordSchema: "RoundRecord",
    rounds_and_games.ScoreRequestSchema: "ScoreRequest",
    rulesets_and_records.ResolveRequestSchema: "ResolveRequest",
    rulesets_and_records.CompareRulesetsRequestSchema: "CompareRulesetsRequest",
    table_questions.BidsRequestSchema: "BidsRequest",
    table_questions.EstimateRequestSchema: "EstimateRequest",
    table_questions.JudgeClaimRequestSchema: "JudgeClaimRequest",
    table_questions.PlaysRequestSchema: "PlaysRequest",
    table_questions.TrickRequestSchema: "TrickRequest",
    rounds_and_games.GameRequestSchema: "GameRequest",
    rounds_and_games.RulingSchema: "Ruling",
    rounds_and_games.RoundScoreSchema: "RoundScore",
    rulesets_and_records.ResolvedRulesetSchema: "ResolvedRuleset",
    rulesets_and_records.RulesetComparisonSchema: "RulesetComparison",
    table_questions.BidsAnswerSchema: "BidsAnswer",
    table_questions.EstimateAnswerSchema: "EstimateAnswer",
    table_questions.ClaimJudgementSchema: "ClaimJudgement",
    table_questions.PlaysAnswerSchema: "PlaysAnswer",
    table_questions.TrickAnswerSchema: "TrickAnswer",
    rounds_and_games.GameScoreSchema: "GameScore",
    rounds_and_games.AuditedGameRequestSchema: "AuditedGameRequest",
    rounds_and_games.GameRulingSchema: "GameRuling",
    rounds_and_games.StandingsRequestSchema: "StandingsRequest",
    rounds_and_games.LeagueTableSchema: "LeagueTable",
    rounds_and_games.CompareRoundRequestSchema: "CompareRoundRequest",
    rounds_and_games.RoundComparisonSchema: "RoundComparison",
    rulesets_and_records.ReadRecordsRequestSchema: "ReadRecordsRequest",
    rulesets_and_records.RecordsReadSchema: "RecordsRead",
    rulesets_and_records.WriteRecordRequestSchema: "WriteRecordRequest",
    rulesets_and_records.RecordWrittenSchema: "RecordWritten",
}

# What the schemas have in common, which is no component.
ABSTRACT = {
    Schema,
    schemas.BodySchema,
    schemas.RequestSchema,
    schemas.AnswerSchema,
    schemas.IdentifiedAnswerSchema,
    schemas.LabelledAnswerSchema,
}

# The components of requests, whose schemas have fields for some members only.
REQUESTS = {referred(each.body["schema"]) for each in WITH_BODY if each.body is not None}
BATCHES = {name: handler for name, handler in HANDLERS.items() if isinstance(handler, Batch)}

# The parameters whose values are objects.
RECORDS: Mapping[str, type] = {"TenParameters": Ten, "SlamParameters": Slam}

# The wording of each default that is not a plain name or number.
WORDS: Mapping[str, object] = {
    "off": {"made": 0},
    "none": {},
    "the jokers in play": [],
    "the pack divided equally": {},
    "4": [4],
    "true": True,
    "false": False,
}

# Strings whose examples are samples, not a list of what they may be.
IDENTIFIERS = (component("RulingId"), component("EngineVersion"), component("PlayerId"))

# Members that are called like codes, and are texts of the client.
TEXTS_OF_CLIENTS = {
    *(("ScoredRound", "reason"), ("RoundRuling", "reason")),
    *(("GameRoundRecord", "reason"), ("Adjustment", "reason")),
    ("LeagueAdjustment", "reason"),
}

# The members that mean something when empty: nothing is overridden, no parameter differs, no card is removed, the pack
# is divided equally.
MAYBE_EMPTY = {
    ("RulesetIdentity", "overrides"),
    ("ResolvedRuleset", "overrides"),
    ("ComparedRuleset", "overrides"),
    ("ComparedRuleset", "parameters"),
    ("Rulebook", "overrides"),
    ("DeckParameters", "removed"),
    ("DeckParameters", "hand_size"),
}

DEFAULT = re.compile(r"Default: (`(?P<code>[a-z_]+)`|(?P<number>-?[0-9]+)|(?P<words>[^.,`]+))[.,]")


class TestSchemas:
    def test_every_schema_is_mirrored(self) -> None:
        there = {
            each
            for module in (rounds_and_games, rulesets_and_records, table_questions)
            for name, each in vars(module).items()
            if isinstance(each, type) and issubclass(each, Schema) and not name.startswith("_")
        }
        assert there - ABSTRACT == set(MIRRORED)

    def test_members_are_the_same(self, subtests: pytest.Subtests) -> None:
        for schema, name in MIRRORED.items():
            with subtests.test(name):
                fields, described = set(schema().fields), set(SCHEMAS[name]["properties"])
                if name in REQUESTS:
                    # A request schema has fields only for members that it converts; the others pass through unchanged.
                    assert fields < described
                else:
                    assert fields == described

    def test_constraints_are_the_contract_s_alone(self, subtests: pytest.Subtests) -> None:
        for schema, name in MIRRORED.items():
            with subtests.test(name):
                for member, each in schema().fields.items():
                    assert not each.validators, f"{name}.{member}"
                    assert not each.required, f"{name}.{member}"
                    assert (each.data_key or member) == member, f"{name}.{member}"

    def test_each_operation_reads_and_writes_what_the_document_says(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                handler = HANDLERS[operation.name]
                assert isinstance(handler, Computation) == (operation.body is not None)
                if isinstance(handler, Computation) and operation.body is not None:
                    assert operation.answer is not None
                    assert MIRRORED[type(handler.request_schema)] == referred(operation.body["schema"])
                    assert MIRRORED[type(handler.answer_schema)] == referred(operation.answer["schema"])

    def test_any_record_has_the_members_of_every_kind_of_record(self) -> None:
        kinds = [SCHEMAS[name]["properties"] for name in ("RoundRecord", "ScoreRequest", "AuditedGameRequest")]
        any_record = SCHEMAS["AnyRecord"]["properties"]
        assert set(any_record) == {member for kind in kinds for member in kind}
        for kind in kinds:
            for member, schema in kind.items():
                alike = [
                    {keyword: value for keyword, value in each.items() if keyword != "description"}
                    for each in (any_record[member], schema)
                ]
                assert alike[0] == alike[1] or member == "rounds", member

    @pytest.mark.parametrize(("name", "handler"), BATCHES.items())
    def test_a_line_of_a_batch_holds_the_answer_to_its_request_alone(self, name: str, handler: Batch) -> None:
        described = {each.name: each for each in OPERATIONS}
        line = SCHEMAS[referred(described[name].answers[NDJSON]["schema"])]["properties"]
        single = (described[handler.line_operation].answer or {})["schema"]
        assert referred(line["result"]) == referred(single)
        assert referred(line["problem"]) == "Problem"
        assert described[name].path == f"{described[handler.line_operation].path}/batch"

    def test_each_operation_answers_in_the_media_types_of_the_document(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                handler = HANDLERS[operation.name]
                media_types = BATCH_ANSWER_TYPES if isinstance(handler, Batch) else handler.media_types
                assert [each.partition(";")[0] for each in media_types] == list(operation.answers)


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
    if "$ref" in schema:
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


SAMPLES = [(each, name, body) for each in WITH_BODY for name, body in bodies_of(each.name).items()]
SHOWN: Mapping[str, str] = {
    "/v1/rulesets": "RulesetList",
    **{f"/v1/rulesets/{name}": "RulesetDetail" for name in presets()},
    "/v1/rulesets/pagat/rulebook": "Rulebook",
    "/v1/limits": "Limits",
    "/problems": "ProblemTypeList",
    **{f"/problems/{slug}": "ProblemType" for slug in TYPES},
    "/v1/findings": "FindingCodeList",
    **{f"/v1/findings/{code}": "FindingPage" for code in CODES},
}


def shown(path: str) -> dict[str, str]:
    """Return a reference to the component that describes the answer at one of these paths."""
    return component(SHOWN[path])


@pytest.fixture(scope="module")
def answered(client: FlaskClient) -> list[tuple[str, str, Any]]:
    """Return the described members of all answers to the samples, to the case of each finding, and of all lookups."""
    found: list[tuple[str, str, Any]] = []
    audit = next(operation for operation in WITH_BODY if operation.name == "auditRound")
    cases = [(audit, case.code, case.fault) for case in CASES]
    for operation, _, body in (*SAMPLES, *cases):
        found += members((operation.answer or {})["schema"], client.post(operation.path, json=body).json)
    for path in SHOWN:
        found += members(shown(path), client.get(path, headers={"Accept": JSON}).json)
    return found


class TestAnswers:
    def test_there_are_samples_for_every_operation_with_a_body(self) -> None:
        assert set(BODIES) == {each.name for each in WITH_BODY}

    def test_it_is_as_described(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for operation, name, body in SAMPLES:
            with subtests.test(f"{operation.name}-{name}"):
                response = client.post(operation.path, json=body)
                assert response.status_code == 200, f"{name}: {response.text}"
                for schemas in (SCHEMAS, closed()):
                    errors = checker((operation.answer or {})["schema"], schemas).iter_errors(response.json)
                    assert [f"{error.json_path}: {error.message}" for error in errors] == []

    def test_lookups_are_as_described(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for path in SHOWN:
            with subtests.test(path=path):
                errors = checker(shown(path), closed()).iter_errors(client.get(path, headers={"Accept": JSON}).json)
                assert [f"{error.json_path}: {error.message}" for error in errors] == []

    def test_the_samples_produce_every_member_of_an_answer(self, answered: list[tuple[str, str, Any]]) -> None:
        seen = {(name, member) for name, member, _ in answered}
        names = {name for name, _ in seen if "additionalProperties" not in SCHEMAS[name]}
        assert {(name, member) for name in names for member in SCHEMAS[name]["properties"]} - seen == set()

    def test_the_samples_produce_every_component_of_an_answer(self, answered: list[tuple[str, str, Any]]) -> None:
        roots = [each["schema"] for operation in OPERATIONS if (each := operation.answer) is not None]
        objects = {name for name in reached(roots) if "properties" in SCHEMAS[name]}
        seen = {name for name, _, _ in answered}
        # Maps by number of players have no other members.
        assert objects - seen <= {"TenParameters", "SlamParameters", *BY_PLAYER_COUNT}

    def test_no_member_of_an_answer_is_null_or_an_empty_object(self, answered: list[tuple[str, str, Any]]) -> None:
        empty = {(name, member) for name, member, value in answered if value is None or value == {}}
        assert empty <= MAYBE_EMPTY

    def test_conflicts_are_never_empty(self, answered: list[tuple[str, str, Any]]) -> None:
        assert [] not in [value for name, member, value in answered if (name, member) == ("Finding", "conflicts_with")]

    def test_the_samples_use_every_member_of_a_request(self) -> None:
        asked = {
            (name, member)
            for operation, _, body in SAMPLES
            for name, member, _ in members((operation.body or {})["schema"], body)
        }
        roots = [(operation.body or {})["schema"] for operation in WITH_BODY]
        names = {name for name in reached(roots) if "properties" in SCHEMAS[name]}
        assert {(name, member) for name in names for member in SCHEMAS[name]["properties"]} - asked == set()

    def test_values_of_vocabularies_are_those_of_the_document(self, answered: list[tuple[str, str, Any]]) -> None:
        known = vocabularies()
        assert {("Finding", "code"), ("ScoreLine", "code"), ("ClosedBid", "code")} <= set(known)
        given: dict[tuple[str, str], set[str]] = {}
        for name, member, value in answered:
            if (name, member) in known:
                given.setdefault((name, member), set()).add(value)
        assert {
            place: values - set(known[place]) for place, values in given.items() if values - set(known[place])
        } == {}
        # A word that no answer contains may be one that the document invented. Not every code resembles another, and
        # not every code is an offence of a mended record, or found by several rulesets.
        del known["FindingDifference", "finding"], known["ReadingOffence", "code"], known["FindingInShort", "code"]
        never = {place: set(values) - given.get(place, set()) for place, values in known.items()}
        assert {place: words for place, words in never.items() if words} == {}


def judged(answer: Body, start: str) -> set[tuple[str, str, str]]:
    """Return the findings about plays below a pointer, each as (list that holds it, code, play)."""
    return {
        (kind, each["code"], each["pointer"].removeprefix(start))
        for kind in ("findings", "undecided")
        for each in answer[kind]
        if each["pointer"].startswith(start)
    }


class TestTricks:
    @pytest.mark.parametrize("name", BODIES["judgeTrick"])
    def test_a_first_trick_by_itself_is_judged_as_it_is_in_a_round(self, client: FlaskClient, name: str) -> None:
        body = {key: value for key, value in BODIES["judgeTrick"][name].items() if key not in {"leader", "plays"}}
        plays = BODIES["judgeTrick"][name]["plays"]
        body = {**body, "trick_number": 1, "spades_broken": False}
        alone = client.post("/v1/tricks/judge", json={**body, "plays": plays}).json or {}
        members = {key: value for key, value in body.items() if key in {"ruleset", "players", "hands"}}
        members["bids"] = [{"player": player, "tricks": 1} for player in body["players"]]
        audit = (
            client.post("/v1/rounds/audit", json={**members, "tricks": [{"plays": plays}], "stopped": True}).json or {}
        )
        if any(each["severity"] == "error" for each in alone["findings"]):
            return  # a round that contradicts itself is read in other ways, too
        assert judged(alone, "#/plays") == judged(audit, "#/tricks/0/plays")
        for member in ("winner", "winning_card", "led_suit"):
            assert alone.get(member) == audit["tricks"][0].get(member)

    @pytest.mark.parametrize("name", BODIES["judgeTrick"])
    def test_a_finding_has_the_trick_number_of_the_request(self, client: FlaskClient, name: str) -> None:
        body = BODIES["judgeTrick"][name]
        answer = client.post("/v1/tricks/judge", json=body).json or {}
        numbers = {each.get("trick") for each in [*answer["findings"], *answer["undecided"]]}
        assert numbers <= {body.get("trick_number")}


def target(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the component that a schema refers to, or else the schema itself."""
    component: Mapping[str, Any] = SCHEMAS[referred(schema)] if "$ref" in schema else schema
    return component


def vocabulary(schema: Mapping[str, Any]) -> list[str]:
    """Return the words that the document lists for a string: beside the schema, or in the component it refers to."""
    listed: list[str] = schema.get("examples", target(schema).get("examples", []))
    named = {"$ref": schema["$ref"]} if "$ref" in schema else schema
    is_word = target(schema).get("type") == "string" and named not in IDENTIFIERS
    return listed if is_word else []


def vocabularies() -> dict[tuple[str, str], list[str]]:
    """Return the words listed for members of answers, by component and member."""
    roots = [each["schema"] for operation in OPERATIONS if (each := operation.answer) is not None]
    return {
        (name, member): words
        for name in reached(roots)
        for member, schema in SCHEMAS[name].get("properties", {}).items()
        if (words := vocabulary(schema))
    }


def examples(name: str, member: str) -> list[str]:
    """Return the words listed for a member of an answer."""
    return vocabulary(SCHEMAS[name]["properties"][member])


class TestVocabularies:
    def test_the_document_lists_the_values_of_the_core(self, subtests: pytest.Subtests) -> None:
        for name, member, values in [
            ("Finding", "code", list(CODES)),
            ("Finding", "severity", get_args(Severity)),
            ("FindingSummary", "code", list(CODES)),
            ("FindingSummary", "severity", get_args(Severity)),
            ("FindingSummary", "part", [part.name for part in PARTS]),
            ("FindingPage", "code", list(CODES)),
            ("FindingPage", "severity", get_args(Severity)),
            ("FindingPage", "part", [part.name for part in PARTS]),
            ("FindingAuthority", "authority", list(AUTHORITIES)),
            ("ScoreLine", "code", list(LINE_CODES)),
            ("ScoredBid", "kind", get_args(Kind)),
            ("Ruling", "verdict", get_args(Verdict)),
            ("ParameterBasis", "basis", get_args(BasisName)),
            ("RulebookRule", "basis", get_args(BasisName)),
            ("Rule", "basis", [*get_args(BasisName), "game"]),
            ("OpenBid", "kind", get_args(Kind)),
            ("ClosedBid", "kind", get_args(Kind)),
            ("TrickAnswer", "reason", get_args(WinReason)),
            ("ClaimJudgement", "accepted_by", get_args(Acceptance)),
            ("ClaimJudgement", "result", get_args(Result)),
            ("ClaimQuestion", "result", get_args(Result)),
            ("GameScore", "reason", get_args(EndReason)),
            ("GameRuling", "reason", get_args(EndReason)),
            ("RoundRuling", "verdict", get_args(Verdict)),
            ("Penalty", "effect", get_args(Effect)),
            ("AccusationResult", "result", get_args(CallResult)),
            ("SheetError", "cause", get_args(SheetCause)),
        ]:
            with subtests.test(f"{name}.{member}"):
                assert examples(name, member) == list(values)

    def test_closed_bids_and_illegal_cards_have_codes_of_offences_or_errors(self) -> None:
        assert {CODES[code].severity for code in examples("ClosedBid", "code")} == {"offence"}
        assert {CODES[code].severity for code in examples("IllegalCard", "code")} == {"offence", "error"}

    def test_every_code_of_an_answer_lists_its_values(self) -> None:
        roots = [each["schema"] for operation in OPERATIONS if (each := operation.answer) is not None]
        codes = {
            (name, member)
            for name in reached(roots)
            for member in set(SCHEMAS[name].get("properties", {})) & {"code", "kind", "reason", "severity", "verdict"}
        }
        assert codes - TEXTS_OF_CLIENTS <= set(vocabularies())
        assert all(len(set(values)) == len(values) for values in vocabularies().values())

    @pytest.mark.parametrize(
        ("name", "member", "values"),
        [
            ("Finding", "severity", get_args(Severity)),
            ("Ruling", "verdict", get_args(Verdict)),
            ("ParameterBasis", "basis", get_args(BasisName)),
        ],
    )
    def test_the_description_explains_each(self, name: str, member: str, values: tuple[str, ...]) -> None:
        description = target(SCHEMAS[name]["properties"][member])["description"]
        assert re.findall(r"`([a-z]+)`", description) == list(values)

    def test_cards_are_the_core_s(self) -> None:
        assert sorted(SCHEMAS["RecordedCard"]["enum"]) == sorted(INDEX)
        assert [*SCHEMAS["Card"]["enum"], "??"] == SCHEMAS["RecordedCard"]["enum"]


def test_the_budget_of_a_search_is_the_solver_s() -> None:
    stated = SCHEMAS["PositionBudget"]
    assert stated["maximum"] == GREATEST_BUDGET
    assert f"Absent means {GREATEST_BUDGET}." in stated["description"]


def described_parameters() -> Iterator[tuple[str, Mapping[str, Any], type, str]]:
    """Yield each member of the parameter components as (path, schema, dataclass, name)."""
    groups = {referred(schema): GROUPS[group] for group, schema in SCHEMAS["Parameters"]["properties"].items()}
    for name, record in {**groups, **RECORDS}.items():
        for member, schema in SCHEMAS[name]["properties"].items():
            yield f"{name}.{member}", schema, record, member


PARAMETERS = list(described_parameters())


def default_of(record: type, member: str) -> Any:
    """Return a parameter's default as a JSON value."""
    return plain(getattr(record(), member))


def described_default(schema: Mapping[str, Any]) -> object:
    """Return the default that a parameter's description, or that of the component behind it, states."""
    (match,) = DEFAULT.finditer(target(schema)["description"])
    if match["code"]:
        return match["code"]
    if match["number"] and target(schema)["type"] == "integer":
        return int(match["number"])
    return WORDS[match["number"] or match["words"]]


class TestParameters:
    def test_groups_are_the_core_s(self) -> None:
        assert list(SCHEMAS["Parameters"]["properties"]) == list(GROUPS)

    @pytest.mark.parametrize("group", GROUPS)
    def test_members_are_the_fields_of_the_core(self, group: str) -> None:
        described = SCHEMAS[referred(SCHEMAS["Parameters"]["properties"][group])]["properties"]
        assert list(described) == [each.name for each in fields(GROUPS[group])]

    @pytest.mark.parametrize("name", RECORDS)
    def test_members_of_records_are_the_fields_of_the_core(self, name: str) -> None:
        assert list(SCHEMAS[name]["properties"]) == [each.name for each in fields(RECORDS[name])]

    def test_types_and_values_are_the_core_s(self, subtests: pytest.Subtests) -> None:
        for where, schema, record, member in PARAMETERS:
            with subtests.test(where):
                hint = types_of(record)[member]
                stated = target(schema)
                assert not isinstance(hint, UnionType), where
                if get_origin(hint) is Literal:
                    values = get_args(hint)
                    assert stated["enum"] == list(values)
                    assert stated["type"] == {str: "string", int: "integer"}[type(values[0])]
                    continue
                assert "enum" not in stated
                origin = get_origin(hint) or hint
                kinds: Mapping[Any, str] = {int: "integer", bool: "boolean", tuple: "array", Mapping: "object"}
                assert stated["type"] == ("object" if is_dataclass(origin) else kinds[origin])

    def test_defaults_are_the_core_s(self, subtests: pytest.Subtests) -> None:
        for where, schema, record, member in [each for each in PARAMETERS if each[2] not in RECORDS.values()]:
            with subtests.test(where):
                default = default_of(record, member)
                if is_dataclass(types_of(record)[member]):
                    # A member that is left out is off.
                    default = {name: value for name, value in dict(default).items() if value or name == "made"}
                assert described_default(schema) == default, where

    def test_a_request_may_state_the_defaults(self, subtests: pytest.Subtests) -> None:
        for where, schema, record, member in PARAMETERS:
            with subtests.test(where):
                assert checker(schema).is_valid(default_of(record, member)), where


def nested(values: Mapping[str, StatedValue]) -> Body:
    """Return the values of a preset or an option in the form of overrides in a request."""
    groups: Body = {}
    for name, given in values.items():
        group, key = name.split(".")
        groups.setdefault(group, {})[key] = given.value
    return groups


class TestPresets:
    @pytest.mark.parametrize("name", presets())
    def test_a_request_may_state_its_values(self, name: str) -> None:
        preset = presets()[name]
        stated = {"": preset.values, **{option.name: option.values for option in preset.options.values()}}
        for option, values in stated.items():
            errors = checker(component("Parameters")).iter_errors(nested(values))
            assert [f"{option} {error.json_path}: {error.message}" for error in errors] == []

    @pytest.mark.parametrize("name", presets())
    def test_a_request_may_name_it(self, name: str) -> None:
        preset = presets()[name]
        assert checker(component("RulesetReference")).is_valid({"name": name, "options": list(preset.options)})
