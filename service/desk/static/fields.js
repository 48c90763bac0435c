// What is typed or clicked in a field, as a change of the record; what can't be one stays in the field, with the reason.

import { numbersOf, readClaimed, readNumber, withCall, withClaim, withOnSheet } from "./record/afterwards.js";
import { handOf, nameOf, playOf } from "./record/cards.js";
import { areFull, filled, readBid, renamed, seatToFill, withBid, withCardTaken, withHand } from "./record/hands.js";
import { rulesNow } from "./record/rules.js";
import { nextToPlay, rowsOf, withCard, withWithdrawn } from "./record/tricks.js";
import { drafted, entered, undrafted } from "./steps.js";
import { faultOfName } from "./table.js";

export function nameTyped(state, { seat, value }) {
  const name = value.trim();
  const field = `name ${seat}`;
  const fault = faultOfName(state.record.players, seat, name);
  if (fault) return drafted(state, field, value, fault);
  return entered(undrafted(state, field), renamed(state.record, seat, name));
}

export function handTyped(state, { seat, value }) {
  const { cards, fault } = handOf(value);
  const others = state.record.players.filter((_, at) => at !== seat);
  const holder = (card) => others.find((name) => card !== "??" && state.record.hands?.[name]?.includes(card));
  const twice = cards?.find(holder);
  const why = fault ?? (twice ? `${holder(twice)} has the ${nameOf(twice)} already.` : null);
  const field = `hand ${seat}`;
  if (why) return drafted(state, field, value, why);
  const record = filled(withHand(state.record, state.record.players[seat], cards), rulesNow(state));
  return entered(undrafted(state, field), record, { view: viewAfter(state, record, seat) });
}

/** The view after a hand has changed: the next hand that wants cards, and after the last one the tricks. */
function viewAfter({ view, record: before, ...state }, record, seat) {
  const rules = rulesNow({ ...state, record });
  const isDone = areFull(record, rules) && !areFull(before, rules);
  return { target: isDone ? "tricks" : "hands", seat: seatToFill(record, rules, seat) };
}

/** `left` tells that the field has been left: only then is half a bid a fault. */
export function bidTyped(state, { bidder, value, left = false }) {
  const bid = readBid(value);
  const field = `bid ${bidder}`;
  if (bid === undefined) return drafted(state, field, value, left ? "A bid is a number, nil, b6 (blind) or bnil." : null);
  // The text stays as it was typed while the field is edited: 1 may become 12, n may become nil.
  return entered(drafted(state, field, value), withBid(state.record, bidder, bid));
}

export function cellTyped(state, { trick, seat, value, left = false }) {
  const field = `cell ${trick} ${seat}`;
  if (left && !(field in state.drafts)) return state;
  const rules = rulesNow(state);
  const words = value.trim().split(/[\s,]+/).filter(Boolean);
  const plays = words.map(playOf);
  const wrong = words[plays.indexOf(null)];
  if (wrong !== undefined) return drafted(state, field, value, left ? `Trick ${trick + 1}, ${state.record.players[seat]}: “${wrong}” is not a card. Write kh, 10h, or ?? if nobody can read it.` : null);
  let { record } = state;
  if (!plays.length) record = withCard(record, rules, trick, seat, null);
  for (const [step, { card, withdrawn }] of plays.entries()) {
    const at = (seat + step) % record.players.length;
    record = withCard(record, rules, trick, at, card);
    if (withdrawn) record = withWithdrawn(record, rules, trick, at, withdrawn);
  }
  return entered(undrafted(state, field), record);
}

/** A click on a card of the board: into the hand that takes cards, or into the trick that is being played. */
export function cardClicked(state, { card }) {
  const rules = rulesNow(state);
  const { record, view } = state;
  if (view.target === "hands") {
    const changed = withCardTaken(record, rules, record.players[view.seat], card);
    const size = ({ hands }) => hands?.[record.players[view.seat]]?.length ?? 0;
    if (changed === record) return state;
    return entered(state, changed, { view: size(changed) > size(record) ? viewAfter(state, changed, view.seat) : view });
  }
  const rows = rowsOf(record, rules, state.answer?.tricks.map((each) => each.leader));
  const latest = rows.at(-1)?.cells.flat().findLast((each) => each.card === card);
  if (latest) return entered(state, withCard(record, rules, rows.length - 1, latest.seat, null));
  const { trick, seat } = nextToPlay(record, rules, rows);
  return entered(state, withCard(record, rules, trick, seat ?? view.seat, card));
}

/** A call: it is in the record once it says who called, and whom. */
export function callTyped(state, { index, member, value }) {
  const { accusations = [] } = state.record;
  const field = `call ${index}`;
  let said = value.trim();
  if (member === "trick" && said) {
    const { handSize } = rulesNow(state);
    if (!/^\d{1,2}$/.test(said) || Number(said) < 1 || Number(said) > handSize) return drafted(state, field, value, `The round has ${handSize} tricks: write 1 to ${handSize}, or leave it empty for any.`);
    said = Number(said);
  }
  const next = member === "trick" ? undrafted(state, field) : state;
  if (index < accusations.length) return entered(next, withCall(next.record, index, member, said));
  const call = { ...next.started.call, [member]: said };
  if (!call.by || !call.against) return { ...next, started: { ...next.started, call } };
  const whole = Object.fromEntries(Object.entries(call).filter(([, each]) => each !== ""));
  return entered(next, { ...next.record, accusations: [...accusations, whole] }, { started: { ...next.started, call: null } });
}

/** A claim: it is in the record once it says who claimed, and what the others said to it. */
export function claimTyped(state, { member, value }) {
  let said = value;
  let next = state;
  if (member === "tricks") {
    const { handSize } = rulesNow(state);
    said = readClaimed(value);
    if (said === undefined || said > handSize) return drafted(state, "claim tricks", value, `Write how many of the tricks left, at most ${handSize}, or rest for all of them.`);
    next = undrafted(state, "claim tricks");
  } else if (member === "statement") {
    const { cards, fault } = handOf(value);
    if (fault && value.trim()) return drafted(state, "claim statement", value, fault);
    said = value.trim() ? cards : null;
    next = undrafted(state, "claim statement");
  } else if (member === "accepted") {
    said = value === "" ? null : value === "yes";
  }
  const claim = withClaim(next.record.claim ?? next.started.claim ?? {}, member, said);
  if (next.record.claim || (claim.by && claim.accepted !== undefined)) return entered(next, { ...next.record, claim: { tricks: "rest", ...claim } }, { started: { ...next.started, claim: null } });
  return { ...next, started: { ...next.started, claim } };
}

export function sheetTyped(state, { row, side, value }) {
  const field = `${row} ${side}`;
  const rules = rulesNow(state);
  const number = readNumber(value);
  const { least, most } = numbersOf(row, rules);
  if (number === undefined || (number !== null && (number < least || number > most))) return drafted(state, field, value, `Write a whole number from ${least} to ${most}.`);
  return entered(undrafted(state, field), withOnSheet(state.record, rules, row, side, number));
}
