"""What to say where a path or a method leads nowhere: which was meant, what to send, and how to call the operation."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from service.http.nearest_path import Paths, Place
from service.json_types import Json
from service.media_types import HTML, JSON, NDJSON
from service.pages.render import write
from service.pages.service_pages import call_page
from service.spades.english import listed

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_DEFAULT_HOST = "127.0.0.1:8000"
# The host is the client's word and goes into a command: nothing that a shell or a page could take for its own.
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?", re.ASCII)
_BODIES = {JSON: f"a JSON body ({JSON})", NDJSON: f"a line of JSON for each request ({NDJSON})"}


class DeadEnds:
    """The answers to paths and methods that lead nowhere."""

    def __init__(self, document: Mapping[str, Any], pages: Collection[str], guarded: Collection[str]) -> None:
        """Read what there is: the contract, the paths of pages outside it, and the operations that ask for a key."""
        places = [Place("GET", path) for path in pages]
        self._calls: dict[str, Json] = {}
        for path, methods in document["paths"].items():
            places += [Place(method.upper(), path) for method in methods]
            if "post" in methods:
                self._calls[path] = _call(path, methods["post"], guarded)
        self._paths = Paths(places)

    def no_path(self, path: str) -> str:
        """Return what to say about a path that does not exist."""
        found = self._paths.nearest(path)
        if found:
            return f"Nothing has this path. The nearest is {listed(found, 'or')}; /docs shows every operation."
        return "Nothing has this path. / lists what there is, and /docs shows every operation."

    def no_method(self, path: str) -> str:
        """Return what to say about a method that a path does not have."""
        call = self._calls.get(path)
        if call is None:
            return "This path is only read: send GET, without a body."
        return f"Send POST {path} with {_BODIES[call['media_type']]}; /docs shows every operation with examples."

    def call_page(self, environ: WSGIEnvironment, problem: Json) -> bytes | None:
        """Return the page that shows how to call the operation at a path that was only asked for, or None."""
        call = self._calls.get(environ["PATH_INFO"])
        if call is None or environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return None
        return write(call_page(problem, call, _address(environ), needs_key=call["needs_key"]), HTML)


def _call(path: str, operation: Mapping[str, Any], guarded: Collection[str]) -> Json:
    """Return what a page needs to know of a POST operation; the example is the contract's first."""
    ((described, content),) = operation["requestBody"]["content"].items()
    return {
        "path": path,
        "summary": operation["summary"],
        "media_type": JSON if described == JSON else NDJSON,
        "example": next(iter(content["examples"].values()))["value"],
        "needs_key": operation["operationId"] in guarded,
    }


def _address(environ: WSGIEnvironment) -> str:
    """Return the address that a request came to, without its path."""
    host = environ.get("HTTP_HOST", "")
    scheme = "https" if environ.get("wsgi.url_scheme") == "https" else "http"
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else f"http://{_DEFAULT_HOST}"
