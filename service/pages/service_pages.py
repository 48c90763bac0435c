"""The pages about the service itself: its index, its findings and problems, a failure, and how to call an operation.

The page of a finding is for a director: its proof, parameters, penalty, authorities and related codes
(`finding_texts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from service.media_types import Json
from service.pages.call_command import call_command
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Division,
    Either,
    Heading,
    Nest,
    Page,
    Paragraph,
    Row,
    Shown,
    Table,
    Value,
    text,
)
from service.pages.finding_texts import AUTHORITIES, Authority, finding_texts
from service.pages.prose import in_words
from service.spades.catalogue.entries import Severity
from service.spades.findings import CODES, PARTS
from service.spades.rules.rulebook import values_in_words
from service.spades.rules.ruleset import ENTRIES

_PART_OF: Mapping[str, str] = MappingProxyType({finding.code: part.name for part in PARTS for finding in part.findings})
UNDECIDED: Mapping[Severity, str] = MappingProxyType(
    {
        "offence": (
            "A record that contradicts itself may leave it open, too: it is proved only if it stands in every reading"
            " of the record that one slip of the pen would explain, or if there is none, only if nothing that it rests"
            " on is suspect."
        )
    }
)
"""What may leave every finding of a severity open, beside what its text says."""


def home_page(index: Json, address: str, example: Sequence[Block]) -> Page:
    """Return the index: three ways in, what a ruling looks like, and four operations as commands for this address."""
    links = {rel: [link for link in index["links"] if link["rel"] == rel] for rel in _RELATIONS}
    for_people = (
        "Write down the play, and read the broken rules with their proof and their cost, and the score. Nobody is"
        " accused of anything that the record does not prove."
    )
    ways = list(map(_way, [*links["desk"], *links["documentation"]]))
    in_full = [_link(link) for link in links["example"]]
    summary = text("{} Nothing is stored, and the same request gets the same answer on any machine.", index["summary"])
    blocks: list[Block] = [
        Paragraph(Either(for_people, summary), "lead"),
        Division(
            "hero", [Bullets(ways, "ways"), Division("shown", [*example, *[Paragraph(link) for link in in_full]])]
        ),
        Heading("Four operations"),
    ]
    for path, asked, body in _COMMANDS:
        asking = json.dumps({**({"ruleset": index["ruleset"]} if "players" in body else {}), **body})
        command = f"curl -s {address}{path} -H 'Content-Type: application/json' -d '{asking}'"
        blocks += [Paragraph(text('<a href="{}"><strong>{}</strong></a>', path, asked)), Shown([command])]
    all_of_them = text(
        '<a href="/docs">The API</a> has all other operations, and the schemas of what they take and give.'
    )
    further = [link for rel in _RELATIONS[3:] for link in links[rel]]
    return Page(
        index["title"],
        [*blocks, Paragraph(all_of_them), Heading("To look up"), Bullets(list(map(_link, further)), "listed")],
    )


_RELATIONS: Final = ("desk", "documentation", "example", "rulesets", "findings", "problems", "limits", "contract")
_PLAYERS: Final = ("N", "E", "S", "W")
_BIDS: Final = {"N": 4, "E": 3, "S": 1, "W": 2}
_COMMANDS: Final = (
    (
        "/v1/rounds/next",
        "Run a game: whose turn is it, and what may be played?",
        {"players": _PLAYERS, "dealer": "W", "bids_by_player": _BIDS, "tricks": [{"leader": "N", "cards": ["KH"]}]},
    ),
    (
        "/v1/rounds/score",
        "Score a round: what are its bids and tricks worth?",
        {"players": _PLAYERS, "bids_by_player": _BIDS, "tricks_won": {"N+S": 6, "E+W": 7}},
    ),
    (
        "/v1/rounds/audit",
        "Rule on a dispute: who broke a rule, and what proves it?",
        {
            "players": _PLAYERS,
            "tricks": [{"leader": "N", "cards": ["KH", "2H", "3S", "4H"]}, {"leader": "S", "cards": ["9H"]}],
        },
    ),
    (
        "/v1/standings",
        "Make a league table: who is ahead, and why?",
        {"results": [{"standing": {"Bears": {"score": 512}, "Lions": {"score": 430}}}]},
    ),
)
"""Operations that show what this is, each with what it answers and a body to ask it with, but for its ruleset."""


def _link(link: Json) -> Value:
    return text('<a href="{}">{}</a>', link["href"], link["title"])


def _way(link: Json) -> Value:
    """Return a way in, whose title is what it is, a colon, and what it gives."""
    what, _, gives = link["title"].partition(": ")
    shown = Either(text("<strong>{}</strong> <small>{}</small>", what, gives), link["title"])
    return text('<a href="{}">{}</a>', link["href"], shown)


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
    blocks: list[Block] = [Paragraph(about), Paragraph(kind["description"])]
    if "codes" in kind:
        rows = [
            Row([text("<code>{}</code>", each["code"]), in_words(each["meaning"]), in_words(each["fix"])])
            for each in kind["codes"]
        ]
        columns = [Column("Code", names_row=True), Column("What is wrong"), Column("What to write")]
        blocks += [Heading("Codes of its errors"), Table(columns, rows)]
    return Page(kind["title"], [*blocks, Paragraph(every)])


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

    ``problem`` is why the page is shown; ``call`` is that of `call_command`, with the ``summary`` of the operation.
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
            Shown(command.lines),
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


def all_codes() -> Json:
    """Return every code with its severity, its part of the game and its meaning, in the order of a record."""
    return {"findings": [_summary(code) for code in CODES]}


def findings_page(listing: Json) -> Page:
    """Return the page of all codes: those of `all_codes` under the title of their part of the game."""
    intro = (
        "What a ruling may find in a record. <em>offence</em>: a player broke a rule. <em>error</em>: the record"
        " contradicts\vitself. <em>note</em>:\fworth knowing, but nobody's fault. Each code has a page of its own with"
        " its proof, rules, penalty and\vauthorities."
    )
    blocks: list[Block] = [Paragraph(text(intro))]
    line = '<a href="findings/{}">{}</a> (<em>{}</em>): {}'
    for title, findings in codes_by_part(listing).items():
        items = [
            text(line, shown["code"], _name(shown["code"]), shown["severity"], shown["meaning"]) for shown in findings
        ]
        blocks += [Heading(title), Bullets(items, "listed")]
    return Page("Findings", blocks)


def _name(code: str) -> Value:
    return Either(title_of(code), text("<code>{}</code>", code))


def codes_by_part(listing: Json) -> dict[str, list[Json]]:
    """Return the codes of `all_codes` by the title of their part of the game."""
    return {part.title: [shown for shown in listing["findings"] if shown["part"] == part.name] for part in PARTS}


def finding_page(finding: Json, example: Sequence[Block]) -> Page:
    """Return the page of a finding code; ``finding`` is that of `explanation`, ``example`` what it shows as one."""
    advice = finding_texts()[finding["code"]].at_the_table
    blocks: list[Block] = [
        Paragraph(finding["meaning"], "lead"),
        Paragraph(text("<strong>At the table:</strong> {}", advice), "advice"),
        Heading("An example"),
        *example,
        *(Heading("Proof"), Paragraph(finding["proof"])),
        *(Heading("What may leave it undecided"), Paragraph(finding["undecided"])),
        Heading("Rules"),
    ]
    if "law" in finding:
        blocks.append(Paragraph(text("A rule of the game itself, the same in every ruleset: {}", finding["law"])))
    blocks += _on_parameters(finding["governed_by"])
    blocks += [Heading("Penalty"), Paragraph(finding["penalty"]), *_on_parameters(finding["penalised_by"])]
    related = [
        text('<a href="{}">{}</a>: {}', other["finding"], _name(other["finding"]), other["difference"])
        for other in finding["told_apart"]
    ]
    blocks += [
        *(Heading("Authorities"), Bullets(list(map(_on_authority, finding["authorities"])))),
        *(Heading("Related findings"), Bullets(related)),
        Paragraph(text('<a href="../findings">All findings</a>')),
    ]
    named = "Severity: <em>{}</em>. Part of the game: <em>{}</em>. In answers of the API: <code>{}</code>."
    blocks.append(Paragraph(text(named, finding["severity"], finding["part"], finding["code"]), "small"))
    heading = Either(title_of(finding["code"]), text("<code>{}</code>", finding["code"]))
    return Page(title_of(finding["code"]), blocks, heading)


def title_of(code: str) -> str:
    """Return a code of a finding as people read it.

    >>> title_of("wrong_leader")
    'Wrong leader'
    """
    return code.replace("_", " ").capitalize()


def _on_parameters(parameters: Json) -> list[Block]:
    return [Bullets(list(map(_on_parameter, parameters)))] if parameters else []


def _on_parameter(parameter: Json) -> Value | Nest:
    default, values = parameter.get("default"), parameter["values"]
    is_among_values = default is None or default in [stated["value"] for stated in values]
    by_default = "" if is_among_values else text(" By default <code>{}</code>.", default)
    about = text("<code>{}</code>: {}{}", parameter["parameter"], in_words(parameter["text"]), by_default)
    items = [
        text(
            "<code>{}</code>{}: {}{}",
            stated["value"],
            text(" (default)") if stated["value"] == default else "",
            in_words(stated["text"]),
            text(" <em>With this value there is no such finding.</em>") if stated["never"] else "",
        )
        for stated in values
    ]
    return Nest(about, items) if items else about


def _on_authority(authority: Json) -> Value:
    laws = authority["laws"]
    cited = text(", law{} {}", "" if len(laws) == 1 else "s", ", ".join(map(str, laws))) if laws else ""
    return text("<em>{}</em>{}: {}", authority["title"], cited, authority["text"])


def explanation(code: str) -> Json:
    """Return the full explanation of a finding code (the contract's ``FindingPage``); None for an unknown code."""
    if code not in CODES:
        return None
    entry, said = CODES[code], finding_texts()[code]
    members = {
        **_summary(code),
        "law": entry.law,
        "proof": said.proof,
        "undecided": " ".join(filter(None, [said.undecided, UNDECIDED.get(entry.severity)])),
        "governed_by": _parameters(said.governed_by),
        "penalty": said.penalty,
        "penalised_by": _parameters(said.penalised_by),
        "authorities": list(map(_authority, said.authorities)),
        "told_apart": list(_told_apart(code)),
    }
    return {name: value for name, value in members.items() if value is not None}


def _summary(code: str) -> Json:
    return {
        "code": code,
        "severity": CODES[code].severity,
        "part": _PART_OF[code],
        "meaning": finding_texts()[code].meaning,
    }


def _authority(authority: Authority) -> Json:
    name, laws, what = authority
    return {"authority": name, "title": AUTHORITIES[name], "laws": list(laws), "text": what}


def _told_apart(code: str) -> Iterator[Json]:
    """Yield the codes that a code is confused with, whichever of the two texts states the difference."""
    for stated_by, said in finding_texts().items():
        for other, difference in said.told_apart.items():
            if code in {stated_by, other}:
                yield {"finding": other if code == stated_by else stated_by, "difference": difference}


def _parameters(never: Mapping[str, tuple[str, ...]]) -> Json:
    """Return parameters with their values explained; ``never`` has the values under which the finding can't occur."""
    return [
        {
            "parameter": name,
            "text": " ".join(ENTRIES[name].contract.split()),
            **_default(ENTRIES[name].default),
            "values": [
                {"value": value, "text": what, "never": value in excluded} for value, what in _values(name).items()
            ],
        }
        for name, excluded in never.items()
    ]


def _values(name: str) -> Mapping[str, str]:
    """Return the values of a parameter in words; the rows that one of them may name explain themselves."""
    return {} if name.endswith(".as") else values_in_words(name)


def _default(value: object) -> Json:
    """Return the default of a parameter if it is a single value; the text of the parameter states any other."""
    return {"default": str(value).lower()} if isinstance(value, str | int) else {}
