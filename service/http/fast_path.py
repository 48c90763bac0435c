"""POST requests answered ahead of Flask, which answers all others.

Measured in one process: an audit takes 270 us here and 410 us through Flask's context, routing and response.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from service.http.errors import reply_to
from service.http.incoming import Authorize
from service.http.reply import PostRoute
from service.runtime.request_context import OPERATION

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class FastPath:
    """A WSGI application in front of Flask's that answers POST requests to these paths itself."""

    def __init__(self, application: WSGIApplication, routes: Mapping[str, PostRoute], authorize: Authorize) -> None:
        self._application = application
        self._routes = routes
        self._authorize = authorize

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        route = self._routes.get(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if route is None:
            return self._application(environ, start_response)
        environ[OPERATION] = route.operation_id
        try:
            self._authorize(environ, route.operation_id)
            reply = route.respond(environ)
        except Exception as error:  # noqa: BLE001 - every failure has its reply
            reply = reply_to(error, environ)
        start_response(reply.status_line, reply.headers)
        return reply.chunks
