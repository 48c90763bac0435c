"""The games of a league: their types, and how a request becomes them."""
