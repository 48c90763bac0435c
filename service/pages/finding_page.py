"""The explanation of a finding code for a director: its proof, parameters, penalty, authorities and related codes.

The texts are those of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from service.media_types import Json
from service.pages.content import Block, Bullets, Heading, Nest, Page, Paragraph, Value, text
from service.spades.catalogue.entries import ELSE, Authority, Entry, FindingEntry, Severity
from service.spades.findings import CODES, PARTS
from service.spades.rules.ruleset import ENTRIES

AUTHORITIES: Mapping[str, str] = MappingProxyType(
    {
        "ruleset": "The ruleset's own text",
        "tournaments": "Spades tournament sheets",
        "hoyle": "Hoyle-type rules for Spades",
        "whist": "Laws of Whist",
        "bridge": "Laws of Duplicate Bridge",
        "service": "This service",
    }
)
"""The title of each authority, the highest first. This service is one only if all others are silent."""
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
"""What may leave every finding of a severity open, beside what its entry says."""


def all_codes() -> Json:
    """Return every code with its severity, its part of the game and its meaning, in the order of a record."""
    return {"findings": [_summary(finding) for finding in CODES.values()]}


def findings_page(listing: Json) -> Page:
    """Return the page of all codes: those of `all_codes` under the title of their part of the game."""
    intro = (
        "What a ruling may find in a record. <em>offence</em>: a player broke a rule. <em>error</em>: the record"
        " contradicts\vitself. <em>note</em>:\fworth knowing, but nobody's fault. Each code has a page of its own with"
        " its proof, rules, penalty and\vauthorities."
    )
    blocks: list[Block] = [Paragraph(text(intro))]
    line = '<a href="findings/{}"><code>{}</code></a> (<em>{}</em>): {}'
    for title, findings in codes_by_part(listing).items():
        items = [text(line, shown["code"], shown["code"], shown["severity"], shown["meaning"]) for shown in findings]
        blocks += [Heading(title), Bullets(items)]
    return Page("Findings", blocks)


def codes_by_part(listing: Json) -> dict[str, list[Json]]:
    """Return the codes of `all_codes` by the title of their part of the game."""
    return {part.title: [shown for shown in listing["findings"] if shown["part"] == part.name] for part in PARTS}


def finding_page(finding: Json) -> Page:
    """Return the page of a finding code; ``finding`` is that of `explanation`."""
    blocks: list[Block] = [
        Paragraph(finding["meaning"]),
        Paragraph(text("Severity: <em>{}</em>. Part of the game: <em>{}</em>.", finding["severity"], finding["part"])),
        *(Heading("Proof"), Paragraph(finding["proof"])),
        *(Heading("What may leave it undecided"), Paragraph(finding["undecided"])),
        Heading("Rules"),
    ]
    if "law" in finding:
        blocks.append(Paragraph(text("A rule of the game itself, the same in every ruleset: {}", finding["law"])))
    blocks += _on_parameters(finding["governed_by"])
    blocks += [Heading("Penalty"), Paragraph(finding["penalty"]), *_on_parameters(finding["penalised_by"])]
    related = [
        text('<a href="{}"><code>{}</code></a>: {}', other["finding"], other["finding"], other["difference"])
        for other in finding["told_apart"]
    ]
    blocks += [
        *(Heading("Authorities"), Bullets(list(map(_on_authority, finding["authorities"])))),
        *(Heading("Related findings"), Bullets(related)),
        Paragraph(text('<a href="../findings">All findings</a>')),
    ]
    return Page(finding["code"], blocks, text("<code>{}</code>", finding["code"]))


def _on_parameters(parameters: Json) -> list[Block]:
    return [Bullets(list(map(_on_parameter, parameters)))] if parameters else []


def _on_parameter(parameter: Json) -> Value | Nest:
    default, values = parameter.get("default"), parameter["values"]
    is_among_values = default is None or default in [stated["value"] for stated in values]
    by_default = "" if is_among_values else text(" By default <code>{}</code>.", default)
    about = text("<code>{}</code>: {}{}", parameter["parameter"], parameter["text"], by_default)
    items = [
        text(
            "<code>{}</code>{}: {}{}",
            stated["value"],
            text(" (default)") if stated["value"] == default else "",
            stated["text"],
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
    finding = CODES.get(code)
    if finding is None:
        return None
    members = {
        **_summary(finding),
        "law": finding.law,
        "proof": finding.proof,
        "undecided": " ".join(filter(None, [finding.undecided, UNDECIDED.get(finding.severity)])),
        "governed_by": _parameters(finding.governed_by, finding.never),
        "penalty": finding.penalty,
        "penalised_by": _parameters(finding.penalised_by, finding.never),
        "authorities": list(map(_authority, finding.authorities)),
        "told_apart": list(_told_apart(code)),
    }
    return {name: value for name, value in members.items() if value is not None}


def _summary(finding: FindingEntry) -> Json:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "part": _PART_OF[finding.code],
        "meaning": finding.meaning,
    }


def _authority(authority: Authority) -> Json:
    name, what, laws = authority
    return {"authority": name, "title": AUTHORITIES[name], "laws": list(laws), "text": what}


def _told_apart(code: str) -> Iterator[Json]:
    """Yield the codes that a code is confused with, whichever of the two entries states the difference."""
    for finding in CODES.values():
        for other, difference in finding.told_apart.items():
            if code in {finding.code, other}:
                yield {"finding": other if code == finding.code else finding.code, "difference": difference}


def _parameters(names: Iterable[str], never: Mapping[str, tuple[str, ...]]) -> Json:
    """Return parameters with their values explained; ``never`` has the values under which the finding can't occur."""
    return [
        {
            "parameter": name,
            "text": ENTRIES[name].page,
            **_default(ENTRIES[name].default),
            "values": [
                {"value": value, "text": what, "never": value in never.get(name, ())}
                for value, what in values_on_page(ENTRIES[name]).items()
            ],
        }
        for name in names
    ]


def values_on_page(entry: Entry) -> dict[str, str]:
    """Return the values of a parameter that a page explains, as they are written there, with their texts."""
    return {
        "1 or more" if value == ELSE else str(value).lower(): meaning.on_page
        for value, meaning in entry.means.items()
        if meaning.on_page
    }


def _default(value: object) -> Json:
    """Return the default of a parameter if it is a single value; the text of the parameter states any other."""
    return {"default": str(value).lower()} if isinstance(value, str | int) else {}
