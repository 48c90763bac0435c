"""HTTP: requests in, replies out; the only package that knows Flask."""
