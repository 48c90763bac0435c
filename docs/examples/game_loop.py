"""Play a round of Spades by chance, with one revoke, and have it ruled on. The arbiter knows all the rules."""

import json
import random
from urllib.request import Request, urlopen

ADDRESS = "http://127.0.0.1:8000"
PLAYERS = ["ana", "ben", "cy", "dee"]


def ask(path, body):
    """Return the answer to a body."""
    request = Request(ADDRESS + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)


deck = ask("/v1/rulesets/resolve", {"ruleset": "pagat"})["deck"]
random.shuffle(deck)
record = {
    "ruleset": "pagat",
    "players": PLAYERS,
    "dealer": "dee",
    "before": {"ana+cy": {"score": 310}, "ben+dee": {"score": 150}},
    "hands": {player: deck[seat::4] for seat, player in enumerate(PLAYERS)},
    "bids": [],
    "tricks": [],
}
has_revoked = False
while not (turn := ask("/v1/rounds/next", {**record, "with_illegal": True})).get("finished"):
    player = turn["turn"]
    if "bids" in turn:
        bid = random.choice(turn["bids"])
        record["bids"].append({"player": player, "tricks": bid["tricks"], "kind": bid["kind"]})
    elif "exchange" in turn:
        to, cards = turn["exchange"]["to"], random.sample(turn["legal"], turn["exchange"]["count"])
        record.setdefault("exchanges", []).append({"from": player, "to": to, "cards": cards})
    else:
        card, revokes = random.choice(turn["legal"]), [each for each in turn["illegal"] if each["code"] == "revoke"]
        if revokes and not has_revoked:
            card, has_revoked = revokes[0]["cards"][0], True
        if turn["trick"] > len(record["tricks"]):
            record["tricks"].append({"plays": []})
        record["tricks"][-1]["plays"].append({"player": player, "card": card})

ruling = ask("/v1/rounds/audit", record)
print(ruling["verdict"], [finding["detail"] for finding in ruling["findings"]])
for side in ruling["as_ruled"]:
    print(side["team"], side["points"], side["after"]["score"])
