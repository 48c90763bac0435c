"""Files as requests: how they are numbered, what they are called, and how long they are."""

from __future__ import annotations

import gzip
from pathlib import Path

from service.bulk.inputs import Request, Requests, Source, total_bytes_of


def test_requests_are_numbered_through_all_files(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_bytes(b'{"a":1}\r\n{}\n')
    (tmp_path / "b.json").write_bytes(b"{}")
    files = [str(tmp_path / name) for name in ("a.ndjson", "b.json")]
    first, second, alone = Requests(files, Source(None, 1_000))
    assert first == Request(1, b'{"a":1}', files[0], 1, "a")
    assert (second.number, second.shown, second.alone_in, second.page) == (2, f"{files[0]}, line 2", "", "a-000002")
    assert (alone.number, alone.shown, alone.alone_in, alone.page) == (3, files[1], files[1], "b")
    assert Request(7, b"").page == "000007"


def test_the_length_of_what_is_compressed_is_not_known(tmp_path: Path) -> None:
    """Else the share of the input that is shown as done would soon be all of it."""
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    plain.write_bytes(b"{}\n" * 10)
    packed.write_bytes(gzip.compress(b"{}\n" * 10))
    assert total_bytes_of(map(str, [plain, plain])) == 60
    assert total_bytes_of(map(str, [plain, packed])) is None
    assert total_bytes_of(["-"]) is None
