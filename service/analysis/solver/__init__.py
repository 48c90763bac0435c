"""The solver: the tricks of every way of playing the cards that are left, within a budget of positions."""
