// The disputes to which directors are called, each as the questions that decide it. An answer goes straight into the
// record; beside it is kept where in the record the dispute is.

import {
  changed,
  given,
  momentText,
  NO_MOMENT,
  numbersOf,
  onSheet,
  readMoment,
  readNumber,
  withNumber,
} from "../record/afterwards.js";
import { cardOf, cardsTyped, distinct, handOf, handText, nameOf, shown, suitOf, UNREADABLE } from "../record/cards.js";
import { expectedLeader, trickAt, withCardIn, withTrick } from "../record/gaps.js";
import { asWritten, readBid, withBid } from "../record/bids.js";
import {
  biddersOf,
  bidText,
  faultOfHand,
  heldBy,
  seatOfNil,
  textOfBid,
  withDealer,
  withHand,
} from "../record/hands.js";
import { own, rulesNow, seatOf, seatsOfSides, sidesOf } from "../record/table.js";
import { rowsNow, rowsOf, withCard, withCardOutOfTurn, withLeader, withWithdrawn } from "../record/tricks.js";

/** What can be chosen: a title, and a generator of questions. One that `waits` is ruled on once all are answered. */
export const TEMPLATES = {
  revoke: { title: "A player revoked", ask: revoke },
  late: { title: "A revoke was called late", ask: lateCall },
  spade: { title: "Spades were led too early", ask: earlySpade },
  lead: { title: "A lead out of turn", ask: wrongLead },
  turn: { title: "A card out of turn", ask: earlyCard },
  taken: { title: "A card was shown and taken back", ask: takenBack },
  two: { title: "Somebody played two cards", ask: twoCards },
  claim: { title: "A claim is contested", ask: claimed, waits: true },
  nil: { title: "A nil is disputed", ask: disputedNil },
  bid: { title: "A bid is disputed", ask: disputedBid },
  score: { title: "A score is disputed", ask: disputedScore, waits: true },
  pass: { title: "Cards were passed wrongly", ask: passed },
  deal: { title: "A hand was dealt wrong", ask: misdealt, waits: true },
};

/**
 * The questions to show, up to the first without an answer. Each has a `key`, what it asks, its `value` and `take`,
 * which returns what an answer changes: {record, ...guide}, {fault}, or nothing while it is half typed.
 */
export function stepsOf(state) {
  const steps = [];
  const { guide, record } = state;
  const { players } = record;
  const rules = rulesNow(state);
  const table = tableOf(record, rules, rowsNow(state));
  const context = { guide, record, players, rules, seats: [...players.keys()], ...table };
  for (const step of own(TEMPLATES, guide?.kind)?.ask(context) ?? []) {
    steps.push(step);
    if (isOpen(step)) break;
  }
  return steps;
}

const tableOf = (record, rules, rows = rowsOf(record, rules)) => ({
  rows,
  rowAt: (trick) => rows.find((row) => row.number === trick),
});

export const isOpen = ({ value, isOptional }) => !isOptional && (value === null || value === "");

export function isWaiting(state) {
  const steps = stepsOf(state);
  return (
    steps.some((step) => isRefused(state, step)) || (own(TEMPLATES, state.guide?.kind)?.waits && steps.some(isOpen))
  );
}

/** Whether a field shows what was refused; what it said before does not count either. */
export function isRefused({ drafts }, { key, value }) {
  const { fault, over } = drafts[`ask ${key}`] ?? {};
  return Boolean(fault) && over === value;
}

/** Something to know; with an empty `value`, nothing is asked after it. It may settle the dispute. */
const note = (ask, value = "known", settles = false) => ({ key: ask, kind: "note", ask, value, settles });

const choice = (key, ask, value, options, take) => ({ key, kind: "choice", ask, options, value: value ?? null, take });

const YES_NO = [
  ["yes", "Yes"],
  ["no", "No"],
];

const seat = ({ players, seats }, key, ask, value, set, among = seats) => {
  const options = among.map((at) => [at, players[at]]);
  return choice(key, ask, value, options, (text) => set(Number(text)));
};

/** A field. `read` returns what a text says as {said}, or {fault}, or nothing while it is half typed. */
const field = (key, ask, value, read, set, more = {}) => {
  const take = (text, left) => {
    if (!text.trim()) return left && more.isOptional ? set(null) : undefined;
    const { said, fault } = read(text, left) ?? {};
    return said === undefined ? fault && { fault } : set(said);
  };
  return { key, kind: "field", ask, value: String(value ?? ""), take, ...more };
};

