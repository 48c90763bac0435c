"""A sentence before it is written, and the template language in which it is written.

The core says what it has to say by keys and values (`say`). The words are in the `catalogue`; names, cards and numbers
are put in where the answer is written.
"""

from __future__ import annotations

from string import Formatter
from typing import Any, Final, NamedTuple, TypeAlias, Union

from service.spades.by_position import by_position

Fact: TypeAlias = Union[int, str, tuple[int | str, ...], "Sentence", tuple["Sentence", ...]]
"""A number, a seat, a side, a card, a suit, a name from the request, cards, a location, or a part of the sentence."""


class Sentence(NamedTuple):
    """A sentence, or a part of one, by its key and the facts that its text asks for."""

    key: str
    facts: dict[str, Fact]


_sentence: Final = by_position(Sentence)


def say(key: str, **facts: Fact) -> Sentence:
    """Return the sentence of this key with these facts."""
    return _sentence((key, facts))


Template: TypeAlias = tuple[tuple[str, str | None], ...]
"""The pieces of a text: some words and None, or the name of a fact and its form."""


def template_of(text: str) -> Template:
    """Return a text as a template, parsed once and filled often. Raises `ValueError` if its braces don't match."""
    pieces: list[tuple[str, str | None]] = []
    for words, name, form, _ in Formatter().parse(text):
        if words:
            pieces.append((words, None))
        if name is not None:
            pieces.append((name, form or ""))
    return tuple(pieces)


class Wording:
    """The forms in which sentences state their facts; kinds of sentences have forms of their own in a class below it.

    A template is text with facts in braces, each with the form in which it is written: ``{accused:player} won
    {tricks:#trick}`` has two facts. What follows the colon is a form:

    ========================  =====================================================================
    nothing                   the fact as it is
    ``#trick``                a number and what it counts: 1 trick, 3 tricks
    ``#card or no cards``     the same, with other words for 0
    ``is|are``                the first for one thing, the second for any other number of them
    a name                    as the class below writes it
    ========================  =====================================================================
    """

    __slots__ = ()

    def fill(self, template: Template, facts: dict[str, Any]) -> str:
        """Return a template with its facts written in."""
        return "".join([text if form is None else self.written(form, facts[text]) for text, form in template])

    def written(self, form: str, fact: Any) -> str:
        """Return a fact in a form. Raises `KeyError` if the form is unknown."""
        if not form:
            return str(fact)
        if form[0] == "#":
            noun, _, for_none = form[1:].partition(" or ")
            if for_none and not fact:
                return for_none
            return f"{self.written('', fact)} {noun}{'' if abs(fact) == 1 else 's'}"
        if "|" in form:
            one, several = form.split("|")
            return one if (len(fact) if isinstance(fact, tuple) else abs(fact)) == 1 else several
        raise KeyError(form)
