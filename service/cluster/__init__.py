"""Files of requests answered by the machines of a cluster, part by part."""

DEFAULT_BLOCK_BYTES = 16 * 1024 * 1024
"""About how much of the input is one part: seconds of work, so that little is lost with a worker."""
