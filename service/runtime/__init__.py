"""Everything around a request except its answer: ids, shared headers, metrics, logs and worker threads."""
