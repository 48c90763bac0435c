// From a state and what happened to the next state. Nothing here waits for anything.

import { EXAMPLES } from "./examples.js";
import { bidTyped, callTyped, cardClicked, cellTyped, claimTyped, handTyped, nameTyped, sheetTyped } from "./fields.js";
import { withoutCall } from "./record/afterwards.js";
import { withDealer } from "./record/hands.js";
import { rulesNow } from "./record/rules.js";
import { corrected } from "./record/slips.js";
import { withLeader } from "./record/tricks.js";
import { initial, isBlank, isRecord, namesOf, restored } from "./state.js";
import { asking, entered } from "./steps.js";
import { rulesetFor, withOptionSet } from "./table.js";

/** The state after an event; the same one if nothing came of it. */
export function update(state, event) {
  return (CHANGES[event.type] ?? (() => state))(state, event);
}

const CHANGES = {
  text: (state, { value }) => asking(state, { text: value, edited: "text", drafts: {}, step: isBlank(state) || state.edited === "grid" ? state.step + 1 : state.step }),
  line: (state, { text }) => asking(state, { text: `${state.text.trimEnd()}\n${text}\n`, edited: "text", step: state.step + 1 }),
  ruleset: (state, { value }) => withRuleset(state, { name: value, options: [], overrides: {} }),
  option: (state, { name, checked }) => withRuleset(state, withOptionSet(state, name, checked)),
  seats: (state, { value }) => withSeats(state, Number(value)),
  name: nameTyped,
  dealer: (state, { value }) => entered(state, withDealer(state.record, value)),
  hand: handTyped,
  bid: bidTyped,
  cell: cellTyped,
  leader: (state, { trick, value }) => entered(state, withLeader(state.record, rulesNow(state), trick, value === "" ? null : Number(value))),
  card: cardClicked,
  target: (state, { target, seat = state.view.seat }) => ({ ...state, view: { target, seat } }),
  callStarted: (state) => ({ ...state, started: { ...state.started, call: {} } }),
  call: callTyped,
  callGone: (state, { index }) => withoutCallAt(state, index),
  claimStarted: (state) => ({ ...state, started: { ...state.started, claim: {} } }),
  claim: claimTyped,
  claimGone: (state) => withoutClaim(state),
  sheet: sheetTyped,
  correct: (state, { changes }) => entered(state, corrected(state.record, changes) ?? state.record),
  example: (state, { index }) => asking(state, { ...fresh(state), text: EXAMPLES[index].text, ruleset: { name: EXAMPLES[index].ruleset, options: [], overrides: {} }, edited: "text", step: state.step + 1 }),
  empty: (state) => anew(state),
  kept: (state, { value }) => restored(state, value) ?? { ...state, notice: "This link can't be read: it is cut short, or from another version of the desk." },
  // What the service says.
  offered: (state, { rulesets }) => ({ ...state, offered: rulesets, locked: false }),
  detail: (state, { detail }) => ({ ...state, details: { ...state.details, [detail.name]: detail } }),
  read: (state, event) => (event.asked === state.asked ? read(state, event) : state),
  unreadable: (state, { asked, problem }) => (asked === state.asked ? { ...state, reading: { ...state.reading, problem }, answered: asked, away: false } : state),
  written: (state, { asked, text, losses }) => (asked === state.asked ? { ...state, text, reading: { ...initial().reading, losses } } : state),
  // The text stays: it is what somebody last wrote or saw.
  unwritten: (state, { asked }) => (asked === state.asked ? { ...state, reading: { ...initial().reading, isBehind: true } } : state),
  ruled: (state, { asked, answer }) => (asked === state.asked ? { ...state, answer, problem: null, answered: asked, away: false, locked: false } : state),
  refused: (state, { asked, problem }) => (asked === state.asked ? { ...state, answer: null, problem, answered: asked, away: false } : state),
  legal: (state, { turn }) => ({ ...state, turn }),
  away: (state) => ({ ...state, away: true }),
  locked: (state) => ({ ...state, locked: true, away: false }),
  again: (state) => asking(state, {}),
  said: (state, { notice }) => ({ ...state, notice }),
};

function fresh(state) {
  const { offered, details, asked } = state;
  return { ...initial(), offered, details, asked };
}

/** An empty desk with the ruleset of the last round, and a table for it. */
function anew(state) {
  const { ruleset, offered, step } = state;
  const counts = offered.find((each) => each.name === ruleset.name)?.players ?? [4];
  const count = counts.includes(4) ? 4 : counts[0];
  return asking(state, { ...fresh(state), ruleset, record: { players: namesOf(count), tricks: [] }, step: step + 1 });
}

function withRuleset(state, ruleset) {
  // The text may name another ruleset: then it is written again, without one.
  const edited = state.reading.named ? "grid" : state.edited;
  const table = state.offered.find((each) => each.name === ruleset.name)?.players ?? [];
  const next = asking(state, { ruleset, edited, step: state.step + 1 });
  return table.length && !table.includes(state.record.players.length) && isBlank(state) ? withTable(next, table[0]) : next;
}

/** Another number of players; a ruleset that is not for so many gives way to one that is, which is said. */
function withSeats(state, count) {
  if (count === state.record.players.length) return state;
  const { ruleset, notice } = rulesetFor(state, count);
  return { ...withTable({ ...state, ruleset }, count), notice };
}

/** Another number of players starts the round anew, as nobody could say whose cards were whose; names stay. */
function withTable(state, count) {
  const { players } = state.record;
  const isNamed = players.join() !== namesOf(players.length).join();
  const more = namesOf(count).filter((name) => !players.includes(name));
  const record = { players: isNamed ? [...players, ...more].slice(0, count) : namesOf(count), tricks: [] };
  return asking(state, { record, edited: "grid", view: { target: "hands", seat: 0 }, drafts: {}, started: {}, step: state.step + 1 });
}

function withoutCallAt(state, index) {
  const isStarted = index >= (state.record.accusations?.length ?? 0);
  return isStarted ? { ...state, started: { ...state.started, call: null } } : entered(state, withoutCall(state.record, index));
}

function withoutClaim(state) {
  const { claim, ...record } = state.record;
  const started = { ...state.started, claim: null };
  return claim ? entered(state, record, { started }) : { ...state, started };
}

function read(state, { records, notes, format }) {
  const [{ ruleset, ...record }] = records;
  const kind = record.rounds ? "game" : record.tricks_won ? "row" : "round";
  const reading = { ...initial().reading, notes, count: records.length, kind, named: ruleset !== undefined, format };
  if (kind !== "round" || !isRecord(record)) return { ...state, reading, answer: null, problem: null, answered: state.asked, away: false };
  const named = typeof ruleset === "string" ? { name: ruleset } : ruleset;
  const seat = Math.min(state.view.seat, record.players.length - 1);
  return { ...state, record: { tricks: [], ...record }, ruleset: named ? { options: [], overrides: {}, ...named } : state.ruleset, reading, view: { ...state.view, seat } };
}
