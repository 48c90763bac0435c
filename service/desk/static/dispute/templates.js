// The disputes to which directors are called, each as a conversation: it asks, and writes the answers into the record.

import { given, NO_MOMENT, readMoment, readNumber } from "../record/afterwards.js";
import { cardOf, cardsTyped, distinct, handOf, handText, nameOf, shown, suitOf, UNREADABLE } from "../record/cards.js";
import { isBid, isListOf, isText } from "../record/entries.js";
import { expectedLeader, trickAt, withCardIn, withTrick } from "../record/gaps.js";
import { asWritten, readBid, withBid } from "../record/bids.js";
import { biddersOf, bidText, faultOfHand, heldBy, textOfBid, withHand } from "../record/hands.js";
import { own, rulesNow, seatOf, seatsOfSides, sidesOf, withMember } from "../record/table.js";
import { rowsOf, withCard, withCardOutOfTurn, withLeader, withWithdrawn } from "../record/tricks.js";

/** What can be chosen: a title, and a conversation. One that `waits` is ruled on once all is answered. */
export const TEMPLATES = {
  revoke: { title: "A player revoked", ask: revoke },
  late: { title: "A revoke was called late", ask: lateCall },
  spade: { title: "Spades were led too early", ask: earlySpade },
  lead: { title: "A lead out of turn", ask: wrongLead },
  turn: { title: "A card out of turn", ask: earlyCard },
  two: { title: "Two cards were played, or one taken back", ask: twoCards },
  claim: { title: "A claim is contested", ask: claimed, waits: true },
  nil: { title: "A nil is disputed", ask: disputedNil },
  bid: { title: "A bid is disputed", ask: disputedBid },
  score: { title: "A score is disputed", ask: disputedScore, waits: true },
  pass: { title: "Cards were passed wrongly", ask: passed },
  deal: { title: "A hand was dealt wrong", ask: misdealt, waits: true },
};

/**
 * What is asked, up to the first question without an answer, and the record with the answers: {steps, record}. The
 * guide of a state has the `base`, the record without them, and the `answers` by the key of each question. A
 * conversation yields questions and is told the answers; its `table` has the record as it is by then.
 */
export function conversationOf({ guide, ...state }) {
  const { base, answers } = guide;
  const rules = rulesNow(state);
  const table = {
    record: base,
    now: state.record,
    rules,
    players: base.players,
    seats: [...base.players.keys()],
    answers,
    get rows() {
      return rowsOf(this.record, rules);
    },
    rowAt(trick) {
      return this.rows.find((row) => row.number === trick);
    },
  };
  const steps = [];
  const talk = own(TEMPLATES, guide.kind)?.ask(table);
  for (let next = talk?.next(); next && !next.done;) {
    const question = next.value;
    const { key, fits = () => true, text = (value) => value } = question;
    const { known, write } = question.path ? placed(table, question) : question;
    const isSaid = Object.hasOwn(answers, key) && (answers[key] === null || fits(answers[key]));
    const said = isSaid ? answers[key] : (known ?? null);
    if (isSaid) write?.(said);
    const step = { ...question, value: said === null ? (question.kind === "field" ? "" : null) : text(said) };
    steps.push(step);
    if (isOpen(step)) break;
    next = talk.next(said);
  }
  return { steps, record: table.record };
}

/** What is known of a place in the record, and an answer that is written there; a question may mean something else. */
const placed = (table, { path, meant = (member) => member, member = (said) => said ?? undefined }) => ({
  known: meant(path.reduce(own, table.record)),
  write: (said) => (table.record = withMember(table.record, path, member(said))),
});

export const stepsOf = (state) => (state.guide ? conversationOf(state).steps : []);

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

// Questions. Each has a `key`, what it asks, and `take`: what a text says as {said}, or {fault}, or nothing while it is
// half typed. What is `known` without an answer is in the record; `write` puts an answer there.

/** Something to know; with an empty `known`, nothing is asked after it. It may settle the dispute. */
const note = (ask, known = "known", settles = false) => ({ key: ask, kind: "note", ask, known, settles });

const choice = (key, ask, options, more) => ({
  key,
  kind: "choice",
  ask,
  options,
  fits: (value) => options.some(([option]) => option === value),
  take: (text) => ({ said: options.find(([option]) => String(option) === text)?.[0] }),
  ...more,
});

const YES_NO = Object.entries({ yes: "Yes", no: "No" });

