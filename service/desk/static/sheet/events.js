// What happens in a round beside bids and tricks, such as a substitution.

import { readNumber } from "../record/afterwards.js";
import { isListOf, isObject, isText } from "../record/entries.js";
import { isSame } from "../rules/values.js";

/** What may happen: the words of its button, and its fields, which are members of the contract. */
export const KINDS = {
  substitution: { title: "Substitute", fields: { out: "Leaves", in: "Comes in" } },
  void: { title: "Void round", fields: { reason: "Void because", redeal_by: "Dealt again by" } },
  adjustment: {
    title: "Adjustment",
    fields: { team: "Side", points: "Points", tricks: "Tricks", to: "Tricks go to", reason: "Reason" },
  },
  forfeit: { title: "Forfeit", fields: { forfeited_by: "Who forfeits", reason: "Reason" } },
  time: { title: "Time called", fields: {} },
};

/** The members of a round that they are. */
export const MEMBERS = ["substitutions", "void", "redeal_by", "forfeited_by", "reason", "time_called", "adjustments"];

export const MOST = { points: 10_000, tricks: 54 };

export const begun = (kind) => ({
  kind,
  ...Object.fromEntries(Object.keys(KINDS[kind].fields).map((member) => [member, ""])),
});

export const isEvent = (value) =>
  isObject(value) &&
  Object.hasOwn(KINDS, value.kind) &&
  isSame(Object.keys(value).sort(), Object.keys(begun(value.kind)).sort()) &&
  Object.values(value).every(isText);

export const wholeEvents = ({ events = [] }) => events.filter((event) => lackOf(event) === null);

/** Whether events leave a round without bids and tricks. */
export const breaksOff = (events) => events.some(({ kind }) => kind === "void" || kind === "forfeit");

export const seatedAfter = (players, events) =>
  events.reduce((seated, { kind, ...change }) => {
    const isIn = kind === "substitution" && change.in.trim();
    return isIn ? seated.map((name) => (name === change.out ? isIn : name)) : seated;
  }, players);

/** Events that lack nothing as members of a round. */
export function asMembers(events) {
  const round = {};
  for (const { kind, ...members } of events) {
    if (!takesTricks(members)) delete members.to;
    const said = Object.entries(members)
      .filter(([, text]) => text.trim())
      .map(([member, text]) => [member, member in MOST ? readNumber(text) : text.trim()]);
    const entry = Object.fromEntries(said);
    if (kind === "void") entry.void = true;
    if (kind === "time") entry.time_called = true;
    if (kind === "substitution" || kind === "adjustment") (round[`${kind}s`] ??= []).push(entry);
    else Object.assign(round, entry);
  }
  return round;
}

/** Whether an adjustment takes tricks, which another side may then get. */
export const takesTricks = ({ tricks = "" }) => readNumber(tricks) < 0;

/** The events in a round of the contract; null if it has some that the sheet can't show. */
export function eventsIn(round) {
  const given = Object.fromEntries(Object.entries(round).filter(([name, value]) => MEMBERS.includes(name) && value));
  const event = (kind, members) => {
    const texts = Object.keys(KINDS[kind].fields).map((member) => [member, String(members[member] ?? "")]);
    return { kind, ...Object.fromEntries(texts) };
  };
  const listed = (kind) =>
    isListOf(given[`${kind}s`], isObject) ? given[`${kind}s`].map((members) => event(kind, members)) : [];
  const events = [
    ...listed("substitution"),
    ...(given.void ? [event("void", given)] : []),
    ...listed("adjustment"),
    ...(given.forfeited_by ? [event("forfeit", given)] : []),
    ...(given.time_called ? [event("time", given)] : []),
  ];
  return isSame(asMembers(events), given) ? events : null;
}

/** What an event still needs, as {needs}, or what is wrong with it, as {fault}; null if it is whole. */
export function lackOf({ kind, ...event }) {
  for (const [member, most] of Object.entries(MOST)) {
    const number = readNumber(event[member] ?? "");
    if (number === undefined || Math.abs(number) > most) {
      return { fault: `“${event[member]}” is no number of ${member}: write one such as −3 or 30.` };
    }
  }
  const lacks = (member) => event[member]?.trim() === "";
  if (lacks("out") || lacks("in")) return { needs: "both names" };
  const needs = [
    lacks("team") || lacks("forfeited_by") ? "a side" : null,
    lacks("points") && lacks("tricks") ? "points or tricks (with a minus if they are taken)" : null,
    lacks("reason") ? "a reason" : null,
  ].filter(Boolean);
  return needs.length ? { needs: new Intl.ListFormat("en").format(needs) } : null;
}
