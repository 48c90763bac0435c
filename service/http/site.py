"""What is no operation on a body or a name: the index, the contract itself, its pages and schemas, probes, metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import orjson
from flask import Blueprint, Response, request

from service.core_build import choose
from service.http.dead_ends import address_of
from service.http.desk import DESK, EXAMPLE, SHEET, add_desk
from service.http.incoming import Authorize
from service.http.reply import BodilessResponse, PostRoute, add_document, cacheable, content_headers, etag_of, preferred
from service.media_types import HTML, JSON, MARKDOWN, SCHEMA, YAML, Json
from service.operations.lookups import example_of
from service.operations.operation import missing
from service.operations.runner import judged_for_page
from service.pages.contract_page import ADDRESS, contract_page
from service.pages.render import REFERENCE_SCRIPT, REFERENCE_STYLE, filled_in, write
from service.pages.service_pages import home_page
from service.runtime.metrics import CONTENT_TYPE, exposition
from service.settings import Settings
from service.spades import ENGINE_VERSION
from service.spades.english import quoted
from service.wire.contract import contract_text, guarded_operations, text_without_keys, without_keys

PROBES = ("/livez", "/readyz")
"""The paths of the contract that are served here: each is asked for every few seconds, and never kept."""
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMPONENTS = "#/components/schemas/"
_DEFINITIONS = "#/$defs/"
SCHEMAS: Mapping[str, tuple[str, str]] = {
    "round-record.json": ("RoundRecord", "Round record"),
    "ruling.json": ("Ruling", "Ruling"),
    "game-record.json": ("AuditedGameRequest", "Game record"),
    "game-ruling.json": ("GameRuling", "Ruling on a game"),
}
"""The file name of each schema, with its component in the contract and its title."""

_DOCS = "/docs"
_DOCS_FILES = {
    "reference.js": "text/javascript; charset=utf-8",
    "reference.css": "text/css; charset=utf-8",
}
# The page runs only its own script, and connects only to this service.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def path_of(name: str) -> str:
    """Return the path of a schema, which is its ``$id`` too."""
    return f"/schemas/{name}"


def json_schema(document: Mapping[str, Any], name: str) -> Json:
    """Return a component of an OpenAPI 3.1 document as a JSON Schema (2020-12) that refers to nothing but itself."""
    component, title = SCHEMAS[name]
    components = document["components"]["schemas"]
    needed: list[str] = []
    waiting = list(_referred(components[component]))
    while waiting:
        referred = waiting.pop()
        if referred not in needed:
            needed.append(referred)
            waiting += _referred(components[referred])
    return {
        "$schema": _DIALECT,
        "$id": path_of(name),
        "title": title,
        **_moved(components[component]),
        "$defs": {referred: _moved(components[referred]) for referred in sorted(needed)},
    }


def _referred(schema: Json) -> Iterator[str]:
    """Yield the names of the components that a schema refers to itself."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.removeprefix(_COMPONENTS)
            else:
                yield from _referred(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _referred(item)


def _moved(schema: Json) -> Json:
    """Return a schema whose references point to its definitions."""
    if isinstance(schema, dict):
        return {
            key: value.replace(_COMPONENTS, _DEFINITIONS) if key == "$ref" else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(item) for item in schema] if isinstance(schema, list) else schema


_LINKS = (
    ("desk", DESK, "The desk: enter a dispute as far as you know it, and get a ruling; no program needed"),
    ("desk", SHEET, "The score sheet: keep the score of a game, its bags, the next dealer and the winner"),
    ("documentation", _DOCS, "The API: every operation, to read and to try out"),
    ("example", EXAMPLE, "An example: a revoke in a whole round, its proof, its price and the score"),
    ("rulesets", "/v1/rulesets", "Rulesets, each with its rulebook in plain words"),
    ("findings", "/v1/findings", "Findings: everything that a ruling may report, with an example of each"),
    ("rulesets", "/v1/parameters", "Parameters of house rules, with their values and the meaning of each"),
    ("problems", "/problems", "Problems: the reasons why a request may fail, and the remedies"),
    ("limits", "/v1/limits", "Limits: how large a request may be"),
    ("contract", "/openapi.json", "The contract as an OpenAPI document in JSON"),
    ("contract", "/openapi.yaml", "The same in YAML, with its comments"),
)


def index_of(document: Mapping[str, Any]) -> Json:
    """Return the index as JSON; everything in it is in the contract, which anybody may read."""
    return {
        "title": document["info"]["title"],
        "version": document["info"]["version"],
        "links": [{"rel": rel, "href": href, "title": title} for rel, href, title in _LINKS],
    }


def index_content(document: Mapping[str, Any]) -> Json:
    """Return the index as JSON, with what only its page says."""
    ruleset = document["components"]["schemas"]["RulesetReference"]["examples"][0]
    return {**index_of(document), "summary": document["info"]["summary"], "ruleset": ruleset}


def linked_paths() -> list[str]:
    """Return the paths outside the contract to which the index and the page of the API lead."""
    linked = [href for rel, href, _ in _LINKS if rel in {"desk", "example", "documentation", "contract"}]
    return [*linked, *map(path_of, SCHEMAS)]


class Operations(NamedTuple):
    """What the desk answers its form with: the POST operations by path, who may use them, and their limits."""

    post_routes: Mapping[str, PostRoute]
    authorize: Authorize
    settings: Settings


def blueprint(document: Mapping[str, Any], operations: Operations) -> Blueprint:
    """Return the routes outside the contract; what they serve is read once, now."""
    outside = Blueprint("outside", __name__)
    add_desk(outside, *operations)
    _add_index(outside, document)
    has_keys = operations.settings.api_keys_file is not None
    _add_contract(outside, document, has_keys=has_keys)
    _add_docs(outside, document, has_keys=has_keys)
    _add_schemas(outside, document)
    _add_probes(outside)
    return outside


def _add_index(outside: Blueprint, document: Mapping[str, Any]) -> None:
    content = index_content(document)
    as_json = orjson.dumps(index_of(document))
    offered = (JSON, MARKDOWN, HTML)

    @lru_cache(maxsize=16)
    def page(address: str, media_type: str) -> bytes:
        return write(home_page(content, address, example_of("revoke", judged_for_page)), media_type)

    @outside.get("/")
    def root() -> Response:
        media_type = preferred(request.environ.get("HTTP_ACCEPT"), offered)
        shown = as_json if media_type == JSON else page(address_of(request.environ), media_type)
        return cacheable(Response(shown, headers=content_headers(media_type, offered)), etag_of(shown))


def _add_contract(outside: Blueprint, document: Mapping[str, Any], *, has_keys: bool) -> None:
    text = contract_text()
    as_yaml = (text if has_keys else text_without_keys(text)).encode()
    as_json = orjson.dumps(document if has_keys else without_keys(document))
    add_document(outside, "/openapi.yaml", "openapi_yaml", lambda: as_yaml, {"Content-Type": YAML})
    add_document(outside, "/openapi.json", "openapi_json", lambda: as_json, {"Content-Type": JSON})


def _add_docs(outside: Blueprint, document: Mapping[str, Any], *, has_keys: bool) -> None:
    files = {"reference.js": REFERENCE_SCRIPT.encode(), "reference.css": REFERENCE_STYLE.encode()}
    tags = {name: etag_of(content) for name, content in files.items()}

    @cache
    def page() -> bytes:
        content = contract_page(document, guarded_operations(document) if has_keys else ())
        loaded = {"style": f"{_DOCS}/reference.css", "script": f"{_DOCS}/reference.js"}
        schemas = [(path_of(name), title) for name, (_, title) in SCHEMAS.items()]
        return filled_in("reference", {**content, **loaded, "json_schemas": schemas})

    @lru_cache(maxsize=4)
    def page_at(address: str) -> tuple[bytes, str]:
        whole = page().replace(ADDRESS.encode(), address.encode())
        return whole, etag_of(whole)

    @outside.get(_DOCS)
    def docs() -> Response:
        whole, tag = page_at(address_of(request.environ))
        return cacheable(Response(whole, headers={"Content-Type": HTML, "Content-Security-Policy": DOCS_POLICY}), tag)

    @outside.get(f"{_DOCS}/<name>")
    def docs_file(name: str) -> Response:
        if name not in files:
            raise missing(f"file {quoted(name)}")
        return cacheable(Response(files[name], content_type=_DOCS_FILES[name]), tags[name])


def _add_schemas(outside: Blueprint, document: Mapping[str, Any]) -> None:
    schemas = {name: orjson.dumps(json_schema(document, name)) for name in SCHEMAS}
    tags = {name: etag_of(content) for name, content in schemas.items()}

    @outside.get("/schemas/<name>")
    def schema(name: str) -> Response:
        if name not in schemas:
            raise missing(f"schema {quoted(name)}; /docs lists all schemas")
        return cacheable(Response(schemas[name], content_type=SCHEMA), tags[name])


def _add_probes(outside: Blueprint) -> None:
    build = choose()
    why = {"why_plain": build.why_plain} if build.why_plain else {}
    ready = orjson.dumps({"engine_version": ENGINE_VERSION, "core": build.kind, **why})

    @outside.get("/livez")
    def livez() -> Response:
        return BodilessResponse(status=204)

    @outside.get("/readyz")
    def readyz() -> Response:
        return Response(ready, headers={"Cache-Control": "no-store"}, content_type=JSON)

    @outside.get("/metrics")
    def metrics() -> Response:
        return Response(exposition(), content_type=CONTENT_TYPE)
