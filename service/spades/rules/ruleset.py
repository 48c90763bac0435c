"""The types of rulesets: presets, references to them, and what a reference resolves to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from service.spades.rules.pack import Pack
from service.spades.rules.parameters import Parameters

BasisName: TypeAlias = Literal["written", "implied", "default", "override"]


class Basis(NamedTuple):
    """Why a parameter has its value, and the passage of the source that says so."""

    basis: BasisName
    source: str


class StatedValue(NamedTuple):
    """The value of a parameter that a preset, an option or a request states."""

    value: Any
    """A JSON value. (Not `object`: mypyc does not find that name in a class.)"""
    basis: Basis


@dataclass(frozen=True, slots=True)
class Option:
    """A variation that the preset's source describes. It combines with all options that it does not exclude."""

    name: str
    title: str
    excludes: tuple[str, ...]
    values: Mapping[str, StatedValue]


@dataclass(frozen=True, slots=True)
class Preset:
    """A published ruleset, as stated in its TOML file."""

    name: str
    version: str
    title: str
    summary: str
    source: str
    values: Mapping[str, StatedValue]
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Reference:
    """A request's choice of rules: a preset, some of its options, and overrides as groups of plain values."""

    name: str
    options: tuple[str, ...] = ()
    overrides: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    name_pointer: str = "#/ruleset/name"
    """The pointer to the name in the request, which differs if the reference is nothing but a name."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A complete set of rules: every parameter with its basis, a version and a digest.

    Two are equal only if they are the same object, which makes them quick to look up by.
    """

    name: str
    version: str
    digest: str
    options: tuple[str, ...]
    overrides: Mapping[str, Mapping[str, object]]
    parameters: Parameters
    basis: Mapping[str, Basis]
    packs: Mapping[int, Pack]
    """The pack for each number of players that the ruleset allows."""
