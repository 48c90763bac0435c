// What happened in a round of the sheet, as sentences, and in the rounds that are open as fields.

import { readNumber } from "../record/afterwards.js";
import { breaksOff, KINDS, lackOf, MOST, takesTricks } from "../sheet/events.js";
import { hasFigures, numberOf, rowOfForfeit, seatedIn, sidesNow } from "../sheet/state.js";
import { h, select, signed } from "./elements.js";

const DEALERS = { "": "as the rules say", same_dealer: "the same dealer", next_dealer: "the next dealer" };

/** The events of a row: as fields if it is open; and the buttons for more, which the last row always has. */
export function eventsView(state, row, index, { isOpen, isLast }) {
  const { events = [] } = row;
  const number = numberOf(state, index);
  const sides = ["", ...sidesNow(state)];
  const names = { out: ["", ...seatedIn(state, index - 1)], team: sides, forfeited_by: sides, to: sides };
  const button = (kind) => {
    const at = kind === "forfeit" ? rowOfForfeit(state, index) : index;
    const title = at === index ? KINDS[kind].title : `${KINDS[kind].title} after round ${number - 1}`;
    return at === null ? null : h("button", { key: kind, click: { type: "eventBegun", row: at, kind } }, title);
  };
  // Only one event can break a round off, and time is called once.
  const isDone = (kind) => (breaksOff([{ kind }]) ? breaksOff(events) : kind === "time" && events.some(isTime));
  return [
    events.map((event, at) =>
      eventView(event, { row: index, at }, names, { number, isOpen, isPlayed: hasFigures(row) }),
    ),
    isOpen || isLast
      ? h(
          "div.row.more",
          { key: "more" },
          `In round ${number}:`,
          isOpen && dealerField(state, row, index, number),
          Object.keys(KINDS)
            .filter((kind) => !isDone(kind))
            .map(button),
        )
      : null,
  ];
}

const dealerField = (state, { dealer }, index, number) =>
  h(
    "label",
    { key: "dealer" },
    "dealt by ",
    select({ value: dealer, label: `dealer of round ${number}`, change: { type: "rowDealer", row: index } }, [
      ["", "whose turn it was"],
      ...seatedIn(state, index).entries(),
    ]),
  );

const isTime = ({ kind }) => kind === "time";

function eventView(event, place, names, { number, isOpen, isPlayed }) {
  const { title, fields } = KINDS[event.kind];
  const needs = lackOf(event)?.needs;
  const away = { class: "link", click: { type: "eventGone", ...place } };
  return h(
    "div",
    {
      class: needs ? "event unfinished" : "event",
      key: `event ${place.at}`,
      role: "group",
      label: `${title}, round ${number}`,
    },
    h("span", { class: isOpen && !isTime(event) ? "printed" : null }, inWords(event)),
    isOpen && [Object.keys(fields).map((member) => field(event, place, member, names)), h("button", away, "Take away")],
    needs &&
      h(
        "span.hint",
        `It counts once it has ${needs}.`,
        isPlayed && breaksOff([event]) ? " Until then the bids and tricks of the round count without it." : "",
      ),
  );
}

function field(event, place, member, names) {
  if (member === "to" && !takesTricks(event)) return null;
  const value = event[member];
  const label = KINDS[event.kind].fields[member];
  const on = { type: "event", ...place, member };
  const choices = member === "redeal_by" ? Object.entries(DEALERS) : names[member]?.map((name) => [name, name]);
  return h(
    "label",
    { key: member },
    `${label} `,
    choices
      ? select(
          { value, label, change: on },
          choices.map(([choice, words]) => [choice, words || "–"]),
        )
      : h("input", {
          value,
          class: member,
          maxlength: member === "reason" ? "256" : "64",
          autocomplete: "off",
          label,
          "aria-invalid": member in MOST && readNumber(value) === undefined ? "true" : null,
          input: on,
        }),
  );
}

function inWords({ kind, reason, ...event }) {
  const { out, to, team, redeal_by: dealer } = event;
  if (kind === "time") return "Time was called: the game ends with this round.";
  if (kind === "substitution") return `${event.in} takes the seat of ${out} from here on.`;
  if (kind === "forfeit") return `${event.forfeited_by} forfeits the game: ${reason}`;
  if (kind === "void") return `Void: ${reason}${dealer ? ` (dealt again by ${DEALERS[dealer]})` : ""}`;
  const said = Object.keys(MOST)
    .map((member) => [readNumber(event[member]), member])
    .filter(([number]) => number)
    .map(([number, member]) => `${signed(number)} ${Math.abs(number) === 1 ? member.slice(0, -1) : member}`);
  return `${team}: ${said.join(", ")}${to && takesTricks(event) ? ` to ${to}` : ""}. ${reason}`;
}
