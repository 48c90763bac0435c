"""What a request brings: its API key, its media type, and its body, or what is left of that if a client hangs up."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from service.http.coding import is_packed, unpacked
from service.media_types import JSON
from service.problems import SEND_A_BATCH, Problem, too_large
from service.runtime.middleware import CLIENT
from service.settings import digits_to_int
from service.spades.english import quoted
from service.wire.strict_json import READ_EXAMPLE, READ_PATH

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_BLOCK = 256 * 1024  # gunicorn copies what it has read once more for each block, and a block as often as it is long
_CONTENT_TYPE = re.compile(r'\s*([^;\s]+)\s*(?:;\s*charset\s*=\s*"?([^";\s]+)"?\s*)?;?\s*', re.ASCII)


def read_body(
    environ: Mapping[str, Any], max_bytes: int, media_types: Sequence[str] = (JSON,), advice: str = SEND_A_BATCH
) -> bytes:
    """Return the body of a request, which must have at most ``max_bytes`` and one of these media types.

    Raises `Problem`: 415 for another media type or coding, 413 for a longer body (``advice`` says what to do then), 400
    for one that was cut short. Reads at most one byte beyond the limit, so that a chunked body is held to it like any
    other; one in gzip is held to it both before and after it is unpacked.
    """
    _check_media_type(environ.get("CONTENT_TYPE", ""), media_types)
    packed = is_packed(environ.get("HTTP_CONTENT_ENCODING", ""))
    content_length = environ.get("CONTENT_LENGTH") or ""
    length = digits_to_int(content_length)
    # Servers let only digits through, so that a length that is no number has too many of them.
    if length > max_bytes if length is not None else content_length:
        raise too_large(max_bytes, advice)
    stream: IO[bytes] = environ["wsgi.input"]
    chunked = bool(environ.get("wsgi.input_terminated")) or "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "")
    body = b""
    if length or chunked:
        try:
            body = _read(stream, length if length is not None else max_bytes + 1)
        except Exception as error:  # each server has its own exceptions for a body that does not come
            raise Problem("not-json", "The body was cut short.") from error
    if length is not None and len(body) < length:
        raise Problem("not-json", f"The body was cut short: {len(body)} of {length} bytes arrived.")
    if packed and len(body) <= max_bytes:
        body = unpacked(body, max_bytes)
    if len(body) > max_bytes:
        raise too_large(max_bytes, advice)
    return body


def _read(stream: IO[bytes], max_bytes: int) -> bytes:
    """Return what a stream holds, up to a number of bytes, in blocks: servers are slow to read much at once."""
    block = stream.read(min(max_bytes, _BLOCK))
    if len(block) in {0, max_bytes}:
        return block
    whole = BytesIO()
    while block:
        whole.write(block)
        block = stream.read(min(max_bytes - whole.tell(), _BLOCK))
    return whole.getvalue()


def _check_media_type(content_type: str, media_types: Sequence[str]) -> None:
    if content_type in media_types:
        return
    match = _CONTENT_TYPE.fullmatch(content_type)
    media_type, charset = match.groups() if match else (content_type, None)
    if media_type.lower() not in media_types:
        raise Problem("unsupported-media-type", _other_media_type(media_type, media_types))
    if charset is not None and charset.lower() not in {"utf-8", "utf8"}:
        raise Problem("unsupported-media-type", f"Send UTF-8, not {quoted(charset)}.")


def _other_media_type(media_type: str, media_types: Sequence[str]) -> str:
    """Return a sentence on a media type that is not taken, and another on what to do."""
    sent = quoted(media_type) if media_type else "a body without a media type"
    detail = f"Send {' or '.join(media_types)}, not {sent}."
    kind = media_type.lower().partition(";")[0].strip()
    if not kind or kind.startswith(_FORMS):
        return f"{detail} With curl, add -H 'Content-Type: {media_types[0]}'."
    if kind == JSON:
        return f"{detail} Write one request on each line."
    if kind.startswith("text/"):
        return (
            f"{detail} {READ_PATH} makes records of a text in another notation, sent as {READ_EXAMPLE}; to write a file"
            " so: jq -Rs '{text: .}' FILE."
        )
    return detail


def refuse_parameters(environ: Mapping[str, Any], instead: str) -> None:
    """Raise `Problem` (400) for parameters in the address: no operation has any, and none may be ignored."""
    if query := environ.get("QUERY_STRING"):
        raise Problem("bad-request", f"Leave out {quoted(f'?{query}')}: {instead}")


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
