"""The service on a machine without containers: its unit, its socket, and the site of nginx, unchanged.

No test is the init system of its machine. systemd-analyze reads the unit and the socket; the command of the unit runs
here with the unit's environment and a socket that was opened for it, as systemd hands it over, behind nginx with the
site: with no network but this socket, no new privileges and no memory that is both written and executed, where the
machine lets a test ask for that. Whatever else systemd keeps from the service is not tried.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.deploy.crowd import crowd, until
from tests.deploy.files import AFTER_GRACE, DEPLOY, compose, gunicorn_value, nginx_values, size
from tests.deploy.site import SITE, site
from tests.deploy.stack import lacking, listening, nginx, process, unprivileged
from tests.http.bodies import AUDIT, asking
from tests.http.wire import ROOT, Address, exchange, free_port, request, wait_for_line

UNIT, SOCKET = (DEPLOY / "machine" / f"spades-arbiter.{kind}" for kind in ("service", "socket"))
PROGRAM = "/opt/spades-arbiter/bin/spades-arbiter"
# As Debian has it, but for the places of its own files.
OF_THE_MACHINE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{
    worker_connections 768;
}}
http {{
    sendfile on;
    tcp_nopush on;
    types_hash_max_size 2048;
    default_type application/octet-stream;
    access_log {folder}/access.log;
    gzip on;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    server {{
        listen 127.0.0.1:{other} default_server;
        root {folder};
    }}
    include {folder}/sites-enabled/*;
}}
"""
# What systemd does before it starts a service that has a socket: PrivateNetwork, which only root may ask for,
# MemoryDenyWriteExecute, which Linux 6.3 has, and NoNewPrivileges.
WITH_SOCKET = """
import ctypes, os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
system = ctypes.CDLL(None)
system.unshare(0x40000000)
system.prctl(65, 1, 0, 0, 0)
system.prctl(38, 1, 0, 0, 0)
os.execv(sys.argv[2], sys.argv[2:])
"""
PAGE = (ROOT / "docs" / "how-to" / "run-without-containers.md").read_text()


def said(file: Path, name: str) -> list[str]:
    """Return the values of a setting in a unit, in their order."""
    return re.findall(rf"^{name}=(.*)$", file.read_text(), re.MULTILINE)


def variables(folder: Path) -> dict[str, str]:
    """Return the environment of the unit, with the folder that systemd makes for it."""
    stated = " ".join(said(UNIT, "Environment")).replace("%t", str(folder))
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **dict(each.split("=", 1) for each in stated.split())}


def command(line: str) -> list[str]:
    """Return a command of the unit, with the program of this checkout."""
    program, *arguments = shlex.split(line)
    assert program == PROGRAM
    return [sys.executable, "-P", "-m", "service", *arguments]


@contextmanager
def site_at(upstream: int) -> Iterator[tuple[Path, Address]]:
    """Lay out the nginx of a machine with the site, before whatever listens at a port."""
    with tempfile.TemporaryDirectory(prefix="spades-machine-") as name:
        folder, port = Path(name), free_port()
        (folder / "sites-enabled").mkdir()
        text = SITE.read_text()
        places = {"listen 8080 ": f"listen 127.0.0.1:{port} ", "127.0.0.1:8000 ": f"127.0.0.1:{upstream} "}
        # The start of the service takes its time beside other tests.
        places |= {"/var/log/nginx/": f"{folder}/", "proxy_read_timeout 10s": "proxy_read_timeout 60s"}
        for there, here in places.items():
            assert there in text
            text = text.replace(there, here)
        (folder / "sites-enabled" / "spades-arbiter").write_text(text)
        (folder / "nginx.conf").write_text(OF_THE_MACHINE.format(folder=folder, other=free_port()))
        yield folder, ("127.0.0.1", port)


