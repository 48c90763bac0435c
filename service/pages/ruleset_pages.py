"""The pages of rulesets: a list, the parameters of one, its rules in plain words, and two rulesets side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final

from service.media_types import Json
from service.pages.content import (
    Block,
    Bullets,
    Column,
    Contents,
    Division,
    Either,
    Facts,
    Heading,
    InHtml,
    InMarkdown,
    Page,
    Paragraph,
    Row,
    Table,
    Text,
    Value,
    joined,
    text,
)
from service.pages.phrases import capitalised
from service.pages.ruleset_table import differences_by_players
from service.presets.loader import BY_DEFAULT, presets, resolve
from service.spades.cards import card_name, codes_of
from service.spades.english import count_of, listed
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import (
    SECTION_TITLES,
    PackDifference,
    Rule,
    RuleDifference,
    RulesetComparison,
    compare,
)
from service.spades.rules.ruleset import NAMES, Basis, Reference, Ruleset, dotted, group_of, value_of

_SOURCED: Final = (
    "A number leads to the source of a rule. A rule without one is a default of this service, because the source of the"
    " ruleset does not say."
)
_BASES: Final = text(
    "Each rule names its parameter and its basis: <em>written</em> in the source or <em>implied</em> by it,"
    " <em>default</em> if the source does not say and this service chose, or <em>override</em> if the request chose."
)
_ORDINALS: Final = ("First", "Second")


def rulesets_page(listing: Json) -> Page:
    """Return the page of all presets (the contract's ``RulesetList``): what differs among them, and each by itself."""
    intro = (
        "The rules to score and judge by. A request names one of them, alone or with options and with overrides of"
        " single\nparameters."
    )
    blocks: list[Block] = [Paragraph(text(intro))]
    titles = {each["name"]: each["title"] for each in listing["rulesets"]}
    blocks += differences_by_players({title: resolve(Reference(name)) for name, title in titles.items()})
    each_alone: list[Block] = []
    for ruleset in listing["rulesets"]:
        options = text(" Options: {}.", _codes(ruleset["options"])) if ruleset["options"] else ""
        each_alone += [
            Heading(text('<a href="rulesets/{}">{}</a>', ruleset["name"], ruleset["title"]), 3),
            Paragraph(text("{} Players: {}.{}", ruleset["summary"], listed(map(str, ruleset["players"])), options)),
            Paragraph(
                text(
                    '<a href="rulesets/{}/rulebook">Its rulebook</a>, in plain words. Source: {}.',
                    ruleset["name"],
                    _source(ruleset["source"]),
                )
            ),
        ]
    rows = [
        Row([text("<code>{}</code>", each["name"]), each["version"], text("<code>{}</code>", each["digest"])])
        for each in listing["rulesets"]
    ]
    columns = [Column("Name in a request", names_row=True), Column("Version", number=True), Column("Digest")]
    return Page(
        "Rulesets",
        [
            *blocks,
            *(Heading("Each ruleset"), Division("each", each_alone)),
            *(Heading("For programs"), Table(columns, rows, "small", wide=True)),
        ],
    )


def _source(source: Json) -> Text:
    """Return where rules come from, with a link if there is an address, and the day on which it was read."""
    title = (
        text('<a href="{}">{}</a>', source["url"], source["title"]) if "url" in source else text("{}", source["title"])
    )
    return text("{}, {}", title, f"as read on {source['read']}" if "read" in source else "not dated")


def _codes(names: Iterable[str]) -> Text:
    return joined(", ", [text("<code>{}</code>", name) for name in names])


def ruleset_page(detail: Json) -> Page:
    """Return the page of a preset: each parameter with its value and what that rests on, and its options.

    ``detail`` is a preset in full (the contract's ``RulesetDetail``).
    """
    name = detail["name"]
    links = [
        text('<a href="{}/rulebook">Its rulebook</a>, in plain words', name),
        text('<a href="resolve">Resolve</a> it with options and overrides, for the rulebook of a league'),
        text('<a href="compare">Compare</a> it with another'),
    ]
    blocks: list[Block] = [
        Paragraph(detail["summary"]),
        Facts(
            [
                text("Ruleset <code>{}</code>, version {}.", name, detail["version"]),
                text("Source: {}.", _source(detail["source"])),
            ],
            bullets=False,
        ),
        Facts(links),
        Heading("Tables"),
        Bullets([_table_size(table) for table in detail["tables"]]),
    ]
    if detail["options"]:
        blocks.append(Heading("Options"))
    for option in detail["options"]:
        excludes = text(" Not with {}.", _codes(option["excludes"])) if option.get("excludes") else ""
        blocks += [
            Paragraph(text("<code>{}</code>: {}.{}", option["name"], option["title"], excludes)),
            _parameters(option, option["basis"]),
        ]
    for group, title in SECTION_TITLES.items():
        names = [name for name in detail["basis"] if group_of(name) == group]
        blocks += [Heading(title), _parameters(detail, names)]
    digest = Paragraph(text("Digest <code>{}</code>.", detail["digest"]), "small")
    return Page(detail["title"], [*blocks, Paragraph(text('<a href="../rulesets">All rulesets</a>')), digest])


def _table_size(table: Json) -> Value:
    aside = text(", {} set aside", table["set_aside"]) if table["set_aside"] else ""
    return text(
        "{} players: {} cards each, {} in play{}.", table["players"], table["hand_size"], table["cards_in_play"], aside
    )


def _one_less(players: int) -> str:
    """Return how many players have one card less than the others; nothing if hands are equal."""
    return f" ({count_of(players, 'player')} one less)" if players else ""


def _parameters(holder: Json, names: Iterable[str]) -> Block:
    """Return the parameters of these dotted names in a preset or an option, each with its value and its basis."""
    rows = []
    for name in names:
        value, basis = dotted(holder["parameters"])[name], holder["basis"][name]
        source = text(": {}", basis["source"]) if basis.get("source") else ""
        shown = value if isinstance(value, str) else json.dumps(value)
        cited = text("<em>{}</em>{}", basis["basis"], source)
        rows.append(Row([text("<code>{}</code>", name), text("<code>{}</code>", shown), cited]))
    columns = [Column("Parameter"), Column("Value"), Column("Basis")]
    return Table(columns, rows, wide=True, scoped=False)


def rulebook_page(rulebook: Json, ruleset: Ruleset) -> Page:
    """Return the page with the rules of a ruleset in plain words: every rule that applies to what it allows.

    ``rulebook`` is the contract's ``Rulebook`` of this ruleset, which has the others, too.
    """
    applying = [
        (section["title"], rules)
        for section in rulebook["sections"]
        if (rules := [rule for rule in section["rules"] if rule["applies"] and not rule.get("not_allowed")])
    ]
    left_out = sum(len(section["rules"]) for section in rulebook["sections"]) - sum(len(rules) for _, rules in applying)
    # What it says of a target, for example, may be what an option or an override has changed.
    summary = text("{}", rulebook["summary"])
    if rulebook["options"] or rulebook["overrides"]:
        summary = text("Before its options and overrides: {}", rulebook["summary"])
    sources = _Sources(ruleset)
    sections: list[Block] = []
    headings = []
    for title, rules in applying:
        headings.append(Heading(title, anchor=_anchor(title)))
        sections += [headings[-1], Bullets(list(map(sources.cited, rules)))]
    differs, ending = (Heading(title, anchor=_anchor(title)) for title in ("What differs", "Sources"))
    headings += [differs, ending]
    name = rulebook["name"]
    about = [
        text(
            'Ruleset <a href="/v1/rulesets/{}"><code>{}</code></a>, version {}{}{}.',
            name,
            name,
            rulebook["version"],
            text(", with {}", ", ".join(rulebook["options"])) if rulebook["options"] else "",
            ", with overrides" if rulebook["overrides"] else "",
        ),
        text("Source: {}.", _source(rulebook["source"])),
    ]
    others = [text("Digest <code>{}</code>.", rulebook["digest"])]
    if left_out:
        sentence = "{} {} left out, without effect on what the rules above allow. As JSON, this rulebook has\n{} too."
        are, them = ("rule is", "it") if left_out == 1 else ("rules are", "them")
        others.append(text(sentence, left_out, are, them))
    body: list[Block] = [
        Paragraph(_SOURCED),
        Division("rules", sections),
        Division("differences", [differs, *_what_differs(ruleset)]),
        Division("sources", [ending, sources.listed(), *[Paragraph(each, "small") for each in others]]),
    ]
    blocks: list[Block] = [
        Paragraph(summary, "lead"),
        Facts(about, bullets=False),
        Division("with-contents", [Contents(headings), Division("text", body)]),
    ]
    return Page(rulebook["title"], blocks)


class _Sources:
    """The sources of the rules of a ruleset, numbered as they are cited; its usual silence has no number."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._basis = ruleset.basis
        self._numbers: dict[Basis, int] = {}

    def cited(self, rule: Json) -> Value:
        """Return a rule with the number of its source, and what this engine adds to it, whose source is silent."""
        basis = self._basis[rule["parameter"]]
        number = None if basis == BY_DEFAULT else self._numbers.setdefault(basis, len(self._numbers) + 1)
        parameter = text("<code>{}</code>", rule["parameter"])
        linked = text('<sup class="mark"><a href="#source-{}">{}</a></sup>', number, number) if number else ""
        mark = Either(linked, text(" ({}{})", parameter, f", {number}" if number else ""))
        return text("{}{}{}", rule["text"], mark, text(" {}", rule["added"]["text"]) if "added" in rule else "")

    def listed(self) -> Block:
        """Return the sources that were cited."""
        items = [text("{}: {}.", capitalised(basis.basis), basis.source) for basis in self._numbers]
        return Bullets(items, "notes", numbered=True, anchor="source-")


def _what_differs(ruleset: Ruleset) -> list[Block]:
    """Return what differs from the nearest preset, or from its own without options and overrides."""
    is_own = bool(ruleset.options or ruleset.overrides)
    other = resolve(Reference(ruleset.name)) if is_own else _nearest(ruleset)
    title = presets()[other.name].title
    differing = [pair.rules for pair in _with_effect(compare(ruleset, other))]
    # What a bid that is not allowed would be worth is no difference: that it is not allowed is one.
    rows = [map(_in_short, rules) for rules in differing if not any(rule.not_allowed for rule in rules)]
    compared = "without its options and overrides" if is_own else "the nearest of the other rulesets"
    about = Paragraph(text("From <em>{}</em>, {}{}", title, compared, ":" if rows else ": nothing that has an effect."))
    return [about, _pair(("Here", title), rows)] if rows else [about]


@cache
def _nearest(ruleset: Ruleset) -> Ruleset:
    """Return the preset with the fewest other values among those for as many players."""
    others = [resolve(Reference(name)) for name in presets() if name != ruleset.name]
    alike = [other for other in others if other.packs.keys() & ruleset.packs.keys()]
    own = [value_of(ruleset.parameters, name) for name in NAMES]

    def distance(other: Ruleset) -> int:
        return sum(value != value_of(other.parameters, name) for name, value in zip(NAMES, own, strict=True))

    return min(alike or others, key=distance)


def _in_short(rule: Rule) -> Value:
    """Return a rule without its source, or why there is no such rule."""
    return text("{}{}", text("{} ", rule.why_not or rule.text), rule.added)


def _anchor(title: str) -> str:
    """Return the anchor that renderers of Markdown give to a heading."""
    return title.lower().replace(" ", "-")


def comparison_page(comparison: RulesetComparison) -> Page:
    """Return the page with two rulesets side by side: the rules in which they differ, section by section.

    A parameter without effect in both rulesets, or with one rule under two values, makes no difference: it is counted.
    """
    shown = _with_effect(comparison)
    without_effect = sum(not rules.has_effect for rules in comparison.differences)
    headline = _headline(comparison, without_effect)
    titles, names, abouts, digests = [], [], [], []
    for ordinal, ruleset in zip(_ORDINALS, comparison.rulesets, strict=True):
        titles.append(text("{}: {}", ordinal, ruleset.title or presets()[ruleset.name].title))
        names.append(text("{}: {}", ordinal, ruleset.name))
        abouts.append(_about(ruleset))
        digests.append(text("Digest of the {} <code>{}</code>.", ordinal.lower(), ruleset.digest))
    blocks: list[Block] = [
        Paragraph(Either(headline, text("<strong>{}</strong>", headline)), "headline"),
        InHtml([_pair(titles, [abouts])]),
        InMarkdown([Bullets([text("{}. {}", *two) for two in zip(titles, abouts, strict=True)])]),
    ]
    if shown:
        blocks.append(Paragraph(_BASES))
    if comparison.packs:
        blocks += [Heading("Packs"), _pair(names, map(_packs, comparison.packs))]
    for title, differences in groupby(shown, key=lambda rules: rules.section):
        blocks += [Heading(title), _pair(names, [list(map(_rule, rules.rules)) for rules in differences])]
    if without_effect:
        differ, them = ("parameter differs", "it") if without_effect == 1 else ("parameters differ", "them")
        sentence = "<small>{} {} without effect on the rules. As JSON, this comparison has {} too.</small>"
        blocks.append(Paragraph(text(sentence, without_effect, differ, them)))
    return Page("Two rulesets compared", [*blocks, *[Paragraph(digest, "small") for digest in digests]])


def _with_effect(comparison: RulesetComparison) -> list[RuleDifference]:
    """Return the rules in which two rulesets differ, in the order of the rulebook."""
    shown = [rules for rules in (*comparison.differences, *comparison.consequences) if rules.has_effect]
    return sorted(shown, key=lambda rules: NAMES.index(rules.parameter))


def _pair(titles: Iterable[Value], rows: Iterable[Iterable[Value]]) -> Block:
    return Table(list(map(Column, titles)), [Row(list(cells)) for cells in rows], "pair", scoped=False)


def _about(ruleset: Ruleset) -> Value:
    names = [*dotted(ruleset.overrides)]
    return text(
        "Ruleset <code>{}</code>, version {}{}.{}",
        ruleset.name,
        ruleset.version,
        text(", with {}", ", ".join(ruleset.options)) if ruleset.options else "",
        text(" Overrides: {}.", _codes(names)) if names else "",
    )


def _headline(comparison: RulesetComparison, without_effect: int) -> str:
    differing, one_sided = len(comparison.differences) - without_effect, len(comparison.consequences)
    if not differing and not one_sided:
        return "Both play by the same rules."
    differ = f"{count_of(differing, 'rule')} {'differs' if differing == 1 else 'differ'}"
    if not one_sided:
        return f"{differ}; all others are the same."
    follow = f"{one_sided} more {'applies' if one_sided == 1 else 'apply'}"
    return f"{differ}, and because of that {follow} in only one of the two; all others are the same."


def _packs(difference: PackDifference) -> list[Value]:
    packs = zip(difference.packs, difference.only_in, strict=True)
    return [text("{} players: {}", difference.players, _pack(pack, cards)) for pack, cards in packs]


def _pack(pack: Pack, only_here: int) -> str:
    """Return a pack in words, with the cards that the other one lacks."""
    aside = f", {pack.leftover} set aside" if pack.leftover else ""
    cards = listed(f"the {card_name(code)}" for code in codes_of(only_here))
    only = f" Only here: {cards}." if cards else ""
    each = f"{count_of(pack.hand_size, 'card')} each{_one_less(pack.players - pack.in_last_trick)}"
    return f"{each}, {pack.cards.bit_count()} in play{aside}.{only}"


def _rule(rule: Rule) -> Value:
    basis = text("<code>{}</code>, <em>{}</em>", rule.parameter, rule.basis)
    added = text(" {} (<em>default</em>)", rule.added) if rule.added else ""
    return text(
        "{}{}{}{}",
        "" if rule.applies else text("<em>No such rule.</em> "),
        rule.why_not or rule.text,
        Either(text("<br><small>{}</small>", basis), text(" ({})", basis)),
        added,
    )
