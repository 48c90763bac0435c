"""The wheel works by itself: built, installed into an empty environment, and run from another folder.

The environment finds the pinned dependencies in the packages of this interpreter, so the test needs no network; that
they can be installed from the lock is held by the test of the image. It cannot find the checkout: that is no installed
package, and PYTHONPATH is not passed on.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from contract.shapes import shapes
from tests.deploy.stack import lacking, listening, process
from tests.http.bodies import AUDIT, SCORE, asking
from tests.http.wire import ROOT, environment, exchange, free_port, request, wait_for_line

_OLDEST_SETUPTOOLS = 80
_SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "openapi.yaml", "deploy/gunicorn.conf.py")
# What Python, `make compile` and `make types` leave beside the sources is not shipped; the wheel makes its own shapes.
_GENERATED = ("__pycache__", "*.so", "core_build.json", "shapes.py")
_BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_{kind}(sys.argv[1]))"


@dataclass(frozen=True, slots=True)
class Installed:
    """A virtual environment that holds the wheel, and an empty folder to work in."""

    root: Path
    folder: Path

    def program(self, name: str) -> str:
        """Return the path of a program of the environment."""
        return str(self.root / "bin" / name)

    def variables(self, port: int = 0) -> dict[str, str]:
        """Return an environment that leads to no other Python code."""
        return {name: value for name, value in environment(port).items() if not name.startswith("PYTHON")}

    def run(self, name: str, *arguments: str, given: bytes = b"", says: bytes = b"") -> bytes:
        """Return the output of a program, which has to succeed and to say just this on standard error."""
        ended = subprocess.run(
            [self.program(name), *arguments],
            cwd=self.folder,
            env=self.variables(),
            input=given,
            capture_output=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, says)
        return ended.stdout


def built(kind: str, source: Path, target: Path) -> Path:
    """Build a wheel or a source archive ("sdist") as a frontend does, without isolation, and return its path."""
    command = [sys.executable, "-c", _BUILD.format(kind=kind), str(target)]
    ended = subprocess.run(command, cwd=source, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr.decode()
    return target / ended.stdout.decode().split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a source archive, and that from a copy of the checkout, which stays clean."""
    try:
        version = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        version = "0"
    if int(version.split(".")[0]) < _OLDEST_SETUPTOOLS:
        lacking(f"setuptools {_OLDEST_SETUPTOOLS} or newer is needed: make installs it")
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT / "service", source / "service", ignore=shutil.ignore_patterns(*_GENERATED))
    shutil.copytree(ROOT / "contract", source / "contract", ignore=shutil.ignore_patterns("__pycache__"))
    (source / "deploy").mkdir()
    for name in _SOURCES:
        shutil.copy(ROOT / name, source / name)
    with tarfile.open(built("sdist", source, target)) as archive:
        # Up to Python 3.11.3 there is no filter.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(target)  # noqa: S202 - our own archive, with the filter where there is one
    (unpacked,) = [path for path in target.iterdir() if path.is_dir()]
    return built("wheel", unpacked, target)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    root = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    python = str(root / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True, capture_output=True)
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True).stdout.strip()
    dependencies = [each for each in sys.path if Path(each).name == "site-packages"]
    Path(packages, "dependencies.pth").write_text("\n".join(dependencies) + "\n")
    return Installed(root, tmp_path_factory.mktemp("elsewhere"))


def _files(package: Path) -> set[str]:
    """Return the paths of the files that are not generated, from the package's folder on."""
    paths = {path.relative_to(package) for path in package.rglob("*") if path.is_file()}
    return {
        path.as_posix()
        for path in paths
        if not any(Path(part).match(each) for part in path.parts for each in _GENERATED)
    }


def test_it_holds_every_file_of_the_package_and_those_that_ship_beside_it(installed: Installed) -> None:
    (package,) = installed.root.glob("lib/python3*/site-packages/service")
    examples = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("contract/examples/*/*")}
    beside = {"openapi.yaml", "deploy/gunicorn.conf.py", *examples}
    library = _files(ROOT / "service" / "library")
    assert _files(package) | {f"library/{name}" for name in library} == _files(ROOT / "service") | beside
    assert _files(package.parent / "spades_arbiter") == library
    assert (package.parent / "spades_arbiter" / "shapes.py").read_text() == shapes((ROOT / "openapi.yaml").read_bytes())
    assert not (package / "library").exists()
    assert all((package / name).read_bytes() == (ROOT / name).read_bytes() for name in beside)


