"""Vectors written down by hand as text: a request, ``=>`` what is decided about it, ``@`` the document that says so.

``tests/contract/request_text.py`` says how a request is written. In an answer ``open: number 1-13 nil 0`` are bids
that may be made, and ``deck: 54 cards without 2C`` the cards of a pack with jokers. SD0 to SD3 are documents
(``published_scores``). Without a document, the rule is that of the parameter in the title.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.conformance.published_scores import cited_in
from tests.conformance.samples import cited
from tests.conformance.vector import Vector
from tests.contract.request_text import Requests, value_of
from tests.spades.builders.cards import STANDARD, Json


def written(name: str) -> Iterator[Vector]:
    """Yield the vectors of one of the files beside this module."""
    read = Requests()
    read.read((Path(__file__).parent / name).read_text(encoding="utf-8"))
    for (operation, title), text in read.answers.items():
        request = read.bodies[operation][title]
        answer, _, document = text.partition(" @ ")
        if document:
            yield Vector(f"published/{title}", operation, request, _answer(answer), "published", cited_in(document))
        else:
            rule = cited([title.partition("=")[0]])
            yield Vector(f"rules/{title}", operation, request, _answer(answer), "rules", rule)


def _answer(text: str) -> Json:
    answer: Json = value_of(text)
    if "open" in answer:
        answer["open"] = [*_bids(answer["open"].split())]
    if "deck" in answer:
        count, _, *out = answer["deck"].split()
        whole = [*STANDARD, *(["LJ", "BJ"] if count == "54" else [])]
        answer["deck"] = sorted(set(whole) - set(out))
    return answer


def _bids(words: list[str]) -> Iterator[Json]:
    for kind, tricks in zip(words[::2], words[1::2], strict=True):
        least, _, most = tricks.partition("-")
        yield from ({"tricks": each, "kind": kind} for each in range(int(least), int(most or least) + 1))
