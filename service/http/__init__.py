"""HTTP: requests in, answers out; the only package that knows Flask."""