function number(key, ask, value, set, { least = 1, most, wrong, ...more }) {
  const read = (text, left) => {
    const said = readNumber(text);
    // The card before is taken as soon as it is typed, so a second one comes here.
    const card = cardOf(text.trim()) ? `“${text.trim()}” is a card, and one was enough. ` : "";
    const fault = wrong ?? `${card}Write a number from ${least} to ${most}.`;
    if (/[^\s\d+−-]/.test(text)) return { fault };
    if (said >= least && said <= most) return left || said * 10 > most ? { said } : undefined;
    return left && { fault };
  };
  return field(key, ask, value, read, set, { size: 4, isNumber: true, ...more });
}

/** Cards in a row; `most` of them are all. */
function cards(key, ask, value, set, { most = Infinity, ...more } = {}) {
  const read = (text, left) => {
    const { cards: said, wrong } = cardsTyped(text);
    if (said.length > most) return { fault: `Here ${most} ${most === 1 ? "card is" : "cards are"} enough.` };
    const { fault } = distinct(said);
    if (fault) return { fault };
    if (wrong === undefined) return left || said.length === most ? { said } : undefined;
    return left && { fault: `“${wrong}” is not a card. Write kh, 10h, or ?? for one that nobody knows.` };
  };
  const size = most === 1 ? 4 : most > 8 ? 40 : 14;
  return field(key, ask, value.map(shown).join(" "), read, set, { size, hasCards: true, ...more });
}

function handOfPlayer({ record, players, rules }, at, ask) {
  const held = heldBy(record, players[at]);
  const read = (text, left) => {
    const { cards: said, fault } = handOf(text);
    return left && { said, fault };
  };
  const set = (said) => {
    const fault = faultOfHand(record, at, said);
    return fault ? { fault } : { record: withHand(record, players[at], said) };
  };
  const more = { size: 22, hasCards: true, hint: "AKQ4.T98.AK6.QJ9", tapped: held.join(" ") };
  // What is left of a hand is shown as its cards.
  const text = held.length < rules.handSize - 1 ? held.map(shown).join(" ") : handText(held);
  return field(`hand ${at}`, ask, text, read, set, more);
}

function bidOf({ record, rules }, bidder) {
  const read = (text, left) => {
    const said = readBid(text);
    if (!said) return left && { fault: "A bid is a number, nil, b6 (blind) or bnil." };
    return left || !said.tricks || said.tricks * 10 > rules.handSize ? { said } : undefined;
  };
  const set = (bid) => ({ record: withBid(record, bidder, bid, rules) });
  return field(`bid ${bidder}`, `What did ${bidder} bid?`, bidText(record, bidder), read, set, { size: 4 });
}

const dealer = ({ record, players, ...more }) =>
  seat({ players, ...more }, "dealer", "Who dealt?", seatOf(players, record.dealer), (at) => ({
    record: withDealer(record, players[at]),
  }));

const OTHERS = "Count from 1; the others need not be entered.";
const UNWON = "Nobody can say who won it: name all its cards.";

/** Its number. What was entered for another number moves there; with `isNew` nothing may be there yet. */
function trickNumber({ guide: { trick: before, laid }, record, rules, players, rowAt }, ask, { isNew = false } = {}) {
  const set = (trick) => {
    const isFree = !rowAt(trick);
    if (isNew && !isFree && laid !== trick) {
      return { fault: `Trick ${trick} is here already: change it at the table or on paper.` };
    }
    const called = withCallOf(record, before, trick);
    const there = laid !== undefined && laid === before && isFree ? trickAt(record, laid) : undefined;
    if (!there) return { trick, record: called };
    const leader = there.plays ? {} : { leader: players[rowAt(laid).led] };
    return { trick, laid: trick, record: withTrick(withTrick(called, laid, null), trick, { ...leader, ...there }) };
  };
  return number("trick", ask, before, set, { most: rules.handSize });
}

/** A call of a revoke in the trick goes along with its number; nobody called before it was played. */
function withCallOf(record, before, trick) {
  const [call, ...others] = record.accusations ?? [];
  if (!call?.trick || call.trick !== before) return record;
  const { at, ...rest } = call;
  const moment = at && at.trick >= trick ? { at } : {};
  return { ...record, accusations: [{ ...rest, trick, ...moment }, ...others] };
}

