"""Lines of batches: requests by themselves, good, odd and bad, none of which holds a line feed."""

from __future__ import annotations

import json

from tests.http.bodies import LIMIT, auditing, nested, padded, scoring

GOOD = scoring()
# A short record with a long ruling: every card is out of turn, and in nobody's hand.
_TRICK = {"plays": [{"player": "cy", "card": "2C"}, {"player": "cy", "card": "2C"}]}
TALKATIVE = auditing(hands='{"cy": ["3C"]}', tricks=json.dumps([_TRICK] * 8))

# Lines that are refused, each for a reason of its own.
BAD = {
    "nothing": b"",
    "spaces": b"   ",
    "no JSON": b"ana bid 3",
    "cut short": GOOD[:-10],
    "two values": GOOD + GOOD,
    "a name twice": scoring('"ruleset": "pagat"'),
    "no number": scoring(round_number="NaN"),
    "half a surrogate pair": scoring(dealer=r'"\ud800"'),
    "not UTF-8": GOOD.replace(b"ana", b"an\xe4"),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "another encoding": b"\xff\xfe{\x00}\x00",
    "too deep": nested(500, "[", "]").encode(),
    "much too deep": nested(9_000, "[", "]").encode(),
    "too long": padded(GOOD, LIMIT + 1),
    "far too long": b"[" + b" " * 5 * LIMIT + b"]",
    "too many values": b"[" + b"0," * 2_000 + b"0]",
    "an array": b"[]",
    "no members": b"{}",
    "faults in two places": scoring(round_number="0", bids='[{"player": "", "tricks": 3}]'),
    "somebody who is not there": scoring(dealer='"eve"'),
    "no such ruleset": scoring(ruleset='"no-such-game"'),
    "a contradiction": scoring(ruleset='{"name": "pagat", "overrides": {"bids": {"number": {"least": 14}}}}'),
}
# Lines that are answered, though they are not the plainest.
ODD = {
    "just as long as may be": padded(GOOD, LIMIT),
    "spaces around": b" \t" + GOOD + b" \r ",
    "another order and spelling": scoring(round_number="1.0"),
    "names beyond ASCII": GOOD.replace(b"ana", "Ána".encode()),
}
