"""Start the server: ``spades-arbiter serve``, or ``python -m service.launch``, which passes arguments on to gunicorn.

Whatever lies in the folder where it is started is never taken for a module of the service or of its libraries.

All environment variables are checked before gunicorn starts, so that a mistake is reported in one sentence. gunicorn
itself reads WEB_CONCURRENCY before any configuration and answers a wrong value with a traceback.

The client library of Prometheus takes the directory whose files the worker processes count in, which a scrape of
/metrics adds up, from PROMETHEUS_MULTIPROC_DIR when it is imported: so the server prepares it and sets the variable
first.
"""

from __future__ import annotations

import atexit
import ipaddress
import os
import re
import runpy
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NoReturn

from service.keys import keys_from
from service.presets.loader import UnusablePresets, presets_in
from service.settings import (
    Reader,
    Settings,
    SettingsError,
    digits_to_int,
    positive_int,
    raise_if_any,
    read_variables,
    settings_from,
)
from service.shipped import PACKAGE, is_installed, shipped

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
# The process that prepared the directory. At a start, files of earlier runs are deleted; at a reload, when gunicorn
# evaluates its configuration again, the workers still count in them.
_PREPARED_BY = "PROMETHEUS_MULTIPROC_STARTED_BY"
# A temporary directory that this server created, and removes at its end.
_TEMPORARY = "PROMETHEUS_MULTIPROC_MADE"
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux mounts shared memory

_CONFIGURATION = shipped("deploy/gunicorn.conf.py")
_APPLICATION = "service:create_app()"
_HOST = re.compile(r"[A-Za-z0-9._:%-]+", re.ASCII)
_MAX_PORT = 65_535
_UNUSABLE = 2  # as the commands end if they can't be carried out
_FIELDS = {
    "HOST": "host",
    "PORT": "port",
    "WEB_CONCURRENCY": "workers",
    "FORWARDED_ALLOW_IPS": "forwarded_allow_ips",
}


def shared_memory() -> str | None:
    """Return the directory that is mounted on shared memory, or None if there is none or it is read-only (macOS)."""
    return str(_SHARED_MEMORY) if os.access(_SHARED_MEMORY, os.W_OK) else None


def is_first_start() -> bool:
    """Whether this process is starting the server rather than reloading its configuration."""
    return os.environ.get(_PREPARED_BY) != str(os.getpid())


def prepare_metrics_directory() -> str:
    """Return the directory for the files of the workers, created or emptied if the server is starting.

    Without PROMETHEUS_MULTIPROC_DIR, creates a temporary directory in shared memory and sets the variable. Exits the
    process with a message if the directory cannot be written.
    """
    directory = os.environ.get(METRICS_DIRECTORY)
    try:
        if not directory:
            directory = os.environ[METRICS_DIRECTORY] = tempfile.mkdtemp(prefix="spades-metrics-", dir=shared_memory())
            os.environ[_TEMPORARY] = directory
            atexit.register(_remove_at_exit, directory, os.getpid())
        elif is_first_start():
            Path(directory).mkdir(parents=True, exist_ok=True)
            for file in Path(directory).glob("*.db"):
                file.unlink()
    except OSError as error:
        raise SystemExit(f"{METRICS_DIRECTORY} must be a writable directory: {error.strerror}") from None
    os.environ[_PREPARED_BY] = str(os.getpid())
    return directory


def remove_metrics_directory(directory: str) -> None:
    """Remove a temporary directory that `prepare_metrics_directory` created; keep one that the operator named."""
    if os.environ.get(_TEMPORARY) == directory:
        shutil.rmtree(directory, ignore_errors=True)


def _remove_at_exit(directory: str, owner: int) -> None:
    """Free the shared memory even if the server could not start; workers, which inherit this, leave it alone."""
    if os.getpid() == owner:
        remove_metrics_directory(directory)


