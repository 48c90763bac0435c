// Play a round of Spades by chance, with one revoke, and have it ruled on. The arbiter knows all the rules.
const ADDRESS = "http://127.0.0.1:8000";
const PLAYERS = ["ana", "ben", "cy", "dee"];

async function ask(path: string, body: object): Promise<any> {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(ADDRESS + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

function shuffled<Item>(items: Item[]): Item[] {
  const drawn = items.map((item) => ({ item, at: Math.random() }));
  return drawn.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

const deck = shuffled<string>((await ask("/v1/rulesets/resolve", { ruleset: "pagat" })).deck);
const record = {
  ruleset: "pagat",
  players: PLAYERS,
  dealer: "dee",
  before: { "ana+cy": { score: 310 }, "ben+dee": { score: 150 } },
  hands: Object.fromEntries(PLAYERS.map((player, seat) => [player, deck.filter((_, place) => place % 4 === seat)])),
  bids: [] as object[],
  exchanges: undefined as object[] | undefined,
  tricks: [] as { plays: object[] }[],
};
let hasRevoked = false;
for (;;) {
  const turn = await ask("/v1/rounds/next", { ...record, with_illegal: true });
  if (turn.finished) break;
  const player: string = turn.turn;
  if (turn.bids) {
    const [bid] = shuffled<any>(turn.bids);
    record.bids.push({ player, tricks: bid.tricks, kind: bid.kind });
  } else if (turn.exchange) {
    const cards = shuffled(turn.legal).slice(0, turn.exchange.count);
    record.exchanges = [...(record.exchanges ?? []), { from: player, to: turn.exchange.to, cards }];
  } else {
    const revokes: { cards: string[] }[] = turn.illegal.filter((each: { code: string }) => each.code === "revoke");
    const card = (!hasRevoked && revokes[0]?.cards[0]) || shuffled(turn.legal)[0];
    hasRevoked ||= revokes.length > 0;
    if (turn.trick > record.tricks.length) record.tricks.push({ plays: [] });
    record.tricks.at(-1)?.plays.push({ player, card });
  }
}

const ruling = await ask("/v1/rounds/audit", record);
console.log(ruling.verdict, ruling.findings.map((finding: { detail: string }) => finding.detail));
for (const side of ruling.as_ruled) console.log(side.team, side.points, side.after.score);
export {};
