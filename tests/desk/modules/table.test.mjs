import assert from "node:assert/strict";
import { test } from "node:test";
import { RANKS, SUITS } from "../../../service/desk/static/record/cards.js";
import { rulesOf } from "../../../service/desk/static/record/table.js";
import { rowsOf } from "../../../service/desk/static/record/tricks.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { faceOf } from "../../../service/desk/static/table/card.js";
import { boardView } from "../../../service/desk/static/table/board.js";
import { controlsView } from "../../../service/desk/static/table/controls.js";
import { gameAt } from "../../../service/desk/static/table/game.js";
import { timelineView } from "../../../service/desk/static/table/timeline.js";
import { afterEntry, playsOf, positionAt } from "../../../service/desk/static/table/position.js";
import { update } from "../../../service/desk/static/update.js";
import { h } from "../../../service/desk/static/view/markup.js";
import { pageView } from "../../../service/desk/static/view/page.js";
import { numbered } from "../../../service/desk/static/table/marks.js";
import { found, textOf } from "./reading.mjs";

const PLAYERS = ["N", "E", "S", "W"];
const RECORD = {
  players: PLAYERS,
  dealer: "W",
  tricks: [{ cards: ["KH", "2H", "3S", "4H"] }, { leader: "S", cards: ["9H", "AH"] }],
};
const REVOKE = {
  findings: [
    {
      code: "revoke",
      severity: "offence",
      pointer: "#/tricks/0/cards/2",
      trick: 1,
      player: "S",
      team: "N+S",
      card: "3S",
      evidence: { proved_by: "#/tricks/1/cards/0" },
      detail: "S played 3S on a heart lead while holding 9H.",
    },
  ],
  undecided: [],
  tricks: [
    { number: 1, leader: "N", winner: "S" },
    { number: 2, leader: "S" },
  ],
};

const rules = rulesOf(null, initial().ruleset, 4);
const at = (record, place) => positionAt({ record, rules, rows: rowsOf(record, rules) }, place);
const game = (place, { record = RECORD, answer = REVOKE } = {}) =>
  gameAt({ record, rules, rows: rowsOf(record, rules), answer, found: answer ? numbered(answer) : [], at: place });
const hiddenIn = (element) => found(element, ({ props }) => props.class === "hidden").map(textOf);

test("every card of every pack has a face, and no two have the same", () => {
  const pack = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "BJ", "LJ", "??"];
  const faces = new Set(pack.map((card) => JSON.stringify(faceOf(card))));
  assert.equal(faces.size, pack.length);
  for (const [card, pips] of [
    ["7H", 7],
    ["TC", 10],
    ["2D", 2],
    ["AS", 1],
  ]) {
    const drawn = found(h("g", {}, faceOf(card)), ({ props }) => props.class === "suit-ink");
    // Two more are in the corners.
    assert.equal(drawn.length, pips + 2, card);
  }
});

test("each of two findings about one hand has a mark of its own beside it", () => {
  const mark = (code) => ({ code, severity: "error", pointer: "#/hands/E", evidence: {}, detail: "It is wrong." });
  const answer = { ...REVOKE, findings: [mark("wrong_hand_size"), mark("misdeal")] };
  const marks = found(boardView(game(null, { answer })), ({ props }) => props.class === "badge error");
  assert.deepEqual(
    marks.map(({ tag, props }) => [tag, props.viewBox]),
    Array(2).fill(["svg", "-12 -12 24 24"]),
  );
});

test("players sit clockwise, and whoever is called North at the top", () => {
  const slots = (players, turn) => {
    const board = boardView(game(null, { record: { players, tricks: [] }, answer: null }), turn);
    return found(board, ({ tag }) => tag === "section").map(({ props }) => props.class.split(" ")[1]);
  };
  assert.deepEqual(slots(PLAYERS), ["top", "right", "bottom", "left"]);
  assert.deepEqual(slots(["E", "S", "W", "N"]), ["right", "bottom", "left", "top"]);
  assert.deepEqual(slots(PLAYERS, 1), ["right", "bottom", "left", "top"]);
  for (const count of [2, 3, 4, 5, 6]) assert.equal(new Set(slots([..."abcdef"].slice(0, count))).size, count);
});

test("a position is what lies on the table after a number of cards", () => {
  const third = at(RECORD, 3);
  assert.deepEqual(
    [third.trick, third.cards.map(({ card }) => card), third.led, third.won, third.next],
    [1, ["KH", "2H", "3S"], 0, null, 3],
  );
  const whole = at(RECORD, 4);
  assert.deepEqual([whole.won, whole.next, whole.seats.map(({ taken }) => taken)], [2, 2, [0, 0, 1, 0]]);
  const end = at(RECORD, null);
  assert.deepEqual([end.at, end.trick, end.next, end.isEnd, end.isOver], [6, 2, 0, true, false]);
  assert.deepEqual([at(RECORD, 99).at, at(RECORD, -3).at], [6, 0]);
});

