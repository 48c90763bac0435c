"""The arbiter as tools for assistants, by the Model Context Protocol: on standard streams, or over HTTP by itself.

The seven tools are written for a reader who has never seen this project; what they take and answer is the contract's. A
call goes through the runner, or with an address to a running service; either way its answer has the same ruling id as
over HTTP, and its limits are those of the settings. Nothing is kept from one call to the next.

The only module that knows the SDK (`mcp`, an extra).
"""

from __future__ import annotations

import json
import logging
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Any, Protocol
from urllib.parse import quote

import anyio
import anyio.to_thread
import mcp_types as types
import uvicorn
from mcp import MCPError
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from service.keys import Keys, keys_from
from service.media_types import JSON, MARKDOWN
from service.operations.operation import Lookup
from service.operations.runner import HANDLERS, runner_of
from service.presets.loader import presets
from service.problems import Problem, body_of, internal_error
from service.settings import Settings
from service.shipped import contract_version
from service.spades.english import count_of, listed, name_meant, quoted
from service.wire.contract import load_document, operations

MOST_BYTES = 40_000
"""The longest answer of a tool: 10,000 tokens, if one takes four bytes."""
PATH = "/mcp"
"""The path of the server over HTTP."""
_NOTE_BYTES = 200
_ESCAPED = 4
"""How much longer a body may be as the argument of a call, in which a client may escape every character."""
_PAGE, _JSON = "page", "json"
_LONGEST_DESCRIPTION = 64
_KEPT = {"$ref", "type", "description", "properties", "required", "items", "additionalProperties", "enum"}
_LEFT_OUT = {"labels", "answer"}
"""Members that change no answer; who knows them may send them all the same."""
_DOCUMENT = load_document()
_LOG = logging.getLogger(__name__)


class RefusedError(Exception):
    """A call that can't be answered; the message says why and what to do, to be read by whoever called."""


def _refused(problem: Mapping[str, Any]) -> RefusedError:
    """Return the refusal that says what a problem says, fault by fault."""
    said = [problem.get("detail", problem["title"])]
    for error in problem.get("errors", ()):
        place = f", line {error['line']}, column {error['column']}" if "line" in error else ""
        said.append(f"- {error['pointer']}{place}: {error['detail']}")
    if problem.get("errors_truncated"):
        said.append("- There are more faults than these.")
    return RefusedError("\n".join(said))


class Service(Protocol):
    """Whatever answers the operations of the contract."""

    def compute(self, operation_id: str, body: bytes, media_type: str, give_way: Callable[[int], object]) -> bytes:
        """Return the answer to a body; raises `RefusedError`."""

    def find(self, operation_id: str, media_type: str, **names: str) -> bytes:
        """Return what a lookup finds under these names; raises `RefusedError`."""


@dataclass
class InProcess:
    """The service without a server."""

    settings: Settings

    def __post_init__(self) -> None:
        """Read the contract and the presets: the first calls may come all at once, and each would read them."""
        presets()
        runner_of("auditRound", self.settings)

    def compute(self, operation_id: str, body: bytes, media_type: str, give_way: Callable[[int], object]) -> bytes:
        """Return the answer to a body; ``give_way`` may end the computation at each of its steps."""
        runner = runner_of(operation_id, self.settings)
        try:
            exchange = runner.run(body, give_way)
        except Problem as problem:
            raise _refused(body_of(problem, None)) from None
        return runner.computation.content(exchange, media_type)

    def find(self, operation_id: str, media_type: str, **names: str) -> bytes:
        """Return what a lookup finds."""
        handler = HANDLERS[operation_id]
        if not isinstance(handler, Lookup):
            raise TypeError(operation_id)
        try:
            return handler.writers[media_type](handler.find(*names.values()))
        except Problem as problem:
            raise _refused(body_of(problem, None)) from None


