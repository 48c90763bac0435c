// What happened in a round of the sheet, as sentences, and in the rounds that are open as fields.

import { EVENTS, eventsIn, isBrokenOff, NUMBERS, takesTricks } from "../sheet/events.js";
import { isPlayed, numberOf, roundAt, seatedIn, sidesNow } from "../sheet/state.js";
import { faultOf, select, signed, typedInto, withMinus } from "./elements.js";
import { markup } from "./markup.js";

const DEALERS = { "": "as the rules say", same_dealer: "the same dealer", next_dealer: "the next dealer" };

/** The events of a row: as fields if it is open; and the buttons for more, which the last row always has. */
export function eventsView(state, index, { isOpen, isLast }) {
  const events = eventsIn(roundAt(state, index));
  const number = numberOf(state, index);
  const sides = ["", ...sidesNow(state)];
  const names = { out: ["", ...seatedIn(state, index - 1)], team: sides, forfeited_by: sides, to: sides };
  const button = (kind) => {
    const { title } = EVENTS[kind];
    const at = kind === "forfeit" ? rowOfForfeit(state, index) : index;
    const words = at === index ? title : `${title} after round ${number - 1}`;
    return markup`<button key=${kind} click=${{ type: "eventBegun", row: at, kind }}>${words}</button>`;
  };
  // Only one event can break a round off, and time is called once.
  const isDone = (kind) =>
    kind === "time"
      ? events.some((event) => event.kind === kind)
      : !EVENTS[kind].list && isBrokenOff(roundAt(state, index));
  return [
    events.map((event) => eventView(state, { ...event, row: index }, names, { number, isOpen })),
    (isOpen || isLast) &&
      markup`<div class="row more" key="more">
        In round ${number}:
        ${isOpen && dealerField(state, index, number)}
        ${Object.keys(EVENTS)
          .filter((kind) => !isDone(kind))
          .map(button)}
      </div>`,
  ];
}

/** The row that a forfeit belongs to: the one that was played before a blank row. */
const rowOfForfeit = (state, index) =>
  index > 0 && !state.record.rounds[index] && isPlayed(state, index - 1) && !isBrokenOff(roundAt(state, index - 1))
    ? index - 1
    : index;

function dealerField(state, index, number) {
  const change = { type: "rowDealer", row: index };
  const dealer = { value: roundAt(state, index).dealer, label: `dealer of round ${number}`, change };
  const choices = [["", "whose turn it was"], ...seatedIn(state, index).map((name) => [name, name])];
  return markup`<label key="dealer">dealt by ${select(dealer, choices)}</label>`;
}

function eventView(state, { kind, at, row, said }, names, { number, isOpen }) {
  const { title, fields } = EVENTS[kind];
  const members = Object.keys(fields);
  return markup`<div class="event" key="${kind} ${at}" role="group" label="${title}, round ${number}">
    <span class=${isOpen && members.length ? "printed" : null}>${inWords(kind, said)}</span>
    ${
      isOpen && [
        members.map((member) => field(state, { row, kind, at, member }, said, names)),
        markup`<button class="link" click=${{ type: "eventGone", row, kind, at }}>Take away</button>`,
      ]
    }
  </div>`;
}

function field(state, place, said, names) {
  const { row, kind, at, member } = place;
  if (member === "to" && !takesTricks(said)) return null;
  const label = EVENTS[kind].fields[member];
  const value = said[member] ?? "";
  const event = { type: "event", ...place };
  const choices = member === "redeal_by" ? Object.entries(DEALERS) : names[member]?.map((name) => [name, name || "–"]);
  if (choices) return markup`<label key=${member}>${label} ${select({ value, label, change: event }, choices)}</label>`;
  const name = `event ${row} ${kind} ${at} ${member}`;
  const shown = NUMBERS.includes(member) ? withMinus(value) : value;
  const props = { label, class: member, maxlength: member === "reason" ? "256" : "64" };
  return [
    markup`<label key=${member}>${label} ${typedInto(state, name, shown, event, props)}</label>`,
    faultOf(state, name, shown),
  ];
}

function inWords(kind, { reason = "…", ...said }) {
  const { out = "…", to, team = "…", redeal_by: dealer } = said;
  if (kind === "time") return "Time was called: the game ends with this round.";
  if (kind === "substitution") return `${said.in ?? "…"} takes the seat of ${out} from here on.`;
  if (kind === "forfeit") return `${said.forfeited_by || "…"} forfeits the game: ${reason}`;
  if (kind === "void") return `Void: ${reason}${dealer ? ` (dealt again by ${DEALERS[dealer]})` : ""}`;
  const given = NUMBERS.filter((member) => said[member]).map(
    (member) => `${signed(said[member])} ${Math.abs(said[member]) === 1 ? member.slice(0, -1) : member}`,
  );
  return `${team}: ${given.join(", ")}${to ? ` to ${to}` : ""}. ${reason}`;
}
