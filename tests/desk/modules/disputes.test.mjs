import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../service/desk/static/browser/service.js";
import { stepsOf } from "../../../service/desk/static/dispute/templates.js";
import { initial } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";

const PLAYERS = ["Rob", "Ro", "Anna", "Alan"];
const seated = PLAYERS.reduce((state, value, seat) => update(state, { type: "name", seat, value }), initial());

/** What a bid is that is typed into the questions of a disputed one. */
function bid(text) {
  const guided = [
    { type: "dispute", kind: "bid" },
    { type: "guided", step: "dealer", value: "0" },
    { type: "guided", step: "bids", value: text, left: true },
  ].reduce(update, seated);
  return guided.record.bids?.[0] ?? guided.drafts["ask bids"].fault;
}

test("a name that ends like the beginning of a blind bid is read as that name", () => {
  assert.deepEqual(bid("Rob 4"), { player: "Rob", tricks: 4 });
  assert.deepEqual(bid("rob4"), { player: "Rob", tricks: 4 });
  assert.deepEqual(bid("rob b4"), { player: "Rob", tricks: 4, blind: true });
  assert.deepEqual(bid("Rob blind nil"), { player: "Rob", tricks: 0, blind: true });
  assert.deepEqual(bid("ro b 4"), { player: "Ro", tricks: 4, blind: true });
});

test("a bid is of nobody if its name may be that of two players", () => {
  assert.deepEqual(bid("an 3"), { player: "Anna", tricks: 3 });
  assert.match(bid("a 3"), /“a 3” is no bid/);
  assert.match(bid("Rob"), /“Rob” is no bid/);
});

test("a number on the sheet has the bounds of the contract in a dispute, too", () => {
  const answers = ["bid", "won"].flatMap((what) => PLAYERS.map((name) => ({ step: `${what} ${name}`, value: "3" })));
  const answered = answers.map((answer) => ({ type: "guided", left: true, ...answer }));
  const steps = stepsOf([{ type: "dispute", kind: "score" }, ...answered].reduce(update, seated));
  const bags = steps.find(({ key }) => key.startsWith("before bags"));
  assert.equal(bags.take("-1", false), undefined);
  assert.match(bags.take("-1", true).fault, /from 0 to 1000/);
});

test("only what begins like JSON is taken for a record that the desk saved", async () => {
  const sent = [];
  globalThis.fetch = async (path, { body }) => {
    sent.push(JSON.parse(body).text);
    return { ok: true, status: 200, json: async () => ({ records: [], notes: [] }) };
  };
  const ptn = '[Event "Club night"]\n[GameCode "Spades"]\n';
  await readText(ptn, PLAYERS);
  await readText("{a comment} [GameCode]", PLAYERS);
  assert.deepEqual(sent, [ptn, "{a comment} [GameCode]"]);
  const saved = { players: PLAYERS, tricks: [] };
  assert.deepEqual(await readText(JSON.stringify(saved, null, 2), PLAYERS), { records: [saved], notes: [] });
  assert.match((await readText('{"players": ["Rob"', PLAYERS)).problem.detail, /cut short/);
  assert.equal(sent.length, 2);
});
