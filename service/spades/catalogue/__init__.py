"""What the core says about a finding or a parameter, once, in its entry.

It lies on the ground of the core: it imports no rules and judges nothing.
"""
