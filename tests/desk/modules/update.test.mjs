import assert from "node:assert/strict";
import { test } from "node:test";
import { h } from "../../../service/desk/static/view/markup.js";
import { membersOf, placeOf } from "../../../service/desk/static/record/entries.js";
import { decoded, encoded } from "../../../service/desk/static/browser/address.js";
import { stepBackOf } from "../../../service/desk/static/browser/stepping.js";
import { readBid, withBid } from "../../../service/desk/static/record/bids.js";
import { bidText } from "../../../service/desk/static/record/hands.js";
import { initial, kept, restored } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { pageView } from "../../../service/desk/static/view/page.js";
import { found, textOf } from "./reading.mjs";

const valueOf = (state, label) => found(pageView(state), ({ props }) => props["aria-label"] === label)[0].props.value;
const after = (...events) => events.reduce(update, initial());

test("the fourth hand fills itself", () => {
  const three = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432."].map((value, seat) => ({
    type: "hand",
    seat,
    value,
  }));
  assert.equal(after(...three).record.hands.W.length, 13);
});

test("a hand that can't be read stays as it was typed, with the reason", () => {
  const state = after({ type: "hand", seat: 0, value: "AS foo" });
  assert.deepEqual(state.drafts, {
    "hand 0": {
      text: "AS foo",
      over: undefined,
      fault: "“FOO” is not a card. Write AKQ4.T98.AK6.QJ97 (spades, hearts, diamonds, clubs) or AS KS TH.",
    },
  });
  assert.deepEqual(update(state, { type: "hand", seat: 0, value: "AS" }).drafts, {});
});

test("a name changes wherever it is written", () => {
  const state = after(
    { type: "dealer", value: "W" },
    { type: "bid", bidder: "N", value: "nil" },
    { type: "cell", trick: 0, seat: 0, value: "kh 2h" },
  );
  const { record } = update(
    { ...state, record: { ...state.record, before: { "N+S": { score: 5 } }, labels: { N: "N" } } },
    { type: "name", seat: 0, value: "Ana" },
  );
  assert.deepEqual(record.players, ["Ana", "E", "S", "W"]);
  assert.deepEqual(record.bids_by_player, { Ana: 0 });
  assert.deepEqual(record.tricks, [{ leader: "Ana", cards: ["KH", "2H"] }]);
  assert.deepEqual([record.before, record.labels], [{ "Ana+S": { score: 5 } }, { N: "N" }]);
});

test("a card that was taken back is typed and taken away in its cell", () => {
  const cell = (value) => ({ type: "cell", trick: 0, seat: 1, value, over: "" });
  const typed = after({ type: "dealer", value: "W" }, { type: "cell", trick: 0, seat: 0, value: "kh" }, cell("(qc)2h"));
  assert.deepEqual(typed.record.tricks[0].plays[1], { player: "E", card: "2H", withdrawn: [{ card: "QC" }] });
  assert.equal(valueOf(typed, "trick 1, E"), "(Q♣)2♥");
  assert.deepEqual(update(typed, cell("(Q♣)3♥")).record.tricks[0].plays[1], {
    player: "E",
    card: "3H",
    withdrawn: [{ card: "QC" }],
  });
  assert.deepEqual(update(typed, cell("3h")).record.tricks, [{ leader: "N", cards: ["KH", "3H"] }]);
});

test("other rules name only a leader who would not follow by them, so that the cards stay with who played them", () => {
  const known = (name, deck) => ({
    type: "detail",
    detail: { name, options: [], parameters: { deck, play: { opening_leader: "left_of_dealer" } } },
  });
  const cell = (seat, value) => ({ type: "cell", trick: seat === 0 ? 0 : 1, seat, value });
  const state = after(
    known("pagat", {}),
    known("same", {}),
    known("deuces", { top_trumps: ["2H"] }),
    { type: "dealer", value: "W" },
    cell(0, "kh 2h 3h 4s"),
    cell(3, "2c"),
  );
  const leaders = (value) => update(state, { type: "ruleset", value }).record.tricks.map(({ leader }) => leader);
  assert.deepEqual(leaders("same"), ["N", undefined]);
  assert.deepEqual(leaders("deuces"), ["N", "W"]);
  // Of rules that the service has not said yet nothing follows.
  assert.deepEqual(leaders("unknown"), ["N", "W"]);
});

