"""What is wrong with a request, and what to write instead: every fault of a body in one problem."""
