"""What is left of a request's body when its answer begins, as of one that is refused by its head.

The rest is read and discarded before the answer: then the connection takes the next request, and a client that sends
everything before it reads gets its answer. A rest that is too long or too slow stays unread, and the answer says that
the connection ends after it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from service.runtime.turns import LINE, has_hung_up

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_BYTES = 2 * 1024 * 1024
"""The bytes of a body that are discarded."""
LONGEST = 2.0
"""The seconds that this may take, however slowly they come."""
_BETWEEN_CHUNKS = 64 * 1024  # bytes that say how long the chunks of a body are
_BLOCK = 64 * 1024


class _Rest:
    """The connection of a request whose answer waits, with a place among those that take long, read by gunicorn."""

    def __init__(self, connection: Any, most_bytes: int) -> None:
        self._connection, self._left = connection, most_bytes
        self._until: float | None = None
        """When it ends; None before anything had to be waited for."""

    def recv(self, size: int) -> bytes:
        """Return what comes next; raises `OSError` past a limit, and `Problem` without a place to wait in."""
        if not self._left:
            raise TimeoutError
        if self._until is None:
            LINE.take_place()
            self._until = time.monotonic() + LONGEST
        self._connection.settimeout(max(0.0, self._until - time.monotonic()))
        received: bytes = self._connection.recv(min(size, self._left))
        self._left -= len(received)
        return received

    def end(self) -> None:
        """Leave the place, and let whoever reads next take as long as it takes."""
        if self._until is not None:
            LINE.give_place_back()
            self._connection.settimeout(None)


def _discard(request: Any) -> bool:
    """Read what is left of the body of a gunicorn request; return whether the next request begins behind it."""
    body, source = request.body, request.unreader
    length = getattr(body.reader, "length", 0)  # of what is left; chunks say nothing of it
    connection = source.sock
    source.sock = rest = _Rest(connection, MOST_BYTES + _BETWEEN_CHUNKS if length <= MOST_BYTES else 0)
    try:
        while body.read(_BLOCK):
            pass
    except Exception:  # noqa: BLE001 - too much, too slow, broken, or gone: in any case this is not its end
        return False
    finally:
        rest.end()
        source.sock = connection
    return not body.failed


def read_to_the_end(application: WSGIApplication) -> WSGIApplication:
    """Return an application, for gunicorn to call, whose answers begin where the bodies of their requests end."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        response: Any = start_response.__self__  # type: ignore[attr-defined] # a method of gunicorn's response

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
            # A body that was cut short has been read to its end as well, and nothing can come behind it.
            if not _discard(response.req) or (status.startswith("4") and has_hung_up(environ)):
                response.force_close()
            return start_response(status, headers, exc_info)

        return application(environ, start)

    return answer
