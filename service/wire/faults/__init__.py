"""What is wrong with a request, and what to write instead: every fault of one level in one problem."""
