"""The desk at ``/desk``: a page on which a person gets a ruling, its scripts and styles, and its form without scripts.

At ``/desk/sheet`` is the page on which a table keeps its score. The scripts call the operations of the contract.
Without them the form is posted here, and answered with the page that those operations make.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import orjson
from flask import Blueprint, Response, request

from service.http.incoming import Authorize, read_body
from service.http.reply import Headers, PostRoute, Reply, add_document, cacheable, etag_of, flask_response
from service.http.scripts import in_one_script, in_one_style_sheet, modules_of, replay
from service.media_types import HTML, JSON, Json
from service.operations import runner
from service.operations.operation import Lookup, missing
from service.pages.render import STYLE_SHEET, filled_in
from service.problems import Problem, body_of
from service.runtime.middleware import record_problem, request_id
from service.settings import Settings
from service.spades.english import quoted

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FOLDER = Path(__file__).parents[1] / "desk" / "static"
_SOURCES = {"desk": _FOLDER / "start.js", "sheet": _FOLDER / "sheet" / "start.js"}
"""The module with which each page starts."""
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
_WORKER = "worker.js"
# What lets the desk be installed, and open without a network.
_SHELL_TYPES = {
    _WORKER: _TYPES[".js"],
    "manifest.webmanifest": "application/manifest+json",
    "icon.svg": "image/svg+xml",
}
_FORM = "application/x-www-form-urlencoded"
# The path of a set of files names their content, so that a copy never has to be asked about.
KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
# Whoever may call this operation may send the form.
_GUARDED = "auditRound"
_TOO_LONG = "Send the text in parts, a round at a time."
_READER = "/v1/records/read"
# The operation for each kind of record, by the member that identifies it.
_JUDGES = (("rounds", "/v1/games/audit"), ("tricks_won", "/v1/rounds/score"), ("tricks", "/v1/rounds/audit"))

DESK = "/desk"
EXAMPLE = f"{DESK}/example"
_SHEET = "sheet"
SHEET = f"{DESK}/{_SHEET}"
_EXAMPLE = """N E S W; dealer W
N 4  E 3  S 1  W 2

N KH 5H 9H 2H
N AC 2C 7C 8C
N AD 4D 2D 9D
N 3D KD TH TD  # South has no diamond?
E 7D QD 7S 6D
W 3H AH JH 5D  # South has one.
N 4H QH 8D 8H
E KC JC 9C 3C
E 4C QC TC 5C
S JD 6H 2S 3S
E 6C 6S 8S 4S
W TS QS KS 9S
E 5S JS 7H AS"""
REPLAY = f"{DESK}/spades-replay.js"
# An hour: a league's page asks again before it shows what an update has changed.
REPLAY_KEPT = "public, max-age=3600"
# A browser that opens the desk asks whether there is a new worker.
ASKED_AGAIN = "no-cache"


@cache
def static_files() -> Mapping[str, bytes]:
    """Return the one script and the one style sheet of each page of the desk, by name."""
    found: dict[str, bytes] = {}
    for page, source in _SOURCES.items():
        modules = modules_of(source)
        folders = {_FOLDER, *(module.parent for module in modules)}
        styles = sorted(path for folder in folders for path in folder.glob("*.css"))
        found[f"{page}.js"] = in_one_script(source).encode()
        found[f"{page}.css"] = (STYLE_SHEET + in_one_style_sheet(styles)).encode()
    return found


def add_desk(
    outside: Blueprint, post_routes: Mapping[str, PostRoute], authorize: Authorize, settings: Settings
) -> None:
    """Route the desk; ``post_routes`` are the operations that answer its form, and ``authorize`` guards them."""
    files = static_files()
    digest = sha256(b"".join(name.encode() + content for name, content in files.items())).hexdigest()[:16]
    home = f"{DESK}/static/{digest}"

    def page(**content: object) -> bytes:
        return filled_in("desk", {"home": home, "rulesets": _rulesets(settings), **content})

    def example() -> bytes:
        return page(chosen=None, lines=_EXAMPLE.split("\n"), problem=None)

    def sheet() -> bytes:
        # All that it does is done by its scripts.
        return filled_in("sheet", {"home": home})

    as_page = dict(_headers())
    add_document(outside, DESK, "desk", lambda: page(chosen=None, lines=(), problem=None), as_page)
    add_document(outside, EXAMPLE, "desk-example", example, as_page)
    add_document(outside, SHEET, "desk-sheet", sheet, as_page)
    # For the pages of others: at an address that stays, and for every origin.
    for_others = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": REPLAY_KEPT}
    script = replay().encode()
    add_document(outside, REPLAY, "replay", lambda: script, {"Content-Type": _TYPES[".js"], **for_others})
    _add_offline_shell(outside, home, files)

    @outside.post(DESK)
    def desk_without_scripts() -> Response:
        chosen, text = "", ""
        try:
            chosen, text, key = _fields(read_body(request.environ, settings.body_bytes, (_FORM,), _TOO_LONG))
            if key:
                # A form can't send a header.
                request.environ["HTTP_AUTHORIZATION"] = f"Bearer {key}"
            authorize(request.environ, _GUARDED)
            return flask_response(_answer(request.environ, post_routes, chosen, text))
        except Problem as problem:
            record_problem(request.environ, problem)
            members = body_of(problem, request_id(request.environ))
            shown = page(chosen=chosen, lines=text.split("\n"), problem=members)
            return Response(shown, problem.kind.status, headers=_headers())

    _add_files(outside, files, digest)


def _add_files(outside: Blueprint, files: Mapping[str, bytes], digest: str) -> None:
    """Route the scripts and style sheets, whose path names their content."""

    @outside.get(f"{DESK}/static/<of>/<name>")
    def desk_file(of: str, name: str) -> Response:
        if name not in files:
            raise missing(f"file {quoted(name)}")
        response = cacheable(Response(files[name], content_type=_TYPES[Path(name).suffix]), etag_of(files[name]))
        # A page that was opened before an update gets the files of now, and does not keep them for long.
        if of == digest:
            response.headers["Cache-Control"] = KEPT_FOR_GOOD
        return response


def _add_offline_shell(outside: Blueprint, home: str, files: Mapping[str, bytes]) -> None:
    """Route the worker that keeps the desk's pages and files in the browser, its manifest and its icon."""
    shell = {name: (_FOLDER / name).read_bytes() for name in _SHELL_TYPES}
    kept = {"HOME": home, "PAGES": [DESK, EXAMPLE, SHEET], "FILES": [f"{home}/{name}" for name in files]}
    head = "".join(f"const {name} = {orjson.dumps(value).decode()};\n" for name, value in kept.items())
    shell[_WORKER] = head.encode() + shell[_WORKER]

    # The worker may answer for /desk itself, which is above its own path, and ask for what the page may ask for.
    worker = {"Service-Worker-Allowed": DESK, "Content-Security-Policy": POLICY, "Cache-Control": ASKED_AGAIN}

    for name, content in shell.items():
        headers = {"Content-Type": _SHELL_TYPES[name], **(worker if name == _WORKER else {})}
        add_document(outside, f"{DESK}/{name}", f"desk-{name.replace('.', '-')}", partial(bytes, content), headers)


