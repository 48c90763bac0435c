"""Valid texts of each notation that no writer writes, to read and to mutate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from service.notations.shorthand.words import ONLY_IN_GAMES, statement_kind

_SHORTHAND = (Path(__file__).parents[2] / "docs" / "reference" / "notations" / "shorthand.md").read_text()
_WIDE_SHEET = '''\
# players: ana, ben, cy, dee
round,ana bid,cy bid,eve bid,ben+dee bid,ana+cy tricks,ben+dee tricks,ana+cy penalty,ana+cy adj 2,ana+cy adj reason 2,\
reason,void,forfeit,subs,dealer,ana+cy points,ana+cy total
1,3,2,,6,6,7,50,-10,"again; and
again",late,,,,dee,1,1
2,,,,,,,,,,fire,yes,,,,0,1
3,4,,2,6,8,5,,,,,,,"cy > eve; ben > ""the > one""",the > one,81,82
4,,,,,,,,,,left,,ben+dee,cy for ana,,,
'''
_LONG_SHEET = """\
round;player;bid;tricks;penalty;reason;misdeal;forfeit;sub
1;ana;3;4;-50;late;;;
1;ben;4;9;;;;;
2;ana;;;;exposed;x;;
3;ben;4;4;;left;;yes;
3;kim;;;;;;;ana > kim
"""


def _whole(row: str) -> str:
    """Return the text of a row of the document with what has to come before it."""
    is_of_a_game = statement_kind(row.partition(" ")[0].strip(":")) in ONLY_IN_GAMES
    return f"game\nN E S W\n---\n{row}\n" if is_of_a_game else f"N E S W\n{row}\n"


TEXTS: Mapping[str, Sequence[str]] = {
    "shorthand": [
        *re.findall(r"```shorthand\n(.*?)```", _SHORTHAND, re.DOTALL),
        # Each row by itself; in one line, bids and tricks won would look like the headers of a table, too.
        *(_whole(row.replace("; ", "\n")) for row in re.findall(r"^\| `(.*?)` \|", _SHORTHAND, re.MULTILINE)),
    ],
    "csv": [_WIDE_SHEET, _LONG_SHEET],
}
