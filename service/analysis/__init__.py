"""What an audit without a claim never reaches: best play, claims, estimates of a hand, a round under many rulesets."""
