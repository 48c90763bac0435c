// The table of a round or a sheet: which ruleset suits it, with which options, and which names its players may have.

import { own } from "./record/names.js";

/** The ruleset with an option taken or left; one that excludes it goes. */
export function withOptionSet({ details, ruleset }, name, isTaken) {
  const excluded = own(details, ruleset.name)?.options.find((each) => each.name === name)?.excludes ?? [];
  const others = ruleset.options.filter((each) => each !== name && !excluded.includes(each));
  return { ...ruleset, options: isTaken ? [...others, name] : others };
}

/**
 * The ruleset for `count` players: the chosen one if that number can play it, else the first that they can. Returns
 * {ruleset, notice}; the notice says that the ruleset is another one now.
 */
export function rulesetFor({ offered, ruleset }, count) {
  const now = offered.find((each) => each.name === ruleset.name);
  const other = now && !now.players.includes(count) ? offered.find((each) => each.players.includes(count)) : null;
  if (!other) return { ruleset, notice: "" };
  return { ruleset: { name: other.name, options: [], overrides: {} }, notice: `${now.title} is not for ${count} players. The ruleset is now ${other.title}.` };
}

/** Why a player can't have a name; null if he can. */
export function faultOfName(players, seat, name) {
  if (!name) return "Every player needs a name.";
  const isTaken = players.some((each, at) => at !== seat && each.toLowerCase() === name.toLowerCase());
  return isTaken ? `Two players can't both be ${name}.` : null;
}
