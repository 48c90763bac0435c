"""However the input is cut and packed, and wherever it is: a cluster gives what one machine gives, byte for byte."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import fsspec
import pytest

from service.bulk.answering import Answering
from service.cluster.work import sources_of
from tests.cluster.running import alone, answered, here, joined, numbers_in, parts_of, work_of
from tests.commands.running import error_of, in_process
from tests.http.bodies import LIMIT, game, scoring

ROUNDS = [scoring(round_number=str(number)) for number in range(1, 8)]
GOOD = scoring()


@pytest.mark.parametrize("block_bytes", [100, 999, 4_096, 10_000_000])
def test_lines_of_every_kind_in_blocks_of_any_length(odd: Path, block_bytes: int, tmp_path: Path) -> None:
    ended = answered("score", [odd], tmp_path / "out", "--block-bytes", str(block_bytes))
    one = in_process("score", str(odd), "--jobs", "1")
    assert joined(tmp_path / "out") == one.stdout
    assert (ended.returncode, ended.stderr.splitlines()[-1] + b"\n") == (1, one.stderr)
    assert len(parts_of(tmp_path / "out")) == work_of(tmp_path / "out")["parts"]


@pytest.mark.parametrize("block_bytes", [1, 2, 3, 5, 10**6])
@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"{}", b"{}\n", b"{}\r\n", b"{}\n\n\n", b"\n\n{}", b"{}\n{}", b"{}\r\n\r\n{}\r", b"\n{}\n \n"],
)
def test_short_files(content: bytes, block_bytes: int, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a", "b", "c")]
    for file, held in zip(files, (content, b"{}\n{}", content), strict=True):
        file.write_bytes(held)
    answered("score", files, tmp_path / "out", "--block-bytes", str(block_bytes))
    assert joined(tmp_path / "out") == alone("score", files)
    assert numbers_in(joined(tmp_path / "out")) == list(range(1, len(numbers_in(alone("score", files))) + 1))


@pytest.mark.parametrize("block_bytes", [1_000, LIMIT, 10**6])
def test_a_line_longer_than_blocks(block_bytes: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    far_too_long = b'{"ruleset":' + b" " * 2_500_000 + b"}"
    file.write_bytes(b"\n".join([*ROUNDS, far_too_long, *ROUNDS, far_too_long[:-1]]))
    answered("score", [file], tmp_path / "out", "--block-bytes", str(block_bytes))
    assert joined(tmp_path / "out") == alone("score", [file])


def test_a_line_that_begins_like_a_compressed_file(tmp_path: Path) -> None:
    """Only the beginning of a file tells what it is, not that of a block."""
    file = tmp_path / "file"
    file.write_bytes(b"\n".join([GOOD, b"\x1f\x8b and so on", b"PK\x03\x04", b"%PDF"]))
    answered("score", [file], tmp_path / "out", "--block-bytes", "1")
    assert joined(tmp_path / "out") == alone("score", [file])


def test_a_first_line_that_is_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"\n".join([GOOD.replace(b"ana", b"an\xe4"), *ROUNDS]))
    answered("score", [file], tmp_path / "out", "--block-bytes", "2000")
    assert joined(tmp_path / "out") == alone("score", [file])
    assert joined(tmp_path / "out").count(b'"status":200') == len(ROUNDS)


def test_compressed_files_are_a_part_each(odd: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("1.gz", "2.ndjson", "3", "4.gz")]
    half = odd.read_bytes()[:20_000]
    files[0].write_bytes(gzip.compress(odd.read_bytes()))
    files[1].write_bytes(half)
    files[2].write_bytes(gzip.compress(half[:100]) + gzip.compress(half[100:]))  # two members, no telling name
    files[3].write_bytes(gzip.compress(b""))
    answered("score", files, tmp_path / "out", "--block-bytes", "5000")
    assert joined(tmp_path / "out") == alone("score", files)
    assert len(parts_of(tmp_path / "out")) > len(files)


@pytest.mark.parametrize("cut", [slice(None, -20), slice(None, 12)])
def test_a_compressed_file_that_is_cut_short(cut: slice, odd: Path, tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(odd.read_bytes())[cut])
    ended = here("score", str(tmp_path / "a.gz"), "--output", str(tmp_path / "out"))
    assert f"{tmp_path / 'a.gz'} is not whole: its compressed data is damaged or cut short" in error_of(ended)


def test_a_pattern_names_files_in_order(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        (tmp_path / f"season-{number:02}.ndjson").write_bytes(ROUNDS[number % 7] + b"\n")
    answered("score", [tmp_path / "season-*.ndjson"], tmp_path / "out")
    assert joined(tmp_path / "out") == alone("score", sorted(tmp_path.glob("season-*")))


def test_a_pattern_names_hidden_files_only_if_it_says_so(tmp_path: Path) -> None:
    for name in ("a.ndjson", ".b.ndjson"):
        (tmp_path / name).write_bytes(GOOD)
    for pattern, name in (("*.ndjson", "a.ndjson"), (".*.ndjson", ".b.ndjson")):
        assert [source.name for source in sources_of([str(tmp_path / pattern)], LIMIT)] == [str(tmp_path / name)]


def test_a_file_whose_name_looks_like_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "season[1].ndjson").write_bytes(GOOD)
    answered("score", [tmp_path / "season[1].ndjson"], tmp_path / "out")
    assert numbers_in(joined(tmp_path / "out")) == [1]


def test_the_same_file_twice_is_answered_twice(odd: Path, tmp_path: Path) -> None:
    answered("score", [odd, odd], tmp_path / "out", "--block-bytes", "50000")
    assert joined(tmp_path / "out") == alone("score", [odd, odd])


def test_any_file_system_will_do(odd: Path) -> None:
    files = fsspec.filesystem("memory")
    files.pipe_file("/season/1.ndjson", odd.read_bytes())
    files.pipe_file("/season/2.ndjson.gz", gzip.compress(odd.read_bytes()))
    ended = here("score", "memory://season/*", "--output", "memory://rulings", "--block-bytes", "9000")
    assert ended.returncode == 1, ended.stderr
    assert joined("memory://rulings") == alone("score", [odd, odd])
    again = here("score", "memory://season/*", "--output", "memory://rulings", "--block-bytes", "9000")
    assert b"were there before" in again.stderr
    assert not [name for name in files.ls("/rulings", detail=False) if name.endswith(".tmp")]


def test_a_file_in_an_archive(odd: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "season.zip", "w") as archive:
        archive.writestr("in.ndjson", odd.read_bytes())
    answered("score", [f"zip://in.ndjson::{tmp_path / 'season.zip'}"], tmp_path / "out", "--block-bytes", "9000")
    assert joined(tmp_path / "out") == alone("score", [odd])


@pytest.mark.parametrize("operation", [("games", "audit"), ("games", "score")])
def test_games_with_a_ruleset_of_their_own(operation: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    nameless = game(4).replace(b'"ruleset"', b'"labels": {"a": "b"}, "ruleset"')
    file.write_bytes(b"".join(each + b"\n" for each in (game(3), nameless, b"{}", game(5))))
    ended = here(*operation, str(file), "--ruleset", "nello", "--output", str(tmp_path / "out"), "--block-bytes", "700")
    assert ended.returncode == 1, ended.stderr
    one = in_process(*operation, str(file), "--ruleset", "nello", "--jobs", "1")
    assert joined(tmp_path / "out") == one.stdout
    assert work_of(tmp_path / "out")["ruleset"][0] == "nello"


def test_the_limits_are_those_of_the_command(odd: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker's own environment says does not matter."""
    answering = Answering("scoreRound")
    monkeypatch.setenv("SPADES_BODY_BYTES", "100")
    assert answering.answer_block(GOOD, 7).startswith(b'{"line":7,"status":200')
    answered("score", [odd], tmp_path / "out")
    assert joined(tmp_path / "out") == alone("score", [odd])
