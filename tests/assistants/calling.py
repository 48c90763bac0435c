"""An assistant at the other end: the SDK's own client, over both transports."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.server.lowlevel.server import Server

from tests.http.wire import ROOT, environment, free_port

KIT = ROOT / "conformance"
SHORTHAND = "pagat; N E S W; dealer W\nN 2  E 5  S nil  W 1\nN QD 2D 5D 3D\nN QH KH 4H 10h\nE 5C 9C 4C QC\n"
_PATIENCE = 60.0
ResultT = TypeVar("ResultT")


@dataclass(frozen=True)
class Running:
    """A server that assistants can call."""

    started: StdioServerParameters | Server[Any] | str
    key: str | None = None

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        """Connect to it."""
        if isinstance(self.started, str) and self.key is not None:
            headers = {"Authorization": f"Bearer {self.key}"}
            async with (
                httpx2.AsyncClient(headers=headers) as http,
                Client(streamable_http_client(self.started, http_client=http)) as client,
            ):
                yield client
        else:
            async with Client(self.started, read_timeout_seconds=_PATIENCE) as client:
                yield client

    def ask(self, question: Callable[[Client], Awaitable[ResultT]]) -> ResultT:
        """Return what a function learns from a client that is connected to it."""

        async def asked() -> ResultT:
            async with self.client() as client:
                return await question(client)

        return run_apart(asked)


def run_apart(asked: Callable[[], Awaitable[ResultT]]) -> ResultT:
    """Run it in a thread of its own: a browser that other tests have started keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, asked).result()


def on_streams(*arguments: str, **settings: str) -> Running:
    """Return the server as an assistant starts it for itself."""
    variables = environment(0, **settings)
    return Running(
        StdioServerParameters(
            command=sys.executable, args=["-m", "service", "mcp", *arguments], env=variables, cwd=str(ROOT)
        )
    )


@contextmanager
def over_http(folder: Path, *arguments: str, key: str | None = None, **settings: str) -> Iterator[Running]:
    """Run the server over HTTP."""
    port, log = free_port(), folder / "mcp.log"
    command = [sys.executable, "-m", "service", "mcp", "--http", f"127.0.0.1:{port}", *arguments]
    with (
        log.open("wb") as file,
        subprocess.Popen(command, cwd=ROOT, env=environment(0, **settings), stdout=file, stderr=file) as started,
    ):
        try:
            deadline = time.monotonic() + _PATIENCE
            while started.poll() is None:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                if time.monotonic() > deadline:
                    raise RuntimeError(log.read_text())
                time.sleep(0.05)
            yield Running(f"http://127.0.0.1:{port}/mcp", key)
        finally:
            started.terminate()
            started.wait(_PATIENCE)
    assert "Traceback" not in log.read_text(), log.read_text()


@dataclass(frozen=True)
class Answer:
    """What a tool answers."""

    text: str
    is_error: bool


async def call(client: Client, tool: str, **arguments: Any) -> Answer:
    """Call a tool, and ask for the other parts of an answer that was cut."""
    said: list[str] = []
    part = 1
    while True:
        asked = arguments | ({"part": part} if part > 1 else {})
        result = await client.call_tool(tool, asked)
        (content,) = result.content
        assert content.type == "text"
        text, note, _ = content.text.partition(f"\n\n[Part {part} of ")
        said.append(text)
        if not note:
            return Answer("".join(said), bool(result.is_error))
        part += 1


TOOLS: dict[str, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    "scoreRound": lambda request: ("score_round", {"record": request, "answer": "json"}),
    "auditRound": lambda request: ("audit_round", {"record": request, "answer": "json"}),
    "nextInRound": lambda request: ("whose_turn", {"record": request}),
    "listLegalPlays": lambda request: ("legal_plays", {"position": request}),
    "judgeClaim": lambda request: ("judge_claim", {"position": request}),
    "getRulebook": lambda request: ("rulebook", {"ruleset": request["name"]}),
}
"""The tool that answers an operation, and the arguments that say a request to it."""


def vectors() -> list[dict[str, Any]]:
    """Return the vectors of the kit whose operation has a tool, and whose request an assistant can send."""
    files = json.loads((KIT / "manifest.json").read_text())["files"]
    lines = [json.loads(line) for name in files for line in (KIT / name).read_text().splitlines()]
    return [line for line in lines if line["operation"] in TOOLS and isinstance(line.get("request"), dict)]


async def at_once(client: Client, calls: list[tuple[str, dict[str, Any]]]) -> list[Answer]:
    """Return the answers to calls that are made without waiting for each other."""
    answers: dict[int, Answer] = {}

    async def keep(number: int, tool: str, arguments: dict[str, Any]) -> None:
        answers[number] = await call(client, tool, **arguments)

    async with anyio.create_task_group() as group:
        for number, (tool, arguments) in enumerate(calls):
            group.start_soon(partial(keep, number, tool, arguments))
    return [answers[number] for number in range(len(calls))]
