"""The folder of a command: what is in it is made once, resumed, and never another's."""

from __future__ import annotations

import errno
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from service.cluster.work import Folder
from tests.cluster.running import alone, answered, here, joined, numbers_in, parts_of, work_of
from tests.commands.running import error_of, in_process
from tests.http.bodies import scoring

BLOCKS = ("--block-bytes", "9000")


@pytest.fixture
def made(odd: Path, tmp_path: Path) -> Path:
    """Return the folder of a command that has ended."""
    answered("score", [odd], tmp_path / "out", *BLOCKS)
    return tmp_path / "out"


def times(folder: Path) -> dict[str, int]:
    return {part.name: part.stat().st_mtime_ns for part in parts_of(folder)}


def test_only_a_part_that_is_not_there_is_made(odd: Path, made: Path) -> None:
    whole, before = joined(made), times(made)
    (made / "part-00002.ndjson").unlink()
    old, new = made / "part-00002.ndjson.0123.tmp", made / "part-00002.ndjson.4567.tmp"
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    error = error_of(in_process("join", str(made)))
    made_so_far = f"{len(before) - 1} of {len(before)} parts in {made} are made, and not part-00002.ndjson"
    assert made_so_far in error
    ended = answered("score", [odd], made)
    assert f"{len(before)} parts, of which {len(before) - 1} were there before".encode() in ended.stderr
    assert {name for name, time in times(made).items() if before[name] != time} == {"part-00002.ndjson"}
    assert joined(made) == whole == alone("score", [odd])
    # Another command may be writing the new one.
    assert {path.name for path in made.iterdir()} == {"work.json", new.name, *before}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda odd: ["audit", odd], 'its operation is "scoreRound", and this one "auditRound"'),
        (lambda odd: ["score", odd, "--ruleset", "pagat"], 'its ruleset is null, and this one ["pagat","sha256:'),
        (lambda odd: ["score", odd, "--block-bytes", "8000"], "its block_bytes is 9000, and this one 8000"),
        (lambda odd: ["score", odd, odd], "its files is [["),
    ],
)
def test_another_command_is_refused_with_what_differs(
    change: Callable[[str], list[str]], said: str, odd: Path, made: Path
) -> None:
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    error = error_of(here(*change(str(odd)), "--output", str(made)))
    assert said in error
    assert "belongs to another command; name a new folder, or repeat the original command:" in error
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before


def test_a_file_that_was_changed_since_is_refused(odd: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.ndjson"
    own.write_bytes(odd.read_bytes())
    answered("score", [own], tmp_path / "out")
    own.write_bytes(odd.read_bytes().replace(b"ana", b"eva"))
    os.utime(own, (0, 0))
    assert "its files is" in error_of(here("score", str(own), "--output", str(tmp_path / "out")))


@pytest.mark.parametrize(("name", "value"), [("versions", "engine 0.0.1 with contract 0.0.1"), ("limits", {"a": 1})])
def test_another_engine_or_limit_is_refused(name: str, value: object, odd: Path, made: Path) -> None:
    (made / "work.json").write_text(json.dumps({**work_of(made), name: value}))
    assert f"its {name} is" in error_of(here("score", str(odd), "--output", str(made)))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"operation": 99}'])
def test_a_folder_whose_work_is_damaged(content: bytes, odd: Path, made: Path) -> None:
    (made / "work.json").write_bytes(content)
    for ended in (here("score", str(odd), "--output", str(made)), in_process("join", str(made))):
        assert "can't be read by this version" in error_of(ended)


def test_a_folder_of_something_else_is_left_alone(odd: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"dear league")
    assert "is not empty, and has no work.json" in error_of(here("score", str(odd), "--output", str(tmp_path)))
    assert "is a file" in error_of(here("score", str(odd), "--output", str(odd)))
    assert "has no work.json" in error_of(in_process("join", str(tmp_path)))
    assert "has no work.json" in error_of(in_process("join", str(tmp_path / "nowhere")))
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_join_writes_a_new_file_only(made: Path, tmp_path: Path) -> None:
    output = tmp_path / "rulings.ndjson"
    said = in_process("join", str(made), "--output", str(output)).stderr
    assert output.read_bytes() == joined(made)
    assert said == in_process("join", str(made)).stderr
    assert b" with a problem: lines " in said
    error = error_of(in_process("join", str(made), "--output", str(output)))
    assert f"{output} already exists: name a new file" in error
    assert "--resume" not in error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "{odd}", "--cluster", "local"], "--cluster needs --output with the name of a folder"),
        (["score", "{odd}", "--cluster", "local", "--resume", "out"], "--cluster needs --output"),
        (["score", "{odd}", "--cluster", "local", "--output", "out", "--as", "html"], "leave out --cluster"),
        (["score", "{odd}", "--cluster", "local", "--output", "out", "--from", "ptn"], "convert FILE --from ptn"),
        (["score", "{odd}", "--block-bytes", "5"], "--block-bytes says how --cluster cuts the input"),
        (["score", "{odd}", "--cluster", "local", "--output", "{out}", "--block-bytes", "0"], "a whole number above 0"),
        (["score", "{odd}", "--cluster", "local", "--output", "{out}", "--block-bytes", "9" * 40], "at most 1,000,"),
        (["score", "{odd}", "--cluster", "nowhere", "--output", "{out}"], "nowhere is not the address of a"),
        (["score", "{odd}", "--cluster", "tcp://x:65536", "--output", "{out}"], "is not the address of a scheduler"),
        (["score", "{odd}", "--cluster", "tls://127.0.0.1:1", "--output", "{out}"], "without Dask's TLS settings"),
        (["score", "{odd}", "--cluster", "bird://x:1", "--output", "{out}"], "bird://x:1 is not the address"),
        (["score", "-", "--cluster", "local", "--output", "{out}"], "other machines can't read standard input"),
        (["score", "{out}", "--cluster", "local", "--output", "{out}2"], "No such file or directory"),
        (["score", "/", "--cluster", "local", "--output", "{out}"], "/ is a directory"),
        (["score", "{out}*.json", "--cluster", "local", "--output", "{out}"], "no file fits"),
        (["score", "bird://x", "--cluster", "local", "--output", "{out}"], "bird://x can't be reached"),
        (["score", "{odd}", "--cluster", "local", "--output", "bird://x"], "bird://x can't be reached"),
    ],
)
def test_what_can_not_be_carried_out_is_said(arguments: list[str], said: str, odd: Path, tmp_path: Path) -> None:
    words = [word.format(odd=odd, out=tmp_path / "out") for word in arguments]
    before = set(tmp_path.iterdir())
    assert said in error_of(in_process(*words))
    assert set(tmp_path.iterdir()) == before


