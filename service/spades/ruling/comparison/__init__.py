"""One round under several rulesets: the rulings side by side, what differs in them, and the parameters behind it."""
