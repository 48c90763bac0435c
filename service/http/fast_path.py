"""The short way to an answer: what is posted goes to its operation, and the answer comes back, without Flask.

Flask's own round (context, routing, response) costs more than reading a record. It is taken by all other requests, and
by every failure, so that there is one place where failures are answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from service.http.responders import Posted
from service.runtime.middleware import OPERATION

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FAILURE = "spades.failure"
"""Where a failure waits in the environment for the view that answers it."""


class Direct:
    """A WSGI application in front of Flask's that answers what is posted to one of these paths."""

    def __init__(self, application: WSGIApplication, posted: Mapping[str, Posted]) -> None:
        self._application = application
        self._posted = posted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        posted = self._posted.get(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if posted is None:
            return self._application(environ, start_response)
        try:
            headers, chunks = posted.respond(environ)
        except Exception as error:  # noqa: BLE001 - Flask's error handlers tell them apart
            environ[FAILURE] = error
            return self._application(environ, start_response)
        environ[OPERATION] = posted.operation
        start_response("200 OK", headers)
        return chunks
