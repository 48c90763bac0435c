"""What happens in a round of a game beside the play, as it is written in shorthand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.notations.broken_off import may_be_broken_off
from service.notations.shorthand.writing.names import WrittenNames, quoted_if_needed, text_to_the_end
from service.spades.english import quoted
from service.spades.spelling import plain_form


def written_substitutions(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield the line of substitutions of a round, and seat who comes in."""
    if record.get("substitutions") == []:
        yield "sub none"
        return
    pairs = []
    for index, each in enumerate(record.get("substitutions", ())):
        out, coming, players = each["out"], each["in"], names.table.players
        pairs.append(f"{names.player(out, 'substitutions', index, 'out')} > {quoted_if_needed(coming)}")
        if coming in players:
            detail = f"{quoted(coming)} sits at the table already."
            names.fault("repeated_player", detail, "substitutions", index, "in")
        elif plain_form(coming) in map(plain_form, players):
            detail = f"{quoted(coming)} differs from the name of a player only in case, spaces or Unicode form."
            names.fault("similar_players", detail, "substitutions", index, "in")
        elif out in players:
            names.seat(names.table.replaced(out, coming))
    if pairs:
        yield f"sub {', '.join(pairs)}"


def written_events(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield the lines that say that a round is void, the game forfeited, or points adjusted."""
    _check_reason(record, names)
    # A round has one reason, which stands behind the first of the two.
    reason = [text_to_the_end(record["reason"])] if "reason" in record else []
    if record.get("void"):
        yield ": ".join(["void", *reason])
    elif "void" in record:
        names.leave_out("void")
    if "forfeited_by" in record:
        why = [] if record.get("void") else reason
        yield ": ".join([f"forfeit {names.side(record['forfeited_by'], 'forfeited_by')}", *why])
    if record.get("adjustments") == []:
        yield "adjust none"
    for index, each in enumerate(record.get("adjustments", ())):
        side = names.side(each["team"], "adjustments", index, "team")
        yield f"adjust {side} {each['points']} {text_to_the_end(each['reason'])}"


def _check_reason(record: Mapping[str, Any], names: WrittenNames) -> None:
    """Note the fault of a reason for nothing, or of none where one is needed."""
    if "reason" in record and not may_be_broken_off(record):
        detail = "A reason is that of a void round or of a forfeit, and here is neither."
        names.fault("reason_alone", detail, "reason")
    elif "reason" not in record and may_be_broken_off(record):
        names.fault("reason_missing", "A void round and a forfeit need a reason.")
