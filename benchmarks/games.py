"""Measure games of eight rounds, as rows of the sheet and as records: in batches over HTTP, and by the command line.

    python -m benchmarks.games [games]

Rates are rounds a second of CPU time. The same rounds by themselves are measured in the same run, as are a tenth of the
games, to compare the memory. Games of records are fewer: so many fit in a batch.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import orjson

from benchmarks.files import run
from benchmarks.load import download, request_bytes
from benchmarks.server import serving
from service.media_types import OCTETS
from service.operations.runner import answer
from service.settings import Settings

_RECORD: dict[str, Any] = orjson.loads((Path(__file__).parent / "round.json").read_bytes())
_PLAYERS: list[str] = _RECORD["players"]
_ROUNDS = 8
_ENDLESS = {"name": _RECORD["ruleset"], "overrides": {"game": {"target": 10_000, "floor": -10_000}}}
_OF_THE_GAME = ("ruleset", "players", "before", "reported")
_TENTH = 10
_LEAST = 2_500


class Kind(NamedTuple):
    """A kind of game: the command and the path that answer it, and one game of it as a line."""

    name: str
    command: str
    path: str
    line: bytes


def main(games: int) -> None:
    """Print every figure with its limit."""
    alone = Kind("rounds by themselves, records", "audit", "/v1/rounds/audit", orjson.dumps(_RECORD))
    base = _over_http(alone, games, 1)
    for kind in _kinds():
        print(f"Games of {_ROUNDS} rounds, {kind.name}: {len(kind.line):,} bytes a game.")
        rate = _over_http(kind, games, _ROUNDS)
        if kind.path.endswith("audit") and "records" in kind.name:
            print(f"  Against the same rounds by themselves: {rate / base:.2f} (limit 0.75).")
        _by_command(kind, games)


def _kinds() -> tuple[Kind, ...]:
    rounds = [_turned(number) for number in range(_ROUNDS)]
    rows = [{"bids": each["bids"], "dealer": each["dealer"], "tricks_won": _won(each)} for each in rounds]
    reported = _reported(rows)
    audited_rows = [{**row, "reported": sheet} for row, sheet in zip(rows, reported, strict=True)]
    audited = [{**each, "reported": sheet} for each, sheet in zip(rounds, reported, strict=True)]
    kinds = (
        Kind("rows to score", "score", "/v1/games/score", _game(rows)),
        Kind("rows to audit", "audit", "/v1/games/audit", _game(audited_rows)),
        Kind("records to audit", "audit", "/v1/games/audit", _game(audited)),
    )
    for kind in kinds[1:]:
        verdict = answer("auditGame", kind.line)["verdict"]
        if verdict != "clean":
            reason = f"{kind.name} are {verdict}"
            raise RuntimeError(reason)
    return kinds


def _game(rounds: list[dict[str, Any]]) -> bytes:
    return orjson.dumps({"ruleset": _ENDLESS, "players": _PLAYERS, "rounds": rounds})


def _turned(by: int) -> dict[str, Any]:
    """Return the round with everybody's cards, bids and deal moved on by some seats, as the deal goes round."""
    text = orjson.dumps({name: value for name, value in _RECORD.items() if name not in _OF_THE_GAME}).decode()
    for seat, player in enumerate(_PLAYERS):
        text = text.replace(f'"{player}"', f'"<{seat}>"')
    for seat in range(len(_PLAYERS)):
        text = text.replace(f'"<{seat}>"', f'"{_PLAYERS[(seat + by) % len(_PLAYERS)]}"')
    moved: dict[str, Any] = orjson.loads(text)
    return moved


def _won(record: Mapping[str, Any]) -> dict[str, int]:
    winners = [trick["winner"] for trick in record["tricks"]]
    return {player: winners.count(player) for player in _PLAYERS}


def _reported(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of a sheet that is kept rightly."""
    scored = answer("scoreGame", _game(rows))["rounds"]
    figures: dict[str, Callable[[Any], int]] = {
        "points": lambda side: side["points"],
        "score": lambda side: side["after"]["score"],
        "bags": lambda side: side["after"]["bags"],
    }
    return [
        {row: {side["team"]: figure(side) for side in each["teams"]} for row, figure in figures.items()}
        for each in scored
    ]


def _fitting(kind: Kind, games: int) -> int:
    return min(games, Settings().batch_bytes // (len(kind.line) + 1))


def _over_http(kind: Kind, games: int, rounds: int) -> float:
    """Print and return the rounds a second of the worker's CPU; the memory of a worker that has answered one batch."""
    many = _fitting(kind, games)
    peaks, rate = [], 0.0
    for lines in (many // _TENTH, many):
        body = (kind.line + b"\n") * lines
        with serving("service:create_app()") as server:
            tuple(download(server.port, request_bytes(f"{kind.path}/batch", kind.line, OCTETS)))
            before, cpu = server.worker_megabytes(peak=True), server.worker_cpu_seconds()
            (got,) = download(server.port, request_bytes(f"{kind.path}/batch", body, OCTETS))
            rate = lines * rounds / (server.worker_cpu_seconds() - cpu)
            peaks.append(server.worker_megabytes(peak=True) - before - len(body) / 2**20)
        if got != lines:
            reason = f"{got} of {lines} lines came"
            raise RuntimeError(reason)
    limit = f" (limit {_LEAST:,})" if rounds > 1 else ""
    print(
        f"  HTTP, {kind.name}: {rate:,.0f} rounds a second of CPU{limit}; the worker takes {peaks[0]:.0f} MB beyond a"
        f" batch of {many // _TENTH:,} lines, {peaks[1]:.0f} MB beyond one of {many:,} (limit 40 MB)."
    )
    return rate


def _by_command(kind: Kind, games: int) -> None:
    peaks, rate = [], 0.0
    for lines in (games // _TENTH, games):
        with NamedTemporaryFile() as file:
            file.write((kind.line + b"\n") * (games // _TENTH))
            file.flush()
            measured = run(["games", kind.command], [file.name] * (lines // (games // _TENTH)), 2)
        rate = lines * _ROUNDS / measured.cpu
        peaks.append(measured.resident)
    print(
        f"  Command line, two processes: {rate:,.0f} rounds a second of CPU (limit {_LEAST:,}); {peaks[0]:.0f} MB for"
        f" {games // _TENTH:,} games, {peaks[1]:.0f} MB for {games:,} (limit 250 MB)."
    )


if __name__ == "__main__":
    main(max(_TENTH, int(sys.argv[1])) if len(sys.argv) > 1 else 10_000)
