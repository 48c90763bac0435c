"""The application: every operation of the contract bound to its handler, and every failure to its answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from service.http import site as outside
from service.http.fast_path import Direct
from service.http.responders import Counted, Posted, batching, computing
from service.http.views import Bare, posting, showing
from service.keys import Keys, keys_from
from service.operations import bids, findings, games, plays, problem_types, rounds, rulesets, tricks
from service.operations.operation import Batch, Computation, Lookup
from service.problems import MEDIA_TYPE, TYPES, Problem, body_of, internal_error
from service.runtime.middleware import CLIENT, Envelope, request_id, tell_problem
from service.settings import Settings, settings_from
from service.spades.rules.preset_loader import presets
from service.wire import ndjson as batch
from service.wire.contract import ContractError, guarded, load_document, operations
from service.wire.strict_json import JSON

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
_SLUGS = {404: "not-found", 405: "method-not-allowed"}


def create_app(settings: Settings | None = None, document: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    Raises `ContractError` where document and handlers disagree, and `SettingsError` for a setting that is wrong.
    """
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # nothing is redirected, with a body of HTML, for a slash
    app.response_class = Bare  # of what Flask answers by itself: to OPTIONS
    settings = settings_from(os.environ) if settings is None else settings
    document = load_document() if document is None else document
    posted = _bind(app, settings, document)
    app.register_blueprint(outside.blueprint(document))
    if settings.api_keys_file is None:
        app.wsgi_app = Direct(app.wsgi_app, posted)  # type: ignore[method-assign] # as Flask documents it
    else:
        # The gate is Flask's, so that nothing may be answered ahead of it.
        app.before_request(_gate(keys_from(settings.api_keys_file), guarded(document)))
    app.register_error_handler(Problem, _response_to)
    app.register_error_handler(HTTPException, _http_exception)
    app.register_error_handler(Exception, _failure)
    app.wsgi_app = Envelope(app.wsgi_app)  # type: ignore[method-assign] # as Flask documents it
    presets()
    return app


def _bind(app: Flask, settings: Settings, document: Mapping[str, Any]) -> dict[str, Posted]:
    """Bind every operation of the document to its handler, by operationId; neither may be left over.

    Returns the operations that something is posted to, by path.
    """
    compiled = {operation.operation_id: operation for operation in operations(document)}
    if compiled.keys() != HANDLERS.keys():
        unmatched = ", ".join(sorted(compiled.keys() ^ HANDLERS.keys()))
        message = f"document and handlers disagree on these operations: {unmatched}"
        raise ContractError(message)
    counted = {
        name: Counted(compiled[name], handler, settings)
        for name, handler in HANDLERS.items()
        if isinstance(handler, Computation)
    }
    posted: dict[str, Posted] = {}
    for name, operation in compiled.items():
        handler = HANDLERS[name]
        takes: tuple[str, ...] = ()
        view: Callable[..., Response]
        if isinstance(handler, Lookup):
            view = showing(handler)
        else:
            if isinstance(handler, Computation):
                takes, respond = (JSON,), computing(counted[name])
            else:
                takes, respond = (batch.OCTETS,), batching(counted[handler.of], name, settings)
            posted[operation.path] = Posted(name, respond)
            view = posting(respond)
        if operation.takes != takes:
            message = f"{name} takes another body in the document than by its handler"
            raise ContractError(message)
        path = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(path, endpoint=name, view_func=view, methods=[operation.method])
    return posted


def _gate(keys: Keys, operations: Collection[str]) -> Callable[[], None]:
    """Return what lets only those pass who hold a key, where an operation asks for one; a preflight carries none."""

    def gate() -> None:
        if request.endpoint in operations and request.method != "OPTIONS":
            holder = keys.holder(request.environ.get("HTTP_AUTHORIZATION", ""))
            if holder is None:
                raise Problem("unauthorized", "Send a valid key: 'Authorization: Bearer <key>'.")
            request.environ[CLIENT] = holder

    return gate


def _response_to(problem: Problem) -> Response:
    tell_problem(problem)
    body = orjson.dumps(body_of(problem, request_id()))
    response = Response(body, status=problem.kind.status, content_type=MEDIA_TYPE)
    if problem.kind.status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _http_exception(error: HTTPException) -> Response:
    slug = _SLUGS.get(error.code or 0, "bad-request")
    response = _response_to(Problem(slug, TYPES[slug].description))
    headers: Headers = error.get_response().headers
    if "Allow" in headers:
        response.headers["Allow"] = headers["Allow"]
    return response


def _failure(error: Exception) -> Response:
    # Logged with its traceback.
    current_app.logger.error("request %s failed", request_id(), exc_info=error)
    return _response_to(internal_error())