@dataclass(frozen=True)
class Remote:
    """A service that runs elsewhere."""

    url: str
    key: str | None = None
    """The API key that it asks for."""
    timeout: float = 60.0
    _paths: Mapping[str, str] = field(
        default_factory=lambda: {operation.operation_id: operation.path for operation in operations(_DOCUMENT)}
    )

    def compute(self, operation_id: str, body: bytes, media_type: str, give_way: Callable[[int], object]) -> bytes:
        """Return the answer to a body."""
        give_way(0)
        return self._ask(self._paths[operation_id], body, media_type)

    def find(self, operation_id: str, media_type: str, **names: str) -> bytes:
        """Return what a lookup finds."""
        escaped = {name: quote(value, safe="") for name, value in names.items()}
        return self._ask(self._paths[operation_id].format(**escaped), None, media_type)

    def _ask(self, path: str, body: bytes | None, media_type: str) -> bytes:
        headers = {"Accept": media_type, "Content-Type": JSON}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        asked = urllib.request.Request(self.url.rstrip("/") + path, body, headers)  # noqa: S310 - the operator's address
        try:
            with urllib.request.urlopen(asked, timeout=self.timeout) as answer:  # noqa: S310 - as above
                read: bytes = answer.read()
                return read
        except urllib.error.HTTPError as error:
            raise self._refusal(error.code, error.read()) from None
        except OSError as error:
            raise RefusedError(f"The service at {self.url} does not answer ({type(error).__name__}).") from None

    def _refusal(self, status: int, body: bytes) -> RefusedError:
        try:
            return _refused(json.loads(body))
        except (ValueError, LookupError, TypeError, AttributeError):
            return RefusedError(f"The service at {self.url} answered with the status {status} and no explanation.")


@dataclass(frozen=True)
class Call:
    """One call of a tool: its arguments, which have the types that its schema states."""

    service: Service
    arguments: Mapping[str, Any]
    give_way: Callable[[int], object]

    def answer(self, operation_id: str, request: object, *, paged: bool = True) -> str:
        """Return an answer as the caller wants it, a page or the whole JSON."""
        media_type = MARKDOWN if paged and self.arguments.get("answer", _PAGE) == _PAGE else JSON
        return self.service.compute(operation_id, _body(request), media_type, self.give_way).decode()


def _body(request: object) -> bytes:
    # Not orjson, which writes NaN as null; half a surrogate pair is no UTF-8, which the service says of it.
    try:
        return json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")
    except RecursionError:
        raise RefusedError("The arguments are nested too deep.") from None


def _read_record(call: Call) -> str:
    return call.answer("readRecords", _reading(call), paged=False)


def _reading(call: Call) -> dict[str, Any]:
    return {name: call.arguments[name] for name in ("text", "notation", "ruleset") if name in call.arguments}


def _on_record(operation_id: str, member: str, other_tool: str, call: Call, *, paged: bool = True) -> str:
    """Return the answer to the record of a call, or to the one that its text says."""
    arguments = call.arguments
    if ("record" in arguments) == ("text" in arguments):
        raise RefusedError("Give either `record` or `text`.")
    if "record" in arguments:
        record = arguments["record"]
        if "ruleset" in arguments and "ruleset" not in record:
            record = {"ruleset": arguments["ruleset"], **record}
        return call.answer(operation_id, record, paged=paged)
    read = json.loads(call.service.compute("readRecords", _body(_reading(call)), JSON, call.give_way))
    records, number = read["records"], arguments.get("number", 1)
    if number > len(records) or ("number" not in arguments and len(records) > 1):
        raise RefusedError(f"The text has {count_of(len(records), 'record')}: say which by `number`, from 1.")
    record = records[number - 1]
    if "rounds" in record:
        raise RefusedError(
            "The text is a whole game. Read it with read_record, and send one of its `rounds` as `record`, together"
            " with the `ruleset`, `players` and `teams` of the game."
        )
    if member not in record:
        raise RefusedError(f"The text has no `{member}`: send it to {other_tool}.")
    notes = "".join(f"- Line {note['line']}: {note['detail']}\n" for note in read["notes"])
    answered = call.answer(operation_id, record, paged=paged)
    if not paged or call.arguments.get("answer", _PAGE) == _JSON:
        return answered
    return f"{answered}\n## How the text was read\n\n{notes}" if notes else answered


