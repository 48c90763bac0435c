"""Stand-ins for the service behind nginx, each with one behaviour for every connection."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import parse_headers

Upstream = Callable[[socket.socket], None]


@contextmanager
def upstream(behave: Upstream) -> Iterator[int]:
    """Listen on a port in place of the service, and give every connection this behaviour."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=behave, args=(connection,), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def keeps_silent(connection: socket.socket) -> None:
    with connection:
        while connection.recv(65_536):
            pass


def hangs_up(connection: socket.socket) -> None:
    with connection:
        connection.recv(65_536)


def shows(connection: socket.socket) -> None:
    """Answer each request with its path and headers as JSON."""
    with connection, connection.makefile("rb") as reader:
        while line := reader.readline():
            headers = {name.lower(): value for name, value in parse_headers(reader).items()}
            reader.read(int(headers.get("content-length", 0)))
            body = json.dumps({"path": line.split()[1].decode(), "headers": headers}).encode()
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
