"""What is wrong with a request, and what to write instead: every fault of a body in one problem.

A body that is no JSON is looked at as a whole (`body_kinds`). One that violates the contract is mended, so that the
faults of its ruleset and its names are found as well (`mending`, `every_fault`); each violation says what would satisfy
the contract (`violations`).
"""
