"""The limits of requests to this server, for programs to read before they send one."""

from __future__ import annotations

from collections.abc import Mapping

from service.json_types import Json
from service.operations.operation import Handler, Lookup, Server
from service.problems import MAX_ERRORS


def _limits(server: Server) -> Json:
    """Return the limits: those of the settings, and those of the contract, which the contract alone states."""
    settings, schemas = server.settings, server.document["components"]["schemas"]
    record, labels = schemas["RoundRecord"]["properties"], schemas["Labels"]
    rates = {"requests": settings.rate_limit, "batches": settings.batch_rate_limit}
    stated = {name: rate._asdict() for name, rate in rates.items() if rate is not None}
    limits: Json = {
        "request": {"bytes": settings.body_bytes, "values": settings.body_values},
        "game": {
            "bytes": settings.game_bytes,
            "values": settings.game_values,
            "rounds": schemas["AuditedGameRequest"]["properties"]["rounds"]["maxItems"],
        },
        "batch": {"bytes": settings.batch_bytes, "lines": settings.batch_lines},
        "record": {
            "players": schemas["Players"]["maxItems"],
            "tricks": record["tricks"]["maxItems"],
            "name_length": schemas["PlayerId"]["maxLength"],
            "labels": labels["maxProperties"],
            "label_name_length": labels["propertyNames"]["maxLength"],
            "label_length": labels["additionalProperties"]["maxLength"],
        },
        "estimate": {"deals": schemas["EstimateRequest"]["properties"]["deals"]["maximum"]},
        "search": {"positions": schemas["PositionBudget"]["maximum"]},
        "errors": MAX_ERRORS,
    }
    return {**limits, "rate": stated} if stated else limits


HANDLERS: Mapping[str, Handler] = {"getLimits": Lookup(_limits, of_server=True)}
