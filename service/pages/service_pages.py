"""The pages about the service itself: its index, its findings and problems, a failure, and how to call an operation.

The page of a finding is for a director: its proof, parameters, penalty, authorities and related codes
(`finding_texts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from service.media_types import Json
from service.pages.call_command import call_command
from service.pages.finding_texts import AUTHORITIES, Authority, finding_texts
from service.pages.page import Page
from service.pages.trick_picture import Example
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


def home_page(index: Json, address: str, example: Example) -> Page:
    """Return the index: three ways in, what a ruling looks like, and four operations as commands for this address."""
    links = {rel: [link for link in index["links"] if link["rel"] == rel] for rel in _RELATIONS}
    content = {
        "index": index,
        # The title of a way in is what it is, a colon, and what it gives.
        "ways": [(link, *link["title"].split(": ", 1)) for link in [*links["desk"], *links["documentation"]]],
        "shown": example,
        "in_full": links["example"],
        "commands": [(path, asked, _command(path, body, index, address)) for path, asked, body in _COMMANDS],
        "further": [link for rel in _RELATIONS[3:] for link in links[rel]],
    }
    return Page("home", index["title"], content)


def _command(path: str, body: Json, index: Json, address: str) -> str:
    asking = json.dumps({**({"ruleset": index["ruleset"]} if "players" in body else {}), **body})
    return f"curl -s {address}{path} -H 'Content-Type: application/json' -d '{asking}'"


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


def problems_page(listing: Json) -> Page:
    """Return the page of all types of problem."""
    return Page("problems", "Problems", listing)


def problem_page(kind: Json) -> Page:
    """Return the page of a type of problem."""
    return Page("problem", kind["title"], {**kind, "codes_of_errors": kind.get("codes", ())})


def failure_page(problem: Json) -> Page:
    """Return the page of a request that failed, which is only ever HTML."""
    return Page("failure", problem["title"], {"errors": (), "errors_truncated": False, **problem})


def call_page(problem: Json, call: Json, address: str, *, needs_key: bool) -> Page:
    """Return the page that shows how to call an operation, which is only ever HTML.

    ``problem`` is why the page is shown; ``call`` is that of `call_command`, with the ``summary`` of the operation.
    """
    command = call_command(call, address, needs_key=needs_key)
    return Page("call", call["summary"], {**problem, "command": command, "needs_key": needs_key})


def all_codes() -> Json:
    """Return every code with its severity, its part of the game and its meaning, in the order of a record."""
    return {"findings": [_summary(code) for code in CODES]}


def findings_page(listing: Json) -> Page:
    """Return the page of all codes: those of `all_codes` under the title of their part of the game."""
    return Page("findings", "Findings", {"parts": codes_by_part(listing).items(), "title_of": title_of})


def codes_by_part(listing: Json) -> dict[str, list[Json]]:
    """Return the codes of `all_codes` by the title of their part of the game."""
    return {part.title: [shown for shown in listing["findings"] if shown["part"] == part.name] for part in PARTS}


def finding_page(finding: Json, example: Example) -> Page:
    """Return the page of a finding code; ``finding`` is that of `explanation`."""
    advice = finding_texts()[finding["code"]].at_the_table
    content = {"finding": finding, "advice": advice, "example": example, "title_of": title_of}
    return Page("finding", title_of(finding["code"]), content)


def title_of(code: str) -> str:
    """Return a code of a finding as people read it.

    >>> title_of("wrong_leader")
    'Wrong leader'
    """
    return code.replace("_", " ").capitalize()


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
