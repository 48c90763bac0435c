"""A link to the desk: the path and the fragment of an address, whose fragment is a whole round.

Whoever opens the same link has the same round before him. The fragment is what the desk keeps there (`kept` of
desk/static/state.js): an object with the ruleset and the record, as JSON, in raw deflate, in base64url without padding.
No notation: only the desk reads it, and a browser sends no fragment to a server.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Final

from service.notations.model import Loss, Record, UnwritableRecord, WrittenText

NAME: Final = "desk"
"""What it is called among the forms in which a record can be written."""


def link_to(record: Record) -> WrittenText:
    """Return the link to a round that meets the contract; raises `UnwritableRecord` for another record."""
    if "tricks" not in record:
        raise UnwritableRecord([Loss("#", "not_a_round", "A link to the desk holds one round with its `tricks`.")])
    if "ruleset" not in record:
        raise UnwritableRecord([Loss("#/ruleset", "required", "Name the ruleset by which the desk is to judge.")])
    ruleset = record["ruleset"]
    of_round = {name: value for name, value in record.items() if name != "ruleset"}
    kept = {"ruleset": {"name": ruleset} if isinstance(ruleset, str) else ruleset, "record": of_round}
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(kept, separators=(",", ":")).encode()) + packer.flush()
    return WrittenText(f"/desk#{base64.urlsafe_b64encode(packed).decode().rstrip('=')}")
