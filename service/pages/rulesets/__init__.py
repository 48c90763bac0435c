"""The pages of rulesets: their parameters, their rules in plain words, and two of them side by side."""
