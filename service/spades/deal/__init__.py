"""Before the play: the hands dealt or drawn, the bids, the contracts."""
