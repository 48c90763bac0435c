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
STANDING = ("score", *model.COUNTED)
"""The figures of a line ``# before: ana+cy, 337, 7``, in their order; the last may be left out or empty."""
_FIGURES = (
    re.compile(rf"-?([0-9]{{1,6}}|{model.HIGHEST_SCORE})"),
    *(re.compile(rf"[0-9]{{1,3}}|{model.MOST_COUNTED}") for _ in model.COUNTED),
)
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
"""There may be one for each name."""
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
        seen: set[str] = set()
        comments: list[Place] = []
        for text, place in lines:
            match = _HEAD.fullmatch(text)
            key = match[1].lower() if match else ""
            if match is None or key not in _FORMS:
                comments.append(place)
            elif (texts := self._texts(key, match[2], place, delimiter)) is not None:
                line = f"# {key}: {texts[0]}" if key in _SEVERAL_TIMES else f"# {key}"
                if line in seen:
                    repeated_head(line, place, remarks)
                else:
                    self._take(key, texts, place)
                if key != "label" or texts[0] in self.labels:  # one that is too long is left out each time
                    seen.add(line)
        if comments:
            detail = f"The sheet has {count_of(len(comments), 'comment')}, which a record has no place for."
            remarks.note(comments[0], "unmapped", detail)

    def _texts(self, key: str, text: str, place: Place, delimiter: str) -> list[str] | None:
        """Return the texts of a head; None, after noting the fault, for what is no list or not what belongs there."""
        form = _FORMS[key]
        text = text.rstrip(f" {delimiter}") if delimiter != "," else text
        try:
            row = csv.reader([text], skipinitialspace=True, strict=True, delimiter="," if "," in text else delimiter)
            first, *others = [value.strip() for value in next(row, [])] or [""]
        except csv.Error:
            detail = 'This list cannot be read: write commas between texts, quotes around a text, and "" for one in it.'
            self._remarks.fault(place, "not_a_list", detail)
            return None
        # A spreadsheet makes all lines as long as the longest, with empty cells.
        while len(others) >= form.fewest and not others[-1]:
            others.pop()
        is_filled = all(others) or key in _WITH_EMPTY_TEXTS
        are_figures = key != "before" or all(
            form.fullmatch(number) for form, number in zip(_FIGURES, others, strict=False) if number
        )
        fits = is_filled and are_figures and form.fewest <= 1 + len(others) <= form.most
        first = as_meant(first)
        if not (fits and re.fullmatch(form.first, first, re.DOTALL)):
            self._remarks.fault(place, "not_a_head", f"Write {form.fix}.")
            return None
        return [first, *map(as_meant, others)]

    def _take(self, key: str, texts: Sequence[str], place: Place) -> None:
        first, *others = texts
        match key:
            case "players":
                self.players, self.players_place = tuple(texts), place
            case "team":
                self.teams.append(Team(first, tuple(others), place))
            case "ruleset":
                self.ruleset = first
            case "first dealer":
                self.first_dealer = Cell(first, place)
            case "first round":
                self.first_round = int(first)
            case "sides":
                self.alone = True
            case "before":
                figures = {figure: int(number) for figure, number in zip(STANDING, others, strict=False) if number}
                self.before.append(Standing(Cell(first, place), figures))
            case _:
                self._take_label(first, others[0], place)

    def _take_label(self, name: str, text: str, place: Place) -> None:
        is_too_long = len(name) > model.LONGEST_NAME or len(text) > model.LONGEST_LABEL
        if is_too_long or len(self.labels) == model.MOST_LABELS:
            detail = (
                f"A record has {model.MOST_LABELS} labels, with names of {model.LONGEST_NAME} characters and texts of "
                f"{model.LONGEST_LABEL}; {quoted(name)} is left out."
            )
            self._remarks.note(place, "unmapped", detail)
        else:
            self.labels[name] = text


def repeated_head(line: str, place: Place, remarks: Remarks) -> None:
    """Report a line for which there is another before."""
    remarks.fault(place, "repeated_head", f"There is a line {quoted(line)} before: keep one of them.")
