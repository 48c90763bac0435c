"""The notes and faults of one text in shorthand: bounded, and each note said once."""

from __future__ import annotations

from service.notations.model import Place, Remarks


class Faults(Remarks):
    """Collects notes and faults; raises `UnreadableText` as soon as there are as many as an answer lists."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[tuple[str, str]] = set()

    def note_once(self, place: Place, code: str, detail: str) -> None:
        """Say which of several readings was chosen, unless the same has been said of an earlier place."""
        if (code, detail) not in self._said:
            self._said.add((code, detail))
            self.note(place, code, detail)
