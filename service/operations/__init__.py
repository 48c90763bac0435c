"""The operations of the contract, one thin module a resource, and the way from a body to its answer."""