const yesOrNo = (key, ask, more) => {
  const meant = (member) => ({ true: "yes", false: "no" })[member];
  return choice(key, ask, YES_NO, { meant, member: (said) => said === "yes", ...more });
};

function seat({ players, seats }, key, ask, { among = seats, ...more } = {}) {
  const options = among.map((at) => [at, players[at]]);
  return choice(key, ask, options, { meant: (name) => seatOf(players, name), member: (at) => players[at], ...more });
}

/** A field. `read` returns what a text says, as `take` does. */
const field = (key, ask, read, more = {}) => {
  const take = (text, left) => {
    if (!text.trim()) return left && more.isOptional ? { said: null } : undefined;
    return read(text, left) || undefined;
  };
  return { key, kind: "field", ask, take, ...more };
};

function number(key, ask, { least = 1, most, wrong = () => null, ...more }) {
  const fits = (said) => Number.isInteger(said) && said >= least && said <= most;
  const read = (text, left) => {
    const said = readNumber(text);
    // The card before is taken as soon as it is typed, so a second one comes here.
    const card = cardOf(text.trim()) ? `“${text.trim()}” is a card, and one was enough. ` : "";
    const fault = wrong(said) ?? `${card}Write a number from ${least} to ${most}.`;
    if (/[^\s\d+−-]/.test(text)) return { fault };
    if (said >= least && said <= most && !wrong(said)) return left || said * 10 > most ? { said } : undefined;
    return (left || wrong(said)) && { fault };
  };
  return field(key, ask, read, { size: 4, isNumber: true, text: String, fits, ...more });
}

const areCards = (value) => Array.isArray(value) && value.every((card) => isText(card) && cardOf(card) === card);

/** Cards in a row; `most` of them are all. */
function cards(key, ask, { most = Infinity, wrong = () => null, ...more } = {}) {
  const read = (text, left) => {
    const { cards: said, wrong: word } = cardsTyped(text);
    if (said.length > most) return { fault: `Here ${most} ${most === 1 ? "card is" : "cards are"} enough.` };
    const { fault } = distinct(said);
    if (fault) return { fault };
    if (word === undefined && wrong(said)) return { fault: wrong(said) };
    if (word === undefined) return left || said.length === most ? { said } : undefined;
    return left && { fault: `“${word}” is not a card. Write kh, 10h, or ?? for one that nobody knows.` };
  };
  const text = (said) => said.map(shown).join(" ");
  const size = most === 1 ? 4 : most > 8 ? 40 : 14;
  return field(key, ask, read, { size, hasCards: true, text, fits: areCards, ...more });
}

function handOfPlayer(table, at, ask) {
  const { players, rules, now } = table;
  const read = (text, left) => {
    const { cards: said, fault = faultOfHand(now, at, said) } = handOf(text);
    return left && (fault ? { fault } : { said });
  };
  // What is left of a hand is shown as its cards.
  const text = (held) => (held.length < rules.handSize - 1 ? held.map(shown).join(" ") : handText(held));
  const held = heldBy(table.record, players[at]);
  return field(`hand ${at}`, ask, read, {
    size: 22,
    hasCards: true,
    hint: "AKQ4.T98.AK6.QJ9",
    tapped: heldBy(now, players[at]).join(" "),
    known: held.length ? held : null,
    text: (said) => text(heldBy(withHand(now, players[at], said), players[at])),
    fits: areCards,
    write: (said) => (table.record = withHand(table.record, players[at], said ?? [])),
  });
}

function bidOf(table, bidder, more) {
  const { record, rules } = table;
  const read = (text, left) => {
    const said = readBid(text);
    if (!said) return left && { fault: "A bid is a number, nil, b6 (blind) or bnil." };
    return left || !said.tricks || said.tricks * 10 > rules.handSize ? { said: textOfBid(said) } : undefined;
  };
  const write = (said) => (table.record = withBid(table.record, bidder, readBid(said ?? ""), rules));
  const fits = (said) => Boolean(readBid(String(said)));
  const known = bidText(record, bidder) || null;
  return field(`bid ${bidder}`, `What did ${bidder} bid?`, read, { size: 4, known, write, fits, ...more });
}

const dealer = (table) => seat(table, "dealer", "Who dealt?", { path: ["dealer"] });

const OTHERS = "Count from 1; the others need not be entered.";
const UNWON = "Nobody can say who won it: name all its cards.";

