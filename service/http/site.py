"""What is served outside the contract: the document, the page that shows it, the probes and the metrics."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
from flask import Blueprint, Response

from service.http.views import BodilessResponse, cacheable, etag_of
from service.media_types import HTML, JSON, YAML
from service.operations.operation import missing
from service.runtime.metrics import CONTENT_TYPE, exposition
from service.spades.english import quoted
from service.wire.contract import OPENAPI_FILE

_PAGE = Path(__file__).parent / "docs_page"
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


def blueprint(document: Mapping[str, Any]) -> Blueprint:
    """Return the routes outside the contract; what they serve is read once, now."""
    pages = Blueprint("outside", __name__)
    as_yaml, as_json = OPENAPI_FILE.read_bytes(), orjson.dumps(document)
    index = (_PAGE / "index.html").read_bytes()
    files = {name: (_PAGE / name).read_bytes() for name in _PAGE_FILES}
    tags = {content: etag_of(content) for content in (as_yaml, as_json, index, *files.values())}

    @pages.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return cacheable(Response(as_yaml, content_type=YAML), tags[as_yaml])

    @pages.get("/openapi.json")
    def openapi_json() -> Response:
        return cacheable(Response(as_json, content_type=JSON), tags[as_json])

    @pages.get("/")
    def root() -> Response:
        return BodilessResponse(status=307, headers={"Location": "/docs"})

    @pages.get("/docs")
    def docs() -> Response:
        response = Response(index, content_type=HTML)
        response.headers["Content-Security-Policy"] = PAGE_POLICY
        return cacheable(response, tags[index])

    @pages.get("/docs/<name>")
    def docs_file(name: str) -> Response:
        if name not in files:
            raise missing(f"file {quoted(name)}")
        return cacheable(Response(files[name], content_type=_PAGE_FILES[name]), tags[files[name]])

    @pages.get("/livez")
    def livez() -> Response:
        return BodilessResponse(status=204)

    @pages.get("/readyz")
    def readyz() -> Response:
        return BodilessResponse(status=204)

    @pages.get("/metrics")
    def metrics() -> Response:
        return Response(exposition(), content_type=CONTENT_TYPE)

    return pages
