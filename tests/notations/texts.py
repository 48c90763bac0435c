"""Valid texts of each notation that no writer writes, to read and to mutate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from service.notations.shorthand.words import ONLY_IN_GAMES, statement_kind

_SHORTHAND = (Path(__file__).parents[2] / "docs" / "reference" / "notations" / "shorthand.md").read_text()
_PBN = """\
[Event "Friday"]
[Declarer "N"]
[Contract "3NT"]
[Deal "N:AKQ2.T98.AK6.QJ9 - JT9.AKQ.QJT9.AKT -"]
[Play "W"]
D2 D6 D3 DQ
- HT - HA
*
"""
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
_LIN = (
    "pn|sue,will,nora,ed|st||md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|rh||ah|Board 1|sv|o|mb|1N|mb|p|"
    "pg||pc|SJ|pc|S2|pc|SA|pc|S5|pg||pc|C4|pc|C3|pc|CK|pc|C2|pg||pc|C9|mc|11|pg||\n"
)


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
    "pbn": [_PBN, _PBN.replace("3NT", "4S").replace("HT", "D4").replace('"]\n[Deal', '"]\n[Result "9"]\n[Deal')],
    "lin": [_LIN, _LIN.replace("1N", "1S")],
}