/** Its number; with `isNew` nothing may be there yet. */
function trickNumber({ rows, rules }, ask, { isNew = false } = {}) {
  const isThere = (trick) => isNew && rows.some((row) => row.number === trick);
  const wrong = (trick) =>
    isThere(trick) ? `Trick ${trick} is here already: change it at the table or on paper.` : null;
  return number("trick", ask, { most: rules.handSize, wrong });
}

function* cardsOfTrick(table, trick, ask) {
  const { record, players, rules } = table;
  const row = table.rowAt(trick);
  const inTurn = row?.plays.map(({ card }) => card) ?? null;
  const expected = expectedLeader(record, rules, trick);
  const write = (lead, said) => {
    // A leader who follows from the trick before is not named.
    const named = trick > 1 && lead === expected ? {} : { leader: players[lead] };
    const { spades_broken: broken } = trickAt(record, trick) ?? {};
    table.record = withTrick(record, trick, { ...named, ...given({ spades_broken: broken }), cards: said });
  };
  // Who had the lead may not have led: nobody is chosen before somebody says so.
  const lead = yield seat(table, "lead", `Who led to trick ${trick}?`, {
    known: row?.led,
    write: (at) => {
      if (row && record.tricks[row.index].cards) write(at, inTurn);
      else if (row) table.record = withLeader(record, rules, table.rows, row.index, at);
    },
  });
  const asked = ask ?? `The cards of trick ${trick}, clockwise from ${players[lead]} on`;
  yield cards("cards", asked, { most: players.length, known: inTurn, write: (said) => write(lead, said) });
}

const suitIn = (card, rules) => (rules.topTrumps.includes(card) ? "S" : suitOf(card));

/** A card that somebody still had after a trick: he played it later, or it was seen in his hand at the end. */
function* laterCard(table, by, what, after) {
  const { record, rules, players, answers, rows } = table;
  const clash = (card, later) => {
    // In a hand that was seen at the end it lay until the last trick.
    const proof = later ?? rules.handSize;
    const row = rows.find(({ number: trick }) => trick === proof);
    const there = row?.cells[by]?.[0]?.card ?? UNREADABLE;
    return card && there !== UNREADABLE && there !== card
      ? `${players[by]} played the ${nameOf(there)} in trick ${proof}.`
      : null;
  };
  const ask = `Which ${what} did ${players[by]} play later, or have in his hand at the end? It is the proof.`;
  const said = yield cards("card", ask, { most: 1, isOptional: true, wrong: ([card]) => clash(card, answers.later) });
  const card = said?.[0];
  if (!card || answers.led === "no") return { card };
  const later = yield number("later", "In which trick? Leave it empty if it was seen in the hand.", {
    least: after + 1,
    most: rules.handSize,
    isOptional: true,
    hint: "seen at the end",
    wrong: (trick) => clash(card, trick),
  });
  table.record = withCardIn(record, rules, later ?? rules.handSize, by, card);
  return { card, later };
}

/** Who did not follow suit in the trick, also if he took that card back: all of them, and the suit that was led. */
function suspectsIn(table, trick) {
  const { led, cells } = table.rowAt(trick);
  const suit = suitIn(cells[led][0].card, table.rules);
  const shownFirst = ({ card, withdrawn }) => withdrawn[0]?.card ?? card;
  const isOther = ([play]) =>
    suit && play && play.card !== UNREADABLE && suitIn(shownFirst(play), table.rules) !== suit;
  return { suit, led, others: cells.flatMap((plays, at) => (isOther(plays) ? [at] : [])) };
}

