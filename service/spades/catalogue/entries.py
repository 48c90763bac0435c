"""The entry of a finding and the entry of a parameter: the one place where the core says what either means.

The modules of `findings` hold the entries of findings, one for each part of the game, and `spades.findings.CODES` has
them in one table. A parameter's entry is a field of its group in `parameters`. Rulings, rulebooks, pages and the desk
read the entries when they are asked; `make contract` writes the contract and the tables of docs/reference/rules.md from
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from keyword import iskeyword
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
    penalty: str | None = None
    """The row of `penalties` that says what the offence costs."""

    # What follows from it.
    may_be_revoke: bool = False
    """Whether it is a revoke, or counts as one under `penalties.early_spade.as`."""
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

Shape: TypeAlias = Literal[
    "",
    "counts",
    "cards",
    "cards by players",
    "numbers by players",
    "numbers",
    "remedies",
    "misdeals",
    "gain",
    "loss",
    "contracts",
]
"""How the contract writes a value that is neither a word nor a number nor a truth value: numbers of players, cards, for
each number of players cards or a number, any numbers, remedies to choose from, reasons for a misdeal, what is scored or
lost (`Worth`), or contracts of a certain size."""

Rules = TypeVar("Rules")
"""A group's dataclass, or all groups together."""

Word: TypeAlias = Callable[[Rules], str | int]
"""A word of a sentence that depends on rules; a number is written in the form that the sentence gives."""

_ENTRY: Final = "entry"
_ROW: Final = "row"


class Worth(NamedTuple):
    """What something scores, in points: never below 0 if it is made, never above 0 if it fails."""

    points: int = 0
    """Points once, however many tricks were bid."""
    per_trick: int = 0
    """Points for each trick bid."""
    per_missing_trick: int = 0
    """Points for each trick that is missing."""

    def of(self, tricks: int, missing: int = 0) -> int:
        """Return what this comes to with this number of tricks bid, and of tricks missing."""
        return self.points + self.per_trick * tricks + self.per_missing_trick * missing


class Means(NamedTuple):
    """What a value means, as a sentence of the rulebook, which holds whatever the other parameters are.

    Everything that explains the value is made of it. It is a template (`spades.sentence`): ``{bidder}`` is a word
    of a group or of `rules.circumstances`, ``{bids.nil.made:scores}`` a parameter.
    """

    sentence: str
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
    rows: tuple[Row, ...]
    no_effect_if: tuple[str, ...]
    """The circumstances that put its rule out of effect, by name; the first that holds is given as the reason."""
    conflicts: tuple[Conflict, ...]


class TableRow(NamedTuple):
    """A row of a table of parameters: one for each of its columns, each named as ``row.column`` in its group."""

    about: str
    """What the row is about, in the contract."""
    component: str
    """Its component in the contract, which rows with the same columns share."""
    columns: Mapping[str, Any]
    """The columns that the row has, with their defaults."""
    words: Mapping[str, str]
    """What the texts of its columns say of it: the words for ``<kind>``, for example, and for ``<Kind>`` at the
    beginning of a sentence. ``<row>`` is its dotted name, and ``<name>`` its own."""
    means: Mapping[str, Mapping[Any, Means]]
    """What the values of a column mean in this row, where that differs from the other rows."""
    no_effect_if: tuple[str, ...] = ()
    """The circumstances that put the whole row out of effect, by name."""


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
    whole: Entry | None = None
    """The entry of a group that is one parameter, a list of rows."""


