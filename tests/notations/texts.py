"""Valid texts of each notation that no writer writes, to read and to mutate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

_SHORTHAND = (Path(__file__).parents[2] / "docs" / "shorthand.md").read_text()
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
_LIN = (
    "pn|sue,will,nora,ed|st||md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|rh||ah|Board 1|sv|o|mb|1N|mb|p|"
    "pg||pc|SJ|pc|S2|pc|SA|pc|S5|pg||pc|C4|pc|C3|pc|CK|pc|C2|pg||pc|C9|mc|11|pg||\n"
)

TEXTS: Mapping[str, Sequence[str]] = {
    "shorthand": [
        *re.findall(r"```shorthand\n(.*?)```", _SHORTHAND, re.DOTALL),
        # Each row by itself; in one line, bids and tricks won would look like the headers of a table, too.
        *(f"N E S W\n{row}\n".replace("; ", "\n") for row in re.findall(r"^\| `(.*?)` \|", _SHORTHAND, re.MULTILINE)),
    ],
    "pbn": [_PBN],
    "lin": [_LIN],
}
