// From a state and what happened to the next state. Nothing here waits for anything.

import { disputeChanges, rebased } from "./dispute/changes.js";
import { EXAMPLES } from "./examples.js";
import { bidTyped, cardTapped, cellTyped, handTyped } from "./fields.js";
import { given, withRemedy } from "./record/afterwards.js";
import { corrected, isGuide, isRecord, isRuleset, placeOf } from "./record/entries.js";
import { countsOf, offerOf, own, rulesetFor, rulesNow, withMember } from "./record/table.js";
import { followsAt, rowsNow, withLeader } from "./record/tricks.js";
import { answered, asking, entered, initial, isBlank, kept, namesOf, restored, sharedChanges } from "./state.js";
import { afterEntry, afterStep } from "./table/position.js";
import { stepsOf } from "./undo.js";

/** What somebody sees of a state; the text follows what is in the fields. */
const seen = ({ record, ruleset, guide, text }) => [record, ruleset, guide, text];
const steps = stepsOf({ kept, restored, seen });

export const update = (state, event) => steps.after(state, event, CHANGES, rebased);

const CHANGES = {
  text: (state, { value, ruleset: name = state.ruleset.name }) =>
    asking(state, {
      ruleset: { ...state.ruleset, name },
      text: value,
      edited: "text",
      step: isStep(state, value) ? state.step + 1 : state.step,
    }),
  ...steps.changes,
  ...sharedChanges({ restored, withRuleset, withSeats }),
  // A ruleset for those who are here.
  seated: (state) => withRuleset(state, rulesetFor(state, state.record.players.length).ruleset),
  hand: handTyped,
  bid: bidTyped,
  cell: cellTyped,
  card: cardTapped,
  leader: (state, { trick, value }) => {
    const seat = value === "" ? null : Number(value);
    return entered(state, withLeader(state.record, rulesNow(state), rowsNow(state), trick, seat));
  },
  // What is shown of it; none of this changes the record.
  at: stepped,
  stepped,
  turned: (state) => looking(state, { turn: (state.view.turn + 1) % state.record.players.length }),
  goto: (state, { place }) => {
    const at = afterEntry(rowsNow(state), placeOf(place));
    return at === null ? state : stepped(state, { at });
  },
  remedyChosen: (state, { chosen }) => entered(state, withRemedy(state.record, chosen)),
  stopped: (state, { checked }) => entered(state, withMember(state.record, ["stopped"], checked || undefined)),
  ...disputeChanges,
  // Nothing else changes: who sat where in later tricks is read from the order of their cards, as the service read it.
  correct: (state, { changes }) => entered(state, corrected(state.record, changes) ?? state.record, { drafts: {} }),
  example: (state, { index }) =>
    asking(state, { ...fresh(state), text: EXAMPLES[index].text, edited: "text", step: state.step + 1 }),
  empty: (state) => anew(state),
  // What the service says.
  read,
  unreadable: (state, { problem }) => answered(state, { parsed: { ...state.parsed, problem }, problem: null }),
  written: (state, { text, losses }) => ({ ...state, text, parsed: { ...initial().parsed, losses } }),
  // The text stays: it is what somebody last wrote or saw.
  unwritten: (state) => ({ ...state, parsed: { ...initial().parsed, isBehind: true } }),
  ruled: (state, { answer }) => {
    const next = answered(state, { answer, problem: null });
    // Whoever has answered the questions of a dispute is shown its moment, and so is whoever opens a whole round.
    const rows = rowsNow(next);
    const isOpened = !state.answer && rows.length >= rulesNow(next).handSize && rows.at(-1).complete;
    const isShown = state.guide || (isOpened && state.view.at === null);
    const [offence] = isShown ? answer.findings.filter(({ severity }) => severity === "offence") : [];
    const at = offence ? afterEntry(rows, placeOf(offence.pointer)) : null;
    return at === null ? next : stepped(next, { at });
  },
  refused: (state, { problem }) => answered(state, { answer: null, problem }),
};

/** Whether a change of the text is a step: the first one, a paste, or another line. */
const isStep = ({ text, edited, ...state }, value) =>
  edited === "grid" ||
  isBlank({ text, ...state }) ||
  Math.abs(value.length - text.length) > 1 ||
  value.split("\n").length !== text.split("\n").length;

const looking = (state, view) => ({ ...state, view: { ...state.view, ...view } });

function stepped(state, event) {
  return looking(state, { at: afterStep(rowsNow(state), state.view.at, event) });
}

