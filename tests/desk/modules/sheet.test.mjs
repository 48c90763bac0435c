import assert from "node:assert/strict";
import { test } from "node:test";
import { found, textOf } from "../../../service/desk/static/view/elements.js";
import { bodyOf } from "../../../service/desk/static/sheet/asking.js";
import { gameIn, sheetOf } from "../../../service/desk/static/sheet/state.js";
import { isAbout, rowOf, rowsShown, unitsOf } from "../../../service/desk/static/sheet/state.js";
import { initial, kept, restored } from "../../../service/desk/static/sheet/state.js";
import { update } from "../../../service/desk/static/sheet/update.js";
import { sheetView } from "../../../service/desk/static/view/sheet.js";
import { spread, ticksOf } from "../../../service/desk/static/view/sheet.js";

const PAIRS = {
  type: "detail",
  detail: { name: "pagat", options: [], parameters: { table: { sides: "partnership" }, bids: { by: "player" } } },
};
const after = (...events) => [PAIRS, ...events].reduce(update, initial());
const bids = (row, ...values) => values.map((value, bidder) => ({ type: "bid", row, bidder, value }));
const tricks = (row, unit, value) => ({ type: "tricks", row, unit, value });

test("a whole row is a round, and a blank one follows", () => {
  const state = after(...bids(0, "3", "4", "nil", "b6"), tricks(0, "p0", "6"), tricks(0, "p2", "0"));
  assert.deepEqual(bodyOf(state), {
    ruleset: "pagat",
    players: ["N", "E", "S", "W"],
    rounds: [
      { bids_by_player: { N: 3, E: 4, S: 0, W: 6 }, blind_bidders: ["W"], tricks_won: { N: 6, S: 0, "E+W": 7 } },
    ],
  });
  assert.equal(rowsShown(state).length, 2);
});

test("where the last partner makes the contract, one number of a side is enough, but no nil", () => {
  const { detail } = PAIRS;
  const parameters = { ...detail.parameters, bids: { by: "last_partner" } };
  const byLast = { ...PAIRS, detail: { ...detail, parameters } };
  const rowsOf = (...events) => bodyOf([byLast, ...events].reduce(update, initial())).rounds;
  const won = [tricks(0, "s0", "6"), tricks(0, "s1", "7")];
  const [round] = rowsOf(...bids(0, "", "3", "7", "6"), ...won);
  assert.deepEqual(round.bids_by_player, { E: 3, S: 7, W: 6 });
  assert.equal(rowsOf(...bids(0, "", "3", "", "6"), ...won).length, 0);
  assert.equal(rowsOf(...bids(0, "nil", "3", "", "6"), tricks(0, "p0", "0"), tricks(0, "p2", "6")).length, 0);
  assert.equal(bodyOf(after(...bids(0, "", "3", "7", "6"), ...won)).rounds.length, 0);
});

test("where a 0 may be nil or promise nothing, the bids are sent in their order", () => {
  const both = { type: "detail", detail: structuredClone(PAIRS.detail) };
  both.detail.parameters.bids.zero = { allowed: true };
  const events = [{ type: "dealer", value: "E" }, ...bids(0, "3", "0", "nil", "4"), tricks(0, "p0", "5")];
  const won = [tricks(0, "p1", "2"), tricks(0, "p2", "0")];
  const state = [both, ...events, ...won].reduce(update, initial());
  const [round] = bodyOf(state).rounds;
  assert.deepEqual(round.bids, [
    { player: "S", tricks: 0, kind: "nil" },
    { player: "W", tricks: 4 },
    { player: "N", tricks: 3 },
    { player: "E", tricks: 0, kind: "zero" },
  ]);
  assert.equal(round.bids_by_player, undefined);
});

test("tricks are asked of players where one of them bid nil, or where the table wants it so", () => {
  assert.deepEqual(unitsOf(after(), { bids: [], tricks: {} }), [["s0"], ["s1"]]);
  assert.deepEqual(unitsOf(after(), { bids: ["3", "0"], tricks: {} }), [["s0"], ["p1", "p3"]]);
  assert.deepEqual(unitsOf(after({ type: "byPlayer", checked: true }), { bids: [], tricks: {} }), [
    ["p0", "p2"],
    ["p1", "p3"],
  ]);
});

