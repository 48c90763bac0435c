"""gunicorn's configuration, with the reason for each setting."""

import gc
import itertools
import sys
from typing import Any

from service.launch import launch_or_exit, prepare_metrics_directory, shared_memory
from service.wire.ndjson import OBJECTS_TOGETHER

_launch = launch_or_exit()  # an invalid environment ends the start here, with a message
prepare_metrics_directory()  # before the application is imported, whose counters look for the directory

bind = _launch.bind  # loopback by default: clients connect to a buffering proxy, never to this port

worker_class = (
    "service.runtime.worker_threads.Worker"  # gthread, where an idle connection holds no process, with threads in turns
)
threads = 16  # four more than there are places for what takes long (service/runtime/turns.py), which take turns
sys.setswitchinterval(0.0005)  # workers inherit it; at 5 ms, two batches keep a small request waiting twice as long
gc.set_threshold(OBJECTS_TOGETHER)  # this too; at Python's own, disputed audits in a batch take 8 % longer
workers = _launch.workers  # one per CPU granted; cpu_count() sees the whole node
preload_app = True  # compile the contract once, share its memory, and fail at start rather than in a worker

worker_tmp_dir = shared_memory()  # a heartbeat file on a busy disk can block a worker until it is killed

timeout = 15  # seconds a worker's main thread may be silent; requests run in other threads, so a long batch is fine
graceful_timeout = 20  # seconds for requests in flight to finish; an orchestrator usually kills after 30
keepalive = 75  # longer than the proxy keeps idle upstream connections (60 s), so that the proxy closes first

max_requests = 50_000  # a fresh process now and then: insurance against a leak in native code, not a cure
max_requests_jitter = 5_000  # so that the workers do not all restart at once

limit_request_line = 2_048  # the longest path of the contract is far below this, and no operation takes a query
limit_request_fields = 50  # a browser behind a proxy sends about twenty
limit_request_field_size = 4_096  # no cookies, and keys of 43 characters: nothing needs longer fields

forwarded_allow_ips = _launch.forwarded_allow_ips  # the proxies whose X-Forwarded-Proto is trusted
forwarder_headers = ""  # no proxy sets our paths: a SCRIPT_NAME from outside would make requests fail
control_socket_disable = True  # a stateless service needs no control socket, and a read-only home has no room for one

logger_class = "service.runtime.access_log.GunicornLogger"  # JSON lines, without anything that clients wrote
accesslog = "-" if _launch.settings.log == "requests" else None  # any value makes gunicorn call the logger's access()


def on_reload(server: Any) -> None:
    """On SIGHUP, create the application anew, which reads keys and presets again; if that fails, keep the old one."""
    old, server.app.callable = server.app.callable, None
    try:
        server.app.wsgi()
    except Exception as error:  # noqa: BLE001 - an invalid file must not end a running server
        # The messages, which name what is invalid, say more than a traceback.
        for fault in str(error).splitlines():
            server.log.error("the reload failed, so the previous application and its keys stay in use: %s", fault)  # noqa: TRY400 - as above
        server.app.callable = old


def pre_fork(server: Any, worker: Any) -> None:
    """Assign a worker the first free slot; it continues the counts of the slot's previous worker."""
    used = {each.slot for each in server.WORKERS.values()}
    worker.slot = next(slot for slot in itertools.count(1) if slot not in used)


def post_fork(server: Any, worker: Any) -> None:
    """Pass the slot to the metrics of the new process."""
    from service.runtime import metrics  # noqa: PLC0415 - must not be imported before prepare_metrics_directory()

    del server
    metrics.set_worker_slot(worker.slot)


def post_worker_init(worker: Any) -> None:
    """Say which address to open, once the last of the first workers is ready."""
    if worker.age == workers:
        worker.log.info("Ready: open %s in a browser", _launch.address)
