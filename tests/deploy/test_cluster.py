"""The cluster of the compose file: it fits its schema, and its commands are those of Dask and of this project."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.running import joined, numbers_in, wait_until
from tests.commands.running import ENVIRONMENT, PATIENCE, ROOT
from tests.deploy.files import DEPLOY, dockerfile, loaded, size
from tests.http.bodies import auditing
from tests.http.wire import free_port

FILE = "cluster.compose.yaml"
SERVICES: dict[str, dict[str, Any]] = loaded(FILE)["services"]


def test_it_is_what_its_schema_asks_for() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, str(DEPLOY / FILE)], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_its_members_are_bounded_and_unpublished(name: str) -> None:
    member, service = SERVICES[name], loaded("compose.yaml")["services"]["service"]
    for said in ("user", "read_only", "cap_drop", "security_opt"):
        assert member[said] == service[said]
    assert "ports" not in member
    assert member["networks"] == ["cluster"]
    assert loaded(FILE)["networks"]["cluster"] == {"internal": True}
    assert {"mem_limit", "cpus", "pids_limit"} <= member.keys()
    assert "size=" in member["tmpfs"][0]
    assert size(member["mem_limit"]) > 0


def test_it_is_built_from_the_image_with_its_lock() -> None:
    locks = [said for instruction, said in dockerfile() if instruction == "ARG" and said.startswith("LOCK=")]
    assert locks == ["LOCK=runtime"]
    for member in SERVICES.values():
        ((name, lock),) = member["build"]["args"].items()
        assert name == "LOCK"
        assert (ROOT / "requirements" / f"{lock}.txt").is_file()
        assert member["image"] == SERVICES["scheduler"]["image"]


def here(words: list[str], port: int, folder: Path) -> list[str]:
    """Return a command of the compose file as it is on this machine."""
    assert words[0] in {"dask", "python"}
    program = [sys.executable, "-m", "dask"] if words[0] == "dask" else [sys.executable]
    scheduler = f"tcp://127.0.0.1:{port}"
    changed = {"8786": str(port), "0.0.0.0": "127.0.0.1", "tcp://scheduler:8786": scheduler, "/tmp": str(folder)}  # noqa: S104, S108 - in a container
    return [*program, *(changed.get(word, word) for word in words[1:])]


def test_its_commands_answer_a_season(tmp_path: Path) -> None:
    """The commands are run as they are written, except for addresses and folders."""
    port = free_port()
    lines = [auditing(round_number=str(number)) for number in range(1, 9)]
    (tmp_path / "season").mkdir()
    (tmp_path / "season" / "a.ndjson").write_bytes(b"\n".join(lines))
    _, comment = (DEPLOY / FILE).read_text().split("run --rm command \\\n#")
    written = shlex.split(comment.partition("\n")[0])
    assert written[written.index("--cluster") + 1] == SERVICES["worker"]["command"][2]
    written = [word.replace("/season", str(tmp_path / "season")).replace("/rulings", str(tmp_path)) for word in written]
    environment = ENVIRONMENT | {"HOME": str(tmp_path)}
    started = [
        subprocess.Popen(
            here(SERVICES[name]["command"], port, tmp_path),
            cwd=tmp_path,
            env=environment | {"PYTHONPATH": str(ROOT)},
            stderr=subprocess.DEVNULL,
        )
        for name in ("scheduler", "worker")
    ]
    try:
        probe = here(SERVICES["scheduler"]["healthcheck"]["test"][1:], port, tmp_path)
        probe[-1] = probe[-1].replace("8786", str(port))
        wait_until(lambda: subprocess.run(probe, capture_output=True, check=False).returncode == 0)
        words = here([*SERVICES["command"]["entrypoint"], *written], port, tmp_path)
        ended = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=PATIENCE)
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(20)
    assert ended.returncode == 0, ended.stderr
    assert numbers_in(joined(tmp_path / "2026")) == list(range(1, len(lines) + 1))