test("what a player plays later is known to be in his hand, and the rest is unknown", () => {
  const { cards, backs } = at(RECORD, 2).seats[2];
  assert.deepEqual([cards, backs], [["3S", "9H"], 11]);
  assert.deepEqual(at(RECORD, 5).seats[2], { cards: [], backs: 11, taken: 1 });
  const hand = ["9H", "3S", ..."AKQJT98765".split("").map((rank) => `${rank}C`), "2D"];
  assert.deepEqual(at({ ...RECORD, hands: { S: hand } }, 5).seats[2].cards.length, 11);
  const passed = { ...RECORD, hands: { S: hand }, exchanges: [{ from: "S", to: "N", cards: ["2D"] }] };
  assert.ok(!at(passed, 0).seats[2].cards.includes("2D"));
});

test("plays are in the order in which they were made", () => {
  const order = (tricks) => playsOf(rowsOf({ ...RECORD, tricks }, rules)).map(({ card }) => card);
  const plays = [
    ["S", "9H"],
    ["N", "KH"],
    ["E", "2H"],
  ].map(([player, card]) => ({ player, card }));
  assert.deepEqual(order([{ plays }]), ["9H", "KH", "2H"]);
  assert.deepEqual(order([{ leader: "S", cards_by_player: { N: "KH", E: "2H", S: "9H", W: "4H" } }]), [
    "9H",
    "4H",
    "KH",
    "2H",
  ]);
});

test("an offence is marked at its card and joined to its proof, in words", () => {
  const shown = game(3);
  const timeline = timelineView(shown);
  const labels = hiddenIn(timeline);
  assert.ok(labels.includes("trick 1, S, three of spades, won the trick, offence 1"));
  assert.ok(labels.includes("trick 2, S, nine of hearts, led, proves offence 1"));
  assert.equal(found(timeline, ({ props }) => props.class?.startsWith("thread ")).length, 1);
  const said = textOf(h("div", {}, controlsView(shown)));
  assert.equal(said, "Trick 1. S plays 3♠. Offence 1: S: revoke. 9♥ in trick 2 proves it.");
  const board = boardView(shown);
  assert.equal(found(board, ({ props }) => props.class?.includes("held proof")).length, 1);
  assert.equal(found(boardView(game(2)), ({ props }) => props.class?.includes("proof")).length, 0);
});

test("a proof may be a hand, or counting", () => {
  for (const [proof, said] of [
    ["#/hands/S", " S’s hand proves it."],
    ["counting", " Counting the cards proves it."],
  ]) {
    const answer = structuredClone(REVOKE);
    answer.findings[0].evidence.proved_by = proof;
    assert.ok(textOf(h("div", {}, controlsView(game(3, { answer })))).includes(said));
  }
});

test("an entry leads to the card on the table", () => {
  const rows = rowsOf(RECORD, rules);
  assert.equal(afterEntry(rows, "tricks/0/cards/2"), 3);
  assert.equal(afterEntry(rows, "tricks/1"), 6);
  assert.equal(afterEntry(rows, "dealer"), null);
});

// At the desk.

const after = (...events) => events.reduce(update, initial());
const tapped = (card) => ({ type: "card", card });
const W_DEALT = { type: "dealer", value: "W" };

test("a card that is tapped is played by whoever is to play", () => {
  const cards = ["KH", "2H", "3H", "4H", "5H"].map(tapped);
  assert.deepEqual(after(W_DEALT, ...cards).record.tricks, [
    { leader: "N", cards: ["KH", "2H", "3H", "4H"] },
    { cards: ["5H"] },
  ]);
  const nobody = after(tapped("KH"));
  assert.deepEqual([nobody.record.tricks, nobody.notice], [[], "Nobody can say yet who leads: choose the dealer."]);
});

test("the table is stepped through, and any change shows its end", () => {
  const state = after(W_DEALT, ...["KH", "2H", "3H"].map(tapped));
  const back = update(state, { type: "stepped", by: -1 });
  assert.equal(back.view.at, 2);
  assert.equal(back.asked, state.asked);
  assert.equal(update(back, { type: "stepped", by: 1 }).view.at, null);
  assert.equal(update(back, { type: "stepped", by: -9 }).view.at, 0);
  assert.equal(update(back, { type: "goto", place: "#/tricks/0/cards/0" }).view.at, 1);
  assert.equal(update(back, tapped("4H")).view.at, null);
  assert.deepEqual(restored(initial(), JSON.parse(JSON.stringify(kept(back)))).view, back.view);
});

test("the table is turned seat by seat, and the link keeps that", () => {
  const turned = update({ ...initial(), record: RECORD }, { type: "turned" });
  assert.equal(turned.view.turn, 1);
  assert.equal(restored(initial(), kept(turned)).view.turn, 1);
  assert.equal(restored(initial(), { ...kept(turned), view: { turn: 4 } }).view.turn, 0);
  assert.equal(restored(initial(), { ...kept(turned), view: { turn: "length" } }).view.turn, 0);
  const full = [1, 2, 3].reduce((state) => update(state, { type: "turned" }), turned);
  assert.equal(full.view.turn, 0);
  const [south] = found(pageView(turned), ({ props }) => props["aria-label"] === "S" && props.class.includes("seat"));
  assert.match(south.props.class, /left/);
});