test("whoever bids first is known before the service says so, and keeps his turn", () => {
  const row = (index) => [...bids(index, "3", "4", "2", "3"), tricks(index, "s0", "6")];
  const answer = { rounds: [], next: { dealer: "E", first_bidder: "S" }, standing: {}, finished: false, detail: "" };
  const firstOf = (state) => {
    const page = sheetView({ ...state, answer: { ...answer, winners: [] } });
    const firsts = found(page, ({ props }) => props.placeholder === "1st");
    return firsts.map(({ props }) => props["aria-label"]);
  };
  const two = after({ type: "dealer", value: "E" }, ...row(0), ...row(1));
  assert.deepEqual(
    firstOf(two),
    [0, 1, 2].map((index) => `bid of ${"SWN"[index]}, round ${index + 1}`),
  );
  // A void round is dealt again, by the same dealer or by whoever is said to; a dealer who was chosen deals.
  const voided = { type: "event", row: 1, at: 0, member: "reason", value: "Exposed" };
  const again = [{ type: "eventBegun", row: 1, kind: "void" }, voided].reduce(update, two);
  assert.equal(firstOf(again).at(-1), "bid of W, round 3");
  const moved = update(again, { ...voided, member: "redeal_by", value: "next_dealer" });
  assert.equal(firstOf(moved).at(-1), "bid of N, round 3");
  const chosen = update(two, { type: "rowDealer", row: 1, value: "3" });
  assert.deepEqual(firstOf(chosen).slice(1), ["bid of N, round 2", "bid of E, round 3"]);
});

test("a row with tricks says which bids are missing, where bids are needed", () => {
  const said = (state) => textOf(sheetView(state));
  const missing = /The bid of ([^:]*) is missing/;
  assert.doesNotMatch(said(after(...bids(0, "3", "4"))), missing);
  const state = after(...bids(0, "3", "4", "", "3"), tricks(0, "s0", "6"));
  assert.equal(missing.exec(said(state))[1], "S");
  assert.equal(missing.exec(said(after(tricks(0, "s0", "6"))))[1], "N, E, S, W");
  const voided = { type: "event", row: 0, at: 0, member: "reason", value: "Exposed" };
  assert.doesNotMatch(said([{ type: "eventBegun", row: 0, kind: "void" }, voided].reduce(update, state)), missing);
  const { parameters } = PAIRS.detail;
  const itself = { ...parameters, bids: { by: "player", first_round: "bids_itself" } };
  const first = update(state, { ...PAIRS, detail: { ...PAIRS.detail, parameters: itself } });
  assert.doesNotMatch(said(first), missing);
});

test("rows below one that is not whole wait for it", () => {
  const row = (index) => [...bids(index, "3", "4", "2", "3"), tricks(index, "s0", "6")];
  const state = after(...row(0), ...row(1), { type: "bid", row: 0, bidder: 1, value: "" });
  assert.deepEqual(bodyOf(state).rounds, []);
  assert.equal(rowsShown(state).length, 2);
});

test("undo goes back a field at a time", () => {
  const state = after(
    { type: "bid", row: 0, bidder: 0, value: "1" },
    { type: "bid", row: 0, bidder: 0, value: "12" },
    { type: "bid", row: 0, bidder: 1, value: "3" },
  );
  const once = update(state, { type: "undo" });
  assert.deepEqual(once.rows[0].bids, ["12"]);
  assert.deepEqual(update(once, { type: "undo" }).rows, []);
});

test("a game goes out as JSON and comes back the same", () => {
  const state = after(
    { type: "dealer", value: "W" },
    ...bids(0, "3", "4", "nil", "b6"),
    tricks(0, "p0", "6"),
    tricks(0, "p2", "0"),
  );
  const back = update(after(), { type: "imported", game: gameIn(JSON.stringify(bodyOf(state))), count: 1 });
  assert.deepEqual(bodyOf(back), bodyOf(state));
});

test("bids that are pasted in an order keep it, and a bidder who bids twice is shown as he is", () => {
  const bid = (player, won, more) => ({ player, tricks: won, ...more });
  const list = [bid("E", 4), bid("N", 3), bid("S", 0, { kind: "blind_nil" }), bid("W", 2)];
  const round = { bids: list, tricks_won: { N: 6, S: 0, "E+W": 7 } };
  const twice = { ...round, bids: [...list, bid("E", 5)] };
  const game = { players: ["N", "E", "S", "W"], rounds: [round, twice] };
  const state = after({ type: "imported", game, count: 1 });
  assert.deepEqual(bodyOf(state).rounds, game.rounds);
  const edited = update(state, { type: "bid", row: 0, bidder: 1, value: "5" });
  assert.deepEqual(bodyOf(edited).rounds[0].bids, list.with(0, bid("E", 5)));
  assert.deepEqual(restored(initial(), kept(state)).rows, state.rows);
  assert.equal(restored(initial(), { ...kept(state), rows: [{ ...state.rows[0], listed: [9] }] }), null);
});

