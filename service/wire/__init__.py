"""JSON and the domain: the contract, the schemas of requests and answers, and domain values as JSON."""
