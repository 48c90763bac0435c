"""The rulesets by which rounds are judged, and texts of other programs and people as records, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from service.kit.engine import GROUPS, Engine
from service.kit.kit import Kit, make_kit
from service.media_types import NDJSON, Json
from service.notations import registry
from service.notations.model import Record, Remark, UnreadableText, UnwritableRecord, WrittenText
from service.operations.operation import (
    Computation,
    Handler,
    Lookup,
    json_or_page,
    page_or_json,
    pages_with,
    unknown_name,
)
from service.pages.ruleset_pages import comparison_page, rulebook_page, ruleset_page, rulesets_page
from service.presets.loader import presets, resolve
from service.problems import MAX_ERRORS, SEND_PARTS, problem_with
from service.spades.errors import parts_of
from service.spades.rules.rulebook import compare
from service.spades.rules.ruleset import Preset, Reference
from service.wire.exchange import Exchange
from service.wire.ndjson import in_lines
from service.wire.parameters_json import parameters_json
from service.wire.record_kinds import check_record, violations
from service.wire.ruleset_json import preset_detail, preset_summary, rulebook_json
from service.wire.schemas.rulesets_and_records import (
    CompareRulesetsRequestSchema,
    KitRequestSchema,
    KitSchema,
    ReadRecordsRequestSchema,
    RecordsReadSchema,
    RecordWrittenSchema,
    ResolvedRulesetSchema,
    ResolveRequestSchema,
    RulesetComparisonSchema,
    WriteRecordRequestSchema,
    in_record,
)


def _preset(name: str) -> Preset:
    preset = presets().get(name)
    if preset is None:
        raise unknown_name("ruleset", name, presets(), "/v1/rulesets")
    return preset


_TEXT = "#/text"


class _Records(NamedTuple):
    """The records of a text in a notation, and the notes on reading it."""

    notation: str
    records: list[Record]
    notes: tuple[Remark, ...]


def _read(exchange: Exchange) -> _Records:
    try:
        notation, found = registry.read(exchange.body["text"], exchange.body.get("notation"))
    except UnreadableText as error:
        faults = ({"pointer": _TEXT, **fault._asdict()} for fault in error.faults)
        raise problem_with("unreadable-text", faults) from error
    given = {name: exchange.body[name] for name in ("ruleset",) if name in exchange.body}
    records = [given | record for record in found.records]
    all_errors = (_in_record(index, error) for index, record in enumerate(records) for error in violations(record))
    errors = list(islice(all_errors, MAX_ERRORS + 1))
    if errors:
        raise problem_with("unreadable-text", errors)
    if any(record["ruleset"] != given["ruleset"] for record in records if given):
        detail = "The text names its own ruleset, which is taken for its records: that of the request is not."
        return _Records(notation.name, records, (Remark(1, 1, "own_ruleset", detail), *found.notes))
    return _Records(notation.name, records, found.notes)


def _in_record(index: int, error: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a violation of the contract by a record that was read as a fault of the text."""
    _, _, *parts = ("", *parts_of(error["pointer"]))
    place = f", {'.'.join(parts)}" if parts else ""
    return {"pointer": _TEXT, "code": error["code"], "detail": f"Record {index + 1}{place}: {error['detail']}"}


def _write(exchange: Exchange) -> WrittenText:
    record = exchange.body["record"]
    check_record(record)
    try:
        return registry.write(record, exchange.body["notation"])
    except UnwritableRecord as error:
        raise problem_with("unwritable-record", map(in_record, error.faults)) from error


def _kit(exchange: Exchange) -> Kit:
    engine = Engine(exchange.ruleset, exchange.subject.players)
    return make_kit(engine, exchange.body.get("seed", 1), exchange.body.get("asks", [*GROUPS]), exchange.pause)


def _kit_lines(kit: Json) -> Iterator[Json]:
    """Yield the lines of a kit: all that is said of it as a whole, and then each vector."""
    yield {name: member for name, member in kit.items() if name != "vectors"}
    yield from kit["vectors"]


HANDLERS: Mapping[str, Handler] = {
    "listRulesets": Lookup(
        lambda: {"rulesets": [preset_summary(preset) for preset in presets().values()]}, json_or_page(rulesets_page)
    ),
    "listParameters": Lookup(parameters_json),
    "getRuleset": Lookup(lambda name: preset_detail(_preset(name)), json_or_page(ruleset_page)),
    "getRulebook": Lookup(
        lambda name: rulebook_json(resolve(Reference(_preset(name).name))),
        page_or_json(lambda rulebook: rulebook_page(rulebook, resolve(Reference(rulebook["name"])))),
    ),
    # The ruleset is resolved when the request is read: nothing is left to compute.
    "resolveRuleset": Computation(
        ResolveRequestSchema(),
        lambda exchange: exchange.subject,
        ResolvedRulesetSchema(),
        pages=pages_with(lambda exchange: rulebook_page(rulebook_json(exchange.ruleset), exchange.ruleset)),
    ),
    "compareRulesets": Computation(
        CompareRulesetsRequestSchema(),
        lambda exchange: compare(*exchange.subject),
        RulesetComparisonSchema(),
        pages=pages_with(lambda exchange: comparison_page(exchange.result)),
    ),
    "makeKit": Computation(
        KitRequestSchema(), _kit, KitSchema(), pages={NDJSON: lambda exchange: in_lines(_kit_lines(exchange.written))}
    ),
    "readRecords": Computation(
        ReadRecordsRequestSchema(), _read, RecordsReadSchema(), size="game", if_too_long=SEND_PARTS
    ),
    "writeRecord": Computation(
        WriteRecordRequestSchema(), _write, RecordWrittenSchema(), size="game", if_too_long=SEND_PARTS
    ),
}