test("a round with more than a row can show is kept as it is", () => {
  const bids_by_player = { N: 3, E: 4, S: 2, W: 3 };
  const logged = { bids_by_player, tricks: [{ leader: "N", cards: ["KH", "2H", "3H", "4H"] }], time_called: true };
  const strange = { bids_by_player, tricks_won: { "N+S": 6, "E+W": 7 }, adjustments: [{ reason: "x", points: "3" }] };
  const sheet = sheetOf({ players: ["N", "E", "S", "W"], rounds: [logged, strange] }, initial().ruleset);
  const state = { ...after(), ...sheet };
  assert.deepEqual(bodyOf(state).rounds, [logged, strange]);
  assert.match(textOf(sheetView(state)), /As it was pasted, with bids by player, tricks, time called\./);
});

test("what is kept is a sheet, and nothing else is", () => {
  const state = after(...bids(0, "3", "4"));
  assert.deepEqual(kept(restored(initial(), JSON.parse(JSON.stringify(kept(state))))), kept(state));
  for (const value of [
    null,
    3,
    {},
    { ...kept(state), rows: [{ bids: [3], tricks: {} }] },
    { ...kept(state), record: { players: ["N"] } },
    { ...kept(state), mode: undefined },
  ]) {
    assert.equal(restored(initial(), value), null);
  }
});

test("faults lead to their rows and fields", () => {
  assert.equal(rowOf("#/rounds/11/tricks_won"), 11);
  assert.equal(rowOf("#/ruleset"), null);
  const faults = [{ pointer: "#/rounds/0/bids_by_player/a~1b%20~0", detail: "" }];
  assert.equal(isAbout(faults, "bids_by_player", "a/b ~"), true);
  assert.equal(isAbout(faults, "tricks_won", "a/b ~"), false);
});

test("the axis has round numbers, and labels don't cover each other", () => {
  assert.deepEqual(ticksOf(-8, 207), [-50, 0, 50, 100, 150, 200, 250]);
  const [first, second] = spread([100, 102]);
  assert.ok(second - first >= 15);
});

test("every field of the table has a name", () => {
  const page = sheetView(after(...bids(0, "3", "4", "2", "3"), tricks(0, "s0", "6")));
  const fields = found(page, ({ tag, props }) => tag === "input" && props.size);
  assert.equal(fields.length, 12);
  assert.ok(fields.every(({ props }) => props["aria-label"]));
  assert.ok(textOf(page).includes("N+S"));
});

test("sides with names of their own and the score before the first round come with a game, and go with it", () => {
  const game = {
    ruleset: "pagat",
    players: ["ana", "ben", "cy", "dee"],
    teams: [
      { name: "Us", players: ["ana", "cy"] },
      { name: "Them", players: ["ben", "dee"] },
    ],
    before: { Us: { score: 120, bags: 3 } },
    rounds: [
      {
        bids_by_player: { ana: 3, ben: 4, cy: 2, dee: 3 },
        tricks_won: { Us: 6, Them: 7 },
        adjustments: [{ team: "Us", points: -10, reason: "Late" }],
      },
    ],
  };
  const state = update(after(), { type: "imported", game: gameIn(JSON.stringify(game)), count: 1 });
  assert.deepEqual(bodyOf(state), game);
  assert.deepEqual(kept(restored(initial(), JSON.parse(JSON.stringify(kept(state))))), kept(state));
  assert.equal(update(state, { type: "empty" }).record.before, undefined);
  assert.equal(restored(initial(), { ...kept(state), record: { ...state.record, before: 3 } }), null);
});

test("a game that goes on keeps the number of its first round, which its rows follow", () => {
  const row = { bids_by_player: { N: 3, E: 3, S: 3, W: 3 }, tricks_won: { "N+S": 6, "E+W": 7 } };
  const game = { ruleset: "pagat", players: ["N", "E", "S", "W"], before: {}, first_round_number: 5, rounds: [row] };
  const state = update(after(), { type: "imported", game, count: 1 });
  assert.deepEqual(bodyOf(state), game);
  assert.deepEqual(kept(restored(initial(), JSON.parse(JSON.stringify(kept(state))))), kept(state));
  assert.equal(update(state, { type: "empty" }).record.first_round_number, undefined);
  assert.equal(restored(initial(), { ...kept(state), record: { ...state.record, first_round_number: "5" } }), null);
  const labels = found(sheetView(state), ({ props }) => props["aria-label"]?.startsWith("bid of N"));
  assert.deepEqual(
    labels.map(({ props }) => props["aria-label"]),
    ["bid of N, round 5", "bid of N, round 6"],
  );
  // Rows by themselves are a game that begins with the first of them.
  const alone = gameIn(JSON.stringify({ ruleset: "pagat", players: game.players, round_number: 5, ...row }));
  assert.equal(sheetOf(alone).record.first_round_number, 5);
});

