"""What the launcher reads from the environment beside the settings: where to listen, with how many processes.

``python -m service.launch`` checks everything first and then becomes the server, so that whoever mistyped a variable
reads a sentence: gunicorn reads WEB_CONCURRENCY before any configuration, and answers a wrong one with a traceback.
"""

from __future__ import annotations

import atexit
import ipaddress
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from service.keys import keys_from
from service.settings import Reader, Settings, SettingsError, number, refuse, settings_from, taken, whole_number

_COMMAND = ("-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service:create_app()")
_ROOT = Path(__file__).parent.parent
_HOST = re.compile(r"[A-Za-z0-9._:%-]+", re.ASCII)
_PORTS = 65_535
_METRICS = "PROMETHEUS_MULTIPROC_DIR"
# Tells a start, when what other runs left behind is removed, from a reload, when workers still count there.
_STARTED = "PROMETHEUS_MULTIPROC_STARTED_BY"
# The directory that was made, and not given, goes with the server.
_MADE = "PROMETHEUS_MULTIPROC_MADE"
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - the place of memory that processes share


@dataclass(frozen=True, slots=True)
class Launch:
    """What the server is told when it starts."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int = 8_000
    workers: int = 2
    forwarded_allow_ips: str = "127.0.0.1,::1"

    @property
    def bind(self) -> str:
        """Where to listen, as gunicorn spells it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def launch_from(environment: Mapping[str, str]) -> Launch:
    """Return what an environment tells; an empty variable is none, save that the settings take no empty one.

    Raises `SettingsError` with everything that is wrong, in the settings, too.
    """
    wrong = []
    settings = Settings()
    try:
        settings = settings_from(environment)
    except SettingsError as error:
        wrong.append(str(error))
    stated = {name: environment[name] for name in _READERS if environment.get(name)}
    given, malformed = taken(stated, _READERS)
    refuse([*wrong, *malformed])
    named = {_FIELDS[name]: value for name, value in given.items() if name in _FIELDS}
    return Launch(settings, **named)  # type: ignore[arg-type] # read by name


def checked() -> Launch:
    """Return what the environment of this process tells; ends the process with a sentence where that is wrong.

    Where the server starts, the file of API keys has to be right, too. On a reload it need not be: a server that is
    running keeps the keys that it has.
    """
    try:
        launch = launch_from(os.environ)
        if launch.settings.api_keys_file is not None and _is_starting():
            keys_from(launch.settings.api_keys_file)
    except SettingsError as error:
        raise SystemExit(str(error)) from None
    return launch


def _is_starting() -> bool:
    return os.environ.get(_STARTED) != str(os.getpid())


def shared_memory() -> str | None:
    """Return the directory of memory that processes share; None where there is none that can be written (macOS)."""
    return str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None


def counting_directory() -> str:
    """Return the directory in which the processes of this server count, made or emptied where the server starts.

    Without PROMETHEUS_MULTIPROC_DIR one is made in shared memory, and the variable set: the client library of the
    metrics reads it there. Ends the process with a sentence where nothing can be written.
    """
    given = os.environ.get(_METRICS)
    try:
        if not given:
            given = os.environ[_METRICS] = tempfile.mkdtemp(prefix="spades-metrics-", dir=shared_memory())
            os.environ[_MADE] = given
            atexit.register(_forget_at_end, given, os.getpid())
        elif _is_starting():
            Path(given).mkdir(parents=True, exist_ok=True)
            for left in Path(given).glob("*.db"):
                left.unlink()
    except OSError as error:
        reason = f"{_METRICS} must be a directory that can be written: {error.strerror}"
        raise SystemExit(reason) from None
    os.environ[_STARTED] = str(os.getpid())
    return given


def forget_directory(directory: str) -> None:
    """Remove a directory that `counting_directory` made; one that was given stays."""
    if os.environ.get(_MADE) == directory:
        shutil.rmtree(directory, ignore_errors=True)


def _forget_at_end(directory: str, owner: int) -> None:
    """Leave nothing behind in shared memory, also where the server could not start; its workers end before it does."""
    if os.getpid() == owner:
        forget_directory(directory)


def _host(value: str) -> str:
    if not _HOST.fullmatch(value):
        raise ValueError("the name or address of an interface")
    return value


def _port(value: str) -> int:
    port = number(value)
    if port is None or not 0 < port <= _PORTS:
        raise ValueError(f"a port, 1 to {_PORTS}")
    return port


def _proxies(value: str) -> str:
    try:
        for each in value.split(","):
            if each.strip() != "*":
                ipaddress.ip_network(each.strip())
    except ValueError:
        raise ValueError("addresses or networks with commas between them, or *") from None
    return value


def _directory(value: str) -> str:
    path = Path(value)
    if not path.is_absolute() or (path.exists() and not (path.is_dir() and os.access(path, os.W_OK))):
        raise ValueError("the absolute path of a directory that can be written")
    return value


_READERS: Mapping[str, Reader] = {
    "HOST": _host,
    "PORT": _port,
    "WEB_CONCURRENCY": whole_number,
    "FORWARDED_ALLOW_IPS": _proxies,
    _METRICS: _directory,
}
_FIELDS = {
    "HOST": "host",
    "PORT": "port",
    "WEB_CONCURRENCY": "workers",
    "FORWARDED_ALLOW_IPS": "forwarded_allow_ips",
}


def main(arguments: list[str]) -> None:
    """Check the environment, then become the server; more arguments go to it."""
    checked()
    os.chdir(_ROOT)
    os.execv(sys.executable, [sys.executable, *_COMMAND, *arguments])  # noqa: S606 - the server of this project


if __name__ == "__main__":
    main(sys.argv[1:])
