// What a ruling says first: the summary of the service, and what the questions of a dispute make of it.

import { nilOf, seatOfNil } from "../record/hands.js";
import { own, rulesNow } from "../record/table.js";
import { trickNumbers } from "../record/tricks.js";

/** The summary of a state's ruling; its first sentence answers what was asked. */
export function headlineOf(state) {
  const { missing, undecided } = state.answer;
  const isAsked = undecided.some(({ code }) => code !== "tricks_not_recorded");
  const isSettled = state.answer.summary.tone === "undetermined" && undecided.length > 0 && !isAsked;
  const summary = { ...state.answer.summary, ...(isSettled && { verdict: "No fault in what is recorded" }) };
  if (missing) return { ...summary, sign: "?", verdict: "Not judged yet", tone: "undetermined", happened: [missing] };
  const { nils = [], happened, tone } = summary;
  const { said, look } = ASKED[state.guide?.kind]?.(state, summary) ?? {};
  const isWhole = ["clean", "undetermined"].includes(tone);
  // A broken rule and a doubt come before a nil.
  const told = isWhole ? [...nils, ...happened] : [...happened, ...nils];
  return { ...summary, ...(isWhole && look), happened: said ? [said, ...told] : told };
}

const ASKED = {
  nil: nilAsked,
  late: (state) => ({ said: callHeard(state) }),
  score: ({ answer: { differences } }) => (differences?.length === 0 ? RIGHT : {}),
  two: ({ answer }) => ({ said: answer.findings.find(({ code }) => SECOND_CARD.has(code))?.detail }),
};

const RIGHT = { said: "The score sheet is right.", look: { sign: "✓", verdict: "No fault was found", tone: "clean" } };
const SECOND_CARD = new Set(["extra_play", "card_taken_back"]);

const BROKEN = { sign: "!", verdict: "The nil is broken", tone: "irregular" };
const UNBROKEN = { sign: "✓", verdict: "The nil is not broken by that", tone: "clean" };

/** Who won the trick of a disputed nil, unless the summary says it, and what that makes of the nil. */
function nilAsked(state, { nils = [] }) {
  const { record, guide, answer } = state;
  const rules = rulesNow(state);
  const player = record.players[guide.by ?? seatOfNil(record)];
  const winner = guide.trick && answer.tricks[trickNumbers(record.tricks).indexOf(guide.trick)]?.winner;
  if (!player || !winner) return {};
  const isBroken = winner === player || nils.some((nil) => nil.startsWith(`${player} won `));
  const isNil = nilOf(record, rules, player) || (rules.hasNil && rules.bySide);
  const won = `${winner} won trick ${guide.trick}`;
  const said = winner !== player ? `${won}, and not ${player}.` : nils.length ? null : `${won}.`;
  return { said, look: isNil ? (isBroken ? BROKEN : UNBROKEN) : null };
}

const UNTIL = {
  next_trick_led: "only until the next trick is led",
  end_of_round: "until the round is over",
  next_deal: "until the next deal",
};

/** Whether the call in question was in time; null if that is not sure. */
function callHeard(state) {
  const { record, guide } = state;
  const { accusations = [], findings, undecided, readings = [] } = state.answer;
  const isAfter = guide.past === "yes";
  const call = isAfter ? { result: "upheld" } : accusations.find(({ accusation }) => accusation === 0);
  const { by, at } = isAfter ? { by: record.players[guide.caller] } : (record.accusations?.[0] ?? {});
  const { callsUntil, handSize } = rulesNow(state);
  const until = own(UNTIL, callsUntil);
  // Whether it came before the next deal is still to be answered.
  const isOpen = callsUntil === "next_deal" && !(at?.trick <= handSize) && !guide.past;
  if (!by || !call || readings.length || isOpen) return null;
  const isUnsure = undecided.some(
    ({ code, pointer }) => code === "end_of_play_open" && pointer.startsWith("#/accusations"),
  );
  if (call.result !== "upheld" || isUnsure) return call.detail;
  const isLate = isAfter || call.findings.some((found) => findings[found]?.code === "late_accusation");
  const why = until ? `: by this ruleset a revoke may be called ${until}` : "";
  return `${by}'s call ${isLate ? "came too late" : "was in time"}${why}.`;
}
