"""The directory whose files the worker processes count in, which a scrape of /metrics adds up.

The client library takes it from PROMETHEUS_MULTIPROC_DIR when it is imported, so the server sets the variable first.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

METRICS_DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
# The process that prepared the directory. At a start, files of earlier runs are deleted; at a reload, when gunicorn
# evaluates its configuration again, the workers still count in them.
_PREPARED_BY = "PROMETHEUS_MULTIPROC_STARTED_BY"
# A temporary directory that this server created, and removes at its end.
_TEMPORARY = "PROMETHEUS_MULTIPROC_MADE"
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux mounts shared memory


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
        message = f"{METRICS_DIRECTORY} must be a writable directory: {error.strerror}"
        raise SystemExit(message) from None
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
