// What is typed or clicked in a field becomes a change of the record; what can't be one stays in the field, with the
// reason.

import { changed, numbersOf, readClaimed, readNumber, withCall, withOnSheet } from "./record/afterwards.js";
import { handOf, nameOf, playOf } from "./record/cards.js";
import {
  areFull,
  bidText,
  filled,
  MOST_BID,
  readBid,
  seatToFill,
  withBid,
  withCardTaken,
  withHand,
} from "./record/hands.js";
import { faultOfName, own, renamed, rulesNow } from "./record/table.js";
import { nextToPlay, rowsNow, rowsOf, withCard, withWithdrawn } from "./record/tricks.js";
import { drafted, entered, undrafted } from "./state.js";
import { playsOf } from "./table/position.js";

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
  const free = Object.entries(after.drafts).filter(
    ([entry, { text }]) =>
      entry.startsWith("name ") && !faultOfName(after.record.players, Number(entry.slice(5)), text.trim()),
  );
  return free.reduce(
    (later, [entry, { text }]) => nameTyped(later, { seat: Number(entry.slice(5)), value: text }),
    after,
  );
}

export function handTyped(state, { seat, value, over }) {
  const { cards, fault } = handOf(value);
  const others = state.record.players.filter((_, at) => at !== seat);
  const holder = (card) => others.find((name) => card !== "??" && own(state.record.hands, name)?.includes(card));
  const twice = cards?.find(holder);
  const why = fault ?? (twice ? `${holder(twice)} has the ${nameOf(twice)} already.` : null);
  const field = `hand ${seat}`;
  if (why) return drafted(state, field, { text: value, over }, why);
  const record = filled(withHand(state.record, state.record.players[seat], cards), rulesNow(state));
  return entered(undrafted(state, field), record, afterHand(state, record, seat));
}

/**
 * What follows a change of a hand: clicks go to the next hand that wants cards, and after the last one to the tricks.
 */
function afterHand(state, record, seat) {
  const rules = rulesNow(state);
  const isDone = areFull(record, rules) && !areFull(state.record, rules);
  const filledUp = record.players.find(
    (name, at) => at !== seat && own(record.hands, name)?.length !== own(state.record.hands, name)?.length,
  );
  const notice = isDone
    ? `${filledUp ? `The hand of ${filledUp} is what was left.` : "All hands are there."} Cards that are clicked now go to the tricks.`
    : "";
  return { view: { target: isDone ? "tricks" : state.view.target, seat: seatToFill(record, rules, seat) }, notice };
}

/** Once the field has been `left`, half a bid is a fault. */
export function bidTyped(state, { bidder, value, over, left = false }) {
  const bid = readBid(value);
  const field = `bid ${bidder}`;
  const { handSize } = rulesNow(state);
  if (bid?.tricks > MOST_BID) {
    return drafted(state, field, { text: value, over }, left ? `The round has ${handSize} tricks.` : null);
  }
  if (bid === undefined) {
    return drafted(state, field, { text: value, over }, left ? "A bid is a number, nil, b6 (blind) or bnil." : null);
  }
  const next = undrafted(state, field);
  const record = withBid(state.record, bidder, bid);
  return bidText(record, bidder) === bidText(state.record, bidder) ? next : entered(next, record, { field });
}

/** Cards typed into a cell: those after the first go to the next players, as far as the trick has room. */
export function cellTyped(state, { trick, seat, value, over, left = false }) {
  const field = `cell ${trick} ${seat}`;
  if (left && !(field in state.drafts)) return state;
  const { players } = state.record;
  const words = value
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  const plays = words.map(playOf);
  const wrong = words[plays.indexOf(null)];
  const place = `Trick ${trick + 1}, ${players[seat]}:`;
  if (wrong !== undefined) {
    return drafted(
      state,
      field,
      { text: value, over },
      left ? `${place} “${wrong}” is not a card. Write kh, 10h, or ?? if nobody can read it.` : null,
    );
  }
  if (plays.length > players.length) {
    return drafted(
      state,
      field,
      { text: value, over },
      `${place} a trick has ${players.length} cards, one of each player. Write those of the next trick in its row.`,
    );
  }
  const rules = rulesNow(state);
  let { record } = state;
  let rows = rowsNow(state);
  if (!plays.length) record = withCard(record, rules, rows, trick, seat, null);
  for (const [step, { card, withdrawn }] of plays.entries()) {
    const at = (seat + step) % players.length;
    record = withCard(record, rules, rows, trick, at, card);
    rows = rowsAfter(state, record);
    if (withdrawn || rows[trick].cells[at].some((play) => play.withdrawn.length)) {
      record = withWithdrawn(record, rows, trick, at, withdrawn ?? []);
    }
  }
  return entered(undrafted(state, field), record, { field });
}

