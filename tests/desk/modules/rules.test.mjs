import assert from "node:assert/strict";
import { test } from "node:test";
import { houseView } from "../../../service/desk/static/view/house.js";
import { faultsOf, keyOf, rulesShown } from "../../../service/desk/static/rules/house.js";
import {
  changedRules,
  isSame,
  readField,
  rulesetWords,
  textOf,
  valueOf,
  withRule,
  wordsOf,
} from "../../../service/desk/static/rules/values.js";
import { initial, kept } from "../../../service/desk/static/state.js";
import { update } from "../../../service/desk/static/update.js";
import { found, textOf as textIn } from "./reading.mjs";

const RULES = [
  { name: "deck.jokers", type: "choice", values: [0, 1, 2], often_changed: true },
  { name: "deck.removed", type: "cards", by_players: true, often_changed: true },
  { name: "deck.leftover", type: "choice", values: ["none", "set_aside"] },
  {
    name: "bids.nil.failed",
    type: "worth",
    members: ["points", "per_missing_trick"].map((name) => ({ name, type: "number", least: -10_000, most: 0 })),
  },
  { name: "bids.table.not", type: "numbers", least: 0, most: 54 },
  {
    name: "contracts",
    type: "contracts",
    members: [
      { name: "least", type: "number", least: 0, most: 27 },
      { name: "bid", type: "choice", values: [true, false] },
      { name: "made.points", type: "number", least: 0, most: 10_000 },
    ],
  },
  { name: "penalties.revoke.of", type: "words", values: ["none", "tricks", "no_points"] },
  { name: "bags.limit", type: "number", least: 0, most: 100, often_changed: true },
];
const PARAMETERS = {
  deck: { jokers: 0, removed: {}, leftover: "none" },
  bids: { nil: { failed: { points: -100 } }, table: { not: [] } },
  contracts: [],
  penalties: { revoke: { of: [] } },
  bags: { limit: 10 },
};
const DETAIL = {
  name: "pagat",
  parameters: PARAMETERS,
  options: [{ name: "short", excludes: [], parameters: { bags: { limit: 5 } } }],
};
const start = () =>
  [
    { type: "detail", detail: DETAIL },
    { type: "parametersSaid", parameters: RULES.map((rule) => ({ section: "All", text: "", ...rule })) },
  ].reduce(update, initial());
const after = (...events) => events.reduce(update, start());
const typed = (name, value, member = null) => ({ type: "ruleTyped", name, member, value, over: "" });
const rulesWith = (texts) => RULES.map(({ name }) => ({ parameter: name, text: texts[name] ?? `${name}!` }));
const saidOf = (key, parameters, rules) => ({
  type: "rulesSaid",
  said: { key, parameters, rules: new Map(rules.map((rule) => [rule.parameter, rule])), faults: [] },
});

test("a value of the preset is no change, and one of an option counts as the preset's", () => {
  const state = after(typed("bags.limit", "5"));
  assert.deepEqual(state.ruleset.overrides, { bags: { limit: 5 } });
  assert.deepEqual(update(state, typed("bags.limit", "10")).ruleset.overrides, {});
  const short = update(start(), { type: "option", name: "short", checked: true });
  assert.equal(valueOf(short, "bags.limit"), 5);
  assert.deepEqual(withRule(short, "bags.limit", 5).overrides, {});
  assert.deepEqual(withRule(short, "bags.limit", 10).overrides, { bags: { limit: 10 } });
});

test("what is changed is put back one by one, and all at once", () => {
  const state = after(typed("bags.limit", "5"), typed("deck.jokers", "2"));
  assert.deepEqual(kept(state).ruleset.overrides, { bags: { limit: 5 }, deck: { jokers: 2 } });
  assert.deepEqual(update(state, { type: "ruleBack", name: "deck.jokers" }).ruleset.overrides, { bags: { limit: 5 } });
  assert.deepEqual(update(state, { type: "rulesBack" }).ruleset.overrides, {});
  assert.equal(rulesetWords(state.ruleset), "pagat with bag limit 5; jokers 2");
});

