"""What runs around the requests: ids, headers, metrics, logs, the threads of a worker."""
