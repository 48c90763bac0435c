"""Write all that comes from the catalogue: ``python -m contract``. A second run changes nothing."""

from __future__ import annotations

from contract.generated import WRITERS


def main() -> None:
    """Write each file that is not as the catalogue would have it."""
    for file, written in WRITERS.items():
        before = file.read_text(encoding="utf-8")
        after = written(before)
        if after != before:
            file.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
