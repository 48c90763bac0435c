// The table: the names of players and sides, the ruleset, and what it says that entering a round depends on.

import { PACK, RANKS } from "./cards.js";

/** A member named by a player or a side; undefined if there is none. A player may be called "constructor". */
export const own = (members, name) => (members && Object.hasOwn(members, name) ? members[name] : undefined);

export function seatOf(players, name) {
  const seat = players.indexOf(name);
  return seat < 0 ? null : seat;
}

export const seatsOfSides = ({ players }, { partners }) =>
  partners ? [0, 1].map((seat) => [seat, seat + 2]) : players.map((_, seat) => [seat]);

export function sidesOf(record, rules) {
  const { players, teams = [] } = record;
  return seatsOfSides(record, rules).map(
    (seats) =>
      (seats.length > 1 && teams.find((team) => team.players.includes(players[seats[0]]))?.name) ||
      seats.map((seat) => players[seat]).join("+"),
  );
}

// Members whose value is a name or a list of names, and members that have names for members.
const NAMED = new Set(
  "dealer leader winner player team name by against from to out in players blind_bidders forfeited_by misdeal_called_by filled".split(
    " ",
  ),
);
const BY_NAME = new Set("away hands bids_by_player cards_by_player before tricks_won points score bags".split(" "));

/** A value in which `change` was done to every name. */
export function withNames(value, change, member = null) {
  if (typeof value === "string") return NAMED.has(member) ? change(value) : value;
  if (Array.isArray(value)) return value.map((inner) => withNames(inner, change, member));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([entry, inner]) => [
    BY_NAME.has(member) ? change(entry) : entry,
    withNames(inner, change, entry),
  ]);
  return Object.fromEntries(entries);
}

/** The record in which a player has another name, wherever it is written, also in that of the side. */
export function renamed(record, seat, name) {
  const old = record.players[seat];
  const inSide = (text) => text.split("+").map((part) => (part === old ? name : part));
  const change = (text) => (text === old ? name : inSide(text).join("+"));
  return { ...withNames({ ...record, players: [] }, change), players: record.players.with(seat, name) };
}

// What a ruleset says that entering a round depends on. It is read from the service's answer, never known here.

/** A member of a group, or of a row of one, by its dotted name: "bids.number.least". */
export const memberIn = (groups, name) => name.split(".").reduce(own, groups);

/** A value with another member; undefined takes it away, and what is empty without it. An item of a list stays one. */
export function withMember(value, [key, ...path], said) {
  const before = own(value, key);
  const member = path.length ? withMember(before, path, said) : said;
  if (Array.isArray(value) && before !== undefined) return value.with(Number(key), member);
  const { [key]: _, ...others } = typeof value === "object" ? { ...value } : {};
  return member === undefined || (path.length && !Object.keys(member).length) ? others : { ...others, [key]: member };
}

/** The parameters of a preset, of which `detail` is the answer, and of each of its options that is taken. */
export const layersOf = (detail, { options }) =>
  [detail, ...(detail?.options ?? []).filter(({ name }) => options.includes(name))].map((layer) => layer?.parameters);

/** The value of a parameter: that of the last layer that has one. */
export const valueAmong = (layers, name) =>
  layers.map((layer) => memberIn(layer, name)).findLast((value) => value !== undefined);

// A link may have anything among the parameters.
const whole = (value) => (Number.isInteger(value) ? value : null);
const listed = (value) => (Array.isArray(value) ? value : []);

