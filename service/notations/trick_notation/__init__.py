"""trick-notation v1: a line a trick with its leader, for any trick-taking game."""
