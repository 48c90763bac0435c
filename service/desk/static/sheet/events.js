// What happens in a round beside bids and tricks, such as a substitution, as the members of the round that say so.

import { given, readNumber } from "../record/afterwards.js";

/** What may happen: the words of its button, and its fields. It is an entry of a `list`, or begins as some members. */
export const EVENTS = {
  substitution: { title: "Substitute", list: "substitutions", fields: { out: "Leaves", in: "Comes in" } },
  void: {
    title: "Void round",
    begins: { void: true },
    fields: { reason: "Void because", redeal_by: "Dealt again by" },
  },
  adjustment: {
    title: "Adjustment",
    list: "adjustments",
    fields: { team: "Side", points: "Points", tricks: "Tricks", to: "Tricks go to", reason: "Reason" },
  },
  forfeit: {
    title: "Forfeit",
    begins: { forfeited_by: "" },
    fields: { forfeited_by: "Who forfeits", reason: "Reason" },
  },
  time: { title: "Time called", begins: { time_called: true }, fields: {} },
};

export const MEMBERS = Object.values(EVENTS).flatMap(({ list, begins = {}, fields }) =>
  list ? [list] : [...Object.keys(begins), ...Object.keys(fields)],
);

export const NUMBERS = ["points", "tricks"];

/** The events of a round: the kind of each, its place `at` in its list, and what it has `said` so far. */
export const eventsIn = (round) =>
  Object.entries(EVENTS).flatMap(([kind, { list, begins }]) => {
    if (list) return (round[list] ?? []).map((said, at) => ({ kind, at, said }));
    const isBegun = Object.keys(begins).some((member) => ![undefined, false].includes(round[member]));
    return isBegun ? [{ kind, at: null, said: round }] : [];
  });

/** Whether a round has neither to be bid nor to be played. */
export const isBrokenOff = (round) => eventsIn(round).some(({ kind }) => kind === "void" || kind === "forfeit");

export function withEventBegun(round, kind) {
  const { list, begins } = EVENTS[kind];
  return list ? { ...round, [list]: [...(round[list] ?? []), {}] } : { ...round, ...begins };
}

export function withoutEvent(round, { kind, at }) {
  const { list, begins, fields } = EVENTS[kind];
  const gone = { ...begins, ...(list ? { [list]: [] } : fields) };
  const others = Object.fromEntries(Object.entries(round).filter(([member]) => !Object.hasOwn(gone, member)));
  return list && round[list].length > 1 ? { ...others, [list]: round[list].toSpliced(at, 1) } : others;
}

/** The round in which an event says something else; undefined takes it away. Tricks that nobody takes go to nobody. */
export function withSaid(round, { kind, at, member }, value) {
  const { list, begins = {} } = EVENTS[kind];
  const change = (said) => {
    const { to, ...next } = given({ ...said, [member]: value ?? begins[member] });
    return takesTricks(next) ? given({ ...next, to }) : next;
  };
  return list ? { ...round, [list]: round[list].with(at, change(round[list][at])) } : change(round);
}

/** Whether an adjustment takes tricks, which another side may then get. */
export const takesTricks = ({ tricks }) => tricks < 0;

/** What is typed for a member of an event: a text, or a number; undefined for nothing, or {fault}. */
export function readMember(member, text) {
  if (!NUMBERS.includes(member)) return { said: text.trim() ? text : undefined };
  const said = readNumber(text);
  return said === undefined
    ? { fault: `“${text}” is no number of ${member}: write one such as −3 or 30.` }
    : { said: said ?? undefined };
}

export const seatedAfter = (players, { substitutions = [] }) =>
  substitutions.reduce(
    (seated, { out, in: name }) => seated.map((each) => (name && each === out ? name : each)),
    players,
  );