def test_the_code_that_runs_is_that_of_the_wheel(installed: Installed) -> None:
    asked = "import service, sys; print(service.__file__, *sys.path, sep='\\n')"
    found, *search_path = installed.run("python", "-c", asked).decode().split("\n")
    assert Path(found).is_relative_to(installed.root)
    assert str(ROOT) not in search_path


def test_a_program_imports_the_library(installed: Installed) -> None:
    guide = (ROOT / "docs" / "how-to" / "use-as-a-library.md").read_text()
    program, printed = re.findall(r"```(?:python|text)\n(.*?)```", guide, re.DOTALL)
    assert installed.run("python", "-c", program).decode() == printed


def test_the_command_line_answers_as_in_the_checkout(installed: Installed, client: FlaskClient) -> None:
    lines = asking(SCORE) + b"\n"
    answers = client.post(f"{SCORE}/batch", data=lines, content_type="application/octet-stream").get_data()
    said = b"spades-arbiter: 1 line, none with a problem.\n"
    assert installed.run("spades-arbiter", "score", "-", "--jobs", "2", given=lines, says=said) == answers
    rulebook = client.get("/v1/rulesets/nello/rulebook", headers={"Accept": "text/markdown"}).get_data()
    assert installed.run("spades-arbiter", "rulebook", "nello") == rulebook


SERVERS = {"module": ("python", "-m", "service.launch"), "command": ("spades-arbiter", "serve", "--workers", "1")}


@pytest.mark.parametrize("command", SERVERS.values(), ids=SERVERS)
def test_the_server_starts_answers_and_stops(
    command: tuple[str, ...], installed: Installed, client: FlaskClient, tmp_path: Path
) -> None:
    port, log = free_port(), tmp_path / "log"
    command = (installed.program(command[0]), *command[1:])
    with process(list(command), log, cwd=installed.folder, env=installed.variables(port)) as started:
        address = listening(("127.0.0.1", port), "/readyz", started, log)
        body = asking(AUDIT)
        ruling = exchange(address, request("POST", AUDIT, body))
        assert ruling.body == client.post(AUDIT, data=body, content_type="application/json").get_data()
        for path in ("/desk", "/docs", "/docs/reference.js", "/openapi.yaml", "/openapi.json", "/v1/findings/revoke"):
            answer = exchange(address, request("GET", path, Host="localhost"))
            assert (answer.status, answer.body) == (200, client.get(path).get_data()), path
        page = exchange(address, request("POST", AUDIT, body, Accept="text/html"))
        assert page.body.startswith(b"<!doctype html>")
        os.kill(started.pid, signal.SIGTERM)
        assert started.wait(15) == 0
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["status"] for line in logged if line.get("operation") == "auditRound"] == [200, 200]
    assert not [line for line in logged if line.get("level") == "error"]
    assert list(installed.folder.iterdir()) == []


def test_the_server_takes_nothing_from_the_folder_where_it_is_started(installed: Installed, tmp_path: Path) -> None:
    """Whatever its files are called: modules of the service, of its libraries and of Python, also after a reload."""
    port, log, folder = free_port(), tmp_path / "log", tmp_path / "folder"
    folder.mkdir()
    for name in ("service", "flask", "yaml", "gunicorn", "json", "http", "tempfile"):
        (folder / f"{name}.py").write_text(f"raise SystemExit('the wrong {name}')")
    (folder / "link").symlink_to(folder)  # a shell then tells another name of the folder
    variables = installed.variables() | {"PWD": str(folder / "link")}
    command = [installed.program("spades-arbiter"), "serve", "--workers", "1", "--port", str(port)]
    with process(command, log, cwd=folder, env=variables) as started:
        address = listening(("127.0.0.1", port), "/readyz", started, log)
        started.send_signal(signal.SIGHUP)
        wait_for_line(log, "Worker exiting")
        assert exchange(address, request("POST", AUDIT, asking(AUDIT))).status == 200
    assert "wrong" not in log.read_text()
    assert not list(folder.rglob("__pycache__"))
