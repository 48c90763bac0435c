// What is typed or clicked becomes a change of the record; what can't be one stays in its field, with the reason.

import {
  changed,
  NO_MOMENT,
  numbersOf,
  readClaimed,
  readMoment,
  readNumber,
  withCall,
  withOnSheet,
} from "./record/afterwards.js";
import { cardsTyped, handOf, nameOf, playOf } from "./record/cards.js";
import { MOST_BID, readBid, withBid } from "./record/bids.js";
import { areFull, bidText, faultOfHand, filled, heldBy, seatToFill, withCardTaken, withHand } from "./record/hands.js";
import { faultOfName, renamed, rulesNow } from "./record/table.js";
import { trickAt, withTrick } from "./record/gaps.js";
import { nextToPlay, trickNumbers, rowsNow, withCard, withCardOutOfTurn, withWithdrawn } from "./record/tricks.js";
import { drafted, entered, twoCards, undrafted } from "./state.js";

export function nameTyped(state, { seat, value, over }) {
  const name = value.trim();
  const field = `name ${seat}`;
  const { players } = state.record;
  const fault = faultOfName(players, seat, name);
  if (fault) return drafted(state, field, { text: value, over }, fault);
  const next = undrafted(state, field);
  if (name === players[seat]) return next;
  const { players: _, ...started } = renamed({ ...state.started, players }, seat, name);
  const after = entered(next, renamed(state.record, seat, name), { started });
  // A name that was taken may be free now.
  const again = (later, [entry, draft]) =>
    entry.startsWith("name ") ? nameTyped(later, { seat: Number(entry.slice(5)), ...draft, value: draft.text }) : later;
  return Object.entries(after.drafts).reduce(again, after);
}

export function handTyped(state, { seat, value, over }) {
  const { cards, fault } = handOf(value);
  const why = fault ?? faultOfHand(state.record, seat, cards);
  const field = `hand ${seat}`;
  if (why) return drafted(state, field, { text: value, over }, why);
  const record = filled(withHand(state.record, state.record.players[seat], cards), rulesNow(state));
  return entered(undrafted(state, field), record, afterHand(state, record, seat));
}

/**
 * After a change of a hand, clicks go to the next one that wants cards, and after the last one to the tricks.
 */
function afterHand(state, record, seat) {
  const rules = rulesNow(state);
  const isDone = areFull(record, rules) && !areFull(state.record, rules);
  const filledUp = record.players.find(
    (name, at) => at !== seat && heldBy(record, name).length !== heldBy(state.record, name).length,
  );
  const next = seatToFill(record, rules, seat);
  const jump =
    next === seat ? "" : `${record.players[seat]} has all cards; what is clicked now goes to ${record.players[next]}.`;
  const notice = isDone
    ? `${filledUp ? `The hand of ${filledUp} is what was left.` : "All hands are there."} Cards that are clicked now go to the tricks.`
    : jump;
  return { view: { target: isDone ? "tricks" : state.view.target, seat: next }, notice };
}

/** Once the field has been `left`, half a bid is a fault. */
export function bidTyped(state, { bidder, value, over, left = false }) {
  const bid = readBid(value);
  const rules = rulesNow(state);
  const field = `bid ${bidder}`;
  const refused = (fault) => drafted(state, field, { text: value, over }, left ? fault : null);
  if (bid?.tricks > MOST_BID) return refused(`The round has ${rules.handSize} tricks: no bid is as high as this.`);
  if (bid === undefined) return refused("A bid is a number, nil, b6 (blind) or bnil.");
  const next = undrafted(state, field);
  const record = withBid(state.record, bidder, bid, rules);
  return bidText(record, bidder) === bidText(state.record, bidder) ? next : entered(next, record, { field });
}

