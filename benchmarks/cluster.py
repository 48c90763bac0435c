"""Measure a cluster of two local workers against the command line with two processes, on the same full audits.

    python -m benchmarks.cluster [lines] [--flat]

Both write their answers to a folder for temporary files: the command line one file, the cluster its parts. The start of
a cluster is a few seconds of CPU time, whatever the input, and is measured by itself with a file of one line. With
``--flat``, the cost per line is measured at a hundredth of the lines, too. Trust the CPU time on a shared machine.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.files import BLOCK_LINES, Measured, run, write_season

_WORKERS = 2


def main(lines: int, *, is_flat: bool) -> None:
    """Print every figure with its limit."""
    lines = max(BLOCK_LINES, lines - lines % BLOCK_LINES)
    with TemporaryDirectory(prefix="spades-benchmark-") as name:
        folder = Path(name)
        season = folder / "season.ndjson"
        write_season(season)
        (folder / "one.ndjson").write_bytes(season.read_bytes().partition(b"\n")[0])
        print(f"{lines:,} full audits, {season.stat().st_size // BLOCK_LINES:,} bytes a line.")
        start = _on_cluster(folder, [folder / "one.ndjson"])
        _print("The start of a cluster and its end", start, 1)
        files = [season] * (lines // BLOCK_LINES)
        two = _on_command_line(folder, files)
        _print("The command line with two processes", two, lines)
        cluster = _on_cluster(folder, files)
        _print("The cluster with two workers", cluster, lines)
        print(f"Cluster against command line: {two.wall / cluster.wall:.2f} as fast (limit 0.8 at 1,000,000 lines).")
        print(f"By CPU time: {two.cpu / cluster.cpu:.2f}; without the start {two.cpu / (cluster.cpu - start.cpu):.2f}.")
        if is_flat:
            few = max(BLOCK_LINES, lines // 100)
            short = _on_cluster(folder, [season] * (few // BLOCK_LINES))
            _print("The cluster with two workers", short, few)
            ratio = (cluster.cpu - start.cpu) / lines / ((short.cpu - start.cpu) / few)
            print(f"CPU per line of {lines:,} against {few:,} lines, without the start: {ratio:.3f} (limit 1.05).")
            growth = cluster.resident - short.resident
            print(f"Memory of all processes: {growth:+.0f} MB for {lines // few} times the lines.")


def _on_command_line(folder: Path, files: list[Path]) -> Measured:
    output = folder / "rulings.ndjson"
    found = run(["audit", "--output", str(output)], list(map(str, files)), _WORKERS)
    output.unlink()
    return found


def _on_cluster(folder: Path, files: list[Path]) -> Measured:
    with TemporaryDirectory(dir=folder) as output:
        return run(["audit", "--cluster", "local", "--output", output], list(map(str, files)), _WORKERS)


def _print(what: str, found: Measured, lines: int) -> None:
    print(
        f"{what}: {found.wall:.1f} s ({lines / found.wall:,.0f} a second), {found.cpu:.1f} s of CPU"
        f" ({lines / found.cpu:,.0f} a second), {found.resident:.0f} MB together."
    )


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("lines", type=int, nargs="?", default=100_000)
    asked.add_argument("--flat", action="store_true")
    given = asked.parse_args()
    main(given.lines, is_flat=given.flat)
