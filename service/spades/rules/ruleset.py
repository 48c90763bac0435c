"""The types of a ruleset: presets, options, references, and what a reference resolves to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from service.spades.rules.pack import Pack
from service.spades.rules.parameters import Parameters

BasisName: TypeAlias = Literal["written", "implied", "default", "override"]


class Basis(NamedTuple):
    """What a parameter's value rests on, and where that stands."""

    basis: BasisName
    source: str


class Given(NamedTuple):
    """A parameter's value as a preset or an option states it."""

    value: object
    basis: Basis


@dataclass(frozen=True, slots=True)
class Option:
    """A named variation of a preset's own source, which can be combined with those that it does not exclude."""

    name: str
    title: str
    excludes: tuple[str, ...]
    values: Mapping[str, Given]


@dataclass(frozen=True, slots=True)
class Preset:
    """One published ruleset, as its TOML file states it."""

    name: str
    version: str
    title: str
    summary: str
    source: str
    values: Mapping[str, Given]
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Reference:
    """How a request names a ruleset: a preset, options, and overrides as nested groups of plain values."""

    name: str
    options: tuple[str, ...] = ()
    overrides: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    named_at: str = "#/ruleset/name"
    """The pointer to the name: a member of the reference, or the reference itself where it is the name and no more."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a reference resolves to: every parameter with its basis, a version and a digest."""

    name: str
    version: str
    digest: str
    options: tuple[str, ...]
    overrides: Mapping[str, Mapping[str, object]]
    parameters: Parameters
    basis: Mapping[str, Basis]
    packs: Mapping[int, Pack]
    """For each number of players that the ruleset has a table for, the pack that they play with."""
