"""An empty Flask endpoint that reads the body of an audit, to measure the service against."""

from __future__ import annotations

from flask import Flask, Response, request


def create_app() -> Flask:
    """Return an application that reads the body and answers with an empty object."""
    app = Flask(__name__, static_folder=None)

    @app.post("/v1/rounds/audit")
    def empty() -> Response:
        request.get_data()
        return Response(b"{}", content_type="application/json")

    @app.get("/livez")
    def livez() -> Response:
        return Response(status=204)

    return app
