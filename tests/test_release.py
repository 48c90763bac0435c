"""The versions agree, and a checkout is released only if it is ready; nothing here needs a network."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from service.spades import ENGINE_VERSION
from service.wire.contract import load_document

ROOT = Path(__file__).parent.parent
TODAY = "2030-01-02"
OWN = load_document()["info"]["version"]
_READY = ("openapi.yaml", "CHANGELOG.md", "deploy/kustomization.yaml", "conformance/manifest.json")
_BUILT = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "deploy/gunicorn.conf.py")


def _script() -> ModuleType:
    spec = spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = _script()
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# The project as it is.


def test_every_copy_of_a_version_agrees() -> None:
    assert release.version() == OWN
    assert release.engine_version() == ENGINE_VERSION
    assert list(release.disagreements()) == []


def test_the_version_of_the_package_stands_nowhere_else() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.scripts]")[0]
    assert 'dynamic = ["version"]' in project
    assert not re.search(r"^version", project, re.MULTILINE)


def test_the_changelog_has_a_section_for_each_release_newest_first() -> None:
    (first, _, unreleased), *releases = release.sections(CHANGELOG)
    versions = [tuple(map(int, name.split("."))) for name, _, _ in releases]
    dates = [date for _, date, _ in releases]
    assert first == "Unreleased"
    assert versions == sorted(set(versions), reverse=True)
    assert dates == sorted(dates, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d{2}-\d{2}", date) for date in dates)
    assert all(text for _, _, text in releases)
    # A version that is not released yet has its entries under "Unreleased".
    assert releases[0][0] == OWN or unreleased


def test_the_changelog_names_every_engine_whose_answers_are_pinned() -> None:
    pinned = json.loads((ROOT / "tests" / "corpus" / "answers.json").read_text(encoding="utf-8"))
    assert [version for version in pinned if not re.search(rf"\b{re.escape(version)}\b", CHANGELOG)] == []
    named = [tuple(map(int, version.split("."))) for version in release.engines(CHANGELOG)]
    assert named == sorted(set(named), reverse=True)


# A checkout to be released.


def _git(root: Path, *arguments: str) -> None:
    own = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(root), *own, *arguments]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """Return a checkout that can be released on the day."""
    for name in (*_READY, *_BUILT):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("service", "contract"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    entry = f"## [Unreleased]\n\n## [{OWN}] - {TODAY}\n\n### Changed\n\n- Engine {ENGINE_VERSION}.\n"
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{entry}", encoding="utf-8")
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", "--all")
    _git(tmp_path, "commit", "--quiet", "--message", "All")
    return tmp_path


def _commit(root: Path, name: str, old: str, new: str) -> None:
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    _git(root, "commit", "--quiet", "--all", "--message", "Change it")


def test_a_checkout_that_is_ready_can_be_released(ready: Path) -> None:
    assert list(release.obstacles(ready, TODAY)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        pytest.param("CHANGELOG.md", TODAY, "2030-01-01", "should be [{own}] - 2030-01-02", id="another day"),
        pytest.param("CHANGELOG.md", OWN, "0.0.1", "should be [{own}] - 2030-01-02", id="no section"),
        pytest.param("CHANGELOG.md", "released]\n", "released]\n\n- More.\n", "move what is", id="left unreleased"),
        pytest.param("CHANGELOG.md", f"Engine {ENGINE_VERSION}", "Engine 0.0.1", "should name Engine", id="engine"),
        pytest.param("deploy/kustomization.yaml", f'"{OWN}"', '"0.0.1"', "newTag of spades-arbiter", id="image"),
        pytest.param("conformance/manifest.json", OWN, "0.0.1", "python -m tests.conformance.make", id="kit"),
    ],
)
def test_what_is_not_ready_is_named_with_what_to_do(ready: Path, name: str, old: str, new: str, said: str) -> None:
    _commit(ready, name, old, new)
    (line,) = release.obstacles(ready, TODAY)
    assert said.format(own=OWN) in line


def test_changes_that_are_not_committed_are_not_released(ready: Path) -> None:
    (ready / "more.txt").write_text("more")
    (line,) = release.obstacles(ready, TODAY)
    assert "not committed" in line


def test_a_version_is_released_once(ready: Path) -> None:
    _git(ready, "tag", f"v{OWN}")
    (line,) = release.obstacles(ready, TODAY)
    assert line == f"the tag v{OWN} exists: raise info.version in openapi.yaml"


def test_the_same_commit_gives_the_same_wheel_with_the_version_of_the_contract(ready: Path, tmp_path: Path) -> None:
    pytest.importorskip("setuptools", minversion="80")
    (ready / "service" / "left_over.py").write_text("raise SystemExit")
    built = [release.build(ready, tmp_path / folder) for folder in ("first", "second")]
    assert [path.name for path in built[0]] == [
        f"spades_arbiter-{OWN}.tar.gz",
        f"spades_arbiter-{OWN}-py3-none-any.whl",
    ]
    assert built[0][1].read_bytes() == built[1][1].read_bytes()
    with zipfile.ZipFile(built[0][1]) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(f"spades_arbiter-{OWN}.dist-info/METADATA").decode()
    assert f"\nVersion: {OWN}\n" in metadata
    assert "service/openapi.yaml" in names
    assert "service/left_over.py" not in names


# The bill of materials.


def test_the_bill_of_materials_has_hashes_and_licences_and_no_addresses() -> None:
    listed = {
        "type": "distribution",
        "url": "https://index.test/simple/",
        "hashes": [{"alg": "SHA-256", "content": "0"}],
    }
    package = {
        "bom-ref": "requirements-L1",
        "type": "library",
        "name": "flask",
        "version": "3.1.3",
        "purl": "pkg:pypi/flask@3.1.3",
        "description": "requirements line 1: flask==3.1.3 --hash=sha256:0",
        "externalReferences": [listed],
    }
    absent = {**package, "name": "no-such-package", "purl": "pkg:pypi/no-such-package@1"}
    described = {"name": "spades-arbiter", "type": "application"}
    raw = {"bomFormat": "CycloneDX", "metadata": {"component": described}, "components": [package, absent]}
    made = release.bill(raw, OWN)
    assert made["metadata"]["component"] == {**described, "version": OWN, "purl": f"pkg:pypi/spades-arbiter@{OWN}"}
    first, second = made["components"]
    assert first["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert first["externalReferences"] == [{**listed, "url": "pkg:pypi/flask@3.1.3"}]
    assert "licenses" not in second
    assert "index.test" not in json.dumps(made)
    assert "description" not in first


# The page.


def test_the_page_names_the_steps_of_the_script() -> None:
    page = (ROOT / "docs" / "how-to" / "cut-a-release.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "make release" in page
    assert re.search(r"^release:", makefile, re.MULTILINE)
    for command in ("check", "build dist", "bill", "rest dist"):
        assert f".ci/release.py {command}" in makefile
    for command in ("git tag --annotate", "docker build --tag", "docker push"):
        assert command in page