def _rulesets(settings: Settings) -> Json:
    """Return the rulesets to choose from; None if only clients with a key may list them."""
    handler = runner.HANDLERS["listRulesets"]
    if settings.api_keys_file is not None or not isinstance(handler, Lookup):
        return None
    listed: Any = handler.find()
    return [{"name": preset["name"], "title": preset["title"]} for preset in listed["rulesets"]]


def _headers() -> Headers:
    return [("Content-Type", HTML), ("Content-Security-Policy", POLICY)]


def _fields(body: bytes) -> tuple[str, str, str]:
    """Return the ruleset, the text and the API key of a form; raises `Problem` for what no form of the desk sends."""
    try:
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=8)
    except ValueError as error:
        raise Problem("bad-request", "The form can't be read: send the fields ruleset and text, in UTF-8.") from error
    chosen, text, key = (fields.get(name, [""])[0] for name in ("ruleset", "text", "key"))
    return chosen.strip(), text.replace("\r\n", "\n").replace("\t", " "), key.strip()


def _answer(environ: WSGIEnvironment, post_routes: Mapping[str, PostRoute], chosen: str, text: str) -> Reply:
    """Return the page that answers a text; raises `Problem`."""
    asked = {"text": text} | ({"ruleset": chosen} if chosen else {})
    try:
        read = _posted(environ, post_routes, _READER, asked, JSON)
    except Problem as problem:
        if not any(error["code"] == "unknown_notation" for error in problem.errors):
            raise
        # Too short or too faulty to be recognised: what this page asks for is shorthand.
        read = _posted(environ, post_routes, _READER, {**asked, "notation": "shorthand"}, JSON)
    records = orjson.loads(b"".join(read.chunks))["records"]
    if len(records) != 1:
        detail = f"The text has {len(records)} rounds, and this page rules on one: leave the others out."
        raise Problem("unreadable-text", detail)
    (record,) = records
    path = next((path for member, path in _JUDGES if member in record), None)
    if path is None:
        record, path = {**record, "tricks": []}, "/v1/rounds/audit"
    return _posted(environ, post_routes, path, record, HTML)


def _posted(
    environ: WSGIEnvironment, post_routes: Mapping[str, PostRoute], path: str, body: Mapping[str, Any], accept: str
) -> Reply:
    """Return the reply of an operation to a body, as if it had been posted with the same headers."""
    content = orjson.dumps(body)
    described = {"CONTENT_TYPE": JSON, "CONTENT_LENGTH": str(len(content)), "HTTP_ACCEPT": accept.partition(";")[0]}
    inner = {**environ, **described, "wsgi.input": BytesIO(content), "wsgi.input_terminated": False}
    inner.pop("HTTP_TRANSFER_ENCODING", None)
    reply = post_routes[path].respond(inner)
    if reply.status != HTTPStatus.OK:
        raise AssertionError(path)  # a failure is a Problem
    return reply
