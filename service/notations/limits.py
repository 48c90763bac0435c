"""What a record may hold, as the contract says: a reader refuses what no request could contain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_BIDS = 24
MOST_CARDS = 54
"""The cards of a hand or of any other list of cards, the tricks of a round, and the tricks of a bid."""
MOST_EXCHANGES = 12
MOST_LABELS = 10
LONGEST_LABEL = 128
LONGEST_NAME = 64
LONGEST_SIDE = 400
"""The name of a side, which may be that of all its players."""
HIGHEST_ROUND = 1000
"""The rounds of a game, too."""
HIGHEST_SCORE = 1_000_000

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
"""The players of a game; as many may be on one side."""
MOST_SIDES = MOST_PLAYERS
MOST_BIDDERS = MOST_PLAYERS + MOST_SIDES
"""The players and teams that a table of bids or of tricks won may name."""
MOST_DRAWS = 54
MOST_CALLS = 54
"""The accusations of a round."""
MOST_PLAYS = 8
"""The cards of a trick."""
MOST_ADJUSTMENTS = 12
HIGHEST_ADJUSTMENT = 10_000
LONGEST_REASON = 256
"""Of an adjustment, a void round or a forfeit."""
MOST_SUBSTITUTIONS = 6
"""Before one round."""
MOST_WITHDRAWN = 8
"""The cards taken back at one play."""
MOST_OPTIONS = 16
"""The options of a ruleset."""
MOST_COUNTED = 1000
"""The bags, sets or revokes of a standing."""


def may_be_broken_off(record: Mapping[str, Any]) -> bool:
    """Return whether a round is void, or the game forfeited in it."""
    return bool(record.get("void")) or "forfeited_by" in record
