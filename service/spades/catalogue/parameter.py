"""What an entry says of a parameter, and the field of a group of parameters that holds it.

An entry is the one place where the project says what a parameter means: the rulebook and the pages of findings read it
when they are asked, and `make contract` writes the contract and the tables of docs/rules.md from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

ELSE: Final = "else"
"""The key of what is said of every value that has no key of its own."""

Shape: TypeAlias = Literal["", "counts", "cards", "cards by players", "numbers by players"]
"""How the contract writes a value that is neither a word nor a number nor a truth value: numbers of players, cards, or
for each number of players cards or a number."""

Rules = TypeVar("Rules")
"""A group's dataclass, or all groups together."""

Word: TypeAlias = Callable[[Rules], str | int]
"""A word of a sentence that depends on rules; a number is written in the form that the sentence gives."""

_ENTRY: Final = "entry"


class Means(NamedTuple):
    """What a value means: as a sentence of the rulebook, and in the words of a finding's page.

    Both hold whatever the other parameters are. The sentence is a template (`spades.sentence`): ``{bidder}`` is a word
    of a group or of `rules.circumstances`, ``{nil.made:scores}`` a parameter.
    """

    sentence: str
    on_page: str = ""


class Row(NamedTuple):
    """A row of docs/rules.md: its code, the rule, and what its column of parameters says if not the one name."""

    code: str
    rule: str
    cell: str = ""


class Conflict(NamedTuple):
    """Values of a parameter that can't be played under a circumstance that other parameters make."""

    values: tuple[str | bool, ...]
    """Empty for any value."""
    when: str
    """The circumstance, by its name."""
    others: tuple[str, ...]
    """The dotted names of the other parameters."""
    because: str
    """Why they contradict each other: the end of a sentence, and a template like that of a rule."""


class Circumstance(NamedTuple, Generic[Rules]):
    """Something that is so under some rules, and why another rule then has no effect."""

    holds: Callable[[Rules], bool]
    why: str = ""
    """The reason, as a sentence without its full stop; empty if it puts no rule out of effect."""
    so: str = "this rule does not apply"
    """What follows; empty if the reason is all there is to say."""

    @property
    def text(self) -> str:
        """The reason and what follows, in one sentence."""
        return f"{self.why}, so {self.so}." if self.so else f"{self.why}."


class Entry(NamedTuple):
    """Everything that is said of a parameter, but its name and its type, which are those of its field."""

    default: Any
    means: Mapping[Any, Means]
    """By value; those of a parameter with a few values have one for each, in the order of the contract."""
    contract: str
    """The description in the contract. The default is added to it, unless it states that itself."""
    least: int
    most: int
    shape: Shape
    page: str
    """What the parameter decides, on the pages of findings; empty if no page names it."""
    rows: tuple[Row, ...]
    no_effect_if: tuple[str, ...]
    """The circumstances that put its rule out of effect, by name; the first that holds is given as the reason."""
    conflicts: tuple[Conflict, ...]


class Group(NamedTuple):
    """A group of parameters: its name in requests, its dataclass, and what is said of it as a whole."""

    name: str
    rules: type
    title: str
    """The title of its section of the rulebook."""
    component: str
    """Its component in the contract."""
    contract: str
    """The description of the component."""
    laws: tuple[Row, ...] = ()
    """Rows of docs/rules.md that no parameter varies."""
    circumstances: Mapping[str, Circumstance[Any]] = MappingProxyType({})
    """The circumstances that follow from this group alone, by the names that entries of any group use."""
    words: Mapping[str, Word[Any]] = MappingProxyType({})
    """The words of sentences that follow from this group alone."""


def parameter(  # noqa: PLR0913 - one argument for each thing that is said of a parameter
    *,
    default: Any,
    means: Mapping[Any, Means] = MappingProxyType({}),
    contract: str,
    least: int = 0,
    most: int = 0,
    shape: Shape = "",
    page: str = "",
    code: str = "",
    rule: str = "",
    cell: str = "",
    more_rows: tuple[Row, ...] = (),
    no_effect_if: tuple[str, ...] = (),
    conflicts: tuple[Conflict, ...] = (),
) -> Any:
    """Return the field of a parameter.

    ``least`` and ``most`` bound a number. ``code``, ``rule`` and ``cell`` make its row of docs/rules.md.
    The other arguments are those of `Entry`.
    """
    rows = (*([Row(code, rule, cell)] if code else ()), *more_rows)
    entry = Entry(default, means, contract, least, most, shape, page, rows, no_effect_if, conflicts)
    if isinstance(default, MappingProxyType):  # a dataclass takes it for a default that a caller could change
        return field(default_factory=lambda: default, metadata={_ENTRY: entry})
    return field(default=default, metadata={_ENTRY: entry})


def entries_of(rules: type) -> dict[str, Entry]:
    """Return the entries of a group's dataclass, or of a parameter whose value is an object, by name."""
    return {member.name: member.metadata[_ENTRY] for member in fields(rules)}
