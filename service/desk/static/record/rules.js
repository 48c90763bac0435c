// What a ruleset says that entering a round depends on. It is read from the service's answer, never known here.

import { RANKS, SUITS } from "./cards.js";
import { own } from "./names.js";

const PLAIN = { deck: { jokers: 0, removed: {}, top_trumps: [] }, bidding: { by: "player" }, play: { opening_leader: "left_of_dealer" }, table: { sides: "none" }, nil: {} };

// A link may have anything among the parameters.
const whole = (value) => (Number.isInteger(value) ? value : null);
const listed = (value) => (Array.isArray(value) ? value : []);

/** The parameters of a preset with its options and with overrides. `detail` is the answer about the preset, or null. */
function parametersOf(detail, ruleset) {
  const layers = [detail?.parameters ?? {}, ...(detail?.options ?? []).filter((each) => ruleset.options.includes(each.name)).map((each) => each.parameters), ruleset.overrides ?? {}];
  const groups = structuredClone(PLAIN);
  for (const layer of layers) {
    for (const [group, values] of Object.entries(layer)) groups[group] = { ...groups[group], ...values };
  }
  return groups;
}

/** What matters for entering a round of `count` players. */
export function rulesOf(detail, ruleset, count) {
  const { deck, bidding, play, table, nil } = parametersOf(detail, ruleset);
  const jokers = ["BJ", "LJ"].slice(0, whole(deck.jokers) ?? 0);
  const removed = listed(deck.removed?.[count]);
  const topTrumps = listed(deck.top_trumps);
  const pack = [...jokers, ...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit))].filter((card) => !removed.includes(card));
  const partners = table.sides === "partnership" && count === 4;
  return {
    pack,
    handSize: whole(deck.hand_size?.[count]) ?? Math.floor(pack.length / count),
    isDealt: deck.formation !== "draw",
    topTrumps: topTrumps.length ? topTrumps : jokers,
    openingLeader: play.opening_leader,
    partners,
    // Whether whoever bid nil, or blind nil, may exchange cards with his partner before the play.
    exchange: { nil: Boolean(nil.exchange), bnil: Boolean(nil.blind_exchange) },
    bySide: bidding.by === "team" && partners,
  };
}

/** The rules of the round that is on a desk or a sheet. */
export const rulesNow = ({ details, ruleset, record }) => rulesOf(own(details, ruleset.name), ruleset, record.players.length);

/** The cards that count as spades, high to low. */
function trumps(rules) {
  return [...rules.topTrumps, ...RANKS.map((rank) => `${rank}S`).filter((card) => !rules.topTrumps.includes(card))];
}

/** The seat that wins cards given as [seat, card] in the order of play; null if nobody can say. */
export function winnerOf(plays, rules) {
  if (!plays.length || plays.some(([, card]) => card === "??")) return null;
  const high = trumps(rules);
  const trumped = plays.filter(([, card]) => high.includes(card));
  if (trumped.length) return trumped.reduce((best, each) => (high.indexOf(each[1]) < high.indexOf(best[1]) ? each : best))[0];
  const suit = plays[0][1][1];
  const followed = plays.filter(([, card]) => card[1] === suit);
  return followed.reduce((best, each) => (RANKS.indexOf(each[1][0]) < RANKS.indexOf(best[1][0]) ? each : best))[0];
}
