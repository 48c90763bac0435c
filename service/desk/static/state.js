// The one value that the page is made of, and the steps that every change of it is made of.

import { houseChanges } from "./rules/changes.js";
import { CLOSED } from "./rules/house.js";
import { withDealer } from "./record/hands.js";
import { asChosen, isGuide, isObject, isRecord, isRuleset, isSeat } from "./record/entries.js";
import { faultOfName, renamed } from "./record/table.js";

export const namesOf = (count) =>
  count === 4 ? ["N", "E", "S", "W"] : ["Ana", "Ben", "Cy", "Dee", "Eve", "Flo"].slice(0, count);

/** What both pages begin with: of these only the ruleset is kept. */
export const BEGINNING = {
  house: CLOSED,
  ruleset: { name: "pagat", options: [], overrides: {} },
  offered: [],
  details: {},
  drafts: {},
  answer: null,
  problem: null,
  notice: "",
  // The link whose QR code is shown; null if none is.
  qrCode: null,
  asked: 0,
  answered: 0,
  // The question to which this browser knew the answer.
  recalled: null,
  away: false,
  locked: false,
  step: 0,
  // What the page was before each step, and what it was before going back.
  past: [],
  future: [],
  // The field that was changed last: changes of one field, one after the other, are one step back.
  field: null,
};

/** An empty desk. */
export const initial = () => ({
  ...BEGINNING,
  record: { players: namesOf(4), tricks: [] },
  text: "",
  edited: "grid",
  // The table shows `at` cards of the round, null for all; it is turned by `turn` seats.
  view: { at: null, turn: 0 },
  // The dispute whose questions are asked, with the record without their answers and these; null if none was chosen.
  guide: null,
  // Not kept: it comes again.
  parsed: { problem: null, notes: [], count: 1, kind: "round", named: false, losses: [], isBehind: false },
});

/** What is in the address: the whole dispute, and nothing that the service can say again. */
export function kept({ ruleset, record, text, edited, view, guide }) {
  return { ruleset, record, text, edited, view, ...(guide ? { guide } : {}) };
}

/** A state with what was kept elsewhere; null if that is no state of the desk. */
export function restored(state, value) {
  if (!isObject(value) || !isRuleset(value.ruleset) || !isRecord(value.record)) return null;
  const { at = null, turn = 0 } = isObject(value.view) ? value.view : {};
  return {
    ...state,
    ruleset: asChosen(value.ruleset),
    record: value.record,
    text: typeof value.text === "string" ? value.text : "",
    edited: value.edited === "text" ? "text" : "grid",
    view: { at: Number.isInteger(at) && at >= 0 ? at : null, turn: isSeat(value.record, turn) ? turn : 0 },
    guide: isGuide(value.guide) ? { base: value.record, ...value.guide } : null,
    drafts: {},
    parsed: initial().parsed,
    answer: null,
    problem: null,
    notice: "",
    asked: state.asked + 1,
  };
}

/** What the service says of a state, and what that is about: a browser keeps them for when it can't be reached. */
export const heard = ({ answer, offered, details, ruleset: { name } }) => ({
  answer,
  offered,
  details: name in details ? { [name]: details[name] } : {},
});
export const about = ({ ruleset, record, text, guide }) => [ruleset, record, text, guide];

export function isBlank({ text, record }) {
  return !text.trim() && !record.tricks?.length && !record.hands && !record.bids && !record.bids_by_player;
}

/**
 * What happens at either page: its table is changed, another one is opened, and what the service says. `withRuleset`
 * and `withSeats` put another ruleset or number of players on its state, and `restored` what was kept elsewhere.
 */
export const sharedChanges = ({ restored: opened, withRuleset, withSeats }) => ({
  ...houseChanges(withRuleset),
  seats: (state, { value }) =>
    Number(value) === state.record.players.length ? state : withSeats(state, Number(value)),
  name: nameTyped,
  dealer: (state, { value }) => entered(state, withDealer(state.record, value)),
  detail: (state, { detail }) => ({ ...state, details: { ...state.details, [detail.name]: detail } }),
  // The browser went back, or a link was opened: what there was before is in its own steps.
  kept: (state, { value }) => {
    const next = opened(state, value);
    if (next) return { ...next, past: [], future: [], answer: null, problem: null };
    return asking(state, {
      notice: "This link can't be read: it is cut short, or of another version. Copy it once more.",
    });
  },
  // What it said before the page was left; it is asked again.
  recalled: (state, event) => ({ ...state, ...event.said, recalled: state.asked }),
  offered: (state, { rulesets }) => ({ ...state, offered: rulesets, locked: false }),
  away: (state) => ({ ...state, away: true }),
  locked: (state) => ({ ...state, locked: true, away: false }),
  again: (state) => asking(state, {}),
  said: (state, { notice }) => ({ ...state, notice }),
  qrCodeOf: (state, { link }) => ({ ...state, qrCode: link }),
});

/** A state to which the service has said what it asked for. */
export const answered = (state, change) => ({ ...state, ...change, answered: state.asked, away: false, locked: false });

// The steps of every change: something is asked anew, entered in the record, or kept as typed.

/** A state on which the service is asked to rule again; the table shows all cards. */
export const asking = (state, change) => ({
  ...state,
  field: null,
  notice: "",
  qrCode: null,
  ...change,
  view: { ...state.view, at: null },
  asked: state.asked + 1,
});

/** The state with another record, of which the text is then written anew. `field` is the one that was changed. */
export function entered(state, record, { field = null, ...more } = {}) {
  const goesOn = field !== null && field === state.field;
  return asking(state, { record, edited: "grid", step: goesOn ? state.step : state.step + 1, field, ...more });
}

/** A field shows what is being typed as long as the record has there what it had (`over`); `fault` is a sentence. */
export function drafted(state, field, { value, over }, fault = null) {
  return { ...state, drafts: { ...state.drafts, [field]: { text: value, over, fault } } };
}

export const twoCards = ({ length }) =>
  `two cards in one cell: a trick has ${length} cards, one of each player. Take one out, or write it in its own.`;

/** The state in which a field shows again what is in the record, or all fields of a call or a claim do. */
export function undrafted(state, field) {
  const drafts = Object.fromEntries(
    Object.entries(state.drafts).filter(([entry]) => entry !== field && !entry.startsWith(`${field} `)),
  );
  return { ...state, drafts };
}

/** A name as it is typed; it is written wherever the player is. */
function nameTyped(state, { seat, value, over }) {
  const name = value.trim();
  const field = `name ${seat}`;
  const { players } = state.record;
  const fault = faultOfName(players, seat, name);
  if (fault) return drafted(state, field, { value, over }, fault);
  const next = undrafted(state, field);
  if (name === players[seat]) return next;
  const after = entered(next, renamed(state.record, seat, name));
  // A name that was taken may be free now.
  const again = (later, [entry, draft]) =>
    entry.startsWith("name ") ? nameTyped(later, { seat: Number(entry.slice(5)), ...draft, value: draft.text }) : later;
  return Object.entries(after.drafts).reduce(again, after);
}
