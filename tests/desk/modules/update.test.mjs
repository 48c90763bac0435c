import assert from "node:assert/strict";
import { test } from "node:test";
import { found, textOf } from "../../../service/desk/static/elements.js";
import { placeOf } from "../../../service/desk/static/findings.js";
import { decoded, encoded } from "../../../service/desk/static/browser/link.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { pageView } from "../../../service/desk/static/view/page.js";

const after = (...events) => events.reduce(update, initial());

test("the fourth hand fills itself, and a card that is clicked again is taken back", () => {
  const three = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432."].map((value, seat) => ({ type: "hand", seat, value }));
  assert.equal(after(...three).record.hands.W.length, 13);
  const click = { type: "card", card: "AS" };
  assert.deepEqual(after(click).record.hands, { N: ["AS"] });
  assert.equal(after(click, click).record.hands, undefined);
});

test("a full hand goes on to the next player", () => {
  const state = after({ type: "hand", seat: 0, value: "AKQJT9876543..." }, { type: "card", card: "2S" });
  assert.equal(state.view.seat, 1);
});

test("a hand that can't be read stays as it was typed, with the reason", () => {
  const state = after({ type: "hand", seat: 0, value: "AS foo" });
  assert.deepEqual(state.drafts, { "hand 0": { text: "AS foo", fault: "“FOO” is not a card. Write AKQ4.T98.AK6.QJ97 (spades, hearts, diamonds, clubs) or AS KS TH." } });
  assert.deepEqual(update(state, { type: "hand", seat: 0, value: "AS" }).drafts, {});
});

test("a name changes wherever it is written", () => {
  const state = after({ type: "dealer", value: "W" }, { type: "bid", bidder: "N", value: "nil" }, { type: "cell", trick: 0, seat: 0, value: "kh 2h" });
  const { record } = update({ ...state, record: { ...state.record, before: { "N+S": { score: 5 } }, labels: { N: "N" } } }, { type: "name", seat: 0, value: "Ana" });
  assert.deepEqual(record.players, ["Ana", "E", "S", "W"]);
  assert.deepEqual(record.bids_by_player, { Ana: 0 });
  assert.deepEqual(record.tricks, [{ leader: "Ana", cards: ["KH", "2H"] }]);
  assert.deepEqual([record.before, record.labels], [{ "Ana+S": { score: 5 } }, { N: "N" }]);
});

test("a name that another player has is not taken", () => {
  const state = after({ type: "name", seat: 0, value: "e" });
  assert.deepEqual([state.record.players[0], state.drafts["name 0"]], ["N", { text: "e", fault: "Two players can't both be e." }]);
});

test("an answer to an older question is dropped", () => {
  const state = after({ type: "text", value: "N E S W" });
  const late = update(state, { type: "ruled", asked: state.asked - 1, answer: { findings: [] } });
  assert.equal(late, state);
});

test("bids keep their form", () => {
  const inOrder = { ...initial(), record: { ...initial().record, bids: [{ player: "N", tricks: 2 }] } };
  assert.deepEqual(update(inOrder, { type: "bid", bidder: "E", value: "b6" }).record.bids, [{ player: "N", tricks: 2 }, { player: "E", tricks: 6, blind: true }]);
  const byPlayer = after({ type: "bid", bidder: "E", value: "bnil" });
  assert.deepEqual([byPlayer.record.bids_by_player, byPlayer.record.blind_bidders], [{ E: 0 }, ["E"]]);
  assert.equal(update(byPlayer, { type: "bid", bidder: "E", value: "" }).record.bids_by_player, undefined);
});

test("a link holds the state, and nothing else does", async () => {
  const state = after({ type: "cell", trick: 0, seat: 0, value: "kh" }, { type: "name", seat: 1, value: "Zoë <b>" });
  const text = await encoded(kept(state));
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(kept(restored(initial(), await decoded(text))), kept(state));
  for (const broken of ["", "x", "!!", text.slice(0, -4), text.slice(4)]) assert.equal(await decoded(broken), undefined);
});

test("what is no state of the desk is refused", () => {
  const good = kept(initial());
  const bad = [null, 1, [], {}, { ...good, ruleset: null }, { ...good, record: { players: [1, 2] } }, { ...good, record: { players: ["N"] } }, { ...good, record: { ...good.record, tricks: [null] } }, { ...good, record: { ...good.record, hands: { N: 1 } } }, { ...good, record: { ...good.record, tricks: [{ plays: [{}] }] } }];
  for (const value of bad) assert.equal(restored(initial(), value), null, JSON.stringify(value));
});

test("pointers are compared as they are meant", () => {
  assert.equal(placeOf("#/hands/Ana%20B/3"), "hands/Ana B/3");
  assert.equal(placeOf("#/hands/50%"), "hands/50%");
});

test("the page is made from the state alone", () => {
  const page = pageView(after({ type: "cell", trick: 0, seat: 0, value: "kh" }));
  const cells = found(page, ({ props }) => props["data-cell"] !== undefined);
  assert.equal(cells[0].props.value, "K♥");
  assert.ok(textOf(page).includes("Tricks"));
});

test("another number of players keeps the names that were given", () => {
  assert.deepEqual(after({ type: "seats", value: "3" }).record.players, ["Ana", "Ben", "Cy"]);
  assert.deepEqual(after({ type: "name", seat: 0, value: "Zoë" }, { type: "seats", value: "3" }).record.players, ["Zoë", "E", "S"]);
  assert.deepEqual(after({ type: "name", seat: 0, value: "Zoë" }, { type: "seats", value: "5" }).record.players, ["Zoë", "E", "S", "W", "Ana"]);
});

test("the sheet and the standing before are written where the contract has them", () => {
  const events = [{ type: "sheet", row: "reported points", side: "N+S", value: "-50" }, { type: "sheet", row: "before bags", side: "E+W", value: "3" }];
  const state = after(...events);
  assert.deepEqual([state.record.reported, state.record.before], [{ points: { "N+S": -50 } }, { "E+W": { bags: 3 } }]);
  const undone = events.map((each) => ({ ...each, value: "" })).reduce(update, state).record;
  assert.deepEqual(undone, initial().record);
  assert.equal(after({ ...events[0], value: "many" }).drafts["reported points N+S"].text, "many");
});

test("a hand is shown by suits, in whatever order it was written", () => {
  const state = { ...initial(), record: { ...initial().record, hands: { N: ["2C", "KH", "AS", "??"] } } };
  const page = pageView(state);
  const cards = found(page, ({ props }) => props.class === "cards").map(textOf);
  assert.deepEqual(cards, ["A♠ K♥ 2♣ ? "]);
});