test("where the first round has no bids, the first row of a game that goes on needs them", () => {
  const rules = { type: "detail", detail: structuredClone(PAIRS.detail) };
  rules.detail.parameters.bids.first_round = "bids_itself";
  const game = { players: ["N", "E", "S", "W"], rounds: [{ tricks_won: { "N+S": 6, "E+W": 7 } }] };
  const missing = (more) => {
    const events = [rules, { type: "imported", game: { ...game, ...more }, count: 1 }];
    return /The bid of N, E, S, W is missing/.test(textOf(sheetView(events.reduce(update, initial()))));
  };
  assert.deepEqual(
    [missing({}), missing({ first_round_number: 1 }), missing({ first_round_number: 2 })],
    [false, false, true],
  );
});

test("what is read is noted, and a note or an open question is no fault of a round", () => {
  const game = { players: ["N", "E", "S", "W"], rounds: [{ bids_by_player: { N: 3 } }] };
  const notes = [{ detail: "Who sits where is assumed." }];
  const state = update(after(), { type: "imported", game, count: 1, notes });
  assert.match(state.notice, /1 round was read\. Undo takes them back\. Who sits where is assumed\.$/);
  const said = [{ severity: "note", pointer: "#/rounds/0/bids_by_player/N", detail: "It counts as 4." }];
  const round = { number: 1, findings: said, undecided: [{ detail: "The order is open." }], teams: [] };
  const standing = { "N+S": { score: 0, bags: 0, sets: 0 } };
  const answer = { rounds: [round], standing, finished: false, winners: [], detail: "" };
  const page = sheetView({ ...state, answer });
  assert.match(textOf(page), /It counts as 4\.The order is open\./);
  assert.doesNotMatch(textOf(page), /Something is wrong/);
  assert.equal(found(page, ({ props }) => props.class?.includes("faulty")).length, 0);
});

test("a score below 0 has a minus sign wherever it is said, and a name with a hyphen keeps it", () => {
  const teams = [
    { team: "N+S", players: [], nils: [], lines: [], points: -18, before: { score: 0 }, after: { score: -18 } },
  ];
  const answer = {
    rounds: [{ dealer: "N", findings: [], teams }],
    standing: { "N+S": { score: -18, bags: 0, sets: 0 } },
    finished: true,
    winners: ["N+S"],
    detail: "Pair-2 wins with -18: it is over.",
  };
  const text = textOf(sheetView({ ...after(...bids(0, "3", "4", "2", "3"), tricks(0, "s0", "6")), answer }));
  assert.match(text, /Pair-2 wins with −18: it is over\./);
  assert.match(text, /N\+S, winner−18/);
  assert.doesNotMatch(text, / -\d/);
});

test("a game that is over before its first round has a blank row", () => {
  const standing = { "N+S": { score: 600, bags: 0, sets: 0 } };
  const answer = { rounds: [], standing, finished: true, winners: ["N+S"], detail: "N+S wins with 600." };
  assert.equal(rowsShown({ ...after(), answer }).length, 1);
  assert.match(textOf(sheetView({ ...after(), answer })), /N\+S wins with 600\./);
});

test("whoever dealt a round can be put right, and it can be left to the rules again", () => {
  const game = sheetOf({
    ruleset: "pagat",
    players: ["N", "E", "S", "W"],
    first_dealer: "N",
    rounds: [{ dealer: "S", bids_by_player: { N: 3, E: 3, S: 3, W: 3 }, tricks_won: { "N+S": 7, "E+W": 6 } }],
  });
  const state = { ...after(), ...game };
  const dealt = (value) => bodyOf(update(state, { type: "rowDealer", row: 0, value })).rounds[0].dealer;
  assert.deepEqual([bodyOf(state).rounds[0].dealer, dealt("1"), dealt("")], ["S", "E", undefined]);
  const [field] = found(
    sheetView(update(state, { type: "opened", row: 0 })),
    ({ props }) => props["aria-label"] === "dealer of round 1",
  );
  assert.equal(field.props.value, "2");
});
