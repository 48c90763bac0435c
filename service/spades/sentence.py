"""A sentence before it is written, and the template language in which it is written.

The core says what it has to say by keys and values (`say`). The words are in the `catalogue`; names, cards and numbers
are put in where the answer is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Any, Final, NamedTuple, TypeAlias, Union

from service.spades.by_position import by_position

Fact: TypeAlias = Union[int, str, tuple[int | str, ...], "Sentence", tuple["Sentence", ...]]
"""A number, a seat, a side, a card, a suit, a name from the request, cards, a location, or a part of the sentence."""


class Sentence(NamedTuple):
    """A sentence, or a part of one, by its key and the facts that its text asks for."""

    key: str
    facts: Mapping[str, Fact]


_sentence: Final = by_position(Sentence)


def say(key: str, **facts: Fact) -> Sentence:
    """Return the sentence of this key with these facts."""
    return _sentence((key, facts))


Form: TypeAlias = Callable[[Any, Any], str]
"""Writes a fact, its second argument. The first is whatever the template is filled for, such as the writer."""

Template: TypeAlias = tuple[tuple[str, Form | None], ...]
"""The pieces of a text: some words and None, or the name of a fact and its form."""


class Forms:
    """The forms in which one kind of sentence states its facts, and the parser of its templates.

    A template is text with facts in braces, each with the form in which it is written: ``{accused:player} won
    {tricks:#trick}`` has two facts. What follows the colon is a form:

    ========================  =====================================================================
    ``#trick``                a number and what it counts: 1 trick, 3 tricks
    ``#card or no cards``     the same, with other words for 0
    ``is|are``                the first for one thing, the second for any other number of them
    a name, or nothing        as it was registered when the `Forms` were made
    ========================  =====================================================================

    A template is parsed once and filled often.
    """

    __slots__ = ("_named", "_number")

    def __init__(self, named: Mapping[str, Form], number: Form) -> None:
        """Register forms by name, ``""`` among them for a fact without a form; ``number`` writes what is counted."""
        self._named = named
        self._number = number

    def parse(self, text: str) -> Template:
        """Return a text as a template. Raises `KeyError` if a form is unknown, `ValueError` if braces don't match."""
        return tuple(self._pieces(text))

    def _pieces(self, text: str) -> Iterator[tuple[str, Form | None]]:
        for words, name, form, _ in Formatter().parse(text):
            if words:
                yield words, None
            if name is not None:
                yield name, self._form(form or "")

    def _form(self, form: str) -> Form:
        if form.startswith("#"):
            noun, _, for_none = form[1:].partition(" or ")
            return self._count_of(noun, for_none)
        if "|" in form:
            one, several = form.split("|")
            return lambda _, value: one if (len(value) if isinstance(value, tuple) else abs(value)) == 1 else several
        return self._named[form]

    def _count_of(self, noun: str, for_none: str) -> Form:
        number = self._number

        def write(context: Any, count: int) -> str:
            if not count and for_none:
                return for_none
            return f"{number(context, count)} {noun}{'' if abs(count) == 1 else 's'}"

        return write


def fill(template: Template, context: Any, facts: Mapping[str, Any]) -> str:
    """Return a template with its facts written in; each form is given the context first."""
    return "".join([text if write is None else write(context, facts[text]) for text, write in template])
