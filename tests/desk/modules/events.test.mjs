import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf } from "../../../service/desk/static/sheet/asking.js";
import { EVENTS, eventsIn } from "../../../service/desk/static/sheet/events.js";
import { initial, kept, restored, roundsShown, seatedIn, sheetOf } from "../../../service/desk/static/sheet/state.js";
import { update } from "../../../service/desk/static/sheet/update.js";
import { sheetView } from "../../../service/desk/static/view/sheet.js";
import { found, textOf } from "./reading.mjs";

const PAIRS = {
  type: "detail",
  detail: { name: "pagat", options: [], parameters: { table: { sides: "partnership" }, bids: { by: "player" } } },
};
const after = (...events) => [PAIRS, ...events].reduce(update, initial());
const bids = (row, ...values) => values.map((value, at) => ({ type: "bid", row, bidder: "NESW"[at], value }));
const whole = (row) => [...bids(row, "3", "4", "2", "3"), { type: "tricks", row, unit: "N+S", value: "6" }];
const happened = (row, kind, members = {}) => [
  { type: "eventBegun", row, kind },
  ...Object.entries(members).map(([member, value]) => ({
    type: "event",
    row,
    kind,
    at: EVENTS[kind].list ? 0 : null,
    member,
    value,
  })),
];

// Everything that a director decides, as the contract has it.
const DECIDED = {
  substitutions: [
    { out: "S", in: "eve" },
    { out: "eve", in: "S" },
  ],
  void: true,
  redeal_by: "next_dealer",
  reason: "A card was exposed",
  adjustments: [
    { team: "N+S", tricks: -3, to: "E+W", reason: "Talking across the board" },
    { team: "E+W", points: -10, reason: "Late" },
  ],
  time_called: true,
};

test("what a director decides is shown as events, and stays as it is", () => {
  const game = { players: ["N", "E", "S", "W"], rounds: [DECIDED] };
  const state = after({ type: "imported", game, count: 1 });
  assert.deepEqual(bodyOf(state).rounds, [DECIDED]);
  assert.deepEqual(
    eventsIn(DECIDED).map(({ kind, at }) => [kind, at]),
    [
      ["substitution", 0],
      ["substitution", 1],
      ["void", null],
      ["adjustment", 0],
      ["adjustment", 1],
      ["time", null],
    ],
  );
  assert.deepEqual(eventsIn({ void: false }), []);
  const gone = eventsIn(DECIDED)
    .toReversed()
    .reduce((next, event) => update(next, { type: "eventGone", row: 0, ...event }), state);
  assert.deepEqual(gone.record.rounds, []);
});

test("what is no number stays in its field, and an event is sent as far as it is known", () => {
  const begun = after(...whole(0), ...happened(0, "adjustment", { team: "N+S", points: "x" }));
  assert.match(begun.drafts["event 0 adjustment 0 points"].fault, /“x” is no number of points/);
  assert.deepEqual(bodyOf(begun).rounds[0].adjustments, [{ team: "N+S" }]);
});

test("a minus may be a real one, and tricks go to another side only if they are taken", () => {
  const members = { team: "N+S", tricks: "−3", to: "E+W", reason: "Talking" };
  const given = (change) =>
    bodyOf(after(...whole(0), ...happened(0, "adjustment", { ...members, ...change }))).rounds[0];
  assert.deepEqual(given({}).adjustments, [{ team: "N+S", tricks: -3, to: "E+W", reason: "Talking" }]);
  assert.deepEqual(given({ tricks: "+3" }).adjustments, [{ team: "N+S", tricks: 3, reason: "Talking" }]);
});

test("a void round and a forfeit need neither bids nor tricks; what is written of them is kept", () => {
  for (const [kind, members, said] of [
    ["void", { reason: "x" }, { void: true, reason: "x" }],
    ["forfeit", { forfeited_by: "N+S", reason: "x" }, { forfeited_by: "N+S", reason: "x" }],
  ]) {
    assert.deepEqual(bodyOf(after(...happened(0, kind, members))).rounds, [said]);
    const state = after(...bids(0, "3"), ...happened(0, kind, members));
    assert.deepEqual(bodyOf(state).rounds, [{ bids_by_player: { N: 3 }, ...said }]);
    assert.equal(roundsShown(state).length, 2);
  }
});

