"""Action ids of OpenSpiel's game of Spades."""