def _rulebook(call: Call) -> str:
    named, parameter = call.arguments.get("ruleset"), call.arguments.get("parameter")
    if named is None:
        if parameter is not None:
            raise RefusedError("Say of which `ruleset` you want the rule.")
        known = json.loads(call.service.find("listRulesets", JSON))["rulesets"]
        return "\n".join(f"- `{ruleset['name']}`: {ruleset['title']}" for ruleset in known)
    if isinstance(named, str):
        find = partial(call.service.find, "getRulebook", name=named)
    elif parameter is None:
        return call.answer("resolveRuleset", {"ruleset": named})
    else:
        raise RefusedError("The rule of one parameter can be looked up by the name of a ruleset only.")
    if parameter is None:
        return find(media_type=MARKDOWN).decode()
    rules = [rule for section in json.loads(find(media_type=JSON))["sections"] for rule in section["rules"]]
    texts = [f"{rule['text']} ({rule['basis']})" for rule in rules if rule.get("parameter") == parameter]
    if not texts:
        names = {rule["parameter"]: None for rule in rules if "parameter" in rule}
        meant = name_meant(parameter, names)
        nearest = f" The nearest is {quoted(meant)}." if meant else ""
        raise RefusedError(f"No rule of this rulebook is a parameter {quoted(parameter)}.{nearest}")
    return "\n".join(texts)


