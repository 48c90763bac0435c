// What is typed or clicked becomes a change of the record; what can't be one stays in its field, with the reason.

import { cardsTyped, handOf, playOf } from "./record/cards.js";
import { faultOfBid, readBid, withBid } from "./record/bids.js";
import { bidText, faultOfHand, filled, withHand } from "./record/hands.js";
import { rulesNow } from "./record/table.js";
import { trickAt, withTrick } from "./record/gaps.js";
import { nextToPlay, trickNumbers, rowsNow, withCard, withWithdrawn } from "./record/tricks.js";
import { drafted, entered, twoCards, undrafted } from "./state.js";

export function handTyped(state, { seat, value, over }) {
  const { cards, fault } = handOf(value);
  const why = fault ?? faultOfHand(state.record, seat, cards);
  const field = `hand ${seat}`;
  if (why) return drafted(state, field, { value, over }, why);
  const record = filled(withHand(state.record, state.record.players[seat], cards), rulesNow(state));
  return entered(undrafted(state, field), record);
}

/** Once the field has been `left`, half a bid is a fault. */
export function bidTyped(state, { bidder, value, over, left = false }) {
  const bid = readBid(value);
  const rules = rulesNow(state);
  const field = `bid ${bidder}`;
  const fault = faultOfBid(bid, rules);
  if (fault) return drafted(state, field, { value, over }, left ? fault : null);
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
  const refused = (fault) => drafted(state, field, { value, over }, fault && `${named} ${fault}`);
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
      record = withWithdrawn(record, rules, rows, trick, at, withdrawn ?? []);
    }
  }
  return entered(undrafted(state, field), record, { field });
}

/** The record with a trick for cards that were played in one that is not recorded, though a later one is. */
const withRoom = (record, number, { length }) =>
  length && !trickAt(record, number) && number < trickNumbers(record.tricks).at(-1)
    ? withTrick(record, number, { cards: [] })
    : record;

const notACard = (value, wrong) =>
  `“${value.split(/[\s,]+/).find((word) => word.includes(wrong))}” is not a card. Write kh, 10h, or ?? if nobody can read it.`;

/** A card of the pack that is tapped: whoever is to play has played it. */
export function cardTapped(state, { card }) {
  const rules = rulesNow(state);
  const { number, seat } = nextToPlay(state.record, rules, rowsNow(state));
  if (seat !== null && number <= rules.handSize) return cellTyped(state, { trick: number - 1, seat, value: card });
  return {
    ...state,
    notice: seat === null ? "Nobody can say yet who leads: choose the dealer." : "All tricks are there.",
  };
}
