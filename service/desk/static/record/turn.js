// Whose turn it is, and what has to be asked to know which of his cards he may play.

import { bidText } from "./hands.js";
import { own } from "./names.js";
import { rulesNow } from "./rules.js";
import { nextToPlay, rowsNow } from "./tricks.js";

/** What asks for the legal cards of the player to play, without the ruleset; null if his hand is not known. */
export function turnOf(state) {
  const { record, answer } = state;
  const rules = rulesNow(state);
  const rows = rowsNow(state);
  const { trick, seat } = nextToPlay(record, rules, rows);
  const player = record.players[seat];
  const hand = own(record.hands, player);
  // Hands are written as dealt: who has passed cards since holds others.
  if (record.exchanges?.length || record.players.some((name) => rules.exchange[bidText(record, name)])) return null;
  if (hand?.length !== rules.handSize || trick >= rules.handSize || hand.includes("??")) return null;
  const played = rows.flatMap(({ cells }) => (cells[seat] ?? []).map(({ card }) => card));
  const begun = rows[trick]?.cells.flatMap((entries, at) => entries.map(({ card }) => ({ seat: at, player: record.players[at], card }))) ?? [];
  const order = (each) => (each.seat - rows[trick].led + record.players.length) % record.players.length;
  return {
    player,
    question: {
      players: record.players,
      hand: hand.filter((card) => !played.includes(card)),
      plays: begun.toSorted((one, other) => order(one) - order(other)).map(({ player: by, card }) => ({ player: by, card })),
      trick_number: trick + 1,
      spades_broken: answer?.tricks[trick - 1]?.spades_broken ?? false,
    },
  };
}