@dataclass(frozen=True)
class Tool:
    """A tool: what its reader is told, what it takes, and the function that answers."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, Mapping[str, Any]]
    run: Callable[[Call], str]
    required: tuple[str, ...] = ()


_COMPONENTS: Mapping[str, Any] = _DOCUMENT["components"]["schemas"]
_USUAL = _COMPONENTS["RulesetReference"]["examples"][0]
_RULESET_NAMES = (
    f'Which rules the table plays by: a name such as "{_USUAL}" (what most people play; use it if nobody says)'
    ' or an object {"name": ..., "options": [...], "overrides": {...}}. The tool `rulebook` lists the names.'
)
_PART = {"type": "integer", "minimum": 1, "description": "Which part of an answer that was cut; from 1."}
_FORM = {
    "type": "string",
    "enum": [_PAGE, _JSON],
    "description": "page (the default): a page to read and quote. json: the whole answer of the service.",
}
_RULESET: Mapping[str, Any] = {"type": ["string", "object"], "description": _RULESET_NAMES}
_SHORT: Mapping[str, Mapping[str, Any]] = {
    "RulesetReference": _RULESET,
    "Card": {"type": "string"},
    "RecordedCard": {"type": "string"},
}
"""What is said of these components in the place of their schemas: the tools describe cards in words."""
_TEXT: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": "string", "description": "The record as text, in any notation that read_record reads."},
    "notation": {
        "type": "string",
        "enum": ["shorthand", "ptn", "csv", "openspiel"],
        "description": "The notation of `text`; recognised if absent.",
    },
    "ruleset": {
        "type": _RULESET["type"],
        "$ref": "RulesetReference",
        "description": "The ruleset of a record that names none.",
    },
}
_NUMBER = {"type": "integer", "minimum": 1, "description": "Which record of `text`, if it has several; from 1."}
_CARDS = (
    "Cards are rank and suit (`AS`, `TH` for the ten of hearts, `2C`; `LJ` and `BJ` are the little and the big joker),"
    " `??` a card that nobody could read."
)
_HOW_FINDINGS_READ = (
    "A finding is proved by the record, with the rule and the proof; a question under `undecided` is one that the"
    " record can't settle: nobody is accused of it, and `decided_by` says what would settle it. Never turn an open"
    " question into an accusation. Quote the ruling id: anyone can have the ruling recomputed."
)
TOOLS = (
    Tool(
        "read_record",
        "Read a record",
        "Reads a round or a game of Spades written as text and returns the records as JSON, to send to the other tools,"
        " with notes on choices of reading. Shorthand is the easiest to write: a line with the ruleset, the players"
        " clockwise and the dealer; a line of bids; then a line for each trick: who led, and the cards clockwise."
        f" Example:\n{_USUAL}; N E S W; dealer W\nN 2  E 5  S nil  W 1\nN QD 2D 5D 3D\nE 5C 9C 4C QC\n{_CARDS} It also"
        " reads score sheets in CSV and the logs of other programs. Refusals name the line and what to write instead.",
        {**_TEXT, "part": _PART},
        _read_record,
        ("text",),
    ),
    Tool(
        "score_round",
        "Score a round",
        "Scores one finished round from its bids and the tricks that each player won, without cards: points of each"
        " side line by line, bags, nils, and new totals if `before` has the standing. For a round whose cards are known"
        " or disputed use audit_round, which also scores it. A bid of 0 is a nil in most rulesets.",
        {
            "record": {"$ref": "ScoreRequest", "description": "The bids and the tricks won."},
            **_TEXT,
            "number": _NUMBER,
            "answer": _FORM,
            "part": _PART,
        },
        partial(_on_record, "scoreRound", "tricks_won", "audit_round"),
    ),
    Tool(
        "audit_round",
        "Rule on a round",
        "Rules on one recorded round, complete or not: did anyone revoke, lead out of turn, break spades too early, bid"
        " against the rules; is the score sheet right; what does it cost; who won each trick, and the score as played"
        " and as ruled. Give the record as `text` (such as shorthand, see read_record) or as JSON. Leave out what"
        f" nobody knows: hands, bids and tricks may be missing. {_CARDS} {_HOW_FINDINGS_READ}",
        {
            "record": {"$ref": "RoundRecord", "description": "The record, instead of `text`."},
            **_TEXT,
            "number": _NUMBER,
            "answer": _FORM,
            "part": _PART,
        },
        partial(_on_record, "auditRound", "tricks", "score_round"),
    ),
    Tool(
        "whose_turn",
        "Whose turn it is",
        "Says who is to bid, draw, pass or play next in a round that is going on, and what that player may do. Give all"
        " that was bid and played so far, as to audit_round.",
        {
            "record": {"type": "object", "description": "The record so far, instead of `text`."},
            **_TEXT,
            "part": _PART,
        },
        partial(_on_record, "nextInRound", "tricks", "score_round", paged=False),
    ),
    Tool(
        "legal_plays",
        "Which cards are legal",
        "Says which cards of a hand may be played now, and of each other card which rule forbids it. Needs the hand of"
        f" the player whose turn it is, what was played in this trick, and whether spades are broken. {_CARDS}",
        {"position": {"$ref": "PlaysRequest", "description": "The hand and the trick so far."}, "part": _PART},
        lambda call: call.answer("listLegalPlays", call.arguments["position"], paged=False),
        ("position",),
    ),
    Tool(
        "judge_claim",
        "Judge a claim",
        'Says whether a claim such as "the rest are mine" holds against any play, with all remaining hands known, and'
        " shows a line of play that proves or refutes it. Also for a claim of some of the tricks left. If the search"
        f" ends at its limit, the claim stays undecided. {_CARDS}",
        {
            "position": {"$ref": "JudgeClaimRequest", "description": "The hands that are left and the claim."},
            "part": _PART,
        },
        lambda call: call.answer("judgeClaim", call.arguments["position"], paged=False),
        ("position",),
    ),
    Tool(
        "rulebook",
        "Look up the rules",
        "Returns the rules of a ruleset in plain words, each with what it rests on; or the rule of one `parameter`, as"
        " findings name it (`play.follow_suit`). Without a ruleset it lists those there are. Ask this instead of"
        " answering from memory: house rules differ in nils, bags, jokers and what a revoke costs.",
        {
            "ruleset": _RULESET,
            "parameter": {"type": "string", "description": "A parameter, such as `bags.limit`."},
            "answer": _FORM,
            "part": _PART,
        },
        _rulebook,
    ),
)
_BY_NAME = {tool.name: tool for tool in TOOLS}
INSTRUCTIONS = (
    "Scores rounds of the card game Spades and rules on disputed ones, by a stated ruleset. Never judge a revoke, a"
    " claim or a score yourself: call audit_round, judge_claim or score_round. Ask which ruleset the table plays by; if"
    f' nobody knows, use "{_USUAL}" and say so. Send what was recorded and nothing that was not: a guessed card proves'
    f" nothing. {_HOW_FINDINGS_READ}"
)
_DISPUTE = """A dispute at a Spades table is to be settled. What is known so far: {what_happened}

