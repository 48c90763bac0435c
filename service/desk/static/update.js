// From a state and what happened to the next state. Nothing here waits for anything.

import { readClaimed, readNumber, withCall, withCallAdded, withClaim, withClaimed, withOnSheet, withoutCall } from "./afterwards.js";
import { handOf, playOf } from "./cards.js";
import { EXAMPLES } from "./examples.js";
import { filled, readBid, renamed, seatToFill, withBid, withCardTaken, withDealer, withHand } from "./hands.js";
import { rulesOf } from "./rules.js";
import { initial, isBlank, isRecord, namesOf, restored } from "./state.js";
import { nextToPlay, rowsOf, withCard, withLeader, withWithdrawn } from "./tricks.js";

/** The state after an event; the same one if nothing came of it. */
export function update(state, event) {
  return (CHANGES[event.type] ?? (() => state))(state, event);
}

/** The rules of the round that is on the desk. */
export const rulesNow = ({ details, ruleset, record }) => rulesOf(details[ruleset.name], ruleset, record.players.length);

const asking = (state, change) => ({ ...state, ...change, asked: state.asked + 1, notice: "" });
const entered = (state, record, more = {}) => (record === state.record && !Object.keys(more).length ? state : asking(state, { record, edited: "grid", step: state.step + 1, ...more }));

function drafted(state, field, text) {
  const { [field]: _, ...drafts } = state.drafts;
  return { ...state, drafts: text === null ? drafts : { ...drafts, [field]: text } };
}

const CHANGES = {
  text: (state, { value }) => asking(state, { text: value, edited: "text", drafts: {}, step: isBlank(state) || state.edited === "grid" ? state.step + 1 : state.step }),
  ruleset: (state, { value }) => withRuleset(state, { name: value, options: [], overrides: {} }),
  option: (state, { name, checked }) => withOption(state, name, checked),
  seats: (state, { value }) => withSeats(state, Number(value)),
  name: (state, { seat, value }) => withName(state, seat, value),
  dealer: (state, { value }) => entered(state, withDealer(state.record, value)),
  hand: (state, { seat, value }) => handTyped(state, seat, value),
  bid: (state, { bidder, value }) => bidTyped(state, bidder, value),
  cell: (state, { trick, seat, value }) => cellTyped(state, trick, seat, value),
  leader: (state, { trick, value }) => entered(state, withLeader(state.record, rulesNow(state), trick, value === "" ? null : Number(value))),
  card: (state, { card }) => cardClicked(state, card),
  target: (state, { target, seat = state.view.seat }) => ({ ...state, view: { target, seat } }),
  callAdded: (state) => entered(state, withCallAdded(state.record)),
  callGone: (state, { index }) => entered(state, withoutCall(state.record, index)),
  call: (state, { index, member, value }) => (member === "trick" && !/^\s*\d*\s*$/.test(value) ? state : entered(state, withCall(state.record, index, member, value.trim()))),
  claimed: (state, { claimed }) => entered(state, withClaimed(state.record, claimed)),
  claim: (state, { member, value }) => claimTyped(state, member, value),
  accepted: (state, { checked }) => entered(state, withClaim(state.record, "accepted", checked)),
  sheet: (state, { row, side, value }) => sheetTyped(state, row, side, value),
  takeBack: (state) => lastCardGone(state),
  line: (state, { text }) => asking(state, { text: `${state.text.trimEnd()}\n${text}\n`, edited: "text", step: state.step + 1 }),
  example: (state, { index }) => asking(state, { ...fresh(state), text: EXAMPLES[index].text, ruleset: { name: EXAMPLES[index].ruleset, options: [], overrides: {} }, edited: "text", step: state.step + 1 }),
  empty: (state) => asking(state, { ...fresh(state), ruleset: state.ruleset, step: state.step + 1 }),
  kept: (state, { value }) => restored(state, value) ?? { ...state, notice: "This link can't be read: it is cut short, or from another version of the desk." },
  // What the service says.
  offered: (state, { rulesets }) => ({ ...state, offered: rulesets, locked: false }),
  detail: (state, { detail }) => ({ ...state, details: { ...state.details, [detail.name]: detail } }),
  read: (state, event) => (event.asked === state.asked ? read(state, event) : state),
  unreadable: (state, { asked, problem }) => (asked === state.asked ? { ...state, reading: { ...state.reading, problem }, answered: asked, away: false } : state),
  unwritten: (state, { asked, problem }) => (asked === state.asked ? { ...state, text: "", reading: { ...initial().reading, losses: problem.errors ?? [problem] } } : state),
  written: (state, { asked, text, losses }) => (asked === state.asked ? { ...state, text, reading: { ...initial().reading, losses } } : state),
  ruled: (state, { asked, answer }) => (asked === state.asked ? { ...state, answer, problem: null, answered: asked, away: false, locked: false } : state),
  refused: (state, { asked, problem }) => (asked === state.asked ? { ...state, answer: null, problem, answered: asked, away: false } : state),
  away: (state) => ({ ...state, away: true }),
  locked: (state) => ({ ...state, locked: true, away: false }),
  again: (state) => asking(state, {}),
  said: (state, { notice }) => ({ ...state, notice }),
};

