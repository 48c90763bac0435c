import assert from "node:assert/strict";
import { test } from "node:test";
import { countOfTricks, tricksSoFar } from "../../../service/desk/static/record/tricks.js";
import { brokenNils } from "../../../service/desk/static/view/round.js";
import { rulesNow } from "../../../service/desk/static/record/table.js";
import { corrected } from "../../../service/desk/static/record/entries.js";
import { rowsOf } from "../../../service/desk/static/record/tricks.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";

const partners = { ...initial(), details: { pagat: { parameters: { table: { sides: "partnership" } }, options: [] } } };
const after = (...events) => events.reduce(update, partners);
const call = (member, value, index = 0) => ({ type: "call", index, member, value });
const claim = (member, value) => ({ type: "claim", member, value });

test("nobody is called before somebody says who", () => {
  const begun = after({ type: "callStarted" }, call("by", "N"), call("trick", "2"));
  assert.equal(begun.record.accusations, undefined);
  const whole = update(begun, call("against", "E"));
  assert.deepEqual(whole.record.accusations, [{ by: "N", trick: 2, against: "E" }]);
  assert.equal(whole.started.call, null);
  assert.deepEqual(update(whole, call("trick", "")).record.accusations, [{ by: "N", against: "E" }]);
  assert.equal(update(whole, { type: "callGone", index: 0 }).record.accusations, undefined);
  assert.equal(update(begun, { type: "callGone", index: 0 }).started.call, null);
});

test("a trick that the round does not have stays in the field, with the reason", () => {
  const state = after({ type: "callStarted" }, call("by", "N"), call("against", "E"), call("trick", "99"));
  assert.deepEqual(state.drafts["call 0 trick"], {
    text: "99",
    over: undefined,
    fault: "The round has 13 tricks: write 1 to 13, or leave it empty for any.",
  });
  assert.deepEqual(state.record.accusations, [{ by: "N", against: "E" }]);
});

test("that play was stopped is in the record, and in a link, as long as it is ticked", () => {
  const stopped = update(partners, { type: "stopped", checked: true });
  assert.equal(stopped.record.stopped, true);
  assert.equal(restored(initial(), kept(stopped)).record.stopped, true);
  assert.equal(restored(initial(), { ...kept(stopped), record: { ...stopped.record, stopped: "yes" } }), null);
  assert.equal("stopped" in update(stopped, { type: "stopped", checked: false }).record, false);
});

test("a claim counts once it says who claimed, and what the others said", () => {
  const begun = after({ type: "claimStarted" }, claim("by", "S"), claim("tricks", "3"), claim("statement", "as ks"));
  assert.equal(begun.record.claim, undefined);
  const whole = update(begun, claim("accepted", "no"));
  assert.deepEqual(whole.record.claim, { tricks: 3, by: "S", statement: ["AS", "KS"], accepted: false });
  assert.deepEqual(update(whole, claim("statement", "")).record.claim, { tricks: 3, by: "S", accepted: false });
  assert.equal(update(whole, { type: "claimGone" }).record.claim, undefined);
  assert.match(update(whole, claim("tricks", "14")).drafts["claim tricks"].fault, /at most 13/);
  const plain = after({ type: "claimStarted" }, claim("accepted", "yes"), claim("by", "S"));
  assert.deepEqual(plain.record.claim, { tricks: "rest", by: "S", accepted: true });
});

test("what is begun is kept with the rest", () => {
  const state = after({ type: "callStarted" }, call("by", "N"));
  assert.deepEqual(restored(initial(), kept(state)).started.call, { by: "N" });
  for (const broken of [3, [], { by: {} }]) {
    assert.equal(restored(initial(), { ...kept(state), started: { call: broken } }).started.call, null);
  }
});

test("the last side has the tricks that the others leave", () => {
  const won = (side, value) => ({ type: "sheet", row: "reported tricks_won", side, value });
  assert.deepEqual(after(won("E+W", "7")).record.reported, { tricks_won: { "E+W": 7, "N+S": 6 } });
  assert.deepEqual(after(won("E+W", "7"), won("N+S", "5")).record.reported, { tricks_won: { "E+W": 7, "N+S": 5 } });
  assert.deepEqual(after(won("E+W", "7"), won("N+S", "")).record.reported, { tricks_won: { "E+W": 7 } });
  assert.equal(after(won("E+W", "14")).drafts["reported tricks_won E+W"].fault, "Write a whole number from 0 to 13.");
});

test("a slip that changes entries can be taken, others have to be mended by hand", () => {
  const record = {
    players: ["N", "E/"],
    tricks: [{ leader: "N", cards: ["KH", "2H"] }, { cards_by_player: { "E/": "3H" } }],
  };
  const change = (pointer, recorded, suggested) => ({ pointer, recorded, suggested });
  assert.deepEqual(corrected(record, [change("#/tricks/0/cards/1", "2H", "2D")]).tricks[0], {
    leader: "N",
    cards: ["KH", "2D"],
  });
  assert.deepEqual(corrected(record, [change("#/tricks/1/cards_by_player/E~1", "3H", "4H")]).tricks[1], {
    cards_by_player: { "E/": "4H" },
  });
  assert.deepEqual(record.tricks[0].cards, ["KH", "2H"]);
  for (const bad of [
    [],
    [change("#/tricks/0/cards/1", "3H", "2D")],
    [change("#/tricks/0/cards/2", undefined, "2D")],
    [change("#/tricks/9/cards/0", "2H", "2D")],
    [change("#/tricks/0/cards/1", "2H", undefined)],
  ]) {
    assert.equal(corrected(record, bad), null);
  }
});

test("how far the round has come", () => {
  const { record, ...rest } = after(
    { type: "bid", bidder: "E", value: "bnil" },
    { type: "cell", trick: 0, seat: 0, value: "kh ah 2h 3h" },
    { type: "cell", trick: 1, seat: 1, value: "kd 2d" },
  );
  const rules = rulesNow({ ...rest, record });
  const rows = rowsOf(record, rules);
  assert.deepEqual(tricksSoFar(record, rules, rows), [
    ["N+S", 0],
    ["E+W", 1],
  ]);
  assert.deepEqual(brokenNils(record, rules, rows), [{ player: "E", trick: 1 }]);
  assert.equal(countOfTricks(rows), 1);
});

test("another number of players takes a ruleset for so many, and says so", () => {
  const offered = [
    { name: "pagat", title: "Pagat", players: [4] },
    { name: "solo", title: "Solo", players: [2, 3] },
  ];
  const state = update({ ...partners, offered }, { type: "seats", value: "3" });
  assert.deepEqual(
    [state.ruleset.name, state.record.players.length, state.notice],
    ["solo", 3, "Pagat is not for 3 players. The ruleset is now Solo."],
  );
  assert.deepEqual(update(state, { type: "empty" }).record.players.length, 3);
});

test("the trick of a call leaves alone what is half typed of its moment", () => {
  const said = (member, value) => ({ type: "call", index: 0, member, value, over: "" });
  const state = [{ type: "callStarted" }, said("at", "8."), said("trick", "3")].reduce(update, initial());
  assert.equal(state.drafts["call 0 at"].text, "8.");
  assert.equal(state.started.call.trick, 3);
});
