"""The reference at /docs as tests read it: its sections with the texts that they show, its links and its anchors."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"input", "meta", "br", "link"})


@dataclass
class Example:
    """The request and the answers that are shown together, as texts."""

    path: str
    title: str = ""
    shown: list[str] = field(default_factory=list)


@dataclass
class Section:
    """The section of an operation."""

    attributes: dict[str, str | None]
    text: str = ""
    examples: list[Example] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)


class Reference(HTMLParser):
    """The page, read once; every element of it is closed."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self._open: list[tuple[str, Section | None]] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.loaded: list[tuple[str, str]] = []
        self.attributes: set[str] = set()
        self.sections: dict[str, Section] = {}
        self.text = ""
        self.feed(content)
        self.close()
        assert self._open == []

    @property
    def _section(self) -> Section | None:
        return next((section for _, section in reversed(self._open) if section is not None), None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        kinds = (given.get("class") or "").split()
        self.attributes |= given.keys()
        self.anchors += [given["id"] or ""] if "id" in given else []
        if tag == "a":
            self.links.append(given["href"] or "")
        elif tag in {"link", "script"}:
            self.loaded.append((tag, given.get("href") or given.get("src") or ""))
        section = self._section
        own = Section(given) if tag == "section" and "operation" in kinds else None
        if own is not None:
            self.sections[given["id"] or ""] = own
        elif section is not None and tag == "details" and "example" in kinds:
            section.examples.append(Example(given["data-path"] or ""))
        elif section is not None and "name" in given and tag in {"input", "textarea", "select"}:
            section.fields.append(given["name"] or "")
        elif section is not None and tag == "pre":
            section.examples[-1].shown.append("")
        if tag not in _VOID:
            self._open.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        section, tags = self._section, [tag for tag, _ in self._open]
        if section is None:
            return
        section.text += data
        if "pre" in tags:
            section.examples[-1].shown[-1] += data
        elif "summary" in tags and section.examples:
            section.examples[-1].title += data
