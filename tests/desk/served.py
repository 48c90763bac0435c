"""The service on a port of this machine, for a browser; it can be stopped and started again on the same port."""

from __future__ import annotations

import threading

from flask import Flask
from werkzeug.serving import BaseWSGIServer, make_server


class Served:
    """An application served by a thread."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._port = 0
        self._server: BaseWSGIServer | None = None

    @property
    def address(self) -> str:
        """Where the service is."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Serve, on the same port as before."""
        self._server = make_server("127.0.0.1", self._port, self._app, threaded=True)
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Answer no more requests."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