export function rulesOf(detail, ruleset, count) {
  const layers = [...layersOf(detail, ruleset), ruleset.overrides];
  const at = (name) => valueAmong(layers, name);
  const jokers = PACK.slice(0, 2).slice(0, whole(at("deck.jokers")) ?? 0);
  const removed = listed(own(at("deck.removed"), count));
  const topTrumps = listed(at("deck.top_trumps"));
  const pack = [...jokers, ...PACK.slice(2)].filter((card) => !removed.includes(card));
  const partners = at("table.sides") === "partnership" && count === 4;
  return {
    pack,
    handSize:
      whole(own(at("deck.hand_size"), count)) ??
      (at("deck.leftover") === "dealt" ? Math.ceil(pack.length / count) : Math.floor(pack.length / count)),
    isDealt: at("deck.formation") !== "draw",
    topTrumps: topTrumps.length ? topTrumps : jokers,
    openingLeader: at("play.opening_leader") ?? "left_of_dealer",
    partners,
    bySide: at("bids.by") === "team" && partners,
    // A 0 may be either: it says which.
    hasTwoZeros: at("bids.nil.allowed") !== false && at("bids.zero.allowed") === true,
    callsUntil: at("calls.until"),
    failedClaim: at("claims.failed"),
    // Seats from the dealer to the first bidder.
    bidsAfterDealer: at("bids.first_bidder") === "dealer" ? 0 : 1,
  };
}

export const rulesNow = ({ details, ruleset, record }) =>
  rulesOf(own(details, ruleset.name), ruleset, record.players.length);

/** The seat that wins cards given as [seat, card] in the order of play; null if nobody can say. */
export function winnerOf(plays, { topTrumps }) {
  if (!plays.length || plays.some(([, card]) => card === "??")) return null;
  const [[, led]] = plays;
  const order = [...topTrumps, ...["S", led[1]].flatMap((suit) => RANKS.map((rank) => rank + suit))];
  const place = ([, card]) => (order.includes(card) ? order.indexOf(card) : Infinity);
  return plays.reduce((best, play) => (place(play) < place(best) ? play : best))[0];
}

// The table of a round or a sheet: its ruleset with options, and the names of its players.

/** The ruleset with an option taken or left; one that excludes it goes. */
export function withOptionSet({ details, ruleset }, name, isTaken) {
  const excluded = own(details, ruleset.name)?.options.find((option) => option.name === name)?.excludes ?? [];
  const others = ruleset.options.filter((option) => option !== name && !excluded.includes(option));
  return { ...ruleset, options: isTaken ? [...others, name] : others };
}

/**
 * The ruleset for `count` players: the chosen one if that number can play it, else the first that they can. Returns
 * {ruleset, notice}; the notice says that the ruleset is another one now.
 */
export function rulesetFor({ offered, ruleset }, count) {
  const now = offerOf({ offered, ruleset });
  if (!now || countsOf({ offered, ruleset }).includes(count)) return { ruleset, notice: "" };
  const other = [now, ...offered].find((offer) => offer.players.includes(count));
  const [widest] = offered.toSorted((one, another) => another.players.length - one.players.length);
  const { name, title } = other ?? widest;
  const overrides = other ? {} : { table: { players: [count] } };
  const how = other ? "" : `, played by ${count} as a house rule`;
  return {
    ruleset: { name, options: [], overrides },
    notice: other === now ? "" : `${now.title} is not for ${count} players. The ruleset is now ${title}${how}.`,
  };
}

/** How many players may play a ruleset that is offered: a house rule may say so. */
export const countsOf = ({ offered, ruleset }) =>
  listed(ruleset.overrides.table?.players ?? offerOf({ offered, ruleset })?.players).filter(isCount);

const isCount = (count) => count >= 2 && count <= 6;

/** The ruleset as it is offered; undefined until the service has listed it. */
export const offerOf = ({ offered, ruleset }) => offered.find(({ name }) => name === ruleset.name);

const LONGEST_NAME = 64;

/** Why a player can't have a name; null if he can. */
export function faultOfName(players, seat, name) {
  if (!name) return "Every player needs a name.";
  const { length } = [...name];
  if (length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} letters, and this one has ${length}.`;
  const isTaken = players.some((other, at) => at !== seat && other.toLowerCase() === name.toLowerCase());
  return isTaken ? `Two players can't both be ${name}.` : null;
}
