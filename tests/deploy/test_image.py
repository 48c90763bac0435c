"""The image: no engine for containers is needed, the Dockerfile's own steps are run in folders of this machine."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import pytest

from service.core_build import CoreBuild, fitting
from tests.deploy.files import dockerfile
from tests.deploy.stack import lacking, process
from tests.http.bodies import AUDIT, asking
from tests.http.wire import ROOT, exchange, free_port, request

IGNORED = (ROOT / ".dockerignore").read_text().splitlines()


def linter() -> str:
    """Return hadolint, which is installed beside the interpreter."""
    program = Path(sys.executable).parent / "hadolint"
    if not program.exists():
        lacking("hadolint is published for Linux on x86-64 alone")
    return str(program)


def test_the_dockerfile_keeps_to_good_practice() -> None:
    checked = subprocess.run([linter(), str(ROOT / "Dockerfile")], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout.decode()


def enters(path: str) -> bool:
    """Tell whether a file enters the build, by .dockerignore: the last line that fits decides."""
    verdict = True
    for line in IGNORED:
        pattern = line.removeprefix("!")
        if not pattern or pattern.startswith("#"):
            continue
        anywhere = pattern.removeprefix("**/")
        parts = path.split("/")
        fits = (
            any(fnmatch(part, anywhere) for part in parts)
            if anywhere != pattern
            else any(fnmatch("/".join(parts[:depth]), pattern) for depth in range(1, len(parts) + 1))
        )
        if fits:
            verdict = line.startswith("!")
    return verdict


def test_what_enters_the_build_is_named() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=False).stdout.decode().split()  # noqa: S607
    files = [name for name in tracked if enters(name)]
    tops = {name.split("/")[0] for name in files}
    assert (
        tops == {"contract", "deploy", "openapi.yaml", "pyproject.toml", "requirements", "service", "setup.py"}
        if tracked
        else not files
    )
    assert {name for name in files if name.startswith("deploy/")} <= {"deploy/gunicorn.conf.py"}
    assert {name for name in files if name.startswith("requirements/")} <= {
        "requirements/cluster.txt",
        "requirements/compile.txt",
        "requirements/runtime.txt",
    }
    for name in (
        "service/__pycache__/a.pyc",
        "service/a.so",
        "service/core_build.json",
        ".git/config",
        ".env",
        "tests/conftest.py",
        "deploy/nginx.conf",
    ):
        assert not enters(name)


@dataclass(slots=True)
class Stage:
    """A stage of the build: the folder that stands for its file system, and what the next step starts with."""

    root: Path
    folder: str = "/"
    variables: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    probe: list[str] = field(default_factory=list)

    def inside(self, path: str) -> Path:
        """Return where a path of the image lies."""
        return self.root / (path if path.startswith("/") else f"{self.folder}/{path}").lstrip("/")

    def files(self) -> set[Path]:
        """Return everything in it that lies outside the folder for temporary files."""
        return {path for path in self.root.rglob("*") if path.relative_to(self.root).parts[0] != "tmp"}

    def mapped(self, text: str) -> str:
        """Return a text in which absolute paths of the image are those of this machine."""
        return re.sub(r"(?<![\w./])/(?=(?:opt|app|tmp)\b)", f"{self.root}/", text)

    def environment(self) -> dict[str, str]:
        """Return the environment of a step, with the interpreter of these tests as that of the image."""
        own = {name: self.mapped(value) for name, value in self.variables.items()}
        path = own.pop("PATH", "$PATH").replace("$PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "HTTP"))}
        return kept | own | {"PATH": path, "HOME": str(self.root / "nowhere")}


class Build:
    """The Dockerfile, carried out."""

    def __init__(self, room: Path) -> None:
        self.room = room
        self.arguments: dict[str, str] = {}
        self.stages: list[tuple[str, Stage]] = []
        for instruction, said in dockerfile():
            getattr(self, f"_{instruction.lower()}")(self._filled_in(instruction, said))

    def _filled_in(self, instruction: str, said: str) -> str:
        """Return an instruction with the arguments of the build that it names."""
        if instruction != "COPY":
            return said
        return re.sub(r"\$\{(\w+)\}", lambda found: self.arguments[found[1]], said)

    @property
    def stage(self) -> Stage:
        """The stage at hand, at the end that of the image."""
        return self.stages[-1][1]

    def _arg(self, said: str) -> None:
        name, _, value = said.partition("=")
        assert name != "BASE" or value.startswith("python:3.")
        self.arguments[name] = value

    def _from(self, said: str) -> None:
        base, _, name = said.partition(" AS ")
        assert base == "${BASE}", "all stages start from the same image"
        root = self.room / (name or "image")
        (root / "tmp").mkdir(parents=True)
        self.stages.append((name, Stage(root)))

    def _workdir(self, said: str) -> None:
        self.stage.folder = said
        self.stage.inside(said).mkdir(parents=True, exist_ok=True)

    def _env(self, said: str) -> None:
        self.stage.variables |= dict(each.split("=", 1) for each in shlex.split(said))

    def _run(self, said: str) -> None:
        stage = self.stage
        if said.startswith("apt-get "):
            if shutil.which("gcc") is None:
                lacking("no C compiler is here, and none is installed by a test")
            return
        if "build_ext" in said and (ROOT / "build").exists():
            # What `make compile` has compiled, which takes minutes, is compiled again only where it would differ.
            shutil.copytree(ROOT / "build", stage.inside("build"))
        subprocess.run(
            ["/bin/sh", "-ec", stage.mapped(said)],
            cwd=stage.inside(stage.folder),
            env=stage.environment(),
            check=True,
            stdin=subprocess.DEVNULL,
        )

    def _copy(self, said: str) -> None:
        words = said.split()
        origin = ROOT
        if words[0].startswith("--from="):
            origin = dict(self.stages)[words.pop(0).removeprefix("--from=")].root
        *sources, goal = words
        for source in sources:
            found, to = origin / source.lstrip("/"), self.stage.inside(goal)
            if found.is_dir():
                shutil.copytree(found, to, symlinks=True, dirs_exist_ok=True, ignore=_left_out(origin))
            else:
                assert origin != ROOT or enters(source), f"{source} does not enter the build"
                to = to / found.name if goal.endswith("/") else to
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, to)

    def _user(self, said: str) -> None:
        assert all(int(each) > 0 for each in said.split(":"))

    def _expose(self, said: str) -> None:
        assert said == self.stage.variables["PORT"]

    def _healthcheck(self, said: str) -> None:
        self.stage.probe = json.loads(said.partition("CMD ")[2])

    def _cmd(self, said: str) -> None:
        self.stage.command = json.loads(said)


def _left_out(origin: Path) -> Callable[[str, list[str]], set[str]]:
    """Return what tells, of the names in a folder, those that do not enter the build."""

    def left(folder: str, names: list[str]) -> set[str]:
        if origin != ROOT:
            return set()
        inside = Path(folder).relative_to(ROOT)
        return {name for name in names if not enters(f"{inside}/{name}")}

    return left


@pytest.fixture(scope="module")
def image() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory(prefix="spades-image-") as name:
        try:
            yield Build(Path(name)).stage
        except subprocess.CalledProcessError as error:
            lacking(f"the packages of the image can't be had here: {error}")


def test_the_image_holds_the_service_and_nothing_else(image: Stage) -> None:
    assert sorted(path.name for path in image.inside("/app").iterdir()) == [
        "contract",
        "deploy",
        "openapi.yaml",
        "service",
    ]
    assert [path.name for path in image.inside("/app/contract").iterdir()] == ["examples"]
    assert (image.inside("/app/service/library") / "shapes.py").exists()
    assert list(image.inside("/app/service").rglob("__pycache__/*.pyc")), "nothing is compiled at run time"
    assert fitting(image.inside("/app/service")) == CoreBuild("compiled")
    packages = {path.name for path in image.root.glob("opt/venv/lib/python3*/site-packages/*")}
    assert {"flask", "gunicorn"} <= packages
    assert not {"pip", "setuptools", "pytest", "kubernetes_validate"} & packages
    unreadable = [path for path in image.inside("/app").rglob("*") if path.stat().st_mode & 0o444 != 0o444]
    assert unreadable == []


def test_the_image_starts_answers_its_own_probe_and_stops(image: Stage, tmp_path: Path) -> None:
    port = free_port()
    variables = image.environment() | {"HOST": "127.0.0.1", "PORT": str(port)}
    folder = image.inside(image.folder)
    # The interpreter of the image, which a program looks for in its own search path.
    program = shutil.which(image.command[0], path=variables["PATH"])
    assert program == str(image.inside("/opt/venv/bin/python"))

    def healthy() -> bool:
        probed = subprocess.run(
            [program, *image.probe[1:]], cwd=folder, env=variables, capture_output=True, timeout=10, check=False
        )
        return probed.returncode == 0

    assert not healthy()
    before = image.files()
    with process([program, *image.command[1:]], tmp_path / "log", cwd=folder, env=variables) as started:
        deadline = time.monotonic() + 20
        while not healthy():
            assert time.monotonic() < deadline, (tmp_path / "log").read_text()
            assert started.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.1)
        assert exchange(("127.0.0.1", port), request("POST", AUDIT, asking(AUDIT))).status == 200
        started.send_signal(signal.SIGTERM)
        assert started.wait(25) == 0
    assert not healthy()
    assert image.files() == before, "something was written outside /tmp"
