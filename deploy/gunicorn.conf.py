"""How gunicorn runs the service: every line says why."""

import os

# Loopback unless told otherwise (an image sets 0.0.0.0): what faces clients is a buffering proxy, never this port.
_host = os.environ.get("HOST") or "127.0.0.1"
_port = os.environ.get("PORT") or "8000"
bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"

worker_class = "gthread"  # an idle keep-alive connection holds no process
threads = 4  # enough to keep answering beside slow readers; the work is bound by CPU, so more would only queue
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))  # one for each CPU granted; cpu_count() sees the whole node
preload_app = True  # compile the contract once, share its pages, and fail at start rather than in a worker

if os.access("/dev/shm", os.W_OK):  # absent on macOS
    worker_tmp_dir = "/dev/shm"  # a heartbeat file on a busy disk can stall a worker until it is killed

timeout = 15  # seconds a worker's main thread may be silent; requests run beside it, so a long batch is no offence
graceful_timeout = 20  # requests in flight may finish; shorter than an orchestrator's usual 30 s until it kills
keepalive = 75  # longer than the proxy keeps idle upstream connections (60 s), so that the proxy closes first

max_requests = 50_000  # a fresh process now and then: insurance against a leak in native code, not a cure
max_requests_jitter = 5_000  # so that the workers do not all restart at once

limit_request_line = 2_048  # the longest path of the contract is far below this, and nothing takes a query
limit_request_fields = 50  # a browser behind a proxy sends about twenty
limit_request_field_size = 4_096  # no cookies and no tokens: nothing needs longer fields

forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS") or "127.0.0.1,::1"  # whose X-Forwarded-Proto is believed
forwarder_headers = ""  # nobody in front decides our paths: a SCRIPT_NAME from outside would be a failure of ours
control_socket_disable = True  # nobody steers a stateless service through it, and a read-only home cannot hold it

accesslog = None  # the application logs its own requests