test("whoever comes in bids and takes tricks from that round on, and a mended name is mended everywhere", () => {
  const state = after(
    ...whole(0),
    ...bids(1, "3", "4", "0", "3"),
    { type: "tricks", row: 1, unit: "N", value: "6" },
    { type: "tricks", row: 1, unit: "S", value: "0" },
    ...happened(1, "substitution", { out: "S", in: "eve" }),
    ...whole(2).map((event) => ({ ...event, ...(event.bidder === "S" ? { bidder: "eve" } : {}) })),
    { type: "name", seat: 2, value: "cy" },
  );
  assert.deepEqual(seatedIn(state, 0), ["N", "E", "cy", "W"]);
  assert.deepEqual(seatedIn(state, 2), ["N", "E", "eve", "W"]);
  const [first, second, third] = bodyOf(state).rounds;
  assert.deepEqual(first.bids_by_player, { N: 3, E: 4, cy: 2, W: 3 });
  assert.deepEqual(second.substitutions, [{ out: "cy", in: "eve" }]);
  assert.deepEqual(second.tricks_won, { N: 6, eve: 0, "E+W": 7 });
  assert.deepEqual(third, { bids_by_player: { N: 3, E: 4, eve: 2, W: 3 }, tricks_won: { "N+cy": 6, "E+W": 7 } });
  // And back from the same game, as a file.
  const game = bodyOf(state);
  assert.deepEqual(bodyOf({ ...after(), ...sheetOf(game, state.ruleset) }), game);
});

test("events are undone one by one, go with their round, and are in the link", () => {
  const state = after(...whole(0), ...happened(0, "time"), ...happened(0, "void", { reason: "Cards exposed" }));
  assert.deepEqual(kept(restored(initial(), JSON.parse(JSON.stringify(kept(state))))), kept(state));
  const once = update(state, { type: "undo" });
  assert.deepEqual([once.record.rounds[0].void, once.record.rounds[0].reason], [true, undefined]);
  assert.equal(update(once, { type: "undo" }).record.rounds[0].void, undefined);
  const gone = update(state, { type: "eventGone", row: 0, kind: "time", at: null }).record.rounds[0];
  assert.deepEqual([gone.time_called, gone.void, gone.reason], [undefined, true, "Cards exposed"]);
  assert.deepEqual(update(state, { type: "remove", row: 0 }).record.rounds, []);
  for (const round of [7, { substitutions: "S" }, { adjustments: [7] }, { reason: 3 }]) {
    assert.equal(restored(initial(), { ...kept(state), record: { ...state.record, rounds: [round] } }), null);
  }
});

test("every field of an event has a name, and only what may still happen has a button", () => {
  const buttons = (state) =>
    found(sheetView(state), ({ tag, on }) => tag === "button" && on?.click?.type === "eventBegun").map(textOf);
  assert.deepEqual(
    buttons(after()),
    Object.values(EVENTS).map(({ title }) => title),
  );
  const state = after(...happened(0, "void", { reason: "x" }), ...happened(0, "time"), { type: "opened", row: 0 });
  assert.deepEqual(buttons(update(state, { type: "opened", row: 0 })).slice(0, 2), ["Substitute", "Adjustment"]);
  const open = after(...Object.keys(EVENTS).flatMap((kind) => happened(0, kind)));
  const fields = found(sheetView(open), ({ tag }) => tag === "select" || tag === "input").filter(
    ({ on }) => (on?.input ?? on?.change)?.type === "event",
  );
  assert.ok(fields.length >= 9);
  assert.ok(fields.every(({ props }) => props["aria-label"]));
});

test("a bid that no pack has stays in its field with the reason", () => {
  const state = after(...whole(0), { type: "bid", row: 1, bidder: "E", value: "99", over: "", left: true });
  assert.equal(bodyOf(state).rounds.length, 1);
  assert.match(textOf(sheetView(state)), /The round has 13 tricks: no bid is as high as this\./);
});

test("an adjustment by one is of one point or trick", () => {
  const said = (members) =>
    textOf(sheetView(after(...happened(0, "adjustment", { team: "N+S", reason: "x", ...members }))));
  assert.match(said({ points: "-1", tricks: "1" }), /N\+S: −1 point, \+1 trick\. x/);
  assert.match(said({ points: "2", tricks: "-3" }), /N\+S: \+2 points, −3 tricks/);
});

