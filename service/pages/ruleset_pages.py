"""The pages of rulesets: a list, the parameters of one, its rules in plain words, and two rulesets side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from service.media_types import Json
from service.pages.content import (
    Block,
    Bullets,
    Column,
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
from service.presets.loader import presets
from service.spades.cards import card_name, codes_of
from service.spades.english import count_of, listed
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import SECTION_TITLES, PackDifference, Rule, RulesetComparison
from service.spades.rules.ruleset import NAMES, Ruleset, dotted, group_of

_BASES: Final = Paragraph(
    Either(
        text(
            "Each rule names its parameter and its basis: <em>written</em> in the source or <em>implied</em> by it,"
            " <em>default</em> if the\vsource does not say and this service chose, or <em>override</em> if the request"
            " chose."
        ),
        text(
            "Each rule names its parameter and its basis: <em>written</em> in the source or <em>implied</em> by it,"
            " <em>default</em> if the source does\fnot say and this service chose, or <em>override</em> if the request"
            " chose."
        ),
    )
)
_ORDINALS: Final = ("First", "Second")


def rulesets_page(listing: Json) -> Page:
    """Return the page of all presets (the contract's ``RulesetList``)."""
    intro = (
        "The rules to score and judge by. A request names one of them, alone or with options and with overrides of"
        " single\nparameters."
    )
    blocks: list[Block] = [Paragraph(text(intro))]
    for ruleset in listing["rulesets"]:
        name = ruleset["name"]
        about = text(
            "Players: {}.{} Source: {}. Version {}, digest <code>{}</code>.",
            ", ".join(map(str, ruleset["players"])),
            text(" Options: {}.", _codes(ruleset["options"])) if ruleset["options"] else "",
            _source(ruleset["source"]),
            ruleset["version"],
            ruleset["digest"],
        )
        blocks += [
            Heading(text('<a href="rulesets/{}"><code>{}</code></a>', name, name)),
            Paragraph(text("{}. {}", ruleset["title"], ruleset["summary"])),
            Paragraph(about),
            Paragraph(text('<a href="rulesets/{}/rulebook">Its rulebook</a>, in plain words', name)),
        ]
    return Page("Rulesets", blocks)


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
                text("Digest <code>{}</code>.", detail["digest"]),
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
    return Page(detail["title"], [*blocks, Paragraph(text('<a href="../rulesets">All rulesets</a>'))])


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


def rulebook_page(rulebook: Json) -> Page:
    """Return the page with the rules of a ruleset in plain words: every rule that applies to what it allows.

    ``rulebook`` is the contract's ``Rulebook``, which has the others, too.
    """
    applying = [
        (section["title"], rules)
        for section in rulebook["sections"]
        if (rules := [rule for rule in section["rules"] if rule["applies"] and not rule.get("not_allowed")])
    ]
    left_out = sum(len(section["rules"]) for section in rulebook["sections"]) - sum(len(rules) for _, rules in applying)
    name = rulebook["name"]
    options = text(", with {}", ", ".join(rulebook["options"])) if rulebook["options"] else ""
    about = [
        text(
            'Ruleset <a href="/v1/rulesets/{}"><code>{}</code></a>, version {}{}{}.',
            name,
            name,
            rulebook["version"],
            options,
            ", with overrides" if rulebook["overrides"] else "",
        ),
        text("Digest <code>{}</code>.", rulebook["digest"]),
        text("Source: {}.", _source(rulebook["source"])),
    ]
    # What it says of a target, for example, may be what an option or an override has changed.
    summary = text("{}", rulebook["summary"])
    if rulebook["options"] or rulebook["overrides"]:
        summary = text("Before its options and overrides: {}", rulebook["summary"])
    sections: list[Block] = []
    for title, rules in applying:
        sections += [
            Heading(title, anchor=_anchor(title)),
            Bullets(list(map(_cited, rules))),
        ]
    contents = [text('<a href="#{}">{}</a>', _anchor(title), title) for title, _ in applying]
    blocks: list[Block] = [
        Paragraph(summary),
        Facts(about, bullets=False),
        Bullets(contents, "contents"),
        _BASES,
        Division("rules", sections),
    ]
    if left_out:
        sentence = (
            "<small>{} {} left out, without effect on what the rules above allow. As JSON, this rulebook has\n{} too,"
            " with the reason.</small>"
        )
        are, them = ("rule is", "it") if left_out == 1 else ("rules are", "them")
        blocks.append(Paragraph(text(sentence, left_out, are, them)))
    return Page(rulebook["title"], blocks)


def _cited(rule: Json) -> Value:
    """Return a rule with its parameter and its basis, and what this engine adds to it."""
    added = text(" {} <small>(<em>default</em>)</small>", rule["added"]["text"]) if "added" in rule else ""
    written = "{} <small>(<code>{}</code>, <em>{}</em>)</small>{}"
    return text(written, rule["text"], rule["parameter"], rule["basis"], added)


def _anchor(title: str) -> str:
    """Return the anchor that renderers of Markdown give to a heading."""
    return title.lower().replace(" ", "-")


def comparison_page(comparison: RulesetComparison) -> Page:
    """Return the page with two rulesets side by side: the rules in which they differ, section by section.

    A parameter without effect in both rulesets, or with one rule under two values, makes no difference: it is counted.
    """
    shown = [rules for rules in (*comparison.differences, *comparison.consequences) if rules.has_effect]
    shown.sort(key=lambda rules: NAMES.index(rules.parameter))
    without_effect = sum(not rules.has_effect for rules in comparison.differences)
    headline = _headline(comparison, without_effect)
    titles, names, abouts, digests = [], [], [], []
    for ordinal, ruleset in zip(_ORDINALS, comparison.rulesets, strict=True):
        titles.append(text("{}: {}", ordinal, ruleset.title or presets()[ruleset.name].title))
        names.append(text("{}: {}", ordinal, ruleset.name))
        abouts.append(_about(ruleset))
        digests.append(text("Digest <code>{}</code>", ruleset.digest))
    blocks: list[Block] = [
        Paragraph(Either(headline, text("<strong>{}</strong>", headline)), "headline"),
        InHtml([_pair(titles, [abouts, [text("<small>{}</small>", digest) for digest in digests]])]),
        InMarkdown([Bullets([text("{}. {} {}.", *three) for three in zip(titles, abouts, digests, strict=True)])]),
    ]
    if shown:
        blocks.append(_BASES)
    if comparison.packs:
        blocks += [Heading("Packs"), _pair(names, map(_packs, comparison.packs))]
    for title, differences in groupby(shown, key=lambda rules: rules.section):
        blocks += [Heading(title), _pair(names, [list(map(_rule, rules.rules)) for rules in differences])]
    if without_effect:
        differ, them = ("parameter differs", "it") if without_effect == 1 else ("parameters differ", "them")
        sentence = "<small>{} {} without effect on the rules. As JSON, this comparison has {} too.</small>"
        blocks.append(Paragraph(text(sentence, without_effect, differ, them)))
    return Page("Two rulesets compared", blocks)


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