def parameter(  # noqa: PLR0913 - one argument for each thing that is said of a parameter
    *,
    default: Any,
    means: Mapping[Any, Means] = MappingProxyType({}),
    contract: str,
    least: int = 0,
    most: int = 0,
    shape: Shape = "",
    code: str = "",
    rule: str = "",
    cell: str = "",
    more_rows: tuple[Row, ...] = (),
    no_effect_if: tuple[str, ...] = (),
    conflicts: tuple[Conflict, ...] = (),
) -> Any:
    """Return the field of a parameter.

    ``least`` and ``most`` bound a number. ``code``, ``rule`` (or ``contract``) and ``cell`` make its row of
    docs/reference/rules.md.
    The other arguments are those of `Entry`.
    """
    rows = (*([Row(code, rule or contract, cell)] if code else ()), *more_rows)
    entry = Entry(default, means, contract, least, most, shape, rows, no_effect_if, conflicts)
    if isinstance(default, MappingProxyType):  # a dataclass takes it for a default that a caller could change
        return field(default_factory=lambda: default, metadata={_ENTRY: entry})
    return field(default=default, metadata={_ENTRY: entry})


def table_row(  # noqa: PLR0913 - one argument for each thing that is said of a row
    rules: Callable[..., Any],
    *,
    about: str,
    component: str,
    columns: Mapping[str, Any],
    words: Mapping[str, str] = MappingProxyType({}),
    means: Mapping[str, Mapping[Any, Means]] = MappingProxyType({}),
    no_effect_if: tuple[str, ...] = (),
) -> Any:
    """Return the field of a row of a table, whose columns are the parameters of ``rules``.

    A column that is not among ``columns`` is no parameter in this row, and has its default.
    """
    default = rules(**{attribute_of(name): value for name, value in columns.items()})
    return field(default=default, metadata={_ROW: TableRow(about, component, columns, words, means, no_effect_if)})


def attribute_of(name: str) -> str:
    """Return the attribute in which a parameter is kept; its name, unless that is a word of Python (``not_``)."""
    return f"{name}_" if iskeyword(name) else name


def entries_in(group: Group) -> dict[str, Entry]:
    """Return the entries of a group by their dotted names."""
    if group.whole is not None:
        return {group.name: group.whole}
    return {f"{group.name}.{key}": entry for key, entry in entries_of(group.rules, group.name).items()}


def entries_of(rules: type, group: str = "") -> dict[str, Entry]:
    """Return the entries of a group's dataclass by their names in the group: ``least``, or ``number.least`` of a row.

    ``group`` is its name, with which the texts of its rows begin the names of parameters.
    """
    entries: dict[str, Entry] = {}
    for member in fields(rules):
        name, row = member.name.rstrip("_"), member.metadata.get(_ROW)
        if row is None:
            entries[name] = member.metadata[_ENTRY]
            continue
        columns = entries_of(type(member.default))
        for column in row.columns:
            entries[f"{name}.{column}"] = _in_row(columns[column], row, column, f"{group}.{name}")
    return entries


def rows_of(rules: type) -> dict[str, TableRow]:
    """Return the rows of a group's dataclass by name."""
    return {member.name: member.metadata[_ROW] for member in fields(rules) if _ROW in member.metadata}


def capital(text: str) -> str:
    """Return a text with a capital letter."""
    return text[:1].upper() + text[1:]


def _in_row(entry: Entry, row: TableRow, column: str, path: str) -> Entry:
    """Return the entry of a column in a row, its texts with the words of that row."""
    words = {**row.words, "row": path, "name": path.rpartition(".")[2]}

    def said(text: str) -> str:
        for word, instead in words.items():
            text = text.replace(f"<{word}>", instead).replace(f"<{word.capitalize()}>", capital(instead))
        return text

    means = row.means.get(column, entry.means)
    return entry._replace(
        default=row.columns[column],
        means={value: Means(*map(said, each)) for value, each in means.items()},
        rows=tuple(each._replace(rule=said(each.rule)) for each in entry.rows),
        contract=said(entry.contract),
        no_effect_if=(*row.no_effect_if, *map(said, entry.no_effect_if)),
        conflicts=tuple(
            each._replace(when=said(each.when), others=tuple(map(said, each.others)), because=said(each.because))
            for each in entry.conflicts
        ),
    )