test("a bid that is written after a list in order has its turn, and nobody bid too early because of it", () => {
  const bids = [
    { player: "N", tricks: 3 },
    { player: "S", tricks: 2 },
  ];
  const read = (record) => ({ type: "read", records: [{ players: ["N", "E", "S", "W"], bids, ...record }], notes: [] });
  const bid = (bidder) => ({ type: "bid", bidder, value: "4", left: true });
  const order = (state) => state.record.bids.map(({ player }) => player).join("");
  assert.equal(order(after(read({}), bid("E"), bid("W"))), "NESW");
  assert.equal(order(after(read({ dealer: "E", bids: bids.slice(0, 1) }), bid("E"), bid("S"))), "SNE");
});

test("a word in a line that is still being written is no ruleset", () => {
  const offered = [
    { name: "pagat", title: "Pagat", players: [4] },
    { name: "whiz", title: "Whiz", players: [4] },
  ];
  const read = (ruleset) =>
    update(
      { ...initial(), offered },
      { type: "read", records: [{ ruleset, players: ["N", "E", "S", "W"], tricks: [] }], notes: [] },
    );
  assert.deepEqual([read("W").ruleset.name, read("whiz").ruleset.name], ["pagat", "whiz"]);
  assert.equal(read("W").parsed.notes[0].detail, "There is no ruleset “W”; the desk rules by pagat.");
});

test("a name is changed only where a name is written", () => {
  const record = {
    players: ["rest", "hands", "cards", "W"],
    hands: { hands: ["AS"] },
    claim: { by: "rest", tricks: "rest", accepted: true },
    tricks: [{ leader: "cards", cards: ["KH"] }],
    reported: { points: { "hands+W": 3 } },
    labels: { hands: "hands" },
  };
  const [first, second, third] = [0, 1, 2].map(
    (seat) => update({ ...initial(), record }, { type: "name", seat, value: "Zoë" }).record,
  );
  assert.deepEqual(first.claim, { by: "Zoë", tricks: "rest", accepted: true });
  assert.deepEqual(
    [second.hands, second.reported, second.labels],
    [{ Zoë: ["AS"] }, { points: { "Zoë+W": 3 } }, { hands: "hands" }],
  );
  assert.deepEqual(third.tricks, [{ leader: "Zoë", cards: ["KH"] }]);
});

test("a player may be called as an object's own members are", () => {
  const names = ["constructor", "__proto__", "toString", "valueOf"];
  const state = names.reduce((before, value, seat) => update(before, { type: "name", seat, value }), initial());
  const typed = [
    { type: "hand", seat: 0, value: "AS" },
    { type: "hand", seat: 1, value: "KS" },
    { type: "bid", bidder: "__proto__", value: "3" },
    { type: "hand", seat: 1, value: "KS 2C" },
    { type: "ruleset", value: "constructor" },
  ].reduce(update, state);
  assert.deepEqual(Object.entries(typed.record.hands), [
    ["constructor", ["AS"]],
    ["__proto__", ["KS", "2C"]],
  ]);
  assert.deepEqual(Object.entries(typed.record.bids_by_player), [["__proto__", 3]]);
  assert.ok(textOf(pageView(typed)).includes("__proto__"));
});

test("what a link has in place of a text is no element", () => {
  const meta = {
    tag: "meta",
    props: { "http-equiv": "refresh", content: "0" },
    children: [],
    keys: [],
    on: null,
    key: null,
  };
  const page = pageView({
    ...initial(),
    record: {
      ...initial().record,
      accusations: [{ by: meta, against: meta, trick: meta }],
      claim: { by: meta, tricks: 3, accepted: true },
    },
  });
  assert.deepEqual(
    found(page, ({ tag }) => tag === "meta"),
    [],
  );
  assert.equal(
    restored(initial(), { ...kept(initial()), record: { ...initial().record, accusations: [{ by: meta }] } }),
    null,
  );
});

test("siblings keep their keys when one before them comes or goes", () => {
  const keys = (isShown, items) =>
    h(
      "div",
      {},
      isShown ? h("p", {}) : null,
      items.map((item) => h("li", { key: item })),
      h("a", {}),
    ).keys;
  assert.deepEqual(keys(true, ["x"]), ["0", "1/x", "2"]);
  assert.deepEqual(keys(false, ["x", "y"]), ["1/x", "1/y", "2"]);
});

test("what is typed hides nothing that the record has since", () => {
  const typed = after({ type: "hand", seat: 0, value: "AS foo", over: "" });
  assert.equal(valueOf(typed, "hand of N"), "AS foo");
  assert.equal(valueOf(update(typed, { type: "hand", seat: 0, value: "KS" }), "hand of N"), "K...");
  const bids = [
    ["N", "4"],
    ["E", "3"],
  ].map(([bidder, value]) => ({ type: "bid", bidder, value, over: "" }));
  const renamed = after(...bids, { type: "name", seat: 0, value: "X" }, { type: "name", seat: 1, value: "N" });
  assert.equal(valueOf(renamed, "bid of N"), "3");
});