function* cardsOfTrick(context, trick, ask) {
  const { guide, record, players, rules, rows, rowAt } = context;
  const row = rowAt(trick);
  const inTurn = row ? row.plays.map(({ card }) => card) : [];
  const expected = expectedLeader(record, rules, trick);
  // Who had the lead may not have led: nobody is chosen before somebody says so.
  const leader = row ? row.led : guide.lead;
  const set = (lead, said) => {
    // A leader who follows from the trick before is not named.
    const named = trick > 1 && lead === expected ? {} : { leader: players[lead] };
    const { spades_broken: broken } = trickAt(record, trick) ?? {};
    const laid = { ...named, ...given({ spades_broken: broken }), cards: said };
    return { laid: row ? guide.laid : trick, lead, record: withTrick(record, trick, laid) };
  };
  yield seat(context, "lead", `Who led to trick ${trick}?`, leader, (lead) =>
    !row
      ? { lead }
      : record.tricks[row.index].cards
        ? set(lead, inTurn)
        : { lead, record: withLeader(record, rules, rows, row.index, lead) },
  );
  const asked = ask ?? `The cards of trick ${trick}, clockwise from ${players[leader]} on`;
  yield cards("cards", asked, inTurn, (said) => set(leader, said), { most: players.length });
}

const suitIn = (card, rules) => (rules.topTrumps.includes(card) ? "S" : suitOf(card));

/** A card that somebody still had after a trick: he played it later, or it was seen in his hand at the end. */
function* laterCard({ guide, record, rules, rowAt, players }, by, what, after) {
  const placed = (card, later) => {
    const before = guide.proof === undefined ? record : withCardIn(record, rules, guide.proof, by, null);
    if (!card) return { card: undefined, later, proof: undefined, record: before };
    // In a hand that was seen at the end it lay until the last trick.
    const proof = later ?? rules.handSize;
    const there = rowAt(proof)?.cells[by]?.[0]?.card ?? UNREADABLE;
    return proof !== guide.proof && there !== UNREADABLE && there !== card
      ? { fault: `${players[by]} played the ${nameOf(there)} in trick ${proof}.` }
      : { card, later, proof, record: withCardIn(before, rules, proof, by, card) };
  };
  const ask = `Which ${what} did ${players[by]} play later, or have in his hand at the end? It is the proof.`;
  const said = guide.card ? [guide.card] : [];
  yield cards("card", ask, said, (one) => placed(one?.[0], guide.later), { most: 1, isOptional: true });
  if (!guide.card || guide.isLed === "no") return;
  const bounds = { least: after + 1, most: rules.handSize, isOptional: true, hint: "seen at the end" };
  const set = (later) => placed(guide.card, later ?? undefined);
  yield number("later", "In which trick? Leave it empty if it was seen in the hand.", guide.later, set, bounds);
}

/** Who did not follow suit in the trick, also if he took that card back: all of them, and the one in question. */
function suspects({ guide, rules, rowAt }) {
  const { led, cells } = rowAt(guide.trick);
  const suit = suitIn(cells[led][0].card, rules);
  const shownFirst = ({ card, withdrawn }) => withdrawn[0]?.card ?? card;
  const isOther = ([play]) => suit && play && play.card !== UNREADABLE && suitIn(shownFirst(play), rules) !== suit;
  const others = cells.flatMap((plays, at) => (isOther(plays) ? [at] : []));
  return { suit, others, by: others.length > 1 ? guide.by : others[0] };
}

