"""The types that the sources of the core state. A compiled class keeps less: of a `Literal`, that it is a string."""

from __future__ import annotations

from functools import cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import GenericAlias, ModuleType
from typing import Any, get_type_hints

from service.spades.catalogue.entries import Group, attribute_of, entries_in


def types_of(kind: type) -> dict[str, Any]:
    """Return the type of each member of a class of the core."""
    return get_type_hints(getattr(_source_of(kind.__module__), kind.__name__))


def types_of_parameters(group: Group) -> dict[str, Any]:
    """Return the type of each parameter of a group by its dotted name; a group that is one parameter is a list."""
    if group.whole is not None:
        return {group.name: GenericAlias(tuple, (group.rules, ...))}
    types: dict[str, Any] = {}
    for name in entries_in(group):
        kind: Any = group.rules
        for part in name.split(".")[1:]:
            kind = types_of(kind)[attribute_of(part)]
        types[name] = kind
    return types


@cache
def _source_of(name: str) -> ModuleType:
    """Return a module of the core made of its source, beside the one that the service uses."""
    package, _, stem = name.rpartition(".")
    found = find_spec(package)
    assert found is not None
    assert found.submodule_search_locations
    path = Path(found.submodule_search_locations[0], f"{stem}.py")
    module = module_from_spec(ModuleSpec(name, SourceFileLoader(name, str(path))))
    SourceFileLoader(name, str(path)).exec_module(module)
    return module
