"""Records of rounds and games: their types, and how a request becomes one."""