@contextmanager
def started(opened: socket.socket, folder: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run the command of the unit as systemd does, with this socket."""
    (line,) = said(UNIT, "ExecStart")
    number = opened.fileno()
    starter = [sys.executable, "-c", WITH_SOCKET, str(number), *command(line)]
    with process(starter, log, cwd="/", env=variables(folder), pass_fds=(number,)) as running:
        wait_for_line(log, "Listening at")
        yield running


def analysed(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask systemd-analyze about the unit and the socket; nothing is put in place but the program."""
    found = shutil.which("systemd-analyze")
    if found is None:
        lacking("systemd-analyze is needed: apt-get install systemd")
    for file in (UNIT, SOCKET):
        text = file.read_text().replace(PROGRAM, str(ROOT / "spades-arbiter"))
        (folder / file.name).write_text(text)
    names = [str(folder / file.name) for file in (UNIT, SOCKET)]
    files = names[:1] if "security" in arguments else names
    return subprocess.run([str(found), *arguments, *files], capture_output=True, check=False, text=True)


def test_systemd_takes_the_unit_and_its_socket(tmp_path: Path) -> None:
    checked = analysed("verify", folder=tmp_path)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


def test_the_unit_is_exposed_as_little_as_can_be(tmp_path: Path) -> None:
    """That is counted by systemd, from 0 to 100; most services have more than 90."""
    checked = analysed("security", "--offline=true", "--threshold=10", "--no-pager", folder=tmp_path)
    assert checked.returncode == 0, checked.stdout


def test_the_site_is_the_configuration_for_containers() -> None:
    """`python -m tests.deploy.site` makes it of deploy/nginx.conf."""
    assert SITE.read_text() == site((DEPLOY / "nginx.conf").read_text())


def test_what_stands_in_several_places_agrees() -> None:
    (address,) = said(SOCKET, "ListenStream")
    assert set(re.findall(r"^ *server (\S+) max_fails", SITE.read_text(), re.MULTILINE)) == {address}
    environment = variables(Path("/run"))
    for name in ("SPADES_RATE_LIMIT", "SPADES_BATCH_RATE_LIMIT", "WEB_CONCURRENCY"):
        assert environment[name] == compose("service")["environment"][name]
    assert size(said(UNIT, "MemoryMax")[0].lower()) == size(compose("service")["mem_limit"])
    assert int(said(UNIT, "TimeoutStopSec")[0]) > gunicorn_value("graceful_timeout") + AFTER_GRACE
    assert said(UNIT, "RuntimeDirectory") == ["spades-arbiter"]
    assert environment["PROMETHEUS_MULTIPROC_DIR"] == "/run/spades-arbiter/metrics"
    assert nginx_values("listen")[0] in SITE.read_text()


def test_nginx_takes_the_site_beside_others() -> None:
    with site_at(free_port()) as (folder, _):
        rights = unprivileged(folder)
        test = [nginx(), "-t", "-q", "-c", str(folder / "nginx.conf")]
        checked = subprocess.run(test, capture_output=True, check=False, text=True, **rights)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_restart_behind_nginx_costs_no_answer(tmp_path: Path) -> None:
    """An upgrade is a restart: the socket stays, so that whoever asks meanwhile waits for the new service."""
    run = tmp_path / "run" / "spades-arbiter"
    run.mkdir(parents=True)
    program = nginx()
    backlog = int(said(SOCKET, "Backlog")[0])
    with (
        socket.create_server(("127.0.0.1", 0), backlog=backlog) as opened,
        site_at(opened.getsockname()[1]) as (folder, address),
    ):
        log = folder / "log"
        log.touch()
        rights = unprivileged(folder)
        with (
            process([program, "-c", str(folder / "nginx.conf")], log, **rights) as proxy,
            started(opened, run.parent, tmp_path / "first") as service,
        ):
            listening(address, "/metrics", proxy, log)
            ruling = exchange(address, request("POST", AUDIT, asking(AUDIT)))
            assert (ruling.status, ruling.headers["ratelimit-policy"]) == (200, '"requests";q=50;w=1')
            with ExitStack() as upgraded, crowd(address) as record:
                until(record, 50)
                service.send_signal(signal.SIGTERM)
                assert service.wait(25) == 0
                upgraded.enter_context(started(opened, run.parent, tmp_path / "second"))
                until(record, 50)
            assert record.lost == []
            assert record.statuses().keys() == {200}
        assert "POST" not in (folder / "error.log").read_text() + (folder / "access.log").read_text()


def test_a_reload_tells_of_a_faulty_file_before_the_service_reads_it(tmp_path: Path) -> None:
    check, reload = said(UNIT, "ExecReload")
    assert reload == "/bin/kill -HUP $MAINPID"
    for keys, status in (("league:x\n", 2), (f"league:{'0' * 64}\n", 0)):
        (tmp_path / "keys").write_text(keys)
        checked = subprocess.run(
            command(check),
            cwd="/",
            env={**variables(tmp_path), "SPADES_API_KEYS_FILE": str(tmp_path / "keys")},
            capture_output=True,
            check=False,
        )
        assert checked.returncode == status, checked.stderr


def test_the_steps_of_the_page_put_the_files_where_systemd_and_nginx_look(tmp_path: Path) -> None:
    """Elsewhere than on this machine: every path of it is below a folder."""
    steps = re.findall(r"^(?:install|ln) .*$", PAGE.replace("\\\n   ", ""), re.MULTILINE)
    (tmp_path / "opt" / "spades-arbiter-1").mkdir(parents=True)
    for step in steps:
        relocated = re.sub(r" /(etc|opt)/", rf" {tmp_path}/\1/", step)
        if "deploy/" in step or "/opt/" in step:
            subprocess.run(shlex.split(relocated), cwd=ROOT, check=True)
    for file in (UNIT, SOCKET):
        assert (tmp_path / "etc" / "systemd" / "system" / file.name).read_bytes() == file.read_bytes()
    assert (tmp_path / "etc" / "nginx" / "conf.d" / "spades-arbiter.conf").read_bytes() == SITE.read_bytes()
    assert (tmp_path / "opt" / "spades-arbiter").resolve().name.startswith("spades-arbiter-")
    assert PROGRAM.startswith("/opt/spades-arbiter/")


def test_the_settings_shown_are_lines_of_a_unit(tmp_path: Path) -> None:
    """The drop-in of the page, added to the unit, is what systemd takes."""
    (shown,) = re.findall(r"```ini\n(\[Service\]\n.*?)```", PAGE, re.DOTALL)
    analysed("verify", folder=tmp_path)
    (tmp_path / f"{UNIT.name}.d").mkdir()
    (tmp_path / f"{UNIT.name}.d" / "local.conf").write_text(shown)
    program = shutil.which("systemd-analyze") or ""
    checked = subprocess.run(
        [program, "verify", str(tmp_path / UNIT.name)], capture_output=True, check=False, text=True
    )
    assert (checked.returncode, checked.stderr) == (0, "")
    named = set(re.findall(r"(SPADES_\w+)=", shown))
    assert named == {"SPADES_PRESETS_DIR", "SPADES_API_KEYS_FILE"}


def openssl() -> str:
    """Return the path of the program that makes certificates."""
    found = shutil.which("openssl")
    if found is None:
        lacking("openssl is needed: apt-get install openssl")
    return found or ""


def test_nginx_takes_the_lines_for_tls() -> None:
    """In the place of the address of the site, with a certificate made for the test."""
    (shown,) = re.findall(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
    with site_at(free_port()) as (folder, (_, port)):
        made = [openssl(), "req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=arbiter.example.org"]
        files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
        subprocess.run([*made, *files], capture_output=True, check=True)
        file = folder / "sites-enabled" / "spades-arbiter"
        lines = re.sub(r"/etc/\S+(fullchain|privkey)\.pem", _of_the_test(folder), shown.replace("443", str(port)))
        text = file.read_text()
        address = f"    listen 127.0.0.1:{port} default_server;\n    server_name _;\n"
        assert address in text
        file.write_text(text.replace(address, lines))
        rights = unprivileged(folder)
        test = [nginx(), "-t", "-q", "-c", str(folder / "nginx.conf")]
        checked = subprocess.run(test, capture_output=True, check=False, text=True, **rights)
    assert (checked.returncode, checked.stderr) == (0, "")


def _of_the_test(folder: Path) -> Callable[[re.Match[str]], str]:
    names = {"fullchain": "certificate.pem", "privkey": "key.pem"}
    return lambda match: str(folder / names[match[1]])


def test_the_unit_asks_for_nothing_that_the_command_has_not() -> None:
    """The tests above read the unit by themselves: so each of its lines has to be of a kind that they read."""
    lines = [line for line in UNIT.read_text().splitlines() if line and not line.startswith(("#", "["))]
    assert all(re.fullmatch(r"[A-Za-z]+=.*", line) and not line.endswith("\\") for line in lines)
    assert '"' not in "".join(said(UNIT, "Environment"))


@pytest.mark.parametrize("name", ["DynamicUser", "NoNewPrivileges", "PrivateNetwork", "MemoryDenyWriteExecute"])
def test_the_service_is_kept_from_what_it_does_not_need(name: str) -> None:
    assert said(UNIT, name) == ["yes"]
    assert said(UNIT, "ProtectSystem") == ["strict"]
    assert said(UNIT, "CapabilityBoundingSet") == [""]
