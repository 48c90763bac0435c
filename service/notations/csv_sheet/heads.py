"""Lines that begin with ``#``, such as ``# players: ana, ben, cy, dee``: what columns of a sheet cannot say."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.media_types import as_meant
from service.notations import model
from service.notations.csv_sheet.cells import Cell
from service.notations.model import Place, Remarks
from service.spades.english import count_of, listed, quoted

_HEAD = re.compile(r"#\s*([A-Za-z ]{1,20}?)\s*:\s*(.*)", re.DOTALL)
_FIGURE = re.compile(r"-?[0-9]{1,7}")
STANDING = ("score", *model.COUNTED)
"""The figures of a line ``# before: ana+cy, 337, 7``, in their order; the last may be left out or empty."""
ALONE = "each alone"


class Team(NamedTuple):
    """A side and its players as a head names them."""

    name: str
    players: tuple[str, ...]
    place: Place


class Standing(NamedTuple):
    """What a side had before the sheet, by the members of a record; the name is still to be looked up."""

    side: Cell
    figures: dict[str, int]


class _Form(NamedTuple):
    """How many texts the line of a head has, what its first looks like, and what to write if it has others."""

    fewest: int
    most: int
    fix: str
    first: str = ".+"


_FORMS: Mapping[str, _Form] = {
    "players": _Form(
        *(1, model.MOST_PLAYERS),
        f"the names of {model.FEWEST_PLAYERS} to {model.MOST_PLAYERS} players: '# players: ana, ben, cy, dee'",
    ),
    "team": _Form(2, 1 + model.MOST_PLAYERS, "the name of the team and then its players: '# team: Us, ana, cy'"),
    "ruleset": _Form(1, 1, "the name of one ruleset"),
    "first dealer": _Form(1, 1, "the name of one player"),
    "first round": _Form(
        *(1, 1, f"the number of the first round, 1 to {model.HIGHEST_ROUND}: '# first round: 5'"),
        f"[1-9][0-9]{{0,2}}|{model.HIGHEST_ROUND}",
    ),
    "sides": _Form(1, 1, f"'# sides: {ALONE}' if there are no partners, or leave the line out", ALONE),
    "label": _Form(2, 2, "the name of the label and its text: '# label: table, 4'"),
    "before": _Form(
        *(1, 1 + len(STANDING)),
        f"a side and its {listed(STANDING).replace('_', ' ')}, as whole numbers: '# before: ana+cy, 337, 7'; the score "
        f"is at most {model.HIGHEST_SCORE}, the others 0 to {model.MOST_COUNTED}",
    ),
}
_SEVERAL_TIMES = {"team", "label", "before"}
_WITH_EMPTY_TEXTS = {"label", "before"}


def head_of(row: Sequence[str]) -> str | None:
    """Return the line of a head that a spreadsheet has put into cells, with the commas that it took out of it."""
    match = _HEAD.fullmatch(row[0].strip())
    if match is None or match[1].lower() not in _FORMS:
        return None
    first, *others = row
    return ",".join([first.strip(), *(_in_quotes(text) if "," in text else text for text in others)])


def _in_quotes(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""'))


class Heads:
    """What the heads of one sheet say."""

    def __init__(self, lines: Iterable[Cell], remarks: Remarks, delimiter: str = ",") -> None:
        self.players: tuple[str, ...] = ()
        self.players_place = Place(1, 1)
        self.teams: list[Team] = []
        self.ruleset = ""
        self.first_dealer: Cell | None = None
        self.first_round: int | None = None
        self.alone = False
        self.labels: dict[str, str] = {}
        self.before: list[Standing] = []
        self._remarks = remarks
        self._delimiter = delimiter
        seen: set[str] = set()
        comments: list[Place] = []
        for text, place in lines:
            match = _HEAD.fullmatch(text)
            key = match[1].lower() if match else ""
            if match is None or key not in _FORMS:
                comments.append(place)
            elif key in seen - _SEVERAL_TIMES:
                repeated_head(f"# {key}", place, remarks)
            else:
                self._take(key, match[2], place)
            seen.add(key)
        if comments:
            detail = f"The sheet has {count_of(len(comments), 'comment')}, which a record has no place for."
            remarks.note(comments[0], "unmapped", detail)

    def _texts(self, fewest: int, text: str) -> list[str] | None:
        """Return the texts of a head; None for what is no list."""
        text = text.rstrip(f" {self._delimiter}") if self._delimiter != "," else text
        delimiter = self._delimiter if "," not in text else ","
        try:
            read = next(csv.reader([text], skipinitialspace=True, strict=True, delimiter=delimiter), [])
        except csv.Error:
            return None
        first, *others = [value.strip() for value in read] or [""]
        # A spreadsheet makes all lines as long as the longest, with empty cells.
        while len(others) >= fewest and not others[-1]:
            others.pop()
        return [*map(as_meant, (first, *others))]

    def _take(self, key: str, text: str, place: Place) -> None:
        form = _FORMS[key]
        texts = self._texts(form.fewest, text)
        if texts is None:
            detail = 'This list cannot be read: write commas between texts, quotes around a text, and "" for one in it.'
            self._remarks.fault(place, "not_a_list", detail)
            return
        first, *others = texts
        standing = _standing(others) if key == "before" else {}
        fits = form.fewest <= len(texts) <= form.most and (all(others) or key in _WITH_EMPTY_TEXTS)
        if not fits or standing is None or not re.fullmatch(form.first, first, re.DOTALL):
            self._remarks.fault(place, "not_a_head", f"Write {form.fix}.")
        elif key == "players":
            self.players, self.players_place = tuple(texts), place
        elif key == "team":
            self.teams.append(Team(first, tuple(others), place))
        elif key == "ruleset":
            self.ruleset = first
        elif key == "first dealer":
            self.first_dealer = Cell(first, place)
        elif key == "first round":
            self.first_round = int(first)
        elif key == "before":
            self.before.append(Standing(Cell(first, place), standing))
        elif key == "label":
            self._take_label(first, others[0], place)
        else:
            self.alone = True

    def _take_label(self, name: str, text: str, place: Place) -> None:
        if name in self.labels:
            repeated_head(f"# label: {name}", place, self._remarks)
        elif max(len(name) - model.LONGEST_NAME, len(text) - model.LONGEST_LABEL) > 0 or (
            len(self.labels) == model.MOST_LABELS
        ):
            detail = (
                f"A record has {model.MOST_LABELS} labels, with names of {model.LONGEST_NAME} characters and texts of "
                f"{model.LONGEST_LABEL}; {quoted(name)} is left out."
            )
            self._remarks.note(place, "unmapped", detail)
        else:
            self.labels[name] = text


def _standing(numbers: Sequence[str]) -> dict[str, int] | None:
    """Return what a side had before the sheet, by the members of a record; None if a text is no number of its kind."""
    if not all(map(_FIGURE.fullmatch, filter(None, numbers))):
        return None
    standing = {figure: int(number) for figure, number in zip(STANDING, numbers, strict=False) if number}
    counts = [value for figure, value in standing.items() if figure != "score"]
    fits = abs(standing.get("score", 0)) <= model.HIGHEST_SCORE and all(
        0 <= count <= model.MOST_COUNTED for count in counts
    )
    return standing if fits else None


def repeated_head(line: str, place: Place, remarks: Remarks) -> None:
    """Report a line for which there is another before."""
    remarks.fault(place, "repeated_head", f"There is a line {quoted(line)} before: keep one of them.")
