"""JSON and the domain: the contract, the schemas of requests and answers, and how domain values are written."""
