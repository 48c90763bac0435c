"""How gunicorn runs the service: every line says why."""

import itertools
import sys
from typing import Any

from service import launch

_launch = launch.checked()  # whatever is wrong in the environment ends the start here, with a sentence for each
launch.counting_directory()  # before the application is imported: its counters look for it then

bind = _launch.bind  # loopback unless told otherwise: what faces clients is a buffering proxy, never this port

worker_class = (
    "service.runtime.worker_threads.Worker"  # gthread, where an idle connection holds no process, with threads in turns
)
threads = 4  # enough to keep answering beside batches and slow readers; one is at work where nothing waits for them
sys.setswitchinterval(0.0005)  # workers inherit it; at 5 ms, two batches keep a small request waiting twice as long
workers = _launch.workers  # one for each CPU granted; cpu_count() sees the whole node
preload_app = True  # compile the contract once, share its pages, and fail at start rather than in a worker

worker_tmp_dir = launch.shared_memory()  # a heartbeat file on a busy disk can stall a worker until it is killed

timeout = 15  # seconds a worker's main thread may be silent; requests run beside it, so a long batch is no offence
graceful_timeout = 20  # requests in flight may finish; shorter than an orchestrator's usual 30 s until it kills
keepalive = 75  # longer than the proxy keeps idle upstream connections (60 s), so that the proxy closes first

max_requests = 50_000  # a fresh process now and then: insurance against a leak in native code, not a cure
max_requests_jitter = 5_000  # so that the workers do not all restart at once

limit_request_line = 2_048  # the longest path of the contract is far below this, and nothing takes a query
limit_request_fields = 50  # a browser behind a proxy sends about twenty
limit_request_field_size = 4_096  # no cookies, and keys of 43 characters: nothing needs longer fields

forwarded_allow_ips = _launch.forwarded_allow_ips  # whose X-Forwarded-Proto is believed
forwarder_headers = ""  # nobody in front decides our paths: a SCRIPT_NAME from outside would be a failure of ours
control_socket_disable = True  # nobody steers a stateless service through it, and a read-only home cannot hold it

logger_class = "service.runtime.access_log.GunicornLogger"  # JSON lines, without what clients wrote
accesslog = "-" if _launch.settings.log == "requests" else None  # standard output, whatever is given here


def on_reload(server: Any) -> None:
    """SIGHUP: make the application anew, so that the API keys are read again; where that fails, keep the old one."""
    old, server.app.callable = server.app.callable, None
    try:
        server.app.wsgi()
    except Exception as error:  # noqa: BLE001 - a wrong file must not end a server that is running
        # Its message, which names the line, rather than where in the code it was raised.
        server.log.error("the application could not be made anew, and the old one stays: %s", error)  # noqa: TRY400 - as said
        server.app.callable = old


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first free place to count in; its successor takes it over with what was counted."""
    taken = {each.place for each in server.WORKERS.values()}
    worker.place = next(place for place in itertools.count(1) if place not in taken)


def post_fork(server: Any, worker: Any) -> None:
    """Tell the new process its place."""
    from service.runtime import metrics  # noqa: PLC0415 - it has been imported with the application, after the line above

    del server
    metrics.take_place(worker.place)