function fresh(state) {
  const { offered, details, asked } = state;
  return { ...initial(), offered, details, asked };
}

function withRuleset(state, ruleset) {
  // The text may name another ruleset: then it is written again, without one.
  const edited = state.reading.named ? "grid" : state.edited;
  const table = state.offered.find((each) => each.name === ruleset.name)?.players ?? [];
  const next = asking(state, { ruleset, edited, step: state.step + 1 });
  return table.length && !table.includes(state.record.players.length) && isBlank(state) ? withSeats(next, table[0]) : next;
}

function withOption(state, name, checked) {
  const offered = state.details[state.ruleset.name]?.options ?? [];
  const excluded = offered.find((each) => each.name === name)?.excludes ?? [];
  const others = state.ruleset.options.filter((each) => each !== name && !excluded.includes(each));
  return withRuleset(state, { ...state.ruleset, options: checked ? [...others, name] : others });
}

/** Another number of players starts the round anew, as nobody could say whose cards were whose; names stay. */
function withSeats(state, count) {
  const { players } = state.record;
  if (count === players.length) return state;
  const isNamed = players.join() !== namesOf(players.length).join();
  const more = namesOf(count).filter((name) => !players.includes(name));
  const record = { players: isNamed ? [...players, ...more].slice(0, count) : namesOf(count), tricks: [] };
  return asking(state, { record, edited: "grid", view: { target: "hands", seat: 0 }, drafts: {}, step: state.step + 1 });
}

function withName(state, seat, value) {
  const name = value.trim();
  const others = state.record.players.filter((_, at) => at !== seat);
  const isTaken = others.some((each) => each.toLowerCase() === name.toLowerCase());
  if (!name || isTaken || name.length > 64) return drafted(state, `name ${seat}`, value);
  return entered(drafted(state, `name ${seat}`, null), renamed(state.record, seat, name));
}

function handTyped(state, seat, value) {
  const { cards, fault } = handOf(value);
  const others = state.record.players.filter((_, at) => at !== seat);
  const twice = cards?.find((card) => card !== "??" && others.some((name) => state.record.hands?.[name]?.includes(card)));
  const why = fault ?? (twice ? `That hand has the ${twice}, and so has another one.` : null);
  const drafts = drafted(state, `hand ${seat}`, value);
  if (why) return { ...drafts, drafts: { ...drafts.drafts, [`fault of hand ${seat}`]: why } };
  const record = filled(withHand(state.record, state.record.players[seat], cards), rulesNow(state));
  return entered(drafted(drafted(state, `hand ${seat}`, null), `fault of hand ${seat}`, null), record, { view: { target: "hands", seat: seatToFill(record, rulesNow(state), seat) } });
}

