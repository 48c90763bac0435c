import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf } from "../../../service/desk/static/sheet/asking.js";
import { gameOf, sheetOf } from "../../../service/desk/static/sheet/state.js";
import { isAbout, roundsShown, rowOf, unitsIn } from "../../../service/desk/static/sheet/state.js";
import { initial, kept, restored } from "../../../service/desk/static/sheet/state.js";
import { update } from "../../../service/desk/static/sheet/update.js";
import { sheetView } from "../../../service/desk/static/view/sheet.js";
import { found, textOf } from "./reading.mjs";

const PAIRS = {
  type: "detail",
  detail: { name: "pagat", options: [], parameters: { table: { sides: "partnership" }, bids: { by: "player" } } },
};
const after = (...events) => [PAIRS, ...events].reduce(update, initial());
const bids = (row, ...values) => values.map((value, at) => ({ type: "bid", row, bidder: "NESW"[at], value }));
const tricks = (row, unit, value) => ({ type: "tricks", row, unit, value });

test("a whole row is a round, and a blank one follows", () => {
  const state = after(...bids(0, "3", "4", "nil", "b6"), tricks(0, "N", "6"), tricks(0, "S", "0"));
  assert.deepEqual(bodyOf(state), {
    ruleset: "pagat",
    players: ["N", "E", "S", "W"],
    rounds: [
      { bids_by_player: { N: 3, E: 4, S: 0, W: 6 }, blind_bidders: ["W"], tricks_won: { N: 6, S: 0, "E+W": 7 } },
    ],
  });
  assert.equal(roundsShown(state).length, 2);
});

test("where a 0 may be nil or promise nothing, the bids are sent in their order", () => {
  const both = { type: "detail", detail: structuredClone(PAIRS.detail) };
  both.detail.parameters.bids.zero = { allowed: true };
  const events = [{ type: "dealer", value: "E" }, ...bids(0, "3", "0", "nil", "4"), tricks(0, "N", "5")];
  const won = [tricks(0, "E", "2"), tricks(0, "S", "0")];
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

test("tricks are asked of players where one of them bid nil, or where the round has theirs", () => {
  assert.deepEqual(unitsIn(after(), 0), [["N+S"], ["E+W"]]);
  assert.deepEqual(unitsIn(after(...bids(0, "3", "0")), 0), [["N+S"], ["E", "W"]]);
  assert.deepEqual(unitsIn(after(), 0, { tricks_won: { N: 3 } }), [["N", "S"], ["E+W"]]);
});

test("whoever bids first is known before the service says so, and keeps his turn", () => {
  const row = (index) => [...bids(index, "3", "4", "2", "3"), tricks(index, "N+S", "6")];
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
});

test("a round that is being played is not sent yet, and what is missing in one before it is for the service to say", () => {
  const row = (index) => [...bids(index, "3", "4", "2", "3"), tricks(index, "N+S", "6")];
  const state = after(...row(0), ...row(1), { type: "bid", row: 0, bidder: "E", value: "" });
  assert.deepEqual(
    bodyOf(state).rounds.map(({ bids_by_player: said }) => Object.keys(said).join("")),
    ["NSW", "NESW"],
  );
  const playing = after(...row(0), ...bids(1, "3", "4"));
  assert.deepEqual([bodyOf(playing).rounds.length, roundsShown(playing).length], [1, 2]);
});

test("undo goes back a field at a time", () => {
  const state = after(
    { type: "bid", row: 0, bidder: "N", value: "1" },
    { type: "bid", row: 0, bidder: "N", value: "12" },
    { type: "bid", row: 0, bidder: "E", value: "3" },
  );
  const once = update(state, { type: "undo" });
  assert.deepEqual(once.record.rounds, [{ bids_by_player: { N: 12 } }]);
  assert.deepEqual(update(once, { type: "undo" }).record.rounds, []);
  assert.deepEqual(update(once, { type: "redo" }).record, state.record);
});

test("a game goes out as JSON and comes back the same", () => {
  const state = after(
    { type: "dealer", value: "W" },
    ...bids(0, "3", "4", "nil", "b6"),
    tricks(0, "N", "6"),
    tricks(0, "S", "0"),
  );
  const back = update(after(), { type: "imported", game: gameOf([bodyOf(state)]), count: 1 });
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
  const edited = update(state, { type: "bid", row: 0, bidder: "E", value: "5" });
  assert.deepEqual(bodyOf(edited).rounds[0].bids, list.with(0, bid("E", 5)));
  assert.deepEqual(restored(initial(), kept(state)).record, state.record);
  const strange = { ...state.record, rounds: [{ bids: [9] }] };
  assert.equal(restored(initial(), { ...kept(state), record: strange }), null);
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
    { ...kept(state), record: { ...state.record, rounds: [{ tricks_won: 3 }] } },
    { ...kept(state), record: { players: state.record.players } },
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

test("every field of the table has a name", () => {
  const page = sheetView(after(...bids(0, "3", "4", "2", "3"), tricks(0, "N+S", "6")));
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
  const state = update(after(), { type: "imported", game: gameOf([game]), count: 1 });
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
  const alone = gameOf([{ ruleset: "pagat", players: game.players, round_number: 5, ...row }]);
  assert.equal(sheetOf(alone).record.first_round_number, 5);
});

test("what is read is noted, and a note or an open question is no fault of a round", () => {
  const game = { players: ["N", "E", "S", "W"], rounds: [{ bids_by_player: { N: 3 } }] };
  const notes = [{ detail: "Who sits where is assumed." }];
  const state = update(after(), { type: "imported", game, count: 1, notes });
  assert.match(state.notice, /1 round was read\. Undo takes them back\. Who sits where is assumed\.$/);
  const said = [{ severity: "note", pointer: "#/rounds/0/bids_by_player/N", detail: "It counts as 4." }];
  const round = { number: 1, findings: said, undecided: [{ detail: "The order is open." }], as_ruled: [] };
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
    rounds: [{ dealer: "N", findings: [], as_ruled: teams }],
    standing: { "N+S": { score: -18, bags: 0, sets: 0 } },
    finished: true,
    winners: ["N+S"],
    detail: "Pair-2 wins with -18: it is over.",
  };
  const text = textOf(sheetView({ ...after(...bids(0, "3", "4", "2", "3"), tricks(0, "N+S", "6")), answer }));
  assert.match(text, /Pair-2 wins with −18: it is over\./);
  assert.match(text, /N\+S, winner−18/);
  assert.doesNotMatch(text, / -\d/);
});

test("a game that is over before its first round has a blank row", () => {
  const standing = { "N+S": { score: 600, bags: 0, sets: 0 } };
  const answer = { rounds: [], standing, finished: true, winners: ["N+S"], detail: "N+S wins with 600." };
  assert.equal(roundsShown({ ...after(), answer }).length, 1);
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
  assert.deepEqual([bodyOf(state).rounds[0].dealer, dealt("E"), dealt("")], ["S", "E", undefined]);
  const [field] = found(
    sheetView(update(state, { type: "opened", row: 0 })),
    ({ props }) => props["aria-label"] === "dealer of round 1",
  );
  assert.equal(field.props.value, "S");
});
