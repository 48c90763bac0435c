"""Positions: read from requests, left open by records, and what best play makes of the card to be played in one."""
