"""The short way to an answer: a body goes to its operation, and JSON comes back, without a request of Flask's.

Flask's own round (context, routing, response) costs more than reading a record. It is taken by whatever is out of the
ordinary: another method, a page instead of JSON, and every failure, so that there is one place where failures are
answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import orjson

from service.answering import Answering
from service.body import JSON, read_body
from service.preference import preferred
from service.telemetry import OPERATION

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FAILURE = "spades.failure"
"""Where a failure waits in the environment for the view that answers it."""


class Direct:
    """A WSGI application in front of Flask's that answers what is posted to one of these paths."""

    def __init__(self, application: WSGIApplication, posted: Mapping[str, Answering]) -> None:
        self._application = application
        self._posted = posted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        answering = self._posted.get(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if answering is None or preferred(environ.get("HTTP_ACCEPT"), answering.kinds) != JSON:
            return self._application(environ, start_response)
        try:
            content = orjson.dumps(answering.answer(read_body(environ, answering.most_bytes))[1])
        except Exception as error:  # noqa: BLE001 - Flask's error handlers tell them apart
            environ[FAILURE] = error
            return self._application(environ, start_response)
        environ[OPERATION] = answering.name
        headers = [("Content-Type", JSON), ("Content-Length", str(len(content)))]
        if len(answering.kinds) > 1:
            headers.append(("Vary", "Accept"))
        start_response("200 OK", headers)
        return [content]