def test_the_folder_is_named_as_a_shell_takes_it(odd: Path, tmp_path: Path) -> None:
    out = tmp_path / "our season"
    assert f"`spades-arbiter join '{out}'` makes them".encode() in answered("score", [odd], out).stderr


@pytest.mark.parametrize(
    "content", [b"[" + scoring() + b"]", scoring().replace(b", ", b",\n"), b"round,bids\n1,2\n", b"[Event]\n"]
)
def test_other_kinds_of_file_are_to_be_converted_first(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    error = error_of(here("score", str(tmp_path / "file"), "--output", str(tmp_path / "out")))
    assert "does not hold one JSON object per line" in error
    assert "spades-arbiter convert FILE --output FILE.ndjson" in error


def test_a_file_that_changes_while_it_is_read_is_noticed(odd: Path, tmp_path: Path) -> None:
    changing = tmp_path / "changing.ndjson"
    changing.write_bytes(odd.read_bytes())

    write_part = Folder.write_part

    def write_and_change(folder: Folder, part: int, answers: bytes) -> None:
        write_part(folder, part, answers)
        os.utime(changing, (0, 0))

    with mock.patch.object(Folder, "write_part", write_and_change):
        ended = here("score", str(changing), "--output", str(tmp_path / "out"), *BLOCKS)
    assert "has changed while it was read" in error_of(ended)
    assert len(parts_of(tmp_path / "out")) == 1


class FullStore(MemoryFileSystem):  # type: ignore[misc] # fsspec has no types
    """An object store that takes so many objects."""

    protocol = "full"
    room = 3
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    def pipe_file(self, path: str, value: bytes, **options: Any) -> None:
        self._take(path)
        super().pipe_file(path, value, **options)

    def put_file(self, lpath: str, rpath: str, **options: Any) -> None:
        self._take(rpath)
        super().put_file(lpath, rpath, **options)

    def _take(self, path: str) -> None:
        if "part-" in path:
            if not type(self).room:
                raise OSError(errno.ENOSPC, "No space left on device")
            type(self).room -= 1


@pytest.fixture
def full_store() -> Iterator[type[FullStore]]:
    fsspec.register_implementation("full", FullStore, clobber=True)
    yield FullStore
    FullStore.room = 3


def test_a_full_store_ends_the_command_and_what_is_made_stays(odd: Path, full_store: type[FullStore]) -> None:
    words = ("score", str(odd), "--output", "full://rulings", *BLOCKS)
    error = error_of(here(*words))
    assert "No space left on device" in error
    full_store.room = 10**6
    again = here(*words)
    assert b"of which 3 were there before" in again.stderr
    assert joined("full://rulings") == alone("score", [odd])


class Terminal(io.StringIO):
    """A terminal, for what is written to it."""

    def isatty(self) -> bool:
        return True


def test_how_far_it_is_is_shown_on_a_terminal(odd: Path, tmp_path: Path) -> None:
    with (
        mock.patch("tests.commands.running.io.StringIO", Terminal),
        mock.patch("service.bulk.workers._SECONDS_BETWEEN_UPDATES", 0.0),
    ):
        shown = answered("score", [odd], tmp_path / "out", *BLOCKS).stderr.decode()
    lines = numbers_in(joined(tmp_path / "out"))[-1]
    at_the_end = rf"\r\x1b\[K{lines:,} lines, [\d,]+ a second, 100%, 0:00:00 left\r\x1b\[Kspades-arbiter: "
    assert re.search(at_the_end, shown)
    shares = list(map(int, re.findall(r"(\d+)%", shown)))
    assert shares == sorted(shares)
    assert len(shares) == work_of(tmp_path / "out")["parts"]


def test_a_folder_beside_the_command_is_the_same_for_every_worker(
    odd: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Folder("out").name == str(tmp_path / "out")
    answered("score", [odd], Path("out"), *BLOCKS)
    assert joined("out") == alone("score", [odd])
