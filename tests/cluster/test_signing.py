"""Answers of a folder are all signed with one key, or none of them is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from service.cluster.work import Signing, own_key_id
from service.commands import answers as commands
from service.settings import Settings
from service.signatures.signing import new_key_at
from tests.cluster.running import answered, cluster, here, joined, manifest_of
from tests.commands.running import error_of, run

Sign = Callable[[Path | None], None]


@pytest.fixture
def sign_with(monkeypatch: pytest.MonkeyPatch) -> Sign:
    """Return a function that sets the key file of the commands that follow."""

    def set_key(file: Path | None) -> None:
        monkeypatch.setattr(commands, "own_settings", lambda: Settings(signing_key_file=file))

    return set_key


def test_a_folder_is_resumed_with_its_own_key_only(odd: Path, tmp_path: Path, sign_with: Sign) -> None:
    first, second = tmp_path / "first.pem", tmp_path / "second.pem"
    kid, other = (new_key_at(file).public.thumbprint for file in (first, second))
    out = tmp_path / "out"
    sign_with(first)
    answered("score", [odd], out)
    assert manifest_of(out)["work"]["key_id"] == kid
    assert b'"signature":' in joined(out)
    for file, named in ((second, f"the signing key {other}"), (None, "no signing key")):
        sign_with(file)
        error = error_of(here("score", str(odd), "--output", str(out)))
        assert f"it has the signing key {kid}, and this command {named}" in error
    (tmp_path / "moved.pem").write_bytes(first.read_bytes())
    (tmp_path / "moved.pem").chmod(0o600)
    sign_with(tmp_path / "moved.pem")
    assert b"were there before" in answered("score", [odd], out).stderr


def test_a_process_that_signs_otherwise_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    kid = new_key_at(file).public.thumbprint
    settings = Settings(signing_key_file=file)

    def found(key_file: Path | None, key_id: str | None) -> str | None:
        return Signing("scoreRound", Settings(signing_key_file=key_file), commands.key_id_of, key_id).difference()

    assert found(file, kid) is None
    assert found(None, None) is None
    assert found(file, "x") == f"it has the signing key {kid}, and this command the signing key x"
    assert found(None, kid) == f"it has no signing key, and this command the signing key {kid}"
    assert "cannot be read" in str(found(tmp_path / "nowhere.pem", kid))
    # Its runner keeps the key that it has read, whatever the file holds later.
    file.unlink()
    new_key_at(file)
    assert own_key_id("scoreRound", settings, commands.key_id_of) == kid


def test_a_worker_with_another_key_is_refused_before_anything_is_done(odd: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key.pem", tmp_path / "out"
    new_key_at(key)
    # A worker on a machine whose file of this name holds another key.
    preload = tmp_path / "other_machine.py"
    preload.write_text("from service.cluster import work\nwork.own_key_id = lambda *_: 'another'\n")
    with cluster(tmp_path, 1, "--preload", str(preload)) as running:
        words = ("score", str(odd), "--cluster", running.address, "--output", str(out))
        ended = run(*words, SPADES_SIGNING_KEY_FILE=str(key))
    assert ended.returncode == 2, ended.stderr.decode()
    assert b"every worker has to sign as this command does" in ended.stderr
    assert b": it has the signing key another, and this command the signing key " in ended.stderr
    assert not out.exists()