@dataclass(frozen=True, slots=True)
class Launch:
    """Where the server listens, with how many workers, and the settings of the service."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int = 8_000
    workers: int = 2
    forwarded_allow_ips: str = "127.0.0.1,::1"

    @property
    def bind(self) -> str:
        """The address to listen on, in gunicorn's notation."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def address(self) -> str:
        """The address to open in a browser of this machine, also where the server listens on all interfaces."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 - looked up, not bound
        return f"http://{replace(self, host=host).bind}/"


def _host(value: str) -> str:
    if not _HOST.fullmatch(value):
        raise ValueError("the name or address of a network interface")
    return value


def _port(value: str) -> int:
    port = digits_to_int(value)
    if port is None or not 0 < port <= _MAX_PORT:
        raise ValueError(f"a port number from 1 to {_MAX_PORT}")
    return port


def _proxies(value: str) -> str:
    try:
        for network in value.split(","):
            if network.strip() != "*":
                ipaddress.ip_network(network.strip())
    except ValueError:
        raise ValueError("a list of addresses or networks, separated by commas, or *") from None
    return value


def _directory(value: str) -> str:
    path = Path(value)
    if not path.is_absolute() or (path.exists() and not (path.is_dir() and os.access(path, os.W_OK))):
        raise ValueError("the absolute path of a writable directory")
    return value


READERS: Mapping[str, Reader] = {
    "HOST": _host,
    "PORT": _port,
    "WEB_CONCURRENCY": positive_int,
    "FORWARDED_ALLOW_IPS": _proxies,
    METRICS_DIRECTORY: _directory,
}
"""The variables of the server, each with the function that reads its value."""


def launch_from(environment: Mapping[str, str]) -> Launch:
    """Read the variables of the server and of the service.

    An empty variable of the server counts as unset; an empty SPADES_* variable is an error. Raises `SettingsError` that
    names every variable with an invalid value.
    """
    errors = []
    settings = Settings()
    try:
        settings = settings_from(environment)
    except SettingsError as error:
        errors.append(str(error))
    non_empty = {name: environment[name] for name in READERS if environment.get(name)}
    values, invalid = read_variables(non_empty, READERS)
    raise_if_any([*errors, *invalid])
    named = {_FIELDS[name]: value for name, value in values.items() if name in _FIELDS}
    return Launch(settings, **named)  # type: ignore[arg-type] # read by name


def checked_launch() -> Launch:
    """Read the environment of this process; raises `SettingsError` that says everything that is wrong with it.

    At a start the files of keys and presets have to be valid as well. At a reload they need not be: the running server
    then keeps what it has.
    """
    launch = launch_from(os.environ)
    if is_first_start():
        _read_files(launch.settings)
    return launch


def launch_or_exit() -> Launch:
    """Return what `checked_launch` does, but exit with a message if anything is invalid."""
    try:
        return checked_launch()
    except SettingsError as error:
        raise SystemExit(str(error)) from None


def _read_files(settings: Settings) -> None:
    """Read all files of keys and presets; raises `SettingsError` that says what is wrong with each."""
    errors = []
    readers: tuple[Callable[[], object], ...] = (partial(presets_in, settings.presets_dir),)
    if settings.api_keys_file is not None:
        readers = (partial(keys_from, settings.api_keys_file), *readers)
    for read in readers:
        try:
            read()
        except (SettingsError, UnusablePresets) as error:
            errors.append(str(error))
    raise_if_any(errors)


def serve() -> NoReturn:
    """Replace this process with a server, which checks the environment and takes no module from the working folder."""
    os.environ["PYTHONSAFEPATH"] = "1"
    if not is_installed():
        paths = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.execv(sys.executable, [sys.executable, "-m", "service.launch"])  # noqa: S606 - the server of this project


def main(arguments: list[str]) -> None:
    """Check the environment, then run gunicorn, which gets the arguments."""
    try:
        checked_launch()
    except SettingsError as error:
        sys.stderr.write(f"spades-arbiter: {error}\n")
        raise SystemExit(_UNUSABLE) from None
    # gunicorn puts the working folder first on the path unless it is there; whatever is called yaml.py in it would be
    # taken for the library.
    here = os.environ["PWD"] = os.getcwd()  # noqa: PTH109 - a text, as on the path; gunicorn asks both
    sys.path[:] = [*(folder for folder in sys.path if folder != here), here]
    sys.argv[1:] = ["--config", str(_CONFIGURATION), _APPLICATION, *arguments]
    runpy.run_module("gunicorn", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
