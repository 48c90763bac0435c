"""What `wire.contract` takes of jsonschema-rs, by the package `jsonschema`, which needs no Rust.

The errors have the members of the other engine: the place in the body, and the kind with its facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import jsonschema
from jsonschema.validators import extend
from referencing import Registry as Resources
from referencing.jsonschema import DRAFT202012


def _missing(validator: Any, names: Iterable[str], value: Any, _: object) -> Iterator[jsonschema.ValidationError]:
    """Yield an error for each required member that is missing, with its name."""
    for name in names if validator.is_type(value, "object") else ():
        if name not in value:
            yield jsonschema.ValidationError("missing", cause=_Named(name))


def _misnamed(validator: Any, schema: Any, value: Any, _: object) -> Iterator[jsonschema.ValidationError]:
    """Yield an error for each member with a name that may not be, with this name."""
    of_names = validator.evolve(schema=schema)
    for name in value if validator.is_type(value, "object") else ():
        if not of_names.is_valid(name):
            yield jsonschema.ValidationError("misnamed", cause=_Named(name))


_ENGINE: Any = extend(  # type: ignore[no-untyped-call]  # it says that it is typed, and `extend` is not
    jsonschema.Draft202012Validator, {"required": _missing, "propertyNames": _misnamed}
)


class _Named(Exception):  # noqa: N818 - it is no error, but what one is about
    """The member of an object that an error is about."""

    def __init__(self, instance: str) -> None:
        super().__init__(instance)
        self.instance = instance


class ValidationErrorKind:
    """The keyword that a value violates, with the facts that explain it."""

    def __init__(self, error: jsonschema.ValidationError) -> None:
        self.name = str(error.validator)
        self._error = error

    def as_dict(self) -> Mapping[str, Any]:
        """Return the facts, by the names that jsonschema-rs gives them."""
        error: Any = self._error
        if isinstance(error.cause, _Named):
            return {"property": error.cause.instance, "error": error.cause}
        if self.name == "additionalProperties":
            known = error.schema.get("properties", ())
            return {"unexpected": [name for name in error.instance if name not in known]}
        return {"limit": error.validator_value, "options": error.validator_value}


class ValidationError(NamedTuple):
    """A violation: where in the body, and of which keyword."""

    instance_path: tuple[str | int, ...]
    kind: ValidationErrorKind


def Registry(resources: Iterable[tuple[str, Any]]) -> Resources[Any]:  # noqa: N802 - the name in the other engine
    """Return schemas that others refer to, by their addresses."""
    found = Resources[Any]()
    return found.with_resources((address, DRAFT202012.create_resource(schema)) for address, schema in resources)


class Draft202012Validator:
    """A schema that values are checked by; it refers to nothing outside the registry."""

    def __init__(self, schema: Any, registry: Resources[Any], *, offline: bool) -> None:
        if not offline:
            raise NotImplementedError
        self._engine = _ENGINE(schema, registry=registry)

    def is_valid(self, value: Any) -> bool:
        """Return whether a value satisfies the schema."""
        return bool(self._engine.is_valid(value))

    def iter_errors(self, value: Any) -> Iterator[ValidationError]:
        """Yield the violations of a value."""
        for error in self._engine.iter_errors(value):
            yield ValidationError(tuple(error.absolute_path), ValidationErrorKind(error))
