"""The pages about the service itself: its index, its problems, a request that failed, and how to call an operation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from service.media_types import Json
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Either,
    Heading,
    Page,
    Paragraph,
    Row,
    Shown,
    Table,
    Value,
    text,
)

_WIDTH: Final = 76
"""The most characters in a line of an example body, if it can be broken."""
_END: Final = "END"


def home_page(index: Mapping[str, Any]) -> Page:
    """Return the index: links with a title and an address, and the operations that take a POST."""
    links = [text('<a href="{}">{}</a>', link["href"], link["title"]) for link in index["links"]]
    calls = [
        text('<a href="{}"><code>{}</code></a>: {}', call["path"], call["path"], call["summary"])
        for call in index["calls"]
    ]
    summary = text("{} Nothing is stored, and the same request gets the same answer on any machine.", index["summary"])
    in_a_browser = Either("Its page shows", "Its page in a browser shows")
    sent = text("Each of these takes a POST. {} how to call it, with a command that works as it is.", in_a_browser)
    blocks: list[Block] = [Paragraph(summary), Heading("To read"), Bullets(links), Heading("To send"), Paragraph(sent)]
    return Page(index["title"], [*blocks, Bullets(calls)])


def problems_page(listing: Json) -> Page:
    """Return the page of all types of problem."""
    intro = "The reasons why a request may fail. The <code>type</code> of a problem is the path of its page."
    return Page("Problems", [Paragraph(text(intro)), Bullets([_problem(kind) for kind in listing["problem_types"]])])


def _problem(kind: Json) -> Value:
    path = kind["type"]
    link = text('<a href="{}"><code>{}</code></a>', path, path)
    return text("{} ({}): {} {}", link, kind["status"], kind["title"], kind["description"])


def problem_page(kind: Json) -> Page:
    """Return the page of a type of problem."""
    about = text("Type <code>{}</code>, status {}.", kind["type"], kind["status"])
    every = text('<a href="/problems">All problems</a>')
    return Page(kind["title"], [Paragraph(about), Paragraph(kind["description"]), Paragraph(every)])


def failure_page(problem: Json) -> Page:
    """Return the page of a request that failed, which is only ever HTML."""
    columns = [Column("Where"), Column("What"), Column("Code")]
    blocks: list[Block] = [Paragraph(problem["detail"], "notice")]
    if "errors" in problem:
        blocks.append(Table(columns, [_error(error) for error in problem["errors"]], wide=True, scoped=False))
        if "errors_truncated" in problem:
            blocks.append(Paragraph("There are more than these."))
    elsewhere = text(
        '{} <a href="/docs">How to call the service</a>. <a href="/">Everything else</a>.', _about(problem)
    )
    return Page(
        problem["title"],
        [*blocks, Paragraph(elsewhere), _instance(problem)],
    )


def _error(error: Json) -> Row:
    place = (
        text("line {}, column {}", error["line"], error["column"])
        if "line" in error
        else text("<code>{}</code>", error["pointer"])
    )
    return Row([place, error["detail"], text("<code>{}</code>", error["code"])])


def _about(problem: Json) -> Value:
    return text('Status {}: <a href="{}">about this problem</a>.', problem["status"], problem["type"])


def _instance(problem: Json) -> Block:
    return Paragraph(text("<small>{}</small>", problem["instance"]))


def call_page(problem: Json, call: Json, address: str, *, needs_key: bool) -> Page:
    """Return the page that shows how to call an operation, which is only ever HTML.

    ``problem`` is why the page is shown; ``call`` is that of `call_command`.
    """
    command = call_command(call, address, needs_key=needs_key)
    key: list[Block] = (
        [Paragraph(text("Write your API key in the place of <code>YOUR-KEY</code>."))] if needs_key else []
    )
    return Page(
        call["summary"],
        [
            Paragraph(problem["detail"], "notice"),
            Paragraph("From a terminal, with an example of the contract:"),
            Shown(command),
            *key,
            Paragraph(
                "The command names the address at which this request arrived: if a proxy has changed it, write the one"
                " that your browser shows."
            ),
            Paragraph(
                text(
                    '<a href="/docs">The documentation</a> has every member of the body and of the answer, and sends'
                    " requests from the browser."
                )
            ),
            Paragraph(_about(problem)),
            _instance(problem),
        ],
    )


def call_command(call: Json, address: str, *, needs_key: bool) -> list[str]:
    """Return the lines of a command for a terminal that calls an operation.

    ``call`` has the ``summary`` and the ``path`` of the operation, and the ``media_type`` and an ``example`` of its
    body: a JSON value, or the text of a batch. ``address`` is that of the service, such as ``http://127.0.0.1:8000``,
    of harmless characters only.
    """
    example = call["example"]
    body = example.rstrip("\n") if isinstance(example, str) else _spread(example)
    key = ["  -H 'Authorization: Bearer YOUR-KEY' \\"] if needs_key else []
    return [
        f"curl -s {address}{call['path']} \\",
        *key,
        f"  -H 'Content-Type: {call['media_type']}' \\",
        f"  --data-binary @- <<'{_END}'",
        *body.split("\n"),
        _END,
    ]


def _spread(value: Json, indent: str = "") -> str:
    """Return JSON with a line for each member and item of what holds others and does not fit on one line."""
    compact = json.dumps(value, ensure_ascii=False)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if len(indent) + len(compact) <= _WIDTH or not any(isinstance(member, dict | list) for member in inside):
        return compact
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{json.dumps(name, ensure_ascii=False)}: {_spread(member, inner)}" for name, member in value.items()]
    else:
        lines = [_spread(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(lines) + f"\n{indent}{closing}"
