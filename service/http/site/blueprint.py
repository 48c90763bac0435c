"""The routes outside the contract: the index, the document and its pages, schemas, public keys, probes and metrics."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from flask import Blueprint, Response, request

from service.core_build import choose
from service.http.auth import Authorize
from service.http.negotiation import preferred
from service.http.reply import content_headers
from service.http.responders import PostRoute
from service.http.site.desk import add_desk
from service.http.site.index import PUBLIC_KEYS, index_content, index_of
from service.http.site.json_schemas import SCHEMAS, json_schema
from service.http.views import BodilessResponse, cacheable, etag_of
from service.json_types import Json
from service.media_types import HTML, JSON, KEY_SET, MARKDOWN, SCHEMA, YAML
from service.operations.operation import missing
from service.pages.render import write
from service.pages.service_pages import home_page
from service.runtime.metrics import CONTENT_TYPE, exposition
from service.settings import Settings
from service.spades import ENGINE_VERSION
from service.spades.english import quoted
from service.wire.contract import OPENAPI_FILE

_PAGE = Path(__file__).parent.parent / "docs_page"
_PAGE_FILES = {
    "start.js": "text/javascript; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
}
# The page runs only its own scripts, and connects only to this service.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Operations(NamedTuple):
    """What the desk answers its form with: the POST operations by path, who may use them, and their limits."""

    post_routes: Mapping[str, PostRoute]
    authorize: Authorize
    settings: Settings


def blueprint(document: Mapping[str, Any], public_keys: Json, operations: Operations) -> Blueprint:
    """Return the routes outside the contract; what they serve is read once, now.

    ``public_keys`` are those that check signatures, as a JSON Web Key set.
    """
    outside = Blueprint("outside", __name__)
    add_desk(outside, *operations)
    _add_index(outside, document)
    _add_contract(outside, document)
    _add_docs(outside)
    _add_schemas(outside, document)
    _add_public_keys(outside, public_keys)
    _add_probes(outside)
    return outside


def _add_index(outside: Blueprint, document: Mapping[str, Any]) -> None:
    content = index_content(document)
    index = {JSON: orjson.dumps(index_of(document))}
    index |= {media_type: write(home_page(content), media_type) for media_type in (MARKDOWN, HTML)}
    offered = tuple(index)
    tags = {media_type: etag_of(shown) for media_type, shown in index.items()}

    @outside.get("/")
    def root() -> Response:
        media_type = preferred(request.environ.get("HTTP_ACCEPT"), offered)
        response = Response(index[media_type], headers=content_headers(media_type, offered))
        return cacheable(response, tags[media_type])


def _add_contract(outside: Blueprint, document: Mapping[str, Any]) -> None:
    as_yaml, as_json = OPENAPI_FILE.read_bytes(), orjson.dumps(document)
    tags = {content: etag_of(content) for content in (as_yaml, as_json)}

    @outside.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return cacheable(Response(as_yaml, content_type=YAML), tags[as_yaml])

    @outside.get("/openapi.json")
    def openapi_json() -> Response:
        return cacheable(Response(as_json, content_type=JSON), tags[as_json])


def _add_docs(outside: Blueprint) -> None:
    page = (_PAGE / "index.html").read_bytes()
    files = {name: (_PAGE / name).read_bytes() for name in _PAGE_FILES}
    tags = {content: etag_of(content) for content in (page, *files.values())}

    @outside.get("/docs")
    def docs() -> Response:
        response = Response(page, content_type=HTML)
        response.headers["Content-Security-Policy"] = PAGE_POLICY
        return cacheable(response, tags[page])

    @outside.get("/docs/<name>")
    def docs_file(name: str) -> Response:
        if name not in files:
            raise missing(f"file {quoted(name)}")
        return cacheable(Response(files[name], content_type=_PAGE_FILES[name]), tags[files[name]])


def _add_schemas(outside: Blueprint, document: Mapping[str, Any]) -> None:
    schemas = {name: orjson.dumps(json_schema(document, name)) for name in SCHEMAS}
    tags = {name: etag_of(content) for name, content in schemas.items()}

    @outside.get("/schemas/<name>")
    def schema(name: str) -> Response:
        if name not in schemas:
            raise missing(f"schema {quoted(name)}; / lists those that there are")
        return cacheable(Response(schemas[name], content_type=SCHEMA), tags[name])


def _add_public_keys(outside: Blueprint, public_keys: Json) -> None:
    content = orjson.dumps(public_keys)
    tag = etag_of(content)

    @outside.get(PUBLIC_KEYS)
    def jwks() -> Response:
        return cacheable(Response(content, content_type=KEY_SET), tag)


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