/** Cards typed into a cell: those after the first are of the next players, who must have none. */
export function cellTyped(state, { trick: line, seat, value, over, left = false }) {
  const field = `cell ${line} ${seat}`;
  const number = line + 1;
  if (left && !(field in state.drafts)) return state;
  const { players } = state.record;
  const { cards: plays, wrong } = cardsTyped(value, playOf);
  const named = `Trick ${number}, ${players[seat]}:`;
  const refused = (fault) => drafted(state, field, { text: value, over }, fault && `${named} ${fault}`);
  if (wrong !== undefined) return refused(left ? notACard(value, wrong) : null);
  const rules = rulesNow(state);
  let record = withRoom(state.record, number, plays);
  let rows = rowsNow({ ...state, record });
  const place = rows.findIndex((row) => row.number === number);
  const trick = place < 0 ? rows.length : place;
  const led = rows[trick] ? rows[trick].led : nextToPlay(record, rules, rows).seat;
  const isFree = ({ card }, step) => {
    const at = (seat + step) % players.length;
    const there = rows[trick]?.cells[at] ?? [];
    return !step || (at !== led && at !== seat && there.every((play) => play.card === card));
  };
  if (!plays.every(isFree)) return refused(twoCards(players));
  if (!plays.length) record = withCard(record, rules, rows, trick, seat, null);
  for (const [step, { card, withdrawn }] of plays.entries()) {
    const at = (seat + step) % players.length;
    record = withCard(record, rules, rows, trick, at, card);
    rows = rowsNow({ ...state, record });
    if (withdrawn || rows[trick].cells[at].some((play) => play.withdrawn.length)) {
      record = withWithdrawn(record, rows, trick, at, withdrawn ?? []);
    }
  }
  return entered(undrafted(state, field), record, { field });
}

/** The record with a trick for cards that were played in one that is not recorded, though a later one is. */
const withRoom = (record, number, { length }) =>
  length && !trickAt(record, number) && number < trickNumbers(record.tricks).at(-1)
    ? withTrick(record, number, { cards: [] })
    : record;

/** A click on a card of the board: into the hand that takes cards, or into the trick that is being played. */
export function cardClicked(state, { card }) {
  const rules = rulesNow(state);
  const { record, view } = state;
  if (view.target === "hands") {
    const taken = withCardTaken(record, rules, record.players[view.seat], card);
    const size = (one) => heldBy(one, record.players[view.seat]).length;
    const notice = `${record.players[view.seat]} has all ${rules.handSize} cards: choose another hand, or click one of them to take it back.`;
    if (taken === record) return { ...state, notice };
    return entered(state, taken, size(taken) > size(record) ? afterHand(state, taken, view.seat) : {});
  }
  const rows = rowsNow(state);
  const latest = rows
    .at(-1)
    ?.cells.flat()
    .findLast((play) => play.card === card);
  if (latest) return withoutCard(state, rows, rows.length - 1, latest);
  const earlier = rows.find(({ cells }) => cells.flat().some((play) => play.card === card));
  if (earlier) {
    return { ...state, notice: `The ${nameOf(card)} was played in trick ${earlier.number}. Change it there.` };
  }
  return laid(state, [{ card }]);
}

// Cards played at the table: by a click on the pack or in a fan, or typed.

const NOBODY_LEADS =
  "It is not known who leads. Choose who dealt (D), or click the name of whoever led; typed cards wait for that.";

/**
 * The state in which cards are played, each by whoever is to play; the first by whoever was chosen, in turn or not.
 * Why they can't be is said in a notice, or at the field in which they were `typed`.
 */
function laid(state, plays, { by = state.by, typed = null } = {}) {
  const rules = rulesNow(state);
  let { record } = state;
  for (const [at, { card, withdrawn }] of plays.entries()) {
    const rows = rowsNow({ ...state, record });
    const { trick, number, seat: expected } = nextToPlay(record, rules, rows);
    const seat = (at ? null : by) ?? expected;
    const isFull = number > rules.handSize;
    if (isFull || seat === null) {
      const why = isFull ? `All ${rules.handSize} tricks are there: take a card back to play another.` : NOBODY_LEADS;
      return typed === null ? { ...state, notice: why } : drafted(state, "play", { text: typed }, why);
    }
    record =
      expected === null || seat === expected
        ? withCard(record, rules, rows, trick, seat, card)
        : withCardOutOfTurn(record, rows, trick, seat, card);
    if (withdrawn) record = withWithdrawn(record, rowsNow({ ...state, record }), trick, seat, withdrawn);
  }
  return entered(undrafted(state, "play"), record, { view: { target: "tricks" } });
}

/** A click on a card in a player's hand: it is played, by whoever is to play or, where nobody knows, by its owner. */
export function cardPlayed(state, { card, seat }) {
  const { seat: expected } = nextToPlay(state.record, rulesNow(state), rowsNow(state));
  return [seat, null].includes(state.by ?? expected) ? laid(state, [{ card }], { by: seat }) : state;
}

