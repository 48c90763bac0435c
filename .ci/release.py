"""Check, build and describe a release: `make release` calls it (docs/how-to/cut-a-release.md).

release.py check              whether the checkout can be released today
release.py build FOLDER       the source archive and the wheel of what is committed
release.py bill RAW FOLDER    the bill of materials, from what CycloneDX makes of requirements/runtime.txt
release.py rest FOLDER        the commands that are left to a person
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_SECTION = re.compile(r"^## \[(Unreleased|[0-9.]+)\](?: - (\S+))?\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"- name: spades-arbiter\n.*\n +newTag: \"(.+)\"")
_ENGINE = re.compile(r"\bEngine (\d+\.\d+\.\d+)")
_BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_{kind}(sys.argv[1]))"


def version(root: Path = ROOT) -> str:
    """Return the version of the contract, which is that of the release."""
    found: str = runpy.run_path(str(root / "service" / "shipped.py"))["contract_version"]()
    return found


def engine_version(root: Path = ROOT) -> str:
    """Return the version of the engine."""
    found: str = runpy.run_path(str(root / "service" / "spades" / "__init__.py"))["ENGINE_VERSION"]
    return found


def sections(changelog: str) -> list[tuple[str, str, str]]:
    """Return the sections of a changelog, newest first: version or "Unreleased", date, and text."""
    return [(name, date, text.strip()) for name, date, text in _SECTION.findall(changelog)]


def engines(changelog: str) -> list[str]:
    """Return the versions of the engine that a changelog names first in its sections, newest first."""
    return [found[1] for _, _, text in sections(changelog) if (found := _ENGINE.search(text))]


def disagreements(root: Path = ROOT) -> Iterator[str]:
    """Yield each copy of a version that is not the one of the contract or of the engine."""
    own = version(root)
    tag = _TAG.search((root / "deploy" / "kustomization.yaml").read_text(encoding="utf-8"))
    if tag is None or tag[1] != own:
        yield f"deploy/kustomization.yaml: the newTag of spades-arbiter should be {own}"
    kit = json.loads((root / "conformance" / "manifest.json").read_text(encoding="utf-8"))
    if kit["version"] != own:
        yield f"conformance/manifest.json: the version should be {own}; run python -m tests.conformance.make"
    named = engines((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if named[:1] != [engine_version(root)]:
        yield f"CHANGELOG.md: the newest section that names an engine should name Engine {engine_version(root)}"


def obstacles(root: Path, today: str) -> Iterator[str]:
    """Yield what keeps a checkout from being released on a day, each with what to do."""
    own = version(root)
    if _git(root, "status", "--porcelain"):
        yield "the checkout has changes that are not committed: commit or remove them"
    if _git(root, "tag", "--list", f"v{own}"):
        yield f"the tag v{own} exists: raise info.version in openapi.yaml"
    yield from disagreements(root)
    unreleased, *released = sections((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if unreleased[2]:
        yield f"CHANGELOG.md: move what is under Unreleased to a section [{own}] - {today}"
    if not released or released[0][:2] != (own, today):
        yield f"CHANGELOG.md: the newest release should be [{own}] - {today}"


def build(root: Path, folder: Path) -> list[Path]:
    """Build the source archive of what is committed, and the wheel from that archive; return their paths."""
    folder.mkdir(exist_ok=True)
    # The same commit gives the same files: setuptools takes their times from this variable.
    times = {**os.environ, "SOURCE_DATE_EPOCH": _git(root, "log", "-1", "--format=%ct")}
    with tempfile.TemporaryDirectory() as temporary:
        source, unpacked = Path(temporary, "source"), Path(temporary, "unpacked")
        for place in (source, unpacked):
            place.mkdir()
        archive = Path(temporary, "committed.tar")
        _git(root, "archive", "--format=tar", f"--output={archive}", "HEAD")
        _unpack(archive, source)
        sdist = _built("sdist", source, folder, times)
        _unpack(sdist, unpacked)
        return [sdist, _built("wheel", next(unpacked.iterdir()), folder, times)]


def bill(raw: dict[str, Any], own: str) -> dict[str, Any]:
    """Return a bill of materials without the text of the lock, which it repeats, and with versions and licences."""
    components = [_component(each) for each in raw["components"]]
    described = {**raw["metadata"]["component"], "version": own, "purl": f"pkg:pypi/spades-arbiter@{own}"}
    return {**raw, "metadata": {**raw["metadata"], "component": described}, "components": components}


def _component(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a package with the licence that its metadata states, and with its package URL for its address."""
    component = {name: value for name, value in raw.items() if name != "description"}
    component["externalReferences"] = [{**each, "url": raw["purl"]} for each in raw.get("externalReferences", ())]
    licences = _licences(raw["name"])
    return component | ({"licenses": licences} if licences else {})


def _licences(name: str) -> list[dict[str, Any]]:
    """Return the SPDX expression of an installed package, or else what its classifiers call its licence."""
    try:
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return []  # a package for another platform
    if "License-Expression" in metadata:
        return [{"expression": metadata["License-Expression"]}]
    stated = (each.split(" :: ") for each in metadata.get_all("Classifier", ()))
    return [{"license": {"name": words[-1]}} for words in stated if words[0] == "License"]


def _built(kind: str, source: Path, folder: Path, environment: dict[str, str]) -> Path:
    """Build as a frontend does, without isolation: the pinned setuptools of the environment builds."""
    command = [sys.executable, "-c", _BUILD.format(kind=kind), str(folder.resolve())]
    ended = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if ended.returncode:
        raise SystemExit(ended.stderr)
    return folder / ended.stdout.split()[-1]


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as packed:
        # Up to Python 3.11.3 there is no filter.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(folder)  # noqa: S202 - our own archive, with the filter where there is one


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - our own


def _check() -> int:
    found = list(obstacles(ROOT, datetime.now(UTC).date().isoformat()))
    print("\n".join([f"{version()} can't be released:", *found]) if found else f"{version()} can be released")
    return int(bool(found))


def _build(folder: str) -> int:
    print("\n".join(map(str, build(ROOT, Path(folder)))))
    return 0


def _bill(raw: str, folder: str) -> int:
    path = Path(folder, f"spades-arbiter-{version()}.cdx.json")
    made = bill(json.loads(Path(raw).read_text(encoding="utf-8")), version())
    path.write_text(json.dumps(made, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    print(path)
    return 0


def _rest(folder: str) -> int:
    own = version()
    print(
        f"""Left to do, once everything in {folder} has been looked at:
    git tag --annotate v{own} --message "Release {own}"
    git push origin v{own}
    docker build --tag REGISTRY/spades-arbiter:{own} .
    docker push REGISTRY/spades-arbiter:{own}"""
    )
    return 0


_COMMANDS: dict[str, Callable[..., int]] = {"check": _check, "build": _build, "bill": _bill, "rest": _rest}

if __name__ == "__main__":
    sys.exit(_COMMANDS[sys.argv[1]](*sys.argv[2:]))
