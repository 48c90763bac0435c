"""The operations of the contract, one thin module per resource, their registry, and the way from body to answer."""