const rowsAfter = ({ answer, ...state }, record) =>
  rowsOf(
    record,
    rulesNow({ ...state, record }),
    answer?.tricks.map((trick) => trick.leader),
  );

/** A click on a card of the board: into the hand that takes cards, or into the trick that is being played. */
export function cardClicked(state, { card }) {
  const rules = rulesNow(state);
  const { record, view } = state;
  if (view.target === "hands") {
    const taken = withCardTaken(record, rules, record.players[view.seat], card);
    const size = ({ hands }) => own(hands, record.players[view.seat])?.length ?? 0;
    if (taken === record) {
      return {
        ...state,
        notice: `${record.players[view.seat]} has all ${rules.handSize} cards: choose another hand, or click one of them to take it back.`,
      };
    }
    return entered(state, taken, size(taken) > size(record) ? afterHand(state, taken, view.seat) : {});
  }
  const rows = rowsNow(state);
  const latest = rows
    .at(-1)
    ?.cells.flat()
    .findLast((play) => play.card === card);
  if (latest) return entered(state, withCard(record, rules, rows, rows.length - 1, latest.seat, null));
  const earlier = rows.find(({ cells }) => cells.flat().some((play) => play.card === card));
  if (earlier) {
    return { ...state, notice: `The ${nameOf(card)} was played in trick ${earlier.number}. Change it there.` };
  }
  const { trick, seat } = nextToPlay(record, rules, rows);
  if (trick >= rules.handSize) return { ...state, notice: `All ${rules.handSize} tricks are there.` };
  if (seat === null) {
    return { ...state, notice: NOBODY_LEADS };
  }
  return entered(state, withCard(record, rules, rows, trick, seat, card));
}

// Cards played at the table: by a click in a fan, or typed.

const NOBODY_LEADS = "Nobody can say who leads. Choose the dealer, or click the first card in the hand of whoever led.";

/** A click on a card in a player's hand: it is played, by whoever is to play or, where nobody knows, by its owner. */
export function cardPlayed(state, { card, seat }) {
  const rules = rulesNow(state);
  const rows = rowsNow(state);
  const { trick, seat: expected } = nextToPlay(state.record, rules, rows);
  if (trick >= rules.handSize) return { ...state, notice: `All ${rules.handSize} tricks are there.` };
  if (expected !== null && expected !== seat) return state;
  return entered(state, withCard(state.record, rules, rows, trick, seat, card), { view: { target: "tricks" } });
}

/** Cards typed at the table: each is played once it is whole, by whoever is to play. */
export function playTyped(state, { value, left = false }) {
  const words = value
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);
  const plays = words.map(playOf);
  const wrong = words[plays.indexOf(null)];
  // A question mark may be half of "??".
  const isHalf = wrong !== undefined || value === "?";
  if (!words.length) return undrafted(state, "play");
  if (isHalf && (!left || wrong !== undefined)) {
    const fault = left ? `“${wrong}” is not a card. Write kh, 10h, or ?? if nobody can read it.` : null;
    return drafted(state, "play", { text: value }, fault);
  }
  const rules = rulesNow(state);
  let { record } = state;
  for (const { card, withdrawn } of plays) {
    const rows = rowsAfter(state, record);
    const { trick, seat } = nextToPlay(record, rules, rows);
    if (trick >= rules.handSize) {
      return { ...undrafted(state, "play"), notice: `All ${rules.handSize} tricks are there.` };
    }
    if (seat === null) return drafted(state, "play", { text: value }, NOBODY_LEADS);
    record = withCard(record, rules, rows, trick, seat, card);
    if (withdrawn) record = withWithdrawn(record, rowsAfter(state, record), trick, seat, withdrawn);
  }
  return entered(undrafted(state, "play"), record, { view: { target: "tricks" } });
}

/** The last card is taken back into the hand. */
export function lastTaken(state) {
  const rows = rowsNow(state);
  const last = rows.at(-1)?.cells.flat().length ? playsOf(rows).at(-1) : null;
  if (!last) return state;
  return entered(state, withCard(state.record, rulesNow(state), rows, last.index, last.seat, null));
}

/** A call: it is in the record once it says who called, and whom. */
export function callTyped(state, { index, member, value, over }) {
  const { accusations = [] } = state.record;
  const field = `call ${index}`;
  let said = value.trim();
  if (member === "trick" && said) {
    const { handSize } = rulesNow(state);
    if (!/^\d{1,2}$/.test(said) || Number(said) < 1 || Number(said) > handSize) {
      return drafted(
        state,
        field,
        { text: value, over },
        `The round has ${handSize} tricks: write 1 to ${handSize}, or leave it empty for any.`,
      );
    }
    said = Number(said);
  }
  const next = member === "trick" ? undrafted(state, field) : state;
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