test("more cards than a trick has are no trick", () => {
  const state = after(
    { type: "dealer", value: "W" },
    { type: "cell", trick: 0, seat: 0, value: "kh 2h 3h 4h 5h", over: "" },
  );
  assert.deepEqual(state.record.tricks, []);
  assert.match(state.drafts["cell 0 0"].fault, /two cards in one cell/);
});

test("a name that another player has is not taken", () => {
  const state = after({ type: "name", seat: 0, value: "e" });
  assert.deepEqual([state.record.players[0], state.drafts["name 0"].fault], ["N", "Two players can't both be e."]);
  const freed = update(state, { type: "name", seat: 1, value: "Ben" });
  assert.deepEqual([freed.record.players, freed.drafts], [["e", "Ben", "S", "W"], {}]);
});

test("an answer to an older question is dropped", () => {
  const state = after({ type: "text", value: "N E S W" });
  for (const type of ["read", "unreadable", "written", "unwritten", "ruled", "refused"]) {
    assert.equal(update(state, { type, asked: state.asked - 1 }), state);
  }
});

test("bids keep their form", () => {
  const inOrder = { ...initial(), record: { ...initial().record, bids: [{ player: "N", tricks: 2 }] } };
  assert.deepEqual(update(inOrder, { type: "bid", bidder: "E", value: "b6" }).record.bids, [
    { player: "N", tricks: 2 },
    { player: "E", tricks: 6, kind: "blind" },
  ]);
  const byPlayer = after({ type: "bid", bidder: "E", value: "bnil" });
  assert.deepEqual([byPlayer.record.bids_by_player, byPlayer.record.blind_bidders], [{ E: 0 }, ["E"]]);
  assert.equal(update(byPlayer, { type: "bid", bidder: "E", value: "" }).record.bids_by_player, undefined);
});

test("where a 0 may be nil or promise nothing, it says which, in a list of bids", () => {
  const both = { pagat: { parameters: { bids: { zero: { allowed: true } } }, options: [] } };
  const bidsAfter = (details, ...bids) => {
    const events = bids.map(([bidder, value]) => ({ type: "bid", bidder, value }));
    return [{ type: "dealer", value: "N" }, ...events].reduce(update, { ...initial(), details }).record;
  };
  const typed = bidsAfter(both, ["N", "b4"], ["S", "0"], ["E", "nil"], ["W", "bnil"]);
  assert.deepEqual(typed.bids, [
    { player: "E", tricks: 0, kind: "nil" },
    { player: "S", tricks: 0, kind: "zero" },
    { player: "W", tricks: 0, kind: "blind_nil" },
    { player: "N", tricks: 4, kind: "blind" },
  ]);
  assert.deepEqual([typed.bids_by_player, typed.blind_bidders], [undefined, undefined]);
  const fields = (record) => record.players.map((name) => bidText(record, name));
  assert.deepEqual(fields(typed), ["b4", "nil", "0", "bnil"]);
  const alone = bidsAfter({}, ["N", "4"], ["S", "0"], ["E", "nil"]);
  assert.deepEqual(alone.bids_by_player, { N: 4, S: 0, E: 0 });
  // What a bid says of itself stays until another is typed.
  const zero = { ...initial().record, bids: [{ player: "N", tricks: 0, kind: "zero" }] };
  assert.deepEqual(withBid(zero, "N", readBid("0"), { hasTwoZeros: false }), zero);
});

test("a link holds the state, and nothing else does", async () => {
  const state = after({ type: "cell", trick: 0, seat: 0, value: "kh" }, { type: "name", seat: 1, value: "Zoë <b>" });
  const text = await encoded(kept(state));
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(kept(restored(initial(), await decoded(text))), kept(state));
  for (const broken of ["", "x", "!!", text.slice(0, -4), text.slice(4)]) {
    assert.equal(await decoded(broken), undefined);
  }
});

test("what is no state of the desk is refused", () => {
  const good = kept(initial());
  const bad = [
    null,
    1,
    [],
    {},
    { ...good, ruleset: null },
    { ...good, record: { players: [1, 2] } },
    { ...good, record: { players: ["N"] } },
    { ...good, record: { ...good.record, tricks: [null] } },
    { ...good, record: { ...good.record, hands: { N: 1 } } },
    { ...good, record: { ...good.record, tricks: [{ plays: [{}] }] } },
  ];
  for (const value of bad) assert.equal(restored(initial(), value), null, JSON.stringify(value));
});

