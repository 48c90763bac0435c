import assert from "node:assert/strict";
import { test } from "node:test";
import { found, textOf as textIn } from "../../../service/desk/static/view/elements.js";
import { houseView } from "../../../service/desk/static/view/house.js";
import { rulesAsker } from "../../../service/desk/static/rules/asking.js";
import { choicesAsked, faultsOf, keyOf, rulesShown, saidOf } from "../../../service/desk/static/rules/house.js";
import {
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

const RULES = [
  { name: "deck.jokers", kind: "choice", values: [0, 1, 2], first: true },
  { name: "deck.removed", kind: "cards", byPlayers: true, first: true },
  { name: "deck.leftover", kind: "choice", values: ["none", "set_aside"] },
  {
    name: "special_bids.ten",
    kind: "members",
    members: [
      { name: "made", kind: "number", least: 0, most: 10_000 },
      { name: "or_more", kind: "choice", values: [false, true] },
    ],
  },
  { name: "bags.limit", kind: "number", least: 0, most: 100, first: true },
];
const PARAMETERS = {
  deck: { jokers: 0, removed: {}, leftover: "none" },
  special_bids: { ten: { made: 0, failed: 0, or_more: false } },
  bags: { limit: 10 },
};
const DETAIL = {
  name: "pagat",
  parameters: PARAMETERS,
  options: [{ name: "short", excludes: [], parameters: { bags: { limit: 5 } } }],
};
const start = () => update(initial({}, RULES), { type: "detail", detail: DETAIL });
const after = (...events) => events.reduce(update, start());
const typed = (name, value, member = null) => ({ type: "ruleTyped", name, member, value, over: "" });
const answer = (parameters, texts) => ({
  parameters,
  sections: [{ title: "All", rules: RULES.map(({ name }) => ({ parameter: name, text: texts[name] ?? `${name}!` })) }],
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
  const state = after(typed("bags.limit", "5"), { type: "ruleChosen", name: "deck.jokers", value: "2" });
  assert.deepEqual(kept(state).ruleset.overrides, { bags: { limit: 5 }, deck: { jokers: 2 } });
  assert.deepEqual(update(state, { type: "ruleBack", name: "deck.jokers" }).ruleset.overrides, {
    bags: { limit: 5 },
  });
  assert.deepEqual(update(state, { type: "rulesBack" }).ruleset.overrides, {});
  assert.equal(rulesetWords(state.ruleset), "pagat with bag limit 5; jokers 2");
});

test("what can't be a value stays as it was typed, with the reason, and the ruleset as it was", () => {
  const state = after(typed("bags.limit", "many"));
  assert.deepEqual(state.drafts["rule bags.limit"], {
    text: "many",
    over: "",
    fault: "Write a whole number from 0 to 100.",
  });
  assert.deepEqual(state.ruleset.overrides, {});
  assert.deepEqual(update(state, { type: "rulesBack" }).drafts, {});
});

test("one member of a rule is changed, and the cards for this number of players", () => {
  const ten = after(typed("special_bids.ten", "150", "made"), typed("special_bids.ten", "1", "or_more"));
  assert.deepEqual(ten.ruleset.overrides, { special_bids: { ten: { failed: 0, made: 150, or_more: true } } });
  const removed = after(typed("deck.removed", "2h 2♦", "4"));
  assert.deepEqual(removed.ruleset.overrides, { deck: { removed: { 4: ["2H", "2D"] } } });
  assert.deepEqual(update(removed, typed("deck.removed", "", "4")).ruleset.overrides, {});
});

test("fields read what their rule takes, and nothing else", () => {
  const field = (kind, more = {}) => ({ kind, least: -5, most: 5, member: null, ...more });
  assert.deepEqual(readField(field("number"), " −3 "), { said: -3 });
  for (const text of ["6", "", "1 2", "x", "1.5"]) assert.match(readField(field("number"), text).fault, /from −5 to 5/);
  assert.deepEqual(readField(field("number", { byPlayers: true }), ""), { said: null });
  assert.deepEqual(readField(field("cards"), "bj lj 2s"), { said: ["BJ", "LJ", "2S"] });
  assert.deepEqual(readField(field("cards"), ""), { said: [] });
  assert.match(readField(field("cards"), "11h").fault, /not a card/);
  assert.equal(readField(field("cards"), "??").fault, "Name each card.");
  assert.deepEqual(readField(field("counts", { least: 2, most: 6 }), "3, 4 4"), { said: [3, 4] });
  assert.ok(readField(field("counts", { least: 2, most: 6 }), "7").fault);
});

test("values from a link are text, whatever they are", () => {
  assert.equal(textOf({ kind: "number" }, { valueOf: 1 }), '{"valueOf":1}');
  assert.equal(textOf({ kind: "cards" }, [{}]), "[{}]");
  assert.equal(wordsOf(null), "unknown");
  assert.equal(wordsOf({ made: 150, or_more: true }), "made 150, or more yes");
  assert.ok(isSame({ a: 1, b: { c: [2] } }, { b: { c: [2] }, a: 1 }));
});

test("the first rules are shown, those changed, and those whose name or sentence has every word", () => {
  const names = (state) => rulesShown(state).map(({ name }) => name);
  assert.deepEqual(names(start()), []);
  const open = after({ type: "houseOpened" });
  assert.deepEqual(names(open), ["deck.jokers", "deck.removed", "bags.limit"]);
  assert.deepEqual(names(update(open, { type: "ruleNamed", name: "deck.leftover" })), [
    "deck.jokers",
    "deck.removed",
    "deck.leftover",
    "bags.limit",
  ]);
  const said = saidOf(keyOf(open.ruleset), answer(PARAMETERS, { "deck.leftover": "What is over." }));
  const told = update(open, { type: "rulesSaid", of: "preset", said });
  assert.deepEqual(names(update(told, { type: "ruleSearched", value: "OVER what" })), ["deck.leftover"]);
  assert.deepEqual(names(update(told, { type: "ruleSearched", value: "bag limit" })), ["bags.limit"]);
  const closed = after({ type: "ruleChosen", name: "deck.leftover", value: "1" });
  assert.deepEqual(names(closed), ["deck.leftover"]);
});

test("a sentence is that of the value of now, and the preset's is beside it", () => {
  const open = after({ type: "houseOpened" });
  const preset = saidOf(keyOf(open.ruleset), answer(PARAMETERS, { "bags.limit": "Ten bags." }));
  const changed = [{ type: "rulesSaid", of: "preset", said: preset }, typed("bags.limit", "5")].reduce(
    update,
    open,
  );
  assert.match(textIn(houseView(changed)), /bag limit 5House rule\. In pagat: Ten bags\./);
  const now = answer({ ...PARAMETERS, bags: { limit: 5 } }, { "bags.limit": "Five bags." });
  const told = update(changed, { type: "rulesSaid", of: "inForce", said: saidOf(keyOf(changed.ruleset), now) });
  assert.match(textIn(houseView(told)), /bag limit Five bags\.House rule\. In pagat: Ten bags\./);
});

test("a contradiction is said at its rule, leads to the others, and is gone with the value", () => {
  const state = after({ type: "houseOpened" }, { type: "ruleChosen", name: "deck.jokers", value: "2" });
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
  const mended = update(refused, { type: "ruleChosen", name: "deck.leftover", value: "1" });
  assert.deepEqual(faultsOf(mended, "deck.jokers"), []);
});

test("the service is asked about each value of the rule that is shown", () => {
  const state = after({ type: "houseOpened" }, { type: "ruleShown", name: "deck.jokers" });
  assert.deepEqual(
    choicesAsked(state).rulesets.map(({ overrides }) => overrides),
    [{}, { deck: { jokers: 1 } }, { deck: { jokers: 2 } }],
  );
  assert.equal(choicesAsked(update(state, { type: "ruleShown", name: "deck.jokers" })), null);
  const choices = [{ text: "None." }, { text: null, faults: ["One is left over."] }, { text: "Both." }];
  const told = update(state, { type: "choicesSaid", key: choicesAsked(state).key, choices });
  const said = textIn(houseView(told));
  assert.match(said, /None\. as in pagat/);
  assert.match(said, /jokers: 1One is left over\./);
});

test("the sentences of a rule that was closed before they came are there once it is open again", async () => {
  let state = after({ type: "houseOpened" }, { type: "ruleShown", name: "deck.jokers" });
  const asked = [];
  globalThis.fetch = (path, { body }) =>
    new Promise((answered) => {
      asked.push(() => {
        const { overrides = {} } = Object(JSON.parse(body).ruleset);
        const said = answer(PARAMETERS, { "deck.jokers": `${overrides.deck?.jokers ?? "No"} jokers.` });
        answered({ ok: true, status: 200, json: async () => said });
      });
    });
  const told = [];
  const ask = rulesAsker(
    () => state,
    (event) => {
      told.push(event.type);
      state = update(state, event);
    },
  );
  ask();
  state = update(state, { type: "ruleShown", name: "deck.jokers" });
  for (const answered of asked) answered();
  while (told.length < 2) await new Promise(setImmediate);
  state = update(state, { type: "ruleShown", name: "deck.jokers" });
  assert.match(textIn(houseView(state)), /No jokers\..*1 jokers\..*2 jokers\./);
});

test("house rules go with their preset, which is said, and what no ruleset has can be taken away", () => {
  const state = update(after(typed("bags.limit", "5")), { type: "ruleset", value: "nello" });
  assert.deepEqual(state.ruleset, { name: "nello", options: [], overrides: {} });
  assert.match(state.notice, /changes of pagat/);
  const strange = {
    ...start(),
    ruleset: { name: "pagat", options: [], overrides: { deck: { aces: { valueOf: 1 } } } },
  };
  assert.match(textIn(houseView(strange)), /deck\.aces = \{"valueOf":1\}/);
  assert.deepEqual(update(strange, { type: "ruleBack", name: "deck.aces" }).ruleset.overrides, {});
});

test("a sign that no rule has is refused with the right one", () => {
  const penalty = { name: "bags.penalty", kind: "number", least: -10_000, most: 0, member: null };
  assert.equal(readField(penalty, "100").fault, "Write −100.");
  assert.match(readField(penalty, "20000").fault, /from −10000 to 0/);
  assert.deepEqual(readField(penalty, "0"), { said: 0 });
  assert.equal(readField({ ...penalty, least: 0, most: 10_000 }, "-50").fault, "Write 50.");
});
