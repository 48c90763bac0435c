"""The solver: what every way of playing the cards that are left comes to, within a budget of positions."""
