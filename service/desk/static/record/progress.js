// How far a round has come: who has won how many tricks so far, and which nils are broken.

import { bidText } from "./hands.js";
import { seatsOfSides, sidesOf } from "./names.js";

/** The tricks of each side so far: [["N+S", 3], ["E+W", 2]]. `rows` are those of the tricks. */
export function tricksSoFar(record, rules, rows) {
  const seats = seatsOfSides(record, rules);
  return sidesOf(record, rules).map((side, index) => [side, rows.filter(({ won }) => seats[index].includes(won)).length]);
}

/** The nils that a trick has broken: [{player, trick}], the first trick of each. */
export function brokenNils(record, rules, rows) {
  if (rules.bySide) return [];
  return record.players.flatMap((player, seat) => {
    const first = bidText(record, player).endsWith("nil") ? rows.find(({ won }) => won === seat) : undefined;
    return first ? [{ player, trick: first.number }] : [];
  });
}

/** How many tricks have all their cards. */
export const countOfTricks = (rows) => rows.filter(({ complete }) => complete).length;
