"""The application: every operation of the contract bound to its handler, and every failure to its answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException

from service import batch
from service.answering import Answering
from service.api import (
    Batch,
    Computation,
    Lookup,
    bids,
    findings,
    games,
    outside,
    plays,
    problem_types,
    rounds,
    rulesets,
    tricks,
)
from service.api.views import batching, computing, showing
from service.body import JSON
from service.contract import ContractError, load_document, operations
from service.direct import Direct
from service.problems import MEDIA_TYPE, Problem, body_of, internal_error
from service.settings import Settings, settings_from
from service.spades.ruleset import presets
from service.telemetry import Envelope, request_id

if TYPE_CHECKING:
    from werkzeug.datastructures import Headers

HANDLERS: Mapping[str, Computation | Batch | Lookup] = {
    **rulesets.LOOKUPS,
    **rulesets.COMPUTATIONS,
    **bids.COMPUTATIONS,
    **plays.COMPUTATIONS,
    **tricks.COMPUTATIONS,
    **rounds.COMPUTATIONS,
    **rounds.BATCHES,
    **games.COMPUTATIONS,
    **findings.LOOKUPS,
    **problem_types.LOOKUPS,
}
_SLUGS = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "unsupported-media-type"}


def create_app(settings: Settings | None = None, document: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    Raises `ContractError` where document and handlers disagree, and `SettingsError` for a setting that is wrong.
    """
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # nothing is redirected, with a body of HTML, for a slash
    settings = settings_from(os.environ) if settings is None else settings
    document = load_document() if document is None else document
    posted = _bind(app, settings, document)
    app.register_blueprint(outside.blueprint(document))
    app.register_error_handler(Problem, _response_to)
    app.register_error_handler(HTTPException, _http_exception)
    app.register_error_handler(Exception, _failure)
    app.wsgi_app = Envelope(Direct(app.wsgi_app, posted))  # type: ignore[method-assign] # as Flask documents it
    presets()
    return app


def _bind(app: Flask, settings: Settings, document: Mapping[str, Any]) -> dict[str, Answering]:
    """Bind every operation of the document to its handler, by operationId; neither may be left over.

    Returns what answers the operations with a body, by path.
    """
    compiled = {operation.operation_id: operation for operation in operations(document)}
    if compiled.keys() != HANDLERS.keys():
        unmatched = ", ".join(sorted(compiled.keys() ^ HANDLERS.keys()))
        message = f"document and handlers disagree on these operations: {unmatched}"
        raise ContractError(message)
    answering = {
        name: Answering(compiled[name], handler, settings)
        for name, handler in HANDLERS.items()
        if isinstance(handler, Computation)
    }
    for name, operation in compiled.items():
        handler = HANDLERS[name]
        takes: tuple[str, ...] = ()
        view: Callable[..., Response]
        if isinstance(handler, Computation):
            takes, view = (JSON,), computing(answering[name])
        elif isinstance(handler, Batch):
            takes, view = (batch.OCTETS,), batching(answering[handler.of], settings)
        else:
            view = showing(handler)
        if operation.takes != takes:
            message = f"{name} takes another body in the document than by its handler"
            raise ContractError(message)
        path = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(path, endpoint=name, view_func=view, methods=[operation.method])
    return {compiled[name].path: each for name, each in answering.items()}


def _response_to(problem: Problem) -> Response:
    return Response(orjson.dumps(body_of(problem, request_id())), status=problem.kind.status, content_type=MEDIA_TYPE)


def _http_exception(error: HTTPException) -> Response:
    slug = _SLUGS.get(error.code or 0, "bad-request")
    response = _response_to(Problem(slug, error.description or ""))
    headers: Headers = error.get_response().headers
    for name in ("Allow", "Retry-After"):
        if name in headers:
            response.headers[name] = headers[name]
    return response


def _failure(error: Exception) -> Response:
    # Logged with its traceback.
    current_app.logger.error("request %s failed", request_id(), exc_info=error)
    return _response_to(internal_error())