test("pointers are compared as they are meant", () => {
  assert.equal(placeOf("#/hands/Ana%20B/3"), "hands/Ana B/3");
  assert.equal(placeOf("#/hands/50%"), "hands/50%");
  assert.deepEqual(membersOf("#/hands/a~1b~0%20c/3"), ["hands", "a/b~ c", "3"]);
});

test("the page is made from the state alone", () => {
  const page = pageView(after({ type: "cell", trick: 0, seat: 0, value: "kh" }));
  const cells = found(page, ({ props }) => props["data-cell"] !== undefined);
  assert.equal(cells[0].props.value, "K♥");
  assert.ok(textOf(page).includes("Tricks"));
});

test("another number of players keeps the names that were given", () => {
  assert.deepEqual(after({ type: "seats", value: "3" }).record.players, ["Ana", "Ben", "Cy"]);
  assert.deepEqual(after({ type: "name", seat: 0, value: "Zoë" }, { type: "seats", value: "3" }).record.players, [
    "Zoë",
    "E",
    "S",
  ]);
  assert.deepEqual(after({ type: "name", seat: 0, value: "Zoë" }, { type: "seats", value: "5" }).record.players, [
    "Zoë",
    "E",
    "S",
    "W",
    "Ana",
  ]);
});

test("a hand is shown by suits, in whatever order it was written", () => {
  const state = { ...initial(), record: { ...initial().record, hands: { N: ["2C", "KH", "AS", "??"] } } };
  const page = pageView(state);
  const [hand] = found(page, ({ props }) => props["aria-label"] === "hand of N");
  assert.equal(hand.props.value, "AS KH 2C ??");
});

test("a correction changes the one entry: cards of later tricks are not seated anew", () => {
  const tricks = [
    { leader: "N", cards: ["KD", "2D", "JH", "5D"] },
    { cards: ["AC", "2C", "3C", "4C"] },
    { cards_by_player: { N: "AH", S: "TH" } },
  ];
  const record = { players: ["N", "E", "S", "W"], tricks };
  const change = (suggested) => ({ pointer: "#/tricks/0/cards/2", recorded: "JH", suggested });
  // The ace wins the trick that the king won.
  for (const card of ["JD", "AD"]) {
    const state = update({ ...initial(), record }, { type: "correct", changes: [change(card)] });
    assert.deepEqual(state.record.tricks, [{ leader: "N", cards: ["KD", "2D", card, "5D"] }, ...tricks.slice(1)]);
  }
});

test("what was typed and taken away again is no step", () => {
  const typed = [
    { type: "text", value: "N" },
    { type: "text", value: "" },
  ].reduce(update, initial());
  const undone = update(typed, { type: "undo" });
  assert.deepEqual([undone.past, undone.notice], [[], typed.notice]);
});

test("a choice of a house rule has no way back of its own, and a text has one", () => {
  const key = { key: "z", ctrlKey: true };
  const field = (kind) => ({ value: "1", localName: "input", matches: (asked) => !asked.includes(`[type=${kind}]`) });
  assert.equal(stepBackOf({ ...key, target: field("radio") }), "undo");
  assert.equal(stepBackOf({ ...key, target: field("checkbox") }), "undo");
  assert.equal(stepBackOf({ ...key, target: field("text") }), null);
});

test("a step back and forth, whatever was entered", () => {
  const cell = (value) => ({ type: "cell", trick: 0, seat: 0, value, over: "" });
  const states = [
    { type: "dealer", value: "W" },
    { type: "bid", bidder: "N", value: "4" },
    cell("kh"),
    { type: "bid", bidder: "E", value: "3" },
    { type: "dispute", kind: "revoke" },
    { type: "text", value: "N E S W\nN KH\n" },
    { type: "example", index: 1 },
    { type: "empty" },
  ].reduce((all, event) => [...all, update(all.at(-1), event)], [initial()]);
  const left = ({ record, ruleset, text, guide }) => ({ record, ruleset, text, guide });
  let state = states.at(-1);
  for (const before of states.toReversed().slice(1)) {
    state = update(state, { type: "undo" });
    assert.deepEqual(left(state), left(before));
  }
  assert.equal(update(state, { type: "undo" }), state);
  for (const later of states.slice(1)) {
    state = update(state, { type: "redo" });
    assert.deepEqual(left(state), left(later));
  }
  assert.equal(state.notice, "Done again. 8 of 8 steps.");
  const once = update(states[4], { type: "undo" });
  assert.equal(once.notice, "Undone. 3 of 4 steps.");
  // What is entered then is where the desk goes on from.
  assert.deepEqual(update(once, { type: "dealer", value: "N" }).future, []);
});