test("a substitute is named before the round has figures, as who deals or bids first, and on paper", () => {
  const next = { round_number: 2, dealer: "E", first_bidder: "S" };
  const standing = { "N+S": { score: 51, bags: 1, sets: 0 } };
  const answer = { rounds: [{ dealer: "N", findings: [], as_ruled: [] }], standing, winners: [], detail: "", next };
  const said = (...events) => {
    const page = sheetView({ ...after(...whole(0), ...events), answer });
    return [textOf(page), found(page, ({ props }) => props["data-turn"] === 0).map(({ props }) => props["aria-label"])];
  };
  const [before] = said();
  assert.match(before, /Round 2: E deals, S bids first\./);
  const [text, first] = said(...happened(1, "substitution", { out: "S", in: "eve" }));
  assert.match(text, /Round 2: E deals, eve bids first\./);
  assert.match(text, /Players, clockwise: N, E, S → eve, W\./);
  assert.equal(first[1], "bid of eve, round 2");
  const [dealt] = said(...happened(1, "substitution", { out: "E", in: "eve" }));
  assert.match(dealt, /Round 2: eve deals, S bids first\./);
  assert.match(dealt, /2eve deals/);
});

test("a forfeit between two rounds belongs to the one that was played, without an empty round", () => {
  const begins = (state) =>
    found(sheetView(state), ({ on }) => on?.click?.type === "eventBegun" && on.click.kind === "forfeit");
  const state = after(...whole(0));
  const [button] = begins(state);
  assert.equal(textOf(button), "Forfeit after round 1");
  const { kind, row } = button.on.click;
  const forfeited = after(...whole(0), ...happened(row, kind, { forfeited_by: "N+S", reason: "Left" }));
  const { rounds } = bodyOf(forfeited);
  assert.equal(rounds.length, 1);
  assert.deepEqual([rounds[0].forfeited_by, rounds[0].tricks_won], ["N+S", { "N+S": 6, "E+W": 7 }]);
  // It has one already.
  assert.deepEqual(
    begins(forfeited).map(({ on }) => on.click.row),
    [1],
  );
  const rows = (...events) => begins(after(...events)).map(({ on }) => on.click.row);
  assert.deepEqual(rows(), [0]);
  assert.deepEqual(rows(...happened(0, "void", { reason: "x" }), { type: "opened", row: 0 }), [1]);
  // A played round that is open has a button of its own, and one that was begun keeps its forfeit.
  assert.deepEqual(rows(...whole(0), { type: "opened", row: 0 }), [0, 0]);
  assert.deepEqual(rows(...whole(0), ...bids(1, "3")), [1]);
});

test("tricks that a director takes are taken off, and the side shows how many it took and how many count", () => {
  const side = (team, members) => ({
    team,
    players: [],
    nils: [],
    points: -50,
    before: { score: 0, bags: 0 },
    after: { score: -50, bags: 0 },
    ...members,
  });
  const line = (detail) => ({ code: "adjustment", points: 0, detail });
  const teams = [
    side("N+S", { tricks: 4, tricks_decided: -3, lines: [line("talking (3 tricks taken)")] }),
    side("E+W", { tricks: 9, tricks_decided: 3, lines: [line("talking (3 tricks given)")] }),
  ];
  const shown = (scored) => {
    const answer = {
      rounds: [{ dealer: "N", findings: [], as_ruled: scored }],
      standing: { "N+S": { score: -50, bags: 0, sets: 1 } },
      winners: [],
      detail: "",
    };
    return textOf(sheetView({ ...after(...whole(0)), answer }));
  };
  const text = shown(teams);
  assert.match(text, /adjustment: talking \(3 tricks taken off\) tricks 7, counted 4/);
  assert.match(text, /adjustment: talking \(3 tricks given\) tricks 6, counted 9/);
  assert.match(shown([side("N+S", { lines: [line("x (no tricks taken)")] })]), /x \(no tricks taken off\)/);
  assert.doesNotMatch(shown([side("N+S", { tricks: 6, lines: [] })]), /counted/);
});
