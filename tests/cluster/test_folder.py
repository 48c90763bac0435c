"""The folder of a command: what is in it is made once, resumed, checked by its hashes, and never another's."""

from __future__ import annotations

import errno
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from service.bulk.inputs import UnusableError
from service.cluster import command
from service.cluster.command import do_part
from service.cluster.storage import Folder
from service.spades import ENGINE_VERSION
from tests.cluster.running import alone, answered, here, joined, manifest_of, numbers_in, parts_of
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


def flip(part: Path) -> None:
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)


def cut(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-1])


@pytest.mark.parametrize("damage", [flip, cut, Path.unlink])
def test_only_a_damaged_part_is_made_again(damage: Callable[[Path], None], odd: Path, made: Path) -> None:
    whole, before = joined(made), times(made)
    damage(made / "part-00002.ndjson")
    error = error_of(in_process("join", str(made)))
    assert f"part-00002.ndjson in {made}: damaged or missing" in error
    assert "run the command that made them again" in error
    ended = answered("score", [odd], made)
    assert f"{len(before)} parts, of which {len(before) - 1} were there before".encode() in ended.stderr
    assert {name for name, time in times(made).items() if before[name] != time} == {"part-00002.ndjson"}
    assert joined(made) == whole == alone("score", [odd])


def test_what_a_killed_writer_left_is_removed_at_the_end(odd: Path, made: Path) -> None:
    old, new = made / "part-00001.ndjson.0123.45.tmp", made / "part-00001.ndjson.6789.ab.tmp"
    for file in (old, new):
        file.write_bytes(b"half")
    yesterday = time.time() - 25 * 60 * 60
    os.utime(old, (yesterday, yesterday))
    answered("score", [odd], made)
    # Another command may be writing the new one.
    assert {path.name for path in made.iterdir()} == {"manifest.json", new.name, *times(made)}


def test_a_run_removes_its_own_unfinished_files_only(tmp_path: Path) -> None:
    first, second = Folder(str(tmp_path)), Folder(str(tmp_path))
    with second.writing("part") as file:
        file.write(b"whole")
        (tmp_path / f"other.{first.run}.0.tmp").write_bytes(b"half")
        first.remove_unfinished()
        assert not list(tmp_path.glob("other*"))
    assert (tmp_path / "part").read_bytes() == b"whole"


