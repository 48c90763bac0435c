"""nginx in front of the service, as both ship, once for each file of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.stack import Stack, stack
from tests.http.wire import Address


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with stack(tmp_path_factory.mktemp("proxy") / "log", workers=1) as parts:
        yield parts


@pytest.fixture(scope="module")
def address(running: Stack) -> Address:
    return running.address
