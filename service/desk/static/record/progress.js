// How far a round has come: who has won how many tricks so far, and which nils are broken.

import { sidesOf } from "./afterwards.js";
import { biddersOf, bidText } from "./hands.js";

/** The tricks of each side so far: [["N+S", 3], ["E+W", 2]]. `rows` are those of the tricks. */
export function tricksSoFar(record, rules, rows) {
  const sides = sidesOf(record, rules);
  const of = (seat) => (rules.partners ? seat % 2 : seat);
  return sides.map((side, index) => [side, rows.filter(({ won }) => won !== null && of(won) === index).length]);
}

/** The nils that a trick has broken: [{player, trick}], the first trick of each. */
export function brokenNils(record, rules, rows) {
  if (biddersOf(record, rules) !== record.players) return [];
  return record.players.flatMap((player, seat) => {
    const first = /nil$/.test(bidText(record, player)) ? rows.find(({ won }) => won === seat) : undefined;
    return first ? [{ player, trick: first.number }] : [];
  });
}

/** Whether all tricks of the round are there, each with all its cards. */
export const isComplete = (rules, rows) => rows.length >= rules.handSize && rows.every(({ complete }) => complete);