Ask for what is missing of this, a few questions at a time, and take "nobody knows" for an answer:
1. Which rules does the table play by? (The tool `rulebook` lists the rulesets; "{usual}" if nobody knows.)
2. Who sits where, clockwise, and who dealt?
3. What did each player bid, in which order? Was any bid blind?
4. Which tricks were played: who led each, and the cards in order? Write ?? for a card that nobody remembers.
5. Which hands are known, or which cards did the accused player play later? A revoke is proved by a card of the suit led
   that the player held: in a known hand, or played in a later trick.
6. Who called it, and when? Were the next cards played already, was a card taken back?
7. What does the score sheet say, and what was the score before the round?

Then call audit_round with all of it (judge_claim for a claim with known hands, score_round if only the figures are
disputed). Say first what is proved and by what, then what it costs, then what stays open and what would decide it. Add
the ruling id. Accuse nobody of anything that the ruling does not prove."""
_PROMPT = types.Prompt(
    name="settle_a_dispute",
    title="Settle a dispute",
    description="Asks the questions that decide a dispute at the table, and has it ruled on.",
    arguments=[types.PromptArgument(name="what_happened", description="What is known so far, in any words.")],
)


class _Definitions:
    """What the schema of a tool takes of the contract, with short descriptions."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def short(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return a schema of the contract in short, and keep what it refers to."""
        # That no other members are allowed, the service says of those that are sent.
        return {key: self._member(key, value) for key, value in schema.items() if key in _KEPT and value is not False}

    def _member(self, key: str, value: Any) -> Any:
        if key == "$ref":
            name = value.rpartition("/")[2]
            self._define(name)
            return f"#/$defs/{name}"
        if key == "description":
            return _shortened(value)
        if key == "properties":
            return {name: self.short(member) for name, member in value.items() if name not in _LEFT_OUT}
        return self.short(value) if isinstance(value, dict) else value

    def _define(self, name: str) -> None:
        if name in _SHORT:
            self.made[name] = _SHORT[name]
        elif name not in self.made:
            self.made[name] = {}
            self.made[name] = self.short(_COMPONENTS[name])


def _schema_of(tool: Tool) -> dict[str, Any]:
    """Return the schema of a tool's arguments."""
    taken = _Definitions()
    properties = {
        name: taken.short(schema) if "$ref" in schema else dict(schema) for name, schema in tool.arguments.items()
    }
    schema = {"type": "object", "properties": properties, "required": list(tool.required)}
    return {**schema, "additionalProperties": False, **({"$defs": taken.made} if taken.made else {})}


def _shortened(description: str) -> str:
    first = " ".join(description.split()).partition(". ")[0]
    return first if len(first) <= _LONGEST_DESCRIPTION else f"{first[:_LONGEST_DESCRIPTION].rpartition(' ')[0]} ..."


_TYPES: Mapping[str, tuple[type, ...]] = {"string": (str,), "object": (dict,), "integer": (int,)}


