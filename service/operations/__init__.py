"""The operations of the contract by subject, and the way from a body to its answer (`runner`)."""
