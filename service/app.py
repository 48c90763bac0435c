"""The application: the operations of the contract, what surrounds them, and the order in which a request meets it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from flask import Flask, request

from service.http.coding import PackedAnswers
from service.http.dead_ends import DeadEnds
from service.http.incoming import Authorize, authorize_by_key, authorize_everybody
from service.http.reply import BodilessResponse, add_error_handlers
from service.http.routes import FastPath, add_routes
from service.http.site import Operations, blueprint, linked_paths
from service.keys import keys_from
from service.presets.loader import presets_in, put_in_force
from service.runtime.middleware import Envelope
from service.settings import Settings, settings_from
from service.wire.contract import guarded_operations, load_document


def create_app(settings: Settings | None = None, document: Mapping[str, Any] | None = None) -> Flask:
    """Return the application, by default with the settings of the environment and the contract that ships.

    A request passes the `Envelope` (ids, headers, metrics), then the `FastPath`, then Flask; its answer is packed in
    between (`PackedAnswers`). Raises `ContractError` if
    document and handlers disagree, and `SettingsError` for a wrong setting.
    """
    settings = settings_from(os.environ) if settings is None else settings
    document = load_document() if document is None else document
    authorize: Authorize = authorize_everybody
    guarded: frozenset[str] = frozenset()
    if settings.api_keys_file is not None:
        guarded = guarded_operations(document)
        authorize = authorize_by_key(keys_from(settings.api_keys_file).holder, guarded)
    own = presets_in(settings.presets_dir)

    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False  # or Flask would redirect, with a body of HTML
    app.response_class = BodilessResponse  # of Flask's own answers, which are those to OPTIONS
    post_routes = add_routes(app, document, settings)
    operations = Operations(post_routes, authorize, settings)
    app.register_blueprint(blueprint(document, operations))
    app.before_request(lambda: authorize(request.environ, request.endpoint))
    add_error_handlers(app, DeadEnds(document, linked_paths(), guarded))
    fast_path = FastPath(app.wsgi_app, post_routes, authorize)
    app.wsgi_app = Envelope(PackedAnswers(fast_path))  # type: ignore[method-assign] # as Flask documents it
    put_in_force(own)  # last: whatever fails before, what is in force stays so
    return app