test("what can't be a value is the rule's until the service refuses it, and none at all puts the rule back", () => {
  const state = after(typed("bags.limit", "500"));
  assert.deepEqual(state.ruleset.overrides, { bags: { limit: 500 } });
  const faults = [{ pointer: "#/ruleset/overrides/bags/limit", detail: "500 is above the maximum, 100: write -1." }];
  const refused = update(state, { type: "rulesRefused", key: keyOf(state.ruleset), faults });
  const [field] = found(
    houseView(update(refused, { type: "houseOpened" })),
    ({ props }) => props["aria-label"] === "bag limit",
  );
  assert.deepEqual([field.props.value, field.props["aria-invalid"]], ["500", "true"]);
  assert.match(textIn(houseView(refused)), /500 is above the maximum, 100: write −1\./);
  assert.deepEqual(update(refused, typed("bags.limit", "")).ruleset.overrides, {});
});

test("one member of a rule is changed, and the cards for this number of players", () => {
  const worth = after(typed("bids.nil.failed", "-10", "per_missing_trick"));
  assert.deepEqual(worth.ruleset.overrides, { bids: { nil: { failed: { points: -100, per_missing_trick: -10 } } } });
  // What is nothing is left out, and a set that costs nothing is a rule, too.
  for (const nothing of ["0", ""]) {
    const back = update(worth, typed("bids.nil.failed", nothing, "per_missing_trick"));
    assert.deepEqual(back.ruleset.overrides, {});
    const free = update(back, typed("bids.nil.failed", nothing, "points"));
    assert.deepEqual(free.ruleset.overrides, { bids: { nil: { failed: {} } } });
    assert.equal(rulesetWords(free.ruleset), "pagat with nil failed none");
  }
  const removed = after(typed("deck.removed", "2h 2♦", "4"));
  assert.deepEqual(removed.ruleset.overrides, { deck: { removed: { 4: ["2H", "2D"] } } });
  assert.deepEqual(update(removed, typed("deck.removed", "", "4")).ruleset.overrides, {});
});

test("rules in rows of a table are changed one by one, listed by their whole name, and put back", () => {
  const state = after(
    typed("bids.nil.failed", "-50", "points"),
    typed("bids.table.not", "11, 13"),
    typed("penalties.revoke.of", "Tricks, no points"),
  );
  assert.deepEqual(state.ruleset.overrides, {
    bids: { nil: { failed: { points: -50 } }, table: { not: [11, 13] } },
    penalties: { revoke: { of: ["tricks", "no_points"] } },
  });
  assert.deepEqual(changedRules(state.ruleset), ["bids.nil.failed", "bids.table.not", "penalties.revoke.of"]);
  assert.equal(
    rulesetWords(state.ruleset),
    "pagat with nil failed points −50; table not 11, 13; revoke of tricks, no points",
  );
  const back = update(state, { type: "ruleBack", name: "bids.nil.failed" });
  assert.deepEqual(back.ruleset.overrides.bids, { table: { not: [11, 13] } });
  assert.deepEqual(update(back, { type: "ruleBack", name: "penalties.revoke.of" }).ruleset.overrides, {
    bids: { table: { not: [11, 13] } },
  });
  const shown = found(houseView(state), ({ props }) => props["data-place"]);
  assert.deepEqual(
    shown.map(({ props }) => props["data-place"]),
    ["bids/nil/failed", "bids/table/not", "penalties/revoke/of"].map((place) => `ruleset/overrides/${place}`),
  );
  const open = update(state, { type: "houseOpened" });
  const fields = found(houseView(open), ({ tag, props }) => tag === "input" && props.type !== "search");
  assert.deepEqual(
    fields.map(({ props }) => [props["aria-label"], props.value]),
    [
      ["removed with 4 players", ""],
      ["nil failed points", "-50"],
      ["nil failed per missing trick", ""],
      ["table not", "11 13"],
      ["revoke of", "tricks, no points"],
      ["bag limit", "10"],
    ],
  );
});