export function playTyped(state, { value, left = false }) {
  const { cards: plays, wrong } = cardsTyped(value, playOf);
  if (!plays.length) return undrafted(state, "play");
  if (left && wrong !== undefined) return drafted(state, "play", { text: value }, notACard(value, wrong));
  // A question mark may be half of "??".
  if (wrong === undefined && (value !== "?" || left)) return laid(state, plays, { typed: value });
  const waits = plays.length > 1 && nextToPlay(state.record, rulesNow(state), rowsNow(state)).seat === null;
  return drafted(state, "play", { text: value }, waits ? NOBODY_LEADS : null);
}

const notACard = (value, wrong) =>
  `“${value.split(/[\s,]+/).find((word) => word.includes(wrong))}” is not a card. Write kh, 10h, or ?? if nobody can read it.`;

export function lastTaken(state) {
  const rows = rowsNow(state);
  const last = rows.at(-1)?.plays.at(-1);
  return last ? withoutCard(state, rows, rows.length - 1, last) : state;
}

/** Another card of the same player stays. */
function withoutCard(state, rows, index, { seat, card }) {
  const other = rows[index].cells[seat].find((play) => play.card !== card)?.card ?? null;
  return entered(state, withCard(state.record, rulesNow(state), rows, index, seat, other));
}

/** A call: it is in the record once it says who called, and whom. */
export function callTyped(state, { index, member, value, over }) {
  const { accusations = [] } = state.record;
  const field = `call ${index} ${member}`;
  const refused = (fault) => drafted(state, field, { text: value, over }, fault);
  let said = value.trim();
  if (member === "trick" && said) {
    const { handSize } = rulesNow(state);
    said = readNumber(said);
    if (!(said >= 1 && said <= handSize)) {
      return refused(`The round has ${handSize} tricks: write 1 to ${handSize}, or leave it empty for any.`);
    }
  }
  if (member === "at") {
    const moment = readMoment(value);
    if (moment === undefined) return refused(`${NO_MOMENT} Leave it empty for after the round.`);
    said = moment ?? "";
  }
  const next = member === "trick" || member === "at" ? undrafted(state, field) : state;
  if (index < accusations.length) return entered(next, withCall(next.record, index, member, said));
  const call = { ...next.started.call, [member]: said };
  if (!call.by || !call.against) return { ...next, started: { ...next.started, call } };
  const whole = Object.fromEntries(Object.entries(call).filter(([, entry]) => entry !== ""));
  return entered(
    next,
    { ...next.record, accusations: [...accusations, whole] },
    { started: { ...next.started, call: null } },
  );
}

/** A claim: it is in the record once it says who claimed, and what the others said to it. */
export function claimTyped(state, { member, value, over }) {
  const { said, fault } = readClaim(rulesNow(state), member, value);
  const field = `claim ${member}`;
  if (fault) return drafted(state, field, { text: value, over }, fault);
  const next = undrafted(state, field);
  const claim = changed(next.record.claim ?? next.started.claim ?? {}, member, said);
  const isWhole = next.record.claim || (claim.by && claim.accepted !== undefined);
  if (!isWhole) return { ...next, started: { ...next.started, claim } };
  return entered(
    next,
    { ...next.record, claim: { tricks: "rest", ...claim } },
    { started: { ...next.started, claim: null } },
  );
}

/** What a field of the claim says: {said}, null for nothing, or {fault}. */
function readClaim({ handSize }, member, value) {
  if (member === "accepted") return { said: value === "" ? null : value === "yes" };
  if (member === "tricks") {
    const said = readClaimed(value);
    return said === undefined || said > handSize
      ? { fault: `Write how many of the tricks left, at most ${handSize}, or rest for all of them.` }
      : { said };
  }
  if (member !== "statement") return { said: value };
  if (!value.trim()) return { said: null };
  const { cards, fault } = handOf(value);
  return fault ? { fault } : { said: cards };
}

export function sheetTyped(state, { row, side, value, over }) {
  const field = `${row} ${side}`;
  const rules = rulesNow(state);
  const number = readNumber(value);
  const { least, most } = numbersOf(row, rules);
  if (number === undefined || (number !== null && (number < least || number > most))) {
    return drafted(state, field, { text: value, over }, `Write a whole number from ${least} to ${most}.`);
  }
  return entered(undrafted(state, field), withOnSheet(state.record, rules, row, side, number));
}
