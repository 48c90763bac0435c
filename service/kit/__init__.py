"""A kit for the rules of one house: questions that tell its rules from all neighbouring ones, with their answers."""
