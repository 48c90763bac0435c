"""The directory of the counters: who creates it, when it is emptied, and when it is removed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.launch import prepare_metrics_directory, remove_metrics_directory


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("PROMETHEUS_MULTIPROC_DIR", "PROMETHEUS_MULTIPROC_STARTED_BY", "PROMETHEUS_MULTIPROC_MADE"):
        monkeypatch.setenv(name, "")  # so that changes are undone after the test
    return monkeypatch


def test_a_temporary_directory_is_private_survives_a_reload_and_is_removed(variables: pytest.MonkeyPatch) -> None:
    del variables
    directory = Path(prepare_metrics_directory())
    try:
        assert os.environ["PROMETHEUS_MULTIPROC_DIR"] == str(directory)
        assert directory.stat().st_mode & 0o777 == 0o700
        (directory / "counter_1.db").touch()
        # A reload evaluates the configuration again while workers count in these files.
        assert prepare_metrics_directory() == str(directory)
        assert (directory / "counter_1.db").exists()
    finally:
        remove_metrics_directory(str(directory))
    assert not directory.exists()


def test_a_directory_of_the_operator_is_emptied_at_the_start_and_kept(
    variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    directory = tmp_path / "made" / "for" / "spades-metrics-of-ours"  # named as temporary ones are
    variables.setenv("PROMETHEUS_MULTIPROC_DIR", str(directory))
    assert prepare_metrics_directory() == str(directory)
    (directory / "counter_1.db").touch()
    prepare_metrics_directory()
    assert (directory / "counter_1.db").exists()
    variables.setenv("PROMETHEUS_MULTIPROC_STARTED_BY", "1")  # as if another process had prepared it
    (directory / "notes.txt").touch()
    prepare_metrics_directory()
    assert sorted(each.name for each in directory.iterdir()) == ["notes.txt"]
    remove_metrics_directory(str(directory))
    assert directory.exists()


def test_a_directory_that_cannot_be_written_is_refused_with_a_message(
    variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    variables.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "file" / "metrics"))
    with pytest.raises(SystemExit, match=r"^PROMETHEUS_MULTIPROC_DIR must be a writable directory"):
        prepare_metrics_directory()