function* revoke(context) {
  const { guide } = context;
  yield trickNumber(context, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(context, guide.trick);
  const { others, by, suit } = suspects(context);
  if (!others.length) {
    yield note("Everybody whose card is here followed suit: nobody can have revoked in this trick.", "", true);
  }
  if (others.length > 1) {
    yield seat(context, "by", "Who is said to have revoked?", guide.by, (at) => ({ by: at }), others);
  }
  const what = { S: "spade", H: "heart", D: "diamond", C: "club" }[suit];
  yield* laterCard(context, by, what, guide.trick);
  if (guide.card && !guide.later) yield nextLed(context, by);
}

/** A revoke that is noticed before the next trick is led is corrected: its player takes the card back. */
function nextLed({ guide, record, rules, rowAt }, by) {
  const { card, proof, trick } = guide;
  const { index, cells } = rowAt(trick);
  const [{ card: now, withdrawn }] = cells[by];
  const wrong = withdrawn[0]?.card ?? now;
  const set = (said) => {
    const isLate = said === "yes";
    const without = proof === undefined ? record : withCardIn(record, rules, proof, by, null);
    const rowsIn = (next) => rowsOf(next, rules);
    const laid = withCard(without, rules, rowsIn(without), index, by, isLate ? wrong : card);
    const next = withWithdrawn(laid, rowsIn(laid), index, by, isLate ? [] : [wrong]);
    if (!isLate) return { isLed: said, proof: undefined, record: next };
    return { isLed: said, proof: rules.handSize, record: withCardIn(next, rules, rules.handSize, by, card) };
  };
  const ask = "Had the next trick been led when it was noticed?";
  return { ...choice("led", ask, guide.isLed, YES_NO, set), isOptional: true };
}

const ORDINALS = ["", "1st", "2nd", "3rd", "4th", "5th", "6th"];

function* lateCall(context) {
  yield* revoke(context);
  const { guide, record, players, rules, seats } = context;
  const { by } = suspects(context);
  const { led } = context.rowAt(guide.trick);
  const turn = ((by - led + players.length) % players.length) + 1;
  const tooEarly = `${players[by]} revoked with the ${ORDINALS[turn]} card of trick ${guide.trick}: a call comes after it, ${guide.trick}.${turn} at the earliest.`;
  // A call after the next deal can't be in a record, which then has none: nobody called it until then.
  const known = record.accusations ?? [];
  const [call = {}, ...others] = guide.past === "yes" ? [{ by: players[guide.caller] }, ...known] : known;
  const set = (member, said, past) => {
    const next = changed({ ...call, against: players[by], trick: guide.trick }, member, said);
    const accusations = past === "yes" ? others : [next, ...others];
    return { past, caller: seatOf(players, next.by), record: { ...record, accusations } };
  };
  const callers = seats.filter((at) => at !== by);
  yield seat(
    context,
    "caller",
    "Who called it?",
    seatOf(players, call.by),
    (at) => set("by", players[at], guide.past),
    callers,
  );
  const ask = "When? 8.2 is in trick 8 with two cards on the table; leave it empty if the round was over.";
  const read = (text, left) => {
    const said = readMoment(text);
    if (said && (said.trick - guide.trick || said.plays - turn) < 0) return left && { fault: tooEarly };
    return said ? { said } : left && { fault: NO_MOMENT };
  };
  const more = { size: 5, isOptional: true, hint: "8.2" };
  yield field("at", ask, momentText(call), read, (said) => set("at", said), more);
  if (rules.callsUntil !== "next_deal" || call.at?.trick <= rules.handSize) return;
  const past = "Was that after the next deal?";
  yield choice("past", past, guide.past, YES_NO, (said) => set("trick", guide.trick, said));
}

function* earlySpade(context) {
  const { guide, record, rules, rows, rowAt } = context;
  const { trick } = guide;
  yield trickNumber(context, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(context, trick);
  const { index, led, cells } = rowAt(trick);
  if (suitIn(cells[led]?.[0].card ?? UNREADABLE, rules) !== "S") {
    yield note("This trick was not led with a spade: name the one in question.", "");
  }
  // Where all tricks before it are here, they show whether spades were broken.
  if (index !== trick - 1 || !rows.slice(0, index).every(({ complete }) => complete)) {
    const { spades_broken: broken } = record.tricks[index];
    const value = broken === undefined ? null : broken ? "yes" : "no";
    const set = (said) => ({
      record: withTrick(record, trick, { ...record.tricks[index], spades_broken: said === "yes" }),
    });
    yield choice("broken", "Had a spade been played before?", value, YES_NO, set);
    if (broken) yield note("Then spades were broken, and anybody could lead them.", "", true);
  }
  yield* laterCard(context, led, "card of another suit", trick);
}

function* wrongLead(context) {
  const { guide, record, players, rowAt } = context;
  const { trick } = guide;
  yield trickNumber(context, "To which trick? Count from 1; only the one before is needed.", { isNew: true });
  if (trick > 1) {
    yield* cardsOfTrick(context, trick - 1);
    const { won } = rowAt(trick - 1);
    yield note(won === null ? UNWON : `${players[won]} won it, and had the lead.`);
  } else yield dealer(context);
  const row = rowAt(trick);
  const card = row?.cells[row.led]?.[0]?.card;
  const by = card ? row.led : guide.by;
  const set = (at, led) => ({
    by: at,
    ...(led ? { laid: trick, record: withTrick(record, trick, { leader: players[at], cards: [led] }) } : {}),
  });
  yield seat(context, "by", `Who led to trick ${trick}?`, by, (at) => set(at, card));
  yield cards("card", "Which card was led?", card ? [card] : [], ([led]) => set(by, led), { most: 1 });
}

function* earlyCard(context) {
  const { guide, record, players, seats } = context;
  const { trick } = guide;
  yield trickNumber(context, `In which trick? ${OTHERS}`, { isNew: true });
  const after = (at, from) => (at - from + players.length) % players.length;
  const set = (change) => {
    const { lead, cards: inTurn = [], by, card } = { ...guide, ...change };
    const plays = inTurn.map((one, at) => ({ player: players[(lead + at) % players.length], card: one }));
    const all = card && by !== undefined ? [...plays, { player: players[by], card }] : plays;
    return { ...change, ...(all.length ? { laid: trick, record: withTrick(record, trick, { plays: all }) } : {}) };
  };
  yield seat(context, "lead", `Who led to trick ${trick}?`, guide.lead, (at) => set({ lead: at }));
  const { lead, cards: before = [], card } = guide;
  const ask = `The cards played in turn until then, from ${players[lead]} on`;
  yield cards("cards", ask, before, (said) => set({ lead, cards: said }), { most: players.length - 1 });
  const waiting = seats.filter((at) => after(at, lead) > before.length);
  yield seat(context, "by", "Who played too early?", guide.by, (by) => set({ by }), waiting);
  yield cards("card", "Which card?", card ? [card] : [], ([said]) => set({ card: said }), { most: 1 });
}

function* takenBack(context) {
  const { guide, record, players, rows, rowAt } = context;
  yield trickNumber(context, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(context, guide.trick, "The cards that stayed, clockwise from the leader on");
  yield seat(context, "by", "Who took a card back?", guide.by, (by) => ({ by }));
  const { index, cells } = rowAt(guide.trick);
  const taken = cells[guide.by]?.[0]?.withdrawn.map(({ card }) => card) ?? [];
  const set = (said) => ({ record: withWithdrawn(record, rows, index, guide.by, said) });
  yield cards("card", `Which card had ${players[guide.by]} shown first?`, taken, set, { most: 1 });
}

const DONE_WITH_IT = [
  ["taken", "Taken back"],
  ["stayed", "It stayed, and nobody noticed"],
];

function* twoCards(context) {
  const { guide, players } = context;
  yield trickNumber(context, `In which trick? ${OTHERS}`);
  const one = withoutSecond(context);
  const { trick, by, card } = guide;
  for (const step of cardsOfTrick(one, trick, "The cards without the second one, clockwise from the leader on")) {
    // What was done is asked again once they have changed.
    const take = (...typed) => withoutAnswer(step.take(...typed));
    yield { ...step, take };
  }
  const { index } = one.rowAt(trick);
  const set = (change) => {
    const { what, ...second } = { ...guide, ...change };
    const isTaken = what === "taken";
    const record = isTaken
      ? withWithdrawn(one.record, one.rows, index, second.by, [second.card])
      : withCardOutOfTurn(one.record, one.rows, index, second.by, second.card);
    return { ...change, record: what ? record : one.record };
  };
  yield seat(context, "by", "Who played two cards?", by, (at) => set({ by: at }));
  const ask = `Which was the second card of ${players[by]}?`;
  yield cards("card", ask, card ? [card] : [], ([said]) => set({ card: said }), { most: 1 });
  yield choice("what", "What was done with it?", guide.what, DONE_WITH_IT, (what) => set({ what }));
}

const withoutAnswer = (said) => (said?.record ? { ...said, what: undefined } : said);

/** The table without the second card of a player, which the questions show beside the trick. */
function withoutSecond({ guide, record, rules, rowAt, ...context }) {
  const row = rowAt(guide.trick);
  const { players } = record;
  const clockwise = row && players.map((_, step) => row.cells[(row.led + step) % players.length][0]?.card);
  const trick = row && { leader: players[row.led], cards: clockwise };
  const one = guide.what && row ? withTrick(record, guide.trick, trick) : record;
  return { ...context, ...tableOf(one, rules), guide, record: one, rules };
}

function* claimed(context) {
  const { guide, record, players, rules, seats } = context;
  const { claim = {} } = record;
  const set = (said) => ({ record: { ...record, claim: { tricks: "rest", ...claim, ...said } } });
  yield seat(context, "by", "Who claimed?", seatOf(players, claim.by), (at) => set({ by: players[at] }));
  if (record.tricks.length) {
    const said = claim.accepted === undefined ? null : claim.accepted ? "yes" : "no";
    yield choice("accepted", "Did the others accept it?", said, YES_NO, (text) => set({ accepted: text === "yes" }));
  } else {
    yield seat(context, "lead", "Whose lead was it?", guide.lead, (lead) => ({ lead }));
    for (const at of seats) yield handOfPlayer(context, at, `What had ${players[at]} left?`);
    yield choice("broken", "Were spades broken?", guide.broken, YES_NO, (broken) => ({ broken }));
    for (const bidder of biddersOf(record, rules)) yield { ...bidOf(context, bidder), isOptional: true };
  }
  const most = rules.handSize;
  const tricks = claim.tricks === "rest" ? "" : claim.tricks;
  const setTricks = (said) => set({ tricks: said ?? "rest" });
  const open = { most, isOptional: true, hint: "all" };
  yield number("tricks", "How many of the tricks left? Leave it empty for all.", tricks, setTricks, open);
  const order = (said) => set({ statement: said ?? [] });
  const ask = "In which order would the cards be played, if that was said?";
  yield cards("statement", ask, claim.statement ?? [], order, { isOptional: true });
}

function* disputedNil(context) {
  const { guide, record, players, rules, rowAt } = context;
  const by = guide.by ?? seatOfNil(record);
  // The bid is written, where players bid; it goes again if it was another's.
  const set = (at) => {
    const before = guide.nil === undefined ? record : withBid(record, players[guide.nil], null, rules);
    if (rules.bySide || bidText(before, players[at]).endsWith("nil")) return { by: at, nil: undefined, record: before };
    return { by: at, nil: at, record: withBid(before, players[at], readBid("nil"), rules) };
  };
  yield seat(context, "by", "Who bid nil?", by, set);
  yield trickNumber(context, `Which trick is ${players[by]} said to have won? ${OTHERS}`);
  yield* cardsOfTrick(context, guide.trick);
  const { won } = rowAt(guide.trick);
  if (won === null) yield note(UNWON, "");
  else if (won !== by) yield note(`${players[won]} won it, and not ${players[by]}: that breaks no nil.`);
}

function* disputedBid(context) {
  const { record, rules } = context;
  yield dealer(context);
  const { bids: listed = [], bids_by_player: byPlayer = {}, blind_bidders: _, ...rest } = record;
  // Bids of which the order is not known are shown in turn.
  const inTurn = (before, name) => withBid(before, name, readBid(bidText(record, name)), rules);
  const { bids } = Object.keys(byPlayer).reduce(inTurn, { ...rest, bids: listed });
  const written = bids.map((bid) => `${bid.player ?? bid.team} ${textOfBid(bid)}`);
  const bidders = biddersOf(record, rules);
  const read = (text, left) => {
    const words = text.split(/[,;]/);
    const said = words.map((word) => bidIn(bidders, rules, word));
    const wrong = words[said.indexOf(null)];
    const fault = `“${wrong}” is no bid: write a name and a number or nil, such as ${bidders[0]} 4.`;
    return left && (wrong === undefined ? { said } : { fault });
  };
  const more = { size: 28, hint: `${bidders[0]} 3, ${bidders[1]} 4` };
  const ask = "The bids in the order in which they were made";
  yield field("bids", ask, written.join(", "), read, (said) => ({ record: { ...rest, bids: said } }), more);
}

/** A name and a bid, also without a space; null if it is not sure who or what is meant. */
function bidIn(bidders, rules, text) {
  const typed = text.trim();
  // The longest name first: "rob 4" is Rob's, and no blind bid of a player whose name begins with "ro".
  for (let end = typed.length - 1; end > 0; end -= 1) {
    const bidder = bidderMeant(bidders, typed.slice(0, end).trim().toLowerCase());
    const bid = readBid(typed.slice(end));
    if (bidder && bid) return { [rules.bySide ? "team" : "player"]: bidder, ...asWritten(bid, rules) };
  }
  return null;
}

function bidderMeant(bidders, word) {
  const named = bidders.find((name) => name.toLowerCase() === word);
  const begun = bidders.filter((name) => name.toLowerCase().startsWith(word));
  return named ?? (begun.length === 1 ? begun[0] : null);
}

const SHEET = [
  ["before bags", (side) => `How many bags had ${side} before?`],
  ["reported points", (side) => `What does the sheet give ${side} for the round?`],
];

function* disputedScore(context) {
  const { record, players, rules } = context;
  for (const bidder of biddersOf(record, rules)) yield bidOf(context, bidder);
  // The tricks of whoever bid nil count by themselves.
  const sides = sidesOf(record, rules);
  const units = seatsOfSides(record, rules).flatMap((seats, at) => {
    const names = seats.map((one) => players[one]);
    return names.some((name) => bidText(record, name).endsWith("nil")) ? names : [sides[at]];
  });
  const row = "reported tricks_won";
  const isMissing = (unit) => onSheet(record, row, unit) === null;
  // Those that are known come first, so that they can be mended if they are too many.
  for (const unit of units.toSorted((one, other) => isMissing(one) - isMissing(other))) {
    const others = units.filter((other) => other !== unit);
    const taken = others.reduce((sum, other) => sum + onSheet(record, row, other), 0);
    const most = rules.handSize - taken;
    const tooMany = `${others.join(" and ")} already have ${taken} tricks, and the round has ${rules.handSize}: change theirs first.`;
    const set = (won) => {
      const next = withNumber(record, row, unit, won);
      const open = units.filter((other) => onSheet(next, row, other) === null);
      return { record: open.length === 1 ? withNumber(next, row, open[0], most - won) : next };
    };
    yield number(`won ${unit}`, `How many tricks did ${unit} take?`, onSheet(record, row, unit), set, {
      least: 0,
      most,
      wrong: most < 0 ? tooMany : undefined,
    });
  }
  for (const [name, ask] of SHEET) {
    for (const side of sides) {
      const set = (said) => ({ record: withNumber(record, name, side, said) });
      const bounds = { ...numbersOf(name, rules), isOptional: true };
      yield number(`${name} ${side}`, ask(side), onSheet(record, name, side), set, bounds);
    }
  }
}

function* passed(context) {
  const { guide, record, players, rules } = context;
  const exchanges = record.exchanges ?? [];
  const by = seatOf(players, exchanges[0]?.from) ?? guide.by;
  yield seat(context, "by", "Who passed cards?", by, (at) => ({ by: at }));
  const side = seatsOfSides(record, rules).find((seats) => seats.includes(by));
  if (side.length < 2) yield note("Nobody has a partner at this table, so nobody may pass cards.", "");
  const to = side.find((at) => at !== by);
  for (const at of side) yield bidOf(context, players[at]);
  for (const [index, from, target] of [
    [0, by, to],
    [1, to, by],
  ]) {
    const set = (said) => {
      const pass = { from: players[from], to: players[target], cards: said ?? [] };
      return { record: { ...record, exchanges: exchanges.toSpliced(index, 1, ...(said ? [pass] : [])) } };
    };
    const ask = `Which cards did ${players[from]} ${index ? "give back" : "pass"} to ${players[target]}?`;
    yield cards(`pass ${index}`, ask, exchanges[index]?.cards ?? [], set, { isOptional: index > 0 });
  }
}

function* misdealt(context) {
  const { record, players, rules, seats } = context;
  for (const at of seats) {
    const hand = handOfPlayer(context, at, `The cards of ${players[at]}`);
    const others = seats.flatMap((other) => (other === at ? [] : heldBy(record, players[other])));
    const rest = rules.pack.filter((card) => !others.includes(card));
    const ask = `The other ${rest.length} cards of the pack are left. Had ${players[at]} all of them?`;
    const set = () => ({ record: withHand(record, players[at], rest) });
    yield at < seats.length - 1 || hand.value ? hand : choice("rest", ask, null, YES_NO.slice(0, 1), set);
  }
}