def _faults(tool: Tool, arguments: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the arguments of a tool; what is within a record the contract judges."""
    faults = [f"`{name}` is missing." for name in tool.required if name not in arguments]
    for name, value in arguments.items():
        if name not in tool.arguments:
            faults.append(f"There is no argument {quoted(name[:64])}: there are {listed(list(tool.arguments))}.")
            continue
        schema = tool.arguments[name]
        wanted = schema.get("type", "object")
        kinds = [wanted] if isinstance(wanted, str) else wanted
        fits = any(isinstance(value, _TYPES[kind]) for kind in kinds) and not isinstance(value, bool)
        if not fits:
            faults.append(f"`{name}` must be of the type {' or '.join(kinds)}.")
        elif value not in schema.get("enum", [value]):
            faults.append(f"`{name}` must be {' or '.join(schema['enum'])}.")
        elif isinstance(value, int) and value < 1:
            faults.append(f"`{name}` counts from 1.")
    return faults


def _tool_for(name: str, arguments: Mapping[str, Any]) -> Tool:
    """Return the tool of a name, whose arguments these may be; raises `RefusedError`."""
    if name not in _BY_NAME:
        raise RefusedError(f"There is no tool {quoted(name[:64])}. The tools are {listed(list(_BY_NAME))}.")
    if faults := _faults(_BY_NAME[name], arguments):
        raise RefusedError("\n".join(faults))
    return _BY_NAME[name]


def part_of(text: str, number: int) -> str:
    """Return a part of an answer, with a word on how to ask for the next; raises `RefusedError` if there is none."""
    whole = text.encode()
    if len(whole) <= MOST_BYTES and number == 1:
        return text
    parts, rest = [], whole
    while rest:
        end = min(len(rest), MOST_BYTES - _NOTE_BYTES)
        if end < len(rest):
            end = rest.rfind(b"\n", 0, end) + 1 or end
            while rest[end] & 0xC0 == 0x80:  # noqa: PLR2004 - within a character of UTF-8
                end -= 1
        parts.append(rest[:end])
        rest = rest[end:]
    if number > len(parts):
        raise RefusedError(f"The answer has {count_of(len(parts), 'part')}.")
    shown = parts[number - 1].decode()
    if number == len(parts):
        return shown
    note = (
        f'[Part {number} of {len(parts)}. For the next, call again with the same arguments and "part": {number + 1}.]'
    )
    return f"{shown}\n\n{note}"


class _Cancelled(Exception):  # noqa: N818 - no error: nobody waits for the answer any more
    """The call was cancelled."""


@dataclass
class _Assistant:
    """What the server answers to each message."""

    service: Service
    tools: list[types.Tool]

    async def list_tools(self, _: object, __: object) -> types.ListToolsResult:
        """Return the tools."""
        return types.ListToolsResult(tools=self.tools)

    async def call_tool(self, _: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
        """Return what a tool answers; a refusal is an answer, too, which its reader can act on."""
        arguments = asked.arguments or {}
        try:
            tool = _tool_for(asked.name, arguments)
            text = await self._in_thread(lambda give_way: tool.run(Call(self.service, arguments, give_way)))
            text = part_of(text, arguments.get("part", 1))
        except RefusedError as refusal:
            return _result(str(refusal), is_error=True)
        except Exception:  # noqa: BLE001 - whatever it is, the caller learns only that it is no fault of the call
            _LOG.exception("the call of a tool failed")
            return _result(internal_error().detail, is_error=True)
        return _result(text, is_error=False)

    async def _in_thread(self, run: Callable[[Callable[[int], object]], str]) -> str:
        """Return the answer of a function that runs beside the messages, and ends at its next step if cancelled."""
        cancelled = Event()

        def give_way(_: int) -> None:
            if cancelled.is_set():
                raise _Cancelled

        def run_unless_cancelled() -> str:
            give_way(0)
            return run(give_way)

        try:
            return await anyio.to_thread.run_sync(run_unless_cancelled, abandon_on_cancel=True)
        finally:
            cancelled.set()

    async def list_resources(self, _: object, __: object) -> types.ListResourcesResult:
        """Return the rulebooks of the rulesets that ship or are the operator's, and the list of findings."""
        rulebooks = [
            types.Resource(uri=f"spades://rulebooks/{name}", name=name, title=preset.title, mime_type="text/markdown")
            for name, preset in presets().items()
        ]
        findings = types.Resource(
            uri="spades://findings", name="findings", title="Every finding there is", mime_type="text/markdown"
        )
        return types.ListResourcesResult(resources=[*rulebooks, findings])

    async def list_templates(self, _: object, __: object) -> types.ListResourceTemplatesResult:
        """Return the forms of the addresses of resources."""
        templates = {"rulebooks/{name}": "The rules of a ruleset", "findings/{code}": "What a finding means"}
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=f"spades://{path}", name=path.partition("/")[0], title=title, mime_type="text/markdown"
                )
                for path, title in templates.items()
            ]
        )

    async def read_resource(self, _: object, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """Return a resource; raises `MCPError` for one that does not exist."""
        kind, _, name = str(asked.uri).removeprefix("spades://").partition("/")
        lookups = {
            ("findings", False): lambda: self.service.find("listFindingCodes", MARKDOWN),
            ("findings", True): lambda: self.service.find("getFindingCode", MARKDOWN, code=name),
            ("rulebooks", True): lambda: self.service.find("getRulebook", MARKDOWN, name=name),
        }
        lookup = lookups.get((kind, bool(name)))
        if lookup is None or not str(asked.uri).startswith("spades://"):
            wanted = "There is no such resource: they are spades://findings and spades://rulebooks/NAME."
            raise MCPError(types.INVALID_PARAMS, wanted)
        try:
            text = (await anyio.to_thread.run_sync(lookup)).decode()
        except RefusedError as refusal:
            raise MCPError(types.INVALID_PARAMS, str(refusal)) from None
        contents = types.TextResourceContents(uri=asked.uri, text=text, mime_type="text/markdown")
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _: object, __: object) -> types.ListPromptsResult:
        """Return the only prompt."""
        return types.ListPromptsResult(prompts=[_PROMPT])

    async def get_prompt(self, _: object, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Return the prompt with what is known of the dispute; raises `MCPError` for another name."""
        if asked.name != _PROMPT.name:
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt but {_PROMPT.name}.")
        known = (asked.arguments or {}).get("what_happened") or "nothing yet."
        content = types.TextContent(
            type="text", text=_DISPUTE.replace("{usual}", _USUAL).replace("{what_happened}", known)
        )
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])


def _result(text: str, *, is_error: bool) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=is_error)


def server_of(service: Service) -> Server[Any]:
    """Return the server in front of a service."""
    reading = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    tools = [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=_schema_of(tool),
            annotations=reading,
        )
        for tool in TOOLS
    ]
    assistant = _Assistant(service, tools)
    return Server(
        "spades-arbiter",
        version=contract_version(),
        title="Spades arbiter",
        instructions=INSTRUCTIONS,
        on_list_tools=assistant.list_tools,
        on_call_tool=assistant.call_tool,
        on_list_resources=assistant.list_resources,
        on_list_resource_templates=assistant.list_templates,
        on_read_resource=assistant.read_resource,
        on_list_prompts=assistant.list_prompts,
        on_get_prompt=assistant.get_prompt,
    )


@dataclass(frozen=True)
class _Guarded:
    """An application that answers only those who have a key."""

    app: ASGIApp
    keys: Keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it (401)."""
        if scope["type"] == "http" and self.keys.holder(Headers(scope=scope).get("authorization", "")) is None:
            problem = Problem("unauthorized", "Send a valid API key: 'Authorization: Bearer <key>'.")
            headers = {"WWW-Authenticate": "Bearer"}
            refusal = JSONResponse(body_of(problem, None), 401, headers, "application/problem+json")
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def serve_on_streams(service: Service) -> None:
    """Answer messages on standard input until it ends."""

    async def serve() -> None:
        server = server_of(service)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(serve)


def serve_over_http(service: Service, settings: Settings, host: str, port: int) -> None:
    """Answer over HTTP, without sessions, until a signal ends the process; with keys if the settings have a file."""
    keys = keys_from(settings.api_keys_file) if settings.api_keys_file else None
    app: ASGIApp = server_of(service).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        host=host,
        max_request_body_size=_ESCAPED * settings.game_bytes,
    )
    uvicorn.run(_Guarded(app, keys) if keys else app, host=host, port=port, log_level="warning")