function bidTyped(state, bidder, value) {
  const bid = readBid(value);
  if (bid === undefined) return drafted(state, `bid ${bidder}`, value);
  // The text stays as it was typed while the field is edited: 1 may become 12, n may become nil.
  return entered(drafted(state, `bid ${bidder}`, value), withBid(state.record, bidder, bid));
}

function cellTyped(state, trick, seat, value) {
  const field = `cell ${trick} ${seat}`;
  const rules = rulesNow(state);
  const words = value.trim().split(/[\s,]+/).filter(Boolean);
  const plays = words.map(playOf);
  if (plays.includes(null)) return drafted(state, field, value);
  let { record } = state;
  if (!plays.length) record = withCard(record, rules, trick, seat, null);
  for (const [step, { card, withdrawn }] of plays.entries()) {
    const at = (seat + step) % record.players.length;
    record = withCard(record, rules, trick, at, card);
    if (withdrawn) record = withWithdrawn(record, rules, trick, at, withdrawn);
  }
  return entered(drafted(state, field, null), record);
}

function cardClicked(state, card) {
  const rules = rulesNow(state);
  const { record, view } = state;
  if (view.target === "hands") {
    const changed = withCardTaken(record, rules, record.players[view.seat], card);
    const grew = (changed.hands?.[record.players[view.seat]]?.length ?? 0) > (record.hands?.[record.players[view.seat]]?.length ?? 0);
    return changed === record ? state : entered(state, changed, { view: { ...view, seat: grew ? seatToFill(changed, rules, view.seat) : view.seat } });
  }
  const rows = rowsOf(record, rules, state.answer?.tricks.map((each) => each.leader));
  const last = rows.at(-1);
  const latest = last?.cells.flat().findLast((each) => each.card === card);
  if (latest) return entered(state, withCard(record, rules, rows.length - 1, latest.seat, null));
  const { trick, seat } = nextToPlay(record, rules, rows);
  return entered(state, withCard(record, rules, trick, seat ?? view.seat, card));
}

function claimTyped(state, member, value) {
  if (member !== "tricks") return entered(state, withClaim(state.record, member, value));
  const tricks = readClaimed(value);
  return tricks === undefined ? drafted(state, "claim", value) : entered(drafted(state, "claim", null), withClaim(state.record, "tricks", tricks));
}

function sheetTyped(state, row, side, value) {
  const field = `${row} ${side}`;
  const number = readNumber(value);
  return number === undefined ? drafted(state, field, value) : entered(drafted(state, field, null), withOnSheet(state.record, row, side, number));
}

function lastCardGone(state) {
  const { record } = state;
  const rows = rowsOf(record, rulesNow(state));
  const last = rows.at(-1);
  if (!last) return state;
  const order = record.players.map((_, step) => ((last.led ?? 0) + step) % record.players.length);
  const seat = order.findLast((each) => last.cells[each].length);
  return seat === undefined ? state : entered(state, withCard(record, rulesNow(state), rows.length - 1, seat, null));
}

function read(state, { records, notes, format }) {
  const [{ ruleset, ...record }] = records;
  const kind = record.rounds ? "game" : record.tricks_won ? "row" : "round";
  const reading = { problem: null, notes, losses: [], count: records.length, kind, named: ruleset !== undefined, format };
  if (kind !== "round" || !isRecord(record)) return { ...state, reading, answer: null, problem: null, answered: state.asked, away: false };
  const named = typeof ruleset === "string" ? { name: ruleset } : ruleset;
  const seat = Math.min(state.view.seat, record.players.length - 1);
  return { ...state, record: { tricks: [], ...record }, ruleset: named ? { options: [], overrides: {}, ...named } : state.ruleset, reading, view: { ...state.view, seat } };
}