test("letters of a text are one step, and lines are steps", () => {
  const typed = ["N", "N ", "N E", "N E\n", "N E\nN"].map((value) => ({ type: "text", value }));
  assert.equal(after(...typed).past.length, 2);
  assert.equal(update(after(...typed), { type: "undo" }).text, "N E");
});

test("six play by a house rule, and without it once they are five again", () => {
  const offered = [
    { name: "pagat", title: "Pagat", players: [4] },
    { name: "solo", title: "Solo", players: [2, 3, 4, 5] },
  ];
  const six = update({ ...initial(), offered }, { type: "seats", value: "6" });
  assert.deepEqual(six.ruleset, { name: "solo", options: [], overrides: { table: { players: [6] } } });
  assert.match(six.notice, /^Pagat is not for 6 players. The ruleset is now Solo, played by 6 as a house rule./);
  assert.equal(update(six, { type: "option", name: "bags", checked: true }).record.players.length, 6);
  assert.equal(update(six, { type: "empty" }).record.players.length, 6);
  const five = update(six, { type: "seats", value: "5" });
  assert.deepEqual([five.ruleset.overrides, five.notice], [{}, ""]);
});

test("a name that is too long is not cut but refused", () => {
  const { drafts, record } = after({ type: "name", seat: 0, value: "ü".repeat(65) });
  assert.equal(drafts["name 0"].fault, "A name has at most 64 letters, and this one has 65.");
  assert.equal(record.players[0], "N");
});

test("whoever opens a whole round sees its offence, and whoever enters one what comes next", () => {
  const players = ["N", "E"];
  const hearts = ["2H", "3H", "4H", "5H"];
  const tricks = [0, 1].map((at) => ({ leader: "N", cards: hearts.slice(2 * at, 2 * at + 2) }));
  const parameters = { deck: { hand_size: { 2: 2 } } };
  const detail = { name: "pagat", options: [], parameters };
  const opened = update({ ...initial(), record: { players, tricks } }, { type: "detail", detail });
  const findings = [{ severity: "offence", pointer: "#/tricks/0/cards/1" }];
  const answer = { findings, undecided: [], tricks: [] };
  const ruled = update(opened, { type: "ruled", answer });
  assert.equal(ruled.view.at, 2);
  assert.equal(update({ ...ruled, view: opened.view }, { type: "ruled", answer }).view.at, null);
});

test("why there is no ruling yet is the first sentence of the reason", () => {
  const detail = "This ruleset is for 4 players, not 6. With other numbers, override something.";
  const state = update(after({ type: "dealer", value: "W" }), { type: "refused", problem: { errors: [{ detail }] } });
  const [bar] = found(pageView(state), ({ props }) => props.class === "bar-text");
  assert.equal(textOf(bar), "No ruling yet: This ruleset is for 4 players, not 6.");
});

test("a row of a score sheet is one round, and a game of one round is it", () => {
  const bids_by_player = { N: 3, E: 4, S: 5, W: 2 };
  const tricks_won = { "N+S": 6, "E+W": 7 };
  const players = ["N", "E", "S", "W"];
  const state = update(initial(), { type: "text", value: "a row" });
  const read = (record) => update(state, { type: "read", asked: state.asked, records: [record], notes: [] });
  const round = { players, tricks: [], bids_by_player, reported: { tricks_won } };
  assert.deepEqual(read({ players, bids_by_player, tricks_won }).record, round);
  const game = {
    players,
    first_dealer: "W",
    rounds: [{ bids_by_player, tricks_won, reported: { score: { "N+S": 80 } } }],
  };
  const { record, parsed } = read(game);
  assert.deepEqual(record, { ...round, dealer: "W", reported: { score: { "N+S": 80 }, tricks_won } });
  assert.equal(parsed.kind, "round");
  assert.equal(read({ ...game, rounds: [...game.rounds, ...game.rounds] }).parsed.kind, "game");
});

test("the remedy that a side chooses for an offence is written down in place of the one before", () => {
  const choose = (remedy, code = "revoke") => ({ type: "remedyChosen", chosen: { code, team: "N+S", remedy } });
  const { record } = after(choose("tricks"), choose("none", "false_call"), choose("redeal"));
  assert.deepEqual(record.remedies, [
    { code: "false_call", team: "N+S", remedy: "none" },
    { code: "revoke", team: "N+S", remedy: "redeal" },
  ]);
});