/** Returns who is said to have revoked, and in which trick. */
function* revoke(table) {
  const trick = yield trickNumber(table, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(table, trick);
  const { others, suit, led } = suspectsIn(table, trick);
  if (!others.length) {
    yield note("Everybody whose card is here followed suit: nobody can have revoked in this trick.", "", true);
  }
  const by = others.length > 1 ? yield seat(table, "by", "Who is said to have revoked?", { among: others }) : others[0];
  const what = { S: "spade", H: "heart", D: "diamond", C: "club" }[suit];
  const before = table.record;
  const { card, later } = yield* laterCard(table, by, what, trick);
  if (card && !later) yield* nextLed(table, before, trick, by, card);
  return { trick, by, led };
}

/** A revoke that is noticed before the next trick is led is corrected: its player takes the card back. */
function* nextLed(table, record, trick, by, card) {
  const ask = "Had the next trick been led when it was noticed?";
  const said = yield yesOrNo("led", ask, { isOptional: true });
  if (said !== "no") return;
  const { rules } = table;
  const { index, cells } = rowsOf(record, rules).find((row) => row.number === trick);
  const [{ card: now, withdrawn }] = cells[by];
  const laid = withCard(record, rules, rowsOf(record, rules), index, by, card);
  table.record = withWithdrawn(laid, rules, rowsOf(laid, rules), index, by, [withdrawn[0]?.card ?? now]);
}

const ORDINALS = ["", "1st", "2nd", "3rd", "4th", "5th", "6th"];

function* lateCall(table) {
  const { trick, by, led } = yield* revoke(table);
  const { record, players, rules, seats } = table;
  const turn = ((by - led + players.length) % players.length) + 1;
  const tooEarly = `${players[by]} revoked with the ${ORDINALS[turn]} card of trick ${trick}: a call comes after it, ${trick}.${turn} at the earliest.`;
  const isEarly = (at) => (at.trick - trick || at.plays - turn) < 0;
  const [call = {}, ...others] = record.accusations ?? [];
  const caller = yield seat(table, "caller", "Who called it?", {
    known: seatOf(players, call.by),
    among: seats.filter((at) => at !== by),
  });
  const read = (text, left) => {
    const said = readMoment(text);
    if (said && isEarly(said)) return left && { fault: tooEarly };
    return said ? { said } : left && { fault: NO_MOMENT };
  };
  const asked = "When? 8.2 is in trick 8 with two cards on the table; leave it empty if the round was over.";
  const at = yield field("at", asked, read, {
    size: 5,
    isOptional: true,
    hint: "8.2",
    known: call.at,
    text: (said) => `${said.trick}.${said.plays}`,
    fits: (said) => Number.isInteger(said.trick) && said.trick >= trick,
  });
  const called = given({ ...call, by: players[caller], against: players[by], trick, at: at ?? undefined });
  table.record = { ...record, accusations: [called, ...others] };
  if (rules.callsUntil !== "next_deal" || at?.trick <= rules.handSize) return;
  // A call after the next deal can't be in a record, which then has none: nobody called it until then.
  const past = yield yesOrNo("past", "Was that after the next deal?");
  if (past === "yes") table.record = { ...record, accusations: others };
}

function* earlySpade(table) {
  const { rules } = table;
  const trick = yield trickNumber(table, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(table, trick);
  const { index, led, cells } = table.rowAt(trick);
  if (suitIn(cells[led]?.[0].card ?? UNREADABLE, rules) !== "S") {
    yield note("This trick was not led with a spade: name the one in question.", "");
  }
  // Where all tricks before it are here, they show whether spades were broken.
  if (index !== trick - 1 || !table.rows.slice(0, index).every(({ complete }) => complete)) {
    const path = ["tricks", index, "spades_broken"];
    const said = yield yesOrNo("broken", "Had a spade been played before?", { path });
    if (said === "yes") yield note("Then spades were broken, and anybody could lead them.", "", true);
  }
  yield* laterCard(table, led, "card of another suit", trick);
}

function* wrongLead(table) {
  const { players } = table;
  const trick = yield trickNumber(table, "To which trick? Count from 1; only the one before is needed.", {
    isNew: true,
  });
  if (trick > 1) {
    yield* cardsOfTrick(table, trick - 1);
    const { won } = table.rowAt(trick - 1);
    yield note(won === null ? UNWON : `${players[won]} won it, and had the lead.`);
  } else yield dealer(table);
  const row = table.rowAt(trick);
  const first = row?.cells[row.led]?.[0]?.card;
  const by = yield seat(table, "by", `Who led to trick ${trick}?`, { known: first && row.led });
  const [card] = yield cards("card", "Which card was led?", { most: 1, known: first && [first] });
  table.record = withTrick(table.record, trick, { leader: players[by], cards: [card] });
}

function* earlyCard(table) {
  const { record, players, seats } = table;
  const trick = yield trickNumber(table, `In which trick? ${OTHERS}`, { isNew: true });
  const lead = yield seat(table, "lead", `Who led to trick ${trick}?`);
  const ask = `The cards played in turn until then, from ${players[lead]} on`;
  const inTurn = yield cards("cards", ask, { most: players.length - 1 });
  const plays = inTurn.map((card, at) => ({ player: players[(lead + at) % players.length], card }));
  table.record = withTrick(record, trick, { plays });
  const waiting = seats.filter((at) => (at - lead + players.length) % players.length > inTurn.length);
  const by = yield seat(table, "by", "Who played too early?", { among: waiting });
  const [card] = yield cards("card", "Which card?", { most: 1 });
  table.record = withTrick(record, trick, { plays: [...plays, { player: players[by], card }] });
}

const DONE_WITH_IT = Object.entries({ taken: "Taken back", stayed: "It stayed, and nobody noticed" });

function* twoCards(table) {
  const { players, rules } = table;
  const trick = yield trickNumber(table, `In which trick? ${OTHERS}`);
  yield* cardsOfTrick(table, trick, "The cards without the one in question, clockwise from the leader on");
  const by = yield seat(table, "by", "Who played two cards, or took one back?");
  const [card] = yield cards("card", `Which was the other card of ${players[by]}?`, { most: 1 });
  const what = yield choice("what", "What was done with it?", DONE_WITH_IT);
  const { record, rows } = table;
  const { index } = table.rowAt(trick);
  table.record =
    what === "taken"
      ? withWithdrawn(record, rules, rows, index, by, [card])
      : withCardOutOfTurn(record, rules, rows, index, by, card);
}

function* claimed(table) {
  const { players, rules, seats } = table;
  yield seat(table, "by", "Who claimed?", { path: ["claim", "by"] });
  table.record = { ...table.record, claim: { tricks: "rest", ...table.record.claim } };
  if (table.record.tricks.length) {
    yield yesOrNo("accepted", "Did the others accept it?", { path: ["claim", "accepted"] });
  } else {
    yield seat(table, "lead", "Whose lead was it?");
    for (const at of seats) yield handOfPlayer(table, at, `What had ${players[at]} left?`);
    yield yesOrNo("broken", "Were spades broken?");
    for (const bidder of biddersOf(table.record, rules)) yield bidOf(table, bidder, { isOptional: true });
  }
  yield number("tricks", "How many of the tricks left? Leave it empty for all.", {
    most: rules.handSize,
    isOptional: true,
    hint: "all",
    path: ["claim", "tricks"],
    meant: (tricks) => (tricks === "rest" ? null : tricks),
    member: (said) => said ?? "rest",
  });
  const order = "In which order would the cards be played, if that was said?";
  yield cards("statement", order, { isOptional: true, path: ["claim", "statement"] });
}

function* disputedNil(table) {
  const { players, rules } = table;
  const isNil = (record, name) => bidText(record, name).endsWith("nil");
  const by = yield seat(table, "by", "Who bid nil?", {
    known: seatOf(
      players,
      players.find((name) => isNil(table.record, name)),
    ),
    // The bid is written, where players bid.
    write: (at) => {
      const { record } = table;
      if (rules.bySide || isNil(record, players[at])) return;
      table.record = withBid(record, players[at], readBid("nil"), rules);
    },
  });
  const trick = yield trickNumber(table, `Which trick is ${players[by]} said to have won? ${OTHERS}`);
  yield* cardsOfTrick(table, trick);
  const { won } = table.rowAt(trick);
  if (won === null) yield note(UNWON, "");
  else if (won !== by) yield note(`${players[won]} won it, and not ${players[by]}: that breaks no nil.`);
}

function* disputedBid(table) {
  const { rules } = table;
  yield dealer(table);
  const { record } = table;
  const { bids: listed = [], bids_by_player: byPlayer = {}, blind_bidders: _, ...rest } = record;
  // Bids of which the order is not known are shown in turn.
  const inTurn = (before, name) => withBid(before, name, readBid(bidText(record, name)), rules);
  const { bids } = Object.keys(byPlayer).reduce(inTurn, { ...rest, bids: listed });
  const bidders = biddersOf(record, rules);
  const read = (text, left) => {
    const words = text.split(/[,;]/);
    const said = words.map((word) => bidIn(bidders, rules, word));
    const wrong = words[said.indexOf(null)];
    const fault = `“${wrong}” is no bid: write a name and a number or nil, such as ${bidders[0]} 4.`;
    return left && (wrong === undefined ? { said } : { fault });
  };
  yield field("bids", "The bids in the order in which they were made", read, {
    size: 28,
    hint: `${bidders[0]} 3, ${bidders[1]} 4`,
    known: bids.length ? bids : null,
    text: (said) => said.map((bid) => `${bid.player ?? bid.team} ${textOfBid(bid)}`).join(", "),
    fits: (said) => isListOf(said, isBid),
    write: (said) => (table.record = { ...rest, bids: said }),
  });
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

const wonBy = ({ reported }, unit) => own(reported?.tricks_won, unit) ?? 0;
const isWonOpen = ({ reported }, unit) => own(reported?.tricks_won, unit) === undefined;

function* disputedScore(table) {
  const { players, rules, now } = table;
  for (const bidder of biddersOf(table.record, rules)) yield bidOf(table, bidder);
  // The tricks of whoever bid nil count by themselves.
  const sides = sidesOf(table.record, rules);
  const units = seatsOfSides(table.record, rules).flatMap((seats, at) => {
    const names = seats.map((one) => players[one]);
    return names.some((name) => bidText(table.record, name).endsWith("nil")) ? names : [sides[at]];
  });
  // Those that are known come first, so that they can be mended if they are too many.
  for (const unit of units.toSorted((one, other) => isWonOpen(now, one) - isWonOpen(now, other))) {
    const others = units.filter((other) => other !== unit);
    const taken = others.reduce((sum, other) => sum + wonBy(now, other), 0);
    const most = rules.handSize - taken;
    const tooMany = `${others.join(" and ")} already have ${taken} tricks, and the round has ${rules.handSize}: change theirs first.`;
    const path = ["reported", "tricks_won", unit];
    yield number(`won ${unit}`, `How many tricks did ${unit} take?`, {
      least: 0,
      most,
      wrong: () => (most < 0 ? tooMany : null),
      fits: (said) => Number.isInteger(said) && said >= 0 && said <= rules.handSize,
      known: own(table.record.reported?.tricks_won, unit),
      write: (won) => {
        table.record = withMember(table.record, path, won);
        const open = units.filter((other) => isWonOpen(table.record, other));
        const rest = units.reduce((left, other) => left - wonBy(table.record, other), rules.handSize);
        if (open.length === 1) table.record = withMember(table.record, path.with(2, open[0]), rest);
      },
    });
  }
  const sheet = { least: 0, most: 1_000, isOptional: true };
  for (const side of sides) {
    const ask = `How many bags had ${side} before?`;
    yield number(`before bags ${side}`, ask, { ...sheet, path: ["before", side, "bags"] });
  }
  for (const side of sides) {
    const ask = `What does the sheet give ${side} for the round?`;
    const bounds = { least: -1_000_000, most: 1_000_000 };
    yield number(`reported points ${side}`, ask, { ...sheet, ...bounds, path: ["reported", "points", side] });
  }
}

function* passed(table) {
  const { players, rules } = table;
  const before = table.record.exchanges ?? [];
  const by = yield seat(table, "by", "Who passed cards?", { known: seatOf(players, before[0]?.from) });
  const side = seatsOfSides(table.record, rules).find((seats) => seats.includes(by));
  if (side.length < 2) yield note("Nobody has a partner at this table, so nobody may pass cards.", "");
  const to = side.find((at) => at !== by);
  for (const at of side) yield bidOf(table, players[at]);
  for (const [index, from] of [by, to].entries()) {
    const target = index ? by : to;
    const ask = `Which cards did ${players[from]} ${index ? "give back" : "pass"} to ${players[target]}?`;
    yield cards(`pass ${index}`, ask, {
      isOptional: index > 0,
      known: before[index]?.cards,
      write: (said) => {
        const pass = { from: players[from], to: players[target], cards: said };
        const exchanges = (table.record.exchanges ?? []).toSpliced(index, 1, ...(said ? [pass] : []));
        table.record = { ...table.record, exchanges };
      },
    });
  }
}

function* misdealt(table) {
  const { players, rules, seats } = table;
  for (const at of seats) {
    const hand = handOfPlayer(table, at, `The cards of ${players[at]}`);
    const others = seats.flatMap((other) => (other === at ? [] : heldBy(table.record, players[other])));
    const rest = rules.pack.filter((card) => !others.includes(card));
    const ask = `The other ${rest.length} cards of the pack are left. Had ${players[at]} all of them?`;
    const write = () => (table.record = withHand(table.record, players[at], rest));
    yield at < seats.length - 1 || hand.known ? hand : choice("rest", ask, YES_NO.slice(0, 1), { write });
  }
}
