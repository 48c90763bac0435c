"""The entry of a finding and the entry of a parameter: the one place where the core says what either means.

The modules of `findings` hold the entries of findings, one for each part of the game, and `spades.findings.CODES` has
them in one table. A parameter's entry is a field of its group in `parameters`. Rulings, rulebooks, pages and the desk
read the entries when they are asked; `make contract` writes the contract and the tables of docs/reference/rules.md from
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

Severity: TypeAlias = Literal["offence", "error", "note"]
"""``offence``: a player broke a rule. ``error``: the record contradicts itself. ``note``: nobody is at fault."""


class FindingEntry(NamedTuple):
    """What the core knows of one finding code; its page says more (`service/pages/findings/`)."""

    code: str
    severity: Severity
    sentences: Mapping[str, str]
    """The sentences and parts of sentences about it, by the key that the core says: templates (`spades.sentence`)."""

    # The rule that is broken.
    law: str | None = None
    """The rule of the game itself, for what no parameter governs."""
    parameter: str | None = None
    """The parameter whose rule is broken, unless the finding names another."""
    made_costly_by: str | None = None
    """The parameter that may give the offence a penalty."""

    # What follows from it.
    may_be_revoke: bool = False
    """Whether it is a revoke, or counts as one under `irregularities.illegal_spade_lead`."""
    illegal_card: bool = False
    """Whether another card of the hand was legal: its `Finding.alternatives` say what that would have changed."""
    taints_play: bool = False
    """Whether the play of later tricks may have been influenced by it; never by what is only written wrong."""
    doubts_hand: bool = False
    """Whether it puts in doubt which cards its player held."""
    spares_cards: bool = False
    """Whether it is an error that leaves no doubt who held and played which card."""
    cannot_win: bool = False
    """Whether its card can't win the trick."""
    rests_on_number: bool = False
    """Whether it depends on which trick it is, or on what came before."""
    rests_on_turns: bool = False
    """Whether it depends on whose turn it was, or in which order cards were played."""
    sheet_row: str | None = None
    """The row of the score sheet that is wrong."""
    about_claim: bool = False
    """Whether it is about the claim with which the play ended."""

    # Its words for a headline.
    deed: str | None = None
    """What the player did, after a name: ``revoked``. Every offence has such words."""
    deed_in_figures: str | None = None
    """The same as a template that states its evidence; for answers that have all of that."""
    of_side: bool = False
    """Whether a headline names the side that did it, and not the player."""


class Part(NamedTuple):
    """The findings about one part of a game, in the order of a record."""

    name: str
    title: str
    findings: tuple[FindingEntry, ...]
    sentences: Mapping[str, str] = MappingProxyType({})
    """The sentences, and parts of sentences, that several of its findings share."""


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
    added: str = ""
    """What this engine adds to the rule on a point that sources leave open, as sentences of their own: their basis is
    `default`, whatever that of the rule. A template like the sentence; it may come to nothing."""


class Row(NamedTuple):
    """A row of docs/reference/rules.md: its code, the rule, and what its column of parameters says, if anything."""

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
    """Rows of docs/reference/rules.md that no parameter varies."""
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

    ``least`` and ``most`` bound a number. ``code``, ``rule`` and ``cell`` make its row of docs/reference/rules.md.
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