function fresh(state) {
  const { house, offered, details, asked, past } = state;
  return { ...initial(), house, offered, details, asked, past };
}

/** An empty desk with the ruleset of the last round, and a table for it. */
function anew(state) {
  const { ruleset, step } = state;
  const counts = countsOf(state);
  const { players } = state.record;
  const count = counts.includes(players.length) ? players.length : (counts[0] ?? 4);
  const title = offerOf(state)?.title ?? ruleset.name;
  return asking(state, {
    ...fresh(state),
    ruleset,
    record: { players: namesOf(count), tricks: [] },
    notice: `The ruleset is still ${title}.`,
    step: step + 1,
  });
}

function withRuleset(state, ruleset) {
  // The text may name another ruleset: then it is written again, without one.
  const edited = state.parsed.named && !state.parsed.problem ? "grid" : state.edited;
  const record = state.edited === "grid" ? pinned(state, ruleset) : state.record;
  const next = asking(state, { ruleset, edited, record, step: state.step + 1 });
  const table = countsOf(next);
  return table.length && !table.includes(state.record.players.length) && isBlank(state)
    ? withTable(next, table[0])
    : next;
}

/** The record for other rules: whoever was shown to lead is named where somebody else would follow now. */
function pinned(state, ruleset) {
  const { record, details } = state;
  // Until the service has said the rules, nobody knows who follows.
  const rules = own(details, ruleset.name) && rulesNow({ ...state, ruleset });
  const tricks = [];
  for (const { trick, led } of rowsNow(state)) {
    const isFollowing = rules && followsAt(record, [...tricks, trick], tricks.length, rules) === led;
    const isNamed = trick.cards && !trick.leader && led !== null && !isFollowing;
    tricks.push(isNamed ? { leader: record.players[led], ...trick } : trick);
  }
  return { ...record, tricks };
}

/** Another number of players; a ruleset that they can't play gives way to one that they can, which is said. */
function withSeats(state, count) {
  const { ruleset, notice } = rulesetFor(state, count);
  const said = isBlank(state)
    ? notice
    : `${notice} The round was begun anew for ${count} players; Undo brings it back.`.trim();
  return { ...withTable({ ...state, ruleset }, count), notice: said };
}

/** Another number of players starts the round anew, as nobody could say whose cards were whose; names stay. */
function withTable(state, count) {
  const { players } = state.record;
  const isNamed = players.join() !== namesOf(players.length).join();
  const more = namesOf(count).filter((name) => !players.includes(name));
  const record = { players: isNamed ? [...players, ...more].slice(0, count) : namesOf(count), tricks: [] };
  return asking(state, { record, edited: "grid", drafts: {}, guide: null, step: state.step + 1 });
}

function read(state, { records, notes }) {
  const { ruleset, guide, ...record } = roundIn(records[0]);
  const kind = record.rounds ? "game" : "round";
  // A word that names no ruleset may be half written.
  const isOffered = !state.offered.length || state.offered.some(({ name }) => name === ruleset);
  const named = typeof ruleset === "string" ? (isOffered ? { name: ruleset } : undefined) : ruleset;
  const parsed = { ...initial().parsed, notes, count: records.length, kind, named: named !== undefined };
  if (kind !== "round") return answered(state, { parsed, answer: null, problem: null });
  if (ruleset && !named) {
    parsed.notes = [...notes, { detail: `There is no ruleset “${ruleset}”; the desk rules by ${state.ruleset.name}.` }];
  }
  if (!isRecord(record) || (named && !isRuleset(named)) || (guide !== undefined && !isGuide(guide))) {
    const detail =
      "Some entry of this record is not of its kind, so the fields can't show it. Write the round as text, such as N KH 2H 3S 4H.";
    return answered(state, { parsed: { ...parsed, problem: { detail } }, answer: null, problem: null });
  }
  return {
    ...state,
    record: { tricks: [], ...record },
    ruleset: named ? { options: [], overrides: {}, ...named } : state.ruleset,
    parsed,
    guide: guide
      ? { base: record, ...guide }
      : record.players.length === state.record.players.length
        ? state.guide
        : null,
  };
}

/** A row of a score sheet, or a game of one round, as a record of that round. */
function roundIn({ rounds, first_dealer: dealer, tricks_won: won, ...record }) {
  if (rounds?.length === 1) return roundIn({ ...given({ dealer }), ...record, ...rounds[0] });
  if (rounds) return { rounds, ...record };
  return won ? { ...record, reported: { ...record.reported, tricks_won: won } } : record;
}
