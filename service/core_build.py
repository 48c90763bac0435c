"""Which build of the core runs: the sources as they are, or extension modules compiled from just these sources.

What writes its results as JSON is compiled with it.

`make compile` puts extension modules beside the sources, and with them a record of what they were made of. Python loads
an extension module wherever there is one, so the record is compared with the sources before the core is imported; if it
doesn't fit, nothing compiled is loaded. Nothing but speed depends on it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Literal, NamedTuple, NoReturn, TypeAlias

CORE = ("spades", "analysis", "league")
"""The packages of the service that are compiled."""
WRITERS = ("broken_nils", "deeds", "places", "ruling_json", "summary", "writer")
"""The modules of `service.wire` that are compiled with it."""
LIBRARY = "service.core__mypyc"
"""The extension module that holds the code of all others."""
RECORD = "core_build.json"
"""The record, in the folder of the package `service`."""
VARIABLE = "SPADES_CORE"
"""Set to ``plain``, nothing compiled is loaded; set to ``compiled``, nothing else is; otherwise whatever fits."""

Kind: TypeAlias = Literal["compiled", "plain"]
"""How the core runs."""

_FOLDER = Path(__file__).parent
_CORE = tuple(f"service.{package}." for package in CORE)
_WRITERS = frozenset(f"service.wire.{name}" for name in WRITERS)
_UNUSABLE = 2  # as the commands end if they can't be carried out


class CoreBuild(NamedTuple):
    """The build of the core that runs."""

    kind: Kind
    why_plain: str = ""
    """Why compiled modules that are there are not loaded; empty if there are none."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.why_plain}" if self.why_plain else self.kind


def sources_of(folder: Path) -> list[Path]:
    """Return the modules that are compiled, below the folder of the package `service`.

    A package itself stays interpreted: its path is asked for before the module is executed.
    """
    found = [path for package in CORE for path in sorted((folder / package).rglob("*.py"))]
    core = [path for path in found if path.name != "__init__.py"]
    return core + [folder / "wire" / f"{name}.py" for name in WRITERS]


def record_of(folder: Path, suffix: str) -> bytes:
    """Return the record of what is compiled from the sources below this folder, into files with this suffix."""
    return json.dumps({"suffix": suffix, "sources": digest_of(folder)}, indent=2).encode() + b"\n"


def digest_of(folder: Path) -> str:
    """Return a digest of all that is compiled, names and content."""
    digest = hashlib.sha256()
    for path in sources_of(folder):
        name, content = path.relative_to(folder).as_posix().encode(), path.read_bytes()
        digest.update(b"%s %d\n%s" % (name, len(content), content))
    return digest.hexdigest()


@cache
def choose() -> CoreBuild:
    """Choose the build that is loaded; the package `service` calls this before anything imports the core.

    Ends the process, with a message, if the variable has another value, or demands the compiled one and there is none.
    """
    wanted = os.environ.get(VARIABLE, "")
    if wanted not in {"", "plain", "compiled"}:
        _end(f"{VARIABLE} must be 'plain' or 'compiled', or not set, not {wanted!r}")
    build = CoreBuild("plain", f"{VARIABLE} asks for it") if wanted == "plain" else fitting(_FOLDER)
    if wanted == "compiled" and build.kind == "plain":
        _end(f"{VARIABLE} asks for the compiled core: {build.why_plain or 'run `make compile` first'}")
    if build.kind == "plain":
        sys.meta_path.insert(0, _SourcesOnly())
    return build


def _end(message: str) -> NoReturn:
    """End the process: whatever imports the service, it can't run as it was asked to."""
    sys.stderr.write(f"spades-arbiter: {message}\n")
    raise SystemExit(_UNUSABLE)


def fitting(folder: Path) -> CoreBuild:
    """Return the compiled build if it was made of the sources in this folder, by and for this Python."""
    if not any(folder.glob(f"{LIBRARY.rpartition('.')[2]}.*")):
        return CoreBuild("plain")
    try:
        record = json.loads((folder / RECORD).read_bytes())
        suffix, compiled = record["suffix"], record["sources"]
    except (OSError, ValueError, KeyError):
        return CoreBuild("plain", "the compilation was not finished")
    if suffix not in EXTENSION_SUFFIXES:
        return CoreBuild("plain", f"the core was compiled for another Python ({suffix})")
    if compiled != digest_of(folder):
        return CoreBuild("plain", "the sources of the core have changed since `make compile`")
    if not all(path.with_name(path.stem + suffix).is_file() for path in sources_of(folder)):
        return CoreBuild("plain", "some of the compiled modules are missing")
    return CoreBuild("compiled")


class _SourcesOnly(MetaPathFinder):
    """Finds what may be compiled as sources, whatever lies beside them."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002 - its signature
    ) -> ModuleSpec | None:
        """Return where a module is that may be compiled; None for any other."""
        if path is None or not (fullname.startswith(_CORE) or fullname in _WRITERS):
            return None
        found = (_finder(entry).find_spec(fullname) for entry in path)
        return next((spec for spec in found if spec is not None), None)


@cache
def _finder(entry: str) -> FileFinder:
    return FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES))