test("contracts are rows with fields, which can be added and taken away", () => {
  const press = (state, label) => {
    const [button] = found(houseView(state), (each) => each.tag === "button" && textIn(each) === label);
    return update(state, button.on.click);
  };
  const open = after({ type: "houseOpened" }, { type: "ruleSearched", value: "contract" });
  const [one, two] = [press(open, "Add a contract"), press(press(open, "Add a contract"), "Add a contract")];
  assert.deepEqual(one.ruleset.overrides, { contracts: [{ made: { points: 100 } }] });
  const state = [
    typed("contracts", "10", "1.least"),
    typed("contracts", "1", "1.bid"),
    typed("contracts", "200", "1.made.points"),
    typed("contracts", "0", "0.made.points"),
  ].reduce(update, two);
  const rows = [{ made: {} }, { made: { points: 200 }, least: 10, bid: false }];
  assert.deepEqual(state.ruleset.overrides, { contracts: rows });
  assert.equal(rulesetWords(state.ruleset), "pagat with contract made none; made points 200, least 10, bid no");
  const labels = found(houseView(state), ({ tag, props }) => tag === "input" && props.type !== "search");
  assert.deepEqual(
    labels.map(({ props }) => [props["aria-label"], props.value]),
    [
      ["contract 1 least", ""],
      ["contract 1 made points", ""],
      ["contract 2 least", "10"],
      ["contract 2 made points", "200"],
    ],
  );
  const left = press(state, "Take contract 1 away");
  assert.deepEqual([left.ruleset.overrides, left.drafts], [{ contracts: [rows[1]] }, {}]);
  assert.deepEqual(press(left, "Take contract 1 away").ruleset.overrides, {});
  const asBefore = update(update(two, typed("contracts", "1", "0.bid")), typed("contracts", "0", "0.bid"));
  assert.deepEqual(asBefore.ruleset, two.ruleset);
});

test("fields read what their rule takes; what is none of it stays for the service to refuse", () => {
  const read = (type, text, more = {}) => readField({ type, member: null, ...more }, text);
  assert.equal(read("number", " −3 "), -3);
  assert.equal(read("number", "x"), "x");
  for (const member of [null, "4"]) assert.equal(read("number", "", { by_players: true, member }), null);
  assert.deepEqual(read("cards", "bj lj 2s"), ["BJ", "LJ", "2S"]);
  assert.deepEqual(read("cards", "S:AK"), ["AS", "KS"]);
  assert.deepEqual(read("cards", ""), []);
  assert.deepEqual(read("cards", "11h 2s"), ["11h", "2s"]);
  assert.deepEqual(read("counts", "3, 4 4"), [3, 4]);
  assert.deepEqual(read("numbers", "1 3, x"), [1, 3, "x"]);
  assert.deepEqual(read("numbers", ""), []);
  assert.deepEqual(read("words", "no points, No_Points"), ["no_points"]);
  assert.deepEqual(read("words", " "), []);
});

test("values from a link are text, whatever they are", () => {
  assert.equal(textOf({ type: "number" }, { valueOf: 1 }), '{"valueOf":1}');
  assert.equal(textOf({ type: "cards" }, [{}]), "[{}]");
  assert.equal(wordsOf(null), "unknown");
  assert.equal(wordsOf({ made: 150, or_more: true }), "made 150, or more yes");
  assert.ok(isSame({ a: 1, b: { c: [2] } }, { b: { c: [2] }, a: 1 }));
});

