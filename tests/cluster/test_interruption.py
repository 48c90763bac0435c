"""Ctrl-C ends a command wherever it arrives."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from service.cluster.dask_cluster import connected


class Interrupting:
    """An object in whose destructor Ctrl-C arrives."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # that is what this is about
def test_ctrl_c_in_a_destructor_is_not_lost() -> None:
    def items() -> Iterator[int]:
        yield from range(40)
        Interrupting()
        yield from range(100_000)

    with pytest.raises(KeyboardInterrupt), connected("local", 1) as workers:
        list(workers.each(abs, items()))