def test_entries_of_another_run_stay_in_the_manifest(odd: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished = manifest_of(made)
    begun = json.loads(json.dumps(finished))
    for part in begun["parts"]:
        del part["made"]
    (made / "manifest.json").write_text(json.dumps(begun))

    def stopped(_: command.Part) -> command.Done:
        (made / "manifest.json").write_text(json.dumps(finished))  # the other run ends meanwhile
        raise UnusableError("stopped")

    monkeypatch.setattr("service.cluster.command.do_part", stopped)
    assert "stopped" in error_of(here("score", str(odd), "--output", str(made)))
    assert manifest_of(made) == finished


def test_a_folder_taken_by_another_command_meanwhile(odd: Path, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = manifest_of(made)
    other["work"]["operation"] = "auditRound"

    def taken(part: command.Part) -> command.Done:
        (made / "manifest.json").write_text(json.dumps(other))
        return do_part(part)

    monkeypatch.setattr("service.cluster.command.do_part", taken)
    assert "belongs to another command" in error_of(here("score", str(odd), "--output", str(made)))
    assert manifest_of(made) == other


def test_parts_without_an_entry_are_made_again(odd: Path, made: Path) -> None:
    """A command that was killed may not have written its last entries."""
    whole, manifest = joined(made), manifest_of(made)
    del manifest["parts"][0]["made"]
    (made / "manifest.json").write_text(json.dumps(manifest))
    flip(made / "part-00000.ndjson")
    assert "1 of " in error_of(in_process("join", str(made)))
    assert "are not made yet" in error_of(in_process("join", str(made)))
    answered("score", [odd], made)
    assert joined(made) == whole


def test_files_that_were_moved_are_the_same_input(odd: Path, made: Path, tmp_path: Path) -> None:
    before = times(made)
    (tmp_path / "elsewhere.ndjson").write_bytes(odd.read_bytes())
    answered("score", [tmp_path / "elsewhere.ndjson"], made)
    assert times(made) == before
    assert manifest_of(made)["sources"][0]["name"] == str(tmp_path / "elsewhere.ndjson")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda odd: ["audit", odd], "its operation is scoreRound, and this one auditRound"),
        (
            lambda odd: ["score", odd, "--ruleset", "pagat"],
            'its ruleset is that of each line, and this one "pagat" (sha256:',
        ),
        (lambda odd: ["score", odd, "--block-bytes", "8"], "its blocks have some 9,000 bytes, and these 8"),
        (lambda odd: ["score", odd, odd], "its input has 1 file, and this one 2"),
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


def test_another_input_is_refused(odd: Path, made: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ndjson"
    other.write_bytes(odd.read_bytes().replace(b"ana", b"eva"))
    error = error_of(here("score", str(other), "--output", str(made)))
    length = f"{odd.stat().st_size:,} bytes"
    assert f"its file 1 is {odd} ({length}), and this one {other} ({length}) with other content" in error


@pytest.mark.parametrize(
    ("group", "name", "value", "said"),
    [
        (
            "versions",
            "engine",
            "0.0.1",
            f"made by engine 0.0.1 with contract {{}}, and this is engine {ENGINE_VERSION}",
        ),
        ("limits", "body_bytes", 5, "its limit body_bytes is 5, and this one 32768"),
    ],
)
def test_another_engine_or_limit_is_refused(
    group: str, name: str, value: object, said: str, odd: Path, made: Path
) -> None:
    manifest = manifest_of(made)
    manifest["work"][group][name] = value
    (made / "manifest.json").write_text(json.dumps(manifest))
    expected = said.format(manifest["work"]["versions"]["contract"])
    assert expected in error_of(here("score", str(odd), "--output", str(made)))


WORK = b'"format": 1, "work": {}'
UNREADABLE = [b"{%s, %s}" % (WORK, rest) for rest in (b'"parts": [1]', b'"parts": [], "sources": ["a"]')]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"{}", b'{"format": 99}', b'{"format": 1, "work": {}, "parts": 1}', *UNREADABLE]
)
def test_a_manifest_that_is_none(content: bytes, odd: Path, made: Path) -> None:
    (made / "manifest.json").write_bytes(content)
    for ended in (here("score", str(odd), "--output", str(made)), in_process("join", str(made))):
        assert "is not a manifest that this version can read" in error_of(ended)


def test_a_folder_of_something_else_is_left_alone(odd: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"dear league")
    assert "is not empty, and has no manifest" in error_of(here("score", str(odd), "--output", str(tmp_path)))
    assert "is a file" in error_of(here("score", str(odd), "--output", str(odd)))
    assert "has no manifest.json" in error_of(in_process("join", str(tmp_path)))
    assert "has no manifest.json" in error_of(in_process("join", str(tmp_path / "nowhere")))
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


def test_join_leaves_no_part_of_a_file(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cluster.manifest.is_there", lambda *_: True)
    before = set(tmp_path.iterdir())
    cut(made / "part-00002.ndjson")
    words = ("join", str(made), "--output", str(tmp_path / "rulings.ndjson"))
    assert "has changed while it was read" in error_of(in_process(*words))
    assert set(tmp_path.iterdir()) == before


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


def test_a_part_of_another_name_is_no_part(odd: Path, made: Path) -> None:
    file = made / "manifest.json"
    file.write_bytes(file.read_bytes().replace(b"part-00001.ndjson", b"part-00009.ndjson"))
    assert "is not a manifest that this version can read" in error_of(here("score", str(odd), "--output", str(made)))


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

    def changed_first(part: command.Part) -> command.Done:
        changing.write_bytes(odd.read_bytes().replace(b"ana", b"eva"))
        return do_part(part)

    with mock.patch("service.cluster.command.do_part", changed_first):
        ended = here("score", str(changing), "--output", str(tmp_path / "out"))
    assert "has changed while it was read" in error_of(ended)
    assert not parts_of(tmp_path / "out")


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
    assert "can't be made on " in error
    assert "No space left on device. What is made is kept: mend this, and run the same command again" in error
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
        mock.patch("service.bulk.outputs._SECONDS_BETWEEN_UPDATES", 0.0),
    ):
        shown = answered("score", [odd], tmp_path / "out", *BLOCKS).stderr.decode()
    lines = numbers_in(joined(tmp_path / "out"))[-1]
    assert f"\r\x1b[K{lines:,} lines, " in shown
    assert "100%, 0:00:00 left\r\x1b[K" in shown