test("the first rules are shown, those changed, and those whose name or sentence has every word", () => {
  const names = (state) => rulesShown(state).map(({ name }) => name);
  const open = after({ type: "houseOpened" });
  assert.deepEqual(names(open), ["deck.jokers", "deck.removed", "bags.limit"]);
  assert.deepEqual(names(update(open, { type: "ruleNamed", name: "deck.leftover" })), [
    "deck.jokers",
    "deck.removed",
    "deck.leftover",
    "bags.limit",
  ]);
  const told = update(open, saidOf(keyOf(open.ruleset), PARAMETERS, rulesWith({ "deck.leftover": "What is over." })));
  assert.deepEqual(names(update(told, { type: "ruleSearched", value: "OVER what" })), ["deck.leftover"]);
  assert.deepEqual(names(update(told, { type: "ruleSearched", value: "bag limit" })), ["bags.limit"]);
  assert.deepEqual(names(update(told, { type: "ruleSearched", value: "revoke of" })), ["penalties.revoke.of"]);
  // What has no effect is not shown, unless it is searched for by its name.
  const idle = rulesWith({ "bags.limit": "No bags count." });
  Object.assign(idle.at(-1), { applies: false });
  const without = update(open, saidOf(keyOf(open.ruleset), PARAMETERS, idle));
  assert.deepEqual(names(without), ["deck.jokers", "deck.removed"]);
  assert.deepEqual(names(update(without, { type: "ruleSearched", value: "no bags count" })), []);
  assert.deepEqual(names(update(without, { type: "ruleSearched", value: "bag limit" })), ["bags.limit"]);
  assert.deepEqual(names(update(without, typed("bags.limit", "5"))), ["deck.jokers", "deck.removed", "bags.limit"]);
});

test("a sentence is that of the value of now, and the preset's value is beside it", () => {
  const changed = after({ type: "houseOpened" }, typed("bags.limit", "5"));
  assert.match(textIn(houseView(changed)), /bag limit 5House rule\. In pagat: 10\./);
  const now = saidOf(
    keyOf(changed.ruleset),
    { ...PARAMETERS, bags: { limit: 5 } },
    rulesWith({ "bags.limit": "Five." }),
  );
  assert.match(textIn(houseView(update(changed, now))), /bag limit Five\.House rule\. In pagat: 10\./);
});

test("a value is chosen by the sentence that the service has for it", () => {
  const sentences = [{ value: 1, text: "One joker, so `deck.leftover` matters." }];
  const parameters = start().house.parameters.map((rule) => (rule.type === "choice" ? { ...rule, sentences } : rule));
  const state = after({ type: "parametersSaid", parameters }, { type: "houseOpened" });
  const [jokers] = found(houseView(state), ({ props }) => props["aria-label"] === "jokers");
  assert.deepEqual(jokers.children.map(textIn), ["0", "One joker, so leftover matters.", "2"]);
});

test("a contradiction is said at its rule, leads to the others, and is gone with the value", () => {
  const state = after({ type: "houseOpened" }, typed("deck.jokers", "2"));
  const faults = [
    { pointer: "#/ruleset/overrides/deck/jokers", detail: "deck.leftover and deck.jokers: 2 are left over." },
    { pointer: "#/ruleset/options", detail: "Options disagree." },
  ];
  const refused = update(state, { type: "rulesRefused", key: keyOf(state.ruleset), faults });
  assert.deepEqual(faultsOf(refused, "deck.jokers"), [faults[0]]);
  assert.deepEqual(faultsOf(refused), [faults[1]]);
  const named = found(houseView(refused), ({ on }) => on?.click?.type === "ruleNamed");
  assert.deepEqual(
    named.map(({ on }) => on.click.name),
    ["deck.leftover", "deck.jokers"],
  );
  const mended = update(refused, typed("deck.leftover", "1"));
  assert.deepEqual(faultsOf(mended, "deck.jokers"), []);
});

test("house rules go with their preset, which is said, and what no ruleset has can be taken away", () => {
  const state = update(after(typed("bags.limit", "5")), { type: "ruleset", value: "nello" });
  assert.deepEqual(state.ruleset, { name: "nello", options: [], overrides: {} });
  assert.match(state.notice, /changes of pagat/);
  const strange = {
    ...start(),
    ruleset: { name: "pagat", options: [], overrides: { deck: { aces: { valueOf: 1 } } } },
  };
  const [stranger] = found(houseView(strange), ({ props }) => props["data-place"]);
  assert.equal(textIn(stranger), "aces valueOf 1House rule. In pagat: unknown.Put back");
  assert.deepEqual(update(strange, { type: "ruleBack", name: "deck.aces" }).ruleset.overrides, {});
});
