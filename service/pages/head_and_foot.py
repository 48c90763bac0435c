"""What the pages of records and games have in common: labels and ruleset above, and how to check the answer below."""

from __future__ import annotations

from service.json_types import Json
from service.pages.content import Block, Facts, Labels, Paragraph, Section, Value, joined, text
from service.pages.phrases import capitalised, overrides_in_words


def labels_above(answer: Json, after: Value = "") -> list[Block]:
    """Return the labels of a record beside each other, and what comes after them; nothing if there is neither."""
    labels = [
        text("{}: <strong><bdi>{}</bdi></strong>", capitalised(name), label)
        for name, label in answer.get("labels", {}).items()
    ]
    return [Labels(labels, after=after)] if labels or after else []


def by_ruleset(answer: Json, found: str = "") -> Block:
    """Return what was found, counted, and by which ruleset."""
    return Paragraph(
        text(
            "{}By ruleset {}{}.",
            text("Found: {}. ", found) if found else "",
            ruleset_in_words(answer["ruleset"]),
            ", with the house rules at the end of this page" if overrides_in_words(answer["ruleset"]) else "",
        )
    )


def ruleset_in_words(ruleset: Json) -> Value:
    """Return the name, the version and the options of a ruleset."""
    options = text(", with {}", ", ".join(ruleset["options"])) if ruleset["options"] else ""
    return text("<code>{}</code>, version {}{}", ruleset["name"], ruleset["version"], options)


def to_check(answer: Json, operation: str, name: str, sent: str) -> Block:
    """Return how to check an answer that the request and its ruleset decide: what to send where, and what comes back.

    ``operation`` is a path below ``/v1``; ``name`` is what is checked, and ``sent`` what is sent.
    """
    its_id, shown_id = ("ruling id", "Ruling") if name == "ruling" else ("id", "Id")
    blocks: list[Block] = []
    overrides = overrides_in_words(answer["ruleset"])
    if overrides:
        blocks.append(Paragraph(text("House rules in the request: {}.", joined("; ", overrides))))
    sentence = text(
        "Send the same {} to <code>POST /v1/{}</code> of engine version {}: the same {}, ruleset and\fengine version"
        " give the same {} on any machine.",
        sent,
        operation,
        answer["engine_version"],
        sent,
        its_id,
    )
    ids = [
        text("{} <code>{}</code>", shown_id, answer["ruling_id"]),
        text("Ruleset digest <code>{}</code>", answer["ruleset"]["digest"]),
    ]
    return Section([*blocks, Paragraph(sentence), Facts(ids)], f"To check this {name}", unbroken=True)
