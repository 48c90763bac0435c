// What the service is asked about what is on the desk, and its answer as a ruling.

import { given } from "../record/afterwards.js";
import { own, sidesOf } from "../record/table.js";
import { isOpen, isRefused, isWaiting, stepsOf } from "./templates.js";

/** The operation that rules on it, with all that was entered, but for the ruleset; null if too little is known. */
export function questionOf(state) {
  const { guide, record } = state;
  if (isWaiting(state)) return null;
  const { claim, hands, tricks = [] } = record;
  if (hasOnlyCardsLeft(state)) {
    const { accepted: _, ...said } = claim;
    const where = { leader: record.players[guide.answers.lead], spades_broken: guide.answers.broken === "yes" };
    const { players, teams, before, round_number, dealer, bids, bids_by_player, blind_bidders } = record;
    const table = given({ players, teams, before, round_number, dealer, bids, bids_by_player, blind_bidders });
    return { path: "/v1/claims/judge", body: { ...table, hands, ...where, claim: said } };
  }
  // The tricks of a sheet are all that is known of those of the round.
  const isSheet = record.reported?.tricks_won && !tricks.length;
  return { path: "/v1/rounds/audit", body: { ...record, tricks: isSheet ? [{ cards: [], after_gap: true }] : tricks } };
}

/** The form in which its answer is asked for: an audit with a summary. */
export const formOf = ({ path }) => (path.endsWith("/audit") ? { answer: "with_summary" } : {});

/** The first question without an answer, or what is said in its place; null if there is none. */
export function openIn(state) {
  const steps = stepsOf(state);
  if (steps.some((step) => isRefused(state, step))) return "An answer was refused and does not count: mend it.";
  const { ask, kind, settles } = steps.find(isOpen) ?? {};
  return !ask || settles ? null : kind === "note" ? ask : `Still to answer: ${ask.replace(/(?<=\?).*/, "")}`;
}

export const hasOnlyCardsLeft = ({ record, guide }) => guide?.kind === "claim" && !record.tricks?.length;

/** The record as it is saved; only the questions know who leads to the cards that are left. */
export const savedOf = ({ record, guide }) => ({
  tricks: [],
  ...record,
  ...(hasOnlyCardsLeft({ record, guide }) ? { guide } : {}),
});

/** Who gets the tricks that are left after a claim that failed; "" where the play goes on. */
function shareOf({ team, result, accepted_by: test, ...answer }, body, rules) {
  const tricks = result === "disproved" && answer[test]?.tricks;
  const got = tricks && { doubtful_tricks: tricks.at_least, all_tricks: 0 }[rules.failedClaim];
  if (!Number.isInteger(got)) return "";
  const left = Math.max(...Object.values(body.hands).map(({ length }) => length));
  const others = sidesOf(body, rules).filter((name) => name !== team);
  return ` Of the tricks left, ${team} gets ${got}, ${others.join(" and ")} ${left - got}.`;
}

const CLAIMS = {
  proved: ["✓", "The claim holds", "clean"],
  disproved: ["!", "The claim fails", "irregular"],
  invalid: ["!", "The claim does not count", "irregular"],
  undecided: ["?", "The claim is not decided", "undetermined"],
};

export function rulingOf({ path, body }, answer, rules) {
  if (path === "/v1/rounds/audit") return answer;
  const { claim } = body;
  const { result, nils = [] } = answer;
  const [sign, verdict, tone] = own(CLAIMS, result) ?? ["•", result, "undetermined"];
  const said = answer.detail + shareOf(answer, body, rules);
  const shown = own(answer, answer.accepted_by)?.line;
  return {
    ...answer,
    verdict: result,
    findings: [],
    undecided: [],
    penalties: [],
    tricks: [],
    claim: { by: claim.by, result, line: shown },
    summary: { sign, verdict, tone, happened: [said, ...nils.map(({ detail }) => detail)] },
  };
}
