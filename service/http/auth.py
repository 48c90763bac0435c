"""API keys at the door: who may use an operation, checked alike on the fast path and in Flask."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypeAlias

from service.problems import Problem
from service.runtime.request_context import CLIENT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

Authorize: TypeAlias = "Callable[[WSGIEnvironment, str | None], None]"
"""Checks the key of a request to an operation; raises `Problem` (401). None is a path without an operation."""


def authorize_everybody(_: WSGIEnvironment, __: str | None) -> None:
    """Let every request pass: the service has no keys."""


def authorize_by_key(find_client: Callable[[str], str | None], guarded: Collection[str]) -> Authorize:
    """Return the check of API keys.

    ``find_client`` returns the name of the client that an Authorization header belongs to, or None; ``guarded`` are
    the operations that ask for a key. A preflight (OPTIONS) carries no key and needs none. The client's name is noted
    in the environment for the access log.
    """

    def authorize(environ: WSGIEnvironment, operation_id: str | None) -> None:
        if operation_id not in guarded or environ["REQUEST_METHOD"] == "OPTIONS":
            return
        client = find_client(environ.get("HTTP_AUTHORIZATION", ""))
        if client is None:
            raise Problem("unauthorized", "Send a valid API key: 'Authorization: Bearer <key>'.")
        environ[CLIENT] = client

    return authorize
