"""The kit as it stands in the project: its runner, its manifest and its vectors."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.spades.builders.cards import Json

FOLDER = Path(__file__).parent.parent.parent / "conformance"


def _runner() -> ModuleType:
    """Return the runner of the kit, a script that belongs to no package."""
    from importlib.util import module_from_spec, spec_from_file_location  # noqa: PLC0415 - for this alone

    spec = spec_from_file_location("conformance_run", FOLDER / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


run = _runner()


@cache
def manifest() -> Json:
    content: Json = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    return content


@cache
def vectors() -> tuple[Json, ...]:
    return tuple(run.vectors(manifest(), ()))
